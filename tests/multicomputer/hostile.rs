//! Bad input: nothing panics, nothing hangs.

use pram::pipeline::machine::{AskedMachine, MachineKind};
use pram::pipeline::network::NetworkOptions;
use pram::pipeline::{Limits, Options};
use pram::result::messages::MessageVerdict;

use super::{block, ring, run, run_with, verdict};

#[test]
fn machines_that_there_are_not() {
    for (machine, code) in [
        ("hiperkocka(p = 6, t_s = 1, t_w = 1)", "E0207"),
        ("stablo(p = 6, t_s = 1, t_w = 1)", "E0207"),
        ("mreza(p = 6, t_s = 1, t_w = 1)", "E0207"),
        ("mreza(0, 3, t_s = 1, t_w = 1)", "E0207"),
        ("prsten(p = 0, t_s = 1, t_w = 1)", "E0207"),
        ("prsten(p = 2.5, t_s = 1, t_w = 1)", "E0207"),
        ("hiperkocka(-1, t_s = 1, t_w = 1)", "E0207"),
        ("hiperkocka(64, t_s = 1, t_w = 1)", "E0207"),
        ("mreza(100000, 100000, t_s = 1, t_w = 1)", "E0207"),
        ("prsten(p = 99999999999, t_s = 1, t_w = 1)", "E0207"),
        ("prsten(p = 2, t_s = -1, t_w = 1)", "E0207"),
        ("prsten(p = 2, t_s = 1, t_w = 1, t_c = -0.5)", "E0207"),
        ("prsten(p = 2, t_w = 1)", "E0207"),
        ("prsten(p = 2, t_s = 1)", "E0207"),
        ("prsten(p = 2)", "E0207"),
        ("prsten(t_s = 1, t_w = 1)", "E0208"),
        ("prsten(p = 2, t_s = 1e40, t_w = 1)", "E0207"),
        ("prsten(p = 2, t_s = 1/0, t_w = 1)", "E0402"),
        ("prsten(p = 2, t_s = 1, t_w = 1, portovi = tri)", "E0207"),
        ("prsten(p = 2, t_s = 1, t_w = 1, boja = 3)", "E0207"),
        // Of a machine that was built, no time of an instruction is known.
        ("paragon(p = 4)", "E0207"),
        ("prsten(3, 4, t_s = 1, t_w = 1)", "E0207"),
        ("hiperkocka(2, 2, t_s = 1, t_w = 1)", "E0207"),
        ("mreza(2, 3, p = 4, t_s = 1, t_w = 1)", "E0207"),
        // Times are added up exactly.
        ("prsten(p = 2, t_s = 1/3, t_w = 1)", "E0207"),
        ("prsten(p = 2, t_s = log 3, t_w = 1)", "E0207"),
        ("prsten(p = 2, t_s = 1, t_w = true)", "E0207"),
        ("prsten(p = 2, t_s = 1, t_w = 1 - 2)", "E0207"),
        ("prsten(p = 2, t_s = 1e-30 / 2^20, t_w = 1)", "E0207"),
    ] {
        run(&block(machine, "x = i;")).ends_in(code);
    }
    for machine in ["prsten(p = 2^32", "mreza(2^40, 2", "prsten(p = 2^24 + 1"] {
        let told = run(&block(&format!("{machine}, t_s = 1, t_w = 1)"), "x = i;"));
        assert!(
            told.problems.contains("at most 16777216"),
            "{}",
            told.problems
        );
    }
    let told = run(&block("prsten(p = 2)", "x = i;"));
    assert!(
        told.problems.contains("--ts") && told.problems.contains("--tw"),
        "{}",
        told.problems
    );
    let told = run(&block("mreza(p = 6, t_s = 1, t_w = 1)", "x = i;"));
    assert!(told.problems.contains("mreza(2, 3, "), "{}", told.problems);
}

#[test]
fn sizes_that_are_given_a_name() {
    for machine in [
        "hiperkocka(d = 3, t_s = 1, t_w = 1)",
        "mreza(R = 2, C = 2, t_s = 1, t_w = 1)",
    ] {
        let told = run(&block(machine, "x = i;")).ends_in("E0207");
        assert!(told.problems.contains("stand first"), "{}", told.problems);
    }
}

