//! Where the listings of a text are: their captions, their headings and their bodies.

use std::collections::HashMap;
use std::ops::Range;

use super::header::header;
use super::interpretation::Interpretation;
use super::listing::Listing;
use super::numbers::number_length;
use super::words::{self, Word};
use crate::syntax::keyword::Concept;
use crate::syntax::token::Kind;

/// A stretch of a text that is a printed listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// Its heading, if it has one.
    pub heading: Option<Heading>,
    /// Whether it is a `begin … end` in a program.
    pub is_group: bool,
    /// The lines of its body.
    pub body: Range<usize>,
}

impl Region {
    /// Its lines, with its heading.
    pub fn lines(&self) -> Range<usize> {
        let first = (self.heading.as_ref()).map_or(self.body.start, |heading| heading.line);
        first..self.body.end
    }
}

/// The heading of a listing: `procedure NAME(A, n)`, `NAME(A, n)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// Its line.
    pub line: usize,
    /// `procedure`, where such a word is there.
    pub word: Option<usize>,
    /// The tokens of the name.
    pub name: Range<usize>,
    /// The brackets around the parameters.
    pub brackets: Option<(usize, usize)>,
}

/// All listings of a text. Their captions become comments, and their lines lose their numbers.
pub fn regions(listing: &mut Listing<'_>) -> Vec<Region> {
    let mut regions = Vec::new();
    let closings = listing.closings();
    let mut line = 0;
    while line < listing.lines.len() {
        let Some(begin) = begin(listing, line) else {
            line += 1;
            continue;
        };
        let region = match begin {
            Begin::Heading(heading) => {
                let from = header(listing, heading.line + 1, |listing, line| {
                    self::begin(listing, line).is_some()
                });
                let to = end(listing, from, listing.column(heading.line), true);
                Region {
                    heading: Some(heading),
                    is_group: false,
                    body: from..to,
                }
            }
            Begin::Caption => {
                let is_figure = listing.first(line).is_some_and(|at| {
                    matches!(
                        listing.word(at).as_str(),
                        "figure" | "fig" | "slika" | "lis"
                    )
                });
                listing.comment(line, Interpretation::Captions);
                let mut from = line + 1;
                while is_figure && super::prose::is_prose(listing, from) {
                    listing.comment(from, Interpretation::Captions);
                    from += 1;
                }
                let from = header(listing, from, |listing, line| {
                    self::begin(listing, line).is_some()
                });
                if matches!(self::begin(listing, from), Some(Begin::Heading(_))) {
                    line = from;
                    continue;
                }
                let to = end(listing, from, None, false);
                Region {
                    heading: None,
                    is_group: false,
                    body: from..to,
                }
            }
            Begin::Body => {
                let to = braces_end(listing, line, &closings)
                    .unwrap_or_else(|| end(listing, line, listing.column(line), false));
                Region {
                    heading: None,
                    is_group: listing
                        .first(line)
                        .is_some_and(|at| listing.word(at) == "begin"),
                    body: line..to,
                }
            }
        };
        line = region.body.end.max(line + 1);
        if !region.body.is_empty() {
            regions.push(region);
        }
    }
    regions
}

enum Begin {
    /// A heading.
    Heading(Heading),
    /// A caption.
    Caption,
    /// A loop of a listing in the middle of a program, or a `begin` alone in its line.
    Body,
}

