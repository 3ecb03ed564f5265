//! What can be said on the command line.

mod choice;
mod given;
mod learn;
mod options;
mod play;
mod stepped;
pub mod value;

use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::{Arg, ArgAction, Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;

use options::Rows;

use super::compared_machine::{self, ComparedMachines};
use super::screen;
use crate::pipeline::options::{Group, row};
use crate::pipeline::quantity::{self, QuantityCells};
use crate::present::text::shown::{Lists, Shown, Units};

pub use choice::{DeriveFormat, Format, MeasureChoice, ReportFormat, UnitChoice, VocabularyChoice};
pub use given::given;
pub use learn::{LearnAction, LearnArguments};
pub use play::PlayArguments;
pub use stepped::{OfRunOnly, StepArguments};

/// Headings of help.
const INPUTS: &str = Group::Inputs.title();
const MACHINE: &str = Group::Machine.title();
const ASYNCHRONOUS: &str = Group::Asynchronous.title();
const MULTICOMPUTER: &str = Group::Multicomputer.title();
const GPU: &str = Group::Gpu.title();
const LIMITS: &str = Group::Limits.title();
const OUTPUT: &str = Group::Output.title();

/// The values of an option that several commands have.
const VOCABULARIES: &str = "hr|en";

/// Runs parallel algorithms written in lecture pseudocode and counts their cost exactly.
#[derive(Debug, Parser)]
#[command(
    name = "pram",
    version,
    arg_required_else_help = true,
    subcommand_required = true,
    after_help = "Example:\n  pram run prescan.pram n=2^10 'A=random(0,99)' --model erew\n\n\
        `pram COMMAND -h` lists the usual options of a command, `--help` all of them.\n\
        Exit status: 0 fine, 1 the program is at fault, 2 the command line is, 3 an illegal \
        access, 4 a limit was reached."
)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

impl Arguments {
    /// What these words say, the first of which is the name of the program.
    pub fn read(words: &[OsString]) -> Result<Self, clap::Error> {
        let matches = command_line().try_get_matches_from(words)?;
        Self::from_arg_matches(&matches)
    }
}

/// The command line as a whole.
pub fn command_line() -> clap::Command {
    Arguments::command().mut_subcommands(with_help)
}

