//! The parameters of the asynchronous PRAM: d and B(p), from the command line or from `stroj`.

use super::Options;
use super::machine::whole;
use crate::claims::expression::{self, ExpressionNames};
use crate::code::MachineParameters;
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::configuration::{AsynchronousMachine, BarrierTime};
use crate::program::Memory;
use crate::semantic::{KnownMachine, NamesNetwork};
use crate::source::Sources;
use crate::syntax::ast;
use crate::syntax::keyword::Concept;
use crate::syntax::parse_expression;
use crate::syntax::vocabulary::Vocabulary;

/// Sums of larger times would not be exact.
const LONGEST: f64 = 1e15;

/// The advice how to give a missing parameter.
fn how(vocabulary: Vocabulary) -> String {
    let machine = vocabulary.word(Concept::Machine);
    format!(
        "give them on the command line, such as `--d 3 --B 32` or `--d 3 --B 'sqrt(p)' -p 1024`, \
         or in the file: `{machine} apram(d = 3, B = sqrt(p), p = 1024);`"
    )
}

/// The times of the asynchronous machine, as far as they are given; a synchronous machine needs none,
/// but a program may ask for them by name.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Times {
    /// d
    pub delay: Option<u64>,
    pub barrier: Option<u64>,
    /// B as a formula, if it depends on p: it is evaluated again for barriers of parts of a block.
    formula: Option<BarrierTime>,
    /// That of messages.
    vocabulary: Vocabulary,
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
                vec![Diagnostic::new(
                    Code::MachineName,
                    "d, the time of a global access, is a whole number, at least 1",
                    value.span,
                    "this is none",
                )]
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
            vocabulary: names.vocabulary,
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
        let what = match (self.delay, self.barrier) {
            (None, None) => {
                "d, the time of a global access, and B, the time of a barrier, are not given"
            }
            (None, Some(_)) => "d, the time of a global access, is not given",
            _ => "B, the time of a barrier, is not given",
        };
        let message = format!("the asynchronous PRAM has two parameters: {what}");
        let asks = |machine: &&ast::Machine| machine.name.text.starts_with("apram");
        let diagnostic = match declared.filter(asks) {
            Some(machine) => {
                Diagnostic::new(Code::MachineName, message, machine.span, "this machine")
            }
            None => Diagnostic::without_place(Code::BadOption, message),
        };
        diagnostic.help(how(self.vocabulary))
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
    if expression::names_in(formula).contains(&"p") && !names.scalars.contains_key("p") {
        return Err(vec![
            Diagnostic::new(
                Code::NoProcessors,
                "B depends on `p`, and nothing says how many processors the machine has",
                formula.span,
                "the time of a barrier",
            )
            .help(format!(
                "give `-p 1024` on the command line, or `{} apram(d = 3, B = sqrt(p), p = 1024);` \
                 in the file",
                names.vocabulary.word(Concept::Machine)
            )),
        ]);
    }
    let at = |what: String| {
        let place = match names.scalars.get("p") {
            Some(processors) => format!(" for p = {processors}"),
            None => String::new(),
        };
        let message = format!("B, the time of a barrier, {what}{place}");
        vec![Diagnostic::new(code, message, formula.span, "this formula")]
    };
    let value = expression::formula(formula, names).map_err(|mut problems| {
        let reason = problems.drain(..).next().map(|first| first.message);
        let mut diagnostics = at("has no value".to_owned());
        diagnostics[0].notes.extend(reason);
        diagnostics
    })?;
    if value > LONGEST {
        return Err(at(format!("is more than {LONGEST}")));
    }
    if value < 0.0 {
        return Err(at(format!("is negative ({value})")));
    }
    Ok(value.ceil() as u64)
}

/// B as a formula, if it depends on p.
fn in_processors(formula: &ast::Expr, names: &ExpressionNames) -> Option<BarrierTime> {
    let depends = expression::names_in(formula).contains(&"p");
    depends.then(|| BarrierTime::Formula(Box::new(formula.clone()), names.scalars.clone()))
}
