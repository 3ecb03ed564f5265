//! What an axis covers, and where its ticks stand.

use super::number::{grouped, superscript, trimmed};
use super::{Axis, Origin, Scale};

/// Values from which on powers of two are written as such.
const LARGEST_PLAIN: f64 = 100_000.0;
/// Values from which on decimal numbers are written with a power of ten.
const LARGEST_DECIMAL: f64 = 1e6;
/// Steps from zero up to which a label with a power of ten tells neighbours apart.
const MOST_STEPS: f64 = 1000.0;
/// Steps between linear ticks, times a power of ten.
const STEPS: [f64; 3] = [1.0, 2.0, 5.0];

/// The part of an axis that a plot shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Span {
    scale: Scale,
    low: f64,
    high: f64,
    /// Ascending, inside of the span.
    pub ticks: Vec<Tick>,
}

/// A mark on an axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Tick {
    /// Where it stands.
    pub value: f64,
    /// What is written beside it.
    pub label: String,
}

impl Span {
    /// Covers all values, with at most so many ticks, two at least.
    pub fn new(axis: &Axis, values: &[f64], at_most: usize) -> Self {
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let at_most = at_most.max(2);
        if low > high {
            return Self::linear(0.0, 1.0, 1.0, 2);
        }
        match axis.scale {
            Scale::Linear => {
                let whole = values.iter().all(|value| value.fract() == 0.0);
                let least_step = if whole { 1.0 } else { 0.0 };
                match axis.origin {
                    Origin::Zero => {
                        let (low, high) = (low.min(0.0), high.max(0.0));
                        let high = if low < high { high } else { 1.0 };
                        Self::linear(low, high, least_step, at_most).up_to_ticks()
                    }
                    Origin::Values if low < high => Self::linear(low, high, least_step, at_most),
                    Origin::Values => {
                        let around = (low.abs() / 2.0).max(1.0);
                        let low = if low >= 0.0 {
                            (low - around).max(0.0)
                        } else {
                            low - around
                        };
                        Self::linear(low, high + around, least_step, at_most)
                    }
                }
            }
            Scale::Logarithmic if low < high => Self::logarithmic(low, high, at_most),
            Scale::Logarithmic => Self::logarithmic(low / 2.0, high * 2.0, at_most),
        }
    }

    /// Where a value stands: 0 at the beginning of the axis, 1 at its end.
    pub fn position(&self, value: f64) -> f64 {
        let along = |value: f64| match self.scale {
            Scale::Linear => value,
            Scale::Logarithmic => value.log2(),
        };
        (along(value) - along(self.low)) / (along(self.high) - along(self.low))
    }

    fn linear(low: f64, high: f64, least_step: f64, at_most: usize) -> Self {
        let step = linear_step(high - low, least_step, at_most);
        let first = (low / step - 1e-9).ceil();
        let count = ((high / step + 1e-9).floor() - first).max(0.0) as usize;
        let ticks = (0..=count)
            .map(|index| {
                let value = (first + index as f64) * step;
                Tick {
                    value,
                    label: decimal(value, step, low.abs().max(high.abs())),
                }
            })
            .collect();
        Self {
            scale: Scale::Linear,
            low,
            high,
            ticks,
        }
    }

    /// The same, extended to whole steps at both ends.
    fn up_to_ticks(self) -> Self {
        let [.., before, last] = self.ticks.as_slice() else {
            return self;
        };
        let step = last.value - before.value;
        let largest = self.low.abs().max(self.high.abs());
        let mut ticks = self.ticks.clone();
        let mut extended = |value: f64, at_end: bool| {
            let tick = Tick {
                value,
                label: decimal(value, step, largest),
            };
            if at_end {
                ticks.push(tick);
            } else {
                ticks.insert(0, tick);
            }
            value
        };
        let mut low = self.low;
        let mut high = self.high;
        if high > last.value + step * 1e-6 {
            high = extended(last.value + step, true);
        }
        let first = self.ticks[0].value;
        if low < first - step * 1e-6 {
            low = extended(first - step, false);
        }
        Self {
            low,
            high,
            ticks,
            ..self
        }
    }

    fn logarithmic(low: f64, high: f64, at_most: usize) -> Self {
        let first = (low.log2() - 1e-9).ceil() as i32;
        let last = (high.log2() + 1e-9).floor() as i32;
        let between = (last - first).max(0) as usize;
        if between == 0 {
            // Less than two powers of two inside: decimal ticks at their logarithmic places.
            let linear = Self::linear(low, high, 0.0, at_most);
            return Self {
                scale: Scale::Logarithmic,
                ..linear
            };
        }
        let stride = between.div_ceil(at_most - 1).max(1);
        let exponents: Vec<i32> = (first..=last)
            .filter(|exponent| exponent.rem_euclid(stride as i32) == 0)
            .collect();
        // A stride may hit one power only; then the ends of the range do better.
        let exponents = if exponents.len() < 2 {
            vec![first, last]
        } else {
            exponents
        };
        let plain = exponents
            .iter()
            .all(|exponent| *exponent >= 0 && 2_f64.powi(*exponent) < LARGEST_PLAIN);
        let ticks = exponents
            .into_iter()
            .map(|exponent| Tick {
                value: 2_f64.powi(exponent),
                label: if plain {
                    grouped(1 << exponent)
                } else {
                    format!("2{}", superscript(exponent))
                },
            })
            .collect();
        Self {
            scale: Scale::Logarithmic,
            low,
            high,
            ticks,
        }
    }
}

/// The smallest 1, 2 or 5 times a power of ten that makes at most so many ticks.
fn linear_step(length: f64, least: f64, at_most: usize) -> f64 {
    let rough = (length / at_most as f64).max(least).max(f64::MIN_POSITIVE);
    let mut power = 10_f64.powf(rough.log10().floor());
    loop {
        for factor in STEPS {
            let step = factor * power;
            if step >= least && ((length / step).floor() as usize) < at_most {
                return step;
            }
        }
        power *= 10.0;
    }
}

fn decimal(value: f64, step: f64, largest: f64) -> String {
    if largest >= LARGEST_DECIMAL && step >= largest / MOST_STEPS {
        if value == 0.0 {
            return "0".to_owned();
        }
        let power = largest.log10().floor() as i32;
        let mantissa = trimmed(&format!("{:.3}", value / 10_f64.powi(power)));
        return format!("{mantissa}·10{}", superscript(power));
    }
    if step >= 1.0 && (0.0..9e18).contains(&value) {
        return grouped(value.round() as u64);
    }
    let decimals = (-step.log10().floor()).max(0.0) as usize;
    trimmed(&format!("{value:.decimals$}")).replace('-', "−")
}
