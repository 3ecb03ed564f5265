//! What the reader of a report should know, one sentence each.

use super::rows::Subject;
use crate::complexity::residues::Unmet;
use crate::diagnostic::Status;
use crate::pipeline::Limits;
use crate::present::text::asynchronous::out_of_range;
use crate::result::claim::size_text;
use crate::result::study::SequentialSource;
use crate::semantic::Signature;
use crate::study::role::Role;
use crate::study::swept::Measured;

/// The remainders that no size of a name has.
fn not_met(unmet: &Unmet) -> Option<String> {
    let (name, text) = (&unmet.name, unmet.text());
    if unmet.residues.is_empty() {
        return None;
    }
    Some(match unmet.powers {
        Some(powers) => {
            let powers = powers.text();
            format!("no size {name} = {powers} ran where k has one of these remainders: {text}")
        }
        None => format!("no size ran where {name} has one of these remainders: {text}"),
    })
}

impl Subject<'_> {
    /// Why the file's sequential algorithm could not be run; `None` if it ran.
    pub fn sequential_not_run(&self, sequential: Option<&Signature>) -> Option<String> {
        let failed = |why: &Result<_, String>| why.as_ref().err().cloned();
        let mut all = self.swept.measured.iter();
        let why = all.find_map(|one| one.sequential.as_ref().and_then(failed))?;
        let name = &sequential?.name;
        Some(format!("`{name}` cannot be run: {why}"))
    }

    /// Every note.
    pub fn notes(
        &self,
        source: SequentialSource,
        not_run: Option<&str>,
        applies: bool,
        uses_processors: bool,
    ) -> Vec<String> {
        let mut notes = Vec::new();
        if uses_processors && !self.axes.varies_processors() && !self.has_own_time() {
            notes.push(
                "the program itself asks for p, so that one p says nothing about the others: \
                 `--vary p=1,2,4,8` shows how it scales"
                    .to_owned(),
            );
        }
        if source == SequentialSource::Work {
            notes.push(match not_run {
                Some(why) => format!(
                    "{why}, so W is shown in place of SU and gives no verdict; \
                     `--sequential FORMULA` gives SU"
                ),
                None => {
                    "no sequential algorithm is named, so W is shown in place of SU and gives no \
                     verdict"
                        .to_owned()
                }
            });
        }
        if let Some(given) = self.given {
            let units = given.units();
            if units.len() < self.axes.units.len() {
                notes.push(format!(
                    "SU is given in {}: speedup and efficiency are known there only \
                     (`--sequential 'instructions = …'` gives it in another unit)",
                    units.join(" and ")
                ));
            }
        }
        let differs = self.swept.measured.iter().any(|one| {
            let own = &one.cost;
            one.others.iter().any(|other| {
                (
                    &own.rounds,
                    &own.steps,
                    &own.instructions,
                    &own.asynchronous,
                    &own.network,
                ) != (
                    &other.rounds,
                    &other.steps,
                    &other.instructions,
                    &other.asynchronous,
                    &other.network,
                )
            })
        });
        if differs {
            notes.push(if self.request.repeat > 1 {
                format!(
                    "the counts depend on the data: formulas are fitted to the means of {} seeds",
                    self.request.repeat
                )
            } else {
                "the counts depend on the data: `--repeat 10` shows best, average and worst"
                    .to_owned()
            });
        }
        notes.extend(self.about_times());
        let is_power = |at: &[i64]| at.first().is_some_and(|n| n.count_ones() == 1);
        let added_failed =
            (self.swept.failed.iter()).any(|failed| failed.held_out && !is_power(&failed.at));
        let powers_only = self.swept.measured.iter().all(|one| is_power(&one.at));
        if added_failed && powers_only && self.axes.roles.first() == Some(&Role::Input) {
            let name = self.axes.varied.first().map_or("n", String::as_str);
            notes.push(format!(
                "the program ran on powers of two only: every formula in {name} is about these"
            ));
        }
        notes.extend(
            self.axes
                .tried
                .iter()
                .filter_map(|tried| not_met(&tried.unmet(i64::MIN))),
        );
        notes.extend(self.about_beside());
        if !applies {
            notes.push("the claims of the file are not about this entry".to_owned());
        }
        if self.program.options.limits != Limits::default()
            && self.swept.failed.iter().any(|failed| {
                let codes = failed
                    .diagnostics
                    .iter()
                    .map(|problem| problem.code.status());
                codes.into_iter().any(|status| status == Status::Limit)
            })
        {
            notes.push("some sizes reached a limit that the command line set".to_owned());
        }
        if self.swept.interrupted {
            notes.push("interrupted: the report is about the sizes that ran before".to_owned());
        }
        notes
    }

    /// Whether the machine has units of time of its own: what one run takes says nothing about
    /// another p there.
    fn has_own_time(&self) -> bool {
        self.axes.is_asynchronous() || self.axes.is_multicomputer()
    }

    /// The sizes that no table lists.
    fn about_beside(&self) -> Option<String> {
        let beside = &self.swept.beside;
        let ranges = self.axes.varied.iter().take(2).enumerate();
        let ranges: Option<Vec<String>> = ranges
            .map(|(place, name)| {
                let values = || beside.iter().map(|one| one.at[place]);
                let (least, most) = (values().min()?, values().max()?);
                Some(format!("{name} = {least} … {most}"))
            })
            .collect();
        Some(format!(
            "formulas are held to {} more sizes, which no table lists: {}",
            beside.len(),
            ranges?.join(" with ")
        ))
    }

    /// What is odd about d and B, and no error.
    fn about_times(&self) -> Option<String> {
        let options = &self.program.options;
        if self.axes.is_multicomputer() {
            return None;
        }
        if !self.axes.is_asynchronous() {
            let given = options.delay.is_some() || options.barrier.is_some();
            return given.then(|| {
                "d and B are times of the asynchronous PRAM: on this synchronous machine they are \
                 numbers that the program may ask for, and no more"
                    .to_owned()
            });
        }
        let broken = |one: &Measured| {
            let machine = one.asynchronous?;
            out_of_range(machine.delay, machine.barrier, one.processors)
        };
        let mut all = (self.swept.measured.iter()).filter_map(|one| Some((one, broken(one)?)));
        let (first, what) = all.next()?;
        let count = 1 + all.count();
        let of = self.swept.measured.len();
        Some(format!(
            "the asynchronous PRAM is meant for 2 <= d <= B <= p; {count} of {of} sizes lie outside, \
             the first with {}: {what}; they are counted with these values",
            size_text(&self.axes.size(&first.at))
        ))
    }
}
