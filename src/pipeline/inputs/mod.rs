//! Binds the inputs of a run: from the command line, from files, from lengths, from defaults.

pub mod array_text;
mod given;

use indexmap::IndexMap;

use super::expression::{self, Names};
use super::quantity;
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::generator::{generate, seed_for};
use crate::machine::value::{ArrayValue, Value};
use crate::semantic;
use crate::semantic::Signature;
use crate::semantic::program::{Constant, Generator};
use crate::source::{Sources, Span};
use crate::syntax::ast;
use crate::syntax::include::Files;
use array_text::Rows;
use given::Given;

/// Bytes of one element.
const ELEMENT_BYTES: u64 = 8;

/// The name of the length of an array that is declared without one.
const USUAL_LENGTH: &str = "n";

/// `NAME=VALUE` from the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    /// The input.
    pub name: String,
    /// The value as written.
    pub value: String,
}

/// An input of the entry, or a name that only gives the length of one.
#[derive(Debug, Clone, PartialEq)]
pub struct Formal {
    /// Its name.
    pub name: String,
    /// Its declaration.
    pub span: Span,
    /// None for a scalar; one entry per dimension, with the length where one is written.
    pub dimensions: Option<Vec<Option<ast::Expr>>>,
    /// Its value where none is given.
    pub default: Option<ast::Expr>,
    /// Its value where the default needs an array whose length needs this very value: the default
    /// of the file's input of the same name.
    pub fallback: Option<ast::Expr>,
}

/// Everything that an entry wants to know. An array parameter without lengths has those of the
/// file's input of the same name, where these make sense for the entry.
pub fn formals(signature: &Signature, file: &ast::File) -> Vec<Formal> {
    let is_known = |name: &str| {
        signature.inputs.iter().any(|input| input.name.text == name)
            || signature.lengths.iter().any(|length| length.text == name)
    };
    let declared = |name: &str| {
        file.items.iter().find_map(|item| match item {
            ast::Item::Input(input) if input.name.text == name => Some(input),
            _ => None,
        })
    };
    let inputs = signature.inputs.iter().map(|input| {
        let mut dimensions = input.dimensions.clone();
        let declared = declared(&input.name.text);
        let same = declared.and_then(|declared| declared.dimensions.as_ref());
        if let (Some(own), Some(same)) = (&mut dimensions, same)
            && own.len() == same.len()
        {
            for (own, same) in own.iter_mut().zip(same) {
                let fits = |expr: &&ast::Expr| expression::names_in(expr).into_iter().all(is_known);
                if own.is_none() {
                    *own = same.as_ref().filter(fits).cloned();
                }
            }
        }
        Formal {
            name: input.name.text.clone(),
            span: input.span,
            dimensions,
            default: input.default.clone(),
            fallback: declared.and_then(|declared| declared.default.clone()),
        }
    });
    let lengths = signature.lengths.iter().map(|length| Formal {
        name: length.text.clone(),
        span: length.span,
        dimensions: None,
        default: None,
        fallback: declared(&length.text).and_then(|declared| declared.default.clone()),
    });
    inputs.chain(lengths).collect()
}

/// What inputs are made from besides their assignments.
pub struct Surroundings<'a> {
    /// Where `@file` is read.
    pub files: &'a dyn Files,
    /// What generators draw from.
    pub seed: u64,
    /// Bytes that all inputs together may take.
    pub memory: u64,
    /// The processors of the machine, where they are fixed: the name `p`.
    pub processors: Option<u64>,
}

/// What an input is made from.
enum Origin {
    /// Elements that stand in the assignment or its file.
    Content(ArrayValue),
    /// An expression, a generator or a list; from the command line or a default.
    Expression { text: ast::Expr, given: bool },
    /// The length of an array that was given.
    Length { length: usize, array: String },
    /// Nothing yet.
    Missing,
}

