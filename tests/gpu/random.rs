//! Random kernels without races, on the machine and on the twin: every count and T are equal.

use pram::diagnostic::Code;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::kernel::{Kernel, Machine, Statement, Test, Value, text};
use super::twin::count;

/// Choices, from which a kernel is made.
struct Choices<'c>(std::slice::Iter<'c, u16>);

impl Choices<'_> {
    fn below(&mut self, limit: usize) -> usize {
        self.0
            .next()
            .map_or(0, |choice| usize::from(*choice) % limit)
    }

    /// A value; `of_group` is the array that may be read.
    fn value(&mut self, depth: usize, of_group: usize) -> Value {
        let leaf = depth == 0;
        match self.below(if leaf { 4 } else { 9 }) {
            0 => Value::Number(self.below(5) as i64),
            1 => Value::Item,
            2 => Value::Group,
            3 => Value::Private(self.below(3)),
            4 => Value::Global(Box::new(self.value(depth - 1, of_group))),
            5 => Value::OfGroup(of_group, Box::new(self.value(depth - 1, of_group))),
            sign => Value::Operator(
                ['+', '-', '+'][sign - 6],
                Box::new(self.value(depth - 1, of_group)),
                Box::new(self.value(depth - 1, of_group)),
            ),
        }
    }

    fn test(&mut self, depth: usize, of_group: usize) -> Test {
        match self.below(if depth == 0 { 2 } else { 4 }) {
            2 => Test::And(
                Box::new(self.test(depth - 1, of_group)),
                Box::new(self.test(depth - 1, of_group)),
            ),
            3 => Test::Or(
                Box::new(self.test(depth - 1, of_group)),
                Box::new(self.test(depth - 1, of_group)),
            ),
            _ => Test::Less(self.value(1, of_group), self.value(1, of_group)),
        }
    }

    /// Statements in which items read one array of the group, and write their own cell of the other.
    fn body(&mut self, depth: usize, of_group: usize, loops: usize) -> Vec<Statement> {
        let mut body = Vec::new();
        for _ in 0..=self.below(3) {
            body.push(match self.below(if depth == 0 { 6 } else { 9 }) {
                0 => Statement::Private(self.below(3), self.value(2, of_group)),
                1 => Statement::OfGroup(1 - of_group, self.value(2, of_group)),
                2 => Statement::Global(self.value(2, of_group)),
                3 => {
                    let old = self.below(4);
                    Statement::Atomic(
                        self.value(1, of_group),
                        self.value(1, of_group),
                        (old < 3).then_some(old),
                    )
                }
                4 => Statement::AtomicOfGroup(self.value(1, of_group), self.value(1, of_group)),
                5 => Statement::WarpBarrier,
                6 | 7 => Statement::If(
                    self.test(2, of_group),
                    self.body(depth - 1, of_group, loops),
                    if self.below(2) == 0 {
                        Vec::new()
                    } else {
                        self.body(depth - 1, of_group, loops)
                    },
                ),
                _ => {
                    let to = match self.below(3) {
                        0 => Value::Number(self.below(4) as i64),
                        1 => Value::Global(Box::new(Value::Item)),
                        _ => {
                            Value::Operator('-', Box::new(Value::Number(3)), Box::new(Value::Item))
                        }
                    };
                    Statement::For(loops, to, self.body(depth - 1, of_group, loops + 1))
                }
            });
        }
        body
    }
}

fn kernel(choices: &[u16]) -> (Kernel, Machine) {
    let mut choices = Choices(choices.iter());
    let w = 1 << choices.below(4);
    let machine = Machine {
        w,
        k: 1 + choices.below(3),
        s: 1 << choices.below(4),
        b: 1 + choices.below(6) as u64,
        l_g: 1 + choices.below(9) as u64,
        l_s: 1 + choices.below(4) as u64,
        q: 1 + choices.below(3) as u64,
        t_k: choices.below(3) as u64,
        groups: 1 + choices.below(3),
    };
    let mut body = Vec::new();
    let mut of_group = 0;
    for _ in 0..=choices.below(3) {
        body.extend(choices.body(2, of_group, 0));
        body.push(Statement::Barrier);
        of_group = 1 - of_group;
    }
    // A loop of all items with barriers.
    if choices.below(2) == 0 {
        let mut inside = choices.body(1, of_group, 1);
        inside.push(Statement::Barrier);
        let to = Value::Number(choices.below(4) as i64);
        body.push(Statement::For(0, to, inside));
    }
    let kernel = Kernel {
        groups: 1 + choices.below(6),
        items: 4 + choices.below(9),
        cells: 8 + choices.below(20),
        body,
    };
    (kernel, machine)
}

#[test]
fn machine_and_twin_count_alike() {
    let strategy = proptest::collection::vec(any::<u16>(), 300);
    let mut runner = TestRunner::deterministic();
    let cases = if std::env::var_os("ALL_CASES").is_some() {
        2000
    } else {
        300
    };
    let (mut atomics, mut divergent, mut conflicts) = (0, 0, 0);
    for _ in 0..cases {
        let choices = strategy
            .new_tree(&mut runner)
            .expect("there are values")
            .current();
        let (kernel, machine) = kernel(&choices);
        let text = text(&kernel, &machine);
        let program =
            pram::Program::parse(&text).unwrap_or_else(|error| panic!("{text}\n{error:?}"));
        let run = match program.run(&[]) {
            // Loops of atomics that add what they read double a value until no int holds it.
            Err(error) if error.problems[0].code == Code::Overflow => continue,
            ended => ended.unwrap_or_else(|error| panic!("{text}\n{error:?}")),
        };
        let expected = count(&kernel, &machine);
        let cost = run.cost.gpu.clone().expect("a kernel was launched");
        let counts = &cost.counts;
        let output = |name: &str| run.outputs[name].to_string();
        let list = |values: &[i64]| format!("{values:?}");
        let found = [
            ("issued", counts.issued()),
            ("lanes", counts.lanes),
            ("tests", counts.tests),
            ("divergent", counts.divergent),
            ("transactions", counts.transactions),
            ("words", counts.words),
            ("passes", counts.passes),
            ("group", counts.group),
            ("atomics", counts.atomics),
            ("T", cost.time),
        ];
        let wanted = [
            expected.issued,
            expected.lanes,
            expected.tests,
            expected.divergent,
            expected.transactions,
            expected.words,
            expected.passes,
            expected.group,
            expected.atomics,
            expected.time,
        ];
        for ((name, found), wanted) in found.into_iter().zip(wanted) {
            assert_eq!(found, wanted, "{name} of\n{text}");
        }
        assert_eq!(output("H"), list(&expected.h), "{text}");
        assert_eq!(output("B"), list(&expected.b), "{text}");
        atomics += counts.atomics;
        divergent += counts.divergent;
        conflicts += counts.conflicts();
    }
    // The kernels do something.
    assert!(atomics > 1000 && divergent > 1000 && conflicts > 1000);
}
