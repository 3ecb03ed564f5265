//! What the command line says of the playground.

use std::path::PathBuf;

use clap::Args;

/// `pram play`
#[derive(Debug, Args)]
pub struct PlayArguments {
    /// A program of `programs/`, such as `prescan` or `network/ring_broadcast`: the address then shows its
    /// run step by step
    #[arg(value_name = "PROGRAM")]
    pub program: Option<String>,

    /// The folder to serve, instead of the one that was installed with this program, or of
    /// `playground/dist` in the checkout around the current folder or around this program
    #[arg(long, value_name = "FOLDER")]
    pub folder: Option<PathBuf>,

    /// The port; a free one is taken without it
    #[arg(long, value_name = "N", default_value = "0", hide_default_value = true)]
    pub port: u16,
}
