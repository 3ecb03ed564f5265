//! Derives formulas for the cost of a program from its text. They hold for every size.
//!
//! The program is followed once for each measure, with symbols in place of the sizes. `walker` holds the
//! state and dispatches to
//! - `statement`; `block` (blocks of processors, and calls);
//! - `loops`: counted loops (`iterations`, over `ranges`, split into `parts` where iterations differ);
//!   loops with a test (`while_loop`, their `trip_count`; `most_iterations` where an assertion or a part
//!   of the test bounds the number of iterations); loops that processors execute unequally often
//!   (`longest`) or leave in different iterations (`exit`). `evolutions` follows scalars that every
//!   iteration changes in the same way, by one of its `updates`, or to which it adds the values of
//!   others (`summed`); `carried` those whose value is carried to the next iteration;
//! - `branches`: where a condition changes (`threshold`, `quadratic`, `remainder`, `digit`), for which
//!   indices something is executed (`index_set`, `restriction`, `complement`), which processors proceed
//!   at the same time (`groups`) or one after the other (`serial`), and which are `leaving`;
//! - `recursion`: the `descent` of sizes in recursive calls, their `activations`, the values `passed`
//!   on, and the resulting `recurrence`;
//! - `asynchronous`: `clock` follows the runs of accesses of one processor, also across iterations of
//!   loops (`loop_start`), and `section` goes from barrier to barrier; costs that differ between
//!   processors are `deferred` to the barrier.
//!
//! `charge` gives the operations of one step, `counting` how often it counts, `shape` its parts on the
//! asynchronous machine, and `scheduling` the time on fewer processors (Brent). `evaluate` turns
//! expressions into formulas, including bitwise operators (`bits`) and those on `reals` where the
//! machine does not round. A loop is a sum over its index, in closed form; a block is a sum over the
//! indices of its processors for work, and a maximum for time. Conditions of a sum, such as that a loop
//! has at least 0 iterations, have to follow from the facts. `algebra` contains the formulas, their sums
//! and their signs, and knows nothing of programs. `plainer` simplifies the result, with sums over all
//! `remainders`, and `claimed` compares it with the claims of users.
//!
//! Numbers are symbols, or powers of symbols where that is assumed (`numbers`); the `lengths` of inputs
//! are formulas of them. Where a size has to be a power, divide another, or be larger than it
//! (`comparison`), the program is followed again under that assumption (`derive`). Where no assumption
//! helps, the result is a reason and its position in the source (`obstacle`).

#![allow(
    clippy::unused_self,
    reason = "steps of the derivation are methods of its walker and its facts"
)]

mod abstract_value;
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
mod english;
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

pub use algebra::facts::AnswerCache;
pub use comparison::Comparison;
pub use cost::{CostBounds, CostLine, CostTerm, LineKind, SolvedRecurrence};
pub use derive::{derive, product};
pub use lengths::MeasuredLength;
pub use numbers::{Numbers, is_time, root};
pub use obstacle::{Need, Reason};
pub use subject::{Assumption, DerivedCost, EntryInput, NoFormula, ProcessorCount, Subject};
pub use walker::DerivedMeasure;
