//! What a session and its user exchange, whatever the machine is: lines and answers, or a stop in
//! pieces for a screen.

use std::ops::RangeInclusive;

use super::command::{Command, Picture};
use super::commands::{Debugger, help};
use crate::present::text::visible::visible_lines;

/// A session with its user.
pub trait Conversation {
    /// What is said first.
    fn greeting(&self) -> String;

    /// Goes to where the run breaks off, by a conflict, a fault or a deadlock; where it does not, to the end,
    /// which is said.
    fn breach(&mut self) -> String;

    /// What the session is about: the commands that it has.
    fn debugger(&self) -> Debugger;

    /// Does what a command of this debugger says, except for help and the end of the session; the answer in
    /// words, each line of which ends with a newline.
    fn obey(&mut self, command: Command) -> String;

    /// Answers a line: what obeying its command says, or why it is none.
    fn answer(&mut self, line: &str) -> Answer {
        let debugger = self.debugger();
        let (text, quits) = match Command::read(line, debugger) {
            Ok(Command::Quit) => (String::new(), true),
            Ok(Command::Help) => (help(debugger), false),
            Ok(command) => (self.obey(command), false),
            Err(sentence) => (format!("{sentence}\n"), false),
        };
        Answer { text, quits }
    }

    /// The stop: one sentence, and what is worth knowing below it.
    fn stop(&self) -> String;

    /// The stop in pieces that fit into the room, with this picture.
    fn scene(&mut self, room: Room, picture: Option<Picture>) -> Scene;

    /// What an answer says beside the stop itself.
    fn beside_stop(&self, answer: &str) -> String {
        match answer.split_once(self.stop().as_str()) {
            Some((before, behind)) => format!("{before}{behind}"),
            None => answer.to_owned(),
        }
    }
}

/// What lies outside of a session: the whole run, and files.
pub trait Outside {
    /// What there is to say of the whole run where it has ended: its result, or what was wrong.
    fn ending(&mut self) -> String;

    /// Writes the run, or a figure of these steps, into a file; the answer in words.
    fn export(&mut self, file: &str, steps: RangeInclusive<u64>) -> String;
}

/// All lines that were printed, of many the last.
pub fn printed_text(lines: &[String]) -> String {
    const LINES: usize = 200;
    if lines.is_empty() {
        return "Nothing is printed yet.\n".to_owned();
    }
    let left_out = lines.len().saturating_sub(LINES);
    let mut text = match left_out {
        0 => String::new(),
        count => format!("… {count} earlier\n"),
    };
    for line in &lines[left_out..] {
        text.push_str(&visible_lines(line));
        text.push('\n');
    }
    text
}

/// What is answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// In words; each line ends with a newline.
    pub text: String,
    /// Whether the user ended the session.
    pub quits: bool,
}

/// A stop in pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scene {
    /// The step in words, a line for each group.
    pub sentence: String,
    /// The name of the source that is shown.
    pub file: String,
    /// Its lines.
    pub source: Vec<SourceLine>,
    /// Which of these the step executes first.
    pub current: Option<usize>,
    /// Arrays, those that the step writes before and behind it.
    pub memory: Vec<String>,
    /// What single processors do, one a line.
    pub processors: Vec<String>,
    /// What is watched, and what the step printed.
    pub watched: Vec<String>,
    /// A picture, if one is asked for.
    pub picture: String,
    /// T and W in three units, a line each.
    pub cost: Vec<String>,
    /// Active processors until here.
    pub timeline: String,
}

/// A line of the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceLine {
    /// `>` where the step executes it; of several groups, their letters.
    pub mark: String,
    /// Its text.
    pub text: String,
}

/// How much can be seen.
#[derive(Debug, Clone, Copy)]
pub struct Room {
    /// Characters of a line of memory, processors and pictures.
    pub width: usize,
    /// Lines for processors.
    pub processors: usize,
    /// Lines for the picture.
    pub picture: usize,
    /// Characters of the timeline.
    pub timeline: usize,
}
