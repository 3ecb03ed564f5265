//! The parameters of the asynchronous PRAM: d and B(p), from the command line or from `stroj`.

use super::Options;
use super::machine::{MachineModel, RunForm, whole};
use super::machine_problem::{BadBarrier, MachineProblem};
use crate::claims::expression::{self, ExpressionNames};
use crate::code::MachineParameters;
use crate::diagnostic::{Code, Diagnostic};
use crate::language::Voice;
use crate::machine::configuration::{AsynchronousMachine, BarrierTime};
use crate::program::Memory;
use crate::semantic::{KernelSupport, KnownMachine, NamesNetwork};
use crate::source::Sources;
use crate::syntax::ast;
use crate::syntax::parse_expression;

/// Sums of larger times would not be exact.
const LONGEST: f64 = 1e15;

/// The times of the asynchronous machine, as far as they are given; a synchronous machine needs none,
/// but a program may ask for them by name.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Times {
    /// d
    pub delay: Option<u64>,
    pub barrier: Option<u64>,
    /// B as a formula, if it depends on p: it is evaluated again for barriers of parts of a block.
    formula: Option<BarrierTime>,
    /// How messages are worded.
    voice: Voice,
}

impl Times {
    /// The times given on the command line, or else in the `stroj`.
    pub fn given(
        options: &Options,
        declared: Option<&ast::Machine>,
        processors: Option<u64>,
        mut names: ExpressionNames,
        sources: &mut Sources,
    ) -> Result<Self, Vec<Diagnostic>> {
        if let Some(processors) = processors {
            names.add_processors(processors);
        }
        let delay = match (options.delay, argument(declared, "d")) {
            (Some(delay), _) => Some(delay),
            (None, Some(value)) => Some(whole(value, &names)?.ok_or_else(|| {
                vec![MachineProblem::NoDelay { span: value.span }.diagnostic(names.voice)]
            })?),
            (None, None) => None,
        };
        let mut formula = None;
        let barrier = match (&options.barrier, argument(declared, "B")) {
            (Some(text), _) => {
                let file = sources.add("--B", text.as_str());
                let given = parse_expression(sources, file).map_err(|mut diagnostic| {
                    diagnostic.code = Code::BadOption;
                    vec![diagnostic]
                })?;
                formula = in_processors(&given, &names);
                Some(barrier(&given, &names, Code::BadOption)?)
            }
            (None, Some(given)) => {
                formula = in_processors(given, &names);
                Some(barrier(given, &names, Code::MachineName)?)
            }
            (None, None) => None,
        };
        Ok(Self {
            delay,
            barrier,
            formula,
            voice: names.voice,
        })
    }

    /// The parameters of an asynchronous machine, which needs both.
    pub fn asynchronous(
        &self,
        options: &Options,
        concurrent_read: bool,
        declared: Option<&ast::Machine>,
    ) -> Result<AsynchronousMachine, Vec<Diagnostic>> {
        let (Some(delay), Some(barrier)) = (self.delay, self.barrier) else {
            return Err(vec![self.missing(declared)]);
        };
        Ok(AsynchronousMachine {
            delay,
            barrier: (self.formula.clone()).unwrap_or(BarrierTime::Constant(barrier)),
            concurrent_read,
            pace: options.pace.clone(),
            interleaving: options.interleaving.clone(),
            one_by_one: false,
        })
    }

    fn missing(&self, declared: Option<&ast::Machine>) -> Diagnostic {
        let asks = |machine: &&ast::Machine| {
            let model = MachineModel::parse(&machine.name.text);
            model.is_some_and(|model| model.form() == RunForm::Sections)
        };
        let problem = MachineProblem::NoParameters {
            has_delay: self.delay.is_some(),
            has_barrier: self.barrier.is_some(),
            machine: declared.filter(asks).map(|machine| machine.span),
        };
        problem.diagnostic(self.voice)
    }

    /// The time of a barrier.
    pub fn barrier(&self) -> Option<u64> {
        self.barrier
    }

    /// The values of the names `p`, `d` and `B` in a program.
    pub fn parameters(&self, processors: Option<u64>) -> MachineParameters {
        MachineParameters {
            processors: processors.unwrap_or(0) as i64,
            delay: self.delay.unwrap_or(0) as i64,
            barrier: self.barrier.unwrap_or(0) as i64,
        }
    }

    /// Which of these names have a value.
    pub fn known(&self, processors: Option<u64>) -> KnownMachine {
        KnownMachine {
            processors: processors.is_some(),
            delay: self.delay.is_some(),
            barrier: self.barrier.is_some(),
            memory: Memory::Shared,
            kernels: KernelSupport::Lacks,
            names_network: NamesNetwork::No,
        }
    }
}

fn argument<'f>(declared: Option<&'f ast::Machine>, name: &str) -> Option<&'f ast::Expr> {
    let arguments = &declared?.arguments;
    let argument = arguments.iter().find(|argument| argument.is(name))?;
    Some(&argument.value)
}

fn barrier(
    formula: &ast::Expr,
    names: &ExpressionNames,
    code: Code,
) -> Result<u64, Vec<Diagnostic>> {
    let span = formula.span;
    let processors = names.scalars.get("p").copied();
    if expression::names_in(formula).contains(&"p") && processors.is_none() {
        let problem = MachineProblem::BarrierOfProcessors { formula: span };
        return Err(vec![problem.diagnostic(names.voice)]);
    }
    let bad = |why: BadBarrier| {
        let problem = MachineProblem::BadBarrier {
            formula: span,
            code,
            why,
            processors,
        };
        vec![problem.diagnostic(names.voice)]
    };
    let value = expression::formula(formula, names).map_err(|mut problems| {
        let reason = problems.drain(..).next().map(|first| first.message);
        bad(BadBarrier::NoValue(reason))
    })?;
    if value > LONGEST {
        return Err(bad(BadBarrier::TooLong(LONGEST)));
    }
    if value < 0.0 {
        return Err(bad(BadBarrier::Negative(value)));
    }
    Ok(value.ceil() as u64)
}

/// B as a formula, if it depends on p.
fn in_processors(formula: &ast::Expr, names: &ExpressionNames) -> Option<BarrierTime> {
    let depends = expression::names_in(formula).contains(&"p");
    depends.then(|| BarrierTime::Formula(Box::new(formula.clone()), names.scalars.clone()))
}