/// `/` is exact here, and decimals are what is written: in binary 0.1 + 0.2 is more than 0.3.
#[test]
fn times_are_computed_exactly() {
    let body = "posalji i prema desno; primi x od lijevo;";
    for (times, time) in [
        ("t_s = 1/2, t_w = 7", "7.5"),
        ("t_s = 0.1 + 0.2, t_w = 7/2", "3.8"),
        ("t_s = 3 * 0.1, t_w = 1/8", "0.425"),
        ("t_s = sqrt(4), t_w = 1e-3 * 2", "2.002"),
        ("t_s = 7 / 40, t_w = 0", "0.175"),
    ] {
        let run = run(&block(&format!("prsten(p = 4, {times})"), body)).ends_well();
        let found = run.network.expect("a cost").time.to_string();
        assert_eq!(found, time, "{times}");
    }
}

#[test]
fn times_that_are_zero_or_large() {
    let body = "posalji i prema (i+1) mod p; primi x od (i+p-1) mod p;";
    let text = block("prsten(p = 3, t_s = 0, t_w = 0, t_c = 0)", body);
    assert_eq!(
        run(&text)
            .ends_well()
            .network
            .expect("a cost")
            .time
            .to_string(),
        "0"
    );
    let text = block("prsten(p = 3, t_s = 0.1, t_w = 1e30)", body);
    let time = run(&text).ends_well().network.expect("a cost").time;
    assert_eq!(time.to_string(), format!("1{}.1", "0".repeat(30)));
    // More than 128 bits.
    let text = block(
        "prsten(p = 3, t_s = 1e37, t_w = 1)",
        &format!("ponovi 100 puta {body} kraj_ponovi"),
    );
    run(&text).ends_in("E0401");
    // T = 10^38 + 1 is less than 2^127, C = 4·T is more.
    let once = "posalji i prema desno; primi x od lijevo;";
    run(&block("prsten(p = 4, t_s = 1e38, t_w = 1)", once)).ends_in("E0401");
}

/// A run that is cut has not shown that the program is wrong.
#[test]
fn what_is_cut_is_not_judged() {
    let long = block(
        "potpuni(p = 3, t_s = 100, t_w = 7)",
        "za k = 1 do 10000\ns = k;",
    );
    assert_eq!(verdict(&long, limited(1000, 10)), MessageVerdict::Open);
    assert_eq!(verdict(&long, Options::default()), MessageVerdict::Safe);
    let many = block(
        "prsten(p = 3, t_s = 100, t_w = 7)",
        "za k = 1 do 9 { posalji i prema desno; primi x od lijevo; }",
    );
    assert_eq!(verdict(&many, limited(1000, 10)), MessageVerdict::Open);
    let all = MessageVerdict::ReliesOnBuffering;
    assert_eq!(verdict(&many, limited(1000, 100)), all);
    let stuck = block("prsten(p = 3, t_s = 100, t_w = 7)", "primi x od lijevo;");
    assert_eq!(verdict(&stuck, Options::default()), MessageVerdict::Wrong);
}

fn limited(steps: u64, messages: u64) -> Options {
    Options {
        limits: Limits {
            steps,
            ..Limits::default()
        },
        network: NetworkOptions {
            max_messages: Some(messages),
            ..NetworkOptions::default()
        },
        ..Options::default()
    }
}

#[test]
fn limits_end_what_does_not_end_itself() {
    let free = "prsten(p = 2, t_s = 0, t_w = 0, t_c = 0)";
    let costly = "prsten(p = 2, t_s = 100, t_w = 7)";
    for machine in [free, costly] {
        for body in [
            "dok (not ima_poruke(bilo_koga)) { }",
            "x = 1; dok (x == 1) { }",
            "x = 1; dok (x == 1) { posalji prema 1 - i; primi od 1 - i; }",
            "x = 1; dok (x == 1) { posalji prema 1 - i; }",
        ] {
            run_with(&block(machine, body), limited(10_000, 1_000_000), &[]).ends_in("E0601");
        }
    }
    let endless = "x = 1; dok (x == 1) { posalji_odmah prema i; primi od i; }";
    let told = run_with(&ring(endless), limited(100_000_000, 1000), &[]).ends_in("E0601");
    assert!(
        told.problems.contains("--max-messages"),
        "{}",
        told.problems
    );
    let told = run_with(
        &block(free, "dok (not ima_poruke(bilo_koga)) { }"),
        limited(10_000, 1000),
        &[],
    );
    assert!(told.problems.contains("t_c"), "{}", told.problems);
}

