//! Reports on the asynchronous machine: claims, what may vary, what fails, every format.

use super::{Ran, pram, ran};
use serde_json::Value;

/// Runs `pram report programs/NAME.pram` with these words.
pub fn report(name: &str, words: &[&str]) -> Ran {
    let file = format!("programs/{name}.pram");
    ran("", &[&["report", file.as_str(), "--full"], words].concat())
}

/// Runs `pram report` on a text.
pub fn report_on(text: &str, words: &[&str]) -> Ran {
    ran(text, &[&["report", "-", "--full"], words].concat())
}

impl Ran {
    /// A measure in units of time must have this formula, derived or found, and this class.
    #[track_caller]
    pub fn grows(&self, measure: &str, formula: &str, theta: &str) {
        let known = &self.json["formulas"][measure]["apram"];
        assert_eq!(known["formula"], formula, "{known}");
        assert_eq!(known["theta"], theta, "{known}");
        let is_confirmed = match known["status"].as_str() {
            Some("derived") => known["compared"].as_u64() >= Some(2),
            Some("found") => known["held_out"].as_array().unwrap().len() >= 3,
            _ => false,
        };
        assert!(is_confirmed, "{known}");
    }

    pub fn rows(&self) -> &[Value] {
        self.json["series"].as_array().expect("a list of sizes")
    }

    #[track_caller]
    fn notes(&self, part: &str) {
        let notes = self.json["notes"].to_string();
        assert!(notes.contains(part), "`{part}` is not in {notes}");
    }
}

pub fn whole(value: &Value) -> u64 {
    value
        .as_u64()
        .unwrap_or_else(|| panic!("{value} is a count"))
}

const WRITES: &str = "ulaz n = 8;
    tvrdnja T = n*(d + B);
    tvrdnja T = O(n*B + n*d);
    tvrdnja T = Theta(n*(d + B));
    tvrdnja T = O(n*d);
    tvrdnja T = Omega(n*B*log n);
    tvrdnja T steps = n;
    tvrdnja model = apram;
    tvrdnja model = EREW;
    program
        polje A[n];
        za k = 1 do n {
            paralelno (za svaki i od 0 do n-1)
                A[i] = k;
            kraj_paralelno
        }
    kraj_programa";

#[test]
fn claims_may_name_d_and_b() {
    // n statements without a read: d + B each.
    let mut words = vec!["--machine", "apram"];
    for vary in ["n=4..40 step 6", "d=2..5", "B=5,8,13"] {
        words.extend(["--vary", vary]);
    }
    let ran = report_on(WRITES, &words).ends(1);
    ran.grows("T", "B*n + d*n", "n*B + n*d");
    let claims = ran.json["claims"].as_array().unwrap();
    let holds: Vec<Option<bool>> = claims
        .iter()
        .map(|claim| claim["holds"].as_bool())
        .collect();
    let [yes, no] = [Some(true), Some(false)];
    assert_eq!(holds, [yes, yes, yes, no, no, yes, yes, None]);
    // On the synchronous machine nothing is said about them.
    let ran = report_on(WRITES, &["--vary", "n=4..40 step 6"]).ends(0);
    for claim in &ran.json["claims"].as_array().unwrap()[..5] {
        assert_eq!(claim["holds"], Value::Null);
        assert!(
            claim["evidence"].to_string().contains("--machine apram"),
            "{claim}"
        );
    }
}

#[test]
fn what_cannot_vary_is_refused_with_a_way_out() {
    let machine = ["--machine", "apram", "--d", "3", "--B", "4"];
    for (words, status, parts) in [
        (
            "d=0..4",
            2,
            ["a global access that takes 0 units", "--vary d=2..8"],
        ),
        (
            "d=-3",
            2,
            ["a global access that takes -3 units", "at least 1"],
        ),
        (
            "B=-1,4",
            2,
            ["a barrier that takes -1 units", "--vary B=8,16,32"],
        ),
        ("B=8..2", 2, ["gives no size", "smaller bound first"]),
        ("B=2^60", 2, ["takes 1152921504606846976 units", "at most"]),
        ("d=2^70", 2, ["no size", ""]),
        ("d=1.5", 2, ["takes whole numbers only", ""]),
        ("p=0,1", 2, ["asks for 0 processors", "at least 1"]),
    ] {
        let given = [&["report", "-", "--full"], &machine[..], &["--vary", words]].concat();
        let (ended, _, stderr) = pram(WRITES, &given);
        assert_eq!(ended, status, "{words}: {stderr}");
        for part in parts {
            assert!(
                stderr.contains(part),
                "{words}: `{part}` is not in\n{stderr}"
            );
        }
    }
    for (name, way_out) in [
        ("d", "--machine apram --B 32"),
        ("B", "--machine apram --d 3"),
    ] {
        let vary = format!("{name}=2..8");
        let (ended, _, stderr) = pram(WRITES, &["report", "-", "--vary", &vary]);
        assert_eq!(ended, 2, "{stderr}");
        assert!(
            stderr.contains("E0705") && stderr.contains(way_out),
            "{stderr}"
        );
    }
    // Without B there is no machine; the first size says so.
    let (ended, _, stderr) = pram(
        WRITES,
        &["report", "-", "--machine", "apram", "--vary", "d=2..8"],
    );
    assert_eq!(ended, 2, "{stderr}");
    assert!(
        stderr.contains("B, the time of a barrier, is not given"),
        "{stderr}"
    );
    assert!(stderr.contains("none of the 7 sizes"), "{stderr}");
    for machine in ["d=0", "B", "d=1,d=2", "q=4", "p=0"] {
        let (ended, _, stderr) = pram(
            WRITES,
            &["report", "-", "--vary", "n=4", "--compare", machine],
        );
        assert_eq!(ended, 2, "{stderr}");
    }
}

