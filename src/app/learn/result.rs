//! What an attempt puts out, beside what the solution puts out.

use super::exercises::LearnExercise;
use crate::machine::value::{ArrayValue, Value};
use crate::program::Constant;
use crate::result::run::Run;

/// Where the outputs of an attempt are not those of the solution, in words; nothing is compared where they
/// had other inputs, such as random ones.
pub fn wrong(exercise: &LearnExercise, attempt: &Run, solution: &Run) -> Option<String> {
    let has_same = |(name, value): (&String, &Value)| attempt.inputs.get(name) == Some(value);
    if !solution.inputs.iter().all(has_same) {
        return None;
    }
    solution.outputs.iter().find_map(|(name, right)| {
        let Some(own) = attempt.outputs.get(name) else {
            return Some(format!("there is no output `{name}`"));
        };
        match (own, right) {
            (Value::Array(own), Value::Array(right)) => {
                let cells = if exercise.is_first_cell {
                    1
                } else {
                    right.words.len()
                };
                wrong_cell(name, own, right, cells)
            }
            (Value::Scalar(own), Value::Scalar(right)) if is_same(Some(*own), Some(*right)) => None,
            _ => Some(format!("`{name}` is {own}, and {right} is right")),
        }
    })
}

/// Whether two values are the same number, whichever types they have.
fn is_same(own: Option<Constant>, right: Option<Constant>) -> bool {
    match (own, right) {
        (Some(Constant::Int(whole)), real @ Some(Constant::Real(_)))
        | (real @ Some(Constant::Real(_)), Some(Constant::Int(whole))) => {
            real == Some(Constant::Real(whole as f64))
        }
        _ => own == right,
    }
}

/// Which of the first `cells` cells of an array is the first one with a wrong value, in words.
fn wrong_cell(name: &str, own: &ArrayValue, right: &ArrayValue, cells: usize) -> Option<String> {
    if own.dimensions != right.dimensions {
        let [own, right] = [own, right].map(|array| array.words.len());
        return Some(format!("`{name}` has {own} cells, and {right} are right"));
    }
    let at = (0..cells).find(|at| !is_same(own.get(*at), right.get(*at)))?;
    let text = |array: &ArrayValue| match array.get(at) {
        Some(value) => value.to_string(),
        None => "never written".to_owned(),
    };
    Some(format!(
        "`{name}[{at}]` is {}, and {} is right",
        text(own),
        text(right)
    ))
}
