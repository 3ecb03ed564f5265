//! Arithmetic modulo the prime 2^61 − 1, in which linear systems are solved without rounding and with
//! numbers of fixed size, and the reconstruction of rationals.

use num_rational::Ratio;

/// The prime 2^61 − 1.
pub const PRIME: u64 = (1 << 61) - 1;

/// Rationals with numerators and denominators below this are reconstructed uniquely (2·B² < prime).
const LARGEST: i128 = 1 << 30;

/// An element of the field.
pub type Element = u64;

/// An integer in the field.
pub fn integer(value: i128) -> Element {
    value.rem_euclid(i128::from(PRIME)) as u64
}

/// A rational in the field. None if its denominator is a multiple of the prime.
pub fn rational(value: Ratio<i128>) -> Option<Element> {
    let denominator = integer(*value.denom());
    (denominator != 0).then(|| multiply(integer(*value.numer()), inverse(denominator)))
}

/// a − b
pub fn subtract(a: Element, b: Element) -> Element {
    if a >= b { a - b } else { a + PRIME - b }
}

/// a · b
pub fn multiply(a: Element, b: Element) -> Element {
    let product = u128::from(a) * u128::from(b);
    let folded = (product & u128::from(PRIME)) as u64 + (product >> 61) as u64;
    if folded >= PRIME {
        folded - PRIME
    } else {
        folded
    }
}

/// 1 / a, for a ≠ 0 (Fermat).
pub fn inverse(a: Element) -> Element {
    let (mut result, mut base, mut exponent) = (1, a, PRIME - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = multiply(result, base);
        }
        base = multiply(base, base);
        exponent >>= 1;
    }
    result
}

/// The rational with small numerator and denominator that this element represents, if there is one (Wang
/// 1981: the extended Euclidean algorithm, stopped half-way).
pub fn reconstruct(element: Element) -> Option<Ratio<i128>> {
    let (mut old, mut new) = (i128::from(PRIME), i128::from(element));
    let (mut old_factor, mut new_factor) = (0_i128, 1_i128);
    while new >= LARGEST {
        let quotient = old / new;
        (old, new) = (new, old - quotient * new);
        (old_factor, new_factor) = (new_factor, old_factor - quotient * new_factor);
    }
    (new_factor != 0 && new_factor.abs() < LARGEST).then(|| Ratio::new(new, new_factor))
}
