//! How the engine is set up: the columns of the table that are no property of the work.

use pram::pipeline::Options;

/// One way to set up the engine.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// Whether accesses that are proved to be exclusive go unchecked.
    pub proofs: &'static str,
    /// Threads of the host.
    pub threads: &'static str,
    /// What the engine is told.
    pub options: fn() -> Options,
}

/// All that are measured.
pub const SETTINGS: &[Setting] = &[Setting {
    proofs: "off",
    threads: "1",
    options: Options::default,
}];

impl Setting {
    /// What tells this setting from the others in the name of a benchmark.
    pub fn suffix(&self) -> String {
        if SETTINGS.len() == 1 {
            String::new()
        } else {
            format!("/proofs {}, threads {}", self.proofs, self.threads)
        }
    }
}
