//! The set of possible sizes, and comparisons of growth on it.
//!
//! Θ in two names is about all sizes at once: for n and p with 2 ≤ p ≤ n, about constant p with growing
//! n, p = √n, p = n/log n and p = n. One such path on which a ratio grows without bound refutes O; a
//! lower bound of a sum has to hold on all of them.

use super::order::{Growth, Order};

/// The set of possible sizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SizeRegion {
    /// Each name takes any value.
    All,
    /// The second is at most the first.
    Triangle,
}

/// Exponents θ of the paths p = n^θ.
const POWERS: [f64; 5] = [0.25, 1.0 / 3.0, 0.5, 2.0 / 3.0, 0.75];
/// Exponents θ of the paths m = n^θ if m may be larger than n.
const ANY_POWERS: [f64; 9] = [0.25, 1.0 / 3.0, 0.5, 2.0 / 3.0, 1.0, 1.5, 2.0, 3.0, 4.0];
/// Exponents of the paths p = log^c n and p = n/log^c n.
const LOG_POWERS: [f64; 3] = [0.5, 1.0, 2.0];
/// The share of each positive summand that has to remain.
const LEAST_SHARE: f64 = 1e-3;
/// The most negative summands that are compared with positive ones.
const MOST_NEGATIVE: usize = 10;

/// Whether `one` is not O(other): there is a path on which a part of `one` outgrows every part of
/// `other`.
pub fn exceeds(one: &[Growth], other: &[Growth], region: SizeRegion) -> bool {
    one.iter().any(|part| {
        let ratios: Vec<Growth> = (other.iter())
            .map(|below| part.times(&below.to_the(-1.0)))
            .collect();
        let Some(first) = ratios.first() else {
            return false;
        };
        paths(first.orders.len(), region).into_iter().any(|path| {
            let grows =
                |ratio: &Growth| path.order(ratio).is_some_and(|order| order.direction() > 0);
            ratios.iter().all(grows)
        })
    })
}

/// A path along which sizes grow.
#[derive(Debug, Clone, Copy)]
enum Path {
    /// One name grows, the others are constant.
    Alone(usize),
    /// The second is this power of the first, and the others are constant.
    Power(f64),
    /// The second is this power of the logarithm of the first.
    Log(f64),
    /// The second is the first over this power of its logarithm.
    PerLog(f64),
}

fn paths(variables: usize, region: SizeRegion) -> Vec<Path> {
    let mut paths = vec![Path::Alone(0)];
    if variables < 2 {
        return paths;
    }
    match region {
        SizeRegion::All => {
            paths.extend((1..variables).map(Path::Alone));
            paths.extend(ANY_POWERS.map(Path::Power));
        }
        SizeRegion::Triangle => {
            paths.extend((2..variables).map(Path::Alone));
            paths.extend(POWERS.map(Path::Power));
            paths.push(Path::Power(1.0));
            paths.extend(LOG_POWERS.map(Path::PerLog));
        }
    }
    paths.extend(LOG_POWERS.map(Path::Log));
    paths
}

impl Path {
    /// The growth along this path as that of a single size. None if it has another form.
    fn order(self, growth: &Growth) -> Option<Order> {
        let quotient = growth.quotient_log;
        match self {
            Self::Alone(at) => {
                let mut order = growth.orders[at];
                if at < 2 {
                    // log(n/p) is negative if p outgrows n.
                    order.log += if at == 1 && quotient != 0.0 {
                        return None;
                    } else if at == 0 {
                        quotient
                    } else {
                        0.0
                    };
                }
                Some(order)
            }
            Self::Power(power) => {
                let (one, two) = (growth.orders[0], growth.orders[1]);
                let is_equal = (power - 1.0).abs() < 1e-9;
                if two.exponential != 0.0 && !is_equal || power > 1.0 && quotient != 0.0 {
                    return None;
                }
                Some(Order {
                    exponential: one.exponential + two.exponential,
                    power: rounded(one.power + power * two.power),
                    // log(n/n) is constant.
                    log: one.log + two.log + if is_equal { 0.0 } else { quotient },
                    log_log: one.log_log + two.log_log,
                })
            }
            Self::Log(power) => {
                let (one, two) = (growth.orders[0], growth.orders[1]);
                let is_known = two.exponential == 0.0 && two.log_log == 0.0;
                is_known.then_some(Order {
                    exponential: one.exponential,
                    power: one.power,
                    log: one.log + power * two.power + quotient,
                    log_log: one.log_log + two.log,
                })
            }
            Self::PerLog(power) => {
                let (one, two) = (growth.orders[0], growth.orders[1]);
                (two.exponential == 0.0).then(|| Order {
                    exponential: one.exponential,
                    power: rounded(one.power + two.power),
                    log: one.log + two.log - power * two.power,
                    log_log: one.log_log + two.log_log + quotient,
                })
            }
        }
    }
}

