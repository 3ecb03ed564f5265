//! Barriers that are never passed: a ring of them is a deadlock, a barrier that somebody never comes
//! to is not.

use serde_json::json;

use super::{pram, ran};

const MACHINE: [&str; 8] = ["run", "-", "--machine", "apram", "--d", "3", "--B", "4"];

fn block(processors: u64, body: &str) -> String {
    let last = processors - 1;
    format!(
        "program
polje A[8] = 0;
paralelno asinkrono (za svaki procesor i, i = 0, ..., {last})
{body}
kraj_paralelno
kraj_programa"
    )
}

/// 0 waits for 1 in line 4, 1 for 2 in line 5, 2 for 0 in line 6.
const RING: &str = "ako (i == 0) ograda(od 0 do 1);
ako (i == 1) ograda(od 1 do 2);
ako (i == 2) ograda(od 0 do 2);
A[i] = i;";

#[test]
fn a_ring_is_named_with_processors_and_lines() {
    let run = ran(&block(3, RING), &MACHINE);
    assert_eq!(run.status, 3, "{}", run.stderr);
    assert!(run.json["error"].is_null(), "{}", run.json["error"]);
    assert_eq!(run.json["violation_count"], 1);
    let deadlock = &run.json["violations"][0];
    assert_eq!(deadlock["code"], "E0505");
    let waits = deadlock["waits"].as_array().unwrap();
    let told: Vec<_> = (waits.iter())
        .map(|wait| {
            json!([
                wait["processor"],
                wait["waits_for"],
                wait["line"],
                wait["part"]
            ])
        })
        .collect();
    // 2 waits for both others; 1 waits for 2, so these two wait for each other. That 0 waits for 1,
    // and 2 for 0, makes a longer ring.
    assert_eq!(
        told,
        [
            json!(["i = 1", "i = 2", 5, [1, 2]]),
            json!(["i = 2", "i = 1", 6, [0, 2]]),
        ]
    );
    assert_eq!(deadlock["processors"], json!(["i = 1", "i = 2"]));
}

#[test]
fn each_wait_is_shown_where_it_is() {
    let (status, _, stderr) = pram(&block(3, RING), &MACHINE);
    assert_eq!(status, 3);
    for expected in [
        "error[E0505]: processors wait for each other at barriers: i = 1 waits for i = 2, i = 2 for i = 1",
        "(1) i = 1 waits at the barrier of processors 1 to 2 for i = 2",
        "(2) i = 2 waits at the barrier of processors 0 to 2 for i = 1",
        "More about this: `pram explain E0505 --vocabulary hr`",
    ] {
        assert!(stderr.contains(expected), "{expected}\n{stderr}");
    }
}

#[test]
fn a_barrier_of_all_may_be_part_of_a_ring() {
    // 0 waits at the barrier of all; 1 waits for 0 at theirs.
    let body = "ako (i == 0) ograda;\nako (i == 1) ograda(od 0 do 1);\nograda;";
    let run = ran(&block(3, body), &MACHINE);
    assert_eq!(run.status, 3);
    let waits = &run.json["violations"][0]["waits"];
    assert_eq!(waits[0]["processor"], "i = 0");
    assert_eq!(waits[0]["part"], json!(null));
    assert_eq!(waits[1]["waits_for"], "i = 0");
    assert_eq!(waits.as_array().unwrap().len(), 2);
}

#[test]
fn who_never_comes_is_no_deadlock() {
    // 2 is done; 1 waits for it; 0 waits for 1. Nobody waits for 0.
    let body = "ako (i == 0) ograda(od 0 do 1);\nako (i == 1) ograda(od 1 do 2);\nA[i] = i;";
    let run = ran(&block(3, body), &MACHINE);
    assert_eq!(run.status, 1);
    assert_eq!(run.json["error"]["code"], "E0414");
    let message = run.json["error"]["message"].as_str().unwrap();
    assert!(
        message.starts_with("the processor i = 2 never reaches"),
        "{message}"
    );
    assert_eq!(run.json["violations"], json!([]));
}

#[test]
fn who_waits_behind_a_branch_is_in_no_deadlock() {
    // Each of both comes to both barriers, though in different statements.
    let body = "ako (i == 0) { ograda(od 0 do 1); A[0] = 1; ograda; }
                inace { ograda(od 0 do 1); ograda; x = A[0]; }";
    let run = ran(&block(2, body), &MACHINE);
    assert_eq!(run.status, 0, "{}", run.stderr);
}

#[test]
fn a_race_before_a_deadlock_comes_first() {
    let body = format!("A[7] = i;\n{RING}");
    let words = [&MACHINE[..], &["--on-violation", "continue"]].concat();
    let run = ran(&block(3, &body), &words);
    assert_eq!(run.status, 3);
    let codes: Vec<_> = (run.json["violations"].as_array().unwrap().iter())
        .map(|each| each["code"].clone())
        .collect();
    assert_eq!(codes, ["E0504", "E0505"]);
}

#[test]
fn every_order_ends_in_the_deadlock() {
    let words = [&MACHINE[..], &["--explore", "12"]].concat();
    let run = ran(&block(3, RING), &words);
    assert_eq!(run.status, 3);
    assert_eq!(
        run.json["exploration"]["same"], true,
        "{}",
        run.json["exploration"]
    );
    assert_eq!(run.json["exploration"]["tried"], 12);
}
