//! Classes in the names that vary: of exact forms, and of formulas as users write them.

use super::{Axes, Value};
use crate::complexity::bounds::{GrowthBounds, Rounding};
use crate::complexity::class::{self, GrowthClass, Weighed};
use crate::complexity::closed_form::ClosedForm;
use crate::complexity::earned::{Unearned, earned};
use crate::complexity::formula;
use crate::complexity::order::Growth;
use crate::complexity::region::SizeRegion;
use crate::complexity::series::Series;
use crate::syntax::ast::Expr;

impl Axes {
    /// The class that a form which was found has if counts go on like this, or why it has none.
    pub fn earned(
        &self,
        series: &Series,
        form: &ClosedForm,
        from: Option<i64>,
    ) -> Result<GrowthClass, String> {
        let class = earned(form, series, &self.tried, &self.refused, from, || {
            self.class_of(form)
        });
        class.map_err(|why| match why {
            Unearned::Unmet(unmet) => format!(
                "it has no class, since no size with these remainders of {} has confirmed it: {}",
                unmet.of_what(),
                unmet.text()
            ),
            Unearned::UnmetPair(unmet) => {
                format!(
                    "it has no class, since no size with {} has confirmed it",
                    unmet.text
                )
            }
            Unearned::Ends => "it turns negative or falls below 1 for larger sizes, so it is a \
                               formula for these sizes only and has no class"
                .to_owned(),
            Unearned::Flat(term) => {
                format!("it has no class, since {term} takes too few values on these sizes")
            }
            Unearned::Constant => {
                "it has no class, since what stays the same on these sizes may grow on larger ones"
                    .to_owned()
            }
        })
    }

    /// Where the names that vary can lie.
    pub fn region(&self) -> SizeRegion {
        if self.is_varied_bounded() {
            SizeRegion::Triangle
        } else {
            SizeRegion::All
        }
    }

    /// The class of a form in the names that vary; `None` if it turns negative or vanishes.
    pub fn class_of(&self, form: &ClosedForm) -> Option<GrowthClass> {
        let count = self.variables.len();
        self.class(|rounding| GrowthBounds::of_form(form, rounding, count, self.is_bounded()))
    }

    /// The class of a formula as a user writes it, with the values of the names that stay the
    /// same.
    pub fn class_of_formula(
        &self,
        formula: &Expr,
        constants: &[(String, i64)],
    ) -> Option<GrowthClass> {
        let variables = self.variables();
        let names = formula::FormulaNames {
            variables: &variables,
            constants,
            bounded: self.is_bounded(),
        };
        self.class(|rounding| formula::bounds(formula, names, rounding))
    }

    fn class(&self, bounds: impl Fn(Rounding) -> Option<GrowthBounds>) -> Option<GrowthClass> {
        let of = |rounding| -> Option<Vec<Weighed>> {
            self.weighed_in_varied(class::weighed(&bounds(rounding)?))
        };
        let (added, scaled) = (of(Rounding::Added)?, of(Rounding::Scaled)?);
        GrowthClass::of(&added, &scaled, self.varied.len(), self.region())
    }

    /// Parts of bounds in the names that vary only: what stays the same is a number.
    fn weighed_in_varied(&self, parts: Vec<Weighed>) -> Option<Vec<Weighed>> {
        let mut alone: Vec<Weighed> = Vec::new();
        for part in parts {
            let (growth, low, high) = self.substituted(&part.growth)?;
            let corners = [
                part.low * low,
                part.low * high,
                part.high * low,
                part.high * high,
            ];
            let least = corners.into_iter().fold(f64::INFINITY, f64::min);
            let most = corners.into_iter().fold(f64::NEG_INFINITY, f64::max);
            match alone.iter_mut().find(|known| known.growth == growth) {
                // Real sums are rounded: what may cancel lies on both sides of 0.
                Some(known) => {
                    let slack = 1e-9 * (known.low.abs() + most.abs() + known.high.abs());
                    known.low += least - slack;
                    known.high += most + slack;
                }
                None => alone.push(Weighed {
                    growth,
                    low: least,
                    high: most,
                }),
            }
        }
        Some(alone)
    }

    /// A monomial in the names that vary, and the interval that the rest of it lies in.
    fn substituted(&self, growth: &Growth) -> Option<(Growth, f64, f64)> {
        let mut own = Growth::one(self.varied.len());
        let mut factor = 1.0;
        for (variable, order) in self.variables.iter().zip(&growth.orders) {
            match variable.value {
                Value::Varied(place) => own.orders[place] = *order,
                Value::Fixed(value) => {
                    let value = value as f64;
                    let log = value.log2();
                    let power = |base: f64, exponent: f64| {
                        if exponent == 0.0 {
                            1.0
                        } else {
                            base.powf(exponent)
                        }
                    };
                    factor *= power(2.0, order.exponential * value)
                        * power(value, order.power)
                        * power(log, order.log)
                        * power(log.log2(), order.log_log);
                }
            }
        }
        if !factor.is_finite() || factor <= 0.0 {
            return None;
        }
        let exponent = growth.quotient_log;
        let is_varied = |at: usize| matches!(self.variables.get(at), Some(one) if matches!(one.value, Value::Varied(_)));
        let (mut low, mut high) = (factor, factor);
        match (exponent != 0.0, is_varied(0), is_varied(1)) {
            (false, ..) => {}
            (true, true, true) => own.quotient_log = exponent,
            // With p fixed, log(n/p) lies between log(n)/2 and log n from n = p² on.
            (true, true, false) => {
                own.orders[0].log += exponent;
                let half = factor * 0.5_f64.powf(exponent);
                (low, high) = (factor.min(half), factor.max(half));
            }
            (true, false, _) => return None,
        }
        Some((own, low, high))
    }

    /// `Θ(n)`; where the bounds differ, `O(n) and Ω(log n)`.
    pub fn class_text(&self, class: &GrowthClass) -> String {
        let upper = self.theta_text(&class.upper);
        match (class.theta(), &class.lower) {
            (Some(theta), _) => format!("Θ({})", self.theta_text(theta)),
            (None, Some(lower)) => format!("O({upper}) and Ω({})", self.theta_text(lower)),
            (None, None) => format!("O({upper})"),
        }
    }

    /// Θ; or O and Ω where they differ.
    pub fn class_texts(
        &self,
        class: Option<&GrowthClass>,
    ) -> (Option<String>, Option<String>, Option<String>) {
        let text = |growth: &[Growth]| self.theta_text(growth);
        let Some(class) = class else {
            return (None, None, None);
        };
        match class.theta() {
            Some(theta) => (Some(text(theta)), None, None),
            None => (
                None,
                Some(text(&class.upper)),
                class.lower.as_deref().map(text),
            ),
        }
    }
}
