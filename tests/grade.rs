//! `pram grade`: exercises, verdicts, points, formats, and a class by the command.

mod canary;
mod exercises;
mod formats;
#[cfg(unix)]
mod hostile;
mod points;
mod replays;
#[cfg(unix)]
mod resumed;
#[cfg(target_os = "linux")]
mod sandbox;
#[cfg(unix)]
mod submissions;
mod verdicts;

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::AtomicBool;

use indexmap::IndexMap;
use pram::grade::attempt::answers;
use pram::grade::exercise::{Exercise, ExerciseFiles, LoadedExercise, read};
use pram::grade::grading::Grading;
use pram::grade::job::{NamedText, Task, TaskAnswer};
use pram::grade::points::Points;
use pram::grade::verdict::JudgedAnswers;
use pram::source::Sources;

/// The head of an exercise about the maximum.
pub const HEAD: &str = r#"format = "pram-exercise/1"
id = "maximum"
title = "Maximum"
files = ["maximum.pram"]
secret = "s"
limits = { steps = "2000", work = "20000", memory = "64MiB", output = "1KiB", processors = "4096", cpu = "60s" }
"#;

/// It calls `maximum` and checks what is in A[0] then.
pub const JUDGE: &str = r#"include "submission.pram";

machine EREW;
input n = 5;
input A[n] = permutation;

program
    maximum(A[], n);
    for i = 1 to n-1
        assert(A[0] >= A[i], "A[0] is not the maximum");
    output largest = A[0];
end_program
"#;

/// A tree: ⌈log n⌉ rounds, n - 1 maxima, no cell is accessed twice in a step.
pub const REFERENCE: &str = "algorithm maximum(A[], n)
    for d = 0 to ceil(log n) - 1
        parallel (for each i from 0 to n-1 - 2^d step 2^(d+1))
            A[i] = max(A[i], A[i + 2^d]);
        end_parallel
end_algorithm
";

/// One processor after the other: n - 1 rounds.
pub const SEQUENTIAL: &str = "algorithm maximum(A[], n)
    for i = 1 to n-1
        A[0] = max(A[0], A[i]);
end_algorithm
";

/// An exercise about the maximum with these items.
pub fn files(items: &str) -> ExerciseFiles {
    ExerciseFiles {
        toml: format!("{HEAD}{items}"),
        programs: IndexMap::from([
            ("judge.pram".to_owned(), JUDGE.to_owned()),
            ("reference.pram".to_owned(), REFERENCE.to_owned()),
        ]),
    }
}

/// The exercise in these files.
pub fn exercise(files: &ExerciseFiles) -> Exercise {
    read(files, &mut Sources::default()).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// So many points.
pub fn points(number: f64) -> Points {
    Points::written(number).unwrap()
}

/// What a submission gets, without a process of its own.
pub fn judged(files: &ExerciseFiles, submission: &str) -> JudgedAnswers {
    let loaded = loaded(files);
    InProcess::new(&loaded).judged(submission)
}

/// The exercise in these files, with them.
pub fn loaded(files: &ExerciseFiles) -> LoadedExercise {
    LoadedExercise {
        exercise: exercise(files),
        files: files.clone(),
    }
}

/// An exercise whose submissions are judged without processes of their own.
pub struct InProcess<'a>(Grading<'a>);

impl<'a> InProcess<'a> {
    pub fn new(loaded: &'a LoadedExercise) -> Self {
        let Ok(grading) = Grading::new(loaded, |files, tasks| {
            Ok::<_, Infallible>(done(loaded, files, tasks))
        });
        Self(grading)
    }

    /// What a submission gets.
    pub fn judged(&self, submission: &str) -> JudgedAnswers {
        let file = NamedText::new(&self.0.loaded.exercise.files[0], submission);
        let answers = done(self.0.loaded, &[file], &self.0.plan.tasks);
        self.0.judge(&answers)
    }
}

/// The answers to tasks about these files.
fn done(loaded: &LoadedExercise, files: &[NamedText], tasks: &[Task]) -> Vec<Option<TaskAnswer>> {
    answers(loaded, files, tasks, &AtomicBool::new(false))
}

/// `pram` with these words, in a folder.
pub fn pram(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pram"))
        .args(words)
        .current_dir(folder)
        .output()
        .expect("it runs")
}

/// What a command says on both streams.
pub fn said(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}

/// The exercise in a folder `exercise`, and an empty folder `submissions` next to it.
pub fn class_folder(name: &str, files: &ExerciseFiles) -> PathBuf {
    let folder = crate::files::fresh_folder("grade", name);
    let exercise = folder.join("exercise");
    std::fs::create_dir_all(&exercise).unwrap();
    std::fs::create_dir_all(folder.join("submissions")).unwrap();
    std::fs::write(exercise.join("exercise.toml"), &files.toml).unwrap();
    for (name, text) in &files.programs {
        let path = exercise.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

/// Walls that this system has: a test of the walls themselves says where they are missing.
pub const WALLS: &str = "--sandbox=best";
