//! The exercises in the order in which they are learnt, with what an attempt has to do.
//!
//! Starters and solutions are those of `programs/exercises/`, built in: the head of a starter is its
//! task, and the remarks at the head of a solution are its hints. Neither names a keyword, so that they fit
//! both vocabularies.

use std::path::Path;

use super::exercise_check::ExerciseCheck;
use crate::app::translated;
use crate::pipeline::shipped;
use crate::syntax::vocabulary::Vocabulary;

/// An exercise.
pub struct LearnExercise {
    /// The name of its files.
    pub name: &'static str,
    /// Inputs with which an attempt has to run, besides its own.
    pub inputs: &'static [&'static str],
    /// What its text asks for, as claims that an attempt need not hold itself.
    pub asks: &'static [&'static str],
    /// Inputs for which its own check of the result is not right, each with the condition that is, or with
    /// what follows its left side: so that a result cannot be read off the check.
    pub others: &'static [(&'static str, &'static str)],
    /// Whether of an array that is put out only the first cell is the result.
    pub is_first_cell: bool,
}

/// From the easiest on.
pub const EXERCISES: [LearnExercise; 13] = [
    LearnExercise {
        name: "one_past_the_end",
        inputs: &["n=1", "n=2", "n=17"],
        asks: &[],
        others: &[("n=6 A=constant(3)", "A[i] == 3*(i+1)")],
        is_first_cell: false,
    },
    LearnExercise {
        name: "differences",
        inputs: &["n=2", "n=3", "n=17", "n=4 A=3,1,4,1"],
        // A few rounds, whatever n is.
        asks: &["claim model = EREW;", "claim T rounds <= 4;"],
        others: &[],
        is_first_cell: false,
    },
    LearnExercise {
        name: "whose_t",
        inputs: &["n=2", "n=4", "n=16"],
        asks: &["claim model = EREW;"],
        others: &[("n=6 A=5,4,3,2,1,0", "A[i] == 4 - i + 2*(i mod 2)")],
        is_first_cell: false,
    },
    LearnExercise {
        name: "counting",
        inputs: &["n=1", "n=2", "n=3", "n=33"],
        asks: &[
            "claim model = EREW;",
            "claim T rounds <= 2*ceil(log n) + 4;",
        ],
        others: &[
            ("n=5 A=1,4,6,2,8", "even == 4"),
            ("n=3 A=1,3,5", "even == 0"),
        ],
        is_first_cell: false,
    },
    LearnExercise {
        name: "whoever_writes_last",
        inputs: &["n=1", "n=2", "n=17"],
        asks: &["claim T rounds <= 1;"],
        others: &[("n=5 A=3,9,1,4,9", "largest == 9")],
        is_first_cell: false,
    },
    LearnExercise {
        name: "doubling",
        inputs: &["n=1", "n=2", "n=3", "n=11", "n=16", "n=17"],
        asks: &["claim model = EREW;", "claim T rounds <= ceil(log n) + 1;"],
        others: &[],
        is_first_cell: false,
    },
    LearnExercise {
        name: "reduction_for_every_n",
        inputs: &["n=1", "n=2", "n=3", "n=7", "n=16"],
        asks: &[
            "claim model = EREW;",
            "claim T rounds <= ceil(log n);",
            "claim W rounds <= n - 1;",
        ],
        others: &[("n=5 A=3,1,4,1,5", "A[0] == 14")],
        is_first_cell: true,
    },
    LearnExercise {
        name: "end_of_the_list",
        inputs: &["n=1", "n=2", "n=3", "n=16", "n=33"],
        asks: &[],
        others: &[],
        is_first_cell: false,
    },
    LearnExercise {
        name: "enough_rounds",
        inputs: &["n=1 A=3", "n=3 A=3,2,1", "n=5 A=2,3,4,5,1"],
        asks: &["claim model = EREW;", "claim T rounds <= n;"],
        others: &[("n=4 A=4,1,3,2", "A[i-1] == i and A[i] == i+1")],
        is_first_cell: false,
    },
    LearnExercise {
        name: "split_turned_round",
        inputs: &["n=4 B=0,1,0,0", "n=4 B=1,1,1,1", "n=4 B=0,0,0,0"],
        asks: &["claim model = EREW;"],
        others: &[],
        is_first_cell: false,
    },
    LearnExercise {
        name: "work_optimal_sum",
        inputs: &["n=8", "n=16", "n=128"],
        asks: &[
            "claim T rounds <= n/p + log p + 1;",
            "claim W rounds <= n;",
            "claim model = EREW;",
        ],
        others: &[("n=16 A=iota", "== 120")],
        is_first_cell: false,
    },
    LearnExercise {
        name: "missing_barrier",
        inputs: &["n=2", "n=3", "n=16"],
        // A barrier more takes B, one access to shared memory more takes d.
        asks: &["claim T <= 5*d + 2*B;"],
        others: &[],
        is_first_cell: false,
    },
    LearnExercise {
        name: "barrier_in_a_branch",
        inputs: &["n=1", "n=2", "n=5", "n=16"],
        asks: &["claim T rounds <= 2*ceil(log n);"],
        others: &[],
        is_first_cell: true,
    },
];