/// A command whose help lists the option for help last.
fn with_help(command: clap::Command) -> clap::Command {
    let has_groups =
        (command.get_arguments()).any(|argument| argument.get_help_heading().is_some());
    let help = Arg::new("help")
        .short('h')
        .long("help")
        .action(ArgAction::Help)
        .help("Print the usual options; --help prints all")
        .long_help("Print all options; -h prints the usual ones")
        .help_heading(has_groups.then_some(OUTPUT))
        .display_order(usize::MAX);
    command.disable_help_flag(true).arg(help)
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run a program; print its output, its cost and any illegal access
    #[command(
        after_help = "Example:\n  pram run prescan.pram n=8 A=3,1,7,0,4,1,6,3 --model erew",
        after_long_help = "Examples:\n  \
            pram run prescan.pram\n  \
            pram run prescan.pram n=8 A=3,1,7,0,4,1,6,3 --model erew\n  \
            pram run sum.pram --entry +_sum A=@data.csv -p 4 --format json\n\n\
            A value is a scalar (n=1024, n=2^20, x=0.5), a list (A=3,1,7,0), rows (M=1,2;3,4), a \
            file (A=@data.csv, A=@data.json) or a generator: random(lo,hi), permutation, iota, \
            list, tree, sorted, constant(c) — in Croatian slucajno, permutacija, iota, lista, \
            stablo, sortirano, konstanta."
    )]
    Run(RunArguments),
    /// Run a program again whenever it or a file that it reads is saved, until Ctrl-C
    #[command(
        after_help = "Example:\n  pram watch prescan.pram n=8 --model erew --quiet",
        after_long_help = "Examples:\n  \
            pram watch prescan.pram\n  \
            pram watch prescan.pram n=8 --model erew --quiet\n\n\
            Inputs and options are those of `pram run`. Included programs and files such as \
            A=@data.csv are watched, too."
    )]
    Watch(RunArguments),
    /// Check a program and find the weakest model under which it is legal
    #[command(after_help = "Examples:\n  \
        pram check prescan.pram n=16\n  \
        pram check ranking.pram 'next=list' n=100 --format json")]
    Check(CheckArguments),
    /// Take a program step by step, forward and back
    #[command(
        after_help = "Example:\n  pram debug prescan.pram n=8\n\n\
            `help` lists the commands of the session.",
        after_long_help = "Examples:\n  \
            pram debug prescan.pram n=8\n  \
            pram debug ranking.pram 'next=list' --model erew --at conflict\n  \
            pram debug scan.pram --script steps.txt\n\n\
            `help` lists the commands of the session."
    )]
    Debug(DebugArguments),
    /// Write a run, step by step, as one page to step through or as data
    #[command(
        after_help = "Example:\n  pram replay prescan.pram n=8 -o prescan.html",
        after_long_help = "Examples:\n  \
            pram replay prescan.pram n=8 -o prescan.html\n  \
            pram replay ranking.pram 'next=list' n=8 --model erew -o illegal.html\n  \
            pram replay prescan.pram n=8 -o prescan.json\n  \
            pram replay prescan.pram --vocabulary en -o prescan.html\n  \
            pram replay programs/ -o replays/\n\n\
            The page loads nothing else: it can be opened from a disk and handed on."
    )]
    Replay(ReplayArguments),
    /// Derive formulas of time, work and cost from a program, for every size
    #[command(after_help = "Examples:\n  \
        pram derive prescan.pram\n  \
        pram derive bitonic.pram --measure T --unit rounds --assume 'n = 2^k'")]
    Derive(DeriveArguments),
    /// Run a program over many sizes and write a complexity report
    #[command(
        override_usage = "pram report --vary <NAME=SIZES> [OPTIONS] <FILE|NAME=VALUE>...",
        after_help = "Example:\n  pram report sum.pram scan.pram --vary n=2^4..2^14 -o report.html",
        after_long_help = "Examples:\n  \
            pram report reduction.pram --vary n=2^4..2^14\n  \
            pram report prescan_p.pram --vary n=2^6..2^12 --vary p=1,2,4,8 --output report.html\n  \
            pram report fast.pram slow.pram --vary n=16..256 --unit instructions\n  \
            pram report tree.pram --machine apram --vary n=2^4..2^10 --vary d=2..8 --B 32\n  \
            pram report tree.pram --machine apram --vary n=2^4..2^10 --compare d=2,B=8 --compare \
            d=9,B=64\n\n\
            Sizes are written 2^4..2^14 (powers), 10..1000 step 90, or 8,16,100. Sizes that are \
            only powers of two cannot tell n from 2^⌈log n⌉; others are added to confirm formulas \
            on."
    )]
    Report(ReportArguments),
    /// Format programs and translate their keywords
    #[command(
        after_help = "Example:\n  pram fmt --vocabulary en prescan.pram",
        after_long_help = "Examples:\n  \
            pram fmt prescan.pram\n  \
            pram fmt --check programs/*.pram\n  \
            pram fmt --vocabulary en prescan.pram\n  \
            pram fmt - < slide.txt > slide.pram\n\n\
            Comments stay in their places, and so do single blank lines and the author's line \
            breaks inside a statement; the meaning of a program never changes. A file with errors \
            is not changed."
    )]
    Fmt(FmtArguments),
    /// Explain the code of an error or a warning, with a wrong and a right example
    #[command(
        after_help = "Examples:\n  pram explain E0501\n  pram explain w0501 --vocabulary \
        en\n  pram explain"
    )]
    Explain {
        /// The code, such as E0501; every code is listed without it
        code: Option<String>,

        /// The vocabulary of the examples
        ///
        /// hr for Croatian (paralelno), en for English (parallel).
        #[arg(long, value_enum, value_name = VOCABULARIES, hide_possible_values = true, default_value_t = VocabularyChoice::Hr)]
        vocabulary: VocabularyChoice,
    },
    /// Serve the playground, in which programs are written and run, to a browser on this computer
    #[command(after_help = "Examples:\n  \
        pram play\n  \
        pram play prescan\n  \
        pram play --folder playground/dist --port 8000\n\n\
        Only this computer reaches the address, and only who knows its token. The playground is \
        installed with pram; in a checkout `playground/build` makes it. Any host of static files \
        serves its folder as well.")]
    Play(PlayArguments),
    /// Learn by exercises: each is checked whenever you save it, and gives hints
    #[command(after_help = "Examples:\n  \
        pram learn\n  \
        pram learn my-exercises\n  \
        pram learn --hint\n  \
        pram learn --list\n\n\
        The exercise is copied into the folder, and its task is shown. Open the file in an editor: \
        whenever you save it, it is checked. `hint`, `next`, `list` and others can be typed, and the \
        options do the same one by one.")]
    Learn(LearnArguments),
    /// List the programs that come with pram, or print one
    #[command(after_help = "Examples:\n  \
        pram programs\n  \
        pram programs prescan\n  \
        pram programs prescan > mine.pram")]
    Programs {
        /// The program, such as prescan or library/scan; all are listed without it
        name: Option<String>,
    },
    /// Write a short program to begin with
    #[command(after_help = "Examples:\n  pram new mine\n  pram new mine --vocabulary hr")]
    New {
        /// Its file; `.pram` is added where the name has no ending
        name: PathBuf,

        /// The vocabulary of its keywords
        ///
        /// hr for Croatian (paralelno), en for English (parallel).
        #[arg(long, value_enum, value_name = VOCABULARIES, hide_possible_values = true, default_value_t = VocabularyChoice::En)]
        vocabulary: VocabularyChoice,
    },
    /// Print completions for a shell
    #[command(after_help = "Example:\n  \
        pram completions bash > ~/.local/share/bash-completion/completions/pram")]
    Completions {
        /// For which shell
        shell: Shell,
    },
    /// Print the manual page
    #[command(after_help = "Examples:\n  pram man | man -l -\n  pram man run | man -l -")]
    Man {
        /// Of one command, such as `run`; of `pram` as a whole without it
        command: Option<String>,
    },
}

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

