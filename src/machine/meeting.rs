//! The cells of a step that several processors of synchronous code access.

use super::acting::Acting;
use super::ranks::Ranks;
use super::step_view::StepView;
use crate::machine::rules::accesses::{Accesses, CellTouch};
use crate::machine::rules::conflict::{ConflictCells, ConflictQuery};
use crate::machine::rules::conflict_report::site;
use crate::machine::rules::model::{Model, Simultaneity, WriteRule};
use crate::machine::rules::resolve;

/// A cell that several processors access.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellMeeting {
    /// The cell.
    pub cell: String,
    /// Its number in memory.
    pub number: u32,
    /// The first of the processors, as users name them, in their order.
    pub processors: Vec<String>,
    /// The number of processors.
    pub count: usize,
    /// Whether all that write it write the same; always true for readers.
    pub agree: bool,
    /// Of writers, the one whose value is stored; `None` for readers, and where the rule combines all
    /// values.
    pub winner: Option<String>,
}

/// Cells that several processors access.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CellMeetings {
    /// The first of them.
    pub listed: Vec<CellMeeting>,
    /// Their numbers in memory, ascending; a cell that several processors access at several moments
    /// occurs once for each.
    pub cells: Vec<u32>,
}

/// Cells that several processors write.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WritersMet {
    /// The cells.
    pub meetings: CellMeetings,
    /// Those of them to which different values are written.
    pub disagreeing: CellMeetings,
    /// The processors whose values are stored, by cell, where the rule chooses one.
    pub winners: Vec<Winner>,
}

/// The processor whose value is stored in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Winner {
    /// The cell's number in memory.
    pub cell: u32,
    /// The processor's group in the step.
    pub group: u32,
    /// Its position in the group.
    pub position: u32,
}

/// The most cells and processors that are named.
#[derive(Debug, Clone, Copy)]
pub struct Named {
    /// Cells.
    pub cells: usize,
    /// Processors of each.
    pub processors: usize,
}

/// The cells that several processors access although the model forbids it: those of readers if there are
/// any, else those of writers.
pub fn forbidden<'m>(
    readers: &'m CellMeetings,
    writers: &'m WritersMet,
    model: Model,
) -> Option<&'m CellMeetings> {
    let read = Some(readers).filter(|_| !model.concurrent_read);
    let written = match model.write {
        WriteRule::Exclusive => Some(&writers.meetings),
        WriteRule::Common => Some(&writers.disagreeing),
        WriteRule::Arbitrary
        | WriteRule::Priority
        | WriteRule::Sum
        | WriteRule::Product
        | WriteRule::Max
        | WriteRule::Min
        | WriteRule::And
        | WriteRule::Or
        | WriteRule::Xor => None,
    };
    let is_met = |met: &&CellMeetings| !met.cells.is_empty();
    read.filter(is_met).or(written.filter(is_met))
}

impl WritersMet {
    /// The processor whose value is stored in a cell: its group and its position there. `None` where
    /// only one writes it, or the rule chooses none.
    pub fn winner(&self, cell: u32) -> Option<(usize, usize)> {
        let at = self
            .winners
            .binary_search_by_key(&cell, |winner| winner.cell);
        let winner = &self.winners[at.ok()?];
        Some((winner.group as usize, winner.position as usize))
    }
}

impl StepView<'_> {
    /// The cells that several processors read: in the step, or at one moment of it.
    pub fn readers_met(&self, simultaneity: Simultaneity, named: Named) -> CellMeetings {
        let ranks = Ranks::of(self.names, self.acting);
        let reads = Accesses::read(self.acting, &ranks, simultaneity);
        let met = ConflictCells::of(&reads, self.memory.len() as usize);
        let listed = met.touches(&reads, ConflictQuery::Conflict, named.cells);
        let mut cells = met.cells(ConflictQuery::Conflict);
        cells.sort_unstable();
        CellMeetings {
            listed: (listed.iter())
                .map(|touches| self.meeting(touches, named))
                .collect(),
            cells,
        }
    }

    /// The cells that several processors write.
    pub fn writers_met(&self, named: Named) -> WritersMet {
        let ranks = Ranks::of(self.names, self.acting);
        let written = Accesses::written(self.acting, &ranks, self.names);
        let met = ConflictCells::of(&written, self.memory.len() as usize);
        // All of them, as the winner of each is needed.
        let touched = met.touches(&written, ConflictQuery::Conflict, usize::MAX);
        let disagreeing = met.touches(&written, ConflictQuery::Disagreement, named.cells);
        let mut differing = met.cells(ConflictQuery::Disagreement);
        differing.sort_unstable();
        let winner = |touches: &[CellTouch]| {
            let numbers: Vec<u32> = (touches.iter())
                .map(|touch| self.names.number(self.processor(touch)))
                .collect();
            let (rule, seed) = (self.configuration.model.write, self.configuration.seed);
            resolve::winner(rule, (seed, self.number), &numbers).map(|at| touches[at])
        };
        let word = |touch: &CellTouch| site(place(touch), self.acting).word;
        let meeting = |touches: &Vec<CellTouch>| CellMeeting {
            agree: touches.windows(2).all(|two| word(&two[0]) == word(&two[1])),
            winner: winner(touches).map(|touch| self.name(&touch)),
            ..self.meeting(touches, named)
        };
        let winners = touched.iter().filter_map(|touches| winner(touches));
        WritersMet {
            meetings: CellMeetings {
                listed: touched.iter().take(named.cells).map(meeting).collect(),
                cells: touched.iter().map(|touches| touches[0].cell()).collect(),
            },
            disagreeing: CellMeetings {
                listed: disagreeing.iter().map(meeting).collect(),
                cells: differing,
            },
            winners: winners
                .map(|touch| Winner {
                    cell: touch.cell(),
                    group: touch.group,
                    position: touch.position,
                })
                .collect(),
        }
    }

    fn meeting(&self, touches: &[CellTouch], named: Named) -> CellMeeting {
        // Several accesses of one processor are adjacent.
        let mut distinct: Vec<&CellTouch> = touches.iter().collect();
        distinct.dedup_by_key(|touch| touch.rank);
        let shown = distinct.iter().take(named.processors);
        let first = &touches[0];
        CellMeeting {
            cell: site(place(first), self.acting)
                .describe(first.cell(), self.names)
                .0,
            number: first.cell(),
            processors: shown.map(|touch| self.name(touch)).collect(),
            count: distinct.len(),
            agree: true,
            winner: None,
        }
    }

    fn processor(&self, touch: &CellTouch) -> super::names::TeamProcessor {
        let actor: &Acting<'_> = &self.acting[touch.group as usize];
        actor.processor(touch.position as usize)
    }

    fn name(&self, touch: &CellTouch) -> String {
        self.names.name(self.processor(touch)).unwrap_or_default()
    }
}

/// Group, position and operation.
fn place(touch: &CellTouch) -> (usize, usize, u32) {
    (touch.group as usize, touch.position as usize, touch.op)
}
