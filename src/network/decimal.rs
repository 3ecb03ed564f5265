//! Exact non-negative decimal numbers, for the parameters of a machine and its times.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use thiserror::Error;

/// The largest power of ten that an `i128` can hold.
const MAX_DIGITS: u32 = 38;

/// A non-negative decimal number without rounding: `units / 10^digits`.
///
/// Values are normalised: `units` ends in 0 only if `digits` is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Decimal {
    units: i128,
    digits: u32,
}

/// Why a text is no [`Decimal`], or a result cannot be one.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum DecimalError {
    /// The text is no number such as `100`, `0.11`, `1/2` or `6.44262e-3`.
    #[error("is no number such as 100, 0.11, 1/2 or 6.4e-3")]
    Malformed,
    /// The text divides by 0.
    #[error("divides by 0")]
    DividedByZero,
    /// The number is less than 0.
    #[error("is negative")]
    Negative,
    /// The number has too many digits to be represented exactly.
    #[error("has too many digits: at most {MAX_DIGITS} are held exactly")]
    TooManyDigits,
    /// The decimal expansion is infinite, as that of 1/3.
    #[error("is no decimal number that ends")]
    Endless,
}

/// 10 to the given power, if an `i128` can hold it.
fn power_of_ten(exponent: u32) -> Option<i128> {
    10_i128.checked_pow(exponent)
}

impl Decimal {
    /// `units / 10^digits`.
    pub fn new(units: i128, digits: u32) -> Result<Self, DecimalError> {
        if units < 0 {
            return Err(DecimalError::Negative);
        }
        let (mut units, mut digits) = (units, digits);
        while digits > 0 && units % 10 == 0 {
            if units == 0 {
                digits = 0;
                break;
            }
            units /= 10;
            digits -= 1;
        }
        if digits > MAX_DIGITS {
            return Err(DecimalError::TooManyDigits);
        }
        Ok(Self { units, digits })
    }

    /// The quotient of two integers in lowest terms, the second of which is positive.
    pub fn quotient(numerator: i128, denominator: i128) -> Result<Self, DecimalError> {
        // The powers of 2 and 5 in the denominator determine the number of digits.
        let mut rest = denominator;
        let mut digits = 0;
        while rest > 1 && digits < MAX_DIGITS {
            let step = if rest % 10 == 0 {
                10
            } else if rest % 2 == 0 {
                2
            } else if rest % 5 == 0 {
                5
            } else {
                return Err(DecimalError::Endless);
            };
            rest /= step;
            digits += 1;
        }
        let power = power_of_ten(digits).filter(|power| power % denominator == 0);
        let units = power.and_then(|power| numerator.checked_mul(power / denominator));
        Self::new(units.ok_or(DecimalError::TooManyDigits)?, digits)
    }

    /// The quotient, if it can be represented exactly.
    pub fn divided_by(self, other: Self) -> Result<Self, DecimalError> {
        if other.units == 0 {
            return Err(DecimalError::DividedByZero);
        }
        let digits = self.digits.max(other.digits);
        let scaled = self.scaled(digits).zip(other.scaled(digits));
        let (above, below) = scaled.ok_or(DecimalError::TooManyDigits)?;
        let divisor = common_divisor(above, below);
        Self::quotient(above / divisor, below / divisor)
    }

    /// The number of digits after the decimal point.
    pub fn digits(self) -> u32 {
        self.digits
    }

    /// The number times `10^digits`, if that is an integer that an `i128` can hold.
    pub fn scaled(self, digits: u32) -> Option<i128> {
        let missing = digits.checked_sub(self.digits)?;
        if self.units == 0 {
            return Some(0);
        }
        self.units.checked_mul(power_of_ten(missing)?)
    }

    /// The sum, if it can be represented exactly.
    pub fn plus(self, other: Self) -> Result<Self, DecimalError> {
        let digits = self.digits.max(other.digits);
        let sum = (self.scaled(digits))
            .zip(other.scaled(digits))
            .and_then(|(own, other)| own.checked_add(other));
        Self::new(sum.ok_or(DecimalError::TooManyDigits)?, digits)
    }

