//! Counted runs that formulas are compared with.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::samples::Samples;
use crate::cost::Cost;
use crate::derivation::algebra::formula::Symbol;
use crate::derivation::{DerivedCost, MeasuredLength, ProcessorCount, Subject, is_time};
use crate::machine::configuration::OnViolation;
use crate::machine::value::Value;
use crate::pipeline::Request;
use crate::pipeline::inputs::Assignment;
use crate::pipeline::small::Small;
use crate::quantity::{Quantity, Unit};
use crate::result::derivation::CheckedDerivation;
use crate::result::run::Run;
use crate::semantic::rational::Rational;

/// The number of sizes at which a formula is compared.
const SIZES: usize = 24;
/// Work in steps of one of these runs, and processors of the blocks that it has open at the same time.
const WORK_OF_A_RUN: u64 = 1 << 16;
/// Instructions and processors of all these runs together.
const WORK_IN_ALL: u64 = 1 << 20;
/// The overhead of a run, in instructions.
const OVERHEAD_OF_A_RUN: u64 = 100;
/// The largest product of the sizes of one of these runs.
pub const LARGEST_SIZE: i128 = 1 << 12;
/// The largest size at which a formula without a value is wrong: with larger exponents, intermediate
/// powers of 2 and 3 may overflow 128 bits although the value does not.
const LARGEST_EXPONENT: i128 = 60;
/// Memory of one of these runs, in bytes: generating larger inputs takes longer than their steps.
const MEMORY_OF_A_RUN: u64 = 1 << 22;
const STEPS_OF_A_RUN: u64 = 20_000;

/// The request without values for sizes and arrays, which the comparison sets.
fn bare(request: &Request, subject: &Subject<'_>) -> Request {
    let mut bare = request.clone();
    let names = subject.names();
    bare.assignments.retain(|assignment| {
        let is_array = (subject.inputs.iter())
            .any(|input| input.name == assignment.name && input.lengths.is_some());
        !is_array && !names.iter().any(|name| **name == *assignment.name)
    });
    bare.options.unrestricted = true;
    // Races of asynchronous blocks cost the same as legal accesses.
    bare.options.on_violation = OnViolation::Continue;
    bare.options.limits.steps = STEPS_OF_A_RUN;
    bare.options.limits.work = WORK_OF_A_RUN;
    bare.options.limits.processors = WORK_OF_A_RUN;
    bare.options.limits.memory = MEMORY_OF_A_RUN;
    bare.options.threads = Some(1);
    bare
}

#[derive(Clone)]
struct Counts {
    cost: Cost,
    /// The lengths of its inputs that are arrays.
    lengths: HashMap<String, Vec<usize>>,
}

impl Counts {
    fn of(run: Run) -> Self {
        let lengths = run
            .inputs
            .into_iter()
            .filter_map(|(name, value)| match value {
                Value::Array(array) => Some((name, array.dimensions)),
                Value::Scalar(_) => None,
            });
        Self {
            lengths: lengths.collect(),
            cost: run.cost,
        }
    }

    /// The length of an input along a dimension.
    fn length(&self, of: &MeasuredLength) -> Option<i128> {
        let length = self.lengths.get(&of.input)?.get(of.axis)?;
        i128::try_from(*length).ok()
    }
}

/// Counted runs, each made once.
pub(super) struct CountedRuns<'a> {
    small: Small<'a>,
    request: Request,
    samples: Samples,
    known: HashMap<Vec<(Arc<str>, i128)>, Option<Counts>>,
    work: u64,
    interrupt: &'a AtomicBool,
}

