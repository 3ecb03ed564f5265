//! No formula of a random program differs from a counted run.
//!
//! `DERIVATIONS=5000 cargo test derivation::random` tries more of them.

use pram::quantity::Quantity;
use pram::result::derivation::MeasureDerivation;

use pram::pipeline::machine::{AskedMachine, MachineKind};
use pram::pipeline::{Branches, Options};

use super::generator::Loops;
use super::{
    asynchronous_generator, block_generator, derived_with, generator, recursion_generator,
};
use crate::cases::{cases, number};
use crate::files::NoFiles;

/// Programs that are tried where nothing else is said.
const USUAL_COUNT: u32 = 120;
/// The same of each other kind.
const SCALARS_COUNT: u32 = 60;
const ASYNCHRONOUS_COUNT: u32 = 40;
const RECURSIONS_COUNT: u32 = 60;

/// What came of some programs.
#[derive(Default)]
pub(super) struct Tally {
    found: usize,
    all: usize,
    sizes: usize,
    wrong: Vec<String>,
}

impl Tally {
    pub fn add(&mut self, seed: u64, text: &str, options: Options) {
        let (derivation, _) =
            derived_with("random.pram", text, &Quantity::all(), &NoFiles, options)
                .unwrap_or_else(|problems| panic!("seed {seed}: {problems}\n{text}"));
        for (quantity, derived) in &derivation.measures {
            self.all += 1;
            if let MeasureDerivation::Found(compared) = derived {
                self.found += 1;
                self.sizes += compared.sizes;
                if let Some(numbers) = &compared.differs {
                    let cost = &compared.found.cost;
                    let place =
                        format!("seed {seed}, {quantity:?} for {numbers:?}\n{text}{cost:?}");
                    self.wrong.push(place);
                }
            }
        }
    }

    pub fn has_nothing_wrong(&self) {
        let wrong = self.wrong.join("\n");
        assert!(
            self.wrong.is_empty(),
            "{} wrong:\n{wrong}",
            self.wrong.len()
        );
    }

    fn is_right(&self) {
        self.has_nothing_wrong();
        let (found, all, sizes) = (self.found, self.all, self.sizes);
        assert!(
            2 * found > all,
            "only {found} of {all} formulas were derived"
        );
        assert!(
            sizes > 5 * found,
            "{found} formulas were compared at {sizes} sizes only"
        );
    }
}

fn seeds(all: u32) -> std::ops::Range<u64> {
    let first = number("DERIVATIONS_FROM").unwrap_or(0);
    first..first + u64::from(cases("DERIVATIONS", all))
}

#[test]
fn formulas_of_random_programs_are_right() {
    let mut tally = Tally::default();
    for seed in seeds(USUAL_COUNT) {
        tally.add(
            seed,
            &generator::program(seed, Loops::Counted),
            Options::default(),
        );
    }
    tally.is_right();
}

/// Blocks whose processors make different turns of loops, and meet in the same statements.
#[test]
fn formulas_of_loops_in_blocks_are_right() {
    let mut tally = Tally::default();
    for seed in seeds(USUAL_COUNT) {
        tally.add(seed, &block_generator::program(seed), Options::default());
    }
    tally.is_right();
}

/// Loops whose turns change scalars, or leave them to the next.
#[test]
fn formulas_of_scalars_in_loops_are_right() {
    let mut tally = Tally::default();
    for seed in seeds(SCALARS_COUNT) {
        let text = generator::program(seed, Loops::Carrying);
        tally.add(seed, &text, Options::default());
    }
    tally.is_right();
}

/// Three inputs of any size, which conditions test and loops turn by.
#[test]
fn formulas_of_several_inputs_are_right() {
    let mut tally = Tally::default();
    for seed in seeds(USUAL_COUNT) {
        let text = generator::program(seed, Loops::Sized);
        tally.add(seed, &text, Options::default());
    }
    tally.is_right();
}

/// Conditions on digits, distances and squares of indices, and loops up to a square root.
#[test]
fn formulas_of_digits_and_squares_are_right() {
    let mut tally = Tally::default();
    for seed in seeds(USUAL_COUNT) {
        let text = generator::program(seed, Loops::Digits);
        tally.add(seed, &text, Options::default());
    }
    tally.is_right();
}

