//! Records of a step's groups and their accesses, in full or in outline.

use crate::machine::meeting::{Meetings, WritersMet};
use crate::machine::step_site::SiteView;
use crate::machine::step_view::{GroupStep, StepView, UsedScalar};
use crate::result::progression::Progression;
use crate::result::step::{GroupRecord, ReturnRecord, SiteRecord, StepRecord, UsedRecord};

/// Whether some group of a step is about to write shared memory.
pub(super) fn writes_shared_memory(step: &StepView<'_>) -> bool {
    let mut sites = step.groups().flat_map(GroupStep::sites);
    sites.any(|site| site.is_write() && site.is_shared)
}

/// Which cells of shared memory the processors of a step access, without values and without names.
pub(super) fn outline(step: &StepView<'_>) -> StepRecord {
    let groups = step.groups().map(|group| {
        let sites = group.sites().into_iter().filter(|site| site.is_shared);
        GroupRecord {
            statement: group.statement(),
            processors: group.processors(),
            indices: Vec::new(),
            sites: sites.map(site_outline).collect(),
            assigned: Vec::new(),
            arguments: Vec::new(),
            written: None,
            passed: Vec::new(),
            own_reads: Vec::new(),
            used: Vec::new(),
            temporaries: Vec::new(),
            drawn: Vec::new(),
            returned: None,
        }
    });
    StepRecord {
        number: step.number(),
        groups: groups.collect(),
        readers_met: Meetings::default(),
        readers_met_at_once: Meetings::default(),
        writers_met: WritersMet::default(),
        handed_before: Vec::new(),
        free: Vec::new(),
        then: Vec::new(),
    }
}

/// What one group does.
pub(super) fn group_record(group: GroupStep<'_>) -> GroupRecord {
    let indices = group.indices().into_iter();
    GroupRecord {
        statement: group.statement(),
        processors: group.processors(),
        indices: indices
            .map(|(name, values)| (name.to_owned(), values.into_iter().collect()))
            .collect(),
        sites: group.sites().into_iter().map(site_record).collect(),
        assigned: Vec::new(),
        arguments: group.arguments(),
        written: group.written_value(),
        passed: Vec::new(),
        own_reads: group.own_reads(),
        used: group.used().into_iter().map(used_record).collect(),
        temporaries: group.temporaries_used(),
        drawn: group.drawn(),
        returned: group.returned().map(|returned| ReturnRecord {
            algorithm: returned.algorithm.to_owned(),
            into: returned.into,
            ty: returned.ty,
            words: returned.words.into_iter().collect(),
        }),
    }
}

fn used_record(used: UsedScalar<'_>) -> UsedRecord {
    let (words, unwritten) = written_words(used.words.into_iter());
    UsedRecord {
        name: used.name.to_owned(),
        variable: used.variable,
        indices: used.indices,
        ty: used.ty,
        words,
        unwritten,
    }
}

/// Words, and the places of those that were never written, which are 0.
fn written_words(words: impl Iterator<Item = Option<i64>>) -> (Progression, Vec<usize>) {
    let mut unwritten = Vec::new();
    let words = words.enumerate().map(|(place, word)| {
        word.unwrap_or_else(|| {
            unwritten.push(place);
            0
        })
    });
    (words.collect(), unwritten)
}

/// Column by column: a step may have millions of accesses.
fn site_record(site: SiteView<'_>) -> SiteRecord {
    let (words, unwritten) = written_words(site.words());
    let (replaced, filled) = written_words(site.replaced());
    let inner_length = |dimension: usize| {
        let lengths = site.handles().map(|handle| handle.lengths[dimension]);
        lengths.map(i64::from).collect()
    };
    SiteRecord {
        ordinals: site.ordinals().map(i64::from).collect(),
        inner_lengths: (1..usize::from(site.rank)).map(inner_length).collect(),
        words,
        unwritten,
        replaced,
        filled,
        ..site_outline(site)
    }
}

/// The same without values.
fn site_outline(site: SiteView<'_>) -> SiteRecord {
    SiteRecord {
        span: site.span,
        array: site.array.to_owned(),
        rank: site.rank,
        element: site.element,
        is_write: site.is_write(),
        is_shared: site.is_shared,
        positions: site.positions().map(|position| position as i64).collect(),
        ordinals: Progression::default(),
        cells: site.cells().map(i64::from).collect(),
        bases: (site.handles())
            .map(|handle| i64::from(handle.base))
            .collect(),
        inner_lengths: Vec::new(),
        words: Progression::default(),
        unwritten: Vec::new(),
        replaced: Progression::default(),
        filled: Vec::new(),
    }
}
