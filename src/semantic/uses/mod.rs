//! What can be checked without types: names, numbers of arguments, places of statements.

mod call;

use crate::source::Span;
use crate::syntax::ast::{self, Expr, ExprKind, OperatorName, ParallelHeader, PrintPart, StmtKind};

use crate::semantic::builtin::{self, Builtin};
use crate::semantic::class::{Binding, Scopes};
use crate::semantic::names::{self, Callee, Names, Routine};
use crate::semantic::problem::{Place, Problem, Problems};
use crate::semantic::program::BlockId;
use crate::semantic::subscripted;

/// Checks every use of a name in a routine.
pub(in crate::semantic) fn check(
    names: &Names<'_>,
    routine: usize,
    scopes: &Scopes,
    is_entry: bool,
    problems: &mut Problems,
) {
    let mut checker = Checker {
        names,
        routine: &names.routines[routine],
        scopes,
        is_entry,
        problems,
        block: BlockId(0),
        loops: 0,
        blocks: 0,
        unknown: Vec::new(),
    };
    let formals = &checker.routine.formals;
    for formal in formals {
        for dimension in formal.dimensions.unwrap_or_default().iter().flatten() {
            checker.value(dimension);
        }
        // The default of an input is data of the run: whoever binds the inputs evaluates it.
        if let Some(default) = formal
            .default
            .filter(|_| checker.routine.algorithm.is_some())
        {
            checker.initial(default);
        }
    }
    checker.statements(checker.routine.body);
}

/// Whether whole arrays may stand in an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Context {
    /// One value is needed.
    Scalar,
    /// The expression is evaluated for every element.
    Elementwise,
}

struct Checker<'a, 'p> {
    names: &'a Names<'a>,
    routine: &'a Routine<'a>,
    scopes: &'a Scopes,
    is_entry: bool,
    problems: &'p mut Problems,
    block: BlockId,
    /// Loops around, within the innermost block.
    loops: usize,
    /// Blocks around.
    blocks: usize,
    /// Unknown names that were reported already: once is enough.
    unknown: Vec<String>,
}

impl Checker<'_, '_> {
    fn statements(&mut self, statements: &[ast::Stmt]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn in_loop(&mut self, body: &[ast::Stmt]) {
        self.loops += 1;
        self.statements(body);
        self.loops -= 1;
    }

    fn statement(&mut self, statement: &ast::Stmt) {
        let span = statement.span;
        match &statement.kind {
            StmtKind::Assign {
                target,
                value,
                operator,
            } => {
                let context = self.target(target);
                self.operator(*operator, span);
                if context == Context::Elementwise && operator.is_none() {
                    self.initial(value);
                } else {
                    self.expression(value, context);
                }
            }
            StmtKind::Declare { declarators, .. } => {
                for declarator in declarators {
                    for dimension in declarator.dimensions.iter().flatten().flatten() {
                        self.value(dimension);
                    }
                    match (&declarator.initial, &declarator.dimensions) {
                        (Some(initial), Some(_)) => self.initial(initial),
                        (Some(initial), None) => self.value(initial),
                        (None, _) => {}
                    }
                }
            }
            StmtKind::Parallel(parallel) => self.parallel(parallel, span),
            StmtKind::For {
                from,
                to,
                step,
                body,
                ..
            } => {
                self.value(from);
                self.value(to);
                self.optional(step.as_ref());
                self.in_loop(body);
            }
            StmtKind::CFor {
                initial,
                condition,
                update,
                body,
            } => {
                if let Some(initial) = initial {
                    self.statement(initial);
                }
                self.optional(condition.as_ref());
                if let Some(update) = update {
                    self.statement(update);
                }
                self.in_loop(body);
            }
            StmtKind::While { condition, body } => {
                self.value(condition);
                self.in_loop(body);
            }
            StmtKind::Repeat { count, body } => {
                self.value(count);
                self.in_loop(body);
            }
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.value(condition);
                self.statements(then);
                self.statements(otherwise);
            }
            StmtKind::Return(value) => self.result(value.as_ref(), span),
            StmtKind::Break | StmtKind::Continue => {
                if self.loops == 0 {
                    let is_break = matches!(statement.kind, StmtKind::Break);
                    let word = if is_break { "prekini" } else { "nastavi" };
                    let place = if self.blocks > 0 {
                        Place::LeavesBlock(word)
                    } else {
                        Place::LeavesNothing(word)
                    };
                    self.problems.report(Problem::Misplaced { place, span });
                }
            }
            StmtKind::Barrier(range) => {
                if self.blocks == 0 {
                    let place = Place::BarrierOutside;
                    self.problems.report(Problem::Misplaced { place, span });
                }
                if let Some((from, to)) = range {
                    self.value(from);
                    self.value(to);
                }
            }
            StmtKind::Print(parts) => {
                for part in parts {
                    if let PrintPart::Value(value) = part {
                        self.named_or_value(value);
                    }
                }
            }
            StmtKind::Assert { condition, .. } => self.value(condition),
            StmtKind::Output(values) => {
                if self.blocks > 0 || !self.is_entry {
                    let place = if self.blocks > 0 {
                        Place::OutputInBlock
                    } else {
                        Place::OutputInAlgorithm
                    };
                    self.problems.report(Problem::Misplaced { place, span });
                }
                for value in values {
                    self.named_or_value(value);
                }
            }
            StmtKind::Call(call) => match &call.kind {
                ExprKind::Call(name, arguments) => {
                    self.call(name, arguments, call.span, Context::Scalar, true);
                }
                _ => self.value(call),
            },
            StmtKind::Block(body) => self.statements(body),
            StmtKind::Empty => {}
        }
    }

