//! Whether sizes identify a formula, that is, exclude other formulas with the same counts.
//!
//! The counts at n = 16 … 30 follow every formula in which ⌊log n⌋ is 4. A formula that reproduces all
//! counts counts as found only if its sizes span a wide range, each rounded function in it takes several
//! values, and several sizes that were not used to find it give new values of its terms, one of them
//! larger than all sizes of the search.

use std::collections::BTreeSet;

use num_rational::Ratio;

use super::atom::{Atom, AtomArgument, Function};
use super::closed_form::ClosedForm;
use super::residues::Powers;
use super::series::{Point, Series};
use super::term::Term;

/// The required ratio between the largest and the smallest size.
const RANGE: i64 = 32;
/// The required ratio for powers of one base.
const RANGE_OF_POWERS: i64 = 16;
/// The number of powers of one base that have to be requested.
const FEWEST_EXPONENTS: usize = 5;
/// A smaller smallest size counts as this. Otherwise sizes up to 64 would be enough, where ⌊log n⌋² and
/// max(⌊log n⌋², ⌊n/3⌋) agree.
const LEAST_SMALLEST: i64 = 4;
/// The required number of values of a name on which no length depends.
const FEWEST_VALUES: usize = 3;
/// The required number of values of a rounded function in addition to the number of terms with it.
const VALUES_BEYOND_TERMS: usize = 2;
/// The required number of rows for each coefficient.
const ROWS_PER_COEFFICIENT: usize = 3;
/// The required number of sizes that were not used to find a formula and give new rows.
pub const FEWEST_NEW_ROWS: usize = 3;
/// The required number of sizes for a constant.
const FEWEST_OF_CONSTANT: usize = 12;
/// The largest modulus of which every residue has to occur.
const LARGEST_MODULUS: i64 = 12;
/// The required number of sizes for each residue.
const SIZES_PER_RESIDUE: usize = 2;

/// Why sizes do not identify a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Missing {
    /// The sizes of a name span too small a range.
    Range {
        /// The position of the name.
        variable: usize,
        /// The size that it has to reach.
        least: i64,
    },
    /// A name takes too few values.
    Values {
        /// The position of the name.
        variable: usize,
        /// How many values it has to take.
        least: usize,
    },
    /// A function takes too few values.
    Atom {
        /// Its spelling.
        text: String,
        /// The values that it takes.
        values: Vec<Ratio<i128>>,
        /// How many it has to take.
        least: usize,
    },
    /// A residue of a rounded quotient occurs at too few sizes.
    Residue {
        /// The spelling of the rounded function.
        text: String,
        /// The modulus.
        modulus: i64,
    },
    /// The terms take different values at too few sizes.
    Rows {
        /// The number of such sizes.
        rows: usize,
        /// The required number.
        least: usize,
    },
    /// A constant was observed at too few sizes.
    Sizes {
        /// The number of sizes.
        sizes: usize,
        /// The required number.
        least: usize,
    },
    /// Too few sizes remain to confirm the formula.
    Confirmation,
    /// No size larger than those of the search confirms the formula.
    Beyond,
    /// The counts contain no more information than the formula.
    Explanation,
}

/// Why these points do not identify a form that reproduces all their counts. `held_out` contains the
/// sizes that were not used to find it. None if they identify it.
pub fn missing(
    form: &ClosedForm,
    series: &Series,
    points: &[&Point],
    held_out: &[Vec<i64>],
) -> Option<Missing> {
    let varies = |variable: &usize| {
        let mut values = points.iter().map(|point| point.at[*variable]);
        let first = values.next();
        values.any(|value| Some(value) != first)
    };
    let varying: Vec<usize> = (0..series.variables.len()).filter(varies).collect();
    (varying.iter())
        .find_map(|variable| range(form, series, points, *variable))
        .or_else(|| atoms(form, series, points, &varying))
        .or_else(|| rows(form, points, held_out, &varying))
}

/// Whether the sizes of a name span a sufficient range, or the values of another name are sufficiently
/// many.
fn range(
    form: &ClosedForm,
    series: &Series,
    points: &[&Point],
    variable: usize,
) -> Option<Missing> {
    let of = |points: &mut dyn Iterator<Item = &&Point>| -> BTreeSet<i64> {
        points.map(|point| point.at[variable]).collect()
    };
    let values = of(&mut points.iter());
    if !series.is_input(variable) {
        let is_in = |term: &Term| term.factors.iter().any(|(atom, _)| atom.is_of(variable));
        let terms = form.terms.iter().filter(|(_, term)| is_in(term)).count();
        let least = FEWEST_VALUES.max(terms + 1);
        return (terms > 0 && values.len() < least).then_some(Missing::Values { variable, least });
    }
    let (smallest, largest) = (*values.first()?, *values.last()?);
    let asked: Vec<i64> = of(&mut points.iter().filter(|point| !point.held_out))
        .into_iter()
        .collect();
    let are_powers = asked.len() >= FEWEST_EXPONENTS && Powers::of(&asked).is_some();
    let times = if are_powers { RANGE_OF_POWERS } else { RANGE };
    let least = smallest.max(LEAST_SMALLEST).saturating_mul(times);
    (largest < least).then_some(Missing::Range { variable, least })
}

