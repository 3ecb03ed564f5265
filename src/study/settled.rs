//! The formulas of a report, held against those that follow from the program's text: where there is
//! one for the sizes that were asked for, it is the report's; and no formula that was found stands
//! against one that was derived, or beyond derived bounds.

use super::axes::Axes;
use super::derived::{Derivations, expression_of};
use super::growths::{Growths, Known, held_out, value};
use super::role::Role;
use super::sweeping::is_limit;
use super::swept::{Failed, Measured};
use crate::claims::expression;
use crate::complexity::class::GrowthClass;
use crate::complexity::closed_form::ClosedForm;
use crate::derivation::algebra::formula::Formula as Symbolic;
use crate::derivation::claimed;
use crate::present::derivation::formula::source;
use crate::program::Constant;
use crate::quantity::{Measure, Quantity, Unit};
use crate::result::derivation::CheckedDerivation;
use crate::result::study::{FormulaStatus, QuantityGrowth};
use crate::semantic::rational::Rational;

/// Every size up to this one is tried.
const EVERY: i64 = 40;
/// Beyond it powers of two and their neighbours, up to this exponent.
const LARGEST_EXPONENT: u32 = 40;
/// Sizes along each name where several vary.
const OF_EACH: [i64; 13] = [0, 1, 2, 3, 5, 8, 16, 17, 31, 64, 100, 1024, 1 << 20];
/// More names are not varied together.
const MOST_NAMES: usize = 3;
/// How many of the sizes at which a formula fails are shown.
const SHOWN: usize = 3;

/// What was derived, and the sweep that it is held against.
#[derive(Clone, Copy)]
pub(super) struct Text<'a> {
    pub axes: &'a Axes,
    pub derivations: &'a Derivations,
    pub measured: &'a [Measured],
    /// Sizes that no table lists.
    pub beside: &'a [Measured],
    pub failed: &'a [Failed],
    pub failed_beside: &'a [Failed],
    /// Names that do not vary, with the values that they have at every size.
    pub constants: &'a [(String, i64)],
}

