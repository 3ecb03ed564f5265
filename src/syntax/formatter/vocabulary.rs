//! Translates the keywords of a text, and the names of built-in functions where they are free.

use std::collections::HashSet;

use super::atom::{Atom, AtomKind};
use crate::syntax::keyword::Concept;
use crate::syntax::parser::TokenKind;
use crate::syntax::vocabulary::Vocabulary;

/// English for two words.
const FOREACH: &str = "foreach";

/// The English name of the built-in function whose argument may be `anyone`.
const HAS_MESSAGE: &str = "has_message";

/// The names of a built-in function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FunctionNames {
    /// Croatian spellings; the first is the one to write.
    pub croatian: &'static [&'static str],
    /// The English one.
    pub english: &'static str,
}

/// A word of a machine: Croatian ones, the one to write first, and the English one.
pub type MachineWords = (Vec<&'static str>, &'static str);

/// What to translate into, and which names there are.
#[derive(Debug, Clone)]
pub struct Translation {
    /// The vocabulary to write.
    pub vocabulary: Vocabulary,
    /// The built-in functions whose names differ between the vocabularies.
    pub functions: Vec<FunctionNames>,
    /// The words with which a file names a network and its options: Croatian ones, the one to write
    /// first, and the English one.
    pub machines: Vec<MachineWords>,
    /// The Croatian and English names of a processor itself and of its neighbours in a network.
    pub processors: Vec<[&'static str; 2]>,
    /// Names that an included file defines: what they mean is not built in.
    pub defined: HashSet<String>,
}

/// Rewrites every keyword, and every built-in name that means nothing else here; `bound` are the names
/// that the text binds to values of its own.
pub fn translate(atoms: &mut Vec<Atom>, translation: &Translation, bound: &HashSet<String>) {
    let calls = calls(atoms);
    for &FunctionNames { croatian, english } in &translation.functions {
        let is_spelling = |name: &str| croatian.contains(&name) || name == english;
        let is_other = |(at, atom): (usize, &Atom)| {
            is_word(atom) && is_spelling(behind_operator(&atom.text).1) && !calls.contains(&at)
        };
        let taken = translation.defined.iter().any(|name| is_spelling(name))
            || atoms.iter().enumerate().any(is_other);
        if taken {
            continue;
        }
        let own: Vec<usize> = (calls.iter().copied())
            .filter(|&at| is_spelling(behind_operator(&atoms[at].text).1))
            .collect();
        if english == HAS_MESSAGE {
            translate_anyone(atoms, &own, translation.vocabulary);
        }
        for at in own {
            let (operator, name) = behind_operator(&atoms[at].text);
            let name = choose(translation.vocabulary, croatian, &[english], name);
            atoms[at].text = format!("{operator}{name}");
        }
    }
    for concept in [Concept::Send, Concept::Receive] {
        translate_message_calls(atoms, concept, translation);
    }
    translate_machine(atoms, translation);
    translate_processors(atoms, translation, bound);
    for atom in &mut *atoms {
        if let AtomKind::Token(TokenKind::Keyword(concept)) = atom.kind
            && atom.text != FOREACH
        {
            let row = concept.keyword();
            atom.text = choose(
                translation.vocabulary,
                row.croatian,
                row.english,
                &atom.text,
            );
        }
    }
    if translation.vocabulary == Vocabulary::Croatian {
        drop_english_only(atoms);
        translate_tasks_side_by_side(atoms);
        agree_with_ranges(atoms);
    }
}

/// `za svaku grupu`: the word before a range of groups or items is feminine.
fn agree_with_ranges(atoms: &mut [Atom]) {
    let is = |atom: &Atom, concept| atom.kind == AtomKind::Token(TokenKind::Keyword(concept));
    for at in 1..atoms.len() {
        let is_range = [Concept::GroupRange, Concept::ItemRange]
            .iter()
            .any(|concept| is(&atoms[at], *concept));
        if is_range && is(&atoms[at - 1], Concept::Each) {
            "svaku".clone_into(&mut atoms[at - 1].text);
        }
    }
}

/// Rewrites `send(x, j)` and `recv(x, j)`, where nothing else has such a name.
fn translate_message_calls(atoms: &mut [Atom], concept: Concept, translation: &Translation) {
    let row = concept.keyword();
    let is_spelling = |name: &str| row.croatian.contains(&name) || row.english.contains(&name);
    let calls = calls(atoms);
    let is_defined = translation.defined.iter().any(|name| is_spelling(name));
    let found: Vec<usize> = (0..atoms.len())
        .filter(|&at| is_word(&atoms[at]) && is_spelling(&atoms[at].text))
        .collect();
    if is_defined || !found.iter().all(|at| calls.contains(at)) {
        return;
    }
    for at in found {
        let written = atoms[at].text.as_str();
        atoms[at].text = choose(translation.vocabulary, row.croatian, row.english, written);
    }
}

/// Rewrites the network that a file names, its options and their values.
fn translate_machine(atoms: &mut [Atom], translation: &Translation) {
    let tokens: Vec<usize> = (0..atoms.len())
        .filter(|&at| !atoms[at].is_comment())
        .collect();
    let machine = AtomKind::Token(TokenKind::Keyword(Concept::Machine));
    let Some(first) = tokens.iter().position(|&at| atoms[at].kind == machine) else {
        return;
    };
    let mut words = vec![first + 1];
    let is =
        |position: usize, mark: &str| tokens.get(position).is_some_and(|&at| atoms[at].is(mark));
    let mut depth = 0_usize;
    for position in first + 2..tokens.len() {
        depth += usize::from(is(position, "("));
        depth = depth.saturating_sub(usize::from(is(position, ")")));
        if depth == 0 {
            break;
        }
        // `usmjeravanje = pohrani`: the name of an option and its value.
        let begins = is(position - 1, "(") || is(position - 1, ",");
        if depth == 1 && begins && is(position + 1, "=") {
            words.extend([position, position + 2]);
        }
    }
    for at in words
        .iter()
        .filter_map(|&position| tokens.get(position).copied())
    {
        let written = atoms[at].text.as_str();
        let mut known = translation.machines.iter();
        let found = known
            .find(|(croatian, english)| croatian.contains(&written) || *english == written)
            .filter(|_| is_word(&atoms[at]));
        if let Some((croatian, english)) = found {
            atoms[at].text = choose(translation.vocabulary, croatian, &[english], written);
        }
    }
}

/// Rewrites the names of processors in a network, unless the text binds one of both spellings, or
/// calls or subscripts it.
fn translate_processors(atoms: &mut [Atom], translation: &Translation, bound: &HashSet<String>) {
    for names in &translation.processors {
        let is_bound = |name: &str| bound.contains(name) || translation.defined.contains(name);
        let is_name = |atom: &Atom| is_word(atom) && names.contains(&atom.text.as_str());
        let opens = |at: usize| {
            let behind = atoms[at + 1..].iter().find(|atom| !atom.is_comment());
            behind.is_some_and(|behind| behind.is("(") || behind.is("["))
        };
        let found: Vec<usize> = (0..atoms.len()).filter(|&at| is_name(&atoms[at])).collect();
        if names.iter().any(|name| is_bound(name)) || found.iter().any(|&at| opens(at)) {
            continue;
        }
        for at in found {
            let [croatian, english] = *names;
            let name = translation.vocabulary.choose(croatian, english);
            name.clone_into(&mut atoms[at].text);
        }
    }
}

/// Rewrites `bilo_koga` as the argument of these calls, where nothing else has that name.
fn translate_anyone(atoms: &mut [Atom], calls: &[usize], vocabulary: Vocabulary) {
    let row = Concept::Anyone.keyword();
    let is_anyone = |atom: &Atom| {
        let text = atom.text.as_str();
        is_word(atom) && (row.croatian.contains(&text) || row.english.contains(&text))
    };
    let argument = |&call: &usize| {
        let mut behind = (call + 1..atoms.len()).filter(|&at| !atoms[at].is_comment());
        let [open, argument, close] = [behind.next()?, behind.next()?, behind.next()?];
        let is_alone = atoms[open].is("(") && atoms[close].is(")");
        (is_alone && is_anyone(&atoms[argument])).then_some(argument)
    };
    let arguments: Vec<usize> = calls.iter().filter_map(argument).collect();
    if atoms.iter().filter(|atom| is_anyone(atom)).count() == arguments.len() {
        for at in arguments {
            atoms[at].text = choose(vocabulary, row.croatian, row.english, &atoms[at].text);
        }
    }
}

/// The operator in front of the name of an algorithm with what joins them, as in `+_svedi`, and the name.
fn behind_operator(word: &str) -> (&str, &str) {
    let operator = word.find('_').filter(|at| {
        let is_sign = |character: char| !character.is_alphanumeric();
        *at > 0 && word[..*at].chars().all(is_sign)
    });
    word.split_at(operator.map_or(0, |at| at + 1))
}

/// The word in a vocabulary: as written where it belongs to it already.
fn choose(vocabulary: Vocabulary, croatian: &[&str], english: &[&str], written: &str) -> String {
    let spellings = vocabulary.choose(croatian, english);
    if spellings.contains(&written) {
        written.to_owned()
    } else {
        spellings[0].to_owned()
    }
}

/// The places where a word is called, or stands for itself as the data of an array.
fn calls(atoms: &[Atom]) -> Vec<usize> {
    let tokens: Vec<usize> = (0..atoms.len())
        .filter(|&at| !atoms[at].is_comment())
        .collect();
    let token = |position: usize| tokens.get(position).map(|&at| &atoms[at]);
    let mut calls = Vec::new();
    for (position, &at) in tokens.iter().enumerate() {
        if !is_word(&atoms[at]) {
            continue;
        }
        let before = position.checked_sub(1).and_then(token);
        let after = token(position + 1);
        let defined = before.is_some_and(|before| {
            matches!(
                before.kind,
                AtomKind::Token(TokenKind::Keyword(Concept::Algorithm | Concept::Machine))
            )
        });
        let called = after.is_some_and(|after| after.is("(")) && !defined;
        let data = before.is_some_and(|before| before.is("="))
            && after.is_none_or(|after| after.is(";") || after.is(",") || after.piece.is_some());
        if called || data {
            calls.push(at);
        }
    }
    calls
}

/// `in parallel` and `foreach` have no Croatian twin of their own.
fn drop_english_only(atoms: &mut Vec<Atom>) {
    for at in (0..atoms.len()).rev() {
        match atoms[at].kind {
            AtomKind::Token(TokenKind::In) => {
                let piece = atoms[at].piece;
                let (breaks, column) = (atoms[at].breaks, atoms[at].column);
                atoms.remove(at);
                if let Some(next) = atoms[at..].iter_mut().find(|atom| !atom.is_comment()) {
                    next.piece = piece;
                    next.breaks = breaks;
                    next.column = column;
                }
            }
            AtomKind::Token(TokenKind::Keyword(_)) if atoms[at].text == FOREACH => {
                let mut second = atoms[at].clone();
                let [for_word, each] = Vocabulary::Croatian.words([Concept::For, Concept::Each]);
                each.clone_into(&mut second.text);
                (second.breaks, second.gap, second.blanks) = (0, true, 1);
                second.piece = None;
                for_word.clone_into(&mut atoms[at].text);
                atoms[at].kind = AtomKind::Token(TokenKind::Keyword(Concept::For));
                atoms.insert(at + 1, second);
            }
            _ => {}
        }
    }
}

/// `cobegin` and `parbegin` have no Croatian twin: what they open is a `paralelno` without processors.
/// A `begin` after it would open all of its tasks and not the first.
fn translate_tasks_side_by_side(atoms: &mut [Atom]) {
    let mut opened = Vec::new();
    for at in 0..atoms.len() {
        if !is_word(&atoms[at]) || atoms[at].piece.is_none() {
            continue;
        }
        let next = atoms[at + 1..].iter().find(|atom| !atom.is_comment());
        match atoms[at].text.as_str() {
            "cobegin" | "parbegin" if next.is_some_and(|next| next.piece.is_some()) => {
                opened.push((!next.is_some_and(|next| next.is("begin"))).then_some(at));
            }
            "coend" | "parend" if !opened.is_empty() => {
                let concepts = [Concept::Parallel, Concept::EndParallel];
                let places = opened.pop().flatten().map(|open| [open, at]);
                for (at, concept) in places.into_iter().flatten().zip(concepts) {
                    (Vocabulary::Croatian.word(concept)).clone_into(&mut atoms[at].text);
                    atoms[at].kind = AtomKind::Token(TokenKind::Keyword(concept));
                }
            }
            _ => {}
        }
    }
}

fn is_word(atom: &Atom) -> bool {
    atom.kind == AtomKind::Token(TokenKind::Word)
}
