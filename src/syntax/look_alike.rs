//! Names with letters of another alphabet that look like Latin ones: `а` of the Cyrillic alphabet, `Ο` of
//! the Greek one.
//!
//! Which letters look alike is said by Unicode Technical Standard #39, *Unicode Security Mechanisms*.
//! Its table is broader than print: small Greek letters such as `α` are distinguished from Latin ones, and
//! pseudocode uses them; of these only omicron counts here.

use std::collections::HashMap;

use unicode_normalization::is_nfkc;
use unicode_security::confusable_detection::skeleton;

use super::text::{Text, is_word};
use crate::source::Span;

/// A name with a letter of another alphabet that looks like a Latin one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookAlike {
    /// The name.
    pub name: String,
    /// The first such letter.
    pub letter: char,
    /// The letter that it looks like.
    pub latin: char,
    /// Where the name first stands.
    pub span: Span,
    /// Where a name that looks the same first stands, written in other letters.
    pub twin: Option<Span>,
}

/// The names of a text, each once, that hold such letters beside Latin ones, or look like another name.
/// Letters of mathematics, such as `ℓ`, are another form of Latin ones: they may stand beside them.
pub(super) fn look_alikes(text: &Text) -> Vec<LookAlike> {
    if text.clean.is_ascii() {
        return Vec::new();
    }
    let names = names(text);
    let mut by_look: HashMap<String, Vec<usize>> = HashMap::new();
    for (number, (name, _)) in names.iter().enumerate() {
        by_look
            .entry(skeleton(name).collect())
            .or_default()
            .push(number);
    }
    let mut found = Vec::new();
    for (number, (name, at)) in names.iter().enumerate() {
        let Some((letter, latin)) = name.chars().find_map(|c| Some((c, latin(c)?))) else {
            continue;
        };
        let same = &by_look[&skeleton(name).collect::<String>()];
        let twin = same.iter().find(|other| **other != number);
        let is_mixed = name.chars().any(|c| c.is_ascii_alphabetic()) && is_nfkc(&name[..]);
        if twin.is_none() && !is_mixed {
            continue;
        }
        let span = |at: usize, name: &str| text.span(at, at + name.len());
        found.push(LookAlike {
            name: (*name).to_owned(),
            letter,
            latin,
            span: span(*at, name),
            twin: twin.map(|twin| span(names[*twin].1, names[*twin].0)),
        });
    }
    found
}

/// The different words outside of comments and literals that are no numbers, each where it first stands.
fn names(text: &Text) -> Vec<(&str, usize)> {
    let mut known: HashMap<&str, usize> = HashMap::new();
    for word in text.words() {
        let at = word.as_ptr() as usize - text.clean.as_ptr() as usize;
        if word.starts_with(|c: char| is_word(c) && !c.is_ascii_digit()) {
            known.entry(word).or_insert(at);
        }
    }
    let mut names: Vec<(&str, usize)> = known.into_iter().collect();
    names.sort_unstable_by_key(|(_, at)| *at);
    names
}

/// The Latin letter that a letter of another alphabet looks like.
fn latin(c: char) -> Option<char> {
    let is_small_greek = matches!(c, 'α'..='ω') && c != 'ο';
    if c.is_ascii() || !c.is_alphabetic() || is_small_greek {
        return None;
    }
    let mut looks = [0; 4];
    let mut prototype = skeleton(c.encode_utf8(&mut looks));
    let latin = prototype.next().filter(char::is_ascii_alphabetic)?;
    prototype.next().is_none().then_some(latin)
}
