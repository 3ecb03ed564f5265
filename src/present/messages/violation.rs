//! Illegal accesses in words: both parties, the rule, the models that would allow it, a way out.

use crate::diagnostic::{Code, Diagnostic};
use crate::language::Voice;
use crate::machine::rules::model::Simultaneity;
use crate::machine::rules::violation::{ViolatingAccess, Violation};
use crate::present::text::value::scalar_text;
use crate::program::{Owner, ScalarClass, WhyShared};
use crate::result::advice::Advice;
use crate::result::model::model_name;
use crate::source::Span;
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabularies;

/// Processors that a message lists by name.
const PROCESSORS_LISTED: usize = 4;

/// The message for one violation.
pub fn diagnostic(
    violation: &Violation,
    advice: Option<&Advice>,
    vocabularies: &Vocabularies,
) -> Diagnostic {
    vocabularies.word(|voice| in_words(violation, advice, voice))
}

fn in_words(violation: &Violation, advice: Option<&Advice>, voice: Voice) -> Diagnostic {
    let sites = sites(violation);
    let mut sites = sites.into_iter();
    let mut diagnostic = Diagnostic::without_place(violation.code, title(violation));
    if let Some((span, text)) = sites.next() {
        diagnostic = Diagnostic::new(violation.code, title(violation), span, text);
    }
    for (span, text) in sites {
        diagnostic = diagnostic.label(span, text);
    }
    diagnostic.processor = violation.processors.first().cloned();
    diagnostic.step = Some(violation.step);
    diagnostic.notes.push(rule(violation));
    if advice.is_some_and(|advice| advice.asynchronous) {
        diagnostic.notes.push(
            "the asynchronous PRAM executes this synchronous block step by step, with barriers \
             between: as EREW under apram, as CREW under apram-cr"
                .to_owned(),
        );
    }
    diagnostic.notes.push(extent(violation));
    if let Some(why) = violation.why_shared {
        let name = &violation.cell;
        let sentence = ScalarClass::Shared(why).sentence(name, voice);
        diagnostic.notes.push(sentence);
        for (span, text) in why.places().into_iter().zip(why.labels(name, voice)) {
            let is_marked = |access: &ViolatingAccess| overlap(access.span, span);
            if !violation.accesses.iter().any(is_marked) {
                diagnostic = diagnostic.label(span, text);
            }
        }
    }
    diagnostic = violation
        .trace
        .shown_in(diagnostic, Some(&violation.cell), voice);
    diagnostic.notes.push(allowed(violation));
    diagnostic.help = ways_out(violation, advice, voice);
    diagnostic
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
            let mut diagnostic = diagnostic(first, advice, vocabularies);
            if let (Some(next), Some(last)) = (later_steps.first(), later_steps.last()) {
                let count = later_steps.len();
                diagnostic.notes.push(if count == 1 {
                    format!("the same happens once more, in step {next}")
                } else {
                    format!(
                        "the same happens {count} more times, in step {next} and on to step {last}"
                    )
                });
            }
            diagnostic
        })
        .collect()
}

/// The processors of a meeting as a set: `i = 3, i = 4 and 6 more`.
pub fn processors_text(violation: &Violation) -> String {
    let listed: Vec<&str> = violation
        .processors
        .iter()
        .take(PROCESSORS_LISTED)
        .map(String::as_str)
        .collect();
    let more = violation
        .processor_count
        .saturating_sub(listed.len() as u64);
    match listed.split_last() {
        Some((last, before)) if more == 0 && !before.is_empty() => {
            format!("{} and {}", joined(before), joined(&[last]))
        }
        _ if more == 0 => joined(&listed),
        _ => format!("{} and {more} more", joined(&listed)),
    }
}

fn overlap(left: Span, right: Span) -> bool {
    left.file == right.file && left.start < right.end && right.start < left.end
}

/// Processors with several indices (`i = 3, j = 0`) are bracketed, or the list would be unreadable.
fn joined(processors: &[&str]) -> String {
    let bracketed: Vec<String> = processors
        .iter()
        .map(|processor| {
            if processor.contains(',') {
                format!("({processor})")
            } else {
                (*processor).to_owned()
            }
        })
        .collect();
    bracketed.join(", ")
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

/// What happened, in one sentence.
pub fn title(violation: &Violation) -> String {
    let Violation {
        cell,
        processor_count,
        step,
        model,
        ..
    } = violation;
    let model = model_name(*model);
    match violation.code {
        Code::ConcurrentRead => format!(
            "{processor_count} processors read `{cell}` in step {step}, which {model} does not allow"
        ),
        Code::UncommonWrite => format!(
            "{processor_count} processors write different values into `{cell}` in step {step}, \
             which {model} does not allow"
        ),
        _ => format!(
            "{processor_count} processors write `{cell}` in step {step}, which {model} does not \
             allow"
        ),
    }
}

fn verb(code: Code) -> &'static str {
    if code == Code::ConcurrentRead {
        "read"
    } else {
        "write"
    }
}

