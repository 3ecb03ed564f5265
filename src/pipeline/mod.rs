//! The one path from source to result.

pub mod advice;
mod anatomy;
mod asynchronous;
pub mod check;
mod claims;
mod engine;
mod explore;
mod expression;
pub mod inputs;
mod logarithm;
pub mod machine;
pub mod quantity;
pub mod report;
mod responsible;
mod role;
mod section_anatomy;
mod sizes;
mod small;
mod sweep;
mod warnings;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use indexmap::IndexMap;

pub use crate::engine::tuning::Tuning;
pub use crate::machine::configuration::{
    Branches, Configuration, Limits, OnViolation, Pace, Proofs,
};
pub use crate::machine::interleaving::Interleaving;
pub use crate::report::run::{ClaimOutcome, Run};
pub use engine::{Execution, Loaded, run};

use crate::code::MachineParameters;
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::model::{Model, Simultaneity};
use crate::machine::value::Value;
use crate::program::{InputShapes, Program, Shape};
use crate::semantic::{self, KnownMachine, Signature};
use crate::source::Sources;
use crate::syntax::include::{Files, splice};
use crate::syntax::{ast, decode};
use asynchronous::Times;
use expression::Names;
use inputs::{Assignment, Surroundings};
use machine::{MachineKind, MachineModel};
use warnings::{Beside, Judged};

/// A program and what it is to be run with.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The file's name: what messages call it, and what included files are relative to.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The algorithm to run, where it is not the file's own entry.
    pub entry: Option<String>,
    /// Values of inputs.
    pub assignments: Vec<Assignment>,
    /// The machine.
    pub options: Options,
}

/// What the user may say about the machine; the file's `stroj` says the rest.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Options {
    /// The machine, instead of the file's.
    pub machine: Option<MachineKind>,
    /// The model, instead of the file's.
    pub model: Option<MachineModel>,
    /// Nothing is illegal that any synchronous machine allows, whatever the model: for observing.
    pub unrestricted: bool,
    /// d, the time of a global access on the asynchronous machine, instead of the file's.
    pub delay: Option<u64>,
    /// B(p), the time of a barrier there, as a formula, instead of the file's.
    pub barrier: Option<String>,
    /// Which accesses count as simultaneous.
    pub simultaneity: Simultaneity,
    /// How the branches of an `ako` share the time.
    pub branches: Branches,
    /// The processors, instead of the file's.
    pub processors: Option<u64>,
    /// Every random choice derives from it.
    pub seed: u64,
    /// What an illegal access does.
    pub on_violation: OnViolation,
    /// What the run may use.
    pub limits: Limits,
    /// How fast the processors of an asynchronous machine are.
    pub pace: Pace,
    /// In which order they make their accesses; none where they go side by side.
    pub interleaving: Option<Interleaving>,
    /// How many orders to try, to see whether the result depends on them.
    pub explore: u64,
    /// Threads of the host, if not all that it offers. No result depends on it.
    pub threads: Option<usize>,
    /// Whether accesses are looked at cell by cell that cannot meet another. No result depends on
    /// it.
    pub proofs: Proofs,
    /// Thresholds of the fast paths. No result depends on them.
    pub tuning: Tuning,
}

/// A program and its run.
#[derive(Debug, Clone)]
pub struct Executed {
    /// The checked program.
    pub program: Program,
    /// The run, however it ended.
    pub run: Run,
}

/// Goes the whole way: reads, includes, binds the inputs, checks, runs, verifies the claims.
/// The texts come to lie in `sources`, for whoever shows the result.
pub fn execute(
    request: &Request,
    sources: &mut Sources,
    files: &dyn Files,
    interrupt: &AtomicBool,
) -> Result<Executed, Vec<Diagnostic>> {
    let text = Text::read(request, sources, files)?;
    execute_text(&text, request, sources, files, interrupt)
}

/// A program that is read.
struct Text {
    file: ast::File,
    /// What its text says beside.
    beside: Beside,
    /// The entry that was asked for.
    signature: Signature,
}

impl Text {
    fn read(
        request: &Request,
        sources: &mut Sources,
        files: &dyn Files,
    ) -> Result<Self, Vec<Diagnostic>> {
        let (file, beside) = read_all(request, sources, files)?;
        let signature = semantic::signature(&file, request.entry.as_deref())?;
        Ok(Self {
            file,
            beside,
            signature,
        })
    }
}

