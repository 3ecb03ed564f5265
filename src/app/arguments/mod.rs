//! What can be said on the command line.

mod choice;
mod derive;
mod fmt;
mod given;
mod grade;
mod learn;
mod options;
mod play;
mod program;
mod replay;
mod report;
mod run;
mod stepped;
pub mod value;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Arg, ArgAction, CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;

use crate::pipeline::options::Group;

pub use choice::{DeriveFormat, Format, MeasureChoice, ReportFormat, UnitChoice, VocabularyChoice};
pub use derive::DeriveArguments;
pub use fmt::FmtArguments;
pub use given::given;
pub use grade::{
    AgainChoice, AudienceChoice, GradeAction, GradeArguments, ListArguments, SandboxChoice,
    ShowArguments, ShowFormat,
};
pub use learn::{LearnAction, LearnArguments};
pub use play::PlayArguments;
pub use program::{ExecutionArguments, ProgramArguments};
pub use replay::{DebugArguments, ReplayArguments};
pub use report::ReportArguments;
pub use run::{CheckArguments, RunArguments};
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
    let command = command
        .disable_help_subcommand(true)
        .mut_subcommands(with_help);
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
            The page loads nothing else: it can be opened from a disk and passed on."
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
        hr\n  pram explain"
    )]
    Explain {
        /// The code, such as E0501; every code is listed without it
        code: Option<String>,

        /// The vocabulary of the examples
        ///
        /// hr for Croatian (paralelno), en for English (parallel) [default: that of `pram.toml`, else en].
        #[arg(long, value_enum, value_name = VOCABULARIES, hide_possible_values = true)]
        vocabulary: Option<VocabularyChoice>,
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
        pram learn --vocabulary en\n  \
        pram learn --hint\n  \
        pram learn --list\n\n\
        The exercise is copied into the folder, and its task is shown. Open the file in an editor: \
        whenever you save it, it is checked. `hint`, `next`, `list` and others can be typed, and the \
        options do the same one by one.")]
    Learn(LearnArguments),
    /// Grade what a class handed in, or show the results
    #[command(
        override_usage = "pram grade [OPTIONS] <EXERCISE> <SUBMISSIONS>\n       pram grade <show|test|one> …",
        after_help = "Example:\n  pram grade dz2 submissions/",
        after_long_help = "Examples:\n  \
            pram grade dz2 submissions/\n  \
            pram grade dz2 submissions/ --results dz2-results --roster class.csv\n  \
            pram grade dz2 submissions/ --shard 3/16\n  \
            pram grade show results --format csv -o points.csv\n  \
            pram grade test dz2\n  \
            pram grade one dz2 maximum.pram\n\n\
            Each submission runs in a process that can open no file and reach no network. Points depend on \
            counts and proofs alone, so they are the same on every computer. The same command again grades \
            only what is new or has changed.\n\
            Exit status: 0 all are graded, 1 the exercise is at fault, 2 the command line is, 4 it was \
            interrupted, 5 some are ungraded."
    )]
    Grade(GradeArguments),
    /// List the programs that come with pram, or print one
    #[command(after_help = "Examples:\n  \
        pram programs\n  \
        pram programs prescan\n  \
        pram programs prescan --vocabulary en > mine.pram")]
    Programs {
        /// The program, such as prescan or library/scan; all are listed without it
        name: Option<String>,

        /// The vocabulary of its keywords
        ///
        /// hr for Croatian (paralelno), en for English (parallel) [default: that of `pram.toml`, else as it
        /// is written].
        #[arg(long, value_enum, value_name = VOCABULARIES, hide_possible_values = true)]
        vocabulary: Option<VocabularyChoice>,
    },
    /// Write a short program to begin with
    #[command(after_help = "Examples:\n  pram new mine\n  pram new mine --vocabulary hr")]
    New {
        /// Its file; `.pram` is added where the name has no ending
        name: PathBuf,

        /// The vocabulary of its keywords
        ///
        /// hr for Croatian (paralelno), en for English (parallel) [default: that of `pram.toml`, else en].
        #[arg(long, value_enum, value_name = VOCABULARIES, hide_possible_values = true)]
        vocabulary: Option<VocabularyChoice>,
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
