//! What was measured, as rows of the report: one per size.

use super::ReportRequest;
use super::axes::Axes;
use super::growths::{Known, processors, value, values};
use super::seeds::known_of_seeds;
use super::sequential::Given;
use crate::complexity::series::Point;
use crate::diagnostic::{Code, Diagnostic, Status};
use crate::pipeline::Request;
use crate::result::study::{
    AsynchronousRow, FailedSize, FailureReason, Mean, MeasureName, PerUnit, Range, Row,
    SequentialSource, Spread, UnitName,
};
use crate::study::sweep::{Failed, Measured, Swept};

/// A sweep and what it is about.
pub(super) struct Subject<'a> {
    pub request: &'a ReportRequest,
    pub program: &'a Request,
    pub axes: &'a Axes,
    pub swept: &'a Swept,
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
            PerUnit::for_units(self.axes.units, |unit| {
                value(&one.cost, one.processors, measure, unit)
            })
        };
        let (time, work, cost) = (
            count(MeasureName::T),
            count(MeasureName::W),
            count(MeasureName::C),
        );
        let sequential = PerUnit::for_units(self.axes.units, |unit| match source {
            SequentialSource::Work => Some(*work.get(unit) as f64),
            SequentialSource::Formula => given.as_ref().and_then(|given| *given.get(unit)),
            SequentialSource::Algorithm => match &one.sequential {
                Some(Ok(cost)) => Some(value(cost, 1, MeasureName::T, unit) as f64),
                _ => None,
            },
        });
        let over = |below: &PerUnit<u64>| {
            PerUnit::for_units(self.axes.units, |unit| {
                let below = *below.get(unit);
                sequential
                    .get(unit)
                    .filter(|_| below > 0)
                    .map(|su| su / below as f64)
            })
        };
        Ok(Row {
            inputs: self.axes.size(&one.at),
            processors: one.processors,
            speedup: over(&time),
            efficiency: over(&cost),
            time,
            work,
            cost,
            sequential,
            apram: asynchronous(one),
            held_out: one.held_out,
            spread: self.spread(one),
        })
    }

    fn spread(&self, one: &Measured) -> Option<Spread> {
        let fixed = self.axes.varies_processors() || self.axes.fixed_processors.is_some();
        let of = |measure| {
            PerUnit::for_units(self.axes.units, |unit| {
                range(&values(one, fixed, measure, unit))
            })
        };
        (self.request.repeat > 1).then(|| Spread {
            repeats: self.request.repeat,
            processors: range(&processors(one, fixed)),
            time: of(MeasureName::T),
            work: of(MeasureName::W),
            cost: of(MeasureName::C),
        })
    }

    /// The growth of SU: W stands in where nothing else does.
    pub fn sequential_growth(
        &self,
        rows: &[Row],
        source: SequentialSource,
        unit: UnitName,
    ) -> Option<Known> {
        if source == SequentialSource::Work {
            return None;
        }
        let points: Option<Vec<Point>> = self
            .swept
            .measured
            .iter()
            .zip(rows)
            .map(|(one, row)| {
                let su = (*row.sequential.get(unit))?;
                let is_count = su >= 0.0 && su.fract() == 0.0 && su < 2_f64.powi(53);
                is_count.then(|| Point {
                    at: self.axes.at(&one.at),
                    value: su as u64,
                    held_out: one.held_out,
                })
            })
            .collect();
        let series = self.axes.series_of(points.unwrap_or_default());
        let values = (!series.points.is_empty()).then_some(&series);
        match self.given {
            Some(given) => given.growth(self.axes, values, unit),
            // As often as the program was run, and on the same data.
            None => values.map(|_| {
                let of = |one: &Measured| {
                    let first = one.sequential.iter().flatten();
                    let costs = first.chain(&one.sequential_of_others);
                    costs
                        .map(|cost| value(cost, 1, MeasureName::T, unit))
                        .collect()
                };
                let ran = |one: &Measured| matches!(one.sequential, Some(Ok(_)));
                let mut counted = self.swept.counted();
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
                (_, Status::Access) => FailureReason::IllegalAccess,
                (_, Status::Limit) => FailureReason::Limit,
                (_, Status::CommandLine) => FailureReason::Input,
                (_, Status::Program) => FailureReason::Fault,
            },
            held_out: failed.held_out,
        }
    }
}

fn range(values: &[u64]) -> Range {
    Range {
        best: values.iter().copied().min().unwrap_or_default(),
        average: Mean::of(values),
        worst: values.iter().copied().max().unwrap_or_default(),
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