/// Goes on from a program that is read.
fn execute_text(
    text: &Text,
    request: &Request,
    sources: &mut Sources,
    files: &dyn Files,
    interrupt: &AtomicBool,
) -> Result<Executed, Vec<Diagnostic>> {
    let Text {
        file,
        beside,
        signature,
    } = text;
    let prepared = prepare(request, file, signature, sources, files)?;
    let options = &request.options;
    let Prepared {
        program,
        intended,
        inputs,
        names,
        configuration,
        parameters,
        lengths,
        known: _,
    } = prepared;
    let is_entry = is_usual_entry(file, signature);
    if is_entry {
        let problems = claims::unreadable(&claims_of(file), names.clone());
        if !problems.is_empty() {
            return Err(problems);
        }
    }
    let mut run = engine::run(
        &program,
        &signature.name,
        inputs,
        &configuration,
        parameters,
        interrupt,
    );
    let subject = claims::Subject {
        is_entry,
        is_asynchronous: names_asynchronous(machine::declared(file)?),
    };
    if options.explore > 0 && configuration.asynchronous.is_some() {
        let exploration = explore::explore(&program, &run, parameters, options.explore, interrupt);
        run.exploration = Some(exploration);
    }
    run.inputs.extend(lengths);
    inputs::in_file_order(&mut run.inputs, file);
    run.claims = claims::outcomes(&claims_of(file), subject, &run, names.clone(), sources);
    let judged = Judged {
        file,
        signature,
        program: &program,
        names: &names,
        run: &run,
        intended,
    };
    run.warnings = warnings::collect(&judged, beside, sources);
    let program = Arc::unwrap_or_clone(program);
    Ok(Executed { program, run })
}

/// Goes as far as the run: what it gives can be executed any number of times.
pub fn load(
    request: &Request,
    sources: &mut Sources,
    files: &dyn Files,
) -> Result<Loaded, Vec<Diagnostic>> {
    let file = read(request, sources, files)?;
    let signature = semantic::signature(&file, request.entry.as_deref())?;
    let prepared = prepare(request, &file, &signature, sources, files)?;
    Ok(Loaded::new(
        &prepared.program,
        &signature.name,
        prepared.inputs,
        prepared.configuration,
        prepared.parameters,
    ))
}

/// A checked program with values for the inputs of its entry, ready to run.
struct Prepared {
    program: Arc<Program>,
    /// The model that it is to keep in its steps.
    intended: Model,
    inputs: IndexMap<String, Value>,
    /// The inputs, and what only gives a length.
    names: Names,
    /// What only gives a length.
    lengths: IndexMap<String, Value>,
    configuration: Configuration,
    parameters: MachineParameters,
    /// Which of `p`, `d` and `B` the program may name.
    known: KnownMachine,
}

/// Binds the inputs and checks the program for them.
fn prepare(
    request: &Request,
    file: &ast::File,
    signature: &Signature,
    sources: &mut Sources,
    files: &dyn Files,
) -> Result<Prepared, Vec<Diagnostic>> {
    let checked = |shapes: &InputShapes, known| {
        let program = semantic::check(file, signature, shapes, known);
        program.map(Arc::new)
    };
    prepare_checked(request, (file, signature), sources, files, checked)
}

