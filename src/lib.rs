//! An interpreter and cost analyzer for parallel algorithms written in lecture pseudocode.
//!
//! ```
//! use pram::Program;
//!
//! let program = Program::parse(
//!     "machine EREW;
//!      input n = 8;
//!      input A[n] = iota;
//!      program
//!          parallel (for each i from 0 to n/2 - 1)
//!              A[2*i + 1] = A[2*i] + A[2*i + 1];
//!          end_parallel
//!          output A[];
//!      end_program",
//! )?;
//! let run = program.run(&[("n", "6")])?;
//! assert_eq!(run.outputs["A"].to_string(), "[0, 1, 2, 5, 4, 9]");
//! assert_eq!(run.cost.steps.time(), 1);
//! assert_eq!(run.cost.steps.work, 3);
//!
//! // Processors i = 0 and i = 1 would both read A[1].
//! let shared = Program::parse(
//!     "input A[3] = iota;
//!      program
//!          array B[2];
//!          parallel (for each i from 0 to 1)
//!              B[i] = A[i] + A[1];
//!          end_parallel
//!      end_program",
//! )?;
//! let error = shared.run(&[]).unwrap_err();
//! assert_eq!(error.problems[0].code.id(), "E0501");
//! # Ok::<(), pram::Error>(())
//! ```
//!
//! The interface for other programs is what this page lists: [`Program`], what it is given and what
//! it gives. Inside, a program goes through these layers, and each imports only from those above it
//! (a test holds that):
//!
//! | layer | from → to |
//! |---|---|
//! | `source` | texts, and the spans by which everything refers back to them |
//! | `language` | the language of sentences, the vocabulary of keywords, and both as the voice of a message |
//! | `quantity` | what is counted of a run: a measure in a unit; tables by measure and by unit |
//! | `diagnostic` | what went wrong, as data with a code; rendering as text and JSON |
//! | `syntax` | text → syntax tree; the only place that knows the grammar |
//! | `network` | topologies, and when messages leave, pass links, arrive and are received |
//! | `program` | the checked program as data: typed algorithms, their statements and expressions |
//! | `semantic` | syntax tree → checked program: names, classes of scalars, types, calls |
//! | `proof` | which accesses of a program are exclusive, whatever its inputs |
//! | `derivation` | checked program → formulas of what it costs, for every size |
//! | `code` | checked program → kernels over columns, and control instructions |
//! | `engine` | memory, and the operations on words |
//! | `machine` | executes the code for all processors of a step at once, under the access rules |
//! | `cost` | listens to the machine and counts rounds, steps and instructions |
//! | `trace` | a run as data: each step with its accesses and values, who made a value, what a file keeps of it |
//! | `complexity` | series of exact counts → closed forms or fits, Θ classes, isoefficiency |
//! | `result` | runs, checks and studies over many sizes as data |
//! | `claims` | judges the claims of a file, and evaluates the formulas of claims and options |
//! | `present` | results as messages, text, JSON, Markdown, HTML, LaTeX, CSV, plots |
//! | `pipeline` | the one path from source to the result of a run or a check |
//! | `session` | a run taken step by step, forward and back |
//! | `study` | runs over many sizes, and what follows from their counts |
//! | `grade` | exercises, and what a submission earns of their points |
//! | `library` | the interface for other programs |
//! | `app` | the command line: files, the terminal, exit status |
//!
//! What always holds:
//!
//! * A run is a function of program, inputs, configuration and seed. No clock, no thread order
//!   and no address enters a result.
//! * A step evaluates without changing a cell; its writes come afterwards, all at once. So a
//!   step can be evaluated a second time to name the processors of a conflict: a scalar, which its
//!   own processor alone sees, changes at once only where that is no obstacle. Only where the
//!   subscripts prove that no processor touches what another one writes, or that each reads it
//!   before it is written, do statements go through memory in one pass. Only the former may be
//!   deferred until their results are needed.
//! * Marks on cells (who touched them in a step) carry an epoch, which a new step increases, so no
//!   mark has to be cleared between steps.
//! * Neither the number of threads nor the tests of subscripts change a result, a count or a
//!   message.
//! * The machine knows no cost model and no screen: it emits events.
//! * No input reaches a panic. A panic is a bug here, and names the invariant that it broke.

