//! The names of a file: its algorithms, inputs and operators, and what a call's name refers to.

use std::collections::HashMap;

use crate::source::Span;
use crate::syntax::ast::{self, AlgorithmName, OperatorName};

use super::builtin::{self, Builtin};
use super::problem::{Defined, Problem, Problems};
use crate::program::MOST_DIMENSIONS;

/// A body of statements with its parameters: an algorithm, or the program with its inputs.
pub(super) struct Routine<'a> {
    /// As users write it: `program`, `⊕_prescan`.
    pub name: String,
    /// None for the program.
    pub algorithm: Option<&'a AlgorithmName>,
    /// What it is given, in order.
    pub formals: Vec<Formal<'a>>,
    /// Its statements.
    pub body: &'a [ast::Stmt],
    /// Where it begins in the source.
    pub header: Span,
}

/// A formal parameter, or an input of the program.
#[derive(Clone, Copy)]
pub(super) struct Formal<'a> {
    /// Its name.
    pub name: &'a ast::Ident,
    /// None for a scalar.
    pub dimensions: Option<&'a [Option<ast::Expr>]>,
    /// What it is where a call leaves it out.
    pub default: Option<&'a ast::Expr>,
    /// Of an input: in which processors its cells lie.
    pub distribution: Option<&'a ast::Distributed>,
}

impl Formal<'_> {
    /// Whether it is an array of as many dimensions as what is passed: `A[]`.
    pub fn is_open(&self) -> bool {
        matches!(self.dimensions, Some([None]))
    }
}

impl Routine<'_> {
    /// Whether its name begins with `⊕_`.
    pub fn is_generic(&self) -> bool {
        self.algorithm
            .is_some_and(|name| name.operator == Some(OperatorName::Generic))
    }

    /// The array parameter that a formal scalar only gives the length of, and which of its
    /// dimensions.
    pub fn measured_by(&self, scalar: &str) -> Option<(&Formal<'_>, usize)> {
        self.formals.iter().find_map(|formal| {
            let position = formal.dimensions?.iter().position(|dimension| {
                matches!(dimension, Some(ast::Expr { kind: ast::ExprKind::Name(name), .. })
                    if name.text == scalar)
            })?;
            Some((formal, position))
        })
    }

    /// How many arguments a call must give at least.
    pub fn least_arguments(&self) -> usize {
        self.formals
            .iter()
            .rposition(|formal| !self.may_be_left_out(formal))
            .map_or(0, |last| last + 1)
    }

    fn may_be_left_out(&self, formal: &Formal<'_>) -> bool {
        formal.default.is_some()
            || formal.dimensions.is_none() && self.measured_by(&formal.name.text).is_some()
    }

    /// Its parameters as users write them: `A[], n`.
    pub fn parameter_list(&self) -> String {
        let parameters: Vec<String> = self
            .formals
            .iter()
            .map(|formal| match formal.dimensions.map(<[_]>::len) {
                None => formal.name.text.clone(),
                Some(1) => format!("{}[]", formal.name.text),
                Some(_) => format!("{}[,]", formal.name.text),
            })
            .collect();
        parameters.join(", ")
    }
}

/// The operator that an instance of a generic algorithm is made for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Operator {
    /// One of the language's own; never [`OperatorName::Generic`].
    Own(OperatorName),
    /// A two-argument algorithm with a neutral element.
    User(usize),
}

/// What a call's name refers to.
pub(super) enum Callee {
    /// An algorithm, with the operator it is instantiated for.
    Routine(usize, Option<Operator>),
    /// A built-in function.
    Builtin(Builtin),
}

/// Every name that a file defines.
pub(super) struct Names<'a> {
    /// The algorithms, and the program where there is one.
    pub routines: Vec<Routine<'a>>,
    /// Which of them is the program.
    pub program: Option<usize>,
    /// The inputs by name.
    pub inputs: HashMap<&'a str, &'a ast::Input>,
    /// Two-argument algorithms with a neutral element.
    pub neutrals: HashMap<&'a str, &'a ast::Neutral>,
    by_name: HashMap<(Option<&'a OperatorName>, &'a str), usize>,
}

/// An array has one dimension to [`MOST_DIMENSIONS`].
fn check_dimensions(
    name: &ast::Ident,
    dimensions: Option<&[Option<ast::Expr>]>,
    problems: &mut Problems,
) {
    let given = dimensions.map_or(0, <[_]>::len);
    if given > usize::from(MOST_DIMENSIONS) {
        problems.report(Problem::TooManyDimensions {
            name: name.text.clone(),
            given,
            span: name.span,
        });
    }
}

