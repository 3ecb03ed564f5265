//! The seeds of numbers that are drawn while the program runs. They depend on the run's seed, the step,
//! the processor, and how often it has drawn in that step, but not on the layout of the program.

use std::collections::BTreeMap;

use crate::engine::lanes::selection::Lane;

/// How often processors have drawn numbers.
#[derive(Debug, Clone, Default)]
pub struct Draws {
    /// The last step in which a number was drawn.
    step: u64,
    /// By processor, the numbers drawn in that step.
    in_step: BTreeMap<u64, u64>,
    /// By processor of an asynchronous block, the numbers drawn so far.
    own: BTreeMap<u64, u64>,
}

impl Draws {
    /// The seed of the next number of a processor, which is identified by its numbers in the blocks
    /// around it. `step` is `None` where steps mean nothing; the processor's own count of draws is used
    /// instead.
    pub fn seed(&mut self, seed: u64, step: Option<u64>, path: &[Lane]) -> u64 {
        let lanes = path.iter().map(|lane| u64::from(*lane));
        let processor = lanes.fold(path.len() as u64, mixed);
        let Some(step) = step else {
            let count = self.own.entry(processor).or_default();
            *count += 1;
            return [u64::MAX, processor, *count].into_iter().fold(seed, mixed);
        };
        if self.step != step {
            self.step = step;
            self.in_step.clear();
        }
        let count = self.in_step.entry(processor).or_default();
        *count += 1;
        [step, processor, *count].into_iter().fold(seed, mixed)
    }
}

/// Both, mixed with the finaliser of splitmix64.
fn mixed(state: u64, next: u64) -> u64 {
    let mut mixed = state
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        .wrapping_add(next)
        .wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}
