//! Shards of a report, in English.

use crate::app::store::Shard;
use crate::source::shown_name;
use crate::study::store::PlannedUnit;

/// What a shard did.
pub(super) fn done(shard: Shard, [done, own]: [usize; 2], waits: bool) -> String {
    let units = if own == 1 { "unit" } else { "units" };
    let waits = if waits {
        "; sizes that are added follow when the other shards are done"
    } else {
        ""
    };
    format!("shard {shard}: {done} of {own} {units}{waits}\n")
}

/// A unit of the plan.
pub(super) fn planned(place: usize, unit: &PlannedUnit) -> String {
    let state = if unit.is_done { "there" } else { "missing" };
    let PlannedUnit { program, size, .. } = unit;
    format!("{place:5}  {}  {size}  {state}\n", shown_name(program))
}
