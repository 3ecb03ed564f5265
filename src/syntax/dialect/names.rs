//! Names that are printed otherwise than names are written: with hyphens, dots, primes, small digits and
//! subscripts.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::interpretation::Interpretation;
use super::listing::Listing;
use super::region::{Heading, Region};
use crate::syntax::keyword::{self, Concept};
use crate::syntax::operator;
use crate::syntax::token::{Kind, is_prime, small_digit};

/// Names of several parts that are joined.
const MOST_NAMES: usize = 500;

/// Joins the parts of the names that the headings of a text define, and of those that it assigns.
pub fn join(listing: &mut Listing<'_>, regions: &[Region]) {
    let mut names: Vec<Vec<String>> = Vec::new();
    for region in regions {
        if let Some(heading) = &region.heading {
            names.push(
                heading
                    .name
                    .clone()
                    .map(|at| listing.written(at).to_owned())
                    .collect(),
            );
        }
        for line in region.body.clone() {
            names.extend(assigned(listing, line));
        }
    }
    names.retain(|parts| parts.len() > 1);
    names.sort_by(|one, other| other.len().cmp(&one.len()).then_with(|| one.cmp(other)));
    names.dedup();
    names.truncate(MOST_NAMES);
    let mut by_first: HashMap<&str, Vec<&[String]>> = HashMap::new();
    for parts in &names {
        by_first.entry(&parts[0]).or_default().push(parts);
    }
    for at in 0..listing.tokens.len() {
        for &parts in by_first.get(listing.written(at)).into_iter().flatten() {
            let range = at..at + parts.len();
            let is_it = range.end <= listing.tokens.len()
                && range.clone().zip(parts).all(|(at, part)| {
                    listing.written(at) == part
                        && !matches!(listing.tokens[at].kind, Kind::Comment | Kind::Literal)
                })
                && listing.tokens[at].line == listing.tokens[range.end - 1].line
                && listing.tokens[at].read_as.is_none();
            if !is_it {
                continue;
            }
            let words = parts
                .iter()
                .filter(|part| !matches!(part.as_str(), "-" | "." | "–"));
            let name = words.cloned().collect::<Vec<_>>().join("_");
            listing.set(at, name, Interpretation::NamesOfParts);
            listing.drop(at + 1..range.end);
            break;
        }
    }
    plain(listing);
}

/// The name with hyphens or dots that a line assigns: `I-down ← …`.
fn assigned(listing: &Listing<'_>, line: usize) -> Option<Vec<String>> {
    let first = listing.first(line)?;
    let mut at = first;
    let end = listing.lines[line].end;
    while at + 2 < end
        && listing.tokens[at].kind == Kind::Word
        && matches!(listing.written(at + 1), "-" | ".")
        && listing.touches(at)
        && listing.touches(at + 1)
        && listing.tokens[at + 2].kind == Kind::Word
    {
        at += 2;
    }
    let assigns = at > first && matches!(listing.written(at + 1), "←" | ":=" | "=" | "[");
    assigns.then(|| {
        (first..=at)
            .map(|at| listing.written(at).to_owned())
            .collect()
    })
}

/// Writes primes and small digits with what names are written with.
fn plain(listing: &mut Listing<'_>) {
    for at in 0..listing.tokens.len() {
        if listing.tokens[at].kind != Kind::Word {
            continue;
        }
        let text = listing.text(at);
        if !text
            .chars()
            .any(|c| is_prime(c) || small_digit(c).is_some())
            || text.starts_with("log")
        {
            continue;
        }
        let mut name = String::new();
        let mut was_small = false;
        for c in text.chars() {
            if let Some(digit) = small_digit(c) {
                if !was_small {
                    name.push('_');
                }
                name.push(digit);
            } else if is_prime(c) {
                name.push_str("_prime");
            } else {
                name.push(c);
            }
            was_small = small_digit(c).is_some();
        }
        listing.set(at, name, Interpretation::Primes);
    }
}

/// The inputs of the text that are scalars or arrays, and the arrays that it declares outside of its
/// listings, by their names.
fn inputs(listing: &Listing<'_>, regions: &[Region]) -> Vec<(String, bool)> {
    let mut inputs = Vec::new();
    let mut is_program = false;
    let is_inside = |line: usize| {
        let behind = regions.partition_point(|region| region.lines().end <= line);
        regions
            .get(behind)
            .is_some_and(|region| region.lines().contains(&line))
    };
    for line in 0..listing.lines.len() {
        let Some(first) = listing.first(line) else {
            continue;
        };
        match listing.concept(first) {
            Some(Concept::Program) => is_program = true,
            Some(Concept::EndProgram | Concept::Algorithm) => is_program = false,
            _ => {}
        }
        let is_input = listing.concept(first) == Some(Concept::Input);
        let is_array = matches!(
            listing.concept(first),
            Some(Concept::Array | Concept::Local)
        ) && is_program
            && !is_inside(line);
        if !is_input && !is_array {
            continue;
        }
        let end = listing.lines[line].end;
        let rest: Vec<usize> = (first + 1..end).collect();
        for part in super::statements::parts(listing, &rest) {
            if let Some(&name) = part.first()
                && (is_input || listing.is(name + 1, "["))
            {
                inputs.push((listing.text(name).to_owned(), listing.is(name + 1, "[")));
            }
        }
    }
    inputs
}

