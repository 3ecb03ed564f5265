//! Loops: invariants of the variables at the start of every iteration.
//!
//! A body is followed several times without recording its accesses, until the assumptions made at its
//! start also hold at its end: which processors agree in a variable, that it grows by the same amount
//! each time, and how it compares with its first value, 0 and 1. Then it is followed once more and
//! recorded.

use std::collections::{BTreeMap, BTreeSet};

use super::finding::Exclusivity;
use super::polynomial::{Polynomial, ProofAtom};
use super::state::{ProofState, ProofValue};
use super::statement::{has_barrier, has_exit};
use super::walker::Walker;
use crate::program::accesses::accesses_from;
use crate::program::visit::{any_statement, bodies};
use crate::program::{ArrayId, Destination, ScalarId, Stmt, StmtKind, Target, Type};

/// The most rounds before all assumptions are dropped.
const MOST_ROUNDS: usize = 7;

/// The assumptions about a variable that a loop assigns.
#[derive(Debug, Clone)]
struct Supposed {
    /// The value before the loop.
    first: Option<ProofValue>,
    is_int: bool,
    /// Processors that agree up to this level have the same value.
    level: u32,
    /// The increment of each iteration.
    drift: Option<Polynomial>,
    /// Comparisons that always hold.
    sides: Vec<Side>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    NotBelowFirst,
    NotAboveFirst,
    AtLeast(i128),
}

impl Side {
    /// The comparison as a polynomial ≥ 0.
    fn fact(self, value: &Polynomial, first: &Polynomial) -> Option<Polynomial> {
        match self {
            Self::NotBelowFirst => value.minus(first),
            Self::NotAboveFirst => first.minus(value),
            Self::AtLeast(number) => value.plus_number(-number),
        }
    }
}

/// A loop that is being followed.
struct Repeated<'p> {
    statement: &'p Stmt,
    /// The number of the iteration, from 0.
    iteration: ProofAtom,
    /// Whether every path through the body reaches its end.
    regular: bool,
    /// The least level of values that the body assigns.
    least_level: u32,
    /// From, to and step of a counted loop.
    header: Option<[Polynomial; 3]>,
}

impl<'p> Walker<'p> {
    /// Follows a loop.
    pub fn repeat(&mut self, statement: &'p Stmt) {
        let inside = bodies(&statement.kind);
        let (scalars, arrays) = assigned(&inside);
        let regular = !inside.iter().any(|part| has_exit(part));
        let in_section = self.section.is_some();
        let barriers = in_section && inside.iter().any(|part| has_barrier(part));
        // If processors need not be in the same iteration, each has its own iteration number.
        let own = match (in_section, barriers) {
            (false, _) => 0,
            (true, false) => self.level,
            (true, true) => self.shared_level(),
        };
        let header = if let StmtKind::For { from, to, step, .. } = &statement.kind {
            self.reading_step([from, to].into_iter().chain(step));
            let step = match step {
                Some(step) => self.whole(step),
                None => Polynomial::constant(1),
            };
            Some([self.whole(from), self.whole(to), step])
        } else {
            None
        };
        let since = self.symbols.count();
        let repeated = Repeated {
            statement,
            iteration: self.symbols.unknown(own),
            regular,
            least_level: if regular { own } else { self.level },
            header,
        };
        let mark = self.assumed.mark();
        for array in &arrays {
            let rank = self.algorithm.arrays[array.index()].rank;
            if rank > 0 {
                let known = self.any_array(rank);
                self.state.arrays.insert(*array, known);
            }
        }
        let before = self.state.clone();
        let mut supposed = self.suppose(&repeated, &scalars, &before);
        let control = self.settle(&repeated, &mut supposed, &before, since);
        if barriers && (control > self.shared_level() || !regular) {
            self.give_up_section();
        }
        self.begin(&repeated, &supposed, &before);
        let fork = self.fork().filter(|_| barriers && self.recording);
        if fork.is_some() {
            self.enter_loop_of_barriers();
        }
        self.once(&repeated);
        if let Some(fork) = fork {
            self.leave_loop_of_barriers(since);
            // The loop may have no iteration.
            self.rejoin(&fork);
        }
        self.assumed.back_to(mark);
        self.after(&repeated, &supposed, before, control);
    }

