//! The two accesses because of which two orders of execution have different results.
//!
//! Both runs do the same as long as every read has the same result. So they diverge at the first read of
//! the second run whose result differs from that in the first: it sees another write, or one that came
//! too late for it in the other run. If no read differs, two writes to one cell came in the other order.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use super::engine::LoadedProgram;
use crate::machine::orders::interleaving::Interleaving;
use crate::machine::rules::record::{AccessRecord, AccessTrace, RecordedAccess, TracedAccess};
use crate::result::run::Responsible;

/// The identity of an access: its section, its processor, and the number of accesses which that
/// processor had made before in the section.
type Name = (u64, u32, u64);

/// An access in a run, by its index among all of them.
type Place = usize;

/// A run with its accesses.
struct Run {
    accesses: Vec<TracedAccess>,
    names: Vec<Name>,
    places: BTreeMap<Name, Place>,
    /// For each access, the previous write to its cell.
    write_before: Vec<Option<Place>>,
    /// The last write of each cell.
    last_write: BTreeMap<u32, Place>,
}

/// The accesses that are responsible: the one that comes first under the first order, then the other.
/// `None` if the runs are too long to be recorded, or diverge for another reason.
pub fn pair(
    loaded: &LoadedProgram,
    orders: [&Interleaving; 2],
    interrupt: &AtomicBool,
) -> Option<Responsible> {
    let traced = |order| match loaded
        .in_order(order, AccessRecord::all(), interrupt)
        .0
        .record
    {
        AccessRecord::All(AccessTrace {
            accesses,
            is_cut: false,
        }) => Some(Run::new(accesses)),
        _ => None,
    };
    let runs = [traced(orders[0])?, traced(orders[1])?];
    let names = responsible(&runs[0], &runs[1])?;
    // An access that occurs in only one of the runs is described as it was there.
    let run = (0..2).find(|run| {
        names
            .iter()
            .all(|name| runs[*run].places.contains_key(name))
    })?;
    let places = names.map(|name| runs[run].places.get(&name).copied());
    let [Some(one), Some(other)] = places else {
        return None;
    };
    let wanted = AccessRecord::some(vec![one, other]);
    let AccessRecord::Some { found, .. } = loaded.in_order(orders[run], wanted, interrupt).0.record
    else {
        return None;
    };
    let recorded = |place: Place| {
        let mut found = found.iter();
        found
            .find(|(at, _)| *at == place)
            .map(|(_, recorded)| recorded)
    };
    let (first, second): (&RecordedAccess, &RecordedAccess) = (recorded(one)?, recorded(other)?);
    Some(Responsible {
        section: second.section,
        cell: second.cell.clone(),
        accesses: [first.access.clone(), second.access.clone()],
    })
}

impl Run {
    fn new(accesses: Vec<TracedAccess>) -> Self {
        let mut counts: BTreeMap<(u64, u32), u64> = BTreeMap::new();
        let mut last_write: BTreeMap<u32, Place> = BTreeMap::new();
        let (mut names, mut places, mut write_before) = (Vec::new(), BTreeMap::new(), Vec::new());
        for (place, access) in accesses.iter().enumerate() {
            let count = counts.entry((access.section, access.number)).or_default();
            let name = (access.section, access.number, *count);
            *count += 1;
            names.push(name);
            places.insert(name, place);
            write_before.push(last_write.get(&access.cell).copied());
            if access.is_write {
                last_write.insert(access.cell, place);
            }
        }
        Self {
            accesses,
            names,
            places,
            write_before,
            last_write,
        }
    }

    /// Whether an access comes before another one. One that does not occur in the run comes last.
    fn is_before(&self, one: Name, other: Name) -> bool {
        match (self.places.get(&one), self.places.get(&other)) {
            (Some(one), Some(other)) => one < other,
            (Some(_), None) => true,
            (None, _) => false,
        }
    }

    /// The write whose value an access found in the cell.
    fn write_seen(&self, place: Place) -> Option<Name> {
        self.write_before[place].map(|write| self.names[write])
    }
}

/// Two accesses to one cell: in the first run the first comes first, in the second the other.
fn responsible(first: &Run, second: &Run) -> Option<[Name; 2]> {
    for (place, access) in second.accesses.iter().enumerate() {
        let name = second.names[place];
        let Some(there) = first.places.get(&name).copied() else {
            continue;
        };
        let before = first.accesses[there];
        let gives_another = !access.is_write && !before.is_write && access.word != before.word;
        if access.cell != before.cell || !gives_another {
            continue;
        }
        let (seen, seen_before) = (second.write_seen(place), first.write_seen(there));
        // A write that comes before the read only here, or only there; else two writes that change
        // places.
        return match (seen_before, seen) {
            (_, Some(write)) if first.is_before(name, write) => Some([name, write]),
            (Some(write), _) if second.is_before(name, write) => Some([write, name]),
            (Some(one), Some(other)) => Some([one, other]),
            _ => None,
        };
    }
    let mut cells = second.last_write.iter();
    cells.find_map(|(cell, place)| {
        let one = first.names[*first.last_write.get(cell)?];
        let other = second.names[*place];
        // In the first run `other` comes first, as `one` is the last.
        (one != other).then_some([other, one])
    })
}
