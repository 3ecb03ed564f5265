//! Values, whole arrays, calls and operators as parameters (language.md, sections 3 to 5).

use super::example::{example, example_on};

/// The final `A` of an algorithm with this body over A = 1, 2, 3, 4.
#[track_caller]
fn leaves(body: &str, after: &str) {
    let text = format!("algoritam f(A[])\n{body}\nkraj_algoritma");
    assert_eq!(example(&text, &["A=1,2,3,4"]).output("A"), after, "{body}");
}

#[test]
fn division_is_floored() {
    leaves(
        "A[0] = -7 / 2; A[1] = -7 mod 2; A[2] = 7 / -2; A[3] = 7 mod -2;",
        "[-4, 1, -4, -1]",
    );
    leaves(
        "A[0] = (0-1) mod 4; A[1] = 2^3^1; A[2] = -8 >> 1; A[3] = 5 XOR 3;",
        "[3, 8, -4, 6]",
    );
}

#[test]
fn a_quotient_directly_inside_ceil_floor_or_round_is_exact() {
    leaves(
        "A[0] = ceil(7/2); A[1] = ceil((-7/2)); A[2] = round(7/2); A[3] = round(-7/2);",
        "[4, -3, 4, -4]",
    );
    // 7/3 = 2 1/3, -7/3 = -2 1/3, 8/3 = 2 2/3; 7/2/2 is 3/2, rounded up.
    leaves(
        "A[0] = round(7/3); A[1] = floor(-7/3); A[2] = round(8/-3); A[3] = ceil(7/2/2);",
        "[2, -3, -3, 2]",
    );
    // + is outermost here, and an inner quotient is floored.
    leaves(
        "A[0] = ceil(7/2 + 1); A[1] = ceil(-(7/2));",
        "[4, -3, 3, 4]",
    );
    // Two operators and a write each.
    let text = "algoritam f(A[]) A[0] = ceil(7/2); kraj_algoritma";
    let outcome = example(text, &["A=1,2"]);
    outcome.assert_counts((0, 0), (1, 1), (3, 3));
}

#[test]
fn first_contents_are_free() {
    // Only the block counts: eight processors read two cells, compute twice and write one.
    let text = "program
            polje A[99] = 0, B[8] = 1 + 2;
            paralelno (za svaki i od 0 do 7) A[i] += 2 * B[i]; kraj_paralelno
            izlaz B[];
        kraj_programa";
    let outcome = example(text, &[]);
    outcome.assert_counts((1, 8), (1, 8), (5, 40));
    assert_eq!(outcome.processors, 8);
    assert_eq!(outcome.output("B"), "[3, 3, 3, 3, 3, 3, 3, 3]");
    // One step of two processors: a read, an operator and a write.
    let text = "algoritam f(A[]) polje B[2] = A[0] + 1; kraj_algoritma";
    let outcome = example_on("crew", text, &["A=1,2"]);
    outcome.assert_counts((1, 2), (1, 2), (3, 6));
}

#[test]
fn a_variable_that_takes_int_and_real_is_real() {
    // x is real from its second assignment, so the first quotient is one too.
    leaves("x = 7; A[0] = floor(x / 2 * 2); x = 0.5;", "[7, 2, 3, 4]");
    leaves("A[0] = 0.5;", "[0.5, 2.0, 3.0, 4.0]");
    // Real by what a callee writes into it.
    let text = "algoritam pola(X[], i) X[i] = X[i] / 2.0; kraj_algoritma
                algoritam f(A[]) pola(A, 0); A[1] = A[1] / 4; kraj_algoritma";
    assert_eq!(example(text, &["A=1,2"]).output("A"), "[0.5, 0.5]");
}

#[test]
fn logic_on_ints_and_bools() {
    leaves(
        "A[0] = not 0; A[1] = 1 and 0; A[2] = 0 or 1; A[3] = not not 1;",
        "[1, 0, 1, 1]",
    );
    // The right side would be out of bounds.
    leaves(
        "i = 3; ako (i+1 < 4 and A[i+1] > 0) A[0] = 9; inace A[0] = 8;",
        "[8, 2, 3, 4]",
    );
}

#[test]
fn whole_arrays() {
    let outcome = example(
        "algoritam f(A[])
             X[] = A[] * 2 + 1;
             A[] = unatrag(X[]);
             A[] += X[];
             A[] = A[] - 8;
         kraj_algoritma",
        &["A=1,2,3,4"],
    );
    // X = 3, 5, 7, 9; A + X = 12 everywhere.
    assert_eq!(outcome.output("A"), "[4, 4, 4, 4]");
    outcome.assert_counts((4, 16), (4, 16), (4 + 2 + 4 + 3, 4 * 13));
    assert_eq!(outcome.legal_on, ("erew", "erew"));
}

