//! `--model-formula`: formulas of the user's beside what was measured.

use super::axes::Axes;
use super::option_problem::OptionProblem;
use super::sequential::{as_options, unknown_name};
use crate::claims::expression;
use crate::diagnostic::Diagnostic;
use crate::quantity::{Measure, Unit};
use crate::result::study::{ModelFormula, ModelRow, Row};
use crate::source::Sources;
use crate::study::swept::Measured;
use crate::syntax::ast::Expr;

/// A formula that was read.
pub(super) struct Model {
    measure: Measure,
    text: String,
    expression: Expr,
}

/// Reads `T = t_c*n/p + t_s`, or its right side alone for T. `known` are the names that it may use,
/// beside `p`.
pub(super) fn read(
    texts: &[String],
    known: &[String],
    sources: &mut Sources,
) -> Result<Vec<Model>, Vec<Diagnostic>> {
    let mut models = Vec::new();
    for text in texts {
        let (measure, formula) = match text.split_once('=') {
            None => (Measure::T, text.trim()),
            Some((name, formula)) => {
                let name = name.trim();
                let Some(measure) = Measure::find(name) else {
                    let problem = OptionProblem::UnknownMeasure {
                        text: text.clone(),
                        name: name.to_owned(),
                    };
                    return Err(problem.refused());
                };
                (measure, formula.trim())
            }
        };
        let expression =
            expression::parse(formula, "--model-formula", sources).map_err(as_options)?;
        if let Some(problem) = unknown_name("--model-formula", text, &expression, known) {
            return Err(problem);
        }
        models.push(Model {
            measure,
            text: formula.to_owned(),
            expression,
        });
    }
    Ok(models)
}

impl Model {
    /// The formula at every size.
    pub fn compared(
        &self,
        axes: &Axes,
        (measured, rows): (&[Measured], &[Row]),
        unit: Unit,
    ) -> Result<ModelFormula, Vec<Diagnostic>> {
        let mut compared = Vec::new();
        for (one, row) in measured.iter().zip(rows) {
            let names = one.names_with_processors();
            let predicted = expression::formula(&self.expression, &names).map_err(as_options)?;
            let measured = *row.counts.get(self.measure).get(unit);
            let real = measured.real();
            compared.push(ModelRow {
                inputs: axes.size(&one.at),
                measured,
                predicted,
                difference: (real > 0.0).then(|| (predicted - real) / real),
            });
        }
        let differences = compared.iter().filter_map(|row| row.difference);
        Ok(ModelFormula {
            measure: self.measure,
            formula: self.text.clone(),
            largest_difference: differences.map(f64::abs).reduce(f64::max),
            rows: compared,
        })
    }
}
