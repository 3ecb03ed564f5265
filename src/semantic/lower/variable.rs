//! Scalars and arrays while a body is lowered: what names stand for, types, temporaries, cells.

use crate::source::Span;
use crate::syntax::ast;

use super::super::infer::{Known, join};
use super::super::mentions::Binding;
use super::dependents::Typed;
use super::{Given, Lowered, Lowering, Meaning, Reported, Value};
use crate::program::{
    Array, ArrayId, Block, Cell, Class, Constant, Conversion, Expr, ExprKind, MachineParameter,
    Origin, Reach, Scalar, ScalarId, Type, WhyOwn,
};

impl Lowering<'_, '_> {
    pub(super) fn scalar_type(&self, id: ScalarId) -> Known {
        match self.state().scalars.get(id.index()) {
            Some((known, _)) => *known,
            None => self.temporary_types[id.index() - self.state().scalars.len()],
        }
    }

    /// A scalar takes values of this type too.
    pub(super) fn join_scalar(&mut self, id: ScalarId, ty: Known, span: Span) {
        let instance = &mut self.checker.instances[self.instance];
        let Some((known, place)) = instance.scalars.get_mut(id.index()) else {
            return;
        };
        let joined = join(*known, ty);
        if joined != *known {
            *known = joined;
            *place = Some(span);
            self.checker.note_change();
            self.dependents.note(Typed::Scalar(id));
        }
    }

    /// The array that a name stands for, or of which it is a part.
    pub(super) fn viewed(&self, id: ArrayId) -> ArrayId {
        self.views.get(&id).copied().unwrap_or(id)
    }

    pub(super) fn element_type(&self, id: ArrayId) -> Known {
        let id = self.viewed(id);
        let instance = self.state();
        if let Some(array) = instance.arrays.get(id.index()) {
            array.element
        } else {
            let key = &self.temporary_arrays[id.index() - instance.arrays.len()];
            instance.temporaries.get(key).copied().flatten()
        }
    }

    /// The elements of an array take values of this type too.
    pub(super) fn join_element(&mut self, id: ArrayId, ty: Known, span: Span) {
        let id = self.viewed(id);
        let known = self.element_type(id);
        let joined = join(known, ty);
        if joined == known {
            return;
        }
        self.checker.note_change();
        self.dependents.note(Typed::Elements(id));
        let instance = &mut self.checker.instances[self.instance];
        let own = instance.arrays.len();
        if let Some(array) = instance.arrays.get_mut(id.index()) {
            array.element = joined;
            array.typed_at = Some(span);
        } else {
            let key = self.temporary_arrays[id.index() - own];
            instance.temporaries.insert(key, joined);
        }
    }

    pub(super) fn rank(&self, id: ArrayId) -> Option<u8> {
        match self.state().arrays.get(id.index()) {
            Some(array) => array.rank,
            None => Some(self.arrays[id.index()].rank),
        }
    }

    /// Fixes the rank of an array that `X[] = …` declares.
    pub(super) fn set_rank(&mut self, id: ArrayId, rank: u8) {
        let instance = &mut self.checker.instances[self.instance];
        if let Some(array) = instance.arrays.get_mut(id.index())
            && array.rank.is_none()
        {
            array.rank = Some(rank);
            self.checker.note_change();
        }
    }

    pub(super) fn meaning(&self, name: &ast::Ident) -> Option<Meaning> {
        if let Some(given) = &self.given {
            return match given.get(&name.text) {
                Some(Given::Scalar(value)) => Some(Meaning::Argument(value.clone())),
                Some(Given::Array(id)) => Some(Meaning::Array(*id)),
                None => Self::machine(&name.text),
            };
        }
        match self.scopes.at(name) {
            Some(Binding::Scalar(id)) => Some(Meaning::Scalar(id)),
            Some(Binding::Array(id)) if self.scopes.arrays[id.index()].rank == Some(0) => {
                Some(Meaning::SharedScalar(id))
            }
            Some(Binding::Array(id)) => Some(Meaning::Array(id)),
            None => Self::machine(&name.text),
        }
    }

    pub(super) fn machine(name: &str) -> Option<Meaning> {
        Some(Meaning::Machine(match name {
            "p" => MachineParameter::Processors,
            "d" => MachineParameter::Delay,
            "B" => MachineParameter::BarrierTime,
            _ => return None,
        }))
    }

    /// The array that a name stands for.
    pub(super) fn array(&self, name: &ast::Ident) -> Lowered<ArrayId> {
        match self.meaning(name) {
            Some(Meaning::Array(id)) => Ok(id),
            _ => Err(Reported),
        }
    }

    pub(super) fn mark_assigned(&mut self, id: ScalarId) {
        if let Some(assigned) = &mut self.assigned {
            assigned.insert(id);
        }
    }

