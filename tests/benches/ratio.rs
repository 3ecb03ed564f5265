//! Engine and twins by turns: ratios of neighbouring measurements.
//!
//! What disturbs the host for a while disturbs both sides of a ratio alike.

use std::time::{Duration, Instant};

use crate::contest::Contest;

/// Time for one row of the table.
const TIME_OF_ROW: Duration = Duration::from_millis(1500);
/// Turns of a row, at least.
const FEWEST: usize = 3;
/// Turns of a row, at most.
const MOST: usize = 101;
/// A measurement lasts at least that long; what is shorter is repeated.
const SHORTEST: Duration = Duration::from_micros(500);

/// The middle of some numbers, and how far they spread.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// A quarter of them lies below.
    pub lower: f64,
    /// Half of them.
    pub median: f64,
    /// Three quarters.
    pub upper: f64,
}

/// A twin against the engine.
#[derive(Debug, Clone, Copy)]
pub struct Against {
    /// Seconds of the twin.
    pub twin: Spread,
    /// Time of the engine / time of the twin.
    pub ratio: Spread,
}

/// What the turns gave.
#[derive(Debug, Clone)]
pub struct Measured {
    /// How many turns.
    pub turns: usize,
    /// Seconds of the engine.
    pub engine: Spread,
    /// One for each twin of the contest.
    pub against: Vec<Against>,
}

/// Lets engine and twins run by turns.
pub fn measure(contest: &Contest) -> Measured {
    let twins = contest.twins();
    let engine = || contest.time_engine();
    let twins: Vec<_> = (twins.iter())
        .map(|twin| move || contest.time_twin(*twin))
        .collect();
    let mut runs: Vec<&dyn Fn() -> Duration> = vec![&engine];
    runs.extend(twins.iter().map(|twin| twin as &dyn Fn() -> Duration));
    let times = by_turns(&runs);
    let against = times[1..].iter().map(|twin| Against {
        twin: Spread::of(twin),
        ratio: ratios(&times[0], twin),
    });
    Measured {
        turns: times[0].len(),
        engine: Spread::of(&times[0]),
        against: against.collect(),
    }
}

/// The seconds of each run, turn by turn.
pub fn by_turns(runs: &[&dyn Fn() -> Duration]) -> Vec<Vec<f64>> {
    let counts: Vec<u32> = runs.iter().map(|run| repeats(run())).collect();
    let mut times = vec![Vec::new(); runs.len()];
    let begin = Instant::now();
    for turn in 0..MOST {
        if turn >= FEWEST && begin.elapsed() > TIME_OF_ROW {
            break;
        }
        for ((run, count), times) in runs.iter().zip(&counts).zip(&mut times) {
            times.push(repeated(*count, run));
        }
    }
    times
}

/// One sequence of times over another.
pub fn ratios(one: &[f64], other: &[f64]) -> Spread {
    let ratios: Vec<f64> = one.iter().zip(other).map(|(a, b)| a / b).collect();
    Spread::of(&ratios)
}

/// How often something so short is repeated in one measurement.
fn repeats(once: Duration) -> u32 {
    let times = SHORTEST.as_secs_f64() / once.as_secs_f64().max(1e-9);
    (times.ceil() as u32).clamp(1, 1000)
}

/// Mean seconds of so many runs.
fn repeated(count: u32, run: impl Fn() -> Duration) -> f64 {
    let total: Duration = (0..count).map(|_| run()).sum();
    total.as_secs_f64() / f64::from(count)
}

impl Spread {
    /// Quartiles, interpolated between neighbours (Hyndman and Fan, "Sample Quantiles in
    /// Statistical Packages", 1996, definition 7).
    pub fn of(numbers: &[f64]) -> Self {
        let mut numbers = numbers.to_vec();
        numbers.sort_by(f64::total_cmp);
        let quantile = |part: f64| {
            let place = part * (numbers.len() - 1) as f64;
            let (below, above) = (place.floor() as usize, place.ceil() as usize);
            numbers[below] + (numbers[above] - numbers[below]) * place.fract()
        };
        Self {
            lower: quantile(0.25),
            median: quantile(0.5),
            upper: quantile(0.75),
        }
    }
}
