//! A series of counts: one value for each size.

use super::closed_form::ClosedForm;

/// Counts of one quantity at several sizes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Series {
    /// The variables of formulas: at most two sizes or numbers of processors, followed by the times of
    /// the asynchronous machine.
    pub variables: Vec<String>,
    /// The number of variables that are such times, d or B.
    pub times: usize,
    /// For each variable, whether it is an input of the program. Lengths may depend on an input, so its
    /// sizes have to span a wide range. If empty, only the first variable is an input.
    pub inputs: Vec<bool>,
    /// Whether the second variable is never larger than the first: processors for a problem that has at
    /// least one element for each.
    pub second_is_bounded: bool,
    /// The counts, in ascending order of sizes.
    pub points: Vec<Point>,
    /// The number of decimals of the counts; forms are nevertheless formulas for the integer counts.
    pub digits: u32,
    /// Further counts that exact forms have to reproduce, but that fits do not use: a block of small
    /// sizes that have every pair of residues.
    pub beside: Vec<Point>,
    /// For each variable, its number of decimals: values are in units of 10^-digits. Empty if all values
    /// are integers.
    pub decimals: Vec<u32>,
}

/// A count at a size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Point {
    /// One value per variable.
    pub at: Vec<i64>,
    /// The count.
    pub value: u64,
    /// Whether the point is used to confirm a formula, and not to find it.
    pub held_out: bool,
}

impl Series {
    /// A series in one variable, without points held out.
    pub fn in_one(variable: &str, points: impl IntoIterator<Item = (i64, u64)>) -> Self {
        Self {
            variables: vec![variable.to_owned()],
            times: 0,
            inputs: Vec::new(),
            second_is_bounded: false,
            points: points
                .into_iter()
                .map(|(at, value)| Point {
                    at: vec![at],
                    value,
                    held_out: false,
                })
                .collect(),
            digits: 0,
            beside: Vec::new(),
            decimals: Vec::new(),
        }
    }

    /// Whether a variable is an input of the program.
    pub fn is_input(&self, variable: usize) -> bool {
        (self.inputs.get(variable)).map_or(
            variable == 0 && self.times < self.variables.len(),
            |is_input| *is_input,
        )
    }

    /// A size of the series as real numbers.
    pub fn real(&self, at: &[i64]) -> Vec<f64> {
        let decimals = self.decimals.iter().copied().chain(std::iter::repeat(0));
        let values = at.iter().zip(decimals);
        let real = |(value, digits): (&i64, u32)| match digits {
            0 => *value as f64,
            digits => *value as f64 / 10_f64.powi(digits as i32),
        };
        values.map(real).collect()
    }

    /// A form of the counts in terms of the actual amounts and sizes. None if it applies a function
    /// other than a power to a variable with decimals, or if coefficients become too large.
    pub fn shown(&self, form: &ClosedForm) -> Option<ClosedForm> {
        form.with_digits(self.digits)?.in_units(&self.decimals)
    }

    /// Whether all counts are equal.
    pub fn is_constant(&self) -> bool {
        self.points
            .windows(2)
            .all(|pair| pair[0].value == pair[1].value)
    }
}
