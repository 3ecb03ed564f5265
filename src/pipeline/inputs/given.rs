//! The forms of an assignment: a value, or as text an expression, a list, rows, a file, a generator.

use std::path::Path;

use super::array_text::{self, ArrayTextError};
use super::problem::InputProblem;
use super::rows::{self, ConstantRows};
use super::{Formal, InputSurroundings, InputValue, value};
use crate::claims::expression::{self, ExpressionNames};
use crate::diagnostic::Diagnostic;
use crate::language::Voice;
use crate::machine::limits::BYTES_PER_INPUT;
use crate::machine::value::{ArrayValue, Value};
use crate::program::Constant;
use crate::source::{Sources, shown_path};
use crate::syntax::ast::{self, ExprKind};

/// What an assignment gives.
pub enum GivenValue {
    Content(Value),
    /// An expression, a generator or a list in braces.
    Expression(ast::Expr),
}

/// Reads the value that is assigned to an input.
pub fn read(
    formal: &Formal,
    given: &InputValue,
    surroundings: &InputSurroundings,
    sources: &mut Sources,
) -> Result<GivenValue, Vec<Diagnostic>> {
    match given {
        InputValue::Text(text) => read_text(formal, text.trim(), surroundings, sources),
        InputValue::Value(value) => checked(formal, value, surroundings).map(GivenValue::Content),
    }
}

/// The value, where it is one for this input.
fn checked(
    formal: &Formal,
    value: &Value,
    surroundings: &InputSurroundings,
) -> Result<Value, Vec<Diagnostic>> {
    let rank = formal.dimensions.as_ref().map(Vec::len);
    if rank.is_none() && matches!(value, Value::Array(_)) {
        let problem = InputProblem::SeveralValues { formal };
        return Err(vec![problem.diagnostic(surroundings.voice)]);
    }
    let array = value::array(value, rank.unwrap_or(1), most_elements(surroundings.memory))
        .map_err(|error| bad_array(formal, error, surroundings.voice))?;
    Ok(match rank {
        None => value.clone(),
        Some(_) => Value::Array(array),
    })
}

fn read_text(
    formal: &Formal,
    text: &str,
    surroundings: &InputSurroundings,
    sources: &mut Sources,
) -> Result<GivenValue, Vec<Diagnostic>> {
    let Some(dimensions) = &formal.dimensions else {
        return scalar(formal, text, sources, surroundings.voice).map(GivenValue::Expression);
    };
    let rank = dimensions.len();
    let most = most_elements(surroundings.memory);
    let voice = surroundings.voice;
    let content = |rows: Result<ConstantRows, ArrayTextError>| {
        rows.and_then(|rows| rows::array(rows, rank))
            .map(|array| GivenValue::Content(Value::Array(array)))
            .map_err(|error| bad_array(formal, error, voice))
    };
    if let Some(path) = text.strip_prefix('@') {
        return file(formal, Path::new(path), surroundings)
            .map(|array| GivenValue::Content(Value::Array(array)));
    }
    if text.starts_with('[') {
        return content(array_text::json(text.as_bytes(), most));
    }
    let is_word = text.starts_with(|first: char| first.is_alphabetic() || first == '{')
        && array_text::plain_constant(text).is_none();
    if is_word && let Ok(expression) = expression::parse(text, &formal.name, sources) {
        if let ExprKind::List(elements) = &expression.kind
            && let Ok(rows) = list_rows(elements, &ExpressionNames::default())
        {
            return content(Ok(rows));
        }
        if expression::generator(&expression).is_some()
            || matches!(expression.kind, ExprKind::List(_))
        {
            return Ok(GivenValue::Expression(expression));
        }
    }
    let rows = rows_of_text(formal, text, most, sources, voice)?;
    content(Ok(rows))
}

fn scalar(
    formal: &Formal,
    text: &str,
    sources: &mut Sources,
    voice: Voice,
) -> Result<ast::Expr, Vec<Diagnostic>> {
    let several = split(text, ',').len() > 1 || text.contains(';');
    if text.is_empty() || text.starts_with(['@', '[']) || several {
        let problem = InputProblem::SeveralValues { formal };
        return Err(vec![problem.diagnostic(voice)]);
    }
    expression::parse(text, &formal.name, sources)
}

fn file(
    formal: &Formal,
    path: &Path,
    surroundings: &InputSurroundings,
) -> Result<ArrayValue, Vec<Diagnostic>> {
    let voice = surroundings.voice;
    // The file and the elements read from it are in memory at the same time.
    if path.as_os_str().is_empty() {
        let name = formal.name.as_str();
        return Err(vec![InputProblem::NoFile { name }.diagnostic(voice)]);
    }
    let bytes = surroundings.files.read(path, surroundings.memory / 2);
    let bytes = bytes.map_err(|reason| {
        let problem = InputProblem::Unreadable {
            name: &formal.name,
            path: shown_path(path),
            reason,
        };
        vec![problem.diagnostic(voice)]
    })?;
    let is_json = path
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
    let most = most_elements(surroundings.memory);
    let rank = formal.dimensions.as_ref().map_or(1, Vec::len);
    let array = if is_json {
        array_text::json(&bytes, most).and_then(|rows| rows::array(rows, rank))
    } else {
        array_text::csv_array(&bytes, rank, most)
    };
    drop(bytes);
    array.map_err(|error| {
        let problem = InputProblem::BadArray {
            formal,
            error,
            path: Some(shown_path(path)),
        };
        vec![problem.diagnostic(voice)]
    })
}

