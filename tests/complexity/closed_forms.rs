//! Known counts get their formula back, and nothing else is called exact.

use pram::complexity::class::GrowthClass;
use pram::complexity::closed_form::ClosedForm;
use pram::complexity::finding::{Finding, find};
use pram::complexity::fit::fit;
use pram::complexity::growth::theta_text;
use pram::complexity::region::SizeRegion;
use pram::complexity::series::{Point, Series};
use pram::program::Constant;
use pram::semantic::constant::{self, Lookup};
use pram::source::Sources;
use pram::syntax::parse_expression;
use proptest::prelude::*;

struct Size<'a>(&'a [String], &'a [i64]);

impl Lookup for Size<'_> {
    fn scalar(&self, name: &str) -> Option<Constant> {
        let at = self.0.iter().position(|known| known == name)?;
        Some(Constant::Int(self.1[at]))
    }
}

/// What the language itself makes of a formula.
pub fn evaluate(text: &str, variables: &[String], at: &[i64]) -> f64 {
    let mut sources = Sources::default();
    let file = sources.add("formula", text);
    let expression = parse_expression(&sources, file)
        .unwrap_or_else(|problem| panic!("{text}: {}", problem.message));
    constant::formula(&expression, &Size(variables, at))
        .unwrap_or_else(|problems| panic!("{text}: {}", problems[0].message))
}

const POWERS: [i64; 11] = [16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384];
const BETWEEN: [i64; 8] = [24, 33, 63, 100, 300, 777, 1000, 3000];

fn series(asked: &[i64], added: &[i64], count: impl Fn(i64) -> u64) -> Series {
    let mut points: Vec<Point> = asked
        .iter()
        .map(|n| (n, false))
        .chain(added.iter().map(|n| (n, true)))
        .map(|(n, held_out)| Point {
            at: vec![*n],
            value: count(*n),
            held_out,
        })
        .collect();
    points.sort_by_key(|point| point.at[0]);
    Series {
        variables: vec!["n".to_owned()],
        times: 0,
        second_is_bounded: false,
        points,
        ..Series::default()
    }
}

fn on_shares(count: impl Fn(i64, i64) -> u64) -> Series {
    let asked = [64, 128, 256, 512, 1024]
        .into_iter()
        .flat_map(|n| [1, 2, 4, 8, 16].map(|p| (vec![n, p], false)));
    let added = [(100, 3), (100, 7), (333, 5), (777, 12), (65, 4), (1000, 16)]
        .map(|(n, p)| (vec![n, p], true));
    let mut points: Vec<Point> = asked
        .chain(added)
        .map(|(at, held_out)| Point {
            value: count(at[0], at[1]),
            at,
            held_out,
        })
        .collect();
    points.sort_by_key(|point| point.at.clone());
    Series {
        variables: vec!["n".to_owned(), "p".to_owned()],
        times: 0,
        second_is_bounded: true,
        points,
        ..Series::default()
    }
}

/// The form that must be found, with at least two sizes that confirmed it; its spelling gives
/// the same values again.
pub fn exact(series: &Series) -> ClosedForm {
    match find(series, false) {
        Finding::Found {
            form,
            confirmed,
            deviation,
        } => {
            assert!(confirmed.len() >= 2);
            assert_eq!(deviation, None);
            let text = form.text(&series.variables);
            for point in &series.points {
                let value = evaluate(&text, &series.variables, &point.at);
                assert!(
                    (value - point.value as f64).abs() < 1e-6 * value.abs().max(1.0),
                    "{text} at {:?}: {value} instead of {}",
                    point.at,
                    point.value
                );
            }
            form
        }
        other => panic!("not exact: {other:?}"),
    }
}

/// A form that reproduces the counts, and that their sizes do not identify.
fn here(series: &Series) -> String {
    match find(series, false) {
        Finding::Here { form, .. } => form.text(&series.variables),
        other => panic!("{other:?}"),
    }
}

