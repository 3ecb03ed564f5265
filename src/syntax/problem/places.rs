//! Where what is wrong with a text is: codes and places, which are the same in every language.

use super::Problem;
use crate::diagnostic::{Code, Places};
use crate::syntax::exchange::WrongExchange;
use crate::syntax::found::Found;
use crate::syntax::operator;

/// The code of a problem, and its places in the order of their labels.
pub(super) fn of(problem: &Problem) -> Places {
    let at = Places::at;
    match problem {
        Problem::ControlCharacter { span, .. }
        | Problem::OpenComment { span }
        | Problem::OpenString { span }
        | Problem::Prose { span }
        | Problem::StringAsValue { span }
        | Problem::NotNested { span }
        | Problem::Superscript { span }
        | Problem::RangeAsLength { span }
        | Problem::UnknownWord { span, .. }
        | Problem::StrayElse { span }
        | Problem::StatementOutside { span } => at(Code::Syntax, *span),
        Problem::Wrong { span, .. } => at(Code::LikelySpelling, *span),
        Problem::ChainedComparison {
            first,
            second,
            middle,
            ..
        } => at(Code::Syntax, *second).and([*first, *middle]),
        Problem::TruthInClaim {
            operator,
            span,
            middle,
        } => {
            let compares = operator::compares(*operator);
            at(Code::Syntax, *span).and(compares.then_some(*middle))
        }
        Problem::ExpressionTooDeep { span, .. }
        | Problem::PieceTooLong { span }
        | Problem::BracketsTooDeep { span, .. }
        | Problem::BlocksTooDeep { span, .. } => at(Code::TooDeep, *span),
        Problem::TooMuch { span, .. } => at(Code::TextTooLarge, *span),
        Problem::NumberTooLarge { span, .. } => at(Code::NumberTooLarge, *span),
        Problem::WrongExchange { span, wrong } => at(of_exchange(wrong), *span),
        Problem::InitialBehindPlace { span, place } => at(Code::Syntax, *span).and([*place]),
        Problem::OtherIndex { announced, ranged } => {
            at(Code::Syntax, ranged.span).and([announced.span])
        }
        Problem::UnevenRange { before, span, .. } => at(Code::Syntax, *span).and([*before]),
        Problem::Unexpected {
            span,
            after,
            found,
            opened,
            ..
        } => {
            let span = match found {
                Found::End => after.after(),
                _ => *span,
            };
            at(Code::Syntax, span).and(*opened)
        }
        Problem::RepeatUntil { span, until } => at(Code::Syntax, *span).and([*until]),
        Problem::MissingBracket { after, opened, .. } => {
            at(Code::Syntax, after.after()).and([*opened])
        }
        Problem::MissingSemicolon { after, comment } => {
            at(Code::Syntax, after.after()).and(*comment)
        }
        Problem::MissingEnd {
            opened,
            after,
            before,
            ..
        } => at(Code::MissingEnd, after.after())
            .and([*opened])
            .and(*before),
        Problem::WrongEnd { opened, end, .. } | Problem::OtherProcedure { end, opened, .. } => {
            at(Code::MissingEnd, *end).and([*opened])
        }
        Problem::SurplusEnd { end, single, .. } => {
            at(Code::MissingEnd, *end).and(single.map(|(opened, _)| opened))
        }
        Problem::MissingBrace { opened, after } | Problem::UnendedBegin { opened, after } => {
            at(Code::MissingEnd, after.after()).and([*opened])
        }
        Problem::SurplusBrace { span, block } => {
            at(Code::Syntax, *span).and(block.map(|(_, opened)| opened))
        }
        Problem::NoStatement { head, after } => at(Code::Syntax, after.after()).and([*head]),
        Problem::NothingFurtherIn { head, next, .. } => at(Code::Syntax, *head).and([*next]),
        Problem::ItemInside {
            span,
            root: (_, opened),
            ..
        } => at(Code::Syntax, *span).and([*opened]),
        Problem::Contradiction(contradiction) => at(Code::Contradiction, contradiction.word)
            .and([contradiction.inner.0, contradiction.outer.0]),
        Problem::SeveralResults { first, second, .. } => {
            at(Code::WrongArguments, second.span).and([first.span])
        }
        Problem::SecondProgram { span, first } => at(Code::DefinedTwice, *span).and([*first]),
    }
}

/// A wrong spelling, or something that is missing.
fn of_exchange(wrong: &WrongExchange) -> Code {
    match wrong {
        WrongExchange::NoDestination { .. }
        | WrongExchange::NoSource { .. }
        | WrongExchange::ToAnyone { .. } => Code::Syntax,
        WrongExchange::ReceiverFirst { .. }
        | WrongExchange::NoFrom { .. }
        | WrongExchange::SendFrom { .. }
        | WrongExchange::ReceiveTo { .. }
        | WrongExchange::Disordered { .. } => Code::LikelySpelling,
    }
}
