//! The heads of loops in listings, sequential and parallel.

use std::ops::Range;

use super::interpretation::Interpretation;
use super::listing::Listing;
use super::open::{Head, Misfit, Open};
use super::sets::{dots, elements, sets};
use super::words::Word;
use crate::syntax::keyword::Concept;
use crate::syntax::token::Kind;

/// The loop variable of a head that names none.
const INDEX: &str = "index";

/// Reads the head in this part of a list of tokens, up to its body.
pub fn head(
    listing: &mut Listing<'_>,
    list: &[usize],
    range: Range<usize>,
) -> Result<Head, Misfit> {
    let Range { start: from, end } = range;
    let next = list.get(from + 1).copied().unwrap_or(list[from]);
    if Word::of(listing, list[from]) == Some(Word::Parallel)
        && (listing.is(next, "(") || listing.concept(next) == Some(Concept::Async))
    {
        return Ok(Head {
            open: Open::Parallel,
            close: " end_parallel".to_owned(),
            last: list[end - 1],
            behind: end,
            is_bare: false,
        });
    }
    // `for (i = 0; i < n; i++)`
    if listing.is(
        list[from + 1..end].first().copied().unwrap_or(list[from]),
        "(",
    ) {
        let open = list[from + 1];
        let close = listing.closing(open, list[end - 1] + 1).ok_or(Misfit)?;
        if (open..close).any(|at| listing.is(at, ";")) {
            let is_sequential = Word::of(listing, list[from]) == Some(Word::For);
            let behind = list.iter().position(|&at| at == close).ok_or(Misfit)? + 1;
            let inside = list[from + 2..behind - 1].to_vec();
            if !is_sequential {
                in_three_parts(listing, &inside)?;
                listing.put(open, "");
                listing.set(list[from], "for ", Interpretation::ParallelHead);
                listing.put(close, " pardo");
            }
            listing.after(close, " {");
            return Ok(Head {
                open: if is_sequential {
                    Open::For
                } else {
                    Open::Parallel
                },
                close: " }".to_owned(),
                last: close,
                behind,
                is_bare: false,
            });
        }
    }
    // What belongs to the head beside its ranges.
    let mut is_parallel = false;
    let mut first = from;
    while first < end {
        let word = listing.word(list[first]);
        let is_noise = match word.as_str() {
            "in" | "parallel" | "paralelno" | "forall" | "parfor" | "pfor" | "doall" | "pardo"
            | "all" | "sve" | "svim" => {
                is_parallel = true;
                true
            }
            "each" | "every" | "svaki" | "svako" | "svaku" | "for" | "za" | "processor"
            | "procesor" | "index" | "indeks" | "foreach" => true,
            _ => false,
        };
        if !is_noise {
            break;
        }
        first += 1;
    }
    let is_end = |k: usize| {
        let word = listing.word(list[k]);
        let next = list
            .get(k + 1)
            .map(|&at| listing.word(at))
            .unwrap_or_default();
        matches!(word.as_str(), "do" | "pardo" | "radi" | "čini" | "cini")
            || word == "in" && next == "parallel"
            || word == "u" && next == "paraleli"
            || listing.is(list[k], ":") && has_range(listing, &list[first..k])
            || matches!(word.as_str(), "parallel" | "paralelno") && k + 1 == end
    };
    let is_to = |k: usize| listing.word(list[k]) == "do" && !is_last_do(listing, list, k, end);
    let stop = (first..end)
        .find(|&k| is_end(k) && !is_to(k))
        .unwrap_or(end);
    let mut behind = stop;
    while behind < end {
        let word = listing.word(list[behind]);
        match word.as_str() {
            "pardo" | "parallel" | "paralelno" | "paraleli" | "in" | "u" => is_parallel = true,
            "do" | "radi" | "čini" | "cini" => {}
            _ if listing.is(list[behind], ":") && behind == stop => {}
            _ => break,
        }
        behind += 1;
    }
    let is_list = Word::of(listing, list[from]);
    is_parallel |= matches!(
        is_list,
        Some(Word::ForAll | Word::ParFor | Word::Pardo | Word::Parallel | Word::In)
    );
    let mut to = stop;
    while to > first && listing.is(list[to - 1], ",") {
        to -= 1;
    }
    let ranges = list[first..to].to_vec();
    let noise: Vec<usize> = [&list[from..first], &list[to..behind]].concat();
    if ranges.is_empty() {
        return Err(Misfit);
    }
    for &at in &noise {
        listing.put(at, "");
    }
    let head = read(listing, noise[0], &ranges, is_parallel)?;
    Ok(Head {
        behind,
        is_bare: behind == end && stop == end,
        ..head
    })
}

