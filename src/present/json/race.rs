//! The JSON of a race: two accesses to one cell in one section of the asynchronous PRAM.

use schemars::JsonSchema;
use serde::Serialize;

use super::value::ScalarJson;
use crate::diagnostic::Code;
use crate::machine::rules::races::{Race, RaceAccess};
use crate::present::messages::race;
use crate::program::accesses::AccessKind;
use crate::result::asynchronous;
use crate::result::run::Run;
use crate::source::Sources;

/// Two accesses that no barrier orders.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct RaceJson {
    /// `E0504`
    pub code: String,
    /// What happened, in words.
    pub message: String,
    /// The model whose rule is broken: `apram` or `apram-cr`.
    pub model: String,
    /// The step, from 1, in the order in which this run executed them.
    pub step: u64,
    /// The section, from 1.
    pub section: u64,
    /// The cell, such as `A[5]`.
    pub cell: String,
    /// Both only read: legal on `apram-cr`.
    pub reads_only: bool,
    /// The two accesses, in the order in which this run came to them.
    pub accesses: [RaceAccessJson; 2],
    /// The two processors, in the same order.
    pub processors: [String; 2],
    /// Where a barrier would order the two; null where none can, as both do it in one statement.
    pub missing_barrier: Option<MissingBarrierJson>,
    /// Ways out, in words.
    pub help: Vec<String>,
}

/// The place of a barrier that is missing.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct MissingBarrierJson {
    /// The file.
    pub file: String,
    /// The line after which it belongs, from 1.
    pub after_line: usize,
}

/// One of the two.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct RaceAccessJson {
    /// The file.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// `read` or `write`.
    pub kind: AccessKind,
    /// Who.
    pub processor: String,
    /// Of a write, the value.
    pub value: Option<ScalarJson>,
}

impl RaceJson {
    /// The race of a run.
    pub(super) fn new(race: &Race, run: &Run, sources: &Sources) -> Self {
        let diagnostic = race::diagnostic(race, run, sources, None);
        Self {
            code: Code::Race.id().to_owned(),
            message: diagnostic.message,
            model: asynchronous::model_of(&run.configuration).to_owned(),
            step: race.later.step,
            section: race.section,
            cell: race.cell.clone(),
            reads_only: race.reads_only,
            processors: [&race.earlier, &race.later].map(|access| access.processor.clone()),
            missing_barrier: race::missing_barrier(race, run, sources).map(|access| {
                MissingBarrierJson {
                    file: sources.get(access.statement.file).name.clone(),
                    after_line: race::last_line(access.statement, sources),
                }
            }),
            accesses: [&race.earlier, &race.later]
                .map(|access| RaceAccessJson::new(access, sources)),
            help: diagnostic.help,
        }
    }
}

impl RaceAccessJson {
    /// One access.
    pub(super) fn new(access: &RaceAccess, sources: &Sources) -> Self {
        let position = sources.position(access.span);
        Self {
            file: sources.get(access.span.file).name.clone(),
            line: position.line,
            column: position.column,
            kind: match access.written {
                Some(_) => AccessKind::Write,
                None => AccessKind::Read,
            },
            processor: access.processor.clone(),
            value: access.written.map(ScalarJson::from),
        }
    }
}
