//! Constant expressions: exactly, as a program would compute them, and as formulas over the reals.
//!
//! *Exact* evaluation has the language's own types and faults; it serves defaults, lengths of
//! inputs and values on the command line. *Formula* evaluation has real numbers only; it serves
//! claims and `B(p)`.

use crate::diagnostic::Diagnostic;
use crate::language::Voice;
use crate::source::Span;
use crate::syntax::ast::{AlgorithmName, BinaryOp as Source, Expr, ExprKind, UnaryOp};

use super::arithmetic::{self, Fault};
use super::builtin::{self, Builtin};
use super::infer::join;
use super::names;
use super::operators::{self, Unfit};
use super::problem::{Needed, OperandOf, Problem, Usage};
use super::spelling;
use crate::program::{self, BinaryOp, Constant, Type};

/// What the names in a constant expression stand for.
pub trait Lookup {
    /// The scalar of this name.
    fn scalar(&self, name: &str) -> Option<Constant>;

    /// The length of the array of this name: of all of it, or along one dimension.
    fn length(&self, _name: &str, _dimension: Option<u8>) -> Option<i64> {
        None
    }

    /// The known names, for suggestions.
    fn names(&self) -> Vec<String> {
        Vec::new()
    }

    /// How messages are worded about expressions with these names.
    fn voice(&self) -> Voice {
        Voice::default()
    }
}

/// No names at all; messages are worded in this voice.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nothing(pub Voice);

impl Lookup for Nothing {
    fn scalar(&self, _name: &str) -> Option<Constant> {
        None
    }

    fn voice(&self) -> Voice {
        self.0
    }
}

/// Evaluates with the language's own types and faults.
pub fn exact(expr: &Expr, names: &dyn Lookup) -> Result<Constant, Vec<Diagnostic>> {
    let value = Exact { names }.value(expr);
    value.map_err(|problems| diagnostics(problems, names))
}

/// Evaluates over the reals: `/` is exact division, `true` is 1.
pub fn formula(expr: &Expr, names: &dyn Lookup) -> Result<f64, Vec<Diagnostic>> {
    let mut problems = Vec::new();
    let value = Formula {
        names,
        problems: &mut problems,
    }
    .value(expr);
    match value {
        Some(value) if problems.is_empty() => Ok(value),
        _ => Err(diagnostics(problems, names)),
    }
}

fn diagnostics(problems: Vec<Problem>, names: &dyn Lookup) -> Vec<Diagnostic> {
    let problems = problems.into_iter();
    problems
        .map(|problem| problem.diagnostic(names.voice()))
        .collect()
}

fn unknown(names: &dyn Lookup, name: &str, span: Span) -> Problem {
    let known = names.names();
    Problem::UnknownConstant {
        name: name.to_owned(),
        span,
        suggestion: names::did_you_mean(name, known.iter().map(String::as_str)),
        known,
    }
}

fn faulty(fault: Fault, span: Span) -> Vec<Problem> {
    vec![Problem::ConstantFault { fault, span }]
}

type Evaluated = Result<Constant, Vec<Problem>>;

struct Exact<'n> {
    names: &'n dyn Lookup,
}

