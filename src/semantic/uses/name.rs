//! Names: what each stands for, and the message where it stands for nothing.

use crate::program::{BlockId, Memory, Origin};
use crate::semantic::builtin;
use crate::semantic::class::ArrayInfo;
use crate::semantic::mentions::Binding;
use crate::semantic::names;
use crate::semantic::problem::{CalledLike, Problem, UnknownName};
use crate::semantic::subscript_in_name::cell_in_name;
use crate::source::Span;
use crate::syntax::ast;

use super::{Checker, Context};

impl<'a> Checker<'a, '_> {
    /// The array that a name stands for.
    pub(super) fn array(&self, name: &ast::Ident) -> Option<&'a ArrayInfo> {
        self.scopes.array_at(name)
    }

    pub(super) fn scalar_name(&mut self, name: &ast::Ident, context: Context) {
        match self.scopes.at(name) {
            Some(Binding::Scalar(_)) => {}
            Some(Binding::Array(id)) => {
                let array = &self.scopes.arrays[id.index()];
                if array.origin == Origin::Channel {
                    self.must_hold_values(name, name.span);
                } else if array.rank != Some(0) {
                    self.problems.report(Problem::ArrayAsValue {
                        name: name.text.clone(),
                        span: name.span,
                        declared: array.span,
                        elementwise: context == Context::Elementwise,
                        into: None,
                    });
                }
            }
            None => match name.text.as_str() {
                "p" | "d" | "B" => {}
                text if builtin::constant(text).is_some() => {}
                text if builtin::named_processor(text).is_some()
                    && self.machine.memory == Memory::Private => {}
                _ => self.unknown(name, false),
            },
        }
    }

    pub(super) fn must_be_array(&mut self, name: &ast::Ident, span: Span) {
        if self.array(name).is_some() {
            self.must_hold_values(name, span);
            return;
        }
        match self.scopes.at(name) {
            None => self.unknown(name, true),
            Some(_) if self.unknown.contains(&name.text) => {}
            Some(binding) => self.problems.report(Problem::ScalarAsArray {
                name: name.text.clone(),
                span,
                declared: self.scopes.span(binding),
                class: self.scopes.class(binding),
            }),
        }
    }

    /// The cell that a printed page calls so.
    fn cell(&self, block: BlockId, name: &str) -> Option<String> {
        let find = |name: &str| self.scopes.find(block, name);
        let is_array = |name: &str| find(name).is_some_and(|it| self.scopes.array(it).is_some());
        let is_index = |name: &str| {
            name.bytes().all(|byte| byte.is_ascii_digit())
                || matches!(find(name), Some(Binding::Scalar(_)))
        };
        let cell = cell_in_name(name, is_array, is_index);
        cell.map(|(array, subscripts)| format!("{array}[{subscripts}]"))
    }

    /// The algorithm that `FAST` of `FAST-MAX(x)` is the beginning of.
    fn called_with_hyphen(&self, name: &str) -> Option<String> {
        let is_printed = name.len() > 1 && name.chars().all(|c| c.is_uppercase() || c == '_');
        is_printed
            .then(|| self.names.hyphenated(name, ""))
            .flatten()
    }

    pub(super) fn unknown(&mut self, name: &ast::Ident, array: bool) {
        if !self.unknown.insert(name.text.clone()) {
            return;
        }
        let input = (self.names.inputs.get(name.text.as_str()))
            .filter(|_| self.routine.algorithm.is_some())
            .map(|input| input.name.span);
        let block = self
            .scopes
            .mentions
            .at(name)
            .map_or(BlockId(0), |mention| mention.block);
        let visible = if self.problems.are_many() {
            Vec::new()
        } else {
            self.scopes.visible(block)
        };
        let called = if self.names.exact(None, &name.text).is_some() {
            Some(CalledLike::Algorithm)
        } else {
            builtin::find(&name.text).map(|_| CalledLike::Function)
        };
        self.problems.report(Problem::UnknownName(UnknownName {
            name: name.text.clone(),
            span: name.span,
            array,
            input,
            called,
            suggestion: (self.cell(block, &name.text))
                .or_else(|| names::did_you_mean(&name.text, visible))
                .or_else(|| self.called_with_hyphen(&name.text)),
            headless: self.headless.filter(|_| !array),
            elsewhere: self.scopes.elsewhere(&name.text).map(Box::new),
        }));
    }
}
