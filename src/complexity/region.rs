//! Where sizes can lie, and what is larger than what there.
//!
//! Θ of two names is about all sizes at once: of n and p with 2 ≤ p ≤ n, about p that stays the
//! same while n grows, about p = √n, p = n/log n and p = n. One such path on which a ratio grows
//! without bound refutes O; to be bounded from below, a sum has to be so on all of them.

use super::order::{Growth, Order};

/// Where sizes can lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Region {
    /// Each name takes any value.
    All,
    /// The second is at most the first.
    Triangle,
}

/// Exponents θ of the paths p = n^θ.
const POWERS: [f64; 5] = [0.25, 1.0 / 3.0, 0.5, 2.0 / 3.0, 0.75];
/// And of the paths m = n^θ where m may be the larger.
const ANY_POWERS: [f64; 9] = [0.25, 1.0 / 3.0, 0.5, 2.0 / 3.0, 1.0, 1.5, 2.0, 3.0, 4.0];
/// Exponents of the paths p = log^c n and p = n/log^c n.
const LOG_POWERS: [f64; 3] = [0.5, 1.0, 2.0];
/// log n of the sizes at which sums are looked at.
const SCALES: [f64; 3] = [32_768.0, 33_554_432.0, 34_359_738_368.0];
/// A sum is to keep this part of its largest summand.
const LEAST_SHARE: f64 = 1e-3;

