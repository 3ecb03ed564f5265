//! Everything around the engine: diagnostics, inputs, reports, the command line.

#[cfg(unix)]
mod advice;
mod command_line;
mod configuration;
mod debug_command;
mod declared_lengths;
mod diagnostics;
#[cfg(target_os = "linux")]
mod footprint;
mod generators;
mod large_counts;
mod learn;
mod lost_updates;
mod other_models;
mod outputs;
mod plain_csv;
mod play;
mod quantities;
mod recorded_run;
mod replay_command;
mod report_command;
mod reports;
mod schemas;
mod shelf;
#[cfg(unix)]
mod shown_names;
mod spreadsheets;
#[cfg(unix)]
mod standard_output;
mod sweep_store;
mod verdicts;
mod watch;
#[cfg(unix)]
mod whole_files;

/// Text without its ANSI styles.
pub fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}
