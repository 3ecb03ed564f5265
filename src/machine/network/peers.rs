//! The processor or task that a number, indices in the block, or the name of a neighbour denote.

use super::fault::{NamedNeighbours, Neighbour, NetworkFault};
use super::running::Running;
use crate::machine::pram::EarlyStop;
use crate::network::GridDirection;

impl Running<'_, '_, '_> {
    /// The processor or task with a number, or with these indices in the block.
    pub(super) fn peer(&mut self, named: &[i64]) -> Result<u32, EarlyStop> {
        if let [number] = named {
            return self.with_number(*number);
        }
        let no_such = |this: &mut Self| {
            let shown: Vec<String> = named.iter().map(i64::to_string).collect();
            let indices = shown.join(", ");
            Err(this.network_fault(NetworkFault::NoSuchIndices { indices }))
        };
        if named.len() != self.ranges.len() {
            return no_such(self);
        }
        let mut number = 0;
        for (index, range) in named.iter().zip(&self.ranges) {
            let distance = i128::from(*index) - i128::from(range.from);
            let stride = i128::from(range.stride);
            let step = u128::try_from(distance / stride).ok();
            let step = step.filter(|step| distance % stride == 0 && *step < range.count);
            let Some(step) = step else {
                return no_such(self);
            };
            number = number * range.count + step;
        }
        Ok(number as u32)
    }

    /// The processor or task with a number.
    fn with_number(&mut self, number: i64) -> Result<u32, EarlyStop> {
        let found = u32::try_from(number).ok();
        if self.placement.is_of_tasks() {
            let tasks = self.placement.count();
            return found
                .filter(|found| *found < tasks)
                .ok_or_else(|| self.network_fault(NetworkFault::NoSuchTask { number, tasks }));
        }
        let processors = self.topology.processors();
        found.filter(|found| *found < processors).ok_or_else(|| {
            self.network_fault(NetworkFault::NoSuchProcessor {
                number: number.into(),
                processors,
            })
        })
    }

    /// The neighbour of a processor in a direction of a grid.
    pub(super) fn towards(
        &mut self,
        direction: GridDirection,
        processor: u32,
    ) -> Result<u32, EarlyStop> {
        let neighbour = self.topology.towards(direction, processor);
        self.neighbour(neighbour, processor, Neighbour::Towards(direction))
    }

    /// The neighbour of a processor along a dimension of a hypercube.
    pub(super) fn along(&mut self, dimension: i64, processor: u32) -> Result<u32, EarlyStop> {
        let bit = u32::try_from(dimension).ok();
        let neighbour = bit.and_then(|bit| self.topology.neighbour(processor, bit));
        self.neighbour(neighbour, processor, Neighbour::Along(dimension))
    }

    fn neighbour(
        &mut self,
        found: Option<u32>,
        processor: u32,
        neighbour: Neighbour,
    ) -> Result<u32, EarlyStop> {
        found.ok_or_else(|| {
            self.network_fault(NetworkFault::NoNeighbour {
                processor,
                neighbour,
                network: NamedNeighbours::of(self.topology),
            })
        })
    }
}