/// Whether each rounded function takes enough values, and each residue of its argument occurs.
fn atoms(
    form: &ClosedForm,
    series: &Series,
    points: &[&Point],
    varying: &[usize],
) -> Option<Missing> {
    let all = form.terms.iter().flat_map(|(_, term)| &term.factors);
    let of_sizes = |atom: &Atom| varying.iter().any(|variable| atom.is_of(*variable));
    let atoms: BTreeSet<Atom> = (all.map(|(atom, _)| *atom))
        .filter(|atom| !is_plain(*atom) && of_sizes(atom))
        .collect();
    atoms.into_iter().find_map(|atom| {
        let values: BTreeSet<Ratio<i128>> = points
            .iter()
            .filter_map(|point| atom.exact(&point.at))
            .collect();
        let has = |term: &Term| term.factors.iter().any(|(own, _)| *own == atom);
        let terms = form.terms.iter().filter(|(_, term)| has(term)).count();
        let least = terms + VALUES_BEYOND_TERMS;
        let text = || atom.text(&series.variables);
        if values.len() < least {
            return Some(Missing::Atom {
                text: text(),
                values: values.into_iter().collect(),
                least,
            });
        }
        let (rounded, modulus) = modulus(atom, points, varying)?;
        let is_rare = |residue: i64| {
            let of = |point: &&&Point| point.at[rounded].rem_euclid(modulus) == residue;
            points.iter().filter(of).count() < SIZES_PER_RESIDUE
        };
        (0..modulus).any(is_rare).then(|| Missing::Residue {
            text: text(),
            modulus,
        })
    })
}

/// Whether an atom is n, n/p or log n: not rounded, and different at every size.
fn is_plain(atom: Atom) -> bool {
    match atom.argument {
        AtomArgument::Variable(_) => matches!(atom.function, Function::Identity | Function::Log),
        AtomArgument::Quotient(..) => atom.function == Function::Identity,
        AtomArgument::Tree(..) => false,
    }
}

/// The variable whose quotient by a small number an atom rounds, and that number.
fn modulus(atom: Atom, points: &[&Point], varying: &[usize]) -> Option<(usize, i64)> {
    let (variable, modulus) = match (atom.argument, atom.function) {
        (AtomArgument::Variable(variable), Function::CeilingHalf | Function::FloorHalf) => {
            (usize::from(variable), 2)
        }
        (AtomArgument::Quotient(over, under), Function::Ceiling | Function::Floor)
            if !varying.contains(&usize::from(under)) =>
        {
            (usize::from(over), points.first()?.at[usize::from(under)])
        }
        _ => return None,
    };
    (2..=LARGEST_MODULUS)
        .contains(&modulus)
        .then_some((variable, modulus))
}

/// Whether the terms take enough different values, some of them at sizes that were not searched.
fn rows(
    form: &ClosedForm,
    points: &[&Point],
    held_out: &[Vec<i64>],
    varying: &[usize],
) -> Option<Missing> {
    let is_held_out = |point: &&&Point| held_out.contains(&point.at);
    let searched: Vec<&Point> = (points.iter().filter(|point| !is_held_out(point)))
        .copied()
        .collect();
    let confirming: Vec<&Point> = points.iter().filter(is_held_out).copied().collect();
    let is_beyond = |point: &&Point| {
        varying.iter().any(|variable| {
            let own = point.at[*variable];
            searched.iter().all(|other| other.at[*variable] < own)
        })
    };
    let is_constant = form.terms.iter().all(|(_, term)| term.factors.is_empty());
    let new_rows = if is_constant {
        if points.len() < FEWEST_OF_CONSTANT {
            return Some(Missing::Sizes {
                sizes: points.len(),
                least: FEWEST_OF_CONSTANT,
            });
        }
        confirming.len()
    } else {
        let rows = |points: &[&Point]| -> BTreeSet<Vec<Ratio<i128>>> {
            points.iter().filter_map(|point| row(form, point)).collect()
        };
        let all = rows(points).len();
        let least = ROWS_PER_COEFFICIENT * form.terms.len();
        if all < least {
            return Some(Missing::Rows { rows: all, least });
        }
        rows(&confirming).difference(&rows(&searched)).count()
    };
    if new_rows < FEWEST_NEW_ROWS {
        return Some(Missing::Confirmation);
    }
    (!confirming.iter().any(is_beyond)).then_some(Missing::Beyond)
}

/// The values of the terms at a size, without the constant.
pub fn row(form: &ClosedForm, point: &Point) -> Option<Vec<Ratio<i128>>> {
    let terms = form.terms.iter();
    let growing = terms.filter(|(_, term)| !term.factors.is_empty());
    growing.map(|(_, term)| term.exact(&point.at)).collect()
}

impl Missing {
    /// The reason in words: `all sizes have floor(log(n)) = 4`, and the size to add, if one is known.
    pub fn text(&self, variables: &[String]) -> String {
        match self {
            Self::Range { variable, least } => {
                let name = &variables[*variable];
                format!("the sizes lie too close together: add {name} ≥ {least}")
            }
            Self::Values { variable, least } => {
                let name = &variables[*variable];
                format!("{name} takes fewer than {least} values")
            }
            Self::Atom {
                text,
                values,
                least,
            } => match values.as_slice() {
                [only] => format!("all sizes have {text} = {only}"),
                several => format!(
                    "{text} takes {} values only, and has to take {least}",
                    several.len()
                ),
            },
            Self::Residue { text, modulus } => format!(
                "of {text}, some remainder modulo {modulus} is met at fewer than \
                 {SIZES_PER_RESIDUE} sizes"
            ),
            Self::Rows { rows, least } => {
                format!("its terms take different values at {rows} sizes, and have to at {least}")
            }
            Self::Sizes { sizes, least } => {
                format!("it was seen at {sizes} sizes, and has to be at {least}")
            }
            Self::Confirmation => {
                format!("fewer than {FEWEST_NEW_ROWS} other sizes are left to confirm it")
            }
            Self::Beyond => "no size above those that it was found on confirms it".to_owned(),
            Self::Explanation => "the counts hold no more than the formula does".to_owned(),
        }
    }
}
