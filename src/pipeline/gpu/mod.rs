//! The GPU of a run: its numbers from the command line, from `stroj`, or those of its name.

pub(super) mod english;

use super::machine_problem::MachineProblem;
use super::word::{OptionWord, read, word};
use super::{Options, machine};
use crate::claims::expression::ExpressionNames;
use crate::diagnostic::Diagnostic;
use crate::machine::simt::configuration::{Gpu, WarpOrder};
use crate::result::gpu_name::GpuName;
use crate::syntax::ast::{self, ExprKind};

/// A number of a GPU.
#[derive(Debug, Clone, Copy)]
pub struct GpuNumber {
    /// As a file names it.
    pub name: &'static str,
    needs: Needs,
    place: fn(&mut Gpu) -> &mut u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Needs {
    /// It is at least this.
    AtLeast(u64),
    /// It is a power of two.
    Power,
    /// It is a power of two, 64 at most: the items of a warp.
    Warp,
}

/// Larger numbers are taken for mistakes; sums of times stay exact.
const LARGEST: u64 = 1 << 32;
/// More units than this are not simulated.
const MOST_UNITS: u64 = 1 << 16;

const fn number(name: &'static str, needs: Needs, place: fn(&mut Gpu) -> &mut u64) -> GpuNumber {
    GpuNumber { name, needs, place }
}

/// All numbers but w, k, s and b, in the order of the table of the manual.
const LEAST_ONE: Needs = Needs::AtLeast(1);
/// Every number of a GPU that a file may give.
pub const NUMBERS: [GpuNumber; 11] = [
    number("k", LEAST_ONE, |gpu| &mut gpu.units),
    number("s", Needs::Power, |gpu| &mut gpu.segment),
    number("b", LEAST_ONE, |gpu| &mut gpu.banks),
    number("l_g", LEAST_ONE, |gpu| &mut gpu.global_latency),
    number("l_s", LEAST_ONE, |gpu| &mut gpu.group_latency),
    number("q", LEAST_ONE, |gpu| &mut gpu.channels),
    number("t_k", Needs::AtLeast(0), |gpu| &mut gpu.launch),
    number("G_u", LEAST_ONE, |gpu| &mut gpu.residency.groups),
    number("V_u", LEAST_ONE, |gpu| &mut gpu.residency.warps),
    number("M_u", LEAST_ONE, |gpu| &mut gpu.residency.words),
    number("R_u", LEAST_ONE, |gpu| &mut gpu.residency.registers),
];
/// The items of a warp, from which the usual s and b follow.
const WARP: &str = "w";
/// The most items of a group.
const GROUP_MAX: &str = "L_max";
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

/// The numbers of a GPU that the command line gives.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct GpuOptions {
    /// w
    pub warp: Option<u64>,
    /// The others, by name.
    pub numbers: Vec<(&'static str, u64)>,
    /// Whether items of a warp may rely on its lockstep.
    pub order: Option<WarpOrder>,
}

impl GpuOptions {
    /// Reads a number of this name.
    pub fn set(&mut self, name: &'static str, value: u64) -> Result<(), String> {
        if let Some(problem) = problem(name, value) {
            return Err(problem);
        }
        if name == WARP {
            self.warp = Some(value);
        } else {
            self.numbers.retain(|(own, _)| *own != name);
            self.numbers.push((name, value));
        }
        Ok(())
    }
}

/// The number of this name.
pub fn number_named(name: &str) -> Option<&'static str> {
    let names = NUMBERS.iter().map(|number| number.name);
    [WARP, GROUP_MAX]
        .into_iter()
        .chain(names)
        .find(|known| *known == name)
}

fn needs(name: &str) -> Option<Needs> {
    match name {
        WARP => Some(Needs::Warp),
        GROUP_MAX => Some(LEAST_ONE),
        _ => NUMBERS
            .iter()
            .find(|number| number.name == name)
            .map(|number| number.needs),
    }
}

/// Why a number of this name has no such value.
fn problem(name: &str, value: u64) -> Option<String> {
    let most = match name {
        WARP => 64,
        "k" => MOST_UNITS,
        _ => LARGEST,
    };
    let (least, is_power) = match needs(name)? {
        Needs::AtLeast(least) => (least, false),
        Needs::Power | Needs::Warp => (1, true),
    };
    let is_fine = (least..=most).contains(&value) && (!is_power || value.is_power_of_two());
    (!is_fine).then(|| english::range(name, is_power, least, most))
}

fn set(gpu: &mut Gpu, name: &str, value: u64) {
    if name == WARP {
        gpu.warp = value as u32;
        (gpu.segment, gpu.banks) = (value, value);
    } else if name == GROUP_MAX {
        gpu.group_max = value;
    } else if let Some(number) = NUMBERS.iter().find(|number| number.name == name) {
        *(number.place)(gpu) = value;
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
    let mut given = Vec::new();
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
        if needs(&own.text).is_none() {
            let (name, span) = (own.text.clone(), own.span);
            return fails(MachineProblem::UnknownGpuParameter { name, span });
        }
        let value = machine::whole_at_least(0, &argument.value, names)?;
        let value = value.unwrap_or(u64::MAX);
        if let Some(needs) = problem(&own.text, value) {
            return fails(MachineProblem::BadGpuNumber { needs, span });
        }
        given.push((own.text.as_str(), value));
    }
    // The usual s and b follow from w, whatever the order.
    given.sort_by_key(|(name, _)| *name != WARP);
    for (name, value) in given {
        set(&mut gpu, name, value);
    }
    let own = &options.gpu;
    if let Some(warp) = own.warp {
        set(&mut gpu, WARP, warp);
    }
    for (name, value) in &own.numbers {
        set(&mut gpu, name, *value);
    }
    gpu.order = own.order.unwrap_or(gpu.order);
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
