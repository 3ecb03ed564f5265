//! Grama, Gupta, Karypis, Kumar: *Introduction to Parallel Computing*.

use super::interpretation::Interpretation;
use super::listing::Listing;
use super::statements::{parts, replace, text};
use super::{Book, Row};

/// What only these listings have.
pub const BOOK: Book = Book {
    name: Some("Grama"),
    tokens: &[],
    statements: &[
        Row {
            interpretation: Interpretation::CompareExchange,
            rewrite: compare_exchange,
        },
        Row {
            interpretation: Interpretation::ChainedAssignment,
            rewrite: chain,
        },
    ],
};

fn compare_exchange(listing: &mut Listing<'_>, tokens: &[usize]) -> bool {
    let [compare, joint, exchange, open, inside @ .., close] = tokens else {
        return false;
    };
    let is_it = listing.word(*compare) == "compare"
        && listing.is(*joint, "-")
        && listing.word(*exchange) == "exchange"
        && listing.is(*open, "(")
        && listing.is(*close, ")");
    let arguments = parts(listing, inside);
    let [one, other] = arguments.as_slice() else {
        return false;
    };
    if !is_it || one.is_empty() || other.is_empty() {
        return false;
    }
    let (one, other) = (text(listing, one), text(listing, other));
    let kept = format!("t_{compare}");
    let exchange =
        format!("if ({one} > {other}) {{ {kept} = {one}; {one} = {other}; {other} = {kept}; }}");
    replace(listing, tokens, &exchange);
    listing.is_silent = true;
    true
}

fn chain(listing: &mut Listing<'_>, tokens: &[usize]) -> bool {
    let marks: Vec<usize> = (0..tokens.len())
        .filter(|&k| matches!(listing.text(tokens[k]), ":=" | "←"))
        .collect();
    let [first, second] = marks[..] else {
        return false;
    };
    if first == 0 || second == first + 1 || second + 1 == tokens.len() {
        return false;
    }
    let (one, other) = (&tokens[..first], &tokens[first + 1..second]);
    let value = text(listing, &tokens[second + 1..]);
    let (one, other) = (text(listing, one), text(listing, other));
    replace(
        listing,
        tokens,
        &format!("{other} = {value}; {one} = {other}"),
    );
    true
}
