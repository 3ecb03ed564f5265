//! Sequential code, which an interpreter of its own executes: a run tells the same as one in which
//! the machine executes every instruction in its general way. Without proofs that is what it does.

use pram::pipeline::Options;

use super::ways::{check, told_alike};

fn program(body: &str) -> String {
    format!("ulaz n = 9;\nulaz A[n] = lista;\nprogram\n{body}\nkraj_programa\n")
}

fn alike(source: &str, fragments: &[&str]) {
    check(source, &Options::default(), fragments);
}

#[test]
fn loops_and_branches() {
    // 27 needs 111 passes of the Collatz rule.
    alike(
        &program(
            "x = 27; k = 0; dok (x != 1) { ako (x % 2 == 0) x = x / 2; inace x = 3*x + 1; k++; } ispisi(k);",
        ),
        &["\"111\""],
    );
    // 1 + 2 + … + 10 without the multiples of 3 up to 8: 55 - 9 = 46, left at 9.
    alike(
        &program(
            "s = 0; za i = 1 do 20 { ako (i == 11) prekini; ako (i % 3 == 0 and i < 9) nastavi; s += i; } ispisi(s);",
        ),
        &["\"46\""],
    );
    // Down from 10 by 3: 10, 7, 4, 1; and by a step that the run computes: 0, 2, 4.
    alike(
        &program(
            "s = 0; za i = 10 do 0 korak -3 s = 100*s + i; ispisi(s);\nk = 2; t = 0; za i = 0 do 5 korak k t = 10*t + i; ispisi(t);\nza i = 5 do 4 t = 0; ponovi 3 puta t++; kraj_ponovi ispisi(t);",
        ),
        &["\"10070401\"", "\"24\"", "\"27\""],
    );
    // The variable cannot go beyond the largest int.
    alike(
        &program("k = 0; za i = 2^62 + (2^62 - 2) do 2^62 + (2^62 - 1) k++; ispisi(k, \" \", i);"),
        &["\"2 9223372036854775807\""],
    );
}

#[test]
fn what_is_guarded_is_counted_where_it_is_reached() {
    // i = 0, 1, 2: A[i] is read where i > 0.
    alike(
        &program(
            "polje X[3] = {5, 6, 7}; k = 0; za i = 0 do 2 ako (i > 0 and X[i] > 6 or i == 0) k++; ispisi(k);",
        ),
        &["\"2\""],
    );
    alike(
        &program(
            "polje X[3] = {5, 6, 7}; b = istina; za i = 0 do 4 { b = i < 3 and X[i] > 5; ispisi(b); }",
        ),
        &[],
    );
}

/// What is free has guarded stretches too, which belong to no step: the `ako` behind an assertion
/// takes as many instructions as without it.
#[test]
fn what_is_guarded_in_an_assertion_is_free() {
    let told = |assertion: &str| {
        let body = format!(
            "polje X[3] = {{5, 6, 7}}; q = laz; {assertion} ako (q and X[0] > 2) q = istina; ispisi(q);"
        );
        told_alike(&program(&body), &Options::default())
    };
    let cost = |told: &str| {
        let at = told.find("Cost {").expect("a run has its cost");
        told[at..].split("reads").next().map(str::to_owned)
    };
    let without = told("");
    let with = told("tvrdi(X[0] > 1 and X[1] > 2 or X[2] > 3);");
    assert_eq!(cost(&with), cost(&without));
}

#[test]
fn calls_and_recursion() {
    let fib =
        "algoritam fib(n)\nako (n < 2) vrati n;\nvrati fib(n-1) + fib(n-2);\nkraj_algoritma\n";
    alike(
        &format!("{fib}program\nispisi(fib(15));\nkraj_programa"),
        &["\"610\""],
    );
    // Bounded by --max-depth: the first call is 1 deep.
    for depth in 1..8 {
        let mut options = Options::default();
        options.limits.depth = depth;
        // fib(5) calls fib(4) … fib(1): 5 deep.
        let fragment = if depth < 5 { "max-depth" } else { "\"5\"" };
        check(
            &format!("{fib}program\nispisi(fib(5));\nkraj_programa"),
            &options,
            &[fragment],
        );
    }
    // An array by reference, one that is made and returned, one that is dropped.
    alike(
        "algoritam udvostruci(X[], m)\npolje R[m];\npolje S[m] = 3;\nza i = 0 do m-1 { R[i] = 2*X[i]; X[i] = S[i]; }\nvrati R[];\nkraj_algoritma\n\
         program\npolje P[4] = {1, 2, 3, 4};\nza k = 1 do 3 { P[] = udvostruci(P[], 4); }\nispisi(P[0], \" \", P[3]);\nizlaz P[];\nkraj_programa",
        &["\"8 32\""],
    );
    // `vrati` from two loops and a branch.
    alike(
        "algoritam f(x)\nza i = 0 do 9 za j = 0 do 9 { ako (i*j == x) vrati 10*i + j; }\nvrati -1;\nkraj_algoritma\n\
         program\nza x = 0 do 90 korak 7 ispisi(f(x));\nkraj_programa",
        // 0 = 0·0, 7 = 1·7, 35 = 5·7, 77 = 77/7 = 11: none.
        &["\"0\"", "\"17\"", "\"57\"", "\"-1\""],
    );
}

