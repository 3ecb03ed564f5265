//! The arguments of `pram report`.

use std::path::PathBuf;

use clap::Args;

use super::options::Rows;
use super::program::ExecutionArguments;
use super::{INPUTS, MACHINE, OUTPUT, ReportFormat, UnitChoice, value};
use crate::app::compared_machine::{self, ComparedMachines};
use crate::app::store::Shard;
use crate::pipeline::options::row;

/// `pram report`
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of the command line"
)]
#[derive(Debug, Args)]
pub struct ReportArguments {
    /// The programs to report on, and values of inputs
    ///
    /// The programs, one or several to be compared, and values of inputs that stay the same:
    /// 'A=random(0,99)'.
    #[arg(required = true, value_name = "FILE|NAME=VALUE")]
    pub words: Vec<String>,

    /// The sizes: n=2^4..2^14, n=8,16,100, p=1,2,4
    ///
    /// The sizes: n=2^4..2^14, n=10..1000 step 90, n=8,16,100; p=1,2,4,8 varies the processors, on
    /// the asynchronous PRAM d=2..8 and B=8,16,32 its times, on a multicomputer ts=1,10,100 and tw,
    /// th, tc, to, B those of its messages and barriers. Can be given several times.
    #[arg(long, value_name = "NAME=SIZES", help_heading = INPUTS)]
    pub vary: Vec<String>,

    /// The algorithm to run; several are compared
    ///
    /// The algorithm to run instead of `program` or of the file's last algorithm; several are
    /// compared. Example: --entry sum --entry prescan
    #[arg(long, value_name = "NAME", help_heading = INPUTS)]
    pub entry: Vec<String>,

    /// The best sequential time: 'n-1'
    ///
    /// The best sequential time as a formula, instead of the file's `slijedno`: 'n-1' in the unit
    /// of --unit, 'instructions = 4*n' in the one that it names. Can be given once for each unit.
    #[arg(long, value_name = "FORMULA", help_heading = INPUTS, hide_short_help = true)]
    pub sequential: Vec<String>,

    /// A formula to compare with the measurements
    ///
    /// A formula to compare with what is measured: 'T = n/p + log p', likewise W and C; on a
    /// multicomputer it may name `t_s`, `t_w`, `t_h`, `t_c` and `t_o` as claims do. Can be given
    /// several times.
    #[arg(long, value_name = "FORMULA", help_heading = INPUTS, hide_short_help = true)]
    pub model_formula: Vec<String>,

    /// Run each size with K seeds
    ///
    /// Run each size with K seeds. Example: --repeat 5
    #[arg(long, value_name = "K", default_value = "1", value_parser = value::repeats, help_heading = INPUTS, hide_short_help = true)]
    pub repeat: u32,

    /// Run no sizes but those of --vary
    ///
    /// Run no sizes but those of --vary: formulas are then confirmed on some of these.
    #[arg(long, help_heading = INPUTS, hide_short_help = true)]
    pub no_added_sizes: bool,

    /// A machine to compare on: d=3,B=32, or ring,mesh
    ///
    /// A machine to compare on: values for d, B and p of the asynchronous PRAM (or p of the
    /// synchronous one), such as d=3,B=32 or 'd=10, B=sqrt(p), p=64'; or machines by name, such as
    /// ring,mesh,hypercube, each followed by values for p, ts, tw, th, tc and to. Can be given
    /// several times.
    #[arg(long, value_name = "MACHINE", value_parser = compared_machine::read, help_heading = MACHINE, hide_short_help = true)]
    pub compare: Vec<ComparedMachines>,

    #[command(flatten)]
    pub execution: ExecutionArguments,

    #[command(flatten)]
    rules: Rows<{ row("model") }, { row("simultaneity") }>,

    /// The unit of verdicts: rounds, steps, instructions
    ///
    /// The unit in which verdicts and claims without a unit are judged [default: rounds, and on
    /// the asynchronous PRAM its units of time].
    #[arg(long, value_enum, value_name = "UNIT", help_heading = OUTPUT, hide_possible_values = true)]
    pub unit: Option<UnitChoice>,

    /// Isoefficiency for this efficiency too
    ///
    /// Isoefficiency for this efficiency too, in addition to 0.5, 0.7 and 0.9. Example: --efficiency 0.8
    #[arg(long, value_name = "E0", value_parser = value::efficiency, help_heading = OUTPUT, hide_short_help = true)]
    pub efficiency: Option<f64>,

    /// Where it goes: report.html, .md, .tex, a folder/
    ///
    /// Where the report goes: a file, or a folder (its name ends with / or it exists), which gets
    /// plots and tables as files of their own and, without --format, every format.
    #[arg(short, long, value_name = "PATH", help_heading = OUTPUT)]
    pub output: Option<PathBuf>,

    /// Print the whole report instead of one screen
    #[arg(long, help_heading = OUTPUT, conflicts_with = "short")]
    pub full: bool,

    /// One page for handing in
    ///
    /// One page for handing in: the listing with line numbers, one table, formulas, verdicts, claims.
    #[arg(long, help_heading = OUTPUT)]
    pub short: bool,

    /// The author, below the title
    ///
    /// The author, below the title. Example: --author 'Ana Horvat'
    #[arg(long, value_name = "NAME", help_heading = OUTPUT, hide_short_help = true)]
    pub author: Option<String>,

    /// text, md, html, latex, csv or json
    ///
    /// How the report is written: text, md, html, latex, csv or json [default: text, or what the
    /// name of --output says].
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = OUTPUT, hide_possible_values = true)]
    pub format: Option<ReportFormat>,

    /// Keep the result of each size in a folder
    ///
    /// Keep the result of each size in this folder, and take those that are there from it: a report that
    /// was interrupted goes on where it was. Several processes, on one computer or on several that
    /// share the folder, divide the sizes by --shard.
    #[arg(long, value_name = "FOLDER", help_heading = OUTPUT, hide_short_help = true)]
    pub store: Option<PathBuf>,

    /// Run one share of the sizes, and make no report
    ///
    /// Run share K of M of the sizes, and make no report: 0/16 is the first of 16. A call without
    /// --shard runs what is missing then, and makes the report. Example: --shard 0/16
    #[arg(long, value_name = "K/M", requires = "store", help_heading = OUTPUT, hide_short_help = true)]
    pub shard: Option<Shard>,

    /// List the sizes, and which of them are in the store
    #[arg(long, requires = "store", help_heading = OUTPUT, hide_short_help = true)]
    pub plan: bool,
}
