//! What can be said of a run that is taken step by step, as `run` takes it.

use clap::{ArgAction, Args};

use super::ProgramArguments;
use super::options::Rows;
use crate::pipeline::options::row;

/// What is taken step by step.
#[derive(Debug, Args)]
pub struct StepArguments {
    #[command(flatten)]
    pub program: ProgramArguments,

    #[command(flatten)]
    rules: Rows<{ row("model") }, { row("on-violation") }>,

    #[command(flatten)]
    pace: Rows<{ row("pace") }, { row("pace") }>,

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
