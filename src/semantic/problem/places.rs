//! Where what is wrong with a program is: codes and places, which are the same in every language.

use super::{Problem, UnknownAlgorithm, UnknownName};
use crate::diagnostic::{Code, Places};
use crate::semantic::arithmetic::Fault;

/// The code of a problem, and its places in the order of their labels.
pub(super) fn of(problem: &Problem) -> Places {
    let at = Places::at;
    match problem {
        Problem::DefinedTwice { first, second, .. }
        | Problem::SecondSequential { first, second } => {
            at(Code::DefinedTwice, *second).and([*first])
        }
        Problem::UnknownName(UnknownName {
            span,
            input,
            called,
            suggestion,
            headless,
            elsewhere,
            ..
        }) => {
            let head = headless.filter(|_| called.is_none() && suggestion.is_none());
            let elsewhere = elsewhere.as_ref().map(|elsewhere| elsewhere.span);
            at(Code::UnknownName, *span).and(input.or(elsewhere).or(head))
        }
        Problem::UnknownAlgorithm(UnknownAlgorithm { span, .. })
        | Problem::NoTime { span, .. }
        | Problem::NotYetMade { span, .. }
        | Problem::UnknownSequential { span, .. }
        | Problem::UnknownConstant { span, .. } => at(Code::UnknownName, *span),
        Problem::WrongArgumentCount {
            span, definition, ..
        }
        | Problem::BadNeutral {
            span, definition, ..
        } => at(Code::WrongArguments, *span).and(*definition),
        Problem::ScalarArgument {
            span, definition, ..
        }
        | Problem::SwappedArguments {
            span, definition, ..
        } => at(Code::WrongArguments, *span).and([*definition]),
        Problem::ArrayAsOperands { span, .. }
        | Problem::EndlessDefault { span, .. }
        | Problem::TooManyInstances { span, .. } => at(Code::WrongArguments, *span),
        Problem::ValueUnused { span, .. }
        | Problem::Misplaced { span, .. }
        | Problem::NotGeneric { span, .. } => at(Code::Misplaced, *span),
        Problem::NoProcessors { span } => at(Code::NoProcessors, *span),
        Problem::AssignedIndex {
            index, assignment, ..
        } => at(Code::ScalarClass, *assignment).and([*index]),
        Problem::SharedCounter { counter, why, .. } => {
            let places = why.places().into_iter();
            at(Code::ScalarClass, *counter).and(places.filter(|place| place != counter))
        }
        Problem::ArgumentRank {
            span, definition, ..
        } => at(Code::WrongShape, *span).and([*definition]),
        Problem::ArrayAsScalar { array, scalar, .. } => at(Code::WrongShape, *scalar).and([*array]),
        Problem::AssignedList { span, .. } => at(Code::WrongShape, *span),
        Problem::AssignedArray { array, span, .. } => at(Code::WrongShape, *span).and([*array]),
        Problem::ScalarAsArray { span, declared, .. }
        | Problem::ArrayAsValue { span, declared, .. } => {
            at(Code::WrongShape, *span).and([*declared])
        }
        Problem::RanksDiffer {
            span, other_span, ..
        } => at(Code::WrongShape, *span).and([*other_span]),
        Problem::ArrayWithoutBrackets { span, .. }
        | Problem::DeclaredWithoutLength { span, .. }
        | Problem::NoLength { span, .. }
        | Problem::SectionAsValue { span, .. }
        | Problem::WholeArrayAsValue { span, .. }
        | Problem::CellsApart { span, .. }
        | Problem::ArrayResultAsValue { span, .. }
        | Problem::WrongRank { span, .. }
        | Problem::TooManyDimensions { span, .. }
        | Problem::ListRank { span, .. }
        | Problem::UnevenList { span }
        | Problem::ReversedMatrix { span }
        | Problem::MatrixIndices { span, .. }
        | Problem::NothingSubscripted { span, .. }
        | Problem::BadDimension { span, .. } => at(Code::WrongShape, *span),
        Problem::RealSubscript { span } => at(Code::RealSubscript, *span),
        Problem::Operand { span, .. }
        | Problem::MixedResultTypes { span, .. }
        | Problem::NotConstant { span } => at(Code::WrongType, *span),
        Problem::Operator {
            operand, operator, ..
        } => at(Code::WrongType, *operand).and([*operator]),
        Problem::Mixed { known_at, span, .. } => at(Code::WrongType, *span).and([*known_at]),
        Problem::MixedResults { array, scalar, .. } => at(Code::WrongType, *scalar).and([*array]),
        Problem::NoValue {
            span, definition, ..
        } => at(Code::NoValue, *span).and([*definition]),
        Problem::EndlessResult { span, returned, .. }
        | Problem::ReturnsNothing { span, returned, .. } => {
            at(Code::NoValue, *span).and([*returned])
        }
        Problem::NothingToRun => Places::nowhere(Code::NothingToRun),
        Problem::UnknownEntry { .. } => Places::nowhere(Code::UnknownEntry),
        Problem::NotInFormula { span } | Problem::NoFunction { span, .. } => at(Code::Claim, *span),
        Problem::ConstantFault { fault, span } => at(of_fault(*fault), *span),
    }
}

fn of_fault(fault: Fault) -> Code {
    match fault {
        Fault::Overflow => Code::Overflow,
        Fault::DivisionByZero => Code::DivisionByZero,
        Fault::Domain => Code::OutsideDomain,
        Fault::NotTruth => Code::NotTruth,
    }
}
