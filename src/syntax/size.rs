//! How large a text may be. What takes time in proportion to the square of something, or more, has a
//! limit here that no program for readers comes near.

use super::ast::{Item, ParallelHeader};
use super::piece::{Opening, Piece};
use crate::source::Span;

/// What of a text is limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// Statements, heads and end words of a text.
    Pieces,
    /// Inputs of a text.
    Inputs,
    /// Claims of a text.
    Claims,
    /// Parameters of an algorithm.
    Parameters,
    /// Arguments of a call.
    Arguments,
    /// Ranges of a parallel block.
    Ranges,
}

impl Measure {
    /// The most that a text may have.
    pub fn limit(self) -> usize {
        match self {
            Self::Pieces => 60_000,
            Self::Inputs | Self::Claims | Self::Parameters | Self::Arguments => 1000,
            Self::Ranges => 64,
        }
    }

    /// The first one of a piece whose limit it exceeds.
    pub(super) fn exceeded_by(piece: &Piece) -> Option<Self> {
        let (measure, count) = match piece {
            Piece::Algorithm { parameters, .. } => (Self::Parameters, parameters.len()),
            Piece::Open(
                Opening::Parallel {
                    header: ParallelHeader::Ranges(ranges),
                    ..
                }
                | Opening::Pardo(ParallelHeader::Ranges(ranges)),
            ) => (Self::Ranges, ranges.len()),
            _ => return None,
        };
        (count > measure.limit()).then_some(measure)
    }

    /// The first one of a text whose limit its items exceed.
    pub(super) fn exceeded_by_items(items: &[Item]) -> Option<(Self, Span)> {
        let mut inputs = items.iter().filter_map(|item| match item {
            Item::Input(input) => Some((Self::Inputs, input.name.span)),
            _ => None,
        });
        let mut claims = items.iter().filter_map(|item| match item {
            Item::Claim(claim) => Some((Self::Claims, claim.span)),
            _ => None,
        });
        (inputs.nth(Self::Inputs.limit())).or_else(|| claims.nth(Self::Claims.limit()))
    }
}
