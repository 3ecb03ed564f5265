//! Arrays in the forms in which users write them: lists and rows on the command line, CSV, JSON.

use std::fmt;

use csv_core::ReadFieldResult;
use serde::Deserializer as _;
use serde::de::{Error, MapAccess, SeqAccess, Visitor};

use super::plain_csv;
use super::rows::{ConstantRows, array};
use crate::machine::value::ArrayValue;
use crate::program::{Constant, MOST_DIMENSIONS};

/// Why a text is no array. Positions count from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArrayTextError {
    /// An element that is no number.
    NotANumber {
        /// The element.
        text: String,
        /// Its position in row-major order.
        position: usize,
    },
    /// An int of more than 64 bits.
    TooLarge {
        /// The element.
        text: String,
        /// Its position in row-major order.
        position: usize,
    },
    /// Numbers separated only by blanks.
    Several {
        /// The element.
        text: String,
        /// Its position in row-major order.
        position: usize,
    },
    /// An element that is empty.
    EmptyElement {
        /// Its position in row-major order.
        position: usize,
    },
    /// Numbers and bools in one array.
    Mixed {
        /// The first element of another kind than those before it.
        text: String,
        /// Its position in row-major order.
        position: usize,
    },
    /// Rows of different lengths.
    Ragged {
        row: usize,
        /// Its length.
        length: usize,
        /// The first row's.
        first: usize,
    },
    /// Several rows for an array of one dimension.
    TwoDimensions { rows: usize },
    /// Matrices, or lists of them, of different sizes.
    UnevenMatrices {
        matrix: usize,
        /// Its rows.
        rows: usize,
        /// That of the first one.
        first: usize,
    },
    /// Lists of matrices of different lengths.
    UnevenLists,
    /// More dimensions than the input has.
    TooDeep {
        /// Of the value.
        given: usize,
        /// Of the input.
        rank: usize,
    },
    /// Another number of elements than the lengths ask for.
    OtherCount {
        elements: usize,
        dimensions: Vec<usize>,
    },
    /// More elements than memory can hold.
    TooMany {
        /// The number that memory can hold.
        most: usize,
    },
    /// A file in another encoding.
    NotText,
    /// No JSON, with the reader's reason.
    NotJson(String),
    /// A JSON array with numbers and arrays next to each other.
    MixedJson,
    /// JSON that is no array.
    NoJsonArray,
}

/// Longer fields cannot be numbers.
const LONGEST_FIELD: usize = 4096;

/// A number or truth value as people and files write it.
pub fn plain_constant(text: &str) -> Option<Constant> {
    if let Ok(value) = text.parse::<i64>() {
        return Some(Constant::Int(value));
    }
    match text {
        "true" | "istina" => return Some(Constant::Bool(true)),
        "false" | "laz" | "laž" => return Some(Constant::Bool(false)),
        _ => {}
    }
    // Rust also accepts `inf`, `nan` and `1.`; here a number consists of digits.
    let numeric = text.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first))
        && text.ends_with(|last: char| last.is_ascii_digit() || last == '.');
    let is_real = text.contains(['.', 'e', 'E']);
    let value: f64 = text.parse().ok()?;
    (numeric && is_real && value.is_finite()).then_some(Constant::Real(value))
}

/// The separator of a CSV file: semicolon or tab if its first line contains one, else comma.
pub(super) fn delimiter(bytes: &[u8]) -> u8 {
    let first_line = bytes.split(|&byte| byte == b'\n').next().unwrap_or(bytes);
    [b';', b'\t']
        .into_iter()
        .find(|delimiter| first_line.contains(delimiter))
        .unwrap_or(b',')
}

