//! The descent of recursive calls: which combination of parameters decreases, and how, as the text of
//! the algorithm suggests.

use std::collections::BTreeSet;

use crate::derivation::algebra::facts::Facts;
use crate::derivation::algebra::formula::{Formula, Radix, SymbolMeaning};
use crate::program::visit::{self, Visitor, walk_expression, walk_statement};
use crate::program::{
    Algorithm, AlgorithmId, Argument, BinaryOp, Constant, Expr, ExprKind, Parameter, ScalarId,
    Stmt, StmtKind, Type,
};

/// The largest divisor of a size in a call.
const LARGEST_DIVISOR: i64 = 64;
/// The largest number that a call subtracts from a size.
const LARGEST_STEP: i64 = 4;

/// The size of an activation, as a combination of its parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::derivation) enum RecursionSize {
    /// One parameter.
    Plain(ParameterPlace),
    /// The length of the range from one parameter to another: last − first + shift.
    Between(ParameterPlace, ParameterPlace, i128),
}

/// A parameter: its position, and its scalar.
pub(in crate::derivation) type ParameterPlace = (usize, ScalarId);

/// How a size decreases from one call to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::derivation) enum Descent {
    /// divisor^x becomes divisor^(x − 1).
    ByDivisor(u32),
    /// step·x + rest becomes step·(x − 1) + rest.
    ByStep(u32, u32),
}

impl RecursionSize {
    /// The size for given values of the parameters.
    pub fn of(self, value: impl Fn(ParameterPlace) -> Option<Formula>) -> Option<Formula> {
        match self {
            Self::Plain(place) => value(place),
            Self::Between(first, last, shift) => {
                (value(last)?.minus(&value(first)?))?.plus_number(shift)
            }
        }
    }
}

impl RecursionSize {
    /// The parameters of the size.
    pub fn places(self) -> Vec<ParameterPlace> {
        match self {
            Self::Plain(place) => vec![place],
            Self::Between(first, last, _) => vec![first, last],
        }
    }

    /// The name of the size in formulas: that of its parameter, or n.
    pub fn name(self, called: &Algorithm) -> String {
        let is_taken = |name: &str| called.scalars.iter().any(|scalar| scalar.name == name);
        match self {
            Self::Plain((_, id)) => called.scalars[id.index()].name.clone(),
            Self::Between(..) if is_taken("n") => "size".to_owned(),
            Self::Between(..) => "n".to_owned(),
        }
    }
}

impl Descent {
    /// How the symbol of a recurrence relates to the size.
    pub fn meaning(self) -> SymbolMeaning {
        match self {
            Self::ByDivisor(divisor) => SymbolMeaning::Logarithm(Radix::Number(divisor)),
            Self::ByStep(step, 0) if step > 1 => SymbolMeaning::Quotient(Radix::Number(step)),
            Self::ByStep(..) => SymbolMeaning::Itself,
        }
    }

    /// The value of the symbol for a size, if it is certainly an integer.
    pub fn index_of(self, size: &Formula, facts: &Facts) -> Option<Formula> {
        let index = match self {
            Self::ByDivisor(divisor) => size.exponent_of(&Formula::number(divisor.into()))?,
            Self::ByStep(step, rest) => {
                (size.plus_number(-i128::from(rest))?).over(&Formula::number(step.into()))?
            }
        };
        facts.is_whole(&index).then_some(index)
    }

    /// The size for a value of the symbol.
    pub fn size(self, value: &Formula) -> Option<Formula> {
        match self {
            Self::ByDivisor(divisor) => Formula::number(divisor.into()).raised(value),
            Self::ByStep(step, rest) => (value.times_number(step.into())?).plus_number(rest.into()),
        }
    }
}

/// The sizes that may decrease in every call.
pub(in crate::derivation) fn sizes(called: &Algorithm, id: AlgorithmId) -> Vec<RecursionSize> {
    let calls = own_calls(called, id);
    let scalars: Vec<ParameterPlace> = (called.parameters.iter().enumerate())
        .filter_map(|(at, parameter)| match parameter {
            Parameter::Scalar(id) if called.scalars[id.index()].ty == Type::Int => Some((at, *id)),
            _ => None,
        })
        .collect();
    let changes = |places: &[ParameterPlace]| {
        calls
            .iter()
            .all(|arguments| (places.iter()).any(|(at, _)| !is_passed_on(called, arguments, *at)))
    };
    let single = scalars.iter().filter(|place| changes(&[**place]));
    let mut found: Vec<RecursionSize> = single.map(|place| RecursionSize::Plain(*place)).collect();
    for (at, first) in scalars.iter().enumerate() {
        for last in &scalars[at + 1..] {
            if changes(&[*first, *last]) {
                found.extend([0, 1].map(|shift| RecursionSize::Between(*first, *last, shift)));
            }
        }
    }
    found
}

