//! One instance of an algorithm lowered to typed statements: names resolved, types known, calls
//! out of their expressions, whole arrays as blocks.

mod call;
mod expression;
mod operator;
mod parallel;
mod statement;
mod whole;

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::source::Span;
use crate::syntax::ast;

use super::class::{Binding, Scopes};
use super::infer::{Checker, Instance, Known, join};
use super::names::{Callee, Operator, Routine};
use super::problem::Problem;
use super::program::{
    Algorithm, Array, ArrayId, Block, BlockId, Cell, Charge, Class, Conversion, Expr, ExprKind,
    MachineParameter, Origin, Parameter, Reach, Scalar, ScalarId, Shape, Stmt, StmtKind, Target,
    Type,
};

/// Stands for a problem that was reported, here or by an earlier pass.
#[derive(Debug, Clone, Copy)]
struct Reported;

type Lowered<T> = Result<T, Reported>;

/// An expression whose type may not be known yet; where it is not, `expr` is typed as int.
#[derive(Debug, Clone)]
struct Value {
    expr: Expr,
    ty: Known,
}

impl Value {
    fn new(kind: ExprKind, ty: Known, span: Span) -> Self {
        Self {
            expr: Expr {
                kind,
                ty: ty.unwrap_or(Type::Int),
                span,
            },
            ty,
        }
    }

    fn span(&self) -> Span {
        self.expr.span
    }
}

/// What a name stands for while an expression is lowered.
enum Meaning {
    Scalar(ScalarId),
    SharedScalar(ArrayId),
    Array(ArrayId),
    /// An argument, in the default of a later parameter.
    Argument(Value),
    Machine(MachineParameter),
}

/// What an earlier argument is, for the defaults of later parameters.
#[derive(Clone)]
enum Given {
    Scalar(Value),
    Array(ArrayId),
}

/// The elements that an elementwise expression is evaluated for.
struct Elementwise {
    indices: Vec<ScalarId>,
    reversed: bool,
    /// Whole arrays met, which must have one length.
    arrays: Vec<(ArrayId, Span)>,
}

/// The lowering of one instance.
struct Lowering<'a, 'c> {
    checker: &'c mut Checker<'a>,
    instance: usize,
    routine: &'a Routine<'a>,
    scopes: &'a Scopes,
    scalars: Vec<Scalar>,
    /// Types of the scalars behind those of the scopes.
    temporary_types: Vec<Known>,
    arrays: Vec<Array>,
    /// Keys of the arrays behind those of the scopes.
    temporary_arrays: Vec<(Span, Span)>,
    blocks: Vec<Block>,
    block: BlockId,
    /// The innermost block of the source, where names are looked up.
    scope: BlockId,
    out: Vec<Stmt>,
    /// Scalars that have a value on every path to here; none where nothing gets here.
    assigned: Option<BTreeSet<ScalarId>>,
    /// Arrays that `X[] = …` has made on some path to here.
    made: HashSet<ArrayId>,
    given: Option<HashMap<String, Given>>,
    elementwise: Option<Elementwise>,
    /// Results of the calls of an elementwise expression, by the place of the call.
    hoisted: HashMap<Span, call::CallValue>,
    /// The statement being lowered.
    statement: Span,
}

/// Lowers an instance once, with what is known so far.
pub(super) fn instance(checker: &mut Checker<'_>, instance: usize) -> Algorithm {
    let names = checker.names;
    let scopes = checker.scopes;
    let routine = checker.instances[instance].key.routine;
    let mut lowering = Lowering {
        checker,
        instance,
        routine: &names.routines[routine],
        scopes: &scopes[routine],
        scalars: Vec::new(),
        temporary_types: Vec::new(),
        arrays: Vec::new(),
        temporary_arrays: Vec::new(),
        blocks: Vec::new(),
        block: BlockId(0),
        scope: BlockId(0),
        out: Vec::new(),
        assigned: Some(BTreeSet::new()),
        made: HashSet::new(),
        given: None,
        elementwise: None,
        hoisted: HashMap::new(),
        statement: names.routines[routine].header,
    };
    lowering.declare();
    lowering.bind_lengths();
    lowering.statements(lowering.routine.body);
    lowering.finish()
}

