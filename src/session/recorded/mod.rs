//! A recorded trace to be looked at in words, without the program.

mod breach;
mod cells;
mod file;
mod held;
mod makers;
mod moments;
mod origin;
mod programs;
mod run;
mod steps;
mod stop;
mod stops;

use std::fmt::Write as _;

use held::Held;
use moments::Moment;
use programs::Stands;

pub use file::{LARGEST_TRACE, Trace, read};

use super::command::{Command, Direction, Picture, Place, Stop};
use super::conversation::{Conversation, Room, Scene, printed_text};
use super::noted::{Noted, Watched, stopped_by};
use crate::network::Decimal;
use crate::present::text::visible::visible;

/// A trace with its user.
pub struct Recorded {
    trace: Trace,
    noted: Noted,
    /// The stop, from 1; 0 is before the first.
    at: usize,
    /// What cells hold there.
    held: Held,
    /// Where programs of a multicomputer stand.
    stands: Stands,
}

/// What can be said.
const HELP: &str = "\
next [3], back [3]         stops on, stops back (also n, b)
continue, reverse          to the next or previous breakpoint, else to the end or start (c, C)
goto step 12               also goto 50%, goto line 10, goto start, goto end; of a multicomputer
                           goto T = 31 (g)
break 8                    stop where line 8 is executed; of a PRAM also break write A[5],
                           break read A[5], break write A (B)
info, delete 1             breakpoints and watched values; remove one, or all
printed                    what was printed until here
watch A[5]                 show a value at every stop (w)
why A[5]                   which step and processor wrote it, from which values
view memory                what is held (v)
look, list                 this stop again; the source around it
quit                       the end (q)
";

impl Recorded {
    /// Before the first stop of a trace.
    pub fn new(trace: Trace) -> Self {
        let (held, stands) = match &trace {
            Trace::Steps(trace) => (Held::new(trace), Stands::default()),
            Trace::Moments(trace) => (Held::default(), Stands::new(trace)),
        };
        Self {
            trace,
            noted: Noted::default(),
            at: 0,
            held,
            stands,
        }
    }

    fn go_to(&mut self, stop: usize) -> String {
        self.go_to_saying(stop, "")
    }

    /// The same, with what else there is to say of the move.
    fn go_to_saying(&mut self, stop: usize, said: &str) -> String {
        self.at = stop.min(self.trace.length());
        if let Trace::Steps(trace) = &self.trace {
            self.held.seek(trace, self.at);
        }
        let mut text = self.stop_text() + said;
        if self.at == self.trace.length() {
            let ending = &self.trace.common().ending;
            text.push_str(if ending.succeeded {
                "The run came to its end and broke no rule.\n"
            } else {
                "The run ends here with errors.\n"
            });
            for line in ending.message.lines() {
                let _ = writeln!(text, "{}", visible(line));
            }
        }
        text
    }

    /// What was printed until behind the stop.
    fn printed_so_far(&self) -> Vec<String> {
        match &self.trace {
            Trace::Steps(_) => (0..=self.at)
                .flat_map(|stop| self.trace.printed(stop))
                .collect(),
            Trace::Moments(trace) => trace.printed_until(self.at),
        }
    }

    fn seek(&mut self, place: &Place) -> String {
        let length = self.trace.length();
        match place {
            Place::Start => self.go_to(0),
            Place::End => self.go_to(length),
            Place::Step(number) => self.go_to_number(*number),
            Place::Percent(part) => {
                let all = u128::from(self.trace.length_of_run());
                self.go_to_number((all * u128::from(*part) / 100) as u64)
            }
            Place::Line(line) => {
                let mut next = (self.at + 1..=length).chain(1..=self.at);
                match next.find(|stop| self.executes(*stop, *line)) {
                    Some(stop) => self.go_to(stop),
                    None => format!("No {} executes line {line}.\n", self.trace.noun()),
                }
            }
            Place::Time(_, time) => match &self.trace {
                Trace::Moments(trace) => {
                    let told = |moment: &Moment| moment.time.to_string().parse::<Decimal>();
                    let before = |moment: &Moment| told(moment).is_ok_and(|told| told < *time);
                    let first = trace.moments.iter().take_while(|one| before(one)).count();
                    self.go_to(first + 1)
                }
                Trace::Steps(_) => {
                    "Of a recorded trace, `goto step 12` goes to a step.\n".to_owned()
                }
            },
            Place::Round(_) => "Of a recorded trace, `goto step 12` goes to a step.\n".to_owned(),
        }
    }

    /// Goes to a step or moment of the run by its number; where that is left out of the trace, to the one
    /// behind it, which is said.
    fn go_to_number(&mut self, number: u64) -> String {
        if number == 0 {
            return self.go_to(0);
        }
        let noun = self.trace.noun();
        let stop = self.trace.stop_of(number);
        let said = match self.trace.gap_before(stop) {
            _ if stop > self.trace.length() => {
                format!("There is no {noun} {number}: the trace ends before it.\n")
            }
            Some(gap) if gap.contains(&number) => format!(
                "Step {number} is left out of the trace, as are all from {} to {}: this is the one behind \
                 them. `pram replay FILE.pram --max-trace 64MiB -o run.json` tells more.\n",
                gap.start(),
                gap.end()
            ),
            _ => String::new(),
        };
        self.go_to_saying(stop, &said)
    }

