//! What `pram check` found: the weakest model, what breaks the stronger ones, every access.

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Serialize;

use super::race_json::RaceJson;
use super::run::Run;
use super::run_json::{RunLegalityJson, simultaneity_name};
use super::run_text::{BAD, FAINT, HEADING, legality};
use super::violation::{model_name, processors_text};
use crate::diagnostic::Code;
use crate::machine::model::{Model, Simultaneity, WriteRule};
use crate::machine::violation::Violation;
use crate::semantic::accesses::{Access, AccessKind};
use crate::source::Sources;

/// Accesses listed in text.
const ACCESSES_SHOWN: usize = 40;

/// The classification of a program; also the JSON of `pram check`.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(title = "pram check --format json")]
pub struct Check {
    /// The file as it was named on the command line.
    pub file: String,
    /// The algorithm that was run, or `program`.
    pub entry: String,
    /// Whether legality on `legal_on` is `proved` for every input or `observed` on this one.
    pub verdict: Verdict,
    /// The weakest models under which the run is legal.
    pub legal_on: RunLegalityJson,
    /// Every access to shared memory in the source that can be reached from the entry.
    pub accesses: Vec<CheckedAccess>,
    /// For each stronger model the first step that breaks it: per step first, then per access.
    pub breaks: Vec<Break>,
    /// On the asynchronous machine, the first two accesses to one cell in one section that `apram`
    /// forbids. Absent when there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub race: Option<RaceJson>,
}

/// How sure a statement is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// For every input and size.
    Proved,
    /// On this input.
    Observed,
    /// Shown wrong by this input.
    Refuted,
}

/// An access, and what is known of it: that it is exclusive (each cell belongs to one processor in
/// a step), or at least legal on the weakest model.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct CheckedAccess {
    /// The file.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The cell as written, such as `A[i+1]`.
    pub cell: String,
    /// `read` or `write`.
    pub kind: AccessKind,
    /// `refuted` where processors met in one cell; else `observed`: legal on the weakest model.
    pub verdict: Verdict,
    /// Where processors met.
    pub counterexample: Option<Counterexample>,
}

/// A meeting of processors in one cell.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Counterexample {
    /// The step, from 1.
    pub step: u64,
    /// The cell, such as `A[5]`.
    pub cell: String,
    /// The processors; the first few.
    pub processors: Vec<String>,
}

/// The first step that a model forbids.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Break {
    /// The model.
    pub model: String,
    /// `step` or `access`: which accesses count as simultaneous.
    pub simultaneity: String,
    /// The step, from 1.
    pub step: u64,
    /// The file of the first access.
    pub file: Option<String>,
    /// The line of the first access.
    pub line: Option<usize>,
    /// The cell, such as `A[5]`.
    pub cell: String,
    /// The processors that met in it; the first few.
    pub processors: Vec<String>,
    /// How many met in it.
    pub processor_count: u64,
    /// `read` or `write`.
    pub kind: AccessKind,
}

impl Check {
    /// The classification of a run without restriction.
    pub fn new(run: &Run, accesses: &[Access], file: &str, sources: &Sources) -> Self {
        Self {
            file: file.to_owned(),
            entry: run.entry.clone(),
            verdict: Verdict::Observed,
            legal_on: RunLegalityJson::new(run),
            accesses: accesses
                .iter()
                .map(|access| checked(access, &run.breaks, sources))
                .collect(),
            breaks: run
                .breaks
                .iter()
                .map(|violation| Break::new(violation, sources))
                .collect(),
            race: (run.race.as_ref()).map(|race| RaceJson::new(race, run, sources)),
        }
    }

    /// The text of `pram check`.
    pub fn text(&self, run: &Run, sources: &Sources) -> String {
        let mut text = format!(
            "{HEADING}{}{HEADING:#} {FAINT}·{FAINT:#} {}\n\n{}",
            self.file,
            self.entry,
            legality(run)
        );
        if let Some(race) = &self.race {
            let _ = writeln!(
                text,
                "\n{HEADING}what breaks the model apram{HEADING:#}\n  {}",
                race.message
            );
        }
        if !run.breaks.is_empty() {
            let _ = writeln!(
                text,
                "\n{HEADING}what breaks the stronger models{HEADING:#}"
            );
            for violation in &run.breaks {
                if !is_repeated(violation, &run.breaks) {
                    text.push_str(&break_text(violation, sources));
                }
            }
        }
        let _ = writeln!(text, "\n{HEADING}accesses to shared memory{HEADING:#}");
        if self.accesses.is_empty() {
            text.push_str("  none\n");
        }
        for access in self.accesses.iter().take(ACCESSES_SHOWN) {
            text.push_str(&access.text(&self.file, run.legal_on.step));
        }
        if self.accesses.len() > ACCESSES_SHOWN {
            let more = self.accesses.len() - ACCESSES_SHOWN;
            let _ = writeln!(text, "  … {more} more (all with --format json)");
        }
        text
    }
}

