//! The parts of a step that a trace keeps.

use std::collections::{HashMap, HashSet};

use indexmap::IndexSet;

use super::array::array_of;
use super::bucket::{self, BucketedSite, bucket_size};
use super::{
    Array, Assigned, Group, Index, Progression, Returned, Scalar, Site, Step, Tier, Used, Values,
};
use crate::source::Span;

/// Cells of each array, processors of a group, and groups of four accesses of a site, that a window
/// keeps.
pub const WINDOW: usize = 64;

/// Arrays of a trace, those that exist in a step or before it, and the cells with conflicts in it.
pub struct Around<'a> {
    /// All arrays, by their numbers.
    pub arrays: &'a [Array],
    /// Those that exist.
    pub near: &'a [usize],
    /// The cells, by their numbers in memory, ascending.
    pub met: &'a [i64],
}

/// Reduces the steps of a run, in their order, to what a trace keeps, and assigns numbers to places of
/// the source and to scalars.
pub struct Cutter {
    tier: Tier,
    places: IndexSet<Span>,
    scalars: IndexSet<Scalar>,
    /// The scalars into which results were returned.
    returned: HashSet<Scalar>,
    /// The operands of the results that were returned last without a step.
    transferred: HashMap<Scalar, Read>,
    /// The operands of the parameters that were passed without a step and not assigned since.
    arguments: HashMap<Scalar, Read>,
}

/// The operands of processors, besides the cells that they read.
#[derive(Clone, Default)]
struct Read {
    used: Vec<Used>,
    results: Vec<Scalar>,
    own_reads: Vec<usize>,
    draws: bool,
}

impl Read {
    fn is_empty(&self) -> bool {
        let is_without_reads = self.results.is_empty() && self.own_reads.is_empty();
        self.used.is_empty() && is_without_reads && !self.draws
    }

    fn extend(&mut self, other: &Self) {
        self.used.extend(other.used.iter().cloned());
        self.results.extend(&other.results);
        self.own_reads.extend(&other.own_reads);
        self.draws |= other.draws;
    }
}

impl Cutter {
    /// For a trace with this level of detail; no step is reduced yet.
    pub fn new(tier: Tier) -> Self {
        Self {
            tier,
            places: IndexSet::new(),
            scalars: IndexSet::new(),
            returned: HashSet::new(),
            transferred: HashMap::new(),
            arguments: HashMap::new(),
        }
    }

