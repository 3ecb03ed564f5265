//! Counts whose growth from above and from below is known.

use pram::complexity::order::Growth;
use pram::syntax::ast::Growth as Bound;

/// n^(halves/2)·log^logs n; ordered as they grow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rate {
    pub halves: u32,
    pub logs: u32,
}

impl Rate {
    pub fn growth(self) -> Vec<Growth> {
        let mut growth = Growth::one(1);
        growth.orders[0].power = f64::from(self.halves) / 2.0;
        growth.orders[0].log = f64::from(self.logs);
        vec![growth]
    }
}

pub fn rate(halves: u32, logs: u32) -> Rate {
    Rate { halves, logs }
}

pub type Count = fn(i128) -> i128;

/// A function with its spelling and the rate that it grows at, or that it reaches again and again.
#[derive(Debug, Clone, Copy)]
pub struct Part {
    pub text: &'static str,
    pub count: Count,
    pub rate: Rate,
}

pub fn part(text: &'static str, count: Count, halves: u32, logs: u32) -> Part {
    let rate = rate(halves, logs);
    Part { text, count, rate }
}

fn floor_log(n: i128) -> i128 {
    i128::from(n.ilog2())
}

fn ceiling_log(n: i128) -> i128 {
    floor_log(n) + i128::from(n.count_ones() > 1)
}

fn ceiling_root(n: i128) -> i128 {
    let root = n.isqrt();
    root + i128::from(root * root < n)
}

/// The least k with 3^k ≥ n: the depth of a ternary tree.
fn depth_of_ternary(n: i128) -> i128 {
    (0..80).find(|k| 3_i128.pow(*k) >= n).map_or(0, i128::from)
}

/// Functions that grow at their rate on all sizes.
pub fn growing() -> Vec<Part> {
    vec![
        part("1", |_| 1, 0, 0),
        part("n", |n| n, 2, 0),
        part("n^2", |n| n * n, 4, 0),
        part("floor(log n)", floor_log, 0, 1),
        part("ceil(log n)", ceiling_log, 0, 1),
        part("floor(log n)^2", |n| floor_log(n).pow(2), 0, 2),
        part("n*ceil(log n)", |n| n * ceiling_log(n), 2, 1),
        part("n*floor(log n)", |n| n * floor_log(n), 2, 1),
        part("ceil(sqrt n)", ceiling_root, 1, 0),
        part("floor(sqrt n)", i128::isqrt, 1, 0),
        part("n*floor(sqrt n)", |n| n * n.isqrt(), 3, 0),
        part("ceil(n/2)", |n| (n + 1) / 2, 2, 0),
        part("floor(n/2)", |n| n / 2, 2, 0),
        part("floor(n/3)", |n| n / 3, 2, 0),
        part("2^ceil(log n)", |n| 1 << ceiling_log(n), 2, 0),
        part("2^floor(log n)", |n| 1 << floor_log(n), 2, 0),
        part("floor(n^2/1000) + n", |n| n * n / 1000 + n, 4, 0),
        part("depth of a ternary tree", depth_of_ternary, 0, 1),
        part("max(1, 64 - n)", |n| (64 - n).max(1), 0, 0),
        part("max(3, 200 - n)", |n| (200 - n).max(3), 0, 0),
        part(
            "if n < 100 then n^2 else n",
            |n| if n < 100 { n * n } else { n },
            2,
            0,
        ),
        part(
            "if n < 40 then 7 else n^2",
            |n| if n < 40 { 7 } else { n * n },
            4,
            0,
        ),
        part("n - floor(log n)", |n| n - floor_log(n), 2, 0),
        part("n^2 - n*floor(sqrt n)", |n| n * n - n * n.isqrt(), 4, 0),
        part(
            "n*ceil(log n) - 2^ceil(log n) + 1",
            |n| n * ceiling_log(n) - (1 << ceiling_log(n)) + 1,
            2,
            1,
        ),
        part(
            "ceil(log n) - floor(log n) + 1",
            |n| ceiling_log(n) - floor_log(n) + 1,
            0,
            0,
        ),
        part(
            "2*ceil(n/2) - n + floor(log n) + 1",
            |n| (n + 1) / 2 * 2 - n + floor_log(n) + 1,
            0,
            1,
        ),
    ]
}

