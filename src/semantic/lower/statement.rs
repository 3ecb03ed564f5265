//! Statements.

use crate::source::Span;
use crate::syntax::ast::{self, ExprKind as Source, StmtKind as SourceStmt, Storage};

use super::super::names::{Callee, display};
use super::{Lowered, Lowering, Meaning, Reported};
use crate::program::{Asserted, Charge, Initial, Meeting, Stmt, StmtKind};
use crate::semantic::problem::OperandOf;

impl<'a> Lowering<'a, '_> {
    pub(super) fn statements(&mut self, statements: &'a [ast::Stmt]) {
        for statement in statements {
            let outer = std::mem::replace(&mut self.statement, statement.span);
            // What is wrong with a statement is reported; the next one is looked at all the same.
            let _: Lowered<()> = self.statement(statement);
            if self.checker.is_inferring() {
                self.remember(statement);
            }
            self.statement = outer;
        }
    }

    pub(super) fn statement(&mut self, statement: &'a ast::Stmt) -> Lowered<()> {
        let span = statement.span;
        match &statement.kind {
            SourceStmt::Assign {
                target,
                operator,
                value,
            } => match target {
                ast::Target::Name(name) => self.assign_name(name, *operator, value, span),
                ast::Target::Element(name, subscripts, at) => {
                    let cell = self.subscripted(name, subscripts, *at);
                    self.assign_cell(cell, *operator, value, span)
                }
                ast::Target::WholeArray(name, at) => {
                    self.whole_array(name, *at, *operator, value, span)
                }
                ast::Target::Section(name, subscripts, at) => {
                    self.assign_section((name, subscripts, *at), *operator, value, span)
                }
            },
            SourceStmt::Declare {
                storage,
                declarators,
            } => {
                for declarator in declarators {
                    let _: Lowered<()> = self.declaration(*storage, declarator);
                }
                Ok(())
            }
            SourceStmt::Parallel(parallel) => self.parallel(parallel, span),
            SourceStmt::For {
                variable,
                from,
                to,
                step,
                body,
            } => self.counting(variable, from, to, step.as_ref(), body, span),
            SourceStmt::Repeat { count, body } => self.repeat(count, body, span),
            SourceStmt::While { condition, body } => {
                self.looping(Some(condition), body, Charge::Step, span, |_| {});
                Ok(())
            }
            SourceStmt::CFor {
                initial,
                condition,
                update,
                body,
            } => {
                self.c_style(
                    initial.as_deref(),
                    condition.as_ref(),
                    update.as_deref(),
                    body,
                    span,
                );
                Ok(())
            }
            SourceStmt::If {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.value(condition).and_then(|value| self.truth(value));
                let [then, otherwise] = self.either(
                    |this| this.statements(then),
                    |this| this.statements(otherwise),
                );
                let (condition, charge) = (condition?, Charge::Step);
                let branch = StmtKind::If {
                    condition,
                    charge,
                    then,
                    otherwise,
                };
                self.push(branch, span);
                Ok(())
            }
            SourceStmt::Return(value) => {
                let result = self.give_back(value.as_ref(), span);
                self.assigned = None;
                result
            }
            SourceStmt::Break | SourceStmt::Continue => {
                let is_break = matches!(statement.kind, SourceStmt::Break);
                self.push(
                    if is_break {
                        StmtKind::Break
                    } else {
                        StmtKind::Continue
                    },
                    span,
                );
                self.assigned = None;
                Ok(())
            }
            SourceStmt::Barrier(range) => {
                let range = match range {
                    None => None,
                    Some((from, to)) => {
                        let what = OperandOf::BarrierRange;
                        let (from, to) = (self.bound(from, what.clone()), self.bound(to, what));
                        Some((from?, to?))
                    }
                };
                self.push(StmtKind::Barrier(range), span);
                Ok(())
            }
            SourceStmt::WarpBarrier => {
                self.push(StmtKind::WarpBarrier, span);
                Ok(())
            }
            SourceStmt::Atomic { .. } => self.atomic(statement),
            SourceStmt::Meet(meeting) => self.meet(meeting, span),
            SourceStmt::Print(parts) => self.print(parts, span),
            SourceStmt::Assert { condition, message } => {
                let condition = self.value(condition).and_then(|value| self.truth(value))?;
                let asserted = Asserted::Said(message.clone());
                self.push(
                    StmtKind::Assert {
                        condition,
                        asserted,
                    },
                    span,
                );
                Ok(())
            }
            SourceStmt::ClaimTurns(_) => {
                self.claimed_turn(span);
                Ok(())
            }
            SourceStmt::Output(values) => self.output(values, span),
            SourceStmt::Call(call) => self.call_statement(call),
            SourceStmt::Block(body) => {
                self.statements(body);
                Ok(())
            }
            SourceStmt::Send {
                manner,
                items,
                to,
                tag,
            } => self.send(*manner, items, to, tag.as_ref(), span),
            SourceStmt::Receive {
                targets,
                from,
                sender,
                tag,
            } => self.receive(targets, from, sender.as_ref(), tag.as_ref(), span),
            SourceStmt::Empty => Ok(()),
        }
    }

    /// The statements of two branches, of which a processor takes one.
    pub(super) fn either(
        &mut self,
        then: impl FnOnce(&mut Self),
        otherwise: impl FnOnce(&mut Self),
    ) -> [Vec<Stmt>; 2] {
        let (before, made) = (self.assigned.clone(), self.made.clone());
        let then = self.separately(then);
        let after_then = std::mem::replace(&mut self.assigned, before);
        let made_then = std::mem::replace(&mut self.made, made);
        let otherwise = self.separately(otherwise);
        self.assigned = match (after_then, self.assigned.take()) {
            (Some(one), Some(other)) => Some(&one & &other),
            (one, other) => one.or(other),
        };
        self.made.extend(made_then);
        [then, otherwise]
    }

    fn meet(&mut self, meeting: &'a ast::Meeting, span: Span) -> Lowered<()> {
        let meeting = match meeting {
            ast::Meeting::Barrier => Meeting::Barrier,
            ast::Meeting::Call(name, argument) => {
                let argument = argument.as_ref();
                let argument = argument.map(|argument| self.bound(argument, OperandOf::Root));
                Meeting::Call(display(name), argument.transpose()?)
            }
        };
        self.push(StmtKind::Meet(meeting), span);
        Ok(())
    }

    fn call_statement(&mut self, call: &ast::Expr) -> Lowered<()> {
        let Source::Call(name, arguments) = &call.kind else {
            return Err(Reported);
        };
        match self.callee(name) {
            Some(Callee::Routine(routine, operator)) => {
                self.call(routine, operator, arguments, call.span, false, None)?;
                Ok(())
            }
            None => {
                let message = self.message_call(name, arguments, call.span);
                message.unwrap_or(Err(Reported))
            }
            _ => Err(Reported),
        }
    }

    fn declaration(&mut self, storage: Storage, declarator: &ast::Declarator) -> Lowered<()> {
        let name = &declarator.name;
        match (&declarator.dimensions, &declarator.initial) {
            (Some(dimensions), initial) => {
                self.declare_array(name, dimensions, initial.as_ref(), name.span)?;
                let array = self.array(name)?;
                if storage == Storage::Channel {
                    // A queue holds no value of its own.
                    self.join_element(array, Some(crate::program::Type::Int), name.span);
                }
                self.distribute(array, declarator.distribution.as_ref())
            }
            (None, Some(initial)) if storage != Storage::Array => {
                let span = name.span.to(initial.span);
                self.assign_name(name, None, initial, span)
            }
            (None, None) if matches!(storage, Storage::Local | Storage::Group) => {
                // A fresh, unwritten value each time: also in the next execution of a loop's body.
                match self.meaning(name) {
                    Some(Meaning::Scalar(id)) => {
                        if let Some(assigned) = &mut self.assigned {
                            assigned.remove(&id);
                        }
                        self.push(StmtKind::Forget(id), name.span);
                    }
                    Some(Meaning::SharedScalar(array)) => {
                        let (dimensions, initial) = (Vec::new(), Initial::Unwritten);
                        let allocate = StmtKind::Allocate {
                            array,
                            dimensions,
                            initial,
                        };
                        self.push(allocate, name.span);
                    }
                    _ => {}
                }
                Ok(())
            }
            (None, _) => Ok(()),
        }
    }

    /// The array that an expression names and nothing else.
    pub(super) fn named_array(&self, expr: &ast::Expr) -> Option<super::ArrayId> {
        match &expr.kind {
            Source::Name(name) | Source::WholeArray(name) => self.array(name).ok(),
            _ => None,
        }
    }
}
