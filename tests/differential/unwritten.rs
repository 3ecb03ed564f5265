//! Who reads what was never written is found in its place, whether the machine looks cell by cell
//! or has settled beforehand what will be written. Without proofs it looks cell by cell.

use pram::pipeline::Options;
use proptest::prelude::*;

use super::ways::{check, told_alike};

/// 6 processors with 8 cells of A each, in a block; `before` stands before the block. Step 1 fills S.
fn program(before: &str, body: &str) -> String {
    format!(
        "stroj EREW;\nulaz n = 6;\nprogram\npolje A[8*n];\npolje S[n];\nS[] = 0;\n{before}\n\
         paralelno (za svaki i od 0 do n-1)\n{body}\nkraj_paralelno\n\
         ispisi(S[0], \" \", S[5]);\nkraj_programa\n"
    )
}

/// The first to read what was never written, and when.
fn fails(source: &str, processor: &str, step: u64) {
    let place = format!("processor: {processor}, step: Some({step})");
    check(source, &Options::default(), &["NeverWritten", &place]);
}

const FIRST: &str = "Some(\"i = 0\")";

#[test]
fn a_later_turn_does_not_help() {
    // In step 2 everybody writes its A[8*i], in step 3 it reads what it writes in turn 1, or last.
    for (last, later) in [(6, "k + 1"), (7, "7 - k")] {
        let body = format!("za k = 0 do {last} {{ A[8*i + k] = k; S[i] += A[8*i + {later}]; }}");
        fails(&program("", &body), FIRST, 3);
    }
    // 0 + 1 + … + 6 = 21
    let body = "za k = 0 do 6 { A[8*i + k] = k; S[i] += A[8*i + k]; }";
    check(&program("", body), &Options::default(), &["\"21 21\""]);
}

#[test]
fn gaps_are_found() {
    let even = "za k = 0 do 7 korak 2 A[8*i + k] = k;\n";
    let odd = "za k = 7 do 1 korak -2 A[8*i + k] = k;\n";
    let sum = "za k = 0 do 7 S[i] += A[8*i + k];";
    // Steps 2 to 5 write; 6 reads A[8*i], 7 reads A[8*i + 1].
    fails(&program("", &format!("{even}{sum}")), FIRST, 7);
    // The odd ones need 4 steps, too; 10 is the first that reads.
    fails(&program("", &format!("{odd}{sum}")), FIRST, 6);
    check(
        &program("", &format!("{even}{odd}{sum}")),
        &Options::default(),
        &["\"28 28\""],
    );
}

#[test]
fn what_many_statements_wrote_is_found() {
    let writes: Vec<String> = (0..12)
        .map(|at| format!("B[13*i + {at}] = {at};\n"))
        .collect();
    let writes = writes.concat();
    let body = |last: u32| format!("{writes}za k = 0 do {last} S[i] += B[13*i + k];");
    let before = "polje B[13*n];";
    // 0 + 1 + … + 11 = 66; S, 12 writes and 12 reads come before the read of B[12].
    check(
        &program(before, &body(11)),
        &Options::default(),
        &["\"66 66\""],
    );
    fails(&program(before, &body(12)), FIRST, 26);
}

#[test]
fn gaps_between_processors_are_found() {
    // Step 2 writes A[0], A[2], …, A[10]; in step 3 processor 1 reads A[1].
    let two_blocks = program(
        "paralelno (za svaki i od 0 do n-1)\nA[2*i] = i;\nkraj_paralelno",
        "S[i] = A[i];",
    );
    fails(&two_blocks, "Some(\"i = 1\")", 3);
    // Step 2 tests, processors 0, 2 and 4 write in step 3, and in step 4 all read.
    for who in ["i % 2 == 0", "i == 0 || i == 3 || i == 4"] {
        let body = format!("ako (A0[i] >= 0 && ({who})) {{ A[8*i] = 1; }}\nS[i] = A[8*i];");
        let source = program("polje A0[n] = 0;", &body);
        let told = told_alike(&source, &Options::default());
        assert!(told.contains("processor: Some(\"i = 1\")"), "{told}");
    }
}

#[test]
fn who_looks_for_itself_sees_nothing_early() {
    // D[k] = k: each turn reads the cell that it writes afterwards.
    let before = "polje D[8];\nza k = 0 do 7 D[k] = k;\n";
    for body in [
        "za k = 0 do 7 { x = A[D[k]]; A[k] = 1; }",
        "x = A[D[3]]; A[3] = 1;",
        "za k = 0 do 7 { A[k] = A[D[k]]; }",
        "za k = 0 do 7 { x = A[D[7 - k]]; A[k] = 1; }",
    ] {
        // S, 8 steps for D, and the next one fails.
        let source = program(&format!("{before}{body}"), "S[i] = i;");
        fails(&source, "None", 10);
    }
    let body = "A[0] = 1;\nza k = 0 do 6 { x = A[D[k]]; A[k + 1] = x + k; }\nS[0] = A[7];";
    // 1 + 0 + 1 + … + 6 = 22
    let source = program(&format!("{before}{body}"), "S[i] += 0;");
    check(&source, &Options::default(), &["\"22 0\""]);
}