/// 1/3 + 2/3 − 1 is 0.
fn rounded(exponent: f64) -> f64 {
    if exponent.abs() < 1e-9 { 0.0 } else { exponent }
}

/// Whether a sum of monomials with these coefficients is at least a fixed share of each of its positive
/// summands at all sufficiently large sizes. This is proved if each negative summand is negligible
/// compared with a positive one, or is nowhere larger than the positive ones that compensate for it, of
/// which a share remains.
pub fn stays_positive(sum: &[(f64, Growth)], region: SizeRegion) -> bool {
    let (positive, negative): (Vec<_>, Vec<_>) = sum.iter().partition(|(weight, _)| *weight > 0.0);
    let variables = match positive.first() {
        Some((_, first)) => first.orders.len(),
        None => return false,
    };
    // A summand of strictly smaller growth than a positive one is negligible.
    let vanishes = |(_, growth): &&(f64, Growth)| {
        positive.iter().any(|(_, above)| {
            let ratio = above.times(&growth.to_the(-1.0));
            ratio.quotient_log == 0.0
                && ratio.orders.iter().all(|order| order.direction() >= 0)
                && outgrows(&ratio, region)
        })
    };
    let left: Vec<_> = negative
        .into_iter()
        .filter(|part| !vanishes(part))
        .collect();
    if left.is_empty() {
        return true;
    }
    if region == SizeRegion::All || variables < 2 || left.len() > MOST_NEGATIVE {
        return false;
    }
    // Hall's condition: the negative summands can be distributed among positive ones that are nowhere
    // smaller, if any subset of them weighs less than all positive ones that may compensate for it.
    (1_usize..1 << left.len()).all(|choice| {
        let chosen = || (left.iter().enumerate()).filter(move |(at, _)| choice >> at & 1 == 1);
        let weight: f64 = chosen().map(|(_, (weight, _))| -weight).sum();
        let is_against = |(_, above): &&&(f64, Growth)| {
            chosen().any(|(_, (_, growth))| is_nowhere_smaller(above, growth))
        };
        let against: f64 = (positive.iter().filter(is_against))
            .map(|(weight, _)| weight)
            .sum();
        weight <= against * (1.0 - LEAST_SHARE)
    })
}

/// Whether one monomial is at least the other wherever 2 ≤ p ≤ n. With s = n/p their ratio is s^i·p^(i +
/// j)·log^a n·log^b p·log^c s, where s ≥ 1, log n ≥ log p ≥ 1 and log n ≥ log s.
fn is_nowhere_smaller(above: &Growth, below: &Growth) -> bool {
    let ratio = above.times(&below.to_the(-1.0));
    let (n, p) = (ratio.orders[0], ratio.orders[1]);
    let is_simple = |order: &Order| order.exponential == 0.0 && order.log_log == 0.0;
    let log_of_n = n.log + ratio.quotient_log.min(0.0);
    let is_one_or_more = |order: &Order| order.power >= 0.0 && order.log >= 0.0;
    is_simple(&n)
        && is_simple(&p)
        && ratio.quotient_log <= 0.0
        && n.power >= 0.0
        && rounded(n.power + p.power) >= 0.0
        && log_of_n >= 0.0
        && log_of_n + p.log >= 0.0
        && (ratio.orders[2..].iter()).all(|order| is_simple(order) && is_one_or_more(order))
}

/// Whether a ratio in which no name has a negative direction grows without bound.
fn outgrows(ratio: &Growth, region: SizeRegion) -> bool {
    let grows = |order: &Order| order.direction() > 0;
    match region {
        SizeRegion::All => ratio.orders.iter().any(grows),
        // p may be constant.
        SizeRegion::Triangle => {
            let p = ratio.orders.get(1);
            let others = ratio.orders.iter().enumerate();
            p.is_none_or(|p| p.direction() >= 0)
                && others
                    .into_iter()
                    .any(|(at, order)| at != 1 && grows(order))
        }
    }
}
