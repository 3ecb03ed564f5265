//! Whatever the text, checking it ends, without a panic.

use std::path::Path;

/// A small generator of its own, so that the mutations stay the same (Knuth's MMIX constants).
struct Draw(u64);

impl Draw {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

/// Words, numbers and signs, with the space behind them.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut start = 0;
    let mut before = ' ';
    for (at, letter) in text.char_indices() {
        let goes_on = letter.is_whitespace()
            || (letter.is_alphanumeric() || letter == '_') && (before.is_alphanumeric() || before == '_');
        if !goes_on && at > start {
            tokens.push(&text[start..at]);
            start = at;
        }
        before = letter;
    }
    tokens.push(&text[start..]);
    tokens
}

#[test]
fn mutated_programs_are_checked_to_the_end() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/semantic");
    let texts: Vec<String> =
        super::programs(&folder).iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let rounds = std::env::var("PRAM_MUTATIONS").map_or(20, |rounds| rounds.parse().unwrap());
    let mut draw = Draw(7);
    for text in &texts {
        let original = tokens(text);
        for _ in 0..rounds {
            let mut mutated = original.clone();
            for _ in 0..=draw.below(3) {
                let (one, other) = (draw.below(mutated.len()), draw.below(mutated.len()));
                match draw.below(4) {
                    0 => mutated.swap(one, other),
                    1 => mutated[one] = mutated[other],
                    2 => mutated.insert(one, mutated[other]),
                    _ => {
                        mutated.remove(one);
                    }
                }
            }
            super::checked_whatever_the_syntax(&mutated.concat());
        }
    }
}
