//! Exercises: what is asked, and whether an attempt does it.

use std::sync::atomic::AtomicBool;

use super::Error;
use crate::diagnostic::Diagnostic;
use crate::grade::attempt;
use crate::grade::exercise::{self, ExerciseFiles, LoadedExercise};
use crate::grade::shipped;
use crate::grade::show::ShownSubmission;
use crate::language::Language;
use crate::source::Sources;
use crate::syntax::vocabulary::Vocabulary;

/// The parts of the comment at the head of a solution, the least telling first.
const HINTS: [&str; 3] = ["Fault:", "Idea:", "Pitfall:"];

/// An exercise, as a student has it: its public items are judged.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use pram::{StudentExercise, Vocabulary};
///
/// let exercise = StudentExercise::shipped("differences", Vocabulary::English).expect("it comes with pram");
/// let attempt = exercise.attempt(exercise.starter(), &AtomicBool::new(false)).expect("nobody interrupts it");
/// assert!(!attempt.is_whole());
/// for item in &attempt.items {
///     println!("{}: {}", item.name, item.text);
/// }
/// ```
#[derive(Debug, Clone)]
pub struct StudentExercise(LoadedExercise);

impl StudentExercise {
    /// The names of those that come with pram, from the easiest on.
    pub fn names() -> impl Iterator<Item = &'static str> {
        shipped::names()
    }

    /// The one of this name that comes with pram, with programs in a vocabulary.
    pub fn shipped(name: &str, vocabulary: Vocabulary) -> Option<Self> {
        let files = shipped::files(name, vocabulary)?;
        Some(Self::of(files).expect("exercises that come with pram can be read"))
    }

    /// An exercise in files: `exercise.toml`, and programs by their paths in its folder. The reference is needed only
    /// if outputs are compared with its own.
    ///
    /// # Errors
    ///
    /// What is wrong with `exercise.toml`, and programs that it needs and that are not there.
    pub fn from_files(files: impl IntoIterator<Item = (String, String)>) -> Result<Self, Error> {
        let mut all = ExerciseFiles::default();
        for (name, text) in files {
            if name == exercise::FILE {
                all.toml = text;
            } else {
                all.programs.insert(name, text);
            }
        }
        Self::of(all)
    }

    fn of(files: ExerciseFiles) -> Result<Self, Error> {
        let mut sources = Sources::default();
        let failed = |found: Vec<Diagnostic>, sources| Error::new(found, sources, exercise::FILE);
        match exercise::read_public(&files, &mut sources) {
            Ok(exercise) => Ok(Self(LoadedExercise { exercise, files })),
            Err(found) => Err(failed(found, &sources)),
        }
    }

    /// Its title.
    pub fn title(&self, language: Language) -> &str {
        self.0.exercise.title(language.code())
    }

    /// The name under which the program is handed in.
    pub fn file(&self) -> &str {
        &self.0.exercise.files[0]
    }

    /// What a student is given; empty if there is nothing.
    pub fn starter(&self) -> &str {
        self.0.files.starter().unwrap_or_default()
    }

    /// One that does what is asked; empty if it is not known here.
    pub fn solution(&self) -> &str {
        self.0.files.reference().unwrap_or_default()
    }

    /// What is to be done: the comment at the head of the starter.
    pub fn task(&self) -> String {
        head(self.starter()).collect::<Vec<_>>().join("\n")
    }

    /// The remarks at the head of the solution, the least telling first.
    pub fn hints(&self) -> Vec<String> {
        let mut hints: Vec<String> = Vec::new();
        for line in head(self.solution()) {
            if HINTS.iter().any(|word| line.starts_with(word)) {
                hints.push(line.to_owned());
            } else if let Some(hint) = hints.last_mut() {
                hint.push('\n');
                hint.push_str(line);
            }
        }
        hints
    }

    /// Judges an attempt, in this process; none if the flag was set before the end.
    pub fn attempt(
        &self,
        program: impl Into<Vec<u8>>,
        interrupt: &AtomicBool,
    ) -> Option<ShownSubmission> {
        attempt::tried(&self.0, program.into(), interrupt)
    }
}

/// The lines of the comment at the beginning of a text.
fn head(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().map_while(|line| line.strip_prefix("//"));
    lines.map(|line| line.strip_prefix(' ').unwrap_or(line))
}
