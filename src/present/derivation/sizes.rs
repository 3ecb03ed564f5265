//! For which sizes a formula holds, and why there is none, in words.

use super::english;
use crate::derivation::algebra::formula::{Radix, Symbol, SymbolMeaning};
use crate::derivation::{DerivedCost, Need, Reason};

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
        // What was assumed stands there also where the formula does not show it.
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
            // The bound of a plain number is told with it.
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

/// `the number of iterations depends on A`, and what would help: where nothing is assumed of the sizes yet,
/// an assumption may.
pub fn reason_text(reason: &Reason, is_assuming: bool) -> (String, Option<&'static str>) {
    let assumption = |help| (!is_assuming).then_some(help);
    match reason {
        Reason::Iterations(name) => (
            format!("the number of iterations depends on {name}"),
            Some(
                "a bound on the iterations, claimed as the first statement of the loop's body, gives an \
                 upper formula",
            ),
        ),
        Reason::DependsOn(name) => (format!("a value that counts depends on {name}"), None),
        Reason::Branch => (
            "which branch is taken depends on sizes in a way that cannot be resolved".to_owned(),
            assumption(
                "powers of two were tried; another assumption may decide it, such as --assume '2 | n'",
            ),
        ),
        Reason::Empty => (
            "whether there is an iteration or a processor depends on sizes in a way that cannot be \
             resolved"
                .to_owned(),
            assumption(
                "powers of two were tried; another assumption may decide it, such as --assume '2 | n'",
            ),
        ),
        Reason::Endless => (
            "this loop never ends: its condition holds in every iteration".to_owned(),
            Some("change a variable of its condition in its body"),
        ),
        Reason::NoStep => (
            "the step of this range is 0: it would never end".to_owned(),
            None,
        ),
        Reason::NameOfMachine(name) => (
            format!(
                "the input `{name}` is called like a time of the machine, which is `{name}` in formulas"
            ),
            Some("give the input another name"),
        ),
        Reason::Sum => (
            "a sum that has no closed form here".to_owned(),
            assumption(
                "powers of two were tried; another assumption may give it one, such as --assume '2 | n'",
            ),
        ),
        Reason::Longest => (
            "which processor takes longest is not known".to_owned(),
            None,
        ),
        Reason::Recursion(name) => (
            format!("`{name}` calls itself in a way of which no recurrence is solved"),
            Some(
                "solved is what divides one of its parameters, or what lies between two, by a \
                 number in every call, or takes a number away from it",
            ),
        ),
        Reason::Mutual(name) => (
            format!("`{name}` is called by an algorithm that it calls itself"),
            None,
        ),
        Reason::NotWhole => (
            "a bound that need not be a whole number".to_owned(),
            assumption(
                "powers of two were tried; another assumption may make it one, such as --assume '2 | n'",
            ),
        ),
        Reason::Statement(what) => (format!("{what} is not followed"), None),
        Reason::TooLarge => ("the formulas become too large".to_owned(), None),
        Reason::Effort => (
            "what is derived up to here takes more than one derivation may do".to_owned(),
            Some(
                "derive one measure alone, such as --measure T --unit rounds, or one algorithm of the \
                 program, --entry NAME",
            ),
        ),
        Reason::Warps => (english::WARPS.to_owned(), Some(english::REPORT_FINDS)),
        Reason::Scheduling => (
            "how often the processors of the machine have to act for a step has no closed form"
                .to_owned(),
            Some("assert a bound for the active processors, or omit p"),
        ),
    }
}
