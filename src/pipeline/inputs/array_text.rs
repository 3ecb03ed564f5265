//! Arrays as users give them: lists and rows on the command line, CSV, JSON.

use crate::machine::value::ArrayValue;
use crate::report::value::counted;
use crate::semantic::program::{Constant, Type};

/// Why a text is no array. Positions count from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ArrayTextError {
    /// An element that is no number.
    #[error("`{text}` (element {position}) is not a number, `true` or `false`")]
    NotANumber {
        /// The element.
        text: String,
        /// Which one it is, in row order.
        position: usize,
    },
    /// An element that is empty.
    #[error("element {position} is empty")]
    EmptyElement {
        /// Which one it is, in row order.
        position: usize,
    },
    /// Numbers and truth values in one array.
    #[error("numbers and truth values are mixed: element {position} is `{text}`")]
    Mixed {
        /// The first element that does not fit to those before it.
        text: String,
        /// Which one it is, in row order.
        position: usize,
    },
    /// Rows of different lengths.
    #[error("row {row} has {}, and the first row has {first}", counted(*.length as u64, "element"))]
    Ragged {
        /// Which row.
        row: usize,
        /// Its length.
        length: usize,
        /// The first row's.
        first: usize,
    },
    /// Several rows for an array of one dimension.
    #[error("it has {rows} rows, and the input has one dimension")]
    TwoDimensions {
        /// How many.
        rows: usize,
    },
    /// JSON or CSV that cannot be read as such.
    #[error("{0}")]
    Malformed(String),
}

/// Rows of constants: what every form comes down to.
pub type Rows = Vec<Vec<Constant>>;

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
    // Rust also reads `inf`, `nan` and `1.`; only digits make a number here.
    let numeric = text.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first))
        && text.ends_with(|last: char| last.is_ascii_digit() || last == '.');
    let is_real = text.contains(['.', 'e', 'E']);
    let value: f64 = text.parse().ok()?;
    (numeric && is_real && value.is_finite()).then_some(Constant::Real(value))
}

/// The rows of a CSV file; commas, semicolons or tabs between the elements.
pub fn csv(bytes: &[u8]) -> Result<Rows, ArrayTextError> {
    let first_line = bytes.split(|&byte| byte == b'\n').next().unwrap_or(bytes);
    let delimiter = [b';', b'\t']
        .into_iter()
        .find(|delimiter| first_line.contains(delimiter))
        .unwrap_or(b',');
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .comment(Some(b'#'))
        .trim(csv::Trim::All)
        .from_reader(bytes);
    let mut rows = Rows::new();
    let mut position = 0;
    for record in reader.records() {
        let record = record.map_err(|error| ArrayTextError::Malformed(error.to_string()))?;
        let mut fields: Vec<&str> = record.iter().collect();
        // A separator at the end of a line separates nothing.
        if fields.len() > 1 && fields.last() == Some(&"") {
            fields.pop();
        }
        let mut row = Vec::with_capacity(fields.len());
        for field in fields {
            position += 1;
            let field = field.trim_start_matches('\u{FEFF}');
            row.push(plain_constant(field).ok_or_else(|| not_a_number(field, position))?);
        }
        rows.push(row);
    }
    Ok(rows)
}

/// The rows of a JSON array of numbers, or of arrays of numbers.
pub fn json(bytes: &[u8]) -> Result<Rows, ArrayTextError> {
    let malformed = |text: &str| ArrayTextError::Malformed(text.to_owned());
    let value: serde_json::Value = serde_json::from_slice(bytes)
        .map_err(|error| ArrayTextError::Malformed(format!("it is not JSON: {error}")))?;
    let serde_json::Value::Array(elements) = value else {
        return Err(malformed("the JSON is not an array"));
    };
    if elements.is_empty() {
        return Ok(Rows::new());
    }
    let mut position = 0;
    let mut constant = |element: &serde_json::Value| {
        position += 1;
        json_constant(element).ok_or_else(|| not_a_number(&element.to_string(), position))
    };
    let nested = elements.iter().filter(|element| element.is_array()).count();
    if nested == 0 {
        let row = elements.iter().map(constant).collect::<Result<_, _>>()?;
        return Ok(vec![row]);
    }
    if nested < elements.len() {
        return Err(malformed("the JSON array mixes numbers and arrays"));
    }
    let mut rows = Rows::new();
    for element in elements.iter().filter_map(serde_json::Value::as_array) {
        rows.push(
            element
                .iter()
                .map(&mut constant)
                .collect::<Result<_, _>>()?,
        );
    }
    Ok(rows)
}

/// An array with so many dimensions from rows.
pub fn array(rows: Rows, rank: usize) -> Result<ArrayValue, ArrayTextError> {
    let columns = rows.first().map_or(0, Vec::len);
    let dimensions = if rank == 2 {
        if let Some(row) = rows.iter().position(|row| row.len() != columns) {
            return Err(ArrayTextError::Ragged {
                row: row + 1,
                length: rows[row].len(),
                first: columns,
            });
        }
        vec![rows.len(), columns]
    } else if rows.len() > 1 && rows.iter().any(|row| row.len() != 1) {
        return Err(ArrayTextError::TwoDimensions { rows: rows.len() });
    } else {
        vec![rows.iter().map(Vec::len).sum()]
    };
    let constants: Vec<Constant> = rows.into_iter().flatten().collect();
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

/// The type of an array that holds them all: real if one is; int for none at all.
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
    let text = text.chars().take(40).collect();
    ArrayTextError::NotANumber { text, position }
}
