//! Reads one piece of a text at a time with the grammar of `grammar/`; nothing outside this folder
//! knows pest.

mod dots;
mod expression;
mod failure;
mod item;
mod listing;
mod loops;
mod message;
mod statement;
mod subscript;
mod tokens;

use std::num::NonZeroUsize;
use std::sync::{LazyLock, Once};

use pest::Parser;
use pest::error::Error;
use pest::iterators::{Pair, Pairs};
use pest_derive::Parser;

use super::ast::{Expr, Ident};
use super::keyword::{self, Concept};
use super::piece::Read;
use super::problem::Problem;
use super::text::Text;
use crate::source::Span;

pub use failure::Failure;
pub use tokens::{Token, TokenKind};

#[derive(Parser)]
#[grammar = "../grammar/keyword.pest"]
#[grammar = "../grammar/lexical.pest"]
#[grammar = "../grammar/expression.pest"]
#[grammar = "../grammar/program.pest"]
#[grammar = "../grammar/listing.pest"]
struct Grammar;

/// The length of the line number at the beginning of a line, with its mark; `None` if there is none.
pub fn line_number(line: &str) -> Option<usize> {
    let number = Grammar::parse(Rule::line_number, line).ok()?;
    Some(number.as_str().len())
}

/// How many rules one piece may try: over a hundred thousand numbers in a list, and about a
/// second.
const RULE_LIMIT: usize = 30_000_000;

/// Where a piece stands, which decides between an item and a statement of the same first word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Outside everything.
    Top,
    /// In the body of an algorithm, a program or a construct.
    Body,
    /// In the body of a `procedure`.
    Listing,
}

/// Whether an expression is part of a program or a formula about one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Language {
    Program,
    /// `=` compares.
    Listing,
    /// `n log n` is a product.
    Formula,
}

/// Reads the piece that begins at `at` or after the blanks there. What can be understood but is
/// not right goes to `problems`, and the tokens of the piece to `tokens`, for who wants them.
pub fn read(
    text: &Text,
    at: usize,
    place: Place,
    problems: &mut Vec<Problem>,
    tokens: Option<&mut Vec<Token>>,
) -> Result<Read, Failure> {
    limit_work();
    match parse(text, at, place) {
        Ok(mut pairs) => {
            if let Some(tokens) = tokens {
                *tokens = tokens::all(text, at, pairs.clone());
            }
            let pair = pairs.next().expect("a piece is one pair");
            let mut builder = Builder {
                text,
                base: at,
                problems,
                depth: 0,
                language: match place {
                    Place::Top | Place::Body => Language::Program,
                    Place::Listing => Language::Listing,
                },
            };
            Ok(builder.piece(pair))
        }
        Err(error) => Err(failure::explain(text, at, &error)),
    }
}

/// The pairs of the piece at `at`. A line that begins with `--x` is a new statement: it is
/// not the `- -x` that would go on with the line above. Where lines are numbered in brackets, `(2)`
/// at the beginning of a line is its number: it is not the argument of a call that begins above.
fn parse(text: &Text, at: usize, place: Place) -> Result<Pairs<'_, Rule>, Box<Error<Rule>>> {
    let rule = match place {
        Place::Top => Rule::top_piece,
        Place::Body => Rule::body_piece,
        Place::Listing => Rule::listing_piece,
    };
    let pairs = Grammar::parse(rule, &text.clean[at..])?;
    let end = at + pairs.as_str().len();
    match line_below(text, at, end, place) {
        None => Ok(pairs),
        Some(LineBelow::Step(step)) => {
            let above = text.clean[at..step].trim_end();
            let alone = Grammar::parse(rule, above).ok();
            Ok(alone
                .filter(|alone| alone.as_str().trim_end().len() == above.len())
                .unwrap_or(pairs))
        }
        Some(LineBelow::Number(number)) => {
            Ok(Grammar::parse(rule, text.clean[at..number].trim_end())?)
        }
    }
}

/// A line with which a piece seems to continue, but which is a piece itself.
enum LineBelow {
    /// It begins here with `--x`.
    Step(usize),
    /// It begins here with a number in brackets.
    Number(usize),
}

/// The first line below that of `at`, and in no brackets of the piece, that is a piece itself.
fn line_below(text: &Text, at: usize, end: usize, place: Place) -> Option<LineBelow> {
    let is_numbered = place == Place::Listing || is_behind_brackets(text, at);
    let mut open = 0;
    let mut in_string = false;
    for (offset, mark) in text.clean[at..end].char_indices() {
        let here = at + offset;
        match mark {
            '"' => in_string = !in_string,
            '(' if open == 0 && !in_string && offset > 0 && is_numbered => {
                if text.starts_line(here) && begins_with_number(text, here) {
                    return Some(LineBelow::Number(here));
                }
                open += 1;
            }
            '(' | '[' | '{' | '⌈' | '⌊' if !in_string => open += 1,
            ')' | ']' | '}' | '⌉' | '⌋' if !in_string => open -= 1,
            '-' if open == 0 && offset > 0 && begins_step(text, here) => {
                return Some(LineBelow::Step(here));
            }
            _ => {}
        }
    }
    None
}