fn texts(series: &Series) -> (String, String) {
    let form = exact(series);
    let region = if series.second_is_bounded {
        SizeRegion::Triangle
    } else {
        SizeRegion::All
    };
    let class = GrowthClass::of_form(&form, series.variables.len(), region).expect("it is a count");
    let theta = class.theta().expect("the bounds meet");
    (
        form.text(&series.variables),
        theta_text(theta, &series.variables),
    )
}

fn log(n: i64) -> u64 {
    u64::from(n.ilog2())
}

fn ceil_log(n: i64) -> u64 {
    u64::from((n - 1).ilog2() + 1)
}

#[track_caller]
fn on_powers(count: impl Fn(i64) -> u64, formula: &str, theta: &str) {
    let (text, class) = texts(&series(&POWERS, &[], count));
    assert_eq!((text.as_str(), class.as_str()), (formula, theta));
}

#[track_caller]
fn everywhere(count: impl Fn(i64) -> u64, formula: &str, theta: &str) {
    let (text, class) = texts(&series(&POWERS, &BETWEEN, count));
    assert_eq!((text.as_str(), class.as_str()), (formula, theta));
}

#[test]
fn programs_for_powers_of_two_get_the_formula_of_the_lecture() {
    on_powers(log, "log(n)", "log n");
    on_powers(|n| 2 * log(n), "2*log(n)", "log n");
    on_powers(|n| 10 * log(n) + 1, "10*log(n) + 1", "log n");
    on_powers(|n| n as u64 - 1, "n - 1", "n");
    on_powers(
        |n| n as u64 * log(n) - n as u64 + 1,
        "n*log(n) - n + 1",
        "n*log n",
    );
    on_powers(
        |n| n as u64 * log(n) + 3 * n as u64 + 7,
        "n*log(n) + 3*n + 7",
        "n*log n",
    );
    on_powers(
        |n| log(n) * (log(n) + 1) / 2,
        "(log(n)^2 + log(n))/2",
        "log(n)^2",
    );
    on_powers(|n| 3_u64.pow(n.ilog2()) * 2, "2*3^log(n)", "n^log(3)");
}

#[test]
fn sizes_between_powers_of_two_tell_roundings_apart() {
    everywhere(ceil_log, "ceil(log(n))", "log n");
    everywhere(|n| ceil_log(n - 1) + 1, "ceil(log(n - 1)) + 1", "log n");
    everywhere(|n| 3 * log(n) + 2, "3*floor(log(n)) + 2", "log n");
    everywhere(|n| n as u64 - 1, "n - 1", "n");
    everywhere(|n| 1 << ceil_log(n), "2^ceil(log(n))", "n");
    everywhere(|n| n as u64 / 2, "floor(n/2)", "n");
    everywhere(|n| (n * (n - 1) / 2) as u64, "(n^2 - n)/2", "n^2");
    everywhere(|n| (n * n) as u64, "n^2", "n^2");
    everywhere(|_| 7, "7", "1");
    everywhere(
        |n| {
            let n = n as u64;
            n * (n + 1) * (2 * n + 1) / 6
        },
        "n^3/3 + n^2/2 + n/6",
        "n^3",
    );
    everywhere(
        |n| n as u64 * ceil_log(n) - (1 << ceil_log(n)) + 1,
        "n*ceil(log(n)) - 2^ceil(log(n)) + 1",
        "n*log n",
    );
}

