//! Who met whom: the accesses of one step, written down and sorted, when the stamps say that two
//! processors met.
//!
//! What is reported is the same on every run: among the cells in which processors met, the one
//! that the lowest-numbered of all these processors touched (the first it touched), with all
//! processors that met there in order.

use super::commit;
use super::crew::name_cell;
use super::evaluate::Results;
use super::model::{Legality, Model, Simultaneity};
use super::naming::{Cast, Processor};
use super::reading::ReadLog;
use super::schedule::Group;
use super::team::{Handle, TeamId};
use super::violation::{Access, Violation};
use crate::code::control::{Control, Instruction};
use crate::code::kernel::{ArrayRef, Op};
use crate::diagnostic::Code as DiagnosticCode;
use crate::semantic::program::{ArrayId, Constant, WhyShared};
use crate::source::Span;

/// A group in the midst of a step.
#[derive(Debug)]
pub struct Acting<'c> {
    /// The group.
    pub group: Group,
    /// What it executes.
    pub instruction: &'c Instruction,
    /// What came out.
    pub results: Results,
    /// Number of its team's lane 0 in the step.
    pub first: u32,
    /// The asynchronous block that its processors are in.
    pub native: Option<TeamId>,
}

impl Acting<'_> {
    /// The cells it writes and the values they get, when it executes a write.
    pub fn writes(&self) -> Option<Writes<'_>> {
        match &self.instruction.control {
            Control::Write {
                array,
                array_ref,
                span,
                shared,
                ..
            } => Some(Writes {
                array_ref: *array_ref,
                cells: &self.results.columns[0],
                values: &self.results.columns[1],
                array: *array,
                span: *span,
                shared: *shared,
            }),
            _ => None,
        }
    }

    /// Those of its writes that are held against the others of the same step: to shared memory,
    /// from synchronous code.
    pub fn checked_writes(&self) -> Option<Writes<'_>> {
        self.writes()
            .filter(|writes| writes.shared && self.native.is_none())
    }

    /// The processor at a position.
    pub fn processor(&self, position: usize) -> Processor {
        Processor {
            team: self.group.team,
            lane: self.group.lanes.at(position),
        }
    }
}

/// The writes of a group in one step, one per processor.
#[derive(Clone, Copy)]
pub struct Writes<'a> {
    /// Cell numbers.
    pub cells: &'a [i64],
    /// Values.
    pub values: &'a [i64],
    /// What is written.
    pub array: ArrayId,
    /// How the processors see it.
    pub array_ref: ArrayRef,
    /// The cell in the source.
    pub span: Span,
    /// Whether these are accesses to shared memory.
    pub shared: bool,
}

/// The order of all processors of a step.
pub enum Ranks {
    /// One group: by position.
    Position,
    /// Several: by group and position.
    Table(Vec<Vec<u32>>),
}

impl Ranks {
    /// Of the processors of these groups.
    pub fn of(cast: Cast<'_>, acting: &[Acting<'_>]) -> Self {
        if acting.len() == 1 {
            return Self::Position;
        }
        let mut table: Vec<Vec<u32>> = acting
            .iter()
            .map(|actor| vec![0; actor.group.lanes.len()])
            .collect();
        for (rank, (group, position)) in in_order(cast, acting).into_iter().enumerate() {
            table[group][position] = rank as u32;
        }
        Self::Table(table)
    }

    fn rank(&self, group: usize, position: u32) -> u32 {
        match self {
            Self::Position => position,
            Self::Table(table) => table[group][position as usize],
        }
    }
}

/// Group and position of every processor of a step, in processor order.
pub fn in_order(cast: Cast<'_>, acting: &[Acting<'_>]) -> Vec<(usize, usize)> {
    let one_team = acting
        .windows(2)
        .all(|pair| pair[0].group.team == pair[1].group.team);
    if one_team {
        return sorted(acting, |actor, position| actor.group.lanes.at(position));
    }
    sorted(acting, |actor, position| {
        cast.path(actor.processor(position))
    })
}

