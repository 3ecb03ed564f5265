//! Nothing that is written is lost on the way to the syntax tree: without an item of a repetition,
//! or without an optional part, a program is another one. The tree is what machine and slow twin
//! share, so no comparison of the two would notice.

use std::collections::BTreeMap;

use pram::source::Sources;
use pram::syntax::parse;

use super::corpus::{clean, pieces};
use super::reader::Step;
use super::table::Grammar;
use super::tables::{DECORATION, Row};
use super::{RUN, grammar, texts};
use crate::fuzzed::exercise;

/// How many places are tried before something counts as lost.
const TRIED: usize = 60;

/// The tree without its places, and what is wrong with the text.
fn meaning(text: &str) -> String {
    let mut sources = Sources::default();
    let file = sources.add("case.pram", text);
    let (tree, diagnostics) = parse(&sources, file);
    format!("{} {}", diagnostics.len(), exercise::meaning(&tree))
}

/// What a step takes part in, and which item it is.
fn told(grammar: &Grammar, step: &Step) -> Option<String> {
    if !grammar.is_structure(step.way) || step.from == step.to {
        return None;
    }
    let told = grammar.told(step.way).to_string();
    if let Some(item) = step.item {
        let (repetition, _) = told.rsplit_once("* ")?;
        Some(format!("{repetition}*, item {}", item.min(2)))
    } else {
        told.contains(": with (").then_some(told)
    }
}

/// Of everything that may be left out: whether some program is another one without it.
fn noticed(grammar: &Grammar, texts: &[String]) -> BTreeMap<String, bool> {
    let mut tried: BTreeMap<String, (usize, bool)> = BTreeMap::new();
    for text in texts {
        let text = clean(text);
        let mut whole = None;
        for step in pieces(grammar, &text).0 {
            let Some(told) = told(grammar, &step) else {
                continue;
            };
            let (count, noticed) = tried.entry(told).or_default();
            if *noticed || *count == TRIED {
                continue;
            }
            *count += 1;
            let without = format!("{} {}", &text[..step.from], &text[step.to..]);
            let whole = whole.get_or_insert_with(|| meaning(&text));
            *noticed = meaning(&without) != *whole;
        }
    }
    tried
        .into_iter()
        .map(|(told, (_, noticed))| (told, noticed))
        .collect()
}

#[test]
fn nothing_that_is_written_is_lost() {
    let grammar = grammar();
    let noticed = noticed(&grammar, &texts(&RUN));
    let is_decoration = |told: &str| DECORATION.iter().any(|(row, _)| told.starts_with(row));
    let lost: Vec<&String> = (noticed.iter())
        .filter(|(told, noticed)| !**noticed && !is_decoration(told))
        .map(|(told, _)| told)
        .collect();
    assert!(lost.is_empty(), "makes no difference: {lost:#?}");
    let not_needed: Vec<&Row> = (DECORATION.iter())
        .filter(|(row, _)| {
            let mut lost = noticed.iter().filter(|(_, noticed)| !**noticed);
            !lost.any(|(told, _)| told.starts_with(row))
        })
        .collect();
    assert!(not_needed.is_empty(), "makes a difference: {not_needed:#?}");
    assert!(noticed.len() > 80, "only {} were tried", noticed.len());
}
