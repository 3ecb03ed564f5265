//! Counts beyond 64 bits: exact in verdicts and in what is shown, or an error.

use pram::pipeline::{Options, Run};
use pram::present::json::run::RunJson;
use pram::present::text;
use pram::present::text::shown::{Shown, Units};
use pram::quantity::{Measure, Unit};
use pram::source::Sources;

use super::plain;
use crate::complexity::reports;
use crate::multicomputer::run_with;

/// The most processors that a machine may have: 2^63 - 1.
const MOST: u64 = i64::MAX as u64;

/// Three steps: an assignment each.
const STEPS: &str = "    polje A[1];\n    A[0] = 1;\n    A[0] += 1;\n    A[0] += 1;\n";

fn run_on(processors: u64, claims: &str, body: &str) -> Run {
    let options = Options {
        processors: Some(processors),
        ..Options::default()
    };
    let text = format!("{claims}\nprogram\n{body}kraj_programa\n");
    run_with(&text, options, &[]).run.expect("it is a program")
}

/// Each claim with what came out.
fn outcomes(run: &Run) -> Vec<(&str, Option<bool>)> {
    let outcomes = run.claims.iter();
    outcomes
        .map(|one| (one.claim.as_str(), one.holds))
        .collect()
}

/// 3·(2^63 - 1) is 3·9223372036854775807, beyond 2^64 = 18446744073709551616; and 2^64 - 1, where
/// saturating counts stay, is 2·(2^63 - 1) + 1.
#[test]
fn the_cost_of_very_many_processors_decides_claims_exactly() {
    let claims = "tvrdnja C steps = 3*p;
tvrdnja C steps = 2*p + 1;
tvrdnja C steps <= 3*p - 1;
tvrdnja C steps >= 3*p;";
    let mut run = run_on(MOST, claims, STEPS);
    let expected = [
        ("C steps = 3*p", Some(true)),
        ("C steps = 2*p + 1", Some(false)),
        ("C steps <= 3*p - 1", Some(false)),
        ("C steps >= 3*p", Some(true)),
    ];
    assert_eq!(outcomes(&run), expected);
    let cost = 3 * u128::from(MOST);
    assert_eq!(cost.to_string(), "27670116110564327421");
    assert_eq!(run.count(Measure::C.in_unit(Unit::Steps)), cost);
    // Doubles would show 27670116110564327424.
    assert_eq!(
        run.claims[0].evidence.to_string(),
        "3*p = 27670116110564327421, measured 27670116110564327421"
    );
    // Their places are in a text that is not at hand here.
    run.claims.clear();
    run.warnings.clear();
    let in_all_units = Shown {
        units: Units::All,
        ..Shown::at_width(80)
    };
    let shown = plain(&text::run::render(&run, "steps.pram", in_all_units));
    assert!(shown.contains("27670116110564327421"), "{shown}");
    let mut json = Vec::new();
    let of_run = RunJson::new(&run, "steps.pram", &Sources::default());
    pram::present::json::write(&mut json, &of_run).expect("memory can be written");
    let json = String::from_utf8(json).expect("JSON is text");
    assert!(json.contains("\"cost\": 27670116110564327421"), "{json}");
}

/// The cost is p·T for every p, on both sides of 2^63, 2^64 and 2^65.
#[test]
fn the_cost_is_the_product_of_processors_and_time() {
    for shift in 59..63 {
        for near in [-1_i64, 0, 1] {
            let p = ((1_i64 << shift) + near) as u64;
            let run = run_on(
                p,
                "tvrdnja C steps = 3*p;\ntvrdnja C steps = 3*p + 1;",
                STEPS,
            );
            let product = u128::from(p) + u128::from(p) + u128::from(p);
            assert_eq!(run.count(Measure::C.in_unit(Unit::Steps)), product);
            assert_eq!(outcomes(&run)[0].1, Some(true), "p = {p}");
            assert_eq!(outcomes(&run)[1].1, Some(false), "p = {p}");
        }
    }
}

/// Sequential code writes one cell: d = 3 units of time, C = 3·p, and no barrier at which others wait.
#[test]
fn the_cost_on_the_asynchronous_machine_decides_claims_exactly() {
    let machine = format!("stroj apram(d = 3, B = 4, p = {MOST});");
    let claims = "tvrdnja C = 3*p;\ntvrdnja C = 2*p + 1;";
    let text =
        format!("{machine}\n{claims}\nprogram\n    polje A[1];\n    A[0] = 1;\nkraj_programa\n");
    let run = run_with(&text, Options::default(), &[])
        .run
        .expect("it is a program");
    let holds: Vec<_> = outcomes(&run).into_iter().map(|(_, holds)| holds).collect();
    assert_eq!(holds, [Some(true), Some(false)], "{:?}", run.claims);
}

/// Of 2^63 - 1 processors all but two wait for the whole section, 3 units or more: beyond 64 bits.
#[test]
fn waiting_beyond_64_bits_is_an_error() {
    for body in ["", "asinkrono "] {
        let text = format!(
            "stroj apram(d = 3, B = 4, p = {MOST});\nprogram\n    polje A[2];\n    \
             paralelno {body}(za svaki i od 0 do 1)\n        A[i] = i;\n    kraj_paralelno\n\
             kraj_programa\n"
        );
        let told = run_with(&text, Options::default(), &[]);
        assert_eq!(told.codes, ["E0601"], "{}", told.problems);
    }
}

#[test]
fn reports_refuse_sizes_whose_cost_they_cannot_count() {
    let text = format!("ulaz n = 1;\nprogram\n{STEPS}    ispisi(n);\nkraj_programa\n");
    let with = |processors: u64, repeat: u32| {
        let mut program = reports::text(&text);
        program.options.processors = Some(processors);
        let mut request = reports::request(program, &["n=1,2,3,4,5,6,7,8"]);
        request.repeat = repeat;
        reports::created(&request)
    };
    // The statements are 1 + 3 + 3 = 7 instructions: 7·2^61 < 2^64 = 8·2^61, and with three seeds
    // 21·2^59 < 32·2^59.
    assert!(with(1 << 61, 1).is_ok());
    assert!(with(1 << 59, 3).is_ok());
    for (processors, repeat) in [(1 << 62, 1), (MOST, 1), (1 << 60, 3)] {
        match with(processors, repeat) {
            Err(problems) => assert_eq!(problems[0].code.id(), "E0601"),
            Ok(report) => {
                let codes = report
                    .study
                    .failed
                    .iter()
                    .map(|failed| failed.code.as_str());
                let codes: Vec<&str> = codes.collect();
                assert_eq!(codes, vec!["E0601"; 8], "{processors}, {repeat}");
            }
        }
    }
}

#[test]
fn more_processors_than_an_int_holds_are_refused() {
    use pram::pipeline::quantity::processors;
    assert_eq!(processors("9223372036854775807"), Ok(MOST));
    for text in ["9223372036854775808", "18446744073709551615"] {
        let error = processors(text).expect_err("`p` is an int");
        assert!(error.to_string().contains("9223372036854775807"), "{error}");
    }
}