impl Text<'_> {
    /// Lets derived formulas be those of the report, and none that was found stand against them.
    pub fn settle(&self, growths: &mut Growths) {
        let fixed = self.axes.varies_processors() || self.axes.fixed_processors.is_some();
        for unit in self.axes.units.iter().copied() {
            for measure in Measure::IN_UNITS {
                let counted = |one: &Measured| {
                    let own = if fixed {
                        one.processors
                    } else {
                        one.cost.processors()
                    };
                    value(&one.cost, own, measure, unit)
                };
                let known = growths.measures.get_mut(measure).get_mut(unit);
                self.settle_one(measure.in_unit(unit), known, &counted);
            }
        }
        if let Some(known) = &mut growths.processors {
            self.settle_one(Quantity::PROCESSORS, known, &|one| one.cost.processors());
        }
    }

    /// The same of SU, by what was derived of the sequential algorithm on its own: it takes one
    /// processor where its time is its work.
    pub fn settle_sequential(&self, unit: Unit, known: &mut Known) {
        let [time, work] = [Measure::T, Measure::W].map(|measure| measure.in_unit(unit));
        let cost = |quantity| {
            let (compared, _) = self.derivations.found(quantity)?;
            Some(source(&compared.cost().upper))
        };
        let is_of_one = cost(time).is_some() && cost(time) == cost(work);
        let is_run = |one: &Measured| matches!(one.sequential, Some(Ok(_)));
        if is_of_one && self.measured.iter().all(is_run) {
            let counted = |one: &Measured| match &one.sequential {
                Some(Ok(cost)) => value(cost, 1, Measure::T, unit),
                _ => 0,
            };
            self.settle_one(time, known, &counted);
        }
    }

    fn settle_one(
        &self,
        quantity: Quantity,
        known: &mut Known,
        counted: &dyn Fn(&Measured) -> u64,
    ) {
        let Some((compared, holds_for)) = self.derivations.found(quantity) else {
            return;
        };
        self.refute(compared, known);
        if compared.cost().is_exact() && self.is_of_asked(compared, counted) {
            *known = self.derived(compared, holds_for, known);
        }
    }

    /// Whether a formula holds for all sizes that were asked for, and gives what was counted at every
    /// size that it holds for.
    fn is_of_asked(
        &self,
        compared: &CheckedDerivation,
        counted: &dyn Fn(&Measured) -> u64,
    ) -> bool {
        // What follows from n by the file, such as k = log n, is no constant: how a formula in it grows
        // with n is not known.
        let variables = self.axes.variables();
        let is_known = |name: &&str| {
            let mut constants = self.constants.iter();
            variables.iter().any(|known| known == name) || constants.any(|(known, _)| known == name)
        };
        let formula = expression_of(&compared.cost().upper);
        let mut asked = self.measured.iter().filter(|one| !one.held_out);
        formula.is_some_and(|formula| expression::names_in(&formula).iter().all(is_known))
            && asked.all(|one| applies(compared, one))
            && self.measured.iter().chain(self.beside).all(|one| {
                let derived = claimed::value(&compared.found, &|name| size_of(one, name));
                derived.is_none_or(|derived| derived == Rational::whole(counted(one).into()))
            })
    }

    /// The derived formula as the report's.
    fn derived(&self, compared: &CheckedDerivation, holds_for: String, found: &Known) -> Known {
        let class = self.class_of(&compared.cost().upper);
        let (theta, upper, lower) = self.axes.class_texts(class.as_ref());
        let is_general = self.is_general(compared);
        Known {
            formula: QuantityGrowth {
                formula: Some(source(&compared.cost().upper)),
                status: FormulaStatus::Derived,
                holds_for: Some(holds_for),
                holds_for_all: Some(is_general),
                compared: Some(compared.sizes),
                theta,
                upper,
                lower,
                ..QuantityGrowth::unknown()
            },
            form: found.form.clone(),
            fit: None,
            deviation: found.deviation.clone(),
            class: class.filter(|_| is_general),
            likely: found.likely.clone(),
        }
    }

    /// The class of a formula, with names that do not vary as constants.
    pub fn class_of(&self, formula: &Symbolic) -> Option<GrowthClass> {
        let expression = expression_of(formula)?;
        self.axes.class_of_formula(&expression, self.constants)
    }

    /// Whether a formula holds for all sizes from some size on that the program accepts. Of one for
    /// powers of two that is known where others were tried, and failed.
    pub fn is_general(&self, compared: &CheckedDerivation) -> bool {
        let found = &compared.found;
        if !claimed::is_narrowed(found) {
            return true;
        }
        let is_meant = |one: &Measured| {
            let is_of_kind = claimed::is_of_kind(found, &|name| size_of(one, name));
            applies(compared, one) || is_of_kind && !claimed::is_compared(found)
        };
        let is_other = |failed: &&Failed| {
            let size = |name: &str| self.value_of(&failed.at, name);
            !is_limit(failed) && !claimed::is_of_kind(found, &size)
        };
        let mut failed = self.failed.iter().chain(self.failed_beside);
        failed.any(|failed| is_other(&failed))
            && self.measured.iter().chain(self.beside).all(is_meant)
    }

    /// Whether a formula holds at any size, of those that ran or of larger ones.
    pub fn is_met(&self, compared: &CheckedDerivation) -> bool {
        let holds =
            |at: &Vec<i64>| claimed::applies(&compared.found, &|name| self.value_of(at, name));
        self.measured.iter().any(|one| applies(compared, one)) || self.sizes().iter().any(holds)
    }

    /// Takes a form that was found for no more than a description of the sizes that ran, where it
    /// has another value than the derived formula, leaves derived bounds, or grows otherwise.
    fn refute(&self, compared: &CheckedDerivation, known: &mut Known) {
        let Some(form) = &known.form else {
            return;
        };
        let from = known.deviation.as_ref().map(|deviation| deviation.from);
        let sizes = self.sizes();
        let failing = sizes.iter().filter(|size| {
            let at = self.axes.at(size);
            from.is_none_or(|from| at[0] >= from) && self.leaves(form, compared, size, &at)
        });
        let fails_at: Vec<_> = (failing.take(SHOWN))
            .map(|size| held_out(self.axes, &self.axes.at(size)))
            .collect();
        let grows_otherwise = || {
            let own = known.likely.as_ref()?;
            let upper = self.class_of(&compared.cost().upper);
            let lower = self.class_of(&compared.cost().lower);
            let is_above = upper.and_then(|upper| own.is_at_most(&upper)) == Some(false);
            let is_below = lower.and_then(|lower| lower.is_at_most(own)) == Some(false);
            (is_above || is_below)
                .then(|| "what is derived of it does not allow that it grows like this".to_owned())
        };
        let missing = fails_at.is_empty().then(grows_otherwise).flatten();
        if fails_at.is_empty() && missing.is_none() {
            return;
        }
        *known = Known::of(QuantityGrowth {
            status: FormulaStatus::Here,
            holds_for: None,
            range: None,
            theta: None,
            upper: None,
            lower: None,
            no_class: None,
            missing,
            fails_at,
            ..known.formula.clone()
        });
    }

    /// Whether a form has a value at a size that lies outside of what is derived there.
    fn leaves(
        &self,
        form: &ClosedForm,
        compared: &CheckedDerivation,
        size: &[i64],
        at: &[i64],
    ) -> bool {
        let bounds = claimed::bounds(&compared.found, &|name| self.value_of(size, name));
        let found = form.exact(at);
        bounds.zip(found).is_some_and(|([lower, upper], found)| {
            Rational::new(*found.numer(), *found.denom())
                .is_some_and(|found| found < lower || upper < found)
        })
    }

    /// What a name is at a size.
    fn value_of(&self, size: &[i64], name: &str) -> Option<i128> {
        let varied = self.axes.varied.iter().zip(size);
        let constants = self.constants.iter().map(|(name, value)| (name, value));
        let (_, value) = varied.chain(constants).find(|(known, _)| *known == name)?;
        Some(i128::from(*value))
    }

    /// Sizes to try, one value per name that varies.
    fn sizes(&self) -> Vec<Vec<i64>> {
        let roles = &self.axes.roles;
        if roles.iter().any(|role| role.parameter().is_some()) {
            return Vec::new();
        }
        match roles.as_slice() {
            [Role::Input] => {
                let powers = (0..=LARGEST_EXPONENT).map(|exponent| 1_i64 << exponent);
                let large = powers.filter(|power| *power > EVERY);
                let beyond = large.flat_map(|power| [power - 1, power, power + 1]);
                (0..=EVERY).chain(beyond).map(|size| vec![size]).collect()
            }
            several if several.len() <= MOST_NAMES => {
                let none = vec![Vec::new()];
                several.iter().fold(none, |sizes, _| {
                    let with = |size: &Vec<i64>, next: i64| [size.as_slice(), &[next]].concat();
                    let longer = |size| OF_EACH.iter().map(move |next| with(size, *next));
                    sizes.iter().flat_map(longer).collect()
                })
            }
            _ => Vec::new(),
        }
    }
}

/// What a name is at a size that was measured.
fn size_of(one: &Measured, name: &str) -> Option<i128> {
    match (one.names.scalars.get(name), name) {
        (Some(Constant::Int(value)), _) => Some(i128::from(*value)),
        (None, "p") => Some(i128::from(one.processors)),
        _ => None,
    }
}

/// Whether a formula holds for a size that was measured.
pub(super) fn applies(compared: &CheckedDerivation, one: &Measured) -> bool {
    claimed::applies(&compared.found, &|name| size_of(one, name))
}
