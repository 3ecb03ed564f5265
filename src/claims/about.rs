//! Whether a claim is about the machine of the runs by which it is judged.

use super::expression;
use crate::quantity::{Measure, Unit};
use crate::result::claim::{Because, Elsewhere, Evidence};
use crate::result::kinds::{KINDS, RunForm};
use crate::result::machine::MachineKind;
use crate::result::model::MachineModel;
use crate::syntax::ast::Expr;

/// The runs that claims are judged by.
#[derive(Clone, Copy)]
pub struct JudgedRuns<'a> {
    /// Their machine.
    pub machine: MachineKind,
    /// The machine that the file names, if any; claims without a unit are about it.
    pub declared: Option<MachineKind>,
    /// Whether there are several runs.
    pub are_many: bool,
    /// Whether a name has a value in them.
    pub has_value: &'a dyn Fn(&str) -> bool,
}

impl JudgedRuns<'_> {
    fn form(&self) -> RunForm {
        self.machine.row().form
    }

    fn elsewhere(&self, about: MachineKind, because: Because) -> Evidence {
        Evidence::Elsewhere(Elsewhere {
            about,
            because,
            runs_on: self.machine,
            are_many: self.are_many,
        })
    }

    /// The model of this name, or why the runs do not decide it.
    pub fn model(&self, name: &str) -> Result<MachineModel, Evidence> {
        match MachineModel::parse(name) {
            None => Err(Evidence::UnknownModel(name.to_owned())),
            Some(MachineModel::Multicomputer(_) | MachineModel::Gpu(_)) => Err(Evidence::Network),
            Some(model) if model.form() == self.form() => Ok(model),
            Some(model) => Err(self.elsewhere(model.form().usual(), Because::Model)),
        }
    }

    /// An error if the runs do not decide a claim about a measure in a unit, or in none.
    pub fn formula(
        &self,
        measure: Measure,
        unit: Option<Unit>,
        formula: &Expr,
    ) -> Result<(), Evidence> {
        let form = self.form();
        if matches!(form, RunForm::Messages | RunForm::Launches) && unit.is_some() {
            return Err(Evidence::NoSuchUnit);
        }
        if form != RunForm::Launches && !Measure::IN_UNITS.contains(&measure) {
            return Err(self.elsewhere(MachineKind::Gpu, Because::Counts));
        }
        let names = expression::names_in(formula);
        // The names of message times are the clearest indication of the machine of a claim.
        for row in KINDS.iter().rev().filter(|row| row.form != form) {
            let mut its = names.iter().filter(|name| row.own_numbers.contains(name));
            match its.find(|name| !(self.has_value)(name)) {
                None => {}
                Some(&"B") if form == RunForm::Messages => return Err(Evidence::NoBarrierTime),
                Some(name) => {
                    let because = Because::Names((*name).to_owned());
                    return Err(self.elsewhere(row.kind, because));
                }
            }
        }
        let Some(declared) = self.declared.filter(|_| unit.is_none()) else {
            return Ok(());
        };
        match (declared.row().form, form) {
            (declared, runs) if declared == runs => Ok(()),
            // What a synchronous program takes is counted on both.
            (RunForm::Steps, RunForm::Sections) => Ok(()),
            _ => Err(self.elsewhere(declared, Because::Declared)),
        }
    }
}
