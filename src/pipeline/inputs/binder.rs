//! Determines a value for every input: first those that are given, then those that follow from arrays,
//! then the defaults.

use std::collections::HashMap;

use indexmap::IndexMap;

use super::given::{self, GivenValue};
use super::lengths::USUAL_LENGTH;
use super::problem::InputProblem;
use super::rows;
use super::{Assignment, Formal, InputSurroundings, as_input_errors};
use crate::claims::expression::{self, ExpressionNames};
use crate::diagnostic::Diagnostic;
use crate::engine::refusal::is_granted;
use crate::language::Voice;
use crate::machine::generator::{generate, seed_for};
use crate::machine::limits::BYTES_PER_INPUT;
use crate::machine::value::{ArrayValue, Value};
use crate::program::{Constant, Generator};
use crate::semantic;
use crate::source::{Sources, Span};
use crate::syntax::ast;

/// The name of the number of the machine's processors.
pub(super) const PROCESSORS: &str = "p";

/// The origin of the value of an input.
pub(super) enum InputOrigin {
    /// A value from the assignment, from its file, or from a list that is the default.
    Content {
        value: Value,
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
            voice: surroundings.voice,
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
                let name = assignment.name.as_str();
                self.say(&InputProblem::GivenTwice { name });
                continue;
            }
            given.push(at);
            let formal = &self.formals[at];
            match given::read(formal, &assignment.value, self.surroundings, sources) {
                Ok(GivenValue::Content(value)) => {
                    self.origins[at] = InputOrigin::Content { value, given: true };
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

    fn say(&mut self, problem: &InputProblem) {
        let problem = self.problem(problem);
        self.diagnostics.extend(problem);
    }

    fn unknown(&self, assignment: &Assignment) -> Diagnostic {
        let name = assignment.name.as_str();
        let known: Vec<&str> = (self.formals.iter())
            .map(|formal| formal.name.as_str())
            .collect();
        let problem = InputProblem::Unknown {
            name,
            value: &assignment.value.to_string(),
            meant: semantic::did_you_mean(name, known.iter().copied()),
            known,
        };
        problem.diagnostic(self.surroundings.voice)
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
                    value: Value::Array(array),
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
                let problem = self.problem(&self.without_value(at));
                self.diagnostics.extend(problem);
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
            InputOrigin::Missing => Err(self.problem(&self.without_value(at))),
            InputOrigin::Length { length, .. } => Ok(Value::Scalar(Constant::Int(*length as i64))),
            InputOrigin::Declared { length, .. } => {
                let length = length.clone();
                let length = expression::length(&length, self.names())?;
                Ok(Value::Scalar(Constant::Int(length as i64)))
            }
            InputOrigin::Content {
                value: Value::Scalar(constant),
                ..
            } => Ok(Value::Scalar(*constant)),
            InputOrigin::Content {
                value: Value::Array(array),
                ..
            } => {
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
            let value =
                value.map_err(|problems| no_value(formal, text, problems, self.surroundings.voice));
            return value.map(Value::Scalar);
        };
        let array = self.generated(formal, generator, arguments, &[], text.span)?;
        array
            .get(0)
            .map(Value::Scalar)
            .ok_or_else(|| self.problem(&InputProblem::IsScalar { formal }))
    }

    fn array(&mut self, formal: &Formal, text: &ast::Expr) -> Result<Value, Vec<Diagnostic>> {
        if let Some(problem) = of_other_rank(formal, text) {
            return Err(self.problem(&problem));
        }
        if let ast::ExprKind::List(elements) = &text.kind {
            let rows = given::list_rows(elements, &self.names)?;
            let rank = formal.dimensions.as_ref().map_or(1, Vec::len);
            let array = rows::array(rows, rank).map_err(|error| {
                self.problem(&InputProblem::BadList {
                    name: &formal.name,
                    error,
                    span: text.span,
                })
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
        filled
            .map(Value::Array)
            .map_err(|error| self.problem(&InputProblem::BadFilling { formal, error }))
    }

    /// What is wrong, in words.
    pub fn problem(&self, problem: &InputProblem) -> Vec<Diagnostic> {
        vec![problem.diagnostic(self.surroundings.voice)]
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
            self.problem(&InputProblem::BadGenerator {
                name: &formal.name,
                error,
                span,
            })
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
                let bytes = total;
                Err(self.problem(&InputProblem::MemoryRefused { formal, bytes }))
            }
            _ => Err(self.problem(&InputProblem::TooMuchMemory {
                formal,
                lengths: dimensions,
                bytes: total,
                limit: self.surroundings.memory,
            })),
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

    fn without_value(&self, at: usize) -> InputProblem<'_> {
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
                return InputProblem::Waits {
                    name,
                    span: text.span,
                    needed,
                };
            }
        }
        let longest = self.values.iter().flatten().find_map(|value| match value {
            Value::Array(array) => array.dimensions.first().copied(),
            Value::Scalar(_) => None,
        });
        InputProblem::Missing {
            formal,
            example: longest.unwrap_or(8),
        }
    }
}

/// The error for an unknown single word, which was meant to be a value.
fn no_value(
    formal: &Formal,
    text: &ast::Expr,
    mut problems: Vec<Diagnostic>,
    voice: Voice,
) -> Vec<Diagnostic> {
    if let (ast::ExprKind::Name(word), [problem]) = (&text.kind, problems.as_mut_slice()) {
        let meant = InputProblem::Word {
            name: &formal.name,
            word: &word.text,
            span: text.span,
        };
        let said = meant.diagnostic(voice);
        problem.message = said.message;
        problem.primary = said.primary;
        problem.help.extend(said.help);
    }
    problems
}

/// A value that the file declares for an array with another number of dimensions.
fn of_other_rank<'f>(formal: &'f Formal, text: &ast::Expr) -> Option<InputProblem<'f>> {
    let input = formal.other_rank.as_ref()?;
    let default = input.default.as_ref()?;
    let own = formal.dimensions.as_ref()?.len() as u64;
    let other = input.dimensions.as_ref()?.len() as u64;
    (default.span == text.span).then_some(InputProblem::OtherRank {
        formal,
        declared: input.span,
        other,
        own,
    })
}
