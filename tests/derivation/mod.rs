//! Formulas derived from programs: those of lectures, small ones worked out by hand, and random
//! ones against counted runs.

mod activations;
mod asynchronous;
mod asynchronous_generator;
mod block_generator;
mod claims;
mod compared;
mod comparisons;
mod digits;
mod digits_generator;
mod examples;
mod generator;
mod halving;
mod least;
mod leaving;
mod nested;
mod powers;
mod random;
mod ranges;
mod recursion;
mod recursion_generator;
mod refused;
mod scheduling;
mod side_by_side;
mod sums;
mod turns;
mod worked;

use std::sync::atomic::AtomicBool;

use pram::derivation::Need;
use pram::pipeline::derive::derive;
use pram::pipeline::{Options, Request};
use pram::present::derivation::formula::Style;
use pram::present::derivation::rows::shown;
use pram::present::derivation::shown::End;
use pram::quantity::{Measure, Quantity, Unit};
use pram::result::derivation::Derivation;
use pram::source::Sources;
use pram::syntax::include::Files;

use crate::files::{Disk, NoFiles};

/// What is derived of a program, with its texts.
fn derived(
    name: &str,
    text: &str,
    quantities: &[Quantity],
    files: &dyn Files,
) -> Result<(Derivation, Sources), String> {
    derived_with(name, text, quantities, files, Options::default())
}

/// The same with options.
fn derived_with(
    name: &str,
    text: &str,
    quantities: &[Quantity],
    files: &dyn Files,
    options: Options,
) -> Result<(Derivation, Sources), String> {
    derived_assuming(name, text, quantities, files, options, &[])
}

/// The same under assumptions.
fn derived_assuming(
    name: &str,
    text: &str,
    quantities: &[Quantity],
    files: &dyn Files,
    options: Options,
    assumed: &[Need],
) -> Result<(Derivation, Sources), String> {
    let request = Request {
        name: name.to_owned(),
        bytes: text.as_bytes().to_vec(),
        entry: None,
        assignments: Vec::new(),
        options,
    };
    let mut sources = Sources::default();
    let stopped = AtomicBool::new(false);
    match derive(&request, quantities, assumed, &mut sources, files, &stopped) {
        Ok(derivation) => Ok((derivation, sources)),
        Err(problems) => Err(format!("{problems:?}")),
    }
}

/// `T rounds`, `p`: a formula as an expression of the language, with what it is for; else bounds, or
/// a line and a reason.
fn told((derivation, sources): &(Derivation, Sources)) -> String {
    let shown = shown(derivation, Style::Source, sources);
    let end = &shown.first().expect("one measure was asked for").end;
    match end {
        End::Exact { formula, note } => {
            assert!(note.compared > 0, "{formula} was compared at no size");
            format!("{formula} for {}", note.assumption)
        }
        End::Bounded { lower, upper, note } => {
            assert!(note.compared > 0, "{upper} was compared at no size");
            format!("{lower} to {upper} for {}", note.assumption)
        }
        End::None { line, reason, .. } => format!("line {line}: {reason}"),
        End::Wrong { at } => panic!("a counted run has another number for {at}"),
    }
}

/// Of a program that comes with pram.
fn of_shipped(file: &str, quantity: Quantity) -> String {
    let path = format!("programs/{file}.pram");
    let text = std::fs::read_to_string(&path).expect("it comes with pram");
    told(&derived(&path, &text, &[quantity], &Disk).expect("it is correct"))
}

/// Of a text.
fn of_text(text: &str, quantity: Quantity) -> String {
    told(&derived("example.pram", text, &[quantity], &NoFiles).expect("it is correct"))
}

/// Of a text, under assumptions.
fn of_text_assuming(text: &str, quantity: Quantity, assumed: &[Need]) -> String {
    let name = "example.pram";
    let options = Options::default();
    let derived = derived_assuming(name, text, &[quantity], &NoFiles, options, assumed);
    told(&derived.expect("it is correct"))
}

const T_ROUNDS: Quantity = Measure::T.in_unit(Unit::Rounds);
const T_STEPS: Quantity = Measure::T.in_unit(Unit::Steps);
const T_INSTRUCTIONS: Quantity = Measure::T.in_unit(Unit::Instructions);
const W_ROUNDS: Quantity = Measure::W.in_unit(Unit::Rounds);
const W_STEPS: Quantity = Measure::W.in_unit(Unit::Steps);
const READS: Quantity = Quantity::READS;
const WRITES: Quantity = Quantity::WRITES;
const W_INSTRUCTIONS: Quantity = Measure::W.in_unit(Unit::Instructions);
