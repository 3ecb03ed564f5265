//! Barriers that have a time of their own, and collectives that make all wait.

use pram::pipeline::Options;
use pram::pipeline::network::{Collectives, NetworkOptions};

use super::{Told, block, ring, run, run_with};

fn with_barrier(text: &str, time: &str) -> Told {
    let options = Options {
        barrier: Some(time.to_owned()),
        ..Options::default()
    };
    run_with(text, options, &[])
}

fn with_synchronous_collectives(text: &str) -> Told {
    let network = NetworkOptions {
        collectives: Collectives::Synchronous,
        ..NetworkOptions::default()
    };
    let options = Options {
        network,
        ..Options::default()
    };
    run_with(text, options, &[])
}

/// T, and how often each parameter enters it, B last.
#[track_caller]
fn costs(told: Told, time: &str, counts: [u64; 6]) {
    let run = told.ends_well();
    let cost = run.network.expect("it is a multicomputer");
    assert_eq!(
        (cost.time.to_string().as_str(), cost.path.counts()),
        (time, counts)
    );
}

/// Processor 3 comes to the first barrier with 1 + 3 instructions, the last one. Then all send one
/// word and receive one, `2 t_o` (0), and come to the second barrier together:
/// `4 t_c + B + (t_s + t_w) + B`.
const TWICE: &str = "x = 0; za k = 1 do i x += k; ograda; \
                     posalji x prema (i+1) mod p; primi y od (i-1) mod p; ograda;";

#[test]
fn a_barrier_takes_the_time_that_is_given() {
    let declared = block("prsten(p = 4, t_s = 100, t_w = 7, B = 50)", TWICE);
    costs(run(&declared), "211", [1, 1, 0, 4, 2, 2]);
    // The command line comes before the file; a formula in p is rounded up.
    costs(with_barrier(&declared, "3"), "117", [1, 1, 0, 4, 2, 2]);
    costs(
        with_barrier(&declared, "sqrt(p + 1)"),
        "117",
        [1, 1, 0, 4, 2, 2],
    );
    costs(with_barrier(&ring(TWICE), "0"), "111", [1, 1, 0, 4, 2, 2]);
    // Without it a barrier among 4 processors is 2 messages of 0 words, one behind the other:
    // 4 t_c + 2 t_s + (t_s + t_w) + 2 t_s.
    let run = run(&ring(TWICE)).ends_well();
    let time = run.network.map(|cost| cost.time.to_string());
    assert_eq!(time.as_deref(), Some("511"));
}

/// An algorithm meets as the block does that calls it: one instruction for the test, and B.
#[test]
fn barriers_in_algorithms_are_barriers_of_all() {
    let text = format!(
        "algoritam cekaj(k)\nako (k > 0) ograda; inace ograda;\nkraj_algoritma\n{}",
        ring("cekaj(i);")
    );
    costs(with_barrier(&text, "5"), "6", [0, 0, 0, 1, 0, 1]);
}

#[test]
fn claims_name_the_time_of_a_barrier() {
    let text = format!(
        "tvrdnja T = t_s + t_w + p*t_c + 2*B;\n{}",
        block("prsten(p = 4, t_s = 100, t_w = 7, B = 50)", TWICE)
    );
    let run = run(&text).ends_well();
    assert_eq!(run.claims[0].holds, Some(true), "{:?}", run.claims);
    // Without B a claim about it is not judged.
    let text = format!("tvrdnja T = 2*B;\n{}", ring("ograda;"));
    let run = super::run(&text).ends_well();
    assert_eq!(run.claims[0].holds, None, "{:?}", run.claims);
}

#[test]
fn tasks_have_no_barrier() {
    let text = "stroj prsten(p = 4, t_s = 100, t_w = 7, B = 50);
program
paralelno zadaci (za svaki zadatak i, i = 0, ..., 7)
ograda;
kraj_paralelno
kraj_programa
";
    let told = run(text);
    assert!(!told.codes.is_empty(), "tasks take turns");
}

#[test]
fn deadlocks_at_barriers() {
    let texts = [
        ring("ako (i > 1) ograda;"),
        ring("ako (i == 0)\nprimi x od 1;\nograda;\nako (i == 1)\nposalji i prema 0;"),
        ring("ako (i == 2)\nprimi x od bilo_koga;\nograda;"),
    ];
    let told = texts
        .iter()
        .map(|text| with_barrier(text, "50").ends_in("E0506"));
    let all: Vec<String> = told.map(|told| told.problems).collect();
    insta::assert_snapshot!(all.join("\n"));
}

/// The standard of MPI leaves open whether a broadcast waits for all: processor 0 begins with the
/// broadcast of 0, processor 1 with that of 1.
const CROSSED: &str = "lokalno X[1] = 10, Y[1] = 11;
ako (i == 0) onda
emitiraj(X[], 0);
emitiraj(Y[], 1);
inace
emitiraj(Y[], 1);
emitiraj(X[], 0);
kraj_ako
tvrdi(X[0] == 10 and Y[0] == 11);";

#[test]
fn crossed_collectives_rely_on_not_waiting_for_all() {
    let text = block("potpuni(p = 2, t_s = 100, t_w = 7)", CROSSED);
    run(&text).ends_well();
    let told = with_synchronous_collectives(&text).ends_in("E0506");
    insta::assert_snapshot!(told.problems);
}

/// From two places all may make the same call. Processor 3 comes last, with 4 instructions, and the
/// tree of 4 takes `2 (t_s + t_w)`: 4 + 214, and nothing for the meeting.
#[test]
fn meetings_before_collectives_take_no_time() {
    let body = "lokalno X[1] = i; x = 0; za k = 1 do i x += k;
ako (i > 1) onda
emitiraj(X[], 3);
inace
emitiraj(X[], 3);
kraj_ako";
    let asynchronous = run(&ring(body)).ends_well();
    let synchronous = with_synchronous_collectives(&ring(body)).ends_well();
    let cost = |run: &pram::pipeline::Run| run.network.as_ref().map(|cost| cost.time.to_string());
    assert_eq!(cost(&synchronous), cost(&asynchronous));
    // A root that comes first does wait: its words leave when the last one has come.
    let body = body.replace("(X[], 3)", "(X[], 0)");
    let [before, after] = [
        run(&ring(&body)),
        with_synchronous_collectives(&ring(&body)),
    ];
    let [before, after] = [before, after].map(|told| cost(&told.ends_well()));
    assert_ne!(before, after);
}

/// An algorithm of the same name in the file is no collective.
#[test]
fn own_algorithms_make_nobody_wait() {
    let text = format!(
        "algoritam emitiraj(X[], k)\nX[0] = k;\nkraj_algoritma\n{}",
        ring("ako (i == 0)\nemitiraj(L[], 3);")
    );
    with_synchronous_collectives(&text).ends_well();
}
