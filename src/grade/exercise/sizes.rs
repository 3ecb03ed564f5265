//! Inputs of tests and sizes of claims, as an exercise writes them.

use super::problem::ExerciseProblem;
use crate::pipeline::inputs::Assignment;
use crate::source::Sources;
use crate::study::sizes::{self, Variation};

/// The runs that a line of `inputs` means: `n=2..40 A=iota` is 39 runs, each with its words.
pub fn expanded(line: &str) -> Result<Vec<Vec<String>>, ExerciseProblem> {
    let mut runs = vec![Vec::new()];
    for word in line.split_whitespace() {
        let assignment =
            assignment(word).ok_or_else(|| ExerciseProblem::BadInput(word.to_owned()))?;
        let values = if is_range(&assignment.value.to_string()) {
            let range = variation(&assignment)?;
            let named = |value: &i64| format!("{}={value}", assignment.name);
            range.values.iter().map(named).collect()
        } else {
            vec![word.to_owned()]
        };
        runs = (runs.iter())
            .flat_map(|run: &Vec<String>| {
                values
                    .iter()
                    .map(move |value| [run, std::slice::from_ref(value)].concat())
            })
            .collect();
    }
    Ok(runs)
}

/// `n=1..64`, the sizes of a claim.
pub(super) fn of_claim(text: &str) -> Result<(Assignment, Variation), ExerciseProblem> {
    let bad = || ExerciseProblem::BadSizes(text.to_owned());
    let assignment = assignment(text).ok_or_else(bad)?;
    let variation = variation(&assignment)?;
    Ok((assignment, variation))
}

/// `NAME=VALUE`
pub fn assignment(word: &str) -> Option<Assignment> {
    let (name, value) = word.split_once('=')?;
    let name = name.trim().trim_end_matches("[]");
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    (is_name && !value.trim().is_empty()).then(|| Assignment {
        name: name.to_owned(),
        value: value.trim().into(),
    })
}

/// `2..40`, `2^2..2^10`: what else has two points is text.
fn is_range(value: &str) -> bool {
    value.contains("..")
        && value
            .chars()
            .all(|c| c.is_ascii_digit() || "^.-".contains(c))
}

fn variation(assignment: &Assignment) -> Result<Variation, ExerciseProblem> {
    let mut sources = Sources::default();
    let read = sizes::read(assignment, &mut sources);
    let read = read.map_err(|problems| {
        let first = problems.first().map_or("", |problem| &problem.message);
        ExerciseProblem::BadSizes(first.to_owned())
    })?;
    if read.digits > 0 {
        return Err(ExerciseProblem::BadSizes(assignment.value.to_string()));
    }
    Ok(read)
}
