//! What pest could not read, in terms of the language.

use pest::error::{Error, ErrorVariant, InputLocation};

use super::{Rule, keyword as keyword_of};
use crate::syntax::found::{Expected, Found};
use crate::syntax::habit::{self, Habit};
use crate::syntax::hint::Hint;
use crate::syntax::keyword::{self, Concept};
use crate::syntax::problem::Problem;
use crate::syntax::spelling::Wrong;
use crate::syntax::text::{Text, is_word};

/// Why nothing could be read, and where in the clean text reading stopped.
#[derive(Debug)]
pub struct Failure {
    /// What to say.
    pub problem: Problem,
    /// The token that does not fit.
    pub at: usize,
}

/// Turns pest's furthest position and the rules it hoped for there into a problem.
pub(super) fn explain(text: &Text, base: usize, error: &Error<Rule>) -> Failure {
    let offset = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    let at = text.next_token(base + offset);
    let found = Found::at(text, at);
    let ErrorVariant::ParsingError { positives, .. } = &error.variant else {
        let span = text.token_span(text.next_token(base));
        return Failure {
            problem: Problem::PieceTooLong { span },
            at,
        };
    };
    let first = text.next_token(base);
    if let Some(problem) = unknown_word(text, first, at) {
        return Failure { problem, at };
    }
    let is_factor = |next: &str| next.starts_with(is_word) && next != "in" || next == "(";
    if text.token(at) == "x"
        && positives.contains(&Rule::infix)
        && !text.starts_line(at)
        && is_factor(text.token(text.next_token(at + 1)))
    {
        // The mark of a product, as it comes out of a printed page.
        let (written, span) = ("x".to_owned(), text.token_span(at));
        let wrong = Wrong::Operator {
            written,
            instead: "*",
        };
        let problem = Problem::Wrong { span, wrong };
        return Failure { problem, at };
    }
    let previous = text.previous_end(at);
    let opened = innermost_bracket(&text.clean[base..at]).map(|(offset, bracket)| {
        (
            text.span(base + offset, base + offset + bracket.len_utf8()),
            bracket,
        )
    });
    let after = text.token_before(previous);
    let closes = |rule| positives.contains(&rule);
    let closer = match opened {
        Some((_, '(')) if closes(Rule::close_paren) => Some(')'),
        Some((_, '[')) if closes(Rule::close_bracket) => Some(']'),
        Some((_, '{')) if closes(Rule::close_brace) => Some('}'),
        Some((_, '⌈')) if closes(Rule::close_ceiling) => Some('⌉'),
        Some((_, '⌊')) if closes(Rule::close_floor) => Some('⌋'),
        _ => None,
    };
    let ends_here = found.ends_statement(text, at) || text.starts_line(at);
    let problem = match (closer, opened) {
        (Some(closer), Some((opened, _))) if ends_here => Problem::MissingBracket {
            after,
            closer,
            opened,
            found,
        },
        _ if closes(Rule::semicolon) && ends_here && found != Found::Mark("=".to_owned()) => {
            Problem::MissingSemicolon {
                after,
                comment: text.comment_behind(after),
            }
        }
        _ => Problem::Unexpected {
            span: text.token_span(at),
            after,
            found,
            expected: expectations(positives, keyword::find(text.token(first)).is_some()),
            opened: closer.and(opened).map(|(span, _)| span),
            hint: Hint::at(text, at).map(Box::new),
        },
    };
    Failure { problem, at }
}

/// The first word of a piece, where it is a keyword misspelt or one of another language: what
/// follows it fits only that.
fn unknown_word(text: &Text, first: usize, failed: usize) -> Option<Problem> {
    let word = text.token(first);
    let next = text.token(text.next_token(first + word.len()));
    let Found::Word(_) = Found::at(text, first) else {
        return None;
    };
    // Behind `procedure` something is missing, or it is called like a word of the language.
    if failed == first || keyword::find(word).is_some() || word == "procedure" {
        return None;
    }
    let begins_statement = next.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '"');
    let keyword = keyword::nearest(word).filter(|keyword| {
        let concept = keyword::find(keyword);
        match next {
            "(" => matches!(
                concept,
                Some(
                    Concept::Parallel
                        | Concept::If
                        | Concept::While
                        | Concept::For
                        | Concept::Repeat
                )
            ),
            ";" => matches!(
                concept,
                Some(Concept::Barrier | Concept::Break | Concept::Continue | Concept::Return)
            ),
            "{" => concept == Some(Concept::Else),
            _ => begins_statement,
        }
    });
    // `program main`, and the first statement in the next line.
    let line = text.clean[..first]
        .lines()
        .last()
        .unwrap_or_default()
        .trim();
    let names_program = keyword::find(line) == Some(Concept::Program)
        && text.starts_line(text.next_token(first + word.len()));
    let is_foreign = begins_statement || habit::is_foreign_before(word, next);
    let habit = match habit::word(word).filter(|_| is_foreign) {
        Some(Habit::Procedure) if next == "main" => Some(Habit::Main),
        None if names_program => Some(Habit::Main),
        habit => habit,
    };
    (keyword.is_some() || habit.is_some()).then(|| Problem::UnknownWord {
        span: text.token_span(first),
        word: word.to_owned(),
        keyword: keyword.filter(|_| habit.is_none()),
        habit,
    })
}

