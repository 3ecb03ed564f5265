//! Claims about programs of messages, and the sequential algorithm beside them.

use super::{RING_BROADCAST, report_on};
use crate::apram::pram;

#[test]
fn claims_with_a_unit_or_about_another_machine_are_not_judged() {
    let claims = "tvrdnja T steps = 3; tvrdnja T = d*p; tvrdnja model = EREW;
        tvrdnja T <= 200*p; tvrdnja T = O(p); tvrdnja T = O(log p);";
    let program = RING_BROADCAST.replace("tvrdnja T = (t_s", &format!("{claims} tvrdnja T = (t_s"));
    let (json, status) = report_on(&program, &["--vary", "p=2..16"]);
    assert_eq!(status, 0);
    let claims = json["claims"].as_array().expect("a list");
    let holds: Vec<Option<bool>> = claims
        .iter()
        .map(|claim| claim["holds"].as_bool())
        .collect();
    let yes = Some(true);
    // Nothing is derived of messages, so that no claim about growth is decided.
    assert_eq!(holds, [None, None, None, yes, None, None, yes]);
    let trends = [&claims[4]["trend"], &claims[5]["trend"]];
    assert_eq!(trends, ["consistent with", "speaks against"]);
    let reasons = [
        "rounds, steps and instructions are no measure of this machine",
        "it is about the asynchronous PRAM, as it names `d`; these runs are on a multicomputer",
        "it is about the synchronous PRAM; these runs are on a multicomputer",
    ];
    for (claim, reason) in claims.iter().zip(reasons) {
        assert_eq!(claim["evidence"], reason);
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
    let words = [
        "report", "-", "--full", "--vary", "p=2..8", "--unit", "steps",
    ];
    let (status, _, stderr) = pram(RING_BROADCAST, &words);
    assert!(
        status == 2 && stderr.contains("no unit of a multicomputer"),
        "{stderr}"
    );
}

/// Inputs and times that do not vary are numbers: with them the growth of SU is known.
#[test]
fn a_sequential_formula_names_what_does_not_vary() {
    // T is 2·3·n/p: n/p turns of k additions each.
    let program = "machine ring(p = 2, t_s = 10, t_w = 1, t_c = 2);
        input n = 16, k = 3;
        program
            parallel (for each processor i, i = 0, ..., p-1)
                s = 0;
                for j = i*n/p to (i+1)*n/p - 1
                    for q = 1 to k
                        s = s + 1;
                assert(s >= 0);
            end_parallel
        end_program";
    let theta = |formula: &str| {
        let words = [
            "--vary",
            "n=16..96 step 16",
            "--vary",
            "p=2,4,8",
            "--no-added-sizes",
            "--sequential",
            formula,
        ];
        let (json, _) = report_on(program, &words);
        let formula = &json["sequential"]["formulas"]["multicomputer"];
        formula["theta"].as_str().map(str::to_owned)
    };
    assert_eq!(theta("t_c*k*n").as_deref(), Some("n"));
    assert_eq!(theta("6*n").as_deref(), Some("n"));
}
