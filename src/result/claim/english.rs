//! Evidence in words.

use std::fmt;

use super::{Evidence, Measured, MeasuredUnit};
use crate::machine::rules::model::Simultaneity;
use crate::result::machine::MachineKind;
use crate::result::model::model_name;
use crate::syntax::ast::Relation;

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherEntry(entry) => write!(f, "it is not about the entry `{entry}`"),
            Self::Growth => {
                f.write_str("a claim about growth; one run of one size cannot decide it")
            }
            Self::OfDeclared(machine) => {
                write!(f, "it is about {} that the file names", machine.row().the)
            }
            Self::UnknownModel(name) => write!(f, "no model is called {name}"),
            Self::Network => f.write_str("a network is no model of shared memory"),
            Self::OtherMachine { about, run } => {
                let (about, run) = (about.row().the, run.row().one);
                write!(f, "it is about {about}; this run is on {run}")
            }
            Self::Unfinished => f.write_str("the run did not come to its end"),
            Self::Needs {
                model,
                simultaneity,
                broken,
            } => {
                let (how, model) = (how(*simultaneity), model_name(*model));
                write!(f, "{how}, this run needs {model}")?;
                match broken {
                    Some((step, cell)) => write!(f, "; step {step} breaks it at {cell}"),
                    None => Ok(()),
                }
            }
            Self::Legal {
                model,
                simultaneity,
            } => {
                let (how, model) = (how(*simultaneity), model_name(*model));
                write!(f, "this run is legal on {model}, {how}")
            }
            Self::SectionRace => {
                f.write_str("in this run processors met in a cell, and one of them wrote")
            }
            Self::SectionReads => f.write_str("this run needs apram-cr"),
            Self::LegalSections(model) => {
                write!(f, "this run is legal on {model}, section by section")
            }
            Self::NoSuchUnit => {
                f.write_str("rounds, steps and instructions are no measure of a multicomputer")
            }
            Self::NoBarrierTime => f.write_str("nothing says how long a barrier takes: `--B 50`"),
            Self::NameOf(name, machine) => {
                let machine = match machine {
                    MachineKind::Multicomputer => machine.row().a,
                    MachineKind::Pram | MachineKind::Apram => machine.row().the,
                };
                write!(f, "it is about {machine}: only that has a `{name}`")
            }
            Self::NoValue { formula, reason } => {
                write!(f, "{formula} has no value here: {reason}")
            }
            Self::Measured(measured) => measured.fmt(f),
        }
    }
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            claimed,
            measured,
            relation,
            holds,
            ..
        } = self;
        match &self.formula {
            Some(formula) => write!(f, "{formula} = {claimed}, measured {measured}")?,
            None => write!(f, "claimed {claimed}, measured {measured}")?,
        }
        match holds {
            None => f.write_str(", too close to tell with doubles")?,
            Some(_) if *relation == Relation::Equal => {}
            Some(true) => write!(f, " {} {claimed}", relation.sign())?,
            Some(false) => write!(f, " {} {claimed}", relation.opposite())?,
        }
        match self.unit {
            None => {}
            Some(MeasuredUnit::Asynchronous) => f.write_str(" on the asynchronous PRAM")?,
            Some(MeasuredUnit::Rounds(elsewhere)) => {
                f.write_str(" in rounds")?;
                if let Some(unit) = elsewhere {
                    let unit = unit.name();
                    write!(f, "; it holds in {unit}: write that unit after the measure")?;
                }
            }
        }
        if let Some(asked) = self.asked {
            write!(f, " on the {asked} processors that it asks for")?;
        }
        match &self.not_whole {
            Some(reason) if *holds == Some(false) => write!(f, "; {reason}"),
            _ => Ok(()),
        }
    }
}

fn how(simultaneity: Simultaneity) -> &'static str {
    match simultaneity {
        Simultaneity::Step => "step by step",
        Simultaneity::Access => "access by access",
    }
}