    /// The places that have numbers, in the order of these.
    pub fn places(&self) -> impl ExactSizeIterator<Item = Span> + '_ {
        self.places.iter().copied()
    }

    /// Reduces the next step. What was returned or passed before it without a step counts as read by the
    /// groups that use it.
    pub fn cut(&mut self, step: &Step, around: &Around<'_>) -> Step<usize> {
        for group in &step.handed_before {
            self.transfer(group);
        }
        let groups = step.groups.iter().map(|group| self.group(group, around));
        Step::of_groups(step.number, groups.collect())
    }

    fn group(&mut self, group: &Group, around: &Around<'_>) -> Group<usize> {
        let read = self.read_by(&group.for_written());
        let returned = group.returned.as_ref().map(|returned| {
            self.transferred.remove(&returned.call);
            self.returned.insert(returned.call);
            Returned {
                call: self.scalar(returned.call),
                algorithm: returned.algorithm.clone(),
                values: self.values(&returned.values),
            }
        });
        for scalar in &group.assigned {
            self.arguments.remove(&scalar.scalar);
        }
        let passed = group.passed.iter().map(|passed| &passed.scalar);
        let assigned = group.assigned.iter().chain(passed);
        let assigned = assigned.filter(|scalar| !scalar.name.is_empty());
        let assigned = assigned.map(|scalar| Assigned {
            name: scalar.name.clone(),
            scalar: self.scalar(scalar.scalar),
            values: self.values(&scalar.values),
        });
        let assigned = assigned.collect();
        let index = |index: &Index| Index {
            name: index.name.clone(),
            values: self.numbers(&index.values),
        };
        let indices = group.indices.iter().map(index).collect();
        let value = group.written.as_ref();
        let sites = group.sites.iter().map(|site| {
            let is_read = |site: &Site| value.is_none_or(|value| value.cells.contains(&site.place));
            Site {
                subscript: !site.writes && !is_read(site),
                ..self.site(site, group.processors, around)
            }
        });
        let sites: Vec<Site<usize>> = sites.collect();
        Group {
            edges: edges_between(group, &sites, around),
            sites,
            statement: self.place(group.statement),
            processors: group.processors,
            indices,
            own_reads: read.own_reads,
            used: read.used,
            assigned,
            results: read.results,
            draws: read.draws,
            drawn: Vec::new(),
            returned,
            arguments: Vec::new(),
            written: None,
            passed: Vec::new(),
        }
    }

    /// Notes the operands of a group that returns results or passes arguments without a step.
    fn transfer(&mut self, group: &Group) {
        if let Some(returned) = &group.returned {
            let read = self.read_by(group);
            self.transferred.insert(returned.call, read);
            return;
        }
        let passed = group.passed.iter().map(|passed| {
            let read = self.read_by(&group.for_argument(passed.argument));
            (passed.scalar.scalar, read)
        });
        let passed: Vec<_> = passed.filter(|(_, read)| !read.is_empty()).collect();
        self.arguments.extend(passed);
    }

    /// The operands of a group, besides the cells that it reads.
    fn read_by(&mut self, group: &Group) -> Read {
        let own_reads = group.own_reads.iter();
        let mut read = Read {
            own_reads: own_reads.map(|read| self.place(*read)).collect(),
            draws: group.draws,
            ..Read::default()
        };
        for used in &group.used {
            if let Some(argument) = self.arguments.get(&used.scalar) {
                read.extend(argument);
                continue;
            }
            read.used.push(Used {
                name: used.name.clone(),
                scalar: self.scalar(used.scalar),
                indices: used.indices,
                values: Values::of(used.values.ty, []),
            });
        }
        for result in &group.results {
            if let Some(transferred) = self.transferred.get(result) {
                read.extend(transferred);
            } else if self.returned.contains(result) {
                read.results.push(self.scalar(*result));
            }
        }
        read
    }

    /// The number of a place, which is added if unknown.
    fn place(&mut self, span: Span) -> usize {
        self.places.insert_full(span).0
    }

    /// A small number for a scalar, which is added if unknown.
    fn scalar(&mut self, scalar: Scalar) -> Scalar {
        Scalar(self.scalars.insert_full(scalar).0 as u64)
    }

    /// The most processors, and the most accesses of a site, that are kept of a group.
    fn most(&self) -> usize {
        match self.tier {
            Tier::Full => usize::MAX,
            Tier::Window => WINDOW,
            Tier::Shape => 0,
        }
    }

    fn values(&self, values: &Values) -> Values {
        Values::of(values.ty, values.iter().take(self.most()))
    }

    /// Lines are kept whole, lists up to the limit.
    fn numbers(&self, numbers: &Progression) -> Progression {
        match numbers {
            Progression::Line { .. } => numbers.clone(),
            Progression::List(list) => list.iter().copied().take(self.most()).collect(),
        }
    }

    fn site(&mut self, site: &Site, processors: usize, around: &Around<'_>) -> Site<usize> {
        let near = around.near.iter().copied();
        let array = array_of(site, around.arrays, near);
        let shown_array = array.map(|array| &around.arrays[array]);
        let place = |access: usize| match shown_array {
            Some(array) => place_in(array, site, access),
            None => site.offset(access),
        };
        let accesses = self.accesses(site, shown_array, &place, around.met);
        let of = |number: &dyn Fn(usize) -> i64| -> Progression {
            let found = accesses.iter().map(|access| number(*access)).collect();
            match self.tier {
                Tier::Full | Tier::Window => found,
                Tier::Shape => self.numbers(&found),
            }
        };
        let value = |access: &usize| site.value(*access);
        let cells = of(&place);
        let buckets = shown_array.filter(|_| cells.len() < site.len());
        let buckets = buckets.map(|array| bucket::counted(site, (array, processors), &place));
        Site {
            name: site.name.clone(),
            rank: site.rank,
            element: site.element,
            writes: site.writes,
            subscript: site.subscript,
            shared: site.shared,
            count: site.len(),
            array,
            own: array.is_none() && site.bases.iter().min() != site.bases.iter().max(),
            positions: of(&|access| site.positions.at(access)),
            ordinals: of(&|access| site.ordinals.at(access)),
            cells,
            buckets: buckets.unwrap_or_default(),
            bases: Progression::default(),
            inner_lengths: Vec::new(),
            values: (self.tier != Tier::Shape)
                .then(|| Values::of(site.element, accesses.iter().map(value))),
            replaced: None,
            place: self.place(site.place),
        }
    }

    /// The accesses of a site that are kept: in a window those to cells that are shown, and those to
    /// cells with conflicts, wherever they are.
    fn accesses(
        &self,
        site: &Site,
        shown_array: Option<&Array>,
        place: &dyn Fn(usize) -> i64,
        met: &[i64],
    ) -> Vec<usize> {
        if self.tier != Tier::Window {
            return (0..site.len()).collect();
        }
        let shown = shown_array.map_or(0..0, Array::window);
        let also_shown = shown_array.map_or(&[][..], |shown_array| &shown_array.also_shown);
        let inside = |access: &usize| shown.contains(&(place(*access) as usize));
        let meets = |access: &usize| {
            let place = place(*access) as usize;
            met.binary_search(&site.cells.at(*access)).is_ok()
                || also_shown.binary_search(&place).is_ok()
        };
        let mut kept: Vec<usize> = (0..site.len()).filter(inside).take(4 * WINDOW).collect();
        kept.extend((0..site.len()).filter(meets).take(4 * WINDOW));
        kept.sort_unstable();
        kept.dedup();
        kept
    }
}

/// The place of a cell in an array that holds it.
fn place_in(array: &Array, site: &Site, access: usize) -> i64 {
    site.cells.at(access) - i64::from(array.first_cell)
}

/// The edges of a group between buckets; none if all of its accesses are kept.
fn edges_between(group: &Group, kept: &[Site<usize>], around: &Around<'_>) -> Vec<[usize; 4]> {
    if kept.iter().all(|site| site.buckets.is_empty()) {
        return Vec::new();
    }
    let (mut read, mut written) = (Vec::new(), Vec::new());
    for (site, kept) in group.sites.iter().zip(kept) {
        let Some(number) = kept.array.filter(|_| !kept.subscript) else {
            continue;
        };
        let array = &around.arrays[number];
        let size = bucket_size(array.length());
        let bucket = |access: usize| place_in(array, site, access) as usize / size;
        let all = if site.writes { &mut written } else { &mut read };
        all.push(BucketedSite {
            site,
            array: number,
            buckets: (0..site.len()).map(bucket).collect(),
        });
    }
    bucket::edges(&read, &written)
}
