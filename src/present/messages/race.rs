//! A race in words: both accesses, both processors, the section, the barrier that is missing.

use std::cmp::Ordering;

use super::branches::{are_beside, is_loop_condition};
use crate::diagnostic::{Code, Diagnostic};
use crate::language::{Vocabulary, Voice};
use crate::machine::rules::races::{Race, RaceAccess};
use crate::present::text::value::scalar_text;
use crate::result::advice::Advice;
use crate::result::run::Run;
use crate::source::{Sources, Span};
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::{Vocabularies, with_article};

/// The message for the race of a run.
pub fn diagnostic(
    race: &Race,
    run: &Run,
    sources: &Sources,
    advice: Option<&Advice>,
) -> Diagnostic {
    let vocabularies = Vocabularies::of(sources);
    vocabularies.word(|voice| in_words(race, run, sources, advice, voice))
}

fn in_words(
    race: &Race,
    run: &Run,
    sources: &Sources,
    advice: Option<&Advice>,
    voice: Voice,
) -> Diagnostic {
    let (earlier, later) = (&race.earlier, &race.later);
    let mut diagnostic = if earlier.span == later.span {
        let (first, second) = (did(&race.cell, earlier), did(&race.cell, later));
        let text = format!("(1) {first}, (2) {second} here");
        Diagnostic::new(Code::Race, title(race), earlier.span, text)
    } else {
        let text = |number, access| format!("({number}) {} here", did(&race.cell, access));
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
    diagnostic = later.trace.shown_in(diagnostic, Some(&race.cell), voice);
    if earlier.trace != later.trace {
        diagnostic = earlier.trace.shown_in(diagnostic, None, voice);
    }
    diagnostic
        .help
        .push(way_out(race, run, sources, voice.vocabulary));
    if race.reads_only {
        diagnostic.help.extend(where_many_read(advice, sources));
    }
    diagnostic
        .help
        .extend(advice.map(|advice| advice.ways(voice)).unwrap_or_default());
    diagnostic
}

/// What becomes of the run where many may read a cell that nobody writes, as far as it was tried.
fn where_many_read(advice: Option<&Advice>, sources: &Sources) -> Option<String> {
    let advice = advice?;
    if advice.model.is_some() {
        let rule = "the model apram-cr lets many read a cell that nobody writes in the section";
        return Some(rule.to_owned());
    }
    let race = advice.wider_race.as_ref()?;
    let write = [&race.earlier, &race.later]
        .into_iter()
        .find(|access| access.written.is_some())?;
    Some(format!(
        "under apram-cr, where many may read a cell that nobody writes, this run is illegal too: \
         {} in line {}",
        did(&race.cell, write),
        sources.position(write.span).line
    ))
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
pub(in crate::present) fn did(cell: &str, access: &RaceAccess) -> String {
    let processor = bracketed(&access.processor);
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
    let is_concurrent_read =
        (run.configuration.asynchronous()).is_some_and(|asynchronous| asynchronous.concurrent_read);
    if is_concurrent_read {
        "the rule of apram-cr: from one barrier to the next, a cell that is written belongs to one \
         processor; only a cell that nobody writes may be read by several"
    } else {
        "the rule of apram: from one barrier to the next, only one processor may access a cell, \
         reading included"
    }
}

/// The access behind whose statement a barrier would order the two, if there is such a place: one
/// processor came to its access while the other had still to do other statements. Where the
/// processors go access by access, nobody knows in which turn of a loop each of them executes one
/// statement.
pub(in crate::present) fn missing_barrier<'r>(
    race: &'r Race,
    run: &Run,
    sources: &Sources,
) -> Option<&'r RaceAccess> {
    let Race { earlier, later, .. } = race;
    if are_beside(earlier.statement, later.statement, sources) {
        return None;
    }
    let asynchronous = run.configuration.asynchronous();
    let by_access = asynchronous.is_some_and(|machine| machine.interleaving.is_some());
    if by_access && earlier.statement == later.statement {
        return None;
    }
    match earlier.stage.cmp(&later.stage) {
        Ordering::Less => Some(earlier),
        Ordering::Equal => None,
        Ordering::Greater => Some(later),
    }
}

