//! What can be said of a run that is taken step by step, as `run` takes it.

use clap::{ArgAction, Args};

use super::value;
use super::{OnViolationChoice, ProgramArguments, SimultaneityChoice};
use crate::pipeline::Pace;
use crate::pipeline::machine::MachineModel;

/// What is taken step by step.
#[derive(Debug, Args)]
pub struct StepArguments {
    #[command(flatten)]
    pub program: ProgramArguments,

    /// The access model, instead of the one that the file names; erew where neither does
    #[arg(long, value_name = "MODEL", ignore_case = true, value_parser = value::model(),
        hide_possible_values = true, long_help = value::MODELS)]
    pub model: Option<MachineModel>,

    /// Which accesses count as simultaneous: all of a step, or only the k-th with the k-th
    #[arg(long, value_enum, default_value_t = SimultaneityChoice::Step)]
    pub simultaneity: SimultaneityChoice,

    /// What an illegal access does: end the run, or be recorded while the run goes on
    #[arg(long, value_enum, default_value_t = OnViolationChoice::Stop)]
    pub on_violation: OnViolationChoice,

    /// On the asynchronous PRAM, how fast the processors are: uniform, random, or a list of how
    /// long each takes for one unit of work, such as 1,1,4
    #[arg(long, value_name = "PACE", value_parser = value::pace)]
    pub pace: Option<Pace>,

    #[command(flatten)]
    pub of_run_only: OfRunOnly,
}

/// Options of `run` that are known here in order to be explained: the values, or how often each is given.
#[derive(Debug, Args)]
pub struct OfRunOnly {
    #[arg(long, value_name = "TOKEN", hide = true)]
    pub schedule: Option<String>,

    #[arg(long, value_name = "N", hide = true)]
    pub explore: Option<String>,

    #[arg(long, hide = true, action = ArgAction::Count)]
    pub strict: u8,

    #[arg(long, hide = true, action = ArgAction::Count)]
    pub trace: u8,

    #[arg(long, hide = true, action = ArgAction::Count)]
    pub topology: u8,

    #[arg(long, hide = true, action = ArgAction::Count)]
    pub sections: u8,

    #[arg(long, hide = true, action = ArgAction::Count)]
    pub quiet: u8,

    #[arg(long, value_name = "FORMAT", hide = true)]
    pub format: Option<String>,
}
