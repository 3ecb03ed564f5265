//! What a program costs, as formulas that follow from its text, for every size.
//!
//! The program is followed once for each measure, with symbols in place of the sizes: `walker` holds
//! the state; `statement`, `branch` (and `threshold`, where a condition changes), `turns` (loops,
//! over `ranges`, split into `parts` where turns differ), `while_loop` (those with a test, or whose
//! turns the file bounds: `claimed_turns`), `block` (blocks of processors, with `groups` inside of
//! them, and calls) and `recursion` (which finds what is `falling` in calls, follows `activations`,
//! and solves a `recurrence`) are the ways through it. `courses` follows scalars that each turn
//! of a loop changes in the same way, `carried` those that a turn leaves to the next. `charge` tells
//! what one step takes and `counting` how often it counts; `evaluate` makes expressions formulas. A
//! loop is a sum over its index, in closed form (`sum`, `extremes`); a block is a sum over the
//! indices of its processors for work, and the longest of them for time. What a sum needs to be
//! known, such as that a loop does not have fewer than no turns, follows from `facts` (by `signs`
//! and `logarithms`, unless `samples` refute it at once) or is not used; `plainer` simplifies the
//! result. `claimed` compares what was derived with what users claim.
//!
//! On the asynchronous machine (`asynchronous`) `clock` follows the runs of accesses of one
//! processor, also around the turns of loops (`loop_start`), `shape` tells the parts of adapted
//! steps, and `section` goes from barrier to barrier, to which what differs between processors is
//! `put_off`.
//!
//! Numbers are symbols, or powers of others where that is assumed (`numbers`, `exponents`). Where a
//! size has to be a power, or to divide another, the program is followed anew under
//! that assumption (`derive`). Where nothing helps, there is a reason and a place.

#![allow(
    clippy::unused_self,
    reason = "steps of the derivation are methods of its walker and its facts"
)]

mod activations;
mod asynchronous;
mod block;
mod branch;
mod carried;
mod charge;
pub mod claimed;
mod claimed_turns;
mod clock;
mod complement;
mod cost;
mod counting;
mod courses;
mod defined;
mod derive;
mod evaluate;
mod exit;
mod exponents;
mod extremes;
mod facts;
mod falling;
pub mod formula;
mod groups;
mod index_set;
mod leaving;
mod logarithms;
mod longest;
mod loop_start;
mod nested;
mod nested_rounding;
mod number;
mod numbers;
mod obstacle;
mod parts;
mod plainer;
mod put_off;
mod ranges;
mod recurrence;
mod recursion;
mod remainder;
mod restriction;
mod returned;
mod rounding;
mod samples;
mod section;
mod shape;
mod signs;
mod statement;
mod subject;
mod sum;
mod threshold;
mod turn;
mod turns;
mod updates;
mod walker;
mod while_loop;
mod worth;

pub use cost::{Cost, Induction, Kind, Line, Way};
pub use derive::{derive, product};
pub use facts::Memory;
pub use numbers::{Numbers, root};
pub use obstacle::{Need, Reason};
pub use subject::{Assumption, Found, Input, Subject, Without};
pub use walker::Counted;
