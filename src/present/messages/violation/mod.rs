//! Illegal accesses: both parties, the rule, the models that would allow it, a way out.

mod english;

use crate::diagnostic::{Diagnostic, Places, Words};
use crate::language::{Language, Voice};
use crate::machine::rules::violation::{ViolatingAccess, Violation};
use crate::program::ScalarClass;
use crate::result::advice::Advice;
use crate::source::Span;
use crate::syntax::vocabulary::Vocabularies;

/// The message for one violation.
pub fn diagnostic(
    violation: &Violation,
    advice: Option<&Advice>,
    vocabularies: &Vocabularies,
) -> Diagnostic {
    vocabularies.word(|voice| in_words(violation, &[], advice, voice))
}

/// The message for a violation that happens again in these steps.
fn in_words(
    violation: &Violation,
    later_steps: &[u64],
    advice: Option<&Advice>,
    voice: Voice,
) -> Diagnostic {
    let sites = sites(violation);
    let mut words = match voice.language {
        Language::English | Language::Croatian => english::words(violation, &sites, advice),
    };
    let spans = sites.iter().map(|site| site.span);
    let mut places = Places::nowhere(violation.code).and(spans);
    if let Some(why) = violation.why_shared {
        let name = &violation.cell;
        let mut labels = Vec::new();
        for (span, text) in why.places().into_iter().zip(why.labels(name, voice)) {
            let is_marked = |access: &ViolatingAccess| overlap(access.span, span);
            if !violation.accesses.iter().any(is_marked) {
                places = places.and([span]);
                labels.push(text);
            }
        }
        words = words.and(Words {
            labels,
            notes: vec![ScalarClass::Shared(why).sentence(name, voice)],
            ..Words::default()
        });
    }
    places = places.and(violation.trace.places());
    words = words.and(violation.trace.words(Some(&violation.cell), voice));
    words = words.and(match voice.language {
        Language::English | Language::Croatian => {
            english::further(violation, later_steps, advice, voice)
        }
    });
    let mut diagnostic = places.in_step(violation.step).with(words);
    diagnostic.processor = violation.processors.first().cloned();
    diagnostic
}

/// A place of the source from which the cell was reached.
struct Site<'v> {
    span: Span,
    accesses: Vec<&'v ViolatingAccess>,
}

/// Each place of the source from which the cell was reached.
fn sites(violation: &Violation) -> Vec<Site<'_>> {
    let mut sites: Vec<Site<'_>> = Vec::new();
    for access in &violation.accesses {
        match sites.iter_mut().find(|site| site.span == access.span) {
            Some(site) => site.accesses.push(access),
            None => sites.push(Site {
                span: access.span,
                accesses: vec![access],
            }),
        }
    }
    sites
}

/// Violations at the same places of the source, told as one with a count.
pub fn folded(
    violations: &[Violation],
    advice: Option<&Advice>,
    vocabularies: &Vocabularies,
) -> Vec<Diagnostic> {
    let mut groups: Vec<(&Violation, Vec<u64>)> = Vec::new();
    for violation in violations {
        match groups
            .iter_mut()
            .find(|(first, _)| same_sites(first, violation))
        {
            Some((_, steps)) => steps.push(violation.step),
            None => groups.push((violation, Vec::new())),
        }
    }
    groups
        .into_iter()
        .map(|(first, later_steps)| {
            vocabularies.word(|voice| in_words(first, &later_steps, advice, voice))
        })
        .collect()
}

/// The processors of a meeting as a set: `i = 3, i = 4 and 6 more`.
pub fn processors_text(violation: &Violation) -> String {
    match Language::default() {
        Language::English | Language::Croatian => english::processors_text(violation),
    }
}

/// What happened, in one sentence.
pub fn title(violation: &Violation) -> String {
    match Language::default() {
        Language::English | Language::Croatian => english::title(violation),
    }
}

fn overlap(left: Span, right: Span) -> bool {
    left.file == right.file && left.start < right.end && right.start < left.end
}

fn same_sites(left: &Violation, right: &Violation) -> bool {
    let spans = |violation: &Violation| -> Vec<Span> {
        let mut spans: Vec<Span> = violation.accesses.iter().map(|one| one.span).collect();
        spans.sort_unstable();
        spans.dedup();
        spans
    };
    left.code == right.code && spans(left) == spans(right)
}