    fn suppose(
        &mut self,
        repeated: &Repeated<'p>,
        scalars: &BTreeSet<ScalarId>,
        before: &ProofState,
    ) -> BTreeMap<ScalarId, Supposed> {
        let mut supposed = BTreeMap::new();
        for id in scalars {
            let first = before.scalars.get(id).cloned();
            let level = match &first {
                Some(value) => value.level(&self.symbols),
                None => self.level_of_scalar(*id),
            };
            let mut sides = Vec::new();
            if let (Some(ProofValue::Whole(first)), true) = (&first, repeated.regular) {
                sides = vec![Side::NotBelowFirst, Side::NotAboveFirst];
                for number in [1, 0] {
                    if first
                        .plus_number(-number)
                        .is_some_and(|value| self.holds(&value))
                    {
                        sides.push(Side::AtLeast(number));
                    }
                }
            }
            supposed.insert(
                *id,
                Supposed {
                    first,
                    is_int: self.algorithm.scalars[id.index()].ty == Type::Int,
                    level: level.max(repeated.least_level),
                    drift: None,
                    sides,
                },
            );
        }
        supposed
    }

    /// Drops assumptions that do not hold. Returns the level of the number of iterations.
    fn settle(
        &mut self,
        repeated: &Repeated<'p>,
        supposed: &mut BTreeMap<ScalarId, Supposed>,
        before: &ProofState,
        since: u32,
    ) -> u32 {
        let mark = self.assumed.mark();
        let was_recording = std::mem::replace(&mut self.recording, false);
        let mut control = 0;
        for round in 0.. {
            if round == MOST_ROUNDS {
                for one in supposed.values_mut() {
                    one.level = self.level;
                    one.drift = None;
                    one.sides.clear();
                }
            }
            let heads = self.begin(repeated, supposed, before);
            control = self.once(repeated);
            let changed =
                repeated.regular && self.compare(supposed, &heads, (round == 0).then_some(since));
            self.assumed.back_to(mark);
            self.state = before.clone();
            if !changed || round >= MOST_ROUNDS {
                break;
            }
        }
        self.recording = was_recording;
        control
    }

    /// Sets the state at the start of an iteration.
    fn begin(
        &mut self,
        repeated: &Repeated<'p>,
        supposed: &BTreeMap<ScalarId, Supposed>,
        before: &ProofState,
    ) -> BTreeMap<ScalarId, ProofValue> {
        self.state = before.clone();
        let iteration = Polynomial::atom(repeated.iteration);
        self.assumed.facts.push(iteration.clone());
        let mut heads = BTreeMap::new();
        for (id, one) in supposed {
            let drifted = one.drift.as_ref().and_then(|drift| {
                let first = one.first.as_ref()?.whole()?;
                first.plus(&drift.times(&iteration)?)
            });
            let value = match drifted {
                Some(value) => ProofValue::Whole(value),
                None if one.is_int => self.unknown(one.level),
                None => ProofValue::Other(one.level),
            };
            self.assume_sides(one, &value);
            self.state.scalars.insert(*id, value.clone());
            heads.insert(*id, value);
        }
        heads
    }

    fn assume_sides(&mut self, one: &Supposed, value: &ProofValue) {
        if let (Some(first), Some(value)) = (
            one.first.as_ref().and_then(ProofValue::whole),
            value.whole(),
        ) {
            for side in &one.sides {
                self.assumed.facts.extend(side.fact(value, first));
            }
        }
    }

    /// Whether an assumption had to be dropped, or was added in the first round.
    fn compare(
        &mut self,
        supposed: &mut BTreeMap<ScalarId, Supposed>,
        heads: &BTreeMap<ScalarId, ProofValue>,
        since: Option<u32>,
    ) -> bool {
        let mut changed = false;
        for (id, one) in supposed {
            let end = self.scalar(*id);
            let (Some(head), true) = (heads.get(id), end.whole().is_some() == one.is_int) else {
                continue;
            };
            let level = end.level(&self.symbols);
            if level > one.level {
                one.level = level;
                changed = true;
            }
            let (Some(head), Some(end)) = (head.whole(), end.whole()) else {
                continue;
            };
            let added = end.minus(head);
            if let Some(since) = since {
                one.drift = added.filter(|added| {
                    one.first.is_some() && added.atoms().all(|atom| atom.0 < since)
                });
                changed |= one.drift.is_some();
            } else if one.drift.is_some() && added != one.drift {
                one.drift = None;
                changed = true;
            }
            let Some(first) = one.first.as_ref().and_then(ProofValue::whole) else {
                continue;
            };
            let count = one.sides.len();
            (one.sides).retain(|side| side.fact(end, first).is_some_and(|fact| self.holds(&fact)));
            changed |= one.sides.len() < count;
        }
        changed
    }

