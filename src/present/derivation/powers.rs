//! Products as text: names and their powers, powers with symbols in the exponent, and all else,
//! above and below a line.

use std::collections::BTreeMap;

use super::formula::{Style, atom_text, formula, is_call, power_text};
use crate::derivation::algebra::formula::{
    Atom, Base, Formula, Product, Radix, Symbol, SymbolMeaning,
};
use crate::derivation::root;
use crate::semantic::rational::Rational;

/// What a term is a product of.
struct Parts {
    /// Names and their powers, by rank.
    powers: BTreeMap<(u8, String), Rational>,
    /// The exponents of bases.
    exponents: BTreeMap<Base, Formula>,
    coefficient: Option<Rational>,
}

impl Parts {
    fn raise(&mut self, rank: u8, text: String, power: Rational) {
        let entry = self.powers.entry((rank, text)).or_insert(Rational::ZERO);
        *entry = entry.plus(power).unwrap_or(*entry);
    }

    /// Multiplies the coefficient by a power of a number.
    fn scale(&mut self, number: u32, power: i32) {
        let number = Rational::whole(number.into());
        for _ in 0..power.unsigned_abs() {
            self.coefficient = self.coefficient.and_then(|value| {
                if power > 0 {
                    value.times(number)
                } else {
                    value.over(number)
                }
            });
        }
    }

    /// Powers of a symbol that stands for the logarithm of a name: of k = log n/log 3.
    fn raise_logarithm(&mut self, name: &str, radix: &Radix, power: i32) {
        let whole = Rational::whole(power.into());
        let inverse = Rational::whole((-power).into());
        self.raise(2, format!("log {name}"), whole);
        let of_radix = match radix {
            Radix::Name(name) => name.to_string(),
            Radix::Number(number) => {
                let (root, exponent) = root(*number);
                self.scale(exponent, -power);
                if root == 2 {
                    return;
                }
                root.to_string()
            }
        };
        self.raise(2, format!("log {of_radix}"), inverse);
    }

    /// What there is of the radix to the power of a symbol is a power of the name: 2^k · 3^k is n
    /// where n is 6^k.
    fn raise_name(&mut self, symbol: &Symbol, of: &mut BTreeMap<Base, i32>) {
        let bases: Vec<(Base, i32)> = match &symbol.meaning {
            SymbolMeaning::Logarithm(Radix::Number(number)) => {
                let mut rest = *number;
                let mut found = Vec::new();
                for prime in 2..=*number {
                    let mut count = 0;
                    while rest % prime == 0 {
                        rest /= prime;
                        count += 1;
                    }
                    if count > 0 {
                        found.push((Base::Prime(prime), count));
                    }
                }
                found
            }
            SymbolMeaning::Logarithm(Radix::Name(name)) => (of.keys())
                .filter(|base| {
                    matches!(base, Base::Of(Atom::Symbol(symbol))
                        if symbol.name == *name && symbol.meaning == SymbolMeaning::Itself)
                })
                .map(|base| (base.clone(), 1))
                .collect(),
            _ => Vec::new(),
        };
        let share = |(base, count): &(Base, i32)| {
            let own = of.get(base).copied().unwrap_or(0);
            Rational::whole(own.into()).over(Rational::whole((*count).into()))
        };
        let shares: Option<Vec<Rational>> = bases.iter().map(share).collect();
        let shares = shares.unwrap_or_default();
        let is_up = shares.iter().all(|share| *share > Rational::ZERO);
        let is_down = shares.iter().all(|share| *share < Rational::ZERO);
        let power = match (is_up, is_down) {
            (true, false) => shares.iter().min(),
            (false, true) => shares.iter().max(),
            _ => None,
        };
        let Some(power) = power.copied() else {
            return;
        };
        self.raise(1, symbol.name.to_string(), power);
        for (base, count) in bases {
            let taken = power.times(Rational::whole(count.into()));
            if let (Some(taken), Some(own)) = (taken, of.get_mut(&base)) {
                *own -= taken.numerator as i32;
            }
        }
        of.retain(|_, count| *count != 0);
    }
}

fn parts(product: &Product, coefficient: Rational, style: Style) -> Parts {
    let mut parts = Parts {
        coefficient: Some(coefficient),
        powers: BTreeMap::new(),
        exponents: BTreeMap::new(),
    };
    for (atom, power) in &product.factors {
        let whole = Rational::whole(i128::from(*power));
        match atom {
            Atom::Symbol(symbol) => match &symbol.meaning {
                SymbolMeaning::Itself => parts.raise(1, symbol.name.to_string(), whole),
                SymbolMeaning::Quotient(divisor) => {
                    parts.raise(1, symbol.name.to_string(), whole);
                    match divisor {
                        Radix::Name(name) => {
                            let inverse = Rational::whole(-i128::from(*power));
                            parts.raise(1, name.to_string(), inverse);
                        }
                        Radix::Number(number) => parts.scale(*number, -power),
                    }
                }
                SymbolMeaning::Logarithm(radix) => {
                    parts.raise_logarithm(&symbol.name, radix, *power);
                }
            },
            Atom::Log(part) => {
                let number = part.as_whole().and_then(|it| u32::try_from(it).ok());
                match number.map(root) {
                    // log 4 is 2.
                    Some((2, exponent)) => parts.scale(exponent, *power),
                    _ => parts.raise(3, atom_text(atom, style), whole),
                }
            }
            other => parts.raise(3, atom_text(other, style), whole),
        }
    }
    let mut by_atom: BTreeMap<&Atom, BTreeMap<Base, i32>> = BTreeMap::new();
    for ((base, atom), count) in &product.exponent {
        let of = by_atom.entry(atom).or_default();
        of.insert(base.clone(), *count);
    }
    for (atom, mut of) in by_atom {
        if let Atom::Symbol(symbol) = atom {
            parts.raise_name(symbol, &mut of);
        }
        for (base, count) in of {
            let part = Formula::atom(atom.clone()).times_number(i128::from(count));
            let entry = parts.exponents.entry(base).or_default();
            *entry = part
                .and_then(|part| entry.plus(&part))
                .unwrap_or_else(|| entry.clone());
        }
    }
    parts.powers.retain(|_, power| *power != Rational::ZERO);
    parts
}

