//! Columns: a value for every lane of a team, or for every position of a selection.

use super::division::Division;
use super::selection::{Chunk, Lane, Selection};
use super::shape::RegisterShape;
use crate::engine::arithmetic::Operand;

/// A column of values. If the shape determines the values of all lanes, there are no words.
#[derive(Debug, Clone)]
pub struct Column {
    /// The shape of the values: constant, a sequence over lane numbers, or unknown.
    pub shape: RegisterShape,
    /// The values, if the shape is unknown.
    pub words: Vec<i64>,
}

impl Default for Column {
    fn default() -> Self {
        Self::flat(Vec::new())
    }
}

impl Column {
    /// A column before the first assignment; its value is not used.
    pub const UNWRITTEN: Self = Self::constant(0);

    /// The same value for all.
    pub const fn constant(value: i64) -> Self {
        Self {
            shape: RegisterShape::Constant(value),
            words: Vec::new(),
        }
    }

    /// `from + stride · lane`; the stride is not 0.
    pub const fn sequence(from: i64, stride: i64) -> Self {
        Self {
            shape: RegisterShape::Sequence { from, stride },
            words: Vec::new(),
        }
    }

    /// These values.
    pub const fn flat(words: Vec<i64>) -> Self {
        Self {
            shape: RegisterShape::Unknown,
            words,
        }
    }

    /// The value of a lane, in a column of all lanes.
    #[inline]
    pub fn of_lane(&self, lane: Lane) -> i64 {
        (self.shape.at(lane)).unwrap_or_else(|| self.words[lane as usize])
    }

    /// The value at a position, in a column of a selection.
    #[inline]
    pub fn at(&self, lanes: &Selection, position: usize) -> i64 {
        (self.shape.at(lanes.at(position))).unwrap_or_else(|| self.words[position])
    }

    /// The values of a selection, which were written out before.
    pub fn written_out(&self) -> &[i64] {
        assert!(
            self.shape == RegisterShape::Unknown,
            "the values are written out first"
        );
        &self.words
    }

    /// Writes out the values of a selection.
    pub fn write_out(&mut self, lanes: &Selection) {
        if self.shape == RegisterShape::Unknown {
            return;
        }
        let shape = std::mem::replace(&mut self.shape, RegisterShape::Unknown);
        self.words.clear();
        let values = lanes.iter().map(|lane| shape.at(lane).unwrap_or(0));
        self.words.extend(values);
    }

    /// Takes the values of all lanes of a team of this width, to be put back later. If they were not
    /// written out, they are written into a vector from `empty`.
    pub fn take_words(&mut self, width: u32, empty: impl FnOnce() -> Vec<i64>) -> Vec<i64> {
        let Self { shape, words } = std::mem::replace(self, Self::UNWRITTEN);
        if shape == RegisterShape::Unknown {
            return words;
        }
        let mut words = empty();
        match shape {
            RegisterShape::Constant(value) => words.resize(width as usize, value),
            _ => words.extend((0..width).filter_map(|lane| shape.at(lane))),
        }
        words
    }

    /// Replaces the values of all lanes. If the new ones are words, the old words are left in `new`.
    pub fn replace(&mut self, new: &mut Self) {
        self.shape = new.shape;
        if new.shape.is_known() {
            self.words = Vec::new();
        } else {
            std::mem::swap(&mut self.words, &mut new.words);
        }
    }

    /// Divides a selection by truth values: the lanes for which they hold, and the others.
    pub fn split(&self, lanes: Selection) -> (Selection, Selection) {
        match self.shape {
            RegisterShape::Constant(0) => (Selection::none(), lanes),
            RegisterShape::Constant(_) => (lanes, Selection::none()),
            _ => {
                let mut division = Division::default();
                let chunk = Chunk {
                    start: 0,
                    len: lanes.len(),
                };
                division.begin(lanes.len());
                if self.shape == RegisterShape::Unknown {
                    division.add(&lanes, chunk, Operand::Flat(&self.words));
                } else {
                    let values: Vec<i64> = (0..lanes.len()).map(|at| self.at(&lanes, at)).collect();
                    division.add(&lanes, chunk, Operand::Flat(&values));
                }
                division.take(&lanes)
            }
        }
    }
}
