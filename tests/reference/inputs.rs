//! From the inputs to the entry, and from its end to the outputs.

use std::collections::HashSet;
use std::rc::Rc;

use indexmap::IndexMap;
use pram::source::Span;
use pram::syntax::ast::{AlgorithmName, BinaryOp, Expr, ExprKind, OperatorName, Parameter};

use super::definitions::{Callee, Definitions};
use super::expression::{Execution, Prepared};
use super::memory::{Cell, Store};
use super::names::Owner;
use super::processor::{Processor, Stop, Task};
use super::scope::{Binding, Frame, Scope};
use super::types::Instance;
use super::value::{self, Type, Value};
use super::{Datum, Machine};

/// What `stroj CREW(p = 4)`, `stroj apram(d = 3, B = sqrt(p))` says of one of its parameters.
/// "Both are whole time units: B(p) is rounded up."
pub fn machine_parameter(
    definitions: &Definitions,
    wanted: &str,
    processors: Option<u64>,
) -> Option<u64> {
    let arguments = &definitions.machine?.arguments;
    let argument = arguments.iter().find(|argument| argument.is(wanted))?;
    let value = &argument.value;
    let p = processors.map(|p| ("p".to_owned(), Datum::Scalar(Some(Value::Int(p as i64)))));
    match constant(value, &p.into_iter().collect())? {
        Value::Int(value) => u64::try_from(value).ok(),
        Value::Real(value) => Some(value.ceil() as u64),
        Value::Bool(_) => None,
    }
}

/// The coroutine of the first processor.
pub fn start<'a>(
    machine: &Rc<Machine<'a>>,
    processor: Rc<Processor>,
    inputs: &IndexMap<String, Datum>,
) -> Task<'a> {
    let (machine, inputs) = (Rc::clone(machine), inputs.clone());
    Box::pin(async move {
        let entry = machine.scheduler.config.entry.clone();
        match entry
            .as_deref()
            .map(|name| find_entry(&machine.definitions, name))
        {
            Some(found) => run_algorithm(machine, processor, inputs, found).await,
            None if machine.definitions.program.is_some() => {
                run_program(machine, processor, inputs).await
            }
            None => {
                let last = machine.definitions.algorithms.len() - 1;
                // A generic algorithm is tried out with +.
                let generic = machine.definitions.algorithms[last].name.operator.as_ref();
                let operator = (generic == Some(&OperatorName::Generic))
                    .then_some(super::definitions::Operator::Known(OperatorName::Plus));
                run_algorithm(machine, processor, inputs, (last, operator)).await
            }
        }
    })
}

/// `+_prescan`, `max-par`, `f`.
fn find_entry(
    definitions: &Definitions,
    name: &str,
) -> (usize, Option<super::definitions::Operator>) {
    let known = [
        ("+", OperatorName::Plus),
        ("*", OperatorName::Times),
        ("max", OperatorName::Max),
        ("min", OperatorName::Min),
        ("and", OperatorName::And),
        ("or", OperatorName::Or),
        ("xor", OperatorName::Xor),
    ];
    let plain = AlgorithmName {
        operator: None,
        stem: name.to_owned(),
        span: Span::default(),
    };
    let prefixed = name.split_once(['_', '-']).and_then(|(prefix, stem)| {
        let (_, operator) = known.into_iter().find(|(spelled, _)| *spelled == prefix)?;
        Some(AlgorithmName {
            operator: Some(operator),
            stem: stem.to_owned(),
            span: plain.span,
        })
    });
    for name in prefixed.iter().chain([&plain]) {
        if let Callee::Algorithm(number, operator) = definitions.resolve(name, None) {
            return (number, operator);
        }
    }
    panic!("no algorithm {name}")
}

/// A processor before anything: a scope of the program, in which nothing stands yet.
fn execution(
    machine: Rc<Machine<'_>>,
    processor: Rc<Processor>,
    given: Vec<Option<Type>>,
) -> Execution<'_> {
    let instance = Instance {
        body: None,
        operator: None,
        given,
    };
    let (names, typing) = {
        let mut types = machine.types.borrow_mut();
        (types.names(None), types.of(&instance))
    };
    let frame = Rc::new(Frame {
        names,
        typing,
        operator: None,
        depth: 0,
    });
    let scope = Scope::new(Owner::Body, frame, None, &machine.scheduler.memory);
    Execution {
        machine,
        processor,
        scope,
        written_here: Rc::new(HashSet::new()),
    }
}