/// Hands the inputs that a listing uses, and does not name, to it.
pub fn hand_over(listing: &mut Listing<'_>, regions: &[Region]) {
    let mut inputs = inputs(listing, regions);
    inputs.sort();
    inputs.dedup();
    let mut mentions: HashMap<String, Vec<usize>> = HashMap::new();
    for at in (0..listing.tokens.len()).filter(|&at| listing.counts(at)) {
        mentions
            .entry(listing.text(at).to_owned())
            .or_default()
            .push(at);
    }
    for region in regions {
        let Some(Heading {
            name,
            brackets: Some((open, close)),
            ..
        }) = &region.heading
        else {
            continue;
        };
        let body = listing.meaningful(region.body.clone());
        // What `let A[1 .. n] be a new array` and `array A[n]` declare is its own.
        let declares = |at: usize| {
            let first = listing.first(listing.tokens[at].line);
            first.is_some_and(|first| {
                listing.word(first) == "let"
                    || matches!(
                        listing.concept(first),
                        Some(Concept::Array | Concept::Local | Concept::Shared)
                    )
            })
        };
        let own: BTreeSet<String> = (*open..*close)
            .chain(body.iter().copied().filter(|&at| declares(at)))
            .map(|at| listing.text(at).to_owned())
            .collect();
        let assigned: BTreeSet<String> = (body.iter())
            .filter(|&&at| {
                let is_declared = matches!(
                    listing.concept(at.wrapping_sub(1)),
                    Some(Concept::Local | Concept::Array | Concept::Shared)
                );
                let is_index = matches!(listing.text(at.wrapping_sub(1)), "≤" | "<" | "<=")
                    && matches!(listing.text(at + 1), "≤" | "<" | "<=" | ",");
                matches!(listing.text(at + 1), ":=" | "←" | "=" | "∈") || is_declared || is_index
            })
            .map(|&at| listing.text(at).to_owned())
            .collect();
        let used: BTreeSet<&str> = body.iter().map(|&at| listing.text(at)).collect();
        let cells: BTreeSet<&str> = (body.iter())
            .filter_map(|&at| match listing.text(at).split_once('[') {
                Some((name, _)) => Some(name),
                None => {
                    (listing.is(at + 1, "[") || listing.is(at + 1, "(")).then(|| listing.text(at))
                }
            })
            .collect();
        let more: Vec<String> = (inputs.iter())
            .filter(|(name, is_array)| {
                let is_used = if *is_array && !assigned.contains(name) {
                    used.contains(name.as_str()) || cells.contains(name.as_str())
                } else if *is_array {
                    cells.contains(name.as_str())
                } else {
                    used.contains(name.as_str()) && !assigned.contains(name)
                };
                is_used && !own.contains(name)
            })
            .map(|(name, is_array)| {
                if *is_array {
                    format!("{name}[]")
                } else {
                    name.clone()
                }
            })
            .collect();
        if more.is_empty() {
            continue;
        }
        listing.is_silent = true;
        listing.note(name.start, Interpretation::UnnamedInputs);
        for &at in mentions.get(listing.text(name.start)).into_iter().flatten() {
            let next = (at + 1..listing.tokens.len()).find(|&next| listing.counts(next));
            let Some(next) = next.filter(|&next| listing.is(next, "(")) else {
                continue;
            };
            let end = (next + 2000).min(listing.tokens.len());
            let Some(end) = listing.closing(next, end) else {
                continue;
            };
            let is_heading = end == *close;
            let names: Vec<&str> = (more.iter())
                .map(|name| {
                    if is_heading {
                        name.trim_end_matches("[]")
                    } else {
                        name.as_str()
                    }
                })
                .collect();
            let comma = if end == next + 1 { "" } else { ", " };
            listing.before(end, &format!("{comma}{}", names.join(", ")));
        }
    }
}

