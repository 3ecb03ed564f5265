//! Sums of named quantities whose coefficients are closed forms, written with common factors first:
//! `(t_s + 3*t_w)*(p - 1)` rather than `(p - 1)*t_s + (3*p - 3)*t_w`.

use num_rational::Ratio;

use super::atom::Atom;
use super::closed_form::ClosedForm;
use super::term::Term;

/// A form as number · product · sum, where the sum has no common factors.
struct Factored {
    number: Ratio<i128>,
    product: Term,
    sum: ClosedForm,
}

/// The text of Σ coefficient · name. Names with the coefficient 0 are omitted.
pub fn text(parts: &[(&str, ClosedForm)], variables: &[String]) -> String {
    let mut groups: Vec<(ClosedForm, Vec<(&str, Factored)>)> = Vec::new();
    for (name, form) in parts {
        let Some(factored) = factored(form) else {
            continue;
        };
        match groups.iter_mut().find(|(sum, _)| *sum == factored.sum) {
            Some((_, group)) => group.push((name, factored)),
            None => groups.push((factored.sum.clone(), vec![(name, factored)])),
        }
    }
    let mut all = String::new();
    for (sum, group) in &groups {
        let text = match group.as_slice() {
            [(name, only)] => alone(name, only, variables),
            several => together(several, sum, variables),
        };
        all = match (all.is_empty(), text.strip_prefix('-')) {
            (true, _) => text,
            (false, Some(positive)) => format!("{all} - {positive}"),
            (false, None) => format!("{all} + {text}"),
        };
    }
    if all.is_empty() { "0".to_owned() } else { all }
}

/// `2*n^3/p*t_c`, `(5*log(p) + 1)*t_c`
fn alone(name: &str, own: &Factored, variables: &[String]) -> String {
    let front = monomial(own.number, &own.product);
    times(&front, &own.sum, name, variables)
}

/// `2*(t_s + n*t_w)*(p - 1)`
fn together(group: &[(&str, Factored)], sum: &ClosedForm, variables: &[String]) -> String {
    let mut products = group.iter().map(|(_, own)| own.product.clone());
    let first = products.next().unwrap_or_default();
    let product = products.fold(first, |known, term| known.common(&term));
    let numbers = || group.iter().map(|(_, own)| own.number);
    let mut number = divisor(numbers());
    // `t_s + 3*p/2*t_w` rather than `(2*t_s + 3*p*t_w)/2`.
    if numbers().any(|one| one.denom() != number.denom()) {
        number = Ratio::from(*number.numer());
    }
    let inner: Vec<String> = group
        .iter()
        .map(|(name, own)| {
            let rest = monomial(own.number / number, &own.product.over(&product));
            times(&rest, &ClosedForm::default(), name, variables)
        })
        .collect();
    let front = monomial(Ratio::from(*number.numer()), &Term::one());
    let inner = inner.join(" + ").replace("+ -", "- ");
    let is_plain = number == Ratio::from(1) && product.factors.is_empty() && is_one(sum);
    let mut text = if is_plain {
        inner
    } else {
        times(
            &front,
            &ClosedForm::default(),
            &format!("({inner})"),
            variables,
        )
    };
    if !product.factors.is_empty() {
        let product = product.text(variables);
        match product.strip_prefix("1/") {
            Some(below) => text.extend(["/", below]),
            None => text.extend(["*", product.as_str()]),
        }
    }
    if !is_one(sum) {
        text.extend(["*(", sum.text(variables).as_str(), ")"]);
    }
    if *number.denom() != 1 {
        text.extend(["/", number.denom().to_string().as_str()]);
    }
    text
}

/// front · sum · name. A sum without terms counts as 1.
fn times(front: &ClosedForm, sum: &ClosedForm, name: &str, variables: &[String]) -> String {
    let mut factors: Vec<String> = Vec::new();
    let front = front.text(variables);
    match front.as_str() {
        "1" => {}
        "-1" => factors.push("-1".to_owned()),
        _ => factors.push(front),
    }
    if !sum.terms.is_empty() && !is_one(sum) {
        factors.push(format!("({})", sum.text(variables)));
    }
    factors.push(name.to_owned());
    factors.join("*")
}

fn monomial(number: Ratio<i128>, product: &Term) -> ClosedForm {
    ClosedForm {
        terms: vec![(number, product.clone())],
    }
}

fn is_one(form: &ClosedForm) -> bool {
    *form == monomial(1.into(), &Term::one())
}

/// The factors of a form. None for 0.
fn factored(form: &ClosedForm) -> Option<Factored> {
    let (leading, _) = form.terms.first()?;
    let product = least(form.terms.iter().map(|(_, term)| term));
    let mut number = divisor(form.terms.iter().map(|(number, _)| *number));
    if *leading.numer() < 0 {
        number = -number;
    }
    let terms = form.terms.iter();
    let terms = terms.map(|(own, term)| (own / number, term.over(&product)));
    Some(Factored {
        number,
        sum: ClosedForm {
            terms: terms.collect(),
        },
        product,
    })
}

/// The largest number of which all are integer multiples.
fn divisor(numbers: impl Iterator<Item = Ratio<i128>>) -> Ratio<i128> {
    let (mut above, mut below) = (0_i128, 1_i128);
    for number in numbers {
        above = greatest_divisor(above, *number.numer());
        below = below / greatest_divisor(below, *number.denom()) * number.denom();
    }
    Ratio::new(above.max(1), below)
}

fn greatest_divisor(one: i128, other: i128) -> i128 {
    match other {
        0 => one.abs(),
        _ => greatest_divisor(other, one % other),
    }
}

/// The least power of each atom in the terms, which is a common factor: n²/p for n² and n²/p. A quotient
/// is not factored out if that would add more powers to the sum than it removes: 2·n/p + log p − 1
/// rather than (2·n + p·log p − p)/p.
fn least<'a>(terms: impl Iterator<Item = &'a Term>) -> Term {
    let terms: Vec<&Term> = terms.collect();
    let power = |term: &Term, atom: &Atom| {
        let mut factors = term.factors.iter();
        factors
            .find(|(known, _)| known == atom)
            .map_or(0, |(_, exponent)| *exponent)
    };
    let mut atoms: Vec<Atom> = Vec::new();
    for (atom, _) in terms.iter().flat_map(|term| &term.factors) {
        if !atoms.contains(atom) {
            atoms.push(*atom);
        }
    }
    atoms.into_iter().fold(Term::one(), |product, atom| {
        let powers = || terms.iter().map(|term| power(term, &atom));
        let least = powers().min().unwrap_or(0);
        let left = |common: i32| powers().map(|power| power.abs_diff(common)).sum::<u32>();
        let common = if left(least) <= left(0) { least } else { 0 };
        product.times(&Term::power(atom, common))
    })
}