    /// Whether a scalar may be unwritten here.
    pub(super) fn may_be_unwritten(&self, id: ScalarId) -> bool {
        let scalar = &self.scalars[id.index()];
        !matches!(scalar.class, Class::Index | Class::Temporary)
            && self
                .assigned
                .as_ref()
                .is_some_and(|assigned| !assigned.contains(&id))
    }

    pub(super) fn read(&mut self, id: ScalarId, span: Span) -> Value {
        let checked = self.may_be_unwritten(id);
        self.scalars[id.index()].tracked |= checked;
        Value::new(ExprKind::Scalar { id, checked }, self.scalar_type(id), span)
    }

    /// A new scalar of this block that the program does not name.
    pub(super) fn temporary(&mut self, ty: Known, span: Span) -> ScalarId {
        let id = ScalarId(self.scalars.len() as u32);
        self.scalars.push(Scalar {
            name: String::new(),
            ty: ty.unwrap_or(Type::Int),
            block: self.block,
            class: Class::Temporary,
            why: WhyOwn::Temporary,
            span,
            tracked: false,
        });
        self.temporary_types.push(ty);
        id
    }

    /// A new array of this block that the program does not name; `span` is that of what it holds.
    pub(super) fn temporary_array(&mut self, name: String, rank: u8, span: Span) -> ArrayId {
        let id = ArrayId(self.arrays.len() as u32);
        self.arrays.push(Array {
            name,
            element: Type::Int,
            rank,
            block: self.block,
            origin: Origin::Temporary,
            span,
            why_shared: None,
        });
        self.temporary_arrays.push((span, self.statement));
        id
    }

    /// Another name for a part of an array.
    pub(super) fn view_of(&mut self, of: ArrayId, name: String, rank: u8, span: Span) -> ArrayId {
        let view = self.temporary_array(name, rank, span);
        let of = self.viewed(of);
        self.views.insert(view, of);
        view
    }

    pub(super) fn cell(&self, array: ArrayId, subscripts: Vec<Expr>, span: Span) -> Cell {
        let looking = (self.elementwise.as_ref()).is_some_and(|elementwise| elementwise.looking);
        let reach = if looking || self.is_local(array) {
            Reach::Private
        } else {
            Reach::Shared
        };
        Cell {
            array,
            subscripts,
            reach,
            span,
        }
    }

    /// Whether accesses from this block to an array stay in a processor's own memory.
    pub(super) fn is_local(&self, array: ArrayId) -> bool {
        let array = self.viewed(array);
        let Some(state) = self.state().arrays.get(array.index()) else {
            return false;
        };
        // Of an array that was passed in, only what the writing blocks do counts: for the others
        // it is what it is for the caller.
        let shared = if self.arrays[array.index()].origin == Origin::Parameter {
            let inside = self.block_inside(array);
            inside.is_some_and(|block| state.written_inside.contains(&block))
        } else {
            !state.written_inside.is_empty()
        };
        state.local && !shared
    }

    /// The header of the block around this place, or of this one, that lies directly inside the one to which an
    /// array belongs; `None` if this is the one.
    fn block_inside(&self, array: ArrayId) -> Option<Span> {
        let owner = self.arrays[array.index()].block;
        let mut block = self.block;
        let mut inside = None;
        while block != owner {
            let Block { span, parent, .. } = self.blocks[block.index()];
            inside = Some(span);
            block = parent?;
        }
        inside
    }

    /// Notes that a block writes an array.
    pub(super) fn note_written(&mut self, array: ArrayId) {
        let array = self.viewed(array);
        let inside = self.block_inside(array);
        let instance = &mut self.checker.instances[self.instance];
        let Some(state) = instance.arrays.get_mut(array.index()) else {
            return;
        };
        let known = inside.is_none_or(|block| !state.written_inside.insert(block));
        if !state.written || !known {
            state.written = true;
            self.checker.note_change();
        }
    }

    pub(super) fn convert(value: Value, to: Type) -> Expr {
        let span = value.span();
        match (value.expr.ty, to, value.expr.kind) {
            (Type::Int, Type::Real, ExprKind::Constant(Constant::Int(int))) => {
                let real = Constant::Real(int as f64);
                Expr {
                    kind: ExprKind::Constant(real),
                    ty: Type::Real,
                    span,
                }
            }
            (Type::Int, Type::Real, kind) => {
                let inner = Expr {
                    kind,
                    ty: Type::Int,
                    span,
                };
                Self::conversion(Conversion::IntToReal, inner, Type::Real)
            }
            (_, _, kind) => Expr {
                kind,
                ty: value.expr.ty,
                span,
            },
        }
    }

    pub(super) fn conversion(conversion: Conversion, inner: Expr, ty: Type) -> Expr {
        let span = inner.span;
        Expr {
            kind: ExprKind::Convert(conversion, Box::new(inner)),
            ty,
            span,
        }
    }
}
