//! `pram derive`: formulas that follow from the program's text, compared with counted runs.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::inputs::{Assignment, formals};
use super::machine::{self, MachineModel};
use super::prepare::prepare;
use super::small::Small;
use super::{Branches, Request, Text};
use crate::cost::{AsynchronousCost, Cost};
use crate::derivation::{self, Counted, Found, Input, Need, Processors, Reason, Subject, Without};
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::configuration::{OnViolation, Pace};
use crate::program::Program;
use crate::result::derivation::{Compared, Derivation, Derived, Quantity};
use crate::result::run::Run;
use crate::semantic::rational::Rational;
use crate::source::Sources;
use crate::syntax::include::Files;

/// At how many sizes a formula is compared.
const SIZES: usize = 24;
/// Work in steps of one of these runs, and processors of the blocks that it has open at one time.
const WORK_OF_A_RUN: u64 = 1 << 16;
/// Instructions and processors of all these runs together.
const WORK_IN_ALL: u64 = 1 << 20;
/// What a run takes beside, in instructions.
const OVERHEAD_OF_A_RUN: u64 = 100;
/// The largest product of sizes of one of these runs.
const LARGEST_SIZE: i128 = 1 << 12;
/// Memory of one of these runs, in bytes: larger inputs take longer to make than they have steps.
const MEMORY_OF_A_RUN: u64 = 1 << 22;
/// Steps of one of these runs.
const STEPS_OF_A_RUN: u64 = 20_000;
/// The seed of the sizes that are drawn.
const SEED: u64 = 0x5eed;

/// Derives those of these measures that the machine has, and compares them with counted runs.
pub fn derive(
    request: &Request,
    quantities: &[Quantity],
    assumed: &[Need],
    sources: &mut Sources,
    files: &dyn Files,
    interrupt: &AtomicBool,
) -> Result<Derivation, Vec<Diagnostic>> {
    let text = Text::read(request, sources, files)?;
    derive_text(
        &text, request, quantities, assumed, sources, files, interrupt,
    )
}

/// The same of a program that is read.
pub(super) fn derive_text(
    text: &Text,
    request: &Request,
    quantities: &[Quantity],
    assumed: &[Need],
    sources: &mut Sources,
    files: &dyn Files,
    interrupt: &AtomicBool,
) -> Result<Derivation, Vec<Diagnostic>> {
    let Text {
        file, signature, ..
    } = text;
    let declared = machine::declared(file)?;
    let is_asynchronous = match machine::model(&request.options, declared)? {
        MachineModel::Synchronous(_) => false,
        MachineModel::Asynchronous { .. } => true,
        MachineModel::Multicomputer(_) => {
            let message = "formulas are derived for the PRAM and the asynchronous PRAM only";
            return Err(vec![
                Diagnostic::without_place(Code::BadOption, message.to_owned())
                    .help("a program without messages is derived with `--machine pram`; times of messages are found by `pram report`"),
            ]);
        }
    };
    let request = &with_times(request, is_asynchronous);
    let prepared = prepare(request, file, signature, sources, files)?;
    let formals = formals(signature, file);
    let inputs = (formals.iter().take(signature.inputs.len())).map(|formal| Input {
        name: formal.name.clone(),
        lengths: formal.dimensions.clone(),
    });
    let inputs: Vec<Input> = inputs.collect();
    let has_own_p = inputs.iter().any(|input| input.name == "p");
    let program: &Program = &prepared.program;
    let subject = Subject {
        program,
        inputs,
        lengths: (signature.lengths.iter())
            .map(|length| length.text.clone())
            .collect(),
        processors: match prepared.configuration.processors {
            None => Processors::AsAsked,
            Some(number) if has_own_p => Processors::Number(number),
            Some(_) => Processors::Any,
        },
        is_asynchronous,
        serial: request.options.branches == Branches::Simd,
        memory: Rc::default(),
    };
    for need in assumed {
        let mut names = subject.names();
        if is_asynchronous {
            names.extend(["d".into(), "B".into()]);
        }
        if let Some(name) = need.names().into_iter().find(|name| !names.contains(name)) {
            let known: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            let message = format!("`{name}` is no size of this program");
            return Err(vec![
                Diagnostic::without_place(Code::BadOption, message)
                    .help(format!("its sizes are {}", known.join(", "))),
            ]);
        }
    }
    let mut runs = Runs {
        small: Small::new(text, files, interrupt),
        request: bare(request, &subject),
        known: HashMap::new(),
        work: 0,
        interrupt,
    };
    // Sums over processors are found with few questions; what takes many comes behind them.
    let is_wanted = |quantity: &&Quantity| quantity.is_of(is_asynchronous);
    let mut wanted: Vec<Quantity> = quantities.iter().filter(is_wanted).copied().collect();
    wanted.sort_by_key(|quantity| !quantity.is_sum());
    let mut measures = Vec::new();
    let mut found: HashMap<Counted, Result<Found, Without>> = HashMap::new();
    // Where one measure takes too much, the others would too.
    let mut effort: Option<Without> = None;
    for quantity in wanted {
        if let Some(without) = &effort {
            measures.push((quantity, Derived::None(without.clone())));
            continue;
        }
        let derived = match (quantity.counted(), quantity) {
            (Some(counted), _) => found
                .entry(counted)
                .or_insert_with(|| derivation::derive(&subject, counted, assumed))
                .clone(),
            (None, Quantity::Cost(unit)) => {
                product(&subject, Counted::Time(unit), assumed, &mut found)
            }
            (None, _) => product(&subject, Counted::AsynchronousTime, assumed, &mut found),
        };
        let derived = match derived {
            Ok(found) => Derived::Found(Box::new(runs.compare(quantity, found, &subject))),
            Err(without) => {
                effort = (without.reason == Reason::Effort).then(|| without.clone());
                Derived::None(without)
            }
        };
        measures.push((quantity, derived));
    }
    let place = |quantity| quantities.iter().position(|other| *other == quantity);
    measures.sort_by_key(|(quantity, _)| place(*quantity));
    Ok(Derivation {
        entry: signature.name.clone(),
        is_assuming: !assumed.is_empty(),
        measures,
    })
}

