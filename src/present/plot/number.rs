//! Numbers as axes and tables write them.

/// Digits from which on a number is grouped by thousands.
const GROUPED_FROM: usize = 5;
/// Relative difference up to which a number is what is written.
const EQUAL: f64 = 1e-9;
/// Keeps the groups of a number together.
const NARROW_SPACE: char = '\u{202f}';

/// A whole number, its thousands set apart where it has five digits or more.
pub fn grouped(value: u64) -> String {
    let digits = value.to_string();
    if digits.len() < GROUPED_FROM {
        return digits;
    }
    let mut text = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(NARROW_SPACE);
        }
        text.push(digit);
    }
    text
}

/// An exponent, raised.
pub fn superscript(exponent: i32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    exponent
        .to_string()
        .chars()
        .map(|c| c.to_digit(10).map_or('⁻', |digit| DIGITS[digit as usize]))
        .collect()
}

/// A real number in four significant digits: `0.5` is a half, `0.5000` nearly one.
pub fn short(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return format!("{value}").replace("-0", "0");
    }
    let magnitude = value.abs().log10().floor() as i32;
    if !(-4..7).contains(&magnitude) {
        let mantissa = value / 10_f64.powi(magnitude);
        let mantissa = trimmed(&format!("{mantissa:.2}"));
        return format!("{mantissa}·10{}", superscript(magnitude));
    }
    let decimals = (3 - magnitude).max(0) as usize;
    let text = format!("{value:.decimals$}");
    let without_zeros = trimmed(&text);
    // Zeros at the end stay where they say that the number was rounded.
    match without_zeros.parse::<f64>() {
        Ok(written) if (written - value).abs() <= EQUAL * value.abs() => without_zeros,
        _ => text,
    }
}

/// Without the zeros that end a fraction.
pub fn trimmed(text: &str) -> String {
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text.to_owned()
    }
}
