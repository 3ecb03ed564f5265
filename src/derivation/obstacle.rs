//! What a derivation stops at: something to be assumed, or a reason why there is none.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::sync::Arc;

use super::comparison::Comparison;
use super::numbers::root;
use crate::derivation::algebra::formula::{Formula, Radix, Symbol};
use crate::semantic::rational::gcd;
use crate::source::Span;

/// What stops a derivation.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Obstacle {
    /// It may go on under an assumption.
    Need(Need),
    /// A loop's turns have to be told apart: those with the index below, and from here on.
    Split(Symbol, Formula),
    /// A processor leaves a loop at this index of its turns, at the latest.
    Exit(Symbol, Formula),
    /// A loop's turns have to be told apart by the remainder of the index.
    Residues(Symbol, i128),
    /// It cannot go on.
    Reason(Span, Reason),
}

/// What has to be assumed of inputs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Need {
    /// A number is a power of another.
    Power(Arc<str>, Radix),
    /// The second divides the first.
    Divides(Arc<str>, Radix),
    /// Numbers compare like this.
    Compares(Comparison),
}

/// What to assume may help, where there is no formula otherwise.
#[derive(Debug, Clone, Default)]
pub(super) struct Helpful {
    /// Kinds of numbers.
    pub needs: Vec<Need>,
    /// How small numbers may be; of powers their exponents.
    pub leasts: BTreeMap<Arc<str>, i128>,
    /// The branch at which it stops, as sizes do not tell which side is taken.
    pub undecided: Option<Span>,
}

impl Helpful {
    /// It may help that a number is of a kind.
    pub fn need(&mut self, need: Need) {
        if !self.needs.contains(&need) {
            self.needs.push(need);
        }
    }

    /// It may help that a number is not below a value.
    pub fn least(&mut self, name: &Arc<str>, least: i128) {
        let known = self.leasts.entry(Arc::clone(name)).or_default();
        *known = least.max(*known);
    }
}

impl Need {
    /// A number is a power of two.
    pub fn power_of_two(name: &Arc<str>) -> Self {
        Self::Power(Arc::clone(name), Radix::Number(2))
    }

    /// A number is a power of four.
    pub fn power_of_four(name: &Arc<str>) -> Self {
        Self::Power(Arc::clone(name), Radix::Number(4))
    }

    /// The names that it is about.
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

    /// Whether no number above 1 is of both kinds, and none at all where the second divides: a power of 2, and
    /// one of 3, or a multiple of 3.
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

    /// Whether it tells a number by another one, which has to be known before.
    pub fn builds_on_another(&self, name: &str) -> bool {
        matches!(
            self,
            Self::Power(of, Radix::Name(_)) | Self::Divides(of, Radix::Name(_)) if **of == *name
        )
    }
}

impl Display for Need {
    /// As it is written behind `--assume`.
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

/// Why something is not derived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// A value that has to be known depends on this.
    DependsOn(Arc<str>),
    /// How often a loop turns depends on this.
    Turns(Arc<str>),
    /// Which branch is taken depends on sizes in a way that is not told apart.
    Branch,
    /// A loop or block of which it is not known whether it has any turn or processor.
    Empty,
    /// A loop whose test always holds, and which nothing leaves.
    Endless,
    /// A range with a step of 0.
    NoStep,
    /// An input has the name of a time of the machine.
    NameOfMachine(Arc<str>),
    /// A sum without a closed form here.
    Sum,
    /// The longest of several processors is not known.
    Longest,
    /// An algorithm calls itself in a way that is not solved.
    Recursion(String),
    /// An algorithm is called by one that it calls.
    Mutual(String),
    /// A bound that need not be whole.
    NotWhole,
    /// A statement of this kind is not followed.
    Statement(&'static str),
    /// A formula became too large.
    TooLarge,
    /// The program is too long, or its conditions ask for more proofs than are looked for.
    Effort,
    /// The processors of the machine are fewer than are active, in a way that has no closed form.
    Scheduling,
}

impl Obstacle {
    /// Whether conditions on sizes and indices are not told apart.
    pub fn is_undecided(&self) -> bool {
        match self {
            Self::Split(..) | Self::Exit(..) | Self::Residues(..) => true,
            Self::Reason(_, reason) => matches!(reason, Reason::Branch | Reason::Sum),
            Self::Need(_) => false,
        }
    }

    /// It cannot go on at a place.
    pub fn reason(span: Span, reason: Reason) -> Self {
        Self::Reason(span, reason)
    }
}
