//! Expressions outside of a program: values of inputs, options, formulas of claims.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::problem::{ClaimProblem, name_of_value, names_of_formulas};
use crate::diagnostic::{Code, Diagnostic};
use crate::language::Voice;
use crate::machine::simt::configuration::{Gpu, GpuNumber};
use crate::machine::value::Value;
use crate::network::{Decimal, Parameters};
use crate::program::{Constant, Generator};
use crate::result::machine::MachineKind;
use crate::semantic;
use crate::semantic::constant::{self, Lookup};
use crate::semantic::enclosure::{self, Enclosure};
use crate::source::Sources;
use crate::syntax::ast::{self, ExprKind};
use crate::syntax::parse_expression;

/// The values of the names in an expression.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct ExpressionNames {
    /// Scalars.
    pub scalars: IndexMap<String, Constant>,
    /// Lengths of arrays, for `duljina(A)`.
    pub lengths: IndexMap<String, Vec<usize>>,
    /// Scalars that no message lists: numbers of a machine that the program does not name.
    pub unlisted: Vec<String>,
    /// That of the messages about an expression.
    pub voice: Voice,
}

impl ExpressionNames {
    /// Adds the numbers of a GPU, unless the program has such names.
    pub fn add_gpu(&mut self, gpu: &Gpu) {
        let named = MachineKind::Gpu.row().numbers.iter();
        for number in named.filter_map(|name| GpuNumber::named(name)) {
            let (name, number) = (number.name, number.of(*gpu));
            let number = Constant::Int(i64::try_from(number).unwrap_or(i64::MAX));
            self.scalars.entry(name.to_owned()).or_insert(number);
        }
    }

    /// The inputs of a run.
    pub fn of_inputs(inputs: &IndexMap<String, Value>) -> Self {
        let mut names = Self::default();
        for (name, value) in inputs {
            names.add(name, value);
        }
        names
    }

    /// Adds a value; for an array, its lengths.
    pub fn add(&mut self, name: &str, value: &Value) {
        match value {
            Value::Scalar(constant) => {
                self.scalars.insert(name.to_owned(), *constant);
            }
            Value::Array(array) => {
                let lengths = array.dimensions.clone();
                self.lengths.insert(name.to_owned(), lengths);
            }
        }
    }

    /// Adds `p`.
    pub fn add_processors(&mut self, processors: u64) {
        let processors = i64::try_from(processors).unwrap_or(i64::MAX);
        self.scalars
            .insert("p".to_owned(), Constant::Int(processors));
    }

    /// Adds the parameters of a multicomputer, unless inputs have their names.
    pub fn add_parameters(&mut self, parameters: &Parameters) {
        let of = |time: Decimal| {
            let text = time.to_string();
            let int = text.parse::<i64>().map(Constant::Int).ok();
            int.or_else(|| text.parse::<f64>().map(Constant::Real).ok())
        };
        for (name, time) in parameters.given() {
            if let Some(time) = of(time) {
                self.scalars.entry(name.to_owned()).or_insert(time);
            }
        }
    }

    /// The same as integers in the smallest unit.
    pub fn add_units(&mut self, parameters: &Parameters) {
        let digits = parameters.scaled().map_or(0, |units| units.digits);
        for (name, time) in parameters.given() {
            let units = time
                .scaled(digits)
                .and_then(|units| i64::try_from(units).ok());
            if let Some(units) = units {
                let entry = self.scalars.entry(name.to_owned());
                entry.or_insert(Constant::Int(units));
            }
        }
    }

    /// The same with the parameters of a multicomputer as integers in units of 10^-digits; an input with
    /// the name of one is left as it is.
    #[must_use]
    pub fn in_units(&self, parameters: &Parameters, digits: u32) -> Self {
        let mut own = Self::default();
        own.add_parameters(parameters);
        let mut names = self.clone();
        for (name, time) in parameters.given() {
            let units = (time.scaled(digits)).and_then(|units| i64::try_from(units).ok());
            let is_own = own.scalars.get(name) == names.scalars.get(name);
            if let (Some(units), true) = (units, is_own) {
                names.scalars.insert(name.to_owned(), Constant::Int(units));
            }
        }
        names
    }

    /// Adds `d` and `B`, unless inputs have these names.
    pub fn add_times(&mut self, delay: u64, barrier: Option<u64>) {
        for (name, time) in [("d", Some(delay)), ("B", barrier)] {
            if let Some(time) = time.and_then(|time| i64::try_from(time).ok()) {
                let entry = self.scalars.entry(name.to_owned());
                entry.or_insert(Constant::Int(time));
            }
        }
    }
}

impl Lookup for ExpressionNames {
    fn scalar(&self, name: &str) -> Option<Constant> {
        self.scalars.get(name).copied()
    }

    fn length(&self, name: &str, dimension: Option<u8>) -> Option<i64> {
        let lengths = self.lengths.get(name)?;
        let length = match dimension {
            None => lengths.iter().product(),
            Some(axis) => *lengths.get(usize::from(axis))?,
        };
        Some(length as i64)
    }