impl Lowering<'_, '_> {
    /// Makes the tables of the scopes' own scalars, arrays and blocks.
    fn declare(&mut self) {
        self.scalars = (self.scopes.scalars.iter())
            .map(|info| Scalar {
                name: info.name.clone(),
                ty: Type::Int,
                block: info.block,
                class: info.class,
                span: info.span,
                tracked: false,
            })
            .collect();
        self.arrays = (self.scopes.arrays.iter())
            .map(|info| Array {
                name: info.name.clone(),
                element: Type::Int,
                rank: info.rank.unwrap_or(1),
                block: info.block,
                origin: info.origin,
                span: info.span,
                why_shared: info.why_shared,
            })
            .collect();
        for scope in &self.scopes.blocks {
            let level = scope
                .parent
                .map_or(0, |parent| self.blocks[parent.index()].level + 1);
            self.blocks.push(Block {
                parent: scope.parent,
                level,
                native: scope.native && scope.parent.is_some(),
                span: scope.span,
                indices: scope.indices.clone(),
            });
        }
        for scope in &self.scopes.blocks {
            for id in &scope.indices {
                self.join_scalar(*id, Some(Type::Int), scope.span);
            }
        }
        for (name, binding) in &self.scopes.blocks[0].names {
            if let Binding::Scalar(id) = binding
                && self
                    .routine
                    .formals
                    .iter()
                    .any(|formal| formal.name.text == *name)
            {
                self.mark_assigned(*id);
            }
        }
    }

    /// `A[n]` binds `n` where `n` is no parameter itself.
    fn bind_lengths(&mut self) {
        let routine = self.routine;
        for formal in &routine.formals {
            let dimensions = formal.dimensions.unwrap_or_default();
            for (position, dimension) in dimensions.iter().enumerate() {
                let Some(ast::Expr {
                    kind: ast::ExprKind::Name(name),
                    span,
                }) = dimension
                else {
                    continue;
                };
                let is_first = routine.measured_by(&name.text).is_some_and(|(first, at)| {
                    first.name.text == formal.name.text && at == position
                });
                if routine
                    .formals
                    .iter()
                    .any(|other| other.name.text == name.text)
                    || !is_first
                {
                    continue;
                }
                let Some(Binding::Array(array)) = self.scopes.find(BlockId(0), &formal.name.text)
                else {
                    continue;
                };
                let length = self.length(array, position, dimensions.len(), *span);
                self.set(name, length, *span);
            }
        }
    }

    /// The length of an array along one of its dimensions.
    fn length(&self, array: ArrayId, position: usize, rank: usize, span: Span) -> Value {
        let dimension = (rank > 1).then_some(position as u8);
        Value::new(ExprKind::Length(array, dimension), Some(Type::Int), span)
    }

    fn set(&mut self, name: &ast::Ident, value: Value, span: Span) {
        let (target, charge) = match self.scopes.find(BlockId(0), &name.text) {
            Some(Binding::Scalar(id)) => {
                self.join_scalar(id, value.ty, span);
                self.mark_assigned(id);
                (Target::Scalar(id), Charge::Free)
            }
            Some(Binding::Array(id)) => {
                self.join_element(id, value.ty, span);
                (Target::Cell(self.cell(id, Vec::new(), span)), Charge::Step)
            }
            None => return,
        };
        let value = value.expr;
        self.push(
            StmtKind::Assign {
                target,
                update: None,
                value,
                charge,
            },
            span,
        );
    }

