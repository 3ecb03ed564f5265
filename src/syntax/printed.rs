//! Which listings of a text are read as they are printed: those that cannot be read as they are written, or
//! would be misread without a word.

use super::dialect;
use super::problem::Problem;
use super::text::Text;
use super::{Readable, read_text};
use crate::source::{FileId, Sources, Span};

/// Reads a text as it is written, and those listings in it as they are printed that cannot be read so, or would
/// be misread without a word.
pub(super) fn read(sources: &Sources, file: FileId) -> Readable {
    let raw = &sources.get(file).text;
    let plain = read_text(raw, Text::new(file, raw), None);
    let Some(printed) = dialect::read(file, raw, |_| true, &[]) else {
        return plain;
    };
    if plain.problems.is_empty() {
        return read_without_problems(file, raw, plain, printed);
    }
    // Prose cannot be read, and hides what else is wrong.
    if !printed.prose.is_empty() {
        let prose = printed.prose.iter();
        return Readable {
            problems: prose.map(|&span| Problem::Prose { span }).collect(),
            ..plain
        };
    }
    if !printed.powers.is_empty() {
        let powers = printed.powers.iter();
        return Readable {
            problems: powers.map(|&span| Problem::Superscript { span }).collect(),
            ..plain
        };
    }
    let (listings, bare_heads) = (printed.listings.clone(), printed.bare_heads.clone());
    let misfits = printed.misfits.clone();
    let other = rewritten(file, raw, printed);
    // Where much of a listing still cannot be read, it is none.
    let is_listing = |span: &Span| {
        let (many, few) = (plain.problems_in(*span), other.problems_in(*span));
        many > 0 && 2 * few <= many
    };
    let wanted: Vec<Span> = listings.iter().copied().filter(is_listing).collect();
    let mut chosen = if other.problems.is_empty() || wanted.len() == listings.len() {
        other
    } else {
        match dialect::read(file, raw, |span| wanted.contains(&span), &[]) {
            Some(printed) => rewritten(file, raw, printed),
            None => plain,
        }
    };
    let declared = dialect::declarations(&chosen.reading.file, &wanted);
    if chosen.problems.is_empty()
        && !declared.is_empty()
        && let Some(printed) = dialect::read(file, raw, |span| wanted.contains(&span), &declared)
    {
        chosen = rewritten(file, raw, printed);
    }
    if chosen.problems.iter().any(Problem::is_missing_end) && !bare_heads.is_empty() {
        chosen.problems.retain(|problem| !problem.is_missing_end());
        chosen.problems.extend(bare_heads.iter().cloned());
    }
    // Of an end that only the rewriting put there nothing is said.
    let has_problems = !chosen.problems.is_empty();
    chosen
        .problems
        .retain(|problem| !problem.is_of_inserted_end());
    if has_problems && chosen.problems.is_empty() {
        return read_text(raw, Text::new(file, raw), None);
    }
    if has_problems && bare_heads.is_empty() {
        for (place, listing) in misfits {
            chosen.name_misfit(raw, place, listing);
        }
    }
    chosen
}

/// Reads a text that can be read as it is written: as it is printed where the listings in it would be misread
/// without a word, or where they use what they do not declare.
fn read_without_problems(
    file: FileId,
    raw: &str,
    plain: Readable,
    printed: dialect::Read,
) -> Readable {
    let (is_silent, has_own) = (printed.is_silent, printed.has_own);
    let listings = printed.listings.clone();
    let other = rewritten(file, raw, printed);
    if !other.problems.is_empty() {
        return plain;
    }
    let declared = dialect::declarations(&other.reading.file, &listings);
    if !declared.is_empty()
        && !has_own
        && let Some(printed) = dialect::read(file, raw, |_| true, &declared)
    {
        return rewritten(file, raw, printed);
    }
    if is_silent { other } else { plain }
}

/// A line of a listing has no more bytes.
const LONGEST_LINE: u32 = 1000;

/// Reads a text with its listings as they are printed.
fn rewritten(file: FileId, raw: &str, printed: dialect::Read) -> Readable {
    let text = Text::rewritten(file, printed.rewriting);
    read_text(raw, text, Some(printed.how))
}

impl Readable {
    /// Names the place at which a listing cannot be nested in the place of its problems, unless it has hardly any,
    /// or one of them is in that line.
    fn name_misfit(&mut self, raw: &str, place: Span, listing: Span) {
        let is_in_its_line = |other: Span| {
            let (from, to) = (place.start.min(other.start), place.start.max(other.start));
            to - from < LONGEST_LINE && !raw[from as usize..to as usize].contains('\n')
        };
        let is_inside = |span: Span| listing.start <= span.start && span.end <= listing.end;
        let has_span = |problem: &Problem, is_it: &dyn Fn(Span) -> bool| {
            problem.spans().into_iter().any(is_it)
        };
        let is_told = (self.problems.iter()).any(|problem| has_span(problem, &is_in_its_line));
        if is_told || self.problems_in(listing) < 2 {
            return;
        }
        self.problems
            .retain(|problem| !has_span(problem, &is_inside));
        self.problems.push(Problem::NotNested { span: place });
    }

    /// How many problems are about a stretch of the text.
    fn problems_in(&self, stretch: Span) -> usize {
        let is_inside = |span: Span| span.start < stretch.end && stretch.start < span.end;
        let problems = self.problems.iter();
        problems
            .filter(|problem| problem.spans().into_iter().any(is_inside))
            .count()
    }
}