    /// `vrati`
    fn result(&mut self, value: Option<&Expr>, span: Span) {
        let Some(value) = value else { return };
        if self.blocks > 0 {
            let place = Place::ResultInBlock;
            self.problems.report(Problem::Misplaced { place, span });
        } else if self.routine.algorithm.is_none() {
            let place = Place::ResultOfProgram;
            self.problems.report(Problem::Misplaced { place, span });
        }
        match &value.kind {
            ExprKind::Name(name) if self.array(name).is_some() => {}
            _ => self.expression(value, Context::Elementwise),
        }
    }

    fn parallel(&mut self, parallel: &ast::Parallel, span: Span) {
        match &parallel.header {
            ParallelHeader::Ranges(ranges) => {
                for range in ranges {
                    self.value(&range.from);
                    self.value(&range.to);
                    self.optional(range.step.as_ref());
                }
            }
            ParallelHeader::Indices(variable) => {
                let arrays = subscripted::arrays(&parallel.body, &variable.text);
                if arrays.is_empty() {
                    self.problems.report(Problem::NothingSubscripted {
                        index: variable.text.clone(),
                        span: variable.span,
                    });
                }
            }
            ParallelHeader::IndicesOf { array, .. } => self.must_be_array(array, array.span),
        }
        let Some(&block) = self.scopes.block_at.get(&span) else {
            return;
        };
        let outer = (self.block, self.loops);
        self.block = block;
        self.loops = 0;
        self.blocks += 1;
        self.statements(&parallel.body);
        self.blocks -= 1;
        (self.block, self.loops) = outer;
    }

    fn target(&mut self, target: &ast::Target) -> Context {
        match target {
            ast::Target::Name(_) => Context::Scalar,
            ast::Target::Element(name, subscripts, span) => {
                self.element(name, subscripts, *span);
                Context::Scalar
            }
            ast::Target::WholeArray(name, span) => {
                self.must_be_array(name, *span);
                Context::Elementwise
            }
        }
    }

    fn optional(&mut self, expr: Option<&Expr>) {
        if let Some(expr) = expr {
            self.value(expr);
        }
    }

    /// An expression of which one value is needed.
    fn value(&mut self, expr: &Expr) {
        self.expression(expr, Context::Scalar);
    }

