//! What was measured, as rows of the report: one per size.

use super::ReportRequest;
use super::axes::Axes;
use super::growths::{Known, processors, value, values};
use super::messages;
use super::seeds::known_of_seeds;
use super::sequential::Given;
use crate::complexity::series::{Point, Series};
use crate::cost::Cost;
use crate::diagnostic::{Code, Diagnostic, Status};
use crate::pipeline::Request;
use crate::quantity::{Measure, Per, Quantity, Unit};
use crate::result::study::{
    Amount, AsynchronousRow, FailedSize, FailureReason, Mean, Range, Row, SequentialSource, Spread,
};
use crate::study::swept::{Failed, Measured, Swept};

/// A sweep and what it is about.
pub(super) struct Subject<'a> {
    pub request: &'a ReportRequest,
    pub program: &'a Request,
    pub axes: &'a Axes,
    pub swept: &'a Swept,
    /// Names that do not vary, with the values that they have at every size.
    pub constants: &'a [(String, i64)],
    /// SU, where the command line gives it.
    pub given: Option<&'a Given>,
}

impl Subject<'_> {
    /// Where SU comes from. An algorithm that could not be run on some size counts for nothing.
    pub fn sequential_source(&self, has_algorithm: bool) -> SequentialSource {
        let ran = |one: &Measured| matches!(one.sequential, Some(Ok(_)));
        if self.given.is_some() {
            SequentialSource::Formula
        } else if has_algorithm && self.swept.measured.iter().all(ran) {
            SequentialSource::Algorithm
        } else {
            SequentialSource::Work
        }
    }

    /// Every row.
    pub fn rows(&self, source: SequentialSource) -> Result<Vec<Row>, Vec<Diagnostic>> {
        (self.swept.measured.iter())
            .map(|one| self.row(one, source))
            .collect()
    }

    fn row(&self, one: &Measured, source: SequentialSource) -> Result<Row, Vec<Diagnostic>> {
        let given = (self.given)
            .map(|given| given.at(&one.names_with_processors()))
            .transpose()?;
        let count = |measure| {
            Per::each(self.axes.units, |unit| {
                self.amount(&one.cost, one.processors, measure, unit)
            })
        };
        let counts = Per::each(&Measure::IN_UNITS, count);
        let sequential = Per::each(self.axes.units, |unit| match source {
            SequentialSource::Work => Some(counts.get(Measure::W).get(unit).real()),
            SequentialSource::Formula => given.as_ref().and_then(|given| *given.get(unit)),
            SequentialSource::Algorithm => match &one.sequential {
                Some(Ok(cost)) => Some(self.amount(cost, 1, Measure::T, unit).real()),
                _ => None,
            },
        });
        let over = |measure| {
            let below: &Per<Unit, Amount> = counts.get(measure);
            Per::each(self.axes.units, |unit| {
                let below = below.get(unit).real();
                sequential
                    .get(unit)
                    .filter(|_| below > 0.0)
                    .map(|su| su / below)
            })
        };
        Ok(Row {
            inputs: self.axes.size(&one.at),
            processors: one.processors,
            speedup: over(Measure::T),
            efficiency: over(Measure::C),
            beside: (Measure::beside(self.axes.units).iter())
                .map(|measure| (*measure, beside(one, *measure)))
                .collect(),
            counts,
            sequential,
            apram: asynchronous(one),
            multicomputer: messages::row(one),
            held_out: one.held_out,
            spread: self.spread(one),
        })
    }

    /// A measure of one run.
    fn amount(&self, cost: &Cost, processors: u64, measure: Measure, unit: Unit) -> Amount {
        let units = value(cost, processors, measure, unit);
        Amount::new(units, self.axes.digits(unit))
    }

    fn spread(&self, one: &Measured) -> Option<Spread> {
        let fixed = self.axes.varies_processors() || self.axes.fixed_processors.is_some();
        let of = |measure| {
            Per::each(self.axes.units, |unit| {
                range(&values(one, fixed, measure, unit), self.axes.digits(unit))
            })
        };
        (self.request.repeat > 1).then(|| Spread {
            repeats: self.request.repeat,
            processors: range(&processors(one, fixed), 0),
            counts: Per::each(&Measure::IN_UNITS, of),
        })
    }

    /// The growth of SU: W stands in where nothing else does.
    pub fn sequential_growth(
        &self,
        rows: &[Row],
        source: SequentialSource,
        unit: Unit,
    ) -> Option<Known> {
        if source == SequentialSource::Work {
            return None;
        }
        let digits = self.axes.digits(unit);
        let points: Option<Vec<Point>> = self
            .swept
            .measured
            .iter()
            .zip(rows)
            .map(|(one, row)| {
                let su = (*row.sequential.get(unit))?;
                let su = match digits {
                    0 => su,
                    digits => (su * 10_f64.powi(digits as i32)).round(),
                };
                let is_count = su >= 0.0 && su.fract() == 0.0 && su < 2_f64.powi(53);
                is_count.then(|| Point {
                    at: self.axes.at(&one.at),
                    value: su as u64,
                    held_out: one.held_out,
                })
            })
            .collect();
        let series = Series {
            digits,
            ..self.axes.series_of(points.unwrap_or_default())
        };
        let values = (!series.points.is_empty()).then_some(&series);
        match self.given {
            Some(given) => given.growth(self.axes, values, self.constants, unit),
            // As often as the program was run, and on the same data.
            None => values.map(|_| {
                let of = |one: &Measured| {
                    let first = one.sequential.iter().flatten();
                    let costs = first.chain(&one.sequential_of_others);
                    costs.map(|cost| value(cost, 1, Measure::T, unit)).collect()
                };
                let ran = |one: &Measured| matches!(one.sequential, Some(Ok(_)));
                let mut counted = self.swept.counted().with_digits(digits);
                if !counted.beside.iter().all(ran) {
                    counted.beside = &[];
                }
                known_of_seeds(self.axes, counted, self.request.repeat, of)
            }),
        }
    }

    /// A size that did not run to its end.
    pub fn failed(&self, failed: &Failed) -> FailedSize {
        let first = failed.diagnostics.first();
        let code = first.map_or(Code::BadInput, |first| first.code);
        let place = first.and_then(|first| first.primary.as_ref());
        FailedSize {
            inputs: self.axes.size(&failed.at),
            code: code.id().to_owned(),
            message: first.map_or_else(String::new, |first| first.message.clone()),
            file: place.map(|label| failed.sources.get(label.span.file).name.clone()),
            line: place.map(|label| failed.sources.position(label.span).line),
            reason: match (code, code.status()) {
                (Code::AssertionFailed, _) => FailureReason::Rejected,
                // Everything else that is wrong with a network is so at every size.
                (Code::MachineName | Code::BadOption, _) if self.axes.is_multicomputer() => {
                    FailureReason::Refused
                }
                (_, Status::Access) => FailureReason::IllegalAccess,
                (_, Status::Limit) => FailureReason::Limit,
                (_, Status::CommandLine) => FailureReason::Input,
                (_, Status::Program | Status::Ungraded) => FailureReason::Fault,
            },
            held_out: failed.held_out,
        }
    }
}

fn range(values: &[u64], digits: u32) -> Range {
    let amount = |units: Option<u64>| Amount::new(units.unwrap_or_default(), digits);
    Range {
        best: amount(values.iter().copied().min()),
        average: Mean::of_units(values, digits),
        worst: amount(values.iter().copied().max()),
    }
}

fn asynchronous(one: &Measured) -> Option<AsynchronousRow> {
    let machine = one.asynchronous?;
    let cost = one.cost.asynchronous.as_ref();
    Some(AsynchronousRow {
        delay: machine.delay,
        barrier: machine.barrier,
        waiting: cost.map_or(0, |cost| cost.waiting),
        sections: cost.map_or(0, |cost| cost.sections),
    })
}

/// What the first run of a size counted besides time, work and cost.
fn beside(one: &Measured, measure: Measure) -> u64 {
    let count = one.cost.count(Quantity::number_of(measure), None);
    u64::try_from(count).unwrap_or(u64::MAX)
}
