//! Why a derivation stops: an assumption that it needs, or a reason why there is no formula.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::sync::Arc;

use super::comparison::Comparison;
use super::dependence::{Dependence, Unfollowed};
use super::numbers::root;
use crate::derivation::algebra::formula::{Formula, Radix, Symbol};
use crate::semantic::rational::gcd;
use crate::source::Span;

/// What stops a derivation.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Obstacle {
    /// The derivation can continue under this assumption.
    Need(Need),
    /// The iterations of a loop have to be split at this value of the index.
    Split(Symbol, Formula),
    /// A processor leaves the loop at this index at the latest.
    Exit(Symbol, Formula),
    /// The iterations of a loop have to be distinguished by the remainder of the index modulo this
    /// number.
    Residues(Symbol, i128),
    /// There is no formula, for this reason.
    Reason(Span, Reason),
}

/// An assumption about inputs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Need {
    /// A number is a power of another one.
    Power(Arc<str>, Radix),
    /// A number is a multiple of the second one.
    Divides(Arc<str>, Radix),
    /// Numbers satisfy this inequality.
    Compares(Comparison),
}

/// Assumptions that may help to find a formula, collected while a program is followed.
#[derive(Debug, Clone, Default)]
pub(super) struct Helpful {
    /// Classes of numbers.
    pub needs: Vec<Need>,
    /// Least values of numbers; for powers, of their exponents.
    pub leasts: BTreeMap<Arc<str>, i128>,
    /// The branch where the derivation stopped because the sizes do not decide which side is taken.
    pub undecided: Option<Span>,
}

impl Helpful {
    /// Suggests that a number belongs to a class.
    pub fn need(&mut self, need: Need) {
        if !self.needs.contains(&need) {
            self.needs.push(need);
        }
    }

    /// Suggests a least value of a number.
    pub fn least(&mut self, name: &Arc<str>, least: i128) {
        let known = self.leasts.entry(Arc::clone(name)).or_default();
        *known = least.max(*known);
    }
}

impl Need {
    /// The assumption that a number is a power of two.
    pub fn power_of_two(name: &Arc<str>) -> Self {
        Self::Power(Arc::clone(name), Radix::Number(2))
    }

    /// The assumption that a number is a power of four.
    pub fn power_of_four(name: &Arc<str>) -> Self {
        Self::Power(Arc::clone(name), Radix::Number(4))
    }

    /// The names that the assumption is about.
    pub fn names(&self) -> Vec<&Arc<str>> {
        match self {
            Self::Power(name, Radix::Name(other)) | Self::Divides(name, Radix::Name(other)) => {
                vec![name, other]
            }
            Self::Power(name, Radix::Number(_)) | Self::Divides(name, Radix::Number(_)) => {
                vec![name]
            }
            Self::Compares(comparison) => comparison.names().collect(),
        }
    }

    /// Whether no number above 1 satisfies both assumptions, and none at all if the second is a divisor:
    /// a power of 2 that is a power of 3, or a multiple of 3.
    pub fn excludes(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Power(name, Radix::Number(one)), Self::Power(of, Radix::Number(other))) => {
                name == of && root(*one).0 != root(*other).0
            }
            (Self::Power(name, Radix::Number(radix)), Self::Divides(of, Radix::Number(by))) => {
                name == of && !divides_a_power(*by, *radix)
            }
            _ => false,
        }
    }

    /// Whether a number is a power of 2, 4, 8 or another power of two.
    pub(super) fn is_power_of_a_power_of_two(&self) -> bool {
        matches!(self, Self::Power(_, Radix::Number(base)) if base.is_power_of_two())
    }

    /// Whether the assumption defines a number by another one, which has to be known first.
    pub fn builds_on_another(&self, name: &str) -> bool {
        matches!(
            self,
            Self::Power(of, Radix::Name(_)) | Self::Divides(of, Radix::Name(_)) if **of == *name
        )
    }
}

impl Display for Need {
    /// As the option `--assume` spells it.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Power(name, radix) => write!(formatter, "{name} = {radix}^k"),
            Self::Divides(name, by) => write!(formatter, "{by} | {name}"),
            Self::Compares(comparison) => comparison.fmt(formatter),
        }
    }
}

/// Whether a number divides some power of another one.
fn divides_a_power(number: u32, radix: u32) -> bool {
    let mut rest = i128::from(number);
    loop {
        let common = gcd(rest, i128::from(radix));
        if common <= 1 {
            return rest == 1;
        }
        rest /= common;
    }
}

/// Why there is no formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// A required value depends on this.
    DependsOn(Dependence),
    /// The number of iterations of a loop depends on this.
    Iterations(Dependence),
    /// Which branch is taken depends on sizes in a way that cannot be split into cases.
    Branch,
    /// It is unknown whether a loop has an iteration, or a block a processor.
    Empty,
    /// A loop whose test always holds and which is never left.
    Endless,
    /// A range with a step of 0.
    NoStep,
    /// An input has the name of a time of the machine.
    NameOfMachine(Arc<str>),
    /// A sum for which no closed form was found.
    Sum,
    /// It is unknown which processor takes longest.
    Longest,
    /// The recursion of an algorithm cannot be solved.
    Recursion(String),
    /// Two algorithms call each other.
    Mutual(String),
    /// A bound may be a fraction.
    NotWhole,
    /// This is not followed.
    Unfollowed(Unfollowed),
    /// A formula became too large.
    TooLarge,
    /// The program is too long, or its conditions need more proofs than the limit allows.
    Effort,
    /// More processors are active than the machine has, and the time has no closed form.
    Scheduling,
    /// It depends on all items of a warp together.
    Warps,
}

impl Obstacle {
    /// Whether the obstacle is a condition on sizes and indices that is not decided.
    pub fn is_undecided(&self) -> bool {
        match self {
            Self::Split(..) | Self::Exit(..) | Self::Residues(..) => true,
            Self::Reason(_, reason) => matches!(reason, Reason::Branch | Reason::Sum),
            Self::Need(_) => false,
        }
    }

    /// An obstacle for which no assumption helps.
    pub fn reason(span: Span, reason: Reason) -> Self {
        Self::Reason(span, reason)
    }
}