async fn run_program(
    machine: Rc<Machine<'_>>,
    processor: Rc<Processor>,
    mut inputs: IndexMap<String, Datum>,
) -> Result<(), Stop> {
    for input in &machine.definitions.inputs {
        bind_lengths(&mut inputs, &input.name.text, input.dimensions.as_deref());
    }
    for input in &machine.definitions.inputs {
        let (name, dimensions) = (&input.name.text, input.dimensions.as_deref());
        complete(&mut inputs, name, dimensions, input.default.as_ref());
    }
    let definitions = Rc::clone(&machine.definitions);
    let given = definitions
        .inputs
        .iter()
        .map(|input| type_of(inputs.get(&input.name.text)));
    let execution = execution(machine, processor, given.collect());
    for input in &definitions.inputs {
        let name = input.name.text.as_str();
        match (inputs.get(name), execution.scope.find(name)) {
            (Some(Datum::Scalar(Some(value))), Some(Binding::Scalar { cell, .. })) => {
                execution
                    .machine
                    .scheduler
                    .memory
                    .borrow_mut()
                    .set(cell, *value);
            }
            (Some(array), _) => {
                let store = make_array(&execution, name, execution.type_of(name), array);
                execution.distribute(store, input.distribution.as_ref())?;
                execution.scope.bind_array(name, store);
            }
            (None, _) => panic!("the twin makes no random data: {name} must be given"),
        }
    }
    execution
        .statements(definitions.program.unwrap_or_default())
        .await?;
    Ok(())
}

/// "Its parameters are the inputs, and its array parameters and its result are the outputs."
async fn run_algorithm(
    machine: Rc<Machine<'_>>,
    processor: Rc<Processor>,
    mut inputs: IndexMap<String, Datum>,
    (number, operator): (usize, Option<super::definitions::Operator>),
) -> Result<(), Stop> {
    let algorithm = machine.definitions.algorithms[number];
    for parameter in &algorithm.parameters {
        bind_lengths(
            &mut inputs,
            &parameter.name.text,
            parameter.dimensions.as_deref(),
        );
        // `algoritam f(A[], n)` beside `ulaz A[n]`.
        for input in &machine.definitions.inputs {
            if input.name.text == parameter.name.text {
                bind_lengths(&mut inputs, &input.name.text, input.dimensions.as_deref());
            }
        }
    }
    for parameter in &algorithm.parameters {
        let mut declared = machine.definitions.inputs.iter();
        let declared = declared.rfind(|input| input.name.text == parameter.name.text);
        let default = if parameter.default.is_some() {
            None
        } else {
            declared.and_then(|input| input.default.as_ref())
        };
        let dimensions = parameter.dimensions.as_deref();
        complete(&mut inputs, &parameter.name.text, dimensions, default);
    }
    let types: Vec<Option<Type>> = algorithm
        .parameters
        .iter()
        .map(|each| type_of(inputs.get(&each.name.text)))
        .collect();
    let instance = Instance {
        body: Some(number),
        operator: operator.clone(),
        given: types.clone(),
    };
    let typing = machine.types.borrow_mut().of(&instance);
    let execution = execution(machine, processor, Vec::new());
    let mut passed = Vec::new();
    for parameter in &algorithm.parameters {
        let name = parameter.name.text.as_str();
        passed.push(match inputs.get(name) {
            Some(Datum::Scalar(value)) => value.map(|value| Prepared::Scalar(value, 0)),
            Some(array) => {
                let ty = typing.variable(Owner::Body, name);
                Some(Prepared::Array(make_array(&execution, name, ty, array)))
            }
            None => None,
        });
    }
    let result = execution
        .enter_with(number, operator, passed.clone(), algorithm.header)
        .await?;
    record(&execution, &algorithm.parameters, &passed, result);
    Ok(())
}

fn record(
    execution: &Execution,
    parameters: &[Parameter],
    passed: &[Option<Prepared>],
    result: Option<Prepared>,
) {
    let mut outputs = execution.machine.outputs.borrow_mut();
    let mut arrays = HashSet::new();
    for (parameter, each) in parameters.iter().zip(passed) {
        if let Some(Prepared::Array(store)) = each {
            arrays.insert(*store);
            outputs.insert(parameter.name.text.clone(), execution.datum(*store));
        }
    }
    match result {
        Some(Prepared::Scalar(value, _)) => {
            outputs.insert("result".to_owned(), Datum::Scalar(Some(value)));
        }
        // An array that is a parameter is there already.
        Some(Prepared::Array(store)) if !arrays.contains(&store) => {
            outputs.insert("result".to_owned(), execution.datum(store));
        }
        _ => {}
    }
}