    /// Whether a breakpoint can be asked of this trace.
    fn checked(&self, stop: &Stop) -> Result<(), String> {
        match (stop, &self.trace) {
            (Stop::Line(_), _) => Ok(()),
            (Stop::Write(cell) | Stop::Read(cell), Trace::Steps(trace)) => {
                match trace.whole(cell, self.at) {
                    Some(_) => Ok(()),
                    None => trace.cell(cell, self.at).map(|_| ()),
                }
            }
            _ => Err(
                "a recorded trace stops at lines, and of a PRAM at `break write A[5]` and \
                 `break read A[5]`; for the rest take the program itself"
                    .to_owned(),
            ),
        }
    }

    fn stops_at(&self, stop: usize, wanted: &Stop) -> bool {
        let touches = |text: &str, writes: bool| match &self.trace {
            Trace::Steps(trace) => match (trace.whole(text, stop), trace.cell(text, stop)) {
                (Some(array), _) => trace.touches_array(stop, array, writes),
                (None, Ok(cell)) => trace.touches(stop, cell, writes),
                (None, Err(_)) => false,
            },
            Trace::Moments(_) => false,
        };
        match wanted {
            Stop::Line(line) => self.executes(stop, *line),
            Stop::Write(cell) => touches(cell, true),
            Stop::Read(cell) => touches(cell, false),
            _ => false,
        }
    }

    fn executes(&self, stop: usize, line: usize) -> bool {
        let parts = self.trace.parts(stop);
        parts.iter().any(|part| {
            let at = part.at.as_ref();
            at.is_some_and(|at| at.source == 0 && at.line == line)
        })
    }

    fn run_on(&mut self, direction: Direction) -> String {
        let length = self.trace.length();
        if direction == Direction::Forward && self.at == length {
            return already_at_end();
        }
        let from = self.noted.count_from(self.at as u64);
        let stops_at = |stop: usize, wanted: &Stop| self.stops_at(stop, wanted);
        let found = match direction {
            Direction::Forward => self.noted.next_hit((from, self.at, length), stops_at),
            Direction::Back => self.noted.previous_hit(self.at, stops_at),
        };
        match found {
            Some((stop, numbers)) => format!("{}{}", stopped_by(&numbers), self.go_to(stop)),
            None if direction == Direction::Forward => self.go_to(length),
            None => self.go_to(0),
        }
    }
}

impl Conversation for Recorded {
    fn greeting(&self) -> String {
        let common = self.trace.common();
        let inputs = common.inputs.iter();
        let inputs = inputs.map(|(name, value)| format!(", {name} = {value}"));
        format!(
            "{} · {}, recorded on {} with {} processors{}\n{}`next` takes the first stop, `help` lists \
             what else can be said.\n",
            visible(&common.file),
            visible(&common.entry),
            visible(&common.machine.model),
            common.machine.processors,
            visible(&inputs.collect::<String>()),
            self.stop_text()
        )
    }

    fn breach(&mut self) -> String {
        let text = self.go_to(self.trace.length());
        if self.trace.common().ending.succeeded {
            format!("No conflict was met: this is the end of the trace.\n{text}")
        } else {
            text
        }
    }

    fn obey(&mut self, command: Command) -> String {
        let length = self.trace.length();
        match command {
            Command::Next(_) if self.at == length => already_at_end(),
            Command::Next(count) => {
                let count = usize::try_from(count).unwrap_or(usize::MAX);
                self.go_to(self.at.saturating_add(count))
            }
            Command::Back(_) if self.at == 0 => "This is the beginning of the trace.\n".to_owned(),
            Command::Back(count) => {
                let count = usize::try_from(count).unwrap_or(usize::MAX);
                self.go_to(self.at.saturating_sub(count))
            }
            Command::Goto(place) => self.seek(&place),
            Command::Continue(direction) => self.run_on(direction),
            Command::Break(stop, hits) => match self.checked(&stop) {
                Ok(()) => self.noted.add(stop, hits, self.at as u64),
                Err(why) => format!("{why}\n"),
            },
            Command::Info => self.noted.info(),
            Command::Delete(number) => self.noted.delete(number),
            Command::Watch(name, processor) => {
                let number = self.noted.next_number();
                let watched = Watched {
                    number,
                    name,
                    processor,
                };
                let line = self.watched_line(&watched);
                self.noted.watched.push(watched);
                format!("Watching {line}.\n")
            }
            Command::Printed => printed_text(&self.printed_so_far()),
            Command::Why(cell) => self.why(&cell),
            Command::View(Picture::Memory) => self.memory(),
            Command::View(_) => {
                "Of a recorded trace there is `view memory`; its page shows the rest: `pram replay \
                 FILE.pram -o run.html`.\n"
                    .to_owned()
            }
            Command::Look => self.stop_text(),
            Command::List => self.listing(),
            Command::Help => HELP.to_owned(),
            Command::Access(_)
            | Command::Round(_)
            | Command::Out(_)
            | Command::Section(_)
            | Command::Follow(_)
            | Command::As(_)
            | Command::Export(..) => {
                "A recorded trace does not hold that; take the program itself: `pram debug FILE.pram`.\n"
                    .to_owned()
            }
            Command::Quit => String::new(),
        }
    }

    fn stop(&self) -> String {
        self.stop_text()
    }

    fn scene(&mut self, room: Room, picture: Option<Picture>) -> Scene {
        self.pieces(room, picture)
    }
}

/// Said at the end.
fn already_at_end() -> String {
    "There is no further stop: the trace ends here. `back` goes back.\n".to_owned()
}
