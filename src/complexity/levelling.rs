//! Whether a ratio levels off: the test of measured / claimed if no formula decides.
//!
//! Counts have no noise, so the trend itself can be examined. With x = log n, a ratio r that grows like
//! n^a, log n or even log log n has an elasticity (dr/dx)·(x/r) that stays away from 0 (for log log n it
//! is still 1/log log n); if r approaches a constant from below, the elasticity tends to 0.

/// What the ratio does as the size grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trend {
    /// It tends to 0.
    Falls,
    /// It does not grow; whether it levels off or tends to 0 cannot be decided.
    Sinks,
    /// It levels off.
    Levels,
    /// It grows without bound.
    Grows,
    /// Too few sizes, or no clear trend.
    Unclear,
}

/// The fewest sizes for a decision.
pub const FEWEST: usize = 5;
/// Elasticities below this count as 0, those above [`STEEP`] as growth.
const FLAT: f64 = 0.05;
const STEEP: f64 = 0.2;

/// The largest share of the variance that may remain around a trend.
const SCATTER: f64 = 0.5;

/// The trend of pairs (size, ratio) in ascending order of sizes.
pub fn trend(ratios: &[(f64, f64)]) -> Trend {
    let first_positive = ratios.iter().position(|(_, ratio)| *ratio > 0.0);
    let behind = first_positive.map_or(&[][..], |at| &ratios[at..]);
    if behind.iter().any(|(_, ratio)| *ratio == 0.0) {
        // Ratios that return to 0 follow no power.
        return Trend::Unclear;
    }
    let points: Vec<(f64, f64)> = ratios
        .iter()
        .copied()
        .filter(|(size, ratio)| *size > 1.0 && *ratio > 0.0 && ratio.is_finite())
        .map(|(size, ratio)| (size.log2().max(1e-9).ln(), ratio.ln()))
        .collect();
    if points.len() < FEWEST {
        return Trend::Unclear;
    }
    // ln r against ln x: the slope is the elasticity.
    let half = points.len() / 2;
    let early = slope(&points[..=half]);
    let late = slope(&points[half..]);
    if late.abs() <= FLAT || late * early < 0.0 && late.abs() < STEEP {
        return Trend::Levels;
    }
    // An elasticity that decreases quickly indicates levelling off, whatever its value is.
    let shrinks = late.abs() < early.abs() * 0.6;
    if late.abs() >= STEEP && scatter(&points[half..], late) > SCATTER {
        return Trend::Unclear;
    }
    // If the ratios rise and fall alternately, half of them may contradict the overall trend.
    let rises = points[points.len() - 1].1 > points[0].1;
    match (late > 0.0, late.abs() >= STEEP, shrinks) {
        (true, true, false) if rises => Trend::Grows,
        (false, true, false) if !rises => Trend::Falls,
        (_, true, false) => Trend::Unclear,
        (_, false, true) => Trend::Levels,
        (false, _, _) => Trend::Sinks,
        _ => Trend::Unclear,
    }
}

/// The share of the variance of ln r that remains around a line of this slope.
fn scatter(points: &[(f64, f64)], slope: f64) -> f64 {
    let count = points.len() as f64;
    let mean_x = points.iter().map(|point| point.0).sum::<f64>() / count;
    let mean_y = points.iter().map(|point| point.1).sum::<f64>() / count;
    let (mut left, mut all) = (0.0, 0.0);
    for (x, y) in points {
        let residual = (y - mean_y) - slope * (x - mean_x);
        left += residual * residual;
        all += (y - mean_y) * (y - mean_y);
    }
    if all == 0.0 { 0.0 } else { left / all }
}

fn slope(points: &[(f64, f64)]) -> f64 {
    let count = points.len() as f64;
    let mean_x = points.iter().map(|point| point.0).sum::<f64>() / count;
    let mean_y = points.iter().map(|point| point.1).sum::<f64>() / count;
    let (mut above, mut below) = (0.0, 0.0);
    for (x, y) in points {
        above += (x - mean_x) * (y - mean_y);
        below += (x - mean_x) * (x - mean_x);
    }
    if below == 0.0 { 0.0 } else { above / below }
}
