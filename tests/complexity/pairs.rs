//! Two names at once: no verdict on a count in n and p is false, whatever pairs of residues it
//! depends on.

use std::collections::BTreeSet;

use pram::complexity::class::GrowthClass;
use pram::complexity::earned::earned;
use pram::complexity::finding::{Finding, find};
use pram::complexity::held_out::between;
use pram::complexity::joint::{Pair, Pairs};
use pram::complexity::order::Growth;
use pram::complexity::region::{SizeRegion, stays_positive};
use pram::complexity::residues::Tried;
use pram::complexity::series::{Point, Series};
use pram::quantity::{Measure, Unit};
use pram::result::study::{FormulaStatus, OpenTrend};
use pram::syntax::ast::Growth as Bound;

use super::reports::{file, report, text};

/// n^i·p^j·log^a n·log^b p.
type Monomial = [i32; 4];

fn growth(monomial: &Monomial) -> Growth {
    let mut growth = Growth::one(2);
    for place in [0, 1] {
        growth.orders[place].power = f64::from(monomial[place]);
        growth.orders[place].log = f64::from(monomial[place + 2]);
    }
    growth
}

/// Binary logarithm at `n = 2^log_n` and `p = 2^log_p`.
fn log_of(monomial: &Monomial, log_n: f64, log_p: f64) -> f64 {
    let [i, j, a, b] = monomial.map(f64::from);
    i * log_n + j * log_p + a * log_n.log2() + b * log_p.log2()
}

/// Paths p(n), by their logarithms.
fn paths() -> Vec<fn(f64) -> f64> {
    vec![
        |_| 1.0,
        |_| 3.0,
        f64::log2,
        |log_n| 2.0 * log_n.log2(),
        |log_n| log_n / 4.0,
        |log_n| log_n / 2.0,
        |log_n| 0.75 * log_n,
        |log_n| log_n - log_n.log2(),
        |log_n| log_n - 3.0,
        |log_n| log_n,
    ]
}

/// Whether a sum is O of another for 2 ≤ p ≤ n, looked at from afar.
fn is_at_most(one: &[Monomial], other: &[Monomial]) -> bool {
    let most = |sum: &[Monomial], log_n: f64, log_p: f64| {
        let logs = sum.iter().map(|monomial| log_of(monomial, log_n, log_p));
        logs.fold(f64::NEG_INFINITY, f64::max)
    };
    paths().iter().all(|path| {
        let over = |log_n: f64| {
            let log_p = path(log_n);
            most(one, log_n, log_p) - most(other, log_n, log_p)
        };
        over(1e8) <= over(1e4) + 1.0
    })
}

#[derive(Clone, Copy)]
struct Part {
    text: &'static str,
    count: fn(i64, i64) -> i64,
    rate: Monomial,
}

fn part(text: &'static str, count: fn(i64, i64) -> i64, rate: Monomial) -> Part {
    Part { text, count, rate }
}

fn ceiling_log(n: i64) -> i64 {
    i64::from(n.ilog2()) + i64::from(n.count_ones() > 1)
}

fn floor_log(n: i64) -> i64 {
    i64::from(n.ilog2())
}

fn growing() -> Vec<Part> {
    vec![
        part("1", |_, _| 1, [0, 0, 0, 0]),
        part("n", |n, _| n, [1, 0, 0, 0]),
        part("p", |_, p| p, [0, 1, 0, 0]),
        part("ceil(n/p)", |n, p| (n + p - 1) / p, [1, -1, 0, 0]),
        part("ceil(log p)", |_, p| ceiling_log(p), [0, 0, 0, 1]),
        part("ceil(log n)", |n, _| ceiling_log(n), [0, 0, 1, 0]),
        part("n*p", |n, p| n * p, [1, 1, 0, 0]),
        part("p*ceil(log p)", |_, p| p * ceiling_log(p), [0, 1, 0, 1]),
        part("n*ceil(log n)", |n, _| n * ceiling_log(n), [1, 0, 1, 0]),
    ]
}

/// Which pairs a program accepts, with counts that are 0 again and again among these.
struct Program {
    accepts: fn(i64, i64) -> bool,
    swinging: Vec<Part>,
}

