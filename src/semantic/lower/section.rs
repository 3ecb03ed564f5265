//! Sections of arrays: `A[a do b]`, `M[r, a do b]`. Subscripts and bounds are computed once, before
//! the statement.

use crate::source::Span;
use crate::syntax::ast::{self, Subscript};

use super::super::problem::{OperandOf, Problem};
use super::super::rounds;
use super::super::spelling;
use super::{Lowered, Lowering, Reported, Value};
use crate::program::{
    ArrayId, Axis, BinaryOp, Charge, Constant, Expr, ExprKind, Extent, Memory, Part, Range,
    ScalarId, StmtKind, Target, Type,
};

/// A section whose subscripts and bounds are known.
#[derive(Debug, Clone)]
pub(super) struct Section {
    /// Of which array.
    pub array: ArrayId,
    /// Where it stands.
    pub span: Span,
    axes: Vec<SectionAxis>,
    /// Of each dimension that has a range with bounds: the last place.
    ends: Vec<Option<Expr>>,
    /// Along each dimension that has a range.
    pub lengths: Vec<Expr>,
    /// As written.
    name: String,
}

/// What a section takes of a dimension.
#[derive(Debug, Clone)]
enum SectionAxis {
    /// One place.
    At(ScalarId),
    /// From this place on.
    From(ScalarId),
    /// All.
    All,
}

impl Section {
    /// How many dimensions it has.
    pub fn rank(&self) -> u8 {
        self.lengths.len() as u8
    }

    /// What is compared with the other arrays of its statement.
    pub fn extent(&self) -> Extent {
        Extent {
            name: self.name.clone(),
            span: self.span,
            lengths: self.lengths.clone(),
        }
    }

    /// The indices of an elementwise statement that fills it.
    pub fn ranges(&self) -> Vec<Range> {
        ranges(&self.lengths, self.span)
    }
}

/// The indices of the elements of what has these lengths.
pub(super) fn ranges(lengths: &[Expr], span: Span) -> Vec<Range> {
    let range = |length: &Expr| Range {
        from: int(ExprKind::Constant(Constant::Int(0)), span),
        to: subtract(length.clone(), 1, span),
        step: None,
    };
    lengths.iter().map(range).collect()
}

fn int(kind: ExprKind, span: Span) -> Expr {
    Expr {
        kind,
        ty: Type::Int,
        span,
    }
}

pub(super) fn known(id: ScalarId, span: Span) -> Expr {
    int(ExprKind::Scalar { id, checked: false }, span)
}

pub(super) fn subtract(from: Expr, constant: i64, span: Span) -> Expr {
    let constant = int(ExprKind::Constant(Constant::Int(constant)), span);
    difference(from, constant, span)
}

pub(super) fn difference(left: Expr, right: Expr, span: Span) -> Expr {
    let kind = ExprKind::Binary(BinaryOp::Subtract, Box::new(left), Box::new(right));
    int(kind, span)
}

fn sum(left: Expr, right: Expr, span: Span) -> Expr {
    let kind = ExprKind::Binary(BinaryOp::Add, Box::new(left), Box::new(right));
    int(kind, span)
}

impl Lowering<'_, '_> {
    /// Computes the subscripts and bounds of a section.
    pub(super) fn section(
        &mut self,
        name: &ast::Ident,
        subscripts: &[Subscript],
        span: Span,
    ) -> Lowered<Section> {
        let array = self.array(name)?;
        let rank = self.rank(array).ok_or(Reported)?;
        if usize::from(rank) != subscripts.len() {
            // Said where names are checked, unless the rank is found only here.
            return Err(Reported);
        }
        let mut axes = Vec::with_capacity(subscripts.len());
        let mut ends = Vec::with_capacity(subscripts.len());
        let mut lengths = Vec::new();
        for (dimension, subscript) in subscripts.iter().enumerate() {
            let whole = Self::length(array, dimension, subscripts.len(), span).expr;
            let mut end = None;
            axes.push(match subscript {
                Subscript::At(at) => SectionAxis::At(self.kept(at)?),
                Subscript::Range {
                    from: None,
                    to: None,
                } => {
                    lengths.push(whole);
                    SectionAxis::All
                }
                Subscript::Range { from, to } => {
                    let from = if let Some(from) = from {
                        self.kept(from)?
                    } else {
                        let zero = int(ExprKind::Constant(Constant::Int(0)), span);
                        self.keep(zero, span)
                    };
                    let to = match to {
                        Some(to) => known(self.kept(to)?, span),
                        None => subtract(whole, 1, span),
                    };
                    end = Some(to.clone());
                    let before = subtract(known(from, span), 1, span);
                    lengths.push(difference(to, before, span));
                    SectionAxis::From(from)
                }
            });
            ends.push(end);
        }
        let vocabulary = (self.checker.problems.vocabularies()).at(span.file);
        Ok(Section {
            array,
            span,
            axes,
            ends,
            lengths,
            name: spelling::section(name, subscripts, vocabulary),
        })
    }

    /// A bound, computed once into a temporary.
    fn kept(&mut self, bound: &ast::Expr) -> Lowered<ScalarId> {
        let value = self.bound(bound, OperandOf::SectionBound)?;
        Ok(self.keep(value, bound.span))
    }

