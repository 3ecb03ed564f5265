//! Counting by hand: section by section.

/// What the sections so far have cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Account {
    /// Time of a global access.
    d: u64,
    /// Time of a barrier.
    b: u64,
    /// T
    pub time: u64,
    /// W
    pub work: u64,
    /// What was waited.
    pub waiting: u64,
    /// Barriers.
    pub sections: u64,
}

impl Account {
    /// Nothing has happened yet.
    pub fn new(d: u64, b: u64) -> Self {
        Self {
            d,
            b,
            time: 0,
            work: 0,
            waiting: 0,
            sections: 0,
        }
    }

    /// A run of k consecutive accesses.
    pub fn run(&self, k: u64) -> u64 {
        if k == 0 { 0 } else { self.d + k - 1 }
    }

    /// A section in which the processors take these times; a barrier ends it.
    pub fn section(&mut self, times: impl IntoIterator<Item = u64>) -> &mut Self {
        let times: Vec<u64> = times.into_iter().collect();
        let slowest = times.iter().copied().max().unwrap_or(0);
        self.time += slowest + self.b;
        self.work += times.iter().sum::<u64>();
        self.waiting += times.iter().map(|time| slowest - time).sum::<u64>();
        self.sections += 1;
        self
    }

    /// One processor outside of every block.
    pub fn alone(&mut self, time: u64) -> &mut Self {
        self.time += time;
        self.work += time;
        self
    }

    /// One step of a synchronous block on p processors with a of the program's active: k
    /// independent reads, so many local instructions, a write or none.
    pub fn adapted(&mut self, p: u64, a: u64, k: u64, locals: u64, writes: bool) -> &mut Self {
        // Everyone has ⌈a/p⌉ or ⌊a/p⌋ of the program's processors.
        let own = |v: u64| {
            let write = if writes { self.run(v) } else { 0 };
            self.run(k * v) + locals * v + write
        };
        let v = a.div_ceil(p);
        let (slowest, more) = (own(v), a % p);
        let work = more * own(a / p + 1) + (p - more) * own(a / p);
        let barriers = u64::from(k > 0) + u64::from(writes);
        self.time += slowest + barriers * self.b;
        self.work += work;
        self.waiting += p * slowest - work;
        self.sections += barriers;
        self
    }

    /// One step of synchronous blocks in which the real processors take these times for reading,
    /// and for computing and writing; a barrier ends each part, the second only where they write.
    pub fn phases(&mut self, times: &[(u64, u64)], writes: bool) -> &mut Self {
        let longest = |part: fn(&(u64, u64)) -> u64| times.iter().map(part).max().unwrap_or(0);
        let slowest = longest(|times| times.0) + longest(|times| times.1);
        let work: u64 = times.iter().map(|times| times.0 + times.1).sum();
        let barriers = 1 + u64::from(writes);
        self.time += slowest + barriers * self.b;
        self.work += work;
        self.waiting += times.len() as u64 * slowest - work;
        self.sections += barriers;
        self
    }
}
