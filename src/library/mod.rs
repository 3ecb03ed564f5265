//! The interface for other programs: a program as text, and what the commands say about it as values.

mod catalogue;
mod check;
mod command;
mod debugger;
mod derivation;
mod english;
mod error;
#[cfg(feature = "grade")]
mod exercise;
mod inputs;
mod look;
mod mark;
mod outcome;
mod problems;
mod program;
mod replay;
mod report;
mod rewording;

pub use catalogue::{Catalogue, explanation};
pub use check::ProgramCheck;
pub use debugger::DebuggedProgram;
pub use derivation::DerivedFormulas;
pub use error::Error;
#[cfg(feature = "grade")]
pub use exercise::StudentExercise;
pub use inputs::Inputs;
pub use look::{DeclaredInput, Look, ProgramDeclarations};
pub use mark::{ProblemMark, TextPoint, TextStretch};
pub use outcome::ProgramRun;
pub use problems::FoundProblems;
pub use program::Program;
pub use replay::ProgramReplay;
pub use report::{ProgramReport, SweepRequest};

use serde::Serialize;

use crate::present::json;
use crate::present::text::shown::{Shown, Units};

/// A value as the command writes it.
fn written(value: &impl Serialize) -> String {
    let mut bytes = Vec::new();
    json::write(&mut bytes, value).expect("a vector takes every byte");
    String::from_utf8(bytes).expect("JSON is text")
}

/// Text at this width, with the cost in all units: here no option asks for the others.
fn in_all_units(width: usize) -> Shown {
    Shown {
        units: Units::All,
        ..Shown::at_width(width)
    }
}
