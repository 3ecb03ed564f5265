//! The numbers in a program's text, and sizes next to and beyond them, where the program's behaviour may
//! change.

use crate::program::visit::{Visitor, statements, walk_expression};
use crate::program::{Constant, Expr, ExprKind, Program};

/// How many of the smallest sizes are tried in any case.
pub(super) const SMALL_SIZES: usize = 14;
/// The largest number next to which sizes are drawn.
const LARGEST_MARK: i64 = 1 << 11;
/// The seed of random choices.
const SEED: u64 = 0x5eed;
/// How many numbers are tried one by one, each with the numbers next to it.
const MARKS_TRIED: usize = 8;
/// Sizes that are drawn beyond each of them.
const DRAWN_BEYOND: usize = 2;

/// The numbers of a text that are larger than the small sizes.
pub(super) struct NumberMarks {
    /// In ascending order.
    numbers: Vec<i64>,
    random: u64,
}

impl NumberMarks {
    /// The numbers in a program.
    pub fn of(program: &Program) -> Self {
        struct Numbers(Vec<i64>);

        impl Visitor for Numbers {
            fn expression(&mut self, expression: &Expr) {
                if let ExprKind::Constant(Constant::Int(value)) = expression.kind {
                    self.0.push(value);
                }
                walk_expression(self, expression);
            }
        }

        let mut numbers = Numbers(Vec::new());
        for algorithm in &program.algorithms {
            statements(&mut numbers, &algorithm.body);
        }
        let mut marks = Self {
            numbers: Vec::new(),
            random: SEED,
        };
        marks.add(numbers.0);
        marks
    }

    /// Adds numbers that the program has from elsewhere, such as inputs.
    pub fn add(&mut self, numbers: impl IntoIterator<Item = i64>) {
        let is_mark = |number: &i64| (SMALL_SIZES as i64..=LARGEST_MARK).contains(number);
        self.numbers.extend(numbers.into_iter().filter(is_mark));
        self.numbers.sort_unstable();
        self.numbers.dedup();
    }

    /// Restarts the random choices.
    pub fn restart(&mut self) {
        self.random = SEED;
    }

    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// The largest.
    pub fn largest(&self) -> Option<i64> {
        self.numbers.last().copied()
    }

    /// A random number below this one, or 0.
    pub fn draw(&mut self, below: usize) -> usize {
        self.random = (self.random)
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.random >> 33) as usize % below.max(1)
    }

    /// A random one of the marks.
    pub fn drawn(&mut self) -> Option<i128> {
        let at = self.draw(self.numbers.len());
        self.numbers.get(at).copied().map(i128::from)
    }

    /// A number next to a mark, or up to twice as large.
    pub fn beside(&mut self, mark: i128) -> i128 {
        match self.draw(3) {
            0 => mark - 1 + self.draw(3) as i128,
            _ => mark + self.draw(mark as usize) as i128,
        }
    }

    /// Sizes above a given one, next to these numbers and beyond, in ascending order.
    pub fn sizes_above(&mut self, size: i64) -> Vec<i64> {
        let mut sizes = Vec::new();
        for at in 0..self.numbers.len().min(MARKS_TRIED) {
            let mark = self.numbers[at];
            sizes.extend([mark - 1, mark, mark + 1]);
            for _ in 0..DRAWN_BEYOND {
                sizes.push(mark + 2 + self.draw(mark as usize) as i64);
            }
        }
        sizes.retain(|one| *one > size);
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }
}