    /// The product with an integer, if it can be represented exactly.
    pub fn times(self, factor: u64) -> Result<Self, DecimalError> {
        let product = self.units.checked_mul(i128::from(factor));
        Self::new(product.ok_or(DecimalError::TooManyDigits)?, self.digits)
    }

    /// The integer part, and the fraction as a number of units of `10^-digits`.
    fn parts(self) -> (i128, i128) {
        let one = power_of_ten(self.digits).expect("a Decimal has at most 38 digits");
        (self.units / one, self.units % one)
    }
}

impl From<u32> for Decimal {
    fn from(value: u32) -> Self {
        Self {
            units: i128::from(value),
            digits: 0,
        }
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let digits = self.digits.max(other.digits);
        let compared = |number: &Self| {
            let (whole, fraction) = number.parts();
            // The fraction is below 10^digits, and an `i128` can hold 10^38.
            let missing = power_of_ten(digits - number.digits).expect("at most 38 digits");
            (whole, fraction * missing)
        };
        compared(self).cmp(&compared(other))
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Decimal {
    /// The exact value without exponent.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, fraction) = self.parts();
        if self.digits == 0 {
            return formatter.pad_integral(true, "", &whole.to_string());
        }
        let width = self.digits as usize;
        formatter.pad_integral(true, "", &format!("{whole}.{fraction:0width$}"))
    }
}

impl FromStr for Decimal {
    type Err = DecimalError;

    fn from_str(text: &str) -> Result<Self, DecimalError> {
        if let Some(rest) = text.strip_prefix('-') {
            rest.parse::<Self>()?;
            return Err(DecimalError::Negative);
        }
        if let Some((above, below)) = text.split_once('/') {
            if below.contains('/') {
                return Err(DecimalError::Malformed);
            }
            let above: Self = above.trim_end().parse()?;
            return above.divided_by(below.trim_start().parse()?);
        }
        let (number, exponent) = match text.split_once(['e', 'E']) {
            Some((number, exponent)) => (number, read_exponent(exponent)?),
            None => (text, 0),
        };
        let (whole, fraction) = match number.split_once('.') {
            Some((_, "")) => return Err(DecimalError::Malformed),
            Some((whole, fraction)) => (whole, fraction),
            None => (number, ""),
        };
        let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !all_digits(whole) || !all_digits(fraction) {
            return Err(DecimalError::Malformed);
        }
        let fraction = fraction.trim_end_matches('0');
        let mut units: i128 = 0;
        for digit in whole.bytes().chain(fraction.bytes()) {
            units = units
                .checked_mul(10)
                .and_then(|units| units.checked_add(i128::from(digit - b'0')))
                .ok_or(DecimalError::TooManyDigits)?;
        }
        if units == 0 {
            return Ok(Self::default());
        }
        let decimals = i64::try_from(fraction.len()).map_err(|_| DecimalError::TooManyDigits)?;
        let digits = decimals - exponent;
        if let Ok(digits) = u32::try_from(digits) {
            return Self::new(units, digits);
        }
        let zeros = u32::try_from(-digits).ok().and_then(power_of_ten);
        let units = zeros.and_then(|zeros| units.checked_mul(zeros));
        Self::new(units.ok_or(DecimalError::TooManyDigits)?, 0)
    }
}

/// The greatest common divisor of two non-negative numbers, the second of which is not 0.
fn common_divisor(one: i128, other: i128) -> i128 {
    let (mut one, mut other) = (one, other);
    while one != 0 {
        (one, other) = (other % one, one);
    }
    other
}

/// The exponent after the letter e: digits with or without a sign.
fn read_exponent(text: &str) -> Result<i64, DecimalError> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(DecimalError::Malformed);
    }
    // Far outside the range of any number of 38 digits, whatever precedes the letter.
    let size: i64 = digits.parse().unwrap_or(i64::from(i32::MAX));
    let size = size.min(i64::from(i32::MAX));
    Ok(if text.starts_with('-') { -size } else { size })
}
