//! What to write where the right spelling is known.

use super::Problem;
use crate::diagnostic::Edit;
use crate::source::Span;
use crate::syntax::found::{SyntaxAdvice, advice};
use crate::syntax::keyword::Concept;
use crate::syntax::spelling::Wrong;
use crate::syntax::vocabulary::Vocabulary;

/// The edit after which a problem is gone, where there is one.
pub(super) fn of(problem: &Problem, vocabulary: Vocabulary) -> Option<Edit> {
    match problem {
        Problem::Wrong { span, wrong } => of_spelling(wrong, *span, vocabulary),
        Problem::MissingSemicolon { after, .. } => Some(Edit::replace(after.after(), ";")),
        Problem::MissingBracket { after, closer, .. } => {
            Some(Edit::replace(after.after(), closer.to_string()))
        }
        Problem::WrongEnd {
            construct,
            vocabulary: own,
            end,
            written,
            ..
        } => {
            let [_, right] = construct.words(own.unwrap_or(vocabulary));
            Some(Edit::instead_of(written, *end, right))
        }
        Problem::UnknownWord {
            span,
            word,
            keyword: Some(keyword),
            ..
        } => Some(Edit::instead_of(word, *span, *keyword)),
        Problem::Unexpected {
            span,
            found,
            expected,
            hint,
            ..
        } => match advice(found, expected, hint.as_deref())? {
            SyntaxAdvice::Keyword(keyword) => Some(Edit::replace(*span, keyword)),
            _ => None,
        },
        _ => None,
    }
}

fn of_spelling(wrong: &Wrong, span: Span, vocabulary: Vocabulary) -> Option<Edit> {
    let (written, instead) = match wrong {
        // What to write there is more than another operator.
        Wrong::Operator { written, .. } if matches!(written.as_str(), "∪" | "√") => {
            return None;
        }
        Wrong::Operator { written, instead } | Wrong::MisspeltEnd { written, instead } => {
            (written.as_str(), (*instead).to_owned())
        }
        Wrong::Relation { written, is_growth } => {
            let instead = match written.as_str() {
                _ if *is_growth => "=",
                "==" => "=",
                "=<" => "<=",
                "=>" => ">=",
                _ => return None,
            };
            (written.as_str(), instead.to_owned())
        }
        Wrong::RelationOfTurns { written } => (written.as_str(), "<=".to_owned()),
        Wrong::Assignment { written } => (written.as_str(), "=".to_owned()),
        Wrong::ElseIf { written } => {
            let words = vocabulary.words([Concept::Else, Concept::If]);
            (written.as_str(), words.join(" "))
        }
        Wrong::SurplusDo { written, .. } => (written.as_str(), String::new()),
        Wrong::SurplusIs => ("je", String::new()),
        Wrong::CommaInFor => (",", ";".to_owned()),
        _ => return None,
    };
    Some(Edit::instead_of(written, span, instead))
}