#[test]
fn who_looks_for_itself_sees_nothing_of_what_comes_behind() {
    // 32 steps for D and one for S; the next one reads A[D[0]] = A[0], which the last loop writes.
    let source = "stroj CREW;\nulaz n = 16;\nprogram\npolje A[64]; polje D[32]; polje S[n];\n\
                  za k = 0 do 31 D[k] = k;\n\
                  paralelno (za svaki i od 0 do n-1)\nS[i] = i;\nkraj_paralelno\n\
                  za k = 0 do 31 x = A[D[k]];\nza k = 0 do 31 A[k] = k;\n\
                  ispisi(x);\nkraj_programa\n";
    fails(source, "None", 34);
}

#[test]
fn what_earlier_turns_wrote_is_found() {
    // Powers of two: A[8*i + k] = 2^k, so that A[7] + A[47] = 2^7 + 2^7.
    let powers = |first: u32, back: u32| {
        format!(
            "za k = 0 do {first} A[8*i + k] = 1;\n\
             za k = {} do 7 A[8*i + k] = A[8*i + k - {back}] + A[8*i + k - {back}];\nS[i] = A[8*i + 7];",
            first + 1
        )
    };
    check(
        &program("", &powers(0, 1)),
        &Options::default(),
        &["\"128 128\""],
    );
    // Two chains: 1, 1, 2, 2, 4, 4, 8, 8.
    check(
        &program("", &powers(1, 2)),
        &Options::default(),
        &["\"8 8\""],
    );
    // S, the first cell, and then A[8*i + 2] asks for A[8*i + 0], which is there, and A[8*i + 3] for
    // A[8*i + 1], which is not.
    let body = "A[8*i] = 1;\nza k = 2 do 7 A[8*i + k] = A[8*i + k - 2];";
    fails(&program("", body), FIRST, 4);
    // Down: A[8*i + 7] = 1 and the others follow it.
    let body =
        "A[8*i + 7] = 1;\nza k = 6 do 0 korak -1 A[8*i + k] = A[8*i + k + 1] + 1;\nS[i] = A[8*i];";
    check(&program("", body), &Options::default(), &["\"8 8\""]);
    // A later statement of the turn before: B[8*i + k] = k for k = 0 … 7.
    let body = "B[8*i] = 0;\nza k = 1 do 7 { A[8*i + k] = B[8*i + k - 1]; B[8*i + k] = A[8*i + k] + 1; }\n\
                S[i] = B[8*i + 7];";
    check(
        &program("polje B[8*n];", body),
        &Options::default(),
        &["\"7 7\""],
    );
}

#[test]
fn one_processor_writes_where_it_looks() {
    // The depths of a heap: node k hangs on node (k - 1) / 2. Of node 31 it is 5, of node 30 it is 4.
    let heap = |last: u32, parent: &str| {
        format!(
            "stroj EREW;\nulaz n = 32;\nprogram\npolje P[n];\nP[] = 0;\npolje depth[n];\n\
             za k = 1 do n-1 P[k] = {parent};\ndepth[0] = 0;\n\
             za k = 1 do {last} depth[k] = depth[P[k]] + 1;\n\
             ispisi(depth[30], \" \", depth[31]);\nkraj_programa\n"
        )
    };
    check(&heap(31, "(k - 1) / 2"), &Options::default(), &["\"4 5\""]);
    // P, 31 steps for it, one for depth[0]; node 1 hangs on node 2.
    fails(&heap(31, "k % 3 + 1"), "None", 34);
}

#[test]
fn a_new_array_is_unwritten_again() {
    // The second time nobody writes buf, which lies where the first one lay; the last cell is never
    // written.
    let body = "za t = 0 do 1 {\nparalelno (za svaki i od 0 do n-1)\nlokalno buf[9];\n\
                za k = 0 do 7 - 8*t buf[k] = k;\nza k = 0 do 7 S[i] += buf[k];\nkraj_paralelno\n}";
    // 8 + 8 steps the first time; the next one reads buf[0].
    fails(&program(body, "S[i] += 0;"), FIRST, 18);
}

#[test]
fn rows_that_overlap_are_found() {
    // Processors 0 and 1 write A[0], A[2] and A[3], A[5].
    let source = |last: u32| {
        format!(
            "stroj EREW;\nulaz n = 2;\nprogram\npolje A[9];\npolje S[n];\nS[] = 0;\n\
             paralelno (za svaki i od 0 do n-1)\nza k = 0 do 1\nA[3*i + 2*k] = k;\n\
             za k = 0 do {last}\nS[i] += A[3*i + 2*k];\nkraj_paralelno\n\
             ispisi(S[0], \" \", S[1]);\nkraj_programa\n"
        )
    };
    check(&source(1), &Options::default(), &["\"1 1\""]);
    // The third read is that of A[4] and A[7], in step 1 + 2 + 3.
    fails(&source(2), FIRST, 6);
}

