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
use super::plan::Cells;
use super::presence::Presence;
use super::reading::ReadLog;
use super::schedule::Group;
use super::team::TeamId;
use super::violation::{Access, Violation};
use crate::code::control::{Control, Instruction};
use crate::code::kernel::{ArrayRef, Op};
use crate::diagnostic::Code as DiagnosticCode;
use crate::engine::handle::Handle;
use crate::program::{ArrayId, Constant, WhyShared};
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
    /// What it read, where every read has to be written down.
    pub log: ReadLog,
    /// Number of its team's lane 0 in the step.
    pub first: u32,
    /// The asynchronous block that its processors are in.
    pub native: Option<TeamId>,
    /// Whether its accesses are held against others of its section cell by cell.
    pub stamped: bool,
}

impl Acting<'_> {
    /// Whether it executes a write.
    pub fn is_write(&self) -> bool {
        matches!(self.instruction.control, Control::Write { .. })
    }

    /// Whether it writes to shared memory from synchronous code, and so is held against the others
    /// of the same step.
    fn is_checked_write(&self) -> bool {
        self.is_shared_write() && self.native.is_none()
    }

    /// Whether it executes a write to shared memory.
    pub fn is_shared_write(&self) -> bool {
        matches!(
            self.instruction.control,
            Control::Write { shared: true, .. }
        )
    }

    /// What is known of the cells of its writes that are held against others.
    pub fn written_cells(&self) -> Option<Cells> {
        let kernel = self.instruction.control.kernel()?;
        (self.is_checked_write()).then(|| self.results.plan.cells(kernel.outputs[0]))
    }

    /// Writes out what it writes, cell by cell.
    pub fn write_out(&mut self) {
        let lanes = &self.group.lanes;
        for output in &mut self.results.outputs {
            output.write_out(lanes);
        }
    }

    /// The cells it writes and the values they get, when it executes a write. They are written
    /// out.
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
                cells: self.results.outputs[0].written_out(),
                values: self.results.outputs[1].written_out(),
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
        self.is_checked_write().then(|| self.writes()).flatten()
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
pub fn reads<'a>(
    logs: &'a [ReadLog],
    ranks: &'a Ranks,
    simultaneity: Simultaneity,
) -> impl Iterator<Item = Touch> + Clone + 'a {
    let sites = (logs.iter().enumerate())
        .flat_map(|(group, log)| log.sites.iter().map(move |site| (group, site)));
    sites.flat_map(move |(group, site)| {
        site.reads().map(move |(position, moment, cell)| {
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
        })
    })
}

/// All writes of a step.
pub fn writes<'a>(
    acting: &'a [Acting<'_>],
    ranks: &'a Ranks,
) -> impl Iterator<Item = Touch> + Clone + 'a {
    let written = (acting.iter().enumerate())
        .filter_map(|(group, actor)| Some((group, actor.checked_writes()?)));
    written.flat_map(move |(group, writes)| {
        let cells = writes.cells.iter().enumerate();
        cells.map(move |(position, cell)| Touch {
            key: *cell as u64,
            rank: ranks.rank(group, position as u32),
            op: 0,
            group: group as u32,
            position: position as u32,
        })
    })
}

/// The cell to report, and how many were met in.
#[derive(Debug)]
pub struct Meeting {
    /// The accesses to the cell, in processor order.
    touches: Vec<Touch>,
    cells: u64,
    processors: u64,
}

/// Whether two different processors touched one cell.
pub fn meets(touches: impl Iterator<Item = Touch>) -> bool {
    Met::of(touches).count > 0
}

/// Finds out where processors met: which cells two different ones touched.
pub fn meeting(touches: impl Iterator<Item = Touch> + Clone) -> Option<Meeting> {
    let met = Met::of(touches.clone());
    if met.count == 0 {
        return None;
    }
    let there = touches.filter(|touch| met.holds(touch.key));
    let mut involved = Presence::default();
    let highest = there.clone().map(|touch| touch.rank).max().unwrap_or(0);
    involved.begin(highest as usize + 1);
    let mut processors = 0;
    let mut first: Option<Touch> = None;
    for touch in there.clone() {
        processors += u64::from(!involved.touch(touch.rank as usize));
        if first.is_none_or(|first| (touch.rank, touch.op) < (first.rank, first.op)) {
            first = Some(touch);
        }
    }
    let reported = first?.key;
    let mut touches: Vec<Touch> = there.filter(|touch| touch.key == reported).collect();
    touches.sort_unstable();
    Some(Meeting {
        touches,
        cells: met.count,
        processors,
    })
}

