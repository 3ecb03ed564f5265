//! The walk over a routine that finds what it mentions.

use std::collections::HashMap;

use crate::program::BlockId;
use crate::semantic::names::{self, Names, Routine};
use crate::semantic::spelling;
use crate::source::Span;
use crate::syntax::ast::visit::{self, Visitor, walk_expression, walk_statement};
use crate::syntax::ast::{
    AlgorithmName, Distributed, Expr, ExprKind, Ident, Parallel, ParallelHeader, Stmt, StmtKind,
    Subscript, Target, WrittenChange,
};

use super::{Form, Mention, MentionBlock, Mentions, Usage};

/// Goes through a routine in the order of the text, its parameters first.
pub(super) fn walk(routine: &Routine<'_>, names: &Names<'_>) -> Mentions {
    let mut walk = Walk {
        names,
        block: BlockId(0),
        mentions: Mentions {
            all: Vec::new(),
            executed: Vec::new(),
            blocks: Vec::new(),
            block_at: HashMap::new(),
            at: HashMap::new(),
        },
    };
    walk.parameters(routine);
    walk.block(None, routine.header, |this| {
        visit::statements(this, routine.body);
    });
    walk.mentions
}

struct Walk<'n> {
    names: &'n Names<'n>,
    block: BlockId,
    mentions: Mentions,
}

impl Visitor for Walk<'_> {
    fn statement(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Assign {
                target,
                operator,
                value,
            } => {
                let usage = match operator {
                    None => Usage::Assigned,
                    Some(_) => Usage::Updated,
                };
                self.after(
                    |this| this.target(usage, target),
                    |this| this.expression(value),
                );
            }
            StmtKind::Declare {
                storage,
                declarators,
            } => {
                for declarator in declarators {
                    let usage = Usage::Declared {
                        storage: *storage,
                        dimensions: declarator.dimensions.as_ref().map(Vec::len),
                        has_value: declarator.initial.is_some(),
                    };
                    self.after(
                        |this| this.name(usage, Form::Name, &declarator.name),
                        |this| {
                            this.expressions(declarator.dimensions.iter().flatten().flatten());
                            this.distribution(declarator.distribution.as_ref());
                            this.expressions(&declarator.initial);
                        },
                    );
                }
            }
            StmtKind::Atomic {
                target,
                change,
                value,
                old,
            } => self.after(
                |this| {
                    this.target(Usage::Updated, target);
                    if let Some(old) = old {
                        this.name(Usage::Assigned, Form::Name, old);
                    }
                },
                |this| {
                    if let WrittenChange::Compare(condition) = change {
                        this.expression(condition);
                    }
                    this.expression(value);
                },
            ),
            StmtKind::Receive {
                targets,
                from,
                sender,
                tag,
            } => self.after(
                |this| {
                    for target in targets {
                        this.target(Usage::Received, target);
                    }
                    if let Some(sender) = sender {
                        this.name(Usage::Received, Form::Name, sender);
                    }
                },
                |this| this.expressions(from.expressions().iter().chain(tag)),
            ),
            StmtKind::Parallel(parallel) => self.parallel(parallel, statement.span),
            StmtKind::For {
                variable,
                from,
                to,
                step,
                body,
            } => {
                self.after(
                    |this| this.name(Usage::Counts, Form::Name, variable),
                    |this| this.expressions([from, to].into_iter().chain(step)),
                );
                visit::statements(self, body);
            }
            StmtKind::CFor {
                initial,
                condition,
                update,
                body,
            } => {
                match initial.as_ref().map(|initial| &initial.kind) {
                    Some(StmtKind::Assign {
                        target: Target::Name(variable),
                        operator: None,
                        value,
                    }) => self.after(
                        |this| this.name(Usage::Counts, Form::Name, variable),
                        |this| this.expression(value),
                    ),
                    _ => initial.iter().for_each(|initial| self.statement(initial)),
                }
                self.expressions(condition);
                self.after(
                    |this| update.iter().for_each(|update| this.statement(update)),
                    |this| visit::statements(this, body),
                );
            }
            StmtKind::Call(call) => {
                // `recv(x, j)`, where no algorithm has that name.
                if let ExprKind::Call(name, arguments) = &call.kind
                    && self.names.callee(name, None).is_none()
                    && let Some(kind) = spelling::message_call(name, arguments)
                {
                    self.name_of_call(name);
                    let span = statement.span;
                    self.statement(&Stmt::simple(kind, span));
                } else {
                    self.expression(call);
                }
            }
            StmtKind::Barrier(_) => {
                let block = &mut self.mentions.blocks[self.block.index()];
                block.native = !block.is_kernel;
                walk_statement(self, statement);
            }
            _ => walk_statement(self, statement),
        }
    }

    fn expression(&mut self, expression: &Expr) {
        match &expression.kind {
            ExprKind::Call(name, arguments) => {
                self.name_of_call(name);
                for argument in arguments {
                    self.used(Usage::Passed, argument);
                }
            }
            _ => self.used(Usage::Read, expression),
        }
    }
}

