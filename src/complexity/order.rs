//! Orders of growth, and which dominates which.

/// 2^(a·x) · x^b · log^c x · (log log x)^d.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Order {
    /// a
    pub exponential: f64,
    /// b
    pub power: f64,
    /// c
    pub log: f64,
    /// d
    pub log_log: f64,
}

/// The growth of a product in its variables.
#[derive(Debug, Clone, PartialEq)]
pub struct Growth {
    /// One order per variable.
    pub orders: Vec<Order>,
    /// The exponent of log(x/y), of the first variable over the second.
    pub quotient_log: f64,
}

impl Order {
    /// The order of the product.
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        Self {
            exponential: self.exponential + other.exponential,
            power: self.power + other.power,
            log: self.log + other.log,
            log_log: self.log_log + other.log_log,
        }
    }

    /// The order of a power.
    #[must_use]
    pub fn to_the(self, exponent: f64) -> Self {
        Self {
            exponential: self.exponential * exponent,
            power: self.power * exponent,
            log: self.log * exponent,
            log_log: self.log_log * exponent,
        }
    }

    /// −1 if it tends to 0, 0 if it is constant, 1 if it grows without bound.
    pub fn direction(self) -> i32 {
        [self.exponential, self.power, self.log, self.log_log]
            .into_iter()
            .find(|exponent| *exponent != 0.0)
            .map_or(0, |exponent| if exponent > 0.0 { 1 } else { -1 })
    }
}

impl Growth {
    /// The growth of a constant.
    pub fn one(variables: usize) -> Self {
        Self {
            orders: vec![Order::default(); variables],
            quotient_log: 0.0,
        }
    }

    /// The growth of the product.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        Self {
            orders: self
                .orders
                .iter()
                .zip(&other.orders)
                .map(|(one, two)| one.times(*two))
                .collect(),
            quotient_log: self.quotient_log + other.quotient_log,
        }
    }

    /// The growth of a power.
    #[must_use]
    pub fn to_the(&self, exponent: f64) -> Self {
        Self {
            orders: self
                .orders
                .iter()
                .map(|order| order.to_the(exponent))
                .collect(),
            quotient_log: self.quotient_log * exponent,
        }
    }

    /// Whether `other` = O(this) for all sizes in which both variables grow; with `bounded`, for those
    /// in which the second is at most the first.
    pub fn dominates(&self, other: &Self, bounded: bool) -> bool {
        let ratio = self.times(&other.to_the(-1.0));
        match ratio.orders.as_slice() {
            [one] => one.direction() >= 0,
            [first, second, others @ ..] if bounded => {
                within_bound(*first, *second, ratio.quotient_log)
                    && others.iter().all(|order| order.direction() >= 0)
            }
            orders => {
                ratio.quotient_log == 0.0 && orders.iter().all(|order| order.direction() >= 0)
            }
        }
    }

    /// The class as an expression of the language, without coefficients: powers before logarithms,
    /// dividends before divisors.
    pub fn text(&self, variables: &[String]) -> String {
        let mut powers = Factors::default();
        let mut logs = Factors::default();
        for (order, name) in self.orders.iter().zip(variables) {
            let exponential = format!("2^{name}");
            powers.add(
                order.exponential,
                exponential.clone(),
                &format!("({exponential})"),
            );
            let is_root = (order.power.abs() - 0.5).abs() < f64::EPSILON;
            if is_root {
                powers.add(order.power * 2.0, format!("sqrt({name})"), "");
            } else {
                powers.add(order.power, name.clone(), name);
            }
        }
        for (order, name) in self.orders.iter().zip(variables) {
            logs.add(order.log, format!("log {name}"), &format!("log({name})"));
            logs.add(
                order.log_log,
                format!("log(log {name})"),
                &format!("log(log({name}))"),
            );
        }
        if let [first, second, ..] = variables {
            let log = format!("log({first}/{second})");
            logs.add(self.quotient_log, log.clone(), &log);
        }
        let above = [powers.quotient(), logs.quotient()].concat().join("*");
        // Divisors without a dividend follow the other factors.
        let mut lonely = String::new();
        for factors in [&powers, &logs] {
            if factors.above.is_empty() {
                lonely += &factors.divisors();
            }
        }
        match above.as_str() {
            "" => format!("1{lonely}"),
            _ => above + &lonely,
        }
    }
}

/// Factors of one kind.
#[derive(Default)]
struct Factors {
    above: Vec<String>,
    below: Vec<String>,
}

impl Factors {
    fn add(&mut self, exponent: f64, plain: String, bracketed: &str) {
        let list = if exponent > 0.0 {
            &mut self.above
        } else {
            &mut self.below
        };
        let size = exponent.abs();
        if size == 0.0 {
            return;
        }
        list.push(if (size - 1.0).abs() < 1e-9 {
            plain
        } else {
            format!("{bracketed}^{}", exponent_text(size))
        });
    }

    fn divisors(&self) -> String {
        let below = self.below.iter();
        below.fold(String::new(), |text, factor| text + "/" + factor)
    }

    /// The dividend with its divisors, such as `n/p`, and the other factors; empty if there are only
    /// divisors.
    fn quotient(&self) -> Vec<String> {
        let mut above = self.above.clone();
        if let Some(first) = above.first_mut() {
            *first += &self.divisors();
        }
        above
    }
}

/// `2`, `(1.5)`, `log(3)`
fn exponent_text(exponent: f64) -> String {
    let power = exponent.exp2().round();
    if exponent.fract() == 0.0 {
        format!("{exponent}")
    } else if power < LARGEST_BASE && (exponent - power.log2()).abs() < 1e-12 {
        format!("log({power})")
    } else {
        format!("({exponent})")
    }
}

/// Exponents that are logarithms of integers up to this are written so.
const LARGEST_BASE: f64 = 10_000.0;

/// Whether n^i · p^j · log^a n · log^b p · log^c (n/p) stays away from 0 for 1 ≤ p ≤ n, n → ∞. It
/// suffices to examine constant p, constant n/p, and the cases in between.
fn within_bound(first: Order, second: Order, quotient_log: f64) -> bool {
    if first.exponential != 0.0 || second.exponential != 0.0 {
        return first.direction() >= 0 && second.direction() >= 0;
    }
    if first.log_log != 0.0 || second.log_log != 0.0 {
        return first.direction() >= 0 && second.direction() >= 0 && quotient_log >= 0.0;
    }
    let power = first.power;
    let power_together = power + second.power;
    if power < 0.0 || power_together < 0.0 {
        return false;
    }
    // For constant p, log(n/p) is log n; for constant n/p it is constant, and log n is log p.
    let log_together = first.log + second.log;
    let at_constant_p = power > 0.0 || first.log + quotient_log >= 0.0;
    let at_constant_quotient = power_together > 0.0 || log_together >= 0.0;
    let between = power > 0.0 || second.power > 0.0 || log_together + quotient_log >= 0.0;
    at_constant_p && at_constant_quotient && between
}
