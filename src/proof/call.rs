//! Calls: an algorithm is followed again for each call, with the arguments of that call.

use super::finding::Findings;
use super::polynomial::Polynomial;
use super::state::{PartExtent, ProofArray, ProofState, ProofValue, either};
use super::statement::has_exit;
use super::walker::{Timing, Walker};
use crate::program::{
    AlgorithmId, Argument, ArrayId, BlockId, Destination, Expr, Parameter, Program, Shape,
    StmtKind, Type,
};

/// The deepest nesting of calls that is followed.
const DEEPEST: usize = 24;

impl<'p> Walker<'p> {
    /// Follows the whole program.
    pub fn run(program: &'p Program, timing: Timing) -> Findings {
        let mut walker = Self::new(program, timing);
        walker.machine_facts();
        let algorithm = walker.algorithm;
        for parameter in &algorithm.parameters {
            match *parameter {
                Parameter::Scalar(id) => {
                    let value = match algorithm.scalars[id.index()].ty {
                        Type::Int => walker.unknown(0),
                        _ => ProofValue::Other(0),
                    };
                    walker.state.scalars.insert(id, value);
                }
                // Made together with the other shared scalars.
                Parameter::SharedScalar(..) => {}
                Parameter::Array(id) => {
                    walker.make(id, algorithm.arrays[id.index()].rank);
                }
            }
        }
        walker.make_shared_scalars(BlockId(0));
        walker.statements(&algorithm.body);
        walker.findings
    }

    /// Creates a new array of unknown lengths.
    fn make(&mut self, id: ArrayId, rank: u8) {
        let site = self.site();
        let dimensions: Vec<Polynomial> = (0..rank)
            .map(|_| Polynomial::atom(self.symbols.unknown(self.level)))
            .collect();
        self.assumed.facts.extend(dimensions.iter().cloned());
        let known = ProofArray {
            sites: Some([site].into()),
            dimensions,
            extent: PartExtent::Whole,
        };
        self.state.arrays.insert(id, known);
    }

    /// Follows a call.
    pub fn call(
        &mut self,
        callee: AlgorithmId,
        arguments: &'p [Argument],
        result: Option<Destination>,
    ) {
        let scalars: Vec<&Expr> = (arguments.iter())
            .filter_map(|argument| match argument {
                Argument::Scalar(expr) => Some(expr),
                Argument::Array(_) => None,
            })
            .collect();
        self.reading_step(scalars);
        let algorithm = &self.program.algorithms[callee.index()];
        if self.calls.contains(&callee) || self.calls.len() >= DEEPEST {
            self.leave_open(&algorithm.body);
            self.receive(result, None, Vec::new(), algorithm.result);
            return;
        }
        let mut state = ProofState::default();
        for (parameter, argument) in algorithm.parameters.iter().zip(arguments) {
            match (*parameter, argument) {
                (Parameter::Scalar(id), Argument::Scalar(expr)) => {
                    let value = self.value(expr);
                    state.scalars.insert(id, value);
                }
                (Parameter::Array(id), Argument::Array(passed)) => {
                    let known = self.array(*passed);
                    state.arrays.insert(id, known);
                }
                _ => {}
            }
        }
        let caller = std::mem::replace(&mut self.algorithm, algorithm);
        let caller_state = std::mem::replace(&mut self.state, state);
        let caller_base = std::mem::replace(&mut self.base, self.level);
        let caller_returned = std::mem::take(&mut self.returned);
        let caller_result = self.result.take();
        let mark = self.assumed.mark();
        self.calls.push(callee);
        self.make_shared_scalars(BlockId(0));
        self.statements(&algorithm.body);
        self.calls.pop();
        // Processors that returned early need not satisfy the conditions.
        self.assumed.back_to(mark);
        let returned = std::mem::replace(&mut self.returned, caller_returned);
        let given = std::mem::replace(&mut self.result, caller_result);
        self.algorithm = caller;
        self.state = caller_state;
        self.base = caller_base;
        let only_at_the_end = (algorithm.body.split_last()).is_some_and(|(last, before)| {
            matches!(last.kind, StmtKind::Return(_)) && !has_exit(before)
        });
        let given = given.filter(|_| only_at_the_end);
        self.receive(result, given, returned, algorithm.result);
    }

    fn receive(
        &mut self,
        result: Option<Destination>,
        given: Option<ProofValue>,
        returned: Vec<ProofArray>,
        shape: Option<Shape>,
    ) {
        match result {
            None => {}
            Some(Destination::Scalar(id)) => {
                let is_int = self.algorithm.scalars[id.index()].ty == Type::Int;
                let value = match given {
                    Some(value) if value.whole().is_some() == is_int => value,
                    _ if is_int => self.unknown(self.level),
                    _ => ProofValue::Other(self.level),
                };
                self.state.scalars.insert(id, value);
            }
            Some(Destination::Array(id)) => {
                let rank = match shape {
                    Some(Shape::Array { rank, .. }) => rank,
                    _ => 1,
                };
                let mut returned = returned.into_iter();
                let known = match returned.next() {
                    None => self.any_array(rank),
                    Some(first) => returned.fold(first, |known, other| {
                        either(known, &other, self.level, &mut self.symbols)
                    }),
                };
                self.state.arrays.insert(id, known);
            }
        }
    }
}
