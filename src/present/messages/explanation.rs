//! The explanation of a code, with its examples in either vocabulary.

use std::path::Path;

use crate::diagnostic::Code;
use crate::semantic;
use crate::syntax::formatter::{MachineWords, Vocabulary, translate_words};

/// The page of a code, in Markdown. The pages are written in the Croatian vocabulary; in the
/// English one, their programs and the code that their sentences quote are translated, with these words
/// of machines.
pub fn explanation(code: Code, vocabulary: Vocabulary, machines: &[MachineWords]) -> String {
    let page = code.explanation();
    if vocabulary == Vocabulary::Croatian {
        return page.to_owned();
    }
    let functions = semantic::translated_names();
    let translated = |text: &str| translate_words(text, vocabulary, &functions, machines);
    let mut is_code = false;
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
                // Code may go on in the next line, but not in the next paragraph.
                is_code &= !line.trim().is_empty();
                text.push_str(&quoted_code(line, &mut is_code, translated));
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

/// A line of prose with what stands between back quotes translated; `is_code` where it begins inside
/// of such.
fn quoted_code(line: &str, is_code: &mut bool, translated: impl Fn(&str) -> String) -> String {
    let mut text = String::new();
    for (number, part) in line.split('`').enumerate() {
        if number > 0 {
            text.push('`');
            *is_code = !*is_code;
        }
        if *is_code {
            text.push_str(&translated(part));
        } else {
            text.push_str(part);
        }
    }
    text
}
