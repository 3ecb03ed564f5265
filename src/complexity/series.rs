//! A series of counts: one value per size.

use super::closed_form::ClosedForm;

/// Counts of one quantity over sizes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Series {
    /// What formulas are formulas in: sizes and processors, at most two, then the times of the
    /// asynchronous machine.
    pub variables: Vec<String>,
    /// How many of the variables are such times, d or B.
    pub times: usize,
    /// Of each variable, whether it is an input of the program: lengths may depend on it, and its
    /// sizes have to span a wide range. Empty where the first one is.
    pub inputs: Vec<bool>,
    /// The second variable is never more than the first: processors of a problem that has at
    /// least one element for each.
    pub second_is_bounded: bool,
    /// The counts, ascending by size.
    pub points: Vec<Point>,
    /// How many digits of the counts stand behind the point; forms are of the counts all the same.
    pub digits: u32,
    /// Further counts that exact forms have to give, and that fits are not made for: a block of small
    /// sizes that have every pair of residues.
    pub beside: Vec<Point>,
    /// How many digits of each variable stand behind the point: its values are counted in units of
    /// 10^-digits. Empty where all values are whole.
    pub decimals: Vec<u32>,
}

/// A count at a size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Point {
    /// One value per variable.
    pub at: Vec<i64>,
    /// The count.
    pub value: u64,
    /// Meant to confirm a formula, not to find it.
    pub held_out: bool,
}

impl Series {
    /// A series in one variable, nothing of it held out.
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

    /// A form of the counts as one of the amounts and sizes that they stand for; none where it has
    /// other functions than powers of a variable with digits behind the point, or more than its
    /// coefficients hold.
    pub fn shown(&self, form: &ClosedForm) -> Option<ClosedForm> {
        form.with_digits(self.digits)?.in_units(&self.decimals)
    }

    /// Whether all counts are one.
    pub fn is_constant(&self) -> bool {
        self.points
            .windows(2)
            .all(|pair| pair[0].value == pair[1].value)
    }
}