impl<'a> Names<'a> {
    /// Collects them; of two definitions of one name the first counts.
    pub fn collect(file: &'a ast::File, problems: &mut Problems) -> Self {
        let mut names = Self {
            routines: Vec::new(),
            program: None,
            inputs: HashMap::new(),
            neutrals: HashMap::new(),
            by_name: HashMap::new(),
        };
        let mut inputs = Vec::new();
        for item in &file.items {
            match item {
                ast::Item::Algorithm(algorithm) => names.add_algorithm(algorithm, problems),
                ast::Item::Input(input) => {
                    let name = &input.name;
                    if let Some(first) = names.inputs.get(name.text.as_str()) {
                        problems.defined_twice(
                            Defined::Input,
                            &name.text,
                            [first.name.span, name.span],
                        );
                    } else {
                        check_dimensions(name, input.dimensions.as_deref(), problems);
                        names.inputs.insert(&name.text, input);
                        inputs.push(Formal {
                            name,
                            dimensions: input.dimensions.as_deref(),
                            default: input.default.as_ref(),
                            distribution: input.distribution.as_ref(),
                        });
                    }
                }
                ast::Item::Neutral(neutral) => {
                    if let Some(first) = names.neutrals.get(neutral.name.text.as_str()) {
                        problems.defined_twice(
                            Defined::NeutralElement,
                            &neutral.name.text,
                            [first.span, neutral.span],
                        );
                    } else {
                        names.neutrals.insert(&neutral.name.text, neutral);
                    }
                }
                ast::Item::Program(program) => {
                    if let Some(first) = names.program {
                        problems.defined_twice(
                            Defined::Program,
                            "program",
                            [names.routines[first].header, program.header],
                        );
                    } else {
                        names.program = Some(names.routines.len());
                        names.routines.push(Routine {
                            name: "program".into(),
                            algorithm: None,
                            formals: Vec::new(),
                            body: &program.body,
                            header: program.header,
                        });
                    }
                }
                ast::Item::Machine(_)
                | ast::Item::Include(_)
                | ast::Item::Claim(_)
                | ast::Item::Sequential(_) => {}
            }
        }
        if let Some(program) = names.program {
            names.routines[program].formals = inputs;
        }
        names
    }

    fn add_algorithm(&mut self, algorithm: &'a ast::Algorithm, problems: &mut Problems) {
        let name = &algorithm.name;
        let key = (name.operator.as_ref(), name.stem.as_str());
        if let Some(&first) = self.by_name.get(&key) {
            problems.defined_twice(
                Defined::Algorithm,
                &display(name),
                [self.routines[first].header, algorithm.header],
            );
            return;
        }
        for (position, parameter) in algorithm.parameters.iter().enumerate() {
            check_dimensions(&parameter.name, parameter.dimensions.as_deref(), problems);
            let same = |other: &&ast::Parameter| other.name.text == parameter.name.text;
            if let Some(first) = algorithm.parameters[..position].iter().find(same) {
                problems.defined_twice(
                    Defined::Parameter,
                    &parameter.name.text,
                    [first.name.span, parameter.name.span],
                );
            }
        }
        self.by_name.insert(key, self.routines.len());
        self.routines.push(Routine {
            name: display(name),
            algorithm: Some(name),
            formals: algorithm
                .parameters
                .iter()
                .map(|parameter| Formal {
                    name: &parameter.name,
                    dimensions: parameter.dimensions.as_deref(),
                    default: parameter.default.as_ref(),
                    distribution: None,
                })
                .collect(),
            body: &algorithm.body,
            header: algorithm.header,
        });
    }

    /// The algorithm whose name begins and ends like this, joined by a `_`: what a hyphen in an
    /// expression, which subtracts, may have been meant for.
    pub fn hyphenated(&self, begin: &str, end: &str) -> Option<String> {
        let joined = [begin, "_", end].concat();
        let is_meant = |name: &&str| {
            name.len() > joined.len()
                && if end.is_empty() {
                    name.starts_with(&joined)
                } else {
                    name.ends_with(&joined)
                }
        };
        let algorithms = self.routines.iter().filter(|it| it.algorithm.is_some());
        let mut names = algorithms.map(|routine| routine.name.as_str());
        names.find(is_meant).map(str::to_owned)
    }

    /// The algorithm defined under exactly this name.
    pub fn exact(&self, operator: Option<&OperatorName>, stem: &str) -> Option<usize> {
        self.by_name.get(&(operator, stem)).copied()
    }

