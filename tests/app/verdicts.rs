//! What a command shows as refuted or illegal, and its exit status.

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use super::plain;
use crate::collection;
use crate::files::fresh_folder;

/// What a command shows, standard error behind standard output, and its status.
fn shown(folder: &Path, command: &str) -> (String, i32) {
    let output = Command::new(env!("CARGO_BIN_EXE_pram"))
        .args(command.split(' '))
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("the binary runs");
    let text =
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    let status = output.status.code().expect("no signal ended it");
    (plain(&text), status)
}

/// Whether a text shows something as wrong: a claim, a model that is asked for, an access. In reports ✗
/// answers questions that nobody made a claim about, too; their claims are looked at in JSON.
fn is_shown_wrong(command: &str, text: &str) -> bool {
    let is_of_model = text.contains("illegal on") && !text.contains("no model is named");
    let is_claim = !command.starts_with("report")
        && text.lines().any(|line| line.trim_start().starts_with("✗ "));
    is_of_model || is_claim || text.contains("error[")
}

/// The same of JSON, wherever it stands in it.
fn is_wrong_in(json: &Value) -> bool {
    let is_named = json["model_is_named"] != Value::Bool(false);
    let is_refuted = json["verdict"] == "refuted" && is_named;
    let fails = |claim: &Value| claim["holds"] == Value::Bool(false);
    let claims = json["claims"].as_array().into_iter().flatten();
    let violations = json["violations"].as_array().into_iter().flatten();
    is_refuted
        || claims.into_iter().any(fails)
        || violations.count() > 0
        || json.get("error").is_some_and(|error| !error.is_null())
}

/// A block over i from 0 to n-1.
fn program(head: &str, body: &str) -> String {
    format!(
        "{head}\ninput n = 8;\ninput A[n] = iota;\nprogram\narray R[n], S[2] = {{0, 0}};\n\
         parallel (for each i from 0 to n-1)\n{body}\nend_parallel\noutput R[], S[];\nend_program\n"
    )
}

/// Programs, and the status of `run`, `check` and `report` of each.
fn table() -> Vec<(&'static str, String, [i32; 3])> {
    let read = "R[i] = A[0];";
    let fine = "R[i] = A[i];";
    vec![
        ("legal on the model that is named", program("machine EREW;", fine), [0, 0, 0]),
        ("illegal on the model that is named", program("machine EREW;", read), [3, 3, 3]),
        // `check` classifies; the other commands run on the usual model.
        ("illegal on the usual model", program("", read), [3, 0, 3]),
        ("a claim that fails", program("machine EREW;\nclaim T rounds = 2;", fine), [1, 1, 1]),
        // The illegal access comes before the claim.
        ("both", program("machine EREW;\nclaim T rounds = 2;", read), [3, 3, 3]),
        ("a failing claim where no model is named", program("claim T rounds = 2;", fine), [1, 1, 1]),
        (
            "a claim about a model that is not the file's",
            program("machine CREW;\nclaim model = EREW;", read),
            [1, 1, 1],
        ),
        (
            "different values under common",
            program("machine CRCW-common;", "R[i] = 0; S[0] = i;"),
            [3, 3, 3],
        ),
        ("reads under a rule that combines", program("machine ERCW-sum;", "R[i] = A[0]; S[0] = 1;"), [3, 3, 3]),
        ("nothing forbidden", program("machine CRCW-sum;", "R[i] = A[0]; S[0] = 1;"), [0, 0, 0]),
        // At n = 21 the processors 0 and 20 meet: none of the sizes up to 16 shows it.
        ("illegal at larger sizes", program("machine EREW;", "R[i] = A[i mod 20];"), [0, 3, 0]),
        (
            "not decided",
            program("machine EREW;\ninput next[n] = permutation;", "R[next[i]] = A[i];"),
            [0, 0, 0],
        ),
        (
            "a race",
            program("machine apram(d = 2, B = 3);", "x = A[0]; barrier; R[i] = x;"),
            [3, 3, 3],
        ),
        (
            "reads that apram-cr allows",
            program("machine apram-cr(d = 2, B = 3);", "x = A[0]; barrier; R[i] = x;"),
            [0, 0, 0],
        ),
        (
            "a message that nobody receives",
            "machine ring(p = 3, t_s = 10, t_w = 1);\nprogram\nparallel (for each i from 0 to 2)\nsend i to (i+1) mod 3;\n\
             end_parallel\nend_program\n"
                .to_owned(),
            [3, 3, 3],
        ),
    ]
}