impl Break {
    fn new(violation: &Violation, sources: &Sources) -> Self {
        let first = violation.accesses.first().map(|access| access.span);
        Self {
            model: violation.model.to_string(),
            simultaneity: simultaneity_name(violation.simultaneity).to_owned(),
            step: violation.step,
            file: first.map(|span| sources.get(span.file).name.clone()),
            line: first.map(|span| sources.position(span).line),
            cell: violation.cell.clone(),
            processors: violation.processors.clone(),
            processor_count: violation.processor_count,
            kind: kind(violation),
        }
    }
}

impl CheckedAccess {
    fn text(&self, main_file: &str, legal_on: Model) -> String {
        let file = if self.file == main_file {
            String::new()
        } else {
            format!("{}:", self.file)
        };
        let place = format!("{file}{}:{}", self.line, self.column);
        let kind = match self.kind {
            AccessKind::Read => "read",
            AccessKind::Write => "write",
        };
        let is_exclusive = match self.kind {
            AccessKind::Read => !legal_on.concurrent_read,
            AccessKind::Write => legal_on.write == WriteRule::Exclusive,
        };
        let verdict = match &self.counterexample {
            None if is_exclusive => format!("{FAINT}exclusive (observed){FAINT:#}"),
            None => format!("{FAINT}legal (observed){FAINT:#}"),
            Some(meeting) => format!("{BAD}met{BAD:#}: {} in step {}", meeting.cell, meeting.step),
        };
        format!("  {place:<8} {kind:<6} {:<24} {verdict}\n", self.cell)
    }
}

fn checked(access: &Access, breaks: &[Violation], sources: &Sources) -> CheckedAccess {
    let position = sources.position(access.span);
    let meeting = breaks.iter().find(|violation| {
        kind(violation) == access.kind
            && violation.accesses.iter().any(|one| one.span == access.span)
    });
    CheckedAccess {
        file: sources.get(access.span.file).name.clone(),
        line: position.line,
        column: position.column,
        cell: sources.text(access.span).to_owned(),
        kind: access.kind,
        verdict: if meeting.is_some() {
            Verdict::Refuted
        } else {
            Verdict::Observed
        },
        counterexample: meeting.map(|violation| Counterexample {
            step: violation.step,
            cell: violation.cell.clone(),
            processors: violation.processors.clone(),
        }),
    }
}

fn kind(violation: &Violation) -> AccessKind {
    if violation.code == Code::ConcurrentRead {
        AccessKind::Read
    } else {
        AccessKind::Write
    }
}

/// What breaks a model in the same step per access is not told a second time.
fn is_repeated(violation: &Violation, breaks: &[Violation]) -> bool {
    violation.simultaneity == Simultaneity::Access
        && breaks.iter().any(|other| {
            other.simultaneity == Simultaneity::Step
                && other.model == violation.model
                && other.step == violation.step
        })
}

fn break_text(violation: &Violation, sources: &Sources) -> String {
    let model = model_name(violation.model);
    let what = match violation.code {
        Code::ConcurrentRead => "read",
        Code::UncommonWrite => "written with different values",
        _ => "written",
    };
    let place = violation
        .accesses
        .first()
        .map_or_else(String::new, |access| {
            format!(" (line {})", sources.position(access.span).line)
        });
    let per = match violation.simultaneity {
        Simultaneity::Step => "",
        Simultaneity::Access => " (per access)",
    };
    format!(
        "  {BAD}{model}{BAD:#}{per}{}step {}: {} is {what} by {}{place}\n",
        " ".repeat(16_usize.saturating_sub(model.len() + per.len()).max(2)),
        violation.step,
        violation.cell,
        processors_text(violation),
    )
}
