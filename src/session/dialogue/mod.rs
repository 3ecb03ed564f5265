//! A debugger in words: what the user says, and what is answered. Each stop is one sentence and at
//! most five lines.

mod breach;
mod breakpoint;
mod columns;
mod condition;
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

use crate::source::Sources;
use crate::syntax::vocabulary::Vocabulary;

use self::breach::Race;
use self::network::DrawnSteps;
use self::processor::{Chosen, with_noun};
use super::command::{Command, Picture, Place};
use super::conversation::{Conversation, Outside, Room, Scene, printed_text};
use super::noted::Noted;
use super::{Arrival, Session};

/// A session with its user.
pub struct Dialogue<'c> {
    session: Session<'c>,
    sources: &'c Sources,
    vocabulary: Vocabulary,
    outside: Box<dyn Outside + 'c>,
    noted: Noted,
    followed: Option<String>,
    drawn: DrawnSteps,
    /// The race that breaks off the run, once it is known.
    race: Option<Race>,
    /// The moment inside the step that was looked at last.
    moment: Option<usize>,
    /// Characters of a line.
    width: usize,
    /// Height of a picture in lines; none where it is not bounded.
    picture_lines: Option<usize>,
}

/// What can be said.
const HELP: &str = "\
next [3], back [3]         steps on, steps back (n, b)
access, access back        the moments inside a step: reads, computing, writing (i, I)
round, round back          to the end of the round, to the end of the one before (r, R)
out, out back              to the end or beginning of the call, block or turn of a loop (o, O)
continue, reverse          to the next or previous breakpoint, else to the end or start (c, C)
goto step 12               also goto 50%, goto line 10, goto round 3, goto T = 31,
                           goto T instructions = 100, goto start, goto end (g)
break 8                    stop where line 8 is executed; also break write A[5], break read A[5],
                           break conflict, break if A[5] > 3, break T steps > 2*log n,
                           break processors > 100; behind each: hit 3 (B)
info, delete 1             breakpoints and watched values; remove one, or all
printed                    what was printed until here
watch A[5]                 show a value at every stop; watch x for i = 3 (w)
why A[5]                   which step and processor wrote it, from which values, and those; also
                           why x for i = 3, why b[1] for i = 3 (y)
follow i = 3               show one processor at every stop (f)
view memory                also network, processors, time (v)
as crew                    judge the run until here under another model (M)
export step.svg            a figure of this step; `export steps.svg 2..5` of several; also .tex for
                           LaTeX, .html and .json for the whole run (e)
look, list                 this stop again; the source around it (l)
help, quit                 these lines; the end (?, h, q)
";

/// What can be said besides on the asynchronous PRAM.
const ASYNCHRONOUS_HELP: &str = "\
section, section back      from barrier to barrier (s, S)
goto T apram = 31          to a time of this machine; break T apram > 20 stops behind one
view sections              what each processor did between two barriers
";

impl<'c> Dialogue<'c> {
    /// Before the first step of a run.
    pub fn new(
        session: Session<'c>,
        sources: &'c Sources,
        vocabulary: Vocabulary,
        outside: Box<dyn Outside + 'c>,
    ) -> Self {
        Self {
            session,
            sources,
            vocabulary,
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

    /// Whether there is no further step.
    fn is_at_end(&self) -> bool {
        self.session.length() == Some(self.session.at())
    }

    /// What is said after a move.
    fn arrived(&mut self, arrival: Arrival) -> String {
        self.arrived_saying(arrival, "")
    }

    /// The same, with what else there is to say of the move.
    fn arrived_saying(&mut self, arrival: Arrival, said: &str) -> String {
        self.learn_race();
        match arrival {
            Arrival::There if !self.session.is_broken() => format!("{}{said}", self.stop()),
            Arrival::There | Arrival::End => {
                let stop = self.stop();
                format!("{stop}{said}{}", self.end_of_run())
            }
            Arrival::Interrupted => format!("Stopped by Ctrl-C.\n{}{said}", self.stop()),
        }
    }

    /// The run ends here: with its result, or with what was wrong.
    fn end_of_run(&mut self) -> String {
        let how = if self.session.is_broken() {
            "The run cannot go on: this step breaks it off, and memory is as it was before."
        } else if self.session.fault_behind().is_some() {
            "The run cannot go on: it breaks off behind this step."
        } else {
            "The run ends here."
        };
        format!("{how}\n{}", self.outside.ending())
    }

    /// Writes a file: a figure of this step where no others are named.
    fn export(&mut self, file: &str, steps: Option<RangeInclusive<u64>>) -> String {
        let here = self.session.at();
        // Pages and traces tell the whole run; of other files it is said what there is.
        let is_figure = [".svg", ".tex"].iter().any(|end| file.ends_with(end));
        if steps.is_none() && here == 0 && is_figure {
            return "There is no step yet; `export FILE 2..5` names others.\n".to_owned();
        }
        self.outside.export(file, steps.unwrap_or(here..=here))
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
}

/// Said where there is no further step to go to.
fn already_at_end() -> String {
    "There is no further step: the run ends here. `back` goes back, `goto end` shows the result \
     again.\n"
        .to_owned()
}

impl Conversation for Dialogue<'_> {
    fn greeting(&self) -> String {
        format!(
            "{}`next` takes a step, `help` lists what else can be said.\n",
            self.stop()
        )
    }

    fn breach(&mut self) -> String {
        let text = self.go_to(&Place::End);
        let is_met = self.session.is_broken() || self.session.fault_behind().is_some();
        if is_met || !self.is_at_end() {
            return text;
        }
        format!("No conflict was met: this is the end of the run.\n{text}")
    }

    fn obey(&mut self, command: Command) -> String {
        if !matches!(command, Command::Access(_) | Command::Look) {
            self.moment = None;
        }
        match command {
            Command::Next(steps) => {
                if self.is_at_end() {
                    return already_at_end();
                }
                let arrival = self.session.forward(steps);
                self.arrived(arrival)
            }
            Command::Back(_) if self.session.at() == 0 => {
                "This is the beginning: there is no step before it.\n".to_owned()
            }
            Command::Back(steps) => {
                let arrival = self.session.back(steps);
                self.arrived(arrival)
            }
            Command::Access(direction) => self.access(direction),
            Command::Round(direction) => self.round(direction),
            Command::Out(direction) => self.out(direction),
            Command::Section(direction) => self.section(direction),
            Command::Continue(direction) => self.run_on(direction),
            Command::Goto(place) => self.go_to(&place),
            Command::Break(stop, hits) => self.add_breakpoint(stop, hits),
            Command::Info => self.noted.info(),
            Command::Delete(number) => self.noted.delete(number),
            Command::Watch(name, processor) => self.watch(name, processor),
            Command::Printed => printed_text(&self.session.printed_so_far()),
            Command::Why(cell) => self.why(&cell),
            Command::Follow(processor) => self.follow(processor),
            Command::View(picture) => self.picture(picture),
            Command::As(model) => self.judged_as(model),
            Command::Look => self.stop(),
            Command::List => self.listing(),
            Command::Export(file, steps) => self.export(&file, steps),
            Command::Help if self.session.is_asynchronous() => HELP.to_owned() + ASYNCHRONOUS_HELP,
            Command::Help => HELP.to_owned(),
            Command::Quit => String::new(),
        }
    }

    fn stop(&self) -> String {
        self.stop()
    }

    fn scene(&mut self, room: Room, picture: Option<Picture>) -> Scene {
        self.pieces(room, picture)
    }
}