#[test]
fn roots_and_iterated_logarithms() {
    let squares: Vec<i64> = (2..14).map(|root: i64| root * root).collect();
    let (text, theta) = texts(&series(&squares, &[], |n| 4 * n.isqrt() as u64 + 1));
    assert_eq!(
        (text.as_str(), theta.as_str()),
        ("4*sqrt(n) + 1", "sqrt(n)")
    );
    everywhere(
        |n| {
            let floor = n.isqrt();
            4 * (floor + i64::from(floor * floor < n)) as u64 + 1
        },
        "4*ceil(sqrt(n)) + 1",
        "sqrt(n)",
    );
    // Six sizes leave none to confirm what three of them lead to.
    let towers = [2, 4, 16, 256, 65536, 1 << 32];
    let text = here(&series(&towers, &[], |n| log(log(n) as i64) + 3));
    assert_eq!(text, "log(log(n)) + 3");
    // ⌈log log n⌉ takes three values up to 65536, and more would be needed.
    let text = here(&series(&POWERS, &BETWEEN, |n| {
        ceil_log(ceil_log(n) as i64) + 3
    }));
    assert_eq!(text, "ceil(log(log(n))) + 3");
}

#[test]
fn exponential_counts_of_small_sizes() {
    let sizes: Vec<i64> = (2..16).collect();
    // 15 is less than 32 · 2: the sizes do not identify it, and it is described all the same.
    assert_eq!(here(&series(&sizes, &[], |n| 1 << n)), "2^n");
    let text = here(&series(&sizes, &[], |n| (1 << n) - n as u64 - 1));
    assert_eq!(text, "2^n - n - 1");
}

#[test]
fn shares_on_p_processors() {
    let share = |n: i64, p: i64| (n as u64).div_ceil(p as u64);
    let levels = |p: i64| if p == 1 { 0 } else { ceil_log(p) };
    let (text, theta) = texts(&on_shares(|n, p| share(n, p) + levels(p)));
    assert_eq!(text, "ceil(n/p) + ceil(log(p))");
    assert_eq!(theta, "n/p + log p");
    let (text, theta) = texts(&on_shares(|n, p| 2 * share(n, p) - 1 + 2 * levels(p)));
    assert_eq!(text, "2*ceil(n/p) + 2*ceil(log(p)) - 1");
    assert_eq!(theta, "n/p + log p");
    let cost = |n, p| p as u64 * (2 * share(n, p) - 1 + 2 * levels(p));
    let (_, theta) = texts(&on_shares(cost));
    assert_eq!(theta, "n + p*log p");
    let (text, theta) = texts(&on_shares(|n, p| (2 * n + 2 * (p - 1)) as u64));
    assert_eq!((text.as_str(), theta.as_str()), ("2*n + 2*p - 2", "n"));
}

#[test]
fn shares_of_powers_of_two() {
    let mut points = Vec::new();
    for n in [64, 128, 256, 512, 1024] {
        for p in [1, 2, 4, 8, 16] {
            points.push(Point {
                at: vec![n, p],
                value: (n / p) as u64 + log(p),
                held_out: false,
            });
        }
    }
    let series = Series {
        variables: vec!["n".to_owned(), "p".to_owned()],
        times: 0,
        second_is_bounded: true,
        points,
        ..Series::default()
    };
    let (text, theta) = texts(&series);
    assert_eq!(
        (text.as_str(), theta.as_str()),
        ("n/p + log(p)", "n/p + log p")
    );
}

/// The formula, from where on it holds, and where it does not.
fn from_some_size_on(series: &Series) -> Option<(String, i64, Vec<i64>)> {
    let Finding::Found {
        form,
        confirmed,
        deviation,
    } = find(series, false)
    else {
        return None;
    };
    let deviation = deviation?;
    assert!(confirmed.len() >= 3);
    assert!(confirmed.iter().all(|at| at[0] >= deviation.from));
    let sizes = deviation.sizes.iter().map(|at| at[0]).collect();
    Some((form.text(&series.variables), deviation.from, sizes))
}