/// "An array given on the command line fixes the `n` of its `ulaz A[n]`."
fn bind_lengths(
    inputs: &mut IndexMap<String, Datum>,
    name: &str,
    dimensions: Option<&[Option<Expr>]>,
) {
    if let (
        Some(Datum::Array {
            dimensions: lengths,
            ..
        }),
        Some(named),
    ) = (inputs.get(name).cloned(), dimensions)
    {
        for (named, length) in named.iter().zip(lengths) {
            if let Some(Expr {
                kind: ExprKind::Name(scalar),
                ..
            }) = named
            {
                let length = Datum::Scalar(Some(Value::Int(length as i64)));
                inputs.entry(scalar.text.clone()).or_insert(length);
            }
        }
    }
}

/// The default, where nothing was given.
fn complete(
    inputs: &mut IndexMap<String, Datum>,
    name: &str,
    dimensions: Option<&[Option<Expr>]>,
    default: Option<&Expr>,
) {
    let (false, Some(default)) = (inputs.contains_key(name), default) else {
        return;
    };
    let value = match dimensions {
        None => constant(default, inputs).map(|value| Datum::Scalar(Some(value))),
        Some(named) => {
            let length = |each: &Option<Expr>| {
                let value = constant(each.as_ref()?, inputs)?.bound().ok()?;
                usize::try_from(value).ok()
            };
            let lengths: Option<Vec<usize>> = named.iter().map(length).collect();
            data(default, lengths, inputs)
        }
    };
    if let Some(value) = value {
        inputs.insert(name.to_owned(), value);
    }
}

/// Data that is no matter of chance.
fn data(
    default: &Expr,
    dimensions: Option<Vec<usize>>,
    inputs: &IndexMap<String, Datum>,
) -> Option<Datum> {
    let length = dimensions
        .as_ref()
        .map(|lengths| lengths.iter().product::<usize>());
    let cells: Vec<Option<Value>> = match &default.kind {
        ExprKind::List(parts) => parts.iter().map(|part| constant(part, inputs)).collect(),
        ExprKind::Call(name, _) if name.stem == "iota" => (0..length? as i64)
            .map(|value| Some(Value::Int(value)))
            .collect(),
        ExprKind::Call(name, parts) if matches!(name.stem.as_str(), "konstanta" | "constant") => {
            vec![Some(constant(parts.first()?, inputs)?); length?]
        }
        _ => return None,
    };
    let dimensions = dimensions.unwrap_or_else(|| vec![cells.len()]);
    Some(Datum::Array { dimensions, cells })
}

/// The value of an expression over inputs.
fn constant(expression: &Expr, inputs: &IndexMap<String, Datum>) -> Option<Value> {
    match &expression.kind {
        ExprKind::Int(value) => Some(Value::Int(*value)),
        ExprKind::Real(value) => Some(Value::Real(*value)),
        ExprKind::Bool(value) => Some(Value::Bool(*value)),
        ExprKind::Name(name) => match inputs.get(&name.text)? {
            Datum::Scalar(value) => *value,
            Datum::Array { .. } => None,
        },
        ExprKind::Unary(operator, operand) => {
            value::unary(*operator, constant(operand, inputs)?).ok()
        }
        ExprKind::Binary(operator, _, left, right)
            if !matches!(operator, BinaryOp::And | BinaryOp::Or | BinaryOp::Generic) =>
        {
            value::binary(*operator, constant(left, inputs)?, constant(right, inputs)?).ok()
        }
        ExprKind::Call(name, arguments) => {
            let values: Option<Vec<Value>> = arguments
                .iter()
                .map(|each| constant(each, inputs))
                .collect();
            value::builtin(&name.stem, &values?).ok()
        }
        _ => None,
    }
}

fn type_of(datum: Option<&Datum>) -> Option<Type> {
    match datum? {
        Datum::Scalar(value) => value.map(Value::ty),
        Datum::Array { cells, .. } => Some(
            cells
                .iter()
                .flatten()
                .fold(Type::Unknown, |ty, cell| ty.join(cell.ty())),
        ),
    }
}

fn make_array(execution: &Execution, name: &str, ty: Type, datum: &Datum) -> usize {
    let Datum::Array { dimensions, cells } = datum else {
        panic!("{name} is an array")
    };
    let mut memory = execution.machine.scheduler.memory.borrow_mut();
    let dimensions = Some(dimensions.clone());
    let store = memory.create(Store {
        name: name.to_owned(),
        ty,
        dimensions,
        shared: true,
    });
    for (position, value) in cells.iter().enumerate() {
        if let Some(value) = value {
            memory.set(Cell { store, position }, *value);
        }
    }
    store
}
