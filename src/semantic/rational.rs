//! Exact fractions.

use std::cmp::Ordering;

/// A fraction in lowest terms with a positive denominator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Rational {
    /// Above the line.
    pub numerator: i128,
    /// Below the line.
    pub denominator: i128,
}

impl Rational {
    /// 0
    pub const ZERO: Self = Self::whole(0);
    /// 1
    pub const ONE: Self = Self::whole(1);
    /// 1/2
    pub const HALF: Self = Self {
        numerator: 1,
        denominator: 2,
    };

    /// A whole number.
    pub const fn whole(value: i128) -> Self {
        Self {
            numerator: value,
            denominator: 1,
        }
    }

    /// A quotient; none by 0.
    pub fn new(numerator: i128, denominator: i128) -> Option<Self> {
        let divisor = gcd(numerator, denominator).max(1);
        let divisor = if denominator < 0 { -divisor } else { divisor };
        Some(Self {
            numerator: numerator.checked_div(divisor)?,
            denominator: denominator.checked_div(divisor)?,
        })
    }

    /// The sum; `None` if it does not fit.
    pub fn plus(self, other: Self) -> Option<Self> {
        self.minus(Self::ZERO.minus(other)?)
    }

    /// The largest whole number that is not above it.
    pub fn floor(self) -> i128 {
        self.numerator.div_euclid(self.denominator)
    }

    /// The smallest whole number that is not below it; `None` if it does not fit.
    pub fn ceil(self) -> Option<i128> {
        let rest = self.numerator.rem_euclid(self.denominator);
        self.floor().checked_add(i128::from(rest != 0))
    }

    /// Whether it is whole.
    pub const fn is_whole(self) -> bool {
        self.denominator == 1
    }

    /// The difference; `None` if it does not fit.
    pub fn minus(self, other: Self) -> Option<Self> {
        if self.denominator == 1 && other.denominator == 1 {
            return Some(Self::whole(self.numerator.checked_sub(other.numerator)?));
        }
        let left = self.numerator.checked_mul(other.denominator)?;
        let right = other.numerator.checked_mul(self.denominator)?;
        let denominator = self.denominator.checked_mul(other.denominator)?;
        Self::new(left.checked_sub(right)?, denominator)
    }

    /// The product; `None` if it does not fit.
    pub fn times(self, other: Self) -> Option<Self> {
        if self.denominator == 1 && other.denominator == 1 {
            return Some(Self::whole(self.numerator.checked_mul(other.numerator)?));
        }
        let numerator = self.numerator.checked_mul(other.numerator)?;
        Self::new(numerator, self.denominator.checked_mul(other.denominator)?)
    }

    /// The quotient; `None` if it does not fit or the divisor is 0.
    pub fn over(self, other: Self) -> Option<Self> {
        let numerator = self.numerator.checked_mul(other.denominator)?;
        let denominator = self.denominator.checked_mul(other.numerator)?;
        (denominator != 0).then_some(())?;
        Self::new(numerator, denominator)
    }

    /// Whether it is smaller; `None` if that cannot be decided.
    pub fn is_below(self, other: Self) -> Option<bool> {
        Some(self.minus(other)?.numerator < 0)
    }
}

impl Ord for Rational {
    /// By value: whole parts first, then the reciprocals of what is left.
    fn cmp(&self, other: &Self) -> Ordering {
        if self.denominator == other.denominator {
            return self.numerator.cmp(&other.numerator);
        }
        let rest = |of: Self| Self {
            numerator: of.numerator.rem_euclid(of.denominator),
            denominator: of.denominator,
        };
        let reciprocal = |of: Self| Self {
            numerator: of.denominator,
            denominator: of.numerator,
        };
        let (own, others) = (rest(*self), rest(*other));
        (self.floor().cmp(&other.floor())).then_with(|| match (own.numerator, others.numerator) {
            (0, 0) => Ordering::Equal,
            (0, _) => Ordering::Less,
            (_, 0) => Ordering::Greater,
            _ => reciprocal(others).cmp(&reciprocal(own)),
        })
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The greatest common divisor, not negative.
pub(crate) fn gcd(left: i128, right: i128) -> i128 {
    let (mut a, mut b) = (left.unsigned_abs(), right.unsigned_abs());
    while b != 0 {
        // Division of 128 bits takes several times as long.
        if let (Ok(mut small), Ok(mut rest)) = (u64::try_from(a), u64::try_from(b)) {
            while rest != 0 {
                (small, rest) = (rest, small % rest);
            }
            return small.into();
        }
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1)
}
