//! Until when links and ports are taken.
//!
//! Only resources that may still delay a message are kept, so the memory follows the messages in
//! the network rather than the links of the topology.

use super::clock::Clock;
use super::hashing::NumberMap;

/// The time until which each of many resources is taken, by number.
#[derive(Debug)]
pub(super) struct Occupancy {
    taken: NumberMap<Clock>,
    /// Below this many entries none is looked for that could be dropped.
    least_swept: usize,
    swept_at: usize,
}

impl Occupancy {
    /// All resources are free. A sweep looks at all processors, so that it pays from some multiple
    /// of their number on.
    pub fn new(processors: u32) -> Self {
        let least_swept = 2 * processors as usize;
        Self {
            taken: NumberMap::default(),
            least_swept,
            swept_at: least_swept,
        }
    }

    /// Until when a resource is taken, where that is later than the given time.
    pub fn later_than(&self, time: i128, resource: u64) -> Option<Clock> {
        let until = self.taken.get(&resource)?;
        (until.time > time).then_some(*until)
    }

    /// Takes a resource until a time.
    pub fn take(&mut self, resource: u64, until: Clock) {
        self.taken.insert(resource, until);
    }

    /// Whether so many entries came in that a sweep pays.
    pub fn is_sweep_due(&self) -> bool {
        self.taken.len() >= self.swept_at
    }

    /// Drops the resources that are free from `time` on, if no request comes before `time`.
    pub fn sweep(&mut self, time: i128) {
        self.taken.retain(|_, until| until.time > time);
        self.swept_at = (2 * self.taken.len()).max(self.least_swept);
    }
}