/// A value for every input, in the order of their declaration.
pub fn bind(
    formals: &[Formal],
    assignments: &[Assignment],
    surroundings: &Surroundings,
    sources: &mut Sources,
) -> Result<IndexMap<String, Value>, Vec<Diagnostic>> {
    let mut binder = Binder {
        formals,
        surroundings,
        origins: formals.iter().map(|_| Origin::Missing).collect(),
        values: formals.iter().map(|_| None).collect(),
        fell_back: vec![false; formals.len()],
        diagnostics: Vec::new(),
        memory: 0,
    };
    binder.assign(assignments, sources);
    binder.lengths_from_arrays();
    binder.defaults();
    binder.evaluate();
    binder.check_lengths();
    if binder.diagnostics.is_empty() {
        let values = binder.values.into_iter();
        Ok(formals
            .iter()
            .zip(values)
            .filter_map(|(formal, value)| Some((formal.name.clone(), value?)))
            .collect())
    } else {
        Err(binder.diagnostics)
    }
}

struct Binder<'a> {
    formals: &'a [Formal],
    surroundings: &'a Surroundings<'a>,
    /// One per formal.
    origins: Vec<Origin>,
    /// One per formal.
    values: Vec<Option<Value>>,
    /// One per formal: whether its fallback was taken.
    fell_back: Vec<bool>,
    diagnostics: Vec<Diagnostic>,
    /// Bytes of the arrays so far.
    memory: u64,
}