#[test]
fn what_a_call_does_not_write_is_unwritten() {
    // L was written before, but what the call gives has two cells that were not.
    let source = |last: u32| {
        format!(
            "stroj EREW;\nulaz n = 4;\nalgoritam first_two(n)\npolje R[n];\nR[0] = 7;\nR[1] = 8;\n\
             vrati R[];\nkraj_algoritma\n\
             program\npolje L[n];\nL[] = 5;\npolje S[n];\nS[] = 0;\nL[] = first_two(n);\n\
             paralelno (za svaki i od 0 do {last})\nS[i] = L[i];\nkraj_paralelno\n\
             izlaz L[];\nispisi(S[0], \" \", S[1]);\nkraj_programa\n"
        )
    };
    check(&source(1), &Options::default(), &["\"7 8\""]);
    // Both arrays are filled in a step each, R gets its values in two more.
    fails(&source(3), "Some(\"i = 2\")", 5);
}

#[test]
fn a_limit_hides_nothing() {
    let body = "za k = 0 do 7 korak 2 A[8*i + k] = k;\nza k = 0 do 7 S[i] += A[8*i + k];";
    for limit in 1..10 {
        let mut options = Options::default();
        options.limits.steps = limit;
        let fragment = if limit < 7 {
            "max-steps"
        } else {
            "NeverWritten"
        };
        check(&program("", body), &options, &[fragment]);
    }
}

/// Subscripts of arrays of 160 cells, by processor #i of at most 17 and turn #k of at most 4.
const SUBSCRIPTS: [&str; 11] = [
    "#i",
    "#i + 5*#k",
    "8*#i + #k",
    "8*#i + 4 - #k",
    "2*#i + 6*#k",
    "#i + 4",
    "#k",
    "159 - #i - 20*#k",
    "#t + #k",
    "D[#i]",
    "D[#k]",
];

fn statement() -> impl Strategy<Value = String> {
    let array = prop::sample::select(&["A", "B"][..]);
    let at = prop::sample::select(&SUBSCRIPTS[..]);
    (array.clone(), at.clone(), array, at, 0..10).prop_map(
        |(to, at, from, source, kind)| match kind {
            8 => "#t = D[#k];".to_owned(),
            9 => "C[#i] = #k;".to_owned(),
            0..4 => format!("{to}[{at}] = #i + #k;"),
            4 | 5 => format!("{to}[{at}] = {from}[{source}];"),
            6 => format!("#s += {from}[{source}];"),
            _ => format!("{to}[{at}] += 1;"),
        },
    )
}

/// A loop with several turns or one.
fn loops() -> impl Strategy<Value = String> {
    let headers = [
        "za #k = 1 do 1",
        "za #k = 0 do 4",
        "za #k = 4 do 0 korak -2",
    ];
    let header = prop::sample::select(headers.to_vec());
    (header, prop::collection::vec(statement(), 1..4))
        .prop_map(|(header, body)| format!("{header} {{\n{}\n}}\n", body.join("\n")))
}

fn programs() -> impl Strategy<Value = String> {
    let machines = [
        ("CREW", ""),
        ("CRCW-arbitrary", ""),
        ("apram(d = 3, B = 4)", "asinkrono "),
    ];
    let machine = prop::sample::select(machines.to_vec());
    let part = (prop::collection::vec(loops(), 1..4), 0..4_u8);
    (machine, prop::collection::vec(part, 1..4), 2..18).prop_map(|((machine, word), parts, n)| {
        let part = |(loops, kind): (Vec<String>, u8)| {
            let loops = loops.concat();
            // One processor outside of every block; some in a block, or all of them.
            if kind == 0 {
                return loops.replace('#', "my");
            }
            let body = if kind == 1 {
                format!("ako (i % 2 == 0) {{\n{loops}}}\n")
            } else {
                loops
            };
            let header = "(za svaki procesor i, i = 0, ..., n-1)";
            let begin = format!("paralelno {word}{header}\n#s = 0; #t = 0;\n");
            format!("{begin}{body}kraj_paralelno\n").replace('#', "")
        };
        let parts: String = parts.into_iter().map(part).collect();
        format!(
            "stroj {machine};\nulaz n = {n};\nprogram\npolje A[160]; polje B[160]; polje C[n];\n\
             polje D[18];\nA[20] = 0; B[20] = 0;\nza c = 0 do 17\nD[c] = (2*c + 1) % 19;\n\
             myi = 1; mys = 0; myt = 0;\n{parts}izlaz A[]; izlaz B[];\nkraj_programa\n"
        )
    })
}

proptest! {
    #![proptest_config(crate::cases::config(256))]

    #[test]
    fn what_was_never_written_is_found_alike(source in programs()) {
        told_alike(&source, &Options::default());
    }
}