    fn finish(mut self) -> Algorithm {
        for (position, scalar) in self.scalars.iter_mut().enumerate() {
            let instance = &self.checker.instances[self.instance];
            let known = match instance.scalars.get(position) {
                Some((known, _)) => *known,
                None => self.temporary_types[position - instance.scalars.len()],
            };
            scalar.ty = known.unwrap_or(Type::Int);
        }
        for position in 0..self.arrays.len() {
            let id = ArrayId(position as u32);
            self.arrays[position].element = self.element_type(id).unwrap_or(Type::Int);
            self.arrays[position].rank = self.rank(id).unwrap_or(1);
        }
        let (names, instance) = (self.checker.names, &self.checker.instances[self.instance]);
        let parameters = (self.routine.formals.iter())
            .filter_map(|formal| {
                Some(match self.scopes.blocks[0].names.get(&formal.name.text)? {
                    Binding::Scalar(id) => Parameter::Scalar(*id),
                    Binding::Array(id) if formal.dimensions.is_none() => {
                        Parameter::SharedScalar(*id, self.arrays[id.index()].element)
                    }
                    Binding::Array(id) => Parameter::Array(*id),
                })
            })
            .collect();
        let result = match instance.result {
            super::infer::ResultState::Scalar(ty) => Some(Shape::Scalar(ty.unwrap_or(Type::Int))),
            super::infer::ResultState::Array {
                element,
                rank,
                parameter: None,
            } => Some(Shape::Array {
                element: element.unwrap_or(Type::Int),
                rank,
            }),
            _ => None,
        };
        Algorithm {
            name: names.instance_name(instance.key.routine, instance.key.operator.as_ref()),
            is_program: self.routine.algorithm.is_none(),
            span: self.routine.header,
            parameters,
            result,
            scalars: self.scalars,
            arrays: self.arrays,
            blocks: self.blocks,
            body: self.out,
        }
    }

    fn state(&self) -> &Instance {
        &self.checker.instances[self.instance]
    }

    fn operator(&self) -> Option<&Operator> {
        self.state().key.operator.as_ref()
    }

    fn callee(&self, name: &ast::AlgorithmName) -> Option<Callee> {
        self.checker.names.callee(name, self.operator())
    }

    fn report<T>(&mut self, problem: Problem) -> Lowered<T> {
        self.checker.problems.report(problem);
        Err(Reported)
    }

    fn push(&mut self, kind: StmtKind, span: Span) {
        self.out.push(Stmt { kind, span });
    }

    /// Lowers statements into a list of their own.
    fn separately(&mut self, lower: impl FnOnce(&mut Self)) -> Vec<Stmt> {
        let outer = std::mem::take(&mut self.out);
        lower(self);
        std::mem::replace(&mut self.out, outer)
    }

    // Types.

    fn scalar_type(&self, id: ScalarId) -> Known {
        match self.state().scalars.get(id.index()) {
            Some((known, _)) => *known,
            None => self.temporary_types[id.index() - self.state().scalars.len()],
        }
    }

    /// A scalar takes values of this type too.
    fn join_scalar(&mut self, id: ScalarId, ty: Known, span: Span) {
        let instance = &mut self.checker.instances[self.instance];
        let Some((known, place)) = instance.scalars.get_mut(id.index()) else {
            return;
        };
        let joined = join(*known, ty);
        if joined != *known {
            *known = joined;
            *place = Some(span);
            self.checker.note_change();
        }
    }

    fn element_type(&self, id: ArrayId) -> Known {
        let instance = self.state();
        match instance.arrays.get(id.index()) {
            Some(array) => array.element,
            None => {
                let key = &self.temporary_arrays[id.index() - instance.arrays.len()];
                instance.temporaries.get(key).copied().flatten()
            }
        }
    }

    /// The elements of an array take values of this type too.
    fn join_element(&mut self, id: ArrayId, ty: Known, span: Span) {
        let known = self.element_type(id);
        let joined = join(known, ty);
        if joined == known {
            return;
        }
        self.checker.note_change();
        let instance = &mut self.checker.instances[self.instance];
        let own = instance.arrays.len();
        match instance.arrays.get_mut(id.index()) {
            Some(array) => {
                array.element = joined;
                array.typed_at = Some(span);
            }
            None => {
                let key = self.temporary_arrays[id.index() - own];
                instance.temporaries.insert(key, joined);
            }
        }
    }

    fn rank(&self, id: ArrayId) -> Option<u8> {
        match self.state().arrays.get(id.index()) {
            Some(array) => array.rank,
            None => Some(self.arrays[id.index()].rank),
        }
    }

    /// Fixes the rank of an array that `X[] = …` declares.
    fn set_rank(&mut self, id: ArrayId, rank: u8) {
        let instance = &mut self.checker.instances[self.instance];
        if let Some(array) = instance.arrays.get_mut(id.index())
            && array.rank.is_none()
        {
            array.rank = Some(rank);
            self.checker.note_change();
        }
    }

    // Names.

