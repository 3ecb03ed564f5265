//! The warnings about a program and about a run of it, without those that its comments allow.

use std::collections::{HashMap, HashSet};

use super::lost::instead;
use super::machine::MachineModel;
use crate::claims::expression::ExpressionNames;
use crate::diagnostic::{Code, Diagnostic};
use crate::language::{Vocabulary, Voice};
use crate::machine::network::wraparound::Wraparound;
use crate::machine::rules::merged::{Merging, WriteMeeting, WrittenValue};
use crate::machine::rules::model::{Model, WriteRule};
use crate::network::TopologyShape;
use crate::present::text::value::scalar_text;
use crate::program::Program;
use crate::program::updates::{Update, updates};
use crate::result::run::Run;
use crate::semantic::Signature;
use crate::semantic::warning::{self, Warning, WrittenBy, WrittenTogether};
use crate::source::{FileId, Sources, Span};
use crate::syntax::{Asides, ast};

/// The warnings about the texts of a program.
#[derive(Debug, Clone)]
pub(crate) struct TextWarnings {
    asides: Vec<Asides>,
    /// The lines with the warnings that they allow.
    allowed: HashSet<(FileId, usize, Code)>,
    /// How warnings are worded.
    voice: Voice,
}

impl TextWarnings {
    /// Of these texts, the main file first.
    pub fn of(sources: &Sources, asides: Vec<Asides>) -> Self {
        let lines = |(code, comment): &(Code, Span)| {
            let code = *code;
            let file = comment.file;
            lines_of(sources, *comment).map(move |line| (file, line, code))
        };
        Self {
            allowed: (asides.iter())
                .flat_map(|asides| asides.allowed.iter().flat_map(lines))
                .collect(),
            voice: Voice::english(
                (asides.first()).map_or(Vocabulary::default(), |main| main.vocabulary),
            ),
            asides,
        }
    }

    /// What is wrong with the program, with the directives of C among its comments: they may be the cause.
    pub fn with_directives(
        &self,
        mut problems: Vec<Diagnostic>,
        sources: &Sources,
    ) -> Vec<Diagnostic> {
        let directives = (self.asides.iter()).flat_map(|asides| &asides.directives);
        let warnings = directives
            .map(|directive| Warning::Directive(directive.clone()).diagnostic(sources, self.voice));
        problems.extend(warnings.filter(|warning| !self.allows(warning, sources)));
        problems
    }

    /// Whether a comment in a line of its place allows a warning.
    fn allows(&self, warning: &Diagnostic, sources: &Sources) -> bool {
        let place = warning.primary.as_ref().map(|label| label.span);
        place.is_some_and(|span| {
            lines_of(sources, span)
                .any(|line| self.allowed.contains(&(span.file, line, warning.code)))
        })
    }
}

/// The lines, from 1, that a span covers.
fn lines_of(sources: &Sources, span: Span) -> impl Iterator<Item = usize> + use<> {
    let first = sources.position(span).line;
    let breaks = sources.text(span).matches('\n').count();
    first..=first + breaks
}

/// A program and a run of it.
pub(crate) struct JudgedRun<'a> {
    pub file: &'a ast::File,
    pub signature: &'a Signature,
    pub program: &'a Program,
    /// The inputs.
    pub names: &'a ExpressionNames,
    pub run: &'a Run,
    /// The model that the program has to obey; a run for observation has another one.
    pub intended: Model,
}

/// All warnings: about the text, in its order, then about the run, in the order of its steps.
pub(crate) fn collect(
    judged: &JudgedRun<'_>,
    beside: &TextWarnings,
    sources: &Sources,
) -> Vec<Diagnostic> {
    let mut found: Vec<Warning> = Vec::new();
    for asides in &beside.asides {
        found.extend((asides.misleading.iter().copied()).map(Warning::MisleadingIndent));
        found.extend((asides.misbound.iter().copied()).map(Warning::MisleadingElse));
        found.extend((asides.look_alikes.iter().cloned()).map(Warning::LookAlike));
        found.extend((asides.read_as.iter().cloned()).map(Warning::ReadAs));
        found.extend((asides.misspelt.iter().cloned()).map(Warning::UnknownAllow));
        found.extend((asides.directives.iter().cloned()).map(Warning::Directive));
    }
    found.extend(warning::warnings(
        judged.file,
        judged.signature,
        judged.program,
        judged.names,
        sources,
    ));
    let worded = |found: Vec<Warning>| -> Vec<Diagnostic> {
        (found.iter())
            .map(|warning| warning.diagnostic(sources, beside.voice))
            .collect()
    };
    let mut warnings = worded(found);
    warnings.sort_by_key(|warning| warning.primary.as_ref().map(|label| label.span));
    let mut of_run = worded(of_run(judged, sources));
    of_run.sort_by_key(|warning| {
        let place = warning.primary.as_ref().map(|label| label.span);
        (warning.step, place)
    });
    warnings.extend(of_run);
    warnings.retain(|warning| !beside.allows(warning, sources));
    warnings
}

