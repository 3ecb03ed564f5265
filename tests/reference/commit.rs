//! The end of a synchronous step: accesses are judged, then all write.

use super::access::{self, Deed, Meeting};
use super::schedule::Scheduler;
use super::value::Value;
use super::{End, OnViolation};

impl Scheduler<'_> {
    /// The accesses of synchronous code are judged.
    pub(super) fn judge(&self, deeds: &[Deed]) -> Result<(), End> {
        self.state.borrow_mut().counts.observe(deeds);
        let illegal = access::violations(deeds, self.config.model, self.config.simultaneity);
        for Meeting {
            code,
            cell,
            processors,
        } in illegal
        {
            let counts = &mut self.state.borrow_mut().counts;
            let violation = End::Violation {
                code,
                step: counts.step,
                cell: self.memory.borrow().cell_name(cell),
                processors: processors
                    .iter()
                    .map(|&each| deeds[each].indices.clone())
                    .collect(),
            };
            if self.config.on_violation == OnViolation::Stop {
                return Err(violation);
            }
            counts.violations.push(violation);
        }
        Ok(())
    }

    /// A processor's 0-based number in its innermost block, all sets of it numbered through.
    fn number(&self, deed: &Deed) -> u64 {
        let opened = &self.state.borrow().joins[deed.block].opened;
        opened.iter().filter(|&path| *path < deed.path).count() as u64
    }

    /// All write.
    pub(super) fn commit(&self, deeds: &[Deed]) -> Result<(), End> {
        let step = self.state.borrow().counts.step;
        let mut memory = self.memory.borrow_mut();
        for (cell, value, _) in deeds.iter().filter_map(|deed| deed.write) {
            memory.set(cell, value);
        }
        let mut faults = Vec::new();
        for (meeting, _) in access::concurrent_writes(deeds) {
            let rule = self.config.model.write;
            let written = |&each: &usize| {
                let deed: &Deed = &deeds[each];
                deed.write.map(|(_, value, _)| (self.number(deed), value))
            };
            let writers = &meeting.processors;
            let written: Vec<(u64, Value)> = writers.iter().filter_map(written).collect();
            match access::resolve(rule, &written, self.config.seed, step) {
                Ok(value) => memory.set(meeting.cell, value),
                Err((writer, code)) => faults.push((writers[writer], code)),
            }
        }
        // "Among several faults of one step: that of the lowest-numbered processor."
        if let Some((writer, code)) = faults.into_iter().min() {
            let deed = &deeds[writer];
            return Err(End::Fault {
                code,
                span: deed.write.map(|(_, _, span)| span).unwrap_or_default(),
                processor: deed.indices.clone(),
                step,
            });
        }
        Ok(())
    }
}
