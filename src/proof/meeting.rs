//! Whether two processors can access the same cell through two accesses.

use std::ops::RangeInclusive;

use super::contradiction::System;
use super::finding::Exclusivity;
use super::polynomial::{Polynomial, ProofAtom};
use super::record::{AccessEffect, AccessFunction};
use super::section::SectionScope;
use super::state::PartExtent;
use super::walker::{Assumptions, FUEL_OF_AN_ASSUMPTION, Walker};
use crate::program::accesses::AccessKind;

/// How deeply cases are nested.
const DEPTH: usize = 2;

impl Walker<'_> {
    /// Compares two accesses of one step, by processors that differ at some level up to `deepest`.
    pub fn meet_in_step(&mut self, one: &AccessFunction, other: &AccessFunction, deepest: u32) {
        let both = |of: fn(&AccessFunction) -> bool| of(one) && of(other);
        if !both(AccessFunction::is_read) && !both(AccessFunction::is_write) {
            return;
        }
        if self.are_disjoint(one, other, 1..=deepest, None) {
            return;
        }
        if both(AccessFunction::is_read) {
            let beside = one.earlier.0 <= other.earlier.1 && other.earlier.0 <= one.earlier.1;
            let limit = Exclusivity {
                per_step: false,
                per_access: !beside,
                ..Exclusivity::PROVED
            };
            self.limit([one, other], AccessKind::Read, limit);
        }
        if both(AccessFunction::is_write) {
            let common = store_one_value(one, other);
            let limit = Exclusivity {
                per_step: false,
                per_access: false,
                common,
                ..Exclusivity::PROVED
            };
            self.limit([one, other], AccessKind::Write, limit);
        }
    }

    /// Compares two accesses of one section. Unknowns created since `since` belong to another iteration.
    pub fn meet_in_section(
        &mut self,
        one: &AccessFunction,
        other: &AccessFunction,
        scope: SectionScope,
        since: Option<u32>,
    ) {
        let are_atomic = [one, other]
            .iter()
            .all(|record| record.effect == AccessEffect::Atomic);
        if scope.is_of_kernel && (are_atomic || store_one_value(one, other)) {
            return;
        }
        let reads_only =
            one.access.is_some() && other.access.is_some() && !one.is_write() && !other.is_write();
        let limit = Exclusivity {
            per_section: false,
            per_section_of_writes: reads_only,
            ..Exclusivity::PROVED
        };
        let is_limited = |record: &AccessFunction| {
            let known = record.alike.borrow().known;
            known.and(limit) == known
        };
        if is_limited(one) && is_limited(other)
            || self.are_disjoint(one, other, scope.differ..=scope.differ, since)
        {
            return;
        }
        for record in [one, other] {
            if is_limited(record) {
                continue;
            }
            let mut alike = record.alike.borrow_mut();
            alike.known = alike.known.and(limit);
            for access in &alike.accesses {
                self.findings.limit(*access, limit);
            }
        }
    }

    fn limit(&mut self, records: [&AccessFunction; 2], kind: AccessKind, limit: Exclusivity) {
        for access in records.into_iter().filter_map(|record| record.access) {
            if access.kind == kind {
                self.findings.limit(access, limit);
            }
        }
    }

    /// Whether no two processors that first differ at one of these levels access the same cell.
    fn are_disjoint(
        &mut self,
        one: &AccessFunction,
        other: &AccessFunction,
        levels: RangeInclusive<u32>,
        since: Option<u32>,
    ) -> bool {
        if one.access.is_none() || other.access.is_none() {
            return false;
        }
        let common = (one.counters.iter().zip(&other.counters))
            .take_while(|(own, others)| own == others)
            .count() as u32;
        if common < *levels.start() {
            // The accesses belong to different blocks, which is not analysed.
            return false;
        }
        (*levels.start()..=common.min(*levels.end())).all(|differ| {
            !one.array.may_be(&other.array, differ)
                || self.are_disjoint_at(one, other, differ, since) == Some(true)
        })
    }

    /// As [`Self::are_disjoint`] for processors that agree below one level and differ at it. None if a
    /// polynomial becomes too large.
    fn are_disjoint_at(
        &mut self,
        one: &AccessFunction,
        other: &AccessFunction,
        differ: u32,
        since: Option<u32>,
    ) -> Option<bool> {
        if one.subscripts.len() != other.subscripts.len()
            && one.array.sites.is_some()
            && other.array.sites.is_some()
        {
            return Some(false);
        }
        if [one, other]
            .map(|record| &record.array.extent)
            .contains(&&PartExtent::Unknown)
        {
            return Some(false);
        }
        let assumed = [&one.assumed, &other.assumed].map(Assumptions::count);
        self.spend(FUEL_OF_AN_ASSUMPTION * assumed.iter().sum::<usize>() as u64);
        let differs = |atom: ProofAtom, level: u32| {
            level >= differ || since.is_some_and(|since| atom.0 >= since)
        };
        let mut system = System {
            facts: one.assumed.facts.clone(),
            zero: one.assumed.zero.clone(),
            nonzero: one.assumed.nonzero.clone(),
            pairs: Vec::new(),
        };
        let Assumptions {
            facts,
            zero,
            nonzero,
        } = &other.assumed;
        let lists = [
            (facts, &mut system.facts),
            (zero, &mut system.zero),
            (nonzero, &mut system.nonzero),
        ];
        let mut mirrored: Vec<Polynomial> = Vec::new();
        for (from, to) in lists {
            for value in from {
                let others = self.symbols.of_other(value, &differs)?;
                mirrored.push(value.clone());
                if !to.contains(&others) {
                    to.push(others);
                }
            }
        }
        for (own, others) in one.subscripts.iter().zip(&other.subscripts) {
            let mirror = self.symbols.of_other(others, &differs)?;
            mirrored.push(others.clone());
            system.zero.push(own.minus(&mirror)?);
        }
        let mut atoms: Vec<ProofAtom> = mirrored.iter().flat_map(Polynomial::atoms).collect();
        atoms.sort_unstable();
        atoms.dedup();
        for atom in atoms {
            let own = Polynomial::atom(atom);
            let mirror = self.symbols.of_other(&own, &differs)?;
            if mirror != own {
                system.pairs.push((mirror, own));
            }
        }
        let counters = &one.counters[differ as usize - 1];
        let is_self = std::ptr::eq(one, other) && since.is_none();
        let mut agreeing: Vec<Polynomial> = Vec::new();
        for counter in counters.iter() {
            let own = Polynomial::atom(*counter);
            let mirror = Polynomial::atom(self.symbols.other(*counter));
            let ahead = mirror.minus(&own)?;
            let behind = own.minus(&mirror)?;
            // For an access and itself, the other order is the same with the processors exchanged.
            let orders = if is_self { 1 } else { 2 };
            for order in [ahead.clone(), behind].into_iter().take(orders) {
                let mut case = system.clone();
                case.facts.push(order.plus_number(-1)?);
                case.zero.extend(agreeing.iter().cloned());
                // Where the cells do not depend on the counter, such as that of a single group.
                let are_two = System {
                    facts: case.facts.clone(),
                    ..System::default()
                };
                if !self.contradicts(&case, DEPTH) && !self.contradicts(&are_two, 0) {
                    return Some(false);
                }
            }
            agreeing.push(ahead);
        }
        Some(true)
    }
}

/// Whether two accesses are writes of one value.
fn store_one_value(one: &AccessFunction, other: &AccessFunction) -> bool {
    matches!(one.effect, AccessEffect::Stores(_)) && one.effect == other.effect
}