/// Whether some tokens say from where to where something counts.
fn has_range(listing: &Listing<'_>, tokens: &[usize]) -> bool {
    tokens.iter().any(|&at| {
        matches!(listing.word(at).as_str(), "to" | "downto" | "do" | "in")
            || matches!(
                listing.text(at),
                "≤" | "<=" | "<" | "∈" | ".." | "..." | "…"
            )
    })
}

/// `forall (i = 0; i < n; i++)` as a range.
fn in_three_parts(listing: &mut Listing<'_>, inside: &[usize]) -> Result<(), Misfit> {
    let ends: Vec<usize> = (0..inside.len())
        .filter(|&k| listing.is(inside[k], ";"))
        .collect();
    let [first, second] = ends[..] else {
        return Err(Misfit);
    };
    let [_, below, ..] = inside[first + 1..second] else {
        return Err(Misfit);
    };
    let is_strict = listing.is(below, "<");
    if !is_strict && !matches!(listing.text(below), "<=" | "≤") {
        return Err(Misfit);
    }
    listing.put(inside[first], " to ");
    listing.put(inside[first + 1], "");
    listing.put(below, "");
    let last = inside[second - 1];
    let change = &inside[second + 1..];
    let step = match change {
        [_, mark, ..] if listing.is(*mark, "++") => String::new(),
        [_, mark, step @ ..] if listing.is(*mark, "+=") => {
            format!(" step {}", super::statements::text(listing, step))
        }
        _ => return Err(Misfit),
    };
    for &at in &inside[second..] {
        listing.put(at, "");
    }
    listing.after(
        last,
        &format!("{}{step}", if is_strict { " - 1" } else { "" }),
    );
    Ok(())
}

/// Whether the `do` at `k` is the last one of a head: in Croatian it stands before the last value, too.
fn is_last_do(listing: &Listing<'_>, list: &[usize], k: usize, end: usize) -> bool {
    let is_croatian = list[..k]
        .iter()
        .rev()
        .take(12)
        .any(|&at| matches!(listing.written(at), "za" | "pro" | "pre"));
    !is_croatian || k + 1 == end
}

/// Reads the ranges of a head whose first word is at `keyword`.
fn read(
    listing: &mut Listing<'_>,
    keyword: usize,
    tokens: &[usize],
    is_parallel: bool,
) -> Result<Head, Misfit> {
    dots(listing, tokens);
    let mut tokens = tokens.to_vec();
    let last = |tokens: &[usize]| tokens[tokens.len() - 1];
    let mut guard = None;
    // `for all i, 1 ≤ i < N, i odd`
    if is_parallel && tokens.len() > 3 {
        let parity = tokens.len() - 1;
        let word = listing.word(tokens[parity]);
        let is_named = listing.is(tokens[parity - 2], ",");
        if matches!(word.as_str(), "odd" | "even") && is_named {
            let name = listing.written(tokens[parity - 1]).to_owned();
            let rest = usize::from(word == "odd");
            listing.note(tokens[parity], Interpretation::ParityAfterRange);
            guard = Some(format!(" if ({name} mod 2 == {rest}) {{"));
            for at in tokens.split_off(parity - 2) {
                listing.put(at, "");
            }
        }
    }
    let is_whose = |at: usize| {
        matches!(
            listing.word(at).as_str(),
            "where" | "with" | "gdje" | "that"
        )
    };
    let whose = (tokens.iter()).position(|&at| is_whose(at) || listing.is(at, ":"));
    if let Some(whose) = whose.filter(|_| is_parallel) {
        for at in tokens.drain(..=whose).collect::<Vec<_>>() {
            listing.put(at, "");
        }
        if tokens.is_empty() {
            return Err(Misfit);
        }
    }
    let names = tokens
        .iter()
        .all(|&at| listing.tokens[at].kind == Kind::Word || listing.is(at, ","));
    if is_parallel && names && tokens.len() == 1 {
        listing.note(keyword, Interpretation::RangeOfArrays);
        listing.put(keyword, format!("parallel (for each {INDEX} "));
        listing.after(last(&tokens), ")");
        return Ok(Head {
            open: Open::Parallel,
            close: " end_parallel".to_owned(),
            last: last(&tokens),
            behind: 0,
            is_bare: false,
        });
    }
    // In a parallel block the index runs over the places of the array.
    if let [name, among, array] = tokens[..]
        && !is_parallel
        && (listing.text(among) == "∈" || listing.word(among) == "in")
        && listing.tokens[array].kind == Kind::Word
    {
        return Ok(elements(listing, keyword, [name, among, array]));
    }
    if is_parallel {
        sets(listing, &tokens);
        for &at in &tokens {
            match listing.word(at).as_str() {
                "and" => listing.put(at, ","),
                "by" | "korak" => listing.put(at, "step"),
                "od" | "from" => listing.put(at, "="),
                _ => {}
            }
        }
        listing.set(keyword, "for ", Interpretation::ParallelHead);
        let text = format!(" pardo {{{}", guard.as_deref().unwrap_or_default());
        listing.after(last(&tokens), &text);
        let close = if guard.is_some() { " } }" } else { " }" };
        return Ok(Head {
            open: Open::Parallel,
            close: close.to_owned(),
            last: last(&tokens),
            behind: 0,
            is_bare: false,
        });
    }
    sequential(listing, keyword, &tokens)
}

