//! Values of a run by their names in the program, for what a user asks at a pause.

use crate::machine::view::{ArrayView, View};
use crate::program::Constant;
use crate::semantic::constant::{self, Lookup};
use crate::source::{Sources, Span};
use crate::syntax::ast::{Expr, ExprKind};
use crate::syntax::parse_expression;
use crate::syntax::vocabulary::Vocabulary;

/// The names that stand for something at a pause: arrays and scalars of the program, then those of
/// the blocks and calls that are open, as their first processors see them.
#[derive(Clone, Copy)]
pub struct Pause<'v> {
    /// The run.
    pub view: View<'v>,
    /// That of the messages.
    pub vocabulary: Vocabulary,
}

/// A cell that a user named.
pub struct NamedCell<'v> {
    /// The array or shared scalar.
    pub array: ArrayView<'v>,
    /// The place in it, counted row by row.
    pub place: usize,
}

impl NamedCell<'_> {
    /// Its number in memory.
    pub fn number(&self) -> u32 {
        self.array.base() + self.place as u32
    }
}

impl<'v> Pause<'v> {
    /// An array or shared scalar.
    pub fn array(self, name: &str) -> Option<ArrayView<'v>> {
        let mut teams = self.view.teams().into_iter();
        teams.find_map(|team| team.arrays(0).find(|array| array.name == name))
    }

    /// The value of an expression; words for why there is none.
    pub fn value(self, text: &str) -> Result<Constant, String> {
        let expr = read(text)?;
        let expr = self.with_elements(expr)?;
        constant::exact(&expr, &self).map_err(|problems| problems[0].message.clone())
    }

    /// The value of a formula, in which `/` is exact and `log` need not be whole.
    pub fn formula(self, text: &str) -> Result<f64, String> {
        let expr = self.with_elements(read(text)?)?;
        constant::formula(&expr, &self).map_err(|problems| problems[0].message.clone())
    }

    /// The cell of which a user writes `A[5]`, `M[2,3]` or `x`.
    pub fn cell(self, text: &str) -> Result<NamedCell<'v>, String> {
        let (name, subscripts) = match read(text)?.kind {
            ExprKind::Name(name) => (name.text, Vec::new()),
            ExprKind::Element(name, subscripts) => (name.text, subscripts),
            _ => return Err(format!("`{text}` is no cell; write it as in `A[5]`")),
        };
        let array = self.array(&name).ok_or_else(|| match self.scalar(&name) {
            Some(_) => {
                format!("`{name}` is no cell of shared memory: the program holds it for itself")
            }
            None => format!(
                "there is no array or shared scalar `{name}` at this step; `view memory` lists them"
            ),
        })?;
        let mut places = Vec::new();
        for subscript in subscripts {
            let subscript = self.with_elements(subscript)?;
            let value = constant::exact(&subscript, &self);
            match value.map_err(|problems| problems[0].message.clone())? {
                Constant::Int(place) => places.push(place),
                _ => return Err(format!("the subscripts of `{text}` are whole numbers")),
            }
        }
        if places.is_empty() && array.rank > 0 {
            return Err(format!(
                "`{name}` is an array: say which cell, as in `{name}[0]`"
            ));
        }
        if places.len() != usize::from(array.rank) {
            return Err(format!(
                "`{name}` has another number of dimensions than `{text}`"
            ));
        }
        let place = array.place(&places).ok_or_else(|| {
            let lengths = array.dimensions();
            let lengths: Vec<String> = lengths.iter().map(usize::to_string).collect();
            let length = lengths.join("×");
            format!("`{text}` is outside of `{name}`, which has {length} elements, counted from 0")
        })?;
        Ok(NamedCell { array, place })
    }

    /// The same expression with the values of cells in their places.
    fn with_elements(self, expr: Expr) -> Result<Expr, String> {
        let span = expr.span;
        let kind = match expr.kind {
            ExprKind::Element(name, subscripts) => {
                let array = self.array(&name.text);
                let array =
                    array.ok_or_else(|| format!("there is no array `{}` here", name.text))?;
                let mut places = Vec::new();
                for subscript in subscripts {
                    let subscript = self.with_elements(subscript)?;
                    let value = constant::exact(&subscript, &self);
                    match value.map_err(|problems| problems[0].message.clone())? {
                        Constant::Int(place) => places.push(place),
                        _ => return Err("subscripts are whole numbers".to_owned()),
                    }
                }
                let value = array.place(&places).and_then(|place| array.cell(place));
                literal(value.ok_or_else(|| format!("that cell of `{}` holds nothing", name.text))?)
            }
            ExprKind::Unary(operator, operand) => {
                ExprKind::Unary(operator, Box::new(self.with_elements(*operand)?))
            }
            ExprKind::Binary(operator, at, left, right) => ExprKind::Binary(
                operator,
                at,
                Box::new(self.with_elements(*left)?),
                Box::new(self.with_elements(*right)?),
            ),
            ExprKind::Call(name, arguments) => {
                let arguments = arguments
                    .into_iter()
                    .map(|argument| self.with_elements(argument));
                ExprKind::Call(name, arguments.collect::<Result<_, _>>()?)
            }
            other => other,
        };
        Ok(Expr { kind, span })
    }
}

fn literal(value: Constant) -> ExprKind {
    match value {
        Constant::Int(value) => ExprKind::Int(value),
        Constant::Real(value) => ExprKind::Real(value),
        Constant::Bool(value) => ExprKind::Bool(value),
    }
}

fn read(text: &str) -> Result<Expr, String> {
    let mut sources = Sources::default();
    let file = sources.add("<command>", text);
    parse_expression(&sources, file).map_err(|problem| problem.message)
}

impl Lookup for Pause<'_> {
    fn scalar(&self, name: &str) -> Option<Constant> {
        let shared = self.array(name).filter(|array| array.rank == 0);
        shared.and_then(|array| array.cell(0)).or_else(|| {
            let mut teams = self.view.teams().into_iter();
            teams.find_map(|team| {
                let mut scalars = team.scalars(0).filter(|_| team.processors() == 1);
                scalars.find(|(known, _)| *known == name)?.1
            })
        })
    }

    fn length(&self, name: &str, dimension: Option<u8>) -> Option<i64> {
        let array = self.array(name)?;
        let length = match dimension {
            None => array.len(),
            Some(dimension) => *array.dimensions().get(usize::from(dimension))?,
        };
        Some(length as i64)
    }

    fn vocabulary(&self) -> Vocabulary {
        self.vocabulary
    }
}

/// The range of a line of a text, for what lies on it.
pub fn line_span(sources: &Sources, file: crate::source::FileId, line: usize) -> Option<Span> {
    let source = sources.get(file);
    let starts = source.line_starts();
    let start = *starts.get(line.checked_sub(1)?)?;
    let end = starts
        .get(line)
        .copied()
        .unwrap_or(source.text.len() as u32);
    Some(Span { file, start, end })
}
