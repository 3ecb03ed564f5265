//! Whether something grows as it is claimed to.

use crate::complexity::class::GrowthClass;
use crate::syntax::ast::Growth as Bound;

/// Whether a quantity between two classes is certainly bounded in this way by a class, and whether it
/// certainly is not.
pub fn decided_growth(
    bound: Bound,
    class: &GrowthClass,
    [lower, upper]: [&Option<GrowthClass>; 2],
) -> (bool, bool) {
    let is = |own: &Option<GrowthClass>, bound| own.as_ref().and_then(|own| own.is(bound, class));
    let (above, below) = (is(upper, Bound::O), is(lower, Bound::Omega));
    let (not_above, not_below) = (
        is(lower, Bound::O) == Some(false),
        is(upper, Bound::Omega) == Some(false),
    );
    match bound {
        Bound::O => (above == Some(true), not_above),
        Bound::Omega => (below == Some(true), not_below),
        Bound::Theta => (
            above == Some(true) && below == Some(true),
            not_above || not_below,
        ),
    }
}
