//! The sequential algorithm by itself, on the inputs of a run: on one processor of the machine. On a
//! multicomputer it is the only statement of a block, so that its instructions are counted as those of
//! the parallel program are.

use indexmap::IndexMap;

use super::messages;
use super::sweep::{Sweep, failure};
use crate::claims::expression::{self, ExpressionNames};
use crate::code::MachineParameters;
use crate::cost::Cost;
use crate::diagnostic::Diagnostic;
use crate::machine::configuration::{Configuration, ConfiguredMachine, Multicomputer};
use crate::machine::value::Value;
use crate::network::Topology;
use crate::pipeline::engine;
use crate::pipeline::prepare::{Prepared, shapes};
use crate::program::{Constant, InputShapes, Program, Shape};
use crate::result::run::Run;
use crate::semantic::{self, KnownMachine, Signature};
use crate::source::Sources;
use crate::syntax::{self, ast};

/// What a parameter of the sequential algorithm gets.
enum Argument<'v> {
    /// An input of the parallel program.
    Input(&'v str, &'v Value),
    /// The value of its default.
    Default(Constant),
}

impl Argument<'_> {
    fn value(&self) -> Value {
        match self {
            Self::Input(_, value) => (*value).clone(),
            Self::Default(value) => Value::Scalar(*value),
        }
    }

    /// As it stands in a call: `A[]`, `n`, `3`.
    fn text(&self) -> String {
        match self {
            Self::Input(name, Value::Array(_)) => format!("{name}[]"),
            Self::Input(name, Value::Scalar(_)) => (*name).to_owned(),
            Self::Default(value) => value.to_string(),
        }
    }
}

/// Runs the sequential algorithm on the inputs of a run, or says why that cannot be.
pub(super) fn cost(
    sweep: &Sweep,
    signature: &Signature,
    prepared: &Prepared,
) -> Result<Cost, String> {
    let arguments = arguments(signature, &prepared.inputs)?;
    match prepared.configuration.multicomputer() {
        None => on_shared_memory(sweep, signature, prepared, &arguments),
        Some(machine) => on_network(sweep, signature, prepared, &arguments, machine),
    }
}

/// For each parameter the input of the same name, else its own default, else the input in the same
/// place.
fn arguments<'v>(
    signature: &Signature,
    inputs: &'v IndexMap<String, Value>,
) -> Result<Vec<Argument<'v>>, String> {
    let mut known: IndexMap<String, Value> = IndexMap::new();
    let mut arguments = Vec::new();
    for (place, parameter) in signature.inputs.iter().enumerate() {
        let name = &parameter.name.text;
        let is_array = parameter.dimensions.is_some();
        let fits = |value: &Value| matches!(value, Value::Array(_)) == is_array;
        let input = |found: Option<(&'v String, &'v Value)>| {
            let (name, value) = found.filter(|(_, value)| fits(value))?;
            Some(Argument::Input(name, value))
        };
        let default = || {
            let names = ExpressionNames::of_inputs(&known);
            let value = expression::evaluate(parameter.default.as_ref()?, &names).ok()?;
            (!is_array).then_some(Argument::Default(value))
        };
        let argument = input(inputs.get_key_value(name))
            .or_else(default)
            .or_else(|| input(inputs.get_index(place)))
            .ok_or_else(|| format!("its parameter `{name}` is no input of this run"))?;
        known.insert(name.clone(), argument.value());
        arguments.push(argument);
    }
    Ok(arguments)
}

/// As an entry, on one processor.
fn on_shared_memory(
    sweep: &Sweep,
    signature: &Signature,
    prepared: &Prepared,
    arguments: &[Argument],
) -> Result<Cost, String> {
    let names = signature.inputs.iter().map(|input| input.name.text.clone());
    let inputs: IndexMap<String, Value> =
        names.zip(arguments.iter().map(Argument::value)).collect();
    let shapes = shapes(&inputs);
    fits(signature, &shapes)?;
    let known = KnownMachine {
        processors: true,
        ..prepared.known
    };
    let program = semantic::check(sweep.file, signature, &shapes, known).map_err(first_message)?;
    let alone = Configuration {
        processors: Some(1),
        ..prepared.configuration.clone()
    };
    let run = run(sweep, &program, &signature.name, inputs, &alone, prepared)?;
    Ok(run.cost)
}

