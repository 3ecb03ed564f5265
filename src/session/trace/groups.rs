//! What the groups of a step do, as data.

use super::{Teller, WINDOW, numbers};
use crate::machine::step_view::Variable;
use crate::present::json::trace::Tier;
use crate::present::json::trace_step::{
    AssignedJson, GroupJson, IndexJson, ReturnedJson, SiteJson, UsedJson,
};
use crate::present::json::trace_values::{NumbersJson, WordJson};
use crate::present::text::step::statement;
use crate::program::Constant;
use crate::result::progression::Progression;
use crate::result::step::{GroupRecord, SiteRecord};
use crate::source::Sources;

/// What processors compute from, beside the cells that they read.
#[derive(Clone, Default)]
pub(super) struct Passed {
    /// Scalars.
    pub used: Vec<UsedJson>,
    /// Results of calls, by the numbers of these.
    pub results: Vec<usize>,
    /// Arrays of their own.
    pub own_reads: Vec<String>,
    /// Whether some of it was drawn at random.
    pub draws: bool,
}

impl Passed {
    fn is_empty(&self) -> bool {
        let is_without_reads = self.results.is_empty() && self.own_reads.is_empty();
        self.used.is_empty() && is_without_reads && !self.draws
    }

    fn extend(&mut self, other: &Self) {
        self.used.extend(other.used.iter().cloned());
        self.results.extend(&other.results);
        self.own_reads.extend(other.own_reads.iter().cloned());
        self.draws |= other.draws;
    }
}

impl Teller {
    /// What a group does in a step in which processors meet in some cells, ascending.
    pub(super) fn group(
        &mut self,
        group: &GroupRecord,
        sources: &Sources,
        met: &[i64],
    ) -> GroupJson {
        let Passed {
            used,
            results,
            own_reads,
            draws,
        } = self.read_by(&group.for_written(), sources);
        let call = group.returned.as_ref().map(|returned| {
            self.passed.remove(&returned.into);
            let next = self.calls.len();
            *self.calls.entry(returned.into).or_insert(next)
        });
        for scalar in &group.assigned {
            self.arguments.remove(&scalar.variable);
        }
        let passed = group.passed.iter().map(|passed| &passed.scalar);
        let assigned = group.assigned.iter().chain(passed);
        let assigned = assigned.filter(|scalar| !scalar.name.is_empty());
        let assigned = assigned.map(|scalar| (self.variable(scalar.variable), scalar));
        let assigned: Vec<_> = assigned.collect();
        let sites = group.sites.iter();
        let sites = sites.map(|site| self.site((group, site), sources, met));
        let index = |(name, values): &(String, Progression)| IndexJson {
            name: name.clone(),
            values: self.cut(values),
        };
        let values = |words: &Progression, ty| {
            let words = words.iter().take(self.most());
            words
                .map(|word| Some(Constant::from_word(word, ty).into()))
                .collect()
        };
        let assigned = assigned.into_iter();
        GroupJson {
            source: group.statement.file.0 as usize,
            line: sources.position(group.statement).line,
            statement: statement(sources, group.statement),
            processors: group.processors,
            indices: group.indices.iter().map(index).collect(),
            sites: sites.collect(),
            own_reads,
            used,
            assigned: assigned
                .map(|(number, scalar)| AssignedJson {
                    name: scalar.name.clone(),
                    scalar: number,
                    values: values(&scalar.words, scalar.ty),
                })
                .collect(),
            results,
            draws,
            returned: group
                .returned
                .as_ref()
                .zip(call)
                .map(|(returned, call)| ReturnedJson {
                    call,
                    algorithm: returned.algorithm.clone(),
                    values: values(&returned.words, returned.ty),
                }),
        }
    }

    /// Notes what a group reads that returns results or passes arguments without a step: in the trace the
    /// groups that use these results or parameters read it.
    pub(super) fn hand(&mut self, group: &GroupRecord, sources: &Sources) {
        if let Some(returned) = &group.returned {
            let read = self.read_by(group, sources);
            self.passed.insert(returned.into, read);
            return;
        }
        let passed = group.passed.iter().map(|passed| {
            let read = self.read_by(&group.for_argument(passed.argument), sources);
            (passed.scalar.variable, read)
        });
        let passed: Vec<_> = passed.filter(|(_, read)| !read.is_empty()).collect();
        self.arguments.extend(passed);
    }