/// Turns, loops and calls that end early; conditions on remainders, and on two things.
#[test]
fn formulas_of_programs_that_leave_early_are_right() {
    let mut tally = Tally::default();
    for seed in seeds(USUAL_COUNT) {
        let text = generator::program(seed, Loops::Leaving);
        tally.add(seed, &text, Options::default());
    }
    tally.is_right();
}

/// Blocks on fewer processors than they have: each step by Brent's principle, the groups of a branch together.
#[test]
fn formulas_of_scheduled_programs_are_right() {
    let mut tally = Tally::default();
    for seed in seeds(USUAL_COUNT) {
        let options = Options {
            processors: Some(1 + seed % 3),
            ..Options::default()
        };
        tally.add(seed, &generator::program(seed, Loops::Leaving), options);
    }
    tally.is_right();
}

/// The sides of branches one after the other.
#[test]
fn formulas_of_serial_branches_are_right() {
    let mut tally = Tally::default();
    for seed in seeds(SCALARS_COUNT) {
        let options = Options {
            branches: Branches::Simd,
            ..Options::default()
        };
        for loops in [Loops::Leaving, Loops::Digits] {
            tally.add(seed, &generator::program(seed, loops), options.clone());
        }
    }
    tally.is_right();
}

/// Algorithms that call themselves.
#[test]
fn formulas_of_recursions_are_right() {
    let mut tally = Tally::default();
    for seed in seeds(RECURSIONS_COUNT) {
        let text = recursion_generator::program(seed);
        tally.add(seed, &text, Options::default());
    }
    tally.is_right();
}

/// The same programs on the asynchronous machine, where each statement is adapted, also with conditions on
/// digits and remainders.
#[test]
fn formulas_on_the_asynchronous_machine_are_right() {
    let mut tally = Tally::default();
    for seed in seeds(ASYNCHRONOUS_COUNT) {
        let options = Options {
            machine: Some(AskedMachine::Shared(MachineKind::Apram)),
            ..Options::default()
        };
        for loops in [Loops::Counted, Loops::Digits] {
            tally.add(seed, &generator::program(seed, loops), options.clone());
        }
    }
    tally.is_right();
}

/// Asynchronous blocks, in which each processor goes its own way between the barriers.
#[test]
fn formulas_of_asynchronous_blocks_are_right() {
    let mut tally = Tally::default();
    for seed in seeds(ASYNCHRONOUS_COUNT) {
        let text = asynchronous_generator::program(seed, Loops::Counted);
        tally.add(seed, &text, Options::default());
    }
    tally.is_right();
}

/// Loops whose turns depend on data, and are bounded by the file, on both machines.
#[test]
fn bounds_from_claimed_turns_are_right() {
    let mut tally = Tally::default();
    for seed in seeds(ASYNCHRONOUS_COUNT) {
        let text = generator::program(seed, Loops::Claimed);
        for machine in [None, Some(AskedMachine::Shared(MachineKind::Apram))] {
            let options = Options {
                machine,
                ..Options::default()
            };
            tally.add(seed, &text, options);
        }
        let text = asynchronous_generator::program(seed, Loops::Claimed);
        tally.add(seed, &text, Options::default());
    }
    tally.is_right();
}

/// Once the limit on questions about signs is reached, none is answered any more: the range from 1 to 3
/// of the last block was then taken for one that runs down and has no processors.
#[test]
fn the_limit_on_questions_empties_no_range() {
    let text = "machine CRCW;\ninput n = 8;\n\
        input a = 2;\n\
        input b = 3;\n\
        input A[n] = random(0, 9);\n\
        algorithm f(A[], n, a, b)\n\
        for d0 = 2 to ceil(log n) - 1 step 2 {\n\
        for d1 = 0 to floor(log n) - 1\n\
        parallel (for each i1 from 2^d1 + 1 to n-1 step 2)\n\
        if (i1 mod 2 == a mod 2) {\n\
        }\n\
        end_parallel\n\
        }\n\
        parallel (for each i0 from 1 to 3)\n\
        A[(n + i0) mod n] = max(A[(0 + i0) mod n], 3);\n\
        if (n < 4) {\n\
        } else {\n\
        for k2 = 0 to min(n, a) {\n\
        if (k2 >= b) {\n\
        }\n\
        }\n\
        }\n\
        end_parallel\nend_algorithm\n";
    let mut tally = Tally::default();
    tally.add(1_004_974, text, Options::default());
    tally.has_nothing_wrong();
}
