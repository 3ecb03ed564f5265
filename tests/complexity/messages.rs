//! Reports on programs that exchange messages: the formulas of the lectures on collective
//! communication, each worked out by hand, found again from runs.

use serde_json::{Value, json};

use crate::apram::pram;

const RING_BROADCAST: &str = include_str!("messages/ring_all_broadcast.pram");
const CUBE_BROADCAST: &str = include_str!("messages/cube_broadcast.pram");

/// A report as JSON, and the exit status.
fn report_on(program: &str, words: &[&str]) -> (Value, i32) {
    let words = [&["report", "-"], words, &["--format", "json"]].concat();
    let (status, stdout, stderr) = pram(program, &words);
    let json = serde_json::from_str(&stdout);
    (
        json.unwrap_or_else(|error| panic!("{error}\n{stdout}{stderr}")),
        status,
    )
}

/// A report as text.
fn shown(program: &str, words: &[&str]) -> String {
    let (_, stdout, stderr) = pram(program, &[&["report", "-"], words].concat());
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
    assert_eq!(json["formulas"]["T"]["multicomputer"]["status"], "exact");
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
        &["--vary", "p=2..9", "--vary", "m=1..7"],
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
        &["--vary", "K=1..12"],
        "2*(t_s + t_w)*K + (4*K + 1)*t_c",
        "16*(t_s + t_w)*K + 8*(4*K + 1)*t_c",
    );
}

#[test]
fn matrices_in_strips() {
    // 2n³/p operators, and p - 1 messages of n²/p words.
    takes(
        include_str!("messages/strips_rows.pram"),
        &[
            "--vary",
            "n=12..72 step 12",
            "--vary",
            "p=2,3,4,6,12",
            "--no-added-sizes",
        ],
        "(t_s + n^2/p*t_w)*(p - 1) + 2*n^3/p*t_c",
        "(p*t_s + n^2*t_w)*(p - 1) + 2*n^3*t_c",
    );
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
fn decimal_parameters_give_exact_decimals() {
    let (json, status) = report_on(RING_BROADCAST, &["--vary", "p=2..12", "--tw", "0.11"]);
    assert_eq!(status, 0);
    let time = &json["formulas"]["T"]["multicomputer"];
    assert_eq!(
        (&time["formula"], &time["status"]),
        (&json!("(10033*p - 10033)/100"), &json!("exact"))
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
    assert!(text.contains("Measured and foretold"), "{text}");
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

#[test]
fn claims_with_a_unit_or_about_another_machine_are_not_judged() {
    let claims = "tvrdnja T steps = 3; tvrdnja T = d*p; tvrdnja model = EREW;
        tvrdnja T <= 200*p; tvrdnja T = O(p); tvrdnja T = O(log p);";
    let program = RING_BROADCAST.replace("tvrdnja T = (t_s", &format!("{claims} tvrdnja T = (t_s"));
    let (json, status) = report_on(&program, &["--vary", "p=2..16"]);
    assert_eq!(status, 1);
    let claims = json["claims"].as_array().expect("a list");
    let holds: Vec<Option<bool>> = claims
        .iter()
        .map(|claim| claim["holds"].as_bool())
        .collect();
    let [yes, no] = [Some(true), Some(false)];
    assert_eq!(holds, [None, None, None, yes, yes, no, yes]);
    for claim in &claims[..3] {
        assert!(
            claim["evidence"].to_string().contains("not judged here"),
            "{claim}"
        );
    }
}

#[test]
fn the_sequential_algorithm_takes_its_instructions() {
    // A move and n - 1 additions, each 2; what the inputs of the program are is those of the
    // algorithm.
    let program = "machine ring(p = 4, t_s = 10, t_w = 1, t_c = 2);
        input n = 16;
        input A[n] = iota by blocks;
        sequential alone;
        algorithm alone(A[], n)
            s = A[0];
            for k = 1 to n-1
                s = s + A[k];
            return s;
        end_algorithm
        program
            parallel (for each processor i, i = 0, ..., p-1)
                s = 0;
                for k = i*n/p to (i+1)*n/p - 1
                    s = s + A[k];
                if (i > 0) then
                    send s to 0;
                else
                    for k = 1 to p-1 {
                        receive t from k;
                        s = s + t;
                    }
                end_if
            end_parallel
        end_program";
    let words = [
        "--vary",
        "n=16..96 step 16",
        "--vary",
        "p=2,4,8",
        "--no-added-sizes",
    ];
    let (json, _) = report_on(program, &words);
    assert_eq!(
        json["sequential"]["source"], "algorithm",
        "{}",
        json["notes"]
    );
    let formula = &json["sequential"]["formulas"]["multicomputer"];
    assert_eq!(formula["formula"], "2*n", "{formula}");
    for row in json["series"].as_array().expect("a list") {
        let [su, time, speedup] =
            ["SU", "T", "S"].map(|name| row[name]["multicomputer"].as_f64().expect("a number"));
        assert!((speedup - su / time).abs() < 1e-12, "{row}");
    }
}

#[test]
fn a_default_of_the_sequential_algorithm_comes_before_an_input_in_its_place() {
    // `turns` is 1, and not m: a move and n additions, each 2. As on the PRAM.
    let program = "machine ring(p = 2, t_s = 10, t_w = 1, t_c = 2);
        input n = 16, m = 3;
        sequential alone;
        algorithm alone(n, turns = 1)
            s = 0;
            for k = 1 to n*turns
                s = s + 1;
            return s;
        end_algorithm
        program
            parallel (for each processor i, i = 0, ..., p-1)
                x = n + m;
            end_parallel
        end_program";
    let (json, _) = report_on(program, &["--vary", "n=8..64 step 8", "--no-added-sizes"]);
    let formula = &json["sequential"]["formulas"]["multicomputer"];
    assert_eq!(formula["formula"], "2*n + 2", "{json}");
}

#[test]
fn units_of_shared_memory_are_refused() {
    let words = ["report", "-", "--vary", "p=2..8", "--unit", "steps"];
    let (status, _, stderr) = pram(RING_BROADCAST, &words);
    assert!(
        status == 2 && stderr.contains("no unit of a multicomputer"),
        "{stderr}"
    );
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
        (&json!("21*t_w + 700"), &json!("exact"))
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
        ("t_w=1e-12", "12 digits behind the point"),
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
fn quotients_stay_where_they_are() {
    // A move, n/p additions, and in each level a test and an addition.
    takes(
        SUM,
        &["--vary", "n=2^6..2^9", "--vary", "p=2,4,8,16"],
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
        include_str!("messages/cube_reduce.pram"),
        &["--vary", "p=2^1..2^7"],
        "(t_s + 3*t_w)*(p - 1) + (8*p - 5)*t_c",
    );
    // n additions, a move each, p - 1 words sent and added, and 2p - 2 tests.
    works(
        SUM,
        &["--vary", "n=2^6..2^9", "--vary", "p=2,4,8,16"],
        "(t_s + t_w)*(p - 1) + (n + 4*p - 3)*t_c",
    );
}