// The modules are no part of the interface: only the binary, the playground and the tests use them.
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod app;
#[doc(hidden)]
pub mod claims;
#[doc(hidden)]
pub mod code;
#[doc(hidden)]
pub mod complexity;
#[doc(hidden)]
pub mod cost;
#[doc(hidden)]
pub mod derivation;
#[doc(hidden)]
pub mod diagnostic;
mod engine;
#[cfg(feature = "grade")]
#[doc(hidden)]
pub mod grade;
#[doc(hidden)]
pub mod language;
#[doc(hidden)]
pub mod library;
#[doc(hidden)]
pub mod machine;
#[doc(hidden)]
pub mod network;
#[doc(hidden)]
pub mod pipeline;
#[doc(hidden)]
pub mod present;
#[doc(hidden)]
pub mod program;
#[doc(hidden)]
pub mod proof;
#[doc(hidden)]
pub mod quantity;
pub mod result;
#[doc(hidden)]
pub mod semantic;
#[doc(hidden)]
pub mod session;
#[doc(hidden)]
pub mod source;
#[doc(hidden)]
pub mod study;
#[doc(hidden)]
pub mod syntax;
#[doc(hidden)]
pub mod trace;

// The engine stays private, so that the compiler finds what nothing uses. `tests/units/engine/` tests
// these parts of it by themselves, and is another crate.
#[doc(hidden)]
pub mod engine_for_tests {
    pub use crate::engine::cells::Region;
    pub use crate::engine::handle::Handle;
    pub use crate::engine::kernel::analysis::GroupCells;
    pub use crate::engine::lanes::selection::{LaneRange, Selection};
    pub use crate::engine::lanes::team::TeamId;
    pub use crate::engine::memory::Memory;
    pub use crate::engine::nest::access_relation::AccessRelation;
    pub use crate::engine::nest::tiling::{TileAccess, TilePlace, Tiling};
    pub use crate::engine::part::{NoPart, Taken, part};
    pub use crate::engine::presence::Presence;
    #[cfg(feature = "cli")]
    pub use crate::engine::refusal::is_attempting;
    pub use crate::engine::refusal::is_granted;
    pub use crate::engine::strided_set::{CellRow, StridedSet};
}

pub use cost::{AsynchronousCost, Cost, Profile};
pub use diagnostic::{Code, Diagnostic, Status};
#[cfg(feature = "grade")]
pub use grade::outcome::ItemVerdict;
#[cfg(feature = "grade")]
pub use grade::show::{ShownItem, ShownSubmission};
pub use language::Language;
#[cfg(feature = "grade")]
pub use library::StudentExercise;
pub use library::{
    Catalogue, DebuggedProgram, DeclaredInput, DerivedFormulas, Error, FoundProblems, Inputs, Look,
    ProblemMark, Program, ProgramCheck, ProgramDeclarations, ProgramReplay, ProgramReport,
    ProgramRun, SweepRequest, TextPoint, TextStretch, explanation,
};
pub use machine::rules::model::{Model, Simultaneity, WriteRule};
pub use machine::value::{ArrayValue, Value};
pub use network::{Decimal, Decomposition};
pub use pipeline::inputs::InputValue;
pub use pipeline::machine::{AskedMachine, MachineKind, MachineModel};
pub use pipeline::network::{NetworkName, NetworkOptions};
pub use pipeline::options::NotSet;
pub use pipeline::progress::Progress;
pub use pipeline::{
    Branches, Interleaving, Limits, MemoryFiles, OnViolation, Options, Pace, SubscriptTests, Tuning,
};
pub use program::{Constant, Type};
pub use quantity::Unit;
pub use result::claim::{ClaimOutcome, Evidence};
pub use result::network::NetworkCost;
pub use result::run::Run;
pub use session::conversation::Conversation;
pub use syntax::include::Files;
pub use syntax::vocabulary::Vocabulary;

/// The version of this crate.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
