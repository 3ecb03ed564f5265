//! Ways out of an illegal run that are commands.

mod english;

use std::fmt::Write as _;

use crate::language::{Language, Voice};
use crate::result::advice::{Advice, RunCommand, Trial};
use crate::result::model::model_name;
use crate::source::is_hidden;

/// A longer command is not written out.
const LONGEST_COMMAND: usize = 1000;

impl Advice {
    /// Ways out that are commands.
    pub fn ways(&self, voice: Voice) -> Vec<String> {
        match voice.language {
            Language::English | Language::Croatian => english::ways(self, voice),
        }
    }
}

impl Trial {
    /// The machine that was tried.
    pub fn name(&self) -> String {
        match self.model {
            Some(model) => model_name(model),
            None => (self.options.iter())
                .find(|(option, _)| *option == "--model")
                .map_or_else(String::new, |(_, model)| model.clone()),
        }
    }
}

impl RunCommand {
    /// The command line with some options set to values, quoted for a shell and for a message.
    pub fn with(&self, options: &[(&str, &str)]) -> String {
        let text = self.line_with(options);
        if text.len() <= LONGEST_COMMAND {
            return format!("`{text}`");
        }
        let options: Vec<String> = (options.iter())
            .map(|(option, value)| format!("{option} {}", quoted(value)))
            .collect();
        english::same_command(&options.join(" "))
    }

    /// The command line as it is, quoted for a shell.
    pub fn line(&self) -> String {
        self.line_with(&[])
    }

    fn line_with(&self, options: &[(&str, &str)]) -> String {
        let is_named = |word: &str| options.iter().any(|(option, _)| word == *option);
        let is_assigned = |word: &str| {
            let assignment = word.split_once('=');
            assignment.is_some_and(|(name, _)| is_named(name))
        };
        let mut text = String::from("pram");
        let set = |text: &mut String| {
            for (option, value) in options {
                let _ = write!(text, " {option} {}", quoted(value));
            }
        };
        let mut is_set = false;
        let mut words = self.words.iter();
        while let Some(word) = words.next() {
            // What follows is taken as it is, whatever it looks like.
            if word == "--" && !is_set {
                set(&mut text);
                is_set = true;
            }
            if is_named(word) && !is_set {
                words.next();
            } else if is_set || !is_assigned(word) {
                text.push(' ');
                text.push_str(&quoted(word));
            }
        }
        if !is_set {
            set(&mut text);
        }
        text
    }
}

/// A word as a shell reads it back, on one line.
pub fn quoted(word: &str) -> String {
    if word.contains(is_hidden) {
        return escaped(word);
    }
    let plain = |character: char| character.is_alphanumeric() || "_-+=.,/:@%^".contains(character);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// A word with control characters written out, as bash, zsh and POSIX since 2024 read it: `$'a\nb'`.
fn escaped(word: &str) -> String {
    let mut text = String::from("$'");
    for c in word.chars() {
        match c {
            '\n' => text.push_str("\\n"),
            '\t' => text.push_str("\\t"),
            '\r' => text.push_str("\\r"),
            '\'' | '\\' => text.extend(['\\', c]),
            c if is_hidden(c) => {
                for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                    let _ = write!(text, "\\{byte:03o}");
                }
            }
            c => text.push(c),
        }
    }
    text.push('\'');
    text
}
