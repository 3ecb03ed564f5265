//! What follows from a program's text, beside what its sweep measured: its formulas, and the claims
//! that they decide.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::claims::{Evidence, last_ratio};
use crate::complexity::class::Class;
use crate::derivation::Processors;
use crate::derivation::algebra::formula::Formula;
use crate::derivation::claimed::{self, About, Judged};
use crate::pipeline::expression;
use crate::pipeline::{Request, derive};
use crate::present::derivation::formula::source;
use crate::present::derivation::formula::{Style, formula};
use crate::present::json::derivation::formulas;
use crate::program::Constant;
use crate::quantity::{Measure, Quantity, Unit};
use crate::result::derivation::{Compared, Derivation, Derived};
use crate::result::formulas::Formulas;
use crate::result::machine::MachineKind;
use crate::result::study::ClaimReport;
use crate::source::Sources;
use crate::syntax::ast::{Expr, Growth as Bound, Relation};
use crate::syntax::include::Files;
use crate::syntax::parse_expression;

/// What was derived, and the same as it is told.
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
    /// What was derived, as it is told; with their lines the measures `shown`.
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
    pub fn found(&self, wanted: Quantity) -> Option<(&Compared, String)> {
        let mut measures = self.derivation.measures.iter();
        let (_, Derived::Found(compared)) = measures.find(|(quantity, _)| *quantity == wanted)?
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

impl Evidence<'_> {
    /// What was derived of a measure on the processors that a formula is about, such as a claimed one.
    fn derived(&self, measure: Measure, unit: Unit, about: &Expr) -> Option<(&Compared, String)> {
        let is_given = self.axes.varies_processors() || self.axes.fixed_processors.is_some();
        // A formula without p is about as many processors as the program asks for.
        let is_about_more = is_given && !expression::names_in(about).contains(&"p");
        if is_about_more && measure != Measure::W {
            return None;
        }
        let text = self.text?;
        let (compared, holds_for) = text.derivations.found(measure.in_unit(unit))?;
        // In a claim p is the number of processors, and here that of an input.
        let is_input_p = matches!(compared.found.processors, Processors::Number(_));
        if is_input_p && expression::names_in(about).contains(&"p") {
            return None;
        }
        text.is_met(compared).then_some((compared, holds_for))
    }

    /// Whether a formula holds for all sizes from some size on that the program accepts.
    fn is_general(&self, compared: &Compared) -> bool {
        self.text.is_some_and(|text| text.is_general(compared))
    }

    /// A claim about growth, decided by the formula or by its bounds: what holds for all sizes on which
    /// the program runs holds, what fails on some kind of them fails. What holds on some kind of them
    /// is told.
    pub(super) fn growth_derived(
        &self,
        measure: Measure,
        unit: Unit,
        bound: Bound,
        claimed: &Expr,
        report: &mut ClaimReport,
    ) {
        let Some((compared, holds_for)) = self.derived(measure, unit, claimed) else {
            return;
        };
        // The class takes names that do not vary for constants, the claim does not: by it, Ω(n log n)
        // would hold of n.
        let names = expression::names_in(claimed);
        if names.iter().any(|name| self.is_fixed(name)) {
            return;
        }
        let Some(class) = self.claimed_class(claimed) else {
            return;
        };
        let cost = compared.cost();
        let upper = self.class_of(&cost.upper);
        let lower = self.class_of(&cost.lower);
        let (holds, fails) = decided_growth(bound, &class, [&lower, &upper]);
        let verdict = match (holds, fails) {
            (_, true) => Some(false),
            (true, _) => self.is_general(compared).then_some(true),
            _ => return,
        };
        let mut text = derived_text(measure, compared, &holds_for);
        if let (true, Some(own)) = (cost.is_exact(), &upper) {
            let fixed = self.fixed_in(&cost.upper);
            let _ = write!(text, ", which is {}{fixed}", self.axes.class_text(own));
            let is_both = own.is(Bound::Theta, &class) == Some(true);
            if let (true, Some(_), Some(last)) = (is_both, verdict, last_ratio(&report.ratios)) {
                let _ = write!(text, "; measured/claimed comes to {last:.3}");
            }
        }
        if let Some(holds) = verdict {
            report.decide(holds, text, holds_for);
        } else {
            let others = &report.evidence;
            report.evidence = format!("{text}: it holds for these sizes; for others: {others}");
        }
    }

    /// The formula that was derived of a measure for all sizes, where its class leaves a claim open.
    pub(super) fn open_formula(
        &self,
        measure: Measure,
        unit: Unit,
        claimed: &Expr,
    ) -> Option<String> {
        let (compared, holds_for) = self.derived(measure, unit, claimed)?;
        if !compared.cost().is_exact() || !self.is_general(compared) {
            return None;
        }
        let text = derived_text(measure, compared, &holds_for);
        Some(match self.class_of(&compared.cost().upper) {
            Some(own) => {
                let class = self.axes.class_text(&own);
                format!("{text}, which is {class} and does not decide it")
            }
            None => format!("{text}, whose class is not known"),
        })
    }

    /// An exact claim or a bound, decided for all sizes for which the formula holds, beside those
    /// that were measured.
    pub(super) fn compared_derived(
        &self,
        measure: Measure,
        unit: Unit,
        relation: Relation,
        claimed: &Expr,
        report: &mut ClaimReport,
    ) {
        let Some((compared, holds_for)) = self.derived(measure, unit, claimed) else {
            return;
        };
        let text = derived_text(measure, compared, &holds_for);
        let names = expression::names_in(claimed);
        let fixed = |name: &str| {
            let of_machine = MachineKind::Apram.row().numbers;
            let is_time = of_machine.contains(&name) && !names.contains(&name);
            let value = self.one_value(name).filter(|_| is_time)?;
            match value {
                Constant::Int(value) => Some(i128::from(*value)),
                Constant::Real(_) | Constant::Bool(_) => None,
            }
        };
        let about = About {
            fixed: &fixed,
            is_asynchronous: self.axes.units.contains(&Unit::Apram),
        };
        match claimed::judge(&compared.found, relation, claimed, &about) {
            Some(Judged::FailsAt(sizes)) if report.holds == Some(true) => {
                let text = format!("{text}: {}", fails_at(&sizes));
                if self.are_larger(&sizes) {
                    let text = format!("{text}; {}", report.evidence);
                    report.decide(false, text, holds_for);
                } else {
                    // It is about the sizes that were measured, from the least on.
                    let _ = write!(report.evidence, "; {text}");
                }
            }
            // A size outside of the assumption may fail all the same.
            Some(judged)
                if judged == Judged::Fails
                    || report.holds == Some(true)
                    || (report.holds.is_none() && self.is_general(compared)) =>
            {
                let text = format!("{text}; {}", report.evidence);
                report.decide(judged == Judged::Holds, text, holds_for);
            }
            _ => {}
        }
    }

    /// Whether no size is smaller than those that were measured.
    fn are_larger(&self, sizes: &[(Arc<str>, i128)]) -> bool {
        sizes.iter().all(|(name, size)| {
            let measured = self.measured.iter();
            let values = measured.filter_map(|one| match one.names.scalars.get(&**name) {
                Some(Constant::Int(value)) => Some(i128::from(*value)),
                _ => None,
            });
            values.min().is_none_or(|least| *size >= least)
        })
    }

    /// The value of a name that has the same one in all runs.
    fn one_value(&self, name: &str) -> Option<&Constant> {
        let mut values = (self.measured.iter()).map(|one| one.names.scalars.get(name));
        let first = values.next()??;
        values.all(|other| other == Some(first)).then_some(first)
    }

    /// Whether a name does not vary, and has a value: classes take it for a constant.
    fn is_fixed(&self, name: &str) -> bool {
        let is_varied = self.axes.varied.iter().any(|varied| varied == name);
        !is_varied && self.one_value(name).is_some()
    }

    /// ` with m fixed`: of the names of a formula those that its class takes for constants.
    fn fixed_in(&self, formula: &Formula) -> String {
        let expression = expression_of(formula);
        let names = expression
            .as_ref()
            .map_or_else(Vec::new, expression::names_in);
        let mut fixed: Vec<&str> = Vec::new();
        for name in names {
            if self.is_fixed(name) && !fixed.contains(&name) {
                fixed.push(name);
            }
        }
        if fixed.is_empty() {
            return String::new();
        }
        format!(" with {} fixed", fixed.join(", "))
    }

    fn class_of(&self, formula: &Formula) -> Option<Class> {
        self.claimed_class(&expression_of(formula)?)
    }
}

