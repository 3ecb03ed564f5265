//! What only the listings of other books have.

use pest::iterators::Pair;

use super::expression::algorithm_name;
use super::{Builder, Rule, parts};
use crate::syntax::ast::{
    BinaryOp, Expr, ExprKind, Form, IndexRange, ParallelHeader, Stmt, StmtKind,
};
use crate::syntax::piece::{Construct, Opening, Piece};
use crate::syntax::spelling::Wrong;

impl Builder<'_> {
    /// A piece of `grammar/listing.pest`; none if it is another.
    pub(super) fn listing(&mut self, pair: &Pair<'_, Rule>) -> Option<Piece> {
        Some(match pair.as_rule() {
            Rule::procedure => self.procedure(pair.clone()),
            Rule::line_number => Piece::LineNumber,
            Rule::bare_return => {
                Piece::Statement(Stmt::simple(StmtKind::Return(None), self.span(pair)))
            }
            Rule::begin => Piece::Begin,
            Rule::end_of_for => Piece::End(Construct::ForDo),
            Rule::end_of_while => Piece::End(Construct::WhileDo),
            Rule::end_of_else => Piece::End(Construct::If),
            Rule::tasks_end => Piece::End(Construct::Parallel),
            Rule::end_before_else => Piece::VagueEnd,
            Rule::end_of_name => {
                let mut inner = pair.clone().into_inner();
                let name =
                    inner.find(|part| matches!(part.as_rule(), Rule::name | Rule::hyphenated));
                Piece::NamedEnd(name.map(|name| name.as_str().to_owned()))
            }
            Rule::pardo => Piece::Open(Opening::Pardo(self.pardo(pair.clone()))),
            Rule::side_by_side => {
                let words: Vec<Rule> = (pair.clone().into_inner())
                    .map(|word| word.as_rule())
                    .collect();
                Piece::Open(Opening::SideBySide {
                    asynchronous: words.contains(&Rule::kw_async),
                    is_pardo: words.contains(&Rule::pardo_word),
                })
            }
            Rule::for_do => Piece::Open(Opening::ForDo(self.for_head(pair.clone()))),
            Rule::while_do => Piece::Open(Opening::WhileDo(self.condition(pair.clone()))),
            Rule::if_begin => Piece::Open(Opening::If(self.condition(pair.clone()))),
            _ => return None,
        })
    }

    /// `for 1 ≤ i ≤ n pardo`, `forall i in 0..n-1`, `for all i in A do in parallel`
    fn pardo(&mut self, pair: Pair<'_, Rule>) -> ParallelHeader {
        let mut ranges = Vec::new();
        let mut announced = Vec::new();
        for part in parts(pair) {
            match part.as_rule() {
                Rule::index_range => ranges.push(self.index_range(part)),
                Rule::in_range => ranges.push(self.in_range(part)),
                Rule::announced => {
                    announced.extend(parts(part).map(|name| self.ident(&name)));
                }
                Rule::chained_range => ranges.extend(self.chained_range(part)),
                Rule::shared_range => ranges.extend(self.shared_range(part)),
                Rule::in_array => {
                    let mut names = parts(part).filter(|part| part.as_rule() == Rule::name);
                    let mut name = || {
                        let name = names.next().expect("`i in A` has its index and its array");
                        self.ident(&name)
                    };
                    let (variable, array) = (name(), name());
                    return ParallelHeader::IndicesOf { array, variable };
                }
                _ => {}
            }
        }
        for (at, name) in announced.iter().enumerate() {
            let of_range = ranges.get(at).or(ranges.last());
            if let Some(range) = of_range.filter(|range| range.variable.text != name.text) {
                let wrong = Wrong::Announced {
                    announced: name.text.clone(),
                    ranged: range.variable.text.clone(),
                };
                self.wrong(name.span, wrong);
            }
        }
        ParallelHeader::Ranges(ranges)
    }

    /// `i in 0..n-1`, `i in 1..n step 2`
    pub(super) fn in_range(&mut self, pair: Pair<'_, Rule>) -> IndexRange {
        let mut inner = parts(pair);
        let mut next = || inner.next().expect("a range has its index and its ends");
        let (variable, from, to) = (next(), next(), next());
        IndexRange {
            variable: self.ident(&variable),
            from: self.expression(from),
            to: self.expression(to),
            step: inner.next().map(|step| self.expression(step)),
            kind: None,
        }
    }

    /// `i, j := 0 to n-1`: each index runs over the same values. `i, i := 0 to n-1` names one twice.
    fn shared_range(&mut self, pair: Pair<'_, Rule>) -> Vec<IndexRange> {
        let mut names: Vec<_> = parts(pair).collect();
        let last = names.pop().expect("several indices have a range");
        let last = self.index_range(last);
        let others = names.iter().map(|name| self.ident(name));
        let others = others.filter(|other| other.text != last.variable.text);
        let mut ranges: Vec<IndexRange> = others
            .map(|variable| IndexRange {
                variable,
                ..last.clone()
            })
            .collect();
        ranges.push(last);
        ranges
    }

    /// `1 ≤ i, j ≤ n`: each index runs over the same values.
    fn chained_range(&mut self, pair: Pair<'_, Rule>) -> Vec<IndexRange> {
        let (mut variables, mut ends, mut is_strict) = (Vec::new(), Vec::new(), Vec::new());
        for part in parts(pair) {
            match part.as_rule() {
                Rule::name => variables.push(self.ident(&part)),
                Rule::below => is_strict.push(part.as_str() == "<"),
                _ => ends.push(self.expression(part)),
            }
        }
        let [from, to] = <[Expr; 2]>::try_from(ends).expect("a range has two ends");
        let beyond = |end: Expr, operator, is_strict: bool| match (&end.kind, is_strict) {
            (_, false) => end,
            (ExprKind::Int(value), true) if operator == BinaryOp::Add => Expr {
                kind: ExprKind::Int(value.saturating_add(1)),
                span: end.span,
            },
            _ => Expr {
                span: end.span,
                kind: ExprKind::Binary(
                    operator,
                    end.span,
                    Box::new(end.clone()),
                    Box::new(Expr {
                        kind: ExprKind::Int(1),
                        span: end.span,
                    }),
                ),
            },
        };
        let from = beyond(from, BinaryOp::Add, is_strict[0]);
        let to = beyond(to, BinaryOp::Subtract, is_strict[1]);
        let ranges = variables.into_iter().map(|variable| IndexRange {
            variable,
            from: from.clone(),
            to: to.clone(),
            step: None,
            kind: None,
        });
        ranges.collect()
    }

    fn procedure(&mut self, pair: Pair<'_, Rule>) -> Piece {
        let form = if pair.as_str().starts_with("function") {
            Form::Function
        } else {
            Form::Procedure
        };
        let mut inner = parts(pair).filter(|part| part.as_rule() != Rule::procedure_word);
        let name = inner.next().expect("a procedure has a name");
        Piece::Algorithm {
            name: algorithm_name(name.as_str().trim_end(), self.span(&name)),
            parameters: inner.map(|part| self.parameter(part)).collect(),
            form,
        }
    }
}