fn is_power(n: i64) -> bool {
    n.count_ones() == 1
}

fn programs() -> Vec<Program> {
    let any = vec![
        part("n*((n+p) mod 2)", |n, p| n * ((n + p) % 2), [1, 0, 0, 0]),
        part(
            "n*((n+2*p) mod 3)",
            |n, p| n * ((n + 2 * p) % 3),
            [1, 0, 0, 0],
        ),
        part(
            "n*p where both are odd",
            |n, p| n * p * (n % 2) * (p % 2),
            [1, 1, 0, 0],
        ),
        part(
            "n*n where n mod 3 = 1 and p mod 4 = 2",
            |n, p| n * n * i64::from(n % 3 == 1 && p % 4 == 2),
            [2, 0, 0, 0],
        ),
        part(
            "n where n mod 12 = 7 and p mod 12 = 5",
            |n, p| n * i64::from(n % 12 == 7 && p % 12 == 5),
            [1, 0, 0, 0],
        ),
        part(
            "n*p where n mod 11 = 10 and p mod 9 = 0",
            |n, p| n * p * i64::from(n % 11 == 10 && p % 9 == 0),
            [1, 1, 0, 0],
        ),
        part("n*(n*p mod 5)", |n, p| n * (n * p % 5), [1, 0, 0, 0]),
        part(
            "n where 7 | n - p",
            |n, p| n * i64::from((n - p) % 7 == 0),
            [1, 0, 0, 0],
        ),
        part(
            "n where p | n",
            |n, p| n * i64::from(n % p == 0),
            [1, 0, 0, 0],
        ),
        part("n mod p", |n, p| n % p, [0, 1, 0, 0]),
        part("n*(n/p mod 2)", |n, p| n * (n / p % 2), [1, 0, 0, 0]),
    ];
    let of_exponents = vec![
        part(
            "n where log n + log p is odd",
            |n, p| n * ((floor_log(n) + floor_log(p)) % 2),
            [1, 0, 0, 0],
        ),
        part(
            "n*p where log n mod 3 = 1 and log p mod 3 = 2",
            |n, p| n * p * i64::from(floor_log(n) % 3 == 1 && floor_log(p) % 3 == 2),
            [1, 1, 0, 0],
        ),
        part(
            "n where log n mod 4 = 1 and log p mod 4 = 3",
            |n, p| n * i64::from(floor_log(n) % 4 == 1 && floor_log(p) % 4 == 3),
            [1, 0, 0, 0],
        ),
    ];
    let of_quotient = vec![
        part(
            "n*((n/p + p) mod 2)",
            |n, p| n * ((n / p + p) % 2),
            [1, 0, 0, 0],
        ),
        part(
            "n*p where n/p mod 5 = 1 and p mod 7 = 3",
            |n, p| n * p * i64::from(n / p % 5 == 1 && p % 7 == 3),
            [1, 1, 0, 0],
        ),
    ];
    let of_power_of_p = vec![
        part(
            "n where n + log p is odd",
            |n, p| n * ((n + floor_log(p)) % 2),
            [1, 0, 0, 0],
        ),
        part(
            "n where n mod 9 = 2 and log p mod 4 = 3",
            |n, p| n * i64::from(n % 9 == 2 && floor_log(p) % 4 == 3),
            [1, 0, 0, 0],
        ),
    ];
    vec![
        Program {
            accepts: |n, p| n >= p,
            swinging: any,
        },
        Program {
            accepts: |n, p| n >= p && is_power(n) && is_power(p),
            swinging: of_exponents,
        },
        Program {
            accepts: |n, p| n % p == 0,
            swinging: of_quotient,
        },
        Program {
            accepts: |n, p| n >= p && is_power(p),
            swinging: of_power_of_p,
        },
    ]
}

