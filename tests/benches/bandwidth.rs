//! How fast the host's memory is: two of the four loops of STREAM.
//!
//! Source: J. D. `McCalpin`, "Memory Bandwidth and Machine Balance in Current High Performance
//! Computers", 1995. Bytes are counted as there: what the loop reads and what it writes.

use std::hint::black_box;
use std::time::Instant;

/// Elements of each array: 128 MB, beyond any cache of a usual host.
const LENGTH: usize = 1 << 24;
/// The best of so many counts.
const TRIALS: usize = 5;

/// Bytes per second.
#[derive(Debug, Clone, Copy)]
pub struct Bandwidth {
    /// `a[i] = b[i]`
    pub copy: f64,
    /// `a[i] = b[i] + k*c[i]`
    pub triad: f64,
}

/// Measures both with one thread.
pub fn measure() -> Bandwidth {
    let mut a = vec![0_i64; LENGTH];
    let b = vec![1_i64; LENGTH];
    let c = vec![2_i64; LENGTH];
    let best = |bytes: usize, run: &mut dyn FnMut()| {
        let rate = |()| {
            let begin = Instant::now();
            run();
            (bytes * LENGTH) as f64 / begin.elapsed().as_secs_f64()
        };
        std::iter::repeat_n((), TRIALS)
            .map(rate)
            .fold(0.0, f64::max)
    };
    let copy = best(16, &mut || {
        a.copy_from_slice(black_box(&b));
        black_box(&mut a);
    });
    let triad = best(24, &mut || {
        let factor = black_box(3);
        for ((a, b), c) in a.iter_mut().zip(&b).zip(&c) {
            *a = b + factor * c;
        }
        black_box(&mut a);
    });
    Bandwidth { copy, triad }
}
