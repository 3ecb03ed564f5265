//! What reports on programs of messages show beside formulas.

use serde_json::{Value, json};

use super::{CUBE_BROADCAST, RING_BROADCAST, report_on, shown};
use crate::apram::pram;

#[test]
fn a_page_draws_the_strip_of_time() {
    // On p = 4 each sends 3 messages of 3 words one behind the other, 3(100 + 21) = 363 without a gap.
    let words = ["--vary", "p=2,4", "--no-added-sizes", "--format", "html"];
    let page = shown(RING_BROADCAST, &words);
    assert_eq!(page.matches("class=\"plot strip\"").count(), 1);
    assert!(page.contains(">T = 363</text>"), "{page}");
    for processor in 0..4 {
        let title = format!("<title>{processor} sends from 0 T to 1 T</title>");
        assert!(page.contains(&title), "{title}");
    }
}

#[test]
fn rows_say_what_was_sent() {
    let (json, _) = report_on(RING_BROADCAST, &["--vary", "p=2..16"]);
    let rows = json["series"].as_array().expect("a list");
    let row = rows
        .iter()
        .find(|row| row["inputs"]["p"] == 8)
        .expect("p = 8 ran");
    assert_eq!(
        (&row["T"], &row["W"]),
        (
            &json!({"multicomputer": 847}),
            &json!({"multicomputer": 6776})
        )
    );
    let network = &row["multicomputer"];
    assert_eq!(network["decomposition"]["t_w"], 21);
    assert_eq!(
        network["busiest_link"],
        json!({"link": "0 → 1", "words": 21})
    );
    let counts = [
        "messages",
        "words",
        "word_hops",
        "waiting",
        "link_waits",
        "port_waits",
    ];
    let counts = counts.map(|name| network[name].as_u64().expect("a count"));
    assert_eq!(counts, [56, 168, 168, 0, 0, 0]);
}

#[test]
fn sizes_that_the_network_cannot_have_are_refused() {
    let words = ["izvor=0", "--vary", "p=2..20", "--no-added-sizes"];
    let (json, status) = report_on(CUBE_BROADCAST, &words);
    assert_eq!(status, 0);
    let failed = json["failed"].as_array().expect("a list");
    assert_eq!(failed.len(), 15);
    assert!(
        failed.iter().all(|one| one["reason"] == "refused"),
        "{failed:?}"
    );
    let text = shown(CUBE_BROADCAST, &words);
    assert!(
        text.contains("Refused by the network: p = 3, 5, 6, 7, 9"),
        "{text}"
    );
    assert!(!text.contains("did not run to their end"), "{text}");
}

#[test]
fn networks_stand_side_by_side() {
    let words = [
        "izvor=0",
        "--compare",
        "ring,hypercube,ts=10,complete",
        "--vary",
        "p=2..8",
    ];
    let (json, status) = report_on(CUBE_BROADCAST, &words);
    let others = json["others"].as_array().expect("a list");
    let machines: Vec<&Value> = [&json]
        .into_iter()
        .chain(others)
        .map(|one| &one["machine"]["model"])
        .collect();
    assert_eq!(machines, ["ring", "hypercube", "complete"]);
    assert_eq!(others[0]["machine"]["network"]["parameters"]["t_s"], 10);
    assert!(
        others[0]["failed"]
            .as_array()
            .expect("a list")
            .iter()
            .any(|one| one["reason"] == "refused")
    );
    assert_ne!(status, 2);
    // None of the sizes is a power of two.
    let words = [
        "--compare",
        "ring,hypercube",
        "--vary",
        "p=3,5,6,7,9,10,11,12",
        "--no-added-sizes",
    ];
    let (json, status) = report_on(RING_BROADCAST, &words);
    assert_eq!(status, 0);
    assert_eq!(json["refused"][0]["machine"], "hypercube");
    let text = shown(RING_BROADCAST, &words);
    assert!(
        text.contains("on hypercube: refused, there is no such network"),
        "{text}"
    );
}

#[test]
fn formulas_stand_beside_what_was_measured() {
    let words = ["--vary", "p=2..8", "--model-formula", "T = (t_s + t_w*m)*p"];
    let (json, _) = report_on(RING_BROADCAST, &words);
    let model = &json["models"][0];
    // p against p - 1: at p = 2 twice as much.
    assert_eq!(model["largest_difference"], 1.0);
    assert_eq!(model["rows"][0]["predicted"], 242.0);
    let text = shown(RING_BROADCAST, &words);
    assert!(text.contains("Measured and predicted"), "{text}");
    for (formula, part) in [("T = q + 1", "names `q`"), ("Q = p", "none of T, W and C")] {
        let words = [
            "report",
            "-",
            "--vary",
            "p=2..8",
            "--model-formula",
            formula,
        ];
        let (status, _, stderr) = pram(RING_BROADCAST, &words);
        assert!(status == 2 && stderr.contains(part), "{stderr}");
    }
}
