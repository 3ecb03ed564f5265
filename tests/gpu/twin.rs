//! The slow twin of kernels: each warp is executed by itself, statement by statement, with a list of active
//! lanes; it stops at each barrier.

use std::cell::RefCell;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use super::kernel::{Kernel, Machine, Statement, Test, Value, beginning};
use super::time::{Issue, time};

/// What was counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counted {
    pub issued: u64,
    pub lanes: u64,
    pub tests: u64,
    pub divergent: u64,
    pub transactions: u64,
    pub words: u64,
    pub passes: u64,
    pub group: u64,
    pub atomics: u64,
    pub time: u64,
    pub b: Vec<i64>,
    pub h: Vec<i64>,
}

/// The memories of a run.
struct Memories {
    a: Vec<i64>,
    b: Vec<i64>,
    h: Vec<i64>,
    /// S0, S1 and C, one behind the other.
    group: Vec<i64>,
    counted: Counted,
}

/// Which array an access is of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Array {
    A,
    B,
    H,
    Group,
}

/// A part of a statement.
#[derive(Default)]
struct Part {
    reads: Vec<(Array, Vec<i64>)>,
    operators: u64,
    lanes: u64,
}

struct Warp<'k> {
    kernel: &'k Kernel,
    machine: &'k Machine,
    group: i64,
    first: usize,
    width: usize,
    /// By number, then by lane.
    privates: RefCell<Vec<Vec<i64>>>,
    counters: RefCell<Vec<Vec<i64>>>,
    issued: RefCell<Vec<Issue>>,
    memories: &'k RefCell<Memories>,
}

type Lanes = Vec<usize>;
type Running<'f> = Pin<Box<dyn Future<Output = ()> + 'f>>;

/// Waits once.
struct AtBarrier(bool);

impl Future for AtBarrier {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if self.0 {
            return Poll::Ready(());
        }
        self.0 = true;
        Poll::Pending
    }
}