impl Walk<'_> {
    /// Parameters, then what gives their lengths, then what else there is in their brackets.
    fn parameters(&mut self, routine: &Routine<'_>) {
        for formal in &routine.formals {
            let written = |dimensions: &[_]| {
                if formal.is_open() {
                    0
                } else {
                    dimensions.len()
                }
            };
            let dimensions = formal.dimensions.map(written);
            self.name(Usage::Parameter { dimensions }, Form::Name, formal.name);
        }
        for formal in &routine.formals {
            for dimension in formal.dimensions.unwrap_or_default().iter().flatten() {
                match &dimension.kind {
                    ExprKind::Name(name) => self.name(Usage::Length, Form::Name, name),
                    _ => self.expression(dimension),
                }
            }
            self.distribution(formal.distribution);
            self.expressions(formal.default);
        }
    }

    fn parallel(&mut self, parallel: &Parallel, span: Span) {
        let indices: Vec<&Ident> = match &parallel.header {
            ParallelHeader::Ranges(ranges) => {
                for range in ranges {
                    self.expressions([&range.from, &range.to].into_iter().chain(&range.step));
                }
                ranges.iter().map(|range| &range.variable).collect()
            }
            ParallelHeader::Indices(variable) => vec![variable],
            ParallelHeader::IndicesOf { array, variable } => {
                self.name(Usage::Read, Form::Name, array);
                vec![variable]
            }
            ParallelHeader::SideBySide { .. } => Vec::new(),
        };
        self.block(Some(self.block), span, |this| {
            let block = &mut this.mentions.blocks[this.block.index()];
            block.native = parallel.asynchronous;
            block.is_kernel = parallel.is_kernel();
            for index in indices {
                this.name(Usage::Index, Form::Name, index);
            }
            this.expressions(parallel.tasks.iter().flat_map(|tasks| &tasks.mapping));
            visit::statements(this, &parallel.body);
        });
    }

    fn block(&mut self, parent: Option<BlockId>, span: Span, inside: impl FnOnce(&mut Self)) {
        let id = BlockId(self.mentions.blocks.len() as u32);
        let start = self.mentions.all.len();
        self.mentions.blocks.push(MentionBlock {
            parent,
            span,
            native: false,
            is_kernel: false,
            mentions: start..start,
        });
        self.mentions.block_at.insert(span, id);
        let outer = std::mem::replace(&mut self.block, id);
        inside(self);
        self.block = outer;
        self.mentions.blocks[id.index()].mentions.end = self.mentions.all.len();
    }

    /// What the first does stands before what the second does, and is executed after it.
    fn after(&mut self, first: impl FnOnce(&mut Self), second: impl FnOnce(&mut Self)) {
        let start = self.mentions.all.len();
        first(self);
        let middle = self.mentions.all.len();
        second(self);
        self.mentions.executed[start..].rotate_left(middle - start);
    }

    fn target(&mut self, usage: Usage, target: &Target) {
        match target {
            Target::Name(name) => self.name(usage, Form::Name, name),
            Target::WholeArray(name, span) => self.name(usage, Form::WholeArray(*span), name),
            Target::Element(name, subscripts, _) => self.element(usage, name, subscripts),
            Target::Section(name, subscripts, _) => self.section(usage, name, subscripts),
        }
    }

    /// An expression whose name, if it is one or a part of one, is used like this.
    fn used(&mut self, usage: Usage, expression: &Expr) {
        match &expression.kind {
            ExprKind::Name(name) => self.name(usage, Form::Name, name),
            ExprKind::WholeArray(name) => {
                self.name(usage, Form::WholeArray(expression.span), name);
            }
            ExprKind::Element(name, subscripts) => self.element(Usage::Read, name, subscripts),
            ExprKind::Section(name, subscripts) => self.section(Usage::Read, name, subscripts),
            ExprKind::Call(..) => self.expression(expression),
            _ => walk_expression(self, expression),
        }
    }

    fn element(&mut self, usage: Usage, name: &Ident, subscripts: &[Expr]) {
        let array = self.mentions.all.len();
        self.after(
            |this| this.name(usage, Form::Element(subscripts.len()), name),
            |this| {
                for (position, subscript) in subscripts.iter().enumerate() {
                    let number = this.mentions.all.len();
                    this.expression(subscript);
                    if matches!(subscript.kind, ExprKind::Name(_)) {
                        this.mentions.all[number].subscript = Some((array, position));
                    }
                }
            },
        );
    }

    fn section(&mut self, usage: Usage, name: &Ident, subscripts: &[Subscript]) {
        self.after(
            |this| this.name(usage, Form::Section(subscripts.len()), name),
            |this| this.expressions(subscripts.iter().flat_map(Subscript::expressions)),
        );
    }

    fn name_of_call(&mut self, name: &AlgorithmName) {
        self.mention(Usage::Called, Form::Name, names::display(name), name.span);
    }

    fn name(&mut self, usage: Usage, form: Form, name: &Ident) {
        self.mention(usage, form, name.text.clone(), name.span);
    }

    fn mention(&mut self, usage: Usage, form: Form, name: String, span: Span) {
        let number = self.mentions.all.len();
        self.mentions.all.push(Mention {
            name,
            span,
            block: self.block,
            usage,
            form,
            subscript: None,
            stands_for: None,
        });
        self.mentions.executed.push(number);
        self.mentions.at.entry(span).or_default().push(number);
    }

    fn distribution(&mut self, distribution: Option<&Distributed>) {
        self.expressions(distribution.and_then(|distribution| distribution.kind.expression()));
    }

    fn expressions<'e>(&mut self, expressions: impl IntoIterator<Item = &'e Expr>) {
        for expression in expressions {
            self.expression(expression);
        }
    }
}
