//! Conclusions from the profile of one run for every number of processors.
//!
//! Sources: Brent 1974 (T(p) = Σ ⌈a/p⌉·t); Amdahl 1967; Gustafson 1988; Karp and Flatt 1990;
//! Grama, Gupta and Kumar 1993 (isoefficiency).

use crate::cost::Profile;

/// ψ3 requires a time of at most this many times the minimum.
pub const NEAR_LEAST: u64 = 2;
/// Points of a curve in addition to the powers of two.
const LANDMARKS: usize = 3;

/// `p_t`, `T_min`, ψ3 and `f_s` of a profile.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Best {
    /// The smallest number of processors with the minimum time.
    pub fastest_processors: u64,
    /// The minimum time.
    pub least_time: u64,
    /// The smallest number of processors with a time of at most [`NEAR_LEAST`] times the minimum.
    pub fewest_processors: u64,
    /// The share of the time on one processor in which only one processor is active. None if the time is
    /// 0.
    pub serial_fraction: Option<f64>,
}

/// The characteristics of a profile.
pub fn best(profile: &Profile) -> Best {
    let least_time = profile.time();
    // More processors than are ever active do not change the time; with one fewer, the step in which all
    // are active takes longer.
    let fastest_processors = profile.time_by_active.keys().next_back().copied();
    let fastest_processors = fastest_processors.unwrap_or(1).max(1);
    let bound = least_time.saturating_mul(NEAR_LEAST);
    let (mut low, mut high) = (1, fastest_processors);
    while low < high {
        let middle = low + (high - low) / 2;
        if profile.time_on(middle) <= bound {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    let serial = profile.time_by_active.get(&1).copied().unwrap_or(0);
    let alone = profile.time_on(1);
    Best {
        fastest_processors,
        least_time,
        fewest_processors: low,
        serial_fraction: (alone > 0).then(|| serial as f64 / alone as f64),
    }
}

/// The numbers of processors of a curve: powers of two up to the largest number of active processors,
/// and [`LANDMARKS`] others.
pub fn processors_of_curve(best: &Best) -> Vec<u64> {
    let most = best.fastest_processors;
    let mut counts: Vec<u64> = std::iter::successors(Some(1_u64), |p| p.checked_mul(2))
        .take_while(|p| *p <= most)
        .collect();
    let landmarks: [u64; LANDMARKS] = [best.fewest_processors, most, most.saturating_mul(2)];
    counts.extend(landmarks);
    counts.sort_unstable();
    counts.dedup();
    counts
}

/// Amdahl's bound on the speedup over one processor.
pub fn amdahl(serial_fraction: f64, p: u64) -> f64 {
    1.0 / (serial_fraction + (1.0 - serial_fraction) / p as f64)
}

/// Gustafson's scaled speedup.
pub fn gustafson(serial_fraction: f64, p: u64) -> f64 {
    serial_fraction + p as f64 * (1.0 - serial_fraction)
}

/// The serial fraction implied by a measured speedup over one processor. None for p = 1.
pub fn karp_flatt(speedup: f64, p: u64) -> Option<f64> {
    let inverse = 1.0 / p as f64;
    (p > 1 && speedup > 0.0).then(|| (1.0 / speedup - inverse) / (1.0 - inverse))
}
