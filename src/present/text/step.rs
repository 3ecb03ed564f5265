//! A step of a run in words.

use std::fmt::Write as _;

use super::processors::which;
use super::value::{counted, scalar_text};
use super::visible::visible;
use crate::language::Language;
use crate::present::agreeing::{Agreeing, PROCESSOR, TASK};
use crate::program::Constant;
use crate::source::{Sources, Span};
use crate::syntax::operation::operation;
use crate::trace::makers::accesses_by;
use crate::trace::{Group, Index, Place, Progression, Site, Step};

/// Numbers of a list that are written out before the rest is only counted.
const NUMBERS_SHOWN: usize = 4;
/// Longer statements are cut.
const STATEMENT_WIDTH: usize = 60;

/// The name of the index by which tasks side by side are numbered.
const TASK_INDEX: &str = "task";

const READS: Agreeing = Agreeing {
    english: ["reads", "read"],
    croatian: ["čita", "čitaju", "čita"],
};
const WRITES: Agreeing = Agreeing {
    english: ["writes", "write"],
    croatian: ["piše", "pišu", "piše"],
};
const SETS: Agreeing = Agreeing {
    english: ["sets", "set"],
    croatian: ["postavlja", "postavljaju", "postavlja"],
};
const COMPUTES: Agreeing = Agreeing {
    english: ["computes", "compute"],
    croatian: ["računa", "računaju", "računa"],
};

/// `4 processors (i = 0 to 3) read A[0, 2, 4, 6] and write A[1, 3, 5, 7]`, for each group.
pub fn sentences(step: &Step, language: Language) -> Vec<String> {
    let groups = step.groups.iter();
    groups.map(|group| sentence(group, language)).collect()
}

fn sentence(group: &Group, language: Language) -> String {
    let verb = |verb: &Agreeing| verb.with(group.processors as u64, language);
    let cells = |is_write: bool| {
        let sites = group.sites.iter().filter(|site| site.writes == is_write);
        let mut phrases: Vec<String> = Vec::new();
        for phrase in sites.map(|site| cells_phrase(site, language)) {
            if !phrases.contains(&phrase) {
                phrases.push(phrase);
            }
        }
        language.listed(&phrases)
    };
    let mut actions = Vec::new();
    let (read, written) = (cells(false), cells(true));
    if !read.is_empty() {
        actions.push(format!("{} {read}", verb(&READS)));
    }
    if !written.is_empty() {
        actions.push(format!("{} {written}", verb(&WRITES)));
    }
    let set = group
        .assigned
        .iter()
        .filter(|scalar| !scalar.name.is_empty());
    let set: Vec<String> = set.map(|scalar| scalar.name.clone()).collect();
    if !set.is_empty() {
        actions.push(format!("{} {}", verb(&SETS), language.listed(&set)));
    }
    if actions.is_empty() {
        actions.push(verb(&COMPUTES).to_owned());
    }
    let processors = processors_phrase(group, language);
    format!("{processors} {}", language.listed(&actions))
}

/// ` by 4 processors, of whose values the rule makes one`: follows the place at which `count` processors
/// write one cell, where the model combines what they write.
pub fn merged_phrase(count: usize) -> String {
    let processors = counted(count as u64, "processor");
    format!(" by {processors}, of whose values the rule makes one")
}

/// `so far: T = 1 round, 2 steps, 4 instructions; W = 2, 4, 8`: time and work in these three units.
pub fn so_far(time: [u64; 3], work: [u64; 3]) -> String {
    format!(
        "so far: T = {}, {}, {}; W = {}, {}, {}",
        counted(time[0], "round"),
        counted(time[1], "step"),
        counted(time[2], "instruction"),
        work[0],
        work[1],
        work[2]
    )
}

/// `4 processors (i = 0 to 3)`; `the program` in sequential code.
fn processors_phrase(group: &Group, language: Language) -> String {
    let task = group
        .indices
        .last()
        .filter(|index| index.name == TASK_INDEX);
    let noun = if task.is_some() { TASK } else { PROCESSOR };
    let counted = noun.counted(group.processors as u64, language);
    if group.indices.is_empty() {
        return match group.processors {
            1 => language.choose("the program", "program").to_owned(),
            _ => counted,
        };
    }
    if group.processors == 1 {
        if task.is_none() {
            return format!("{} {}", noun.with(1, language), group.name(0));
        }
        return task_name(group, language);
    }
    let varying: Vec<&Index> = (group.indices.iter())
        .filter(|index| !matches!(index.values, Progression::Line { step: 0, .. }))
        .collect();
    let names = match varying[..] {
        [index] if !index.name.is_empty() => {
            let range = range(&index.values, language.choose("to", "do"));
            format!("{} = {range}", index.name)
        }
        _ => which(&group.indices, language),
    };
    format!("{counted} ({names})")
}

