//! The slow twin of kernels: a tree that both the machine, as text, and this naive executor understand.
//!
//! Each warp is executed by itself, statement by statement, with a list of active lanes; it stops at each
//! barrier. The time is found by going through every unit of time with a list of warps.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

/// The numbers of a machine.
#[derive(Debug, Clone, Copy)]
pub struct Machine {
    pub w: usize,
    pub k: usize,
    pub s: u64,
    pub b: u64,
    pub l_g: u64,
    pub l_s: u64,
    pub q: u64,
    pub t_k: u64,
    pub groups: usize,
}

/// A value: of ints only.
#[derive(Debug, Clone)]
pub enum Value {
    Number(i64),
    /// `v0`, `v1`, …: private variables.
    Private(usize),
    /// The index of the group.
    Group,
    /// The index of the item.
    Item,
    /// `A[(e) mod n]`, which nobody writes.
    Global(Box<Value>),
    /// `S0[(e) mod L]` or `S1[(e) mod L]`.
    OfGroup(usize, Box<Value>),
    Operator(char, Box<Value>, Box<Value>),
}

/// A test.
#[derive(Debug, Clone)]
pub enum Test {
    Less(Value, Value),
    And(Box<Test>, Box<Test>),
    Or(Box<Test>, Box<Test>),
}

#[derive(Debug, Clone)]
pub enum Statement {
    /// `v0 = e;`
    Private(usize, Value),
    /// `S0[t] = e;`
    OfGroup(usize, Value),
    /// `B[L*g + t] = e;`
    Global(Value),
    /// `atomic H[(e) mod 8] += f as v0;`
    Atomic(Value, Value, Option<usize>),
    /// `atomic C[(e) mod 4] += f;`, of the group.
    AtomicOfGroup(Value, Value),
    If(Test, Vec<Statement>, Vec<Statement>),
    /// `for kN = 1 to e`, N being its depth.
    For(usize, Value, Vec<Statement>),
    Barrier,
    WarpBarrier,
}

/// A kernel of `groups` groups of `items` items, with an array A of n cells.
#[derive(Debug, Clone)]
pub struct Kernel {
    pub groups: usize,
    pub items: usize,
    pub cells: usize,
    pub body: Vec<Statement>,
}

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

impl Value {
    fn text(&self, kernel: &Kernel) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Private(number) => format!("v{number}"),
            Self::Group => "g".to_owned(),
            Self::Item => "t".to_owned(),
            Self::Global(at) => format!("A[({}) mod {}]", at.text(kernel), kernel.cells),
            Self::OfGroup(array, at) => {
                format!("S{array}[({}) mod {}]", at.text(kernel), kernel.items)
            }
            Self::Operator(sign, left, right) => {
                format!("({} {sign} {})", left.text(kernel), right.text(kernel))
            }
        }
    }
}

impl Test {
    fn text(&self, kernel: &Kernel) -> String {
        match self {
            Self::Less(left, right) => format!("{} < {}", left.text(kernel), right.text(kernel)),
            Self::And(left, right) => format!("({} and {})", left.text(kernel), right.text(kernel)),
            Self::Or(left, right) => format!("({} or {})", left.text(kernel), right.text(kernel)),
        }
    }
}

fn write(out: &mut String, body: &[Statement], kernel: &Kernel, depth: usize) {
    let indent = "    ".repeat(depth);
    for statement in body {
        let value = |value: &Value| value.text(kernel);
        let _ = match statement {
            Statement::Private(number, of) => writeln!(out, "{indent}v{number} = {};", value(of)),
            Statement::OfGroup(array, of) => writeln!(out, "{indent}S{array}[t] = {};", value(of)),
            Statement::Global(of) => {
                writeln!(out, "{indent}B[{}*g + t] = {};", kernel.items, value(of))
            }
            Statement::Atomic(at, of, old) => {
                let old = old.map_or_else(String::new, |old| format!(" as v{old}"));
                writeln!(
                    out,
                    "{indent}atomic H[({}) mod 8] += {}{old};",
                    value(at),
                    value(of)
                )
            }
            Statement::AtomicOfGroup(at, of) => {
                writeln!(
                    out,
                    "{indent}atomic C[({}) mod 4] += {};",
                    value(at),
                    value(of)
                )
            }
            Statement::If(test, then, otherwise) => {
                let _ = writeln!(out, "{indent}if ({}) {{", test.text(kernel));
                write(out, then, kernel, depth + 1);
                if otherwise.is_empty() {
                    writeln!(out, "{indent}}}")
                } else {
                    let _ = writeln!(out, "{indent}}}\n{indent}else {{");
                    write(out, otherwise, kernel, depth + 1);
                    writeln!(out, "{indent}}}")
                }
            }
            Statement::For(number, to, body) => {
                let _ = writeln!(out, "{indent}for k{number} = 1 to {} {{", value(to));
                write(out, body, kernel, depth + 1);
                writeln!(out, "{indent}}}")
            }
            Statement::Barrier => writeln!(out, "{indent}barrier;"),
            Statement::WarpBarrier => writeln!(out, "{indent}warp_barrier;"),
        };
    }
}

