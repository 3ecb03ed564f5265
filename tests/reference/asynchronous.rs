//! The asynchronous PRAM: its parameters, and the clock of one of its processors.
//!
//! "A local instruction 1; a run of k consecutive global accesses d + k − 1, where an access whose
//! address depends on an access of the same run must wait for it and starts a new run; a
//! barrier B."

/// The time of a barrier among p processors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BarrierTime {
    Constant(u64),
    /// √p, rounded up.
    Root,
    /// p + k
    Above(u64),
}

impl BarrierTime {
    pub fn of(self, processors: u64) -> u64 {
        match self {
            Self::Constant(time) => time,
            Self::Root => {
                let roots = (0..=processors).find(|b| b * b >= processors);
                roots.unwrap_or(processors)
            }
            Self::Above(more) => processors + more,
        }
    }

    /// As it is written on the command line.
    pub fn text(self) -> String {
        match self {
            Self::Constant(time) => time.to_string(),
            Self::Root => "sqrt(p)".to_owned(),
            Self::Above(more) => format!("p + {more}"),
        }
    }
}

/// In which order the processors of an asynchronous block go on: every order is right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Order {
    /// Everyone one statement, then everyone the next; who is done with a branch or a loop waits.
    Lockstep,
    /// The same, but nobody waits behind a branch or a loop.
    Apart,
    /// One access of one processor after the other.
    Accesses(Turns),
}

/// Whose access comes next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turns {
    /// The first of everyone, then the second of everyone; by their numbers. Who meet at a barrier
    /// have all made as many as the one of them who made most.
    Lockstep,
    /// One processor at a time to its barrier, the lowest number first.
    Ascending,
    /// The highest number first.
    Descending,
    /// This one first whenever it can go on, the others in lockstep.
    Ahead(usize),
    /// This one only when no other can go on.
    Behind(usize),
    /// These, leaving out who cannot go on; then in ascending order.
    Listed(Vec<usize>),
}

impl Turns {
    /// As it is written on the command line.
    pub fn token(&self) -> String {
        match self {
            Self::Lockstep => "lockstep".to_owned(),
            Self::Ascending => "ascending".to_owned(),
            Self::Descending => "descending".to_owned(),
            Self::Ahead(number) => format!("ahead:{number}"),
            Self::Behind(number) => format!("behind:{number}"),
            Self::Listed(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
                format!("turns:{}", numbers.join(","))
            }
        }
    }

    /// Of these, each with its number and how many accesses it has made, in the order of their
    /// numbers, the one whose access comes next. Uses up the list.
    pub fn choose(&self, ready: &[(usize, u64)], used: &mut usize) -> usize {
        let in_lockstep = |numbers: &dyn Fn(usize) -> bool| {
            let members = (0..ready.len()).filter(|at| numbers(ready[*at].0));
            members.min_by_key(|at| ready[*at].1)
        };
        let found = match self {
            Self::Lockstep => in_lockstep(&|_| true),
            Self::Ascending => Some(0),
            Self::Descending => Some(ready.len() - 1),
            Self::Ahead(first) => {
                in_lockstep(&|number| number == *first).or(in_lockstep(&|_| true))
            }
            Self::Behind(last) => in_lockstep(&|number| number != *last).or(in_lockstep(&|_| true)),
            Self::Listed(numbers) => loop {
                let Some(number) = numbers.get(*used) else {
                    break Some(0);
                };
                *used += 1;
                let at = ready.iter().position(|(each, _)| each == number);
                if at.is_some() {
                    break at;
                }
            },
        };
        found.expect("somebody is ready")
    }
}

/// The machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asynchronous {
    /// d
    pub delay: u64,
    /// B
    pub barrier: BarrierTime,
    /// `apram-cr`: "a cell that nobody writes in the section may be read by many".
    pub concurrent_read: bool,
    /// How long each processor takes for what takes others 1, over and over again; all 1 if empty.
    pub paces: Vec<u64>,
    pub order: Order,
}

impl Asynchronous {
    pub fn pace(&self, processor: u64) -> u64 {
        match self.paces.as_slice() {
            [] => 1,
            paces => paces[processor as usize % paces.len()],
        }
    }
}

/// A run of accesses; 0 is none. Later runs have larger numbers.
pub type Run = u64;

/// What a processor has spent since its last barrier.
#[derive(Debug, Clone, Default)]
pub struct Clock {
    /// What has passed, with the barriers of a part of its block and the waiting at them.
    pub time: u64,
    /// What it spent itself.
    pub own: u64,
    /// What it spent in barriers of a part.
    pub barriers: u64,
    pub pace: u64,
    /// The run of accesses that goes on, while no local instruction has ended it.
    run: Option<Run>,
}

impl Clock {
    pub fn new(pace: u64) -> Self {
        Self {
            pace,
            ..Self::default()
        }
    }

    fn pass(&mut self, time: u64) {
        self.time += time * self.pace;
        self.own += time * self.pace;
    }

    pub fn local(&mut self) {
        self.run = None;
        self.pass(1);
    }

    /// An access whose address was made from accesses of `address` and earlier runs; gives the
    /// run it belongs to. `next` is the number of a new one.
    pub fn access(&mut self, address: Run, delay: u64, next: &mut Run) -> Run {
        if let Some(run) = self.run
            && address != run
        {
            self.pass(1);
            return run;
        }
        *next += 1;
        self.run = Some(*next);
        self.pass(delay);
        *next
    }

    /// A barrier of a part: all go on at this time.
    pub fn meet(&mut self, time: u64, barrier: u64) {
        self.time = time;
        self.barriers += barrier;
        self.run = None;
    }

    /// A barrier of all.
    pub fn restart(&mut self) {
        *self = Self::new(self.pace);
    }

    /// Something else comes between.
    pub fn end_run(&mut self) {
        self.run = None;
    }
}

/// What a run has cost in the machine's own unit of time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Account {
    /// "Σ over sections (the slowest processor's time + B)"
    pub time: u64,
    /// "The sum of the processors' own times"
    pub work: u64,
    pub waiting: u64,
    /// Barriers: each ends a section.
    pub sections: u64,
}

impl Account {
    /// One processor works, and nobody waits.
    pub fn alone(&mut self, time: u64) {
        self.time += time;
        self.work += time;
    }

    /// The processors take these times; then comes a barrier, if one is needed.
    pub fn section(&mut self, own: &[u64], barrier: Option<u64>) {
        let slowest = own.iter().copied().max().unwrap_or(0);
        self.time += slowest + barrier.unwrap_or(0);
        self.work += own.iter().sum::<u64>();
        self.waiting += own.iter().map(|time| slowest - time).sum::<u64>();
        self.sections += u64::from(barrier.is_some());
    }
}

/// The shares of `count` things, one behind the other, of each of the real processors: the first
/// ones get one more where they do not divide.
pub fn shares(count: usize, processors: u64) -> Vec<std::ops::Range<usize>> {
    let (each, more) = (count as u64 / processors, count as u64 % processors);
    let mut begin = 0;
    (0..processors)
        .map(|processor| {
            let share = each + u64::from(processor < more);
            let range = begin..begin + share as usize;
            begin = range.end;
            range
        })
        .collect()
}
