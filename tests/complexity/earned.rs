//! No class and no verdict on growth is ever false: counts whose classes are known, thousands of
//! them, go from a sweep's sizes to a formula, its class and verdicts.

use std::collections::BTreeSet;

use num_rational::Ratio;
use pram::complexity::basis::basis;
use pram::complexity::class::GrowthClass;
use pram::complexity::closed_form::ClosedForm;
use pram::complexity::earned::earned;
use pram::complexity::finding::{Finding, find};
use pram::complexity::held_out::{FirstRuns, above, between, further};
use pram::complexity::order::Growth;
use pram::complexity::region::SizeRegion;
use pram::complexity::residues::Tried;
use pram::complexity::series::{Point, Series};
use pram::complexity::term::Term;
use pram::syntax::ast::Growth as Bound;

use super::counts::{Case, Part, growing, part, rate, swinging, swinging_with_exponent};

/// A sweep over what a program accepts, as a report does it.
pub fn swept(
    asked: &[i64],
    accepts: fn(i64) -> bool,
    count: impl Fn(i64) -> u64,
) -> (Series, Tried) {
    let mut tried = Tried {
        name: "n".to_owned(),
        ..Tried::default()
    };
    let mut held_out: BTreeSet<i64> = BTreeSet::new();
    let run = |sizes: &[i64], tried: &mut Tried| {
        for size in sizes {
            let set = if accepts(*size) {
                &mut tried.ran
            } else {
                &mut tried.refused
            };
            set.insert(*size);
        }
    };
    run(asked, &mut tried);
    let added = between(asked);
    run(&added, &mut tried);
    held_out.extend(&added);
    let known = tried.clone();
    let largest = *known.ran.last().expect("a size runs");
    let more = further(&FirstRuns {
        tried: std::slice::from_ref(&known),
        largest: &[largest],
        instructions: 1000,
    });
    let more: Vec<i64> = more.into_iter().map(|size| size[0]).collect();
    run(&more, &mut tried);
    held_out.extend(&more);
    // A size takes as many steps as its count says, with as many processors as it has elements.
    let work = |n: i64| u128::from(count(n)) * u128::from(n.unsigned_abs()) + 1;
    let mut left: u128 = asked
        .iter()
        .filter(|n| accepts(**n))
        .map(|n| work(*n))
        .sum();
    let known = tried.clone();
    for size in above(&FirstRuns {
        tried: std::slice::from_ref(&known),
        largest: &[largest],
        instructions: 1000,
    }) {
        let size = size[0];
        if accepts(size) && work(size) > left {
            break;
        }
        left -= if accepts(size) { work(size) } else { 0 };
        run(&[size], &mut tried);
        held_out.insert(size);
    }
    let points = tried.ran.iter().map(|n| Point {
        at: vec![*n],
        value: count(*n),
        held_out: held_out.contains(n) && !asked.contains(n),
    });
    let mut series = Series::in_one("n", []);
    series.points = points.collect();
    (series, tried)
}

/// What is proved of the counts; nothing where no formula is exact or has earned a class.
fn class(
    asked: &[i64],
    accepts: fn(i64) -> bool,
    count: impl Fn(i64) -> u64,
) -> (Option<GrowthClass>, String) {
    let (series, tried) = swept(asked, accepts, count);
    let Finding::Found {
        form, deviation, ..
    } = find(&series, false)
    else {
        return (None, String::new());
    };
    let from = deviation.map(|deviation| deviation.from);
    let class = earned(&form, &series, &[tried], &[], from, || {
        GrowthClass::of_form(&form, 1, SizeRegion::All)
    });
    (class.ok(), form.text(&series.variables))
}

const RATES: [(u32, u32); 9] = [
    (0, 0),
    (0, 1),
    (0, 2),
    (1, 0),
    (2, 0),
    (2, 1),
    (3, 0),
    (4, 0),
    (4, 1),
];

/// Holds every verdict on a case to what is true; how many there were.
fn verdicts(case: &Case, asked: &[i64], accepts: fn(i64) -> bool) -> (usize, usize) {
    let (class, form) = class(asked, accepts, |n| case.at(n));
    let Some(class) = class else {
        return (0, 0);
    };
    let text = &case.text;
    let mut given = 0;
    for claimed in RATES.map(|(halves, logs)| rate(halves, logs)) {
        let exactly = GrowthClass::exactly(claimed.growth(), SizeRegion::All);
        for bound in [Bound::O, Bound::Omega, Bound::Theta] {
            if let Some(holds) = class.is(bound, &exactly) {
                given += 1;
                let truth = case.is(bound, claimed);
                assert_eq!(
                    holds, truth,
                    "{text} = {form} on {asked:?}: {bound:?} {claimed:?}"
                );
            }
        }
    }
    let theta = class.theta().map(<[Growth]>::to_vec);
    if let Some(theta) = &theta {
        assert_eq!(Some(case.above), case.below, "{text} = {form} on {asked:?}");
        assert_eq!(theta, &case.above.growth(), "{text} = {form} on {asked:?}");
    }
    (given, usize::from(theta.is_some()))
}

/// Numbers that look random and are always the same.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }

    pub fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

fn powers(from: u32, to: u32) -> Vec<i64> {
    (from..=to).map(|power| 1 << power).collect()
}

fn random_sizes(random: &mut Random) -> Vec<i64> {
    let from = random.below(4) as u32 + 1;
    match random.below(4) {
        0 | 1 => powers(from, from + 5 + random.below(7) as u32),
        2 => (0..12)
            .map(|at| 10 + at * (90 + random.below(2) as i64))
            .collect(),
        _ => (0..14)
            .map(|at| 8 + at * (1 << random.below(6)))
            .collect::<BTreeSet<i64>>()
            .into_iter()
            .collect(),
    }
}

