//! The commands of the debuggers: what the help of each lists, what each refuses, and how lines are answered
//! that are no commands.

use std::fmt::Write as _;

use super::SUM;
use super::exchange::ONE_WORD;
use super::{dialogue, exchange, recorded};

/// What each kind of debugger answers to these lines, below its name.
fn answered(lines: &[&str]) -> String {
    let asynchronous = SUM.replacen("input", "machine apram(d = 2, B = 4);\ninput", 1);
    let trace = recorded::trace(SUM, 1 << 20);
    let said = [
        ("synchronous", dialogue::answers(SUM, &[], lines)),
        ("asynchronous", dialogue::answers(&asynchronous, &[], lines)),
        ("multicomputer", exchange::answers(ONE_WORD, lines)),
        ("recorded", recorded::answers(&trace, lines)),
    ];
    let mut text = String::new();
    for (kind, answers) in said {
        let _ = writeln!(text, "{kind}:\n{}", answers.concat());
    }
    text
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