impl Binder<'_> {
    /// Reads the assignments.
    fn assign(&mut self, assignments: &[Assignment], sources: &mut Sources) {
        let mut given: Vec<usize> = Vec::new();
        for assignment in assignments {
            let Some(at) = self.position(&assignment.name) else {
                self.diagnostics.push(self.unknown(assignment));
                continue;
            };
            if given.contains(&at) {
                self.diagnostics.push(Diagnostic::without_place(
                    Code::BadInput,
                    format!("`{}` is given a value twice", assignment.name),
                ));
                continue;
            }
            given.push(at);
            let formal = &self.formals[at];
            match given::read(formal, &assignment.value, self.surroundings, sources) {
                Ok(Given::Content(array)) => self.origins[at] = Origin::Content(array),
                Ok(Given::Expression(text)) => {
                    self.origins[at] = Origin::Expression { text, given: true };
                }
                Err(diagnostics) => self.diagnostics.extend(diagnostics),
            }
        }
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.formals.iter().position(|formal| formal.name == name)
    }

    fn unknown(&self, assignment: &Assignment) -> Diagnostic {
        let name = &assignment.name;
        let mut diagnostic =
            Diagnostic::without_place(Code::UnknownInput, format!("there is no input `{name}`"));
        let names: Vec<&str> = self
            .formals
            .iter()
            .map(|formal| formal.name.as_str())
            .collect();
        if let Some(meant) = semantic::did_you_mean(name, names.iter().copied()) {
            diagnostic = diagnostic.help(format!("did you mean `{meant}={}`?", assignment.value));
        }
        if name == "p" {
            diagnostic = diagnostic.help(format!(
                "`p`, the processors of the machine, is set by `-p {}`",
                assignment.value
            ));
        }
        diagnostic.note(if names.is_empty() {
            "this program has no inputs".to_owned()
        } else {
            format!("the inputs are {}", listed(&names))
        })
    }

    /// An array with content fixes the scalars that only give its lengths.
    fn lengths_from_arrays(&mut self) {
        for (at, formal) in self.formals.iter().enumerate() {
            let Origin::Content(array) = &self.origins[at] else {
                continue;
            };
            let lengths = array.dimensions.clone();
            let declared = formal.dimensions.iter().flatten();
            for (declared, length) in declared.zip(lengths) {
                let Some(ast::ExprKind::Name(name)) = declared.as_ref().map(|expr| &expr.kind)
                else {
                    continue;
                };
                let Some(scalar) = self.position(&name.text) else {
                    continue;
                };
                match &self.origins[scalar] {
                    Origin::Missing => {
                        self.origins[scalar] = Origin::Length {
                            length,
                            array: formal.name.clone(),
                        };
                    }
                    Origin::Length {
                        length: known,
                        array,
                    } if *known != length => {
                        let problem = bad_input(
                            formal,
                            format!(
                                "has {length} elements there, and `{array}` has {known}: both \
                                 declare `{}` as that length",
                                name.text
                            ),
                        );
                        self.diagnostics.push(problem);
                    }
                    _ => {}
                }
            }
        }
    }

    fn defaults(&mut self) {
        for (origin, formal) in self.origins.iter_mut().zip(self.formals) {
            if let (Origin::Missing, Some(default)) = (&*origin, &formal.default) {
                *origin = Origin::Expression {
                    text: default.clone(),
                    given: false,
                };
            }
        }
    }

    /// Evaluates whatever can be, again and again until nothing more can: a default may need
    /// inputs that are declared later.
    fn evaluate(&mut self) {
        let mut failed: Vec<bool> = self.formals.iter().map(|_| false).collect();
        loop {
            let mut progress = false;
            for (at, failed) in failed.iter_mut().enumerate() {
                if self.values[at].is_some() || *failed || !self.is_ready(at) {
                    continue;
                }
                progress = true;
                match self.value(at) {
                    Ok(value) => self.values[at] = Some(value),
                    Err(diagnostics) => {
                        *failed = true;
                        self.diagnostics.extend(diagnostics);
                    }
                }
            }
            if !progress && !self.fall_back() {
                break;
            }
        }
        if !self.diagnostics.is_empty() {
            return;
        }
        for at in 0..self.formals.len() {
            if self.values[at].is_none() {
                let problem = self.without_value(at);
                self.diagnostics.push(problem);
            }
        }
    }

    /// Where defaults wait for each other, lets the first that can take its fallback do so.
    fn fall_back(&mut self) -> bool {
        let waiting = (0..self.formals.len()).find(|&at| {
            let is_given = matches!(self.origins[at], Origin::Expression { given: true, .. });
            let has_other = self.formals[at].fallback.is_some()
                && self.formals[at].fallback != self.formals[at].default;
            self.values[at].is_none() && !is_given && has_other && !self.fell_back[at]
        });
        let Some((at, text)) =
            waiting.and_then(|at| Some((at, self.formals[at].fallback.clone()?)))
        else {
            return false;
        };
        self.fell_back[at] = true;
        self.origins[at] = Origin::Expression { text, given: false };
        true
    }

    /// Whether every name that this input's value needs is known.
    fn is_ready(&self, at: usize) -> bool {
        let is_known = |name: &str| {
            self.position(name)
                .is_none_or(|needed| self.values[needed].is_some())
        };
        let all_known = |expr: &ast::Expr| expression::names_in(expr).into_iter().all(is_known);
        match &self.origins[at] {
            Origin::Missing => false,
            Origin::Content(_) | Origin::Length { .. } => true,
            Origin::Expression { text, .. } => {
                let dimensions = self.formals[at].dimensions.iter().flatten();
                all_known(text)
                    && dimensions.into_iter().all(|length| match length {
                        Some(expr) => all_known(expr),
                        None => is_known(USUAL_LENGTH),
                    })
            }
        }
    }

    fn value(&mut self, at: usize) -> Result<Value, Vec<Diagnostic>> {
        let formal = &self.formals[at];
        match &self.origins[at] {
            Origin::Missing => Err(vec![self.without_value(at)]),
            Origin::Length { length, .. } => Ok(Value::Scalar(Constant::Int(*length as i64))),
            Origin::Content(array) => {
                let array = array.clone();
                self.take_memory(formal, &array.dimensions)?;
                Ok(Value::Array(array))
            }
            Origin::Expression { text, given } => {
                let text = text.clone();
                let given = *given;
                let value = if formal.dimensions.is_some() {
                    self.array(formal, &text)
                } else {
                    self.scalar(formal, &text)
                };
                if given {
                    value.map_err(as_input_errors)
                } else {
                    value
                }
            }
        }
    }

    fn scalar(&self, formal: &Formal, text: &ast::Expr) -> Result<Value, Vec<Diagnostic>> {
        let names = self.names();
        let Some((generator, arguments)) = expression::generator(text) else {
            return Ok(Value::Scalar(expression::evaluate(text, &names)?));
        };
        let array = self.generated(formal, generator, arguments, &[], text.span)?;
        array
            .get(0)
            .map(Value::Scalar)
            .ok_or_else(|| vec![bad_input(formal, "is a scalar".to_owned())])
    }

    fn array(&mut self, formal: &Formal, text: &ast::Expr) -> Result<Value, Vec<Diagnostic>> {
        let names = self.names();
        if let ast::ExprKind::List(elements) = &text.kind {
            let rows = list_constants(elements, &names)?;
            let rank = formal.dimensions.as_ref().map_or(1, Vec::len);
            let array = array_text::array(rows, rank).map_err(|error| {
                vec![Diagnostic::new(
                    Code::BadInput,
                    format!("the value of `{}` does not fit: {error}", formal.name),
                    text.span,
                    "this list",
                )]
            })?;
            self.take_memory(formal, &array.dimensions)?;
            return Ok(Value::Array(array));
        }
        let dimensions = self.declared_lengths(formal, text.span)?;
        self.take_memory(formal, &dimensions)?;
        if let Some((generator, arguments)) = expression::generator(text) {
            let array = self.generated(formal, generator, arguments, &dimensions, text.span)?;
            return Ok(Value::Array(array));
        }
        // A scalar fills the whole array.
        let constant = expression::evaluate(text, &names)?;
        let filled = generate(Generator::Constant, &[constant], &dimensions, 0);
        filled
            .map(Value::Array)
            .map_err(|error| vec![bad_input(formal, format!("cannot be made: {error}"))])
    }

    fn generated(
        &self,
        formal: &Formal,
        generator: Generator,
        arguments: &[ast::Expr],
        dimensions: &[usize],
        span: Span,
    ) -> Result<ArrayValue, Vec<Diagnostic>> {
        let names = self.names();
        let arguments = arguments
            .iter()
            .map(|argument| expression::evaluate(argument, &names))
            .collect::<Result<Vec<Constant>, _>>()?;
        let seed = seed_for(self.surroundings.seed, &formal.name);
        generate(generator, &arguments, dimensions, seed).map_err(|error| {
            vec![Diagnostic::new(
                Code::BadInput,
                format!("the value of `{}` cannot be made: {error}", formal.name),
                span,
                "this generator",
            )]
        })
    }

    /// The lengths that an array is declared with; an array parameter `A[]` without any takes
    /// the length `n`, as the lectures do.
    fn declared_lengths(&self, formal: &Formal, span: Span) -> Result<Vec<usize>, Vec<Diagnostic>> {
        let names = self.names();
        let dimensions = formal.dimensions.iter().flatten();
        dimensions
            .map(|length| match length {
                Some(expr) => self.length(expr, &names),
                None => match names.scalars.get(USUAL_LENGTH) {
                    Some(Constant::Int(n)) => usize::try_from(*n).map_err(|_| {
                        vec![bad_input(formal, format!("cannot have the length n = {n}"))]
                    }),
                    _ => Err(vec![
                        Diagnostic::new(
                            Code::BadInput,
                            format!("nothing says how long `{}` is to be", formal.name),
                            span,
                            "this generator fills an array of any length",
                        )
                        .label(formal.span, "declared without a length")
                        .help(format!(
                            "declare it with its length, `{}[n]`, or give its elements one by \
                             one: `{}=3,1,7,0`",
                            formal.name, formal.name
                        )),
                    ]),
                },
            })
            .collect()
    }

    /// The length that an expression gives. Where it follows from what the command line gave, the
    /// command line is at fault if it gives none.
    fn length(&self, expr: &ast::Expr, names: &Names) -> Result<usize, Vec<Diagnostic>> {
        let is_given = |name: &str| {
            self.position(name).is_some_and(|at| {
                matches!(self.origins[at], Origin::Expression { given: true, .. })
            })
        };
        let follows = expression::names_in(expr).into_iter().any(is_given);
        expression::length(expr, names).map_err(|problems| {
            if follows {
                as_input_errors(problems)
            } else {
                problems
            }
        })
    }

    /// Takes the memory of an array from what is left.
    fn take_memory(
        &mut self,
        formal: &Formal,
        dimensions: &[usize],
    ) -> Result<(), Vec<Diagnostic>> {
        let bytes = dimensions.iter().try_fold(ELEMENT_BYTES, |bytes, &length| {
            bytes.checked_mul(length as u64)
        });
        let total = bytes.and_then(|bytes| self.memory.checked_add(bytes));
        match total {
            Some(total) if total <= self.surroundings.memory => {
                self.memory = total;
                Ok(())
            }
            _ => {
                let lengths: Vec<String> = dimensions.iter().map(usize::to_string).collect();
                let lengths = lengths.join("×");
                let needed = total.map_or_else(
                    || "more bytes than 64 bits can count".to_owned(),
                    quantity::bytes_text,
                );
                Err(vec![
                    Diagnostic::new(
                        Code::TooMuchMemory,
                        format!(
                            "the inputs do not fit into memory: with the {lengths} elements of \
                             `{}` they take {needed}",
                            formal.name
                        ),
                        formal.span,
                        "this input",
                    )
                    .note(format!(
                        "a run may use {}",
                        quantity::bytes_text(self.surroundings.memory)
                    ))
                    .help("choose a smaller size, or raise the limit: `--max-memory 16GiB`"),
                ])
            }
        }
    }

    /// The scalars and lengths that are known so far.
    fn names(&self) -> Names {
        let mut names = Names::default();
        if let Some(processors) = self.surroundings.processors {
            names.add_processors(processors);
        }
        for (formal, value) in self.formals.iter().zip(&self.values) {
            if let Some(value) = value {
                names.add(&formal.name, value);
            }
        }
        names
    }

    fn without_value(&self, at: usize) -> Diagnostic {
        let formal = &self.formals[at];
        let name = &formal.name;
        let what = if formal.dimensions.is_some() {
            format!("give its elements, `{name}=3,1,7,0`, or a generator, `{name}=random(0,99)`")
        } else {
            let longest = self.values.iter().flatten().find_map(|value| match value {
                Value::Array(array) => array.dimensions.first().copied(),
                Value::Scalar(_) => None,
            });
            format!("give it one: `{name}={}`", longest.unwrap_or(8))
        };
        Diagnostic::new(
            Code::MissingInput,
            format!("the input `{name}` has no value"),
            formal.span,
            "declared here, without a default",
        )
        .help(what)
    }

    /// Every array must have the lengths that it is declared with.
    fn check_lengths(&mut self) {
        if !self.diagnostics.is_empty() {
            return;
        }
        let names = self.names();
        for (formal, value) in self.formals.iter().zip(&self.values) {
            let Some(Value::Array(array)) = value else {
                continue;
            };
            let declared = formal.dimensions.iter().flatten();
            for (axis, (declared, &length)) in declared.zip(&array.dimensions).enumerate() {
                let Some(expr) = declared else { continue };
                match self.length(expr, &names) {
                    Ok(expected) if expected != length => {
                        let what = match (array.dimensions.len(), axis) {
                            (1, _) => "elements",
                            (_, 0) => "rows",
                            _ => "columns",
                        };
                        self.diagnostics.push(Diagnostic::new(
                            Code::BadInput,
                            format!(
                                "`{}` has {length} {what}, and is declared with {expected}",
                                formal.name
                            ),
                            expr.span,
                            format!("this length is {expected}"),
                        ));
                    }
                    Ok(_) => {}
                    Err(diagnostics) => self.diagnostics.extend(diagnostics),
                }
            }
        }
    }
}