/// `pram debug`
#[derive(Debug, Args)]
pub struct DebugArguments {
    #[command(flatten)]
    pub stepped: StepArguments,

    /// Where to begin: end, conflict, 'step 12', 'line 8'
    ///
    /// Where to begin: end, conflict, 'step 12', 'line 8', 'round 3' [default: before the first step]
    #[arg(long, value_name = "PLACE", help_heading = OUTPUT)]
    pub at: Option<String>,

    /// Take the commands from a file, one a line
    ///
    /// Take the commands from a file, one a line, instead of from the keyboard; - reads standard
    /// input. Example: --script steps.txt
    #[arg(long, value_name = "FILE|-", help_heading = OUTPUT)]
    pub script: Option<PathBuf>,

    /// Answer in sentences, for screen readers
    ///
    /// Answer in words, a sentence and at most five lines for each stop, where the terminal could
    /// show a whole screen; for screen readers.
    #[arg(long, help_heading = OUTPUT)]
    pub plain: bool,

    /// Draw with ASCII only
    #[arg(long, help_heading = OUTPUT)]
    pub ascii: bool,
}

/// `pram replay`
#[derive(Debug, Args)]
pub struct ReplayArguments {
    #[command(flatten)]
    pub stepped: StepArguments,

    /// The file to write: replay.html, .json, .svg or .tex
    ///
    /// The file to write; its name says which kind: replay.html, replay.json, or a figure for slides,
    /// step.svg, step.tex. Where FILE is a folder of programs, the folder for their pages.
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub output: PathBuf,

