//! How sentences are written: whatever is said of a program of the corpus.

use std::collections::BTreeSet;

use pram::diagnostic::Diagnostic;
use unicode_normalization::is_nfc;

use super::corpus::{machines, programs, said};

/// The longest text of a message, without code and the indices of processors.
const LONGEST: usize = 200;

/// The text without what stands between backticks, which the program or the vocabulary wrote.
fn outside_of_code(text: &str) -> String {
    text.split('`').step_by(2).collect::<Vec<_>>().join("`")
}

/// How long a text is, without code and the indices of processors, such as `(i = 1, j = 0)`.
fn length(text: &str) -> usize {
    let plain = outside_of_code(text);
    let parts = plain.split('(').map(|part| match part.split_once(')') {
        Some((inside, rest)) if inside.contains(" = ") => rest,
        _ => part,
    });
    parts.map(|part| part.chars().count()).sum()
}

/// What is wrong with how a text is written.
fn faults(text: &str) -> Vec<&'static str> {
    let plain = outside_of_code(text);
    let mut found = Vec::new();
    if plain.trim_end().ends_with('.') {
        found.push("a final full stop");
    }
    // The name of a machine or of a parameter may come first: `B`, `CREW`.
    let first: String = plain.chars().take_while(|c| c.is_alphabetic()).collect();
    let is_name = !first.chars().any(char::is_lowercase);
    if !is_name && first.starts_with(char::is_uppercase) {
        found.push("a capital letter at its beginning");
    }
    if plain.contains("  ") {
        found.push("two blanks");
    }
    if plain.contains('\n') {
        found.push("a line break");
    }
    if !is_nfc(&plain) {
        found.push("letters that are not composed");
    }
    if plain.contains(|c: char| "čćžšđČĆŽŠĐ".contains(c)) {
        found.push("a Croatian letter outside of code");
    }
    found
}

/// What a message consists of; what a program prints itself is left out.
fn texts(diagnostic: &Diagnostic) -> Vec<&str> {
    let message = Some(diagnostic.message.as_str());
    let message = message.filter(|message| !message.starts_with("assertion failed"));
    // The system says why a file cannot be read.
    let is_own = |text: &&str| !text.contains("(os error ");
    let labels = diagnostic.primary.iter().chain(&diagnostic.secondary);
    let labels = labels.map(|label| label.text.as_str());
    let further = diagnostic.notes.iter().chain(&diagnostic.help);
    let titles = diagnostic.fixes.iter().map(|fix| fix.title.as_str());
    (message.into_iter().chain(labels))
        .chain(further.map(String::as_str))
        .chain(titles)
        .filter(is_own)
        .collect()
}

#[test]
fn every_text_is_written_as_texts_are() {
    let mut wrong = BTreeSet::new();
    let mut long = BTreeSet::new();
    let mut seen = BTreeSet::new();
    for case in programs() {
        for options in machines() {
            for diagnostic in said(&case, &options).0 {
                for text in texts(&diagnostic) {
                    let code = diagnostic.code.id();
                    for fault in faults(text) {
                        wrong.insert(format!("{code}: {fault}: {text}"));
                    }
                    if length(text) > LONGEST {
                        long.insert(text.to_owned());
                    }
                    seen.insert(text.to_owned());
                }
            }
        }
    }
    assert!(seen.len() > 1000, "only {} texts were seen", seen.len());
    let wrong: Vec<String> = wrong.into_iter().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let long: Vec<String> = long.into_iter().collect();
    assert!(long.is_empty(), "{}", long.join("\n"));
}

#[test]
fn faults_are_found() {
    assert_eq!(faults("the array `Č.` has no  length"), ["two blanks"]);
    assert_eq!(faults("a full stop."), ["a final full stop"]);
    assert_eq!(faults("Capital"), ["a capital letter at its beginning"]);
    assert_eq!(faults("B, the time of a barrier"), [""; 0]);
    assert_eq!(faults("the čelija"), ["a Croatian letter outside of code"]);
    assert_eq!(faults("e\u{301}"), ["letters that are not composed"]);
}
