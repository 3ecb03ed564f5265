//! Messages, what a processor asks its network, and where arrays lie.

use crate::source::Span;
use crate::syntax::ast::{self, ExprKind as Source, Subscript};

use super::super::builtin::{self, NamedProcessor};
use super::super::infer::Known;
use super::sent::{Label, MessagePlace};
use super::{Lowered, Lowering, Meaning, Reported, Value};
use crate::program::{
    self, ArrayId, Expr, ExprKind, Item, Memory, Place, Question, ScalarId, SendManner, StmtKind,
    Type,
};
use crate::semantic::problem::OperandOf;

impl Lowering<'_, '_> {
    /// `posalji x, A[] prema j oznaka t`
    pub(super) fn send(
        &mut self,
        manner: ast::Manner,
        items: &[ast::Expr],
        to: &ast::Peer,
        tag: Option<&ast::Expr>,
        span: Span,
    ) -> Lowered<()> {
        let count = items.len();
        let label = self.label(to, tag, Label::Tag(0));
        let items: Vec<Lowered<Item>> = (items.iter().enumerate())
            .map(|(place, item)| {
                let place = MessagePlace {
                    label,
                    place,
                    count,
                };
                self.item(item, place)
            })
            .collect();
        let address = self.address(to);
        let tag = self.tag(tag);
        let items = items.into_iter().collect::<Lowered<_>>()?;
        let Address { named, channel } = address?;
        let kind = StmtKind::Send {
            manner: match manner {
                ast::Manner::Blocking => SendManner::Blocking,
                ast::Manner::Now => SendManner::Now,
                ast::Manner::Synchronous => SendManner::Synchronous,
                ast::Manner::Buffered => SendManner::Buffered,
            },
            items,
            to: named.ok_or(Reported)?,
            channel,
            tag: tag?,
        };
        self.push(kind, span);
        Ok(())
    }

    fn item(&mut self, item: &ast::Expr, place: MessagePlace) -> Lowered<Item> {
        let span = item.span;
        let part = match &item.kind {
            Source::Name(_) | Source::WholeArray(_) if self.named_array(item).is_some() => {
                let array = self.named_array(item).ok_or(Reported)?;
                Some(self.whole_part(array, span)?)
            }
            Source::Section(name, subscripts) => Some(self.part(name, subscripts, span)?),
            _ => None,
        };
        let (item, ty) = if let Some(part) = part {
            let ty = self.element_type(part.array);
            (Item::Part(part), ty)
        } else {
            let value = self.value(item)?;
            let ty = value.ty;
            (Item::Scalar(value.expr), ty)
        };
        let is_part = matches!(item, Item::Part(_));
        self.checker.note_sent(place, is_part, ty);
        Ok(item)
    }

    /// `primi x, A[] od j kao tko oznaka t`
    pub(super) fn receive(
        &mut self,
        targets: &[ast::Target],
        from: &ast::Peer,
        sender: Option<&ast::Ident>,
        tag: Option<&ast::Expr>,
        span: Span,
    ) -> Lowered<()> {
        let count = targets.len();
        let label = self.label(from, tag, Label::Open);
        let address = self.address(from);
        let tag = self.tag(tag);
        let places: Vec<Lowered<Place>> = (targets.iter().enumerate())
            .map(|(place, target)| {
                let place = MessagePlace {
                    label,
                    place,
                    count,
                };
                self.place(target, place)
            })
            .collect();
        let sender = sender.map(|name| {
            let id = self.scalar(name)?;
            self.join_checked(id, Some(Type::Int), name.span)?;
            self.mark_assigned(id);
            Ok(id)
        });
        let places = places.into_iter().collect::<Lowered<_>>()?;
        let Address { named, channel } = address?;
        let kind = StmtKind::Receive {
            places,
            from: named,
            channel,
            sender: sender.transpose()?,
            tag: tag?,
        };
        self.push(kind, span);
        Ok(())
    }

    fn place(&mut self, target: &ast::Target, place: MessagePlace) -> Lowered<Place> {
        let part = match target {
            ast::Target::Name(name) => {
                if let Some(Meaning::Array(array)) = self.meaning(name) {
                    self.whole_part(array, name.span)?
                } else {
                    let id = self.scalar(name)?;
                    self.mark_assigned(id);
                    if let Some(ty) = self.received(self.scalar_type(id), place) {
                        self.join_checked(id, Some(ty), name.span)?;
                    }
                    return Ok(Place::Scalar(id, name.span));
                }
            }
            ast::Target::WholeArray(name, span) => {
                let array = self.array(name)?;
                self.whole_part(array, *span)?
            }
            ast::Target::Element(name, subscripts, span) => {
                let subscripts: Vec<Subscript> =
                    subscripts.iter().cloned().map(Subscript::At).collect();
                self.part(name, &subscripts, *span)?
            }
            ast::Target::Section(name, subscripts, span) => self.part(name, subscripts, *span)?,
        };
        self.note_written(part.array);
        if let Some(ty) = self.received(self.element_type(part.array), place) {
            self.join_element_checked(part.array, Some(ty), part.span)?;
        }
        Ok(Place::Part(part))
    }

    /// The type that a target gets from what is sent at this place, where nothing else gives it one.
    fn received(&self, known: Known, place: MessagePlace) -> Known {
        match known {
            None => self.checker.sent(place),
            Some(_) => None,
        }
    }

    fn scalar(&mut self, name: &ast::Ident) -> Lowered<ScalarId> {
        match self.meaning(name) {
            Some(Meaning::Scalar(id)) => Ok(id),
            _ => Err(Reported),
        }
    }

