//! Updates that are lost by concurrent writes: each processor computes its value from what the cell held
//! before the step, so the cell does not get the result of one update after the other.

use std::collections::HashMap;

use crate::machine::rules::merged::Merging;
use crate::machine::rules::model::WriteRule;
use crate::program::updates::{Update, updates};
use crate::program::{BinaryOp, Program};
use crate::result::advice::{LostUpdates, UpdatedTogether};
use crate::result::run::Run;
use crate::source::{Sources, Span};

/// Longer statements are not quoted.
const LONGEST_STATEMENT: usize = 60;

/// The statement that writes the part of one processor alone: `s = A[i]` for `s += A[i]`.
pub(super) fn instead(update: &Update, place: Span, sources: &Sources) -> Option<String> {
    let [cell, part] = [place, update.part?].map(|span| {
        let words: Vec<&str> = sources.text(span).split_whitespace().collect();
        words.join(" ")
    });
    let statement = format!("{cell} = {part}");
    (statement.len() <= LONGEST_STATEMENT).then_some(statement)
}

/// The first update that a run lost by the rule of the run: a certain one, else a possible one.
pub(super) fn lost_updates(program: &Program, run: &Run, sources: &Sources) -> Option<LostUpdates> {
    if run.merged.is_empty() {
        return None;
    }
    let updates = updates(program);
    let mut found: Vec<LostUpdates> = (run.merged.iter())
        .filter_map(|(place, merging)| of_place(run, (*place, merging), &updates, sources))
        .collect();
    found.sort_by_key(|lost| (lost.certain.is_none(), lost.step));
    found.into_iter().next()
}

/// The updates lost by the concurrent writes of one place.
fn of_place(
    run: &Run,
    (place, merging): (Span, &Merging),
    updates: &HashMap<Span, Update>,
    sources: &Sources,
) -> Option<LostUpdates> {
    let rule = run.configuration.model.write;
    let places = merging.places.iter().copied().chain([place]);
    let found: Vec<Option<&Update>> = places.map(|place| updates.get(&place)).collect();
    if found.iter().all(Option::is_none) || is_harmless(rule, merging, &found) {
        return None;
    }
    let meeting = (merging.met.first.as_ref()).or(merging.differed.first.as_ref())?;
    let reading = meeting.places.iter().filter_map(|(count, written)| {
        let update = updates.get(&written.span)?;
        update
            .reads_target
            .then_some((*count, written.span, update))
    });
    let reading: Vec<(u64, Span, &Update)> = reading.collect();
    let processors: u64 = reading.iter().map(|(count, ..)| count).sum();
    let met = meeting.places.iter().map(|(_, one)| updates.get(&one.span));
    let met: Vec<Option<&Update>> = met.collect();
    let is_certain = processors > 1 && !is_harmless(rule, merging, &met);
    let certain = reading.first().filter(|_| is_certain);
    Some(LostUpdates {
        model: run.configuration.model,
        cell: meeting.cell.clone(),
        step: meeting.step,
        certain: certain.map(|(_, span, update)| UpdatedTogether {
            processors,
            instead: instead(update, *span, sources),
            rule: update.rule(),
        }),
    })
}

/// Whether the cells got the result of one update after the other: if the updates are idempotent and the
/// rule combines as they do, or if all wrote the same value.
fn is_harmless(rule: WriteRule, merging: &Merging, places: &[Option<&Update>]) -> bool {
    let Some(Some(first)) = places.first() else {
        return false;
    };
    let (Some(operator), Some(combined)) = (first.operator, first.rule()) else {
        return false;
    };
    let is_alike = places.iter().all(|update| {
        update.is_some_and(|update| update.reads_target && update.operator == Some(operator))
    });
    let agree = !rule.combines() && merging.differed.cells == 0;
    is_alike && is_idempotent(operator) && (agree || combined == rule.to_string())
}

fn is_idempotent(operator: BinaryOp) -> bool {
    matches!(
        operator,
        BinaryOp::Max
            | BinaryOp::Min
            | BinaryOp::BitAnd
            | BinaryOp::BitOr
            | BinaryOp::BothTrue
            | BinaryOp::EitherTrue
    )
}
