//! The observer of single steps: counts as a ledger does, and keeps the last step in full.

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

/// How many cells in which processors meet, and processors of each, a step's record names.
const NAMED: Named = Named {
    cells: 100,
    processors: 4,
};

/// Counts what a run costs, and looks at each of its steps.
#[derive(Debug, Clone, Default)]
pub struct Recorder {
    /// What was counted.
    pub ledger: Ledger,
    /// The last step.
    pub step: Option<Step>,
    /// Of its groups, where their processors are.
    pub acting: Vec<GroupPlace>,
    /// Of its groups, which scalars of their processors the statement assigns.
    pub assigning: Vec<Vec<(Slot, Variable)>>,
    /// What was free in front of the step that is not told yet.
    free: Vec<Free>,
    /// The groups that returned results or passed arguments there.
    handed: Vec<Group>,
    /// What is looked for instead of recording the steps.
    search: Option<Search>,
    /// Whether of steps that write shared memory only the outline is recorded.
    outlines: bool,
}

/// Where the processors of a group are: their team, and their lanes there by position.
pub type GroupPlace = (TeamId, Selection);

/// What a step did, and where the processors of its groups are.
pub type RecordedStep = (Step, Vec<GroupPlace>);

/// A search for a step to which a question applies.
#[derive(Debug, Clone)]
struct Search {
    questions: Vec<StepQuestion>,
    /// Whether it is to be known which processors take part in a step.
    asks_processors: bool,
    /// The questions that apply to the last step or to what was free in front of it, by their places.
    hit: Vec<usize>,
}

impl Search {
    /// Notes which questions apply to what groups do.
    fn ask(&mut self, step: &StepView<'_>) {
        let questions = self.questions.iter().enumerate();
        let applying = questions.filter(|(_, question)| question.applies_in(step));
        let applying: Vec<usize> = applying.map(|(place, _)| place).collect();
        self.note(applying);
    }

    /// The same of groups that return results or pass arguments without a step: no line is executed by that.
    fn ask_of_handed(&mut self, group: &StepView<'_>) {
        let questions = self.questions.iter().enumerate();
        let applying = questions.filter(|(_, question)| {
            !matches!(question, StepQuestion::Executes(_)) && question.applies_in(group)
        });
        let applying: Vec<usize> = applying.map(|(place, _)| place).collect();
        self.note(applying);
    }

    /// Notes which questions apply to what is passed to a call.
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
    /// Gives what is known of the last step.
    pub fn take_told(&mut self) -> Option<RecordedStep> {
        Some((self.step.take()?, std::mem::take(&mut self.acting)))
    }

    /// The next step comes now.
    pub fn begin_step(&mut self) {
        self.step = None;
        self.free.clear();
        self.handed.clear();
        if let Some(search) = &mut self.search {
            search.hit.clear();
        }
    }

    /// Completes the record of the last step with what its processors hold now.
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

    /// Goes on counting from what was counted.
    pub fn counting_from(ledger: Ledger) -> Self {
        Self {
            ledger,
            ..Self::default()
        }
    }

    /// The same, where of steps that write shared memory the outline is enough: which cells their processors
    /// access, without values.
    pub fn outlining_from(ledger: Ledger) -> Self {
        Self {
            ledger,
            outlines: true,
            ..Self::default()
        }
    }

    /// The same, behind a step that is told already.
    pub fn resumed(ledger: Ledger, (step, acting): RecordedStep) -> Self {
        Self {
            ledger,
            step: Some(step),
            acting,
            ..Self::default()
        }
    }

    /// The same, asking these questions of every step instead of recording it, and where that is wanted which
    /// processors take part in it.
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

    /// Of the questions that are asked, those that applied to the last step, by their places.
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
        let handed_before = std::mem::take(&mut self.handed);
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
        // Accesses that do not meet within the step do not meet within one of its moments either.
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

    fn handed(&mut self, group: &StepView<'_>) {
        match &mut self.search {
            Some(search) => search.ask_of_handed(group),
            None => self.handed.extend(group.groups().map(group_record)),
        }
    }

    fn passed(&mut self, call: Passing<'_>) {
        if let Some(search) = &mut self.search {
            search.ask_of_call(&call);
            return;
        }
        let caller = match &mut self.step {
            None => self.handed.last_mut(),
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
            FreeEvent::Turn(active) => Free::Turn(active),
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