/// Whether `one` is not O(other): there is a path on which one of its parts outgrows every part
/// of the other.
pub fn exceeds(one: &[Growth], other: &[Growth], region: Region) -> bool {
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

/// A way on which sizes grow.
#[derive(Debug, Clone, Copy)]
enum Path {
    /// One name grows, the others stay.
    Alone(usize),
    /// The second is this power of the first, and the others stay.
    Power(f64),
    /// The second is this power of the logarithm of the first.
    Log(f64),
    /// The second is the first over this power of its logarithm.
    PerLog(f64),
}

fn paths(variables: usize, region: Region) -> Vec<Path> {
    let mut paths = vec![Path::Alone(0)];
    if variables < 2 {
        return paths;
    }
    match region {
        Region::All => {
            paths.extend((1..variables).map(Path::Alone));
            paths.extend(ANY_POWERS.map(Path::Power));
        }
        Region::Triangle => {
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
    /// The growth on this path, as one of a single size; none where it is of another kind.
    fn order(self, growth: &Growth) -> Option<Order> {
        let quotient = growth.quotient_log;
        match self {
            Self::Alone(at) => {
                let mut order = growth.orders[at];
                if at < 2 {
                    // log(n/p) of a p that outgrows n is negative.
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
                    // log(n/n) stays the same.
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

/// Whether a sum of monomials with these coefficients is at least a fixed share of its largest
/// positive summand, wherever sizes are large enough.
pub fn stays_positive(sum: &[(f64, Growth)], region: Region) -> bool {
    let (positive, negative): (Vec<_>, Vec<_>) = sum.iter().partition(|(weight, _)| *weight > 0.0);
    let variables = match positive.first() {
        Some((_, first)) => first.orders.len(),
        None => return false,
    };
    // What is strictly below a positive summand vanishes beside it.
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
    if region == Region::All || variables < 2 {
        return false;
    }
    // What other names than n and p stand in only helps where it is the same in all, or above.
    let is_comparable = |(_, above): &&(f64, Growth)| {
        left.iter().all(|(_, growth)| {
            let ratio = above.times(&growth.to_the(-1.0));
            ratio.orders[2..].iter().all(|order| order.direction() >= 0)
        })
    };
    let positive: Vec<_> = positive.into_iter().filter(is_comparable).collect();
    let shares: Option<Vec<f64>> = SCALES
        .iter()
        .map(|log_n| least_share(&positive, &left, *log_n))
        .collect();
    shares.is_some_and(|shares| {
        shares.iter().all(|share| *share >= LEAST_SHARE) && shares[2] >= shares[0] / 2.0
    })
}

/// Whether a ratio in which no name has a negative direction grows without bound.
fn outgrows(ratio: &Growth, region: Region) -> bool {
    let grows = |order: &Order| order.direction() > 0;
    match region {
        Region::All => ratio.orders.iter().any(grows),
        // p may stay the same.
        Region::Triangle => {
            let p = ratio.orders.get(1);
            let others = ratio.orders.iter().enumerate();
            p.is_none_or(|p| p.direction() >= 0)
                && others
                    .into_iter()
                    .any(|(at, order)| at != 1 && grows(order))
        }
    }
}

/// The least that a sum is of its largest positive summand, over all p with 2 ≤ p ≤ n.
fn least_share(
    positive: &[&(f64, Growth)],
    negative: &[&(f64, Growth)],
    log_n: f64,
) -> Option<f64> {
    let all: Vec<&(f64, Growth)> = positive.iter().chain(negative).copied().collect();
    let mut least: Option<f64> = None;
    for (log_p, log_share) in places(&all, log_n) {
        let logs: Vec<f64> = (all.iter())
            .map(|(_, growth)| exponent(growth, log_p, log_share, log_n))
            .collect::<Option<_>>()?;
        let most = logs[..positive.len()]
            .iter()
            .copied()
            .fold(f64::NEG_INFINITY, f64::max);
        if most == f64::NEG_INFINITY {
            return None;
        }
        let share: f64 = (all.iter().zip(&logs))
            .map(|((weight, _), log)| weight * (log - most).exp2())
            .sum();
        least = Some(least.map_or(share, |least| least.min(share)));
    }
    least.filter(|share| share.is_finite())
}

/// (log p, log(n/p)): from either end, and around where two summands are equal, near and far.
fn places(all: &[&(f64, Growth)], log_n: f64) -> Vec<(f64, f64)> {
    let mut steps = vec![0.0];
    let mut step = 0.25;
    while step < log_n {
        steps.push(step);
        step *= 1.25;
    }
    let mut places = Vec::new();
    for step in &steps {
        places.push((1.0 + step, log_n - 1.0 - step));
        places.push((log_n - step, *step));
    }
    for (_, one) in all {
        for (_, two) in all {
            let ratio = one.times(&two.to_the(-1.0));
            let (over_share, over_p) = slopes(&ratio);
            // share·s + p·t = 0 with s + t = log n
            let at = over_share / (over_share - over_p);
            if at > 0.0 && at < 1.0 {
                let middle = at * log_n;
                for step in &steps {
                    places.extend([middle - step, middle + step].map(|p| (p, log_n - p)));
                }
            }
        }
    }
    places.retain(|(log_p, log_share)| *log_p >= 1.0 && *log_share >= 0.0);
    places
}

/// n^i·p^j = (n/p)^i·p^(i + j)
fn slopes(growth: &Growth) -> (f64, f64) {
    let (one, two) = (growth.orders[0], growth.orders[1]);
    (one.power, rounded(one.power + two.power))
}

/// The binary logarithm of a monomial; none where it is of another kind.
fn exponent(growth: &Growth, log_p: f64, log_share: f64, log_n: f64) -> Option<f64> {
    let (one, two) = (growth.orders[0], growth.orders[1]);
    let simple = |order: &Order| order.exponential == 0.0 && order.log_log == 0.0;
    if !simple(&one) || !simple(&two) {
        return None;
    }
    let (over_share, over_p) = slopes(growth);
    let term = |factor: f64, value: f64| if factor == 0.0 { 0.0 } else { factor * value };
    let value = term(over_share, log_share)
        + term(over_p, log_p)
        + term(one.log, log_n.log2())
        + term(two.log, log_p.log2())
        + term(growth.quotient_log, log_share.log2());
    (value < f64::INFINITY && !value.is_nan()).then_some(value)
}
