//! What the fuzz targets do, on their corpus and on mutations of it that are the same every time.

#[path = "fuzz/exercise.rs"]
pub mod exercise;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::cases::number;

/// A fuzz target.
type Target = fn(&[u8]);

/// A pseudorandom sequence (splitmix64), the same on every run.
struct Draw(u64);

impl Draw {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) as usize % limit.max(1)
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz")
}

/// The corpus of a target, in the order of the files' names.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = folder().join("corpus").join(target);
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| std::fs::read(path).unwrap())
        .collect()
}

/// A stretch of bytes.
fn stretch(draw: &mut Draw, bytes: &[u8]) -> std::ops::Range<usize> {
    let start = draw.below(bytes.len() + 1);
    start..start + draw.below((bytes.len() - start).min(60) + 1)
}

/// What a fuzzer does to a text: a stretch is lost, doubled, taken from another text, a byte
/// changes, a word of the language appears.
fn mutated(draw: &mut Draw, bytes: &[u8], other: &[u8], words: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=draw.below(4) {
        let here = stretch(draw, &bytes);
        let with = match draw.below(5) {
            0 => Vec::new(),
            1 => bytes[here.clone()].repeat(2),
            2 => other[stretch(draw, other)].to_vec(),
            3 => words[draw.below(words.len())].clone(),
            _ => vec![draw.below(256) as u8],
        };
        let end = if draw.below(2) == 0 {
            here.start
        } else {
            here.end
        };
        bytes.splice(here.start..end, with);
    }
    bytes
}

/// The corpus and so many mutations of each of its texts, or as many as `FUZZ_MUTATIONS` says.
fn smoke(name: &str, target: Target, mutations: u32) {
    let mutations = number("FUZZ_MUTATIONS").unwrap_or(mutations);
    let corpus = corpus(name);
    assert!(corpus.len() > 50, "the corpus of {name} has been lost");
    let words: Vec<Vec<u8>> = words().into_iter().map(String::into_bytes).collect();
    let mut draw = Draw(1);
    for bytes in &corpus {
        target(bytes);
        for _ in 0..mutations {
            let other = &corpus[draw.below(corpus.len())];
            let bytes = mutated(&mut draw, bytes, other, &words);
            let caught = std::panic::catch_unwind(|| target(&bytes));
            assert!(
                caught.is_ok(),
                "{name}: {}",
                String::from_utf8_lossy(&bytes)
            );
        }
    }
}

#[test]
fn any_text_is_parsed_or_explained() {
    smoke("parse", exercise::parse, 3);
}

#[test]
fn any_program_is_classified_or_explained() {
    smoke("check", exercise::check, 2);
}

#[test]
fn any_program_runs_to_an_end_or_is_explained() {
    smoke("run", exercise::run, 1);
}

#[test]
fn any_program_is_laid_out_or_explained() {
    smoke("format", exercise::format, 1);
}

/// Every word and sign of the grammar that has two bytes or more; end words with `_` between
/// their halves.
fn words() -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for entry in std::fs::read_dir(folder().join("../../grammar")).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let rules = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        for rule in rules {
            // Every second part stands between quotes; a quote in a word is no word of interest.
            let parts: Vec<&str> = rule.split('"').collect();
            if rule.contains("\\\"") {
                continue;
            }
            for (at, word) in parts.iter().enumerate().skip(1).step_by(2) {
                words.insert((*word).to_owned());
                if parts.get(at + 1) == Some(&" ~ joint ~ ") {
                    words.insert(format!("{word}_{}", parts[at + 2]));
                }
            }
        }
    }
    words.retain(|word| word.len() >= 2 && !word.contains('\\'));
    words
}

/// The fuzzer takes its words from a file of its own; `UPDATE_DICTIONARY=1` writes it anew.
#[test]
fn the_dictionary_holds_the_words_of_the_grammar() {
    let mut dictionary = String::from(
        "# Every word of the grammar, for the fuzzer to build texts from. A test holds it to \
         grammar/.\n",
    );
    for word in words() {
        dictionary.push('"');
        for byte in word.bytes() {
            if (b' '..0x7F).contains(&byte) && !b"\"\\".contains(&byte) {
                dictionary.push(char::from(byte));
            } else {
                write!(dictionary, "\\x{byte:02x}").unwrap();
            }
        }
        dictionary.push_str("\"\n");
    }
    let path = folder().join("pram.dict");
    if std::env::var_os("UPDATE_DICTIONARY").is_some() {
        std::fs::write(&path, &dictionary).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap();
    assert_eq!(written, dictionary, "UPDATE_DICTIONARY=1 writes it anew");
}