fn any(_: i64) -> bool {
    true
}

fn random_case(random: &mut Random, swinging: &[Part]) -> Case {
    let all = growing();
    let count = 1 + random.below(3);
    let sum: Vec<(i128, Part)> = (0..count)
        .map(|_| (1 + random.below(5) as i128, random.of(&all)))
        .collect();
    let swings = (random.below(2) == 0).then(|| (1 + random.below(4) as i128, random.of(swinging)));
    Case::new(&sum, swings)
}

#[test]
fn no_verdict_on_sums_with_known_classes_is_false() {
    let mut random = Random(2024);
    let (mut given, mut classes) = (0, 0);
    for _ in 0..CASES {
        let case = random_case(&mut random, &swinging());
        let sizes = random_sizes(&mut random);
        let (more, class) = verdicts(&case, &sizes, any);
        (given, classes) = (given + more, classes + class);
    }
    // Nothing is proved by being silent.
    assert!(
        classes > CASES / 8 && given > CASES,
        "{classes} classes, {given} verdicts"
    );
}

const CASES: usize = 150;

#[test]
fn no_verdict_on_powers_of_two_is_false() {
    let mut random = Random(7);
    let is_power = |n: i64| n > 0 && n.count_ones() == 1;
    let smooth: Vec<Part> = growing()
        .into_iter()
        .filter(|part| !part.text.contains("if"))
        .collect();
    let mut given = 0;
    for _ in 0..CASES {
        let count = 1 + random.below(2);
        let sum: Vec<(i128, Part)> = (0..count)
            .map(|_| (1 + random.below(5) as i128, random.of(&smooth)))
            .collect();
        let swings = (random.below(2) == 0).then(|| (1, random.of(&swinging_with_exponent())));
        let from = 1 + random.below(4) as u32;
        let sizes = powers(from, from + 6 + random.below(6) as u32);
        given += verdicts(&Case::new(&sum, swings), &sizes, is_power).0;
    }
    assert!(given > CASES, "{given} verdicts");
}

/// Whatever the sizes asked for are, odd ones among them or not.
#[test]
fn swinging_counts_alone_have_no_theta() {
    let one = part("1", |_| 1, 0, 0);
    for swings in swinging() {
        for sizes in [
            powers(4, 10),
            powers(2, 9),
            powers(4, 14),
            (16..64).collect(),
            (1..=12).map(|k| 20 * k).collect(),
        ] {
            verdicts(&Case::new(&[(1, one)], Some((1, swings))), &sizes, any);
        }
    }
}

/// |f|/g over sizes between these powers of two, of all shapes that rounding tells apart.
fn ratios(form: &ClosedForm, class: &[Growth], exponents: std::ops::Range<i32>) -> Vec<f64> {
    let shapes = [1.0, 1.000_1, 1.3, 1.5, 1.999];
    let sizes = exponents.flat_map(|k| shapes.map(|shape| shape * 2_f64.powi(k)));
    let of_class = |n: f64| -> f64 {
        let parts = class.iter().map(|growth| {
            let order = growth.orders[0];
            n.powf(order.power) * n.log2().powf(order.log) * n.log2().log2().powf(order.log_log)
        });
        parts.sum()
    };
    sizes.map(|n| form.real(&[n]) / of_class(n)).collect()
}

/// What bounds prove of sums of any terms of the search, looked at far out.
#[test]
fn no_class_of_a_random_form_is_false() {
    let terms: Vec<Term> = basis(1, &[])
        .into_iter()
        .filter(|term| {
            let order = term.growth(1).orders[0];
            (order.exponential, order.log_log) == (0.0, 0.0)
        })
        .collect();
    let mut random = Random(99);
    let (mut thetas, mut open, mut none) = (0, 0, 0);
    for _ in 0..10_000 {
        let count = 1 + random.below(4);
        let sum = (0..count).map(|_| {
            let coefficient = Ratio::new(random.below(13) as i128 - 6, 1 + random.below(2) as i128);
            (coefficient, terms[random.below(terms.len())].clone())
        });
        let form = ClosedForm::new(sum, 1);
        let text = form.text(&["n".to_owned()]);
        let Some(class) = GrowthClass::of_form(&form, 1, SizeRegion::All) else {
            none += 1;
            continue;
        };
        let near = ratios(&form, &class.upper, 100..110);
        let far = ratios(&form, &class.upper, 250..260);
        let most = |ratios: &[f64]| ratios.iter().copied().fold(0.0, f64::max);
        // log n grows by 2.5 in between.
        assert!(
            most(&far) <= 1.15 * most(&near) + 1.0,
            "{text}: O({:?})",
            class.upper
        );
        if let Some(lower) = &class.lower {
            let (near, far) = (
                ratios(&form, lower, 100..110),
                ratios(&form, lower, 250..260),
            );
            let least = |ratios: &[f64]| ratios.iter().copied().fold(f64::INFINITY, f64::min);
            assert!(least(&far) > 0.0, "{text}: Ω({lower:?})");
            assert!(
                least(&far) >= 0.85 * least(&near).min(1.0),
                "{text}: Ω({lower:?})"
            );
        }
        *(if class.theta().is_some() {
            &mut thetas
        } else {
            &mut open
        }) += 1;
    }
    assert!(
        thetas > 2000 && open > 50 && none > 1000,
        "{thetas} {open} {none}"
    );
}