/// C = p·T, under what both hold.
fn product(
    subject: &Subject<'_>,
    passed: Counted,
    assumed: &[Need],
    known: &mut HashMap<Counted, Result<Found, Without>>,
) -> Result<Found, Without> {
    let mut of = |counted| {
        known
            .entry(counted)
            .or_insert_with(|| derivation::derive(subject, counted, assumed))
            .clone()
    };
    let time = of(passed)?;
    let processors = of(Counted::Processors)?;
    let assumption = time.assumption.and(&processors.assumption);
    derivation::product(subject, [passed, Counted::Processors], &assumption)
}

/// On the asynchronous machine d and B are symbols in formulas; what the program is checked with
/// is of no account.
fn with_times(request: &Request, is_asynchronous: bool) -> Request {
    let mut request = request.clone();
    if is_asynchronous {
        request.options.delay = Some(1);
        request.options.barrier = Some("1".to_owned());
        request.options.pace = Pace::Uniform;
        request.options.interleaving = None;
    }
    request
}

/// The request without values for sizes and arrays, which the sizes of a comparison set.
fn bare(request: &Request, subject: &Subject<'_>) -> Request {
    let mut bare = request.clone();
    let names = subject.names();
    bare.assignments.retain(|assignment| {
        let is_array = (subject.inputs.iter())
            .any(|input| input.name == assignment.name && input.lengths.is_some());
        !is_array && !names.iter().any(|name| **name == *assignment.name)
    });
    bare.options.unrestricted = true;
    // Races of asynchronous blocks cost what legal accesses do.
    bare.options.on_violation = OnViolation::Continue;
    bare.options.limits.steps = STEPS_OF_A_RUN;
    bare.options.limits.work = WORK_OF_A_RUN;
    bare.options.limits.processors = WORK_OF_A_RUN;
    bare.options.limits.memory = MEMORY_OF_A_RUN;
    bare.options.threads = Some(1);
    bare
}

/// Counted runs, each made once.
struct Runs<'a> {
    small: Small<'a>,
    request: Request,
    known: HashMap<Vec<(Arc<str>, i128)>, Option<Cost>>,
    work: u64,
    interrupt: &'a AtomicBool,
}

