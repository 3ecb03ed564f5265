//! The claims that a formula decides which follows from the program's text.

use std::sync::Arc;

use super::{Evidence, last_ratio};
use crate::claims::expression;
use crate::claims::growth::decided_growth;
use crate::complexity::class::GrowthClass;
use crate::derivation::ProcessorCount;
use crate::derivation::algebra::formula::Formula;
use crate::derivation::claimed::{self, About, ClaimVerdict};
use crate::program::Constant;
use crate::quantity::{Measure, Unit};
use crate::result::claim::Evidence as Shows;
use crate::result::claim::sweep::{ProvedFormula, Says, SweepEvidence, Undecided};
use crate::result::derivation::CheckedDerivation;
use crate::result::machine::MachineKind;
use crate::result::study::ClaimReport;
use crate::study::derived::{evidence, expression_of};
use crate::syntax::ast::{Expr, Growth as Bound, Relation};

impl Evidence<'_> {
    /// What was derived of a measure on the processors that a formula is about, such as a claimed one.
    fn derived(
        &self,
        measure: Measure,
        unit: Unit,
        about: &Expr,
    ) -> Option<(&CheckedDerivation, String)> {
        let is_given = self.axes.varies_processors() || self.axes.fixed_processors.is_some();
        // A formula without p is about as many processors as the program asks for.
        let is_about_more = is_given && !expression::names_in(about).contains(&"p");
        if is_about_more && measure != Measure::W {
            return None;
        }
        let text = self.text?;
        let (compared, holds_for) = text.derivations.found(measure.in_unit(unit))?;
        // In a claim p is the number of processors, and here that of an input.
        let is_input_p = matches!(compared.found.processors, ProcessorCount::Number(_));
        if is_input_p && expression::names_in(about).contains(&"p") {
            return None;
        }
        text.is_met(compared).then_some((compared, holds_for))
    }

    /// Whether a formula holds for all sizes from some size on that the program accepts.
    fn is_general(&self, compared: &CheckedDerivation) -> bool {
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
        let mut shown = evidence(measure, compared, holds_for);
        if let (true, Some(own)) = (cost.is_exact(), &upper) {
            let fixed = self.fixed_in(&cost.upper);
            let class_text = self.axes.class_text(own);
            shown.says.push(Says::Class(class_text, fixed));
            let is_both = own.is(Bound::Theta, &class) == Some(true);
            if let (true, Some(_), Some(last)) = (is_both, verdict, last_ratio(&report.ratios)) {
                shown.says.push(Says::Ratio(last));
            }
        }
        if let Some(holds) = verdict {
            report.decide(holds, shown, None);
        } else {
            let others = Box::new(report.evidence.clone());
            report.evidence = SweepEvidence::DerivedForSome(shown, others).into();
        }
    }

    /// The formula that was derived of a measure for all sizes, where its class leaves a claim open.
    pub(super) fn open_formula(
        &self,
        measure: Measure,
        unit: Unit,
        claimed: &Expr,
    ) -> Option<Undecided> {
        let (compared, holds_for) = self.derived(measure, unit, claimed)?;
        if !compared.cost().is_exact() || !self.is_general(compared) {
            return None;
        }
        let class = self.class_of(&compared.cost().upper);
        let class = class.map(|own| self.axes.class_text(&own));
        let shown = evidence(measure, compared, holds_for);
        Some(Undecided::Derived(shown, class))
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
        let mut shown = evidence(measure, compared, holds_for);
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
            Some(ClaimVerdict::FailsAt(sizes)) if report.holds == Some(true) => {
                shown.says.push(Says::FailsAt(sizes_of(&sizes)));
                let others = report.evidence.clone();
                if self.are_larger(&sizes) {
                    report.decide(false, shown, Some(others));
                } else {
                    // It is about the sizes that were measured, from the least on.
                    report.evidence = others.and(SweepEvidence::Derived(shown));
                }
            }
            // A size outside of the assumption may fail all the same.
            Some(judged)
                if judged == ClaimVerdict::Fails
                    || report.holds == Some(true)
                    || (report.holds.is_none() && self.is_general(compared)) =>
            {
                let others = report.evidence.clone();
                report.decide(judged == ClaimVerdict::Holds, shown, Some(others));
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

    /// Of the names of a formula those that its class takes for constants.
    fn fixed_in(&self, formula: &Formula) -> Vec<String> {
        let expression = expression_of(formula);
        let names = expression
            .as_ref()
            .map_or_else(Vec::new, expression::names_in);
        let mut fixed: Vec<String> = Vec::new();
        for name in names {
            if self.is_fixed(name) && !fixed.iter().any(|known| known == name) {
                fixed.push(name.to_owned());
            }
        }
        fixed
    }

    fn class_of(&self, formula: &Formula) -> Option<GrowthClass> {
        self.claimed_class(&expression_of(formula)?)
    }
}

/// Sizes as evidence shows them.
pub(super) fn sizes_of(sizes: &[(Arc<str>, i128)]) -> Vec<(String, i128)> {
    let sizes = sizes.iter();
    sizes
        .map(|(name, size)| (name.to_string(), *size))
        .collect()
}

impl ClaimReport {
    /// The formula decides; what else there is to say follows it.
    fn decide(&mut self, holds: bool, formula: ProvedFormula, others: Option<Shows>) {
        self.holds = Some(holds);
        self.trend = None;
        self.derived = Some(formula.holds_for.clone());
        let decides = Shows::from(SweepEvidence::Derived(formula));
        self.evidence = match others {
            Some(others) => decides.and(others),
            None => decides,
        };
    }
}
