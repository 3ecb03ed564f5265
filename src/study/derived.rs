//! What follows from a program's text, beside what its sweep measured: its formulas.

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;

use crate::derivation::algebra::formula::Formula;
use crate::derivation::claimed;
use crate::pipeline::{Request, derive};
use crate::present::derivation::formula::{Style, formula, source};
use crate::present::json::derivation::formulas;
use crate::quantity::{Measure, Quantity};
use crate::result::claim::sweep::ProvedFormula as Shown;
use crate::result::derivation::{CheckedDerivation, Derivation, MeasureDerivation};
use crate::result::formulas::Formulas;
use crate::source::Sources;
use crate::syntax::ast::Expr;
use crate::syntax::include::Files;
use crate::syntax::parse_expression;

/// What was derived, and the same as it is shown.
pub(super) struct Derivations {
    pub formulas: Formulas,
    derivation: Derivation,
}

/// Derives the measures of a program on a PRAM, synchronous or not; the request has values for all
/// inputs. None where nothing of this kind is derived at all. With their lines are the formulas of
/// the measures `shown`.
pub(super) fn derive(
    request: &Request,
    shown: &[Quantity],
    files: &dyn Files,
    interrupt: &AtomicBool,
) -> Option<Derivations> {
    let mut sources = Sources::default();
    let all = Quantity::all();
    let derivation = derive::derive(request, &all, &[], &mut sources, files, interrupt).ok()?;
    Some(Derivations::of(derivation, shown, &sources))
}

impl Derivations {
    /// What was derived, as it is shown; with their lines the measures `shown`.
    pub fn of(derivation: Derivation, shown: &[Quantity], sources: &Sources) -> Self {
        let mut formulas = formulas(&derivation, sources);
        formulas.keep_lines_of(shown);
        Self {
            formulas,
            derivation,
        }
    }

    /// A formula, or its bounds, that counted runs confirm, or that begins beyond the sizes of these; and
    /// for which inputs it holds.
    pub fn found(&self, wanted: Quantity) -> Option<(&CheckedDerivation, String)> {
        let mut measures = self.derivation.measures.iter();
        let (_, MeasureDerivation::Found(compared)) =
            measures.find(|(quantity, _)| *quantity == wanted)?
        else {
            return None;
        };
        let told = self.formulas.get(wanted)?;
        let mut holds_for = told.assumption.clone()?;
        for line in &told.given {
            let _ = write!(holds_for, "; given line {line}");
        }
        let is_beyond = || claimed::begins_above(&compared.found, derive::LARGEST_SIZE);
        let is_confirmed = compared.differs.is_none() && (compared.sizes > 0 || is_beyond());
        is_confirmed.then_some((&**compared, holds_for))
    }
}

/// A formula as an expression of the language.
pub(super) fn expression_of(formula: &Formula) -> Option<Expr> {
    let mut sources = Sources::default();
    let file = sources.add("formula", source(formula));
    parse_expression(&sources, file).ok()
}

/// A formula or its bounds as evidence, in which nothing is said yet.
pub(super) fn evidence(measure: Measure, compared: &CheckedDerivation, holds_for: String) -> Shown {
    let cost = compared.cost();
    let text = |of: &Formula| formula(of, Style::Text);
    Shown {
        measure,
        lower: text(&cost.lower),
        upper: (!cost.is_exact()).then(|| text(&cost.upper)),
        holds_for,
        says: Vec::new(),
    }
}
