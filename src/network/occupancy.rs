//! Until when links and ports are taken.
//!
//! Of each time the decomposition alone is kept, from which the time follows.

use super::clock::{Clock, Decomposition};
use super::hashing::NumberMap;
use super::parameters::Units;

/// Up to so many numbers of resources for each processor there is a table by number.
const DENSE_PER_PROCESSOR: usize = 4;

/// The time until which each of many resources is taken, by number.
#[derive(Clone, Debug)]
pub(super) enum Occupancy {
    /// Of all resources.
    Dense(Vec<Decomposition>),
    /// Only of those that may still delay a message, so that the memory follows the messages in
    /// the network rather than the links of the topology.
    Sparse(Sparse),
}

/// Resources that may still delay a message.
#[derive(Clone, Debug)]
pub(super) struct Sparse {
    taken: NumberMap<Decomposition>,
    /// Below this many entries none is looked for that could be dropped.
    least_swept: usize,
    swept_at: usize,
}

impl Occupancy {
    /// All resources are free. Their numbers are below `numbers`, if that is known.
    pub fn new(numbers: Option<usize>, processors: u32) -> Self {
        let processors = processors as usize;
        match numbers {
            Some(numbers) if numbers <= DENSE_PER_PROCESSOR * processors => {
                Self::Dense(vec![Decomposition::default(); numbers])
            }
            _ => Self::Sparse(Sparse {
                taken: NumberMap::default(),
                // Before a sweep the clocks of all processors are looked at.
                least_swept: processors,
                swept_at: processors,
            }),
        }
    }

    /// Until when a resource is taken, to be changed.
    pub fn until(&mut self, resource: u64) -> &mut Decomposition {
        match self {
            Self::Dense(taken) => &mut taken[resource as usize],
            Self::Sparse(sparse) => sparse.taken.entry(resource).or_default(),
        }
    }

    /// Whether so many entries came in that a sweep pays.
    pub fn is_sweep_due(&self) -> bool {
        match self {
            Self::Dense(_) => false,
            Self::Sparse(sparse) => sparse.taken.len() > sparse.swept_at,
        }
    }

    /// Drops the resources that are free from `time` on, if no request comes before `time`.
    pub fn sweep(&mut self, time: i128, units: &Units) {
        if let Self::Sparse(sparse) = self {
            let is_taken = |until: &Decomposition| until.time(units).is_ok_and(|it| it > time);
            sparse.taken.retain(|_, until| is_taken(until));
            sparse.swept_at = (2 * sparse.taken.len()).max(sparse.least_swept);
        }
    }
}

impl Decomposition {
    /// The clock at this time, where it is later than another time. This decomposition is one of a
    /// clock, whose time did not overflow.
    pub(super) fn after(&self, time: i128, units: &Units) -> Option<Clock> {
        let term = |count: u64, unit: i128| i128::from(count).wrapping_mul(unit);
        let own = term(self.t_s, units.t_s)
            .wrapping_add(term(self.t_w, units.t_w))
            .wrapping_add(term(self.t_h, units.t_h))
            .wrapping_add(term(self.t_c, units.t_c))
            .wrapping_add(term(self.t_o, units.t_o))
            .wrapping_add(term(self.barriers, units.barrier));
        (own > time).then_some(Clock {
            time: own,
            path: *self,
        })
    }
}