/// What begins with a line.
fn begin(listing: &Listing<'_>, line: usize) -> Option<Begin> {
    let first = number_length(listing, line, true)
        .map_or_else(|| listing.first(line), |(_, next)| Some(next))?;
    let last = listing.last(line)?;
    let word = listing.word(first);
    if words::is_caption(&word) {
        let next = first + 1;
        let is_numbered = next <= last && listing.tokens[next].kind == Kind::Number;
        let is_comment = listing.lines[line].end > first + 1 && !listing.counts(first + 1)
            || listing.is(first + 1, "{") && listing.closing(first + 1, last + 1) == Some(last);
        let is_alone = first == last && listing.concept(first) == Some(Concept::Algorithm);
        if is_numbered || is_comment || is_alone {
            return Some(Begin::Caption);
        }
    }
    let titled = matches!(
        word.as_str(),
        "algorithm" | "algoritmus" | "алгоритм" | "algoritam"
    ) && name(listing, first + 1, last)
        .is_some_and(|(name, brackets)| brackets.is_none() && name.end == last + 1)
        && !listing.is(last, ";");
    if titled {
        return Some(Begin::Caption);
    }
    let is_heading = words::is_heading(&word) || word == "algorithm" && listing.is(first + 1, ":");
    let own = matches!(listing.concept(first), Some(Concept::Algorithm));
    let from = match () {
        () if is_heading || own => {
            let colon = usize::from(listing.is(first + 1, ":"));
            first + 1 + colon
        }
        () => first,
    };
    if own && !is_printed(listing, line) {
        return None;
    }
    let named = name(listing, from, last);
    if is_heading || own {
        let (name, brackets) = named?;
        return Some(Begin::Heading(Heading {
            line,
            word: Some(first),
            name,
            brackets,
        }));
    }
    if let Some((name, Some((open, close)))) = named
        && (close == last || close + 1 == last && listing.is(last, ":"))
        && listing.tokens[first].kind == Kind::Word
        && listing.concept(first).is_none()
    {
        let next = (line + 1..listing.lines.len()).find(|&line| listing.first(line).is_some())?;
        let numbered = number_length(listing, next, false).is_some();
        let is_headed = listing.column(line) == Some(0)
            && listing.tokens[first].first
            && listing.column(next) > Some(0)
            && !listing.last(next).is_some_and(|last| listing.is(last, ";"));
        if numbered || is_headed {
            return Some(Begin::Heading(Heading {
                line,
                word: None,
                name,
                brackets: Some((open, close)),
            }));
        }
        let declares = listing
            .first(next)
            .is_some_and(|at| words::is_declaring(&listing.word(at)));
        if declares && listing.column(line) == Some(0) {
            return Some(Begin::Caption);
        }
    }
    let is_loop = matches!(
        Word::of(listing, first),
        Some(Word::For | Word::ForAll | Word::ParFor)
    );
    let has_parts = Word::of(listing, first) == Some(Word::ForAll)
        && listing.is(first + 1, "(")
        && (first..last).any(|at| listing.is(at, ";"));
    let is_group = first == last && listing.word(first) == "begin";
    let opens = is_group
        || is_loop && (words::ends_head(listing, last) || has_parts) && listing.tokens[first].first;
    opens.then_some(Begin::Body)
}

/// Whether an `algoritam` holds what only listings hold: no statement of it ends with a semicolon.
fn is_printed(listing: &Listing<'_>, heading: usize) -> bool {
    use Concept::{Algorithm, Claim, EndAlgorithm, Input, Machine, Program};
    let is_own = |line: &usize| {
        let concept = listing.first(*line).and_then(|at| listing.concept(at));
        !matches!(
            concept,
            Some(Algorithm | EndAlgorithm | Program | Input | Machine | Claim)
        )
    };
    let mut lines = (heading + 1..listing.lines.len()).take_while(is_own);
    !lines.any(|line| listing.lines[line].clone().any(|at| listing.is(at, ";")))
}

/// A name with what joins its parts, and the brackets after it.
type Named = (Range<usize>, Option<(usize, usize)>);

/// The name that begins at a token: `ONE-TO-ALL`, `LIST.RANKING`, `BUILD TREE`.
fn name(listing: &Listing<'_>, from: usize, last: usize) -> Option<Named> {
    if listing.tokens.get(from)?.kind != Kind::Word || from > last {
        return None;
    }
    let mut at = from + 1;
    while at <= last {
        let kind = listing.tokens[at].kind;
        let joins = kind == Kind::Mark && matches!(listing.written(at), "-" | "." | "–");
        if kind == Kind::Word || joins || kind == Kind::Number && listing.is(at - 1, "-") {
            at += 1;
        } else {
            break;
        }
    }
    if at <= last && listing.is(at, "(") {
        let close = listing.closing(at, last + 1)?;
        return Some((from..at, Some((at, close))));
    }
    Some((from..at, None))
}