    /// Translate the program's keywords
    ///
    /// Show programs in this vocabulary, whichever they are written in: hr for Croatian (paralelno),
    /// en for English (parallel).
    #[arg(long, value_enum, value_name = VOCABULARIES, help_heading = OUTPUT, hide_possible_values = true)]
    pub vocabulary: Option<VocabularyChoice>,

    /// Steps that a figure shows: 3, or 2..5 [default: all]
    #[arg(long, value_name = "STEPS", value_parser = quantity::steps, help_heading = OUTPUT)]
    pub steps: Option<RangeInclusive<u64>>,

    /// Show fewer values of each step rather than write more bytes
    ///
    /// Show fewer values of each step rather than write more bytes: 8MiB, 500000.
    #[arg(long, value_name = "BYTES", default_value = "8MiB", value_parser = quantity::bytes, help_heading = LIMITS, hide_short_help = true)]
    pub max_trace: u64,

    /// Which cells to show where not all are shown
    ///
    /// Where not all values are shown, show those of these cells, instead of the first 64 of the
    /// array: 'A[100 to 163]'; once for each array.
    #[arg(long, value_name = "CELLS", value_parser = quantity::cells, help_heading = OUTPUT, hide_short_help = true)]
    pub cells: Vec<QuantityCells>,
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

/// `pram derive`
#[derive(Debug, Args)]
pub struct DeriveArguments {
    /// The program; - reads standard input
    pub file: PathBuf,

    #[command(flatten)]
    pub entry: EntryArguments,

    /// What holds of a size besides: 'n = 2^k', 'p | n', …
    ///
    /// What holds of a size besides: `n = 2^k`, `n = 3^k`, `n = d^k`, `p | n`, `2 | n`, `n > m`.
    /// Example: --assume 'n = 2^k'
    #[arg(long, value_name = "ASSUMPTION", help_heading = INPUTS)]
    pub assume: Vec<String>,

    #[command(flatten)]
    pub execution: ExecutionArguments,

    /// Only this measure
    #[arg(long, value_enum, value_name = "T|W|C|p", ignore_case = true, help_heading = OUTPUT, hide_possible_values = true)]
    pub measure: Option<MeasureChoice>,

    /// Only in this unit: rounds, steps, instructions
    #[arg(long, value_enum, value_name = "UNIT", help_heading = OUTPUT, hide_possible_values = true, conflicts_with = "units")]
    pub unit: Option<UnitChoice>,

    /// In rounds, steps and instructions
    #[arg(long, help_heading = OUTPUT)]
    pub units: bool,

    /// text, md, html, latex or json
    ///
    /// How it is printed: text, md, html, latex or json.
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = OUTPUT, hide_possible_values = true, default_value_t = DeriveFormat::Text)]
    pub format: DeriveFormat,
}

/// `pram fmt`
#[derive(Debug, Args)]
pub struct FmtArguments {
    /// The programs; - reads standard input and writes standard output
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Change nothing; list the files that would change
    ///
    /// Change nothing, list the files that would change, and end with exit status 1 if there are any.
    #[arg(long)]
    pub check: bool,

    /// Translate keywords and names of built-in functions
    ///
    /// Translate keywords and the names of built-in functions: hr for paralelno, vrati, duljina;
    /// en for parallel, return, length.
    #[arg(long, value_enum, value_name = VOCABULARIES, hide_possible_values = true)]
    pub vocabulary: Option<VocabularyChoice>,
}

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

/// `pram report`
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
    /// Isoefficiency for this efficiency too, beside 0.5, 0.7 and 0.9. Example: --efficiency 0.8
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
}

/// What holds for every way to execute a program.
#[derive(Debug, Args)]
pub struct ExecutionArguments {
    /// A folder with more programs to include
    ///
    /// A folder from which `include` (`ukljuci`) may read programs too, beside the folder of the
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