#[test]
fn small_sizes_may_deviate_from_a_form() {
    // max(0, 2·log n − 1): at n = 1 the formula would give −1.
    let from_one: Vec<i64> = (0..12).map(|power| 1 << power).collect();
    let sums = series(&from_one, &[], |n| (2 * log(n)).saturating_sub(1));
    let expected = ("2*log(n) - 1".to_owned(), 2, vec![1]);
    assert_eq!(from_some_size_on(&sums), Some(expected));
    // An algorithm that does up to 20 elements by another, quadratic one.
    let sizes = [4, 8, 16, 20, 32, 64, 128, 256, 512, 1024, 2048, 4096];
    let added = [24, 33, 63, 100, 300, 777, 1000, 3000];
    let switches = |n: i64| {
        if n <= 20 {
            (n * n) as u64
        } else {
            3 * n as u64 + 5
        }
    };
    let expected = ("3*n + 5".to_owned(), 24, vec![4, 8, 16, 20]);
    assert_eq!(
        from_some_size_on(&series(&sizes, &added, switches)),
        Some(expected)
    );
    // A size below that happens to follow the form is not named: 3·4 + 5 = 17.
    let happens = |n: i64| if n == 4 { 17 } else { switches(n) };
    let expected = ("3*n + 5".to_owned(), 24, vec![8, 16, 20]);
    assert_eq!(
        from_some_size_on(&series(&sizes, &added, happens)),
        Some(expected)
    );
}

#[test]
fn a_form_that_too_few_sizes_follow_is_not_exact() {
    let deviates = |n: i64| if n <= 16 { 1000 } else { 2 * log(n) };
    // One of seven sizes deviates, and six are too few to follow a form by themselves.
    let found = find(&series(&POWERS[..7], &[], deviates), false);
    assert!(!matches!(found, Finding::Found { .. }), "{found:?}");
    // Six of eleven deviate.
    let found = find(
        &series(&POWERS, &[], |n| {
            if n <= 512 {
                17 * (n as u64 % 37)
            } else {
                2 * log(n)
            }
        }),
        false,
    );
    assert!(!matches!(found, Finding::Found { .. }), "{found:?}");
    // A large size deviates: no size from which on the form holds is left.
    let found = find(
        &series(&POWERS, &BETWEEN, |n| {
            if n == 16384 { 3 } else { 2 * n as u64 + 1 }
        }),
        false,
    );
    assert!(!matches!(found, Finding::Found { .. }), "{found:?}");
}

/// log* n: how often the logarithm is taken until at most 1 is left.
fn iterated_log(n: i64) -> u64 {
    if n <= 1 {
        0
    } else {
        1 + iterated_log(ceil_log(n) as i64)
    }
}

#[test]
fn counts_that_grow_more_slowly_than_the_sizes_can_show_are_not_called_constant() {
    // log* 16 = 3 and log* n = 4 for all other n up to 65536.
    let found = find(&series(&POWERS, &BETWEEN, iterated_log), false);
    assert!(!matches!(found, Finding::Found { .. }), "{found:?}");
    // Here nothing that slow can hide: 3 rounds from n = 2 on, none for a single element.
    let from_one: Vec<i64> = (0..12).map(|power| 1 << power).collect();
    let constant = series(&from_one, &[24, 100], |n| if n == 1 { 0 } else { 3 });
    let expected = ("3".to_owned(), 2, vec![1]);
    assert_eq!(from_some_size_on(&constant), Some(expected));
}

