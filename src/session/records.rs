//! Records of a step's groups and their accesses, in full or in outline.

use crate::machine::step_site::SiteView;
use crate::machine::step_view::{GroupStep, StepView, UsedScalar, Variable};
use crate::trace::{Group, Index, Progression, Returned, Scalar, Site, Step, Used, Values};

/// Whether some group of a step is about to write shared memory.
pub(super) fn writes_shared_memory(step: &StepView<'_>) -> bool {
    let mut sites = step.groups().flat_map(GroupStep::sites);
    sites.any(|site| site.is_write() && site.is_shared)
}

/// The cells of shared memory that the processors of a step access, without values and names.
pub(super) fn outline(step: &StepView<'_>) -> Step {
    let groups = step.groups().map(|group| {
        let sites = group.sites().into_iter().filter(|site| site.is_shared);
        Group {
            sites: sites.map(site_outline).collect(),
            ..bare(group)
        }
    });
    Step::of_groups(step.number(), groups.collect())
}

/// The statement of a group and its number of processors.
fn bare(group: GroupStep<'_>) -> Group {
    Group {
        statement: group.statement(),
        processors: group.processors(),
        indices: Vec::new(),
        sites: Vec::new(),
        assigned: Vec::new(),
        arguments: Vec::new(),
        written: None,
        passed: Vec::new(),
        edges: Vec::new(),
        own_reads: Vec::new(),
        used: Vec::new(),
        results: Vec::new(),
        draws: false,
        drawn: Vec::new(),
        returned: None,
    }
}

/// The record of a group.
pub(super) fn group_record(group: GroupStep<'_>) -> Group {
    let indices = group.indices().into_iter().map(|(name, values)| Index {
        name: name.to_owned(),
        values: values.into_iter().collect(),
    });
    let scalars = |variables: Vec<Variable>| variables.into_iter().map(Scalar::from).collect();
    let sites = group.sites().into_iter();
    let sites: Vec<Site> = sites.map(site_record).collect();
    let drawn: Vec<Scalar> = scalars(group.drawn());
    Group {
        indices: indices.collect(),
        sites,
        arguments: group.arguments(),
        written: group.written_value(),
        edges: Vec::new(),
        own_reads: group.own_reads(),
        used: group.used().into_iter().map(used_record).collect(),
        results: scalars(group.unnamed_used()),
        draws: !drawn.is_empty(),
        drawn,
        returned: group.returned().map(|returned| Returned {
            call: returned.into.into(),
            algorithm: returned.algorithm.to_owned(),
            values: Values::of_words(returned.ty, returned.words.into_iter().map(Some)),
        }),
        ..bare(group)
    }
}

fn used_record(used: UsedScalar<'_>) -> Used {
    Used {
        name: used.name.to_owned(),
        scalar: used.variable.into(),
        indices: used.indices,
        values: Values::of_words(used.ty, used.words),
    }
}

/// Column by column: a step may have millions of accesses.
fn site_record(site: SiteView<'_>) -> Site {
    let inner_length = |dimension: usize| {
        let lengths = site.handles().map(|handle| handle.lengths[dimension]);
        lengths.map(i64::from).collect()
    };
    Site {
        ordinals: site.ordinals().map(i64::from).collect(),
        inner_lengths: (1..usize::from(site.rank)).map(inner_length).collect(),
        values: Some(Values::of_words(site.element, site.words())),
        buckets: Vec::new(),
        replaced: Some(Values::of_words(site.element, site.replaced())),
        ..site_outline(site)
    }
}

/// The same without values.
fn site_outline(site: SiteView<'_>) -> Site {
    let cells: Progression = site.cells().map(i64::from).collect();
    Site {
        place: site.span,
        name: site.array.to_owned(),
        rank: site.rank,
        element: site.element,
        writes: site.is_write(),
        subscript: false,
        shared: site.is_shared,
        count: cells.len(),
        array: None,
        own: false,
        positions: site.positions().map(|position| position as i64).collect(),
        ordinals: Progression::default(),
        cells,
        bases: (site.handles())
            .map(|handle| i64::from(handle.base))
            .collect(),
        inner_lengths: Vec::new(),
        values: None,
        buckets: Vec::new(),
        replaced: None,
    }
}
