//! Exercises: what a student is given fails as the teacher means it to, and the reference is right
//! for every size; so is what is given for the sizes that hide its fault. The judge gives all points to the
//! reference, and to each example what it says.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use indexmap::IndexMap;
use pram::grade::exercise::{ExerciseFiles, read_public};
use pram::grade::outcome::GradeOutcome;
use pram::grade::points::Points;
use pram::grade::verdict::JudgedAnswers;
use pram::source::Sources;

use super::{Run, run};
use crate::collection;
use crate::grade::{InProcess, loaded};

/// An exercise, the code that its starter ends with, and inputs that hide the fault.
struct Exercise {
    name: &'static str,
    code: &'static str,
    hides: &'static [&'static str],
}

const EXERCISES: [Exercise; 13] = [
    Exercise {
        name: "barrier_in_a_branch",
        code: "E0414",
        hides: &["n=1"],
    },
    Exercise {
        name: "counting",
        code: "E0409",
        hides: &["n=0", "n=1", "n=2"],
    },
    Exercise {
        name: "differences",
        code: "E0501",
        hides: &["n=1", "n=2"],
    },
    Exercise {
        name: "doubling",
        code: "E0404",
        hides: &["n=1", "n=2", "n=4", "n=16"],
    },
    Exercise {
        name: "end_of_the_list",
        code: "E0403",
        hides: &[],
    },
    Exercise {
        name: "enough_rounds",
        code: "E0409",
        hides: &["n=4 A=1,2,3,4", "n=4 A=2,1,3,4"],
    },
    Exercise {
        name: "missing_barrier",
        code: "E0504",
        hides: &[],
    },
    Exercise {
        name: "one_past_the_end",
        code: "E0403",
        hides: &[],
    },
    Exercise {
        name: "reduction_for_every_n",
        code: "E0403",
        hides: &["n=1", "n=2", "n=8"],
    },
    Exercise {
        name: "split_turned_round",
        code: "E0502",
        hides: &["n=4 B=0,0,0,0"],
    },
    Exercise {
        name: "whoever_writes_last",
        code: "E0409",
        hides: &["n=1"],
    },
    Exercise {
        name: "whose_t",
        code: "E0502",
        hides: &["n=2"],
    },
    Exercise {
        name: "work_optimal_sum",
        code: "E0410",
        hides: &[],
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
fn starters_fail_as_they_should_and_references_are_right() {
    for exercise in &EXERCISES {
        let name = format!("exercises/{}/starter", exercise.name);
        let starter = run(&name, &[], &[]);
        assert_eq!(fault(&starter), exercise.code, "{name}");
        assert_ne!(starter.status, 0, "{name}");
        for hides in exercise.hides {
            run(&name, &inputs(hides), &[]).succeeds();
        }
        let name = format!("exercises/{}/reference", exercise.name);
        run(&name, &[], &["--deny-warnings"]).succeeds();
    }
}

#[test]
fn every_folder_is_an_exercise_and_says_what_is_asked() {
    let folders = fs::read_dir(collection::folder().join("exercises")).unwrap();
    let present: BTreeSet<String> = folders
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    let known: BTreeSet<String> = EXERCISES.iter().map(|own| own.name.to_owned()).collect();
    assert_eq!(present, known);
    for exercise in &EXERCISES {
        let files = exercise.files();
        let says = |file: &str, parts: [&str; 3]| {
            for part in parts {
                let is_said = files.programs[file].contains(&format!("// {part}:"));
                assert!(is_said, "{}/{file} has no {part}", exercise.name);
            }
        };
        says("starter.pram", ["Task", "Given", "Try"]);
        says("reference.pram", ["Fault", "Idea", "Pitfall"]);
    }
}

impl Exercise {
    /// The files of its folder.
    fn files(&self) -> ExerciseFiles {
        let folder = collection::folder().join("exercises").join(self.name);
        let text = |path: &Path| fs::read_to_string(path).unwrap();
        let programs = collection::programs_in(folder.clone()).into_iter();
        let programs = programs.map(|path| {
            let name = path.strip_prefix(&folder).unwrap();
            (name.to_str().unwrap().to_owned(), text(&path))
        });
        ExerciseFiles {
            toml: text(&folder.join("exercise.toml")),
            programs: programs.collect::<IndexMap<_, _>>(),
        }
    }

    /// The reference gets all points, the starter fewer, and each example those of its first line: it fails the
    /// items that it names and no others, and together the examples fail all items.
    fn is_judged(&self) {
        let files = self.files();
        let loaded = loaded(&files);
        let judge = InProcess::new(&loaded);
        let exercise = &loaded.exercise;
        let of = exercise.of();
        let name = self.name;
        assert_eq!(exercise.id, name.replace('_', "-"));
        assert_eq!(exercise.files, [format!("{name}.pram")]);
        let public = read_public(&files, &mut Sources::default()).unwrap();
        assert_eq!(public, *exercise, "{name} hides an item");
        let total = |judged: &JudgedAnswers| {
            GradeOutcome::total(&judged.items, Points::WHOLE, exercise.rounding)
        };
        let solved = judge.judged(&files.programs["reference.pram"]);
        assert_eq!(total(&solved), of, "{name}: {:?}", solved.items);
        let given = judge.judged(&files.programs["starter.pram"]);
        assert!(total(&given) < of, "{name}");
        let items = exercise.items.iter();
        let mut never_failed: BTreeSet<&str> = items.map(|item| item.name.as_str()).collect();
        for (example, text) in files.examples() {
            let judged = judge.judged(text);
            let first = format!("// grade: {} of {of}", total(&judged));
            assert_eq!(
                text.lines().next(),
                Some(first.as_str()),
                "{name}/{example}"
            );
            let said = text
                .lines()
                .filter_map(|line| line.strip_prefix("// fails: "));
            let failed = judged.items.iter().filter(|item| item.verdict.is_bad());
            let failed: Vec<&str> = failed.map(|item| item.name.as_str()).collect();
            assert_eq!(failed, said.collect::<Vec<_>>(), "{name}/{example}");
            never_failed.retain(|item| !failed.contains(item));
        }
        assert!(
            never_failed.is_empty(),
            "{name}: no example fails {never_failed:?}"
        );
    }
}

#[test]
fn judges_give_what_references_and_examples_earn() {
    let next = std::sync::Mutex::new(EXERCISES.iter());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(exercise) = { next.lock().unwrap().next() } {
                    exercise.is_judged();
                }
            });
        }
    });
}
