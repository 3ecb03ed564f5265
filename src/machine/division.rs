//! The processors of a group divided by a test, chunk by chunk: those for whom it holds, and the
//! others.
//!
//! Each thread divides its own processors while their truth values are in its cache; afterwards
//! the lists are put one behind the other.

use super::arithmetic::Operand;
use super::crew::Chunk;
use super::lanes::{Lane, Lanes};

/// What one thread has divided so far. The room is kept from step to step.
#[derive(Debug, Default)]
pub struct Division {
    yes: Side,
    no: Side,
}

/// Lanes, ascending; more room than lanes.
#[derive(Debug, Default)]
struct Side {
    room: Vec<Lane>,
    count: usize,
}

impl Side {
    fn begin(&mut self, most: usize) {
        self.count = 0;
        if self.room.len() <= most {
            self.room.resize(most + 1, 0);
        }
    }

    fn lanes(&self) -> &[Lane] {
        &self.room[..self.count]
    }
}

impl Division {
    /// Begins with nobody; so many will come at most.
    pub fn begin(&mut self, most: usize) {
        self.yes.begin(most);
        self.no.begin(most);
    }

    /// Divides the processors of a chunk by their truth values.
    pub fn add(&mut self, lanes: &Lanes, chunk: Chunk, test: Operand<'_>) {
        let positions = chunk.start..chunk.start + chunk.len;
        match (lanes, test) {
            (_, Operand::Uniform(value)) => {
                let side = if value == 0 {
                    &mut self.no
                } else {
                    &mut self.yes
                };
                for position in positions {
                    side.room[side.count] = lanes.at(position);
                    side.count += 1;
                }
            }
            (Lanes::All(_), Operand::Column(values)) => {
                self.put(positions.map(|position| position as Lane), values);
            }
            (Lanes::Some(list), Operand::Column(values)) => {
                self.put(list[positions].iter().copied(), values);
            }
        }
    }

    /// Each lane is put down on both sides, and stays on one: no branch depends on the data.
    fn put(&mut self, lanes: impl Iterator<Item = Lane>, values: &[i64]) {
        let (mut of_yes, mut of_no) = (self.yes.count, self.no.count);
        let (yes, no) = (&mut self.yes.room[..], &mut self.no.room[..]);
        for (lane, value) in lanes.zip(values) {
            let holds = *value != 0;
            yes[of_yes] = lane;
            no[of_no] = lane;
            of_yes += usize::from(holds);
            of_no += usize::from(!holds);
        }
        (self.yes.count, self.no.count) = (of_yes, of_no);
    }

    /// What the threads have divided, in their order; all together they are `whole`.
    pub fn together<'a>(
        parts: &(impl Iterator<Item = &'a Self> + Clone),
        whole: &Lanes,
    ) -> (Lanes, Lanes) {
        let side = |side: fn(&'a Self) -> &'a Side| {
            let lists = parts.clone().map(move |part| side(part).lanes());
            let count: usize = lists.clone().map(<[Lane]>::len).sum();
            if count == whole.len() {
                return whole.clone();
            }
            let mut all = Vec::with_capacity(count);
            lists.for_each(|list| all.extend_from_slice(list));
            Lanes::listed(all)
        };
        (side(|part| &part.yes), side(|part| &part.no))
    }
}