/// Whether what begins at `at` follows the number of its line, in brackets.
fn is_behind_brackets(text: &Text, at: usize) -> bool {
    let before = text.clean[..at].trim_end();
    let Some(digits) = before.strip_suffix(')') else {
        return false;
    };
    let number = digits.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let Some(open) = number.len().checked_sub(1) else {
        return false;
    };
    number.ends_with('(') && text.starts_line(open) && begins_with_number(text, open)
}

/// Whether a line number begins here.
fn begins_with_number(text: &Text, at: usize) -> bool {
    let line = text.clean[at..].split_inclusive('\n').next();
    line.and_then(line_number).is_some()
}

/// Whether a line begins with `--x` here.
fn begins_step(text: &Text, at: usize) -> bool {
    let Some(behind) = text.clean[at..].strip_prefix("--") else {
        return false;
    };
    let variable = behind.trim_start();
    variable.starts_with(|first: char| first.is_alphabetic() || first == '_')
        && text.starts_line(at)
}

/// Why the simple statement or item at `at` cannot end with a `;` where its reading stopped.
pub fn explain_unterminated(text: &Text, at: usize) -> Option<Failure> {
    let error = Grammar::parse(Rule::strict_piece, &text.clean[at..]).err()?;
    Some(failure::explain(text, at, &error))
}

/// Reads a text that is one expression, in the language of formulas.
pub fn read_expression(text: &Text, problems: &mut Vec<Problem>) -> Result<Expr, Failure> {
    limit_work();
    match Grammar::parse(Rule::whole_expression, &text.clean) {
        Ok(mut pairs) => {
            let whole = pairs.next().expect("the whole is one pair");
            let expression = whole
                .into_inner()
                .next()
                .expect("the whole holds an expression");
            let mut builder = Builder {
                text,
                base: 0,
                problems,
                depth: 0,
                language: Language::Formula,
            };
            Ok(builder.initialiser(expression))
        }
        Err(error) => Err(failure::explain(text, 0, &error)),
    }
}

/// Makes pest give up on a piece that would take minutes.
fn limit_work() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| pest::set_call_limit(NonZeroUsize::new(RULE_LIMIT)));
}

/// Builds the tree of one piece from pest's pairs.
struct Builder<'t> {
    text: &'t Text,
    /// Where the piece begins in the clean text.
    base: usize,
    problems: &'t mut Vec<Problem>,
    /// How many expressions are being built inside one another.
    depth: usize,
    language: Language,
}

impl Builder<'_> {
    fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let span = pair.as_span();
        // Rules that end in an optional part may include the blanks before it.
        let end = span.start() + span.as_str().trim_end().len();
        self.text.span(self.base + span.start(), self.base + end)
    }

    fn ident(&self, pair: &Pair<'_, Rule>) -> Ident {
        Ident {
            text: pair.as_str().to_owned(),
            span: self.span(pair),
        }
    }
}

/// The pairs inside that carry meaning: no keywords, no marks.
fn parts(pair: Pair<'_, Rule>) -> impl Iterator<Item = Pair<'_, Rule>> {
    pair.into_inner().filter(|inner| !is_mark(inner.as_rule()))
}

/// Whether a rule only separates the parts of its statement.
fn is_mark(rule: Rule) -> bool {
    keyword(rule).is_some()
        || matches!(
            rule,
            Rule::semicolon
                | Rule::comma
                | Rule::open_paren
                | Rule::close_paren
                | Rule::open_bracket
                | Rule::close_bracket
                | Rule::open_brace
                | Rule::close_brace
                | Rule::open_ceiling
                | Rule::close_ceiling
                | Rule::open_floor
                | Rule::close_floor
                | Rule::ellipsis
                | Rule::equals
                | Rule::for_each
                | Rule::kw_in
                | Rule::among
                | Rule::line_number
                | Rule::out_of
                | Rule::wrong_preposition
                | Rule::downto
        )
}

/// The keyword that a rule of `keyword.pest` reads.
fn keyword(rule: Rule) -> Option<Concept> {
    static CONCEPTS: LazyLock<Vec<Option<Concept>>> = LazyLock::new(|| {
        let mut concepts = Vec::new();
        for &rule in Rule::all_rules() {
            concepts.resize(concepts.len().max(rule as usize + 1), None);
            concepts[rule as usize] = keyword::of_rule(&format!("{rule:?}"));
        }
        concepts
    });
    CONCEPTS.get(rule as usize).copied().flatten()
}