/// What is raised to an exponent, as a text, and as a number if it is one.
struct Raised {
    text: String,
    number: Option<u32>,
    exponent: Formula,
}

/// The bases of the same exponent together: 2^d·3^d is 6^d.
fn by_exponent(parts: &mut Parts) -> Vec<Raised> {
    let mut found: Vec<Raised> = Vec::new();
    for (base, mut exponent) in std::mem::take(&mut parts.exponents) {
        match base {
            Base::Prime(prime) => {
                let same = (found.iter_mut()).find(|of| of.exponent == exponent);
                let product = |of: &Raised| of.number?.checked_mul(prime);
                match same.and_then(|of| Some((product(of)?, of))) {
                    Some((number, of)) => {
                        of.text = number.to_string();
                        of.number = Some(number);
                    }
                    None => found.push(Raised {
                        text: prime.to_string(),
                        number: Some(prime),
                        exponent,
                    }),
                }
            }
            Base::Of(atom) => {
                let text = atom_text(&atom, Style::Source);
                let key = (1, text.clone());
                if let Some(power) = parts.powers.get(&key).filter(|power| power.is_whole()) {
                    exponent = exponent.plus_number(power.numerator).unwrap_or(exponent);
                    parts.powers.remove(&key);
                }
                found.push(Raised {
                    text,
                    number: None,
                    exponent,
                });
            }
        }
    }
    found
}

/// A product with its coefficient.
pub(super) fn term(product: &Product, coefficient: Rational, style: Style) -> String {
    let mut parts = parts(product, coefficient, style);
    let mut value = parts.coefficient.unwrap_or(coefficient);
    let mut above: Vec<String> = Vec::new();
    let mut below: Vec<String> = Vec::new();
    let mut raised = by_exponent(&mut parts);
    let is_single = raised.len() == 1;
    for of in &mut raised {
        let all_down = of.exponent.terms.values().all(|it| *it < Rational::ZERO);
        if let (true, Some(number)) = (is_single, of.number) {
            // A power of it as a coefficient belongs to the exponent: 2^(d+1).
            let base = Formula::number(number.into());
            let shift = Formula::fraction(value).exponent_of(&base);
            let mut taken = 0;
            if let Some(shift) = shift.and_then(|shift| shift.as_whole()) {
                taken = shift;
                value = Rational::ONE;
            } else if all_down {
                while value.denominator % i128::from(number) == 0 {
                    value.denominator /= i128::from(number);
                    taken -= 1;
                }
            }
            of.exponent = (of.exponent.plus_number(taken)).unwrap_or_else(|| of.exponent.clone());
        }
        match of.exponent.times_number(-1).filter(|_| all_down) {
            Some(negative) => below.push(power_of(&of.text, &negative, style)),
            None => above.push(power_of(&of.text, &of.exponent, style)),
        }
    }
    let powers = std::mem::take(&mut parts.powers);
    for ((rank, text), power) in powers {
        let (side, power) = if power < Rational::ZERO {
            (
                &mut below,
                power.times(Rational::whole(-1)).unwrap_or(power),
            )
        } else {
            (&mut above, power)
        };
        side.push(power_text(rank, &text, power, style));
    }
    let times = if style == Style::Text { "·" } else { "*" };
    if value.numerator != 1 || above.is_empty() {
        above.insert(0, value.numerator.to_string());
    }
    if value.denominator != 1 {
        below.insert(0, value.denominator.to_string());
    }
    let mut top = above.join(times);
    if below.is_empty() {
        return top;
    }
    // `log n/2` could be read as log (n/2).
    let last = above.last().map_or("", String::as_str);
    if style == Style::Text && last.starts_with("log") && last.contains(' ') && !is_call(last) {
        top = format!("({top})");
    }
    let bottom = below.join(times);
    if below.len() > 1 {
        format!("{top}/({bottom})")
    } else {
        format!("{top}/{bottom}")
    }
}

/// `2^d`, `2^(d+1)`, `2^⌈log n⌉`
fn power_of(base: &str, exponent: &Formula, style: Style) -> String {
    let text = formula(exponent, style);
    match style {
        _ if text.chars().all(char::is_alphanumeric) => format!("{base}^{text}"),
        Style::Text if text.starts_with('⌈') && text.ends_with('⌉') => format!("{base}^{text}"),
        _ if is_call(&text) => format!("{base}^{text}"),
        _ => format!(
            "{base}^({})",
            text.replace(" + ", "+")
                .replace(" - ", "-")
                .replace(" − ", "−")
        ),
    }
}
