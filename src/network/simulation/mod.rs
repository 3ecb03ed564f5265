//! The simulation: which message leaves, passes a link, arrives and is received when.
//!
//! **A message** of `m` words that begins at time `s` takes the out-port, and for a blocking send
//! its sender, until `s + t_s + t_w m`. Its header is before the first link at `s + t_s`. It
//! enters a link when it is there and the link is free, at `e`; the link is occupied until
//! `e + t_w m`, and the header is past it at `e + t_h` (cut-through) or `e + t_h + t_w m`
//! (store-and-forward). With the header before the in-port at `y` the reception, which takes
//! `t_s + t_w m`, begins at `y − t_s` (cut-through, and for a message to oneself) or
//! `y − t_s − t_w m` (store-and-forward), or when the in-port is free, if that is later. The
//! message arrives at its end.
//!
//! **Events** are ordered by time; at one time headers come first, then arrivals, then requests of
//! processors; then the lower number of sender or processor; then the earlier issue. Links and
//! ports serve in this order, so messages of one pair never overtake each other: they take the same
//! ports and links, and none gains on the one before it.
//!
//! **Receives** take the first message of the sender with the tag. A receive from anyone takes the
//! one that arrived first; if none has arrived it is bound to the synchronous sender that offered
//! first, and if there is none it waits for whichever of the two comes first.
//!
//! **Synchronous** messages begin at the latest of the sender's clock, the receiver's clock when it
//! waits for this message, and the time at which the out-port is free.
//!
//! **Rendezvous**: processors wait until the last one of the block has reached the same one, and
//! continue together, after a barrier later by its time. Tasks have none.
//!
//! **Tasks** of one processor share its clock and ports, and run one at a time ([`task_queue`]). A
//! message from one of them to another arrives at once. A task that waits for the arrival of a
//! synchronous message does not occupy its processor: start-up and words of that message occupy its
//! port.

mod arrivals;
mod block;
mod meeting;
mod requests;
mod task_queue;
mod transport;
mod witness;

use super::account::{Account, Receives};
use super::choice::Choices;
use super::clock::{Clock, Decomposition, sum_of};
use super::ending::{BlockEnding, LockStepEnd, NetworkLimits};
use super::loads::LinkLoads;
use super::lock_step::{Ended, LockStep};
use super::observer::NetworkObserver;
use super::occupancy::Occupancy;
use super::options::{Options, Ports};
use super::parameters::{Overflow, Parameters, ParametersError, Units};
use super::placement::Placement;
use super::processors::ProcessorPrograms;
use super::topology::Topology;
use super::traffic::Traffic;

use block::BlockSimulation;

/// A network of processors with their clocks, ports and links, which persist from block to block.
#[derive(Clone, Debug)]
pub struct Simulation {
    pub(super) topology: Topology,
    pub(super) options: Options,
    pub(super) units: Units,
    pub(super) limits: NetworkLimits,
    pub(super) accounts: Vec<Account>,
    /// How often each parameter enters the work of all processors.
    pub(super) work: Decomposition,
    /// By the number of a processor or task, over all blocks.
    pub(super) receives: Vec<Receives>,
    /// Whether some queue held messages of two senders.
    pub(super) has_shared_queue: bool,
    pub(super) links: Occupancy,
    pub(super) out_ports: Occupancy,
    pub(super) in_ports: Occupancy,
    pub(super) loads: LinkLoads,
    pub(super) traffic: Traffic,
    /// Messages issued.
    pub(super) issued: u64,
    /// Instructions and requests of all processors.
    pub(super) operations: u64,
}

impl Simulation {
    /// A network at time 0.
    pub fn new(
        topology: Topology,
        options: Options,
        parameters: &Parameters,
        limits: NetworkLimits,
    ) -> Result<Self, ParametersError> {
        let processors = topology.processors();
        let port_numbers = match options.ports {
            Ports::One => Some(processors as usize),
            Ports::All => None,
        };
        Ok(Self {
            loads: LinkLoads::new(&topology),
            units: parameters.scaled()?,
            accounts: vec![Account::default(); processors as usize],
            receives: vec![Receives::default(); processors as usize],
            work: Decomposition::default(),
            has_shared_queue: false,
            links: Occupancy::new(topology.link_numbers(), processors),
            out_ports: Occupancy::new(port_numbers, processors),
            in_ports: Occupancy::new(port_numbers, processors),
            traffic: Traffic::default(),
            issued: 0,
            operations: 0,
            topology,
            options,
            limits,
        })
    }