/// Each place of the source from which the cell was reached, with who did it: "(1) … here".
fn sites(violation: &Violation) -> Vec<(Span, String)> {
    let mut by_span: Vec<(Span, Vec<&ViolatingAccess>)> = Vec::new();
    for access in &violation.accesses {
        match by_span.iter_mut().find(|(span, _)| *span == access.span) {
            Some((_, accesses)) => accesses.push(access),
            None => by_span.push((access.span, vec![access])),
        }
    }
    let verb = verb(violation.code);
    let cell = &violation.cell;
    if let [(span, accesses)] = by_span.as_slice() {
        return vec![(*span, one_site(violation, accesses))];
    }
    let mut number = 0;
    by_span
        .iter()
        .map(|(span, accesses)| {
            let parties: Vec<String> = accesses
                .iter()
                .map(|access| {
                    number += 1;
                    format!("({number}) {}", party(access, verb, cell))
                })
                .collect();
            (*span, parties.join(", ") + " here")
        })
        .collect()
}

/// Everyone came through the same place: two are named there.
fn one_site(violation: &Violation, accesses: &[&ViolatingAccess]) -> String {
    let verb = verb(violation.code);
    let cell = &violation.cell;
    let has_values = accesses.iter().all(|access| access.value.is_some());
    if has_values && accesses.len() > 1 {
        let parties: Vec<String> = accesses
            .iter()
            .take(PROCESSORS_LISTED)
            .enumerate()
            .map(|(at, access)| format!("({}) {}", at + 1, party(access, verb, cell)))
            .collect();
        return parties.join(", ") + " here";
    }
    match violation.processors.as_slice() {
        [first, second, ..] => format!("(1) {first} and (2) {second} both {verb} {cell} here"),
        _ => accesses
            .first()
            .map_or_else(String::new, |access| party(access, verb, cell) + " here"),
    }
}

fn party(access: &ViolatingAccess, verb: &str, cell: &str) -> String {
    let processor = &access.processor;
    match access.value {
        Some(value) => format!("{processor} {verb}s {} into {cell}", scalar_text(value)),
        None => format!("{processor} {verb}s {cell}"),
    }
}

fn rule(violation: &Violation) -> String {
    let model = model_name(violation.model);
    let what = match violation.code {
        Code::UncommonWrite => {
            return format!(
                "the rule of {model}: processors that write one cell in one step must all write \
                 the same value"
            );
        }
        Code::ConcurrentRead => ("exclusive read", "read"),
        _ => ("exclusive write", "write"),
    };
    let (name, verb) = what;
    match violation.simultaneity {
        Simultaneity::Step => {
            format!(
                "the rule of {model}, {name}: in one step no two processors {verb} the same cell"
            )
        }
        Simultaneity::Access => format!(
            "the rule of {model}, {name}, per access: the k-th {verb} of one processor in a step \
             must not meet the k-th {verb} of another in the same cell"
        ),
    }
}

fn extent(violation: &Violation) -> String {
    let who = format!(
        "`{}` is {} in step {} (unit: steps) by {}",
        violation.cell,
        if violation.code == Code::ConcurrentRead {
            "read"
        } else {
            "written"
        },
        violation.step,
        processors_text(violation),
    );
    if violation.cells_in_step <= 1 {
        return who + "; no other cell is involved in this step";
    }
    format!(
        "{who}; in all, {} cells and {} processors meet like this in the step",
        violation.cells_in_step, violation.processors_in_step
    )
}

fn allowed(violation: &Violation) -> String {
    let step = model_name(violation.allowed_by.step);
    let access = model_name(violation.allowed_by.access);
    if step == access {
        format!("the weakest model that allows this step is {step}, per step and per access")
    } else {
        format!("the weakest model that allows this step is {step} per step, {access} per access")
    }
}

fn ways_out(violation: &Violation, advice: Option<&Advice>, voice: Voice) -> Vec<String> {
    let [local, shared] = (voice.vocabulary).words([Concept::Local, Concept::Shared]);
    let mut ways = Vec::new();
    let cell = &violation.cell;
    let is_scalar = violation.why_shared.is_some();
    let block = match violation.why_shared {
        Some(WhyShared::Assigned {
            owner: Owner::OuterBlock,
            ..
        }) => "the inner block",
        _ => "the block",
    };
    // Named only where it was tried.
    let wider = if advice.is_some_and(|advice| advice.model.is_some()) {
        ", or run it on a model with concurrent reads"
    } else {
        ""
    };
    let lost = advice.and_then(|advice| advice.lost.as_ref());
    match violation.code {
        // The way out for updates is told below.
        _ if lost.is_some_and(|lost| lost.certain.is_some() && lost.cell == *cell) => {}
        Code::ConcurrentRead if is_scalar => ways.push(format!(
            "give every processor its own copy of `{cell}` before {block} (a broadcast takes \
             log n steps){wider}"
        )),
        Code::ConcurrentRead => ways.push(format!(
            "make copies first, so that each processor reads its own cell{wider}"
        )),
        _ if is_scalar => {
            let own = match violation.why_shared {
                Some(WhyShared::Declared(_)) => {
                    format!("leave its `{shared}` out and declare it in {block}: `{local} {cell};`")
                }
                _ => format!("declare it in {block}: `{local} {cell};`"),
            };
            ways.push(format!(
                "if every processor is meant to have its own `{cell}`, {own}. If one result of all \
                 of them is meant, let each write a cell of its own and combine these in a tree"
            ));
        }
        _ => ways.push(
            "let every processor write a cell of its own, and combine these in a tree if one \
             result is meant"
                .to_owned(),
        ),
    }
    let Some(advice) = advice else { return ways };
    if advice.by_access {
        ways.push(format!(
            "compared access by access, as in some textbooks, this run is legal on {}: {}",
            model_name(violation.model),
            advice.command.with(&[("--simultaneity", "access")])
        ));
    }
    ways.extend(advice.ways(voice));
    ways
}
