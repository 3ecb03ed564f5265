//! The run until a step, judged under another model.

use super::Dialogue;
use crate::machine::meeting::CellMeeting;
use crate::machine::rules::model::{Model, WriteRule};
use crate::pipeline::machine::MachineModel;
use crate::result::model::{asynchronous_name, model_name};
use crate::session::question::StepQuestion;
use crate::session::search::{Condition, SearchGoal, SearchResult};

impl Dialogue<'_> {
    /// The run so far under another model: legal, or the first step that would not be.
    pub(super) fn judged_as(&mut self, model: MachineModel) -> String {
        match (model, self.session.is_asynchronous()) {
            (MachineModel::Synchronous(model), false) => self.judged_by_steps(model),
            (MachineModel::Asynchronous { concurrent_read }, true) => {
                self.judged_by_sections(concurrent_read)
            }
            (MachineModel::Synchronous(model), true) => {
                let name = model_name(model);
                format!(
                    "{name} is a model of the synchronous PRAM; `pram debug FILE --machine pram --model \
                     {}` runs the program there.\n",
                    name.to_lowercase()
                )
            }
            (
                MachineModel::Asynchronous { .. }
                | MachineModel::Multicomputer(_)
                | MachineModel::Gpu(_),
                _,
            ) => {
                "That is a model of the asynchronous PRAM; `pram debug --machine apram` runs the program \
                 there.\n"
                    .to_owned()
            }
        }
    }

    fn judged_by_steps(&mut self, model: Model) -> String {
        let (own, _) = self.session.model();
        let name = model_name(model);
        let rule = if model.write.may_leave_others(own.write) {
            format!(
                " Where writes meet, {name} may leave other values than {}.",
                model_name(own)
            )
        } else {
            String::new()
        };
        self.first_illegal((&name, model), Vec::new())
            .unwrap_or_else(|| legal(&name) + &rule + "\n")
    }

    /// The same under a model of the asynchronous PRAM: steps of synchronous blocks as EREW or CREW, and
    /// the races of sections.
    fn judged_by_sections(&mut self, concurrent_read: bool) -> String {
        let model = Model {
            concurrent_read,
            write: WriteRule::Exclusive,
        };
        let name = asynchronous_name(if concurrent_read { "apram-cr" } else { "apram" });
        let is_raced =
            move |[reads, writes]: [u64; 2]| writes > 0 || (reads > 0 && !concurrent_read);
        let races: Box<Condition<'_>> = Box::new(move |after| is_raced(after.view.race_counts()));
        let here = self.session.at();
        let is_broken_by_race =
            self.session.is_broken() && is_raced(self.session.now().race_counts());
        self.first_illegal((name, model), vec![races])
            .or_else(|| is_broken_by_race.then(|| illegal(name, here, None)))
            .unwrap_or_else(|| legal(name) + "\n")
    }

    /// The first step so far that is illegal under a model or at which a condition holds, or that the
    /// search was interrupted; `None` if there is no such step. The session stays where it is.
    fn first_illegal(
        &mut self,
        (name, model): (&str, Model),
        conditions: Vec<Box<Condition<'_>>>,
    ) -> Option<String> {
        let (_, simultaneity) = self.session.model();
        let wanted = SearchGoal {
            questions: vec![StepQuestion::Conflicts(model, simultaneity)],
            conditions,
            ..SearchGoal::default()
        };
        let here = self.session.at();
        self.session.go_to(0);
        let text = match self.session.find_next(&wanted) {
            SearchResult::At(step, _) if step <= here => {
                self.session.go_to(step);
                let met =
                    (self.session.step()).and_then(|step| step.forbidden_by(model, simultaneity));
                let met = met.and_then(|met| met.listed.first());
                Some(illegal(name, step, met))
            }
            SearchResult::Interrupted(_) => Some("Stopped by Ctrl-C.\n".to_owned()),
            SearchResult::At(..) | SearchResult::Nothing => None,
        };
        self.session.go_to(here);
        text
    }
}

fn legal(name: &str) -> String {
    format!("Until here the run is legal under {name}.")
}

/// The sentence that a step is illegal under a model, with a cell with a conflict; `None` for a race.
fn illegal(name: &str, step: u64, met: Option<&CellMeeting>) -> String {
    let what = met.map_or_else(
        || " by a race".to_owned(),
        |met| format!(": {}", meeting_text(met)),
    );
    format!("Under {name} step {step} is illegal{what}; `goto step {step}` shows it.\n")
}

fn meeting_text(met: &CellMeeting) -> String {
    let shown: Vec<&str> = met.processors.iter().take(3).map(String::as_str).collect();
    let more = match met.count.saturating_sub(3) {
        0 => String::new(),
        rest => format!(" and {rest} more"),
    };
    format!("{} is accessed by {}{more}", met.cell, shown.join("; "))
}
