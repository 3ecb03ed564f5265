//! What only the listings of other books have.

use pest::iterators::Pair;

use super::expression::algorithm_name;
use super::{Builder, Rule, parts};
use crate::syntax::piece::{Construct, Opening, Piece};

impl Builder<'_> {
    /// A piece of `grammar/listing.pest`; none if it is another.
    pub(super) fn listing(&mut self, pair: &Pair<'_, Rule>) -> Option<Piece> {
        Some(match pair.as_rule() {
            Rule::procedure => self.procedure(pair.clone()),
            Rule::line_number => Piece::LineNumber,
            Rule::begin => Piece::Begin,
            Rule::end_of_for => Piece::End(Construct::ForDo),
            Rule::end_of_while => Piece::End(Construct::WhileDo),
            Rule::end_of_else => Piece::End(Construct::If),
            Rule::end_before_else => Piece::VagueEnd,
            Rule::end_of_name => {
                let mut inner = pair.clone().into_inner();
                let name =
                    inner.find(|part| matches!(part.as_rule(), Rule::name | Rule::hyphenated));
                Piece::NamedEnd(name.map(|name| name.as_str().to_owned()))
            }
            Rule::for_do => Piece::Open(Opening::ForDo(self.for_head(pair.clone()))),
            Rule::while_do => Piece::Open(Opening::WhileDo(self.condition(pair.clone()))),
            Rule::if_begin => Piece::Open(Opening::If(self.condition(pair.clone()))),
            _ => return None,
        })
    }

    fn procedure(&mut self, pair: Pair<'_, Rule>) -> Piece {
        let mut inner = parts(pair).filter(|part| part.as_rule() != Rule::procedure_word);
        let name = inner.next().expect("a procedure has a name");
        Piece::Algorithm {
            name: algorithm_name(name.as_str().trim_end(), self.span(&name)),
            parameters: inner.map(|part| self.parameter(part)).collect(),
            is_procedure: true,
        }
    }
}