/// Functions that are 0 again and again, and reach their rate again and again.
pub fn swinging() -> Vec<Part> {
    vec![
        part("n mod 2", |n| n % 2, 0, 0),
        part("n mod 7", |n| n % 7, 0, 0),
        part("n mod 12", |n| n % 12, 0, 0),
        part("n*(n mod 2)", |n| n * (n % 2), 2, 0),
        part("n*(n mod 3)", |n| n * (n % 3), 2, 0),
        part("n^2*(1 - n mod 2)", |n| n * n * (1 - n % 2), 4, 0),
        part("floor(log n)*(n mod 5)", |n| floor_log(n) * (n % 5), 0, 1),
        part("n if n mod 11 = 5", |n| n * i128::from(n % 11 == 5), 2, 0),
        part(
            "n^2 if n mod 12 = 7",
            |n| n * n * i128::from(n % 12 == 7),
            4,
            0,
        ),
        part("n if n mod 9 = 0", |n| n * i128::from(n % 9 == 0), 2, 0),
        part("2^ceil(log n) - n", |n| (1 << ceiling_log(n)) - n, 2, 0),
        part("n - 2^floor(log n)", |n| n - (1 << floor_log(n)), 2, 0),
        part("n - floor(sqrt n)^2", |n| n - n.isqrt().pow(2), 1, 0),
        part(
            "ceil(sqrt n) - floor(sqrt n)",
            |n| ceiling_root(n) - n.isqrt(),
            0,
            0,
        ),
        part(
            "floor(log(n + 1)) - floor(log n)",
            |n| floor_log(n + 1) - floor_log(n),
            0,
            0,
        ),
        part(
            "n if n = 2^k - 1",
            |n| n * (floor_log(n + 1) - floor_log(n)),
            2,
            0,
        ),
        part(
            "n if n = 2^k + 1",
            |n| n * i128::from((n - 1).count_ones() == 1),
            2,
            0,
        ),
        part(
            "n unless n = 2^k",
            |n| n * i128::from(n.count_ones() != 1),
            2,
            0,
        ),
        part(
            "n^2 unless n = 2^k or n = 3*2^k",
            |n| {
                n * n
                    * i128::from(
                        n.count_ones() > 2
                            || n.count_ones() == 2 && !(n % 3 == 0 && (n / 3).count_ones() == 1),
                    )
            },
            4,
            0,
        ),
        part(
            "n if n = 2^k",
            |n| n * i128::from(n.count_ones() == 1),
            2,
            0,
        ),
        part(
            "ceil(log n) - floor(log n)",
            |n| ceiling_log(n) - floor_log(n),
            0,
            0,
        ),
        part("ceil(n/2) - floor(n/2)", |n| n % 2, 0, 0),
        part(
            "n*(ceil(log n) - floor(log n))",
            |n| n * (ceiling_log(n) - floor_log(n)),
            2,
            0,
        ),
    ]
}

/// On powers of two, by their exponents.
pub fn swinging_with_exponent() -> Vec<Part> {
    vec![
        part("log n mod 2", |n| floor_log(n) % 2, 0, 0),
        part("n*(log n mod 3)", |n| n * (floor_log(n) % 3), 2, 0),
        part(
            "log n*(log n mod 5)",
            |n| floor_log(n) * (floor_log(n) % 5),
            0,
            1,
        ),
        part(
            "n^2 if log n mod 7 = 3",
            |n| n * n * i128::from(floor_log(n) % 7 == 3),
            4,
            0,
        ),
        part(
            "n if log n mod 11 = 1",
            |n| n * i128::from(floor_log(n) % 11 == 1),
            2,
            0,
        ),
        part(
            "n if log n mod 12 = 2",
            |n| n * i128::from(floor_log(n) % 12 == 2),
            2,
            0,
        ),
    ]
}

/// A sum of parts, and the rates that it has from above and from below.
pub struct Case {
    pub text: String,
    parts: Vec<(i128, Part)>,
    pub above: Rate,
    pub below: Option<Rate>,
}

impl Case {
    pub fn new(growing: &[(i128, Part)], swinging: Option<(i128, Part)>) -> Self {
        let below = growing.iter().map(|(_, part)| part.rate).max();
        let mut parts = growing.to_vec();
        parts.extend(swinging);
        let texts: Vec<String> = parts
            .iter()
            .map(|(c, part)| format!("{c}*({})", part.text))
            .collect();
        Self {
            text: texts.join(" + "),
            above: parts
                .iter()
                .map(|(_, part)| part.rate)
                .max()
                .expect("a part"),
            below,
            parts,
        }
    }

    pub fn at(&self, n: i64) -> u64 {
        let sum: i128 = self
            .parts
            .iter()
            .map(|(c, part)| c * (part.count)(i128::from(n)))
            .sum();
        u64::try_from(sum).expect("a count")
    }

    pub fn is(&self, bound: Bound, claimed: Rate) -> bool {
        let above = self.above <= claimed;
        let below = self.below.is_some_and(|below| below >= claimed);
        match bound {
            Bound::O => above,
            Bound::Omega => below,
            Bound::Theta => above && below,
        }
    }
}