/// `task 2 of task 1`, `task 2 of i = 3`: the first processor of a group of tasks.
fn task_name(group: &Group, language: Language) -> String {
    let mut names: Vec<String> = Vec::new();
    let mut is_open = false;
    for Index {
        name: index,
        values,
    } in &group.indices
    {
        let value = values.at(0);
        let is_task = index == TASK_INDEX;
        let name = if is_task {
            format!("{} {value}", TASK.with(1, language))
        } else {
            format!("{index} = {value}")
        };
        match names.last_mut().filter(|_| is_open && !is_task) {
            Some(processor) => {
                let _ = write!(processor, ", {name}");
            }
            None => names.push(name),
        }
        is_open = !is_task;
    }
    names.reverse();
    names.join(language.choose(" of ", " od "))
}

/// `0 to 7`, `0, 2, … 14`, `3, 7, 9`.
fn range(values: &Progression, to: &str) -> String {
    if let Progression::Line { from, step, count } = values
        && *step == 1
        && *count > 2
    {
        return format!("{from} {to} {}", values.at(count - 1));
    }
    numbers(values, |number| number.to_string())
}

/// The first few and the last.
pub(super) fn numbers(values: &Progression, name: impl Fn(i64) -> String) -> String {
    let count = values.len();
    let shown: Vec<String> = values.iter().take(NUMBERS_SHOWN).map(&name).collect();
    match count.checked_sub(shown.len()) {
        None | Some(0) => shown.join(", "),
        Some(1) => format!("{}, {}", shown.join(", "), name(values.at(count - 1))),
        Some(_) => format!(
            "{}, … {}",
            shown[..3].join(", "),
            name(values.at(count - 1))
        ),
    }
}

/// `A[0..7]`, `A[1, 3, 5]`, `M[2,3]`, `x`; `B[1] of their own` where each processor has another array.
fn cells_phrase(site: &Site, language: Language) -> String {
    let array = &site.name;
    let is_same = matches!(site.cells, Progression::Line { step: 0, .. });
    if site.rank == 0 || is_same || site.len() == 1 {
        return site.cell(0);
    }
    let is_one_array = matches!(site.bases, Progression::Line { step: 0, .. });
    if !is_one_array || site.rank > 1 {
        let (first, last) = (site.cell(0), site.cell(site.len() - 1));
        let between = if site.len() > 2 { " …" } else { "," };
        let cells = if is_one_place(site) {
            first
        } else {
            format!("{first}{between} {last}")
        };
        return format!("{cells}{}", whose_arrays(site, language));
    }
    let base = site.bases.at(0);
    match &site.cells {
        Progression::Line { from, step, count } if step.abs() == 1 && *count > 2 => {
            let last = site.cells.at(count - 1);
            let (low, high) = (from.min(&last) - base, from.max(&last) - base);
            format!("{array}[{low}..{high}]")
        }
        cells => format!(
            "{array}[{}]",
            numbers(cells, |cell| (cell - base).to_string())
        ),
    }
}

/// ` of their own` after the cells of accesses that are to as many arrays; ` of 4 arrays` where they are to
/// fewer, but several; nothing where they are to one.
fn whose_arrays(site: &Site, language: Language) -> String {
    let mut bases: Vec<i64> = site.bases.iter().collect();
    bases.sort_unstable();
    bases.dedup();
    match bases.len() {
        0 | 1 => String::new(),
        all if all == site.len() => language
            .choose(" of their own", " u vlastitom polju")
            .to_owned(),
        several => language.choose(
            format!(" of {several} arrays"),
            format!(" u {several} polja"),
        ),
    }
}

/// Whether all accesses have the same subscripts.
fn is_one_place(site: &Site) -> bool {
    let is_constant = |numbers: &Progression| matches!(numbers, Progression::Line { step: 0, .. });
    is_constant(&site.offsets()) && site.inner_lengths.iter().all(is_constant)
}

