//! What is written from the table of keywords: rules of the grammar, lists in the cheat sheets.
//! `UPDATE_KEYWORDS=1` writes them.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use pram::syntax::keyword::{Class, KEYWORDS, Keyword, Standing};

/// A class, what it holds in the grammar, and in the cheat sheet of either language.
type Row = (Class, &'static str, [&'static str; 2]);

/// Every class, in the order of the table.
const CLASSES: [Row; 8] = [
    (Class::Item, "Top level", ["the file", "datoteka"]),
    (
        Class::Construct,
        "Blocks and loops",
        ["blocks, loops, branches", "blokovi, petlje, grananja"],
    ),
    (
        Class::Noun,
        "Nouns of headers",
        ["nouns of headers", "imenice u zaglavljima"],
    ),
    (
        Class::Statement,
        "Simple statements",
        ["statements", "naredbe"],
    ),
    (Class::Message, "Messages", ["messages", "poruke"]),
    (
        Class::Distribution,
        "Where the cells of an array lie",
        ["distributions of arrays", "raspodjele polja"],
    ),
    (Class::Value, "Values", ["values", "vrijednosti"]),
    (
        Class::End,
        "End words, whose two halves may also be joined by a blank, by a hyphen or by nothing",
        ["end words", "završne riječi"],
    ),
];

/// The grammar before its rules.
const HEAD: &str = "\
//! Every spelling of every keyword, Croatian and English, written from the table in
//! `src/syntax/keyword.rs` (`UPDATE_KEYWORDS=1 cargo test`).
//! Comments and odd blanks are single spaces by the time the grammar sees a text.

// A keyword ends where no word character follows: `krajnji` is a name.
// The multiplication dot counts as a letter (in Catalan), not here.
word_character = _{ !\"·\" ~ XID_CONTINUE }
joint          = _{ \"_\" | \"-\" | \" \"* }
";

fn of_class(class: Class) -> impl Iterator<Item = &'static Keyword> {
    KEYWORDS.iter().filter(move |row| row.class == class)
}

/// A spelling as the grammar writes it.
fn pattern(class: Class, spelling: &str) -> String {
    match spelling.split_once('_') {
        Some((first, second)) if class == Class::End => {
            format!("\"{first}\" ~ joint ~ \"{second}\"")
        }
        _ => format!("\"{spelling}\""),
    }
}

/// Names of rules as a choice, a few in each line.
fn choice(rules: &[String], indent: &str) -> String {
    let mut text = String::new();
    for line in rules.chunks(6) {
        let separator = if text.is_empty() { "" } else { "\n" };
        let bar = if text.is_empty() { "" } else { "| " };
        let _ = write!(text, "{separator}{indent}{bar}{}", line.join(" | "));
    }
    text
}

/// `grammar/keyword.pest`
fn grammar() -> String {
    let mut text = HEAD.to_owned();
    for (class, title, _) in CLASSES {
        let _ = writeln!(text, "\n// {title}");
        let longest = of_class(class).map(|row| row.name.len()).max();
        for row in of_class(class) {
            let mut patterns: Vec<String> = Vec::new();
            for spelling in row.spellings() {
                let pattern = pattern(class, spelling);
                if !patterns.contains(&pattern) {
                    patterns.push(pattern);
                }
            }
            let (name, width) = (row.name, longest.unwrap_or_default());
            let patterns = patterns.join(" | ");
            let _ = writeln!(
                text,
                "kw_{name:width$} = @{{ ({patterns}) ~ !word_character }}"
            );
        }
    }
    let rule = |row: &Keyword| format!("kw_{}", row.name);
    let ends: Vec<String> = of_class(Class::End).map(rule).collect();
    let _ = writeln!(text, "\nend_word = _{{ {} }}", ends.join(" | "));
    let reserved = KEYWORDS
        .iter()
        .filter(|row| row.standing == Standing::Reserved && row.class != Class::End);
    let mut reserved: Vec<String> = reserved.map(rule).collect();
    reserved.extend(["end_word", "elif", "word_operator"].map(str::to_owned));
    text.push_str(
        "\n// Words that never name anything, because they begin, divide or end a statement wherever they\n\
         // stand. All other keywords are free for names where no statement of theirs follows.\n",
    );
    let choice = choice(&reserved, "    ").trim_start().to_owned();
    let _ = writeln!(text, "reserved = @{{\n    ({choice})\n}}");
    text
}

/// The list of keywords in a cheat sheet, whose columns have these titles.
fn list(columns: &str, language: usize) -> String {
    let mut text = format!("{columns}\n|---|---|---|\n");
    for (class, _, titles) in CLASSES {
        let column = |spellings: fn(&Keyword) -> &'static [&'static str]| {
            let words = of_class(class).map(|row| {
                let (first, others) = spellings(row)
                    .split_first()
                    .expect("a keyword has a spelling");
                let mut words = format!("`{first}`");
                for other in others {
                    let _ = write!(words, "/`{other}`");
                }
                words
            });
            words.collect::<Vec<String>>().join(" ")
        };
        let (croatian, english) = (column(|row| row.croatian), column(|row| row.english));
        let _ = writeln!(text, "| {} | {croatian} | {english} |", titles[language]);
    }
    text
}

/// Compares a file, or the part of it that begins with the first line of `written`, with what is
/// written from the table.
fn compare(path: &str, is_whole: bool, written: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let text = fs::read_to_string(&path).unwrap();
    let first = written.lines().next().unwrap();
    let start = if is_whole {
        0
    } else {
        text.find(first).expect("the page has the list")
    };
    let length = if is_whole {
        text.len()
    } else {
        text[start..]
            .find("\n\n")
            .map_or(text.len() - start, |end| end + 1)
    };
    let new = format!("{}{written}{}", &text[..start], &text[start + length..]);
    if std::env::var_os("UPDATE_KEYWORDS").is_some() {
        fs::write(&path, &new).unwrap();
        return;
    }
    assert_eq!(text, new, "{}: UPDATE_KEYWORDS=1 writes it", path.display());
}

#[test]
fn the_grammar_is_written_from_the_table() {
    compare("grammar/keyword.pest", true, &grammar());
}

#[test]
fn the_cheat_sheets_list_the_table() {
    compare(
        "docs/cheat-sheet.md",
        false,
        &list("| words of | Croatian | English |", 0),
    );
    compare(
        "docs/hr/cheat-sheet.md",
        false,
        &list("| riječi | hrvatski | engleski |", 1),
    );
}

/// Rows of a class are together, and every class has its place.
#[test]
fn the_table_is_in_the_order_of_its_classes() {
    let order: Vec<Class> = KEYWORDS.iter().map(|row| row.class).collect();
    let mut classes = order.clone();
    classes.dedup();
    assert_eq!(classes, CLASSES.map(|(class, _, _)| class));
    assert!(order.is_sorted());
}
