//! What is wrong with claims, in English.

use super::ClaimProblem;
use crate::diagnostic::Words;

/// The names that a claim may contain.
pub(super) const NAMES_OF_FORMULAS: &str =
    "the formula of a claim knows the scalar inputs of the entry, and `p`";

/// How the text that gives an input its value is named.
pub(super) fn name_of_value(name: &str) -> String {
    format!("value of {name}")
}

/// A problem in words.
pub(super) fn words(problem: &ClaimProblem) -> Words {
    match problem {
        ClaimProblem::UnknownSize {
            name, known, meant, ..
        } => {
            let message = format!("the claim is about `{name}`, and nothing here is called so");
            let words = Words::new(message, "unknown here")
                .note(NAMES_OF_FORMULAS)
                .note(format!("known are: {}", known.join(", ")));
            match meant {
                Some(meant) => words.help(format!("did you mean `{meant}`?")),
                None => words,
            }
        }
        ClaimProblem::NeverPositive { .. } => Words::new(
            "a claim about growth compares with what is never positive",
            "0 or less for all sizes",
        )
        .help(
            "a class is one of a positive function: `O(1)` says that there is a constant bound, \
             `O(n)` a linear one",
        ),
        ClaimProblem::UnknownModel { name, meant, .. } => {
            let message = format!("a claim names the model `{name}`, which does not exist");
            let words = Words::new(message, "this name");
            match meant {
                Some(model) => words.help(format!("did you mean `{model}`?")),
                None => words.help(
                    "the models are EREW, CREW, ERCW and CRCW; where writes may meet, a rule can be \
                     named: `CRCW-common`, `ERCW-max`",
                ),
            }
        }
        ClaimProblem::LengthNotWhole { value, .. } => {
            let message = "the length of an array is a whole number";
            match value {
                Some(value) => Words::new(message, format!("this is {value:?}")).help(format!(
                    "say which whole number is meant: floor(…) gives {}, ceil(…) gives {}",
                    value.floor(),
                    value.ceil()
                )),
                None => Words::new(message, "this is not a number").help("give a number"),
            }
        }
        ClaimProblem::NegativeLength { value, .. } => Words::new(
            format!("an array cannot have {value} elements"),
            format!("this is {value}"),
        ),
    }
}
