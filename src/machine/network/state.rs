//! What a multicomputer is in the course of a run: its clocks and links, and who owns which cell.

use crate::engine::scalar::reach::Owners;
use crate::machine::configuration::Multicomputer;
use crate::machine::network::record::Record;
use crate::network::Simulation;

/// The state of a multicomputer.
#[derive(Debug, Clone)]
pub struct NetworkState {
    /// Clocks, ports, links; none while a block is being executed.
    pub simulation: Option<Simulation>,
    /// Of the cells.
    pub owners: Owners,
    /// What is written down.
    pub record: Record,
    /// A block could not be executed in lock step: no other one is tried.
    pub is_event_by_event: bool,
}

impl NetworkState {
    /// Before the first block.
    pub fn new(multicomputer: &Multicomputer) -> Self {
        Self {
            simulation: Some(
                Simulation::new(
                    multicomputer.topology.clone(),
                    multicomputer.options,
                    &multicomputer.parameters,
                    multicomputer.limits,
                )
                .expect("the parameters of a machine can be scaled"),
            ),
            owners: Owners::default(),
            record: Record::default(),
            is_event_by_event: false,
        }
    }
}
