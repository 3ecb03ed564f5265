//! The commands of the debuggers: their table, what the help of each lists, what each refuses, and how lines
//! are answered that are no commands.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;

use pram::session::command::DebuggerCommand;
use pram::session::commands::{ALL, COMMANDS, Debugger, help, row_of};

use super::SUM;
use super::exchange::ONE_WORD;
use super::warps::TWO_WARPS;
use super::{dialogue, exchange, warps};

/// What a debugger answers to these lines.
fn answers(debugger: Debugger, lines: &[&str]) -> Vec<String> {
    match debugger {
        Debugger::Synchronous => dialogue::answers(SUM, &[], lines),
        Debugger::Asynchronous => {
            let text = SUM.replacen("input", "machine apram(d = 2, B = 4);\ninput", 1);
            dialogue::answers(&text, &[], lines)
        }
        Debugger::Multicomputer => exchange::answers(ONE_WORD, lines),
        Debugger::Gpu => warps::answers(TWO_WARPS, lines),
    }
}

/// What each debugger answers to these lines, below its name.
fn answered(lines: &[&str]) -> String {
    let mut text = String::new();
    for debugger in ALL {
        let name = format!("{debugger:?}").to_lowercase();
        let _ = writeln!(text, "{name}:\n{}", answers(*debugger, lines).concat());
    }
    text
}

/// The commands that a debugger lists, each as it is typed: its name, and what follows.
fn listed(debugger: Debugger) -> Vec<(String, String)> {
    let text = help(debugger);
    let entries = text.lines().filter(|line| !line.starts_with(' '));
    let typed = entries.flat_map(|line| line.split("  ").next().expect("it begins").split(", "));
    let parts = typed.map(|typed| typed.split_once(' ').unwrap_or((typed, "")));
    parts
        .map(|(name, rest)| (name.to_owned(), rest.replace(['[', ']'], "")))
        .collect()
}

#[test]
fn no_two_commands_have_a_word() {
    let words: Vec<&str> = COMMANDS.iter().flat_map(|row| row.words).copied().collect();
    let different: BTreeSet<&str> = words.iter().copied().collect();
    assert_eq!(words.len(), different.len());
}

#[test]
fn help_lists_a_command_or_it_is_refused() {
    for debugger in ALL {
        let listed = listed(*debugger);
        for row in COMMANDS {
            let is_listed = listed.iter().any(|(name, _)| name == row.words[0]);
            let is_refused = row.refusal(*debugger).is_some();
            assert_ne!(is_listed, is_refused, "{debugger:?}: {}", row.words[0]);
        }
    }
}

/// What help lists can be typed, with every word of the command.
#[test]
fn each_word_is_read() {
    for debugger in ALL {
        assert_eq!(
            DebuggerCommand::read("", *debugger),
            Ok(DebuggerCommand::Next(1))
        );
        for (name, rest) in listed(*debugger) {
            let (row, _) = row_of(&name).expect("it is in the table");
            let goes_back = |word: &str| word.starts_with(char::is_uppercase) && rest == "back";
            let words = row.words.iter().filter(|word| !word.is_empty());
            for word in words.filter(|word| !goes_back(word)) {
                let read = DebuggerCommand::read(&format!("{word} {rest}"), *debugger);
                assert!(read.is_ok(), "{debugger:?}: {word} {rest}: {read:?}");
            }
        }
    }
}

/// A debugger obeys all that its help lists.
#[test]
fn each_command_is_obeyed() {
    for debugger in ALL {
        let lines = listed(*debugger)
            .into_iter()
            .filter(|(name, _)| name != "quit");
        let lines: Vec<String> = lines.map(|(name, rest)| name + " " + &rest).collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        for (line, answer) in lines.iter().zip(answers(*debugger, &lines)) {
            assert!(answer.ends_with('\n'), "{debugger:?}: {line}: {answer}");
        }
    }
}

#[test]
fn each_command_is_in_the_manual() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/seeing.md");
    let page = fs::read_to_string(page).expect("it is there");
    for row in COMMANDS {
        let (name, mut short) = (format!("`{}", row.words[0]), row.short_words());
        let mut rows = page.lines().map(|line| line.split(" | "));
        let is_there = rows.any(|mut cells| {
            let (typed, words) = (cells.next().unwrap_or(""), cells.next().unwrap_or(""));
            let has_word = |word: &str| words.contains(&format!("`{word}`"));
            typed.contains(&name) && short.all(has_word)
        });
        assert!(is_there, "{name}");
    }
}

#[test]
fn help_of_each_debugger() {
    insta::assert_snapshot!(answered(&["help"]));
}

#[test]
fn what_a_debugger_does_not_have_is_refused() {
    let lines = [
        "access",
        "round back",
        "out",
        "section",
        "S",
        "follow i = 9",
        "as crew",
        "export run.svg",
        "view sections",
    ];
    insta::assert_snapshot!(answered(&lines));
}

/// Lines that cannot be read, each above its answer.
#[test]
fn lines_that_are_no_commands() {
    let lines = [
        "jump 3",
        "\u{1b}[2J",
        "next x",
        "n 1.5",
        "back -1",
        "access sideways",
        "i sideways",
        "round 3",
        "out x",
        "s on",
        "I back",
        "R 3",
        "continue 3",
        "c hit 3",
        "reverse 2",
        "C 2",
        "goto",
        "g nowhere",
        "goto 101%",
        "goto round x",
        "break",
        "B",
        "break write",
        "break x",
        "break T",
        "break processors 3",
        "break send x",
        "break 6 hit",
        "break 6 hit 0",
        "break if x > 3 for",
        "B write x for",
        "info 1",
        "delete x",
        "printed 3",
        "watch",
        "w",
        "watch x for",
        "w x for",
        "why",
        "y",
        "why x for",
        "y x for",
        "view",
        "view nothing",
        "as",
        "M foo",
        "as ring",
        "export",
        "e",
        "export x.svg 5..2",
        "look x",
        "l x",
        "list 3",
        "help next",
        "? next",
        "h next",
        "quit now",
        "q now",
        "exit now",
    ];
    let mut text = String::new();
    for (line, answer) in lines.iter().zip(dialogue::answers(SUM, &[], &lines)) {
        let _ = write!(text, "{}\n  {answer}", line.escape_default());
    }
    insta::assert_snapshot!(text);
}
