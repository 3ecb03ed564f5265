//! Illegal accesses in words, in English.

use super::Site;
use crate::diagnostic::{Code, Words};
use crate::language::Voice;
use crate::machine::rules::model::Simultaneity;
use crate::machine::rules::violation::{ViolatingAccess, Violation};
use crate::present::text::value::scalar_text;
use crate::program::{Owner, WhyShared};
use crate::result::advice::Advice;
use crate::result::model::model_name;
use crate::syntax::keyword::Concept;

/// Processors that a message lists by name.
const PROCESSORS_LISTED: usize = 4;

/// What happened, and by which rule it is illegal.
pub(super) fn words(violation: &Violation, sites: &[Site<'_>], advice: Option<&Advice>) -> Words {
    let mut words = Words::message(title(violation));
    words.labels = labels(violation, sites);
    words = words.note(rule(violation));
    if advice.is_some_and(|advice| advice.asynchronous) {
        words = words.note(
            "the asynchronous PRAM executes this synchronous block step by step, with barriers \
             between: as EREW under apram, as CREW under apram-cr",
        );
    }
    words.note(extent(violation))
}

/// Where it would be legal, when it happens again, and what to do.
pub(super) fn further(
    violation: &Violation,
    later_steps: &[u64],
    advice: Option<&Advice>,
    voice: Voice,
) -> Words {
    let words = Words::default().note(allowed(violation));
    let words = match later_steps {
        [] => words,
        [step] => words.note(format!("the same happens once more, in step {step}")),
        [next, .., last] => words.note(format!(
            "the same happens {} more times, in steps {next} to {last}",
            later_steps.len()
        )),
    };
    ways_out(violation, advice, voice)
        .into_iter()
        .fold(words, Words::help)
}

/// The processors of a meeting as a set: `i = 3, i = 4 and 6 more`.
pub(super) fn processors_text(violation: &Violation) -> String {
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

/// Processors with several indices (`i = 3, j = 0`) are put in brackets, so that the list stays readable.
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

/// What happened, in one sentence.
pub(super) fn title(violation: &Violation) -> String {
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

/// What is said at each place from which the cell was reached: "(1) … here".
fn labels(violation: &Violation, sites: &[Site<'_>]) -> Vec<String> {
    if let [site] = sites {
        return vec![one_site(violation, &site.accesses)];
    }
    let verb = verb(violation.code);
    let mut number = 0;
    let labels = sites.iter().map(|site| {
        let parties = site.accesses.iter().map(|access| {
            number += 1;
            format!("({number}) {}", party(access, verb, &violation.cell))
        });
        parties.collect::<Vec<_>>().join(", ") + " here"
    });
    labels.collect()
}

/// All processors reached the cell from the same place: two are named there.
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
        "{who}; such conflicts in this step: {} cells, {} processors",
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

/// What to do.
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
                 of them is meant, let each write its own cell, and combine these cells in a tree"
            ));
        }
        _ => ways.push(
            "let every processor write its own cell, and combine these cells in a tree if one \
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