/// What a report over a grid knows: the sizes asked for, those that it adds, and the block beside.
fn swept(
    asked: (&[i64], &[i64]),
    accepts: fn(i64, i64) -> bool,
    count: impl Fn(i64, i64) -> i64,
) -> (Series, Vec<Tried>, Vec<Vec<i64>>) {
    let grid = |firsts: &[i64], seconds: &[i64]| -> BTreeSet<Pair> {
        let pairs = firsts.iter().flat_map(|n| seconds.iter().map(|p| [*n, *p]));
        pairs.collect()
    };
    let is_accepted = |at: &Pair| accepts(at[0], at[1]);
    let own = grid(asked.0, asked.1);
    let (ns, ps) = (between(asked.0), between(asked.1));
    let added: BTreeSet<Pair> = (0..24)
        .map(|at| [ns[at % ns.len()], ps[at % ps.len()]])
        .collect();
    let mut pairs = Pairs {
        second_is_bounded: true,
        ..Pairs::default()
    };
    let run = |sizes: &BTreeSet<Pair>, pairs: &mut Pairs| {
        let (ran, refused): (Vec<Pair>, Vec<Pair>) = sizes.iter().partition(|at| is_accepted(at));
        pairs.ran.extend(ran);
        pairs.refused.extend(refused);
    };
    run(&own, &mut pairs);
    run(&added, &mut pairs);
    let listed = pairs.ran.clone();
    let block: BTreeSet<Pair> = pairs.block(asked.0[0]).into_iter().collect();
    run(&block, &mut pairs);
    let point = |at: &Pair| Point {
        at: at.to_vec(),
        value: u64::try_from(count(at[0], at[1])).expect("a count"),
        held_out: !own.contains(at),
    };
    let tried = ["n", "p"].iter().enumerate().map(|(place, name)| {
        let values =
            |all: &BTreeSet<Pair>| -> BTreeSet<i64> { all.iter().map(|at| at[place]).collect() };
        let ran = values(&pairs.ran);
        Tried {
            name: (*name).to_owned(),
            refused: &values(&pairs.refused) - &ran,
            ran,
        }
    });
    let series = Series {
        variables: vec!["n".to_owned(), "p".to_owned()],
        times: 0,
        second_is_bounded: true,
        points: listed.iter().map(point).collect(),
        beside: pairs.ran.difference(&listed).map(point).collect(),
        ..Series::default()
    };
    let tried = tried.collect();
    let refused = pairs.refused.iter().map(|at| at.to_vec()).collect();
    (series, tried, refused)
}

const CLAIMED: [&[Monomial]; 12] = [
    &[[0, 0, 0, 0]],
    &[[0, 0, 0, 1]],
    &[[0, 0, 1, 0]],
    &[[0, 1, 0, 0]],
    &[[1, -1, 0, 0]],
    &[[1, -1, 0, 0], [0, 0, 0, 1]],
    &[[1, -1, 0, 0], [0, 1, 0, 0]],
    &[[1, 0, 0, 0]],
    &[[1, 0, 1, 0]],
    &[[0, 1, 0, 1]],
    &[[1, 1, 0, 0]],
    &[[2, 0, 0, 0]],
];

/// Holds every verdict on a sum to what is true; how many there were.
fn verdicts(parts: &[(i64, Part)], swing: Option<Part>, program: &Program) -> usize {
    let sum = |n: i64, p: i64| {
        let swung = swing.map_or(0, |part| (part.count)(n, p));
        parts
            .iter()
            .map(|(c, part)| c * (part.count)(n, p))
            .sum::<i64>()
            + swung
    };
    let powers = |from: u32, to: u32| (from..=to).map(|k| 1_i64 << k).collect::<Vec<i64>>();
    let asked = (powers(4, 9), powers(0, 4));
    let (series, tried, refused) = swept((&asked.0, &asked.1), program.accepts, sum);
    let Finding::Found { form, .. } = find(&series, false) else {
        return 0;
    };
    let class = earned(&form, &series, &tried, &refused, None, || {
        GrowthClass::of_form(&form, 2, SizeRegion::Triangle)
    });
    let Ok(class) = class else { return 0 };
    let below: Vec<Monomial> = parts.iter().map(|(_, part)| part.rate).collect();
    let mut above = below.clone();
    above.extend(swing.map(|part| part.rate));
    let mut given = 0;
    for claimed in CLAIMED {
        let exactly =
            GrowthClass::exactly(claimed.iter().map(growth).collect(), SizeRegion::Triangle);
        let (at_most, at_least) = (is_at_most(&above, claimed), is_at_most(claimed, &below));
        for (bound, truth) in [
            (Bound::O, at_most),
            (Bound::Omega, at_least),
            (Bound::Theta, at_most && at_least),
        ] {
            let Some(holds) = class.is(bound, &exactly) else {
                continue;
            };
            given += 1;
            let texts: Vec<&str> = parts.iter().map(|(_, part)| part.text).collect();
            assert_eq!(
                holds,
                truth,
                "{texts:?} and {:?} = {}: {bound:?} {claimed:?}",
                swing.map(|part| part.text),
                form.text(&series.variables)
            );
        }
    }
    given
}

