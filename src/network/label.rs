//! What distinguishes the messages of one sender and receiver: tags, and queues.

/// The label of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MessageLabel {
    /// A tag.
    Tag(i64),
    /// The queue in which it waits; it equals no tag.
    Queue(u32),
}

/// Which messages a receive takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MessageSelector {
    /// Those with any tag, in no queue.
    AnyTag,
    /// Those with this tag.
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

    /// Its queue; `None` for a tag.
    pub fn queue(self) -> Option<u32> {
        match self {
            Self::Tag(_) => None,
            Self::Queue(queue) => Some(queue),
        }
    }
}

impl MessageSelector {
    /// The selector of a receive.
    pub fn of_tag(tag: Option<i64>) -> Self {
        tag.map_or(Self::AnyTag, Self::Tag)
    }

    /// Whether it selects a message with this label.
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
