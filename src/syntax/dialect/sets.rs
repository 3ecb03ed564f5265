//! The sets that the indices of loops run through.

use super::interpretation::Interpretation;
use super::listing::Listing;
use super::open::{Head, Open};

/// `for each x in S`
pub fn elements(
    listing: &mut Listing<'_>,
    keyword: usize,
    [name, among, array]: [usize; 3],
) -> Head {
    let (element, of) = (
        listing.text(name).to_owned(),
        listing.text(array).to_owned(),
    );
    let index = format!("i_{name}");
    listing.set(keyword, "for ", Interpretation::Elements);
    listing.put(name, "");
    listing.put(among, "");
    listing.put(
        array,
        format!("{index} = 0 to length({of}[]) - 1 {{ {element} = {of}[{index}];"),
    );
    Head {
        open: Open::For,
        close: " }".to_owned(),
        last: array,
        behind: 0,
        is_bare: false,
    }
}

/// `. .` and `. . .` as dots of a range.
pub fn dots(listing: &mut Listing<'_>, tokens: &[usize]) {
    for (k, &at) in tokens.iter().enumerate() {
        if listing.is(at, ".") && tokens.get(k + 1).is_some_and(|&next| listing.is(next, ".")) {
            listing.put(at, "..");
            for &next in &tokens[k + 1..] {
                if !listing.is(next, ".") {
                    break;
                }
                listing.put(next, "");
            }
        }
    }
}

/// `∈ {1, 3, …, n}`, `∈ [0 .. n)`
pub fn sets(listing: &mut Listing<'_>, tokens: &[usize]) {
    let live: Vec<usize> = tokens
        .iter()
        .copied()
        .filter(|&at| listing.counts(at))
        .collect();
    let Some(open) = live
        .iter()
        .position(|&at| matches!(listing.text(at), "∈") || listing.word(at) == "in")
    else {
        return;
    };
    let Some((&bracket, rest)) = live[open + 1..].split_first() else {
        return;
    };
    let Some((&close, inside)) = rest.split_last() else {
        return;
    };
    let commas = || inside.iter().filter(|&&at| listing.is(at, ","));
    let is_dotted = inside
        .iter()
        .any(|&at| matches!(listing.text(at), "..." | "…" | ".." | "["));
    if listing.is(bracket, "[")
        && listing.is(close, "]")
        && !is_dotted
        && let (Some(&comma), None) = (commas().next(), commas().nth(1))
    {
        listing.put(live[open], "=");
        listing.put(bracket, "");
        listing.set(comma, " to ", Interpretation::Interval);
        listing.put(close, "");
        return;
    }
    if listing.is(bracket, "[") && listing.is(close, ")") {
        listing.set(close, " - 1]", Interpretation::HalfOpenRange);
    }
    let is_several = open > 1;
    let number = |listing: &Listing<'_>, at: usize| listing.written(at).parse::<i64>().ok();
    // `{0, 1, …, n}`
    let inside = if let [first, comma, second, ..] = *inside
        && listing.is(comma, ",")
        && inside.len() > 5
        && number(listing, first)
            .zip(number(listing, second))
            .is_some_and(|(one, two)| two == one + 1)
    {
        listing.put(comma, "");
        listing.put(second, "");
        &[&[first], &inside[3..]].concat()[..]
    } else {
        inside
    };
    let is_dots = |listing: &Listing<'_>, at: usize| matches!(listing.text(at), "..." | "…" | "..");
    if let [first, comma, second, more, ellipsis, ..] = *inside
        && listing.is(bracket, "{")
        && listing.is(comma, ",")
        && listing.is(more, ",")
        && is_dots(listing, ellipsis)
        && let Some((first, second)) = number(listing, first).zip(number(listing, second))
        && second - first != 1
        && listing.is(inside[5.min(inside.len() - 1)], ",")
    {
        let step = second - first;
        listing.note(bracket, Interpretation::RangeWithStep);
        for at in [bracket, comma, inside[2], more, inside[5]] {
            listing.put(at, "");
        }
        listing.put(ellipsis, " .. ");
        listing.put(close, format!(" step {step}"));
    } else if is_several && listing.is(bracket, "{") && listing.is(close, "}") {
        listing.put(live[open], "=");
        listing.put(bracket, "");
        listing.put(close, "");
    }
}
