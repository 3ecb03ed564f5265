//! The explanation of a code, with its examples in either vocabulary.

use std::path::Path;

use crate::diagnostic::Code;
use crate::semantic;
use crate::syntax::formatter::{Vocabulary, translate_words};

/// The page of a code, in Markdown. The pages are written in the Croatian vocabulary; in the
/// English one, their programs and the code that their sentences quote are translated.
pub fn explanation(code: Code, vocabulary: Vocabulary) -> String {
    let page = code.explanation();
    if vocabulary == Vocabulary::Croatian {
        return page.to_owned();
    }
    let functions = semantic::translated_names();
    let translated = |text: &str| translate_words(text, vocabulary, &functions);
    let mut text = String::with_capacity(page.len());
    let mut block = None;
    for line in page.split_inclusive('\n') {
        let fence = line.strip_prefix("```");
        match (fence, block) {
            (Some(opening), None) => block = Some(is_program(opening)),
            (Some(_), Some(_)) => block = None,
            (None, Some(true)) => {
                text.push_str(&translated(line));
                continue;
            }
            (None, Some(false)) => {}
            (None, None) => {
                text.push_str(&quoted_code(line, translated));
                continue;
            }
        }
        text.push_str(line);
    }
    text
}

/// Whether a block that is opened like this holds a program: `pram`, `text,file=x.pram`.
fn is_program(opening: &str) -> bool {
    let file = opening.trim_end().split("file=").nth(1);
    let extension = file.and_then(|name| Path::new(name).extension());
    opening.starts_with("pram") || extension.is_some_and(|extension| extension == "pram")
}

/// A line of prose with what stands between back quotes translated.
fn quoted_code(line: &str, translated: impl Fn(&str) -> String) -> String {
    let parts = line.split('`').enumerate().map(|(number, part)| {
        if number % 2 == 1 {
            translated(part)
        } else {
            part.to_owned()
        }
    });
    parts.collect::<Vec<String>>().join("`")
}
