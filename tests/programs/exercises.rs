//! Exercises: what a student is given fails as the teacher means it to, and the solution is right
//! for every size; so is what is given for the sizes that hide its fault.

use std::collections::BTreeSet;

use super::{Run, run};
use crate::collection;

/// An exercise, the code that its starter ends with, inputs that hide the fault, and inputs for
/// the solution.
struct Exercise {
    name: &'static str,
    code: &'static str,
    hides: &'static [&'static str],
    solved: &'static [&'static str],
}

const EXERCISES: [Exercise; 13] = [
    Exercise {
        name: "barrier_in_a_branch",
        code: "E0414",
        hides: &["n=1"],
        solved: &["n=1", "n=2", "n=5", "n=16"],
    },
    Exercise {
        name: "counting",
        code: "E0409",
        hides: &["n=0", "n=1", "n=2"],
        solved: &["n=1", "n=2", "n=3", "n=17"],
    },
    Exercise {
        name: "differences",
        code: "E0501",
        hides: &["n=1", "n=2"],
        solved: &["n=2", "n=3", "n=16"],
    },
    Exercise {
        name: "doubling",
        code: "E0404",
        hides: &["n=1", "n=2", "n=4", "n=16"],
        solved: &["n=1", "n=2", "n=3", "n=11", "n=16", "n=17"],
    },
    Exercise {
        name: "end_of_the_list",
        code: "E0403",
        hides: &[],
        solved: &["n=1", "n=2", "n=3", "n=16", "n=33"],
    },
    Exercise {
        name: "enough_rounds",
        code: "E0409",
        hides: &["n=4 A=1,2,3,4", "n=4 A=2,1,3,4"],
        solved: &["n=1 A=3", "n=3 A=3,2,1", "n=4 A=4,3,2,1", "n=5 A=2,3,4,5,1"],
    },
    Exercise {
        name: "missing_barrier",
        code: "E0504",
        hides: &[],
        solved: &["n=2", "n=3", "n=16"],
    },
    Exercise {
        name: "one_past_the_end",
        code: "E0403",
        hides: &[],
        solved: &["n=1", "n=2", "n=16"],
    },
    Exercise {
        name: "reduction_for_every_n",
        code: "E0403",
        hides: &["n=1", "n=2", "n=8"],
        solved: &["n=1", "n=2", "n=3", "n=10", "n=16"],
    },
    Exercise {
        name: "split_turned_round",
        code: "E0502",
        hides: &["n=4 B=0,0,0,0"],
        solved: &["n=1 B=1", "n=4 B=0,1,0,0", "n=4 B=1,1,1,1"],
    },
    Exercise {
        name: "whoever_writes_last",
        code: "E0409",
        hides: &["n=1"],
        solved: &["n=1", "n=2", "n=17"],
    },
    Exercise {
        name: "whose_t",
        code: "E0502",
        hides: &["n=2"],
        solved: &["n=2", "n=4", "n=16"],
    },
    Exercise {
        name: "work_optimal_sum",
        code: "E0410",
        hides: &[],
        solved: &["n=8", "n=16", "n=128"],
    },
];

/// `n=4 B=0,1,0,0` as inputs.
fn inputs(text: &str) -> Vec<(&str, String)> {
    let words = text.split_whitespace();
    let pairs = words.map(|word| word.split_once('=').expect("name=value"));
    pairs
        .map(|(name, value)| (name, value.to_owned()))
        .collect()
}

/// The code of a fault, of an illegal access, or of a claim that does not hold.
fn fault(run: &Run) -> &str {
    let found = [&run.json["error"], &run.json["violations"][0]];
    let code = found.into_iter().find_map(|found| found["code"].as_str());
    let mut claims = run.json["claims"].as_array().into_iter().flatten();
    let is_refuted = claims.any(|claim| claim["holds"] == false);
    code.unwrap_or(if is_refuted { "E0410" } else { "none" })
}

#[test]
fn starters_fail_as_they_should_and_solutions_are_right() {
    for exercise in &EXERCISES {
        let name = format!("exercises/{}", exercise.name);
        let starter = run(&name, &[], &[]);
        assert_eq!(fault(&starter), exercise.code, "{name}");
        assert_ne!(starter.status, 0, "{name}");
        for hides in exercise.hides {
            run(&name, &inputs(hides), &[]).succeeds();
        }
        let name = format!("exercises/solutions/{}", exercise.name);
        run(&name, &[], &["--deny-warnings"]).succeeds();
        for solved in exercise.solved {
            run(&name, &inputs(solved), &[]).succeeds();
        }
    }
}

#[test]
fn every_exercise_has_a_solution_and_says_what_is_asked() {
    let mut starters = BTreeSet::new();
    let mut solutions = BTreeSet::new();
    for path in collection::programs() {
        let name = collection::name(&path);
        let text = std::fs::read_to_string(&path).unwrap();
        if let Some(solved) = name.strip_prefix("exercises/solutions/") {
            for part in ["// Fault:", "// Idea:", "// Pitfall:"] {
                assert!(text.contains(part), "{name} has no {part}");
            }
            solutions.insert(solved.to_owned());
        } else if let Some(starter) = name.strip_prefix("exercises/") {
            for part in ["// Task:", "// Given:", "// Try:"] {
                assert!(text.contains(part), "{name} has no {part}");
            }
            starters.insert(starter.to_owned());
        }
    }
    let known: BTreeSet<String> = EXERCISES.iter().map(|own| own.name.to_owned()).collect();
    assert_eq!(starters, known);
    assert_eq!(solutions, known);
}
