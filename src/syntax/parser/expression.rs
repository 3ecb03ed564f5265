//! From a flat row of operands and operators to the tree of an expression.

use std::iter::Peekable;

use pest::iterators::{Pair, Pairs};

use super::{Builder, Language, Rule, parts};
use crate::source::Span;
use crate::syntax::ast::{AlgorithmName, BinaryOp, Expr, ExprKind, OperatorName, UnaryOp};
use crate::syntax::operator;
use crate::syntax::problem::Problem;
use crate::syntax::size::Measure;
use crate::syntax::spelling::Wrong;

/// How deep the tree of an expression may be: recursion over it is safe on any thread's stack.
const DEPTH_LIMIT: usize = 500;

/// Generators that may stand without brackets where an initialiser is expected.
const BARE_GENERATORS: [&str; 9] = [
    "permutacija",
    "permutation",
    "iota",
    "lista",
    "list",
    "stablo",
    "tree",
    "sortirano",
    "sorted",
];

type Row<'i> = Peekable<Pairs<'i, Rule>>;

/// A tree with what its parent must know.
pub(super) struct Tree {
    pub(super) expr: Expr,
    pub(super) depth: usize,
    /// With the brackets around it.
    outer: Span,
    in_brackets: bool,
}

impl Tree {
    pub(super) fn leaf(kind: ExprKind, span: Span) -> Self {
        Self {
            expr: Expr { kind, span },
            depth: 1,
            outer: span,
            in_brackets: false,
        }
    }
}

