//! Until when links and ports are occupied.
//!
//! The simulation keeps only the decomposition of each time, which determines the time.

use super::clock::{Clock, Decomposition};
use super::hashing::NumberMap;
use super::parameters::{Overflow, Units};

/// Up to this many resources per processor there is a table by number.
const DENSE_PER_PROCESSOR: usize = 4;

/// A time until which a resource is occupied; initially 0.
pub(super) trait Until: Copy + Default {
    /// Whether it is later than another time.
    fn is_after(&self, time: i128, units: &Units) -> bool;
}

/// The time until which each of many resources is occupied, by number.
#[derive(Clone, Debug)]
pub(super) enum Occupancy<T = Decomposition> {
    /// Of all resources.
    Dense(Vec<T>),
    /// Only of those that may still delay a message, so that the memory is proportional to the messages
    /// in the network rather than to the links of the topology.
    Sparse(Sparse<T>),
}

/// Resources that may still delay a message.
#[derive(Clone, Debug)]
pub(super) struct Sparse<T> {
    taken: NumberMap<T>,
    /// With fewer entries than this, none is searched for that could be dropped.
    least_swept: usize,
    swept_at: usize,
}

impl<T: Until> Occupancy<T> {
    /// All resources are free. Their numbers are below `numbers`, if that is known.
    pub fn new(numbers: Option<usize>, processors: u32) -> Self {
        let processors = processors as usize;
        match numbers {
            Some(numbers) if numbers <= DENSE_PER_PROCESSOR * processors => {
                Self::Dense(vec![T::default(); numbers])
            }
            _ => Self::Sparse(Sparse {
                taken: NumberMap::default(),
                // A sweep inspects the clocks of all processors.
                least_swept: processors,
                swept_at: processors,
            }),
        }
    }

    /// The time until which a resource is occupied, mutable.
    #[inline]
    pub fn until(&mut self, resource: u64) -> &mut T {
        match self {
            Self::Dense(taken) => &mut taken[resource as usize],
            Self::Sparse(sparse) => sparse.taken.entry(resource).or_default(),
        }
    }

    /// Whether enough entries have been added that a sweep is worthwhile.
    pub fn is_sweep_due(&self) -> bool {
        match self {
            Self::Dense(_) => false,
            Self::Sparse(sparse) => sparse.taken.len() > sparse.swept_at,
        }
    }

    /// Drops the resources that are free from `time` on, if no request comes before `time`.
    pub fn sweep(&mut self, time: i128, units: &Units) {
        if let Self::Sparse(sparse) = self {
            (sparse.taken).retain(|_, until| until.is_after(time, units));
            sparse.swept_at = (2 * sparse.taken.len()).max(sparse.least_swept);
        }
    }

    /// The same resources with their times in another representation. None of them is occupied in this
    /// one any more.
    pub fn take_as<U>(
        &mut self,
        as_other: impl Fn(T) -> Result<U, Overflow>,
    ) -> Result<Occupancy<U>, Overflow> {
        Ok(match std::mem::replace(self, Self::Dense(Vec::new())) {
            Self::Dense(taken) => {
                let taken = taken.into_iter().map(as_other);
                let mut taken = taken.collect::<Result<Vec<U>, _>>()?;
                // The standard library may have kept the allocation of larger ones.
                taken.shrink_to_fit();
                Occupancy::Dense(taken)
            }
            Self::Sparse(sparse) => {
                let taken = (sparse.taken.into_iter())
                    .map(|(resource, until)| Ok((resource, as_other(until)?)));
                Occupancy::Sparse(Sparse {
                    taken: taken.collect::<Result<_, _>>()?,
                    least_swept: sparse.least_swept,
                    swept_at: sparse.swept_at,
                })
            }
        })
    }
}

impl Until for Decomposition {
    fn is_after(&self, time: i128, units: &Units) -> bool {
        self.time(units).is_ok_and(|own| own > time)
    }
}

impl Decomposition {
    /// The clock at this time, if it is later than another time. This decomposition belongs to a clock,
    /// whose time did not overflow.
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
