//! Translates the prose in the head of a block: `za svaki element polja A, i`.

use super::atom::{Atom, AtomKind};
use crate::syntax::parser::TokenKind;
use crate::syntax::vocabulary::Vocabulary;

/// Croatian words, each with its English ones.
const TO_ENGLISH: &[(&str, &[&str])] = &[
    ("procesor", &["processor"]),
    ("zadatak", &["task"]),
    ("indeks", &["index"]),
    ("polje", &["array"]),
    ("polja", &["of", "array"]),
    ("niz", &["array"]),
    ("niza", &["of", "array"]),
    ("vektor", &["vector"]),
    ("vektora", &["of", "vector"]),
    ("liste", &["of", "list"]),
];

/// English phrases, each with its Croatian word; longer ones first.
const TO_CROATIAN: &[(&[&str], &str)] = &[
    (&["of", "the", "array"], "polja"),
    (&["of", "the", "vector"], "vektora"),
    (&["of", "the", "list"], "liste"),
    (&["of", "array"], "polja"),
    (&["of", "vector"], "vektora"),
    (&["of", "list"], "liste"),
    (&["of"], "polja"),
    (&["the", "array"], "polje"),
    (&["the", "vector"], "vektor"),
    (&["processor"], "procesor"),
    (&["task"], "zadatak"),
    (&["index"], "indeks"),
    (&["array"], "polje"),
    (&["vector"], "vektor"),
];

/// Rewrites the words before the comma of every such head; names among them stay.
pub fn translate(atoms: &mut Vec<Atom>, vocabulary: Vocabulary) {
    let mut at = 0;
    while at < atoms.len() {
        let words: Vec<String> = atoms[at..]
            .iter()
            .take_while(|atom| atom.kind == AtomKind::Token(TokenKind::Prose))
            .map(|atom| atom.text.clone())
            .collect();
        if words.is_empty() {
            at += 1;
            continue;
        }
        let translated = match vocabulary {
            Vocabulary::Croatian => in_croatian(&words),
            Vocabulary::English => in_english(&words),
        };
        let first = atoms[at].clone();
        let new = translated.into_iter().enumerate().map(|(position, text)| {
            let mut atom = Atom {
                text,
                ..first.clone()
            };
            if position > 0 {
                (atom.breaks, atom.gap, atom.blanks) = (0, true, 1);
            }
            atom
        });
        let new: Vec<Atom> = new.collect();
        let count = new.len();
        atoms.splice(at..at + words.len(), new);
        at += count;
    }
}

fn in_english(words: &[String]) -> Vec<String> {
    let translated = words.iter().flat_map(|word| {
        let known = TO_ENGLISH.iter().find(|(croatian, _)| croatian == word);
        match known {
            Some((_, english)) => english.iter().map(|&word| word.to_owned()).collect(),
            None => vec![word.clone()],
        }
    });
    translated.collect()
}

fn in_croatian(words: &[String]) -> Vec<String> {
    let mut translated = Vec::new();
    let mut rest = words;
    while let Some((first, others)) = rest.split_first() {
        let begins = |phrase: &[&str]| {
            phrase.len() <= rest.len() && phrase.iter().zip(rest).all(|(one, other)| one == other)
        };
        let known = TO_CROATIAN.iter().find(|(english, _)| begins(english));
        if let Some((english, croatian)) = known {
            translated.push((*croatian).to_owned());
            rest = &rest[english.len()..];
        } else {
            translated.push(first.clone());
            rest = others;
        }
    }
    translated
}