    /// An array by name, or a value.
    fn named_or_value(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Name(name) if self.array(name).is_some() => {}
            ExprKind::WholeArray(name) => self.must_be_array(name, expr.span),
            _ => self.value(expr),
        }
    }

    /// What may stand behind the `=` of a declaration: data, or an expression.
    fn initial(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::List(_) => {}
            ExprKind::Name(name)
                if builtin::generator_named(&name.text).is_some()
                    && self.scopes.find(self.block, &name.text).is_none() => {}
            ExprKind::Call(name, arguments)
                if matches!(
                    self.names.callee(name, None),
                    Some(Callee::Builtin(Builtin::Generator(_)))
                ) =>
            {
                self.builtin_arity(name, arguments.len(), expr.span);
                for argument in arguments {
                    self.value(argument);
                }
            }
            _ => self.expression(expr, Context::Elementwise),
        }
    }

    fn expression(&mut self, expr: &Expr, context: Context) {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Real(_) | ExprKind::Bool(_) => {}
            ExprKind::Name(name) => self.scalar_name(name, context),
            ExprKind::WholeArray(name) => {
                self.must_be_array(name, expr.span);
                if context == Context::Scalar && self.array(name).is_some() {
                    self.problems.report(Problem::WholeArrayAsValue {
                        name: name.text.clone(),
                        span: expr.span,
                    });
                }
            }
            ExprKind::Element(name, subscripts) => self.element(name, subscripts, expr.span),
            ExprKind::Call(name, arguments) => {
                self.call(name, arguments, expr.span, context, false);
            }
            ExprKind::Unary(_, operand) => self.expression(operand, context),
            ExprKind::Binary(operator, span, left, right) => {
                self.operator(Some(*operator), *span);
                self.expression(left, context);
                self.expression(right, context);
            }
            ExprKind::Neutral(operator) => {
                if *operator == OperatorName::Generic {
                    self.must_be_generic(expr.span);
                }
            }
            ExprKind::List(_) => {
                let place = Place::ListInExpression;
                let span = expr.span;
                self.problems.report(Problem::Misplaced { place, span });
            }
        }
    }

    fn operator(&mut self, operator: Option<ast::BinaryOp>, span: Span) {
        if operator == Some(ast::BinaryOp::Generic) {
            self.must_be_generic(span);
        }
    }

    fn must_be_generic(&mut self, span: Span) {
        if !self.routine.is_generic() {
            let name = self.routine.name.clone();
            self.problems.report(Problem::NotGeneric { name, span });
        }
    }

    fn scalar_name(&mut self, name: &ast::Ident, context: Context) {
        match self.scopes.find(self.block, &name.text) {
            Some(Binding::Scalar(_)) => {}
            Some(Binding::Array(id)) => {
                let array = &self.scopes.arrays[id.index()];
                if array.rank != Some(0) {
                    self.problems.report(Problem::ArrayAsValue {
                        name: name.text.clone(),
                        span: name.span,
                        declared: array.span,
                        elementwise: context == Context::Elementwise,
                    });
                }
            }
            None => match name.text.as_str() {
                "p" | "d" | "B" => {}
                _ => self.unknown(name, false),
            },
        }
    }

    /// The array that a name stands for.
    #[expect(
        clippy::option_option,
        reason = "an array's rank may not be known without types"
    )]
    fn array(&self, name: &ast::Ident) -> Option<Option<u8>> {
        match self.scopes.find(self.block, &name.text)? {
            Binding::Array(id) => match self.scopes.arrays[id.index()].rank {
                Some(0) => None,
                rank => Some(rank),
            },
            Binding::Scalar(_) => None,
        }
    }

    fn must_be_array(&mut self, name: &ast::Ident, span: Span) {
        if self.array(name).is_some() {
            return;
        }
        match self.scopes.find(self.block, &name.text) {
            None => self.unknown(name, true),
            Some(binding) => {
                let (declared, class) = match binding {
                    Binding::Scalar(id) => {
                        let scalar = &self.scopes.scalars[id.index()];
                        (scalar.span, scalar.class_and_reason())
                    }
                    Binding::Array(id) => {
                        let scalar = &self.scopes.arrays[id.index()];
                        (scalar.span, scalar.class_and_reason())
                    }
                };
                self.problems.report(Problem::ScalarAsArray {
                    name: name.text.clone(),
                    span,
                    declared,
                    class,
                });
            }
        }
    }

    fn element(&mut self, name: &ast::Ident, subscripts: &[Expr], span: Span) {
        self.must_be_array(name, span);
        if let Some(Some(rank)) = self.array(name)
            && usize::from(rank) != subscripts.len()
        {
            self.problems.report(Problem::WrongRank {
                name: name.text.clone(),
                rank,
                given: subscripts.len(),
                span,
            });
        }
        for subscript in subscripts {
            self.value(subscript);
        }
    }

    fn unknown(&mut self, name: &ast::Ident, array: bool) {
        if self.unknown.contains(&name.text) {
            return;
        }
        self.unknown.push(name.text.clone());
        let input = (self.names.inputs.get(name.text.as_str()))
            .filter(|_| self.routine.algorithm.is_some())
            .map(|input| input.name.span);
        let visible = self.scopes.visible(self.block);
        let algorithm = if self.names.exact(None, &name.text).is_some() {
            Some("an algorithm")
        } else {
            builtin::find(&name.text).map(|_| "a function")
        };
        self.problems.report(Problem::UnknownName {
            name: name.text.clone(),
            span: name.span,
            array,
            input,
            algorithm,
            suggestion: names::did_you_mean(&name.text, visible),
            elsewhere: self.scopes.elsewhere(&name.text),
        });
    }
}
