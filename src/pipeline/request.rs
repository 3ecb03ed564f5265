//! A request: a program, and how to run it.

use super::gpu::GpuOptions;
use super::inputs::Assignment;
use super::machine::{AskedMachine, MachineModel};
use super::network::NetworkOptions;
use crate::engine::tuning::{SubscriptTests, Tuning};
use crate::machine::configuration::{Branches, Limits, OnViolation, Pace};
use crate::machine::orders::interleaving::Interleaving;
use crate::machine::rules::model::Simultaneity;

/// A program, and how to run it.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The file's name: it appears in messages, and included files are relative to it.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The algorithm to run, if it is not the file's own entry.
    pub entry: Option<String>,
    /// Values of inputs.
    pub assignments: Vec<Assignment>,
    /// The machine.
    pub options: Options,
}

/// The user's options of the machine; the file's `stroj` gives the others.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Options {
    /// The machine, instead of the file's.
    pub machine: Option<AskedMachine>,
    /// The model, instead of the file's.
    pub model: Option<MachineModel>,
    /// The model where neither these options nor the file name a machine or a model.
    pub usual_model: Option<MachineModel>,
    /// Whether everything is legal that any synchronous machine allows, whatever the model: for
    /// observation.
    pub unrestricted: bool,
    /// d, the time of a global access on the asynchronous machine, instead of the file's.
    pub delay: Option<u64>,
    /// B(p), the time of a barrier there, as a formula, instead of the file's.
    pub barrier: Option<String>,
    /// The network of a multicomputer, instead of the file's.
    pub network: NetworkOptions,
    /// The numbers of a GPU, instead of the file's.
    pub gpu: GpuOptions,
    pub simultaneity: Simultaneity,
    /// How the branches of an `ako` share the time.
    pub branches: Branches,
    /// The processors, instead of the file's.
    pub processors: Option<u64>,
    /// Every random choice derives from it.
    pub seed: u64,
    pub on_violation: OnViolation,
    pub limits: Limits,
    /// How fast the processors of an asynchronous machine are.
    pub pace: Pace,
    /// The order of the accesses in asynchronous blocks; `None` if all processors proceed together.
    pub interleaving: Option<Interleaving>,
    /// The number of orders to try, to see whether the result depends on them.
    pub explore: u64,
    /// Whether a receive from anyone that could take another message is an error.
    pub strict: bool,
    /// Threads of the host, if not all that it offers. No result depends on it.
    pub threads: Option<usize>,
    /// Whether accesses are compared cell by cell only if they may conflict. No result depends on it.
    pub subscript_tests: SubscriptTests,
    /// Whether the machine keeps a flag for each scalar that says if it was written, which sessions and
    /// traces show. No result depends on it.
    pub tracks_scalars: bool,
    /// Thresholds of the fast paths. No result depends on them.
    pub tuning: Tuning,
}
