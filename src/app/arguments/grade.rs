//! The arguments of `pram grade`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::{LIMITS, OUTPUT};
use crate::app::store::Shard;

/// `pram grade`
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct GradeArguments {
    /// Something else than grading
    #[command(subcommand)]
    pub action: Option<GradeAction>,

    /// The folder of the exercise, with `exercise.toml`
    ///
    /// The folder of the exercise, with `exercise.toml`, the judge and the reference. A folder that is
    /// called show, test or one is written ./test.
    #[arg(required = true)]
    pub exercise: Option<PathBuf>,

    /// The folder of the submissions
    ///
    /// The folder of the submissions: a folder or a file NAME.pram for each, or what Moodle unpacks.
    #[arg(required = true)]
    pub submissions: Option<PathBuf>,

    /// The folder of results; what is there already is not graded again
    #[arg(long, value_name = "DIR", default_value = "results", help_heading = OUTPUT)]
    pub results: PathBuf,

    /// Grade these submissions only
    #[arg(long, value_name = "ID")]
    pub only: Vec<String>,

    /// Leave these submissions out
    #[arg(long, value_name = "ID", hide_short_help = true)]
    pub skip: Vec<String>,

    /// Grade again what has a result
    #[arg(long, value_name = "WHICH", value_enum, default_value_t = AgainChoice::Changed, hide_short_help = true)]
    pub again: AgainChoice,

    /// How many submissions are graded at the same time; as many as the computer has cores
    #[arg(long, value_name = "N", value_parser = crate::pipeline::quantity::threads, help_heading = LIMITS)]
    pub jobs: Option<usize>,

    /// Grade one of M shares, on this machine or another one: 0/16 … 15/16
    ///
    /// Grade one of M shares: 0/16 … 15/16. The shares may run on several machines that use one folder of
    /// results. Nothing is shown but how many submissions the share has; a call without --shard then shows
    /// all results.
    #[arg(long, value_name = "K/M", help_heading = LIMITS, hide_short_help = true)]
    pub shard: Option<Shard>,

    /// The walls around a submission: strict, best or off
    ///
    /// The walls around a submission. On Linux they are strict unless this says otherwise: no files, no
    /// network, no other programs, and limits of memory and processor time. `best` uses what the system
    /// has, and results say what is missing.
    #[arg(long, value_name = "WALLS", value_enum, help_heading = LIMITS, hide_short_help = true)]
    pub sandbox: Option<SandboxChoice>,

    #[command(flatten)]
    pub lists: ListArguments,
}

/// Lists of the class that results do not depend on.
#[derive(Debug, Args)]
pub struct ListArguments {
    /// Names, and when each submission was handed in
    ///
    /// A table with the columns id, name, submitted and due, of which only id is needed. The times, such as
    /// 2026-11-30T23:59, say who is late. It is kept with the results.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub roster: Option<PathBuf>,

    /// Points that a person gives
    ///
    /// A table with a column id and a column for each criterion of kind `manual`. It is kept with the
    /// results.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub manual: Option<PathBuf>,
}

/// What `pram grade` does besides grading.
#[derive(Debug, Subcommand)]
pub enum GradeAction {
    /// Show the results of a class
    #[command(after_help = "Examples:\n  \
        pram grade show results\n  \
        pram grade show results --format csv -o points.csv\n  \
        pram grade show results --format moodle --worksheet Grades.csv -o Graded.csv\n  \
        pram grade show results --format html -o pages/\n  \
        pram grade show results --audience student --format json")]
    Show(ShowArguments),
    /// Test an exercise: the reference gets all points, the examples what they say
    #[command(after_help = "Example:\n  pram grade test dz2")]
    Test {
        /// The folder of the exercise
        exercise: PathBuf,
    },
    /// Try the public items of an exercise on one file, as a student does
    #[command(after_help = "Example:\n  pram grade one dz2 maximum.pram")]
    One {
        /// The folder of the exercise
        exercise: PathBuf,
        /// The file
        file: PathBuf,
    },
}

/// `pram grade show`
#[derive(Debug, Args)]
pub struct ShowArguments {
    /// The folder of results
    pub results: PathBuf,

    /// How they are written
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = ShowFormat::Text)]
    pub format: ShowFormat,

    /// For whom
    #[arg(long, value_enum, value_name = "WHO", default_value_t = AudienceChoice::Teacher)]
    pub audience: AudienceChoice,

    /// The deadline is over: show students the items of visibility `after`
    #[arg(long)]
    pub after_deadline: bool,

    /// Where to; standard output without it, and the folder `pages` for pages
    ///
    /// Where to. Pages (html), and results for Gradescope of several submissions, are files in a folder.
    #[arg(short, long, value_name = "PATH")]
    pub output: Option<PathBuf>,

    /// Show these submissions only
    #[arg(long, value_name = "ID")]
    pub only: Vec<String>,

    /// The grading worksheet that Moodle gives; its points and comments are filled in
    #[arg(long, value_name = "FILE")]
    pub worksheet: Option<PathBuf>,

    /// The decimal point of CSV
    #[arg(long, value_name = "CHARACTER", default_value = ".", value_parser = ["." , ","], hide_short_help = true)]
    pub csv_decimal: String,

    /// Begin CSV with a byte order mark, which some spreadsheets need
    #[arg(long, hide_short_help = true)]
    pub csv_bom: bool,

    #[command(flatten)]
    pub lists: ListArguments,
}

/// What is graded again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AgainChoice {
    /// What is new or has changed
    Changed,
    /// The same, and what ended without a result
    Failed,
    /// Everything
    All,
}

/// The walls around a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SandboxChoice {
    /// All of them, or nothing is graded
    Strict,
    /// Those that the system has
    Best,
    /// None but the limits that are counted
    Off,
}

/// How results are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ShowFormat {
    /// For the terminal
    Text,
    /// A row for each submission, a column for each item
    Csv,
    /// A grading worksheet of Moodle, filled in
    Moodle,
    /// For continuous integration
    Junit,
    /// Pages for the class and for each submission
    Html,
    /// One JSON object
    Json,
    /// results.json of Gradescope
    Gradescope,
}

/// For whom results are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AudienceChoice {
    /// Everything
    Teacher,
    /// Nothing about hidden items but names, points and verdicts
    Student,
}