/// The rows of `3,1,7,0`, of `1,2;3,4`, or of matrices separated by `;;`, and of lists of these
/// separated by `;;;`. Elements may be expressions.
fn rows_of_text(
    formal: &Formal,
    text: &str,
    most: usize,
    sources: &mut Sources,
    voice: Voice,
) -> Result<ConstantRows, Vec<Diagnostic>> {
    let mut rows = ConstantRows::new(most);
    if text.is_empty() {
        return Ok(rows);
    }
    let rank = formal.dimensions.as_ref().map_or(1, Vec::len);
    let (mut position, mut empty) = (0, 0);
    for row in split(text, ';') {
        if row.trim().is_empty() && position > 0 && empty + 2 < rank {
            empty += 1;
            continue;
        }
        if empty > 0 {
            rows.begin_matrix(empty);
            empty = 0;
        }
        rows.begin();
        for element in split(row, ',') {
            position += 1;
            let element = element.trim();
            let constant = array_text::plain_constant(element)
                .or_else(|| element_value(formal, element, sources))
                .ok_or_else(|| {
                    bad_array(formal, array_text::not_a_number(element, position), voice)
                })?;
            rows.push(constant)
                .map_err(|error| bad_array(formal, error, voice))?;
        }
    }
    Ok(rows)
}

/// The value of an element that is an expression.
fn element_value(formal: &Formal, element: &str, sources: &mut Sources) -> Option<Constant> {
    let parsed = expression::parse(element, &formal.name, sources).ok()?;
    expression::evaluate(&parsed, &ExpressionNames::default()).ok()
}

/// A list in braces that needs no names, as an array.
pub fn list(formal: &Formal, text: &ast::Expr) -> Option<ArrayValue> {
    let ExprKind::List(elements) = &text.kind else {
        return None;
    };
    let rank = formal.dimensions.as_ref()?.len();
    let rows = list_rows(elements, &ExpressionNames::default()).ok()?;
    rows::array(rows, rank).ok()
}

/// The constants of `{1, 2}`, of `{{1, 2}, {3, 4}}`, or of lists of these.
pub fn list_rows(
    elements: &[ast::Expr],
    names: &ExpressionNames,
) -> Result<ConstantRows, Vec<Diagnostic>> {
    // A list is part of a text, which has few elements compared to memory.
    let mut rows = ConstantRows::new(usize::MAX);
    let depth = elements.iter().map(nesting).max().unwrap_or(0);
    if depth == 0 {
        rows.begin();
    }
    (elements.iter()).try_for_each(|element| list_part(element, depth, names, &mut rows))?;
    Ok(rows)
}

/// The nesting depth of the numbers of an element.
fn nesting(element: &ast::Expr) -> usize {
    match &element.kind {
        ExprKind::List(elements) => 1 + elements.iter().map(nesting).max().unwrap_or(0),
        _ => 0,
    }
}

/// Adds a number, a row, a matrix or a list of matrices; a number in the place of a row is a row.
fn list_part(
    element: &ast::Expr,
    depth: usize,
    names: &ExpressionNames,
    rows: &mut ConstantRows,
) -> Result<(), Vec<Diagnostic>> {
    match depth {
        0 => {
            let constant = expression::evaluate(element, names)?;
            rows.push(constant).expect("there is room for any list");
            return Ok(());
        }
        1 => rows.begin(),
        depth => rows.begin_matrix(depth - 1),
    }
    match &element.kind {
        ExprKind::List(elements) => {
            let mut elements = elements.iter();
            elements.try_for_each(|element| list_part(element, depth - 1, names, rows))
        }
        _ => list_part(element, depth - 1, names, rows),
    }
}

/// The number of elements of inputs that memory can hold.
fn most_elements(memory: u64) -> usize {
    usize::try_from(memory / BYTES_PER_INPUT).unwrap_or(usize::MAX)
}

/// The parts between separators outside brackets.
fn split(text: &str, separator: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut depth = 0_i64;
    let mut start = 0;
    for (at, character) in text.char_indices() {
        match character {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ if character == separator && depth == 0 => {
                parts.push(&text[start..at]);
                start = at + character.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

fn bad_array(formal: &Formal, error: ArrayTextError, voice: Voice) -> Vec<Diagnostic> {
    let problem = InputProblem::BadArray {
        formal,
        error,
        path: None,
    };
    vec![problem.diagnostic(voice)]
}
