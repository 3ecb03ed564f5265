//! A race in words: both accesses, both processors, the section, the barrier that is missing.

use super::advice::Advice;
use super::run::Run;
use super::value::scalar_text;
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::race::{Race, RaceAccess};
use crate::source::{Sources, Span};

/// The message for the race of a run.
pub fn diagnostic(
    race: &Race,
    run: &Run,
    sources: &Sources,
    advice: Option<&Advice>,
) -> Diagnostic {
    let (earlier, later) = (&race.earlier, &race.later);
    let mut diagnostic = if earlier.span == later.span {
        let text = format!("(1) {}, (2) {} here", did(race, earlier), did(race, later));
        Diagnostic::new(Code::Race, title(race), earlier.span, text)
    } else {
        let text = |number, access| format!("({number}) {} here", did(race, access));
        Diagnostic::new(Code::Race, title(race), earlier.span, text(1, earlier))
            .label(later.span, text(2, later))
    };
    diagnostic.processor = Some(later.processor.clone());
    diagnostic.step = Some(later.step);
    diagnostic.notes.push(rule(run).to_owned());
    diagnostic.notes.push(if race.reads_only {
        format!(
            "even reading keeps a cell busy; nobody writes `{}` in this section so far",
            race.cell
        )
    } else {
        "every processor goes at its own pace: this run came to (1) first, on the machine (2) \
         may come first"
            .to_owned()
    });
    let others = run.illegal_count().saturating_sub(1);
    if others > 0 {
        diagnostic.notes.push(format!(
            "illegal accesses in this run besides this one: {others}"
        ));
    }
    diagnostic.help.push(way_out(race, sources));
    if race.reads_only {
        diagnostic.help.push(
            "the model apram-cr lets many read a cell that nobody writes in the section".to_owned(),
        );
    }
    diagnostic
        .help
        .extend(advice.map(Advice::ways).unwrap_or_default());
    diagnostic
}

fn title(race: &Race) -> String {
    let Race {
        section,
        cell,
        earlier,
        later,
        ..
    } = race;
    let verb = |access: &RaceAccess| match access.written {
        Some(_) => "writes",
        None => "reads",
    };
    let (first, second) = (bracketed(&earlier.processor), bracketed(&later.processor));
    if verb(earlier) == verb(later) {
        let both = verb(later).trim_end_matches('s');
        return format!(
            "{first} and {second} both {both} `{cell}` in section {section}, and no barrier lies \
             between"
        );
    }
    format!(
        "{first} {} `{cell}` and {second} {} it in section {section}, and no barrier lies between",
        verb(earlier),
        verb(later)
    )
}

/// `i = 3 writes 7 into A[5]`
fn did(race: &Race, access: &RaceAccess) -> String {
    let processor = bracketed(&access.processor);
    let cell = &race.cell;
    match access.written {
        Some(value) => format!("{processor} writes {} into {cell}", scalar_text(value)),
        None => format!("{processor} reads {cell}"),
    }
}

/// Several indices (`i = 3, j = 0`) are bracketed, or the sentence would be unreadable.
fn bracketed(processor: &str) -> String {
    if processor.contains(',') {
        format!("({processor})")
    } else {
        processor.to_owned()
    }
}

fn rule(run: &Run) -> &'static str {
    let is_concurrent_read = (run.configuration.asynchronous.as_ref())
        .is_some_and(|asynchronous| asynchronous.concurrent_read);
    if is_concurrent_read {
        "the rule of apram-cr: from one barrier to the next, a cell that is written belongs to one \
         processor; only a cell that nobody writes may be read by several"
    } else {
        "the rule of apram: from one barrier to the next, only one processor may access a cell, \
         reading included"
    }
}

/// What would order the two accesses, if anything can.
fn way_out(race: &Race, sources: &Sources) -> String {
    let (earlier, later) = (&race.earlier, &race.later);
    let cell = &race.cell;
    if earlier.step != later.step {
        // One came to its access while the other had still to do other statements: there is a
        // place between the two for all.
        let line = last_line(earlier.statement, sources);
        let place = if earlier.statement == later.statement {
            " in the loop"
        } else {
            ""
        };
        return format!(
            "an `ograda` after line {line}{place} would order them; all processors of the block \
             have to pass it"
        );
    }
    if earlier.statement != later.statement {
        return format!(
            "the two stand in branches of one `ako`, where a barrier cannot lie between them: end \
             the `ako` after line {}, write an `ograda`, and do the other in an `ako` of its own",
            last_line(earlier.statement, sources)
        );
    }
    match (earlier.written, later.written) {
        (None, None) => format!(
            "both do it in the same statement, so no barrier can lie between: give each processor \
             a cell of its own, a copy of `{cell}`"
        ),
        (Some(_), Some(_)) => "both do it in the same statement, so no barrier can help: each \
                               processor needs a cell of its own to write"
            .to_owned(),
        _ => "both do it in the same statement: read into a private first, then an `ograda`, then \
              write"
            .to_owned(),
    }
}

fn last_line(span: Span, sources: &Sources) -> usize {
    let last = Span {
        start: span.end.saturating_sub(1).max(span.start),
        ..span
    };
    sources.position(last).line
}
