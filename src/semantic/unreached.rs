//! What the entry does not reach is checked too, as far as that goes without the types of what it
//! is given.

use std::collections::HashSet;

use crate::source::Span;
use crate::syntax::ast::OperatorName;

use super::class::Scopes;
use super::infer::{ArgumentType, Checker, Key, Known, MOST_INSTANCES};
use super::names::{Names, Operator, Routine};
use super::problem::Problems;
use super::results::ResultKind;
use crate::program::{Memory, Program, Type};

/// What ⊕ may be where nothing says it: an operator of numbers, and one of truth values. What is
/// wrong with both is wrong.
const STAND_INS: [OperatorName; 2] = [OperatorName::Plus, OperatorName::And];

/// Reports what is wrong whatever the inputs, the arguments and the operators are.
pub(super) fn check(
    names: &Names<'_>,
    scopes: &[Scopes],
    kinds: &[ResultKind],
    memory: Memory,
    mut reached: HashSet<usize>,
    problems: &mut Problems,
) {
    // Those over any operator come last: another may call them with a certain one.
    let (generic, others): (Vec<usize>, Vec<usize>) =
        (0..names.routines.len()).partition(|&routine| names.routines[routine].is_generic());
    let mut instances = 0;
    for routine in others.into_iter().chain(generic) {
        if reached.contains(&routine) || instances > MOST_INSTANCES {
            continue;
        }
        let info = &names.routines[routine];
        let arguments = arguments(info, &scopes[routine], None);
        let operators: &[Option<Operator>] = if info.is_generic() {
            &STAND_INS.map(|own| Some(Operator::Own(own)))
        } else {
            &[None]
        };
        let mut wrong: Option<Problems> = None;
        for operator in operators {
            let mut found = problems.sibling();
            let mut checker = Checker::new(names, scopes, kinds, &mut found);
            checker.machine.memory = memory;
            checker.program(Key {
                routine,
                operator: operator.clone(),
                arguments: arguments.clone(),
            });
            instances += checker.instances.len();
            reached.extend(checker.routines());
            wrong = Some(match wrong {
                None => found,
                Some(wrong) => wrong.in_common(&found),
            });
        }
        if let Some(wrong) = wrong {
            problems.extend(wrong);
        }
    }
}

/// What the program does not reach, called with reals: what is an int there is one for whatever
/// arguments. Left out is what reals do not fit, and what is over any operator.
pub(super) fn programs(
    names: &Names<'_>,
    scopes: &[Scopes],
    kinds: &[ResultKind],
    program: &Program,
) -> Vec<Program> {
    let reached: HashSet<Span> = (program.algorithms.iter())
        .map(|algorithm| algorithm.span)
        .collect();
    let mut instances = 0;
    let mut programs = Vec::new();
    for (routine, info) in names.routines.iter().enumerate() {
        if info.is_generic() || reached.contains(&info.header) || instances > MOST_INSTANCES {
            continue;
        }
        let mut found = Problems::new(&program.vocabularies);
        let mut checker = Checker::new(names, scopes, kinds, &mut found);
        checker.machine.memory = program.memory;
        let called = checker.program(Key {
            routine,
            operator: None,
            arguments: arguments(info, &scopes[routine], Some(Type::Real)),
        });
        instances += checker.instances.len();
        programs.extend(found.or(called));
    }
    programs
}

/// What a routine is called with where nothing calls it, of this type.
fn arguments(routine: &Routine<'_>, scopes: &Scopes, ty: Known) -> Vec<ArgumentType> {
    let formals = routine.formals.iter();
    formals
        .map(|formal| match formal.dimensions {
            None => ArgumentType::Scalar(ty),
            Some(_) => ArgumentType::Array {
                element: ty,
                local: false,
                rank: (formal.is_open())
                    .then(|| scopes.mentions.rank(&formal.name.text))
                    .flatten(),
            },
        })
        .collect()
}
