//! The listings of other books, read as they are printed: rewrites of tokens, each with what is said of it.
//!
//! A text with a listing in it (`region`) is cut into tokens once. What numbers its lines, what its comments
//! look like and what ends the bodies of its heads is decided from all tokens of the listing; then every row
//! of every book that fits changes how tokens are read. The result is a text in the spelling of the language,
//! in which every byte knows its place in the user's text (`rewriting`). One warning for a listing says which rows
//! applied. A new book is a file with its rows, and its line in [`BOOKS`].

mod blelloch;
mod clrs;
mod comments;
mod common;
mod foreign;
mod grama;
mod header;
mod interpretation;
mod jaja;
mod listing;
mod loops;
mod missing;
mod names;
mod numbers;
mod open;
mod prose;
mod quinn;
mod region;
mod sets;
mod statements;
mod structure;
mod tex;
mod words;

use crate::source::{FileId, Span};
use crate::syntax::keyword::Concept;
use crate::syntax::problem::Problem;
use crate::syntax::rewriting::Rewriting;
use crate::syntax::token::{Kind, Token};
pub use interpretation::Interpretation;
use listing::Listing;
pub use missing::{Declaration, declarations};
use region::{Heading, Region};

/// What is printed otherwise than it is written here, by the book that does so.
pub struct Book {
    /// How it is called; none for what many books print.
    pub name: Option<&'static str>,
    /// Rows for single tokens, and for what follows them.
    pub tokens: &'static [Row],
    /// Rows for simple statements.
    pub statements: &'static [Row],
}

/// A row of a book.
pub struct Row {
    /// What is read as what.
    pub interpretation: Interpretation,
    /// Rewrites the tokens, if they are what the row is about; for a row of tokens, the first of them.
    pub rewrite: fn(&mut Listing<'_>, &[usize]) -> bool,
}

/// Every book. Of several rows for one statement the first one counts.
pub const BOOKS: &[&Book] = &[
    &clrs::BOOK,
    &jaja::BOOK,
    &quinn::BOOK,
    &grama::BOOK,
    &blelloch::BOOK,
    &common::BOOK,
];

/// How the listings of a text were read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadAs {
    /// The first word of the first listing.
    pub span: Span,
    /// The books whose rows applied.
    pub books: Vec<&'static str>,
    /// What was read differently from how it is written, each with its lines, from 1.
    pub notes: Vec<(Interpretation, Vec<usize>)>,
}

/// A text that is read in the place of the user's.
pub struct Read {
    /// The text.
    pub rewriting: Rewriting,
    /// What is said of it.
    pub how: ReadAs,
    /// Whether the text would be misread without a word as it is written.
    pub is_silent: bool,
    /// Lines that are no statements but prose.
    pub prose: Vec<Span>,
    /// Heads of listings without all their end words, whose layout puts nothing inside them.
    pub bare_heads: Vec<Problem>,
    /// Tokens at which what is nested in what can no longer be told, each with its listing.
    pub misfits: Vec<(Span, Span)>,
    /// Superscripts in brackets that may be powers, and may be something else: `A(i^(l))`.
    pub powers: Vec<Span>,
    /// Whether a listing begins with the word of the language.
    pub has_own: bool,
    /// Each listing that was read.
    pub listings: Vec<Span>,
}

/// A text of more bytes, or with more listings, is no page that was typed off: it is read as it is written.
const MOST_BYTES: usize = 1_000_000;
const MOST_LISTINGS: usize = 2000;

/// Reads those listings of a text that are wanted, by their spans; `None` if it has none.
/// They get these declarations.
pub fn read(
    file: FileId,
    raw: &str,
    is_wanted: impl Fn(Span) -> bool,
    declared: &[Declaration],
) -> Option<Read> {
    if raw.len() > MOST_BYTES {
        return None;
    }
    let mut listing = Listing::new(raw);
    tex::read(&mut listing);
    foreign::read(&mut listing);
    let mut regions = region::regions(&mut listing);
    if regions.len() > MOST_LISTINGS {
        return None;
    }
    regions.retain(|region| is_wanted(span_of(file, &listing, region)));
    let first = regions.first()?;
    let begin = listing.lines[first.lines().start].start;
    let listings = regions.iter();
    let listings = listings
        .map(|region| span_of(file, &listing, region))
        .collect();
    let mut misplaced = Vec::new();
    for region in &regions {
        if let Some(heading) = &region.heading {
            numbers::drop_numbers(&mut listing, heading.line..heading.line + 1);
        }
        misplaced.push(numbers::drop_numbers(&mut listing, region.body.clone()));
        comments::mark(&mut listing, region.lines());
    }
    names::join(&mut listing, &regions);
    names::subscripts(&mut listing, &regions);
    names::hand_over(&mut listing, &regions);
    let powers = jaja::superscripts(&listing, &regions);
    let powers = powers
        .into_iter()
        .map(|(first, last)| span(file, &listing, first, last))
        .collect();
    for at in 0..listing.tokens.len() {
        if !listing.counts(at) || listing.tokens[at].kind == Kind::Literal {
            continue;
        }
        for book in BOOKS {
            for row in book.tokens {
                if (row.rewrite)(&mut listing, &[at]) {
                    listing.note(at, row.interpretation);
                    listing.books.extend(book.name);
                }
            }
        }
    }
    let mut prose = Vec::new();
    let mut bare_heads = Vec::new();
    let mut misfits = Vec::new();
    for (region, misplaced) in regions.iter().zip(misplaced) {
        let lines = prose::lines(&mut listing, region.body.clone());
        prose.extend(
            lines
                .iter()
                .map(|&(first, last)| span(file, &listing, first, last)),
        );
        if lines.is_empty()
            && let Err(at) =
                misplaced.map_or_else(|| nest(&mut listing, region), |at| Err(Some(at)))
        {
            bare_heads.extend(structure::bare_heads(file, &listing, region));
            let is_printed = region.heading.is_some() && !is_own(&listing, region);
            if let Some(at) = at.filter(|_| is_printed) {
                misfits.push((
                    span(file, &listing, at, at),
                    span_of(file, &listing, region),
                ));
            }
        }
    }
    for declaration in declared {
        let at = (listing.tokens).partition_point(|token| token.start < declaration.at as usize);
        if at < listing.tokens.len() {
            listing.tokens[at].before.insert_str(0, &declaration.text);
            listing.note(at, Interpretation::UndeclaredArrays);
        }
    }
    let is_changed = |token: &Token| {
        token.read_as.is_some() || !token.before.is_empty() || !token.after.is_empty()
    };
    let is_told = !prose.is_empty() || !misfits.is_empty();
    if listing.notes.is_empty() && !is_told && !listing.tokens.iter().any(is_changed) {
        return None;
    }
    if listing.notes.is_empty() && prose.is_empty() {
        listing.note(begin, Interpretation::PlainStatements);
    }
    let has_own = regions.iter().any(|region| is_own(&listing, region));
    listing.tokens.get(begin)?;
    let span = span(file, &listing, begin, begin);
    Some(Read {
        rewriting: Rewriting::of(raw, &listing.tokens),
        how: ReadAs {
            span,
            books: listing.books.iter().copied().collect(),
            notes: listing.notes.clone().into_iter().collect(),
        },
        is_silent: listing.is_silent && !has_own,
        has_own,
        prose,
        bare_heads,
        misfits,
        powers,
        listings,
    })
}

