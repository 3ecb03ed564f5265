//! The history of a run, for sessions and traces: the statement, the request and the values of each
//! program at each of its messages, with their times.

use crate::network::{Rendezvous, SendManner};
use crate::program::Constant;
use crate::source::Span;

/// The recorded history.
#[derive(Debug, Clone, Default)]
pub struct History {
    /// Of each program in the order of time; the programs in no order.
    pub stops: Vec<ProgramStop>,
    /// Lines that were printed, in the order of time.
    pub lines: Vec<TimedLine>,
    /// The end of the last block that has ended, and the number of stops at that time.
    over: (i128, usize),
    /// By number, which programs have begun the block.
    begun: Vec<bool>,
    /// The time of the first request that is not recorded.
    pub cut_at: Option<i128>,
    /// Whether the values that programs hold are recorded for the first requests only.
    pub is_without_values: bool,
    /// The number of recorded words.
    pub(super) words: usize,
    /// The number of cells that were searched for those of programs.
    pub(super) looks: usize,
}

impl History {
    /// Ends a block in which these lines were printed.
    pub(super) fn end_block(&mut self, lines: &[TimedLine]) {
        self.lines.extend_from_slice(lines);
        let (before, stops) = self.over;
        let times = self.stops[stops..].iter().map(|stop| stop.time);
        self.over = (times.fold(before, i128::max), self.stops.len());
        self.begun.clear();
    }

    /// A program continues. Returns whether it begins the block with that.
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

/// A program at a request, where it stays until its next one.
#[derive(Debug, Clone, PartialEq)]
pub struct ProgramStop {
    /// The program: a processor, or a task.
    pub program: u32,
    /// Its processor.
    pub processor: u32,
    /// When it got there, in scaled units.
    pub time: i128,
    /// The statement; `None` at the end of a block.
    pub span: Option<Span>,
    pub asks: Asks,
    pub holds: Vec<Holding>,
    /// The cells that it held at the beginning of the block, if this is its first request in it.
    pub held_first: Option<Vec<Holding>>,
}

/// What a program requests.
#[derive(Debug, Clone, PartialEq)]
pub enum Asks {
    /// To send a message.
    Send {
        /// The receiver.
        to: u32,
        /// When the sender continues.
        manner: SendManner,
        /// Its first words.
        words: Vec<Constant>,
        /// The number of words.
        count: u64,
    },
    /// To receive a message.
    Receive {
        /// The sender; `None` for anyone.
        from: Option<u32>,
    },
    /// To take a message out of a queue.
    Take,
    /// To ask whether there is a message.
    Probe,
    /// To synchronise with all others, at a barrier or for a collective call.
    Meet(Rendezvous),
    /// To end the run.
    Stop,
    /// Nothing: the program has reached the end of the block.
    End,
}

/// A scalar of a program, or adjacent cells of an array that it owns.
#[derive(Debug, Clone, PartialEq)]
pub struct Holding {
    /// The scalar or the array.
    pub name: String,
    /// For cells: the array's lengths, and the position of the first cell in row-major order.
    pub cells: Option<(Vec<usize>, usize)>,
    /// The values; `None` for a cell that was never written.
    pub values: Vec<Option<Constant>>,
}

/// A printed line with its time.
#[derive(Debug, Clone)]
pub struct TimedLine {
    /// In the units of the simulation.
    pub time: i128,
    /// The program that printed it; `None` for code outside blocks.
    pub processor: Option<u32>,
    /// The line.
    pub text: String,
}