/// What nobody receives fills the memory: a quarter of a million messages of a word, or 8000 of 1000.
#[test]
fn messages_that_wait_are_part_of_the_memory() {
    let options = || Options {
        limits: Limits {
            memory: 64 << 20,
            ..Limits::default()
        },
        ..Options::default()
    };
    for body in [
        "za k = 1 do 10^9 posalji_odmah k prema 0;",
        "lokalno X[1000] = i; za k = 1 do 10^9 posalji X[] prema 0;",
    ] {
        let told = run_with(&ring(body), options(), &[]).ends_in("E0602");
        let what = "what is sent and not received";
        assert!(told.problems.contains(what), "{}", told.problems);
    }
    // What is received makes room: far more is sent here, and never much at a time.
    let body = "lokalno X[1000] = i;
za k = 1 do 5000 { posalji X[] prema desno; primi X[] od lijevo; }";
    run_with(&ring(body), options(), &[]).ends_well();
}

#[test]
fn processors_are_limited() {
    let options = Options {
        limits: Limits {
            processors: 3,
            ..Limits::default()
        },
        ..Options::default()
    };
    run_with(&ring("x = i;"), options, &[]).ends_in("E0603");
}

#[test]
fn recursion_and_memory_are_limited() {
    let text = format!("algoritam f(k) f(k + 1); kraj_algoritma\n{}", ring("f(0);"));
    run(&text).ends_in("E0604");
    run(&ring("lokalno X[4000000000] = 0;")).ends_in("E0602");
    run(&ring("lokalno X[-1] = 0;")).ends_in("E0411");
}

#[test]
fn messages_to_oneself_and_of_nothing() {
    run(&ring(
        "posalji_odmah i prema i; primi x od i; tvrdi(x == i);",
    ))
    .ends_well();
    run(&ring("posalji i prema i; primi x od i; tvrdi(x == i);")).ends_well();
    run(&ring("posalji prema i; primi od i;")).ends_well();
    run(&ring(
        "lokalno X[0] = 0; posalji X[] prema i; primi X[] od i;",
    ))
    .ends_well();
    run(&block(
        "potpuni(p = 1, t_s = 1, t_w = 1)",
        "posalji 1 prema 0; primi x od 0;",
    ))
    .ends_well();
}

#[test]
fn faults_in_processors_are_told_with_their_indices() {
    for (body, code) in [
        ("x = 1 / (i - 2);", "E0402"),
        ("L[i + 3] = 1;", "E0403"),
        ("lokalno x; y = x;", "E0404"),
        ("x = sqrt(2 - i);", "E0405"),
        ("tvrdi(i < 2);", "E0409"),
        ("posalji L[i + 3] prema i; primi x od i;", "E0403"),
    ] {
        let told = run(&ring(body)).ends_in(code);
        assert!(told.problems.contains("i = "), "{}", told.problems);
    }
}

/// Without the network its processors are those of the shared memory: by its `p` or its sizes.
#[test]
fn other_machines_take_the_processors_of_the_file() {
    let body = "paralelno (za svaki procesor i, i = 0, ..., p-1)\nA[i] = p;\nkraj_paralelno";
    for (network, processors) in [
        ("prsten(p = n, t_s = 1, t_w = 1)", "6"),
        ("mreza(2, n, t_s = 1, t_w = 1)", "12"),
        ("hiperkocka(3, t_s = 1, t_w = 1)", "8"),
    ] {
        let text = format!(
            "ulaz n = 6;\nstroj {network};\nprogram\npolje A[100] = 0;\n{body}\nr = A[0];\nizlaz r;\nkraj_programa\n"
        );
        for asked in [
            AskedMachine::Shared(MachineKind::Pram),
            AskedMachine::Shared(MachineKind::Apram),
        ] {
            let options = Options {
                machine: Some(asked),
                delay: Some(1),
                barrier: Some("1".to_owned()),
                ..Options::default()
            };
            let run = run_with(&text, options, &[]).ends_well();
            let first = run.outputs["r"].to_string();
            assert_eq!(first, processors, "{network} {asked:?}");
        }
    }
}
