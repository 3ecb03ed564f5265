//! The arguments of `pram derive`.

use std::path::PathBuf;

use clap::Args;

use super::program::{EntryArguments, ExecutionArguments};
use super::{DeriveFormat, INPUTS, MeasureChoice, OUTPUT, UnitChoice};

/// `pram derive`
#[derive(Debug, Args)]
pub struct DeriveArguments {
    /// The program; - reads standard input
    pub file: PathBuf,

    #[command(flatten)]
    pub entry: EntryArguments,

    /// A condition that sizes fulfil: 'n = 2^k', 'p | n', …
    ///
    /// A condition that all sizes fulfil: `n = 2^k`, `n = 3^k`, `n = d^k`, `p | n`, `2 | n`, `n > m`.
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
