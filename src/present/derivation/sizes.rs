//! For which sizes a formula holds.

use crate::derivation::algebra::formula::{Radix, Symbol, SymbolMeaning};
use crate::derivation::{DerivedCost, Need};

/// The exponents of sizes that are powers.
const LETTERS: [&str; 8] = ["k", "j", "i", "h", "g", "f", "e", "c"];

/// Where a formula holds that depends on no size.
pub const EVERY_INPUT: &str = "every input";

/// `every n = 2^k, k ≥ 0`
pub fn assumption(found: &DerivedCost) -> String {
    let mut named: Vec<String> = Vec::new();
    let is_free = |letter: &&str| !found.numbers.by_name.contains_key(*letter);
    let mut letters = LETTERS.into_iter().filter(is_free);
    let cost = [&found.cost.lower, &found.cost.upper];
    let in_formula = |name: &str| {
        cost.iter().any(|formula| {
            formula.symbols().iter().any(|symbol| {
                *symbol.name == *name
                    || matches!(&symbol.meaning, SymbolMeaning::Quotient(Radix::Name(by)) if **by == *name)
            })
        })
    };
    let is_radix = |name: &str| {
        found.numbers.symbols.iter().any(|(symbol, _)| {
            matches!(&symbol.meaning, SymbolMeaning::Logarithm(Radix::Name(by)) if **by == *name)
        })
    };
    let is_used = |name: &str| in_formula(name) || is_radix(name) || found.used.contains(name);
    let divides_one = |name: &str| {
        (found.numbers.symbols.iter()).any(|(symbol, _)| {
            matches!(&symbol.meaning, SymbolMeaning::Quotient(Radix::Name(by)) if **by == *name)
        })
    };
    let mut plain: Vec<(i128, Vec<String>)> = Vec::new();
    let mut divides = Vec::new();
    for (symbol, least) in &found.numbers.symbols {
        // 0 divides no size from 1 on.
        let least = &(*least).max(i128::from(divides_one(&symbol.name)));
        // Assumptions are listed even if the formula does not show them.
        if symbol.meaning == SymbolMeaning::Itself && !is_used(&symbol.name) {
            continue;
        }
        match &symbol.meaning {
            SymbolMeaning::Logarithm(radix) => {
                let letter = letters.next().unwrap_or("h");
                named.push(format!(
                    "{} = {radix}^{letter}, {letter} ≥ {least}",
                    symbol.name
                ));
            }
            SymbolMeaning::Quotient(Radix::Name(by)) => {
                divides.push(format!("{by} divides {}", symbol.name));
                match least {
                    ..=0 => {}
                    1 => divides.push(format!("{} ≥ {by}", symbol.name)),
                    _ => divides.push(format!("{} ≥ {least}·{by}", symbol.name)),
                }
            }
            SymbolMeaning::Quotient(Radix::Number(by)) => {
                let letter = letters.next().unwrap_or("h");
                named.push(format!(
                    "{} = {by}·{letter}, {letter} ≥ {least}",
                    symbol.name
                ));
            }
            SymbolMeaning::Itself => match plain.iter_mut().find(|(other, _)| other == least) {
                Some((_, names)) => names.push(symbol.name.to_string()),
                None => plain.push((*least, vec![symbol.name.to_string()])),
            },
        }
    }
    // Of a power that is a multiple, too, the symbol is the exponent.
    for need in &found.assumption.needs {
        if let Need::Divides(name, by) = need
            && found.numbers.symbols.iter().any(|(symbol, _)| {
                symbol.name == *name && matches!(symbol.meaning, SymbolMeaning::Logarithm(_))
            })
        {
            divides.push(format!("{by} divides {name}"));
        }
    }
    for (least, names) in plain {
        named.push(format!("{} ≥ {least}", names.join(", ")));
    }
    named.extend(divides);
    for need in &found.assumption.needs {
        if let Need::Compares(comparison) = need {
            // The bound of a plain number is listed with it.
            let is_told = comparison.least().is_some_and(|(name, _)| {
                let plain = |(symbol, _): &(Symbol, i128)| {
                    symbol.name == *name && symbol.meaning == SymbolMeaning::Itself
                };
                is_used(name) && found.numbers.symbols.iter().any(plain)
            });
            if !is_told {
                named.push(comparison.to_string());
            }
        }
    }
    if named.is_empty() {
        EVERY_INPUT.to_owned()
    } else {
        format!("every {}", named.join("; "))
    }
}