/// The bracket that is still open at the end, with its place.
fn innermost_bracket(text: &str) -> Option<(usize, char)> {
    let mut open = Vec::new();
    let mut in_string = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' => in_string = !in_string,
            '(' | '[' | '{' | '⌈' | '⌊' if !in_string => open.push((at, c)),
            ')' | ']' | '}' | '⌉' | '⌋' if !in_string => {
                open.pop();
            }
            _ => {}
        }
    }
    open.pop()
}

/// What the rules read, for people, the likeliest first.
fn expectations(rules: &[Rule], behind_keyword: bool) -> Vec<Expected> {
    let operator = rules.contains(&Rule::infix);
    // A call or a subscript could go on in many places, and hardly ever should.
    let goes_on = |rule| {
        matches!(
            rule,
            Rule::open_paren | Rule::open_bracket | Rule::arguments | Rule::subscripts
        )
    };
    // `stroj = 3` would be an assignment, but no one means one.
    let assigns =
        |rule| goes_on(rule) || matches!(rule, Rule::assigning_operator | Rule::stepping_operator);
    // Where any operand could stand, its kinds need not be listed.
    let operand = rules.contains(&Rule::integer);
    let begins_operand = |rule| {
        matches!(
            rule,
            Rule::open_paren
                | Rule::open_brace
                | Rule::open_ceiling
                | Rule::open_floor
                | Rule::open_bracket
                | Rule::name
                | Rule::string
                | Rule::operator_algorithm
        ) || matches!(
            keyword_of(rule),
            Some(Concept::Neutral | Concept::True | Concept::False)
        )
    };
    let mut expected: Vec<(u8, Expected)> = rules
        .iter()
        .filter(|&&rule| !(operand && begins_operand(rule)))
        .filter(|&&rule| !(operator && goes_on(rule)))
        .filter(|&&rule| !(behind_keyword && rules.len() > 2 && assigns(rule)))
        .filter_map(|&rule| name(rule))
        .collect();
    expected.sort();
    expected.dedup();
    expected.into_iter().map(|(_, name)| name).collect()
}

/// What a rule reads, for people, and where it stands in a list of expectations.
fn name(rule: Rule) -> Option<(u8, Expected)> {
    if let Some(concept) = keyword_of(rule) {
        return Some((6, Expected::Keyword(concept)));
    }
    match rule {
        Rule::index_range
        | Rule::each_kernel
        | Rule::each_ranges
        | Rule::each_among
        | Rule::each_prose_ranges
        | Rule::each_elements
        | Rule::each_of
        | Rule::each_wrong
        | Rule::prose => return Some((5, Expected::IndexRange)),
        Rule::range_to | Rule::range_dots => return Some((6, Expected::Keyword(Concept::To))),
        Rule::for_each => return Some((4, Expected::ForEach)),
        Rule::top_piece => return Some((7, Expected::Item)),
        _ => {}
    }
    Some(match rule {
        Rule::close_paren => (0, Expected::Mark(")")),
        Rule::close_bracket => (0, Expected::Mark("]")),
        Rule::close_brace => (0, Expected::Mark("}")),
        Rule::close_ceiling => (0, Expected::Mark("⌉")),
        Rule::close_floor => (0, Expected::Mark("⌋")),
        Rule::comma | Rule::wrong_comma => (1, Expected::Mark(",")),
        Rule::semicolon => (2, Expected::Mark(";")),
        Rule::infix => (3, Expected::Operator),
        Rule::open_paren => (4, Expected::Mark("(")),
        Rule::equals => (4, Expected::Mark("=")),
        Rule::pardo_word => (4, Expected::Mark("pardo")),
        Rule::assigning_operator | Rule::atomic_operator => (4, Expected::Assignment),
        Rule::ellipsis => (4, Expected::Mark("...")),
        Rule::string => (5, Expected::Text),
        Rule::expression
        | Rule::group
        | Rule::rounded
        | Rule::open_ceiling
        | Rule::open_floor
        | Rule::real
        | Rule::integer
        | Rule::list
        | Rule::subscript
        | Rule::indices
        | Rule::items
        | Rule::reference => (5, Expected::Value),
        Rule::name | Rule::target | Rule::targets => (5, Expected::Name),
        Rule::algorithm_name | Rule::operator_algorithm => (5, Expected::AlgorithmName),
        Rule::declarator | Rule::distributed => (5, Expected::NameToDeclare),
        Rule::operator_name => (5, Expected::OperatorName),
        Rule::c_for => (5, Expected::ThreeParts),
        Rule::model => (5, Expected::MachineName),
        Rule::machine_argument => (5, Expected::Setting),
        Rule::measure
        | Rule::counted
        | Rule::claim_growth
        | Rule::claim_exact
        | Rule::claim_model => (5, Expected::Measure),
        Rule::unit => (6, Expected::Unit),
        Rule::body_piece | Rule::listing_piece | Rule::strict_piece | Rule::call_statement => {
            (7, Expected::Statement)
        }
        Rule::EOI => (8, Expected::End),
        _ => return None,
    })
}