/// Warnings about the run.
fn of_run(judged: &JudgedRun<'_>, sources: &Sources) -> Vec<Warning> {
    if let Some(Wraparound {
        span,
        sender,
        receiver,
        links,
    }) = judged.run.wraparound
    {
        let machine = judged.run.configuration.multicomputer();
        let is_line =
            machine.is_some_and(|machine| *machine.topology.shape() == TopologyShape::Line);
        return vec![Warning::GoesRound {
            span,
            sender,
            receiver,
            links,
            is_line,
        }];
    }
    if let (Some(gpu), Some(cost)) = (judged.run.configuration.gpu(), &judged.run.cost.gpu) {
        let warp = gpu.warp;
        let kernels = cost.kernels.iter().filter(|kernel| !kernel.is_adapted);
        let partial = kernels.filter(|kernel| kernel.items % warp != 0);
        let mut known = HashSet::new();
        return (partial.filter(|kernel| known.insert(kernel.span)))
            .map(|kernel| Warning::PartialWarp {
                span: kernel.span,
                items: kernel.items,
                warp,
            })
            .collect();
    }
    let rule = judged.intended.write;
    if rule == WriteRule::Exclusive || judged.run.merged.is_empty() {
        return Vec::new();
    }
    let mut updates = updates(judged.program);
    updates.retain(|_, update| update.accumulates);
    let mut warnings: Vec<Warning> = Vec::new();
    for (place, merging) in &judged.run.merged {
        // If updates are lost, combining the written values would not help.
        let warning = many_updates(*place, merging, judged.intended, (&updates, sources))
            .or_else(|| lost_writes(*place, merging, rule));
        warnings.extend(warning);
    }
    // If other writes came in between, one update may have been found at several places.
    let mut updated: HashSet<Span> = HashSet::new();
    warnings.retain(|warning| match warning {
        Warning::ManyUpdates { place, .. } => updated.insert(*place),
        _ => true,
    });
    warnings
}

fn lost_writes(place: Span, merging: &Merging, rule: WriteRule) -> Option<Warning> {
    let tally = &merging.differed;
    (rule == WriteRule::Arbitrary).then_some(())?;
    Some(Warning::LostWrites {
        place,
        first: together(tally.first.as_ref()?),
        cells: tally.cells,
        steps: tally.steps,
    })
}

/// Idempotent rules do no harm to updates; and a single update besides plain writes is not lost to other
/// updates.
fn many_updates(
    place: Span,
    merging: &Merging,
    model: Model,
    (updates, sources): (&HashMap<Span, Update>, &Sources),
) -> Option<Warning> {
    let combines = model.write.changes_equal_values();
    let takes_one = matches!(
        model.write,
        WriteRule::Common | WriteRule::Arbitrary | WriteRule::Priority
    );
    if !combines && !takes_one {
        return None;
    }
    let tally = &merging.met;
    let meeting = tally.first.as_ref()?;
    let updating = || (meeting.places.iter()).filter(|(_, one)| updates.contains_key(&one.span));
    let processors = updating().map(|(count, _)| count).sum();
    if processors < 2 {
        return None;
    }
    let own = updating().find(|(_, one)| one.span == place);
    let (_, shown) = own.or_else(|| updating().next())?;
    let mut first = together(meeting);
    first.processors = processors;
    if meeting.places.len() > 1 {
        first.winner = by(shown);
    }
    let update = updates.get(&shown.span)?;
    let others = (meeting.places.iter()).filter(|(_, one)| one.span != shown.span);
    Some(Warning::ManyUpdates {
        place: shown.span,
        first,
        others: others.map(|(_, one)| by(one)).collect(),
        steps: if own.is_some() { tally.steps } else { 1 },
        model: model.to_string(),
        combines,
        instead: instead(update, shown.span, sources),
        rule: update.rule(),
    })
}

fn by(written: &WrittenValue) -> WrittenBy {
    WrittenBy {
        span: written.span,
        processor: written.processor.clone(),
        value: scalar_text(written.value),
    }
}

fn together(meeting: &WriteMeeting) -> WrittenTogether {
    WrittenTogether {
        cell: meeting.cell.clone(),
        step: meeting.step,
        processors: meeting.processors,
        winner: by(&meeting.winner),
        other: by(&meeting.other),
    }
}

/// The model that the steps of a program have to obey, whatever model the run has.
pub(super) fn intended(model: MachineModel) -> Model {
    match model {
        MachineModel::Synchronous(model) => model,
        MachineModel::Asynchronous { .. }
        | MachineModel::Multicomputer(_)
        | MachineModel::Gpu(_) => Model::EREW,
    }
}

/// The warnings of several runs, each once: the first of each code at each place.
pub(crate) fn each_once(warnings: impl IntoIterator<Item = Diagnostic>) -> Vec<Diagnostic> {
    let mut said: HashSet<(Code, Option<Span>, Option<String>)> = HashSet::new();
    let mut kept = Vec::new();
    for warning in warnings {
        let place = warning.primary.as_ref().map(|label| label.span);
        // Warnings without a place are distinguished by their texts.
        let words = place.is_none().then(|| warning.message.clone());
        if said.insert((warning.code, place, words)) {
            kept.push(warning);
        }
    }
    kept
}
