//! The options of a network: how messages travel, and through which ports and links.

/// How a message passes the switches on its route.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Routing {
    /// The words follow the header at once.
    #[default]
    CutThrough,
    /// Each switch passes a message on once it holds all of it.
    StoreAndForward,
}

/// How many messages a processor sends and receives at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ports {
    /// One port to send and one to receive, whatever the link.
    #[default]
    One,
    /// One port to send for each outgoing link, one to receive for each incoming link.
    All,
}

/// Whether the two directions of a link work at the same time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Duplex {
    /// Each direction is a resource of its own.
    #[default]
    Full,
    /// Both directions are one resource.
    Half,
}

/// The behaviour of a plain send.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sending {
    /// The message leaves at once and is buffered for the receiver.
    #[default]
    Buffered,
    /// The message leaves when the receiver waits for it; the sender continues when it has arrived.
    Synchronous,
    /// As [`Sending::Buffered`], and messages that are sent synchronously are buffered, too: to find out
    /// whether buffers would hide a deadlock.
    AllBuffered,
}

/// All options of a network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// How a message passes the switches on its way.
    pub routing: Routing,
    /// How many messages a processor sends and receives at a time.
    pub ports: Ports,
    /// Whether the two directions of a link work at the same time.
    pub duplex: Duplex,
    pub sending: Sending,
}