/// Numbers that look random and are always the same.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }
}

const CASES: usize = 200;

#[test]
fn no_verdict_on_sums_in_two_names_is_false() {
    let all = growing();
    let mut random = Random(11);
    let mut given = 0;
    for program in programs() {
        for _ in 0..CASES / 4 {
            let count = 1 + random.below(2);
            let parts: Vec<(i64, Part)> = (0..count)
                .map(|_| (1 + random.below(4) as i64, all[random.below(all.len())]))
                .collect();
            given += verdicts(&parts, None, &program);
        }
    }
    assert!(given > 12 * CASES, "{given} verdicts");
}

/// 1 beside a count that is 0 again and again.
#[test]
fn no_verdict_on_counts_that_depend_on_pairs_of_residues_is_false() {
    let one = growing()[0];
    for program in programs() {
        for swing in &program.swinging {
            verdicts(&[(1, one)], Some(*swing), &program);
        }
    }
}

/// A round for each of so many turns, which depend on n and p.
fn turns(count: &str) -> String {
    format!(
        "ulaz n = 8;\nulaz V[1] = 0;\ntvrdnja T = O(1);\ntvrdnja T = Θ(1);\ntvrdnja T = Ω(n);\ntvrdnja T = Θ(n);\n\
         program\n    globalno x = 0;\n    k = {count};\n    ponovi k puta\n        x = x + 1;\n    \
         kraj_ponovi\nkraj_programa\n"
    )
}

#[test]
fn a_report_gives_no_verdict_where_n_and_p_are_checked_one_by_one() {
    for count in ["n*((n+p) mod 2) + 1", "n*((n + 2*p) mod 3) + 1"] {
        for sizes in [
            ["n=2^3..2^8", "p=2,4,8"],
            ["n=10..100 step 10", "p=2,4,6,8"],
        ] {
            let report = report(text(&turns(count)), &sizes);
            let holds: Vec<Option<bool>> = report
                .study
                .claims
                .iter()
                .map(|claim| claim.holds)
                .collect();
            assert_eq!(holds, [None; 4], "{count} over {sizes:?}");
        }
    }
}

#[test]
fn a_block_of_pairs_confirms_what_depends_on_none() {
    // A count that depends on data is not derived.
    let report = report(text(&turns("n + p + V[0]")), &["n=2^4..2^8", "p=2,4,8"]);
    let claims = report.study.claims.iter();
    let said: Vec<_> = claims.map(|claim| (claim.holds, claim.trend)).collect();
    let [against, with] =
        [OpenTrend::SpeaksAgainst, OpenTrend::ConsistentWith].map(|trend| (None, Some(trend)));
    assert_eq!(said, [against, against, with, with]);
    let time = report.study.formulas.get(Measure::T).get(Unit::Rounds);
    // Twelve n with twelve p, of which 16 with 2, 4 and 8 were asked for.
    assert_eq!(time.status, FormulaStatus::Found);
    assert!(time.held_out.len() >= 141, "{}", time.held_out.len());
    // No table lists them.
    assert!(report.study.series.len() < 50);
    let notes = report.study.notes.join("\n");
    assert!(notes.contains("n = 16 … 27 with p = 2 … 13"), "{notes}");
}

