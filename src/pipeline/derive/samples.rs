//! What formulas are compared at: the sizes, and the data.

use std::sync::Arc;

use crate::derivation::algebra::formula::Stands;
use crate::derivation::{Found, Input, Subject};
use crate::pipeline::expression;
use crate::pipeline::inputs::{Assignment, Formal};
use crate::program::visit::{Visitor, statements, walk_expression};
use crate::program::{Constant, Expr, ExprKind, Generator, Parameter, Program, Type};

/// How many of the least sizes are compared where there is one number.
const SMALL_SIZES: usize = 14;
/// The same where there are several, each of them one more than before.
const SMALL_OF_SEVERAL: usize = 4;
/// The largest number of the text that sizes are drawn beside.
const LARGEST_MARK: i64 = 1 << 11;
/// Kinds of data: that of the file, and three others.
const KINDS_OF_DATA: i128 = 4;
/// The seed of the sizes that are drawn.
const SEED: u64 = 0x5eed;

/// Sizes and data that are drawn for a program.
pub(super) struct Samples {
    /// The numbers in its text that are larger than the small sizes, in ascending order: counts
    /// may change behind them.
    marks: Vec<i64>,
    /// The arrays whose elements may be any of their type.
    free: Vec<(String, Type)>,
    random: u64,
}

impl Samples {
    pub fn of(program: &Program, formals: &[Formal], subject: &Subject<'_>) -> Self {
        Self {
            marks: marks(program),
            free: free_arrays(program, formals, subject),
            random: SEED,
        }
    }

    /// Draws the same sizes again.
    pub fn restart(&mut self) {
        self.random = SEED;
    }

    /// A number below this one, or 0.
    fn draw(&mut self, below: usize) -> usize {
        self.random = (self.random)
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.random >> 33) as usize % below.max(1)
    }

    /// A value for each symbol: the small ones first, then drawn ones, every third time one of
    /// them beside or beyond a number of the text.
    pub fn sizes(&mut self, found: &Found, attempt: usize) -> Vec<i128> {
        let symbols = &found.numbers.symbols;
        let single = symbols.len() == 1;
        let mut marked = None;
        if attempt.is_multiple_of(3) && !self.marks.is_empty() {
            let of = self.draw(symbols.len());
            let mark = self.draw(self.marks.len());
            marked = Some((of, i128::from(self.marks[mark])));
        }
        let mut values = Vec::with_capacity(symbols.len());
        for (at, (symbol, least)) in symbols.iter().enumerate() {
            let is_exponent = matches!(symbol.stands, Stands::Logarithm(_));
            let is_small = if single {
                attempt < SMALL_SIZES || is_exponent
            } else {
                attempt < SMALL_OF_SEVERAL
            };
            values.push(match marked {
                _ if is_small => least + attempt as i128,
                _ if is_exponent => least + self.draw(5) as i128,
                Some((of, mark)) if of == at => self.beside(mark).max(*least),
                Some(_) => least + self.draw(5) as i128,
                None => least + self.draw(if single { 120 } else { 14 }) as i128,
            });
        }
        values
    }

    /// A number next to a mark, or up to twice as large.
    fn beside(&mut self, mark: i128) -> i128 {
        match self.draw(3) {
            0 => mark - 1 + self.draw(3) as i128,
            _ => mark + self.draw(mark as usize) as i128,
        }
    }

    /// The data of a run of these sizes, beside that of the file: none for some of the sizes.
    pub fn data(&self, numbers: &[(Arc<str>, i128)]) -> Vec<Assignment> {
        let sum: i128 = numbers.iter().map(|(_, number)| number).sum();
        let kind = sum.rem_euclid(KINDS_OF_DATA);
        let most = self.marks.last().copied().unwrap_or(9);
        let of_type = |element: &Type| match (element, kind) {
            (_, 0) => None,
            (Type::Int, 1) => Some("random(0, 1)".to_owned()),
            (Type::Real, 1) => Some("random(0.0, 1.0)".to_owned()),
            (Type::Int, 2) => Some(format!("constant({})", most + 1)),
            (Type::Real, 2) => Some(format!("constant({}.0)", most + 1)),
            (Type::Int, _) => Some(format!("random(-9, {})", most * 2)),
            (Type::Real, _) => Some(format!("random(-9.0, {}.0)", most * 2)),
            (Type::Bool, 1) => Some("constant(true)".to_owned()),
            (Type::Bool, _) => Some("constant(false)".to_owned()),
        };
        let values = self.free.iter().filter_map(|(name, element)| {
            let name = name.clone();
            of_type(element).map(|value| Assignment { name, value })
        });
        values.collect()
    }
}

/// The numbers in the program that are larger than the small sizes.
fn marks(program: &Program) -> Vec<i64> {
    struct Marks(Vec<i64>);

    impl Visitor for Marks {
        fn expression(&mut self, expression: &Expr) {
            if let ExprKind::Constant(Constant::Int(value)) = expression.kind
                && (SMALL_SIZES as i64..=LARGEST_MARK).contains(&value)
            {
                self.0.push(value);
            }
            walk_expression(self, expression);
        }
    }

    let mut marks = Marks(Vec::new());
    for algorithm in &program.algorithms {
        statements(&mut marks, &algorithm.body);
    }
    marks.0.sort_unstable();
    marks.0.dedup();
    marks.0
}

/// The arrays among the inputs whose default says nothing of what the elements mean: not those
/// that are a permutation, a list, a tree or sorted.
fn free_arrays(
    program: &Program,
    formals: &[Formal],
    subject: &Subject<'_>,
) -> Vec<(String, Type)> {
    let entry = &program.algorithms[program.entry.index()];
    let is_free = |formal: &Formal| {
        let default = formal.default.as_ref().or(formal.fallback.as_ref());
        match default.and_then(expression::generator) {
            Some((generator, _)) => matches!(generator, Generator::Random | Generator::Constant),
            None => true,
        }
    };
    let arrays = entry.parameters.iter().filter_map(|parameter| {
        let Parameter::Array(id) = *parameter else {
            return None;
        };
        let array = &entry.arrays[id.index()];
        let is_input = |input: &&Input| input.name == array.name;
        let input = subject.inputs.iter().find(is_input)?;
        let mut formals = formals.iter().filter(|formal| formal.name == input.name);
        formals
            .any(is_free)
            .then(|| (array.name.clone(), array.element))
    });
    arrays.collect()
}