impl<'a> CountedRuns<'a> {
    pub fn new(
        small: Small<'a>,
        (request, subject): (&Request, &Subject<'_>),
        samples: Samples,
        interrupt: &'a AtomicBool,
    ) -> Self {
        Self {
            small,
            request: bare(request, subject),
            samples,
            known: HashMap::new(),
            work: 0,
            interrupt,
        }
    }

    /// Compares a formula with runs of the sizes that it is for.
    pub fn compare(
        &mut self,
        quantity: Quantity,
        found: DerivedCost,
        subject: &Subject<'_>,
    ) -> CheckedDerivation {
        let mut sizes = 0;
        let mut differs = None;
        self.samples.restart();
        let mut seen = Vec::new();
        for attempt in 0..SIZES * 6 {
            if sizes >= SIZES || self.interrupt.load(Ordering::Relaxed) {
                break;
            }
            let drawn = self.samples.sizes(&found, attempt);
            let numbers = found.numbers.at(&drawn);
            let is_told = found.numbers.measured.is_empty();
            let Some(numbers) = numbers.filter(|_| !is_told || found.holds_at(&drawn)) else {
                continue;
            };
            // Inputs of that size would take longer than the counted steps.
            let is_size = |name: &str| !(subject.is_asynchronous && is_time(name));
            let mut sizes_only = numbers.iter().filter(|(name, _)| is_size(name));
            let size = sizes_only.try_fold(1i128, |size, (_, number)| {
                size.checked_mul((*number).max(1))
            });
            if seen.contains(&numbers) || size.is_none_or(|size| size > LARGEST_SIZE) {
                continue;
            }
            seen.push(numbers.clone());
            let Some(run) = self.run(&numbers, subject) else {
                continue;
            };
            let Some(values) = with_lengths(&found, drawn, &run) else {
                continue;
            };
            let of = |symbol: &Symbol| found.numbers.value_of(symbol, &values);
            let cost = &run.cost;
            // Without any section no time is reported.
            if quantity.unit == Some(Unit::Apram) && cost.asynchronous.is_none() {
                continue;
            }
            let Ok(counted) = i128::try_from(counted(cost, quantity, &numbers, subject)) else {
                continue;
            };
            let lower = found.cost.lower.at(&of);
            let upper = found.cost.upper.at(&of);
            let is_large = numbers.iter().any(|(_, number)| *number > LARGEST_EXPONENT);
            if is_large && (lower.is_none() || upper.is_none()) {
                continue;
            }
            let counted = Rational::whole(counted);
            let agrees =
                lower.is_some_and(|it| it <= counted) && upper.is_some_and(|it| counted <= it);
            if !agrees {
                differs = Some(numbers);
                break;
            }
            sizes += 1;
        }
        CheckedDerivation {
            found,
            sizes,
            differs,
        }
    }

    /// The counts of a run with these sizes; `None` if it has a fault, or if the limit of work is
    /// reached.
    fn run(&mut self, numbers: &[(Arc<str>, i128)], subject: &Subject<'_>) -> Option<Counts> {
        if let Some(known) = self.known.get(numbers) {
            return known.clone();
        }
        if self.work > WORK_IN_ALL {
            return None;
        }
        let mut request = self.request.clone();
        for (name, value) in numbers {
            if subject.processors == ProcessorCount::Any && **name == *"p" {
                if *value < 1 {
                    return None;
                }
                request.options.processors = u64::try_from(*value).ok();
                continue;
            }
            match &**name {
                "d" if subject.is_asynchronous => {
                    request.options.delay = u64::try_from(*value).ok();
                    continue;
                }
                "B" if subject.is_asynchronous => {
                    request.options.barrier = Some(value.to_string());
                    continue;
                }
                _ => {}
            }
            request.assignments.push(Assignment {
                name: name.to_string(),
                value: value.to_string().into(),
            });
        }
        let data = self.samples.data(numbers);
        let mut found = None;
        if !data.is_empty() {
            let mut other = request.clone();
            other.assignments.extend(data);
            // A run that these data make illegal says nothing about the program.
            found = (self.counted(&other)).filter(|run| run.violation_count == 0);
        }
        if found.is_none() {
            found = self.counted(&request);
        }
        let found = found.map(Counts::of);
        self.known.insert(numbers.to_vec(), found.clone());
        found
    }

    /// A run that reaches its end.
    fn counted(&mut self, request: &Request) -> Option<Run> {
        let run = self.small.run(request);
        // A run that a limit ends has used its time, too.
        self.work += (run.as_ref()).map_or(1, |Run { cost, .. }| {
            cost.instructions.work + cost.asked + OVERHEAD_OF_A_RUN
        });
        run.filter(|run| run.error.is_none())
    }
}

/// The values of all symbols, including the lengths measured in the run; `None` if these contradict the
/// formula's assumptions.
fn with_lengths(found: &DerivedCost, mut values: Vec<i128>, run: &Counts) -> Option<Vec<i128>> {
    for measured in &found.numbers.measured {
        let mut symbols = found.numbers.symbols.iter();
        let at = symbols.position(|(symbol, _)| *symbol == measured.symbol)?;
        values[at] = run.length(measured)?;
        (values[at] >= found.numbers.symbols[at].1).then_some(())?;
    }
    found.holds_at(&values).then_some(values)
}

fn counted(
    cost: &Cost,
    quantity: Quantity,
    numbers: &[(Arc<str>, i128)],
    subject: &Subject<'_>,
) -> u128 {
    let given = match subject.processors {
        ProcessorCount::AsAsked => None,
        ProcessorCount::Any => (numbers.iter())
            .find(|(name, _)| **name == *"p")
            .and_then(|(_, value)| u64::try_from(*value).ok()),
        ProcessorCount::Number(number) => Some(number),
    };
    cost.count(quantity, given)
}
