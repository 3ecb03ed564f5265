//! Which sizes are measured.

/// The variable that asks for more than the usual sizes: `PRAM_BENCH_LARGEST=2^24`.
const LARGEST: &str = "PRAM_BENCH_LARGEST";

/// Those of some sizes, all powers of two, that are to be measured.
pub fn up_to(exponents: &[u32], usual_largest: u32) -> impl Iterator<Item = u32> {
    let largest = std::env::var(LARGEST).map_or(usual_largest, |text| exponent(&text));
    let is_measured = move |exponent: &u32| *exponent <= largest;
    exponents.iter().copied().filter(is_measured)
}

fn exponent(text: &str) -> u32 {
    let digits = text.strip_prefix("2^").unwrap_or(text);
    digits
        .parse()
        .unwrap_or_else(|_| panic!("{LARGEST} is a power of two such as 2^22, not `{text}`"))
}

/// What the command line asks for: `cargo bench -- prescan/2^14`.
pub fn filter() -> Option<String> {
    std::env::args()
        .skip(1)
        .find(|argument| !argument.starts_with('-'))
}

/// Whether it asks for this benchmark.
pub fn is_asked_for(name: &str) -> bool {
    filter().is_none_or(|filter| name.contains(&filter) || filter.starts_with(name))
}
