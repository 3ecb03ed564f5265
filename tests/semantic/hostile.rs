//! Whatever the text, checking it ends, without a panic.

use std::fmt::Write as _;
use std::path::Path;

/// A small generator of its own, so that the mutations stay the same (Knuth's MMIX constants).
struct Draw(u64);

impl Draw {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
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
            || (letter.is_alphanumeric() || letter == '_')
                && (before.is_alphanumeric() || before == '_');
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
    let texts: Vec<String> = super::programs(&folder)
        .iter()
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect();
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

#[test]
fn the_deepest_text_that_parses_is_checked() {
    for depth in [50, 100, 150, 200, 250, 300, 400] {
        let sums = format!("{}1{}", "1 + (not ".repeat(depth), ")".repeat(depth));
        let calls = format!("{}1{}", "f(".repeat(depth), ")".repeat(depth));
        let blocks = format!(
            "{}x = 1;{}",
            "ako (x > 0) { ".repeat(depth),
            "}".repeat(depth)
        );
        let chain = format!("x = 1{};", " and f(1)".repeat(depth * 20));
        let parallel = format!(
            "{}x = 1;{}",
            "paralelno (za svaki i od 0 do 1) ".repeat(depth),
            "kraj_paralelno ".repeat(depth)
        );
        for body in [
            format!("x = {sums};"),
            format!("x = {calls};"),
            blocks,
            chain,
            parallel,
        ] {
            let text =
                format!("algoritam f(x) vrati x; program x = 0; {body} izlaz x; kraj_programa");
            super::checked(&text);
        }
    }
}

#[test]
fn a_long_chain_of_types_takes_as_long_as_it_is() {
    let links = 12_000;
    let mut text = String::from("program\n");
    for link in 0..links {
        write!(text, "x{link} = 0; ").unwrap();
    }
    text.push_str("dok (x0 < 1) {\n");
    for link in 1..links {
        write!(text, "x{} = x{link}; ", link - 1).unwrap();
    }
    let last = links - 1;
    write!(text, "x{last} = 0.5; }}\nizlaz x0;\nkraj_programa\n").unwrap();
    let started = std::time::Instant::now();
    let shown = super::checked(&text);
    // One pass over the text for every link would take minutes.
    assert!(started.elapsed() < std::time::Duration::from_mins(1));
    assert!(
        shown.contains("x0.0: Control Real"),
        "the last type reaches the first scalar"
    );
}
