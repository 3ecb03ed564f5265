//! The samples at which formulas are compared: sizes and data.

use std::sync::Arc;

use crate::claims::expression;
use crate::derivation::algebra::formula::SymbolMeaning;
use crate::derivation::{DerivedCost, EntryInput, Subject};
use crate::pipeline::inputs::{Assignment, Formal};
use crate::pipeline::marks::{NumberMarks, SMALL_SIZES};
use crate::program::{Generator, Parameter, Program, Type};

/// How many of the smallest sizes are compared if there are several numbers, each of them larger by one
/// than the previous one.
const SMALL_OF_SEVERAL: usize = 4;
/// Kinds of data: that of the file, and three others.
const KINDS_OF_DATA: i128 = 4;

/// Sizes and data that are drawn for a program.
pub(super) struct Samples {
    /// The numbers in its text.
    marks: NumberMarks,
    /// The arrays whose elements may have any values of their type.
    free: Vec<(String, Type)>,
}

impl Samples {
    pub fn of(program: &Program, formals: &[Formal], subject: &Subject<'_>) -> Self {
        Self {
            marks: NumberMarks::of(program),
            free: free_arrays(program, formals, subject),
        }
    }

    /// Restarts the sequence of sizes.
    pub fn restart(&mut self) {
        self.marks.restart();
    }

    /// A value for each symbol: the small ones first, then random ones, every third time with one of
    /// them next to or beyond a number of the text.
    pub fn sizes(&mut self, found: &DerivedCost, attempt: usize) -> Vec<i128> {
        let symbols = &found.numbers.symbols;
        let single = symbols.len() == 1;
        let mut marked = None;
        if attempt.is_multiple_of(3) && !self.marks.is_empty() {
            let of = self.marks.draw(symbols.len());
            marked = self.marks.drawn().map(|mark| (of, mark));
        }
        let mut values = Vec::with_capacity(symbols.len());
        for (at, (symbol, least)) in symbols.iter().enumerate() {
            let is_exponent = matches!(symbol.meaning, SymbolMeaning::Logarithm(_));
            let is_small = if single {
                attempt < SMALL_SIZES || is_exponent
            } else {
                attempt < SMALL_OF_SEVERAL
            };
            values.push(match marked {
                _ if is_small => least + attempt as i128,
                _ if is_exponent => least + self.marks.draw(5) as i128,
                Some((of, mark)) if of == at => self.marks.beside(mark).max(*least),
                Some(_) => least + self.marks.draw(5) as i128,
                None => least + self.marks.draw(if single { 120 } else { 14 }) as i128,
            });
        }
        values
    }

    /// The data of a run with these sizes, besides those of the file; empty for some of the sizes.
    pub fn data(&self, numbers: &[(Arc<str>, i128)]) -> Vec<Assignment> {
        let sum: i128 = numbers.iter().map(|(_, number)| number).sum();
        let kind = sum.rem_euclid(KINDS_OF_DATA);
        let most = self.marks.largest().unwrap_or(9);
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
            of_type(element).map(|value| Assignment {
                name,
                value: value.into(),
            })
        });
        values.collect()
    }
}

/// The arrays among the inputs whose default does not restrict the meaning of the elements: not those
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
        let is_input = |input: &&EntryInput| input.name == array.name;
        let input = subject.inputs.iter().find(is_input)?;
        let mut formals = formals.iter().filter(|formal| formal.name == input.name);
        formals
            .any(is_free)
            .then(|| (array.name.clone(), array.element))
    });
    arrays.collect()
}
