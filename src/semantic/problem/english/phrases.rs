//! Parts of the sentences that say what is wrong with a program, in English.

use crate::program::{MOST_DIMENSIONS, Type};
use crate::semantic::arithmetic::Fault;
use crate::semantic::problem::Needed;

pub(super) fn named(ty: Type) -> &'static str {
    match ty {
        Type::Int => "int",
        Type::Real => "real",
        Type::Bool => "bool",
    }
}

pub(super) fn an(ty: Type) -> &'static str {
    match ty {
        Type::Int => "an int",
        Type::Real => "a real",
        Type::Bool => "a bool",
    }
}

pub(super) fn count(given: usize) -> String {
    match given {
        0 => "none".into(),
        given => given.to_string(),
    }
}

pub(super) fn arguments(count: usize) -> String {
    match count {
        0 => "no arguments".into(),
        1 => "1 argument".into(),
        many => format!("{many} arguments"),
    }
}

pub(super) fn expected(least: usize, most: usize) -> String {
    if least == most {
        arguments(least)
    } else if most == usize::MAX {
        format!("at least {}", arguments(least))
    } else {
        format!("{least} to {}", arguments(most))
    }
}

/// Which dimensions there are, of an array of this rank or of any.
pub(super) fn dimension_numbers(rank: Option<u8>) -> String {
    match rank {
        Some(1) => "0".to_owned(),
        Some(2) => "0 or 1".to_owned(),
        rank => format!("a number from 0 to {}", rank.unwrap_or(MOST_DIMENSIONS) - 1),
    }
}

pub(super) fn dimensions(count: usize) -> String {
    if count == 1 {
        "1 dimension".into()
    } else {
        format!("{count} dimensions")
    }
}

pub(super) fn subscripts(count: usize) -> String {
    if count == 1 {
        "1 subscript".into()
    } else {
        format!("{count} subscripts")
    }
}

pub(super) fn needs(needed: Needed) -> &'static str {
    match needed {
        Needed::Int => "an int",
        Needed::Number | Needed::Comparable => "a number",
        Needed::Truth => "a bool, or an int that is 0 or 1",
        Needed::SameKind => "two values of one kind",
    }
}

pub(super) fn values(ty: Type) -> &'static str {
    match ty {
        Type::Int => "ints",
        Type::Real => "reals",
        Type::Bool => "bools",
    }
}

pub(super) fn does_not_fit(needed: Needed, left: Option<Type>, right: Option<Type>) -> String {
    let what = match needed {
        Needed::Int => "works on ints",
        Needed::Number => "works on numbers",
        Needed::Comparable => "compares numbers",
        Needed::Truth => "works on truth values",
        Needed::SameKind => "needs two values of one kind",
    };
    let known: Vec<&str> = [left, right].into_iter().flatten().map(an).collect();
    format!("{what}, and gets {}", known.join(" and "))
}

pub(super) fn fault_message(fault: Fault) -> &'static str {
    match fault {
        Fault::Overflow => "the result does not fit into 64 bits",
        Fault::DivisionByZero => "division by zero",
        Fault::Domain => "the operation has no value there",
        Fault::NotTruth => "a truth value must be 0 or 1",
    }
}
