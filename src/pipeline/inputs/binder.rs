//! Determines a value for every input: first those that are given, then those that follow from arrays,
//! then the defaults.

use std::collections::HashMap;

use indexmap::IndexMap;

use super::given::{self, GivenValue};
use super::lengths::USUAL_LENGTH;
use super::rows;
use super::{Assignment, Formal, InputSurroundings, as_input_errors, bad_input, listed};
use crate::claims::expression::{self, ExpressionNames};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::refusal::is_granted;
use crate::machine::generator::{generate, seed_for};
use crate::machine::limits::BYTES_PER_INPUT;
use crate::machine::value::{ArrayValue, Value};
use crate::pipeline::quantity;
use crate::present::text::value::counted;
use crate::program::{Constant, Generator};
use crate::semantic;
use crate::source::{Sources, Span};
use crate::syntax::ast;

/// The name of the number of the machine's processors.
pub(super) const PROCESSORS: &str = "p";

/// The origin of the value of an input.
pub(super) enum InputOrigin {
    /// Elements from the assignment, from its file, or from a list that is the default.
    Content {
        array: ArrayValue,
        given: bool,
    },
    /// An expression, a generator or a list; from the command line or a default.
    Expression {
        text: ast::Expr,
        given: bool,
    },
    /// The length of an array that was given.
    Length {
        length: usize,
        array: String,
    },
    /// The length in the file's declaration of an array, if the entry names it.
    Declared {
        length: ast::Expr,
        array: String,
    },
    Missing,
}

/// The values determined so far.
pub(super) struct Binder<'a> {
    pub formals: &'a [Formal],
    surroundings: &'a InputSurroundings<'a>,
    /// The index of the formal with a name.
    places: HashMap<&'a str, usize>,
    /// One per formal.
    pub origins: Vec<InputOrigin>,
    /// One per formal.
    pub values: Vec<Option<Value>>,
    /// One per formal: whether its fallback was used.
    fell_back: Vec<bool>,
    pub diagnostics: Vec<Diagnostic>,
    /// The scalars and lengths that are known so far.
    names: ExpressionNames,
    /// Bytes of the arrays so far.
    memory: u64,
}

impl<'a> Binder<'a> {
    /// Nothing is known of these inputs yet.
    pub fn new(formals: &'a [Formal], surroundings: &'a InputSurroundings) -> Self {
        let mut names = ExpressionNames {
            vocabulary: surroundings.vocabulary,
            ..ExpressionNames::default()
        };
        if let Some(processors) = surroundings.processors {
            names.add_processors(processors);
        }
        let mut places = HashMap::new();
        for (at, formal) in formals.iter().enumerate() {
            places.entry(formal.name.as_str()).or_insert(at);
        }
        Self {
            formals,
            surroundings,
            places,
            names,
            origins: formals.iter().map(|_| InputOrigin::Missing).collect(),
            values: formals.iter().map(|_| None).collect(),
            fell_back: vec![false; formals.len()],
            diagnostics: Vec::new(),
            memory: 0,
        }
    }

    /// The values, or the errors.
    pub fn finish(self) -> Result<IndexMap<String, Value>, Vec<Diagnostic>> {
        if !self.diagnostics.is_empty() {
            return Err(self.diagnostics);
        }
        Ok(self
            .formals
            .iter()
            .zip(self.values)
            .filter_map(|(formal, value)| Some((formal.name.clone(), value?)))
            .collect())
    }