    /// Runs a block on the processors `0..count` until all have ended. Each begins at its own clock;
    /// links and ports stay occupied from earlier blocks; messages of other blocks are not visible.
    ///
    /// After another ending than `Ok` the clocks show how far each processor came.
    pub fn run_block<P: ProcessorPrograms>(
        &mut self,
        processors: &mut P,
        count: u32,
        choices: &Choices,
        observer: &mut dyn NetworkObserver,
    ) -> Result<(), BlockEnding<P::Stop>> {
        assert!(
            count <= self.topology.processors(),
            "a block has no more processors than the topology"
        );
        self.run_placed(processors, &Placement::Processors(count), choices, observer)
    }

    /// Runs a block whose programs are placed in another way, such as tasks. A message between tasks of
    /// one processor takes no time and loads no link.
    pub fn run_placed<P: ProcessorPrograms>(
        &mut self,
        processors: &mut P,
        placement: &Placement,
        choices: &Choices,
        observer: &mut dyn NetworkObserver,
    ) -> Result<(), BlockEnding<P::Stop>> {
        let least = placement.count() as usize;
        if self.receives.len() < least {
            self.receives.resize(least, Receives::default());
        }
        BlockSimulation::new(self, processors, placement, choices, observer).run()
    }

    /// Whether two senders have put messages into one queue, so that the order in which these are taken
    /// may depend on time.
    pub fn has_shared_queue(&self) -> bool {
        self.has_shared_queue
    }

    /// Runs a block as [`Simulation::run_block`] without choices does, but faster if none of its
    /// messages waits for a link or a port. After another result than [`LockStepEnd::Over`], the state
    /// of this simulation and of the processors is invalid.
    pub fn run_in_lock_step<P: ProcessorPrograms>(
        &mut self,
        processors: &mut P,
        count: u32,
    ) -> LockStepEnd {
        let block = LockStep::new(self, processors, count);
        match block.and_then(LockStep::run) {
            Ok(()) => LockStepEnd::Over,
            Err(Ended::GivenUp) => LockStepEnd::GivenUp,
            Err(Ended::TooManyMessages) => LockStepEnd::TooManyMessages,
        }
    }

    /// The topology.
    pub fn topology(&self) -> &Topology {
        &self.topology
    }

    /// Whether no processor has executed anything yet.
    pub fn is_unused(&self) -> bool {
        self.operations == 0
    }

    /// The scale of all times.
    pub fn units(&self) -> &Units {
        &self.units
    }

    /// The clock of a processor.
    pub fn clock(&self, processor: u32) -> &Clock {
        &self.accounts[processor as usize].clock
    }

    /// The latest clock; of several equal ones that of the lowest processor.
    pub fn latest_clock(&self) -> Clock {
        let clocks = self.accounts.iter().map(|account| account.clock);
        clocks.reduce(Clock::later).unwrap_or_default()
    }

    /// The time that a processor computed: its instructions and the overhead of its calls, `T_R`.
    pub fn computing(&self, processor: u32) -> i128 {
        self.accounts[processor as usize].computing
    }

    /// The time that a processor spent on the start-up and words of its own sends, `T_K`, without those
    /// for which it did not wait.
    pub fn sending(&self, processor: u32) -> i128 {
        self.accounts[processor as usize].sending
    }

    /// How often each parameter enters `ΣT_R + ΣT_K`.
    pub fn work(&self) -> Decomposition {
        self.work
    }

    /// The sum of computing times over all processors.
    pub fn total_computing(&self) -> Result<i128, Overflow> {
        let mut all = self.accounts.iter();
        all.try_fold(0, |sum, account| sum_of(sum, account.computing))
    }

    /// The sum of sending times over all processors.
    pub fn total_sending(&self) -> Result<i128, Overflow> {
        let mut all = self.accounts.iter();
        all.try_fold(0, |sum, account| sum_of(sum, account.sending))
    }

    /// The total time that processors neither computed nor sent up to the latest clock:
    /// `pT − ΣT_R − ΣT_K`.
    pub fn total_waiting(&self) -> Result<i128, Overflow> {
        let processors = i128::from(self.topology.processors());
        let time = self.latest_clock().time.checked_mul(processors);
        Ok(time.ok_or(Overflow)? - self.total_computing()? - self.total_sending()?)
    }

    /// The traffic so far.
    pub fn traffic(&self) -> Traffic {
        Traffic {
            busiest_link: self.loads.busiest(),
            ..self.traffic.clone()
        }
    }
}