/// Reads `a_i`, `a_ij`, `a_{i+1}` as cells, where the text has an array a.
pub fn subscripts(listing: &mut Listing<'_>, regions: &[Region]) {
    let arrays = arrays(listing);
    let own: BTreeSet<String> = declared(listing);
    let words: BTreeSet<&str> = (0..listing.tokens.len())
        .filter(|&at| listing.tokens[at].kind == Kind::Word)
        .map(|at| listing.written(at))
        .collect();
    let mut cells = Vec::new();
    for region in regions {
        for line in region.body.clone() {
            for at in listing.lines[line].clone() {
                // `I_down` is a name, `a_mid` a cell where mid is one.
                let rest = listing
                    .text(at)
                    .split_once('_')
                    .map_or("", |(_, rest)| rest);
                let is_name = rest.chars().count() > 2
                    && !rest.starts_with(|c: char| c.is_ascii_digit())
                    && !words.contains(rest);
                if is_name {
                    continue;
                }
                if let Some(end) = subscript(listing, at, &arrays, &own) {
                    cells.push((at, end));
                }
            }
        }
    }
    // A name right after a cell is a factor.
    for (_, end) in cells {
        let Some(next) = listing.tokens.get(end + 1) else {
            continue;
        };
        let is_name = next.kind == Kind::Word && next.line == listing.tokens[end].line;
        let word = listing.word(end + 1);
        let is_free = keyword::find(&word).is_none()
            && operator::find(&word).is_none()
            && !matches!(
                word.as_str(),
                "with" | "do" | "pardo" | "in" | "modulo" | "is" | "not" | "od" | "fi"
            );
        if is_name && is_free && super::words::end_length(listing, end + 1).is_none() {
            listing.after(end, " *");
        }
    }
}

/// The names that stand before brackets of subscripts, each with the number of its dimensions.
fn arrays(listing: &Listing<'_>) -> BTreeMap<String, usize> {
    let mut arrays = BTreeMap::new();
    for at in 0..listing.tokens.len().saturating_sub(1) {
        if listing.tokens[at].kind != Kind::Word || !listing.is(at + 1, "[") {
            continue;
        }
        let end = (at + 400).min(listing.tokens.len());
        let Some(close) = listing.closing(at + 1, end) else {
            continue;
        };
        let inside: Vec<usize> = (at + 2..close).collect();
        let rank = if inside.is_empty() {
            1
        } else {
            super::statements::parts(listing, &inside).len()
        };
        let known = arrays.entry(listing.text(at).to_owned()).or_insert(rank);
        *known = rank.max(*known);
    }
    arrays
}

/// The names that are assigned as they are written.
fn declared(listing: &Listing<'_>) -> BTreeSet<String> {
    let words = (0..listing.tokens.len()).filter(|&at| {
        listing.tokens[at].kind == Kind::Word
            && (listing.is(at + 1, "[") || listing.is(at + 1, "("))
            && listing.tokens[at].line == listing.tokens[at + 1].line
    });
    words.map(|at| listing.text(at).to_owned()).collect()
}

/// Reads the cell that begins at a token. The result is its last token.
fn subscript(
    listing: &mut Listing<'_>,
    at: usize,
    arrays: &BTreeMap<String, usize>,
    own: &BTreeSet<String>,
) -> Option<usize> {
    if listing.tokens[at].kind != Kind::Word {
        return None;
    }
    let text = listing.text(at).to_owned();
    let (base, rest) = text.split_once('_')?;
    if base.is_empty() || own.contains(&text) && !text.ends_with('_') {
        return None;
    }
    let upper = base.to_uppercase();
    let (name, rank) =
        (arrays.get_key_value(base)).or_else(|| arrays.get_key_value(upper.as_str()))?;
    if rest.is_empty() {
        // `a_{i+1}`
        if !listing.is(at + 1, "{") {
            return None;
        }
        let end = listing.lines[listing.tokens[at].line].end;
        let close = listing.closing(at + 1, end)?;
        // `C_{ij}`
        let letters = listing.written(at + 2);
        if close == at + 3 && *rank > 1 && letters.chars().count() == *rank {
            let letters: Vec<String> = letters.chars().map(String::from).collect();
            listing.put(at + 2, letters.join(", "));
        }
        listing.set(at, name.clone(), Interpretation::Subscripts);
        listing.put(at + 1, "[");
        listing.put(close, "]");
        return Some(close);
    }
    let subscripts: Vec<String> = if *rank > 1 && rest.chars().count() == *rank {
        rest.chars().map(String::from).collect()
    } else if *rank == 1 {
        vec![rest.to_owned()]
    } else {
        return None;
    };
    listing.set(
        at,
        format!("{name}[{}]", subscripts.join(", ")),
        Interpretation::Subscripts,
    );
    Some(at)
}
