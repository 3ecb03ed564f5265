//! Pieces and simple statements.

use pest::iterators::Pair;

use super::{Builder, Language, Rule, parts};
use crate::syntax::ast::{
    BinaryOp, Declarator, Distributed, Distribution, Expr, ExprKind, Output, PrintPart, Stmt,
    StmtKind, Storage, Target, WrittenChange,
};
use crate::syntax::operator;
use crate::syntax::piece::{Construct, Opening, Piece, Read};
use crate::syntax::problem::Problem;
use crate::syntax::spelling::Wrong;

impl Builder<'_> {
    /// `body_piece` or `top_piece`.
    pub(super) fn piece(&mut self, pair: Pair<'_, Rule>) -> Read {
        let mut inner = pair.into_inner();
        let what = inner.next().expect("a piece is something");
        let semicolon = inner.next();
        let last = semicolon.as_ref().unwrap_or(&what).as_span();
        let end = self.base + last.start() + last.as_str().trim_end().len();
        let span = self.span(&what);
        let (piece, wants_semicolon) = self.piece_kind(what);
        Read {
            piece,
            span,
            end,
            unterminated: wants_semicolon && semicolon.is_none(),
        }
    }

    fn piece_kind(&mut self, pair: Pair<'_, Rule>) -> (Piece, bool) {
        let span = self.span(&pair);
        if self.language != Language::Listing {
            self.note_surplus_do(&pair);
        }
        let piece = match pair.as_rule() {
            Rule::close_brace => Piece::CloseBrace,
            Rule::open_brace => Piece::OpenBrace,
            Rule::semicolon => Piece::Statement(Stmt::simple(StmtKind::Empty, span)),
            Rule::else_piece => Piece::Else,
            Rule::lone_end => Piece::VagueEnd,
            Rule::end_piece => Piece::End(end_of(pair)),
            Rule::program_head => Piece::Program,
            Rule::algorithm => self.algorithm(pair),
            Rule::include => Piece::Items(self.items(pair)),
            Rule::input | Rule::machine | Rule::claim | Rule::sequential | Rule::neutral => {
                return (Piece::Items(self.items(pair)), true);
            }
            Rule::parallel => Piece::Open(self.parallel(pair)),
            Rule::each_alone => Piece::Open(self.each_alone(pair)),
            Rule::repeat => Piece::Open(self.repeat(pair)),
            Rule::for_one => Piece::Open(Opening::For(self.for_head(pair))),
            Rule::while_one => Piece::Open(Opening::While(self.condition(pair))),
            Rule::if_then => Piece::Open(Opening::IfThen(self.condition(pair))),
            Rule::if_one => Piece::Open(Opening::If(self.condition(pair))),
            Rule::elif_then => Piece::ElseIf(Opening::IfThen(self.condition(pair))),
            Rule::elif_one => Piece::ElseIf(Opening::If(self.condition(pair))),
            _ => match self.listing(&pair) {
                Some(piece) => piece,
                None => return (Piece::Statement(self.simple(pair)), true),
            },
        };
        (piece, false)
    }

    fn note_surplus_do(&mut self, head: &Pair<'_, Rule>) {
        let mut inside = head
            .clone()
            .into_inner()
            .chain(head.clone().into_inner().flat_map(Pair::into_inner));
        if let Some(surplus) = inside.find(|part| part.as_rule() == Rule::wrong_do) {
            let span = self.span(&surplus);
            let is_while = matches!(head.as_rule(), Rule::while_one | Rule::repeat_while);
            let written = surplus.as_str().to_owned();
            self.wrong(span, Wrong::SurplusDo { written, is_while });
        }
    }

    /// The one expression of a head.
    pub(super) fn condition(&mut self, pair: Pair<'_, Rule>) -> Expr {
        if let Some(surplus) = parts(pair.clone()).find(|part| part.as_rule() == Rule::wrong_is) {
            let span = self.span(&surplus);
            self.wrong(span, Wrong::SurplusIs);
        }
        let condition = parts(pair)
            .find(|part| part.as_rule() == Rule::expression)
            .expect("a head with a condition");
        self.expression(condition)
    }

    /// A simple statement, without its semicolon.
    pub(super) fn simple(&mut self, pair: Pair<'_, Rule>) -> Stmt {
        let span = self.span(&pair);
        let kind = match pair.as_rule() {
            Rule::assignment => self.assignment(pair),
            Rule::declaration => self.declaration(pair),
            Rule::channels => self.channels(pair),
            Rule::typed => self.typed(pair),
            Rule::return_statement => {
                StmtKind::Return(parts(pair).next().map(|value| self.expression(value)))
            }
            Rule::break_statement => StmtKind::Break,
            Rule::continue_statement => StmtKind::Continue,
            Rule::barrier => {
                let mut bounds = parts(pair).map(|bound| self.expression(bound));
                StmtKind::Barrier(bounds.next().zip(bounds.next()))
            }
            Rule::warp_barrier => StmtKind::WarpBarrier,
            Rule::atomic => self.atomic(pair),
            Rule::print => self.print(pair),
            Rule::assert => self.assert(pair),
            Rule::claim_turns => self.claim_turns(pair),
            Rule::output => self.output(pair),
            Rule::send => self.send(pair),
            Rule::receive => self.receive(pair),
            Rule::wrong_order_send => self.disordered_send(pair),
            Rule::wrong_order_receive => self.disordered_receive(pair),
            Rule::wrong_send => self.wrong_send(pair),
            Rule::wrong_receive => self.wrong_receive(pair),
            Rule::call_statement => {
                let inner = pair.clone().into_inner().next().expect("a call has a name");
                let call = if inner.as_rule() == Rule::operator_call {
                    inner
                } else {
                    pair
                };
                let (kind, _) = self.call(call);
                StmtKind::Call(Expr { kind, span })
            }
            other => unreachable!("{other:?} is not a simple statement"),
        };
        Stmt::simple(kind, span)
    }

    /// `target = value`, `target op= value`, `target++`, `++target`
    fn assignment(&mut self, pair: Pair<'_, Rule>) -> StmtKind {
        let span = self.span(&pair);
        let (mut target, mut written, mut value) = (None, None, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::target => target = Some(self.target(part)),
                Rule::cell => target = Some(self.cell(part)),
                Rule::set_word => {}
                Rule::expression => value = Some(self.initialiser(part)),
                _ => written = Some(part),
            }
        }
        let target = target.expect("an assignment has its target");
        let written = written.expect("an assignment has its operator");
        let (operator, value) = if let Some(value) = value {
            (self.assigning(&written), value)
        } else {
            let operator = if written.as_str() == "--" {
                BinaryOp::Subtract
            } else {
                BinaryOp::Add
            };
            (
                Some(operator),
                Expr {
                    kind: ExprKind::Int(1),
                    span,
                },
            )
        };
        StmtKind::Assign {
            target,
            operator,
            value,
        }
    }

    /// `nedjeljivo A[i] += e kao staro`, `nedjeljivo ako (A[i] == e) A[i] = f`
    fn atomic(&mut self, pair: Pair<'_, Rule>) -> StmtKind {
        let span = self.span(&pair);
        let (mut target, mut change, mut old) = (None, WrittenChange::Exchange, None);
        let mut values = Vec::new();
        let mut places = Vec::new();
        for part in pair.into_inner() {
            places.push(part.as_str().split_whitespace().collect::<String>());
            match part.as_rule() {
                Rule::target => target = Some(self.target(part)),
                Rule::expression => values.push(self.expression(part)),
                Rule::assigning_operator => {
                    change = self
                        .assigning(&part)
                        .map_or(WrittenChange::Exchange, WrittenChange::Update);
                }
                Rule::atomic_operator => {
                    let word = part.as_str().trim_end_matches(['=', ' ']);
                    change = match word {
                        "max" => WrittenChange::Max,
                        "min" => WrittenChange::Min,
                        "AND" => WrittenChange::Update(BinaryOp::BitAnd),
                        "OR" => WrittenChange::Update(BinaryOp::BitOr),
                        _ => WrittenChange::Update(BinaryOp::BitXor),
                    };
                }
                Rule::stepping_operator => {
                    let is_down = part.as_str() == "--";
                    let operator = if is_down {
                        BinaryOp::Subtract
                    } else {
                        BinaryOp::Add
                    };
                    change = WrittenChange::Update(operator);
                    let kind = ExprKind::Int(1);
                    values.push(Expr { kind, span });
                }
                Rule::sender => old = parts(part).next().map(|name| self.ident(&name)),
                _ => {}
            }
        }
        let mut value = values.pop().expect("an atomic statement has a value");
        if let Some(condition) = values.pop() {
            change = WrittenChange::Compare(Box::new(condition));
        }
        if change == WrittenChange::Exchange
            && let ExprKind::Call(name, arguments) = &mut value.kind
            && let [_, operand] = arguments.as_mut_slice()
        {
            // `A[i] = max(A[i], e)`: the text of the value begins with that of the function and the cell.
            let written = places
                .last()
                .filter(|_| old.is_none())
                .or(places.iter().rev().nth(1));
            let is_of = |function: &str| {
                let begin = format!("{function}({},", places[1]);
                name.stem == function && written.is_some_and(|written| written.starts_with(&begin))
            };
            if is_of("max") || is_of("min") {
                change = if is_of("max") {
                    WrittenChange::Max
                } else {
                    WrittenChange::Min
                };
                value = operand.clone();
            }
        }
        StmtKind::Atomic {
            target: target.expect("an atomic statement has its cell"),
            change,
            value,
            old,
        }
    }

    /// `A(i)` as the target of an assignment.
    fn cell(&mut self, pair: Pair<'_, Rule>) -> Target {
        let span = self.span(&pair);
        let mut inner = parts(pair);
        let name = self.ident(&inner.next().expect("a cell has the name of its array"));
        let arguments = inner.next().expect("a cell has its subscripts");
        let subscripts = parts(arguments).map(|one| self.expression(one)).collect();
        Target::Element(name, subscripts, span)
    }

    /// The operator of `op=`; none of `=`.
    fn assigning(&mut self, written: &Pair<'_, Rule>) -> Option<BinaryOp> {
        let spelling = written.as_str();
        let place = self.span(written);
        match spelling {
            "=" | ":=" | "←" => None,
            "<-" => {
                self.wrong(
                    place,
                    Wrong::Assignment {
                        written: spelling.to_owned(),
                    },
                );
                None
            }
            _ => {
                let bare = &spelling[..spelling.len() - 1];
                // `&` between conditions is meant logically, but `&=` is about bits.
                let bare = match bare {
                    "&" => "AND",
                    "|" => "OR",
                    other => other,
                };
                let row = operator::find(bare).expect("every compound operator is in the table");
                let no_short_form = matches!(
                    row.operator,
                    BinaryOp::ShiftLeft | BinaryOp::ShiftRight | BinaryOp::BitAnd | BinaryOp::BitOr
                );
                if row.instead.is_some() || no_short_form {
                    let wrong = Wrong::CompoundAssignment {
                        written: spelling.to_owned(),
                        instead: row.instead.unwrap_or(row.spelling),
                    };
                    self.wrong(place, wrong);
                }
                Some(row.operator)
            }
        }
    }

    fn declaration(&mut self, pair: Pair<'_, Rule>) -> StmtKind {
        let mut storage = Storage::Array;
        let mut declarators = Vec::new();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::storage => {
                    storage = match part.into_inner().next().map(|word| word.as_rule()) {
                        Some(Rule::kw_local) => Storage::Local,
                        Some(Rule::kw_shared) => Storage::Shared,
                        Some(Rule::kw_group) => Storage::Group,
                        _ => Storage::Array,
                    };
                }
                Rule::distributed => declarators.push(self.distributed(part)),
                _ => {}
            }
        }
        StmtKind::Declare {
            storage,
            declarators,
        }
    }

    /// `int x = 5`: read as a declaration, so that the name is known.
    fn typed(&mut self, pair: Pair<'_, Rule>) -> StmtKind {
        let mut inner = parts(pair);
        let word = inner.next().expect("a type word");
        let place = self.span(&word);
        let declarators: Vec<_> = inner.map(|part| self.declarator(part)).collect();
        let name = declarators
            .first()
            .map(|first| first.name.text.clone())
            .unwrap_or_default();
        let array = declarators
            .iter()
            .any(|declarator| declarator.dimensions.is_some());
        self.wrong(
            place,
            Wrong::TypeWord {
                written: word.as_str().to_owned(),
                name,
                array,
            },
        );
        let storage = if array {
            Storage::Array
        } else {
            Storage::Local
        };
        StmtKind::Declare {
            storage,
            declarators,
        }
    }

    /// `name`, `name[…]`, each with its initialiser.
    pub(super) fn declarator(&mut self, pair: Pair<'_, Rule>) -> Declarator {
        let mut inner = parts(pair);
        let name = self.ident(&inner.next().expect("a declarator has a name"));
        let mut declarator = Declarator {
            name,
            dimensions: None,
            initial: None,
            distribution: None,
        };
        for part in inner {
            if part.as_rule() == Rule::subscripts {
                declarator.dimensions = Some(self.dimensions(part));
            } else {
                declarator.initial = Some(self.initialiser(part));
            }
        }
        declarator
    }

    /// A declarator, and where its cells lie.
    pub(super) fn distributed(&mut self, pair: Pair<'_, Rule>) -> Declarator {
        let mut inner = pair.into_inner();
        let mut declarator = self.declarator(inner.next().expect("something is declared"));
        for part in inner {
            if part.as_rule() == Rule::distribution {
                declarator.distribution = Some(self.distribution(part));
            } else if let Some(place) = declarator.distribution.as_ref() {
                let (span, place) = (self.span(&part), place.span);
                let problem = Problem::InitialBehindPlace { span, place };
                self.problems.push(problem);
            }
        }
        declarator
    }

    fn distribution(&mut self, pair: Pair<'_, Rule>) -> Distributed {
        let span = self.span(&pair);
        let last = pair.into_inner().last().expect("a clause has its words");
        let kind = match last.as_rule() {
            Rule::kw_blocks => Distribution::Blocks,
            Rule::kw_rows => Distribution::Rows,
            Rule::kw_columns => Distribution::Columns,
            Rule::kw_squares => Distribution::Squares,
            Rule::turns => {
                let length = parts(last).next();
                Distribution::Cyclic(length.map(|length| Box::new(self.expression(length))))
            }
            _ => Distribution::On(Box::new(self.expression(last))),
        };
        Distributed { kind, span }
    }

    fn print(&mut self, pair: Pair<'_, Rule>) -> StmtKind {
        let parts = parts(pair)
            .map(|part| match self.literal(&part) {
                Some(text) => PrintPart::Text(text),
                None => PrintPart::Value(self.expression(part)),
            })
            .collect();
        StmtKind::Print(parts)
    }

    fn assert(&mut self, pair: Pair<'_, Rule>) -> StmtKind {
        let mut inner = parts(pair);
        let condition = self.expression(inner.next().expect("an assertion has a condition"));
        StmtKind::Assert {
            condition,
            message: inner.next().map(|text| self.text_of(&text)),
        }
    }

    /// `tvrdnja prolaza <= e`
    fn claim_turns(&mut self, pair: Pair<'_, Rule>) -> StmtKind {
        let mut inner = parts(pair);
        let relation = inner.next().expect("a claim has a relation");
        let written = relation.as_str().trim_end();
        if !matches!(written, "<=" | "≤") {
            let written = written.to_owned();
            self.wrong(self.span(&relation), Wrong::RelationOfTurns { written });
        }
        StmtKind::ClaimTurns(self.expression(inner.next().expect("a claim has a formula")))
    }

    fn output(&mut self, pair: Pair<'_, Rule>) -> StmtKind {
        let outputs = parts(pair)
            .map(|part| {
                let mut inner = parts(part);
                let first = inner.next().expect("an output is something");
                match inner.next() {
                    Some(value) => Output {
                        name: Some(self.ident(&first)),
                        value: self.expression(value),
                    },
                    None => Output {
                        name: None,
                        value: self.expression(first),
                    },
                }
            })
            .collect();
        StmtKind::Output(outputs)
    }

    /// The text of an expression that is a string literal alone.
    fn literal(&mut self, pair: &Pair<'_, Rule>) -> Option<String> {
        let mut inner = pair.clone().into_inner();
        let only = inner.next()?;
        if inner.next().is_some() || !matches!(only.as_rule(), Rule::string | Rule::wrong_string) {
            return None;
        }
        Some(self.text_of(&only))
    }

    /// The text of a string literal, whatever its quotes.
    pub(super) fn text_of(&mut self, pair: &Pair<'_, Rule>) -> String {
        if pair.as_rule() == Rule::wrong_string {
            let span = self.span(pair);
            self.wrong(span, Wrong::Quotes);
        }
        self.unescape(pair)
    }

    /// The text between the quotes, with its escapes resolved.
    fn unescape(&mut self, pair: &Pair<'_, Rule>) -> String {
        let literal = pair.as_str();
        let start = self.base + pair.as_span().start();
        let mut characters = literal.char_indices();
        characters.next();
        characters.next_back();
        let mut text = String::with_capacity(literal.len());
        while let Some((at, c)) = characters.next() {
            let escaped = (c == '\\').then(|| characters.next()).flatten();
            match escaped {
                None => text.push(c),
                Some((_, 'n')) => text.push('\n'),
                Some((_, 't')) => text.push('\t'),
                Some((_, escaped @ ('\\' | '"'))) => text.push(escaped),
                Some((behind, escaped)) => {
                    let end = behind + escaped.len_utf8();
                    let written = literal[at..end].to_owned();
                    let span = self.text.span(start + at, start + end);
                    self.wrong(span, Wrong::Escape { written });
                    text.push(escaped);
                }
            }
        }
        text
    }
}

/// The construct that an end word ends.
fn end_of(pair: Pair<'_, Rule>) -> Construct {
    let word = pair.into_inner().next().map(|word| word.as_rule());
    word.and_then(super::keyword)
        .and_then(Construct::ended_by)
        .expect("an end word is a keyword")
}
