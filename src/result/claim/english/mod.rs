//! Evidence in words.

pub mod sweep;

use std::fmt;

use super::{Because, Elsewhere, Evidence, Measured, MeasuredUnit, NotWhole};
use crate::machine::rules::model::Simultaneity;
use crate::result::kinds::RunForm;
use crate::result::model::model_name;
use crate::syntax::ast::Relation;

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherEntry(entry) => write!(f, "it is not about the entry `{entry}`"),
            Self::Growth => {
                f.write_str("a claim about growth; one run of one size cannot decide it")
            }
            Self::UnknownModel(name) => write!(f, "no model is called {name}"),
            Self::Network => f.write_str("a network is no model of shared memory"),
            Self::Unfinished => f.write_str("the run did not finish"),
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
            Self::Proved => f.write_str("for every input and size (proved)"),
            Self::BrokenFor { step, cell, inputs } => {
                write!(
                    f,
                    "step {step} breaks it at {cell} for {}",
                    equations(inputs)
                )
            }
            Self::OtherInputsOpen => f.write_str("other inputs are open"),
            Self::SectionRace => {
                f.write_str("in this run processors met in a cell, and one of them wrote")
            }
            Self::SectionReads => f.write_str("this run needs apram-cr"),
            Self::LegalSections(model) => {
                write!(f, "this run is legal on {model}, section by section")
            }
            Self::NoSuchUnit => {
                f.write_str("rounds, steps and instructions are no measure of this machine")
            }
            Self::NoBarrierTime => f.write_str("nothing says how long a barrier takes: `--B 50`"),
            Self::NoValue { formula, reason } => {
                write!(f, "{formula} has no value here: {reason}")
            }
            Self::Measured(measured) => measured.fmt(f),
            Self::Elsewhere(elsewhere) => elsewhere.fmt(f),
            Self::Swept(swept) => swept.fmt(f),
            Self::Optimality(optimality) => optimality.fmt(f),
            Self::All(all) => {
                for (index, one) in all.iter().enumerate() {
                    write!(f, "{}{one}", if index == 0 { "" } else { "; " })?;
                }
                Ok(())
            }
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

impl fmt::Display for NotWhole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { log, argument, of } = self;
        let value = of.log2();
        write!(
            f,
            "log {of} is no whole number: {argument} is no power of two (ceil({log}) is {}, \
             floor({log}) is {})",
            value.ceil(),
            value.floor()
        )
    }
}

impl fmt::Display for Elsewhere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (about, runs_on) = (self.about.row(), self.runs_on.row());
        write!(f, "it is about {}", about.the)?;
        // A program that exchanges messages does not run on shared memory.
        if runs_on.form != RunForm::Messages {
            write!(f, " ({})", about.options)?;
        }
        match &self.because {
            Because::Model => {}
            Because::Counts => f.write_str(", which alone counts that")?,
            Because::Declared => f.write_str(", which the file names")?,
            Because::Names(name) => write!(f, ", as it names `{name}`")?,
        }
        let these = if self.are_many {
            "these runs are"
        } else {
            "this run is"
        };
        write!(f, "; {these} on {}", runs_on.one)
    }
}

/// `n = 4, m = 3`
fn equations(names: impl IntoIterator<Item = (impl fmt::Display, impl fmt::Display)>) -> String {
    let equations = names
        .into_iter()
        .map(|(name, value)| format!("{name} = {value}"));
    equations.collect::<Vec<_>>().join(", ")
}

fn how(simultaneity: Simultaneity) -> &'static str {
    match simultaneity {
        Simultaneity::Step => "step by step",
        Simultaneity::Access => "access by access",
    }
}
