//! Kernels as trees, which become programs and which the twin executes.

use std::fmt::Write as _;

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

/// What every kernel begins with: private variables that begin with their numbers, and group memory that begins
/// with the item.
pub fn beginning() -> Vec<Statement> {
    vec![
        Statement::Private(0, Value::Number(0)),
        Statement::Private(1, Value::Number(1)),
        Statement::Private(2, Value::Number(2)),
        Statement::OfGroup(0, Value::Item),
        Statement::OfGroup(1, Value::Item),
    ]
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
    write(&mut out, &beginning(), kernel, 2);
    out.push_str("        if (t < 4)\n            C[t] = 0;\n        barrier;\n");
    write(&mut out, body, kernel, 2);
    out.push_str("    end_parallel\n    output B[], H[];\nend_program\n");
    out
}