/// What would order the two accesses, if anything can.
fn way_out(race: &Race, run: &Run, sources: &Sources, vocabulary: Vocabulary) -> String {
    let [barrier, if_word] = vocabulary.words([Concept::Barrier, Concept::If]);
    let barrier = with_article(barrier);
    let (earlier, later) = (&race.earlier, &race.later);
    let cell = &race.cell;
    if let Some(first) = missing_barrier(race, run, sources) {
        let line = last_line(first.statement, sources);
        let place = if earlier.statement == later.statement {
            " in the loop"
        } else {
            ""
        };
        return format!(
            "{barrier} after line {line}{place} would order them; all processors of the block \
             have to pass it"
        );
    }
    if earlier.statement != later.statement {
        if let Some((read, write)) = waited_for(race, sources) {
            return format!(
                "a loop that waits until another processor writes `{cell}` orders nothing here: in \
                 its place (line {}) let all processors of the block come to {barrier}, after the \
                 write in line {}",
                sources.position(read.span).line,
                last_line(write.statement, sources)
            );
        }
        return format!(
            "the two stand in branches of one `{if_word}`, where a barrier cannot lie between them: end \
             the `{if_word}` after line {}, write {barrier}, and do the other in an `{if_word}` of its own",
            last_line(earlier.statement, sources)
        );
    }
    if is_update(race, sources) {
        return format!(
            "each of both reads `{cell}` and then writes it, so that one of two updates can be \
             lost, and no barrier can lie between: give each processor a cell of its own to \
             update, and let one of them, or a tree of them, combine these behind {barrier}"
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
        _ => format!(
            "both do it in the same statement: read into a private first, then {barrier}, then \
             write"
        ),
    }
}

/// Where one of the two, in another branch than the other, reads the cell again and again until
/// that one writes it: the read and the write.
fn waited_for<'r>(race: &'r Race, sources: &Sources) -> Option<(&'r RaceAccess, &'r RaceAccess)> {
    let Race { earlier, later, .. } = race;
    let (read, write) = match (earlier.written, later.written) {
        (None, Some(_)) => (earlier, later),
        (Some(_), None) => (later, earlier),
        (None, None) | (Some(_), Some(_)) => return None,
    };
    let is_wait = is_loop_condition(read.span, sources)
        && are_beside(read.statement, write.statement, sources);
    is_wait.then_some((read, write))
}

/// Whether both accesses are to the target of an assignment that reads its target too, such as
/// `s += 1` or `s = s + 1`.
fn is_update(race: &Race, sources: &Sources) -> bool {
    let statement = sources.text(race.earlier.statement);
    let accesses = [&race.earlier, &race.later];
    let is_target = |access: &RaceAccess| {
        let behind = statement.strip_prefix(sources.text(access.span));
        behind.is_some_and(|behind| is_assignment(behind.trim_start()))
    };
    accesses.iter().any(|access| access.written.is_none()) && accesses.into_iter().all(is_target)
}

/// Whether an operator that assigns comes first.
fn is_assignment(text: &str) -> bool {
    let is_operator = |next: char| !next.is_alphanumeric() && !" \t\r\n_([{".contains(next);
    let end = text.find(|next| !is_operator(next)).unwrap_or(text.len());
    let operator = &text[..end];
    let compares = ["==", "<=", ">=", "!="].contains(&operator);
    let updates =
        operator.ends_with('=') || operator.starts_with("++") || operator.starts_with("--");
    (updates && !compares) || (operator.starts_with('=') && !operator.starts_with("=="))
}

pub(in crate::present) fn last_line(span: Span, sources: &Sources) -> usize {
    let last = Span {
        start: span.end.saturating_sub(1).max(span.start),
        ..span
    };
    sources.position(last).line
}