/// A number that looks random and is always the same.
fn scattered(n: i64, seed: u64) -> u64 {
    let mut z = (n as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ seed;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[test]
fn counts_that_depend_on_the_data_are_fitted() {
    let noisy = |n: i64| 3 * n as u64 + scattered(n, 1) % (n as u64 / 8);
    let series = series(&POWERS, &BETWEEN, noisy);
    let Finding::Fitted(fit) = find(&series, false) else {
        panic!("not fitted")
    };
    assert!(fit.cross_validated < 0.05, "{fit:?}");
    assert!(!fit.runners_up.is_empty());
    assert_eq!(theta_text(&fit.growth, &series.variables), "n");
    let text = fit.text(&series.variables);
    let value = evaluate(&text, &series.variables, &[1000]);
    assert!((value / fit.real(&[1000.0]) - 1.0).abs() < 0.01, "{text}");
}

#[test]
fn counts_that_changed_with_the_seed_are_not_exact() {
    let found = find(&series(&POWERS, &BETWEEN, |n| 2 * log(n)), true);
    assert!(!matches!(found, Finding::Found { .. }));
}

/// Counts that a fit meets exactly need no term whose coefficient is a rounding error.
#[test]
fn a_fit_has_no_terms_of_rounding_errors() {
    let sizes = [4, 8, 11, 16, 32, 50, 64, 128, 256];
    let names = ["n".to_owned()];
    let linear = fit(&Series::in_one("n", sizes.map(|n| (n, n as u64)))).expect("a fit");
    assert_eq!(linear.text(&names), "1*n");
    let constant = fit(&Series::in_one("n", sizes.map(|n| (n, 1)))).expect("a fit");
    assert_eq!(constant.text(&names), "1");
}

#[test]
fn too_few_sizes_decide_nothing() {
    for sizes in [&[][..], &[8], &[8, 16], &[8, 16, 32]] {
        let found = find(&series(sizes, &[], |n| 2 * log(n)), false);
        let is_open = matches!(found, Finding::Inconclusive(_) | Finding::Here { .. });
        assert!(is_open, "{found:?}");
    }
}

proptest! {
    #![proptest_config(crate::cases::config(48))]

    #[test]
    fn every_sum_of_two_likely_terms_is_found(
        a in 1..20_u64,
        b in 0..20_u64,
        which in 0..5_usize,
    ) {
        let term = |n: i64| match which {
            0 => n as u64,
            1 => ceil_log(n),
            2 => n as u64 * ceil_log(n),
            3 => (n * n) as u64,
            _ => ceil_log(n) * ceil_log(n),
        };
        let series = series(&POWERS, &BETWEEN, |n| a * term(n) + b);
        let form = exact(&series);
        for n in 17..2000 {
            let value = form.exact(&[n]);
            prop_assert_eq!(value, Some(i128::from(a * term(n) + b).into()));
        }
    }

    #[test]
    fn a_form_holds_from_the_size_on_that_is_named(
        // ⌈log n⌉ by itself has fewer digits than three exceptions, and is then no explanation.
        a in 2..20_u64,
        b in 0..20_u64,
        deviating in 1..4_usize,
        wrong in 1..1000_u64,
        which in 0..3_usize,
    ) {
        let term = |n: i64| match which {
            0 => n as u64,
            1 => ceil_log(n),
            _ => n as u64 * ceil_log(n),
        };
        let mut sizes: Vec<i64> = POWERS.iter().chain(&BETWEEN).copied().collect();
        sizes.sort_unstable();
        let first = sizes[deviating];
        let off = |n: i64| if n < first { wrong + scattered(n, wrong) % 1000 } else { 0 };
        let series = series(&POWERS, &BETWEEN, |n| a * term(n) + b + off(n));
        let Some((_, from, named)) = from_some_size_on(&series) else {
            return Err(TestCaseError::fail("not exact"));
        };
        prop_assert_eq!(from, first);
        prop_assert_eq!(&named[..], &sizes[..deviating]);
    }

    #[test]
    fn scattered_counts_are_never_exact(seed: u64, most in 3..1000_u64, base in 0..50_u64) {
        let count = |n: i64| base * ceil_log(n) + scattered(n, seed) % most;
        let found = find(&series(&POWERS, &BETWEEN, count), false);
        let is_exact = matches!(found, Finding::Found { .. });
        prop_assert!(!is_exact, "{:?}", found);
    }

    #[test]
    fn any_counts_at_any_sizes_end_without_a_panic(
        counts in prop::collection::btree_map(any::<i64>(), any::<u64>(), 0..14),
        depends: bool,
    ) {
        let series = Series::in_one("n", counts);
        let _ = find(&series, depends);
    }
}
