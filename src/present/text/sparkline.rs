//! A series of numbers as one line of small bars.

const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The series in at most `width` bars, each the mean of its part; the tallest stands for the
/// largest mean. Empty where there is nothing to show.
pub fn sparkline(series: &[f64], width: usize) -> String {
    let count = series.len().min(width);
    let means: Vec<f64> = (0..count)
        .map(|bar| {
            let part = &series[bar * series.len() / count..(bar + 1) * series.len() / count];
            part.iter().sum::<f64>() / part.len() as f64
        })
        .collect();
    let tallest = means.iter().copied().fold(0.0, f64::max);
    means
        .iter()
        .map(|mean| {
            let height = if tallest > 0.0 {
                (mean / tallest * BARS.len() as f64).ceil() as usize
            } else {
                0
            };
            BARS[height.clamp(1, BARS.len()) - 1]
        })
        .collect()
}
