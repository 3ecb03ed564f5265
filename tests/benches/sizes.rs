//! Which sizes are measured.

use crate::work::Work;

/// Sizes up to this power of two are measured unless the environment asks for more.
const USUAL_LARGEST: u32 = 20;

/// The variable that asks: `PRAM_BENCH_LARGEST=2^24`.
const LARGEST: &str = "PRAM_BENCH_LARGEST";

/// The sizes of a work, as powers of two.
pub fn exponents(work: &Work) -> impl Iterator<Item = u32> {
    let largest = match std::env::var(LARGEST) {
        Ok(text) => exponent(&text),
        Err(_) => USUAL_LARGEST.min(work.usual_largest),
    };
    work.exponents
        .iter()
        .copied()
        .filter(move |exponent| *exponent <= largest)
}

fn exponent(text: &str) -> u32 {
    let digits = text.strip_prefix("2^").unwrap_or(text);
    digits
        .parse()
        .unwrap_or_else(|_| panic!("{LARGEST} is a power of two such as 2^22, not `{text}`"))
}

/// Whether the command line asks for this benchmark: `cargo bench -- prescan/2^14`.
pub fn is_asked_for(name: &str) -> bool {
    let filter = std::env::args()
        .skip(1)
        .find(|argument| !argument.starts_with('-'));
    filter.is_none_or(|filter| name.contains(&filter) || filter.starts_with(name))
}
