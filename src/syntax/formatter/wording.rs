//! Translates the keywords of a text that need not be a program, word by word.

use super::vocabulary::{FunctionNames, MachineWords};
use crate::syntax::keyword::{self, Concept};
use crate::syntax::text::is_word;
use crate::syntax::vocabulary::Vocabulary;

/// The text with every keyword and every built-in function in this vocabulary; comments, texts in
/// quotes and options of the command line stay.
pub fn translate_words(
    text: &str,
    vocabulary: Vocabulary,
    functions: &[FunctionNames],
    machines: &[MachineWords],
) -> String {
    let mut translated = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let comment = line.find("//").unwrap_or(line.len());
        let (code, comment) = line.split_at(comment);
        for (number, part) in code.split('"').enumerate() {
            if number > 0 {
                translated.push('"');
            }
            if number % 2 == 0 {
                words(part, vocabulary, (functions, machines), &mut translated);
            } else {
                translated.push_str(part);
            }
        }
        translated.push_str(comment);
    }
    translated
}

fn words(text: &str, vocabulary: Vocabulary, names: Names<'_>, translated: &mut String) {
    let mut rest = text;
    while let Some(start) = rest.find(is_word) {
        let (before, from) = rest.split_at(start);
        let end = from.find(|character| !is_word(character));
        let (word, after) = from.split_at(end.unwrap_or(from.len()));
        translated.push_str(before);
        // `#include` and the name of a file such as `squares.pram` are no words of a program.
        let is_file =
            (after.strip_prefix('.')).is_some_and(|end| end.starts_with(char::is_alphabetic));
        let is_other = is_file || before.ends_with('#');
        let new = (!is_other).then(|| in_vocabulary(word, vocabulary, names));
        translated.push_str(new.flatten().unwrap_or(word));
        rest = after;
    }
    translated.push_str(rest);
}

/// Functions, and the words of machines.
type Names<'a> = (&'a [FunctionNames], &'a [MachineWords]);

fn in_vocabulary(
    word: &str,
    vocabulary: Vocabulary,
    (functions, machines): Names<'_>,
) -> Option<&'static str> {
    let function = functions
        .iter()
        .find(|names| names.croatian.contains(&word) || names.english == word)
        .map(|names| vocabulary.choose(names.croatian[0], names.english));
    let keyword = || -> Option<&'static str> {
        let row = keyword::find(word).map(Concept::keyword)?;
        let own = vocabulary.choose(row.croatian, row.english);
        (!own.contains(&word)).then_some(own[0])
    };
    let machine = || {
        let mut machines = machines.iter();
        let (croatian, english) =
            machines.find(|(croatian, english)| croatian.contains(&word) || *english == word)?;
        Some(vocabulary.choose(croatian[0], english))
    };
    function.or_else(keyword).or_else(machine)
}
