//! The smallest n with SU(n) ≥ E0·C(n,p): algebraic isoefficiency, if both sides are linear in n.

use num_rational::Ratio;
use num_traits::{CheckedDiv, CheckedMul};

use super::atom::{Atom, AtomArgument};
use super::closed_form::ClosedForm;
use super::term::Term;

/// The most decimals of an efficiency.
const MOST_DECIMALS: usize = 6;

/// φ such that SU(n) ≥ E0·C(n,p) if and only if n ≥ φ(p), as a form whose only variable is p. None if n
/// occurs other than in a term a·n, or if no n is large enough.
pub fn least_size(su: &ClosedForm, cost: &ClosedForm, efficiency: f64) -> Option<ClosedForm> {
    let efficiency = decimal(efficiency)?;
    let size = Term::variable(0);
    let mut slope = Ratio::from(0);
    let mut rest: Vec<(Ratio<i128>, Term)> = Vec::new();
    let sides = [(su, Ratio::from(1), 0_u8), (cost, -efficiency, 1)];
    for (form, factor, largest) in sides {
        for (coefficient, term) in &form.terms {
            let coefficient = coefficient.checked_mul(&factor)?;
            if *term == size {
                slope += coefficient;
            } else {
                rest.push((-coefficient, of_processors(term, largest)?));
            }
        }
    }
    if *slope.numer() <= 0 {
        return None;
    }
    let rest = rest.into_iter().map(|(coefficient, term)| {
        let coefficient = coefficient.checked_div(&slope)?;
        Some((coefficient, term))
    });
    Some(ClosedForm::new(rest.collect::<Option<Vec<_>>>()?, 1))
}

/// Rewrites a term in the second variable as one in the first. None if it contains another variable.
fn of_processors(term: &Term, largest: u8) -> Option<Term> {
    let factors = term.factors.iter().map(|(atom, exponent)| {
        let AtomArgument::Variable(variable) = atom.argument else {
            return None;
        };
        let own = Atom::of(atom.function, 0);
        (variable == 1 && variable <= largest).then_some((own, *exponent))
    });
    Some(Term {
        factors: factors.collect::<Option<Vec<_>>>()?,
    })
}

/// The decimal number as a fraction: 0.7 is 7/10.
fn decimal(value: f64) -> Option<Ratio<i128>> {
    let text = value.to_string();
    let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
    if part.len() > MOST_DECIMALS {
        return None;
    }
    let digits: i128 = format!("{whole}{part}").parse().ok()?;
    let scale = 10_i128.pow(u32::try_from(part.len()).ok()?);
    Some(Ratio::new(digits, scale))
}
