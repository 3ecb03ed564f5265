//! Barriers that wait for each other.

use std::collections::BTreeMap;

use pram::machine::time::deadlock::{Barriers, WaitingLanes};
use pram::machine::time::parts::ProcessorPart;

/// Numbers that look random.
fn drawn(state: &mut u64, below: u32) -> u32 {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1);
    (*state >> 33) as u32 % below
}

/// The part that meets at the barrier at which each processor waits.
struct Waiting {
    at: Vec<Option<ProcessorPart>>,
}

impl Waiting {
    /// Each waits nowhere, or at a barrier of neighbours to which it belongs.
    fn some(state: &mut u64) -> Self {
        let width = 1 + drawn(state, 7);
        let at = (0..width).map(|lane| {
            if drawn(state, 4) == 0 {
                return None;
            }
            let from = drawn(state, lane + 1);
            let to = lane + drawn(state, width - lane);
            Some(ProcessorPart { from, to })
        });
        Self { at: at.collect() }
    }

    fn barriers(&self) -> Barriers {
        let mut here: WaitingLanes = BTreeMap::new();
        for (lane, part) in (0..).zip(&self.at) {
            if part.is_some() {
                here.entry(*part).or_default().push((lane, 0));
            }
        }
        Barriers::of(here, self.at.len() as u32)
    }

    fn waits_for(&self, one: u32, other: u32) -> bool {
        let (own, others) = (self.at[one as usize], self.at[other as usize]);
        own != others && own.is_some_and(|own| own.holds(other))
    }

    /// Whether anybody waits for itself through others, who wait too.
    fn has_ring(&self) -> bool {
        let all = 0..self.at.len();
        let mut relations = vec![vec![false; all.len()]; all.len()];
        for (one, other) in all
            .clone()
            .flat_map(|one| all.clone().map(move |other| (one, other)))
        {
            relations[one][other] = self.waits_for(one as u32, other as u32);
        }
        for over in all.clone() {
            for one in all.clone() {
                for other in all.clone() {
                    relations[one][other] |= relations[one][over] && relations[over][other];
                }
            }
        }
        all.clone().any(|one| relations[one][one])
    }
}

#[test]
fn every_ring_holds_two_that_wait_for_each_other() {
    let (mut state, mut rings) = (7, 0);
    for _ in 0..20_000 {
        let waiting = Waiting::some(&mut state);
        let found = waiting.barriers().ring();
        assert_eq!(found.is_some(), waiting.has_ring(), "{:?}", waiting.at);
        let Some([one, other]) = found else { continue };
        rings += 1;
        assert_eq!(
            (one.processor, one.waits_for),
            (other.waits_for, other.processor)
        );
        assert!(one.processor < other.processor);
        assert!(waiting.waits_for(one.processor, other.processor));
        assert!(waiting.waits_for(other.processor, one.processor));
    }
    assert!((1_000..19_000).contains(&rings), "{rings}");
}
