//! Options that take a value, and which values these may be.

use crate::pipeline::quantity;
use crate::pipeline::value_problem::ValueProblem;

/// An efficiency to be kept.
pub fn efficiency(text: &str) -> Result<f64, ValueProblem> {
    match text.trim().parse::<f64>() {
        Ok(efficiency) if efficiency > 0.0 && efficiency <= 1.0 => Ok(efficiency),
        _ => Err(ValueProblem::Efficiency),
    }
}

/// How often each size is run.
pub fn repeats(text: &str) -> Result<u32, ValueProblem> {
    match u32::try_from(quantity::whole(text)?) {
        Ok(0) => Err(ValueProblem::NoRepeat),
        Ok(repeats) => Ok(repeats),
        Err(_) => Err(ValueProblem::TooMuch(u32::MAX.into())),
    }
}
