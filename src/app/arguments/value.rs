//! Options that take a value, and which values these may be.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::pipeline::machine::MachineModel;
use crate::pipeline::quantity;
use crate::pipeline::{Interleaving, Pace};

/// The help on `--model`.
pub const MODELS: &str = "The access model, instead of the one that the file names; erew where \
    neither does: erew, crew, ercw, crcw. Concurrent writes resolve by -arbitrary (the default: one \
    random winner), -common (all must write the same), -priority (the lowest processor wins), or \
    combine by -sum, -prod, -max, -min, -and, -or, -xor: crcw-common, ercw-max. On the asynchronous \
    PRAM: apram, or apram-cr, where many may read a cell that nobody writes in the section";

/// Reads a model, and lets completions know every one.
pub fn model() -> impl TypedValueParser<Value = MachineModel> {
    let names = MachineModel::names().into_iter().map(PossibleValue::new);
    PossibleValuesParser::new(names)
        .try_map(|name| MachineModel::parse(&name).ok_or("there is no such model"))
}

/// An efficiency to be kept.
pub fn efficiency(text: &str) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(efficiency) if efficiency > 0.0 && efficiency <= 1.0 => Ok(efficiency),
        _ => Err("an efficiency lies above 0 and is at most 1, such as 0.8".to_owned()),
    }
}

/// How often each size is run.
pub fn repeats(text: &str) -> Result<u32, String> {
    match u32::try_from(quantity::whole(text)?) {
        Ok(0) => Err("each size is run at least once".to_owned()),
        Ok(repeats) => Ok(repeats),
        Err(_) => Err(format!("at most {}", u32::MAX)),
    }
}

/// How deep calls may be nested.
pub fn depth(text: &str) -> Result<u32, String> {
    u32::try_from(quantity::whole(text)?).map_err(|_| format!("at most {}", u32::MAX))
}

/// How many threads of this computer are used.
pub fn threads(text: &str) -> Result<usize, String> {
    match quantity::whole(text)? {
        0 => Err("it takes at least one thread".to_owned()),
        threads => usize::try_from(threads).map_err(|error| error.to_string()),
    }
}

/// An order of execution.
pub fn schedule(text: &str) -> Result<Interleaving, String> {
    Interleaving::parse(text).ok_or_else(|| {
        "it is one of lockstep, ascending, descending, ahead:NUMBER, behind:NUMBER, random:SEED, \
         turns:NUMBER,NUMBER,…"
            .to_owned()
    })
}

/// How fast the processors are.
pub fn pace(text: &str) -> Result<Pace, String> {
    match text {
        "uniform" => return Ok(Pace::Uniform),
        "random" => return Ok(Pace::Random),
        _ => {}
    }
    let paces = text
        .split(',')
        .map(|pace| match pace.trim().parse::<u64>() {
            Ok(pace) if (1..=1_000_000).contains(&pace) => Ok(pace),
            _ => Err(format!(
                "`{pace}` is no pace; give uniform, random, or whole numbers from 1 such as 1,1,4"
            )),
        });
    paces.collect::<Result<Vec<u64>, String>>().map(Pace::List)
}