    /// What a call refers to; `own` is the operator of the instance that the call stands in.
    pub fn callee(&self, name: &AlgorithmName, own: Option<&Operator>) -> Option<Callee> {
        match &name.operator {
            Some(OperatorName::Generic) => {
                let operator = own?;
                let exact = match operator {
                    Operator::Own(own) => self.exact(Some(own), &name.stem),
                    Operator::User(routine) => {
                        let full = format!("{}_{}", self.routines[*routine].name, name.stem);
                        self.exact(None, &full)
                    }
                };
                match exact {
                    Some(routine) => Some(Callee::Routine(routine, None)),
                    None => self.generic(&name.stem, operator.clone()),
                }
            }
            Some(operator) => match self.exact(Some(operator), &name.stem) {
                Some(routine) => Some(Callee::Routine(routine, None)),
                None => self.generic(&name.stem, Operator::Own(operator.clone())),
            },
            None => match self.exact(None, &name.stem) {
                Some(routine) => Some(Callee::Routine(routine, None)),
                None => self
                    .user_instance(&name.stem)
                    .or_else(|| builtin::find(&name.stem).map(|row| Callee::Builtin(row.builtin))),
            },
        }
    }

    fn generic(&self, stem: &str, operator: Operator) -> Option<Callee> {
        let routine = self.exact(Some(&OperatorName::Generic), stem)?;
        Some(Callee::Routine(routine, Some(operator)))
    }

    /// `f_par` where `neutralni f = …;` is declared and there is a generic `⊕_par`.
    fn user_instance(&self, name: &str) -> Option<Callee> {
        name.match_indices(['_', '-']).find_map(|(cut, _)| {
            let (operator, stem) = (&name[..cut], &name[cut + 1..]);
            let operator = self.operator(operator)?;
            self.generic(stem, operator)
        })
    }

    /// A user's operator by its name.
    fn operator(&self, name: &str) -> Option<Operator> {
        self.neutrals.get(name)?;
        Some(Operator::User(self.exact(None, name)?))
    }

    /// Whether a generic algorithm with this stem could be called, whatever its operator.
    pub fn has_generic(&self, stem: &str) -> bool {
        self.exact(Some(&OperatorName::Generic), stem).is_some()
    }

    /// How an instance is called by users: `+_prescan`.
    pub fn instance_name(&self, routine: usize, operator: Option<&Operator>) -> String {
        let routine = &self.routines[routine];
        match (operator, routine.algorithm) {
            (Some(operator), Some(name)) => {
                format!("{}_{}", self.operator_name(operator), name.stem)
            }
            _ => routine.name.clone(),
        }
    }

    /// An operator as users write it.
    pub fn operator_name(&self, operator: &Operator) -> String {
        match operator {
            Operator::Own(own) => symbol(own).into(),
            Operator::User(routine) => self.routines[*routine].name.clone(),
        }
    }
}

/// An algorithm's name as users write it.
pub(super) fn display(name: &AlgorithmName) -> String {
    match &name.operator {
        Some(operator) => format!("{}_{}", symbol(operator), name.stem),
        None => name.stem.clone(),
    }
}

/// An operator as users write it.
pub(super) fn symbol(operator: &OperatorName) -> &'static str {
    match operator {
        OperatorName::Generic => "⊕",
        OperatorName::Plus => "+",
        OperatorName::Times => "*",
        OperatorName::Max => "max",
        OperatorName::Min => "min",
        OperatorName::And => "and",
        OperatorName::Or => "or",
        OperatorName::Xor => "xor",
    }
}

/// Longer names were not misspelt by hand, and comparing them takes time that grows with the square.
const LONGEST_MISSPELT: usize = 100;

/// The candidate that a misspelt name most probably means: at most a third of its letters differ,
/// where two neighbours in the wrong order count as one.
pub(crate) fn did_you_mean<'n>(
    name: &str,
    candidates: impl IntoIterator<Item = &'n str>,
) -> Option<String> {
    let length = name.chars().count();
    if length > LONGEST_MISSPELT {
        return None;
    }
    let allowed = (length / 3).max(1);
    candidates
        .into_iter()
        .filter(|candidate| *candidate != name && candidate.len() <= 4 * LONGEST_MISSPELT)
        .map(|candidate| (strsim::osa_distance(name, candidate), candidate))
        // One-letter names differ from each other by one letter: that is no resemblance.
        .filter(|(distance, candidate)| {
            *distance <= allowed && (length > 1 || candidate.to_lowercase() == name.to_lowercase())
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate.to_owned())
}
