//! Steps that are put off and executed tile by tile: whatever becomes of them, a run tells the same
//! as one that executes every step at once. Without proofs no step is put off.

use pram::pipeline::Options;

use super::ways::check;

/// A tree of sums over 64 elements, in tiles of a few cells each: whole subtrees are put off.
const TREE: &str = "\
stroj EREW;
ulaz n = 64;
ulaz A[n] = 1;
algoritam zbroj(A[], n = duljina(A))
    za d = 0 do ceil(log n) - 1
        paralelno (za svaki i od 0 do n-1-2^d korak 2^(d+1))
            A[i] += A[i+2^d];
        kraj_paralelno
kraj_algoritma
";

fn tree(program: &str) -> String {
    format!("{TREE}program\n{program}\nkraj_programa\n")
}

#[test]
fn sums_and_counts_are_those_of_every_step() {
    // 64 ones; 6 levels, of 3 instructions and the loop's own: 6 rounds, 63 additions.
    check(
        &tree("zbroj(A[], n); ispisi(A[0], \" \", A[32], \" \", A[1]);"),
        &Options::default(),
        &["\"64 32 1\""],
    );
}

#[test]
fn of_several_faults_the_earliest_step_counts() {
    // 2^62 + 2^62 does not fit. A[0] + A[2] is of level 1, in the first tile; A[40] + A[41] and
    // A[60] + A[61] are of level 0, in later ones. Six assignments come before level 0.
    let big = |cells: &[u32]| -> String {
        let assignments = cells.iter().map(|cell| format!("A[{cell}] = 2^62; "));
        assignments.collect()
    };
    let source = tree(&format!("{}zbroj(A[], n);", big(&[0, 2, 40, 41, 60, 61])));
    check(
        &source,
        &Options::default(),
        &["processor: Some(\"i = 40\"), step: Some(7)"],
    );
    // Without those of level 0 that of level 1 is left.
    let source = tree(&format!("{}zbroj(A[], n);", big(&[0, 2])));
    check(
        &source,
        &Options::default(),
        &["processor: Some(\"i = 0\"), step: Some(4)"],
    );
}

#[test]
fn a_fault_of_what_was_put_off_comes_before_later_ones() {
    let source = tree("A[40] = 2^62; A[41] = 2^62; zbroj(A[], n); x = 1 / (n - n);");
    check(
        &source,
        &Options::default(),
        &["processor: Some(\"i = 40\"), step: Some(3)"],
    );
    let source = tree("zbroj(A[], n); x = 1 / (n - n);");
    check(&source, &Options::default(), &["DivisionByZero"]);
}

#[test]
fn a_limit_is_reached_after_the_steps_before_it() {
    for limit in 1..9 {
        let mut options = Options::default();
        options.limits.steps = limit;
        let source = tree("zbroj(A[], n);");
        check(
            &source,
            &options,
            if limit < 6 { &["max-steps"] } else { &[] },
        );
        let source = tree("A[8] = 2^62; A[10] = 2^62; zbroj(A[], n);");
        check(
            &source,
            &options,
            if limit < 4 {
                &["max-steps"]
            } else {
                &["Some(\"i = 8\")"]
            },
        );
    }
}

#[test]
fn cells_that_nobody_wrote_are_found() {
    // B[i] is written where i is even, so the second block finds all it reads, and the third nothing:
    // its step is the third.
    let source = "\
stroj EREW;
ulaz n = 64;
program
    polje B[n];
    paralelno (za svaki i od 0 do n-1 korak 2)
        B[i] = i;
    kraj_paralelno
    paralelno (za svaki i od 0 do n-1 korak 4)
        B[i] += B[i+2];
    kraj_paralelno
    paralelno (za svaki i od 0 do n-1 korak 8)
        B[i] += B[i+5];
    kraj_paralelno
kraj_programa
";
    check(
        source,
        &Options::default(),
        &["processor: Some(\"i = 0\"), step: Some(3)"],
    );
}

#[test]
fn scalars_are_carried_from_passage_to_passage() {
    // Each processor adds up 0 + 1 + … + 9 times its index, in a loop whose steps are put off; then
    // the scalar becomes the same for all, and the loop's variable something else.
    let source = "\
stroj EREW;
ulaz n = 64;
program
    polje B[n];
    polje C[n];
    paralelno (za svaki i od 0 do n-1)
        s = 0;
        za k = 0 do 9
            s += i * k;
        B[i] = s;
        s = 7;
        k = 3;
        C[i] = s + k;
    kraj_paralelno
    ispisi(B[0], \" \", B[1], \" \", B[63], \" \", C[63]);
kraj_programa
";
    // 45, and 63 * 45 = 2835.
    check(source, &Options::default(), &["\"0 45 2835 10\""]);
}

#[test]
fn a_loop_of_an_asynchronous_block_fails_where_it_first_does() {
    // Processor 5 would add 2^62 twice by turn 4, processor 2 by turn 6.
    let source = "\
stroj apram(d = 2, B = 4, p = 64);
ulaz n = 64;
ulaz A[n] = 1;
program
    paralelno asinkrono (za svaki procesor i, i = 0, ..., 63)
        lokalno buf[10];
        za k = 0 do 9
            buf[k] = A[i];
        five = max(0, 1 - (i-5) * (i-5));
        two = max(0, 1 - (i-2) * (i-2));
        buf[1] = (five + two) * 2^62;
        buf[4] = five * 2^62;
        buf[6] = two * 2^62;
        s = 0;
        za k = 0 do 9
            s += buf[k];
        A[i] = s;
    kraj_paralelno
kraj_programa
";
    check(source, &Options::default(), &["processor: Some(\"i = 5\")"]);
}

#[test]
fn one_processor_finds_what_was_put_off_in_its_own_scalar() {
    // The loop that assigns x is put off behind the block; x = 31 afterwards, and B[31 + k] is
    // written for k = 0 … 31.
    let source = "stroj CREW;\nulaz n = 16;\nprogram\npolje B[200] = 0; polje D[32]; polje S[n];\n\
                  x = 0;\nza k = 0 do 31 D[k] = k;\n\
                  paralelno (za svaki i od 0 do n-1)\nS[i] = i;\nkraj_paralelno\n\
                  za k = 0 do 31 x = D[k];\nza k = 0 do 31 B[x + k] = 1;\n\
                  ispisi(B[0], \" \", B[30], \" \", B[31], \" \", B[62], \" \", B[63]);\nkraj_programa\n";
    check(source, &Options::default(), &["\"0 0 1 1 0\""]);
}
