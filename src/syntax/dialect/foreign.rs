//! Keywords in Czech, Slovak and Ukrainian, as lecture texts in these languages print them.

use super::interpretation::Interpretation;
use super::listing::Listing;
use super::numbers::number_length;
use crate::syntax::token::Kind;

/// Each English word with those that are read as it.
const WORDS: &[(&str, &[&str])] = &[
    ("procedure", &["procedura", "procedúra", "процедура"]),
    ("function", &["funkce", "funkcia", "функція"]),
    ("begin", &["začátek", "začiatok", "початок"]),
    ("end", &["konec", "koniec", "кінець"]),
    ("for", &["pro", "pre", "для"]),
    (
        "all",
        &["všechna", "všechny", "všetky", "všetkých", "всіх", "усіх"],
    ),
    ("each", &["každé", "každý", "každého", "кожного"]),
    ("parallel", &["paralelně", "paralelne", "паралельно"]),
    ("from", &["від", "од"]),
    ("to", &["až", "po", "до"]),
    ("step", &["krok", "крок"]),
    (
        "do",
        &[
            "dělej",
            "proveď",
            "rob",
            "vykonaj",
            "виконати",
            "виконувати",
        ],
    ),
    ("while", &["dokud", "kým", "pokiaľ", "поки"]),
    ("repeat", &["opakuj", "повторювати", "повторити"]),
    ("if", &["pokud", "jestliže", "když", "ak", "keď", "якщо"]),
    ("then", &["pak", "potom", "тоді", "то"]),
    ("else", &["jinak", "inak", "інакше"]),
    ("return", &["vrať", "vráť", "повернути", "повернутися"]),
    ("send", &["pošli", "odešli", "надіслати"]),
    ("receive", &["přijmi", "prijmi", "прийняти", "отримати"]),
    ("and", &["та"]),
    ("or", &["nebo", "alebo", "або"]),
];

/// The English word that a word is read as.
fn english(word: &str) -> Option<&'static str> {
    let row = WORDS.iter().find(|(_, words)| words.contains(&word));
    row.map(|(english, _)| *english)
}

/// Reads these words in a text in which one of them begins a head.
pub fn read(listing: &mut Listing<'_>) {
    if !(0..listing.lines.len()).any(|line| begins_head(listing, line)) {
        return;
    }
    for at in 0..listing.tokens.len() {
        if let Some(english) = english(&listing.word(at)) {
            listing.set(at, english, Interpretation::OtherLanguages);
            listing.english.insert(at, english);
        }
    }
}

/// Whether a line begins with a head in one of these languages.
fn begins_head(listing: &Listing<'_>, line: usize) -> bool {
    let first = number_length(listing, line, false)
        .map_or_else(|| listing.first(line), |(_, next)| Some(next));
    let Some(first) = first else { return false };
    let is_head = matches!(
        english(&listing.word(first)),
        Some("procedure" | "function" | "for" | "while" | "if")
    );
    // That one is Croatian, too.
    let is_shared = listing.word(first) == "procedura";
    let next = listing.tokens.get(first + 1);
    is_head && !is_shared && next.is_some_and(|next| next.kind == Kind::Word && next.line == line)
}
