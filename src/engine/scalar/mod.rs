//! A single processor: sequential code.
//!
//! A single processor cannot violate an access rule, and no other processor reads its writes before it
//! opens a block. So nothing is analysed or queued for it: its program is decoded once, into a flat
//! sequence of instructions whose operands are words of a frame, and interpreted. Its executions are
//! counted by statement and reported as a whole.
//!
//! | file | concept |
//! |---|---|
//! | [`code`] | the decoded program, and the tables its instructions refer to |
//! | [`instr`] | the decoded instructions |
//! | [`decode`] | a program, algorithm by algorithm and block by block |
//! | [`decode_control`] | control instructions → decoded instructions |
//! | [`decode_kernel`] | kernels → decoded instructions |
//! | [`frames`] | what the calls in progress hold |
//! | [`suspended`] | the calls of a processor that waits for others |
//! | [`counts`] | what was executed, by statement |
//! | [`interpreter`] | what the interpreter holds, and how that is handed over |
//! | [`run`] | instructions over the words of one frame |
//! | [`calls`] | instructions that change frames |
//! | [`elements`] | statements about whole arrays |
//! | [`reach`] | which cells a processor may touch |
//!
//! An instruction that cannot be executed here, because it concerns other processors, shows something to
//! the user, or fails, leaves the state as it was before: the machine executes it in its general way,
//! and reports the fault if there is one.

mod calls;
mod code;
mod counts;
mod decode;
mod decode_constructs;
mod decode_control;
mod decode_kernel;
mod elements;
mod frames;
mod instr;
mod interpreter;
pub mod reach;
mod run;
mod suspended;

pub use code::{DecodedProgram, DecodedRoutine, Purpose, RoutineId};
pub use decode::decode;
pub use frames::Frames;
pub use instr::At;
pub use interpreter::{FrameContents, Interpreter, InterpreterLimits, InterpreterPause};
pub use suspended::{Outputs, Suspended};
