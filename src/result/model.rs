//! The names of models for people.

use super::demand::Demand;
use crate::machine::rules::model::{Model, Simultaneity};

/// A model as textbooks write it: `EREW`, `CRCW-common`.
pub fn model_name(model: Model) -> String {
    let name = model.to_string();
    let (letters, rule) = name.split_at(4);
    letters.to_ascii_uppercase() + rule
}

/// A model of the asynchronous PRAM: `aPRAM-CR`.
pub fn asynchronous_name(model: &str) -> &'static str {
    if model == "apram-cr" {
        "aPRAM-CR"
    } else {
        "aPRAM"
    }
}

/// The model of a rule that a program is to keep.
pub fn demanded_name(demand: Demand) -> String {
    match demand {
        Demand::Synchronous(model, Simultaneity::Step) => model_name(model),
        Demand::Synchronous(model, Simultaneity::Access) => {
            format!("{} (per access)", model_name(model))
        }
        Demand::Asynchronous { .. } => asynchronous_name(&demand.model()).to_owned(),
    }
}
