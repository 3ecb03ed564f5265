//! The traffic that the messages of a run cause on the network.

use serde::{Deserialize, Serialize};

use super::topology::Link;

/// The traffic of a run so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Traffic {
    /// Messages that were sent.
    pub messages: u64,
    /// Words in them.
    pub words: u64,
    /// Words times the links of their routes.
    pub word_hops: u64,
    /// The link with the most words, and their number; of several the one with the lowest number. With
    /// half duplex both directions count together. `None` if no link carried a word.
    pub busiest_link: Option<(Link, u64)>,
    /// Headers that found a link occupied.
    pub link_waits: u64,
    /// Receptions that found the in-port occupied, and messages that waited for an out-port.
    pub port_waits: u64,
    /// The most words that had arrived at one processor and were not yet received.
    pub largest_buffer_words: u64,
}
