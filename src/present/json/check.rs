//! The JSON of `pram check`: the verdict, the weakest model, what breaks the weaker ones, every
//! access.

use std::collections::HashMap;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use super::legality::RunLegalityJson;
use super::race::RaceJson;
use crate::diagnostic::json::WarningJson;
use crate::machine::rules::model::Simultaneity;
use crate::machine::rules::violation::Violation;
use crate::program::accesses::{Access, AccessKind};
use crate::result::check::{Examined, Meeting, TriedSizes, Verdict, kind, other_results, raced};
use crate::result::demand::Demand;
use crate::result::formulas::{DecidedClaim, Formulas};
use crate::result::run::Run;
use crate::source::Sources;

/// The classification of a program; also the JSON of `pram check`.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(title = "pram check --format json")]
pub struct Check {
    /// The file as it was named on the command line.
    pub file: String,
    /// The algorithm that was run, or `program`.
    pub entry: String,
    /// The rule that the program is to keep: `erew`, `crcw-common`, `apram`, …
    pub model: String,
    /// Whether the file or the command line names this rule: only then the exit status depends on
    /// whether the program keeps it.
    pub model_is_named: bool,
    /// `step` or `access`: which accesses count as simultaneous.
    pub simultaneity: Simultaneity,
    /// Whether the program keeps the rule: `proved` for every input and size, `observed` on this
    /// one, or `refuted` by a run.
    pub verdict: Verdict,
    /// The weakest models under which the run is legal. Absent on a GPU.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal_on: Option<RunLegalityJson>,
    /// How sure that is: `proved` for every input and size, or `observed` on this one.
    /// Absent on a GPU.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal_on_verdict: Option<LegalOnVerdict>,
    /// Every access to shared memory in the source that can be reached from the entry.
    pub accesses: Vec<CheckedAccess>,
    /// For each weaker model the first step that breaks it: per step first, then per access. Without
    /// those of `other_results`.
    pub breaks: Vec<Break>,
    /// Models that allow what happened until the rule for concurrent writes decided what a cell gets, and
    /// compute something else from then on. Absent when there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other_results: Vec<OtherResultJson>,
    /// Updates of one cell that many processors made in one step of the run, each from the old value of
    /// the cell. Absent when there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost_updates: Option<LostUpdatesJson>,
    /// The small sizes that were run to find where the rule is broken, and those that were cut,
    /// since they take too long. Absent when none was cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sizes: Option<TriedSizes>,
    /// On the asynchronous machine, the first two accesses to one cell in one section that `apram`
    /// forbids. Absent when there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub race: Option<RaceJson>,
    /// What the program costs, as formulas that follow from its text; without their lines. Absent
    /// where nothing is derived: on multicomputers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub formulas: Option<Formulas>,
    /// The claims about T, W and C, as far as these formulas decide them, and those about models.
    pub claims: Vec<DecidedClaim>,
    /// What is legal but almost never meant; empty with `--no-warnings`.
    pub warnings: Vec<WarningJson>,
}

/// How sure the classification is.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum LegalOnVerdict {
    /// On a synchronous machine.
    Synchronous {
        /// When all reads of a step are one moment.
        step: Verdict,
        /// When the k-th read of a processor meets only the k-th reads of the others.
        access: Verdict,
    },
    /// On the asynchronous machine.
    Asynchronous {
        /// In every section.
        section: Verdict,
    },
}

/// An access, and what is known of it.
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
    /// Whether it keeps the rule of `model`: for every input and size (`proved`), on this input
    /// (`observed`), or not (`refuted`).
    pub verdict: Verdict,
    /// Whether each cell belongs to one processor at a time, whatever the model allows: for every
    /// input and size (`proved`), on this input (`observed`), or not (`refuted`). Absent on a GPU where it
    /// is not proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exclusive: Option<Verdict>,
    /// Where the rule of `model` is broken, on the smallest input that was found.
    pub counterexample: Option<Counterexample>,
}

/// A meeting of processors in one cell.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Counterexample {
    /// The inputs that were varied to find it; empty for the run that was asked for.
    pub inputs: IndexMap<String, i64>,
    /// The step, from 1. Absent in a kernel, which has no steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<u64>,
    /// The cell, such as `A[5]`.
    pub cell: String,
    /// The processors; the first few.
    pub processors: Vec<String>,
}

/// A model that computes something else than the run.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct OtherResultJson {
    /// The model.
    pub model: String,
    /// The step, from 1, from which on it does.
    pub step: u64,
    /// Whether it surely does: under arbitrary writes it depends on who wins.
    pub sure: bool,
}

/// Updates of a cell that do not all count.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LostUpdatesJson {
    /// The model that the run was under.
    pub model: String,
    /// The cell, such as `A[5]`.
    pub cell: String,
    /// The step, from 1.
    pub step: u64,
    /// How many processors update it.
    pub processors: u64,
}

