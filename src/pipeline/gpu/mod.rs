//! The GPU of a run: its numbers from the command line, from `stroj`, or those of its name.

pub(super) mod english;

use indexmap::IndexMap;

use super::machine_problem::MachineProblem;
use super::value_problem::ValueProblem;
use super::word::{OptionWord, read, word};
use super::{Options, machine};
use crate::claims::expression::ExpressionNames;
use crate::diagnostic::Diagnostic;
use crate::machine::simt::configuration::{Gpu, GpuNumber, NUMBERS, WarpOrder};
use crate::result::gpu_name::GpuName;
use crate::syntax::ast::{self, ExprKind};

/// The name of the option about lockstep, in both vocabularies.
const ORDER: [&str; 2] = ["valovi", "warps"];

/// Its values.
pub const ORDERS: &[OptionWord<WarpOrder>] = &[
    word("apart", Some("zasebno"), english::APART, WarpOrder::Apart),
    word(
        "together",
        Some("zajedno"),
        english::TOGETHER,
        WarpOrder::Together,
    ),
];

/// What the command line says of a GPU.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct GpuOptions {
    /// Its numbers, by name.
    pub numbers: IndexMap<&'static str, u64>,
    /// Whether items of a warp may rely on its lockstep.
    pub order: Option<WarpOrder>,
    /// Whether what warps issue is recorded, for a debugger or a replay.
    pub records: bool,
}

impl GpuOptions {
    /// Sets a number, or says which values it may have.
    pub fn set(&mut self, number: &'static GpuNumber, value: u64) -> Result<(), ValueProblem> {
        if !number.accepts(value) {
            return Err(ValueProblem::Gpu(number.name));
        }
        self.numbers.insert(number.name, value);
        Ok(())
    }
}

/// Whether a `stroj` names a GPU.
pub fn is_gpu(machine: &ast::Machine) -> bool {
    GpuName::parse(&machine.name.text).is_some()
}

/// The GPU from the command line, or else from the file.
pub fn gpu(
    name: GpuName,
    options: &Options,
    machine: Option<&ast::Machine>,
    names: &ExpressionNames,
) -> Result<Gpu, Vec<Diagnostic>> {
    let mut gpu = name.gpu();
    let arguments = machine.filter(|machine| is_gpu(machine)).into_iter();
    let mut given = IndexMap::new();
    for argument in arguments.flat_map(|machine| &machine.arguments) {
        let span = argument.value.span;
        let fails = |problem: MachineProblem| Err(vec![problem.diagnostic(names.voice)]);
        let Some(own) = &argument.name else {
            let machine = name.to_string();
            return fails(MachineProblem::NoSize { span, machine });
        };
        if ORDER.contains(&own.text.as_str()) {
            let written = match &argument.value.kind {
                ExprKind::Name(written) => read(ORDERS, &written.text),
                _ => None,
            };
            let Some(order) = written else {
                let known = ORDERS.iter();
                return fails(MachineProblem::UnknownValue {
                    name: own.text.clone(),
                    span,
                    known: known.map(|word| word.english).collect(),
                });
            };
            gpu.order = order;
            continue;
        }
        let Some(number) = GpuNumber::named(&own.text) else {
            let (name, span) = (own.text.clone(), own.span);
            return fails(MachineProblem::UnknownGpuParameter { name, span });
        };
        let value = machine::whole_at_least(0, &argument.value, names)?;
        let value = value.unwrap_or(u64::MAX);
        if !number.accepts(value) {
            let needs = english::range(number);
            return fails(MachineProblem::BadGpuNumber { needs, span });
        }
        given.insert(number.name, value);
    }
    given.extend(&options.gpu.numbers);
    // In the order of the table, in which w comes before s and b.
    for number in &NUMBERS {
        if let Some(value) = given.get(number.name) {
            gpu.set(number, *value);
        }
    }
    gpu.order = options.gpu.order.unwrap_or(gpu.order);
    gpu.records = options.gpu.records;
    Ok(gpu)
}

/// The words with which a file describes a GPU, in both vocabularies.
pub fn translations() -> impl Iterator<Item = (Vec<&'static str>, &'static str)> {
    let [croatian, english] = ORDER;
    let values = ORDERS
        .iter()
        .map(|word| (word.croatian.into_iter().collect(), word.english));
    std::iter::once((vec![croatian], english)).chain(values)
}
