//! The words of a message with their types.

use smallvec::SmallVec;

use crate::program::{Constant, Type};

/// Words, without an allocation where they are two at most.
pub type Words = SmallVec<[i64; 2]>;

/// The words of a message.
#[derive(Debug, Clone)]
pub struct Payload {
    /// All words, in order.
    pub words: Words,
    /// Their types.
    pub kinds: Kinds,
}

/// The types of the words of a message.
#[derive(Debug, Clone)]
pub enum Kinds {
    /// All of one.
    One(Type),
    /// So many of each, one after the other.
    Several(Vec<(Type, usize)>),
}

impl Payload {
    /// Its first words as values.
    pub fn first(&self, count: usize) -> Vec<Constant> {
        let runs = self.runs();
        let words = self.words.iter().zip(types(&runs)).take(count);
        words
            .map(|(word, ty)| Constant::from_word(*word, ty))
            .collect()
    }

    /// So many words of each type, one after the other.
    pub fn runs(&self) -> Vec<(Type, usize)> {
        match &self.kinds {
            Kinds::One(ty) => vec![(*ty, self.words.len())],
            Kinds::Several(runs) => runs.clone(),
        }
    }
}

/// Whether words of these types go where those are wanted: an int becomes a real.
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

/// How many words these are.
pub fn count_of(runs: impl Iterator<Item = (Type, usize)>) -> usize {
    runs.map(|(_, count)| count).sum()
}

/// The type of each word.
pub fn types(runs: &[(Type, usize)]) -> impl Iterator<Item = Type> + '_ {
    runs.iter()
        .flat_map(|(ty, count)| std::iter::repeat_n(*ty, *count))
}

/// As messages tell it: so many words of each type.
pub fn in_words(runs: impl Iterator<Item = (Type, usize)>) -> Vec<String> {
    let mut joined: Vec<(Type, usize)> = Vec::new();
    for (ty, count) in runs.filter(|(_, count)| *count > 0) {
        match joined.last_mut() {
            Some((last, before)) if *last == ty => *before += count,
            _ => joined.push((ty, count)),
        }
    }
    let one = |(ty, count): (Type, usize)| {
        let words = if count == 1 { "word" } else { "words" };
        format!("{count} {words} of type {}", kind_name(ty))
    };
    joined.into_iter().map(one).collect()
}

fn kind_name(ty: Type) -> &'static str {
    match ty {
        Type::Int => "int",
        Type::Real => "real",
        Type::Bool => "bool",
    }
}