/// `i := a to b`, `k := m − 1 step −1 to 0`
fn sequential(listing: &mut Listing<'_>, keyword: usize, tokens: &[usize]) -> Result<Head, Misfit> {
    let find = |test: &dyn Fn(usize) -> bool| tokens.iter().position(|&at| test(at));
    let to = find(&|at| {
        matches!(
            listing.word(at).as_str(),
            "to" | "downto" | "until" | "upto" | "do"
        ) || matches!(listing.text(at), ".." | "..." | "…")
    })
    .ok_or(Misfit)?;
    let begins = find(&|at| {
        matches!(listing.text(at), "=" | ":=" | "←")
            || matches!(listing.word(at).as_str(), "from" | "od" | "in")
    })
    .filter(|begins| *begins < to)
    .ok_or(Misfit)?;
    let step = find(&|at| matches!(listing.word(at).as_str(), "by" | "step" | "korak"));
    let mut last = tokens[tokens.len() - 1];
    if to + 1 >= tokens.len() || begins == 0 {
        return Err(Misfit);
    }
    match step {
        // Before the last value: it goes behind.
        Some(step) if step < to => {
            let text: Vec<String> = tokens[step + 1..to]
                .iter()
                .map(|&at| listing.text(at).to_owned())
                .collect();
            for &at in &tokens[step..to] {
                listing.put(at, "");
            }
            listing.after(last, &format!(" step {}", text.join(" ")));
        }
        Some(step) => {
            listing.put(tokens[step], "step");
        }
        None => {
            let is_number = |at: usize| listing.tokens[at].kind == Kind::Number;
            let start = &tokens[begins + 1..to];
            let is_small = to + 2 == tokens.len() && matches!(listing.written(last), "0" | "1");
            if is_small
                && !(start.len() == 1 && is_number(start[0]))
                && listing.word(tokens[to]) == "to"
            {
                listing.is_silent = true;
                listing.set(tokens[to], "downto", Interpretation::CountingDown);
            }
        }
    }
    if listing.word(tokens[to]) != "downto"
        && listing.tokens[tokens[to]].read_as.as_deref() != Some("downto")
    {
        listing.put(tokens[to], " to ");
    }
    listing.put(tokens[begins], " = ");
    if tokens.first().is_some_and(|&at| listing.is(at, "("))
        && listing.closing(tokens[0], last + 1) == Some(last)
    {
        listing.put(tokens[0], "");
        listing.put(last, "");
        last = tokens[tokens.len() - 1];
    }
    listing.put(keyword, "for ");
    listing.after(last, " {");
    Ok(Head {
        open: Open::For,
        close: " }".to_owned(),
        last,
        behind: 0,
        is_bare: false,
    })
}
