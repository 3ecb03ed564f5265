//! The state of a multicomputer during a run: its clocks and links, and the owners of cells.

use crate::engine::scalar::reach::CellOwners;
use crate::machine::configuration::Multicomputer;
use crate::machine::network::record::NetworkRecord;
use crate::machine::network::wraparound::Wraparound;
use crate::network::Simulation;

/// The state of a multicomputer.
#[derive(Debug, Clone)]
pub struct NetworkState {
    /// Clocks, ports and links; `None` while a block is being executed.
    pub simulation: Option<Simulation>,
    /// The owners of the cells.
    pub owners: CellOwners,
    pub record: NetworkRecord,
    /// The first message that went round a line or mesh.
    pub wraparound: Option<Wraparound>,
    /// Whether a block could not be executed in lock step; then no other block is tried.
    pub is_event_by_event: bool,
}

impl NetworkState {
    /// Before the first block.
    pub fn new(multicomputer: &Multicomputer) -> Self {
        Self {
            simulation: Some(simulation_of(multicomputer)),
            owners: CellOwners::default(),
            record: NetworkRecord::default(),
            wraparound: None,
            is_event_by_event: false,
        }
    }
}

/// The network of a multicomputer at time 0.
pub fn simulation_of(multicomputer: &Multicomputer) -> Simulation {
    Simulation::new(
        multicomputer.topology.clone(),
        multicomputer.options,
        &multicomputer.parameters,
        multicomputer.limits,
    )
    .expect("the parameters of a machine can be scaled")
}
