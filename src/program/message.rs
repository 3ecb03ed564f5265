//! What programs of the multicomputer say: messages, where arrays lie, what a processor asks its
//! network.

use super::{ArrayId, Expr, Reach, ScalarId};
pub use crate::network::{GridDirection, SendManner};
use crate::source::Span;

/// A part of a message that is sent.
#[derive(Debug, Clone)]
pub enum Item {
    /// The value of an expression: one word.
    Scalar(Expr),
    /// Cells of an array.
    Part(Part),
}

/// Where a part of a received message goes.
#[derive(Debug, Clone)]
pub enum Place {
    /// Into a scalar: one word.
    Scalar(ScalarId, Span),
    /// Into cells of an array.
    Part(Part),
}

/// A part of an array: a cell, a section, or all of it. Its cells count in the order of rows.
#[derive(Debug, Clone)]
pub struct Part {
    /// The array.
    pub array: ArrayId,
    /// One for each dimension.
    pub axes: Vec<Axis>,
    /// Whose memory it lies in.
    pub reach: Reach,
    /// Where it stands.
    pub span: Span,
}

/// What a part takes of one dimension.
#[derive(Debug, Clone)]
pub enum Axis {
    /// One subscript, of type int.
    At(Expr),
    /// From the first to the second, both included and of type int; empty where the second is one
    /// below the first.
    Range(Expr, Expr),
    /// All of it.
    All,
}

/// What a processor asks its network.
#[derive(Debug, Clone)]
pub enum Question {
    /// Whether a message has arrived, from this processor or from any: one instruction.
    HasMessage(Option<Expr>),
    /// Its own number: free.
    Own,
    /// The number of a neighbour: free.
    Neighbour(GridDirection),
    /// The number of the neighbour along a dimension of a hypercube: free.
    NeighbourAlong(Expr),
}

/// In which processors the cells of an array lie.
#[derive(Debug, Clone)]
pub enum Distribution {
    /// `po blokovima`: stretches of the first dimension.
    Blocks,
    /// `redom(b)`: blocks of b in turn; of 1 where none is given.
    Cyclic(Option<Expr>),
    /// `po recima`: strips of rows.
    Rows,
    /// `po stupcima`: strips of columns.
    Columns,
    /// `po kvadratima`: a checkerboard.
    Squares,
    /// `na j`: all in one processor.
    On(Expr),
}

/// A whole array or a section in an elementwise statement.
#[derive(Debug, Clone)]
pub struct Extent {
    /// As written.
    pub name: String,
    /// Where it stands.
    pub span: Span,
    /// Its length along each dimension that counts, of type int.
    pub lengths: Vec<Expr>,
}
