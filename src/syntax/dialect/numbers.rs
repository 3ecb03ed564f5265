//! The numbers of the lines of a listing.

use std::collections::HashSet;
use std::ops::Range;

use super::interpretation::Interpretation;
use super::listing::Listing;
use super::words::Word;
use crate::syntax::token::Kind;

/// The tokens of the number of a line, and the first token after it. A number without a mark counts where
/// `any` is not asked for only if what follows can begin a statement.
pub fn number_length(
    listing: &Listing<'_>,
    line: usize,
    marked: bool,
) -> Option<(Range<usize>, usize)> {
    let range = listing.lines.get(line)?.clone();
    let first = range.clone().next()?;
    let token = &listing.tokens[first];
    let at = |offset: usize| first + offset;
    // After `2.1.1`, which begins here.
    let behind_parts = |number: usize| {
        let mut next = number + 1;
        while next + 1 < range.end
            && listing.is(next, ".")
            && listing.touches(next)
            && listing.tokens[next + 1].kind == Kind::Number
        {
            next += 2;
        }
        next
    };
    let behind = |next: usize| (next < range.end).then_some((first..next, next));
    if token.kind == Kind::Word && matches!(listing.word(first).as_str(), "step" | "korak") {
        let numbered = listing
            .tokens
            .get(at(1))
            .is_some_and(|token| token.kind == Kind::Number);
        let next = behind_parts(at(1));
        let ends = listing.is(next, ":") || listing.is(next, ".");
        return (numbered && ends).then(|| behind(next + 1)).flatten();
    }
    if token.kind == Kind::Number {
        let next = behind_parts(first);
        if (listing.is(next, ".") || listing.is(next, ":")) && !listing.touches(next) {
            return behind(next + 1);
        }
        let follows = listing.tokens.get(next).is_some_and(|token| {
            next < range.end && matches!(token.kind, Kind::Word | Kind::Comment)
        });
        let follows =
            follows || listing.is(next, "(") || listing.is(next, "▷") || listing.is(next, "{");
        return (!marked && next == at(1) && follows && !listing.touches(first))
            .then(|| behind(next))
            .flatten();
    }
    if listing.is(first, "(") {
        let mut next = at(1);
        while next < range.end
            && (listing.tokens[next].kind == Kind::Number || listing.is(next, "."))
        {
            next += 1;
        }
        if next > at(1) && listing.is(next, ")") && !listing.touches(next) {
            return behind(next + 1);
        }
    }
    None
}

/// Takes the numbers of its lines from a listing. The result is the token from which on they leave open what is
/// nested in what.
pub fn drop_numbers(listing: &mut Listing<'_>, lines: Range<usize>) -> Option<usize> {
    let bare = lines
        .clone()
        .filter(|&line| number_length(listing, line, false).is_some())
        .count();
    let marked = lines
        .clone()
        .filter(|&line| number_length(listing, line, true).is_some())
        .count();
    let all = lines
        .clone()
        .filter(|&line| listing.first(line).is_some())
        .count();
    // Numbers without a mark number nearly all lines, or they are none.
    let has_bare = bare > marked && 3 * bare >= 2 * all;
    let mut numbers = Vec::new();
    for line in lines.clone() {
        let begin = listing.lines[line].start;
        while let Some((number, next)) = number_length(listing, line, !has_bare) {
            let is_first = listing.lines[line].start == number.start;
            if !is_first {
                break;
            }
            listing.is_silent |= listing.is(number.start, "(");
            listing.note(number.start, Interpretation::NumbersOfLines);
            for at in number.clone() {
                let width = listing.written(at).chars().count();
                listing.tokens[at].kind = Kind::LineNumber;
                listing.put(at, " ".repeat(width));
            }
            listing.lines[line].start = next;
        }
        let next = listing.lines[line].start;
        if next > begin {
            let last = next - 1;
            let width = listing.written(last).chars().count();
            let begin = listing.tokens[begin].column;
            let end = listing.tokens[last].column + width;
            numbers.push(Number { line, begin, end });
        }
    }
    align(listing, lines, &numbers)
}

/// The number of a line, and the columns it takes.
struct Number {
    line: usize,
    begin: usize,
    end: usize,
}

/// Decides whether the columns of numbered lines are those that are printed, since the numbers are padded or
/// indented, or whether a wider number moved its line. The numbers are padded if lines with wide and with narrow
/// numbers begin in the same columns; they are not if those lines begin equally far after their numbers. Where
/// neither is so, every line that is less far in than the one before must begin where an earlier one does. If it
/// does so in neither case, the result is the first token that begins elsewhere.
fn align(listing: &mut Listing<'_>, lines: Range<usize>, numbers: &[Number]) -> Option<usize> {
    let narrowest = numbers.iter().map(|number| number.end).min()?;
    let is_one_column = numbers
        .iter()
        .all(|number| number.begin == numbers[0].begin);
    let (narrow, wide): (Vec<_>, Vec<_>) =
        numbers.iter().partition(|number| number.end == narrowest);
    let column = |number: &Number| listing.column(number.line).unwrap_or_default();
    let distance = |number: &Number| column(number).saturating_sub(number.end);
    let known = |of: &dyn Fn(&Number) -> usize| {
        let seen: HashSet<usize> = narrow.iter().map(|number| of(number)).collect();
        wide.iter().all(|number| seen.contains(&of(number)))
    };
    let (is_padded, is_moved) = (known(&column), known(&distance));
    if !is_one_column || is_padded {
        return None;
    }
    let misplaced = first_misplaced(listing, lines.clone());
    if !is_moved {
        misplaced?;
    }
    shift(listing, &wide, |column, number| {
        column - (number.end - narrowest)
    });
    if is_moved {
        return None;
    }
    first_misplaced(listing, lines)?;
    shift(listing, &wide, |column, number| {
        column + (number.end - narrowest)
    });
    misplaced
}

/// Moves the lines of some numbers to other columns.
fn shift(listing: &mut Listing<'_>, numbers: &[&Number], to: impl Fn(usize, &Number) -> usize) {
    for number in numbers {
        for at in listing.lines[number.line].clone() {
            let column = &mut listing.tokens[at].column;
            *column = to(*column, number);
        }
    }
}

/// The first token of the first line that is less far in than the one before, and begins where no line around it
/// does. Lines that begin or end a body stand where they like.
fn first_misplaced(listing: &Listing<'_>, lines: Range<usize>) -> Option<usize> {
    let mut open: Vec<usize> = Vec::new();
    let firsts = lines.filter_map(|line| listing.first(line));
    let mut statements =
        firsts.filter(|&at| !matches!(Word::of(listing, at), Some(Word::Begin | Word::End(_))));
    statements.find(|&at| {
        let column = listing.tokens[at].column;
        let is_less = open.last().is_some_and(|&before| before > column);
        open.retain(|&outer| outer <= column);
        let is_known = open.last() == Some(&column);
        if !is_known {
            open.push(column);
        }
        is_less && !is_known && open.len() > 1
    })
}