/// Reads an array of `rank` dimensions and at most `most` elements from a CSV file. An empty line
/// separates the matrices of an array of three dimensions; in one of four, two separate lists of these.
pub fn csv_array(bytes: &[u8], rank: usize, most: usize) -> Result<ArrayValue, ArrayTextError> {
    if rank > 2 {
        let mut rows = ConstantRows::new(most);
        for (level, part) in between_empty_lines(without_mark(bytes)) {
            rows.begin_matrix(level.min(rank - 2));
            csv_rows(part, delimiter(bytes), &mut rows)?;
        }
        return array(rows, rank);
    }
    match plain_csv::array(bytes, rank, most) {
        Some(array) => Ok(array),
        None => csv(bytes, most).and_then(|rows| array(rows, rank)),
    }
}

/// The parts of a text between empty lines, each with the number of empty lines before it.
fn between_empty_lines(bytes: &[u8]) -> Vec<(usize, &[u8])> {
    let mut parts: Vec<(usize, &[u8])> = Vec::new();
    let (mut at, mut start, mut empty, mut before) = (0, 0, 0, 0);
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        if line.iter().all(u8::is_ascii_whitespace) {
            if empty == 0 && at > start {
                parts.push((before, &bytes[start..at]));
                before = 0;
            }
            empty += 1;
            start = at + line.len();
        } else {
            if empty > 0 {
                before = empty;
            }
            empty = 0;
        }
        at += line.len();
    }
    if at > start {
        parts.push((before, &bytes[start..at]));
    }
    parts
}

/// The rows of a CSV file; commas, semicolons or tabs between the elements.
pub fn csv(bytes: &[u8], most: usize) -> Result<ConstantRows, ArrayTextError> {
    let mut rows = ConstantRows::new(most);
    csv_rows(without_mark(bytes), delimiter(bytes), &mut rows)?;
    Ok(rows)
}

fn csv_rows(bytes: &[u8], delimiter: u8, rows: &mut ConstantRows) -> Result<(), ArrayTextError> {
    let mut reader = csv_core::ReaderBuilder::new()
        .delimiter(delimiter)
        .comment(Some(b'#'))
        .build();
    let mut rest = bytes;
    let mut field = [0; LONGEST_FIELD];
    let mut length = 0;
    let mut is_first = true;
    loop {
        let (result, read, written) = reader.read_field(rest, &mut field[length..]);
        rest = &rest[read..];
        length += written;
        match result {
            ReadFieldResult::InputEmpty => {}
            ReadFieldResult::OutputFull => {
                let text = String::from_utf8_lossy(&field[..length]);
                return Err(not_a_number(&text, rows.next()));
            }
            ReadFieldResult::End => return Ok(()),
            ReadFieldResult::Field { record_end } => {
                if is_first {
                    rows.begin();
                }
                let Some(text) = text_of(&field[..length]) else {
                    return Err(ArrayTextError::NotText);
                };
                let text = text.trim();
                // A separator at the end of a line is ignored.
                let surplus = record_end && !is_first && text.is_empty();
                if !surplus {
                    let constant =
                        plain_constant(text).ok_or_else(|| not_a_number(text, rows.next()))?;
                    rows.push(constant)?;
                }
                (length, is_first) = (0, record_end);
            }
        }
    }
}

/// The bytes after the byte order mark with which some editors begin a UTF-8 file.
pub(super) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(bytes)
}

/// The bytes as text; `None` if the file is in another encoding.
fn text_of(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    (!text.contains('\0')).then_some(text)
}

/// The rows of a JSON array of numbers, or of arrays of numbers, or of arrays of these.
pub fn json(bytes: &[u8], most: usize) -> Result<ConstantRows, ArrayTextError> {
    let mut read = JsonRows {
        rows: ConstantRows::new(most),
        depth: None,
        error: None,
    };
    let mut reader = serde_json::Deserializer::from_slice(without_mark(bytes));
    let ended = (&mut reader)
        .deserialize_any(&mut read)
        .and_then(|()| reader.end());
    match (read.error, ended) {
        (Some(error), _) => Err(error),
        (None, Err(_)) if text_of(bytes).is_none() => Err(ArrayTextError::NotText),
        (None, Err(error)) => Err(ArrayTextError::NotJson(error.to_string())),
        (None, Ok(())) => Ok(read.rows),
    }
}

