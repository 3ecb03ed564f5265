//! Where the time of a run on the asynchronous machine goes, by the lines between two barriers.

use indexmap::IndexMap;

use crate::machine::event::{Observer, Section, SectionKind};
use crate::result::asynchronous::lines;
use crate::result::study::SectionShare;
use crate::source::{Sources, Span};

/// Listens to a run and adds up the sections of the same lines.
#[derive(Default)]
pub(super) struct Sections {
    shares: IndexMap<(SectionKind, Span, Span), Sum>,
}

#[derive(Default)]
struct Sum {
    executions: u64,
    time: u64,
    barriers: u64,
    work: u64,
    waiting: u64,
}

impl Observer for Sections {
    fn section(&mut self, section: Section) {
        let (from, to) = section.extent;
        let place = (section.kind, from, to);
        let sum = self.shares.entry(place).or_default();
        sum.executions += 1;
        sum.time = sum.time.saturating_add(section.time);
        sum.barriers = sum.barriers.saturating_add(section.barrier);
        sum.work = sum.work.saturating_add(section.work);
        sum.waiting = sum.waiting.saturating_add(section.waiting);
    }
}

impl Sections {
    /// What they take, in the order in which they were first executed.
    pub fn shares(&self, sources: &Sources) -> Vec<SectionShare> {
        let mut shares: IndexMap<(SectionKind, String, (usize, usize)), SectionShare> =
            IndexMap::new();
        for ((kind, from, to), sum) in &self.shares {
            let file = sources.get(from.file).name.clone();
            let (from_line, to_line) = lines((*from, *to), sources);
            let place = (*kind, file.clone(), (from_line, to_line));
            let share = shares.entry(place).or_insert_with(|| SectionShare {
                kind: *kind,
                file,
                from_line,
                to_line,
                executions: 0,
                time: 0,
                barriers: 0,
                work: 0,
                waiting: 0,
            });
            share.executions += sum.executions;
            share.time = share.time.saturating_add(sum.time);
            share.barriers = share.barriers.saturating_add(sum.barriers);
            share.work = share.work.saturating_add(sum.work);
            share.waiting = share.waiting.saturating_add(sum.waiting);
        }
        shares.into_values().collect()
    }
}