/// The first step that a model forbids.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Break {
    /// The model.
    pub model: String,
    /// `step` or `access`: which accesses count as simultaneous.
    pub simultaneity: Simultaneity,
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
    /// What an examination comes to.
    pub fn new(examined: &Examined, file: &str, sources: &Sources) -> Self {
        let Examined {
            run,
            accesses,
            demand,
            is_asked,
            lost,
            findings,
            meetings,
            sizes,
        } = *examined;
        let sure = |demand: Demand| {
            if demand.is_proved(accesses, findings) {
                Verdict::Proved
            } else {
                Verdict::Observed
            }
        };
        let is_on_gpu = matches!(demand, Demand::Gpu(_));
        let legal_on_verdict = if run.configuration.is_asynchronous() {
            let section = run.section_model().map_or(Verdict::Observed, |model| {
                sure(Demand::Asynchronous {
                    concurrent_read: model == "apram-cr",
                })
            });
            LegalOnVerdict::Asynchronous { section }
        } else {
            LegalOnVerdict::Synchronous {
                step: sure(Demand::Synchronous(run.legal_on.step, Simultaneity::Step)),
                access: sure(Demand::Synchronous(
                    run.legal_on.access,
                    Simultaneity::Access,
                )),
            }
        };
        let simultaneity = match demand {
            Demand::Synchronous(_, simultaneity) => simultaneity,
            Demand::Asynchronous { .. } | Demand::Gpu(_) => Simultaneity::Step,
        };
        Self {
            file: file.to_owned(),
            entry: run.entry.clone(),
            model: demand.model(),
            model_is_named: is_asked,
            simultaneity,
            verdict: if meetings.is_empty() {
                sure(demand)
            } else {
                Verdict::Refuted
            },
            legal_on: (!is_on_gpu).then(|| RunLegalityJson::new(run)),
            legal_on_verdict: (!is_on_gpu).then_some(legal_on_verdict),
            accesses: checked_accesses(examined, sources),
            breaks: run
                .breaks
                .iter()
                .map(|violation| Break::new(violation, sources))
                .collect(),
            other_results: (other_results(run).iter())
                .map(|other| OtherResultJson {
                    model: other.model.to_string(),
                    step: other.step,
                    sure: other.is_certain,
                })
                .collect(),
            lost_updates: lost.and_then(|lost| {
                Some(LostUpdatesJson {
                    model: lost.model.to_string(),
                    cell: lost.cell.clone(),
                    step: lost.step,
                    processors: lost.certain.as_ref()?.processors,
                })
            }),
            sizes: (!sizes.cut.is_empty()).then(|| sizes.clone()),
            race: (run.race.as_ref()).map(|race| RaceJson::new(race, run, sources)),
            formulas: None,
            claims: Vec::new(),
            warnings: WarningJson::all(&run.warnings, sources),
        }
    }
}

impl Break {
    fn new(violation: &Violation, sources: &Sources) -> Self {
        let first = violation.accesses.first().map(|access| access.span);
        Self {
            model: violation.model.to_string(),
            simultaneity: violation.simultaneity,
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

fn checked_accesses(examined: &Examined, sources: &Sources) -> Vec<CheckedAccess> {
    let mut met: HashMap<&Access, &Meeting> = HashMap::new();
    for meeting in examined.meetings {
        for access in &meeting.accesses {
            met.entry(access).or_insert(meeting);
        }
    }
    (examined.accesses.iter())
        .map(|access| checked(access, met.get(access).copied(), examined, sources))
        .collect()
}

/// An access, given where it was first seen to break the rule.
fn checked(
    access: &Access,
    meeting: Option<&Meeting>,
    examined: &Examined,
    sources: &Sources,
) -> CheckedAccess {
    let Examined {
        run,
        demand,
        findings,
        ..
    } = examined;
    let position = sources.position(access.span);
    let known = findings.of(*access);
    let verdict = if meeting.is_some() {
        Verdict::Refuted
    } else if demand.is_kept(known, access.kind) {
        Verdict::Proved
    } else {
        Verdict::Observed
    };
    let exclusive = if meeting.is_some() || meets(access, run, *demand) {
        Some(Verdict::Refuted)
    } else if demand.is_exclusive(known) {
        Some(Verdict::Proved)
    } else {
        // Reads of one cell by several items are not observed.
        (!matches!(demand, Demand::Gpu(_))).then_some(Verdict::Observed)
    };
    CheckedAccess {
        file: sources.get(access.span.file).name.clone(),
        line: position.line,
        column: position.column,
        cell: sources.text(access.span).to_owned(),
        kind: access.kind,
        verdict,
        exclusive,
        counterexample: meeting.map(|meeting| Counterexample {
            inputs: meeting.inputs.clone(),
            step: meeting.step,
            cell: meeting.cell.clone(),
            processors: meeting.processors.clone(),
        }),
    }
}

/// Whether processors were seen to meet through an access in the run that was asked for.
fn meets(access: &Access, run: &Run, demand: Demand) -> bool {
    let counts = |violation: &&Violation| match demand {
        Demand::Synchronous(_, simultaneity) => violation.simultaneity == simultaneity,
        Demand::Asynchronous { .. } => true,
        Demand::Gpu(_) => violation.simultaneity == Simultaneity::Step,
    };
    let broken = (run.breaks.iter().filter(counts)).any(|violation| {
        kind(violation) == access.kind
            && violation.accesses.iter().any(|one| one.span == access.span)
    });
    let raced = (run.race.as_ref())
        .is_some_and(|race| [raced(&race.earlier), raced(&race.later)].contains(access));
    broken || raced
}