#[test]
fn calls_in_whole_array_expressions() {
    let text = "algoritam dvostruko(X[])
             polje R[duljina(X)];
             paralelno (za svaki i od 0 do duljina(X) - 1) R[i] = 2 * X[i]; kraj_paralelno
             vrati R[];
         kraj_algoritma
         algoritam uvecaj(X[])
             paralelno (za svaki i od 0 do duljina(X) - 1) X[i] += 1; kraj_paralelno
         kraj_algoritma
         algoritam f(A[])
             D[] = dvostruko(A[]);
             E[] = uvecaj(A[] * 10);
             A[] = dvostruko(D) + E[];
         kraj_algoritma";
    let outcome = example(text, &["A=1,2,3,4"]);
    assert_eq!(outcome.output("A"), "[15, 29, 43, 57]");
    // dvostruko 1 step (moved for free), the temporary 1, uvecaj 1 (moved), dvostruko 1, sum 1.
    outcome.assert_counts((5, 20), (5, 20), (3 + 3 + 3 + 3 + 4, 4 * 16));
}

#[test]
fn a_named_array_is_copied() {
    let text = "algoritam isti(X[]) vrati X[]; kraj_algoritma
                algoritam f(A[]) B[] = isti(A); B[0] = 7; A[1] = B[0]; kraj_algoritma";
    let outcome = example(text, &["A=1,2"]);
    assert_eq!(outcome.output("A"), "[1, 7]");
    assert_eq!((outcome.steps.time, outcome.steps.work), (3, 4));
}

const GENERIC: &str = "
algoritam ⊕_zbroji(A[], n)
    r = neutralni(⊕);
    za i = 0 do n-1
        r ⊕= A[i];
    vrati r;
kraj_algoritma
algoritam veci(a, b)
    ako (a > b) vrati a;
    vrati b;
kraj_algoritma
neutralni veci = 0;
";

#[test]
fn operators_as_parameters() {
    let calls = "algoritam f(A[], R[])
        R[0] = +_zbroji(A, 4); R[1] = *_zbroji(A, 4); R[2] = max_zbroji(A, 4);
        R[3] = min_zbroji(A, 4); R[4] = xor_zbroji(A, 4); R[5] = veci_zbroji(A, 4);
    kraj_algoritma";
    let text = format!("{GENERIC}{calls}");
    let outcome = example(&text, &["A=3,1,5,2", "R=0,0,0,0,0,0"]);
    assert_eq!(outcome.output("R"), "[11, 30, 5, 1, 5, 5]");
    // Of a built-in ⊕: r = neutral, 4 updates, the assignment of the result: 6 steps each.
    // Of veci: r = 0; each of 4 times the arguments (a read), the test, and the assignment: 3;
    // then the result's.
    assert_eq!(outcome.steps.time, 5 * 6 + 1 + 4 * 3 + 1);
}

#[test]
fn an_exact_definition_wins() {
    let text = format!(
        "{GENERIC}
        algoritam +_zbroji(A[], n) vrati 42; kraj_algoritma
        algoritam f(A[]) A[0] = +_zbroji(A, 2); A[1] = *_zbroji(A, 2); kraj_algoritma"
    );
    assert_eq!(example(&text, &["A=3,5"]).output("A"), "[42, 210]");
}

#[test]
fn parameters() {
    let text = "algoritam g(X[m], k = m - 1) vrati X[k] + m; kraj_algoritma
                algoritam f(A[n]) A[0] = g(A); A[1] = g(A, 1) + n; kraj_algoritma";
    let outcome = example(text, &["A=1,2,3,4"]);
    assert_eq!(outcome.output("A"), "[8, 10, 3, 4]");
    // Each: `vrati` (a read, an operator), then the assignment.
    assert_eq!(outcome.steps.time, 4);
}

#[test]
fn scalar_arguments_that_read_take_one_step() {
    let text = "algoritam g(x, y) vrati x; kraj_algoritma
                algoritam f(A[]) A[0] = g(A[1] + A[2], A[3]); kraj_algoritma";
    let outcome = example(text, &["A=1,2,3,4"]);
    assert_eq!(outcome.output("A"), "[5, 2, 3, 4]");
    // Arguments: three reads, one operator. Then the write.
    outcome.assert_counts((0, 0), (2, 2), (4 + 1, 4 + 1));
}

#[test]
fn headers_are_free_unless_they_read() {
    let text = "algoritam f(A[])
        za i = 2 - 1 do A[0] + 1 A[i] += 1;
        za i = 1 do 2 A[i] += 1;
    kraj_algoritma";
    let outcome = example(text, &["A=1,0,0"]);
    assert_eq!(outcome.output("A"), "[1, 2, 2]");
    // The header: one read, two operators.
    outcome.assert_counts((4, 4), (5, 5), (3 + 12, 3 + 12));
}

