//! The words of a message with their types.

use std::borrow::Cow;

use smallvec::SmallVec;

use crate::program::{Constant, Type};

/// Words, stored inline if they are few.
pub type MessageWords = SmallVec<[i64; 4]>;
/// The types of the words of a message, as runs: a type, and the number of words of it.
pub type TypeRuns = SmallVec<[(Type, usize); 1]>;

/// The words of a message.
#[derive(Debug, Clone, Default)]
pub struct Payload {
    pub words: MessageWords,
    /// Their types; adjacent runs differ, and none is empty.
    pub runs: TypeRuns,
}

impl Payload {
    /// Assigns a type to the words that were added after the last run.
    pub fn end_run(&mut self, ty: Type) {
        let known: usize = self.runs.iter().map(|(_, count)| count).sum();
        let count = self.words.len() - known;
        match self.runs.last_mut() {
            Some((last, before)) if *last == ty => *before += count,
            _ if count > 0 => self.runs.push((ty, count)),
            _ => {}
        }
    }

    /// Its first words as values.
    pub fn first(&self, count: usize) -> Vec<Constant> {
        let words = self.words.iter().zip(types(self.runs.iter().copied()));
        words
            .take(count)
            .map(|(word, ty)| Constant::from_word(*word, ty))
            .collect()
    }

    /// Its words converted to the wanted types, to which they must be convertible.
    pub fn words_as(&self, wanted: impl Iterator<Item = (Type, usize)> + Clone) -> Cow<'_, [i64]> {
        let is_sent = |ty: Type| matches!(self.runs.as_slice(), [(own, _)] if *own == ty);
        if wanted.clone().all(|(ty, count)| count == 0 || is_sent(ty)) {
            return Cow::Borrowed(&self.words);
        }
        let types = types(self.runs.iter().copied()).zip(types(wanted));
        let words = self.words.iter().zip(types);
        let converted = words.map(|(word, (own, ty))| Constant::from_word(*word, own).word_as(ty));
        Cow::Owned(converted.collect())
    }
}

/// Whether words of the types `sent` can be converted to the wanted ones: an int becomes a real.
pub fn fits(sent: &[(Type, usize)], wanted: impl Iterator<Item = (Type, usize)>) -> bool {
    let mut sent = sent.iter().copied();
    let mut rest = sent.next();
    for (ty, mut count) in wanted {
        while count > 0 {
            let Some((kind, left)) = rest else {
                return false;
            };
            if left == 0 {
                rest = sent.next();
                continue;
            }
            if kind != ty && (kind, ty) != (Type::Int, Type::Real) {
                return false;
            }
            let taken = left.min(count);
            count -= taken;
            rest = Some((kind, left - taken));
        }
    }
    rest.is_none_or(|(_, left)| left == 0) && sent.all(|(_, count)| count == 0)
}

/// The number of words of these runs.
pub fn count_of(runs: impl Iterator<Item = (Type, usize)>) -> usize {
    runs.map(|(_, count)| count).sum()
}

/// The type of each word.
fn types(runs: impl Iterator<Item = (Type, usize)>) -> impl Iterator<Item = Type> {
    runs.flat_map(|(ty, count)| std::iter::repeat_n(ty, count))
}

/// The number of words of each type, neighbours of one type together.
pub fn joined(runs: impl Iterator<Item = (Type, usize)>) -> Vec<(Type, usize)> {
    let mut joined: Vec<(Type, usize)> = Vec::new();
    for (ty, count) in runs.filter(|(_, count)| *count > 0) {
        match joined.last_mut() {
            Some((last, before)) if *last == ty => *before += count,
            _ => joined.push((ty, count)),
        }
    }
    joined
}
