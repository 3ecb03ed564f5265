//! Breakpoints, and moves to them.

use super::Dialogue;
use super::condition::{ConditionOutcome, condition, no_clock};
use crate::machine::view::TeamView;
use crate::present::text::visible::visible;
use crate::quantity::Unit;
use crate::session::SessionArrival;
use crate::session::command::{StopCondition, TravelDirection, whose};
use crate::session::expression;
use crate::session::noted::stopped_by;
use crate::session::question::{NamedAccess, StepQuestion};
use crate::session::search::{SearchGoal, SearchResult};
use crate::session::source_text::{line_span, unknown_name};
use crate::source::FileId;
use crate::syntax::ast::ExprKind;

impl Dialogue<'_> {
    pub(super) fn break_at(&mut self, stop: StopCondition, hits: u64) -> String {
        // What cannot be evaluated is reported now.
        let stop = match stop {
            StopCondition::If(text) => match self.with_processor(&text) {
                Ok(text) => StopCondition::If(text),
                Err(why) => return format!("{why}\n"),
            },
            stop => stop,
        };
        let checked = self.question(&stop).and_then(|question| {
            self.checked(&stop)?;
            Ok(question)
        });
        match checked {
            Ok(question) => {
                let comment = match &question {
                    Some(StepQuestion::Accesses(access)) => self.comment_on(access),
                    _ => String::new(),
                };
                let added = self.noted.add(stop, hits, self.session.at());
                if let Some(breakpoint) = self.noted.breakpoints.last_mut() {
                    breakpoint.question = question;
                }
                added.replace(".\n", &format!("{comment}.\n"))
            }
            Err(why) => format!("{why}\n"),
        }
    }

    /// Names the array of a breakpoint if there may be doubt.
    fn comment_on(&self, access: &NamedAccess) -> String {
        if access.declaration.is_none() {
            return ", once it is there".to_owned();
        }
        let team = self.pause().team_of(&access.array);
        match team.filter(|team| team.depth() > 0) {
            Some(team) => format!(", in each call of `{}`", team.algorithm()),
            None => String::new(),
        }
    }

    /// Whether a breakpoint can stop at all; an error that says why not.
    fn checked(&self, stop: &StopCondition) -> Result<(), String> {
        match stop {
            StopCondition::Line(line) => self.executed_line(*line),
            StopCondition::If(text) => self.checked_condition(text),
            StopCondition::Measure(_, Unit::Apram, ..) if !self.session.is_asynchronous() => {
                Err(no_clock())
            }
            StopCondition::Measure(..)
            | StopCondition::Write(_)
            | StopCondition::Read(_)
            | StopCondition::Conflict
            | StopCondition::Processors(_)
            | StopCondition::Send(_)
            | StopCondition::Receive(_) => Ok(()),
        }
    }

    /// Rejects a scalar that processors hold for themselves: no step reads or writes it in memory.
    fn in_memory(&self, text: &str) -> Result<(), String> {
        match expression::read(text)?.kind {
            ExprKind::Name(name) if self.session.now().is_own(&name.text) => Err(format!(
                "`{0}` is no cell of shared memory: each processor has its own; `watch {0} for i = 3` \
                 shows it, `break if {0} > 5 for i = 3` stops at a value",
                name.text
            )),
            _ => Ok(()),
        }
    }

    /// Whether some step executes a line of the program; words for why not.
    pub(super) fn executed_line(&self, line: usize) -> Result<(), String> {
        let lines = self.sources.get(FileId(0)).text.lines().count();
        let executes = |line: usize| {
            let span = line_span(self.sources, FileId(0), line);
            span.is_some_and(|span| self.session.before().has_step_in(span))
        };
        if executes(line) {
            return Ok(());
        }
        let next = (line + 1..=lines).find(|line| executes(*line));
        Err(match next {
            Some(next) => {
                format!("No step executes line {line}; the next line that one executes is {next}.")
            }
            None => format!("No step executes line {line}."),
        })
    }

    /// To the next or the previous breakpoint, else to the end or the beginning.
    pub(super) fn go_on_to_breakpoint(&mut self, direction: TravelDirection) -> String {
        let (voice, processors) = (self.voice, self.session.processors());
        let mut wanted = SearchGoal::default();
        // The indices of the breakpoints: questions come before conditions.
        let (mut questions, mut conditions) = (Vec::new(), Vec::new());
        let mut decisions = Vec::new();
        for (place, breakpoint) in self.noted.breakpoints.iter().enumerate() {
            if let Some(question) = &breakpoint.question {
                wanted.questions.push(question.clone());
                questions.push(place);
            } else {
                let is_of_any = !self.own_names(&breakpoint.stop).is_empty();
                wanted.asks_processors |= is_of_any;
                let decision = ConditionOutcome::of(breakpoint.number);
                let stop = (breakpoint.stop.clone(), is_of_any);
                let holds = condition(stop, (voice, processors), decision.clone());
                wanted.conditions.push(holds);
                conditions.push(place);
                decisions.push(decision);
            }
        }
        let places = [&questions[..], &conditions[..]].concat();
        if places.is_empty() {
            let arrival = match direction {
                TravelDirection::Forward => self.session.to_end(),
                TravelDirection::Back => self.session.go_to(0),
            };
            return self.arrived(arrival);
        }
        let (found, mut stopping) = match direction {
            TravelDirection::Forward => self.next_breakpoint(&wanted, &places),
            TravelDirection::Back => self.previous_breakpoint(&wanted, &places),
        };
        let arrival = match (found, direction) {
            (SearchResult::At(step, _), _) => self.session.go_to(step),
            (SearchResult::Nothing, TravelDirection::Forward) => self.session.to_end(),
            (SearchResult::Nothing, TravelDirection::Back) => self.session.go_to(0),
            (SearchResult::Interrupted(step), _) => {
                self.session.go_to(step);
                SessionArrival::Interrupted
            }
        };
        self.learn_race();
        if direction == TravelDirection::Forward && self.broken_race().is_some() {
            // The two accesses of a race are in different steps, so that no question about a step finds
            // it.
            let conflicts = self.noted.breakpoints.iter();
            let conflicts =
                conflicts.filter(|one| one.stop == StopCondition::Conflict && one.hits == 1);
            stopping.extend(conflicts.map(|one| one.number));
            stopping.sort_unstable();
            stopping.dedup();
        }
        let is_at_end = arrival == SessionArrival::End || self.session.is_broken();
        for (place, decision) in conditions.iter().zip(&decisions) {
            self.noted.breakpoints[*place].has_had_value |= decision.has_been();
        }
        let said = if stopping.is_empty() && is_at_end {
            let asked = conditions.iter().zip(&decisions);
            let never = asked.filter(|(place, _)| !self.noted.breakpoints[**place].has_had_value);
            never
                .filter_map(|(_, decision)| decision.missing())
                .collect()
        } else {
            self.describe_holders(&stopping)
        };
        let stopped = stopped_by(&stopping);
        format!("{stopped}{}", self.arrived_saying(arrival, &said))
    }

    /// The processors for which the conditions of these breakpoints hold, if they refer to any.
    fn describe_holders(&self, numbers: &[usize]) -> String {
        let breakpoints = self.noted.breakpoints.iter();
        let own = breakpoints.filter(|one| numbers.contains(&one.number));
        let holders = own.filter_map(|one| {
            let holder = self.describe_holder(&one.stop)?;
            Some(format!("Breakpoint {}: {holder}.\n", one.number))
        });
        holders.collect()
    }

    /// The next step at which breakpoints stop, and their numbers. `places` are the indices of the
    /// goal's questions and conditions among the breakpoints.
    fn next_breakpoint(
        &mut self,
        wanted: &SearchGoal<'_>,
        places: &[usize],
    ) -> (SearchResult, Vec<usize>) {
        let here = self.session.at();
        let from = self.noted.count_from(here);
        let mut passed = vec![0; self.noted.breakpoints.len()];
        let (noted, mut stopping) = (&self.noted, Vec::new());
        let found = self
            .session
            .find_decisive((from, u64::MAX), wanted, |step, which| {
                let hit = which.iter().map(|at| places[*at]);
                stopping = noted.count(&mut passed, step, hit);
                step > here && !stopping.is_empty()
            });
        match found {
            SearchResult::At(..) => (found, stopping),
            SearchResult::Nothing | SearchResult::Interrupted(_) => (found, Vec::new()),
        }
    }

    /// The last step before the session's current one at which breakpoints stop on the way forward, and
    /// their numbers.
    fn previous_breakpoint(
        &mut self,
        wanted: &SearchGoal<'_>,
        places: &[usize],
    ) -> (SearchResult, Vec<usize>) {
        let mut passed = vec![0; self.noted.breakpoints.len()];
        let noted = &self.noted;
        let mut count = |step: u64, which: &[usize]| {
            noted.count(&mut passed, step, which.iter().map(|at| places[*at]))
        };
        let Some(from) = noted.count_back_from() else {
            let found = self.session.find_previous(wanted);
            let stopping = match &found {
                SearchResult::At(step, which) => count(*step, which),
                SearchResult::Nothing | SearchResult::Interrupted(_) => Vec::new(),
            };
            return (found, stopping);
        };
        let before = self.session.at().saturating_sub(1);
        let mut last = (SearchResult::Nothing, Vec::new());
        let found = (self.session).find_decisive((from, before), wanted, |step, which| {
            let stopping = count(step, which);
            if !stopping.is_empty() {
                last = (SearchResult::At(step, which.to_vec()), stopping);
            }
            false
        });
        match found {
            SearchResult::Interrupted(_) => (found, Vec::new()),
            SearchResult::At(..) | SearchResult::Nothing => last,
        }
    }

    /// The question whether an array, a cell of it or a shared scalar is accessed, which may not exist
    /// yet; an error if it never will.
    fn accesses(&self, text: &str, writes: bool) -> Result<StepQuestion, String> {
        let (array, subscripts) = match expression::read(text)?.kind {
            ExprKind::Name(name) | ExprKind::WholeArray(name) => (name.text, None),
            ExprKind::Element(name, subscripts) => (name.text, Some(subscripts)),
            _ => return Err(self.no_cell(text)),
        };
        if !writes && self.session.now().is_local_array(&array) {
            return Err(format!(
                "`{0}` is local, so its reads are not recorded; `break write {0}` stops where it is written",
                visible(&array)
            ));
        }
        let team = self.pause().team_of(&array);
        if team.is_none() {
            self.may_be_declared(text, &array, subscripts.as_ref())?;
        } else if subscripts.is_some()
            && let Err(why) = self.pause().cell(text)
        {
            return Err(why);
        }
        let subscripts = subscripts.map(|subscripts| {
            let subscripts = subscripts.into_iter();
            let values = subscripts.map(|one| expression::subscript(one, &self.pause()));
            values.collect::<Result<Vec<i64>, String>>()
        });
        let subscripts = subscripts.transpose()?;
        Ok(StepQuestion::Accesses(NamedAccess {
            array,
            declaration: team.map(TeamView::declaration),
            subscripts,
            writes,
        }))
    }

    /// Words for why a text is no cell.
    fn no_cell(&self, text: &str) -> String {
        let why = self.pause().cell(text).err();
        why.unwrap_or_else(|| format!("`{}` is no cell", visible(text)))
    }

    /// The question about each step for a breakpoint; `None` if the state after the step decides.
    pub(super) fn question(&self, stop: &StopCondition) -> Result<Option<StepQuestion>, String> {
        Ok(Some(match stop {
            StopCondition::Line(line) => {
                let count = self.sources.get(FileId(0)).text.lines().count();
                let span = line_span(self.sources, FileId(0), *line).filter(|_| *line <= count);
                StepQuestion::Executes(
                    span.ok_or_else(|| format!("the program has {count} lines"))?,
                )
            }
            StopCondition::Write(text) | StopCondition::Read(text) => {
                let writes = matches!(stop, StopCondition::Write(_));
                self.in_memory(text)?;
                self.accesses(text, writes)?
            }
            StopCondition::Conflict => {
                let (model, simultaneity) = self.session.model();
                StepQuestion::Conflicts(model, simultaneity)
            }
            StopCondition::Processors(limit) => StepQuestion::MoreProcessors(*limit),
            StopCondition::Send(_) | StopCondition::Receive(_) => {
                return Err(
                    "a PRAM sends no messages: `break write A[5]` stops where a cell is written"
                        .to_owned(),
                );
            }
            StopCondition::If(text) => {
                unknown_name(self.sources, &expression::names(whose(text).0)?)?;
                return Ok(None);
            }
            StopCondition::Measure(_, _, _, text) => {
                unknown_name(self.sources, &expression::names(text)?)?;
                return Ok(None);
            }
        }))
    }
}
