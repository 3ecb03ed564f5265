//! Input data from a seed: random numbers, permutations, lists, trees.
//!
//! A generator is a pure function of its arguments, the lengths and the seed. Numbers are drawn from a
//! PCG stream and reduced to their range by our own code, so that a seed means the same data in every
//! release.

mod english;

use rand::{RngCore, SeedableRng};
use rand_pcg::Pcg64;

use super::value::ArrayValue;
use crate::language::{Language, Voice};
use crate::program::{Constant, Generator, Type};

/// Why a generator cannot produce values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum GeneratorError {
    /// Too few or too many arguments.
    Arguments { generator: Generator, given: usize },
    /// A bound that is no number.
    NotNumbers(Generator),
    /// The lower bound lies above the upper one.
    EmptyRange {
        generator: Generator,
        /// The lower bound.
        low: Constant,
        /// The upper bound.
        high: Constant,
    },
    /// A list or a tree with two dimensions.
    Dimensions {
        generator: Generator,
        /// Dimensions of the array.
        dimensions: usize,
    },
}

impl GeneratorError {
    /// The message, in one sentence.
    pub fn message(self, voice: Voice) -> String {
        match voice.language {
            Language::English | Language::Croatian => english::message(self, voice.vocabulary),
        }
    }
}

/// The seed of one array. It depends on the array's name, so that the order of the arrays does not
/// matter.
pub fn seed_for(seed: u64, name: &str) -> u64 {
    // FNV-1a over the name, then the splitmix64 finaliser over both.
    let hash = name.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    });
    let mut mixed = seed.wrapping_add(hash);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// Fills an array of these lengths. The caller has checked that it fits into memory.
pub fn generate(
    generator: Generator,
    arguments: &[Constant],
    dimensions: &[usize],
    seed: u64,
) -> Result<ArrayValue, GeneratorError> {
    let length = dimensions.iter().product();
    let mut draw = Draw(Pcg64::seed_from_u64(seed));
    let (element, words) = match generator {
        Generator::Random => draw.numbers(generator, arguments, length)?,
        Generator::Sorted => {
            let (element, mut words) = draw.numbers(generator, arguments, length)?;
            sort(element, &mut words);
            (element, words)
        }
        Generator::Constant => {
            let [value] = *arguments else {
                return Err(wrong_arguments(generator, arguments));
            };
            (value.ty(), vec![value.word(); length])
        }
        Generator::Iota | Generator::Permutation | Generator::List | Generator::Tree => {
            if !arguments.is_empty() {
                return Err(wrong_arguments(generator, arguments));
            }
            if matches!(generator, Generator::List | Generator::Tree) && dimensions.len() != 1 {
                return Err(GeneratorError::Dimensions {
                    generator,
                    dimensions: dimensions.len(),
                });
            }
            let words = match generator {
                Generator::Permutation => draw.permutation(length),
                Generator::List => draw.list(length),
                Generator::Tree => draw.tree(length),
                _ => (0..length as i64).collect(),
            };
            (Type::Int, words)
        }
    };
    Ok(ArrayValue {
        element,
        dimensions: dimensions.to_vec(),
        words,
        written: Vec::new(),
    })
}

fn wrong_arguments(generator: Generator, arguments: &[Constant]) -> GeneratorError {
    GeneratorError::Arguments {
        generator,
        given: arguments.len(),
    }
}

fn sort(element: Type, words: &mut [i64]) {
    match element {
        Type::Real => words.sort_unstable_by(|&left, &right| {
            f64::from_bits(left as u64).total_cmp(&f64::from_bits(right as u64))
        }),
        Type::Int | Type::Bool => words.sort_unstable(),
    }
}

/// A stream of random numbers.
struct Draw(Pcg64);

impl Draw {
    /// Uniform in `0..=last`, without bias (Lemire 2019).
    fn up_to(&mut self, last: u64) -> u64 {
        let Some(count) = last.checked_add(1) else {
            return self.0.next_u64();
        };
        let reject_below = count.wrapping_neg() % count;
        loop {
            let product = u128::from(self.0.next_u64()) * u128::from(count);
            if product as u64 >= reject_below {
                return (product >> 64) as u64;
            }
        }
    }

    /// Independent numbers, uniform between two bounds, both included; 0 … 10n−1 if `sortirano` names
    /// none. They are real if a bound is.
    fn numbers(
        &mut self,
        generator: Generator,
        arguments: &[Constant],
        length: usize,
    ) -> Result<(Type, Vec<i64>), GeneratorError> {
        let (low, high) = match *arguments {
            [low, high] => (low, high),
            [] if generator == Generator::Sorted => (
                Constant::Int(0),
                Constant::Int((length as i64).saturating_mul(10).max(1) - 1),
            ),
            _ => return Err(wrong_arguments(generator, arguments)),
        };
        let empty = GeneratorError::EmptyRange {
            generator,
            low,
            high,
        };
        if let (Constant::Int(low), Constant::Int(high)) = (low, high) {
            if low > high {
                return Err(empty);
            }
            let last = high.wrapping_sub(low) as u64;
            let words = (0..length).map(|_| low.wrapping_add(self.up_to(last) as i64));
            return Ok((Type::Int, words.collect()));
        }
        let (Some(low), Some(high)) = (real(low), real(high)) else {
            return Err(GeneratorError::NotNumbers(generator));
        };
        if low > high {
            return Err(empty);
        }
        let words = (0..length).map(|_| {
            // 53 random bits: every multiple of 2^-53 in [0, 1). The weighted sum of both bounds avoids
            // the overflow of the difference of very large ones.
            let part = (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
            Constant::Real((low * (1.0 - part) + high * part).clamp(low, high)).word()
        });
        Ok((Type::Real, words.collect()))
    }

    /// Fisher and Yates.
    fn permutation(&mut self, length: usize) -> Vec<i64> {
        let mut order: Vec<i64> = (0..length as i64).collect();
        for last in (1..length).rev() {
            let other = self.up_to(last as u64) as usize;
            order.swap(last, other);
        }
        order
    }

    /// A linked list through all indices in random order; −1 follows the last.
    fn list(&mut self, length: usize) -> Vec<i64> {
        let order = self.permutation(length);
        let mut next = vec![-1; length];
        for pair in order.windows(2) {
            next[pair[0] as usize] = pair[1];
        }
        next
    }

    /// A random recursive tree with its nodes renamed at random: the parent of each node was added
    /// before it.
    fn tree(&mut self, length: usize) -> Vec<i64> {
        let order = self.permutation(length);
        let mut parent = vec![-1; length];
        for child in 1..length {
            let above = self.up_to(child as u64 - 1) as usize;
            parent[order[child] as usize] = order[above];
        }
        parent
    }
}

fn real(constant: Constant) -> Option<f64> {
    match constant {
        Constant::Int(value) => Some(value as f64),
        Constant::Real(value) => Some(value),
        Constant::Bool(_) => None,
    }
}