/// Without further sizes nothing is known of odd n with even p.
#[test]
fn without_added_sizes_a_formula_in_two_names_has_no_class() {
    let mut asked = super::reports::request(text(&turns("n + p")), &["n=4..40", "p=2,4,6"]);
    asked.add_sizes = false;
    let report = super::reports::created(&asked).expect("it runs");
    let time = report.study.formulas.get(Measure::T).get(Unit::Rounds);
    // What is derived knows odd n with even p too.
    assert!(
        time.theta.is_none() || time.status == FormulaStatus::Derived,
        "{time:?}"
    );
}

/// What is said to be positive is so, near the ends of p and between them.
#[test]
fn sums_that_are_proved_to_be_positive_are() {
    let mut random = Random(5);
    let mut proved = 0;
    for _ in 0..4000 {
        let count = 2 + random.below(4);
        let mut sum: Vec<(f64, Monomial)> = Vec::new();
        for _ in 0..count {
            let small = |random: &mut Random| random.below(3) as i32;
            let monomial = [
                small(&mut random),
                small(&mut random) - 1,
                random.below(2) as i32,
                random.below(2) as i32,
            ];
            let weight = [-3.0, -2.0, -1.0, 1.0, 2.0, 4.0][random.below(6)];
            if !sum.iter().any(|(_, known)| *known == monomial) {
                sum.push((weight, monomial));
            }
        }
        let growths: Vec<(f64, Growth)> = sum
            .iter()
            .map(|(weight, monomial)| (*weight, growth(monomial)))
            .collect();
        let has_negative = sum.iter().any(|(weight, _)| *weight < 0.0);
        if !has_negative || !stays_positive(&growths, SizeRegion::Triangle) {
            continue;
        }
        proved += 1;
        for log_n in [1e5, 1e7, 1e9] {
            for path in paths() {
                let log_p = path(log_n);
                let logs: Vec<f64> = sum
                    .iter()
                    .map(|(_, monomial)| log_of(monomial, log_n, log_p))
                    .collect();
                let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let scaled = sum.iter().zip(&logs);
                let value: f64 = scaled.map(|((w, _), log)| w * (log - most).exp2()).sum();
                assert!(value > 0.0, "{sum:?} at log n = {log_n}, log p = {log_p}");
            }
        }
    }
    assert!(proved > 300, "{proved}");
}

/// The cost of the sum on p processors: T = 2⌈n/p⌉ − 1 + 2⌈log p⌉ is bounded from below by a proof.
#[test]
fn the_sum_on_p_processors_keeps_its_class() {
    let report = report(file("sum_p"), &["n=2^4..2^10", "p=1,2,4,8,16"]);
    let time = report
        .study
        .formulas
        .get(Measure::T)
        .get(Unit::Instructions);
    assert!(time.theta.is_some(), "{time:?}");
}

#[test]
fn few_values_of_p_confirm_nothing_about_p_however_many_n_there_are() {
    // (n + 14)·g(p) where g is 4, 7, 8, 12, 12: five functions of p give any five numbers.
    let g = [(4, 4), (9, 7), (16, 8), (49, 12), (64, 12)];
    let of = |values: &[(i64, u64)], count: fn(i64, u64) -> u64| {
        // From 1 to 128 they span enough.
        let points = (1..=11).chain([128]).flat_map(|n| {
            let point = move |(p, g): &(i64, u64)| Point {
                at: vec![n, *p],
                value: count(n, *g),
                held_out: n > 3 || [9, 49].contains(p),
            };
            values.iter().map(point)
        });
        let mut series = Series::in_one("n", []);
        series.variables.push("p".to_owned());
        series.points = points.collect();
        find(&series, false)
    };
    let finding = of(&g, |n, g| (n as u64 + 14) * g);
    assert!(!matches!(finding, Finding::Found { .. }), "{finding:?}");
    // (n + 14)·(p + 3): two functions of p at five values.
    let line = [4, 9, 16, 49, 64].map(|p| (p, p as u64 + 3));
    let finding = of(&line, |n, g| (n as u64 + 14) * g);
    assert!(matches!(finding, Finding::Found { .. }), "{finding:?}");
}