impl Exact<'_> {
    fn value(&self, expr: &Expr) -> Evaluated {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Int(value) => Ok(Constant::Int(*value)),
            ExprKind::Real(value) => Ok(Constant::Real(*value)),
            ExprKind::Bool(value) => Ok(Constant::Bool(*value)),
            ExprKind::Name(name) => scalar(self.names, &name.text)
                .ok_or_else(|| vec![unknown(self.names, &name.text, span)]),
            ExprKind::Unary(operator, operand) => {
                let value = self.value(operand)?;
                unary(*operator, value, operand.span, span)
            }
            ExprKind::Binary(operator @ (Source::And | Source::Or), _, left, right) => {
                let (value, is_and) = (self.value(left)?, *operator == Source::And);
                let truth = truth(value, left.span)?;
                let other = if truth == is_and {
                    Some(self.value(right)?)
                } else {
                    None
                };
                let result = match other {
                    Some(other) => self::truth(other, right.span)?,
                    None => truth,
                };
                let bools =
                    value.ty() == Type::Bool || other.is_some_and(|other| other.ty() == Type::Bool);
                Ok(if bools {
                    Constant::Bool(result)
                } else {
                    Constant::Int(i64::from(result))
                })
            }
            ExprKind::Binary(operator, at, left, right) => {
                let (one, two) = both(self.value(left), self.value(right))?;
                binary(*operator, one, two, [*at, left.span, right.span, span])
            }
            ExprKind::Call(name, arguments) => self.call(name, arguments, span),
            ExprKind::WholeArray(_)
            | ExprKind::Element(..)
            | ExprKind::Section(..)
            | ExprKind::Neutral(_)
            | ExprKind::List(_) => Err(vec![Problem::NotConstant { span }]),
        }
    }

    /// The argument of a function: inside `ceil` and `round` a quotient of ints is rounded by them.
    fn argument(&self, function: program::Builtin, argument: &Expr) -> Evaluated {
        let span = argument.span;
        if let ExprKind::Binary(Source::Divide, at, left, right) = &argument.kind
            && let Some(rounded) = operators::rounded_division(function)
        {
            let (one, two) = both(self.value(left), self.value(right))?;
            if both_ints(one, two) {
                return arithmetic::binary(rounded, one, two).map_err(|fault| faulty(fault, span));
            }
            return binary(Source::Divide, one, two, [*at, left.span, right.span, span]);
        }
        self.value(argument)
    }

    fn call(&self, name: &AlgorithmName, arguments: &[Expr], span: Span) -> Evaluated {
        let row = match name.operator {
            None => builtin::find(&name.stem),
            Some(_) => None,
        };
        let Some(row) = row else {
            return Err(vec![Problem::NotConstant { span }]);
        };
        let (least, most) = row.arity;
        if !(least..=most).contains(&arguments.len()) {
            return Err(vec![Problem::WrongArgumentCount {
                name: name.stem.clone(),
                usage: Usage::Builtin(row),
                given: arguments.len(),
                least,
                most,
                span,
                definition: None,
            }]);
        }
        match row.builtin {
            Builtin::Function(function) => {
                let mut values = Vec::new();
                let mut problems = Vec::new();
                for argument in arguments {
                    match self.argument(function, argument) {
                        Ok(Constant::Bool(_)) => problems.push(Problem::Operand {
                            what: OperandOf::Code(name.stem.clone()),
                            needed: Needed::Number,
                            found: Type::Bool,
                            span: argument.span,
                        }),
                        Ok(value) => values.push(value),
                        Err(more) => problems.extend(more),
                    }
                }
                if !problems.is_empty() {
                    return Err(problems);
                }
                call(function, &values, span)
            }
            Builtin::Length => {
                let (ExprKind::Name(array) | ExprKind::WholeArray(array)) = &arguments[0].kind
                else {
                    return Err(vec![Problem::NotConstant {
                        span: arguments[0].span,
                    }]);
                };
                let dimension = match arguments.get(1).map(|argument| &argument.kind) {
                    None => None,
                    Some(ExprKind::Int(dimension @ 0..=3)) => Some(*dimension as u8),
                    Some(_) => {
                        return Err(vec![Problem::BadDimension {
                            rank: None,
                            span: arguments[1].span,
                        }]);
                    }
                };
                (self.names.length(&array.text, dimension))
                    .map(Constant::Int)
                    .ok_or_else(|| vec![unknown(self.names, &array.text, array.span)])
            }
            Builtin::Reverse | Builtin::HasMessage | Builtin::Neighbour | Builtin::Generator(_) => {
                Err(vec![Problem::NotConstant { span }])
            }
        }
    }
}

fn both_ints(left: Constant, right: Constant) -> bool {
    left.ty() == Type::Int && right.ty() == Type::Int
}

fn both(left: Evaluated, right: Evaluated) -> Result<(Constant, Constant), Vec<Problem>> {
    match (left, right) {
        (Ok(left), Ok(right)) => Ok((left, right)),
        (Err(mut left), Err(right)) => {
            left.extend(right);
            Err(left)
        }
        (Err(problems), _) | (_, Err(problems)) => Err(problems),
    }
}

fn truth(value: Constant, span: Span) -> Result<bool, Vec<Problem>> {
    match value {
        Constant::Bool(value) => Ok(value),
        Constant::Int(0) => Ok(false),
        Constant::Int(1) => Ok(true),
        Constant::Int(_) => Err(faulty(Fault::NotTruth, span)),
        Constant::Real(_) => Err(vec![Problem::Operand {
            what: OperandOf::Condition,
            needed: Needed::Truth,
            found: Type::Real,
            span,
        }]),
    }
}