impl Warp<'_> {
    fn item(&self, lane: usize) -> i64 {
        (self.first + lane) as i64
    }

    /// The values of the lanes; reads and operators go to the part, operators in subscripts nowhere.
    fn value(&self, value: &Value, lanes: &Lanes, part: &mut Part, is_free: bool) -> Vec<i64> {
        let each = |of: &dyn Fn(usize) -> i64| lanes.iter().map(|lane| of(*lane)).collect();
        match value {
            Value::Number(number) => each(&|_| *number),
            Value::Private(number) => each(&|lane| self.privates.borrow()[*number][lane]),
            Value::Group => each(&|_| self.group),
            Value::Item => each(&|lane| self.item(lane)),
            Value::Global(at) => {
                let at = self.value(at, lanes, part, true);
                let cells: Vec<i64> = at
                    .iter()
                    .map(|at| at.rem_euclid(self.kernel.cells as i64))
                    .collect();
                part.reads.push((Array::A, cells.clone()));
                let memories = self.memories.borrow();
                cells
                    .iter()
                    .map(|cell| memories.a[*cell as usize])
                    .collect()
            }
            Value::OfGroup(array, at) => {
                let at = self.value(at, lanes, part, true);
                let items = self.kernel.items as i64;
                let base = *array as i64 * items;
                let cells: Vec<i64> = at.iter().map(|at| base + at.rem_euclid(items)).collect();
                part.reads.push((Array::Group, cells.clone()));
                let memories = self.memories.borrow();
                cells
                    .iter()
                    .map(|cell| memories.group[*cell as usize])
                    .collect()
            }
            Value::Operator(sign, left, right) => {
                let left = self.value(left, lanes, part, is_free);
                let right = self.value(right, lanes, part, is_free);
                part.operators += u64::from(!is_free);
                let pairs = left.into_iter().zip(right);
                pairs
                    .map(|(left, right)| match sign {
                        '+' => left + right,
                        '-' => left - right,
                        _ => (left * right) % 1000,
                    })
                    .collect()
            }
        }
    }

    /// Truth values; what is behind `and` and `or` is a part of its own.
    fn test(&self, test: &Test, lanes: &Lanes, parts: &mut Vec<Part>, at: usize) -> Vec<bool> {
        match test {
            Test::Less(left, right) => {
                let left = self.value(left, lanes, &mut parts[at], false);
                let right = self.value(right, lanes, &mut parts[at], false);
                parts[at].operators += 1;
                left.iter()
                    .zip(right)
                    .map(|(left, right)| *left < right)
                    .collect()
            }
            Test::And(left, right) | Test::Or(left, right) => {
                let goes_on = matches!(test, Test::And(..));
                let mut holds = self.test(left, lanes, parts, at);
                parts[at].operators += 1;
                let open: Vec<usize> = (0..lanes.len())
                    .filter(|at| holds[*at] == goes_on)
                    .collect();
                let inside: Lanes = open.iter().map(|at| lanes[*at]).collect();
                let part = parts.len();
                parts.push(Part {
                    lanes: inside.len() as u64,
                    ..Part::default()
                });
                let further = self.test(right, &inside, parts, part);
                for (at, value) in open.into_iter().zip(further) {
                    holds[at] = value;
                }
                holds
            }
        }
    }

    fn part(lanes: &Lanes) -> Part {
        Part {
            lanes: lanes.len() as u64,
            ..Part::default()
        }
    }

    /// Issues the parts, and then an access, which may be an atomic.
    fn issue(&self, parts: Vec<Part>, written: Option<(Array, Vec<i64>, bool)>) {
        let is_nothing = written.is_none()
            && parts
                .iter()
                .all(|part| part.reads.is_empty() && part.operators == 0);
        let mut parts = parts;
        parts[0].operators += u64::from(is_nothing);
        for part in parts.iter().filter(|part| part.lanes > 0) {
            for (array, cells) in &part.reads {
                self.access(*array, cells, false);
            }
            let mut memories = self.memories.borrow_mut();
            memories.counted.issued += part.operators;
            memories.counted.lanes += part.operators * part.lanes;
            let operators = std::iter::repeat_n(Issue::Operator, part.operators as usize);
            self.issued.borrow_mut().extend(operators);
        }
        if let Some((array, cells, is_atomic)) = written {
            self.access(array, &cells, is_atomic);
        }
    }

    fn access(&self, array: Array, cells: &[i64], is_atomic: bool) {
        let mut rounds: Vec<Vec<i64>> = Vec::new();
        for cell in cells {
            let place = rounds
                .iter()
                .position(|round| is_atomic && !round.contains(cell));
            match (is_atomic, place) {
                (false, _) if !rounds.is_empty() => rounds[0].push(*cell),
                (true, Some(place)) => rounds[place].push(*cell),
                _ => rounds.push(vec![*cell]),
            }
        }
        let mut memories = self.memories.borrow_mut();
        let counted = &mut memories.counted;
        counted.issued += 1;
        counted.lanes += cells.len() as u64;
        counted.atomics += if is_atomic { cells.len() as u64 } else { 0 };
        let mut served = 0;
        for mut round in rounds {
            round.sort_unstable();
            round.dedup();
            if array == Array::Group {
                let bank = |cell: &i64| *cell as u64 % self.machine.b;
                let most = (0..self.machine.b)
                    .map(|one| round.iter().filter(|cell| bank(cell) == one).count());
                served += most.max().unwrap_or(0) as u64;
            } else {
                counted.words += round.len() as u64;
                let mut segments: Vec<u64> = round
                    .iter()
                    .map(|cell| *cell as u64 / self.machine.s)
                    .collect();
                segments.dedup();
                served += segments.len() as u64;
            }
        }
        if array == Array::Group {
            counted.group += 1;
            counted.passes += served;
            self.issued.borrow_mut().push(Issue::OfGroup(served));
        } else {
            counted.transactions += served;
            self.issued.borrow_mut().push(Issue::Global(served));
        }
    }

    fn barrier(&self, issue: Issue, lanes: &Lanes) {
        let mut memories = self.memories.borrow_mut();
        memories.counted.issued += 1;
        memories.counted.lanes += lanes.len() as u64;
        self.issued.borrow_mut().push(issue);
    }

    fn run<'f>(&'f self, body: &'f [Statement], lanes: Lanes) -> Running<'f> {
        Box::pin(async move {
            for statement in body {
                self.statement(statement, &lanes).await;
            }
        })
    }

    async fn statement(&self, statement: &Statement, lanes: &Lanes) {
        let mut part = Self::part(lanes);
        match statement {
            Statement::Private(number, value) => {
                let values = self.value(value, lanes, &mut part, false);
                self.issue(vec![part], None);
                for (lane, value) in lanes.iter().zip(values) {
                    self.privates.borrow_mut()[*number][*lane] = value;
                }
            }
            Statement::OfGroup(array, value) => {
                let values = self.value(value, lanes, &mut part, false);
                let base = *array * self.kernel.items;
                let cells = lanes.iter().map(|lane| base as i64 + self.item(*lane));
                self.write(Array::Group, cells.collect(), &values, vec![part]);
            }
            Statement::Global(value) => {
                let values = self.value(value, lanes, &mut part, false);
                let base = self.group * self.kernel.items as i64;
                let cells = lanes.iter().map(|lane| base + self.item(*lane));
                self.write(Array::B, cells.collect(), &values, vec![part]);
            }
            Statement::Atomic(at, value, old) => {
                let at = self.value(at, lanes, &mut part, true);
                let values = self.value(value, lanes, &mut part, false);
                let cells: Vec<i64> = at.iter().map(|at| at.rem_euclid(8)).collect();
                self.issue(vec![part], Some((Array::H, cells.clone(), true)));
                for ((lane, cell), value) in lanes.iter().zip(cells).zip(values) {
                    let held = &mut self.memories.borrow_mut().h[cell as usize];
                    if let Some(old) = old {
                        self.privates.borrow_mut()[*old][*lane] = *held;
                    }
                    *held += value;
                }
            }
            Statement::AtomicOfGroup(at, value) => {
                let at = self.value(at, lanes, &mut part, true);
                let values = self.value(value, lanes, &mut part, false);
                let base = 2 * self.kernel.items as i64;
                let cells: Vec<i64> = at.iter().map(|at| base + at.rem_euclid(4)).collect();
                self.issue(vec![part], Some((Array::Group, cells.clone(), true)));
                for (cell, value) in cells.into_iter().zip(values) {
                    self.memories.borrow_mut().group[cell as usize] += value;
                }
            }
            Statement::If(test, then, otherwise) => {
                let mut parts = vec![part];
                let holds = self.test(test, lanes, &mut parts, 0);
                self.issue(parts, None);
                let side = |wanted: bool| -> Lanes {
                    let lanes = lanes.iter().zip(&holds);
                    lanes
                        .filter(|(_, holds)| **holds == wanted)
                        .map(|(lane, _)| *lane)
                        .collect()
                };
                let (yes, no) = (side(true), side(false));
                {
                    let counted = &mut self.memories.borrow_mut().counted;
                    counted.tests += 1;
                    counted.divergent += u64::from(!yes.is_empty() && !no.is_empty());
                }
                for (lanes, body) in [(yes, then), (no, otherwise)] {
                    if !lanes.is_empty() {
                        self.run(body, lanes).await;
                    }
                }
            }
            Statement::For(number, to, body) => {
                // The header is free unless it reads memory, which makes it a statement.
                let limits = self.value(to, lanes, &mut part, false);
                if !part.reads.is_empty() {
                    self.issue(vec![part], None);
                }
                let mut inside: Vec<(usize, i64)> = lanes.iter().copied().zip(limits).collect();
                let mut counter = 1;
                loop {
                    let before = inside.len();
                    inside.retain(|(_, limit)| counter <= *limit);
                    if inside.is_empty() {
                        break;
                    }
                    let parted = u64::from(inside.len() < before);
                    self.memories.borrow_mut().counted.divergent += parted;
                    let lanes: Lanes = inside.iter().map(|(lane, _)| *lane).collect();
                    for lane in &lanes {
                        self.counters.borrow_mut()[*number][*lane] = counter;
                    }
                    self.run(body, lanes).await;
                    counter += 1;
                }
            }
            Statement::Barrier => {
                self.barrier(Issue::Barrier, lanes);
                AtBarrier(false).await;
            }
            Statement::WarpBarrier => self.barrier(Issue::Operator, lanes),
        }
    }

    fn write(&self, array: Array, cells: Vec<i64>, values: &[i64], parts: Vec<Part>) {
        self.issue(parts, Some((array, cells.clone(), false)));
        let mut memories = self.memories.borrow_mut();
        let memory = match array {
            Array::Group => &mut memories.group,
            _ => &mut memories.b,
        };
        for (cell, value) in cells.into_iter().zip(values) {
            memory[cell as usize] = *value;
        }
    }
}

