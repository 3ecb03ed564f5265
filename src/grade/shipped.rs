//! The exercises that come with pram, built in.

use std::path::Path;

use indexmap::IndexMap;

use super::exercise::ExerciseFiles;
use crate::pipeline::shipped;
use crate::pipeline::translation::of_shipped;
use crate::syntax::vocabulary::Vocabulary;

/// An exercise of `programs/exercises/`: the name of its folder, what gives points, and its judge.
struct ShippedExercise {
    name: &'static str,
    toml: &'static str,
    judge: &'static str,
}

macro_rules! exercises {
    ($($name:literal,)*) => {
        const EXERCISES: &[ShippedExercise] = &[$(ShippedExercise {
            name: $name,
            toml: include_str!(concat!("../../programs/exercises/", $name, "/exercise.toml")),
            judge: include_str!(concat!("../../programs/exercises/", $name, "/judge.pram")),
        }),*];
    };
}

// From the easiest on.
exercises! {
    "one_past_the_end",
    "differences",
    "whose_t",
    "counting",
    "whoever_writes_last",
    "doubling",
    "reduction_for_every_n",
    "end_of_the_list",
    "enough_rounds",
    "split_turned_round",
    "work_optimal_sum",
    "missing_barrier",
    "barrier_in_a_branch",
}

/// Their names, from the easiest on.
pub fn names() -> impl Iterator<Item = &'static str> {
    EXERCISES.iter().map(|exercise| exercise.name)
}

/// The files of the one of this name, with programs in a vocabulary.
pub fn files(name: &str, vocabulary: Vocabulary) -> Option<ExerciseFiles> {
    let exercise = EXERCISES.iter().find(|exercise| exercise.name == name)?;
    let built_in = |file: &str| {
        let path = Path::new("exercises").join(name).join(file);
        let text = shipped::text(&Path::new(shipped::FOLDER).join(path));
        text.expect("starters and references are built in")
    };
    let programs = [
        ("judge.pram", exercise.judge),
        ("starter.pram", built_in("starter.pram")),
        ("reference.pram", built_in("reference.pram")),
    ];
    let programs = programs.map(|(file, text)| {
        let path = format!("exercises/{name}/{file}");
        (file.to_owned(), of_shipped(&path, text, vocabulary))
    });
    Some(ExerciseFiles {
        toml: exercise.toml.to_owned(),
        programs: IndexMap::from(programs),
    })
}
