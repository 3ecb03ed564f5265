//! The history of a run, for sessions and traces: the statement, the request and the values of each
//! program at each of its messages, with their times.

use crate::network::{Rendezvous, SendManner};
use crate::program::Constant;
use crate::source::Span;

/// What was written down.
#[derive(Debug, Clone, Default)]
pub struct History {
    /// Of each program in the order of time; the programs in no order.
    pub stops: Vec<ProgramStop>,
    /// Lines that were printed, in the order of time.
    pub lines: Vec<TimedLine>,
    /// When the last block that is over ended, and how many stops there were then.
    over: (i128, usize),
    /// Which programs have begun the block, by their numbers.
    begun: Vec<bool>,
    /// When the first request came that is not written down.
    pub cut_at: Option<i128>,
    /// Whether what programs held is written down of the first requests only.
    pub is_without_values: bool,
    /// Words that were written down.
    pub(super) words: usize,
    /// Cells that were searched for those of programs.
    pub(super) looks: usize,
}

impl History {
    /// A block is over, in which these lines were printed.
    pub(super) fn end_block(&mut self, lines: &[TimedLine]) {
        self.lines.extend_from_slice(lines);
        let (before, stops) = self.over;
        let times = self.stops[stops..].iter().map(|stop| stop.time);
        self.over = (times.fold(before, i128::max), self.stops.len());
        self.begun.clear();
    }

    /// A program goes on. Says whether it begins the block with that.
    pub(super) fn begins(&mut self, program: u32) -> bool {
        let program = program as usize;
        if self.begun.len() <= program {
            self.begun.resize(program + 1, false);
        }
        !std::mem::replace(&mut self.begun[program], true)
    }

    /// Code outside of blocks prints a line.
    pub(crate) fn print_outside(&mut self, text: &str) {
        self.lines.push(TimedLine {
            time: self.over.0,
            processor: None,
            text: text.to_owned(),
        });
    }
}

/// A program at a request, where it stands until its next one.
#[derive(Debug, Clone, PartialEq)]
pub struct ProgramStop {
    /// The program: a processor, or a task.
    pub program: u32,
    /// Its processor.
    pub processor: u32,
    /// When it came there, in scaled units.
    pub time: i128,
    /// The statement; none at the end of a block.
    pub span: Option<Span>,
    /// What it asks for.
    pub asks: Asks,
    /// What it holds.
    pub holds: Vec<Holding>,
    /// The cells that it held at the beginning of the block, where this is its first request in it.
    pub held_first: Option<Vec<Holding>>,
}

/// What a program asks for.
#[derive(Debug, Clone, PartialEq)]
pub enum Asks {
    /// To send a message.
    Send {
        /// The receiver.
        to: u32,
        /// When the sender goes on.
        manner: SendManner,
        /// Its first words.
        words: Vec<Constant>,
        /// How many it has.
        count: u64,
    },
    /// To receive one.
    Receive {
        /// The sender; anyone if none is given.
        from: Option<u32>,
    },
    /// To take one out of a queue.
    Take,
    /// Whether there is one.
    Probe,
    /// To meet all others at a barrier, or to make a call together.
    Meet(Rendezvous),
    /// To break off the run.
    Stop,
    /// Nothing: the block has ended for it.
    End,
}

/// A scalar, or neighbouring cells of an array, that a program holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Holding {
    /// The scalar or the array.
    pub name: String,
    /// Of cells: the array's lengths, and the place of the first one, counted row by row.
    pub cells: Option<(Vec<usize>, usize)>,
    /// The values; none where a cell was never written.
    pub values: Vec<Option<Constant>>,
}

/// A printed line with the time at which it was printed.
#[derive(Debug, Clone)]
pub struct TimedLine {
    /// In the units of the simulation.
    pub time: i128,
    /// The program that printed it; none for code outside of blocks.
    pub processor: Option<u32>,
    /// The line.
    pub text: String,
}
