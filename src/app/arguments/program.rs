//! A program, its inputs and its execution, as most commands take them.

use std::path::PathBuf;

use clap::Args;

use super::options::Rows;
use super::{INPUTS, OUTPUT};
use crate::pipeline::options::row;

/// A program, its inputs, and what holds for every way to execute it.
#[derive(Debug, Args)]
pub struct ProgramArguments {
    /// The program; - reads standard input
    pub file: PathBuf,

    /// Values of inputs: n=1024, A=3,1,7,0, 'A=random(0,9)'
    ///
    /// Values of inputs: n=1024, A=3,1,7,0, A=@data.csv, 'A=random(0,99)'.
    #[arg(value_name = "NAME=VALUE")]
    pub inputs: Vec<String>,

    #[command(flatten)]
    pub entry: EntryArguments,

    #[command(flatten)]
    pub execution: ExecutionArguments,
}

/// What is run of the file.
#[derive(Debug, Args)]
pub struct EntryArguments {
    /// The algorithm to run
    ///
    /// The algorithm to run instead of `program` or of the file's last algorithm. Example: --entry
    /// +_prescan
    #[arg(long, value_name = "NAME", help_heading = INPUTS)]
    pub entry: Option<String>,
}

/// What holds for every way to execute a program.
#[derive(Debug, Args)]
pub struct ExecutionArguments {
    /// A folder with more programs to include
    ///
    /// A folder from which `include` (`ukljuci`) may read programs too, besides the folder of the
    /// program itself and `programs/`. Can be given several times.
    #[arg(long, value_name = "FOLDER", help_heading = INPUTS, hide_short_help = true)]
    pub include_dir: Vec<PathBuf>,

    /// The options of the run, those of the command's other rows as well.
    #[command(flatten)]
    pub given: Rows<{ row("seed") }, { row("max-depth") }>,

    #[command(flatten)]
    host: Rows<{ row("threads") }, { row("subscript-tests") }>,

    /// Print no warnings
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    pub no_warnings: bool,

    /// Exit status 1 if there is a warning
    ///
    /// End with exit status 1 if there is a warning, once all results are printed; without effect
    /// with --no-warnings.
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    pub deny_warnings: bool,
}
