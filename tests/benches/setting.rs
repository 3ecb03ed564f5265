//! How the engine is set up: the columns of the table that are no property of the work.

use pram::pipeline::{Options, SubscriptTests};

/// One way to set up the engine.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// Whether accesses that are proved to be exclusive go unchecked.
    pub subscript_tests: &'static str,
    /// Threads of the host.
    pub threads: &'static str,
    /// What the engine is told.
    pub options: fn() -> Options,
}

/// All that are measured.
pub const SETTINGS: &[Setting] = &[
    Setting {
        subscript_tests: "on",
        threads: "1",
        options: || Options {
            threads: Some(1),
            ..Options::default()
        },
    },
    Setting {
        subscript_tests: "on",
        threads: "all",
        options: Options::default,
    },
    Setting {
        subscript_tests: "off",
        threads: "1",
        options: || Options {
            threads: Some(1),
            subscript_tests: SubscriptTests::Off,
            ..Options::default()
        },
    },
];

impl Setting {
    /// What tells this setting from the others in the name of a benchmark.
    pub fn suffix(&self) -> String {
        format!(
            "/subscript tests {}, threads {}",
            self.subscript_tests, self.threads
        )
    }
}
