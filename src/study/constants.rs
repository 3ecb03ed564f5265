//! What formulas may name that is the same on all sizes.

use super::axes::Axes;
use super::swept::Measured;
use crate::claims::expression::{self, ExpressionNames};
use crate::pipeline::Request;
use crate::program::Constant;
use crate::semantic::Signature;

/// The inputs that have one value at every size, whatever varies: they are given, or their defaults
/// name no other input. `k = floor(log(n))` is 4 from n = 16 to 31, and no constant.
pub(super) fn constants(
    axes: &Axes,
    measured: &[Measured],
    program: &Request,
    signature: &Signature,
) -> Vec<(String, i64)> {
    let is_given = |name: &String| (program.assignments.iter()).any(|given| given.name == *name);
    let is_independent = |name: &String| {
        let mut inputs = signature.inputs.iter();
        let default = (inputs.find(|input| input.name.text == *name))
            .and_then(|input| input.default.as_ref());
        default.is_none_or(|default| expression::names_in(default).is_empty())
    };
    let mut constants = same_at_all(axes, measured);
    constants.retain(|(name, _)| is_given(name) || is_independent(name));
    constants
}

/// The inputs that have one value on all sizes, the parameters of a multicomputer, and `p` where it is
/// fixed.
fn same_at_all(axes: &Axes, measured: &[Measured]) -> Vec<(String, i64)> {
    let Some((first, others)) = measured.split_first() else {
        return Vec::new();
    };
    let variables = axes.variables();
    // The class of a formula is the same in any unit of time.
    let names = in_units(&first.names, first, axes.digits);
    let scalars = names.scalars.iter();
    let mut constants: Vec<(String, i64)> = scalars
        .filter(|(name, _)| {
            let own = first.names.scalars.get(*name);
            let mut rest = others.iter().map(|one| one.names.scalars.get(*name));
            !variables.contains(name) && rest.all(|other| other == own)
        })
        .filter_map(|(name, value)| match value {
            Constant::Int(value) => Some((name.clone(), *value)),
            Constant::Real(_) | Constant::Bool(_) => None,
        })
        .collect();
    if let Some(p) = axes.fixed_processors
        && !variables.iter().any(|name| name == "p")
    {
        constants.push(("p".to_owned(), i64::try_from(p).unwrap_or(i64::MAX)));
    }
    constants
}

/// The names with the parameters of a multicomputer in their least unit, of which they are whole
/// multiples.
pub(super) fn in_units(names: &ExpressionNames, one: &Measured, digits: u32) -> ExpressionNames {
    match &one.network {
        Some(network) => names.in_units(&network.parameters, digits),
        None => names.clone(),
    }
}
