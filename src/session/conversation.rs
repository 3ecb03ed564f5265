//! The exchange between a session and its user, for all machines: lines and answers, or a stop in parts
//! for a screen.

use std::ops::RangeInclusive;

use super::command::{
    DebuggerCommand, JumpTarget, OfSteps, Picture, StopCondition, TravelDirection,
};
use super::commands::{Debugger, help};
use super::noted::Noted;
use super::warps::english;
use crate::present::text::visible::visible_lines;

/// A run as a sequence of stops, which are steps, moments of a multicomputer, or instructions of a GPU, and the textual answers
/// about them. Each line of an answer ends with a newline.
pub trait Stops {
    /// The debugger, which determines the commands.
    fn debugger(&self) -> Debugger;

    /// The number of the current stop; 0 is before the first.
    fn at(&self) -> u64;

    /// Whether there is no further stop.
    fn is_at_end(&self) -> bool;

    /// Goes to a stop, or to the last one.
    fn go_to_stop(&mut self, stop: u64) -> String;

    /// Goes to a target.
    fn go_to(&mut self, place: &JumpTarget) -> String;

    /// Goes to where the run fails, by a conflict, a fault or a deadlock; if it does not fail, to the
    /// end, which the answer says.
    fn breach(&mut self) -> String;

    /// Goes to the next or the previous breakpoint; if there is none, to the end or the beginning.
    fn run_on(&mut self, direction: TravelDirection) -> String;

    /// Adds a breakpoint, which stops every k-th time.
    fn add_breakpoint(&mut self, stop: StopCondition, hits: u64) -> String;

    /// Shows a value at every stop: a cell or scalar, of a processor if one is named.
    fn watch(&mut self, name: String, processor: Option<String>) -> String;

    /// The value of an expression: of a processor where one is named.
    fn print(&self, expression: &str, processor: Option<&str>) -> String;

    /// What the line does that is executed here.
    fn explain(&self) -> String;

    /// What its user noted.
    fn noted(&mut self) -> &mut Noted;

    /// All lines printed so far.
    fn printed_so_far(&self) -> Vec<String>;

    /// The origin of a value.
    fn why(&mut self, value: &str) -> String;

    /// Shows one processor at every stop; `None` ends that.
    fn follow(&mut self, processor: Option<String>) -> String;

    /// A picture.
    fn picture(&mut self, picture: Picture) -> String;

    /// The source around the current statement.
    fn listing(&self) -> String;

    /// Writes a file of the run, or of these steps.
    fn export(&mut self, file: &str, steps: Option<RangeInclusive<u64>>) -> String;

    /// Executes a command that only steps have: moments inside them, rounds, calls, sections, other
    /// models.
    fn of_steps(&mut self, command: OfSteps) -> String;

    /// The description of the stop: one sentence, and details below it.
    fn stop(&self) -> String;

    /// The stop in pieces that fit into the room, with this picture.
    fn scene(&mut self, room: ViewSize, picture: Option<Picture>) -> Scene;
}

/// A run with its user: a line is given, and answered.
pub struct Conversation<'c> {
    run: Box<dyn Stops + 'c>,
}

impl<'c> Conversation<'c> {
    /// About a run.
    pub fn new(run: impl Stops + 'c) -> Self {
        Self { run: Box::new(run) }
    }

    /// The first text.
    pub fn greeting(&self) -> String {
        let goes = match self.run.debugger() {
            Debugger::Synchronous | Debugger::Asynchronous => "takes a step",
            Debugger::Multicomputer => "goes to the next moment",
            Debugger::Gpu => english::GOES,
        };
        format!(
            "{}`next` {goes}, `?` explains the line, `help` lists the other commands.\n",
            self.stop()
        )
    }

    /// Goes to where the run fails; if it does not fail, to the end, which the answer says.
    pub fn breach(&mut self) -> String {
        self.run.breach()
    }

    /// Answers a line: the result of the command, or why it is none.
    pub fn answer(&mut self, line: &str) -> SessionAnswer {
        let (text, quits) = match DebuggerCommand::read(line, self.run.debugger()) {
            Ok(DebuggerCommand::Quit) => (String::new(), true),
            Ok(command) => (self.obey(command), false),
            Err(sentence) => (format!("{sentence}\n"), false),
        };
        SessionAnswer { text, quits }
    }

