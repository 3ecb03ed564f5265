//! Sentences are in wording files (`english.rs`, `english/`). The literals of two or more words
//! that are elsewhere are counted in `elsewhere.txt`, file by file, and become fewer.
//!
//! `UPDATE_WORDS=1 cargo test words::elsewhere` writes the list anew, unless there are more than before.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use pram::syntax::keyword;

use crate::architecture::rust_files;

/// Calls and macros whose texts are for programmers: panics, and the notation that documents operations.
const FOR_PROGRAMMERS: [&str; 10] = [
    "panic",
    "unreachable",
    "expect",
    "todo",
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "operations",
];

/// The table of options, whose sentences are the help of the command line.
const OPTIONS: &str = "pipeline/options/table.rs";

/// The catalogue of codes, which holds their titles in each language: one row for each code.
const CODES: &str = "diagnostic/code.rs";

/// Whether sentences belong into a file, given by its path below `src/`.
fn is_of_words(path: &str) -> bool {
    [OPTIONS, CODES].contains(&path)
        || path
            .split('/')
            .any(|part| part == "english" || part == "english.rs")
}

/// The texts of a source that are not in comments, attributes or panics.
fn literals(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    // For each open bracket, whether what it holds is for programmers.
    let mut open: Vec<bool> = Vec::new();
    let mut rest = source;
    let mut before = String::new();
    while let Some(c) = rest.chars().next() {
        let is_hidden = open.last().copied().unwrap_or(false);
        if rest.starts_with("//") {
            rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
            continue;
        }
        if let Some((text, behind)) = text_literal(rest) {
            if !is_hidden {
                found.push(text);
            }
            rest = behind;
            before.clear();
            continue;
        }
        if let Some(behind) = character(rest) {
            rest = behind;
            continue;
        }
        match c {
            '(' | '[' | '{' => {
                let word = before.trim_end_matches('!');
                let word = word.rsplit(|c: char| !(c.is_alphanumeric() || c == '_'));
                let word = word.into_iter().next().unwrap_or_default();
                let is_attribute = c == '[' && (before == "#" || before == "#!");
                open.push(is_hidden || is_attribute || FOR_PROGRAMMERS.contains(&word));
                before.clear();
            }
            ')' | ']' | '}' => {
                open.pop();
                before.clear();
            }
            ' ' if before.ends_with('!') => {}
            c if c.is_alphanumeric() || "_!#.".contains(c) => before.push(c),
            _ => before.clear(),
        }
        rest = &rest[c.len_utf8()..];
    }
    found
}

/// A text that begins here, and what follows it.
fn text_literal(source: &str) -> Option<(String, &str)> {
    let bare = source.strip_prefix('b').unwrap_or(source);
    if let Some(raw) = bare.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        let text = raw[hashes..].strip_prefix('"')?;
        let end = format!("\"{}", "#".repeat(hashes));
        let at = text.find(&end)?;
        return Some((text[..at].to_owned(), &text[at + end.len()..]));
    }
    let text = bare.strip_prefix('"')?;
    let mut is_escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return Some((text[..at].to_owned(), &text[at + 1..])),
            _ => {}
        }
    }
    None
}

/// What follows the literal of a character that begins here. (A lifetime has no second quote.)
fn character(source: &str) -> Option<&str> {
    let inside = source.strip_prefix('\'')?;
    let mut chars = inside.char_indices();
    let (_, first) = chars.next()?;
    if first == '\\' {
        let end = inside[2..].find('\'')? + 2;
        return Some(&inside[end + 1..]);
    }
    let (at, second) = chars.next()?;
    (second == '\'').then(|| &inside[at + 1..])
}

