//! The explanation of a code, with its examples in either vocabulary.

use std::path::Path;

use crate::diagnostic::Code;
use crate::source::Sources;
use crate::syntax::formatter::{self, Translation, Vocabulary, translate_words};

/// The page of a code, in Markdown. The pages are written with English keywords; for the Croatian
/// vocabulary, their programs and the code that their sentences quote are translated.
pub fn explanation(code: Code, translation: &Translation) -> String {
    let page = code.explanation();
    if translation.vocabulary == Vocabulary::English {
        return page.to_owned();
    }
    let words = |text: &str| {
        let (functions, machines) = (&translation.functions, &translation.machines);
        translate_words(text, translation.vocabulary, functions, machines)
    };
    let mut is_code = false;
    let mut text = String::with_capacity(page.len());
    let mut block: Option<(bool, String)> = None;
    for line in page.split_inclusive('\n') {
        match (line.strip_prefix("```"), &mut block) {
            (Some(opening), None) => {
                text.push_str(line);
                block = Some((is_program(opening), String::new()));
            }
            (Some(_), Some((is_program, shown))) => {
                if *is_program {
                    *shown = program(shown, translation).unwrap_or_else(|| words(shown));
                }
                text.push_str(shown);
                text.push_str(line);
                block = None;
            }
            (None, Some((_, shown))) => shown.push_str(line),
            (None, None) => {
                // Code may go on in the next line, but not in the next paragraph.
                is_code &= !line.trim().is_empty();
                text.push_str(&quoted_code(line, &mut is_code, words));
            }
        }
    }
    text
}

/// A program as `pram fmt` translates it; none if it cannot be read, or if the page is about its layout or
/// about a printed listing.
fn program(text: &str, translation: &Translation) -> Option<String> {
    let mut sources = Sources::default();
    let file = sources.add("page.pram", text);
    let own = Translation {
        vocabulary: Vocabulary::English,
        ..translation.clone()
    };
    let as_it_is = formatter::format(&sources, file, Some(&own)).ok()?;
    (as_it_is == text)
        .then(|| formatter::format(&sources, file, Some(translation)).ok())
        .flatten()
}

/// Whether a block that is opened like this holds a program: `pram`, `text,file=x.pram`.
fn is_program(opening: &str) -> bool {
    let file = opening.trim_end().split("file=").nth(1);
    let extension = file.and_then(|name| Path::new(name).extension());
    opening.starts_with("pram") || extension.is_some_and(|extension| extension == "pram")
}

/// A line of prose with the code between its back quotes translated, apart from command lines; `is_code`
/// if it begins inside of code.
fn quoted_code(line: &str, is_code: &mut bool, translated: impl Fn(&str) -> String) -> String {
    let mut text = String::new();
    for (number, part) in line.split('`').enumerate() {
        if number > 0 {
            text.push('`');
            *is_code = !*is_code;
        }
        if *is_code && !is_command(part) {
            text.push_str(&translated(part));
        } else {
            text.push_str(part);
        }
    }
    text
}

/// Whether quoted code is of a command line: it has an option.
fn is_command(code: &str) -> bool {
    let mut words = code.split_whitespace();
    words.any(|word| {
        (word.strip_prefix("--")).is_some_and(|name| name.starts_with(char::is_alphabetic))
    })
}
