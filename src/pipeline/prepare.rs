//! From a text and options to a checked program with its inputs, ready to run.

use std::sync::Arc;

use indexmap::IndexMap;

use super::asynchronous::Times;
use super::collectives::{self, CollectiveSites};
use super::gpu;
use super::inputs::{self, InputSurroundings};
use super::machine::{self, MachineKind, MachineModel, RunForm};
use super::network::{self, NetworkName};
use super::request::Request;
use super::request_problem::RequestProblem;
use super::warnings::{self, TextWarnings};
use crate::claims::expression::ExpressionNames;
use crate::code::MachineParameters;
use crate::diagnostic::Diagnostic;
use crate::language::Voice;
use crate::machine::configuration::{Configuration, ConfiguredMachine};
use crate::machine::rules::model::Model;
use crate::machine::value::Value;
use crate::program::{InputShapes, Memory, Program, Shape};
use crate::semantic::{self, KernelSupport, KnownMachine, NamesNetwork, Signature};
use crate::source::Sources;
use crate::syntax::include::{Files, Spliced, splice};
use crate::syntax::procedure;
use crate::syntax::{ast, decode};

/// A checked program with values for the inputs of its entry, ready to run.
pub(crate) struct Prepared {
    pub program: Arc<Program>,
    /// The model that its steps have to obey.
    pub intended: Model,
    pub inputs: IndexMap<String, Value>,
    /// The inputs, and names that only give a length.
    pub names: ExpressionNames,
    /// Names that only give a length.
    pub lengths: IndexMap<String, Value>,
    pub configuration: Configuration,
    pub parameters: MachineParameters,
    /// Which of `p`, `d` and `B` the program may name.
    pub known: KnownMachine,
}

/// Binds the inputs and checks the program for them.
pub(crate) fn prepare(
    request: &Request,
    file: &ast::File,
    signature: &Signature,
    sources: &mut Sources,
    files: &dyn Files,
) -> Result<Prepared, Vec<Diagnostic>> {
    let checked = |shapes: &InputShapes, known| {
        let mut program = semantic::check(file, signature, shapes, known)?;
        if request.options.tracks_scalars {
            program.track_scalars();
        }
        Ok(Arc::new(program))
    };
    prepare_checked(request, (file, signature), sources, files, checked)
}