/// The constants of `{1, 2}` or of `{{1, 2}, {3, 4}}`.
fn list_constants(elements: &[ast::Expr], names: &Names) -> Result<Rows, Vec<Diagnostic>> {
    let nested = elements
        .iter()
        .any(|element| matches!(element.kind, ast::ExprKind::List(_)));
    if !nested {
        let row = elements
            .iter()
            .map(|element| expression::evaluate(element, names))
            .collect::<Result<_, _>>()?;
        return Ok(vec![row]);
    }
    elements
        .iter()
        .map(|element| match &element.kind {
            ast::ExprKind::List(row) => row
                .iter()
                .map(|element| expression::evaluate(element, names))
                .collect(),
            _ => Ok(vec![expression::evaluate(element, names)?]),
        })
        .collect()
}

/// What is wrong with a value from the command line is the command line's fault.
fn as_input_errors(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    for diagnostic in &mut diagnostics {
        if diagnostic.code != Code::TooMuchMemory {
            diagnostic.code = Code::BadInput;
        }
    }
    diagnostics
}

fn bad_input(formal: &Formal, what: String) -> Diagnostic {
    Diagnostic::new(
        Code::BadInput,
        format!("`{}` {what}", formal.name),
        formal.span,
        "the input is declared here",
    )
}

/// `a`, `b` and `c`.
fn listed(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => quoted.join(", "),
    }
}