/// Finds out where processors met in a way that counts: `counts` says so of the accesses to one
/// cell, in processor order.
pub fn meeting_that(
    touches: impl Iterator<Item = Touch> + Clone,
    counts: impl Fn(&[Touch]) -> bool,
) -> Option<Meeting> {
    let met = Met::of(touches.clone());
    let mut touches: Vec<Touch> = touches.filter(|touch| met.holds(touch.key)).collect();
    touches.sort_unstable();
    let counting = touches
        .chunk_by(|a, b| a.key == b.key)
        .filter(|run| counts(run));
    let counting: Vec<Touch> = counting.flatten().copied().collect();
    meeting(counting.iter().copied())
}

/// The cells that two different processors touched, by moment.
struct Met {
    moments: Vec<MetThere>,
    count: u64,
}

#[derive(Default)]
struct MetThere {
    /// By cell, one more than the rank of who touched it first, or 0.
    first: Vec<u32>,
    /// By cell, whether somebody else touched it too.
    others: Vec<bool>,
}

impl Met {
    fn of(touches: impl Iterator<Item = Touch>) -> Self {
        let mut met = Self {
            moments: Vec::new(),
            count: 0,
        };
        for touch in touches {
            let (moment, cell) = ((touch.key >> 32) as usize, touch.key as u32 as usize);
            if met.moments.len() <= moment {
                met.moments.resize_with(moment + 1, MetThere::default);
            }
            let MetThere { first, others } = &mut met.moments[moment];
            if first.len() <= cell {
                first.resize(cell + 1, 0);
                others.resize(cell + 1, false);
            }
            let mine = touch.rank + 1;
            if first[cell] == 0 {
                first[cell] = mine;
            } else if first[cell] != mine && !others[cell] {
                others[cell] = true;
                met.count += 1;
            }
        }
        met
    }

    fn holds(&self, key: u64) -> bool {
        let (moment, cell) = ((key >> 32) as usize, key as u32 as usize);
        (self.moments.get(moment)).is_some_and(|there| there.others.get(cell) == Some(&true))
    }
}

/// Whether the writers of a cell disagree.
pub fn disagree(acting: &[Acting<'_>], run: &[Touch], cast: Cast<'_>) -> bool {
    let actor = |touch: &Touch| &acting[touch.group as usize];
    let value =
        |touch: &Touch| actor(touch).results.outputs[1].written_out()[touch.position as usize];
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
    // In processor order, so that those of one processor are neighbours.
    let processors = || touches.chunk_by(|one, other| one.rank == other.rank);
    let firsts: Vec<&Touch> = processors().take(NAMED).map(|of| &of[0]).collect();
    let processor = |touch: &Touch| acting[touch.group as usize].processor(touch.position as usize);
    let name = |touch: &Touch| cast.name(processor(touch)).unwrap_or_default();
    let site = |at: usize| site(&touches[at], acting);

    // The first two processors, then every further place in the source.
    let mut shown: Vec<usize> = Vec::new();
    for (at, touch) in touches.iter().enumerate() {
        // In processor order: of those shown, one other processor differs from the first.
        let is_other = |other: &usize| touches[*other].rank != touch.rank;
        let has_two = shown
            .last()
            .is_some_and(|last| touches[*last].rank != touches[shown[0]].rank);
        let new_processor = !has_two && shown.iter().all(is_other);
        let new_place = shown.iter().all(|other| site(*other).span != site(at).span);
        if shown.len() < NAMED && (new_processor || new_place) {
            shown.push(at);
        }
    }
    let accesses = shown.iter().map(|at| Access {
        span: site(*at).span,
        processor: name(&touches[*at]),
        value: (site(*at).word).map(|word| Constant::from_word(word, site(*at).element(cast))),
    });
    let (cell, why_shared) = site(0).describe(touches[0].key as u32, cast);
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
        processors: firsts.iter().map(|touch| name(touch)).collect(),
        indices: firsts.iter().map(values).collect(),
        processor_count: processors().count() as u64,
        cells_in_step: meeting.cells,
        processors_in_step: meeting.processors,
        allowed_by: circumstances.allowed_by,
        why_shared,
        trace: cast.trace(site(0).processor, Some(site(0).array)),
    }
}

/// The name of the cell that a processor writes, by its group and position.
pub fn written_cell(
    acting: &[Acting<'_>],
    (group, position): (usize, usize),
    cast: Cast<'_>,
) -> String {
    let cell = acting[group]
        .writes()
        .map_or(0, |writes| writes.cells[position]);
    let touch = Touch {
        key: cell as u64,
        rank: 0,
        op: 0,
        group: group as u32,
        position: position as u32,
    };
    site(&touch, acting).describe(cell as u32, cast).0
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
    let seen = kernel.array_at(address);
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

    fn element(&self, cast: Cast<'_>) -> crate::program::Type {
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