/// The same with a function that checks the program, given the types of the inputs and which names of
/// the machine are known.
pub(crate) fn prepare_checked(
    request: &Request,
    (file, signature): (&ast::File, &Signature),
    sources: &mut Sources,
    files: &dyn Files,
    checked: impl FnOnce(&InputShapes, KnownMachine) -> Result<Arc<Program>, Vec<Diagnostic>>,
) -> Result<Prepared, Vec<Diagnostic>> {
    let options = &request.options;
    let machine = machine::declared(file)?;
    let model = machine::model(options, machine, signature.voice)?;
    let processors_in = |names: &ExpressionNames| match (model, options.processors) {
        (MachineModel::Multicomputer(name), _) => {
            let topology = network::topology(name, options, machine, names)?;
            Ok(Some(u64::from(topology.processors())))
        }
        (MachineModel::Gpu(name), _) => {
            Ok(Some(gpu::gpu(name, options, machine, names)?.processors()))
        }
        (_, Some(processors)) => Ok(Some(processors)),
        // A multicomputer's file on another machine.
        // A file of a GPU on another machine: its p is no number of processors.
        _ if machine.is_some_and(gpu::is_gpu) => Ok(None),
        _ if declares_network(machine) => network::declared_processors(machine, names),
        _ => machine::processors(machine, names),
    };
    // The number of processors may depend on the inputs, and the inputs on `p`.
    let without_inputs = ExpressionNames {
        voice: signature.voice,
        ..ExpressionNames::default()
    };
    let processors = match (model, options.processors) {
        // A given number depends on nothing: if the network cannot have it, that is reported at once.
        (MachineModel::Multicomputer(_), Some(_)) => Ok(processors_in(&without_inputs)?),
        _ => processors_in(&without_inputs),
    };
    let surroundings = InputSurroundings {
        files,
        seed: options.seed,
        memory: options.limits.memory,
        processors: processors.as_ref().ok().copied().flatten(),
        voice: signature.voice,
    };
    let formals = inputs::formals(signature, file);
    let mut inputs = inputs::bind(&formals, &request.assignments, &surroundings, sources)?;
    let mut names = ExpressionNames::of_inputs(&inputs);
    names.voice = signature.voice;
    // A name that only gives a length is no parameter: the array with this length has it.
    let lengths = inputs.split_off(signature.inputs.len());
    let processors = match processors {
        Ok(processors) => processors,
        Err(_) => processors_in(&names)?,
    };
    let times = Times::given(options, machine, processors, names.clone(), sources)?;
    let kind = match model {
        MachineModel::Synchronous(_) => ConfiguredMachine::Synchronous,
        MachineModel::Asynchronous { concurrent_read } => {
            // For observation, every race is reported.
            let concurrent_read = concurrent_read && !options.unrestricted;
            ConfiguredMachine::Asynchronous(times.asynchronous(
                options,
                concurrent_read,
                machine,
            )?)
        }
        MachineModel::Multicomputer(name) => {
            let machine = network::multicomputer(name, options, machine, &names, times.barrier())?;
            let processors = u64::from(machine.topology.processors());
            inputs::check_processors(&formals, &lengths, processors, names.voice)?;
            ConfiguredMachine::Multicomputer(machine)
        }
        MachineModel::Gpu(name) => {
            ConfiguredMachine::Gpu(gpu::gpu(name, options, machine, &names)?)
        }
    };
    let known = KnownMachine {
        memory: match model.form() {
            RunForm::Steps | RunForm::Sections | RunForm::Launches => Memory::Shared,
            RunForm::Messages => Memory::Private,
        },
        names_network: if machine.is_some_and(network::is_network) {
            NamesNetwork::Yes
        } else {
            NamesNetwork::No
        },
        kernels: match model.form() {
            RunForm::Launches => KernelSupport::Runs,
            RunForm::Steps | RunForm::Sections | RunForm::Messages => KernelSupport::Lacks,
        },
        ..times.known(processors)
    };
    let program = checked(&shapes(&inputs), known)?;
    let mut limits = options.limits;
    if let ConfiguredMachine::Multicomputer(machine) = &kind {
        limits.steps = network::steps(options, machine.topology.processors());
    }
    let configuration = Configuration {
        model: match model.of_steps(options.model) {
            // The rule for concurrent writes stays.
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
            // Code outside its blocks belongs to no processor.
            MachineModel::Multicomputer(_) | MachineModel::Gpu(_) => Model::UNRESTRICTED,
        },
        simultaneity: options.simultaneity,
        branches: options.branches,
        processors,
        seed: options.seed,
        on_violation: options.on_violation,
        limits,
        threads: threads(options.threads),
        subscript_tests: options.subscript_tests,
        tuning: options.tuning,
        kind,
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

/// Threads of the host: the requested number, or else all that it offers.
pub(crate) fn threads(asked: Option<usize>) -> usize {
    let host = || std::thread::available_parallelism().map_or(1, usize::from);
    asked.unwrap_or_else(host).max(1)
}

/// The machine that the file names: its claims without a unit are about that.
pub(crate) fn named_machine(declared: Option<&ast::Machine>) -> Option<MachineKind> {
    let model = MachineModel::parse(&declared?.name.text)?;
    Some(model.form().usual())
}

/// Whether the file names a multicomputer.
fn declares_network(declared: Option<&ast::Machine>) -> bool {
    declared.is_some_and(|machine| NetworkName::parse(&machine.name.text).is_some())
}

/// Whether this is the file's own entry, to which its claims refer.
pub(crate) fn is_usual_entry(file: &ast::File, signature: &Signature) -> bool {
    semantic::signature(file, None).is_ok_and(|usual| usual.name == signature.name)
}

/// The main file's tree with the algorithms of all that it includes, and the warnings about the texts.
pub(crate) fn read_all(
    request: &Request,
    sources: &mut Sources,
    files: &dyn Files,
) -> Result<(ast::File, TextWarnings), Vec<Diagnostic>> {
    let text = decode(&request.bytes).map_err(|error| {
        let name = request.name.clone();
        vec![RequestProblem::NoText { name, error }.diagnostic(Voice::default())]
    })?;
    let main = sources.add(request.name.as_str(), text);
    let Spliced {
        mut file,
        asides,
        diagnostics,
    } = splice(sources, main, files);
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }
    let machine = machine::declared(&file)?;
    let voice = file.vocabularies.main_voice();
    if let MachineModel::Multicomputer(name) = machine::model(&request.options, machine, voice)? {
        let options = &request.options;
        let meetings = CollectiveSites {
            barriers: network::has_barriers(options, machine),
            collectives: options.network.collectives,
        };
        collectives::add(&mut file, name, meetings, sources);
    }
    let problems = procedure::rewrite(&mut file, semantic::is_function);
    if !problems.is_empty() {
        return Err(problems);
    }
    Ok((file, TextWarnings::of(sources, asides)))
}

/// The types of the inputs, for the types of everything else to follow from.
pub(crate) fn shapes(inputs: &IndexMap<String, Value>) -> InputShapes {
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

pub(crate) fn claims_of(file: &ast::File) -> Vec<&ast::Claim> {
    file.items
        .iter()
        .filter_map(|item| match item {
            ast::Item::Claim(claim) => Some(claim),
            _ => None,
        })
        .collect()
}
