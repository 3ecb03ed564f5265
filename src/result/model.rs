//! The names of models for people.

use std::fmt;

use super::demand::Demand;
use super::gpu_name::GpuName;
use super::kinds::RunForm;
use super::network_name::NetworkName;
use crate::machine::rules::model::{Model, Simultaneity};
use crate::semantic::did_you_mean;

/// A model as textbooks write it: `EREW`, `CRCW-common`.
pub fn model_name(model: Model) -> String {
    let name = model.to_string();
    let (letters, rule) = name.split_at(4);
    letters.to_ascii_uppercase() + rule
}

/// A model of another machine than the synchronous PRAM: `aPRAM-CR`, `GPU`.
pub fn asynchronous_name(model: &str) -> &'static str {
    match model {
        "apram-cr" => "aPRAM-CR",
        "gpu" => "GPU",
        _ => "aPRAM",
    }
}

/// The model of a rule that a program has to obey.
pub fn demanded_name(demand: Demand) -> String {
    match demand {
        Demand::Synchronous(model, Simultaneity::Step) => model_name(model),
        Demand::Synchronous(model, Simultaneity::Access) => {
            format!("{} (per access)", model_name(model))
        }
        Demand::Asynchronous { .. } => asynchronous_name(&demand.model()).to_owned(),
        Demand::Gpu(_) => "a GPU".to_owned(),
    }
}

/// The form of a machine's runs, together with its access rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MachineModel {
    /// A synchronous PRAM.
    Synchronous(Model),
    /// The asynchronous PRAM.
    Asynchronous {
        /// Whether many processors may read a cell that none writes in a section: `apram-cr`.
        concurrent_read: bool,
    },
    /// A multicomputer.
    Multicomputer(NetworkName),
    /// A GPU.
    Gpu(GpuName),
}

/// The models of the asynchronous PRAM.
const ASYNCHRONOUS: [(&str, MachineModel); 2] = [
    (
        "apram",
        MachineModel::Asynchronous {
            concurrent_read: false,
        },
    ),
    (
        "apram-cr",
        MachineModel::Asynchronous {
            concurrent_read: true,
        },
    ),
];

impl fmt::Display for MachineModel {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Synchronous(model) => model.fmt(formatter),
            Self::Asynchronous { .. } => {
                let own = ASYNCHRONOUS.iter().find(|(_, model)| model == self);
                formatter.write_str(own.map_or("apram", |(name, _)| name))
            }
            Self::Multicomputer(name) => name.fmt(formatter),
            Self::Gpu(name) => name.fmt(formatter),
        }
    }
}

impl MachineModel {
    /// Reads `erew`, `crcw-max`, `apram`, `apram-cr`, in any case.
    pub fn parse(text: &str) -> Option<Self> {
        let is_this = |(name, _): &&(&str, Self)| name.eq_ignore_ascii_case(text);
        match ASYNCHRONOUS.iter().find(is_this) {
            Some((_, model)) => Some(*model),
            None => (Model::parse(text).map(Self::Synchronous))
                .or_else(|| NetworkName::parse(text).map(Self::Multicomputer))
                .or_else(|| GpuName::parse(text).map(Self::Gpu)),
        }
    }

    /// The name of a model of the asynchronous PRAM, if this is one.
    pub fn asynchronous(name: &str) -> Option<&'static str> {
        let mut names = ASYNCHRONOUS.iter().map(|(name, _)| *name);
        names.find(|known| *known == name)
    }

    /// Every name that [`MachineModel::parse`] reads, for messages and completions.
    pub fn names() -> Vec<String> {
        let mut names = Model::names();
        names.extend(ASYNCHRONOUS.map(|(name, _)| name.to_owned()));
        names
    }

    /// The name that a misspelt one most probably means. `PRAM` is what all models of shared memory are
    /// called, and no misspelling of `apram`.
    pub fn like(name: &str) -> Option<String> {
        if name.eq_ignore_ascii_case("pram") {
            return None;
        }
        let names = Self::names();
        let meant = did_you_mean(&name.to_ascii_lowercase(), names.iter().map(String::as_str))?;
        // In the letters of what is written: `CREW`, `CRCW-common`.
        let is_large = name.starts_with(char::is_uppercase);
        let end = meant.find('-').unwrap_or(meant.len());
        Some(if is_large {
            meant[..end].to_uppercase() + &meant[end..]
        } else {
            meant
        })
    }

    /// The rules of steps: on a GPU, blocks that are no kernels may be given a model of the PRAM.
    #[must_use]
    pub fn of_steps(self, asked: Option<Self>) -> Self {
        match (self, asked) {
            (Self::Gpu(_), Some(model @ Self::Synchronous(_))) => model,
            (model, _) => model,
        }
    }

    /// The form of the runs of its machines.
    pub fn form(self) -> RunForm {
        match self {
            Self::Synchronous(_) => RunForm::Steps,
            Self::Asynchronous { .. } => RunForm::Sections,
            Self::Multicomputer(_) => RunForm::Messages,
            Self::Gpu(_) => RunForm::Launches,
        }
    }
}
