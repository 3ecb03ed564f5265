//! Formulas that were found from counts, held against those derived from the program's text at sizes
//! that were not counted: what describes some sizes only is no formula for all.

use super::axes::Axes;
use super::derived::Derivations;
use super::growths::{Growths, Known, held_out};
use super::role::Role;
use crate::complexity::closed_form::ClosedForm;
use crate::derivation::claimed;
use crate::result::derivation::{Compared, Quantity};
use crate::result::study::{Formula, MeasureName, Status};

/// Every size up to this one is tried.
const EVERY: i64 = 40;
/// Beyond it powers of two and their neighbours, up to this exponent.
const LARGEST_EXPONENT: u32 = 20;
/// Sizes along each name where several vary.
const OF_EACH: [i64; 12] = [0, 1, 2, 3, 5, 8, 16, 17, 31, 64, 100, 1024];
/// More names are not varied together.
const MOST_NAMES: usize = 3;
/// How many of the sizes at which a formula fails are told.
const TOLD: usize = 3;

/// What formulas are held against.
pub(super) struct Further<'a> {
    pub axes: &'a Axes,
    pub derivations: &'a Derivations,
    /// Names that have these values at all sizes, whatever varies.
    pub constants: &'a [(String, i64)],
}

impl Further<'_> {
    /// Lets no formula stand as one for all sizes that is another one than the derived formula.
    pub fn refute(&self, growths: &mut Growths) {
        let sizes = self.sizes();
        let is_given = self.axes.varies_processors() || self.axes.fixed_processors.is_some();
        for unit in self.axes.units {
            for measure in MeasureName::ALL {
                // What is derived is about as many processors as the program asks for.
                if is_given && measure != MeasureName::W {
                    continue;
                }
                if let Some(quantity) = measure.quantity(*unit) {
                    let known = growths.measures.get_mut(measure).get_mut(*unit);
                    self.refute_one(quantity, known, &sizes);
                }
            }
        }
        if let Some(known) = growths.processors.as_mut().filter(|_| !is_given) {
            self.refute_one(Quantity::Processors, known, &sizes);
        }
    }

    fn refute_one(&self, quantity: Quantity, known: &mut Known, sizes: &[Vec<i64>]) {
        let Some((compared, _)) = self.derivations.found(quantity) else {
            return;
        };
        let Some(form) = &known.form else {
            return;
        };
        let from = known.deviation.as_ref().map(|deviation| deviation.from);
        let failing = (sizes.iter())
            .map(|size| self.axes.at(size))
            .filter(|at| from.is_none_or(|from| at[0] >= from))
            .filter(|at| self.differ(form, compared, at));
        let fails_at: Vec<_> = failing
            .take(TOLD)
            .map(|at| held_out(self.axes, &at))
            .collect();
        if fails_at.is_empty() {
            return;
        }
        let found = known.formula.clone();
        let formula = if from.is_some() {
            // It does not even describe all sizes that were asked for.
            Formula {
                formula: found.formula,
                ..Formula::unknown()
            }
        } else {
            Formula {
                status: Status::ExactHere,
                theta: None,
                upper: None,
                lower: None,
                fails_at,
                ..found
            }
        };
        *known = Known {
            formula,
            form: None,
            fit: None,
            deviation: None,
            class: None,
        };
    }

    /// Whether both have values at a size, and these are different.
    fn differ(&self, form: &ClosedForm, compared: &Compared, at: &[i64]) -> bool {
        let variables = self.axes.variables();
        let size = |name: &str| {
            let varied = variables.iter().zip(at);
            let constants = (self.constants.iter()).map(|(name, value)| (name, value));
            let mut known = varied.chain(constants);
            let (_, value) = known.find(|(known, _)| *known == name)?;
            Some(i128::from(*value))
        };
        let (derived, found) = (claimed::value(&compared.found, &size), form.exact(at));
        derived.zip(found).is_some_and(|(derived, found)| {
            (derived.numerator, derived.denominator) != (*found.numer(), *found.denom())
        })
    }

    /// Sizes to try, one value per name that varies.
    fn sizes(&self) -> Vec<Vec<i64>> {
        let roles = &self.axes.roles;
        if roles.iter().any(|role| role.parameter().is_some()) {
            return Vec::new();
        }
        match roles.as_slice() {
            [Role::Input] => {
                let powers = (0..=LARGEST_EXPONENT).map(|exponent| 1_i64 << exponent);
                let large = powers.filter(|power| *power > EVERY);
                let beyond = large.flat_map(|power| [power - 1, power, power + 1]);
                (0..=EVERY).chain(beyond).map(|size| vec![size]).collect()
            }
            several if several.len() <= MOST_NAMES => {
                let none = vec![Vec::new()];
                several.iter().fold(none, |sizes, _| {
                    let with = |size: &Vec<i64>, next: i64| [size.as_slice(), &[next]].concat();
                    let longer = |size| OF_EACH.iter().map(move |next| with(size, *next));
                    sizes.iter().flat_map(longer).collect()
                })
            }
            _ => Vec::new(),
        }
    }
}
