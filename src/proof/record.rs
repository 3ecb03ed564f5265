//! Accesses as functions of the processors that execute them, and the steps that contain them.

use std::cell::RefCell;
use std::rc::Rc;

use super::finding::Exclusivity;
use super::polynomial::{Polynomial, ProofAtom};
use super::state::ProofArray;
use super::walker::{Assumptions, Walker};
use crate::program::accesses::{Access, AccessKind};
use crate::program::{Cell, Expr, ExprKind, Reach};

/// An access that any processor of some blocks may execute.
#[derive(Debug)]
pub(super) struct AccessFunction {
    /// The access in the source. None for unknown accesses.
    pub access: Option<Access>,
    /// The array.
    pub array: ProofArray,
    /// The cell of the original array, if `array` is a part of it.
    pub subscripts: Vec<Polynomial>,
    /// For a read: the least and the greatest number of earlier reads of the processor in the step.
    pub earlier: (u32, u32),
    /// What is known of what it does to the cell.
    pub effect: AccessEffect,
    /// The counters of the enclosing blocks, outermost first.
    pub counters: Vec<Rc<[ProofAtom]>>,
    /// Conditions that hold whenever the access is executed.
    pub assumed: Assumptions,
    /// The accesses of a section with the same form, including this one.
    pub alike: RefCell<Alike>,
}

/// What is known of what an access does to its cell.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum AccessEffect {
    /// A read, or a write of some value.
    Any,
    /// A write of this value by all processors.
    Stores(Polynomial),
    /// A part of a `nedjeljivo`, which happens as one.
    Atomic,
}

/// Accesses that differ only in their position in the source: they conflict with the same accesses.
#[derive(Debug)]
pub(super) struct Alike {
    /// The accesses in the source.
    pub accesses: Vec<Access>,
    /// Their known properties in the section.
    pub known: Exclusivity,
}

impl Alike {
    fn of(access: Option<Access>) -> RefCell<Self> {
        RefCell::new(Self {
            accesses: access.into_iter().collect(),
            known: Exclusivity::PROVED,
        })
    }
}

impl AccessFunction {
    /// Whether it is a read.
    pub fn is_read(&self) -> bool {
        (self.access).is_none_or(|access| access.kind == AccessKind::Read)
    }

    /// Whether it is a write.
    pub fn is_write(&self) -> bool {
        (self.access).is_none_or(|access| access.kind == AccessKind::Write)
    }
}

/// The accesses of one step.
#[derive(Default)]
struct Step {
    records: Vec<Rc<AccessFunction>>,
    earlier: (u32, u32),
}

impl Walker<'_> {
    /// A step that only reads.
    pub fn reading_step<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) {
        let mut step = Step::default();
        for expr in exprs {
            self.reads(expr, &mut step);
        }
        self.finish(&step.records);
    }

    /// A step that assigns a cell.
    pub fn writing_step(&mut self, cell: &Cell, updates: bool, value: &Expr, effect: AccessEffect) {
        let mut step = Step::default();
        for subscript in &cell.subscripts {
            self.reads(subscript, &mut step);
        }
        if updates {
            self.access(cell, AccessKind::Read, AccessEffect::Any, &mut step);
        }
        self.reads(value, &mut step);
        self.access(cell, AccessKind::Write, effect, &mut step);
        self.finish(&step.records);
    }

    /// An atomic statement, with the values that it reads before.
    pub fn atomic_step<'e>(&mut self, cell: &Cell, values: impl IntoIterator<Item = &'e Expr>) {
        let mut step = Step::default();
        for subscript in &cell.subscripts {
            self.reads(subscript, &mut step);
        }
        for value in values {
            self.reads(value, &mut step);
        }
        for kind in [AccessKind::Read, AccessKind::Write] {
            self.access(cell, kind, AccessEffect::Atomic, &mut step);
        }
        self.finish(&step.records);
    }

    /// The reads of an expression in the order of evaluation.
    fn reads(&mut self, expr: &Expr, step: &mut Step) {
        match &expr.kind {
            ExprKind::Constant(_)
            | ExprKind::Scalar { .. }
            | ExprKind::Length(..)
            | ExprKind::Machine(_) => {}
            ExprKind::Cell(cell) => {
                for subscript in &cell.subscripts {
                    self.reads(subscript, step);
                }
                self.access(cell, AccessKind::Read, AccessEffect::Any, step);
            }
            ExprKind::Unary(_, operand) | ExprKind::Convert(_, operand) => {
                self.reads(operand, step);
            }
            ExprKind::Binary(_, left, right) => {
                self.reads(left, step);
                self.reads(right, step);
            }
            ExprKind::And(left, right) | ExprKind::Or(left, right) => {
                self.reads(left, step);
                let mark = self.assumed.mark();
                self.assume(left, matches!(expr.kind, ExprKind::And(..)));
                let without = step.earlier.0;
                self.reads(right, step);
                step.earlier.0 = without;
                self.assumed.back_to(mark);
            }
            ExprKind::Builtin(_, arguments) => {
                for argument in arguments {
                    self.reads(argument, step);
                }
            }
        }
    }

    fn access(&mut self, cell: &Cell, kind: AccessKind, effect: AccessEffect, step: &mut Step) {
        if cell.reach == Reach::Private {
            return;
        }
        let earlier = step.earlier;
        if kind == AccessKind::Read {
            step.earlier = (earlier.0 + 1, earlier.1 + 1);
        }
        if !self.recording {
            return;
        }
        let access = Access {
            span: cell.span,
            kind,
        };
        self.findings.see(access);
        if self.level == 0 {
            return;
        }
        let array = self.array(cell.array);
        let subscripts: Vec<Polynomial> = (cell.subscripts.iter())
            .map(|subscript| self.whole(subscript))
            .collect();
        let (subscripts, inside) = self.of_whole(&array, subscripts);
        let mut assumed = self.assumed.clone();
        assumed.facts.extend(inside);
        step.records.push(Rc::new(AccessFunction {
            access: Some(access),
            array,
            subscripts,
            earlier,
            effect,
            counters: self.counters.clone(),
            assumed,
            alike: Alike::of(Some(access)),
        }));
    }

    /// Records unknown accesses, which may be any.
    pub fn unknown_accesses(&mut self) {
        if !self.recording || self.level == 0 {
            return;
        }
        let record = Rc::new(AccessFunction {
            access: None,
            array: self.any_array(0),
            subscripts: Vec::new(),
            earlier: (0, u32::MAX),
            effect: AccessEffect::Any,
            counters: self.counters.clone(),
            assumed: Assumptions::default(),
            alike: Alike::of(None),
        });
        self.finish(&[record]);
    }

    /// Ends a step: its accesses are compared with all others of the section, or with each other.
    fn finish(&mut self, records: &[Rc<AccessFunction>]) {
        if self.section.is_some() {
            for record in records {
                self.enter_sections(record);
            }
            return;
        }
        for (at, one) in records.iter().enumerate() {
            for other in &records[..=at] {
                self.meet_in_step(one, other, u32::MAX);
            }
        }
        if self.divergence > 0 {
            self.beside.extend(records.iter().cloned());
        }
    }
}
