//! One instance of an algorithm lowered to typed statements: names resolved, types known, calls
//! out of their expressions, whole arrays as blocks.

mod assignment;
mod call;
mod declaration;
mod dependents;
mod expression;
mod logical;
mod loops;
pub(super) mod message;
mod one_by_one;
mod operator;
mod parallel;
mod random;
mod result;
mod section;
pub(super) mod sent;
mod shown;
mod side_by_side;
mod statement;
mod turns;
mod variable;
mod whole;

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::source::Span;
use crate::syntax::ast;

use dependents::Dependents;

use super::class::Scopes;
use super::infer::{Checker, Instance, Known};
use super::mentions::Binding;
use super::names::{Callee, Operator, Routine};
use super::problem::Problem;
use crate::program::{
    Algorithm, Array, ArrayId, Block, BlockId, Charge, Expr, ExprKind, Extent, MachineParameter,
    Parameter, Scalar, ScalarId, Shape, Stmt, StmtKind, Target, Type,
};

/// A problem was reported, here or by an earlier pass.
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

/// What a name means while an expression is lowered.
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
    /// For an instrument: cells are read free of charge.
    looking: bool,
    /// Whole arrays met, which must have one length.
    arrays: Vec<(ArrayId, Span)>,
    /// Sections met, which must have that length too.
    sections: Vec<Extent>,
    /// The array that the statement fills, and where.
    target: (ArrayId, Span),
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
    /// Names of parts of arrays, each with the array of which it is a part.
    views: HashMap<ArrayId, ArrayId>,
    blocks: Vec<Block>,
    block: BlockId,
    out: Vec<Stmt>,
    /// Scalars that have a value on every path to here; `None` if no path leads here.
    assigned: Option<BTreeSet<ScalarId>>,
    /// Arrays that `X[] = …` has made on some path to here.
    made: HashSet<ArrayId>,
    given: Option<HashMap<String, Given>>,
    /// Defaults being lowered, by their place: none may need itself.
    open_defaults: Vec<Span>,
    elementwise: Option<Elementwise>,
    /// Results of the calls of an elementwise expression, by the place of the call.
    hoisted: HashMap<Span, call::CallValue>,
    /// Its sections, by their place.
    sections: HashMap<Span, section::Section>,
    /// What counts the turns of loops that claim a bound, by the place of the claim.
    claimed: HashMap<Span, turns::Counted>,
    /// The statement being lowered.
    statement: Span,
    /// Assignments that types which become known yet lead back to.
    dependents: Dependents<'a>,
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
        views: HashMap::new(),
        blocks: Vec::new(),
        block: BlockId(0),
        out: Vec::new(),
        assigned: Some(BTreeSet::new()),
        made: HashSet::new(),
        given: None,
        open_defaults: Vec::new(),
        elementwise: None,
        hoisted: HashMap::new(),
        sections: HashMap::new(),
        claimed: HashMap::new(),
        statement: names.routines[routine].header,
        dependents: Dependents::default(),
    };
    lowering.declare();
    lowering.bind_lengths();
    lowering.distribute_inputs();
    lowering.statements(lowering.routine.body);
    if lowering.checker.is_inferring() {
        lowering.settle();
    }
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
                class: info.why.class(),
                why: info.why,
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
        let scopes = self.scopes;
        for (block, scope) in scopes.mentions.blocks.iter().zip(&scopes.blocks) {
            let level = block
                .parent
                .map_or(0, |parent| self.blocks[parent.index()].level + 1);
            self.blocks.push(Block {
                parent: block.parent,
                level,
                native: block.native && block.parent.is_some(),
                kernel: None,
                tasks: None,
                task_lines: Vec::new(),
                elementwise: false,
                span: block.span,
                indices: scope.indices.clone(),
            });
            for id in &scope.indices {
                self.join_scalar(*id, Some(Type::Int), block.span);
            }
        }
        for formal in &self.routine.formals {
            if let Some(Binding::Scalar(id)) = self.scopes.at(formal.name) {
                self.mark_assigned(id);
            }
        }
    }

    /// Places the cells of inputs in the processors that the file names.
    fn distribute_inputs(&mut self) {
        for formal in &self.routine.formals {
            if let Some(Binding::Array(array)) = self.scopes.at(formal.name) {
                let _: Lowered<()> = self.distribute(array, formal.distribution);
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
                let Some(Binding::Array(array)) = self.scopes.at(formal.name) else {
                    continue;
                };
                let length = Self::length(array, position, dimensions.len(), *span);
                self.set(name, length, *span);
            }
        }
    }

    /// The length of an array along one of its dimensions.
    fn length(array: ArrayId, position: usize, rank: usize, span: Span) -> Value {
        let dimension = (rank > 1).then_some(position as u8);
        Value::new(ExprKind::Length(array, dimension), Some(Type::Int), span)
    }

    fn set(&mut self, name: &ast::Ident, value: Value, span: Span) {
        let (target, charge) = match self.scopes.at(name) {
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
                Some(match self.scopes.at(formal.name)? {
                    Binding::Scalar(id) => Parameter::Scalar(id),
                    Binding::Array(id) if formal.dimensions.is_none() => {
                        Parameter::SharedScalar(id, self.arrays[id.index()].element)
                    }
                    Binding::Array(id) => Parameter::Array(id),
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
}
