//! Where time and work of a run go, by algorithm and source line.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use crate::cost::{Cost, Profile};
use crate::machine::event::{Observer, Part, Stretch};
use crate::program::Program;
use crate::quantity::{Per, Unit};
use crate::result::study::{AlgorithmShare, Anatomy, LineShare, ProfileEntry, Share, Size};
use crate::source::{FileId, Sources, Span};

/// Longer lines are cut.
const LONGEST_LINE: usize = 120;

/// Listens to a run and books every step on its statement.
pub(super) struct Dissector {
    shares: BTreeMap<Span, Share>,
    processors: u64,
}

impl Dissector {
    /// For a run on so many processors.
    pub fn new(processors: u64) -> Self {
        Self {
            shares: BTreeMap::new(),
            processors: processors.max(1),
        }
    }
}

impl Observer for Dissector {
    fn step(&mut self, parts: &[Part]) {
        let active: u64 = parts.iter().map(|part| part.active).sum();
        // A step of more processors than there are is done in several turns.
        let turns = active.div_ceil(self.processors);
        let longest = parts
            .iter()
            .enumerate()
            .max_by_key(|(at, part)| (part.longest, std::cmp::Reverse(*at)));
        let longest = longest.map(|(at, _)| at);
        for (at, part) in parts.iter().enumerate() {
            let share = self.shares.entry(part.span).or_default();
            share.executions += 1;
            share.work_steps += part.active;
            share.work_instructions += part.instructions;
            share.reads += part.reads;
            share.writes += part.writes;
            if longest == Some(at) {
                share.time_steps += turns;
                share.time_instructions += turns * part.longest;
            }
        }
    }

    fn stretch(&mut self, stretch: Stretch<'_>) {
        for statement in stretch.statements {
            let share = self.shares.entry(statement.span).or_default();
            share.executions += statement.times;
            share.work_steps += statement.times;
            share.work_instructions += statement.instructions;
            share.reads += statement.reads;
            share.writes += statement.writes;
            share.time_steps += statement.times;
            share.time_instructions += statement.instructions;
        }
    }
}

/// The anatomy of a run whose cost is known.
pub(super) fn anatomy(
    dissector: &Dissector,
    program: &Program,
    sources: &Sources,
    inputs: Size,
    cost: &Cost,
) -> Anatomy {
    let headers = headers(program);
    let mut lines: BTreeMap<(FileId, usize), LineShare> = BTreeMap::new();
    let mut algorithms: IndexMap<String, Share> = IndexMap::new();
    for (span, share) in &dissector.shares {
        let algorithm = algorithm_of(&headers, *span);
        add(algorithms.entry(algorithm.clone()).or_default(), share);
        let line = sources.position(*span).line;
        let row = lines.entry((span.file, line)).or_insert_with(|| LineShare {
            algorithm,
            file: sources.get(span.file).name.clone(),
            line,
            source: first_line(sources.text(*span)),
            share: Share::default(),
        });
        add(&mut row.share, share);
    }
    let mut whole = Share::default();
    for share in dissector.shares.values() {
        add(&mut whole, share);
    }
    let mut algorithms: Vec<AlgorithmShare> = algorithms
        .into_iter()
        .map(|(algorithm, share)| AlgorithmShare {
            algorithm,
            share: of_whole(share, &whole),
        })
        .collect();
    algorithms.sort_by_key(|row| std::cmp::Reverse(row.share.time_instructions));
    let entries = |profile: &Profile| -> Vec<ProfileEntry> {
        let entries = profile.time_by_active.iter();
        entries
            .map(|(active, time)| ProfileEntry {
                active: *active,
                time: *time,
            })
            .collect()
    };
    let profile = Per::each(&Unit::COUNTED, |unit| match unit {
        Unit::Rounds => entries(&cost.rounds),
        Unit::Steps => entries(&cost.steps),
        _ => entries(&cost.instructions),
    });
    Anatomy {
        inputs,
        processors: dissector.processors,
        algorithms,
        lines: lines
            .into_values()
            .map(|row| LineShare {
                share: of_whole(row.share, &whole),
                ..row
            })
            .collect(),
        parallelism: cost.parallelism.clone(),
        profile,
    }
}

fn add(sum: &mut Share, share: &Share) {
    sum.executions += share.executions;
    sum.time_steps += share.time_steps;
    sum.time_instructions += share.time_instructions;
    sum.work_steps += share.work_steps;
    sum.work_instructions += share.work_instructions;
    sum.reads += share.reads;
    sum.writes += share.writes;
}

fn of_whole(share: Share, whole: &Share) -> Share {
    let part = |part: u64, whole: u64| part as f64 / whole.max(1) as f64;
    Share {
        time_share: part(share.time_instructions, whole.time_instructions),
        work_share: part(share.work_instructions, whole.work_instructions),
        ..share
    }
}

/// The algorithms by where they begin.
fn headers(program: &Program) -> BTreeMap<(FileId, u32), String> {
    let algorithms = program.algorithms.iter();
    algorithms
        .map(|algorithm| {
            let at = (algorithm.span.file, algorithm.span.start);
            (at, algorithm.name.clone())
        })
        .collect()
}

fn algorithm_of(headers: &BTreeMap<(FileId, u32), String>, span: Span) -> String {
    let first = (span.file, 0);
    headers
        .range(first..=(span.file, span.start))
        .next_back()
        .map_or_else(String::new, |(_, name)| name.clone())
}

fn first_line(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default().trim();
    if line.chars().count() <= LONGEST_LINE {
        return line.to_owned();
    }
    let kept: String = line.chars().take(LONGEST_LINE - 1).collect();
    format!("{kept}…")
}
