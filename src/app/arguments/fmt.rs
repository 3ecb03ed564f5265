//! The arguments of `pram fmt`.

use std::path::PathBuf;

use clap::Args;

use super::{VOCABULARIES, VocabularyChoice};

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
