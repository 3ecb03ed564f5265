//! A debugger in words: the commands of the user, and the answers. Each stop is one sentence and at most
//! five further lines.

mod breach;
mod breakpoint;
mod columns;
mod condition;
mod explained;
mod judged;
mod moments;
mod moves;
mod names;
mod network;
mod origin;
mod pictures;
mod processor;
mod scene;
mod sections;
mod sources;
mod stop;
mod strip;
mod watch;
pub mod wires;

use std::ops::RangeInclusive;

use crate::language::Voice;
use crate::source::Sources;

use self::breach::BreachRace;
use self::explained::explained;
use self::network::DrawnSteps;
use self::processor::{Chosen, with_noun};
use super::command::{JumpTarget, OfSteps, Picture, StopCondition, TravelDirection};
use super::commands::Debugger;
use super::conversation::{Scene, SessionSurroundings, Stops, ViewSize};
use super::noted::Noted;
use super::{Session, SessionArrival};

/// A session with its user.
pub struct Dialogue<'c> {
    session: Session<'c>,
    sources: &'c Sources,
    voice: Voice,
    outside: Box<dyn SessionSurroundings + 'c>,
    noted: Noted,
    followed: Option<String>,
    drawn: DrawnSteps,
    /// The race that ends the run, once it is known.
    race: Option<BreachRace>,
    /// The moment inside the step that was shown last.
    moment: Option<usize>,
    /// Characters of a line.
    width: usize,
    /// Height of a picture in lines; `None` if unlimited.
    picture_lines: Option<usize>,
}

impl<'c> Dialogue<'c> {
    /// Before the first step of a run.
    pub fn new(
        session: Session<'c>,
        sources: &'c Sources,
        voice: Voice,
        outside: Box<dyn SessionSurroundings + 'c>,
    ) -> Self {
        Self {
            session,
            sources,
            voice,
            outside,
            noted: Noted::default(),
            followed: None,
            drawn: DrawnSteps::default(),
            race: None,
            moment: None,
            width: 100,
            picture_lines: None,
        }
    }

    /// The answer after a move.
    fn arrived(&mut self, arrival: SessionArrival) -> String {
        self.arrived_saying(arrival, "")
    }

    /// The answer after a move, with a remark on it.
    fn arrived_saying(&mut self, arrival: SessionArrival, said: &str) -> String {
        self.learn_race();
        match arrival {
            SessionArrival::There if !self.session.is_broken() => format!("{}{said}", self.stop()),
            SessionArrival::There | SessionArrival::End => {
                let stop = self.stop();
                format!("{stop}{said}{}", self.end_of_run())
            }
            SessionArrival::Interrupted => format!("Stopped by Ctrl-C.\n{}{said}", self.stop()),
        }
    }

    /// The end of the run: its result, or what was wrong.
    fn end_of_run(&mut self) -> String {
        let how = if self.session.is_broken() {
            "The run cannot go on: this step breaks it off, and memory is as it was before."
        } else if self.session.fault_behind().is_some() {
            "The run cannot continue: it ends with an error after this step."
        } else {
            "The run ends here."
        };
        format!("{how}\n{}", self.outside.ending())
    }
}

impl Stops for Dialogue<'_> {
    fn debugger(&self) -> Debugger {
        if self.session.is_asynchronous() {
            Debugger::Asynchronous
        } else {
            Debugger::Synchronous
        }
    }

    fn at(&self) -> u64 {
        self.session.at()
    }

    fn is_at_end(&self) -> bool {
        self.session.length() == Some(self.session.at())
    }

    fn go_to_stop(&mut self, stop: u64) -> String {
        self.moment = None;
        let arrival = self.session.go_to(stop);
        self.arrived(arrival)
    }

    fn go_to(&mut self, place: &JumpTarget) -> String {
        self.moment = None;
        self.go_to_place(place)
    }

    fn breach(&mut self) -> String {
        let text = self.go_to(&JumpTarget::End);
        let is_met = self.session.is_broken() || self.session.fault_behind().is_some();
        if is_met || !self.is_at_end() {
            return text;
        }
        format!("No conflict was met: this is the end of the run.\n{text}")
    }

    fn run_on(&mut self, direction: TravelDirection) -> String {
        self.moment = None;
        self.go_on_to_breakpoint(direction)
    }

    fn add_breakpoint(&mut self, stop: StopCondition, hits: u64) -> String {
        self.break_at(stop, hits)
    }

    fn watch(&mut self, name: String, processor: Option<String>) -> String {
        self.watch_value(name, processor)
    }

    fn print(&self, expression: &str, processor: Option<&str>) -> String {
        self.value_now(expression, processor)
    }

    fn explain(&self) -> String {
        explained(&self.session, self.sources)
    }

    fn noted(&mut self) -> &mut Noted {
        &mut self.noted
    }

    fn printed_so_far(&self) -> Vec<String> {
        self.session.printed_so_far()
    }

    fn why(&mut self, value: &str) -> String {
        self.origin(value)
    }

    fn follow(&mut self, processor: Option<String>) -> String {
        let Some(name) = processor else {
            self.followed = None;
            return "Following no processor.\n".to_owned();
        };
        let Chosen { name, is_there } = match self.chosen(&name) {
            Ok(chosen) => chosen,
            Err(why) => return format!("{why}\n"),
        };
        let here = if is_there {
            ""
        } else {
            ", which is not there at this step; it is shown wherever it is, if it ever is"
        };
        let said = format!("Following {}{here}.\n", with_noun(&name));
        self.followed = Some(name);
        format!("{said}{}", self.stop())
    }

    fn picture(&mut self, picture: Picture) -> String {
        self.picture(picture)
    }

    fn listing(&self) -> String {
        self.listing()
    }

    fn export(&mut self, file: &str, steps: Option<RangeInclusive<u64>>) -> String {
        let here = self.session.at();
        // Pages and traces contain the whole run; for other files the answer says which steps there are.
        let is_figure = [".svg", ".tex"].iter().any(|end| file.ends_with(end));
        if steps.is_none() && here == 0 && is_figure {
            return "There is no step yet; `export FILE 2..5` names others.\n".to_owned();
        }
        self.outside.export(file, steps.unwrap_or(here..=here))
    }

    fn of_steps(&mut self, command: OfSteps) -> String {
        if !matches!(command, OfSteps::Access(_)) {
            self.moment = None;
        }
        match command {
            OfSteps::Access(direction) => self.access(direction),
            OfSteps::Round(direction) => self.round(direction),
            OfSteps::Out(direction) => self.out(direction),
            OfSteps::Section(direction) => self.section(direction),
            OfSteps::As(model) => self.judged_as(model),
        }
    }

    fn stop(&self) -> String {
        self.stop()
    }

    fn scene(&mut self, room: ViewSize, picture: Option<Picture>) -> Scene {
        self.pieces(room, picture)
    }
}
