//! The arguments of `pram debug` and `pram replay`.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;

use super::{LIMITS, OUTPUT, StepArguments, VOCABULARIES, VocabularyChoice};
use crate::pipeline::quantity::{self, QuantityCells};

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
