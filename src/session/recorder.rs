//! The observer of single steps: counts costs like a ledger, and keeps a record of the last step.

use crate::code::kernel::Slot;
use crate::cost::Ledger;
use crate::engine::lanes::selection::{Lane, Selection};
use crate::engine::lanes::team::TeamId;
use crate::machine::event::{FreeEvent, Observer, Part, Section, Stretch};
use crate::machine::meeting::Named;
use crate::machine::rules::model::Simultaneity;
use crate::machine::step_view::{Passing, StepView, Variable};
use crate::program::Constant;
use crate::trace::{Assigned, Free, Group, Passed, Step, Values};

use super::question::StepQuestion;
use super::records::{group_record, outline, writes_shared_memory};

/// The most conflicting cells, and processors of each, that a step's record names.
const NAMED: Named = Named {
    cells: 100,
    processors: 4,
};

/// Counts the costs of a run, and records its steps.
#[derive(Debug, Clone, Default)]
pub struct Recorder {
    pub ledger: Ledger,
    /// The last step.
    pub step: Option<Step>,
    /// The positions of the processors of its groups.
    pub acting: Vec<GroupPlace>,
    /// For each of its groups, the scalars of the processors that the statement assigns.
    pub assigning: Vec<Vec<(Slot, Variable)>>,
    /// The free events before the step that are not reported yet.
    free: Vec<Free>,
    /// The groups that returned results or passed arguments there.
    transferred: Vec<Group>,
    /// A search instead of a record of the steps.
    search: Option<Search>,
    /// Whether only the outline is recorded of steps that write shared memory.
    outlines: bool,
}

/// The processors of a group: their team, and their lanes there by position.
pub type GroupPlace = (TeamId, Selection);

/// The record of a step, and the processors of its groups.
pub type RecordedStep = (Step, Vec<GroupPlace>);

/// A search for a step to which a question applies.
#[derive(Debug, Clone)]
struct Search {
    questions: Vec<StepQuestion>,
    /// Whether the processors that take part in a step have to be known.
    asks_processors: bool,
    /// The questions that apply to the last step or to the free events before it, by their indices.
    hit: Vec<usize>,
}

impl Search {
    /// Notes which questions apply to the actions of groups.
    fn ask(&mut self, step: &StepView<'_>) {
        let questions = self.questions.iter().enumerate();
        let applying = questions.filter(|(_, question)| question.applies_in(step));
        let applying: Vec<usize> = applying.map(|(place, _)| place).collect();
        self.note(applying);
    }

    /// The same for groups that return results or pass arguments without a step: that executes no line.
    fn ask_of_transferred(&mut self, group: &StepView<'_>) {
        let questions = self.questions.iter().enumerate();
        let applying = questions.filter(|(_, question)| {
            !matches!(question, StepQuestion::Executes(_)) && question.applies_in(group)
        });
        let applying: Vec<usize> = applying.map(|(place, _)| place).collect();
        self.note(applying);
    }

    /// Notes which questions apply to the arguments of a call.
    fn ask_of_call(&mut self, call: &Passing<'_>) {
        let questions = self.questions.iter().enumerate();
        let applying = questions.filter(|(_, question)| question.applies_to(call));
        let applying: Vec<usize> = applying.map(|(place, _)| place).collect();
        self.note(applying);
    }

    fn note(&mut self, places: Vec<usize>) {
        self.hit.extend(places);
        self.hit.sort_unstable();
        self.hit.dedup();
    }
}

impl Recorder {
    /// Removes and returns the record of the last step.
    pub fn take_record(&mut self) -> Option<RecordedStep> {
        Some((self.step.take()?, std::mem::take(&mut self.acting)))
    }

    /// Prepares for the next step.
    pub fn begin_step(&mut self) {
        self.step = None;
        self.free.clear();
        self.transferred.clear();
        if let Some(search) = &mut self.search {
            search.hit.clear();
        }
    }

    /// Completes the record of the last step with the current scalars of its processors.
    pub fn complete<'n>(
        &mut self,
        scalar: impl Fn((TeamId, Lane), Slot) -> (&'n str, Option<Constant>),
    ) {
        let Some(step) = &mut self.step else {
            return;
        };
        let acting = self.acting.iter().zip(&self.assigning);
        for (group, ((team, lanes), slots)) in step.groups.iter_mut().zip(acting) {
            group.assigned.clear();
            for (slot, variable) in slots {
                let mut values = lanes.iter().map(|lane| scalar((*team, lane), *slot));
                let Some((name, Some(first))) = values.next() else {
                    continue;
                };
                let rest = values.map(|(_, value)| value);
                let all = std::iter::once(Some(first)).chain(rest);
                group.assigned.push(Assigned {
                    name: name.to_owned(),
                    scalar: (*variable).into(),
                    values: Values::of(first.ty(), all),
                });
            }
        }
    }

    /// Continues to count from a ledger.
    pub fn counting_from(ledger: Ledger) -> Self {
        Self {
            ledger,
            ..Self::default()
        }
    }

    /// The same, with only the outline of steps that write shared memory: which cells their processors
    /// access, without values.
    pub fn outlining_from(ledger: Ledger) -> Self {
        Self {
            ledger,
            outlines: true,
            ..Self::default()
        }
    }