/// Executes the kernel.
pub fn count(kernel: &Kernel, machine: &Machine) -> Counted {
    let Kernel {
        groups,
        items,
        cells,
        body,
    } = kernel;
    let memories = RefCell::new(Memories {
        a: (0..*cells as i64).map(|i| 3 * i % 7).collect(),
        b: vec![0; groups * items],
        h: vec![0; 8],
        group: Vec::new(),
        counted: Counted::default(),
    });
    let mut whole = beginning();
    let is_low = Test::Less(Value::Item, Value::Number(4));
    whole.push(Statement::If(
        is_low,
        vec![Statement::OfGroup(2, Value::Number(0))],
        Vec::new(),
    ));
    whole.push(Statement::Barrier);
    whole.extend(body.iter().cloned());
    let mut streams: Vec<Vec<Vec<Issue>>> = Vec::new();
    for group in 0..*groups {
        memories.borrow_mut().group = vec![0; 2 * items + 4];
        let warps: Vec<Warp<'_>> = (0..*items)
            .step_by(machine.w)
            .map(|first| {
                let width = machine.w.min(items - first);
                Warp {
                    kernel,
                    machine,
                    group: group as i64,
                    first,
                    width,
                    privates: RefCell::new(vec![vec![0; width]; 3]),
                    counters: RefCell::new(vec![vec![0; width]; 4]),
                    issued: RefCell::new(Vec::new()),
                    memories: &memories,
                }
            })
            .collect();
        let mut running: Vec<Running<'_>> = warps
            .iter()
            .map(|warp| warp.run(&whole, (0..warp.width).collect()))
            .collect();
        let mut context = Context::from_waker(Waker::noop());
        // Each warp up to its next barrier, by number.
        while !running.is_empty() {
            running.retain_mut(|warp| warp.as_mut().poll(&mut context).is_pending());
        }
        drop(running);
        streams.push(
            warps
                .into_iter()
                .map(|warp| warp.issued.into_inner())
                .collect(),
        );
    }
    let memories = memories.into_inner();
    Counted {
        time: machine.t_k + time(machine, streams),
        b: memories.b,
        h: memories.h,
        ..memories.counted
    }
}
