//! CSV files of plain numbers, read in one pass straight into the words of an array.
//!
//! The result is that of [`super::array_text`], element by element. There is none if a file contains
//! anything that is wrong or unusual, such as quotes: then the other reader decides, and reports errors.

use super::array_text::{delimiter, plain_constant, without_mark};
use crate::machine::value::ArrayValue;
use crate::program::{Constant, Type};

/// Longer fields are left to the other reader, which limits their length.
const LONGEST_FIELD: usize = 1024;
/// Every number of this many decimal digits fits into a `u64`.
const MOST_DIGITS: usize = 19;
/// Ints up to this are reals without rounding.
const LARGEST_EXACT: u64 = 1 << 53;
/// Powers of ten that are reals without rounding, up to the largest number of digits after a point.
const POWERS_OF_TEN: [f64; MOST_DIGITS + 1] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19,
];

/// Reads a vector or a matrix, as `rank` says, with at most `most` elements; `None` if the other reader
/// has to decide.
pub fn array(bytes: &[u8], rank: usize, most: usize) -> Option<ArrayValue> {
    let delimiter = delimiter(bytes);
    let bytes = without_mark(bytes);
    let ends = |byte: &&u8| **byte == delimiter || **byte == b'\n';
    let at_most = bytes.iter().filter(ends).count() + 1;
    let mut reading = Reading {
        bytes,
        at: 0,
        delimiter,
        most,
        element: None,
        words: Vec::with_capacity(at_most.min(most)),
    };
    let (mut rows, mut columns) = (0, 0);
    while reading.begin_row()? {
        let before = reading.words.len();
        reading.row()?;
        let length = reading.words.len() - before;
        if rows == 0 {
            columns = length;
        }
        rows += 1;
        let is_single = rows == 1 || (length, columns) == (1, 1);
        if length != columns || rank != 2 && !is_single {
            return None;
        }
    }
    let length = reading.words.len();
    Some(ArrayValue {
        element: reading.element.unwrap_or(Type::Int),
        dimensions: if rank == 2 {
            vec![rows, columns]
        } else {
            vec![length]
        },
        words: reading.words,
        written: Vec::new(),
    })
}

/// A file that is being read.
struct Reading<'b> {
    bytes: &'b [u8],
    /// How far it has been read.
    at: usize,
    delimiter: u8,
    /// The limit on the number of elements.
    most: usize,
    /// The type of the elements so far.
    element: Option<Type>,
    words: Vec<i64>,
}

impl Reading<'_> {
    fn here(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Skips empty lines and comments; returns whether a row begins after them.
    fn begin_row(&mut self) -> Option<bool> {
        loop {
            match self.here() {
                None => return Some(false),
                Some(b'\n' | b'\r') => self.end_line()?,
                Some(b'#') => {
                    let rest = &self.bytes[self.at..];
                    // The other reader decides on a comment at the very end.
                    self.at += rest.iter().position(|byte| *byte == b'\n')?;
                }
                Some(_) => return Some(true),
            }
        }
    }

    /// Skips the end of a line.
    fn end_line(&mut self) -> Option<()> {
        if self.here() == Some(b'\r') {
            self.at += 1;
            // A line may end in this alone, which is rare.
            if self.here() != Some(b'\n') {
                return None;
            }
        }
        self.at += 1;
        Some(())
    }

    fn row(&mut self) -> Option<()> {
        let mut is_first = true;
        loop {
            let start = self.at;
            self.pass_blanks();
            if self.ends_row() {
                // A separator at the end of a line is ignored.
                return (!is_first && self.at - start < LONGEST_FIELD).then_some(());
            }
            let constant = match self.number() {
                Some(constant) if self.ends_field(start) => constant,
                _ => self.field(start)?,
            };
            self.push(constant)?;
            if self.here() != Some(self.delimiter) {
                return Some(());
            }
            self.at += 1;
            is_first = false;
        }
    }

    fn pass_blanks(&mut self) {
        while let Some(byte @ (b' ' | b'\t')) = self.here()
            && byte != self.delimiter
        {
            self.at += 1;
        }
    }

    fn ends_row(&self) -> bool {
        matches!(self.here(), None | Some(b'\n' | b'\r'))
    }

    /// Skips the blanks after a number; returns whether the field that began at `start` ends there.
    fn ends_field(&mut self, start: usize) -> bool {
        self.pass_blanks();
        let ends = self.here() == Some(self.delimiter) || self.ends_row();
        ends && self.at - start < LONGEST_FIELD
    }

    /// The number of few digits that begins here, if one does.
    #[inline]
    fn number(&mut self) -> Option<Constant> {
        let sign = self.here();
        self.at += usize::from(matches!(sign, Some(b'-' | b'+')));
        let is_negative = sign == Some(b'-');
        let mut digits = 0;
        let before = self.digits(&mut digits);
        if before == 0 || before > MOST_DIGITS {
            return None;
        }
        if self.here() != Some(b'.') {
            let value = if is_negative {
                0_i64.checked_sub_unsigned(digits)
            } else {
                i64::try_from(digits).ok()
            };
            return value.map(Constant::Int);
        }
        self.at += 1;
        let decimals = self.digits(&mut digits);
        if decimals == 0 || before + decimals > MOST_DIGITS || digits > LARGEST_EXACT {
            return None;
        }
        // The quotient of two exact numbers is rounded once, as that of the decimal has to be: Clinger,
        // "How to Read Floating Point Numbers Accurately", 1990.
        let value = digits as f64 / POWERS_OF_TEN[decimals];
        Some(Constant::Real(if is_negative { -value } else { value }))
    }

    /// Reads digits, appending them to `value`, and counts them; if they overflow a word, the value is
    /// meaningless.
    #[inline]
    fn digits(&mut self, value: &mut u64) -> usize {
        let start = self.at;
        while let Some(byte @ b'0'..=b'9') = self.here() {
            *value = value.wrapping_mul(10).wrapping_add(u64::from(byte - b'0'));
            self.at += 1;
        }
        self.at - start
    }

    /// The constant in any other field.
    #[cold]
    fn field(&mut self, start: usize) -> Option<Constant> {
        let rest = &self.bytes[start..];
        let ends = |byte: &u8| *byte == self.delimiter || matches!(byte, b'\n' | b'\r');
        let length = rest.iter().position(ends).unwrap_or(rest.len());
        self.at = start + length;
        if length >= LONGEST_FIELD {
            return None;
        }
        plain_constant(std::str::from_utf8(&rest[..length]).ok()?.trim())
    }

    /// Adds an element, if its type fits those before it: an array is real if one element is.
    #[inline]
    fn push(&mut self, constant: Constant) -> Option<()> {
        if self.words.len() >= self.most {
            return None;
        }
        let word = match (self.element, constant) {
            (Some(Type::Int), Constant::Int(value)) => value,
            (Some(Type::Real), Constant::Int(_) | Constant::Real(_)) => {
                constant.word_as(Type::Real)
            }
            (Some(Type::Bool), Constant::Bool(_)) => constant.word(),
            (Some(Type::Int), Constant::Real(_)) => {
                for word in &mut self.words {
                    *word = Constant::Int(*word).word_as(Type::Real);
                }
                self.element = Some(Type::Real);
                constant.word()
            }
            (None, _) => {
                self.element = Some(constant.ty());
                constant.word()
            }
            (Some(Type::Int | Type::Real), Constant::Bool(_))
            | (Some(Type::Bool), Constant::Int(_) | Constant::Real(_)) => return None,
        };
        self.words.push(word);
        Some(())
    }
}
