//! Turns of a loop that are taken together: whatever its body does, a run tells the same as one
//! that takes every turn by itself. Without proofs no turns are taken together.

use pram::pipeline::Options;
use proptest::prelude::*;

use super::ways::{check, told_alike};

/// Every processor adds up its own 8 elements.
fn sums(machine: &str, values: &str) -> String {
    let word = if machine.starts_with("apram") {
        "asinkrono "
    } else {
        ""
    };
    format!(
        "stroj {machine};\n\
         ulaz n = 6;\n\
         program\n\
         polje A[8*n];\n\
         A[] = 1;\n\
         polje S[n];\n\
         S[] = 0;\n\
         {values}\n\
         paralelno {word}(za svaki procesor i, i = 0, ..., n-1)\n\
             lokalno buf[8];\n\
             s = 0;\n\
             za k = 0 do 7\n\
                 buf[k] = A[8*i + k];\n\
             za k = 0 do 7\n\
                 s += buf[k];\n\
             S[i] = s;\n\
         kraj_paralelno\n\
         ispisi(S[0], \" \", S[3], \" \", S[5]);\n\
         kraj_programa\n"
    )
}

#[test]
fn shares_are_added_up() {
    // 8 ones each; with A[27] = 5 processor 3 has 4 more.
    for machine in ["EREW", "apram(d = 3, B = 4)"] {
        check(
            &sums(machine, "A[27] = 5;"),
            &Options::default(),
            &["\"8 12 8\""],
        );
    }
}

#[test]
fn of_several_faults_the_earliest_turn_counts() {
    // 2^62 + 2^62 does not fit. Processor 4 comes to its second one in turn 3, processors 1 and 2
    // in turn 5, in this order of the processors.
    let big = |cells: &[u32]| -> String {
        let assignments = cells.iter().map(|cell| format!("A[{cell}] = 2^62; "));
        assignments.collect()
    };
    let all = [32, 34, 8, 12, 16, 20];
    // Steps: filling both arrays, the assignments, s, 8 turns of the first loop, then this turn.
    let step = |assignments: usize, turn: usize| 2 + assignments + 1 + 8 + turn;
    for machine in ["EREW", "apram(d = 3, B = 4)"] {
        check(
            &sums(machine, &big(&all)),
            &Options::default(),
            &[&format!(
                "processor: Some(\"i = 4\"), step: Some({})",
                step(6, 3)
            )],
        );
        check(
            &sums(machine, &big(&all[2..])),
            &Options::default(),
            &[&format!(
                "processor: Some(\"i = 1\"), step: Some({})",
                step(4, 5)
            )],
        );
    }
}

#[test]
fn a_limit_is_reached_in_its_turn() {
    for limit in 1..24 {
        let mut options = Options::default();
        options.limits.steps = limit;
        // 2 + 0 + 1 + 8 + 8 + 1 steps.
        let fragments: &[&str] = if limit < 20 {
            &["max-steps"]
        } else {
            &["\"8 8 8\""]
        };
        check(&sums("EREW", ""), &options, fragments);
    }
}

#[test]
fn processors_that_meet_in_other_turns_are_found() {
    // In turn k processor i reads X[i + k]: nobody meets in a turn, as each is a step of its own.
    let slide = |write: &str| {
        format!(
            "stroj EREW;\nulaz n = 8;\nprogram\npolje X[2*n] = 1;\npolje Y[n] = 0;\n\
             paralelno (za svaki i od 0 do n-1)\n\
                 za k = 0 do 5 {{\n{write}\n}}\n\
             kraj_paralelno\nispisi(Y[0], \" \", X[9]);\nkraj_programa\n"
        )
    };
    check(
        &slide("Y[i] += X[i + k];"),
        &Options::default(),
        &["\"6 1\""],
    );
    // Each reads what its neighbour wrote in the turn before: X[i+k] counts the turns in which it
    // was written. X[9] is written by 7, 6, 5 and 4 in turns 2, 3, 4 and 5.
    check(&slide("X[i + k] += 1;"), &Options::default(), &["\"0 5\""]);
    // By all in one turn.
    check(
        &slide("Y[i] += X[k];"),
        &Options::default(),
        &["cell: \"X[0]\""],
    );
}

/// The turns of one loop for each first value, told apart by the sum of k + 1.
fn values_in_steps(word: &str, to: i64, step: i64) {
    const LAST: i64 = 12;
    let taken = |from: i64| {
        let forward = step.signum();
        let mut sum = 0;
        let mut k = from;
        while k * forward <= to * forward {
            sum += k + 1;
            k += step;
        }
        sum.to_string()
    };
    let machine = if word.is_empty() {
        "CREW"
    } else {
        "apram(d = 3, B = 4)"
    };
    let one = |from: i64| {
        format!("s = 0;\nza k = {from} do {to} korak {step}\ns += k + 1;\nS[13*i + {from}] = s;\n")
    };
    let loops: String = (0..=LAST).map(one).collect();
    let printed: Vec<String> = (0..=LAST).map(|from| format!("S[13 + {from}]")).collect();
    let expected: Vec<String> = (0..=LAST).map(taken).collect();
    check(
        &format!(
            "stroj {machine};\nprogram\npolje S[52];\n\
             paralelno {word}(za svaki i od 0 do 3)\n{loops}kraj_paralelno\n\
             ispisi({});\nkraj_programa\n",
            printed.join(", \" \", ")
        ),
        &Options::default(),
        &[&format!("\"{}\"", expected.join(" "))],
    );
}

