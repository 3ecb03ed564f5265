//! The one test binary.

mod app;
mod apram;
mod architecture;
mod calls;
mod cases;
mod collection;
mod collectives;
mod complexity;
mod coverage;
mod derivation;
mod detail;
mod differential;
mod documentation;
mod explain;
mod files;
mod format;
mod fuzzed;
mod gpu;
mod grade;
mod grammar;
mod hostile;
#[cfg(unix)]
mod includes;
#[cfg(target_os = "linux")]
mod library;
mod limits;
mod listings;
mod multicomputer;
mod network;
mod programs;
mod progress;
mod proofs;
mod reference;
mod report;
mod semantic;
mod session;
mod spoken;
mod stepping;
mod syntax;
mod tape;
mod turns;
mod uncommon;
mod units;
mod vocabulary;
mod warnings;
mod words;