/// The line after a body that begins at `from`.
fn end(
    listing: &mut Listing<'_>,
    from: usize,
    column: Option<usize>,
    owns_further_in: bool,
) -> usize {
    let count = listing.lines.len();
    let begins = |listing: &Listing<'_>, line: usize| {
        let first = number_length(listing, line, true)
            .map_or_else(|| listing.first(line), |(_, next)| Some(next));
        first.filter(|&at| matches!(Word::of(listing, at), Some(Word::Begin)))
    };
    if let Some(begin) = begins(listing, from) {
        let column = listing.tokens[begin].column;
        for line in from + 1..count {
            let first = number_length(listing, line, true)
                .map_or_else(|| listing.first(line), |(_, next)| Some(next));
            let Some(first) = first else { continue };
            let is_end = matches!(Word::of(listing, first), Some(Word::End(_)));
            let is_first =
                number_length(listing, line, true).is_some() || listing.tokens[first].first;
            if is_first && is_end && listing.tokens[first].column <= column {
                return line + 1;
            }
        }
    }
    let mut to = from;
    let mut depth = 0_i32;
    for line in from..count {
        let Some(first) = listing.first(line) else {
            continue;
        };
        for at in listing.lines[line].clone() {
            depth += i32::from(listing.is(at, "{")) - i32::from(listing.is(at, "}"));
        }
        // The brace belongs to what is around the listing.
        if depth < 0 && !owns_further_in && listing.is(first, "}") {
            break;
        }
        if line > from
            && matches!(
                begin(listing, line),
                Some(Begin::Heading(_) | Begin::Caption)
            )
        {
            break;
        }
        let is_numbered = number_length(listing, line, false).is_some();
        let is_further_in =
            owns_further_in && column.is_some_and(|column| listing.tokens[first].column > column);
        if !is_numbered && !is_further_in && ends_listing(listing, first, line) {
            break;
        }
        to = line + 1;
    }
    to
}

/// The line after the brace that closes the one at the end of a line.
fn braces_end(
    listing: &Listing<'_>,
    line: usize,
    closings: &HashMap<usize, usize>,
) -> Option<usize> {
    let open = listing.last(line).filter(|&at| listing.is(at, "{"))?;
    let close = closings.get(&open)?;
    Some(listing.tokens[*close].line + 1)
}

/// Whether a line that begins with this token is one of the program around a listing.
fn ends_listing(listing: &Listing<'_>, first: usize, line: usize) -> bool {
    use Concept::{
        Assert, Channel, Claim, EndAlgorithm, EndParallel, EndProgram, Include, Input, Machine,
        Output, Print, Program, Sequential,
    };
    let is_end = matches!(
        listing.concept(first),
        Some(EndAlgorithm | EndProgram | EndParallel)
    );
    let is_item = matches!(
        listing.concept(first),
        Some(
            Program
                | Machine
                | Include
                | Input
                | Claim
                | Sequential
                | Output
                | Print
                | Assert
                | Channel
        )
    );
    let last = listing.last(line).unwrap_or(first);
    let ends = listing.is(last, ";") || matches!(listing.concept(first), Some(Program | Include));
    let is_named = listing.is(first + 1, "=") || listing.is(first + 1, ":=");
    // `for i = 1 to n`, and a statement with its semicolon below.
    let next = (line + 1..listing.lines.len()).find_map(|line| listing.last(line));
    let is_loop = matches!(
        listing.concept(first),
        Some(Concept::For | Concept::Parallel)
    ) && !words::ends_head(listing, last)
        && !listing.lines[line]
            .clone()
            .any(|at| matches!(listing.written(at), "do" | "←" | ":=" | "then"))
        && next.is_some_and(|at| listing.is(at, ";"));
    is_end || is_item && ends && !is_named || is_loop
}