    /// What is read from an array is computed before its statement, where whose cells these are is
    /// looked at: not where memory is shared.
    pub(super) fn kept_apart(&mut self, value: Expr) -> Expr {
        let span = value.span;
        if self.checker.machine.memory == Memory::Shared || !rounds::touches(&value) {
            return value;
        }
        known(self.keep(value, span), span)
    }

    fn keep(&mut self, value: Expr, span: Span) -> ScalarId {
        let id = self.temporary(Some(Type::Int), span);
        // Where something lies is free, unless it is read from memory that is shared.
        let charge = if rounds::touches(&value) && self.checker.machine.memory == Memory::Shared {
            Charge::Step
        } else {
            Charge::Free
        };
        self.push(
            StmtKind::Assign {
                target: Target::Scalar(id),
                update: None,
                value,
                charge,
            },
            span,
        );
        id
    }

    /// The cell of a section at these places, one along each of its ranges.
    pub(super) fn section_cell(
        &self,
        section: &Section,
        places: impl IntoIterator<Item = Expr>,
    ) -> crate::program::Cell {
        let span = section.span;
        let mut places = places.into_iter();
        let mut place = || places.next().expect("a place for each range");
        let subscripts = section.axes.iter().map(|axis| match axis {
            SectionAxis::At(at) => known(*at, span),
            SectionAxis::From(from) => sum(known(*from, span), place(), span),
            SectionAxis::All => place(),
        });
        self.cell(section.array, subscripts.collect(), span)
    }

    /// The element of a section that is this processor's turn.
    pub(super) fn section_element(&mut self, section: &Section) -> Lowered<Value> {
        let Some(elementwise) = &mut self.elementwise else {
            return Err(Reported);
        };
        let (indices, reversed) = (elementwise.indices.clone(), elementwise.reversed);
        if usize::from(section.rank()) != indices.len() {
            let (first, at) = elementwise.target;
            return self.ranks_differ(section.array, section.span, first, at);
        }
        elementwise.sections.push(section.extent());
        let ty = self.element_type(section.array);
        let places = section.lengths.iter().zip(indices).map(|(length, index)| {
            Self::element_place(length.clone(), index, reversed, section.span)
        });
        let cell = self.section_cell(section, places);
        Ok(Value::new(ExprKind::Cell(cell), ty, section.span))
    }

    /// A section, or a row, as an array of its own: its cells are those of the array, and lie side by
    /// side.
    pub(super) fn view(
        &mut self,
        name: &ast::Ident,
        subscripts: &[Subscript],
        span: Span,
    ) -> Lowered<ArrayId> {
        let first = subscripts.iter().position(Subscript::is_range);
        let behind = first.map_or(0, |first| first + 1);
        if !subscripts[behind..].iter().all(Subscript::is_all) {
            let name = name.text.clone();
            return self.report(Problem::CellsApart { name, span });
        }
        let section = self.section(name, subscripts, span)?;
        let axes = (section.axes.iter().zip(&section.ends)).map(|(axis, end)| match axis {
            SectionAxis::At(at) => Axis::At(known(*at, span)),
            SectionAxis::From(from) => {
                let end = end.clone().expect("a range has an end");
                Axis::Range(known(*from, span), end)
            }
            SectionAxis::All => Axis::All,
        });
        let axes = axes.collect();
        let of = section.array;
        let view = self.view_of(of, section.name.clone(), section.rank(), span);
        self.push(StmtKind::View { view, of, axes }, span);
        Ok(view)
    }

    /// A part of an array for a message.
    pub(super) fn part(
        &mut self,
        name: &ast::Ident,
        subscripts: &[Subscript],
        span: Span,
    ) -> Lowered<Part> {
        let array = self.array(name)?;
        let rank = self.rank(array).ok_or(Reported)?;
        if usize::from(rank) != subscripts.len() {
            return Err(Reported);
        }
        let what = OperandOf::SectionBound;
        let mut axes = Vec::with_capacity(subscripts.len());
        for (dimension, subscript) in subscripts.iter().enumerate() {
            axes.push(match subscript {
                Subscript::At(at) => Axis::At(self.bound(at, what.clone())?),
                Subscript::Range {
                    from: None,
                    to: None,
                } => Axis::All,
                Subscript::Range { from, to } => {
                    let whole = Self::length(array, dimension, subscripts.len(), span).expr;
                    let from = match from {
                        Some(from) => self.bound(from, what.clone())?,
                        None => int(ExprKind::Constant(Constant::Int(0)), span),
                    };
                    let to = match to {
                        Some(to) => self.bound(to, what.clone())?,
                        None => subtract(whole, 1, span),
                    };
                    Axis::Range(from, to)
                }
            });
        }
        Ok(self.part_of(array, axes, span))
    }

    /// All of an array, for a message.
    pub(super) fn whole_part(&self, array: ArrayId, span: Span) -> Lowered<Part> {
        let rank = self.rank(array).ok_or(Reported)?;
        Ok(self.part_of(array, vec![Axis::All; usize::from(rank)], span))
    }

    fn part_of(&self, array: ArrayId, axes: Vec<Axis>, span: Span) -> Part {
        Part {
            reach: self.cell(array, Vec::new(), span).reach,
            array,
            axes,
            span,
        }
    }
}
