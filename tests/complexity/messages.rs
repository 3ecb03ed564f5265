//! Reports on programs that exchange messages: the formulas of the lectures on collective
//! communication, each worked out by hand, found again from runs.

mod claims;
mod pages;
mod parameters;

use serde_json::{Value, json};

use crate::apram::pram;

const RING_BROADCAST: &str = include_str!("messages/ring_all_broadcast.pram");
const CUBE_BROADCAST: &str = include_str!("messages/cube_broadcast.pram");

/// A report as JSON, and the exit status.
fn report_on(program: &str, words: &[&str]) -> (Value, i32) {
    let words = [&["report", "-", "--full"], words, &["--format", "json"]].concat();
    let (status, stdout, stderr) = pram(program, &words);
    let json = serde_json::from_str(&stdout);
    (
        json.unwrap_or_else(|error| panic!("{error}\n{stdout}{stderr}")),
        status,
    )
}

/// A report as text.
fn shown(program: &str, words: &[&str]) -> String {
    let (_, stdout, stderr) = pram(program, &[&["report", "-", "--full"], words].concat());
    assert!(!stdout.is_empty(), "{stderr}");
    stdout
}

/// T by parameters, confirmed on two held-out sizes at least.
#[track_caller]
fn takes(program: &str, words: &[&str], time: &str, cost: &str) {
    let (json, status) = report_on(program, words);
    assert_eq!(status, 0, "{}", json["failed"]);
    let all = json["decompositions"].as_array().expect("a list");
    assert_eq!(all.len(), 1, "{all:?}");
    let one = &all[0];
    assert_eq!(
        (&one["T"], &one["C"]),
        (&json!(time), &json!(cost)),
        "{one}"
    );
    assert!(
        one["held_out"].as_array().expect("sizes").len() >= 2,
        "{one}"
    );
    assert_eq!(json["formulas"]["T"]["multicomputer"]["status"], "found");
    for claim in json["claims"].as_array().expect("a list") {
        assert_eq!(claim["holds"], true, "{claim}");
    }
}

#[test]
fn all_broadcast_on_a_ring() {
    // p - 1 steps in which everyone passes m words on.
    takes(
        RING_BROADCAST,
        &["--vary", "p=2..16"],
        "(t_s + 3*t_w)*(p - 1)",
        "(t_s + 3*t_w)*p*(p - 1)",
    );
    takes(
        RING_BROADCAST,
        &["--vary", "p=2..9", "--vary", "m=2^0..2^6"],
        "(t_s + m*t_w)*(p - 1)",
        "(t_s + m*t_w)*p*(p - 1)",
    );
}

#[test]
fn broadcast_and_reduction_on_a_hypercube() {
    takes(
        CUBE_BROADCAST,
        &["izvor=0", "--vary", "p=2^1..2^7"],
        "(t_s + 5*t_w)*log(p)",
        "(t_s + 5*t_w)*p*log(p)",
    );
    // m moves, and in each of log p levels a message, a test and m additions: m = 3.
    takes(
        include_str!("messages/cube_reduce.pram"),
        &["--vary", "p=2^1..2^7"],
        "(t_s + 3*t_w)*log(p) + (4*log(p) + 3)*t_c",
        "(t_s + 3*t_w)*p*log(p) + p*(4*log(p) + 3)*t_c",
    );
}

#[test]
fn a_shift_along_e_cube_routes_takes_one_message() {
    takes(
        include_str!("messages/cube_shift.pram"),
        &["--vary", "p=2^3..2^8"],
        "t_s + 2*t_w",
        "(t_s + 2*t_w)*p",
    );
    // Some message differs from its destination in every bit, and its header passes log p links.
    let (json, _) = report_on(
        include_str!("messages/cube_shift.pram"),
        &["--vary", "p=2^3..2^8", "--th", "1"],
    );
    let coefficients = &json["decompositions"][0]["coefficients"];
    assert_eq!(coefficients["t_h"]["formula"], "log(p)");
}

