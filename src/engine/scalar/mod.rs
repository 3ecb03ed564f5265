//! One processor by itself: sequential code.
//!
//! A single processor cannot break an access rule, and no other processor sees what it does before
//! it opens a block. So nothing is analysed or queued for it: its program is decoded once, into one
//! flat row of instructions whose operands are words of a frame, and interpreted. What it executed
//! is counted by statement and reported as a whole.
//!
//! | file | concept |
//! |---|---|
//! | [`code`] | the decoded instructions, and the tables they refer to |
//! | [`decode`] | control instructions and kernels → decoded instructions |
//! | [`frames`] | what the calls in progress hold |
//! | [`run`] | the interpreter |
//!
//! An instruction that cannot be executed here, because it concerns other processors, shows
//! something to the user, or fails, leaves everything as it was before it: the machine executes it
//! in its general way, and words the fault if there is one.

mod code;
mod decode;
mod frames;
mod run;

pub use code::Routine;
pub use decode::decode;
pub use run::{Held, Interpreter, Limits, Pause};
