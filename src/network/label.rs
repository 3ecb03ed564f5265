//! What tells the messages of one sender and receiver apart: tags, and queues.

/// What a message is marked with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MessageLabel {
    /// A tag.
    Tag(i64),
    /// The queue in which it waits; no tag equals it.
    Queue(u32),
}

/// Which messages a receive takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MessageSelector {
    /// Those of any tag, in no queue.
    AnyTag,
    /// Those of this tag.
    Tag(i64),
    /// Those in this queue.
    Queue(u32),
}

impl MessageLabel {
    /// Its tag; 0 in a queue.
    pub fn tag(self) -> i64 {
        match self {
            Self::Tag(tag) => tag,
            Self::Queue(_) => 0,
        }
    }

    /// Its queue; none with a tag.
    pub fn queue(self) -> Option<u32> {
        match self {
            Self::Tag(_) => None,
            Self::Queue(queue) => Some(queue),
        }
    }
}

impl MessageSelector {
    /// As a receive gives it.
    pub fn of_tag(tag: Option<i64>) -> Self {
        tag.map_or(Self::AnyTag, Self::Tag)
    }

    /// Whether a message with this label is wanted.
    pub fn takes(self, label: MessageLabel) -> bool {
        match (self, label) {
            (Self::AnyTag, MessageLabel::Tag(_)) => true,
            (Self::Tag(wanted), MessageLabel::Tag(tag)) => wanted == tag,
            (Self::Queue(wanted), MessageLabel::Queue(queue)) => wanted == queue,
            (Self::AnyTag | Self::Tag(_), MessageLabel::Queue(_))
            | (Self::Queue(_), MessageLabel::Tag(_)) => false,
        }
    }
}