/// The bytes from one token to another.
fn span(file: FileId, listing: &Listing<'_>, first: usize, last: usize) -> Span {
    Span {
        file,
        start: listing.tokens[first].start as u32,
        end: listing.tokens[last].end as u32,
    }
}

/// The bytes of a listing.
fn span_of(file: FileId, listing: &Listing<'_>, region: &Region) -> Span {
    let lines = region.lines();
    let tokens = listing.lines[lines.start].start..listing.lines[lines.end - 1].end;
    span(file, listing, tokens.start, tokens.end - 1)
}

/// Whether a listing begins with the word of the language: then it means what it says, if it can be read.
fn is_own(listing: &Listing<'_>, region: &Region) -> bool {
    let word = region.heading.as_ref().and_then(|heading| heading.word);
    word.is_some_and(|word| listing.concept(word) == Some(Concept::Algorithm))
}

/// Nests a listing and reads its heading; what cannot be nested stays as it was.
fn nest(listing: &mut Listing<'_>, region: &Region) -> Result<(), Option<usize>> {
    let lines = region.lines();
    let own = listing.lines[lines.start].start..listing.lines[lines.end - 1].end;
    let (tokens, notes) = (listing.tokens[own.clone()].to_vec(), listing.notes.clone());
    if let Some(heading) = &region.heading {
        read_heading(listing, heading);
    }
    if let Err(misfit) = structure::nest(listing, region) {
        listing.tokens[own].clone_from_slice(&tokens);
        listing.notes = notes;
        return Err(misfit);
    }
    let last = region.body.clone().rev().find_map(|line| {
        let range = listing.lines[line].clone();
        range
            .rev()
            .find(|&at| listing.tokens[at].kind != Kind::Comment)
    });
    let behind = (region.body.end..listing.lines.len()).find_map(|line| listing.first(line));
    let is_ended = behind.is_some_and(|at| listing.concept(at) == Some(Concept::EndAlgorithm));
    if let Some(last) = last.filter(|_| region.heading.is_some() && !is_ended) {
        listing.after(last, " end_algorithm");
    }
    Ok(())
}

/// `MERGE-SORT′(A, p, r)`, `function f(x) is`, `proc F(array A[0..n-1], n)`
fn read_heading(listing: &mut Listing<'_>, heading: &Heading) {
    let by_reference = heading.word.is_some_and(|word| {
        matches!(
            listing.word(word).as_str(),
            "procedure" | "proc" | "procedura" | "subprogram"
        )
    });
    let word = if by_reference {
        "procedure"
    } else {
        "function"
    };
    match heading.word {
        Some(at) if listing.written(at) == word => {}
        Some(at) => {
            listing.set(at, word, Interpretation::Heading);
            if listing.is(at + 1, ":") {
                listing.put(at + 1, "");
            }
        }
        None => {
            listing.note(heading.name.start, Interpretation::Heading);
            listing.before(heading.name.start, &format!("{word} "));
        }
    }
    let line = listing.lines[heading.line].clone();
    let Some((open, close)) = heading.brackets else {
        return;
    };
    let mut at = open + 1;
    while at < close {
        if listing.is(at, ":") {
            // `n: integer`
            let mut end = at;
            while end < close && !listing.is(end, ";") && !listing.is(end, ",") {
                end += 1;
            }
            listing.drop(at..end);
            at = end;
            continue;
        }
        if listing.is(at, ";") {
            listing.put(at, ",");
        } else if matches!(listing.word(at).as_str(), "var" | "in" | "out" | "const")
            && listing.tokens[at + 1].kind == Kind::Word
        {
            listing.put(at, "");
        } else if listing.is(at, "[")
            && let Some(end) = listing.closing(at, close)
        {
            listing.drop(at..end + 1);
            at = end;
        } else if listing.word(at) == "array" {
            listing.put(at, "");
        }
        at += 1;
    }
    for at in close + 1..line.end {
        if listing.counts(at) {
            listing.put(at, "");
        }
    }
}
