//! What a session and its user exchange, whatever the machine is: lines and answers, or a stop in
//! pieces for a screen.

use std::ops::RangeInclusive;

use super::command::{Command, Direction, OfSteps, Picture, Place, Stop};
use super::commands::{Debugger, help};
use super::noted::Noted;
use crate::present::text::visible::visible_lines;

/// A run by its stops, which are steps, or moments of a multicomputer, and the answers about them in words. Each
/// line of an answer ends with a newline.
pub trait Stops {
    /// What is debugged: the commands that there are.
    fn debugger(&self) -> Debugger;

    /// The number of the stop at which it stands; 0 is before the first.
    fn at(&self) -> u64;

    /// Whether there is no further stop.
    fn is_at_end(&self) -> bool;

    /// Goes to a stop, or to the last one.
    fn go_to_stop(&mut self, stop: u64) -> String;

    /// Goes to a place.
    fn go_to(&mut self, place: &Place) -> String;

    /// Goes to where the run breaks off, by a conflict, a fault or a deadlock; where it does not, to the end,
    /// which is said.
    fn breach(&mut self) -> String;

    /// Goes to the next or the previous breakpoint, else to the end or the beginning.
    fn run_on(&mut self, direction: Direction) -> String;

    /// Adds a breakpoint, which stops every k-th time.
    fn add_breakpoint(&mut self, stop: Stop, hits: u64) -> String;

    /// Shows a value at every stop: a cell or scalar, of a processor where one is named.
    fn watch(&mut self, name: String, processor: Option<String>) -> String;

    /// The value of an expression: of a processor where one is named.
    fn print(&self, expression: &str, processor: Option<&str>) -> String;

    /// What the line does that is executed here.
    fn explain(&self) -> String;

    /// What its user noted.
    fn noted(&mut self) -> &mut Noted;

    /// All lines that were printed until here.
    fn printed_so_far(&self) -> Vec<String>;

    /// From where a value comes.
    fn why(&mut self, value: &str) -> String;

    /// Shows one processor at every stop; none where none is named.
    fn follow(&mut self, processor: Option<String>) -> String;

    /// A picture.
    fn picture(&mut self, picture: Picture) -> String;

    /// The source around what is executed here.
    fn listing(&self) -> String;

    /// Writes a file of the run, or of these steps.
    fn export(&mut self, file: &str, steps: Option<RangeInclusive<u64>>) -> String;

    /// Does what only steps have: moments inside of them, rounds, calls, sections, other models.
    fn of_steps(&mut self, command: OfSteps) -> String;

    /// The stop: one sentence, and what is worth knowing below it.
    fn stop(&self) -> String;

    /// The stop in pieces that fit into the room, with this picture.
    fn scene(&mut self, room: Room, picture: Option<Picture>) -> Scene;
}

/// A run with its user: lines are said, and answered.
pub struct Conversation<'c> {
    run: Box<dyn Stops + 'c>,
}

impl<'c> Conversation<'c> {
    /// About a run.
    pub fn new(run: impl Stops + 'c) -> Self {
        Self { run: Box::new(run) }
    }

    /// What is said first.
    pub fn greeting(&self) -> String {
        let goes = match self.run.debugger() {
            Debugger::Synchronous | Debugger::Asynchronous => "takes a step",
            Debugger::Multicomputer => "goes to the next moment",
        };
        format!(
            "{}`next` {goes}, `?` explains the line, `help` lists the other commands.\n",
            self.stop()
        )
    }

    /// Goes to where the run breaks off; where it does not, to the end, which is said.
    pub fn breach(&mut self) -> String {
        self.run.breach()
    }

    /// Answers a line: what obeying its command says, or why it is none.
    pub fn answer(&mut self, line: &str) -> Answer {
        let (text, quits) = match Command::read(line, self.run.debugger()) {
            Ok(Command::Quit) => (String::new(), true),
            Ok(command) => (self.obey(command), false),
            Err(sentence) => (format!("{sentence}\n"), false),
        };
        Answer { text, quits }
    }

    fn obey(&mut self, command: Command) -> String {
        let run = &mut self.run;
        let at = run.at();
        match command {
            Command::Next(_) if run.is_at_end() => already_at_end(run.debugger()),
            Command::Next(stops) => run.go_to_stop(at.saturating_add(stops)),
            Command::Back(_) if at == 0 => {
                let noun = run.debugger().noun();
                format!("This is the beginning: there is no {noun} before it.\n")
            }
            Command::Back(stops) => run.go_to_stop(at.saturating_sub(stops)),
            Command::Continue(Direction::Forward) if run.is_at_end() => {
                already_at_end(run.debugger())
            }
            Command::Continue(direction) => run.run_on(direction),
            Command::Goto(place) => run.go_to(&place),
            Command::Break(stop, hits) => run.add_breakpoint(stop, hits),
            Command::Info => run.noted().info(),
            Command::Delete(number) => run.noted().delete(number),
            Command::Watch(name, processor) => run.watch(name, processor),
            Command::Print(text, processor) => run.print(&text, processor.as_deref()),
            Command::Explain => run.explain(),
            Command::Printed => printed_text(&run.printed_so_far()),
            Command::Why(value) => run.why(&value),
            Command::Follow(processor) => run.follow(processor),
            Command::View(picture) => run.picture(picture),
            Command::OfSteps(command) => run.of_steps(command),
            Command::Look => run.stop(),
            Command::List => run.listing(),
            Command::Export(file, steps) => run.export(&file, steps),
            Command::Help => help(run.debugger()),
            Command::Quit => String::new(),
        }
    }

    /// The stop: one sentence, and what is worth knowing below it.
    pub fn stop(&self) -> String {
        self.run.stop()
    }

    /// The stop in pieces that fit into the room, with this picture.
    pub fn scene(&mut self, room: Room, picture: Option<Picture>) -> Scene {
        self.run.scene(room, picture)
    }

    /// What an answer says beside the stop itself.
    pub fn beside_stop(&self, answer: &str) -> String {
        match answer.split_once(self.stop().as_str()) {
            Some((before, behind)) => format!("{before}{behind}"),
            None => answer.to_owned(),
        }
    }
}

/// Said where there is no further stop to go to.
pub fn already_at_end(debugger: Debugger) -> String {
    let noun = debugger.noun();
    format!(
        "There is no further {noun}: the run ends here. `back` goes back, `goto end` shows the result \
         again.\n"
    )
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