/// The program in the language: `A[i] = 3·i mod 7`, private variables that begin with their numbers, and group
/// memory that begins with the item.
pub fn text(kernel: &Kernel, machine: &Machine) -> String {
    let Kernel {
        groups,
        items,
        cells,
        body,
    } = kernel;
    let Machine {
        w,
        k,
        s,
        b,
        l_g,
        l_s,
        q,
        t_k,
        groups: resident,
    } = machine;
    let mut out = format!(
        "machine gpu(w = {w}, k = {k}, s = {s}, b = {b}, l_g = {l_g}, l_s = {l_s}, q = {q}, t_k = {t_k}, \
         G_u = {resident});\nprogram\n    array A[{cells}] = 0, B[{}] = 0, H[8] = 0;\n    \
         for i = 0 to {} \n        A[i] = (3*i) mod 7;\n    parallel (for each group g from 0 to {}, item t \
         from 0 to {})\n        group S0[{items}], S1[{items}], C[4];\n        local v0, v1, v2;\n",
        groups * items,
        cells - 1,
        groups - 1,
        items - 1
    );
    let mut all = vec![
        Statement::Private(0, Value::Number(0)),
        Statement::Private(1, Value::Number(1)),
        Statement::Private(2, Value::Number(2)),
        Statement::OfGroup(0, Value::Item),
        Statement::OfGroup(1, Value::Item),
    ];
    write(&mut out, &all, kernel, 2);
    out.push_str("        if (t < 4)\n            C[t] = 0;\n        barrier;\n");
    all.clear();
    write(&mut out, body, kernel, 2);
    out.push_str("    end_parallel\n    output B[], H[];\nend_program\n");
    out
}

/// An issued instruction, for the schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Issue {
    Operator,
    OfGroup(u64),
    Global(u64),
    Barrier,
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
    let mut whole = vec![
        Statement::Private(0, Value::Number(0)),
        Statement::Private(1, Value::Number(1)),
        Statement::Private(2, Value::Number(2)),
        Statement::OfGroup(0, Value::Item),
        Statement::OfGroup(1, Value::Item),
    ];
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

/// A warp in a unit.
struct Placed {
    stream: Vec<Issue>,
    next: usize,
    ready: Option<u64>,
    group: usize,
    has_ended: bool,
}

/// The time of the launch, unit of time by unit of time.
fn time(machine: &Machine, streams: Vec<Vec<Vec<Issue>>>) -> u64 {
    let mut waiting = streams.into_iter().enumerate();
    let mut units: Vec<(Vec<Placed>, Option<usize>, u64)> =
        (0..machine.k).map(|_| (Vec::new(), None, 0)).collect();
    let place = |warps: &mut Vec<Placed>, (group, streams): (usize, Vec<Vec<Issue>>), now: u64| {
        warps.extend(streams.into_iter().map(|stream| Placed {
            stream,
            next: 0,
            ready: Some(now),
            group,
            has_ended: false,
        }));
    };
    for _ in 0..machine.groups {
        for (warps, _, _) in &mut units {
            if let Some(group) = waiting.next() {
                place(warps, group, 0);
            }
        }
    }
    let (mut now, mut global_free, mut end) = (0, 0, 0);
    loop {
        for (warps, last, group_free) in &mut units {
            // Groups that have ended make room.
            for at in 0..warps.len() {
                let warp = &warps[at];
                let is_over =
                    warp.next == warp.stream.len() && warp.ready.is_some_and(|at| at <= now);
                if warp.has_ended || !is_over {
                    continue;
                }
                warps[at].has_ended = true;
                end = end.max(now);
                let group = warps[at].group;
                if warps
                    .iter()
                    .all(|warp| warp.group != group || warp.has_ended)
                    && let Some(group) = waiting.next()
                {
                    place(warps, group, now);
                }
            }
            let first = last.map_or(0, |last| last + 1);
            let order = (first..warps.len()).chain(0..first.min(warps.len()));
            let is_ready = |warp: &Placed| {
                !warp.has_ended
                    && warp.next < warp.stream.len()
                    && warp.ready.is_some_and(|at| at <= now)
            };
            let Some(chosen) = order.into_iter().find(|at| is_ready(&warps[*at])) else {
                continue;
            };
            *last = Some(chosen);
            let warp = &mut warps[chosen];
            let issue = warp.stream[warp.next];
            warp.next += 1;
            match issue {
                Issue::Operator => warp.ready = Some(now + 1),
                Issue::OfGroup(passes) => {
                    let begin = now.max(*group_free);
                    *group_free = begin + passes;
                    warp.ready = Some(begin + passes + machine.l_s - 1);
                }
                Issue::Global(transactions) => {
                    global_free = (machine.q * now).max(global_free) + transactions;
                    warp.ready = Some(global_free.div_ceil(machine.q) + machine.l_g - 1);
                }
                Issue::Barrier => {
                    warp.ready = None;
                    let group = warp.group;
                    // Every warp of these kernels comes to every barrier.
                    let own = || warps.iter().filter(|warp| warp.group == group);
                    let barriers = |warp: &Placed| {
                        warp.stream[..warp.next]
                            .iter()
                            .filter(|one| **one == Issue::Barrier)
                            .count()
                    };
                    let most = own().map(barriers).max();
                    if own().all(|warp| warp.ready.is_none() && Some(barriers(warp)) == most) {
                        for warp in warps.iter_mut().filter(|warp| warp.group == group) {
                            warp.ready = Some(now + 1);
                        }
                    }
                }
            }
        }
        if units
            .iter()
            .all(|(warps, ..)| warps.iter().all(|warp| warp.has_ended))
        {
            return end;
        }
        now += 1;
    }
}
