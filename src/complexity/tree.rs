//! Trees whose nodes have B children: their height, and the number of children of the root.
//!
//! Values are computed by multiplication, not by dividing logarithms: ⌈log 125/log 5⌉ is 3, regardless
//! of rounding.

use num_rational::Ratio;

/// A property of the tree with n leaves in which all nodes except the last of every level have B
/// children.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tree {
    /// log n/log B, which is an integer only for a full tree
    Height,
    /// ⌈log n/log B⌉
    Levels,
    /// ⌈n/B^(⌈log n/log B⌉ − 1)⌉: the number of children of the root
    Root,
}

impl Tree {
    /// The exact value. None if it is irrational or there is no such tree.
    pub fn exact(self, leaves: i64, children: i64) -> Option<Ratio<i128>> {
        if leaves < 1 || children < 2 {
            return None;
        }
        let (own, each) = (i128::from(leaves), i128::from(children));
        let (mut levels, mut capacity) = (0, 1);
        while capacity < own {
            capacity *= each;
            levels += 1;
        }
        match self {
            Self::Levels => Some(Ratio::from(levels)),
            Self::Height if capacity == own => Some(Ratio::from(levels)),
            // log 8/log 4 = 3/2
            Self::Height => {
                let are_powers = own.count_ones() == 1 && each.count_ones() == 1;
                let [above, below] = [own, each].map(|power| i128::from(power.ilog2()));
                are_powers.then(|| Ratio::new(above, below))
            }
            // B^(levels − 1) is capacity/B.
            Self::Root => Some(Ratio::new(own * each, capacity).ceil()),
        }
    }

    /// The value as a real number; it may be infinite or NaN.
    pub fn real(self, leaves: f64, children: f64) -> f64 {
        let height = leaves.log2() / children.log2();
        // An integer up to rounding is an integer.
        let nearest = height.round();
        let is_whole = (height - nearest).abs() < 1e-9;
        let levels = if is_whole { nearest } else { height.ceil() };
        match self {
            Self::Height => height,
            Self::Levels => levels,
            Self::Root => (leaves / children.powf(levels - 1.0)).ceil(),
        }
    }

    /// The spelling in the language.
    pub fn text(self, leaves: &str, children: &str) -> String {
        let height = format!("log({leaves})/log({children})");
        match self {
            Self::Height => height,
            Self::Levels => format!("ceil({height})"),
            Self::Root => format!("ceil({leaves}/{children}^(ceil({height}) - 1))"),
        }
    }
}
