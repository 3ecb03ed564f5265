//! The multicomputer: processors with memories of their own, which exchange messages.
//!
//! A block is executed as a whole, event by event: `block` creates its processors and asks the
//! simulation of the network ([`crate::network`]) which of them continues next; `processors` executes
//! one up to its next message, with the engine's scalar interpreter. Code outside blocks runs as on the
//! other machines.
//!
//! | file | concept |
//! |---|---|
//! | [`state`] | clocks and links, and the owners of cells |
//! | `block` | a block, from its first statement to its last message |
//! | `ending` | why a block did not reach its end |
//! | `running` | the processors of a block that is being executed |
//! | `processors` | one processor, up to its next message |
//! | `exchange` | its requests to send and to receive |
//! | `callers` | through which calls messages were sent |
//! | `payload` | the words of a message with their types |
//! | `in_flight` | messages that are sent and not received |
//! | `written` | the memory of the record of messages |
//! | `tasks` | the processors of tasks, and the queues of channels |
//! | `message` | the contents of a message, gathered and scattered |
//! | `distribution` | which processor owns each cell of an array |
//! | [`undistributed`] | why an array cannot be distributed as declared |
//! | [`record`] | the record of the messages of a run |
//! | [`history`] | statements, requests and values of each program over time, for sessions and traces |
//! | `note` | records the history |
//! | `standing` | a processor as a member of teams: its faults, its arrays, what it prints |
//! | [`fault`], `party` | faults, their text, and the names of processors and tasks in it |
//! | [`left`] | messages that remain in a queue at the end of a block |
//! | `advice` | the advice for faults |
//! | [`waits`] | deadlock: what each processor waits for, and the cycle |

mod block;
mod callers;
mod distribution;
mod ending;
mod exchange;
pub mod fault;
mod hand_overs;
pub mod history;
mod in_flight;
pub mod left;
mod message;
mod note;
mod payload;
mod peers;
mod processors;
pub mod record;
mod running;
mod standing;
pub mod state;
mod tasks;
pub mod undistributed;
pub mod waits;
pub mod wraparound;
mod written;