    /// Follows the body once, including the test and the counter. Returns the level of the number of
    /// iterations.
    fn once(&mut self, repeated: &Repeated<'p>) -> u32 {
        match &repeated.statement.kind {
            StmtKind::For {
                variable,
                prelude,
                body,
                ..
            } => {
                let Some([from, to, step]) = &repeated.header else {
                    return self.level;
                };
                let control = [from, to, step].map(|value| self.symbols.level(value));
                let control = control.into_iter().max().unwrap_or(0);
                let own = assigned(&[body]).0.contains(variable);
                let value = (!own)
                    .then(|| self.position(repeated.iteration, from, to, step))
                    .flatten();
                let value = match value {
                    Some(value) => ProofValue::Whole(value),
                    None => self.unknown(self.level),
                };
                self.state.scalars.insert(*variable, value);
                self.statements(prelude);
                self.statements(body);
                control
            }
            StmtKind::While {
                prelude,
                condition,
                body,
                update,
                ..
            } => {
                self.statements(prelude);
                self.reading_step([condition]);
                let control = self.level_of(condition);
                self.assume(condition, true);
                let mark = self.assumed.mark();
                self.statements(body);
                if has_exit(body) {
                    // Processors that continued early also reach this point.
                    self.assumed.back_to(mark);
                    let (scalars, _) = assigned(&[body]);
                    for id in scalars {
                        let level = self.level;
                        let value = match self.algorithm.scalars[id.index()].ty {
                            Type::Int => self.unknown(level),
                            _ => ProofValue::Other(level),
                        };
                        self.state.scalars.insert(id, value);
                    }
                }
                self.statements(update);
                control
            }
            _ => 0,
        }
    }

    /// Sets the state after the loop.
    fn after(
        &mut self,
        repeated: &Repeated<'p>,
        supposed: &BTreeMap<ScalarId, Supposed>,
        before: ProofState,
        control: u32,
    ) {
        let prelude = match &repeated.statement.kind {
            StmtKind::While { prelude, .. } | StmtKind::For { prelude, .. } => {
                assigned(&[prelude]).0
            }
            _ => BTreeSet::new(),
        };
        self.state = before;
        for (id, one) in supposed {
            let all_leave_alike = repeated.regular && control <= self.shared_level();
            let level = if all_leave_alike && !prelude.contains(id) {
                one.level.max(control)
            } else {
                self.level
            };
            let value = if one.is_int {
                self.unknown(level)
            } else {
                ProofValue::Other(level)
            };
            if !prelude.contains(id) {
                self.assume_sides(one, &value);
            }
            self.state.scalars.insert(*id, value);
        }
        if let StmtKind::For { variable, .. } = &repeated.statement.kind {
            let value = self.unknown(self.level);
            self.state.scalars.insert(*variable, value);
        }
    }

    /// Skips statements about which nothing is proved.
    pub fn unknown_body(&mut self, body: &'p [Stmt]) {
        let (scalars, arrays) = assigned(&[body]);
        for id in scalars {
            self.state.scalars.remove(&id);
        }
        for array in arrays {
            let known = self.any_array(self.algorithm.arrays[array.index()].rank);
            self.state.arrays.insert(array, known);
        }
        self.leave_open(body);
    }

    /// Records that nothing is proved about the accesses in some statements and in the algorithms they
    /// call.
    pub fn leave_open(&mut self, body: &[Stmt]) {
        for access in accesses_from(self.program, body) {
            self.findings.limit(access, Exclusivity::OPEN);
        }
        self.unknown_accesses();
    }
}

/// The scalars and arrays that statements assign.
fn assigned(bodies: &[&[Stmt]]) -> (BTreeSet<ScalarId>, BTreeSet<ArrayId>) {
    let scalars = std::cell::RefCell::new(BTreeSet::new());
    let arrays = std::cell::RefCell::new(BTreeSet::new());
    for body in bodies {
        any_statement(body, &|kind| {
            match kind {
                StmtKind::Assign {
                    target: Target::Scalar(id),
                    ..
                }
                | StmtKind::Forget(id)
                | StmtKind::For { variable: id, .. }
                | StmtKind::Call {
                    result: Some(Destination::Scalar(id)),
                    ..
                } => {
                    scalars.borrow_mut().insert(*id);
                }
                StmtKind::Allocate { array, .. }
                | StmtKind::Move { to: array, .. }
                | StmtKind::Call {
                    result: Some(Destination::Array(array)),
                    ..
                } => {
                    arrays.borrow_mut().insert(*array);
                }
                _ => {}
            }
            false
        });
    }
    (scalars.into_inner(), arrays.into_inner())
}
