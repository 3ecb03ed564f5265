//! Operations on single words: a result, and a flag that is negative if there is none.

use crate::semantic::arithmetic::Fault;

/// A result and a flag that is negative if the operation failed.
pub type Flagged = (i64, i64);

const FAILED: i64 = -1;

/// The flag of an operation: negative if it failed.
pub fn flag(failed: bool) -> i64 {
    -i64::from(failed)
}

/// A result that may have overflowed.
#[inline]
pub fn flagged((value, overflowed): (i64, bool)) -> Flagged {
    (value, flag(overflowed))
}

/// A real from its bits.
#[inline]
pub fn real(word: i64) -> f64 {
    f64::from_bits(word as u64)
}

/// The bits of a real.
pub fn word(value: f64) -> i64 {
    value.to_bits() as i64
}

/// A real that is a number.
#[inline]
pub fn finite(value: f64) -> Flagged {
    (word(value), flag(!value.is_finite()))
}

/// `a + b`
#[inline]
pub fn add(a: i64, b: i64) -> Flagged {
    let sum = a.wrapping_add(b);
    (sum, (a ^ sum) & (b ^ sum))
}

/// `a - b`
#[inline]
pub fn subtract(a: i64, b: i64) -> Flagged {
    let difference = a.wrapping_sub(b);
    (difference, (a ^ b) & (a ^ difference))
}

/// `a * b`
#[inline]
pub fn multiply(a: i64, b: i64) -> Flagged {
    flagged(a.overflowing_mul(b))
}

/// `a / b`, rounded down; fails for b = 0 and for −2^63 / −1.
pub fn divide(a: i64, b: i64) -> Flagged {
    if b == 0 || (a == i64::MIN && b == -1) {
        return (0, FAILED);
    }
    let quotient = a / b;
    (
        if a % b != 0 && (a < 0) != (b < 0) {
            quotient - 1
        } else {
            quotient
        },
        0,
    )
}

/// A quotient that may have failed, as a word and a flag.
pub fn quotient(result: Result<i64, Fault>) -> Flagged {
    result.map_or((0, FAILED), |quotient| (quotient, 0))
}

/// `a mod b`, with the sign of b; fails for b = 0.
pub fn modulo(a: i64, b: i64) -> Flagged {
    if b == 0 {
        return (0, FAILED);
    }
    let rest = a.wrapping_rem(b);
    (
        if rest != 0 && (rest < 0) != (b < 0) {
            rest + b
        } else {
            rest
        },
        0,
    )
}

/// `a ^ b`; fails for b < 0 and beyond 64 bits.
pub fn power(a: i64, b: i64) -> Flagged {
    if b < 0 {
        return (0, FAILED);
    }
    match (a, u32::try_from(b)) {
        (0 | 1, _) if b > 0 => (a, 0),
        (-1, _) => (if b % 2 == 0 { 1 } else { -1 }, 0),
        (_, Ok(exponent)) => match a.checked_pow(exponent) {
            Some(value) => (value, 0),
            None => (0, FAILED),
        },
        (_, Err(_)) => (0, FAILED),
    }
}

/// `a << b`; fails if bits are lost, and unless 0 ≤ b < 64.
pub fn shift_left(a: i64, b: i64) -> Flagged {
    if !(0..64).contains(&b) {
        return (0, FAILED);
    }
    let shifted = a << b;
    (shifted, flag(shifted >> b != a))
}

/// A word that is a truth value: fails unless it is 0 or 1.
pub fn truth(word: i64) -> Flagged {
    (word, flag(word as u64 > 1))
}

/// The integer part of a real; fails outside [−2^63, 2^63).
pub fn to_int(value: f64) -> Flagged {
    // −2^63 is a double, 2^63 is the first one too large.
    let fits = (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&value);
    (if fits { value as i64 } else { 0 }, flag(!fits))
}

/// A function of reals; fails outside its domain, and if the value is not finite.
pub fn domain(inside: bool, value: impl FnOnce() -> f64) -> Flagged {
    if inside { finite(value()) } else { (0, FAILED) }
}