#[test]
fn values_in_steps_up_and_down() {
    for step in [-7, -4, -3, -2, -1, 1, 2, 3, 5] {
        for (to, word) in [(0, ""), (1, ""), (5, ""), (12, ""), (1, "asinkrono ")] {
            values_in_steps(word, to, step);
        }
    }
}

/// Subscripts of an array with n·m elements, by processor i and turn k.
const SUBSCRIPTS: [&str; 13] = [
    "i*m + k",
    "k*n + i",
    "i",
    "i + k",
    "k",
    "i + n - k",
    "i*k",
    "(i + k) % n",
    "i*m + m - 1 - k",
    "2*i + k % 2",
    "i*m + j",
    "D[k]",
    "D[i] + k",
];

/// What is added.
const TERMS: [&str; 9] = [
    "A[@]", "s", "k", "buf[k]", "1", "i", "A[@] * s", "k * k", "t",
];

fn statement() -> impl Strategy<Value = String> {
    let at = prop::sample::select(&SUBSCRIPTS[..]);
    let term = prop::sample::select(&TERMS[..]);
    let operation = prop::sample::select(&["+", "-", "*"][..]);
    (at.clone(), at, term, operation, 0..9).prop_map(|(to, from, term, operation, kind)| {
        let term = term.replace('@', from);
        match kind {
            0 | 1 => format!("A[{to}] = A[{to}] {operation} {term};"),
            2 => format!("C[{to}] = {term};"),
            3 => format!("s {operation}= {term};"),
            4 => format!("s = {term};"),
            5 => format!("buf[k] = {term};"),
            6 => format!("j = {term};"),
            7 => format!("t = {term} {operation} k;"),
            _ => format!("s += A[{from}];"),
        }
    })
}

fn loops() -> impl Strategy<Value = String> {
    let header = prop::sample::select(
        &[
            "za k = 0 do m-1",
            "za k = m-1 do 0 korak -1",
            "za k = 0 do m-1 korak 2",
            "za k = m-1 do 0 korak -2",
            "za k = m-1 do i % 3 korak -3",
            "za k = i % 2 do m-1 korak 3",
            "za k = 1 do min(m-1, i + 2)",
            "za k = i % 2 do m-1",
        ][..],
    );
    let body = prop_oneof![
        prop::collection::vec(statement(), 1),
        prop::collection::vec(statement(), 2..5),
    ];
    (header, body).prop_map(|(header, body)| format!("{header} {{\n{}\n}}", body.join("\n")))
}

fn programs() -> impl Strategy<Value = String> {
    let machine = prop::sample::select(
        &[
            ("EREW", ""),
            ("CREW", ""),
            ("CRCW-arbitrary", ""),
            ("apram(d = 3, B = 4)", "asinkrono "),
        ][..],
    );
    let guard = prop::sample::select(&["", "ako (i % 3 != 1) {", "ako (i >= 2) {"][..]);
    let loops = prop::collection::vec(loops(), 1..3);
    let is_sequential = prop::bool::weighted(0.25);
    (machine, guard, loops, is_sequential, 2..14, 2..9).prop_map(
        |((machine, word), guard, loops, is_sequential, n, m)| {
            let (loops, end) = (loops.join("\n"), if guard.is_empty() { "" } else { "}" });
            // The same code for one processor outside of every block, or for n of them.
            let (begin, close) = if is_sequential {
                ("i = 1;\npolje buf[m];\n".to_owned(), "")
            } else {
                let header = "(za svaki procesor i, i = 0, ..., n-1)\nlokalno buf[m];\n";
                (format!("paralelno {word}{header}"), "kraj_paralelno\n")
            };
            format!(
                "stroj {machine};\nulaz n = {n};\nulaz m = {m};\nprogram\n\
                 polje A[2*n*m + 2*n + m];\npolje C[2*n*m + 2*n + m] = 3;\nA[] = 1;\n\
                 polje S[n]; polje J[n]; polje T[n];\n\
                 polje D[n + m];\nza k = 0 do n + m - 1\nD[k] = 3 * k % m;\n\
                 {begin}s = i * i;\nj = 0;\nt = 1;\nbuf[0] = i;\n\
                 {guard}\n{loops}\n{end}\nS[i] = s;\nJ[i] = j;\nT[i] = t;\n{close}\
                 izlaz A[]; izlaz C[]; izlaz S[]; izlaz J[]; izlaz T[];\nkraj_programa\n"
            )
        },
    )
}

proptest! {
    #![proptest_config(crate::cases::config(256))]

    #[test]
    fn turns_together_are_those_one_by_one(source in programs()) {
        told_alike(&source, &Options::default());
    }
}

#[test]
fn a_loop_that_would_never_end_ends_where_it_fails() {
    // 2^63 - 1 turns are ahead. A has 19 cells, so that i = 0 leaves it in turn 20, and i = 3, whose
    // cells begin with A[12], in turn 8. A step each, behind that of `i = 0`.
    let mut options = Options::default();
    options.limits.steps = u64::MAX;
    let block = "paralelno (za svaki i od 0 do n-1)";
    for (begin, close, place) in [
        ("i = 0;", "", "processor: None, step: Some(21)"),
        (
            block,
            "kraj_paralelno",
            "processor: Some(\"i = 3\"), step: Some(8)",
        ),
    ] {
        let source = format!(
            "stroj EREW;\nulaz n = 4;\nprogram\npolje A[n*n + 3];\n{begin}\n\
             za k = 0 do 9223372036854775806\nA[i*n + k] = k;\n{close}\nkraj_programa\n"
        );
        check(&source, &options, &["OutOfBounds", place]);
    }
}
