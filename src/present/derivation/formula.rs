//! Formulas as text: with signs of mathematics, in the language's own expressions, and typeset.

use super::powers::term;
use crate::derivation::algebra::formula::{
    Atom, Base, Formula, Product, Radix, Symbol, SymbolMeaning,
};
use crate::present::document::formula::{Notation, typeset};
use crate::present::document::latex;
use crate::present::plot::svg;
use crate::semantic::rational::Rational;

/// How a formula is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// `2·log n`
    Text,
    /// `2*log n`, as an expression of the language.
    Source,
    /// As mathematics, in HTML or LaTeX.
    Typeset(Notation),
}

/// How tightly the parts of an expression hold together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Sum,
    Product,
    Factor,
}

/// A formula as text.
pub fn formula(formula: &Formula, style: Style) -> String {
    match style {
        Style::Typeset(notation) => set(&write(formula, Style::Source).0, notation),
        _ => write(formula, style).0,
    }
}

/// A formula as an expression of the language.
pub fn source(of: &Formula) -> String {
    formula(of, Style::Source)
}

/// An expression as mathematics; one that mathematics has no sign for as it is.
pub fn set(expression: &str, notation: Notation) -> String {
    match (typeset(expression, notation), notation) {
        (Some(set), Notation::Html) => set,
        (Some(set), Notation::Latex) => latex::in_math(&set),
        (None, Notation::Html) => format!("<code>{}</code>", svg::escaped(expression)),
        (None, Notation::Latex) => format!("\\texttt{{{}}}", latex::escaped(expression)),
    }
}

/// A formula as a factor of a product: in brackets where it is a sum.
pub fn as_factor(of: &Formula, style: Style) -> String {
    let level = write(of, Style::Source).1;
    let text = formula(of, style);
    match level {
        Level::Sum => format!("({text})"),
        _ => text,
    }
}

fn write(formula: &Formula, style: Style) -> (String, Level) {
    let mut terms: Vec<(&Product, Rational)> = (formula.terms.iter())
        .map(|(product, value)| (product, *value))
        .collect();
    // The largest first; of those that are equally large what is taken away comes last.
    terms.sort_by(|(a, of_a), (b, of_b)| {
        let is_less = |value: &Rational| *value < Rational::ZERO;
        (magnitude(b).total_cmp(&magnitude(a)))
            .then(is_less(of_a).cmp(&is_less(of_b)))
            .then(b.cmp(a))
    });
    if terms.is_empty() {
        return ("0".to_owned(), Level::Factor);
    }
    // One denominator for all terms: (a + b)/2.
    let common = terms[0].1.denominator;
    let shared = terms.len() > 1
        && common > 1
        && (terms.iter())
            .all(|(product, value)| value.denominator == common && !has_quotient(product));
    if shared {
        for (_, value) in &mut terms {
            *value = Rational::whole(value.numerator);
        }
    }
    let mut text = String::new();
    for (at, (product, value)) in terms.iter().enumerate() {
        let is_negative = *value < Rational::ZERO;
        let size = if is_negative {
            value.times(Rational::whole(-1))
        } else {
            Some(*value)
        };
        let term = term(product, size.unwrap_or(*value), style);
        let minus = if style == Style::Text { "−" } else { "-" };
        match (at, is_negative) {
            (0, false) => text += &term,
            (0, true) => text.extend([minus, &term]),
            (_, false) => text.extend([" + ", &term]),
            (_, true) => text.extend([" ", minus, " ", &term]),
        }
    }
    if shared {
        return (format!("({text})/{common}"), Level::Product);
    }
    let is_single = terms.len() == 1 && terms[0].1 >= Rational::ZERO;
    let is_plain = is_single && !text.contains([' ', '·', '*', '/', '^']);
    let level = match (is_plain, is_single) {
        (true, _) => Level::Factor,
        (_, true) => Level::Product,
        _ => Level::Sum,
    };
    (text, level)
}

fn has_quotient(product: &Product) -> bool {
    product.factors.values().any(|power| *power < 0)
        || product.exponent.values().any(|power| *power < 0)
        || !has_plain_symbols(product)
}

/// Whether no symbol of a product is written as a quotient.
fn has_plain_symbols(product: &Product) -> bool {
    product.factors.keys().all(|atom| {
        atom.as_symbol().is_none_or(|symbol| {
            let is_log = symbol.meaning == SymbolMeaning::Logarithm(Radix::Number(2));
            symbol.meaning == SymbolMeaning::Itself || is_log
        })
    })
}

/// `ceil(…)` as a whole.
pub(super) fn is_call(text: &str) -> bool {
    let mut depth = 0;
    let inside = (text.char_indices()).all(|(at, c)| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth > 0 || c.is_alphanumeric() || at + 1 == text.len()
    });
    inside && text.ends_with(')') && text.starts_with(char::is_alphabetic)
}

pub(super) fn power_text(rank: u8, text: &str, power: Rational, style: Style) -> String {
    if power == Rational::ONE {
        return text.to_owned();
    }
    if power.denominator == 2 && power.numerator == 1 {
        return match style {
            Style::Text => format!("√{text}"),
            _ => format!("sqrt({text})"),
        };
    }
    let (top, bottom) = (power.numerator, power.denominator);
    let exponent = match bottom {
        1 => top.to_string(),
        _ => format!("({top}/{bottom})"),
    };
    let superscript = matches!(exponent.as_str(), "2" | "3").then(|| match exponent.as_str() {
        "2" => "²",
        _ => "³",
    });
    match (style, superscript) {
        (Style::Text, Some(mark)) if rank == 2 => text.replacen("log", &format!("log{mark}"), 1),
        (Style::Text, Some(mark)) => format!("{text}{mark}"),
        _ if rank == 2 => format!("({text})^{exponent}"),
        _ => format!("{text}^{exponent}"),
    }
}