#[test]
fn an_input_named_d_is_an_input() {
    let text = "ulaz d = 0;
        program
            za k = 1 do d
                x = k;
        kraj_programa";
    let ran = report_on(text, &["--vary", "d=0..20"]).ends(0);
    assert_eq!(ran.json["formulas"]["T"]["steps"]["formula"], "d");
    let words = [
        "--machine",
        "apram",
        "--d",
        "3",
        "--B",
        "4",
        "--vary",
        "d=0..20",
    ];
    let ran = report_on(text, &words).ends(0);
    assert!(ran.rows().iter().all(|row| row["apram"]["d"] == 3));
}

#[test]
fn parameters_outside_their_range_are_noted() {
    let words = [
        "--machine",
        "apram",
        "--d",
        "3",
        "--vary",
        "B=4..128 step *2",
        "-p",
        "16",
    ];
    let ran = report_on(
        WRITES,
        &[&words[..], &["n=16", "--no-added-sizes"]].concat(),
    );
    ran.notes("3 of 6 sizes lie outside, the first with B = 32: B = 32 is more than p = 16");
    assert_eq!(ran.rows().len(), 6);
    // 16 times d + B, and p is 16.
    ran.grows("T", "B*n + d*n + n*ceil(n/p) - n", "B");
    let ran = report_on(WRITES, &["--vary", "n=4..40 step 6", "--d", "3"]).ends(0);
    ran.notes("numbers that the program may ask for, and no more");
}

#[test]
fn one_size_decides_nothing_that_is_not_derived() {
    let words = [
        "--machine",
        "apram",
        "--B",
        "4",
        "--vary",
        "d=3",
        "--no-added-sizes",
    ];
    let ran = report_on(WRITES, &words);
    assert_eq!(ran.json["formulas"]["T"]["apram"]["status"], "derived");
    // How often the loop runs is read from an array: nothing is derived.
    let text = WRITES
        .replace("program", "ulaz L[1] = 8; program")
        .replace("za k = 1 do n {", "k = 0; dok (k < L[0]) { k = k + 1;");
    let text = text.replace("kraj_ulaz L[1] = 8; program", "kraj_program");
    let ran = report_on(&text, &words);
    let known = &ran.json["formulas"]["T"]["apram"];
    assert_eq!(known["status"], "inconclusive", "{known}");
    assert!(
        known["advice"]["option"]
            .to_string()
            .contains("--vary d=3,"),
        "{known}"
    );
}

#[test]
fn a_size_that_faults_leaves_the_others() {
    let text = "stroj apram(d = 2, B = 8, p = 8);
        program
            x = 12 / (d - 4);
            polje A[8];
            paralelno asinkrono (za svaki i od 0 do 7)
                A[i] = x;
            kraj_paralelno
        kraj_programa";
    let ran = report_on(text, &["--vary", "d=2..8"]).ends(1);
    let failed = ran.json["failed"].as_array().unwrap();
    assert_eq!(failed.len(), 1);
    assert_eq!(
        (&failed[0]["inputs"]["d"], &failed[0]["code"]),
        (&4.into(), &"E0402".into())
    );
    // x = 12/(d - 4): two operators and nothing global; then a write and the barrier.
    ran.grows("T", "B + d*ceil(8/p) + 2", "d");
}

#[test]
fn a_race_at_some_size_is_an_illegal_access() {
    let text = "stroj apram(d = 2, B = 4, p = 4);
        ulaz n = 4;
        program
            polje A[n];
            paralelno asinkrono (za svaki i od 0 do n-1)
                A[i % 6] = i;
            kraj_paralelno
        kraj_programa";
    let ran = report_on(text, &["--vary", "n=3..8", "--no-added-sizes"]).ends(3);
    let failed = ran.json["failed"].as_array().unwrap();
    assert_eq!(failed.len(), 2);
    assert_eq!(
        (&failed[0]["inputs"]["n"], &failed[0]["reason"]),
        (&7.into(), &"illegal_access".into())
    );
    assert_eq!(failed[0]["code"], "E0504");
}