    /// Reads the assignments.
    pub fn assign(&mut self, assignments: &[Assignment], sources: &mut Sources) {
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
                Ok(GivenValue::Content(array)) => {
                    self.origins[at] = InputOrigin::Content { array, given: true };
                }
                Ok(GivenValue::Expression(text)) => {
                    self.origins[at] = InputOrigin::Expression { text, given: true };
                }
                Err(diagnostics) => self.diagnostics.extend(diagnostics),
            }
        }
    }

    /// The index of the formal with this name.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.places.get(name).copied()
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

    /// An input `p` without another value is the number of the machine's processors.
    pub fn processors(&mut self) {
        let Some(processors) = self.surroundings.processors else {
            return;
        };
        for (at, formal) in self.formals.iter().enumerate() {
            let has_other = formal.default.is_some() || formal.fallback.is_some();
            let is_open = matches!(self.origins[at], InputOrigin::Missing) && !has_other;
            if formal.name == PROCESSORS && formal.dimensions.is_none() && is_open {
                let processors = i64::try_from(processors).unwrap_or(i64::MAX);
                self.know(at, Value::Scalar(Constant::Int(processors)));
            }
        }
    }

    /// An input has its value.
    fn know(&mut self, at: usize, value: Value) {
        self.names.add(&self.formals[at].name, &value);
        self.values[at] = Some(value);
    }

    /// Takes the defaults of inputs without a value.
    pub fn defaults(&mut self) {
        for (origin, formal) in self.origins.iter_mut().zip(self.formals) {
            let (InputOrigin::Missing, Some(default)) = (&*origin, &formal.default) else {
                continue;
            };
            *origin = match given::list(formal, default) {
                Some(array) => InputOrigin::Content {
                    array,
                    given: false,
                },
                None => InputOrigin::Expression {
                    text: default.clone(),
                    given: false,
                },
            };
        }
    }

    /// Evaluates whatever is possible, repeatedly until nothing more is: a default may need inputs that
    /// are declared later.
    pub fn evaluate(&mut self) {
        let mut failed: Vec<bool> = self.formals.iter().map(|_| false).collect();
        loop {
            let mut progress = false;
            for (at, failed) in failed.iter_mut().enumerate() {
                if self.values[at].is_some() || *failed || !self.is_ready(at) {
                    continue;
                }
                progress = true;
                match self.value(at) {
                    Ok(value) => self.know(at, value),
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
            if self.values[at].is_none() && !self.waits_for_missing(at) {
                let problem = self.without_value(at);
                self.diagnostics.push(problem);
            }
        }
    }

    /// If defaults wait for each other, lets the first one that can use its fallback.
    fn fall_back(&mut self) -> bool {
        let waiting = (0..self.formals.len()).find(|&at| {
            let is_given = matches!(
                self.origins[at],
                InputOrigin::Expression { given: true, .. }
            );
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
        self.origins[at] = InputOrigin::Expression { text, given: false };
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
            InputOrigin::Missing => false,
            InputOrigin::Content { .. } | InputOrigin::Length { .. } => true,
            InputOrigin::Declared { length, .. } => all_known(length),
            InputOrigin::Expression { text, .. } => {
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
        match &mut self.origins[at] {
            InputOrigin::Missing => Err(vec![self.without_value(at)]),
            InputOrigin::Length { length, .. } => Ok(Value::Scalar(Constant::Int(*length as i64))),
            InputOrigin::Declared { length, .. } => {
                let length = length.clone();
                let length = expression::length(&length, self.names())?;
                Ok(Value::Scalar(Constant::Int(length as i64)))
            }
            InputOrigin::Content { array, .. } => {
                let words = std::mem::take(&mut array.words);
                let array = ArrayValue {
                    words,
                    ..array.clone()
                };
                self.take_memory(formal, &array.dimensions)?;
                Ok(Value::Array(array))
            }
            InputOrigin::Expression { text, given } => {
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
        let Some((generator, arguments)) = expression::generator(text) else {
            let value = expression::evaluate(text, &self.names);
            let value = value.map_err(|problems| no_value(formal, text, problems));
            return value.map(Value::Scalar);
        };
        let array = self.generated(formal, generator, arguments, &[], text.span)?;
        array
            .get(0)
            .map(Value::Scalar)
            .ok_or_else(|| vec![bad_input(formal, "is a scalar")])
    }

    fn array(&mut self, formal: &Formal, text: &ast::Expr) -> Result<Value, Vec<Diagnostic>> {
        if let Some(problem) = of_other_rank(formal, text) {
            return Err(vec![problem]);
        }
        if let ast::ExprKind::List(elements) = &text.kind {
            let rows = given::list_rows(elements, &self.names)?;
            let rank = formal.dimensions.as_ref().map_or(1, Vec::len);
            let array = rows::array(rows, rank).map_err(|error| {
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
        let constant = expression::evaluate(text, &self.names)?;
        let filled = generate(Generator::Constant, &[constant], &dimensions, 0);
        filled.map(Value::Array).map_err(|error| {
            let error = error.message(self.surroundings.vocabulary);
            vec![bad_input(formal, &format!("cannot be made: {error}"))]
        })
    }

    fn generated(
        &self,
        formal: &Formal,
        generator: Generator,
        arguments: &[ast::Expr],
        dimensions: &[usize],
        span: Span,
    ) -> Result<ArrayValue, Vec<Diagnostic>> {
        let arguments = arguments
            .iter()
            .map(|argument| expression::evaluate(argument, &self.names))
            .collect::<Result<Vec<Constant>, _>>()?;
        let seed = seed_for(self.surroundings.seed, &formal.name);
        generate(generator, &arguments, dimensions, seed).map_err(|error| {
            let error = error.message(self.surroundings.vocabulary);
            vec![Diagnostic::new(
                Code::BadInput,
                format!("the value of `{}` cannot be made: {error}", formal.name),
                span,
                "this generator",
            )]
        })
    }

    /// Whether the command line gives this input.
    pub fn is_given(&self, at: usize) -> bool {
        match &self.origins[at] {
            InputOrigin::Content { given, .. } | InputOrigin::Expression { given, .. } => *given,
            InputOrigin::Length { .. } => true,
            InputOrigin::Declared { .. } | InputOrigin::Missing => false,
        }
    }

    /// Reserves the memory of an array.
    fn take_memory(
        &mut self,
        formal: &Formal,
        dimensions: &[usize],
    ) -> Result<(), Vec<Diagnostic>> {
        let bytes = dimensions
            .iter()
            .try_fold(BYTES_PER_INPUT, |bytes, &length| {
                bytes.checked_mul(length as u64)
            });
        let total = bytes.and_then(|bytes| self.memory.checked_add(bytes));
        match total {
            Some(total) if total <= self.surroundings.memory => {
                let more = u128::from(total - self.memory);
                self.memory = total;
                if is_granted(more) {
                    return Ok(());
                }
                let message = format!(
                    "the system refuses the memory for `{}`, {}",
                    formal.name,
                    quantity::bytes_text(total)
                );
                Err(vec![
                    Diagnostic::new(Code::TooMuchMemory, message, formal.span, "this input").help(
                        "choose a smaller size, or give the process more memory (`ulimit -v`)",
                    ),
                ])
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
                    .help(match total {
                        Some(total) => format!(
                            "choose a smaller size, or raise the limit: `--max-memory {}GiB`",
                            total.div_ceil(1 << 30).saturating_mul(2)
                        ),
                        None => "choose a smaller size".to_owned(),
                    }),
                ])
            }
        }
    }

    /// The scalars and lengths that are known so far.
    pub fn names(&self) -> &ExpressionNames {
        &self.names
    }

    /// Whether an input has a text that would give its value if another input had one: then that one is
    /// what is missing.
    fn waits_for_missing(&self, at: usize) -> bool {
        let (InputOrigin::Expression { text, .. } | InputOrigin::Declared { length: text, .. }) =
            &self.origins[at]
        else {
            return false;
        };
        let lengths = self.formals[at].dimensions.iter().flatten().flatten();
        let mut needed = lengths.chain([text]).flat_map(expression::names_in);
        needed.any(|name| {
            self.position(name)
                .is_some_and(|needed| matches!(self.origins[needed], InputOrigin::Missing))
        })
    }

    fn without_value(&self, at: usize) -> Diagnostic {
        let formal = &self.formals[at];
        let name = &formal.name;
        if let InputOrigin::Expression { text, .. } = &self.origins[at] {
            let needed: Vec<&str> = expression::names_in(text)
                .into_iter()
                .filter(|name| {
                    self.position(name)
                        .is_some_and(|at| self.values[at].is_none())
                })
                .collect();
            if !needed.is_empty() {
                return Diagnostic::new(
                    Code::BadInput,
                    format!("the value of `{name}` waits for {}", listed(&needed)),
                    text.span,
                    "this value needs another one, which has none yet",
                )
                .help("give one of them as a number");
            }
        }
        let what = if formal.dimensions.is_some() {
            let rank = formal.dimensions.as_ref().map_or(1, Vec::len);
            let elements = match rank {
                1 => "3,1,7,0",
                2 => "1,2;3,4",
                3 => "1,2;3,4;;5,6;7,8",
                _ => "1,2;3,4;;5,6;7,8;;;1,2;3,4;;5,6;7,8",
            };
            let random = semantic::generator_name(Generator::Random, self.surroundings.vocabulary);
            format!(
                "give its elements, `{name}={elements}`, or a generator, `{name}={random}(0,99)`"
            )
        } else {
            let longest = self.values.iter().flatten().find_map(|value| match value {
                Value::Array(array) => array.dimensions.first().copied(),
                Value::Scalar(_) => None,
            });
            let example = longest.unwrap_or(8);
            if name == PROCESSORS {
                format!(
                    "give it one: `{name}={example}`, or give the machine as many processors: \
                     `-p {example}`"
                )
            } else {
                format!("give it one: `{name}={example}`")
            }
        };
        Diagnostic::new(
            Code::MissingInput,
            format!("the input `{name}` has no value"),
            formal.span,
            "declared here, without a default",
        )
        .help(what)
    }
}

/// The error for an unknown single word, which was meant to be a value.
fn no_value(formal: &Formal, text: &ast::Expr, mut problems: Vec<Diagnostic>) -> Vec<Diagnostic> {
    if let (ast::ExprKind::Name(word), [problem]) = (&text.kind, problems.as_mut_slice()) {
        let name = &formal.name;
        problem.message = format!("`{name}={}` is no value: a number is needed", word.text);
        if let Some(label) = &mut problem.primary {
            "neither a number nor the name of an input that has a value"
                .clone_into(&mut label.text);
        }
        problem.help.push(format!(
            "write a number such as `{name}=16`, or an expression such as `{name}=2^10`"
        ));
    }
    problems
}

/// A value that the file declares for an array with another number of dimensions.
fn of_other_rank(formal: &Formal, text: &ast::Expr) -> Option<Diagnostic> {
    let input = formal.other_rank.as_ref()?;
    let default = input.default.as_ref()?;
    let own = formal.dimensions.as_ref()?.len() as u64;
    let other = input.dimensions.as_ref()?.len() as u64;
    let problem = || {
        let dimensions = |rank| counted(rank, "dimension");
        let message = format!(
            "`{}` has {} in the file's input, and {} in the entry",
            formal.name,
            dimensions(other),
            dimensions(own)
        );
        Diagnostic::new(Code::BadInput, message, input.span, dimensions(other))
            .label(formal.span, dimensions(own))
            .help(format!(
                "write both with as many subscripts, or give the array on the command line: \
                 `{}=…`",
                formal.name
            ))
    };
    (default.span == text.span).then(problem)
}
