//! Reads the values of single options.

use super::row::some;
use crate::machine::configuration::Pace;
use crate::machine::orders::interleaving::Interleaving;
use crate::machine::simt::configuration::GpuNumber;
use crate::network::MAX_PROCESSORS;
use crate::pipeline::Options;
use crate::pipeline::machine::{AskedMachine, MachineModel};
use crate::pipeline::network::least_size;
use crate::pipeline::quantity;
use crate::pipeline::value_problem::ValueProblem;

/// `ring`, `mesh:2x8`, `torus:2x3x4`
pub fn machine(options: &mut Options, text: &str) -> Result<(), ValueProblem> {
    let (name, sizes) = match text.split_once(':') {
        Some((name, sizes)) => (name, Some(sizes)),
        None => (text, None),
    };
    let kind = AskedMachine::parse(name.trim())
        .ok_or_else(|| ValueProblem::Machine(name.trim().to_owned()))?;
    let sizes = match (kind, sizes) {
        (_, None) => Vec::new(),
        (AskedMachine::Network(network), Some(sizes)) => {
            let least = least_size(network);
            let sizes = sizes.split('x').map(|text| size(text, least));
            sizes.collect::<Result<_, _>>()?
        }
        (AskedMachine::Shared(_) | AskedMachine::Gpu(_), Some(_)) => {
            return Err(ValueProblem::NoSizes(name.to_owned()));
        }
    };
    options.machine = Some(kind);
    options.network.sizes = sizes;
    Ok(())
}

fn size(text: &str, least: u32) -> Result<u32, ValueProblem> {
    let size = quantity::whole(text.trim())?;
    let sizes = least..=MAX_PROCESSORS;
    let is_size = |size: &u32| sizes.contains(size);
    let fitting = u32::try_from(size).ok().filter(is_size);
    fitting.ok_or(ValueProblem::Size {
        size,
        least,
        most: MAX_PROCESSORS,
    })
}

/// A model for shared memory; networks are machines.
pub fn model(options: &mut Options, text: &str) -> Result<(), ValueProblem> {
    let model = MachineModel::parse(text)
        .filter(|model| !matches!(model, MachineModel::Multicomputer(_) | MachineModel::Gpu(_)))
        .ok_or(ValueProblem::Model);
    some(&mut options.model, model)
}

/// A number of a GPU, by its name.
pub fn gpu_number(
    options: &mut Options,
    name: &'static str,
    text: &str,
) -> Result<(), ValueProblem> {
    let number = GpuNumber::named(name).expect("the rows name numbers of a GPU");
    options.gpu.set(number, quantity::whole(text)?)
}

/// `G,V,M,R`
pub fn residency(options: &mut Options, text: &str) -> Result<(), ValueProblem> {
    let numbers: Vec<&str> = text.split(',').collect();
    let names = ["G_u", "V_u", "M_u", "R_u"];
    if numbers.len() != names.len() {
        return Err(ValueProblem::Residency);
    }
    for (name, number) in names.into_iter().zip(numbers) {
        gpu_number(options, name, number.trim())?;
    }
    Ok(())
}

/// An order of asynchronous processors.
pub fn schedule(options: &mut Options, text: &str) -> Result<(), ValueProblem> {
    let order = Interleaving::parse(text).ok_or(ValueProblem::Order);
    some(&mut options.interleaving, order)
}

/// The paces of asynchronous processors.
pub fn pace(text: &str) -> Result<Pace, ValueProblem> {
    match text {
        "uniform" => return Ok(Pace::Uniform),
        "random" => return Ok(Pace::Random),
        _ => {}
    }
    let paces = text
        .split(',')
        .map(|pace| match pace.trim().parse::<u64>() {
            Ok(pace) if (1..=1_000_000).contains(&pace) => Ok(pace),
            _ => Err(ValueProblem::Pace(pace.to_owned())),
        });
    paces
        .collect::<Result<Vec<u64>, ValueProblem>>()
        .map(Pace::List)
}

/// The value of a flag.
pub fn truth(text: &str) -> Result<bool, ValueProblem> {
    text.parse().map_err(|_| ValueProblem::Truth)
}
