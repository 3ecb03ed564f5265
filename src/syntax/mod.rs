//! Text to syntax tree.

mod aside;
pub mod ast;
mod block;
pub mod colour;
mod contradiction;
mod dialect;
mod directive;
mod exchange;
pub mod formatter;
pub mod found;
pub mod habit;
pub mod hint;
pub mod include;
pub mod keyword;
mod look_alike;
mod nesting;
pub mod operation;
pub mod operator;
mod parser;
mod piece;
mod printed;
mod problem;
pub mod procedure;
mod rewriting;
mod size;
mod spelling;
mod text;
pub mod token;
pub mod vocabulary;

pub use aside::{Asides, Looks, Misbound, Misleading, Misspelt, MisspeltKind};
pub use dialect::ReadAs;
pub use directive::{Directive, DirectiveKind};
pub use look_alike::LookAlike;
pub use text::{NotText, decode};

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Sources};
use block::Reading;
use problem::Problem;
use text::Text;
use vocabulary::Vocabularies;

/// The tree of a file, and everything that is wrong with its text in the order of the text. Where
/// something is wrong, the tree holds what could be read.
pub fn parse(sources: &Sources, file: FileId) -> (ast::File, Vec<Diagnostic>) {
    let readable = printed::read(sources, file);
    (readable.reading.file, in_order(&readable.problems, sources))
}

/// The same with what the text says beside, or with what is wrong with it.
fn parse_with_asides(
    sources: &Sources,
    file: FileId,
) -> (ast::File, Result<Asides, Vec<Diagnostic>>) {
    let readable = printed::read(sources, file);
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
    let readable = printed::read(sources, file);
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