impl Runs<'_> {
    fn compare(&mut self, quantity: Quantity, found: Found, subject: &Subject<'_>) -> Compared {
        let mut sizes = 0;
        let mut differs = None;
        let mut random = SEED;
        let limits: Vec<i128> = (found.numbers.symbols.iter())
            .map(|(_, least)| *least)
            .collect();
        let mut seen = Vec::new();
        for attempt in 0..SIZES * 6 {
            if sizes >= SIZES || self.interrupt.load(Ordering::Relaxed) {
                break;
            }
            let values = drawn(&found, &limits, attempt, &mut random);
            let of = |symbol: &crate::derivation::algebra::formula::Symbol| {
                let at = (found.numbers.symbols.iter()).position(|(other, _)| other == symbol);
                at.map(|at| values[at])
            };
            let holds = (found.facts.iter())
                .all(|fact| fact.at(&of).is_none_or(|value| value.numerator >= 0));
            let numbers: Option<Vec<(Arc<str>, i128)>> = (found.numbers.by_name.iter())
                .map(|(name, formula)| Some((Arc::clone(name), formula.whole_at(&of)?)))
                .collect();
            let Some(numbers) = numbers.filter(|_| holds) else {
                continue;
            };
            // Inputs as large as that would take longer than all that is counted.
            let is_time = |name: &str| subject.is_asynchronous && matches!(name, "d" | "B");
            let mut sizes_only = numbers.iter().filter(|(name, _)| !is_time(name));
            let size = sizes_only.try_fold(1i128, |size, (_, number)| {
                size.checked_mul((*number).max(1))
            });
            if seen.contains(&numbers) || size.is_none_or(|size| size > LARGEST_SIZE) {
                continue;
            }
            seen.push(numbers.clone());
            let Some(cost) = self.run(&numbers, subject) else {
                continue;
            };
            // Without any section no time is told.
            if quantity.is_asynchronous() && cost.asynchronous.is_none() {
                continue;
            }
            let counted = counted(&cost, quantity, &numbers, subject);
            let lower = found.cost.lower.at(&of);
            let upper = found.cost.upper.at(&of);
            let counted = Rational::whole(i128::from(counted));
            let agrees =
                lower.is_some_and(|it| it <= counted) && upper.is_some_and(|it| counted <= it);
            if !agrees {
                differs = Some(numbers);
                break;
            }
            sizes += 1;
        }
        Compared {
            found,
            sizes,
            differs,
        }
    }

    /// The counts of a run of these sizes; none where it faults, or where runs have taken enough work.
    fn run(&mut self, numbers: &[(Arc<str>, i128)], subject: &Subject<'_>) -> Option<Cost> {
        if let Some(known) = self.known.get(numbers) {
            return known.clone();
        }
        if self.work > WORK_IN_ALL {
            return None;
        }
        let mut request = self.request.clone();
        for (name, value) in numbers {
            if subject.processors == Processors::Any && **name == *"p" {
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
                value: value.to_string(),
            });
        }
        let run = self.small.run(&request);
        // A run that a limit ends has taken its time, too.
        self.work += (run.as_ref()).map_or(1, |Run { cost, .. }| {
            cost.instructions.work + cost.asked + OVERHEAD_OF_A_RUN
        });
        let cost = run.filter(|run| run.error.is_none()).map(|run| run.cost);
        self.known.insert(numbers.to_vec(), cost.clone());
        cost
    }
}

/// Values for the symbols: the small ones first, then drawn ones.
fn drawn(found: &Found, least: &[i128], attempt: usize, random: &mut u64) -> Vec<i128> {
    use crate::derivation::algebra::formula::Stands;
    let mut draw = |below: u64| {
        *random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        i128::from((*random >> 33) % below.max(1))
    };
    let single = least.len() == 1;
    (found.numbers.symbols.iter())
        .zip(least)
        .map(|((symbol, _), least)| {
            let is_exponent = matches!(symbol.stands, Stands::Logarithm(_));
            let wide = match (is_exponent, single) {
                (true, true) => 12,
                (true, false) => 5,
                (false, true) => 120,
                (false, false) => 14,
            };
            match attempt {
                attempt if single && (attempt < 14 || is_exponent) => least + attempt as i128,
                attempt if attempt < 4 => least + attempt as i128,
                _ => least + draw(wide),
            }
        })
        .collect()
}

fn counted(
    cost: &Cost,
    quantity: Quantity,
    numbers: &[(Arc<str>, i128)],
    subject: &Subject<'_>,
) -> u64 {
    let given = match subject.processors {
        Processors::AsAsked => None,
        Processors::Any => (numbers.iter())
            .find(|(name, _)| **name == *"p")
            .and_then(|(_, value)| u64::try_from(*value).ok()),
        Processors::Number(number) => Some(number),
    };
    let processors = given.unwrap_or_else(|| cost.processors());
    let time = |unit| cost.time(unit, processors);
    let none = AsynchronousCost::default();
    let passed = cost.asynchronous.as_ref().unwrap_or(&none);
    match quantity {
        Quantity::Time(unit) => time(unit),
        Quantity::Work(unit) => cost.profile(unit).work,
        Quantity::Cost(unit) => processors * time(unit),
        Quantity::Processors => processors,
        Quantity::Reads => cost.reads,
        Quantity::Writes => cost.writes,
        Quantity::AsynchronousTime => passed.time,
        Quantity::AsynchronousWork => passed.work,
        Quantity::AsynchronousCost => processors * passed.time,
    }
}