#[test]
fn what_is_shown_as_wrong_ends_with_a_status_that_says_so() {
    let folder = fresh_folder("verdicts", "table");
    let mut wrong = Vec::new();
    for (name, text, expected) in table() {
        std::fs::write(folder.join("a.pram"), text).unwrap();
        let vary = if name.contains("nobody") {
            ""
        } else {
            " --vary n=4..8"
        };
        let commands = [
            "run a.pram",
            "check a.pram",
            &format!("report a.pram{vary}"),
        ];
        for (command, expected) in commands.iter().zip(expected) {
            if command.starts_with("report") && vary.is_empty() {
                continue;
            }
            let (text, status) = shown(&folder, command);
            let json = format!("{command} --format json");
            let (data, status_of_json) = shown(&folder, &json);
            let data: Value = serde_json::from_str(&data).unwrap_or(Value::Null);
            let mut fail = |what: &str| wrong.push(format!("{name}: {command}: {what}\n{text}"));
            if (status, status_of_json) != (expected, expected) {
                fail(&format!(
                    "{status} and {status_of_json} of JSON, not {expected}"
                ));
            }
            if is_shown_wrong(command, &text) && status == 0 {
                fail("something is wrong, and the status is 0");
            }
            if is_wrong_in(&data) && status_of_json == 0 {
                fail("something is wrong in JSON, and the status is 0");
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Who names the model makes no difference.
#[test]
fn the_command_line_names_a_model_too() {
    let folder = fresh_folder("verdicts", "named");
    std::fs::write(folder.join("a.pram"), program("", "R[i] = A[0];")).unwrap();
    for (options, expected) in [
        ("", 0),
        (" --model erew", 3),
        (" --model crew", 0),
        (" --model ercw-max", 3),
        (" --machine apram --d 2 --B 3", 0),
        (" --machine pram", 0),
        (" --model apram-cr --d 2 --B 3", 0),
    ] {
        let (text, status) = shown(&folder, &format!("check a.pram{options}"));
        assert_eq!(status, expected, "{options}: {text}");
        let is_unnamed = text.contains("no model is named");
        assert_eq!(
            is_unnamed,
            !options.contains("--model"),
            "{options}: {text}"
        );
    }
    // The file's machine is another one: the usual model of the synchronous PRAM is nobody's wish.
    let text = program("machine apram(d = 2, B = 3);", "R[i] = A[0];");
    std::fs::write(folder.join("b.pram"), text).unwrap();
    assert_eq!(shown(&folder, "check b.pram --machine pram").1, 0);
    assert_eq!(shown(&folder, "check b.pram").1, 3);
}

#[test]
fn an_attempt_that_is_wrong_ends_with_a_status_that_says_so() {
    let folder = fresh_folder("verdicts", "attempt");
    let (text, status) = shown(&folder, "learn attempts --check");
    assert!(text.contains('✗'), "{text}");
    assert_eq!(status, 1, "{text}");
}

/// 3 exactly where the model that is named is refuted, whatever became of the claims; else 1 exactly
/// where one of them fails.
#[test]
fn the_status_of_check_follows_from_its_verdicts_on_every_program() {
    let mut of_status = [0; 5];
    for path in collection::programs() {
        if collection::has_messages(&path) || collection::has_kernels(&path) {
            continue;
        }
        let name = path.display().to_string();
        let command = format!("check {name} --max-work 200000 --format json");
        let (text, status) = shown(&collection::folder(), &command);
        let json: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{name}: {text}"));
        if json.get("error").is_some() {
            assert_ne!(status, 0, "{name}");
            continue;
        }
        let breaks = json["verdict"] == "refuted" && json["model_is_named"] == Value::Bool(true);
        let claims = json["claims"].as_array().unwrap();
        let fails = claims
            .iter()
            .any(|claim| claim["holds"] == Value::Bool(false));
        let expected = match (breaks, fails) {
            (true, _) => 3,
            (false, true) => 1,
            (false, false) => 0,
        };
        assert_eq!(status, expected, "{name}: {text}");
        of_status[status as usize] += 1;
    }
    assert!(of_status[0] > 20 && of_status[3] > 0, "{of_status:?}");
}