impl LearnExercise {
    /// Where an attempt lies.
    pub fn file(&self) -> String {
        format!("{}.pram", self.name)
    }

    /// What a student is given, in a vocabulary.
    pub fn starter(&self, vocabulary: Vocabulary) -> String {
        let text = text(&format!("exercises/{}/starter.pram", self.name), vocabulary);
        text.replace("programs/exercises/", "")
    }

    /// One that does the task, in a vocabulary.
    pub fn solution(&self, vocabulary: Vocabulary) -> String {
        text(
            &format!("exercises/{}/reference.pram", self.name),
            vocabulary,
        )
    }

    /// What is to be done: the head of the starter.
    pub fn task(&self) -> String {
        let lines = head(&self.starter(Vocabulary::default()));
        lines.join("\n")
    }

    /// The remarks at the head of the solution, the least telling first.
    pub fn hints(&self) -> Vec<String> {
        let mut hints: Vec<String> = Vec::new();
        for line in head(&self.solution(Vocabulary::default())) {
            let is_first = ["Fault:", "Idea:", "Pitfall:"];
            if is_first.iter().any(|word| line.starts_with(word)) {
                hints.push(line);
            } else if let Some(hint) = hints.last_mut() {
                hint.push('\n');
                hint.push_str(&line);
            }
        }
        hints
    }

    /// The lines by which the starter checks itself.
    pub fn checks(&self) -> Vec<ExerciseCheck> {
        ExerciseCheck::all(|vocabulary| self.starter(vocabulary))
    }

    /// The lines by which the starter and the solution, which may do so more strictly, check the result.
    pub fn checks_of_result(&self) -> Vec<ExerciseCheck> {
        let mut checks = self.checks();
        checks.retain(ExerciseCheck::is_of_result);
        checks.extend(self.checks_of_solution());
        checks
    }

    /// The lines by which the solution checks its result.
    pub fn checks_of_solution(&self) -> Vec<ExerciseCheck> {
        let mut checks = ExerciseCheck::all(|vocabulary| self.solution(vocabulary));
        checks.retain(ExerciseCheck::is_of_result);
        checks
    }
}

/// The lines of the comment at the beginning.
fn head(text: &str) -> Vec<String> {
    let lines = text.lines().map_while(|line| line.strip_prefix("//"));
    lines
        .map(|line| line.strip_prefix(' ').unwrap_or(line).to_owned())
        .collect()
}

/// A shipped program in a vocabulary.
fn text(name: &str, vocabulary: Vocabulary) -> String {
    let path = Path::new(shipped::FOLDER).join(name);
    let text = shipped::text(&path).expect("every exercise is built in");
    translated::shipped(name, text, vocabulary)
}
