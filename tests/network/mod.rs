//! The network: times of messages against the definition, the lectures' formulas and a slow twin.

mod collectives;
mod deadlocks;
mod decimals;
mod differential;
mod duplex;
mod exchanges;
mod foster;
mod invariants;
mod lock_step;
mod meetings;
mod order;
mod patterns;
pub mod script;
mod shifts;
mod synchronous;
mod task_messages;
pub mod task_twin;
mod tasks;
mod topologies;
pub mod twin;
mod twin_mail;
mod twin_routes;
mod twin_transport;
mod wildcards;