pub(super) fn atom_text(atom: &Atom, style: Style) -> String {
    let inside = |part: &Formula| formula(part, style);
    let call = |name: &str, parts: &[&Formula]| {
        let parts: Vec<String> = parts.iter().map(|part| inside(part)).collect();
        format!("{name}({})", parts.join(", "))
    };
    match atom {
        Atom::Symbol(symbol) => symbol.name.to_string(),
        Atom::Log(part) => match part.as_symbol() {
            Some(symbol) if symbol.meaning == SymbolMeaning::Itself => {
                format!("log {}", symbol.name)
            }
            _ => match part.as_whole() {
                Some(number) => format!("log {number}"),
                None => match inside(part) {
                    name if name.chars().all(char::is_alphanumeric) => format!("log {name}"),
                    _ => call("log", &[part]),
                },
            },
        },
        Atom::Root(part) => match style {
            Style::Text if part.as_symbol().is_some() => format!("√{}", inside(part)),
            Style::Text => format!("√({})", inside(part)),
            _ => call("sqrt", &[part]),
        },
        Atom::Floor(part) => match style {
            Style::Text => format!("⌊{}⌋", quotient_text(part, style)),
            _ => format!("floor({})", quotient_text(part, style)),
        },
        Atom::Ceil(part) => match style {
            Style::Text => format!("⌈{}⌉", quotient_text(part, style)),
            _ => format!("ceil({})", quotient_text(part, style)),
        },
        Atom::Modulo(left, right) => {
            let (left, right) = (as_factor(left, style), as_factor(right, style));
            format!("({left} mod {right})")
        }
        Atom::Greatest(values) => call("max", &values.iter().collect::<Vec<_>>()),
        Atom::Least(values) => call("min", &values.iter().collect::<Vec<_>>()),
    }
}

/// What is rounded, as one quotient where all terms that are no numbers have the same divisor:
/// (n + 2)/4, (n − 1)/p.
fn quotient_text(part: &Formula, style: Style) -> String {
    as_quotient(part, style).unwrap_or_else(|| formula(part, style))
}

fn as_quotient(part: &Formula, style: Style) -> Option<String> {
    let (below, number) = part.denominator()?;
    let is_below_all = part.terms.keys().all(|product| {
        let mut divisors = below.factors.iter();
        divisors.all(|(atom, power)| product.factors.get(atom) == Some(&-power))
    });
    let unit = below.inverse();
    let is_number = |product: &Product| *product == Product::default() || *product == unit;
    let mut others = part.terms.iter().filter(|(product, _)| !is_number(product));
    if !others.all(|(_, value)| value.denominator == number.numerator) {
        return None;
    }
    let divides = !below.factors.is_empty() || number != Rational::ONE;
    let is_plain = below.exponent.is_empty() && part.terms.keys().all(has_plain_symbols);
    if part.terms.len() < 2 || !is_below_all || !divides || !is_plain {
        return None;
    }
    let above = part.times_term(&below, number)?;
    let divisor = Formula::term(below, number);
    let (divisor, level) = write(&divisor, style);
    let above = formula(&above, style);
    Some(match level {
        Level::Factor => format!("({above})/{divisor}"),
        Level::Product | Level::Sum => format!("({above})/({divisor})"),
    })
}

/// About how large a product is where sizes are large: for the order of terms.
fn magnitude(product: &Product) -> f64 {
    let mut log = 0.0;
    for (atom, power) in &product.factors {
        log += f64::from(*power) * atom_size(atom).max(1e-9).log2();
    }
    for ((base, atom), count) in &product.exponent {
        // The exponents of powers are logarithms.
        let is_index = matches!(
            atom,
            Atom::Symbol(Symbol {
                meaning: SymbolMeaning::Itself,
                ..
            })
        );
        let size = if is_index { 10.0 } else { atom_size(atom) };
        let of_base = match base {
            Base::Prime(prime) => f64::from(*prime).log2(),
            Base::Of(atom) => atom_size(atom).log2(),
        };
        log += f64::from(*count) * of_base * size;
    }
    log
}

fn atom_size(atom: &Atom) -> f64 {
    let sum = |formula: &Formula| -> f64 {
        (formula.terms.iter())
            .map(|(product, value)| {
                let number = value.numerator as f64 / value.denominator as f64;
                number * magnitude(product).min(900.0).exp2()
            })
            .sum()
    };
    match atom {
        Atom::Symbol(Symbol {
            meaning: SymbolMeaning::Logarithm(Radix::Number(number)),
            ..
        }) => 24.0 / f64::from(*number).log2(),
        Atom::Symbol(Symbol {
            meaning: SymbolMeaning::Logarithm(Radix::Name(_)),
            ..
        }) => 4.0,
        Atom::Symbol(_) => 1e7,
        Atom::Log(part) => sum(part).max(2.0).log2(),
        Atom::Root(part) => sum(part).max(0.0).sqrt(),
        Atom::Floor(part) | Atom::Ceil(part) => sum(part),
        Atom::Modulo(_, divisor) => sum(divisor),
        Atom::Greatest(parts) => parts.iter().map(sum).fold(0.0, f64::max),
        Atom::Least(parts) => parts.iter().map(sum).fold(1e9, f64::min),
    }
}
