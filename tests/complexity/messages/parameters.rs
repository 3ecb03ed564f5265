//! Times of messages and instructions as parameters of a report.

use serde_json::{Value, json};

use super::{RING_BROADCAST, report_on, shown, takes};
use crate::apram::pram;

/// n/p additions on each processor, then a tree of log p levels.
const SUM: &str = "machine complete(p = 4, t_s = 100, t_w = 7);
input n = 16;
input A[n] = iota by blocks;
program
    parallel (for each i from 0 to p-1)
        s = 0;
        for k = i*n/p to (i+1)*n/p - 1
            s += A[k];
        for d = 0 to log(p)-1 {
            if (bit(i, d)) then
                send s to i - 2^d;
                break;
            end_if
            receive x from i + 2^d;
            s += x;
        }
        assert(i > 0 or s == n*(n-1)/2);
    end_parallel
end_program
";

#[test]
fn decimal_parameters_give_exact_decimals() {
    let (json, status) = report_on(RING_BROADCAST, &["--vary", "p=2..12", "--tw", "0.11"]);
    assert_eq!(status, 0);
    let time = &json["formulas"]["T"]["multicomputer"];
    assert_eq!(
        (&time["formula"], &time["status"]),
        (&json!("(10033*p - 10033)/100"), &json!("found"))
    );
    // 100 + 3 · 0.11
    assert_eq!(
        json["series"][0]["T"]["multicomputer"].to_string(),
        "100.33"
    );
    assert_eq!(json["claims"][0]["holds"], true);
    let text = shown(RING_BROADCAST, &["--vary", "p=2..12", "--tw", "0.11"]);
    assert!(text.contains("100.33"), "{text}");
}

#[test]
fn parameters_vary_under_both_spellings() {
    for name in ["ts", "t_s"] {
        let vary = format!("{name}=1..20");
        let words = ["--vary", "p=2..8", "--vary", vary.as_str()];
        let (json, status) = report_on(RING_BROADCAST, &words);
        assert_eq!(status, 0);
        assert_eq!(json["varied"], json!(["p", "t_s"]));
        assert_eq!(json["decompositions"][0]["T"], "(t_s + 3*t_w)*(p - 1)");
        assert_eq!(json["decompositions"][0]["for"], Value::Null);
        let time = &json["formulas"]["T"]["multicomputer"];
        assert_eq!(time["formula"], "p*t_s + 21*p - t_s - 21");
    }
    let (status, _, stderr) = pram(
        RING_BROADCAST,
        &["report", "-", "--vary", "ts=1,2", "--vary", "t_s=3,4"],
    );
    assert!(status == 2 && stderr.contains("varies twice"), "{stderr}");
}

#[test]
fn another_critical_path_has_coefficients_of_its_own() {
    // After two instructions processor 0 sends two words, while processor 1 computes ten more. From
    // t_s = 8 on processor 0 ends no earlier than that.
    let program = "machine complete(p = 2, t_s = 1, t_w = 1, t_c = 1);
        input n = 1;
        program
            parallel (for each processor i, i = 0, ..., p-1)
                x = n;
                if (i == 0) then
                    send x, x to 1;
                else
                    for k = 1 to 10
                        x = x + 1;
                    receive x, y from 0;
                end_if
            end_parallel
        end_program";
    let (json, status) = report_on(program, &["--vary", "ts=1..20"]);
    assert_eq!(status, 0);
    let all = json["decompositions"].as_array().expect("a list");
    let of = |at: usize| [all[at]["for"].as_str(), all[at]["T"].as_str()];
    assert_eq!(all.len(), 2, "{all:?}");
    assert_eq!(of(0), [Some("t_s = 1 … 7"), Some("12*t_c")]);
    assert_eq!(of(1), [Some("t_s = 8 … 20"), Some("t_s + 2*t_w + 2*t_c")]);
}