/// Where a claim fails: `it fails at n = 64`.
pub(super) fn fails_at(sizes: &[(Arc<str>, i128)]) -> String {
    let sizes = sizes.iter().map(|(name, size)| format!("{name} = {size}"));
    format!("it fails at {}", sizes.collect::<Vec<_>>().join(", "))
}

/// A formula as an expression of the language.
pub(super) fn expression_of(formula: &Formula) -> Option<Expr> {
    let mut sources = Sources::default();
    let file = sources.add("formula", source(formula));
    parse_expression(&sources, file).ok()
}

/// Whether what lies between two classes surely is bounded like this by a class, and whether it surely
/// is not.
pub(super) fn decided_growth(
    bound: Bound,
    class: &Class,
    [lower, upper]: [&Option<Class>; 2],
) -> (bool, bool) {
    let is = |own: &Option<Class>, bound| own.as_ref().and_then(|own| own.is(bound, class));
    let (above, below) = (is(upper, Bound::O), is(lower, Bound::Omega));
    let (not_above, not_below) = (
        is(lower, Bound::O) == Some(false),
        is(upper, Bound::Omega) == Some(false),
    );
    match bound {
        Bound::O => (above == Some(true), not_above),
        Bound::Omega => (below == Some(true), not_below),
        Bound::Theta => (
            above == Some(true) && below == Some(true),
            not_above || not_below,
        ),
    }
}

impl ClaimReport {
    /// The formula decides.
    fn decide(&mut self, holds: bool, evidence: String, holds_for: String) {
        self.evidence = evidence;
        self.holds = Some(holds);
        self.trend = None;
        self.derived = Some(holds_for);
    }
}

/// `derived: T = 2·log n for every n = 2^k, k ≥ 0`
pub(super) fn derived_text(measure: Measure, compared: &Compared, holds_for: &str) -> String {
    let (name, cost) = (measure.name(), compared.cost());
    let text = |of: &Formula| formula(of, Style::Text);
    let formula = if cost.is_exact() {
        format!("{name} = {}", text(&cost.upper))
    } else {
        format!("{} ≤ {name} ≤ {}", text(&cost.lower), text(&cost.upper))
    };
    format!("derived: {formula} for {holds_for}")
}