#[test]
fn c_style_loops() {
    let free = "algoritam f(A[]) za (j = 0; j < 3; j++) A[j] += 1; kraj_algoritma";
    let outcome = example(free, &["A=1,2,3"]);
    assert_eq!(outcome.output("A"), "[2, 3, 4]");
    outcome.assert_counts((3, 3), (3, 3), (9, 9));
    // The condition reads: init, 3 tests, 2 updates of j are steps, and the 2 bodies.
    let counted = "algoritam f(A[]) za (j = 0; j < A[0]; j++) A[j+1] = 7; kraj_algoritma";
    let outcome = example(counted, &["A=2,0,0"]);
    assert_eq!(outcome.output("A"), "[2, 7, 7]");
    outcome.assert_counts((2, 2), (1 + 3 + 2 + 2, 8), (1 + 3 * 2 + 2 + 2, 11));
}

#[test]
fn private_arrays_are_free() {
    let text = "algoritam f(A[])
        paralelno (za svaki i od 0 do 1)
            lokalno buf[2];
            buf[0] = A[i];
            buf[1] = buf[0] * 2;
            A[i] = buf[1];
        kraj_paralelno
    kraj_algoritma";
    let outcome = example_on("erew", text, &["A=1,2"]);
    assert_eq!(outcome.output("A"), "[2, 4]");
    assert_eq!((outcome.reads, outcome.writes), (2, 2));
    outcome.assert_counts((1, 2), (3, 6), (3, 6));
}

#[test]
fn a_private_array_that_a_nested_block_writes_is_shared() {
    let text = "algoritam f(A[])
        paralelno (za svaki i od 0 do 1)
            lokalno buf[2];
            paralelno (za svaki j od 0 do 1)
                buf[j] = 10*i + j;
            kraj_paralelno
            A[i] = buf[1];
        kraj_paralelno
    kraj_algoritma";
    let outcome = example_on("erew", text, &["A=1,2"]);
    assert_eq!(outcome.output("A"), "[1, 11]");
    assert_eq!((outcome.reads, outcome.writes), (2, 4 + 2));
}

/// The callee's block writes its parameter, a private array of the caller: shared only there.
#[test]
fn a_private_array_that_a_callees_block_writes() {
    let text = "algoritam puni(X[])
        paralelno (za svaki j od 0 do 1)
            X[j] = j;
        kraj_paralelno
    kraj_algoritma
    algoritam f(A[])
        paralelno (za svaki i od 0 do 1)
            lokalno buf[2];
            puni(buf);
            A[i] = buf[0] + buf[1];
        kraj_paralelno
    kraj_algoritma";
    let outcome = example_on("erew", text, &["A=5,5"]);
    assert_eq!(outcome.output("A"), "[1, 1]");
    assert_eq!((outcome.reads, outcome.writes), (0, 4 + 2));
}

#[test]
fn a_name_is_private_separately_per_block() {
    let text = "algoritam f(A[])
        j = 100;
        paralelno (za svaki i od 0 do 1)
            za j = 0 do 1 A[i] += j;
            t = A[i];
            A[i] = t + j;
        kraj_paralelno
        paralelno (za svaki i od 0 do 1)
            t = j;
            A[i] += t;
        kraj_paralelno
    kraj_algoritma";
    // In the first block j is the loop's own, 2 after the loop; in the second the control scalar.
    let outcome = example_on("erew", text, &["A=5,6"]);
    assert_eq!(outcome.output("A"), "[108, 109]");
    assert_eq!((outcome.reads, outcome.writes), (4 + 2 + 2, 4 + 2 + 2));
}

#[test]
fn two_indices_and_two_dimensions() {
    let text = "program
        polje M[2,3];
        paralelno (za svaki i od 0 do 1, j od 0 do 2)
            M[i,j] = 10*i + j;
        kraj_paralelno
        M[1][1] += 100;
        izlaz M[];
    kraj_programa";
    let outcome = example(text, &[]);
    assert_eq!(outcome.output("M"), "[0, 1, 2, 10, 111, 12]");
    assert_eq!(outcome.processors, 6);
}

#[test]
fn common_length_of_what_is_subscripted() {
    let text = "algoritam f(A[], B[])
        paralelno (za svaki indeks i)
            A[i] = B[i] + B[0];
        kraj_paralelno
        paralelno (za svaki element polja B, k)
            B[k] = k;
        kraj_paralelno
    kraj_algoritma";
    let outcome = example(text, &["A=0,0,0", "B=1,2,3"]);
    assert_eq!(
        (outcome.output("A"), outcome.output("B")),
        ("[2, 3, 4]".into(), "[0, 1, 2]".into())
    );
}

#[test]
fn a_program_and_its_inputs() {
    let text = "ulaz n = 4; ulaz A[n] = iota;
        program
            polje R[n];
            R[0] = A[n-1];
            izlaz R[], n;
        kraj_programa";
    let outcome = example(text, &[]);
    assert_eq!(
        (outcome.output("R"), outcome.output("n")),
        ("[3, _, _, _]".into(), "4".into())
    );
    assert_eq!(example(text, &["A=7,8"]).output("R"), "[8, _]");
}
