//! SU as the command line gives it: one formula a unit, `n-1` or `instructions = 4*n`.

use super::ReportRequest;
use super::axes::Axes;
use super::growths::{Known, given};
use super::option_problem::OptionProblem;
use crate::claims::expression::{self, ExpressionNames};
use crate::complexity::series::Series;
use crate::diagnostic::{Code, Diagnostic};
use crate::quantity::{Per, Unit};
use crate::source::Sources;
use crate::syntax::ast::Expr;

/// `--sequential`, read.
pub(super) struct Given {
    units: &'static [Unit],
    formulas: Per<Unit, Option<Formula>>,
}

#[derive(Clone)]
struct Formula {
    text: String,
    expression: Expr,
}

/// Reads `--sequential` for a machine with these units; `known` are the names that its formulas may use, beside `p`.
pub(super) fn read(
    request: &ReportRequest,
    units: &'static [Unit],
    known: &[String],
    sources: &mut Sources,
) -> Result<Option<Given>, Vec<Diagnostic>> {
    let mut formulas: Per<Unit, Option<Formula>> = Per::each(units, |_| None);
    let judged = request.unit.map_or(units[0], Unit::from);
    for text in &request.sequential {
        let (unit, formula) = unit_of(text, units, judged)?;
        let place = formulas.get_mut(unit);
        if place.is_some() {
            return Err(OptionProblem::TwoFormulas(unit).refused());
        }
        let expression = expression::parse(formula, "--sequential", sources).map_err(as_options)?;
        if let Some(problem) = unknown_name("--sequential", text, &expression, known) {
            return Err(problem);
        }
        *place = Some(Formula {
            text: formula.to_owned(),
            expression,
        });
    }
    Ok((!request.sequential.is_empty()).then_some(Given { units, formulas }))
}

/// What is wrong with a formula of an option that names what is neither known nor `p`.
pub(super) fn unknown_name(
    option: &'static str,
    text: &str,
    expression: &Expr,
    known: &[String],
) -> Option<Vec<Diagnostic>> {
    let names = expression::names_in(expression);
    let is_unknown = |name: &&&str| **name != "p" && !known.iter().any(|known| known == **name);
    let unknown = names.iter().find(is_unknown)?;
    let problem = OptionProblem::UnknownName {
        option,
        text: text.to_owned(),
        name: (*unknown).to_owned(),
        known: known.to_vec(),
    };
    Some(problem.refused())
}

/// The unit that a formula names, or else the one in which verdicts are judged.
fn unit_of<'t>(
    text: &'t str,
    units: &[Unit],
    judged: Unit,
) -> Result<(Unit, &'t str), Vec<Diagnostic>> {
    let Some((name, formula)) = text.split_once('=') else {
        return Ok((judged, text.trim()));
    };
    let name = name.trim();
    if let Some(unit) = units.iter().find(|unit| unit.key() == name) {
        return Ok((*unit, formula.trim()));
    }
    let problem = OptionProblem::UnknownUnit {
        text: text.to_owned(),
        name: name.to_owned(),
        has_one: units == [Unit::Multicomputer],
    };
    Err(problem.refused())
}

/// What is wrong with the formula is the command line's fault.
pub(super) fn as_options(mut problems: Vec<Diagnostic>) -> Vec<Diagnostic> {
    for problem in &mut problems {
        problem.code = Code::BadOption;
    }
    problems
}

impl Given {
    /// The formulas as they were given, each with its unit.
    pub fn text(&self) -> String {
        let texts: Vec<String> = self
            .all()
            .map(|(unit, formula)| format!("{} = {}", unit.key(), formula.text))
            .collect();
        texts.join(", ")
    }

    /// The units in which SU is given.
    pub fn units(&self) -> Vec<&'static str> {
        self.all().map(|(unit, _)| unit.name()).collect()
    }

    fn all(&self) -> impl Iterator<Item = (Unit, &Formula)> {
        let all = self.units.iter();
        all.filter_map(|unit| Some((*unit, self.formulas.get(*unit).as_ref()?)))
    }

    /// SU at a size.
    pub fn at(&self, names: &ExpressionNames) -> Result<Per<Unit, Option<f64>>, Vec<Diagnostic>> {
        let mut values = Per::each(self.units, |_| None);
        for (unit, formula) in self.all() {
            let value = expression::formula(&formula.expression, names).map_err(as_options)?;
            if value < 0.0 {
                let used = expression::names_in(&formula.expression);
                let scalars = names.scalars.iter();
                let sizes: Vec<String> = scalars
                    .filter(|(name, _)| used.contains(&name.as_str()))
                    .map(|(name, value)| format!("{name} = {value}"))
                    .collect();
                let problem = OptionProblem::NegativeTime {
                    text: formula.text.clone(),
                    value,
                    sizes,
                };
                return Err(problem.refused());
            }
            *values.get_mut(unit) = Some(value);
        }
        Ok(values)
    }

    /// Its growth; `series` are its values, where they are all whole numbers, and `constants` what it
    /// may name that does not vary.
    pub fn growth(
        &self,
        axes: &Axes,
        series: Option<&Series>,
        constants: &[(String, i64)],
        unit: Unit,
    ) -> Option<Known> {
        let formula = self.formulas.get(unit).as_ref()?;
        let class = axes.class_of_formula(&formula.expression, constants);
        Some(given(axes, series, &formula.text, class))
    }
}
