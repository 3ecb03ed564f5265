//! How many random cases a test tries.

use std::env;
use std::str::FromStr;

use proptest::test_runner::{Config, FileFailurePersistence};

/// As many as a variable of the environment says. Else `all` of them where `ALL_CASES` is set, as before
/// every change, and a quarter of these where it is not.
pub fn cases(variable: &str, all: u32) -> u32 {
    number(variable).unwrap_or_else(|| match env::var_os("ALL_CASES") {
        Some(_) => all,
        None => all.div_ceil(4),
    })
}

/// The number that a variable of the environment holds.
pub fn number<T: FromStr>(variable: &str) -> Option<T> {
    env::var(variable).ok()?.parse().ok()
}

/// A property that is tried on so many random cases; those that failed once are kept beside the tests.
pub fn config(cases: u32) -> Config {
    Config {
        failure_persistence: Some(Box::new(FileFailurePersistence::SourceParallel(
            "tests/proptest-regressions",
        ))),
        ..Config::with_cases(cases)
    }
}
