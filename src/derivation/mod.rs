//! What a program costs, as formulas that follow from its text, for every size.
//!
//! The program is followed once for each measure, with symbols in place of the sizes. `walker` holds
//! the state. The ways through a program are
//!
//! - `statement`; `block` (blocks of processors, and calls);
//! - `loops`: those that count (`turns`, over `ranges`, split into `parts` where turns differ), those
//!   with a test (`while_loop`, its `trip_count`; `most_turns` where the file or a part of the test bounds their turns), those
//!   that processors turn unequally often (`longest`) or leave at different turns (`exit`). `courses`
//!   follows scalars that each turn changes in the same way, by one of its `updates`, or to which it adds
//!   what others are worth (`summed`); `carried` those that a turn leaves to the next;
//! - `branches`: where a condition changes (`threshold`, `quadratic`, `remainder`, `digit`), for which
//!   indices something is done (`index_set`, `restriction`, `complement`), who goes on side by side
//!   (`groups`) or one after the other (`serial`), and who is `leaving`;
//! - `recursion`: what is `falling` in calls, their `activations`, what these hand on
//!   (`handed`), and the `recurrence` that follows;
//! - `asynchronous`: `clock` follows the runs of accesses of one processor, also around the turns of
//!   loops (`loop_start`), and `section` goes from barrier to barrier, to which what differs between
//!   processors is `put_off`.
//!
//! `charge` tells what one step takes, `counting` how often it counts, `shape` its parts where it is
//! adapted, and `scheduling` what groups of processors take together on fewer (Brent); `evaluate` makes
//! expressions formulas, also operators on `bits`, and of `reals` where the machine does not round. A loop
//! is a sum over its index, in closed form; a block is a sum over the indices of its processors for work,
//! and the longest of them for time. What a sum needs to be known, such as that a loop does not have fewer
//! than no turns, follows from facts or is not used: `algebra` has the formulas, their sums and their
//! signs, and knows nothing of programs. `plainer` simplifies the result, with sums over all `remainders`,
//! and `claimed` compares it with what users claim.
//!
//! Numbers are symbols, or powers of others where that is assumed (`numbers`); `lengths` of inputs are formulas
//! of them. Where a size has to be a power, to divide another, or to be larger than it (`comparison`), the
//! program is followed anew under that assumption (`derive`). Where nothing helps, there is a reason and a place.

#![allow(
    clippy::unused_self,
    reason = "steps of the derivation are methods of its walker and its facts"
)]

pub mod algebra;
mod asynchronous;
mod bits;
mod block;
mod branches;
mod charge;
pub mod claimed;
mod comparison;
mod cost;
mod counting;
mod defined;
mod derive;
mod evaluate;
mod lengths;
mod loops;
mod numbers;
mod obstacle;
mod plainer;
mod reals;
mod recursion;
mod remainders;
mod scheduling;
mod shape;
mod statement;
mod subject;
mod walker;
mod worth;

pub use algebra::facts::Memory;
pub use comparison::Comparison;
pub use cost::{Cost, Induction, Kind, Line, Way};
pub use derive::{derive, product};
pub use lengths::Measured;
pub use numbers::{Numbers, is_time, root};
pub use obstacle::{Need, Reason};
pub use subject::{Assumption, Found, Input, Processors, Subject, Without};
pub use walker::Counted;