#[test]
fn times_too_long_to_be_added_up_are_a_limit() {
    let words = [
        "--machine",
        "apram",
        "--d",
        "3",
        "--vary",
        "B=8,16,10^15",
        "n=30000",
    ];
    let text = WRITES
        .replace("od 0 do n-1", "od 0 do 0")
        .replace("polje A[n]", "polje A[1]");
    let ran = report_on(&text, &[&words[..], &["--no-added-sizes"]].concat()).ends(4);
    let failed = ran.json["failed"].as_array().unwrap();
    assert_eq!(failed.len(), 1, "{failed:?}");
    assert_eq!(
        (&failed[0]["reason"], &failed[0]["code"]),
        (&"limit".into(), &"E0601".into())
    );
    assert_eq!(ran.rows().len(), 2);
}

#[test]
fn programs_overtake_one_another_for_each_b() {
    // One barrier after n assignments: n + B. Four barriers after one each: 4 + 4B. The second
    // takes less from n = 3B + 5 on.
    let one = "stroj apram(d = 2, B = 4, p = 64);
        ulaz n = 8;
        algoritam sporo(n)
            paralelno asinkrono (za svaki i od 0 do 0)
                za k = 1 do n
                    x = k;
            kraj_paralelno
        kraj_algoritma
        algoritam brzo(n)
            paralelno asinkrono (za svaki i od 0 do 0)
                x = 1;
                ograda;
                x = 2;
                ograda;
                x = 3;
                ograda;
                x = 4;
            kraj_paralelno
        kraj_algoritma";
    let words = [
        "--entry",
        "sporo",
        "--entry",
        "brzo",
        "--vary",
        "n=4..100 step 16",
        "--vary",
        "B=8,16",
    ];
    let ran = report_on(one, &words).ends(0);
    let crossings = ran.json["crossings"].as_array().unwrap();
    let times: Vec<(u64, u64)> = crossings
        .iter()
        .filter(|one| one["unit"] == "apram" && one["measure"] == "T")
        .map(|one| (whole(&one["at"]["B"]), whole(&one["at"]["n"])))
        .collect();
    assert_eq!(times, [(8, 29), (16, 53)]);
    let words = ["--entry", "sporo", "--vary", "n=4..100 step 16"];
    let machines = [
        "--compare",
        "d=2,B=8",
        "--compare",
        "d=2, B=max(2, sqrt(p)), p=64",
    ];
    let ran = report_on(one, &[&words[..], &machines].concat()).ends(0);
    assert_eq!(ran.json["formulas"]["T"]["apram"]["formula"], "B + n");
    let other = &ran.json["others"][0];
    assert_eq!(other["machine"]["B"], "max(2, sqrt(p))");
    assert_eq!(other["formulas"]["T"]["apram"]["formula"], "B + n");
    let (_, text, _) = pram(
        one,
        &[&["report", "-", "--full"], &words[..], &machines].concat(),
    );
    assert!(text.contains("B = max(2, sqrt(p))"), "{text}");
}

#[test]
fn every_format_carries_the_units_of_time() {
    for (format, parts) in [
        (
            "text",
            [
                "in units of time",
                "machine: aPRAM with d = 3",
                "adapted step",
            ],
        ),
        (
            "md",
            [
                "in units of time",
                "machine: aPRAM with d = 3",
                "adapted step",
            ],
        ),
        (
            "html",
            [
                "in units of time",
                "machine: aPRAM with d = 3",
                "adapted step",
            ],
        ),
        (
            "latex",
            ["in units of time", "machine: aPRAM with d", "adapted step"],
        ),
        ("csv", ["T_apram", "d_apram,B_apram,waiting_apram", ",8,0,"]),
        ("json", ["\"apram\"", "\"sections\"", "\"waiting\""]),
    ] {
        let words = [
            "report",
            "--full",
            "-",
            "--machine",
            "apram",
            "--d",
            "3",
            "--vary",
            "B=8,16,32",
            "n=4",
            "--no-warnings",
        ];
        let (_, text, stderr) = pram(WRITES, &[&words[..], &["--format", format]].concat());
        assert_eq!(stderr, "", "{format}");
        for part in parts {
            assert!(text.contains(part), "{format}: `{part}` is not in\n{text}");
        }
    }
}

#[test]
fn the_claims_of_the_programs_hold_for_the_sizes_they_are_about() {
    for (name, vary) in [
        ("apram_broadcast", "n=4,16,64,256"),
        ("apram_list_head", "n=4..64 step 12"),
        ("apram_prescan", "n=2^2..2^7"),
        ("apram_tree_sum", "n=32,1024"),
        ("apram_tree_sum_p", "n=64..1024 step 192"),
    ] {
        let ran = report(name, &["--vary", vary, "--no-added-sizes"]).ends(0);
        let claims = ran.json["claims"].as_array().unwrap();
        assert_eq!(claims.len(), 2, "{name}");
        for claim in claims {
            assert_eq!(claim["holds"], true, "{name}: {claim}");
        }
    }
}
