//! Input data from a seed: random numbers, permutations, lists, trees.
//!
//! A generator is a pure function of its arguments, the lengths and the seed. Numbers are drawn
//! from a PCG stream by our own reduction, so that a seed means the same data in every release.

use rand::{RngCore, SeedableRng};
use rand_pcg::Pcg64;

use super::value::ArrayValue;
use crate::program::{Constant, Generator, Type};
use crate::semantic::generator_name;
use crate::syntax::vocabulary::Vocabulary;

/// Why a generator cannot give anything.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum GeneratorError {
    /// Too few or too many arguments.
    Arguments {
        /// Which generator.
        generator: Generator,
        /// How many arguments it was given.
        given: usize,
    },
    /// A bound that is no number.
    NotNumbers(Generator),
    /// The lower bound lies above the upper one.
    EmptyRange {
        /// Which generator.
        generator: Generator,
        /// The lower bound.
        low: Constant,
        /// The upper bound.
        high: Constant,
    },
    /// A list or a tree with two dimensions.
    Dimensions {
        /// Which generator.
        generator: Generator,
        /// Dimensions of the array.
        dimensions: usize,
    },
}

impl GeneratorError {
    /// Why there is no array, in one sentence.
    pub fn message(self, vocabulary: Vocabulary) -> String {
        let name = |generator| generator_name(generator, vocabulary);
        match self {
            Self::Arguments { generator, given } => {
                let (name, arguments) = (name(generator), arguments(generator));
                format!("`{name}` takes {arguments}, not {given}")
            }
            Self::NotNumbers(generator) => {
                format!("`{}` draws numbers, and a bool is not one", name(generator))
            }
            Self::EmptyRange {
                generator,
                low,
                high,
            } => format!(
                "`{}({}, {})` has nothing to draw from: the first bound lies above the second",
                name(generator),
                text(low),
                text(high)
            ),
            Self::Dimensions {
                generator,
                dimensions,
            } => format!(
                "`{}` fills an array of one dimension, and this one has {dimensions}",
                name(generator)
            ),
        }
    }
}

/// The seed of one array, so that each is independent of the order of the others.
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

/// An array of these lengths as the generator fills it. The caller has checked that it fits
/// into memory.
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

fn arguments(generator: Generator) -> &'static str {
    match generator {
        Generator::Random => "two arguments (the least and the greatest number)",
        Generator::Sorted => "two arguments (the least and the greatest number) or none",
        Generator::Constant => "one argument",
        _ => "no arguments",
    }
}

fn text(constant: Constant) -> String {
    match constant {
        Constant::Int(value) => value.to_string(),
        Constant::Real(value) => format!("{value:?}"),
        Constant::Bool(value) => value.to_string(),
    }
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

/// Streams that run side by side: a step of one need not wait for that of another.
const LANES: usize = 4;
/// Numbers of a stream before it jumps over those of the others.
const LANE: usize = 512;
/// Numbers of a block.
const BLOCK: usize = LANES * LANE;
/// Ranges of more numbers reject draws too often for blocks of them.
const WIDEST: u64 = 1 << 48;

/// A stream of random numbers.
struct Draw(Pcg64);

impl Draw {
    /// Uniform in `0..=last`, without bias: Lemire, "Fast Random Integer Generation in an
    /// Interval", 2019. What is rejected lies below `2^64 mod count`, so a division is needed only
    /// for what lies below `count`.
    #[inline]
    fn up_to(&mut self, last: u64) -> u64 {
        let Some(count) = last.checked_add(1) else {
            return self.0.next_u64();
        };
        loop {
            let product = u128::from(self.0.next_u64()) * u128::from(count);
            let low = product as u64;
            if low >= count || low >= count.wrapping_neg() % count {
                return (product >> 64) as u64;
            }
        }
    }

    /// The next numbers of the stream, raw.
    fn raw(&mut self, block: &mut [i64; BLOCK]) {
        let mut lanes: [Pcg64; LANES] = std::array::from_fn(|lane| {
            let mut stream = self.0.clone();
            stream.advance((lane * LANE) as u128);
            stream
        });
        let (first, rest) = block.split_at_mut(LANE);
        let (second, rest) = rest.split_at_mut(LANE);
        let (third, fourth) = rest.split_at_mut(LANE);
        for (((first, second), third), fourth) in
            (first.iter_mut().zip(second).zip(third)).zip(fourth)
        {
            *first = lanes[0].next_u64() as i64;
            *second = lanes[1].next_u64() as i64;
            *third = lanes[2].next_u64() as i64;
            *fourth = lanes[3].next_u64() as i64;
        }
        let [.., last] = lanes;
        self.0 = last;
    }

    /// So many numbers, each from one draw: `of_draw` gives none where the draw is rejected or may
    /// be, and then the block is drawn again by `one` number after the other.
    fn fill(
        &mut self,
        length: usize,
        of_draw: impl Fn(u64) -> (i64, bool),
        mut one: impl FnMut(&mut Self) -> i64,
    ) -> Vec<i64> {
        let mut words = vec![0; length];
        let (blocks, rest) = words.as_chunks_mut::<BLOCK>();
        for block in blocks {
            let before = self.0.clone();
            self.raw(block);
            let mut is_sure = true;
            for word in block.iter_mut() {
                let (value, is_accepted) = of_draw(*word as u64);
                *word = value;
                is_sure &= is_accepted;
            }
            if !is_sure {
                self.0 = before;
                block.fill_with(|| one(self));
            }
        }
        rest.fill_with(|| one(self));
        words
    }

    /// Ints between two bounds, both included.
    fn ints(&mut self, low: i64, high: i64, length: usize) -> Vec<i64> {
        let last = high.wrapping_sub(low) as u64;
        let one = |draw: &mut Self| low.wrapping_add(draw.up_to(last) as i64);
        if last >= WIDEST {
            return (0..length).map(|_| one(self)).collect();
        }
        let count = last + 1;
        let of_draw = |raw: u64| {
            let product = u128::from(raw) * u128::from(count);
            let value = low.wrapping_add((product >> 64) as i64);
            (value, product as u64 >= count)
        };
        self.fill(length, of_draw, one)
    }

    /// Reals between two bounds, both included: 53 random bits, every multiple of 2^-53 in [0, 1).
    fn reals(&mut self, low: f64, high: f64, length: usize) -> Vec<i64> {
        // Weighing both ends keeps the difference of very large bounds from overflowing.
        let of_raw = |raw: u64| {
            let part = (raw >> 11) as f64 / (1_u64 << 53) as f64;
            Constant::Real((low * (1.0 - part) + high * part).clamp(low, high)).word()
        };
        let one = |draw: &mut Self| of_raw(draw.0.next_u64());
        self.fill(length, |raw| (of_raw(raw), true), one)
    }

    /// Independent and uniform between two bounds, both included; 0 … 10n−1 where `sortirano`
    /// names none. Real if a bound is.
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
            return Ok((Type::Int, self.ints(low, high, length)));
        }
        let (Some(low), Some(high)) = (real(low), real(high)) else {
            return Err(GeneratorError::NotNumbers(generator));
        };
        if low > high {
            return Err(empty);
        }
        Ok((Type::Real, self.reals(low, high, length)))
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

    /// A chain through all indices in random order; −1 follows the last.
    fn list(&mut self, length: usize) -> Vec<i64> {
        let order = self.permutation(length);
        let mut next = vec![-1; length];
        for pair in order.windows(2) {
            next[pair[0] as usize] = pair[1];
        }
        next
    }

    /// A random recursive tree under random names: each node hangs under one that came before it.
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