#[test]
fn broadcast_on_a_mesh() {
    takes(
        include_str!("messages/mesh_broadcast.pram"),
        &["--vary", "p=4,16,64,256,1024"],
        "(t_s + 5*t_w)*log(p)",
        "(t_s + 5*t_w)*p*log(p)",
    );
}

#[test]
fn total_exchange_on_a_ring() {
    // In step k of p - 1 a message of m(p - k) words, together m p(p - 1)/2: m = 3.
    takes(
        include_str!("messages/ring_total_exchange.pram"),
        &["--vary", "p=2..16"],
        "(t_s + 3*p/2*t_w)*(p - 1)",
        "(t_s + 3*p/2*t_w)*p*(p - 1)",
    );
}

#[test]
fn reduction_along_a_tree_counts_its_instructions() {
    // A move, and on each level a test of four operators, an addition and a message of one word.
    takes(
        include_str!("messages/tree_reduction.pram"),
        &["--vary", "p=2^1..2^8"],
        "(t_s + t_w)*log(p) + (5*log(p) + 1)*t_c",
        "(t_s + t_w)*p*log(p) + p*(5*log(p) + 1)*t_c",
    );
}

#[test]
fn finite_differences() {
    // In each of K turns two messages of one word and four operators; a move before: p = 8.
    takes(
        include_str!("messages/finite_differences.pram"),
        &["--vary", "K=2^0..2^6"],
        "2*(t_s + t_w)*K + (4*K + 1)*t_c",
        "16*(t_s + t_w)*K + 8*(4*K + 1)*t_c",
    );
}

#[test]
fn matrices_in_strips() {
    // 2n³/p operators, and p - 1 messages of n²/p words.
    let words = [
        "--vary",
        "n=12..72 step 12",
        "--vary",
        "p=2,3,4,6,12",
        "--no-added-sizes",
    ];
    let (json, _) = report_on(include_str!("messages/strips_rows.pram"), &words);
    let coefficients = &json["decompositions"][0]["coefficients"];
    // 72 is six times 12: the sizes describe the counts, and identify nothing.
    assert_eq!(coefficients["t_s"]["formula"], "p - 1");
    assert_eq!(coefficients["t_s"]["status"], "here");
}

#[test]
fn links_and_calls_have_coefficients_of_their_own() {
    // The shorter way to the opposite processor has ⌊p/2⌋ links; each processor calls once.
    let program = "machine ring(p = 4, t_s = 10, t_w = 2, t_h = 1, t_o = 3, t_c = 0);
        program
            parallel (for each processor i, i = 0, ..., p-1)
                x = i;
                if (i == 0) then
                    send x to floor(p/2);
                end_if
                if (i == floor(p/2)) then
                    receive x from 0;
                end_if
            end_parallel
        end_program";
    takes(
        program,
        &["--vary", "p=2..17"],
        "t_s + t_w + floor(p/2)*t_h + 2*t_o",
        "(t_s + t_w + floor(p/2)*t_h + 2*t_o)*p",
    );
}

#[test]
fn barriers_have_a_coefficient_of_their_own() {
    // The last processor comes to the first barrier after p instructions; behind it all send a word
    // at one time, and come to the second together.
    let program = "machine ring(p = 4, t_s = 100, t_w = 7, B = 50);
        program
            parallel (for each processor i, i = 0, ..., p-1)
                x = 0;
                for k = 1 to i
                    x += k;
                barrier;
                send x to (i+1) mod p;
                receive y from (i-1) mod p;
                barrier;
            end_parallel
        end_program";
    let time = "t_s + t_w + p*t_c + 2*B";
    let cost = "(t_s + t_w + p*t_c + 2*B)*p";
    takes(program, &["--vary", "p=2..9"], time, cost);
    takes(
        program,
        &["--vary", "p=2..9", "--vary", "B=1,5,10"],
        time,
        cost,
    );
}
