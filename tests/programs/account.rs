//! Counting by hand: the cost of a listing, put together statement by statement.

use std::collections::BTreeMap;
use std::ops::{Add, AddAssign};

use serde_json::{Value, json};

/// What was counted in one unit.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Count {
    /// How much time passed with so many processors active.
    pub time_by_active: BTreeMap<u64, u64>,
    /// W
    pub work: u64,
}

/// What a run costs, or a part of one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cost {
    /// Executions of bodies that access shared memory.
    pub rounds: Count,
    /// Statements.
    pub steps: Count,
    /// Reads, operators, writes.
    pub instructions: Count,
    /// Reads of shared memory.
    pub reads: u64,
    /// Writes of shared memory.
    pub writes: u64,
}

/// What one processor does in one statement.
#[derive(Debug, Clone, Copy)]
pub struct Does {
    /// Reads of shared memory, those in subscripts included.
    pub reads: u64,
    /// Operators and built-in functions outside subscripts.
    pub operators: u64,
    /// Writes of shared memory.
    pub writes: u64,
}

/// One processor's part in a statement: reads, operators, writes.
pub fn does(reads: u64, operators: u64, writes: u64) -> Does {
    Does {
        reads,
        operators,
        writes,
    }
}

impl Does {
    /// No statement takes less than one instruction.
    fn instructions(&self) -> u64 {
        (self.reads + self.operators + self.writes).max(1)
    }
}

/// Nothing has happened yet.
pub fn nothing() -> Cost {
    Cost::default()
}

/// `active` processors begin the body of a loop or block that accesses shared memory.
pub fn round(active: u64) -> Cost {
    Cost {
        rounds: Count::of(active, 1, active),
        ..nothing()
    }
}

/// `active` processors execute one statement together.
pub fn statement(active: u64, does: Does) -> Cost {
    branches(&[(active, does)])
}

/// Groups of processors, each in its own branch, execute one statement side by side.
pub fn branches(groups: &[(u64, Does)]) -> Cost {
    let groups: Vec<_> = groups.iter().filter(|group| group.0 > 0).collect();
    let total =
        |part: fn(&Does) -> u64| groups.iter().map(|(count, does)| count * part(does)).sum();
    let active = groups.iter().map(|group| group.0).sum();
    let slowest = groups.iter().map(|group| group.1.instructions()).max();
    Cost {
        rounds: Count::default(),
        steps: Count::of(active, 1, active),
        instructions: Count::of(active, slowest.unwrap_or(0), total(Does::instructions)),
        reads: total(|does| does.reads),
        writes: total(|does| does.writes),
    }
}

/// A statement on whole arrays of `length` elements: one round, one step.
pub fn whole(length: u64, does: Does) -> Cost {
    round(length) + statement(length, does)
}

impl Count {
    /// One step of so many active processors.
    fn of(active: u64, time: u64, work: u64) -> Self {
        let mut time_by_active = BTreeMap::new();
        if active > 0 {
            time_by_active.insert(active, time);
        }
        Self {
            time_by_active,
            work,
        }
    }

    /// T on p processors, each step scheduled by Brent's principle.
    pub fn time(&self, p: u64) -> u64 {
        self.time_by_active
            .iter()
            .map(|(active, time)| active.div_ceil(p) * time)
            .sum()
    }
}

impl AddAssign for Count {
    fn add_assign(&mut self, next: Self) {
        self.work += next.work;
        for (active, time) in next.time_by_active {
            *self.time_by_active.entry(active).or_default() += time;
        }
    }
}

/// One part after the other.
impl AddAssign for Cost {
    fn add_assign(&mut self, next: Self) {
        self.rounds += next.rounds;
        self.steps += next.steps;
        self.instructions += next.instructions;
        self.reads += next.reads;
        self.writes += next.writes;
    }
}

impl Add for Cost {
    type Output = Self;
    fn add(mut self, next: Self) -> Self {
        self += next;
        self
    }
}

impl Cost {
    /// The most processors that were active together.
    pub fn processors(&self) -> u64 {
        let most = |count: &Count| count.time_by_active.keys().last().copied();
        most(&self.rounds).max(most(&self.steps)).unwrap_or(1)
    }

    /// The closed forms must say the same: (T, W) of rounds, steps, instructions.
    #[track_caller]
    pub fn equals(&self, rounds: (u64, u64), steps: (u64, u64), instructions: (u64, u64)) {
        let counted = [&self.rounds, &self.steps, &self.instructions]
            .map(|count| (count.time(u64::MAX), count.work));
        assert_eq!(
            counted,
            [rounds, steps, instructions],
            "the account against the closed forms"
        );
    }

    /// The closed forms of the accesses must say the same.
    #[track_caller]
    pub fn accesses(&self, reads: u64, writes: u64) {
        assert_eq!(
            (self.reads, self.writes),
            (reads, writes),
            "the account against the closed forms"
        );
    }

    /// The object `cost` of `pram run --format json` on p processors.
    pub fn on(&self, p: u64) -> Value {
        let unit = |count: &Count| {
            let time = count.time(p);
            json!({"time": time, "work": count.work, "cost": p * time})
        };
        json!({
            "processors": p,
            "rounds": unit(&self.rounds),
            "steps": unit(&self.steps),
            "instructions": unit(&self.instructions),
            "reads": self.reads,
            "writes": self.writes,
        })
    }
}
