//! What messages carry, from which variables that only receive get their types.
//!
//! Which send a receive gets its message from is known in a run only. So its targets take the types of
//! all messages that match its tag or its channel: first of those with as many items, then of
//! arrays that may fill the place of several variables, then of whatever stands at the same place.

use std::collections::BTreeMap;

use super::super::infer::{Known, join};
use crate::syntax::ast::{Expr, ExprKind};

/// What distinguishes messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::semantic) enum Label {
    /// A tag that the program writes down; 0 for a send without any.
    Tag(i64),
    /// Any tag: one that is computed, or none of a receive.
    Open,
    /// They go through channels.
    Channel,
}

impl Label {
    /// That of a tag, which is computed unless it is a number.
    pub fn of_tag(tag: &Expr) -> Self {
        match tag.kind {
            ExprKind::Int(tag) => Self::Tag(tag),
            _ => Self::Open,
        }
    }

    fn may_be(self, other: Self) -> bool {
        match (self, other) {
            (Self::Channel, _) | (_, Self::Channel) => self == other,
            (Self::Open, _) | (_, Self::Open) => true,
            (Self::Tag(one), Self::Tag(other)) => one == other,
        }
    }
}

/// A place in a message, from the first item on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::semantic) struct MessagePlace {
    /// What distinguishes it from others.
    pub label: Label,
    /// How many items come before.
    pub place: usize,
    /// How many items the message has.
    pub count: usize,
}

/// What is sent at each place of a message.
#[derive(Debug, Default)]
pub(in crate::semantic) struct Sent {
    /// Of values, and of arrays and sections, which have any number of words.
    types: BTreeMap<(MessagePlace, bool), Known>,
    /// How far receivers without a type of their own look for one.
    widened: u8,
}

impl Sent {
    /// What is sent at a place, by one value or by part of an array, takes values of this type too;
    /// whether that is new.
    pub fn note(&mut self, place: MessagePlace, is_part: bool, ty: Known) -> bool {
        let known = self.types.entry((place, is_part)).or_default();
        let joined = join(*known, ty);
        let is_new = joined != *known;
        *known = joined;
        is_new
    }

    /// Once nothing else changes, receivers without a type of their own look further; whether that is
    /// possible.
    pub fn widen(&mut self) -> bool {
        self.widened += 1;
        self.widened <= 3
    }

    /// What may be sent to a place, as far as receivers look.
    pub fn of(&self, wanted: MessagePlace) -> Known {
        let joined = |fits: &dyn Fn(MessagePlace, bool) -> bool| {
            let sent = self.types.iter().filter(|((sent, is_part), _)| {
                sent.label.may_be(wanted.label) && fits(*sent, *is_part)
            });
            sent.fold(None, |known, (_, ty)| join(known, *ty))
        };
        let MessagePlace { place, count, .. } = wanted;
        match self.widened {
            0 => None,
            1 => joined(&|sent, _| (sent.place, sent.count) == (place, count)),
            2 => joined(&|sent, is_part| is_part && sent.place <= place && sent.count < count),
            _ => joined(&|sent, _| sent.place == place),
        }
    }
}
