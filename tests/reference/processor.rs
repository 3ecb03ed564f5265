//! A processor: a coroutine over the syntax tree, with the group it belongs to.
//!
//! It stops at a *gate*: before a step, after its share of the step, before it prints, or at a
//! *join*, where it waits for the others of its group (language.md, section 6).

use std::cell::{Cell, RefCell};
use std::future::Future;
use std::pin::Pin;

use pram::source::Span;

use super::End;
use super::access::Inside;
use super::asynchronous::Clock;
use super::value::Code;

/// A group of processors that go in lockstep: part `part` of construct `join`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Group {
    pub join: JoinId,
    pub part: u64,
}

pub type JoinId = usize;

/// The group of the one processor that runs sequential code.
pub const ROOT: Group = Group { join: 0, part: 0 };

/// The end of a construct at which the processors that entered it meet again.
#[derive(Debug, Default)]
pub(super) struct Join {
    pub(super) entered: usize,
    pub(super) arrived: usize,
    pub(super) released: bool,
    /// Of an `ako`: the line of rounds around it.
    pub(super) splits: Option<Group>,
    /// Of an `ako`: who entered its first branch, and who of them has left it.
    pub(super) first_branch: (usize, usize),
    /// Of an `ako`: one branch after the other.
    pub(super) serial: bool,
    /// Of a block: the processors opened, in order of their opening.
    pub(super) opened: Vec<Vec<usize>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gate {
    /// May go on.
    Open,
    /// Before its share of a step.
    Step,
    /// Its share is done; the others' is not.
    Commit,
    /// Before it prints.
    Print,
    /// At the end of a construct.
    Join(JoinId),
    /// Before its branch of an `ako`, while the other is executed.
    Turn(JoinId),
    /// Before its network answers.
    Message,
    /// At a barrier of all, or of the processors from one number to another.
    Barrier(Option<(i64, i64)>),
}

/// A processor.
pub struct Processor {
    /// One number per block around it. Their lexicographic order is the processors' order.
    pub path: Vec<usize>,
    /// The values of its indices, outermost block first.
    pub indices: Vec<i64>,
    /// The block that opened it.
    pub(super) block: JoinId,
    pub(super) gate: Cell<Gate>,
    pub(super) group: Cell<Group>,
    /// How many constructs its group has entered: all of the group agree.
    pub(super) constructs: Cell<u64>,
    /// The branch whose rounds it takes part in.
    pub(super) line: Cell<Group>,
    /// What kind of code it is in.
    pub inside: Inside,
    /// Its time on the asynchronous machine.
    pub clock: RefCell<Clock>,
    /// Where it goes access by access: how many it has made.
    pub(super) accesses: Cell<u64>,
}

/// Why a run ends before its end.
#[derive(Debug, Clone)]
pub enum Stop {
    Fault {
        code: Code,
        span: Span,
    },
    Limit(Code),
    /// As something that concerns a whole block ends it.
    Ended(Box<End>),
}

pub type Task<'a> = Pin<Box<dyn Future<Output = Result<(), Stop>> + 'a>>;

/// Where a processor was before it went into a construct.
#[derive(Debug, Clone, Copy)]
pub struct Outside {
    pub(super) group: Group,
    pub(super) constructs: u64,
    pub(super) line: Group,
}
