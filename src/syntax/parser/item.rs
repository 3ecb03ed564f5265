//! Top-level items.

use pest::iterators::Pair;

use super::expression::algorithm_name;
use super::{Builder, Rule, parts};
use crate::quantity::{Measure, Unit};
use crate::syntax::ast::{
    BinaryOp, Claim, ClaimKind, Expr, ExprKind, Form, Growth, Ident, Include, Input, Item, Machine,
    MachineArgument, Neutral, Parameter, Relation, Sequential,
};
use crate::syntax::keyword::Concept;
use crate::syntax::operator;
use crate::syntax::piece::Piece;
use crate::syntax::problem::Problem;
use crate::syntax::spelling::Wrong;
use crate::syntax::vocabulary::Vocabulary;

impl Builder<'_> {
    /// The head of an algorithm.
    pub(super) fn algorithm(&mut self, pair: Pair<'_, Rule>) -> Piece {
        let mut inner = parts(pair);
        let name = inner.next().expect("an algorithm has a name");
        let name = algorithm_name(name.as_str().trim_end(), self.span(&name));
        let parameters = inner.map(|part| self.parameter(part)).collect();
        Piece::Algorithm {
            name,
            parameters,
            form: Form::Own,
        }
    }

    /// Every item of a piece.
    pub(super) fn items(&mut self, pair: Pair<'_, Rule>) -> Vec<Item> {
        let span = self.span(&pair);
        match pair.as_rule() {
            Rule::input => {
                let declarators: Vec<_> = parts(pair).collect();
                declarators
                    .into_iter()
                    .map(|part| Item::Input(self.input(part)))
                    .collect()
            }
            Rule::machine => {
                let [croatian, english] = [Vocabulary::Croatian, Vocabulary::English];
                let is_english = pair.as_str().starts_with(english.word(Concept::Machine));
                let vocabulary = if is_english { english } else { croatian };
                let mut inner = parts(pair);
                let name = self.ident(&inner.next().expect("a machine has a name"));
                let arguments = inner.map(|part| self.machine_argument(part)).collect();
                vec![Item::Machine(Machine {
                    name,
                    arguments,
                    vocabulary,
                    span,
                })]
            }
            Rule::include => {
                let path = parts(pair).next().expect("an include has a path");
                let span = self.span(&path);
                vec![Item::Include(Include {
                    path: self.text_of(&path),
                    span,
                })]
            }
            Rule::sequential => {
                let name = parts(pair).next().expect("a name follows `slijedno`");
                let name = algorithm_name(name.as_str().trim_end(), self.span(&name));
                vec![Item::Sequential(Sequential { name, span })]
            }
            Rule::neutral => {
                let (name, value) = self.named_value(pair);
                vec![Item::Neutral(Neutral { name, value, span })]
            }
            _ => vec![Item::Claim(self.claim(pair))],
        }
    }

    /// A formal parameter.
    pub(super) fn parameter(&mut self, pair: Pair<'_, Rule>) -> Parameter {
        let declarator = self.declarator(pair);
        Parameter {
            name: declarator.name,
            dimensions: declarator.dimensions,
            default: declarator.initial,
        }
    }

    fn input(&mut self, pair: Pair<'_, Rule>) -> Input {
        let span = self.span(&pair);
        let declarator = self.distributed(pair);
        Input {
            name: declarator.name,
            dimensions: declarator.dimensions,
            default: declarator.initial,
            distribution: declarator.distribution,
            span,
        }
    }

    fn machine_argument(&mut self, pair: Pair<'_, Rule>) -> MachineArgument {
        let mut inner: Vec<_> = parts(pair).collect();
        let value = inner.pop().expect("an argument has a value");
        MachineArgument {
            name: inner.first().map(|name| self.ident(name)),
            value: self.expression(value),
        }
    }

    fn named_value(&mut self, pair: Pair<'_, Rule>) -> (Ident, crate::syntax::ast::Expr) {
        let mut inner = parts(pair);
        let name = self.ident(&inner.next().expect("a name before `=`"));
        let value = self.expression(inner.next().expect("a value after `=`"));
        (name, value)
    }

    fn claim(&mut self, pair: Pair<'_, Rule>) -> Claim {
        let what = parts(pair).next().expect("a claim is of one kind");
        let span = self.span(&what);
        let rule = what.as_rule();
        let mut measure = Measure::T;
        let mut unit = None;
        let mut growth = Growth::O;
        let mut relation = Relation::Equal;
        let mut formula = None;
        let mut sizes = Vec::new();
        for part in parts(what) {
            match part.as_rule() {
                Rule::model => {
                    return Claim {
                        kind: ClaimKind::Model(self.ident(&part)),
                        sizes,
                        span,
                    };
                }
                Rule::name => sizes.push(self.ident(&part)),
                Rule::measure => {
                    measure = Measure::find(part.as_str()).expect("the grammar names the measures");
                }
                Rule::counted => {
                    let word = part.into_inner().next().map(|word| word.as_rule());
                    let concept = word.and_then(super::keyword);
                    measure = concept
                        .and_then(counted)
                        .expect("the grammar names the counts");
                }
                Rule::unit => unit = Unit::find(part.as_str()),
                Rule::growth => {
                    growth = match part.as_str() {
                        "O" => Growth::O,
                        "Θ" | "Theta" => Growth::Theta,
                        _ => Growth::Omega,
                    }
                }
                Rule::relation => relation = self.relation(&part, rule == Rule::claim_growth),
                Rule::expression if rule == Rule::claim_exact => {
                    formula = Some(self.compared(part));
                }
                Rule::expression => formula = Some(self.formula(part)),
                _ => {}
            }
        }
        let formula = formula.expect("a claim has a formula");
        let kind = if rule == Rule::claim_growth {
            ClaimKind::Growth {
                measure,
                unit,
                growth,
                formula,
            }
        } else {
            ClaimKind::Exact {
                measure,
                unit,
                relation,
                formula,
            }
        };
        Claim { kind, sizes, span }
    }

    /// The formula that a measure is compared with. A comparison or `and` in it without brackets
    /// was meant to go on with the claim.
    fn compared(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let is_in_brackets = pair.clone().into_inner().count() == 1;
        let formula = self.formula(pair);
        if !is_in_brackets
            && let ExprKind::Binary(operator, place, left, _) = &formula.kind
            && (operator::compares(*operator) || matches!(operator, BinaryOp::And | BinaryOp::Or))
        {
            self.problems.push(Problem::TruthInClaim {
                operator: *operator,
                span: *place,
                middle: left.span,
            });
        }
        formula
    }

    /// `<=` or `>=` in a claim, or a sign that is neither; before `O(…)` none is needed.
    fn relation(&mut self, pair: &Pair<'_, Rule>, is_growth: bool) -> Relation {
        let written = pair.as_str().trim_end();
        let relation = match written {
            "<=" | "≤" | "=<" | "<" => Relation::AtMost,
            ">=" | "≥" | "=>" | ">" => Relation::AtLeast,
            _ => Relation::Equal,
        };
        if is_growth || !matches!(written, "<=" | "≤" | ">=" | "≥") {
            let written = written.to_owned();
            let wrong = Wrong::Relation { written, is_growth };
            self.wrong(self.span(pair), wrong);
        }
        relation
    }
}

/// The measure that a keyword of a claim names.
fn counted(concept: Concept) -> Option<Measure> {
    match concept {
        Concept::Issued => Some(Measure::Issued),
        Concept::Transactions => Some(Measure::Transactions),
        Concept::Conflicts => Some(Measure::Conflicts),
        Concept::Divergent => Some(Measure::Divergent),
        Concept::Launches => Some(Measure::Launches),
        _ => None,
    }
}