    fn obey(&mut self, command: DebuggerCommand) -> String {
        let run = &mut self.run;
        let at = run.at();
        match command {
            DebuggerCommand::Next(_) if run.is_at_end() => already_at_end(run.debugger()),
            DebuggerCommand::Next(stops) => run.go_to_stop(at.saturating_add(stops)),
            DebuggerCommand::Back(_) if at == 0 => {
                let noun = run.debugger().noun();
                format!("This is the beginning: there is no {noun} before it.\n")
            }
            DebuggerCommand::Back(stops) => run.go_to_stop(at.saturating_sub(stops)),
            DebuggerCommand::Continue(TravelDirection::Forward) if run.is_at_end() => {
                already_at_end(run.debugger())
            }
            DebuggerCommand::Continue(direction) => run.run_on(direction),
            DebuggerCommand::Goto(place) => run.go_to(&place),
            DebuggerCommand::Break(stop, hits) => run.add_breakpoint(stop, hits),
            DebuggerCommand::Info => run.noted().info(),
            DebuggerCommand::Delete(number) => run.noted().delete(number),
            DebuggerCommand::Watch(name, processor) => run.watch(name, processor),
            DebuggerCommand::Print(text, processor) => run.print(&text, processor.as_deref()),
            DebuggerCommand::Explain => run.explain(),
            DebuggerCommand::Printed => printed_text(&run.printed_so_far()),
            DebuggerCommand::Why(value) => run.why(&value),
            DebuggerCommand::Follow(processor) => run.follow(processor),
            DebuggerCommand::View(picture) => run.picture(picture),
            DebuggerCommand::OfSteps(command) => run.of_steps(command),
            DebuggerCommand::Look => run.stop(),
            DebuggerCommand::List => run.listing(),
            DebuggerCommand::Export(file, steps) => run.export(&file, steps),
            DebuggerCommand::Help => help(run.debugger()),
            DebuggerCommand::Quit => String::new(),
        }
    }

    /// The description of the stop: one sentence, and details below it.
    pub fn stop(&self) -> String {
        self.run.stop()
    }

    /// The stop in pieces that fit into the room, with this picture.
    pub fn scene(&mut self, room: ViewSize, picture: Option<Picture>) -> Scene {
        self.run.scene(room, picture)
    }

    /// The part of an answer that is not the description of the stop.
    pub fn beside_stop(&self, answer: &str) -> String {
        match answer.split_once(self.stop().as_str()) {
            Some((before, behind)) => format!("{before}{behind}"),
            None => answer.to_owned(),
        }
    }
}

/// The answer if there is no further stop.
pub fn already_at_end(debugger: Debugger) -> String {
    let noun = debugger.noun();
    format!(
        "There is no further {noun}: the run ends here. `back` goes back, `goto end` shows the result \
         again.\n"
    )
}

/// What lies outside a session: the whole run, and files.
pub trait SessionSurroundings {
    /// The report of the whole run at its end: its result, or what was wrong.
    fn ending(&mut self) -> String;

    /// Writes the run, or a figure of these steps, to a file; returns the answer.
    fn export(&mut self, file: &str, steps: RangeInclusive<u64>) -> String;
}

/// All lines that were printed; of many, the last ones.
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

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionAnswer {
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
    /// The line that the step executes first, by its index.
    pub current: Option<usize>,
    /// Arrays; those that the step writes, before and after it.
    pub memory: Vec<String>,
    /// The actions of single processors, one per line.
    pub processors: Vec<String>,
    /// The watched values, and what the step printed.
    pub watched: Vec<String>,
    /// A picture, if one is requested.
    pub picture: String,
    /// T and W in three units, a line each.
    pub cost: Vec<String>,
    /// Active processors so far.
    pub timeline: String,
}

/// A line of the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceLine {
    /// `>` if the step executes it; with several groups, their letters.
    pub mark: String,
    /// Its text.
    pub text: String,
}

/// The size of what can be shown.
#[derive(Debug, Clone, Copy)]
pub struct ViewSize {
    /// Characters of a line of memory, processors and pictures.
    pub width: usize,
    /// Lines for processors.
    pub processors: usize,
    /// Lines for the picture.
    pub picture: usize,
    /// Characters of the timeline.
    pub timeline: usize,
}
