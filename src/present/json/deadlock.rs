//! The JSON of a deadlock: processors that wait for each other at barriers.

use schemars::JsonSchema;
use serde::Serialize;

use crate::diagnostic::Diagnostic;
use crate::machine::time::deadlock::WaitReport;
use crate::result::asynchronous;
use crate::result::run::Run;
use crate::source::Sources;

/// Processors that wait for each other at barriers.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct DeadlockJson {
    /// `E0505`
    pub code: String,
    /// What happened, in words.
    pub message: String,
    /// The machine: `apram` or `apram-cr`.
    pub model: String,
    /// The processors, in the order of the ring.
    pub processors: Vec<String>,
    /// Who waits where for whom: each for the next, the last for the first.
    pub waits: Vec<WaitJson>,
    /// Ways out, in words.
    pub help: Vec<String>,
}

/// A processor that waits for another.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct WaitJson {
    /// Who waits.
    pub processor: String,
    /// For whom.
    pub waits_for: String,
    /// The first and the last number of the processors that are to meet at the barrier; null: all
    /// of the block.
    pub part: Option<[u32; 2]>,
    /// The file.
    pub file: String,
    /// Line of the barrier, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl DeadlockJson {
    /// The deadlock with which a run ended.
    pub(super) fn new(
        waits: &[WaitReport],
        diagnostic: &Diagnostic,
        run: &Run,
        sources: &Sources,
    ) -> Self {
        let wait = |wait: &WaitReport| {
            let position = sources.position(wait.span);
            WaitJson {
                processor: wait.processor.clone(),
                waits_for: wait.waits_for.clone(),
                part: wait.part.map(|(from, to)| [from, to]),
                file: sources.get(wait.span.file).name.clone(),
                line: position.line,
                column: position.column,
            }
        };
        Self {
            code: diagnostic.code.id().to_owned(),
            message: diagnostic.message.clone(),
            model: asynchronous::model_of(&run.configuration).to_owned(),
            processors: waits.iter().map(|wait| wait.processor.clone()).collect(),
            waits: waits.iter().map(wait).collect(),
            help: diagnostic.help.clone(),
        }
    }
}