#[test]
fn times_may_be_decimals() {
    // Seven messages of three words each: 7*(100 + 3*0.5) = 710.5, and 7*(100 + 3*2.25) = 747.25.
    let words = ["--vary", "t_w=0.5,1,2.25", "--no-added-sizes"];
    let (json, status) = report_on(RING_BROADCAST, &words);
    assert_eq!(status, 0);
    let times: Vec<(f64, f64)> = (json["series"].as_array().expect("rows").iter())
        .map(|row| {
            let time = row["T"]["multicomputer"].as_f64().expect("a time");
            (row["inputs"]["t_w"].as_f64().expect("a number"), time)
        })
        .collect();
    assert_eq!(times, [(0.5, 710.5), (1.0, 721.0), (2.25, 747.25)]);
    assert_eq!(json["decompositions"][0]["T"], "7*(t_s + 3*t_w)");
    // Held-out sizes are decimals as well.
    let (json, _) = report_on(RING_BROADCAST, &["--vary", "t_w=0.5..2"]);
    let time = &json["formulas"]["T"]["multicomputer"];
    assert_eq!(
        (&time["formula"], &time["status"]),
        (&json!("21*t_w + 700"), &json!("found"))
    );
    let work = &json["formulas"]["W"]["multicomputer"];
    assert_eq!(work["formula"], "168*t_w + 5600");
    // Without a step a range has every value of its last digit.
    let asked = (json["series"].as_array().expect("rows").iter()).map(|row| &row["inputs"]["t_w"]);
    let asked: Vec<String> = asked.map(Value::to_string).collect();
    let all = "0.5 0.6 0.7 0.8 0.9 1 1.1 1.2 1.3 1.4 1.5 1.6 1.7 1.8 1.9 2";
    assert_eq!(asked.join(" "), all);
    // Beside p, and with two digits: T = (t_s + 3*t_w)*(p - 1).
    let words = ["--vary", "p=2..9", "--vary", "t_w=0.25..1 step 0.25"];
    takes(
        RING_BROADCAST,
        &words,
        "(t_s + 3*t_w)*(p - 1)",
        "(t_s + 3*t_w)*p*(p - 1)",
    );
    let (json, _) = report_on(RING_BROADCAST, &words);
    let time = &json["formulas"]["T"]["multicomputer"]["formula"];
    assert_eq!(time, "3*p*t_w + 100*p - 3*t_w - 100");
}

#[test]
fn decimals_are_for_times_of_messages_and_instructions() {
    for (vary, said) in [
        ("m=1.5", "`m` takes whole numbers only"),
        ("p=2,2.5", "`p` takes whole numbers only"),
        ("B=0.5", "`B` takes whole numbers only"),
        ("t_w=1e-12", "12 digits after the point"),
        ("t_w=0.5..4 step *1.5", "multiplies by 1.5"),
        ("t_w=0.5..4 step 0", "has a stride of 0"),
        ("t_w=-0.5", "has `-0.5`, which is no size"),
        ("t_w=2000000000.5", "at most 1000000000"),
    ] {
        let (status, _, stderr) = pram(RING_BROADCAST, &["report", "-", "--vary", vary]);
        assert_eq!(status, 2, "{stderr}");
        assert!(stderr.contains(said), "{vary}: {stderr}");
    }
}

#[test]
fn quotients_stay_where_they_are() {
    // A move, n/p additions, and in each level a test and an addition.
    takes(
        SUM,
        &["--vary", "n=2^5..2^9", "--vary", "p=2^0..2^5"],
        "(t_s + t_w)*log(p) + (n/p + 2*log(p) + 1)*t_c",
        "(t_s + t_w)*p*log(p) + (n + 2*p*log(p) + p)*t_c",
    );
}

/// W by parameters, confirmed on two held-out sizes at least.
#[track_caller]
fn works(program: &str, words: &[&str], work: &str) {
    let (json, _) = report_on(program, words);
    let found = &json["decompositions"][0]["W"];
    assert_eq!(found["formula"], work, "{found}");
    let held_out = found["held_out"].as_array().expect("sizes");
    assert!(held_out.len() >= 2, "{found}");
}

#[test]
fn work_is_the_sum_of_all_processors() {
    // Each of p processors sends p - 1 messages of three words.
    let work = "(t_s + 3*t_w)*p*(p - 1)";
    works(RING_BROADCAST, &["--vary", "p=2..16"], work);
    // All but processor 0 send three words once. All move three words; in each of the p - 1 meetings
    // three are added; and processor i tests once for each of its lowest bits that are 0, and once
    // more if it sends: 2p - 2 tests.
    works(
        include_str!("cube_reduce.pram"),
        &["--vary", "p=2^1..2^7"],
        "(t_s + 3*t_w)*(p - 1) + (8*p - 5)*t_c",
    );
    // n additions, a move each, p - 1 words sent and added, and 2p - 2 tests.
    works(
        SUM,
        &["--vary", "n=2^5..2^9", "--vary", "p=2^0..2^5"],
        "(t_s + t_w)*(p - 1) + (n + 4*p - 3)*t_c",
    );
}