    fn names(&self) -> Vec<String> {
        let names = self.scalars.keys();
        names
            .filter(|name| !self.unlisted.contains(name))
            .cloned()
            .collect()
    }

    fn voice(&self) -> Voice {
        self.voice
    }
}

/// Reads the value of an input.
pub fn parse(text: &str, name: &str, sources: &mut Sources) -> Result<ast::Expr, Vec<Diagnostic>> {
    let file = sources.add(name_of_value(name, Voice::default()), text);
    parse_expression(sources, file).map_err(|mut diagnostic| {
        diagnostic.code = Code::BadInput;
        vec![diagnostic]
    })
}

/// The value of an expression.
pub fn evaluate(
    expression: &ast::Expr,
    names: &ExpressionNames,
) -> Result<Constant, Vec<Diagnostic>> {
    constant::exact(expression, names)
}

/// The value of the formula of a claim.
pub fn formula(expression: &ast::Expr, names: &ExpressionNames) -> Result<f64, Vec<Diagnostic>> {
    constant::formula(expression, names)
}

/// An interval that contains the value of a formula.
pub fn enclosure(expression: &ast::Expr, names: &ExpressionNames) -> Option<Enclosure> {
    enclosure::enclose(expression, names)
}

/// The value of an expression over the reals if it is a fraction: numerator and denominator.
pub fn fraction(expression: &ast::Expr, names: &ExpressionNames) -> Option<(i128, i128)> {
    enclosure::fraction(expression, names)
}

/// Why an expression is no formula, whatever the values of its names: undeclared names, and operations
/// that formulas may not contain.
pub fn unreadable(expression: &ast::Expr, names: &ExpressionNames) -> Vec<Diagnostic> {
    let mut problems = not_in_formulas(expression, names);
    for problem in &mut problems {
        if problem.code == Code::UnknownName {
            problem.code = Code::Claim;
            problem
                .notes
                .insert(0, names_of_formulas(names.voice).to_owned());
        }
    }
    problems
}

/// The same without undeclared names: these may get a value from `--vary`.
pub fn unreadable_beside_names(expression: &ast::Expr, names: &ExpressionNames) -> Vec<Diagnostic> {
    let mut problems = not_in_formulas(expression, names);
    problems.retain(|problem| problem.code != Code::UnknownName);
    problems
}

fn not_in_formulas(expression: &ast::Expr, names: &ExpressionNames) -> Vec<Diagnostic> {
    let mut problems = constant::formula(expression, names)
        .err()
        .unwrap_or_default();
    problems.retain(|problem| {
        matches!(
            problem.code,
            Code::UnknownName | Code::Claim | Code::WrongArguments | Code::WrongShape
        )
    });
    problems
}

/// The generator that an expression calls, and its arguments.
pub fn generator(expression: &ast::Expr) -> Option<(Generator, &[ast::Expr])> {
    match &expression.kind {
        ExprKind::Name(name) => Some((semantic::generator_named(&name.text)?, &[])),
        ExprKind::Call(name, arguments) if name.operator.is_none() => {
            Some((semantic::generator_named(&name.stem)?, arguments))
        }
        _ => None,
    }
}

/// The length of an array.
pub fn length(expression: &ast::Expr, names: &ExpressionNames) -> Result<usize, Vec<Diagnostic>> {
    let constant = evaluate(expression, names)?;
    let whole = match constant {
        Constant::Int(value) => Some(value),
        Constant::Real(value) if value.fract() == 0.0 && value.abs() < 2_f64.powi(62) => {
            Some(value as i64)
        }
        _ => None,
    };
    let span = expression.span;
    let problem = match whole.map(usize::try_from) {
        Some(Ok(length)) => return Ok(length),
        Some(Err(_)) => ClaimProblem::NegativeLength {
            span,
            value: whole.unwrap_or_default(),
        },
        None => ClaimProblem::LengthNotWhole {
            span,
            value: match constant {
                Constant::Real(value) => Some(value),
                Constant::Int(_) | Constant::Bool(_) => None,
            },
        },
    };
    Err(vec![problem.diagnostic(names.voice)])
}

/// Every name that an expression uses.
pub fn names_in(expression: &ast::Expr) -> Vec<&str> {
    let mut names = Vec::new();
    let mut waiting = vec![expression];
    while let Some(expression) = waiting.pop() {
        match &expression.kind {
            ExprKind::Int(_) | ExprKind::Real(_) | ExprKind::Bool(_) | ExprKind::Neutral(_) => {}
            ExprKind::Name(name) | ExprKind::WholeArray(name) => names.push(name.text.as_str()),
            ExprKind::Element(name, subscripts) => {
                names.push(name.text.as_str());
                waiting.extend(subscripts);
            }
            ExprKind::Section(name, subscripts) => {
                names.push(name.text.as_str());
                waiting.extend(subscripts.iter().flat_map(ast::Subscript::expressions));
            }
            ExprKind::Call(_, arguments) | ExprKind::List(arguments) => waiting.extend(arguments),
            ExprKind::Unary(_, operand) => waiting.push(operand),
            ExprKind::Binary(_, _, left, right) => waiting.extend([&**left, &**right]),
        }
    }
    names
}