fn sorted<K: Ord>(
    acting: &[Acting<'_>],
    key: impl Fn(&Acting<'_>, usize) -> K,
) -> Vec<(usize, usize)> {
    let mut order: Vec<(K, u32, u32)> = Vec::new();
    for (group, actor) in acting.iter().enumerate() {
        for position in 0..actor.group.lanes.len() {
            order.push((key(actor, position), group as u32, position as u32));
        }
    }
    order.sort_unstable();
    order
        .into_iter()
        .map(|(_, group, position)| (group as usize, position as usize))
        .collect()
}

/// One access.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Touch {
    /// The cell, and above it the moment where moments are told apart.
    key: u64,
    rank: u32,
    /// Which of the processor's accesses: the instruction of its kernel.
    op: u32,
    group: u32,
    position: u32,
}

/// All reads of a step; per access, only those of one moment meet.
pub fn reads(logs: &[ReadLog], ranks: &Ranks, simultaneity: Simultaneity) -> Vec<Touch> {
    let mut touches = Vec::new();
    for (group, log) in logs.iter().enumerate() {
        for site in &log.sites {
            touches.extend(site.reads().map(|(position, moment, cell)| {
                let moment = match simultaneity {
                    Simultaneity::Step => 0,
                    Simultaneity::Access => u64::from(moment),
                };
                Touch {
                    key: moment << 32 | u64::from(cell),
                    rank: ranks.rank(group, position),
                    op: site.op,
                    group: group as u32,
                    position,
                }
            }));
        }
    }
    touches
}

/// All writes of a step.
pub fn writes(acting: &[Acting<'_>], ranks: &Ranks) -> Vec<Touch> {
    let mut touches = Vec::new();
    for (group, actor) in acting.iter().enumerate() {
        let Some(writes) = actor.checked_writes() else {
            continue;
        };
        touches.extend(
            writes
                .cells
                .iter()
                .enumerate()
                .map(|(position, cell)| Touch {
                    key: *cell as u64,
                    rank: ranks.rank(group, position as u32),
                    op: 0,
                    group: group as u32,
                    position: position as u32,
                }),
        );
    }
    touches
}

/// The cell to report, and how many were met in.
#[derive(Debug)]
pub struct Meeting {
    /// The accesses to the cell, in processor order.
    touches: Vec<Touch>,
    cells: u64,
    processors: u64,
}

/// Finds out where processors met. `counts` says of the accesses to one cell, in processor
/// order, whether they are a meeting; two processors are needed in any case.
pub fn meeting(mut touches: Vec<Touch>, counts: impl Fn(&[Touch]) -> bool) -> Option<Meeting> {
    touches.sort_unstable();
    let mut reported: Option<&[Touch]> = None;
    let mut cells = 0;
    let mut involved = Vec::new();
    for run in touches.chunk_by(|a, b| a.key == b.key) {
        if run[0].rank == run[run.len() - 1].rank || !counts(run) {
            continue;
        }
        cells += 1;
        involved.extend(run.iter().map(|touch| touch.rank));
        let earliest = |run: &[Touch]| (run[0].rank, run[0].op);
        if reported.is_none_or(|best| earliest(run) < earliest(best)) {
            reported = Some(run);
        }
    }
    involved.sort_unstable();
    involved.dedup();
    let touches = reported?.to_vec();
    Some(Meeting {
        touches,
        cells,
        processors: involved.len() as u64,
    })
}

/// Whether the writers of a cell disagree.
pub fn disagree(acting: &[Acting<'_>], run: &[Touch], cast: Cast<'_>) -> bool {
    let actor = |touch: &Touch| &acting[touch.group as usize];
    let value = |touch: &Touch| actor(touch).results.columns[1][touch.position as usize];
    let first = actor(&run[0]);
    let ty = first
        .writes()
        .map(|writes| commit::array_info(&writes, first, cast).element);
    ty.is_some_and(|ty| {
        run.windows(2)
            .any(|pair| commit::differ(value(&pair[0]), value(&pair[1]), ty))
    })
}

/// What is the same for every report of a step.
#[derive(Clone, Copy)]
pub struct Circumstances {
    /// The rules.
    pub model: Model,
    /// Which accesses are simultaneous.
    pub simultaneity: Simultaneity,
    /// The step.
    pub step: u64,
    /// The weakest models that allow it.
    pub allowed_by: Legality,
}

/// How many processors a report names.
const NAMED: usize = 8;

/// Puts a meeting into words and places.
pub fn describe(
    meeting: &Meeting,
    code: DiagnosticCode,
    circumstances: Circumstances,
    cast: Cast<'_>,
    acting: &[Acting<'_>],
) -> Violation {
    let touches = &meeting.touches;
    let mut firsts: Vec<&Touch> = Vec::new();
    for touch in touches {
        if firsts.last().is_none_or(|last| last.rank != touch.rank) {
            firsts.push(touch);
        }
    }
    let processor = |touch: &Touch| acting[touch.group as usize].processor(touch.position as usize);
    let name = |touch: &Touch| cast.name(processor(touch)).unwrap_or_default();
    let sites: Vec<Site> = touches.iter().map(|touch| site(touch, acting)).collect();

    // The first two processors, then every further place in the source.
    let mut shown: Vec<usize> = Vec::new();
    for (at, touch) in touches.iter().enumerate() {
        // In processor order: of those shown, one other processor differs from the first.
        let is_other = |other: &usize| touches[*other].rank != touch.rank;
        let has_two = shown
            .last()
            .is_some_and(|last| touches[*last].rank != touches[shown[0]].rank);
        let new_processor = !has_two && shown.iter().all(is_other);
        let new_place = shown
            .iter()
            .all(|other| sites[*other].span != sites[at].span);
        if shown.len() < NAMED && (new_processor || new_place) {
            shown.push(at);
        }
    }
    let accesses = shown.iter().map(|at| Access {
        span: sites[*at].span,
        processor: name(&touches[*at]),
        value: sites[*at]
            .word
            .map(|word| Constant::from_word(word, sites[*at].element(cast))),
    });
    let (cell, why_shared) = sites[0].describe(touches[0].key as u32, cast);
    let values = |touch: &&Touch| {
        cast.indices(processor(touch))
            .into_iter()
            .map(|(_, value)| value)
            .collect()
    };
    Violation {
        code,
        model: circumstances.model,
        simultaneity: circumstances.simultaneity,
        step: circumstances.step,
        cell,
        accesses: accesses.collect(),
        processors: firsts.iter().take(NAMED).map(|touch| name(touch)).collect(),
        indices: firsts.iter().take(NAMED).map(values).collect(),
        processor_count: firsts.len() as u64,
        cells_in_step: meeting.cells,
        processors_in_step: meeting.processors,
        allowed_by: circumstances.allowed_by,
        why_shared,
    }
}

/// Where in the source an access stands, and to what.
struct Site {
    span: Span,
    array: ArrayId,
    /// The processor that accessed.
    processor: Processor,
    /// What it wrote.
    word: Option<i64>,
    /// How the array is seen from there.
    up: u32,
    slot: usize,
}

fn site(touch: &Touch, acting: &[Acting<'_>]) -> Site {
    let actor = &acting[touch.group as usize];
    let kernel = actor
        .instruction
        .control
        .kernel()
        .expect("only kernels access memory");
    let (span, array, address, word) = match (kernel.ops.get(touch.op as usize), actor.writes()) {
        (_, Some(writes)) if touch.op == 0 => {
            let word = writes.values[touch.position as usize];
            (writes.span, writes.array, kernel.outputs[0], Some(word))
        }
        (Some(Op::Read { address, array, .. }), _) => {
            (kernel.spans[touch.op as usize], *array, *address, None)
        }
        _ => unreachable!("a read is logged by a read instruction"),
    };
    let seen = kernel.ops.iter().find_map(|op| match op {
        Op::Address { to, array, .. } if *to == address => Some(*array),
        _ => None,
    });
    let seen = seen.expect("an address comes from an address instruction");
    Site {
        span,
        array,
        processor: actor.processor(touch.position as usize),
        word,
        up: seen.up,
        slot: seen.slot.0 as usize,
    }
}

impl Site {
    fn info<'a>(&self, cast: Cast<'a>) -> &'a crate::code::control::ArrayInfo {
        let team = &cast.teams[self.processor.team.0 as usize];
        &cast.code.algorithms[team.algorithm.index()].arrays[self.array.index()]
    }

    fn element(&self, cast: Cast<'_>) -> crate::semantic::program::Type {
        self.info(cast).element
    }

    fn describe(&self, cell: u32, cast: Cast<'_>) -> (String, Option<WhyShared>) {
        let info = self.info(cast);
        let handle = self.handle(cast);
        let name = handle.map_or(info.name.clone(), |handle| {
            name_cell(&info.name, info.rank, handle, cell)
        });
        (name, info.why_shared)
    }

    fn handle(&self, cast: Cast<'_>) -> Option<Handle> {
        let mut processor = self.processor;
        for _ in 0..self.up {
            let team = &cast.teams[processor.team.0 as usize];
            processor = Processor {
                team: team.creator?,
                lane: team.origin.of(processor.lane),
            };
        }
        let team = &cast.teams[processor.team.0 as usize];
        team.arrays[self.slot]
            .as_ref()
            .map(|column| column.at(processor.lane))
    }
}