    /// What a group computes from, beside the cells that it reads.
    fn read_by(&mut self, group: &GroupRecord, sources: &Sources) -> Passed {
        let own_reads = group.own_reads.iter();
        let mut read = Passed {
            own_reads: own_reads.map(|read| statement(sources, *read)).collect(),
            draws: !group.drawn.is_empty(),
            ..Passed::default()
        };
        for used in &group.used {
            if let Some(argument) = self.arguments.get(&used.variable) {
                read.extend(argument);
                continue;
            }
            read.used.push(UsedJson {
                name: used.name.clone(),
                scalar: self.variable(used.variable),
                indices: used.indices,
            });
        }
        for temporary in &group.temporaries {
            if let Some(passed) = self.passed.get(temporary) {
                read.extend(passed);
            } else {
                read.results.extend(self.calls.get(temporary));
            }
        }
        read
    }

    /// The number of a scalar, which becomes known.
    fn variable(&mut self, variable: Variable) -> usize {
        let next = self.variables.len();
        *self.variables.entry(variable).or_insert(next)
    }

    /// The most processors, and the most accesses of a site, that a trace of this detail holds for a group.
    fn most(&self) -> usize {
        match self.tier {
            Tier::Full => usize::MAX,
            Tier::Window => WINDOW,
            Tier::Shape => 0,
        }
    }

    /// Numbers of a group: lines as they are, lists as far as they are told.
    fn cut(&self, values: &Progression) -> NumbersJson {
        match values {
            Progression::Line { .. } => values.into(),
            Progression::List(list) => numbers(list.iter().copied().take(self.most())),
        }
    }

    fn site(
        &self,
        (group, site): (&GroupRecord, &SiteRecord),
        sources: &Sources,
        met: &[i64],
    ) -> SiteJson {
        let array = self.arrays.of_site(site);
        let base = array.map(|array| i64::from(self.arrays.told[array].first_cell));
        let place = |access: usize| match base {
            Some(base) => site.cells.at(access) - base,
            None => site.offset(access),
        };
        let shown = array.map_or(0..0, |array| self.arrays.told[array].window());
        let also_shown = array.map_or(&[][..], |array| &self.arrays.told[array].also_shown);
        let told: Vec<usize> = match self.tier {
            Tier::Full | Tier::Shape => (0..site.len()).collect(),
            Tier::Window => {
                let inside = |access: &usize| shown.contains(&(place(*access) as usize));
                let meets = |access: &usize| {
                    let place = place(*access) as usize;
                    met.binary_search(&site.cells.at(*access)).is_ok()
                        || also_shown.binary_search(&place).is_ok()
                };
                let mut told: Vec<usize> =
                    (0..site.len()).filter(inside).take(4 * WINDOW).collect();
                // Those to cells in which processors meet are told wherever they are.
                told.extend((0..site.len()).filter(meets).take(4 * WINDOW));
                told.sort_unstable();
                told.dedup();
                told
            }
        };
        let of = |number: &dyn Fn(usize) -> i64| -> NumbersJson {
            let found: Progression = told.iter().map(|access| number(*access)).collect();
            match self.tier {
                Tier::Full | Tier::Window => (&found).into(),
                Tier::Shape => self.cut(&found),
            }
        };
        let value = |access: &usize| site.value(*access).map(WordJson::from);
        SiteJson {
            text: statement(sources, site.span),
            writes: site.is_write,
            subscript: group.reads_for_subscript(site),
            shared: site.is_shared,
            count: site.len(),
            array,
            own: array.is_none() && site.bases.iter().min() != site.bases.iter().max(),
            positions: of(&|access| site.positions.at(access)),
            ordinals: of(&|access| site.ordinals.at(access)),
            cells: of(&place),
            values: (self.tier != Tier::Shape).then(|| told.iter().map(value).collect()),
        }
    }
}
