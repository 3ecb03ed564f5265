//! The words of a network in English, as help shows them.

pub const CUT_THROUGH: &str =
    "The words of a message follow its header through the switches at once";
pub const STORE_AND_FORWARD: &str = "Each switch passes a message on when it holds all of it";
pub const ONE_PORT: &str = "A processor sends one message at a time, and receives one";
pub const ALL_PORTS: &str = "It sends and receives one at a time on each of its links";
pub const FULL_DUPLEX: &str = "A link works in both directions at once";
pub const HALF_DUPLEX: &str = "It works in one direction at a time";
pub const BUFFERED: &str =
    "A sender continues when its message has left; it is kept for the receiver";
pub const SYNCHRONOUS: &str =
    "A message leaves when its receiver waits for it, and the sender waits for its arrival";