/// What single processors of a step do, the one that is followed first; of many the first few, and
/// how many there are.
pub fn processor_lines(step: &Step, followed: Option<&str>, most: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let groups = step.groups.iter().map(|group| {
        let at_followed = followed.and_then(|name| group.position_of(name));
        (group, at_followed)
    });
    let mut groups: Vec<_> = groups.collect();
    groups.sort_by_key(|(_, at_followed)| at_followed.is_none());
    for (group, at_followed) in groups {
        let mut positions: Vec<usize> = at_followed.into_iter().collect();
        positions.extend((0..group.processors.min(most)).filter(|at| Some(*at) != at_followed));
        positions.truncate(most);
        let rest = group.processors - positions.len();
        for position in positions {
            lines.push(processor_line(group, position));
        }
        if rest > 0
            && let Some(last) = lines.last_mut()
        {
            let _ = write!(last, "  … and {}", counted(rest as u64, "other processor"));
        }
    }
    lines.truncate(most);
    lines
}

/// `i = 2: reads A[4] = 7, A[5] = 1; writes A[5] = 8; t = 3`
pub fn processor_line(group: &Group, position: usize) -> String {
    let own = |is_write: bool| {
        let sites = group
            .sites
            .iter()
            .filter(move |site| site.writes == is_write);
        let accesses = sites.flat_map(|site| accesses_of(site, position));
        accesses.collect::<Vec<String>>().join(", ")
    };
    let mut parts = Vec::new();
    let (read, written) = (own(false), own(true));
    if !read.is_empty() {
        parts.push(format!("reads {read}"));
    }
    if !written.is_empty() {
        parts.push(format!("writes {written}"));
    }
    for scalar in group
        .assigned
        .iter()
        .filter(|scalar| !scalar.name.is_empty())
    {
        let value = value_text(scalar.values.at(position));
        parts.push(format!("{} = {value}", scalar.name));
    }
    let name = group.name(position);
    let text = if parts.is_empty() {
        "computes".to_owned()
    } else {
        parts.join("; ")
    };
    if name.is_empty() {
        text
    } else {
        format!("{name}: {text}")
    }
}

/// The accesses of one processor at a place: `A[4] = 7`.
fn accesses_of(site: &Site, position: usize) -> Vec<String> {
    let own: Vec<usize> = match &site.positions {
        // Every processor makes one, in order.
        Progression::Line {
            from: 0,
            step: 1,
            count,
        } if position < *count => vec![position],
        _ => accesses_by(site, position).collect(),
    };
    own.into_iter()
        .map(|access| format!("{} = {}", site.cell(access), value_text(site.value(access))))
        .collect()
}

/// A value as text; `_` where there is none.
pub fn value_text(value: Option<Constant>) -> String {
    value.map_or_else(|| "_".to_owned(), scalar_text)
}

/// The accesses at one moment of a step: the k-th read of every processor; at most `most` of each kind are written out.
pub fn moment(step: &Step, ordinal: Option<i64>, most: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for (group, site) in step.sites() {
        let at_moment = |access: &usize| match ordinal {
            Some(ordinal) => !site.writes && site.ordinals.at(*access) == ordinal,
            None => site.writes,
        };
        let accesses: Vec<usize> = (0..site.len()).filter(at_moment).collect();
        let verb = if site.writes { "writes" } else { "reads" };
        for access in accesses.iter().take(most) {
            let name = group.name(site.positions.at(*access) as usize);
            let who = if name.is_empty() {
                "the program"
            } else {
                &name
            };
            let value = value_text(site.value(*access));
            lines.push(format!("{who} {verb} {} = {value}", site.cell(*access)));
        }
        if accesses.len() > most {
            let rest = (accesses.len() - most) as u64;
            lines.push(format!("… and {}", counted(rest, "other processor")));
        }
    }
    lines
}

/// The statement under a span in one line, cut where it is long.
pub fn statement(sources: &Sources, span: Span) -> String {
    let words: Vec<&str> = sources.text(span).split_whitespace().collect();
    let line = words.join(" ");
    let line = visible(&line);
    if line.chars().count() <= STATEMENT_WIDTH {
        return line;
    }
    let cut: String = line.chars().take(STATEMENT_WIDTH - 1).collect();
    format!("{cut}…")
}

/// Places of the source, as a trace has them.
pub fn places(sources: &Sources, spans: impl Iterator<Item = Span>) -> Vec<Place> {
    let place = |span: Span| {
        let at = sources.position(span);
        Place {
            source: span.file.0 as usize,
            line: at.line,
            column: at.column,
            text: statement(sources, span),
            operation: operation(sources.text(span)),
        }
    };
    spans.map(place).collect()
}
