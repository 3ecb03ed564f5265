//! Quinn: *Parallel Computing: Theory and Practice*.

use super::interpretation::Interpretation;
use super::listing::Listing;
use super::statements::replace;
use super::{Book, Row};

/// What only these listings have.
pub const BOOK: Book = Book {
    name: Some("Quinn"),
    tokens: &[],
    statements: &[Row {
        interpretation: Interpretation::SpawnedProcessors,
        rewrite: spawn,
    }],
};

fn spawn(listing: &mut Listing<'_>, tokens: &[usize]) -> bool {
    let is_it = listing.word(tokens[0]) == "spawn"
        && tokens.len() > 2
        && listing.is(tokens[1], "(")
        && listing.closing(tokens[1], tokens[tokens.len() - 1] + 1)
            == Some(tokens[tokens.len() - 1]);
    if is_it {
        replace(listing, tokens, "");
    }
    is_it
}