/// The same with what checks the program, given the types of the inputs and what is known of the
/// machine.
fn prepare_checked(
    request: &Request,
    (file, signature): (&ast::File, &Signature),
    sources: &mut Sources,
    files: &dyn Files,
    checked: impl FnOnce(&InputShapes, KnownMachine) -> Result<Arc<Program>, Vec<Diagnostic>>,
) -> Result<Prepared, Vec<Diagnostic>> {
    let options = &request.options;
    let machine = machine::declared(file)?;
    let model = machine::model(options, machine)?;
    // The processors may be given in terms of the inputs, and the inputs in terms of `p`.
    let processors = match options.processors {
        Some(processors) => Ok(Some(processors)),
        None => machine::processors(machine, &Names::default()),
    };
    let surroundings = Surroundings {
        files,
        seed: options.seed,
        memory: options.limits.memory,
        processors: processors.as_ref().ok().copied().flatten(),
        vocabulary: signature.vocabulary,
    };
    let formals = inputs::formals(signature, file);
    let mut inputs = inputs::bind(&formals, &request.assignments, &surroundings, sources)?;
    let mut names = Names::of_inputs(&inputs);
    names.vocabulary = signature.vocabulary;
    // What only gives a length is no parameter: the array that has it knows it.
    let lengths = inputs.split_off(signature.inputs.len());
    let processors = match processors {
        Ok(processors) => processors,
        Err(_) => machine::processors(machine, &names)?,
    };
    let times = Times::given(options, machine, processors, names.clone(), sources)?;
    let asynchronous = match model {
        MachineModel::Synchronous(_) => None,
        MachineModel::Asynchronous { concurrent_read } => {
            // Who only observes wants to hear of every race.
            let concurrent_read = concurrent_read && !options.unrestricted;
            Some(times.asynchronous(options, concurrent_read, machine)?)
        }
    };
    let known = times.known(processors);
    let program = checked(&shapes(&inputs), known)?;
    let configuration = Configuration {
        model: match model {
            // What becomes of writes that meet stays what it is.
            MachineModel::Synchronous(model) if options.unrestricted && model.write.decides() => {
                Model {
                    concurrent_read: true,
                    ..model
                }
            }
            _ if options.unrestricted => Model::UNRESTRICTED,
            MachineModel::Synchronous(model) => model,
            // The rule for synchronous blocks that are adapted to the asynchronous machine.
            MachineModel::Asynchronous {
                concurrent_read: true,
            } => Model::CREW,
            MachineModel::Asynchronous { .. } => Model::EREW,
        },
        simultaneity: options.simultaneity,
        branches: options.branches,
        processors,
        seed: options.seed,
        on_violation: options.on_violation,
        limits: options.limits,
        threads: threads(options.threads),
        proofs: options.proofs,
        tuning: options.tuning,
        asynchronous,
    };
    let parameters = times.parameters(processors);
    Ok(Prepared {
        program,
        intended: warnings::intended(model),
        inputs,
        names,
        lengths,
        configuration,
        parameters,
        known,
    })
}

/// Threads of the host: those asked for, else all that it offers.
fn threads(asked: Option<usize>) -> usize {
    let host = || std::thread::available_parallelism().map_or(1, usize::from);
    asked.unwrap_or_else(host).max(1)
}

/// Whether the file names an asynchronous machine: its claims without a unit are about that.
fn names_asynchronous(declared: Option<&ast::Machine>) -> bool {
    let model = declared.and_then(|machine| MachineModel::parse(&machine.name.text));
    model.is_some_and(|model| model.kind() == MachineKind::Apram)
}

/// Whether this is the entry that the file itself names: its claims are about that one.
fn is_usual_entry(file: &ast::File, signature: &Signature) -> bool {
    semantic::signature(file, None).is_ok_and(|usual| usual.name == signature.name)
}

/// The main file's tree with the algorithms of all that it includes, and what the texts say
/// beside.
fn read_all(
    request: &Request,
    sources: &mut Sources,
    files: &dyn Files,
) -> Result<(ast::File, Beside), Vec<Diagnostic>> {
    let before = sources.files().count();
    let file = read(request, sources, files)?;
    let beside = Beside::of(sources, sources.files().skip(before));
    Ok((file, beside))
}

/// The main file's tree with the algorithms of all that it includes.
fn read(
    request: &Request,
    sources: &mut Sources,
    files: &dyn Files,
) -> Result<ast::File, Vec<Diagnostic>> {
    let text = decode(&request.bytes).map_err(|error| {
        vec![
            Diagnostic::without_place(
                Code::NotText,
                format!("`{}` cannot be read as a program: {error}", request.name),
            )
            .help("save the file as UTF-8"),
        ]
    })?;
    let main = sources.add(request.name.as_str(), text);
    let (file, problems) = splice(sources, main, files);
    if problems.is_empty() {
        Ok(file)
    } else {
        Err(problems)
    }
}

/// The types of the inputs, for the types of everything else to follow from.
fn shapes(inputs: &IndexMap<String, Value>) -> InputShapes {
    let shape = |value: &Value| match value {
        Value::Scalar(constant) => Shape::Scalar(constant.ty()),
        Value::Array(array) => Shape::Array {
            element: array.element,
            rank: array.dimensions.len() as u8,
        },
    };
    inputs
        .iter()
        .map(|(name, value)| (name.clone(), shape(value)))
        .collect()
}

fn claims_of(file: &ast::File) -> Vec<&ast::Claim> {
    file.items
        .iter()
        .filter_map(|item| match item {
            ast::Item::Claim(claim) => Some(claim),
            _ => None,
        })
        .collect()
}
