//! The calls around a place, in English.

use super::{Alias, CALLS_SHOWN, CallPlace, CallTrace};
use crate::diagnostic::Words;
use crate::machine::names::name_cell;

/// What is said at the places of the first calls, of further ones, and of the cell that a message is about.
pub(super) fn words(trace: &CallTrace, cell: Option<&str>) -> Words {
    let mut words = Words::default();
    for call in trace.calls.iter().take(CALLS_SHOWN) {
        words = words.label(site(call));
    }
    let further = trace.calls.iter().skip(CALLS_SHOWN);
    words = match further.map(|call| call.calls).sum() {
        0 => words,
        1_u64 => words.note("… 1 more call around these"),
        more => words.note(format!("… {more} more calls around these")),
    };
    if let Some(alias) = &trace.alias
        && let Some(subscripts) = cell.and_then(|cell| cell.strip_prefix(&alias.here))
    {
        words = words.note(origin(alias, subscripts));
    }
    words
}

fn site(call: &CallPlace) -> String {
    let CallPlace { callee, calls, .. } = call;
    let more = match calls - 1 {
        0 => String::new(),
        1 => ", … 1 more call from here".to_owned(),
        more => format!(", … {more} more calls from here"),
    };
    let names: Vec<String> = (call.renamed.iter())
        .map(|(parameter, argument)| format!("its `{parameter}` is `{argument}`"))
        .collect();
    if names.is_empty() {
        format!("`{callee}` is called here{more}")
    } else {
        format!("`{callee}` is called here{more}: {}", names.join(", "))
    }
}

fn origin(alias: &Alias, subscripts: &str) -> String {
    let Alias {
        here,
        algorithm,
        there,
        owner,
        part,
    } = alias;
    let owner = match owner {
        None => "the program".to_owned(),
        Some(owner) => format!("`{owner}`"),
    };
    if let Some(part) = part {
        let Some(cell) = part.cell_of(subscripts) else {
            return format!("`{here}` in `{algorithm}` is a part of `{there}` of {owner}");
        };
        let (whole, rank) = part.whole;
        let cell = name_cell(there, rank, whole, cell);
        return format!("`{here}{subscripts}` in `{algorithm}` is `{cell}` of {owner}");
    }
    format!("`{here}{subscripts}` in `{algorithm}` is `{there}{subscripts}` of {owner}")
}