/// The ways in which a size may decrease: by the divisors and subtracted numbers in the algorithm.
/// Several ones are for different remainders.
pub(in crate::derivation) fn descents(called: &Algorithm) -> Vec<Vec<Descent>> {
    struct Numbers {
        divisors: BTreeSet<i64>,
        steps: BTreeSet<i64>,
    }
    impl Visitor for Numbers {
        fn statement(&mut self, statement: &Stmt) {
            if let StmtKind::Assign {
                update: Some(op),
                value,
                ..
            } = &statement.kind
            {
                self.take(*op, value);
            }
            walk_statement(self, statement);
        }

        fn expression(&mut self, expression: &Expr) {
            if let ExprKind::Binary(op, _, right) = &expression.kind {
                self.take(*op, right);
            }
            walk_expression(self, expression);
        }
    }
    impl Numbers {
        fn take(&mut self, op: BinaryOp, operand: &Expr) {
            let ExprKind::Constant(Constant::Int(number)) = operand.kind else {
                return;
            };
            match op {
                BinaryOp::Divide | BinaryOp::DivideUp if number >= 2 => {
                    self.divisors.insert(number);
                }
                BinaryOp::ShiftRight if (1..6).contains(&number) => {
                    self.divisors.insert(1 << number);
                }
                BinaryOp::Subtract if number >= 1 => {
                    self.steps.insert(number);
                }
                _ => {}
            }
        }
    }
    let mut numbers = Numbers {
        divisors: BTreeSet::from([2]),
        steps: BTreeSet::from([1]),
    };
    visit::statements(&mut numbers, &called.body);
    let divisors = numbers.divisors.range(..=LARGEST_DIVISOR);
    let shares = divisors.map(|divisor| vec![Descent::ByDivisor(*divisor as u32)]);
    let steps = numbers.steps.range(..=LARGEST_STEP);
    let steps = steps.map(|step| {
        let rests = 0..*step as u32;
        rests
            .map(|rest| Descent::ByStep(*step as u32, rest))
            .collect()
    });
    shares.chain(steps).collect()
}

/// Whether an algorithm calls itself.
pub(in crate::derivation) fn calls_itself(algorithm: &Algorithm, id: AlgorithmId) -> bool {
    !own_calls(algorithm, id).is_empty()
}

/// The arguments of the recursive calls.
fn own_calls(algorithm: &Algorithm, id: AlgorithmId) -> Vec<Vec<Argument>> {
    struct Calls {
        of: AlgorithmId,
        found: Vec<Vec<Argument>>,
    }
    impl Visitor for Calls {
        fn statement(&mut self, statement: &Stmt) {
            if let StmtKind::Call {
                algorithm,
                arguments,
                ..
            } = &statement.kind
                && *algorithm == self.of
            {
                self.found.push(arguments.clone());
            }
            walk_statement(self, statement);
        }
    }
    let mut calls = Calls {
        of: id,
        found: Vec::new(),
    };
    visit::statements(&mut calls, &algorithm.body);
    calls.found
}

/// Whether every recursive call passes a parameter on unchanged.
pub(in crate::derivation) fn stays(called: &Algorithm, id: AlgorithmId, at: usize) -> bool {
    (own_calls(called, id).iter()).all(|arguments| is_passed_on(called, arguments, at))
}

fn is_passed_on(called: &Algorithm, arguments: &[Argument], at: usize) -> bool {
    match (&called.parameters[at], &arguments[at]) {
        (Parameter::Scalar(own), Argument::Scalar(expr)) => {
            matches!(&expr.kind, ExprKind::Scalar { id, .. } if id == own)
        }
        (Parameter::Array(own), Argument::Array(array)) => own == array,
        (Parameter::SharedScalar(..), _) => true,
        _ => false,
    }
}
