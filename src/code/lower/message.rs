//! Messages, and the distribution of arrays.

use super::Lowering;
use super::expression::{KernelBuilder, ReadCharge};
use crate::code::control::{self, ComparedArray, Control, MessagePart};
use crate::program::{
    ArrayId, Axis, Distribution, Expr, Extent, Item, Part, Place, Question, Reach, ScalarId,
    SendManner,
};
use crate::source::Span;

impl Lowering<'_> {
    pub(super) fn same_extents(&mut self, extents: &[Extent], span: Span) {
        let lengths: Vec<&Expr> = extents.iter().flat_map(|extent| &extent.lengths).collect();
        let (kernel, charge) = self.header(&lengths);
        let operands = extents.iter().map(|extent| ComparedArray {
            name: extent.name.clone(),
            span: extent.span,
            rank: extent.lengths.len() as u8,
        });
        let operands = operands.collect();
        self.push(Control::SameExtents { kernel, operands }, span, charge);
    }

    pub(super) fn distribute(&mut self, array: ArrayId, distribution: &Distribution, span: Span) {
        let (distribution, number) = match distribution {
            Distribution::Blocks => (control::Distribution::Blocks, None),
            Distribution::Cyclic(number) => (control::Distribution::Cyclic, number.as_ref()),
            Distribution::Rows => (control::Distribution::Rows, None),
            Distribution::Columns => (control::Distribution::Columns, None),
            Distribution::Squares => (control::Distribution::Squares, None),
            Distribution::On(number) => (control::Distribution::On, Some(number)),
        };
        let kernel = self.instrument(number.as_slice());
        let array = self.array(array);
        let control = Control::Distribute {
            kernel,
            array,
            distribution,
        };
        self.mark(control, span);
    }

    pub(super) fn send(
        &mut self,
        manner: SendManner,
        items: &[Item],
        (to, channel): (&[Expr], Option<ArrayId>),
        tag: Option<&Expr>,
        span: Span,
    ) {
        let mut builder = self.builder(ReadCharge::Counted);
        for given in to.iter().chain(tag) {
            builder.place_output(given);
        }
        let items = items.iter().map(|item| match item {
            Item::Scalar(value) => {
                builder.output(value);
                MessagePart::Scalar {
                    slot: None,
                    ty: value.ty,
                    span: value.span,
                }
            }
            Item::Part(part) => self.cells(part, &mut builder),
        });
        let items = items.collect();
        let control = Control::Send {
            kernel: builder.finish(),
            manner,
            peers: to.len() as u8,
            channel: channel.map(|channel| self.array(channel)),
            has_tag: tag.is_some(),
            items,
        };
        self.mark(control, span);
    }

    pub(super) fn receive(
        &mut self,
        places: &[Place],
        (from, channel): (&[Expr], Option<ArrayId>),
        sender: Option<ScalarId>,
        tag: Option<&Expr>,
        span: Span,
    ) {
        let mut builder = self.builder(ReadCharge::Counted);
        for given in from.iter().chain(tag) {
            builder.place_output(given);
        }
        let places = places.iter().map(|place| match place {
            Place::Scalar(id, span) => MessagePart::Scalar {
                slot: Some(self.slots.scalar(*id)),
                ty: self.algorithm.scalars[id.index()].ty,
                span: *span,
            },
            Place::Part(part) => self.cells(part, &mut builder),
        });
        let places = places.collect();
        let control = Control::Receive {
            kernel: builder.finish(),
            peers: from.len() as u8,
            channel: channel.map(|channel| self.array(channel)),
            has_tag: tag.is_some(),
            places,
            sender: sender.map(|id| self.slots.scalar(id)),
        };
        self.mark(control, span);
    }

    /// Makes a part of an array known as an array of its own.
    pub(super) fn view(&mut self, view: ArrayId, of: ArrayId, axes: &[Axis], span: Span) {
        let mut builder = self.builder(ReadCharge::Counted);
        let axes = Self::axes(axes, &mut builder);
        let control = Control::View {
            kernel: builder.finish(),
            slot: self.slots.array(view),
            view,
            of: self.array(of),
            axes,
        };
        self.mark(control, span);
    }

    /// The cells of a part of an array.
    fn cells(&self, part: &Part, builder: &mut KernelBuilder<'_>) -> MessagePart {
        MessagePart::Cells {
            axes: Self::axes(&part.axes, builder),
            array: self.array(part.array),
            ty: self.algorithm.arrays[part.array.index()].element,
            shared: part.reach == Reach::Shared,
            span: part.span,
        }
    }

    /// Subscripts and bounds become outputs.
    fn axes(axes: &[Axis], builder: &mut KernelBuilder<'_>) -> Vec<control::Axis> {
        let axes = axes.iter().map(|axis| match axis {
            Axis::At(subscript) => {
                builder.place_output(subscript);
                control::Axis::At
            }
            Axis::Range(from, to) => {
                builder.place_output(from);
                builder.place_output(to);
                control::Axis::Range
            }
            Axis::All => control::Axis::All,
        });
        axes.collect()
    }

    pub(super) fn ask(&mut self, question: &Question, result: ScalarId, span: Span) {
        let (question, argument) = match question {
            Question::HasMessage(source) => (control::Question::HasMessage, source.as_ref()),
            Question::Own => (control::Question::Own, None),
            Question::Neighbour(direction) => (control::Question::Neighbour(*direction), None),
            Question::NeighbourAlong(number) => (control::Question::NeighbourAlong, Some(number)),
        };
        let mut builder = self.builder(ReadCharge::Counted);
        if let Some(argument) = argument {
            builder.place_output(argument);
        }
        let control = Control::Ask {
            kernel: builder.finish(),
            question,
            slot: self.slots.scalar(result),
        };
        self.mark(control, span);
    }
}
