//! Text to syntax tree.

mod aside;
pub mod ast;
mod block;
mod contradiction;
mod dialect;
mod exchange;
pub mod formatter;
pub mod found;
pub mod habit;
pub mod hint;
pub mod include;
pub mod keyword;
mod look_alike;
mod nesting;
pub mod operator;
mod parser;
mod piece;
mod problem;
pub mod procedure;
mod rewriting;
mod size;
mod spelling;
mod text;
mod token;
pub mod vocabulary;

pub use aside::{Asides, Looks, Misbound, Misleading, Misspelt, MisspeltKind};
pub use dialect::ReadAs;
pub use look_alike::LookAlike;
pub use text::{NotText, decode};

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Sources, Span};
use block::Reading;
use problem::Problem;
use text::Text;
use vocabulary::Vocabularies;

/// The tree of a file, and everything that is wrong with its text in the order of the text. Where
/// something is wrong, the tree holds what could be read.
pub fn parse(sources: &Sources, file: FileId) -> (ast::File, Vec<Diagnostic>) {
    let readable = read(sources, file);
    (readable.reading.file, in_order(&readable.problems, sources))
}

/// The same with what the text says beside, or with what is wrong with it.
fn parse_with_asides(
    sources: &Sources,
    file: FileId,
) -> (ast::File, Result<Asides, Vec<Diagnostic>>) {
    let readable = read(sources, file);
    let asides = if readable.problems.is_empty() {
        let parts = (&readable.text, &readable.reading);
        Ok(aside::asides(sources, file, parts, readable.read_as))
    } else {
        Err(in_order(&readable.problems, sources))
    };
    (readable.reading.file, asides)
}

/// A text that was read.
struct Readable {
    text: Text,
    reading: Reading,
    problems: Vec<Problem>,
    /// How its listings were read.
    read_as: Option<ReadAs>,
}

/// Reads a text as it is written, and those listings in it as they are printed that cannot be read so, or would
/// be misread without a word.
fn read(sources: &Sources, file: FileId) -> Readable {
    let raw = &sources.get(file).text;
    let plain = read_text(raw, Text::new(file, raw), None);
    let Some(printed) = dialect::read(file, raw, |_| true, &[]) else {
        return plain;
    };
    if plain.problems.is_empty() {
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
        return if is_silent { other } else { plain };
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
        for (span, listing) in misfits {
            let is_in_its_line = |other: Span| {
                let (from, to) = (span.start.min(other.start), span.start.max(other.start));
                to - from < LONGEST_LINE && !raw[from as usize..to as usize].contains('\n')
            };
            let is_told = (chosen.problems.iter())
                .any(|problem| problem.spans().into_iter().any(is_in_its_line));
            if is_told || chosen.problems_in(listing) < 2 {
                continue;
            }
            let is_outside = |problem: &Problem| {
                !(problem
                    .spans()
                    .into_iter()
                    .any(|span| listing.start <= span.start && span.end <= listing.end))
            };
            chosen.problems.retain(is_outside);
            chosen.problems.push(Problem::NotNested { span });
        }
    }
    chosen
}

/// A line of a listing has no more bytes.
const LONGEST_LINE: u32 = 1000;

/// Reads a text with its listings as they are printed.
fn rewritten(file: FileId, raw: &str, printed: dialect::Read) -> Readable {
    let text = Text::rewritten(file, printed.rewriting);
    read_text(raw, text, Some(printed.how))
}

impl Readable {
    /// How many problems are about a stretch of the text.
    fn problems_in(&self, stretch: Span) -> usize {
        let is_inside = |span: Span| span.start < stretch.end && stretch.start < span.end;
        let problems = self.problems.iter();
        problems
            .filter(|problem| problem.spans().into_iter().any(is_inside))
            .count()
    }
}

fn read_text(
    raw: &str,
    (text, mut problems): (Text, Vec<Problem>),
    read_as: Option<ReadAs>,
) -> Readable {
    let reading = match nesting::too_deep(&text) {
        Some(problem) => {
            problems.push(problem);
            Reading::default()
        }
        None => block::read_file(&text, &mut problems),
    };
    problems.extend(aside::contradictions(raw, &text, &reading.elses));
    Readable {
        text,
        reading,
        problems,
        read_as,
    }
}

/// The text that is read in the place of a file that holds printed listings, or what is wrong with it.
fn in_own_spelling(sources: &Sources, file: FileId) -> Result<Option<String>, Vec<Diagnostic>> {
    let readable = read(sources, file);
    if !readable.problems.is_empty() {
        return Err(in_order(&readable.problems, sources));
    }
    Ok(readable.read_as.is_some().then(|| readable.text.source()))
}

/// Whether a word stands in a file, outside of its comments and of what it prints.
pub fn has_word(sources: &Sources, file: FileId, word: &str) -> bool {
    let (text, _) = Text::new(file, &sources.get(file).text);
    text.words().any(|one| one == word)
}

/// The tree of a text that is one expression, such as a value on the command line: `2^20`,
/// `sqrt(p)`, `n log n`.
#[expect(
    clippy::result_large_err,
    reason = "it happens once a run, and ends it"
)]
pub fn parse_expression(sources: &Sources, file: FileId) -> Result<ast::Expr, Diagnostic> {
    let (text, mut problems) = Text::new(file, &sources.get(file).text);
    problems.extend(nesting::too_deep(&text));
    if problems.is_empty() {
        match parser::read_expression(&text, &mut problems) {
            Ok(expression) if problems.is_empty() => return Ok(expression),
            Ok(_) => {}
            Err(failure) => problems.push(failure.problem),
        }
    }
    Err(in_order(&problems, sources).swap_remove(0))
}

fn in_order(problems: &[Problem], sources: &Sources) -> Vec<Diagnostic> {
    if problems.is_empty() {
        return Vec::new();
    }
    let vocabularies = Vocabularies::of(sources);
    let mut diagnostics: Vec<_> = problems
        .iter()
        .map(|problem| vocabularies.word(|voice| problem.diagnostic(voice)))
        .collect();
    let is_open = |problem: &Problem| matches!(problem, Problem::OpenComment { .. });
    if problems.iter().any(is_open) {
        // The end words are missing because the comment holds them.
        diagnostics.retain(|diagnostic| diagnostic.code != Code::MissingEnd);
    }
    let fixes = (diagnostics.iter_mut()).flat_map(|diagnostic| &mut diagnostic.fixes);
    for edit in fixes.flat_map(|fix| &mut fix.edits) {
        edit.keep_apart(sources);
    }
    diagnostics.sort_by_key(|diagnostic| diagnostic.primary.as_ref().map(|label| label.span.start));
    diagnostics
}