/// Whether a literal holds two words one after the other, outside of what is put into it. Two words of
/// programs one after the other are a piece of one, and so is a list of parameters.
fn is_sentence(literal: &str) -> bool {
    let mut plain = String::new();
    let mut depth = 0_usize;
    for c in literal.replace("{{", " ").replace("}}", " ").chars() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ if depth == 0 => plain.push(c),
            _ => {}
        }
    }
    // Code is not told in words.
    let plain: String = plain.split('`').step_by(2).collect::<Vec<_>>().join("`");
    let is_word = |word: &str| {
        let word = word.trim_matches(|c: char| ",;:.?!()".contains(c));
        word.chars().count() > 1
            && word.starts_with(char::is_alphabetic)
            && word.chars().all(|c| c.is_lowercase() || "-'’".contains(c))
    };
    let parameters = plain
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    if parameters.is_some_and(|list| list.split(", ").all(|name| !name.contains(' '))) {
        return false;
    }
    let is_of_programs = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_alphabetic());
        matches!(word, "end" | "kraj" | "not") || keyword::find(word).is_some()
    };
    let words: Vec<&str> = plain.split_whitespace().collect();
    words.windows(2).any(|pair| {
        pair.iter().all(|word| is_word(word)) && !pair.iter().all(|word| is_of_programs(word))
    })
}

fn found() -> BTreeMap<String, usize> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&root, &mut files);
    let mut found = BTreeMap::new();
    for path in files {
        let inside = path.strip_prefix(&root).expect("found below src");
        let inside = inside.to_string_lossy().replace('\\', "/");
        let source = fs::read_to_string(&path).expect("sources are text");
        let sentences = literals(&source)
            .iter()
            .filter(|text| is_sentence(text))
            .count();
        if sentences > 0 && !is_of_words(&inside) {
            found.insert(inside, sentences);
        }
    }
    found
}

#[test]
fn sentences_outside_of_wording_files_become_fewer() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/words/elsewhere.txt");
    let list = fs::read_to_string(&path).unwrap_or_default();
    let listed: BTreeMap<String, usize> = list
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(count, file)| {
            (
                file.to_owned(),
                count.parse().expect("a line begins with a number"),
            )
        })
        .collect();
    let found = found();
    let total = |counts: &BTreeMap<String, usize>| counts.values().sum::<usize>();
    assert!(
        listed.is_empty() || total(&found) <= total(&listed),
        "there are {} sentences outside of wording files, and there were {}: {:?}",
        total(&found),
        total(&listed),
        (found.iter())
            .filter(|(file, count)| listed.get(*file).is_none_or(|known| known < count))
            .collect::<Vec<_>>()
    );
    if std::env::var_os("UPDATE_WORDS").is_some() {
        let lines = found
            .iter()
            .map(|(file, count)| format!("{count} {file}\n"));
        fs::write(&path, lines.collect::<String>()).expect("the list can be written");
        return;
    }
    let differing: Vec<_> = (found.keys().chain(listed.keys()))
        .filter(|file| found.get(*file) != listed.get(*file))
        .map(|file| (file, listed.get(file), found.get(file)))
        .collect();
    assert!(
        differing.is_empty(),
        "tests/words/elsewhere.txt is not current (UPDATE_WORDS=1 writes it): {differing:?}"
    );
}

#[test]
fn sentences_are_recognized() {
    let source = "
        //! A comment with \"some words\".
        #[error(\"in an attribute\")]
        fn f<'a>(c: char) -> &'a str {
            let quote = '\"';
            assert!(x.is_empty(), \"for {} programmers only\", x.expect(\"an inner text\"));
            at(c, \"two words\", r#\"a \"raw\" text\"#)
        }
    ";
    assert_eq!(literals(source), ["two words", "a \"raw\" text"]);
    assert!(is_sentence("there is {what} no input"));
    assert!(is_sentence("`{name}` is not used"));
    assert!(!is_sentence("{name} is"));
    assert!(!is_sentence("`write this instead`"));
    assert!(!is_sentence("while (true) {"));
    assert!(!is_sentence("(lo, hi)"));
    assert!(is_sentence("(per access, as told)"));
    assert!(!is_sentence("--machine ring"));
    assert!(!is_sentence("application/json"));
}