/// Called by a program with the inputs of the parallel one, on a network of one processor.
fn on_network(
    sweep: &Sweep,
    signature: &Signature,
    prepared: &Prepared,
    arguments: &[Argument],
    machine: &Multicomputer,
) -> Result<Cost, String> {
    let mut sources = sweep.sources.clone();
    let inputs = &prepared.inputs;
    let file = program_of_call(sweep.file, signature, arguments, &mut sources)?;
    let entry = semantic::signature(&file, None).map_err(first_message)?;
    let names = entry.inputs.iter().map(|input| &input.name.text);
    if !names.eq(inputs.keys()) {
        return Err("the inputs of this entry are not those of the program".to_owned());
    }
    let program =
        semantic::check(&file, &entry, &shapes(inputs), prepared.known).map_err(first_message)?;
    let topology = Topology::complete(1).map_err(|error| error.to_string())?;
    let alone = Configuration {
        processors: Some(1),
        kind: ConfiguredMachine::Multicomputer(Multicomputer {
            topology,
            ..machine.clone()
        }),
        ..prepared.configuration.clone()
    };
    let run = run(
        sweep,
        &program,
        &entry.name,
        inputs.clone(),
        &alone,
        prepared,
    )?;
    let network = messages::times(&run).ok_or_else(|| messages::too_long().message)?;
    Ok(Cost {
        network: Some(network),
        ..run.cost
    })
}

/// The file with a program that does nothing but call its sequential algorithm.
fn program_of_call(
    file: &ast::File,
    sequential: &Signature,
    arguments: &[Argument],
    sources: &mut Sources,
) -> Result<ast::File, String> {
    let arguments: Vec<String> = arguments.iter().map(Argument::text).collect();
    let text = format!(
        "program\nparallel (for each processor own_number, own_number = 0, ..., 0)\n{}({});\n\
         end_parallel\nend_program\n",
        sequential.name,
        arguments.join(", ")
    );
    let added = sources.add("the sequential algorithm", text);
    let (alone, problems) = syntax::parse(sources, added);
    if let Some(problem) = problems.into_iter().next() {
        return Err(problem.message);
    }
    let is_program = |item: &ast::Item| matches!(item, ast::Item::Program(_));
    let kept = file.items.iter().filter(|item| !is_program(item)).cloned();
    Ok(ast::File {
        items: kept.chain(alone.items).collect(),
        vocabularies: file.vocabularies.clone(),
    })
}

/// Runs a program on one processor, or says why it does not come to its end.
fn run(
    sweep: &Sweep,
    program: &Program,
    entry: &str,
    inputs: IndexMap<String, Value>,
    alone: &Configuration,
    prepared: &Prepared,
) -> Result<Run, String> {
    let parameters = MachineParameters {
        processors: 1,
        ..prepared.parameters
    };
    let run = engine::run(program, entry, inputs, alone, parameters, sweep.interrupt);
    match failure(&run, sweep.sources) {
        None => Ok(run),
        Some(problem) => Err(problem.message),
    }
}

/// Arrays must have as many dimensions as the parameters that they are passed to.
fn fits(signature: &Signature, shapes: &InputShapes) -> Result<(), String> {
    for input in &signature.inputs {
        let wanted = input.dimensions.as_ref().map_or(0, Vec::len);
        let name = &input.name.text;
        if let Some(Shape::Array { rank, .. }) = shapes.get(name)
            && usize::from(*rank) != wanted
        {
            return Err(format!("its parameter `{name}` has {wanted} dimensions"));
        }
    }
    Ok(())
}

fn first_message(diagnostics: Vec<Diagnostic>) -> String {
    let first = diagnostics.into_iter().next();
    first.map_or_else(String::new, |diagnostic| diagnostic.message)
}
