//! The arguments of `pram run` and `pram check`, and how results are shown.

use clap::Args;

use super::options::Rows;
use super::program::ProgramArguments;
use super::{ASYNCHRONOUS, Format, GPU, MULTICOMPUTER, OUTPUT};
use crate::app::screen;
use crate::pipeline::options::row;
use crate::present::text::shown::{Lists, Shown, Units};

/// `pram run`
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of the command line"
)]
#[derive(Debug, Args)]
pub struct RunArguments {
    #[command(flatten)]
    pub program: ProgramArguments,

    #[command(flatten)]
    rules: Rows<{ row("model") }, { row("explore") }>,

    /// List every message
    ///
    /// On a multicomputer, list every message: sender, receiver, tag, words, start, arrival, lines.
    #[arg(long, help_heading = MULTICOMPUTER, hide_short_help = true)]
    pub trace: bool,

    /// Describe the network
    ///
    /// On a multicomputer, describe its network: degree, diameter, links, bisection.
    #[arg(long, help_heading = MULTICOMPUTER, hide_short_help = true)]
    pub topology: bool,

    #[command(flatten)]
    orders: Rows<{ row("strict") }, { row("pace") }>,

    /// List every section with its time
    ///
    /// On the asynchronous PRAM, list every section: its slowest processor, time, waiting, lines.
    #[arg(long, help_heading = ASYNCHRONOUS, hide_short_help = true)]
    pub sections: bool,

    /// List every launch of a kernel
    ///
    /// On a GPU, list every launch with its counts and its time.
    #[arg(long, help_heading = GPU, hide_short_help = true)]
    pub kernels: bool,

    /// List what each line of kernels cost
    ///
    /// On a GPU, list what each line of kernels issued, its transactions and passes, and mark the worst.
    #[arg(long, help_heading = GPU, hide_short_help = true)]
    pub lines: bool,

    /// Name the metrics of profilers
    ///
    /// On a GPU, name the metrics of Nsight Compute and nvprof that measure these counts.
    #[arg(long, help_heading = GPU, hide_short_help = true)]
    pub profiler: bool,

    #[command(flatten)]
    pub shown: ShownArguments,

    #[command(flatten)]
    pub format: FormatArguments,

    /// Print the settings of the run, and where each comes from
    ///
    /// Print the settings of the run and where each comes from, instead of running the program: the
    /// command line, the program, a line of `pram.toml`, or the default.
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    pub show_config: bool,

    /// Print the program's own output, and what fails
    ///
    /// Print what the program itself prints, and nothing else on success: a line for each claim that
    /// fails, the message of an error, and warnings. For the text format only.
    #[arg(short, long, help_heading = OUTPUT)]
    pub quiet: bool,
}

/// How much of a result text shows.
#[derive(Debug, Clone, Copy, Args)]
pub struct ShownArguments {
    /// Show long arrays and lists whole
    ///
    /// Show long arrays and lists whole, in text; JSON always has all of them.
    #[arg(long, help_heading = OUTPUT)]
    pub full: bool,

    /// Show rounds, steps and instructions
    ///
    /// Show T, W and C in all three units, rounds, steps and instructions, instead of in rounds only.
    #[arg(long, help_heading = OUTPUT)]
    pub units: bool,
}

impl ShownArguments {
    /// How text shows a result on standard output.
    pub fn shown(self) -> Shown {
        Shown {
            width: screen::width(),
            lists: if self.full {
                Lists::Whole
            } else {
                Lists::Elided
            },
            units: if self.units {
                Units::All
            } else {
                Units::Rounds
            },
        }
    }
}

/// How the result is printed.
#[derive(Debug, Clone, Copy, Args)]
pub struct FormatArguments {
    /// How the result is printed
    ///
    /// How the result is printed: as text for people, or as one JSON object.
    #[arg(long, value_enum, value_name = "text|json", help_heading = OUTPUT, hide_possible_values = true, default_value_t = Format::Text)]
    pub format: Format,
}

/// `pram check`
#[derive(Debug, Args)]
pub struct CheckArguments {
    #[command(flatten)]
    pub program: ProgramArguments,

    #[command(flatten)]
    rules: Rows<{ row("model") }, { row("simultaneity") }>,

    #[command(flatten)]
    pub shown: ShownArguments,

    #[command(flatten)]
    pub format: FormatArguments,
}
