//! Moves that depend on rounds, sections or calls.

use super::Dialogue;
use super::condition::{measured, no_clock};
use crate::network::Decimal;
use crate::present::text::value::counted;
use crate::quantity::{Measure, Unit};
use crate::session::SessionArrival;
use crate::session::command::{JumpTarget, StopCondition, TravelDirection};
use crate::session::conversation::{Stops as _, already_at_end};
use crate::session::search::{Condition, SearchGoal, SearchResult};
use crate::trace::Free;

impl Dialogue<'_> {
    pub(super) fn go_to_place(&mut self, place: &JumpTarget) -> String {
        let arrival = match place {
            JumpTarget::Start => self.session.go_to(0),
            JumpTarget::End => self.session.to_end(),
            JumpTarget::Step(step) => {
                let arrival = self.session.go_to(*step);
                return match arrival {
                    SessionArrival::End if self.session.at() < *step => {
                        let length = counted(self.session.at(), "step");
                        let said = format!("There is no step {step}: the run takes {length}.\n");
                        self.arrived_saying(arrival, &said)
                    }
                    _ => self.arrived(arrival),
                };
            }
            JumpTarget::Percent(part) => {
                if self.session.length().is_none() {
                    let here = self.session.at();
                    if self.session.to_end() == SessionArrival::Interrupted {
                        return self.arrived(SessionArrival::Interrupted);
                    }
                    self.session.go_to(here);
                }
                let length = self.session.length().unwrap_or(0);
                let step = u128::from(length) * u128::from(*part) / 100;
                self.session.go_to(step as u64)
            }
            JumpTarget::Line(line) => return self.go_to_line(*line),
            JumpTarget::Time(Unit::Apram, _) if !self.session.is_asynchronous() => {
                return no_clock() + "\n";
            }
            JumpTarget::Round(0) => {
                return "Rounds are counted from 1; `goto start` goes before the first step.\n"
                    .to_owned();
            }
            JumpTarget::Time(..) | JumpTarget::Round(_) => {
                let wanted = place.clone();
                let processors = self.session.processors();
                let reached: Box<Condition<'_>> = Box::new(move |after| match wanted {
                    JumpTarget::Time(unit, time) => {
                        let cost = after.ledger.cost();
                        let reached = measured(&cost, (Measure::T, unit), processors);
                        let reached = i128::try_from(reached).ok();
                        let reached = reached.and_then(|reached| Decimal::new(reached, 0).ok());
                        reached.is_some_and(|reached| reached >= time)
                    }
                    JumpTarget::Round(round) => after.ledger.rounds_begun() >= round,
                    _ => false,
                });
                self.session.go_to(0);
                let wanted = SearchGoal {
                    conditions: vec![reached],
                    ..SearchGoal::default()
                };
                let found = self.session.find_next(&wanted);
                if found == SearchResult::Nothing {
                    let arrival = self.session.to_end();
                    return self.arrived_saying(arrival, &self.ends_before(place));
                }
                return self.found(&found);
            }
        };
        self.arrived(arrival)
    }

    /// The answer if the target is after the end of the run, which is then the current step.
    fn ends_before(&self, place: &JumpTarget) -> String {
        match place {
            JumpTarget::Time(Unit::Rounds, time) if self.session.is_asynchronous() => {
                format!(
                    "The run ends before that: T alone counts rounds; `goto T apram = {time}` goes by the \
                 clocks of the processors.\n"
                )
            }
            _ => "The run ends before that.\n".to_owned(),
        }
    }

    fn go_to_line(&mut self, line: usize) -> String {
        let question = match self.question(&StopCondition::Line(line)) {
            Ok(question) => question,
            Err(why) => return format!("{why}\n"),
        };
        let here = self.session.at();
        let wanted = SearchGoal {
            questions: question.into_iter().collect(),
            ..SearchGoal::default()
        };
        let mut found = self.session.find_next(&wanted);
        if found == SearchResult::Nothing && here > 0 {
            self.session.go_to(0);
            found = self.session.find_next(&wanted);
        }
        if found == SearchResult::Nothing {
            self.session.go_to(here);
            let why = self.executed_line(line).err();
            return why.unwrap_or_else(|| format!("No step executes line {line} in this run."))
                + "\n";
        }
        self.found(&found)
    }

    fn found(&mut self, found: &SearchResult) -> String {
        let arrival = match found {
            SearchResult::At(step, _) => self.session.go_to(*step),
            SearchResult::Nothing => self.session.to_end(),
            SearchResult::Interrupted(step) => {
                self.session.go_to(*step);
                SessionArrival::Interrupted
            }
        };
        self.arrived(arrival)
    }

    /// Goes to the last step of the current round, or of the next one; back to the last step of the
    /// previous round.
    pub(super) fn round(&mut self, direction: TravelDirection) -> String {
        // The number of completed rounds: after the last step of a round it is one more.
        let over = |dialogue: &Self| {
            let session = &dialogue.session;
            (session.rounds_begun()).saturating_sub(session.rounds_open() as u64)
        };
        if direction == TravelDirection::Back {
            while self.session.at() > 0 {
                let after = over(self);
                if self.session.back(1) == SessionArrival::Interrupted {
                    return self.arrived(SessionArrival::Interrupted);
                }
                if over(self) < after {
                    break;
                }
            }
            return self.stop();
        }
        if self.is_at_end() {
            return already_at_end(self.debugger());
        }
        let mut arrival = self.session.forward(1);
        while arrival == SessionArrival::There && !self.session.is_broken() {
            let here = over(self);
            arrival = self.session.forward(1);
            if arrival == SessionArrival::There && here < over(self) {
                self.session.back(1);
                return self.stop();
            }
        }
        self.arrived(arrival)
    }

    /// Goes to the end or the beginning of the call, block or loop iteration.
    pub(super) fn out(&mut self, direction: TravelDirection) -> String {
        let mut depth = 0_i64;
        match direction {
            TravelDirection::Forward => {
                if self.is_at_end() {
                    return already_at_end(self.debugger());
                }
                let start = self.session.at();
                let mut then = self
                    .session
                    .step()
                    .map_or(Vec::new(), |step| step.then.clone());
                loop {
                    let arrival = self.session.forward(1);
                    if arrival != SessionArrival::There || self.session.is_broken() {
                        return self.arrived(arrival);
                    }
                    let (free, next) = self.session.step().map_or_else(Default::default, |step| {
                        (step.free.clone(), step.then.clone())
                    });
                    let between = then.iter().chain(&free);
                    if leaves(between, &mut depth) && self.session.at() > start + 1 {
                        self.session.back(1);
                        return self.stop();
                    }
                    (then, depth) = (next, depth.max(0));
                }
            }
            TravelDirection::Back => {
                while self.session.at() > 0 {
                    let free = self
                        .session
                        .step()
                        .map_or(Vec::new(), |step| step.free.clone());
                    if self.session.back(1) == SessionArrival::Interrupted {
                        return self.arrived(SessionArrival::Interrupted);
                    }
                    let then = self.session.step().map_or(&[][..], |step| &step.then);
                    if enters(then.iter().chain(&free).rev(), &mut depth) {
                        break;
                    }
                }
                self.stop()
            }
        }
    }

    /// Goes to the last step of the section, or of the next one; back to the last step of the previous
    /// section.
    pub(super) fn section(&mut self, direction: TravelDirection) -> String {
        match direction {
            TravelDirection::Forward => self.section_forward(),
            TravelDirection::Back => self.section_back(),
        }
    }

    fn section_forward(&mut self) -> String {
        if self.is_at_end() {
            return already_at_end(self.debugger());
        }
        let mut arrival = self.session.forward(1);
        while arrival == SessionArrival::There && !self.session.is_broken() {
            let mark = self.section_mark();
            arrival = self.session.forward(1);
            if arrival == SessionArrival::There && !mark.continues(self.section_mark()) {
                self.session.back(1);
                return self.stop();
            }
        }
        self.arrived(arrival)
    }

    fn section_back(&mut self) -> String {
        while self.session.at() > 0 {
            let mark = self.section_mark();
            if self.session.back(1) == SessionArrival::Interrupted {
                return self.arrived(SessionArrival::Interrupted);
            }
            if !self.section_mark().continues(mark) {
                break;
            }
        }
        self.stop()
    }
}

/// Whether the free events before a step leave the open construct, or begin its next iteration.
fn leaves<'f>(free: impl Iterator<Item = &'f Free>, depth: &mut i64) -> bool {
    let mut left = false;
    for event in free {
        match event {
            Free::Opened(_) | Free::Called(..) | Free::LoopBegun(_) => {
                *depth += 1;
            }
            Free::Closed | Free::Returned | Free::LoopOver => {
                *depth -= 1;
                left |= *depth < 0;
            }
            Free::Turn(_) => left |= *depth == 0,
            Free::Parted(..) | Free::Joined(_) => {}
        }
    }
    left
}

/// The same backwards: whether they enter the open construct, or begin this iteration of it.
fn enters<'f>(free: impl Iterator<Item = &'f Free>, depth: &mut i64) -> bool {
    for event in free {
        match event {
            Free::Opened(_) | Free::Called(..) | Free::LoopBegun(_) => {
                *depth -= 1;
                if *depth < 0 {
                    return true;
                }
            }
            Free::Closed | Free::Returned | Free::LoopOver => *depth += 1,
            Free::Turn(_) if *depth == 0 => return true,
            Free::Turn(_) | Free::Parted(..) | Free::Joined(_) => {}
        }
    }
    false
}