fn unary(operator: UnaryOp, value: Constant, at: Span, span: Span) -> Evaluated {
    let unfit = |operator: &str, needed| {
        let (what, found) = (OperandOf::Code(operator.to_owned()), value.ty());
        Err(vec![Problem::Operand {
            what,
            needed,
            found,
            span: at,
        }])
    };
    match (operator, value) {
        (UnaryOp::Not, Constant::Bool(value)) => Ok(Constant::Bool(!value)),
        (UnaryOp::Not, value) => Ok(Constant::Int(i64::from(!truth(value, at)?))),
        (UnaryOp::Negate, Constant::Bool(_)) => unfit("-", Needed::Number),
        (UnaryOp::Negate, value) => {
            arithmetic::unary(program::UnaryOp::Negate, value).map_err(|fault| faulty(fault, span))
        }
        (UnaryOp::BitNot, Constant::Int(value)) => Ok(Constant::Int(!value)),
        (UnaryOp::BitNot, _) => unfit("NOT", Needed::Int),
    }
}

/// `spans`: of the operator, of both operands, of the whole.
fn binary(operator: Source, left: Constant, right: Constant, spans: [Span; 4]) -> Evaluated {
    let typed = operators::typed(operator, Some(left.ty()), Some(right.ty())).map_err(
        |Unfit {
             right: blame_right,
             needed,
         }| {
            vec![Problem::Operator {
                symbol: spelling::symbol(operator),
                needed,
                left: Some(left.ty()),
                right: Some(right.ty()),
                operand: spans[if blame_right { 2 } else { 1 }],
                operator: spans[0],
            }]
        },
    )?;
    let ty = typed.operands.unwrap_or(Type::Int);
    arithmetic::binary(typed.operator, to(left, ty), to(right, ty))
        .map_err(|fault| faulty(fault, spans[3]))
}

fn to(value: Constant, ty: Type) -> Constant {
    match (value, ty) {
        (Constant::Int(int), Type::Real) => Constant::Real(int as f64),
        (value, _) => value,
    }
}

fn call(function: program::Builtin, values: &[Constant], span: Span) -> Evaluated {
    use program::Builtin as Function;
    let all = values
        .iter()
        .fold(None, |ty, value| join(ty, Some(value.ty())));
    let ty = match function {
        Function::Sqrt
        | Function::Log
        | Function::Ln
        | Function::Exp
        | Function::Sin
        | Function::Cos
        | Function::Tan => Type::Real,
        _ => all.unwrap_or(Type::Int),
    };
    if function == Function::Bit && ty == Type::Real {
        return Err(vec![Problem::Operand {
            what: OperandOf::Code("bit".to_owned()),
            needed: Needed::Int,
            found: Type::Real,
            span,
        }]);
    }
    let values: Vec<Constant> = values.iter().map(|value| to(*value, ty)).collect();
    arithmetic::builtin(function, &values).map_err(|fault| faulty(fault, span))
}

/// The value of a scalar, or of a constant of that name.
fn scalar(names: &dyn Lookup, name: &str) -> Option<Constant> {
    names.scalar(name).or_else(|| builtin::constant(name))
}

struct Formula<'n, 'p> {
    names: &'n dyn Lookup,
    problems: &'p mut Vec<Problem>,
}

impl Formula<'_, '_> {
    fn value(&mut self, expr: &Expr) -> Option<f64> {
        let span = expr.span;
        let value = match &expr.kind {
            ExprKind::Int(value) => *value as f64,
            ExprKind::Real(value) => *value,
            ExprKind::Bool(value) => f64::from(u8::from(*value)),
            ExprKind::Name(name) => match scalar(self.names, &name.text) {
                Some(Constant::Int(value)) => value as f64,
                Some(Constant::Real(value)) => value,
                Some(Constant::Bool(value)) => f64::from(u8::from(value)),
                None => {
                    self.problems.push(unknown(self.names, &name.text, span));
                    return None;
                }
            },
            ExprKind::Unary(UnaryOp::Negate, operand) => -self.value(operand)?,
            ExprKind::Unary(UnaryOp::Not, operand) => {
                f64::from(u8::from(self.value(operand)? == 0.0))
            }
            ExprKind::Binary(operator, _, left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                self.binary(*operator, left?, right?, span)?
            }
            ExprKind::Call(name, arguments) if name.operator.is_none() => {
                self.call(name, arguments, span)?
            }
            _ => {
                self.problems.push(Problem::NotInFormula { span });
                return None;
            }
        };
        if !value.is_finite() {
            let fault = if value.is_nan() {
                Fault::Domain
            } else {
                Fault::Overflow
            };
            self.problems.push(Problem::ConstantFault { fault, span });
            return None;
        }
        Some(value)
    }