    /// The same, after a step that is recorded already.
    pub fn resumed(ledger: Ledger, (step, acting): RecordedStep) -> Self {
        Self {
            ledger,
            step: Some(step),
            acting,
            ..Self::default()
        }
    }

    /// The same, answering these questions about every step instead of recording it, and if requested
    /// keeping the processors that take part in it.
    pub fn searching_from(
        ledger: Ledger,
        (questions, asks_processors): (Vec<StepQuestion>, bool),
    ) -> Self {
        Self {
            ledger,
            search: Some(Search {
                questions,
                asks_processors,
                hit: Vec::new(),
            }),
            ..Self::default()
        }
    }

    /// The questions that applied to the last step, by their indices.
    pub fn hit(&self) -> &[usize] {
        self.search.as_ref().map_or(&[], |search| &search.hit)
    }
}

impl Observer for Recorder {
    fn wants_detail(&self) -> bool {
        true
    }

    fn detail(&mut self, step: &StepView<'_>) {
        let free = std::mem::take(&mut self.free);
        if let Some(search) = &mut self.search {
            search.ask(step);
            if search.asks_processors {
                self.acting = acting(step);
            }
            return;
        }
        let handed_before = std::mem::take(&mut self.transferred);
        if self.outlines && writes_shared_memory(step) {
            self.acting.clear();
            self.step = Some(outline(step));
            return;
        }
        self.acting = acting(step);
        let assigning = step.groups().map(|group| {
            let slots = group.assigned().iter().copied();
            slots.zip(group.assigned_variables()).collect()
        });
        self.assigning = assigning.collect();
        let readers_met = step.readers_met(Simultaneity::Step, NAMED);
        // Without concurrent accesses in the whole step, there are none at one of its moments either.
        let readers_met_at_once = if readers_met.cells.is_empty() {
            readers_met.clone()
        } else {
            step.readers_met(Simultaneity::Access, NAMED)
        };
        self.step = Some(Step {
            number: step.number(),
            groups: step.groups().map(group_record).collect(),
            readers_met,
            readers_met_at_once,
            writers_met: step.writers_met(NAMED),
            handed_before,
            free,
            then: Vec::new(),
        });
    }

    fn transferred(&mut self, group: &StepView<'_>) {
        match &mut self.search {
            Some(search) => search.ask_of_transferred(group),
            None => self.transferred.extend(group.groups().map(group_record)),
        }
    }

    fn passed(&mut self, call: Passing<'_>) {
        if let Some(search) = &mut self.search {
            search.ask_of_call(&call);
            return;
        }
        let caller = match &mut self.step {
            None => self.transferred.last_mut(),
            Some(step) => {
                let (team, first) = call.caller;
                let is_caller = |(own, lanes): &GroupPlace| *own == team && lanes.at(0) == first;
                let place = self.acting.iter().position(is_caller);
                place.and_then(|place| step.groups.get_mut(place))
            }
        };
        if let Some(caller) = caller {
            let passed = call.scalars.into_iter();
            caller.passed = passed
                .map(|scalar| Passed {
                    argument: scalar.argument,
                    scalar: Assigned {
                        name: scalar.name.to_owned(),
                        scalar: scalar.variable.into(),
                        values: Values::of_words(scalar.ty, scalar.words.into_iter().map(Some)),
                    },
                })
                .collect();
        }
    }

    fn free(&mut self, event: FreeEvent<'_>) {
        if self.search.is_some() {
            return;
        }
        let followed = match &mut self.step {
            Some(step) => &mut step.then,
            None => &mut self.free,
        };
        followed.push(match event {
            FreeEvent::Opened(width) => Free::Opened(width),
            FreeEvent::Closed => Free::Closed,
            FreeEvent::Called(name, width) => Free::Called(name.to_owned(), width),
            FreeEvent::Returned => Free::Returned,
            FreeEvent::LoopBegun(active) => Free::LoopBegun(active),
            FreeEvent::Iteration(active) => Free::Turn(active),
            FreeEvent::LoopOver => Free::LoopOver,
            FreeEvent::Parted(one, other) => Free::Parted(one, other),
            FreeEvent::Joined(active) => Free::Joined(active),
        });
    }

    fn step(&mut self, parts: &[Part]) {
        self.ledger.step(parts);
    }

    fn stretch(&mut self, stretch: Stretch<'_>) {
        self.ledger.stretch(stretch);
    }

    fn round(&mut self, clock: u64, active: u64) {
        self.ledger.round(clock, active);
    }

    fn settled(&mut self, clock: u64) {
        self.ledger.settled(clock);
    }

    fn section(&mut self, section: Section) {
        self.ledger.section(section);
    }

    fn block(&mut self, processors: u64) {
        self.ledger.block(processors);
    }

    fn printed(&mut self, line: String) {
        self.ledger.printed(line);
    }
}

/// The processors that take part in a step, group by group.
fn acting(step: &StepView<'_>) -> Vec<GroupPlace> {
    let groups = step.groups();
    groups
        .map(|group| (group.team(), group.selection().clone()))
        .collect()
}
