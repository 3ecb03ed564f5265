//! Whether a formula can be a count at sizes larger than those that ran.
//!
//! 64 − n gives every count up to n = 63 and is no count from 65 on; 64/n is no count at 128. Such a
//! formula only holds for the sizes at which it was found.

use num_rational::Ratio;

use super::closed_form::ClosedForm;
use super::series::Series;

/// The largest exponent of two that is examined.
const LARGEST_EXPONENT: u32 = 40;

/// Whether the form stays a count at the examined sizes: 0 or at least 1.
pub fn goes_on(form: &ClosedForm, series: &Series) -> bool {
    let is_count = |at: &Vec<i64>| {
        let zero = Ratio::from(0);
        let value = form.exact(at);
        value.is_none_or(|value| value == zero || value >= Ratio::from(1))
    };
    let mut sizes: Vec<Vec<i64>> = vec![Vec::new()];
    for variable in 0..series.variables.len() {
        let beyond = beyond(series, variable);
        let is_inside = |first: Option<&i64>, size: i64| {
            variable != 1 || !series.second_is_bounded || first.is_none_or(|first| size <= *first)
        };
        sizes = sizes
            .iter()
            .flat_map(|at| {
                let kept = beyond.iter().filter(|size| is_inside(at.first(), **size));
                kept.map(|size| [&at[..], &[*size]].concat())
            })
            .collect();
    }
    sizes.iter().all(is_count)
}

/// Sizes larger than those that ran, of the same class: powers of two only, or any.
fn beyond(series: &Series, variable: usize) -> Vec<i64> {
    let values = || series.points.iter().map(|point| point.at[variable]);
    let (Some(least), Some(largest)) = (values().min(), values().max()) else {
        return Vec::new();
    };
    // A name that does not vary, and every time of the machine, keeps its values.
    let is_time = variable + series.times >= series.variables.len();
    if least == largest || least < 1 || is_time {
        return vec![least, largest];
    }
    let are_powers = values().all(|size| size.count_ones() == 1);
    let several = series.variables.len() > 1;
    let powers = (largest.ilog2()..LARGEST_EXPONENT).map(|exponent| 1_i64 << exponent);
    let mut sizes = vec![largest];
    for (at, power) in powers.enumerate() {
        // For pairs, a few are enough.
        if several && !matches!(at, 0 | 1 | 5 | 20) {
            continue;
        }
        sizes.push(power);
        if !are_powers {
            sizes.extend([power - 1, power + 1, power / 2 * 3]);
        }
    }
    if !are_powers && !several {
        sizes.extend((1..=24).map(|more| largest.saturating_add(more)));
    }
    if several {
        sizes.push(least);
    }
    sizes.retain(|size| *size >= largest || several && *size == least);
    sizes
}