    fn binary(&mut self, operator: Source, left: f64, right: f64, span: Span) -> Option<f64> {
        let truth = |value: bool| f64::from(u8::from(value));
        let real =
            |operator| arithmetic::binary(operator, Constant::Real(left), Constant::Real(right));
        let result = match operator {
            Source::Add => real(BinaryOp::Add),
            Source::Subtract => real(BinaryOp::Subtract),
            Source::Multiply => real(BinaryOp::Multiply),
            Source::Divide => real(BinaryOp::Divide),
            Source::Modulo => real(BinaryOp::Modulo),
            Source::Power => real(BinaryOp::Power),
            Source::Equal => real(BinaryOp::Equal),
            Source::NotEqual => real(BinaryOp::NotEqual),
            Source::Less => real(BinaryOp::Less),
            Source::LessEqual => real(BinaryOp::LessEqual),
            Source::Greater => real(BinaryOp::Greater),
            Source::GreaterEqual => real(BinaryOp::GreaterEqual),
            Source::And => return Some(truth(left != 0.0 && right != 0.0)),
            Source::Or => return Some(truth(left != 0.0 || right != 0.0)),
            Source::BitAnd
            | Source::BitOr
            | Source::BitXor
            | Source::ShiftLeft
            | Source::ShiftRight
            | Source::Generic => {
                self.problems.push(Problem::NotInFormula { span });
                return None;
            }
        };
        self.finish(result, span)
    }

    fn call(&mut self, name: &AlgorithmName, arguments: &[Expr], span: Span) -> Option<f64> {
        let Some(row) = builtin::find(&name.stem) else {
            self.problems.push(Problem::NoFunction {
                name: name.stem.clone(),
                span,
            });
            return None;
        };
        let (least, most) = row.arity;
        let function = match row.builtin {
            Builtin::Function(function) if function != program::Builtin::Bit => function,
            _ => {
                self.problems.push(Problem::NotInFormula { span });
                return None;
            }
        };
        let values: Vec<Option<f64>> = arguments
            .iter()
            .map(|argument| self.value(argument))
            .collect();
        let values: Vec<Constant> = values
            .into_iter()
            .map(|value| value.map(Constant::Real))
            .collect::<Option<_>>()?;
        if !(least..=most).contains(&values.len()) {
            self.problems.push(Problem::WrongArgumentCount {
                name: name.stem.clone(),
                usage: Usage::Builtin(row),
                given: values.len(),
                least,
                most,
                span,
                definition: None,
            });
            return None;
        }
        // Over the reals a rounded value stays real, however large.
        if let (
            program::Builtin::Floor | program::Builtin::Ceil | program::Builtin::Round,
            [Constant::Real(value)],
        ) = (function, &values[..])
        {
            // What is whole but for rounding is whole: log(125)/log(5) is 3.
            let nearest = value.round();
            let is_whole = (value - nearest).abs() <= f64::EPSILON * 4.0 * value.abs();
            return Some(match function {
                program::Builtin::Floor if !is_whole => value.floor(),
                program::Builtin::Ceil if !is_whole => value.ceil(),
                _ => nearest,
            });
        }
        self.finish(arithmetic::builtin(function, &values), span)
    }

    fn finish(&mut self, result: Result<Constant, Fault>, span: Span) -> Option<f64> {
        match result {
            Ok(Constant::Real(value)) => Some(value),
            Ok(Constant::Int(value)) => Some(value as f64),
            Ok(Constant::Bool(value)) => Some(f64::from(u8::from(value))),
            Err(fault) => {
                self.problems.push(Problem::ConstantFault { fault, span });
                None
            }
        }
    }
}
