//! What can be checked without types: names, numbers of arguments, places of statements.

mod call;
mod expression;
mod kernel;
mod message;
mod name;

use std::collections::HashSet;

use crate::source::Span;
use crate::syntax::ast::{self, Expr, ExprKind, ParallelHeader, PrintPart, StmtKind};
use crate::syntax::keyword::Concept;

use crate::program::Memory;
use crate::semantic::class::Scopes;
use crate::semantic::names::{Names, Routine};
use crate::semantic::problem::{KernelPlace, Place, Problem, Problems};
use crate::semantic::{KnownMachine, spelling};

/// Checks every use of a name in a routine.
pub(in crate::semantic) fn check(
    names: &Names<'_>,
    routine: usize,
    all_scopes: &[Scopes],
    (is_entry, machine): (bool, KnownMachine),
    problems: &mut Problems,
) {
    let mut checker = Checker {
        names,
        routine: &names.routines[routine],
        scopes: &all_scopes[routine],
        all_scopes,
        is_entry,
        machine,
        kernel: None,
        problems,
        loops: 0,
        claimed: None,
        blocks: 0,
        headless: None,
        unknown: HashSet::new(),
    };
    let formals = &checker.routine.formals;
    for formal in formals {
        checker.distribution(formal.distribution, formal.dimensions.is_some());
        for dimension in formal.dimensions.unwrap_or_default().iter().flatten() {
            checker.value(dimension);
        }
        // The default of an input is data of the run: it is evaluated when the inputs are bound.
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
    all_scopes: &'a [Scopes],
    is_entry: bool,
    machine: KnownMachine,
    /// In a kernel: how many branches and loops are around.
    kernel: Option<usize>,
    problems: &'p mut Problems,
    /// Loops around, within the innermost block.
    loops: usize,
    /// The bound on turns with which the body of the innermost loop begins.
    claimed: Option<Span>,
    /// Blocks around.
    blocks: usize,
    /// The head of the innermost block, if it names no processors.
    headless: Option<Span>,
    /// Names that were reported already, as unknown or as no arrays: once is enough.
    unknown: HashSet<String>,
}

impl Checker<'_, '_> {
    fn statements(&mut self, statements: &[ast::Stmt]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn in_loop(&mut self, body: &[ast::Stmt]) {
        self.loops += 1;
        let kernel = self.kernel;
        self.kernel = kernel.map(|depth| depth + 1);
        let claimed = ast::visit::claimed_turns(body).map(|(claim, _)| claim.span);
        let outer = std::mem::replace(&mut self.claimed, claimed);
        self.statements(body);
        self.claimed = outer;
        self.kernel = kernel;
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
                self.operator(*operator, span);
                if let ast::Target::Name(name) = target
                    && self.assigned_by_name(name, *operator, value)
                {
                    return;
                }
                let context = self.target(target);
                if context == Context::Elementwise && operator.is_none() {
                    self.initial(value);
                } else {
                    self.expression(value, context);
                }
            }
            StmtKind::Declare {
                declarators,
                storage,
            } => {
                if (*storage, self.machine.memory) == (ast::Storage::Shared, Memory::Private) {
                    let place = Place::SharedAmongMessages;
                    self.problems.report(Problem::Misplaced { place, span });
                }
                if *storage == ast::Storage::Channel {
                    self.channel_declaration(span);
                }
                kernel::declaration(self, *storage, declarators, span);
                for declarator in declarators {
                    let is_array =
                        declarator.dimensions.is_some() || *storage == ast::Storage::Array;
                    self.distribution(declarator.distribution.as_ref(), is_array);
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
                let kernel = self.kernel;
                self.kernel = kernel.map(|depth| depth + 1);
                self.statements(then);
                self.statements(otherwise);
                self.kernel = kernel;
            }
            StmtKind::Return(value) => self.result(value.as_ref(), span),
            StmtKind::Break => self.leave_loop(Concept::Break, span),
            StmtKind::Continue => self.leave_loop(Concept::Continue, span),
            StmtKind::Barrier(range) => kernel::barrier(self, range.as_ref(), span),
            StmtKind::WarpBarrier => {
                kernel::only_in_kernel(self, KernelPlace::WarpBarrierOutside, span);
            }
            StmtKind::Atomic { .. } => kernel::atomic(self, statement),
            StmtKind::Print(parts) => {
                for part in parts {
                    if let PrintPart::Value(value) = part {
                        self.shown(value);
                    }
                }
            }
            StmtKind::Assert { condition, .. } => self.value(condition),
            StmtKind::ClaimTurns(bound) => {
                if self.claimed != Some(span) {
                    let place = Place::TurnsOutside;
                    self.problems.report(Problem::Misplaced { place, span });
                }
                self.value(bound);
            }
            StmtKind::Output(outputs) => {
                if self.blocks > 0 || !self.is_entry {
                    let place = if self.blocks > 0 {
                        Place::OutputInBlock
                    } else {
                        Place::OutputInAlgorithm
                    };
                    self.problems.report(Problem::Misplaced { place, span });
                }
                for output in outputs {
                    self.shown(&output.value);
                }
            }
            StmtKind::Call(call) => match &call.kind {
                ExprKind::Call(name, arguments) => {
                    self.call(name, arguments, call.span, Context::Scalar, true);
                }
                _ => self.value(call),
            },
            StmtKind::Block(body) => self.statements(body),
            StmtKind::Send { .. } | StmtKind::Receive { .. } | StmtKind::Meet(_) => {
                self.message(statement);
            }
            StmtKind::Empty => {}
        }
    }

    /// `prekini`, `nastavi`
    fn leave_loop(&mut self, word: Concept, span: Span) {
        if self.loops == 0 {
            let place = if self.blocks > 0 {
                Place::LeavesBlock(word)
            } else {
                Place::LeavesNothing(word)
            };
            self.problems.report(Problem::Misplaced { place, span });
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
                let block = self.scopes.mentions.block_at[&span];
                let arrays = self.scopes.mentions.subscripted(block, &variable.text);
                if arrays.is_empty() {
                    self.problems.report(Problem::NothingSubscripted {
                        index: variable.text.clone(),
                        span: variable.span,
                    });
                }
            }
            ParallelHeader::IndicesOf { array, .. } => self.must_be_array(array, array.span),
            ParallelHeader::SideBySide { .. } => self.side_by_side(&parallel.body, span),
        }
        if parallel.tasks.is_some() && self.machine.memory == Memory::Shared {
            let place = Place::TasksInSharedMemory(self.machine.names_network);
            self.problems.report(Problem::Misplaced { place, span });
        }
        kernel::header(self, parallel, span);
        let outer = (self.loops, self.headless, self.kernel);
        self.kernel = parallel.is_kernel().then_some(0);
        let is_headless = matches!(parallel.header, ParallelHeader::SideBySide { .. });
        self.headless = is_headless.then_some(span);
        let tasks = parallel.tasks.as_ref();
        self.optional(tasks.and_then(|tasks| tasks.mapping.as_ref()));
        self.loops = 0;
        self.blocks += 1;
        self.statements(&parallel.body);
        self.blocks -= 1;
        (self.loops, self.headless, self.kernel) = outer;
    }

    /// `paralelno { …; … }`
    fn side_by_side(&mut self, tasks: &[ast::Stmt], span: Span) {
        let mut misplaced = |place, span| self.problems.report(Problem::Misplaced { place, span });
        if self.machine.memory == Memory::Private {
            misplaced(Place::SideBySideAmongMessages, span);
        }
        if tasks.is_empty() {
            misplaced(Place::NoTask, span);
        }
        for task in tasks {
            match task.kind {
                StmtKind::Declare { .. } => misplaced(Place::DeclarationAsTask, task.span),
                StmtKind::Barrier(_) => misplaced(Place::BarrierAsTask, task.span),
                _ => {}
            }
        }
    }

    fn target(&mut self, target: &ast::Target) -> Context {
        match target {
            ast::Target::Name(_) => Context::Scalar,
            ast::Target::Element(name, subscripts, span) => {
                self.element(name, subscripts, *span);
                Context::Scalar
            }
            ast::Target::Section(name, subscripts, span) => {
                self.section(name, subscripts, *span);
                Context::Elementwise
            }
            ast::Target::WholeArray(name, span) => {
                self.must_be_array(name, *span);
                Context::Elementwise
            }
        }
    }

    /// Assignments in which an array's bare name is taken for the array; whether this is one.
    fn assigned_by_name(
        &mut self,
        target: &ast::Ident,
        operator: Option<ast::BinaryOp>,
        value: &Expr,
    ) -> bool {
        let source = match &value.kind {
            ExprKind::Name(name) => self.array(name).map(|array| (name, array)),
            _ => None,
        };
        if let Some(array) = self.array(target) {
            let operator = operator.map_or("", spelling::symbol);
            let whole = source.map(|(source, _)| {
                let (target, source) = (&target.text, &source.text);
                format!("{target}[] {operator}= {source}[];")
            });
            self.problems.report(Problem::AssignedArray {
                name: target.text.clone(),
                array: array.span,
                span: target.span,
                whole,
            });
            if source.is_none() {
                self.expression(value, Context::Elementwise);
            }
            return true;
        }
        if let ExprKind::List(elements) = &value.kind {
            self.unknown.insert(target.text.clone());
            self.problems.report(Problem::AssignedList {
                name: target.text.clone(),
                length: elements.len(),
                span: target.span,
            });
            return true;
        }
        let Some((source, array)) = source.filter(|_| operator.is_none()) else {
            return false;
        };
        self.problems.report(Problem::ArrayAsValue {
            name: source.text.clone(),
            span: source.span,
            declared: array.span,
            elementwise: false,
            into: Some(target.text.clone()),
        });
        true
    }
}
