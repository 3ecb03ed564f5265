//! Syntax tree to checked program: names, classes of scalars, types, calls, whole arrays.

pub mod arithmetic;
mod builtin;
mod class;
pub mod constant;
pub mod enclosure;
mod facts;
mod infer;
mod kernel;
mod lower;
mod mentions;
mod names;
mod operators;
mod problem;
pub(crate) mod rational;
mod results;
mod rounds;
mod signature;
mod spelling;
pub mod subscript_in_name;
mod unreached;
mod uses;
pub mod warning;

pub(crate) use builtin::{function_named, generator_name, generator_named};
pub use builtin::{function_names, is_function, processor_names, translated_names};
pub(crate) use names::did_you_mean;
pub use signature::{Input, Signature, signature};

use crate::diagnostic::Diagnostic;
use crate::syntax::ast;

use crate::program::{InputShapes, Memory, Program, Shape};
use class::Scopes;
use infer::{ArgumentType, Checker, Key};
use names::{Names, Operator};
pub use problem::NamesNetwork;
use problem::{Problem, Problems};
use signature::{EntryOperator, EntryPoint};

/// Which of the machine's parameters anything fixes: a program may use the names of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownMachine {
    /// `p`
    pub processors: bool,
    /// `d`
    pub delay: bool,
    /// `B`
    pub barrier: bool,
    /// Whose memory its processors have.
    pub memory: Memory,
    /// Whether it is another machine than a network that the file names.
    pub names_network: NamesNetwork,
    /// Whether it runs kernels.
    pub kernels: KernelSupport,
}

/// Whether a machine runs kernels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum KernelSupport {
    /// It is a GPU.
    Runs,
    /// It is another machine.
    #[default]
    Lacks,
}

/// Checks a file, its includes spliced in, and makes the program that begins with an entry.
///
/// `shapes` has the types of the values given for the entry's inputs; `machine` says what is known
/// of `p`, `d` and `B`. What the entry does not reach is checked as far as is possible without the
/// types of its inputs and arguments.
pub fn check(
    file: &ast::File,
    entry: &Signature,
    shapes: &InputShapes,
    machine: KnownMachine,
) -> Result<Program, Vec<Diagnostic>> {
    let mut problems = Problems::new(&file.vocabularies);
    let names = Names::collect(file, &mut problems);
    let scopes: Vec<Scopes> = (0..names.routines.len())
        .map(|routine| Scopes::of(routine, &names, machine.memory, &mut problems))
        .collect();
    check_items(file, &names, &mut problems);
    let Some((start, operator)) = find(&names, &entry.entry) else {
        problems.report(Problem::NothingToRun);
        return problems.or(()).and_then(|()| Err(Vec::new()));
    };
    for routine in 0..names.routines.len() {
        let may_output = routine == start || names.program == Some(routine);
        uses::check(
            &names,
            routine,
            &scopes,
            (may_output, machine),
            &mut problems,
        );
    }
    let kinds = results::kinds(&names, &scopes, &mut problems);
    let arguments = (names.routines[start].formals.iter())
        .map(|formal| {
            let shape = shapes.get(&formal.name.text);
            match (formal.dimensions, shape) {
                (None, Some(Shape::Scalar(ty))) => ArgumentType::Scalar(Some(*ty)),
                (None, _) => ArgumentType::Scalar(None),
                (Some(_), Some(Shape::Array { element, rank })) => ArgumentType::Array {
                    element: Some(*element),
                    local: false,
                    rank: formal.is_open().then_some(*rank),
                },
                (Some(_), _) => ArgumentType::Array {
                    element: None,
                    local: false,
                    rank: None,
                },
            }
        })
        .collect();
    let mut checker = Checker::new(&names, &scopes, &kinds, &mut problems);
    checker.machine = machine;
    let program = checker.program(Key {
        routine: start,
        operator,
        arguments,
    });
    let reached = checker.routines();
    kernel::check(&program, machine.kernels, &mut problems);
    unreached::check(
        &names,
        &scopes,
        &kinds,
        machine.memory,
        reached,
        &mut problems,
    );
    problems.or(program)
}

/// `slijedno` and `neutralni`: what they name must exist and fit.
fn check_items(file: &ast::File, names: &Names<'_>, problems: &mut Problems) {
    let mut first_sequential = None;
    for item in &file.items {
        match item {
            ast::Item::Sequential(sequential) => {
                let name = &sequential.name;
                match first_sequential {
                    Some(first) => problems.report(Problem::SecondSequential {
                        first,
                        second: sequential.span,
                    }),
                    None => first_sequential = Some(sequential.span),
                }
                if !matches!(names.callee(name, None), Some(names::Callee::Routine(..))) {
                    let shown = names::display(name);
                    let known = names.routines.iter().map(|routine| routine.name.as_str());
                    problems.report(Problem::UnknownSequential {
                        suggestion: names::did_you_mean(&shown, known),
                        name: shown,
                        span: name.span,
                    });
                }
            }
            ast::Item::Neutral(neutral) => {
                let voice = file.vocabularies.voice(neutral.name.span.file);
                let nothing = constant::Nothing(voice);
                let name = &neutral.name;
                let routine = names.exact(None, &name.text).map(|id| &names.routines[id]);
                let fits = routine.is_some_and(|routine| {
                    routine.formals.len() == 2
                        && routine
                            .formals
                            .iter()
                            .all(|formal| formal.dimensions.is_none())
                });
                if !fits {
                    problems.report(Problem::BadNeutral {
                        name: name.text.clone(),
                        span: name.span,
                        definition: routine.map(|routine| routine.header),
                    });
                }
                if let Err(found) = constant::exact(&neutral.value, &nothing) {
                    for diagnostic in found {
                        problems.add(diagnostic);
                    }
                }
            }
            _ => {}
        }
    }
}

/// The entry among the routines of a file.
fn find(names: &Names<'_>, entry: &EntryPoint) -> Option<(usize, Option<Operator>)> {
    match entry {
        EntryPoint::Program => Some((names.program?, None)),
        EntryPoint::Algorithm { operator, stem, of } => {
            let routine = names.exact(operator.as_ref(), stem)?;
            let operator = match of {
                None => None,
                Some(EntryOperator::Own(own)) => Some(Operator::Own(own.clone())),
                Some(EntryOperator::User(name)) => Some(Operator::User(names.exact(None, name)?)),
            };
            Some((routine, operator))
        }
    }
}