    fn meaning(&self, name: &str) -> Option<Meaning> {
        if let Some(given) = &self.given {
            return match given.get(name) {
                Some(Given::Scalar(value)) => Some(Meaning::Argument(value.clone())),
                Some(Given::Array(id)) => Some(Meaning::Array(*id)),
                None => Self::machine(name),
            };
        }
        match self.scopes.find(self.scope, name) {
            Some(Binding::Scalar(id)) => Some(Meaning::Scalar(id)),
            Some(Binding::Array(id)) if self.scopes.arrays[id.index()].rank == Some(0) => {
                Some(Meaning::SharedScalar(id))
            }
            Some(Binding::Array(id)) => Some(Meaning::Array(id)),
            None => Self::machine(name),
        }
    }

    fn machine(name: &str) -> Option<Meaning> {
        Some(Meaning::Machine(match name {
            "p" => MachineParameter::Processors,
            "d" => MachineParameter::Delay,
            "B" => MachineParameter::BarrierTime,
            _ => return None,
        }))
    }

    /// The array that a name stands for.
    fn array(&self, name: &ast::Ident) -> Lowered<ArrayId> {
        match self.meaning(&name.text) {
            Some(Meaning::Array(id)) => Ok(id),
            _ => Err(Reported),
        }
    }

    // Scalars and cells.

    fn mark_assigned(&mut self, id: ScalarId) {
        if let Some(assigned) = &mut self.assigned {
            assigned.insert(id);
        }
    }

    /// Whether a scalar may be unwritten here.
    fn may_be_unwritten(&self, id: ScalarId) -> bool {
        let scalar = &self.scalars[id.index()];
        !matches!(scalar.class, Class::Index | Class::Temporary)
            && self
                .assigned
                .as_ref()
                .is_some_and(|assigned| !assigned.contains(&id))
    }

    fn read(&mut self, id: ScalarId, span: Span) -> Value {
        let checked = self.may_be_unwritten(id);
        self.scalars[id.index()].tracked |= checked;
        Value::new(ExprKind::Scalar { id, checked }, self.scalar_type(id), span)
    }

    /// A new scalar of this block that the program does not name.
    fn temporary(&mut self, ty: Known, span: Span) -> ScalarId {
        let id = ScalarId(self.scalars.len() as u32);
        self.scalars.push(Scalar {
            name: String::new(),
            ty: ty.unwrap_or(Type::Int),
            block: self.block,
            class: Class::Temporary,
            span,
            tracked: false,
        });
        self.temporary_types.push(ty);
        id
    }

    /// A new array of this block that the program does not name; `span` is that of what it holds.
    fn temporary_array(&mut self, name: String, rank: u8, span: Span) -> ArrayId {
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

    fn cell(&self, array: ArrayId, subscripts: Vec<Expr>, span: Span) -> Cell {
        let reach = if self.is_local(array) {
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
    fn is_local(&self, array: ArrayId) -> bool {
        let Some(state) = self.state().arrays.get(array.index()) else {
            return false;
        };
        let own_block = self.block == self.arrays[array.index()].block;
        let parameter = self.arrays[array.index()].origin == Origin::Parameter;
        state.local && (!state.written_inside || parameter && own_block)
    }

    /// Notes that a block writes an array.
    fn note_written(&mut self, array: ArrayId) {
        let inside = self.block != self.arrays[array.index()].block;
        let instance = &mut self.checker.instances[self.instance];
        let Some(state) = instance.arrays.get_mut(array.index()) else {
            return;
        };
        if !state.written || inside && !state.written_inside {
            state.written = true;
            state.written_inside |= inside;
            self.checker.note_change();
        }
    }

    // Changes of type.

    fn convert(value: Value, to: Type) -> Expr {
        let span = value.span();
        match (value.expr.ty, to, value.expr.kind) {
            (Type::Int, Type::Real, ExprKind::Constant(super::program::Constant::Int(int))) => {
                let real = super::program::Constant::Real(int as f64);
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

    fn conversion(conversion: Conversion, inner: Expr, ty: Type) -> Expr {
        let span = inner.span;
        Expr {
            kind: ExprKind::Convert(conversion, Box::new(inner)),
            ty,
            span,
        }
    }
}