/// Reads a JSON array element by element, so that no more than one row of it is in memory twice.
struct JsonRows {
    rows: ConstantRows,
    /// The nesting depth of the numbers; `None` before the first element.
    depth: Option<usize>,
    /// What is wrong with the elements, while the JSON itself is well formed so far.
    error: Option<ArrayTextError>,
}

impl JsonRows {
    fn element(&mut self, element: &serde_json::Value) -> Result<(), ArrayTextError> {
        let is_first = self.depth.is_none();
        let depth = *self.depth.get_or_insert_with(|| nesting(element));
        let most = usize::from(MOST_DIMENSIONS);
        if depth >= most {
            let (given, rank) = (depth + 1, most);
            return Err(ArrayTextError::TooDeep { given, rank });
        }
        if depth == 0 && is_first {
            self.rows.begin();
        }
        self.part(element, depth)
    }

    /// A number, a row, a matrix or a list of matrices.
    fn part(&mut self, element: &serde_json::Value, depth: usize) -> Result<(), ArrayTextError> {
        match (depth, element) {
            (0, serde_json::Value::Array(_)) => {}
            (0, element) => return self.scalar(element),
            (depth, serde_json::Value::Array(parts)) => {
                match depth {
                    1 => self.rows.begin(),
                    _ => self.rows.begin_matrix(depth - 1),
                }
                let mut parts = parts.iter();
                return parts.try_for_each(|part| self.part(part, depth - 1));
            }
            _ => {}
        }
        Err(ArrayTextError::MixedJson)
    }

    fn scalar(&mut self, element: &serde_json::Value) -> Result<(), ArrayTextError> {
        let constant = json_constant(element)
            .ok_or_else(|| not_a_number(&element.to_string(), self.rows.next()))?;
        self.rows.push(constant)
    }

    fn no_array<E: Error>(&mut self) -> Result<(), E> {
        self.error = Some(ArrayTextError::NoJsonArray);
        Err(E::custom("refused"))
    }
}

impl<'de> Visitor<'de> for &mut JsonRows {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("array")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<(), A::Error> {
        while let Some(element) = elements.next_element::<serde_json::Value>()? {
            if let Err(error) = self.element(&element) {
                self.error = Some(error);
                return Err(A::Error::custom("refused"));
            }
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, _: A) -> Result<(), A::Error> {
        self.no_array()
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        self.no_array()
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        self.no_array()
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        self.no_array()
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        self.no_array()
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<(), E> {
        self.no_array()
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.no_array()
    }
}

/// The nesting depth of the first number of a JSON value.
fn nesting(element: &serde_json::Value) -> usize {
    let mut depth = 0;
    let mut element = Some(element);
    while let Some(serde_json::Value::Array(parts)) = element {
        depth += 1;
        element = parts.first();
    }
    depth
}

fn json_constant(element: &serde_json::Value) -> Option<Constant> {
    match element {
        serde_json::Value::Bool(value) => Some(Constant::Bool(*value)),
        serde_json::Value::Number(number) => match number.as_i64() {
            Some(value) => Some(Constant::Int(value)),
            None if number.is_u64() => None,
            None => number.as_f64().map(Constant::Real),
        },
        _ => None,
    }
}

/// The error for an element that has no value.
pub fn not_a_number(text: &str, position: usize) -> ArrayTextError {
    if text.is_empty() {
        return ArrayTextError::EmptyElement { position };
    }
    let is_number = |text: &str| plain_constant(text).is_some();
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_int = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_several = text.split_whitespace().all(is_number);
    let text = text.chars().take(40).collect();
    if is_int {
        ArrayTextError::TooLarge { text, position }
    } else if is_several {
        ArrayTextError::Several { text, position }
    } else {
        ArrayTextError::NotANumber { text, position }
    }
}