impl Builder<'_> {
    /// An expression that is a value of a program.
    pub(super) fn expression(&mut self, pair: Pair<'_, Rule>) -> Expr {
        self.tree(pair).expr
    }

    /// An expression where a generator may stand without brackets.
    pub(super) fn initialiser(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let mut expr = self.tree(pair).expr;
        if let ExprKind::Name(name) = &expr.kind
            && BARE_GENERATORS.contains(&name.text.as_str())
        {
            expr.kind = ExprKind::Call(algorithm_name(&name.text, name.span), Vec::new());
        }
        expr
    }

    /// The formula of a claim.
    pub(super) fn formula(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let outside = std::mem::replace(&mut self.language, Language::Formula);
        let expr = self.tree(pair).expr;
        self.language = outside;
        expr
    }

    pub(super) fn tree(&mut self, pair: Pair<'_, Rule>) -> Tree {
        let mut row = pair.into_inner().peekable();
        self.climb(&mut row, 0)
    }

    /// Precedence climbing: takes what binds at least as tightly as `loosest`.
    fn climb(&mut self, row: &mut Row<'_>, loosest: u8) -> Tree {
        self.depth += 1;
        let mut left = self.operand(row);
        while let Some((operator, place)) = row.peek().map(|pair| self.infix(pair)) {
            let binding = operator::binding(operator);
            if binding < loosest {
                break;
            }
            let written = row.next().expect("peeked");
            self.note_spelling(&written, place);
            let right_associative = operator == BinaryOp::Power;
            let right = self.climb(
                row,
                if right_associative {
                    binding
                } else {
                    binding + 1
                },
            );
            left = self.binary(operator, place, left, right);
        }
        self.depth -= 1;
        left
    }

    fn infix(&self, pair: &Pair<'_, Rule>) -> (BinaryOp, Span) {
        let place = self.span(pair);
        let found = operator::find(pair.as_str());
        (found.map_or(BinaryOp::Multiply, |row| row.operator), place)
    }

    fn note_spelling(&mut self, pair: &Pair<'_, Rule>, span: Span) {
        if pair.as_rule() == Rule::implicit_times {
            if self.language == Language::Program {
                self.wrong(span, Wrong::MissingTimes);
            }
        } else if self.language == Language::Listing && pair.as_str() == "=" {
            // Its assignments are statements with `:=`.
        } else if let Some(instead) = operator::find(pair.as_str()).and_then(|row| row.instead) {
            let written = pair.as_str().to_owned();
            self.wrong(span, Wrong::Operator { written, instead });
        }
    }

    fn binary(&mut self, operator: BinaryOp, place: Span, left: Tree, right: Tree) -> Tree {
        if operator::compares(operator)
            && !left.in_brackets
            && let ExprKind::Binary(first, first_place, _, middle) = &left.expr.kind
            && operator::compares(*first)
        {
            self.problems.push(Problem::ChainedComparison {
                first: *first_place,
                second: place,
                middle: middle.span,
                operators: [operator::spelling(*first), operator::spelling(operator)],
                bits: match middle.kind {
                    ExprKind::Binary(bits @ (BinaryOp::BitAnd | BinaryOp::BitOr), ..) => {
                        Some(operator::spelling(bits))
                    }
                    _ => None,
                },
            });
        }
        let depth = 1 + left.depth.max(right.depth);
        let outer = left.outer.to(right.outer);
        if depth > DEPTH_LIMIT {
            return self.too_deep(outer);
        }
        let kind = ExprKind::Binary(operator, place, Box::new(left.expr), Box::new(right.expr));
        Tree {
            expr: Expr { kind, span: outer },
            depth,
            outer,
            in_brackets: false,
        }
    }

    /// Reports once, and puts a leaf in the place of what is too deep.
    fn too_deep(&mut self, span: Span) -> Tree {
        if !self
            .problems
            .iter()
            .any(|problem| matches!(problem, Problem::ExpressionTooDeep { .. }))
        {
            self.problems.push(Problem::ExpressionTooDeep {
                span,
                limit: DEPTH_LIMIT,
            });
        }
        Tree::leaf(ExprKind::Int(0), span)
    }

    fn operand(&mut self, row: &mut Row<'_>) -> Tree {
        let pair = row.next().expect("an operator has its operand");
        let place = self.span(&pair);
        if self.depth > DEPTH_LIMIT {
            // Whatever else the row holds would only be nested deeper.
            row.by_ref().for_each(drop);
            return self.too_deep(place);
        }
        match pair.as_rule() {
            Rule::negate => match self.negative_literal(row, place) {
                Some(literal) => literal,
                None => self.unary(UnaryOp::Negate, place, operator::SIGN + 1, row),
            },
            Rule::not if pair.as_str() == "not" => {
                self.unary(UnaryOp::Not, place, operator::NOT + 1, row)
            }
            Rule::not => self.unary(UnaryOp::Not, place, operator::SIGN + 1, row),
            Rule::bit_not => {
                if pair.as_str() == "~" {
                    self.wrong(
                        place,
                        Wrong::Operator {
                            written: "~".to_owned(),
                            instead: "NOT",
                        },
                    );
                }
                self.unary(UnaryOp::BitNot, place, operator::SIGN + 1, row)
            }
            Rule::wrong_root => {
                let wrong = Wrong::Operator {
                    written: "√".to_owned(),
                    instead: "sqrt",
                };
                self.wrong(place, wrong);
                self.called("sqrt", place, row)
            }
            Rule::bare_log => self.called("log", place, row),
            Rule::log_power => self.power_of_log(&pair, row),
            _ => self.primary(pair),
        }
    }

    /// `log^2 n` is (log n)^2.
    fn power_of_log(&mut self, pair: &Pair<'_, Rule>, row: &mut Row<'_>) -> Tree {
        let start = self.base + pair.as_span().start();
        let at = |from: usize, to: usize| self.text.span(start + from, start + to);
        let [log, hat, exponent] = [at(0, 3), at(3, 4), at(4, 5)];
        let digit = pair.as_str().as_bytes()[4];
        let power = ExprKind::Int(i64::from(digit - b'0'));
        let left = self.called("log", log, row);
        self.binary(BinaryOp::Power, hat, left, Tree::leaf(power, exponent))
    }

    /// A function written before its argument without brackets.
    fn called(&mut self, name: &str, place: Span, row: &mut Row<'_>) -> Tree {
        // `log n^2` is (log n)^2: it binds like the call it stands for.
        self.depth += 1;
        let argument = self.operand(row);
        self.depth -= 1;
        self.wrap(place, argument, |argument| {
            ExprKind::Call(algorithm_name(name, place), vec![argument])
        })
    }

    fn unary(&mut self, operator: UnaryOp, place: Span, tightest: u8, row: &mut Row<'_>) -> Tree {
        let operand = self.climb(row, tightest);
        self.wrap(place, operand, |operand| {
            ExprKind::Unary(operator, Box::new(operand))
        })
    }

    fn wrap(&mut self, place: Span, inner: Tree, kind: impl FnOnce(Expr) -> ExprKind) -> Tree {
        let outer = place.to(inner.outer);
        let depth = inner.depth + 1;
        if depth > DEPTH_LIMIT {
            return self.too_deep(outer);
        }
        Tree {
            expr: Expr {
                kind: kind(inner.expr),
                span: outer,
            },
            depth,
            outer,
            in_brackets: false,
        }
    }

    /// `-5` is a literal, unless it is the `-5^2` that means -(5^2).
    fn negative_literal(&mut self, row: &mut Row<'_>, minus: Span) -> Option<Tree> {
        let number = row
            .peek()
            .filter(|pair| matches!(pair.as_rule(), Rule::integer | Rule::real))?
            .clone();
        let mut after = row.clone();
        after.next();
        if after
            .next()
            .is_some_and(|next| self.infix(&next).0 == BinaryOp::Power)
        {
            return None;
        }
        row.next();
        let span = minus.to(self.span(&number));
        Some(self.number(&number, "-", span))
    }

    fn number(&mut self, pair: &Pair<'_, Rule>, sign: &str, span: Span) -> Tree {
        let text = format!("{sign}{}", pair.as_str());
        let kind = if pair.as_rule() == Rule::integer {
            text.parse().map(ExprKind::Int).ok()
        } else {
            text.parse()
                .ok()
                .filter(|value: &f64| value.is_finite())
                .map(ExprKind::Real)
        };
        let kind = kind.unwrap_or_else(|| {
            self.problems.push(Problem::NumberTooLarge {
                span,
                real: pair.as_rule() == Rule::real,
            });
            ExprKind::Int(0)
        });
        Tree::leaf(kind, span)
    }

    fn primary(&mut self, pair: Pair<'_, Rule>) -> Tree {
        let span = self.span(&pair);
        match pair.as_rule() {
            Rule::integer | Rule::real => self.number(&pair, "", span),
            Rule::group => {
                let inner = parts(pair).next().expect("brackets hold an expression");
                let tree = self.tree(inner);
                Tree {
                    outer: span,
                    in_brackets: true,
                    ..tree
                }
            }
            Rule::rounded => {
                let name = if pair.as_str().starts_with('⌈') {
                    "ceil"
                } else {
                    "floor"
                };
                let (arguments, depth) = self.many(parts(pair));
                let call = ExprKind::Call(algorithm_name(name, span), arguments);
                self.node(call, depth, span)
            }
            Rule::list => {
                let (items, depth) =
                    self.many(parts(pair).filter(|part| part.as_rule() == Rule::expression));
                self.node(ExprKind::List(items), depth, span)
            }
            Rule::truth => {
                let word = pair
                    .into_inner()
                    .next()
                    .expect("a truth value is a keyword");
                Tree::leaf(ExprKind::Bool(word.as_rule() == Rule::kw_true), span)
            }
            Rule::neutral_element => {
                let name = parts(pair).next().expect("neutralni names an operator");
                Tree::leaf(ExprKind::Neutral(operator_name(name.as_str())), span)
            }
            Rule::operator_call => {
                let (call, depth) = self.call(pair);
                self.node(call, depth, span)
            }
            Rule::reference => self.reference(pair, span),
            Rule::wrong_subscripted => self.element_in_braces(pair, span),
            Rule::wrong_number => {
                self.wrong(
                    span,
                    Wrong::Number {
                        written: pair.as_str().to_owned(),
                    },
                );
                Tree::leaf(ExprKind::Int(0), span)
            }
            // A string or a wrong string: print, assert and include take theirs before this.
            _ => {
                self.problems.push(Problem::StringAsValue { span });
                Tree::leaf(ExprKind::Int(0), span)
            }
        }
    }

    pub(super) fn node(&mut self, kind: ExprKind, depth: usize, span: Span) -> Tree {
        if depth > DEPTH_LIMIT {
            return self.too_deep(span);
        }
        Tree {
            depth,
            ..Tree::leaf(kind, span)
        }
    }

    pub(super) fn many<'i>(
        &mut self,
        pairs: impl Iterator<Item = Pair<'i, Rule>>,
    ) -> (Vec<Expr>, usize) {
        let mut deepest = 0;
        let exprs = pairs
            .map(|pair| {
                let tree = self.tree(pair);
                deepest = deepest.max(tree.depth);
                tree.expr
            })
            .collect();
        (exprs, deepest + 1)
    }

    /// The arguments of a call, and the depth of the call.
    fn arguments(&mut self, pair: Pair<'_, Rule>) -> (Vec<Expr>, usize) {
        let measure = Measure::Arguments;
        if let Some(surplus) = parts(pair.clone()).nth(measure.limit()) {
            let span = self.span(&surplus);
            self.problems.push(Problem::TooMuch { span, measure });
        }
        self.many(parts(pair))
    }

    fn reference(&mut self, pair: Pair<'_, Rule>, span: Span) -> Tree {
        let mut inner = parts(pair);
        let name = inner.next().expect("a reference begins with a name");
        let ident = self.ident(&name);
        let mut tree = Tree::leaf(ExprKind::Name(ident.clone()), span);
        for part in inner {
            match part.as_rule() {
                Rule::arguments => {
                    let (arguments, depth) = self.arguments(part);
                    let callee = algorithm_name(&ident.text, ident.span);
                    tree = self.node(ExprKind::Call(callee, arguments), depth, span);
                }
                Rule::subscripts => tree = self.element(ident.clone(), part, span),
                _ => {
                    let written = part.as_str().to_owned();
                    let place = self.span(&part);
                    self.wrong(place, Wrong::StepAsValue { written });
                }
            }
        }
        tree
    }

    /// `name(arguments)` or `+_name(arguments)`, and its depth.
    pub(super) fn call(&mut self, pair: Pair<'_, Rule>) -> (ExprKind, usize) {
        let mut inner = parts(pair);
        let name = inner.next().expect("a call begins with a name");
        let name = algorithm_name(name.as_str(), self.span(&name));
        let (arguments, depth) = inner
            .next()
            .map_or((Vec::new(), 1), |arguments| self.arguments(arguments));
        (ExprKind::Call(name, arguments), depth)
    }

    pub(super) fn wrong(&mut self, span: Span, wrong: Wrong) {
        self.problems.push(Problem::Wrong { span, wrong });
    }
}

/// Splits `+_prescan`, `max_par`, `max-par` into operator and stem; `f_par` stays whole.
pub(super) fn algorithm_name(written: &str, span: Span) -> AlgorithmName {
    let split = written
        .find(['_', '-'])
        .filter(|&at| at > 0 && at + 1 < written.len());
    if let Some(at) = split
        && is_operator(&written[..at])
    {
        let operator = Some(operator_name(&written[..at]));
        return AlgorithmName {
            operator,
            stem: written[at + 1..].to_owned(),
            span,
        };
    }
    AlgorithmName {
        operator: None,
        stem: written.to_owned(),
        span,
    }
}

fn is_operator(text: &str) -> bool {
    matches!(
        text,
        "+" | "*" | "⊕" | "@" | "max" | "min" | "and" | "or" | "xor"
    )
}

fn operator_name(text: &str) -> OperatorName {
    match text {
        "+" => OperatorName::Plus,
        "*" => OperatorName::Times,
        "max" => OperatorName::Max,
        "min" => OperatorName::Min,
        "and" => OperatorName::And,
        "or" => OperatorName::Or,
        "xor" => OperatorName::Xor,
        _ => OperatorName::Generic,
    }
}
