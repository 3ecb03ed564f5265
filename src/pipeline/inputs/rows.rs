//! Rows of constants, the common form of all notations of arrays.

use super::array_text::ArrayTextError;
use crate::machine::value::ArrayValue;
use crate::program::{Constant, Type};

/// Rows of constants; for an array of more than two dimensions, the rows of all its matrices.
#[derive(Debug, Clone, PartialEq)]
pub struct ConstantRows {
    /// The elements of all rows.
    constants: Vec<Constant>,
    /// The number of elements of each row.
    lengths: Vec<usize>,
    /// The rows before which a larger unit begins, ascending: with level 1 a matrix, with 2 a list of
    /// matrices.
    begins: Vec<(usize, usize)>,
    /// The limit on the number of elements.
    most: usize,
}

impl ConstantRows {
    /// Without rows; `most` is the greatest number of elements.
    pub fn new(most: usize) -> Self {
        Self {
            constants: Vec::new(),
            lengths: Vec::new(),
            begins: Vec::new(),
            most,
        }
    }

    /// Begins a row.
    pub fn begin(&mut self) {
        self.lengths.push(0);
    }

    /// Begins a matrix (1) or a list of matrices (2) with the next row.
    pub fn begin_matrix(&mut self, level: usize) {
        let row = self.lengths.len();
        match self.begins.last_mut() {
            Some((at, known)) if *at == row => *known = (*known).max(level),
            _ => self.begins.push((row, level)),
        }
    }

    /// Adds an element to the row that was begun last.
    pub fn push(&mut self, constant: Constant) -> Result<(), ArrayTextError> {
        if self.constants.len() >= self.most {
            return Err(ArrayTextError::TooMany { most: self.most });
        }
        self.constants.push(constant);
        if let Some(length) = self.lengths.last_mut() {
            *length += 1;
        }
        Ok(())
    }

    /// The number that the next element has.
    pub fn next(&self) -> usize {
        self.constants.len() + 1
    }

    /// The length along each dimension.
    fn dimensions(&self, rank: usize) -> Result<Vec<usize>, ArrayTextError> {
        let lengths = &self.lengths;
        let given = 2 + self
            .begins
            .iter()
            .map(|(_, level)| *level)
            .max()
            .unwrap_or(0);
        if given > 2 && given > rank {
            return Err(ArrayTextError::TooDeep { given, rank });
        }
        if rank == 1 {
            if lengths.len() > 1 && lengths.iter().any(|length| *length != 1) {
                let rows = lengths.len();
                return Err(ArrayTextError::TwoDimensions { rows });
            }
            return Ok(vec![self.constants.len()]);
        }
        let columns = lengths.first().copied().unwrap_or(0);
        if let Some(row) = lengths.iter().position(|length| *length != columns) {
            return Err(ArrayTextError::Ragged {
                row: row + 1,
                length: lengths[row],
                first: columns,
            });
        }
        let mut dimensions = vec![columns];
        // The number of rows of each matrix, then the number of matrices of each list.
        let mut starts: Vec<usize> = (0..lengths.len()).collect();
        for level in 1..rank - 1 {
            let begins = self.begins.iter().filter(|(_, begun)| *begun >= level);
            let mut outer: Vec<usize> = begins.map(|(row, _)| *row).collect();
            if outer.first().is_some_and(|first| *first > 0) || outer.is_empty() {
                outer.insert(0, 0);
            }
            let count = |(at, from): (usize, &usize)| {
                let to = outer.get(at + 1).copied().unwrap_or(lengths.len());
                starts
                    .iter()
                    .filter(|start| (*from..to).contains(*start))
                    .count()
            };
            let counts: Vec<usize> = outer.iter().enumerate().map(count).collect();
            let first = counts[0];
            if let Some(at) = counts.iter().position(|count| *count != first) {
                return Err(match level {
                    1 => ArrayTextError::UnevenMatrices {
                        matrix: at + 1,
                        rows: counts[at],
                        first,
                    },
                    _ => ArrayTextError::UnevenLists,
                });
            }
            dimensions.push(first);
            starts = outer;
        }
        dimensions.push(starts.len());
        dimensions.reverse();
        Ok(dimensions)
    }
}

/// The array of this rank with these rows.
pub fn array(rows: ConstantRows, rank: usize) -> Result<ArrayValue, ArrayTextError> {
    let dimensions = rows.dimensions(rank)?;
    let ConstantRows {
        constants, lengths, ..
    } = rows;
    drop(lengths);
    let element = common_type(&constants)?;
    let words = constants
        .into_iter()
        .map(|constant| match (element, constant) {
            (Type::Real, Constant::Int(value)) => Constant::Real(value as f64).word(),
            _ => constant.word(),
        })
        .collect();
    Ok(ArrayValue {
        element,
        dimensions,
        words,
        written: Vec::new(),
    })
}

/// The type of an array that holds all of them: real if one is; int for none at all.
fn common_type(constants: &[Constant]) -> Result<Type, ArrayTextError> {
    let mut common = constants.first().map_or(Type::Int, |first| first.ty());
    for (at, constant) in constants.iter().enumerate() {
        common = match (common, constant.ty()) {
            (left, right) if left == right => left,
            (Type::Int, Type::Real) | (Type::Real, Type::Int) => Type::Real,
            _ => {
                return Err(ArrayTextError::Mixed {
                    text: match constant {
                        Constant::Int(value) => value.to_string(),
                        Constant::Real(value) => format!("{value:?}"),
                        Constant::Bool(value) => value.to_string(),
                    },
                    position: at + 1,
                });
            }
        };
    }
    Ok(common)
}