    /// Where a message goes or comes from.
    fn address(&mut self, peer: &ast::Peer) -> Lowered<Address> {
        let mut channel = None;
        let mut what = OperandOf::Processor;
        let named = match peer {
            ast::Peer::Anyone(_) => {
                let named = None;
                return Ok(Address { named, channel });
            }
            ast::Peer::Indices(indices, _) => indices.as_slice(),
            ast::Peer::Number(number) => match (&number.kind, self.named_channel(number)) {
                (Source::Element(_, subscripts), Some(array)) => {
                    channel = Some(array);
                    what = OperandOf::ChannelSubscript;
                    subscripts.as_slice()
                }
                _ => std::slice::from_ref(number),
            },
        };
        let named: Vec<Lowered<Expr>> = named
            .iter()
            .map(|one| self.bound(one, what.clone()))
            .collect();
        let named = named.into_iter().collect::<Lowered<_>>()?;
        Ok(Address {
            named: Some(named),
            channel,
        })
    }

    /// What distinguishes a message from others; without a tag, this does.
    fn label(&self, peer: &ast::Peer, tag: Option<&ast::Expr>, without: Label) -> Label {
        match peer {
            ast::Peer::Number(number) if self.named_channel(number).is_some() => Label::Channel,
            _ => tag.map_or(without, Label::of_tag),
        }
    }

    /// The channel of which an expression names a queue.
    fn named_channel(&self, expr: &ast::Expr) -> Option<ArrayId> {
        let Source::Element(name, _) = &expr.kind else {
            return None;
        };
        let Some(Meaning::Array(array)) = self.meaning(name) else {
            return None;
        };
        (self.arrays[array.index()].origin == program::Origin::Channel).then_some(array)
    }

    fn tag(&mut self, tag: Option<&ast::Expr>) -> Lowered<Option<Expr>> {
        tag.map(|tag| self.bound(tag, OperandOf::Tag)).transpose()
    }

    /// `ima_poruke(j)`, `ima_poruke(bilo_koga)`
    pub(super) fn has_message(&mut self, from: &ast::Expr, span: Span) -> Lowered<Value> {
        let from = if self.is_anyone(from) {
            None
        } else {
            Some(self.bound(from, OperandOf::Processor)?)
        };
        Ok(self.ask(Question::HasMessage(from), Type::Bool, span))
    }

    /// Whether an expression is the word for any processor.
    fn is_anyone(&self, expr: &ast::Expr) -> bool {
        match &expr.kind {
            Source::Name(name) => builtin::is_anyone(&name.text) && self.meaning(name).is_none(),
            _ => false,
        }
    }

    /// `susjed(k)`
    pub(super) fn neighbour_along(&mut self, dimension: &ast::Expr, span: Span) -> Lowered<Value> {
        let dimension = self.bound(dimension, OperandOf::HypercubeDimension)?;
        Ok(self.ask(Question::NeighbourAlong(dimension), Type::Int, span))
    }

    /// `ja`, `lijevo`, `desno`, `gore`, `dolje`
    pub(super) fn named_processor(&mut self, processor: NamedProcessor, span: Span) -> Value {
        let question = match processor {
            NamedProcessor::Own => Question::Own,
            NamedProcessor::Neighbour(direction) => Question::Neighbour(direction),
        };
        self.ask(question, Type::Int, span)
    }

    /// The network answers before the statement.
    fn ask(&mut self, question: Question, ty: Type, span: Span) -> Value {
        let result = self.temporary(Some(ty), span);
        self.push(StmtKind::Ask { question, result }, span);
        let kind = ExprKind::Scalar {
            id: result,
            checked: false,
        };
        Value::new(kind, Some(ty), span)
    }

    /// Says in which processors the cells of an array lie; nothing where memory is shared.
    pub(super) fn distribute(
        &mut self,
        array: ArrayId,
        distribution: Option<&ast::Distributed>,
    ) -> Lowered<()> {
        let Some(ast::Distributed { kind, span }) = distribution else {
            return Ok(());
        };
        if self.checker.machine.memory == Memory::Shared {
            return Ok(());
        }
        let distribution = match kind {
            ast::Distribution::Blocks => program::Distribution::Blocks,
            ast::Distribution::Rows => program::Distribution::Rows,
            ast::Distribution::Columns => program::Distribution::Columns,
            ast::Distribution::Squares => program::Distribution::Squares,
            ast::Distribution::Cyclic(length) => {
                let length = length.as_deref();
                let length = length.map(|length| self.bound(length, OperandOf::DistributedBlock));
                let length = length.transpose()?;
                program::Distribution::Cyclic(length.map(|length| self.kept_apart(length)))
            }
            ast::Distribution::On(number) => {
                let number = self.bound(number, OperandOf::Processor)?;
                program::Distribution::On(self.kept_apart(number))
            }
        };
        let kind = StmtKind::Distribute {
            array,
            distribution,
        };
        self.push(kind, *span);
        Ok(())
    }

    /// `send(x, j)`, `recv(x, j)`: how lectures write a message where no algorithm has that name.
    pub(super) fn message_call(
        &mut self,
        name: &ast::AlgorithmName,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Option<Lowered<()>> {
        let call = super::super::spelling::message_call(name, arguments)?;
        Some(match call {
            ast::StmtKind::Send {
                manner, items, to, ..
            } => self.send(manner, &items, &to, None, span),
            ast::StmtKind::Receive { targets, from, .. } => {
                self.receive(&targets, &from, None, None, span)
            }
            _ => Err(Reported),
        })
    }
}

/// The other side of a message.
struct Address {
    /// A processor by its number, by its indices; the subscripts of a queue; none for anyone.
    named: Option<Vec<Expr>>,
    /// The channel that is named.
    channel: Option<ArrayId>,
}
