//! Counting by hand: the cost of a listing, put together statement by statement.

use std::ops::{Add, AddAssign};

use serde_json::{Value, json};

/// Time and work in one unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Count {
    /// T
    pub time: u64,
    /// W
    pub work: u64,
}

/// What a run costs, or a part of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    /// The most processors at once.
    pub processors: u64,
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
    fn instructions(self) -> u64 {
        (self.reads + self.operators + self.writes).max(1)
    }
}

/// Nothing has happened yet.
pub fn nothing() -> Cost {
    let zero = Count::default();
    Cost {
        processors: 1,
        rounds: zero,
        steps: zero,
        instructions: zero,
        reads: 0,
        writes: 0,
    }
}

/// `active` processors begin the body of a loop or block that accesses shared memory.
pub fn round(active: u64) -> Cost {
    let time = u64::from(active > 0);
    Cost {
        processors: active.max(1),
        rounds: Count { time, work: active },
        ..nothing()
    }
}

/// `active` processors execute one statement together.
pub fn statement(active: u64, does: Does) -> Cost {
    branches(&[(active, does)])
}

/// Groups of processors, each in its own branch, execute one statement side by side.
pub fn branches(groups: &[(u64, Does)]) -> Cost {
    let mut step = nothing();
    let mut active = 0;
    for &(processors, does) in groups.iter().filter(|group| group.0 > 0) {
        active += processors;
        step.instructions.time = step.instructions.time.max(does.instructions());
        step.instructions.work += processors * does.instructions();
        step.reads += processors * does.reads;
        step.writes += processors * does.writes;
    }
    step.steps = Count {
        time: u64::from(active > 0),
        work: active,
    };
    step.processors = active.max(1);
    step
}

/// A statement on whole arrays of `length` elements: one round, one step.
pub fn whole(length: u64, does: Does) -> Cost {
    round(length) + statement(length, does)
}

impl Add for Count {
    type Output = Self;
    fn add(self, next: Self) -> Self {
        Self {
            time: self.time + next.time,
            work: self.work + next.work,
        }
    }
}

/// One part after the other.
impl Add for Cost {
    type Output = Self;
    fn add(self, next: Self) -> Self {
        Self {
            processors: self.processors.max(next.processors),
            rounds: self.rounds + next.rounds,
            steps: self.steps + next.steps,
            instructions: self.instructions + next.instructions,
            reads: self.reads + next.reads,
            writes: self.writes + next.writes,
        }
    }
}

impl AddAssign for Cost {
    fn add_assign(&mut self, next: Self) {
        *self = *self + next;
    }
}

impl Cost {
    /// The closed forms must say the same: (T, W) of rounds, steps, instructions.
    #[track_caller]
    pub fn equals(&self, rounds: (u64, u64), steps: (u64, u64), instructions: (u64, u64)) {
        let pairs =
            [self.rounds, self.steps, self.instructions].map(|count| (count.time, count.work));
        assert_eq!(
            pairs,
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

    /// The machine has `p` processors, at least as many as the program asks for.
    pub fn on(self, p: u64) -> Self {
        assert!(self.processors <= p);
        Self {
            processors: p,
            ..self
        }
    }

    /// The object `cost` of `pram run --format json`.
    pub fn to_json(self) -> Value {
        let unit = |count: Count| json!({"time": count.time, "work": count.work, "cost": self.processors * count.time});
        json!({
            "processors": self.processors,
            "rounds": unit(self.rounds),
            "steps": unit(self.steps),
            "instructions": unit(self.instructions),
            "reads": self.reads,
            "writes": self.writes,
        })
    }
}
