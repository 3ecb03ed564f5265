//! The multicomputer: processors with private memories that exchange messages over a network. It
//! knows topologies, times of messages and waiting processors; it knows nothing of programs.
//!
//! To read it in order:
//!
//! | module | holds |
//! |---|---|
//! | `decimal`, `parameters`, `options` | what a machine is given: `t_s`, `t_w`, `t_h`, `t_c`, `t_o`, `B`, and how messages travel |
//! | `topology` | shapes of networks, the route between two processors, degree and bisection |
//! | `clock` | a time with its decomposition along one critical path |
//! | `processors`, `placement` | what the programs ask of the network, and which processor executes which of them |
//! | `simulation` | the definition: event by event, when messages leave, pass links, arrive and are received |
//! | `account` | what is counted for each processor |
//! | `transit` | a message on its way: out-port, links, in-port |
//! | `lock_step` | the same for blocks in which no message waits, in rounds instead of events |
//! | `queue`, `occupancy`, `mail`, `label`, `traffic`, `loads`, `hashing` | the data of the simulation: events, taken links and ports, messages, loads |
//! | `ending`, `deadlock` | how a run ends other than well, and who waits for whom |
//! | `observer`, `causality`, `choice` | what a trace sees, which messages compete, what an exploration forces |
//!
//! The cost model is that of A. Grama, A. Gupta, G. Karypis, V. Kumar, *Introduction to Parallel
//! Computing* (2003), chapters 2 and 4, with one addition: links, in-ports and out-ports are taken
//! one message at a time, first come, first served.

mod account;
mod causality;
mod choice;
mod clock;
mod deadlock;
mod decimal;
mod ending;
mod hashing;
mod label;
pub mod loads;
mod lock_step;
mod mail;
mod observer;
mod occupancy;
mod options;
mod parameters;
mod placement;
mod processors;
mod queue;
mod simulation;
mod topology;
mod traffic;
mod transit;

pub use choice::Choices;
pub use clock::{Clock, Decomposition};
pub use deadlock::{Awaits, Blocked, Cause, Deadlock};
pub use decimal::{Decimal, DecimalError};
pub use ending::{BlockEnding, Left, LockStepEnd, NetworkLimits};
pub use observer::{
    Activity, Candidate, LateCandidate, MessageSeen, NetworkObserver, Receipt, ReceiveDecision,
    ReceiveOutcome, Segment, Unobserved, WatchedEvents,
};
pub use options::{Duplex, Options, Ports, Routing, Sending};
pub use parameters::{Overflow, Parameters, ParametersError, Units};
pub use placement::Placement;
pub use processors::{
    Advance, Delivered, NetworkRequest, Now, ProcessorPrograms, Rendezvous, Reply, SendManner,
};
pub use simulation::Simulation;
pub use topology::{
    DimensionRoute, Grid, GridDirection, GridLink, Link, LinkEnd, LinkEnds, MAX_PROCESSORS,
    Topology, TopologyError, TopologyShape,
};
pub use traffic::Traffic;