#[test]
fn blocks_inside_of_calls_and_loops() {
    // Each level of the recursion opens a block on X: 3 + 2 + 1 for every element.
    alike(
        "algoritam f(X[], k)\nako (k > 0) { dok (k > 0) { paralelno (za svaki i od 0 do 3) X[i] += k; kraj_paralelno\nf(X, k - 1); vrati; } }\nkraj_algoritma\n\
         program\npolje X[4] = 0;\nza t = 1 do 2 { ako (t > 0) { f(X[], 3); s = X[t]; } }\nispisi(X[0], \" \", s);\nkraj_programa",
        &["\"12 12\""],
    );
}

#[test]
fn faults_and_unwritten_values() {
    alike(
        &program("s = 1; za i = 0 do 70 s = s * 2;"),
        &["Overflow", "step: Some(64)"],
    );
    alike(
        &program("polje X[4]; za i = 0 do 4 X[i] = i;"),
        &["OutOfBounds"],
    );
    alike(
        &program("polje X[4]; za i = 0 do 2 X[i] = i; s = 0; za i = 0 do 3 s += X[i];"),
        &["NeverWritten"],
    );
    alike(
        &program("za i = 0 do 3 { ako (i > 5) y = i; } z = y;"),
        &["NeverWritten"],
    );
    alike(&program("za i = -3 do 3 z = 6 / i;"), &["DivisionByZero"]);
    alike(
        &program("za i = 0 do 3 tvrdi(i < 3, \"kraj\");"),
        &["AssertionFailed"],
    );
    alike(
        "algoritam f(x)\nako (x > 3) vrati 1;\nkraj_algoritma\nprogram\ns = f(4) + f(3);\nkraj_programa",
        &["NoResult"],
    );
}

#[test]
fn matrices_lists_and_lengths() {
    // Row sums of {{1,2,3},{4,5,6}}: 6, 15; the product of row and column counts is 6.
    alike(
        &program(
            "polje M[2,3]; za i = 0 do 1 za j = 0 do 2 M[i,j] = 3*i + j + 1;\n\
             za i = 0 do 1 { s = 0; za j = 0 do duljina(M, 1) - 1 s += M[i,j]; ispisi(s, \" \", duljina(M)); }",
        ),
        &["\"6 6\"", "\"15 6\""],
    );
    alike(&program("polje X[3] = {1, 2}; "), &["LengthsDiffer"]);
    alike(
        &program("za k = 3 do -1 korak -1 { polje X[k]; }"),
        &["BadLength"],
    );
}

#[test]
fn limits_are_reached_at_the_same_step() {
    let source = program("s = 0; za i = 1 do 8 { ako (i % 2 == 0) s += i; } ispisi(s);");
    // s, 8 tests, 4 additions.
    for limit in 1..20 {
        let mut options = Options::default();
        options.limits.steps = limit;
        let fragment = if limit < 13 { "max-steps" } else { "\"20\"" };
        check(&source, &options, &[fragment]);
    }
    // Loops without a step have turns that count.
    let mut options = Options::default();
    options.limits.steps = 1000;
    check(&program("dok (istina) { }"), &options, &["max-steps"]);
    check(&program("za i = 0 do 2000 { }"), &options, &["max-steps"]);
    options.limits.memory = 100_000;
    let grow = "algoritam f(k)\npolje X[500] = 0;\nf(k + 1);\nkraj_algoritma\nprogram\nf(0);\nkraj_programa";
    check(grow, &options, &["max-memory"]);
}
