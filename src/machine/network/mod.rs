//! The multicomputer: processors with memories of their own, which exchange messages.
//!
//! A block is executed as a whole, event by event: `block` makes its processors and asks the
//! simulation of the network ([`crate::network`]) which of them goes on next; `processors` lets one
//! go on to its next message, with the engine's interpreter of one processor. Code outside of blocks
//! runs as on the other machines.
//!
//! | file | concept |
//! |---|---|
//! | [`state`] | clocks and links, and the owners of cells |
//! | `block` | a block, from its first statement to its last message |
//! | `ending` | why a block did not come to its end |
//! | `running` | the processors of a block that is being executed |
//! | `processors` | one processor, up to its next message |
//! | `exchange` | its sends and receives, as it asks for them |
//! | `callers` | through which calls messages were sent |
//! | `payload` | the words of a message with their types |
//! | `in_flight` | messages that are sent and not received |
//! | `written` | the memory of what is written down of messages |
//! | `tasks` | on which processors tasks are, and the queues of channels |
//! | `message` | what a message holds, gathered and taken apart |
//! | `distribution` | which processor owns each cell of an array |
//! | [`undistributed`] | why an array cannot lie where it is to lie |
//! | [`record`] | what is written down of the messages of a run |
//! | [`history`] | statements, requests and values of each program over time, for sessions and traces |
//! | `note` | records them |
//! | `standing` | a processor as the machine names it: its faults, its arrays, what it prints |
//! | [`fault`], `party` | what goes wrong, its text, and the names of processors and tasks in it |
//! | [`left`] | messages that are in a queue at the end of a block |
//! | `advice` | ways out of it |
//! | [`waits`] | deadlock: what each processor waits for, and the cycle in it |

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
