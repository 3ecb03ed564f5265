//! Sentences of results with their formulas and code set as such: a formula looks the same in a
//! sentence as in a table.

use crate::present::document::formula::{Notation, typeset};
use crate::present::document::{Word, Words};
use crate::quantity::Measure;
use crate::result::study::{QuantityGrowth, Study};

/// The classes that sentences name.
const CLASSES: [&str; 3] = ["Θ(", "O(", "Ω("];

/// The functions of formulas that sentences name.
const FUNCTIONS: [&str; 6] = ["ceil", "floor", "log", "sqrt", "min", "max"];

/// The sentences of a study.
pub struct Prose {
    /// The formulas that they may hold, the longest first.
    formulas: Vec<String>,
}

impl Prose {
    pub fn of(study: &Study) -> Self {
        let mut all: Vec<&QuantityGrowth> = Vec::new();
        for unit in study.units().iter().copied() {
            for measure in Measure::IN_UNITS {
                all.push(study.formulas.get(measure).get(unit));
            }
            all.extend(study.sequential.formulas.get(unit));
        }
        all.extend(&study.processors);
        all.extend(study.counts.values());
        // `T rounds = ceil(log n)`: what the evidence repeats of a claim.
        let claimed = (study.claims.iter()).filter_map(|claim| claim.claim.split_once('='));
        let claimed = claimed.map(|(_, formula)| formula.trim().to_owned());
        Self::with(all, claimed)
    }

    /// Those about some formulas.
    pub fn of_formulas<'f>(formulas: impl IntoIterator<Item = &'f QuantityGrowth>) -> Self {
        Self::with(formulas, std::iter::empty())
    }

    fn with<'f>(
        all: impl IntoIterator<Item = &'f QuantityGrowth>,
        claimed: impl Iterator<Item = String>,
    ) -> Self {
        let parts = all.into_iter().flat_map(|formula| {
            let classes = [&formula.theta, &formula.upper, &formula.lower];
            let parts = classes.into_iter().chain([&formula.formula]);
            parts.flatten().cloned()
        });
        let mut formulas: Vec<String> = parts.chain(claimed).collect();
        // A name or a number by itself may be a word of the sentence.
        formulas.retain(|formula| {
            formula.contains(|c: char| !c.is_alphanumeric() && c != '_')
                && typeset(formula, Notation::Html).is_some()
        });
        formulas.sort_by_key(|formula| std::cmp::Reverse(formula.len()));
        formulas.dedup();
        Self { formulas }
    }

    /// The sentence in words.
    pub fn words(&self, sentence: &str) -> Words {
        let mut words = Words::new();
        let mut rest = sentence;
        let mut before = None;
        while let Some(next) = rest.chars().next() {
            let (taken, found) = self.piece(rest, before);
            if found.is_empty() {
                match words.last_mut() {
                    Some(Word::Plain(text)) => text.push(next),
                    _ => words.push(Word::Plain(next.to_string())),
                }
            } else {
                words.extend(found);
            }
            before = rest[..taken].chars().next_back();
            rest = &rest[taken..];
        }
        words
    }

    /// How much of the text is its first character, or a piece that is no plain text.
    fn piece(&self, text: &str, before: Option<char>) -> (usize, Words) {
        let one = text.chars().next().map_or(0, char::len_utf8);
        if let Some(code) = text.strip_prefix('`')
            && let Some((code, _)) = code.split_once('`')
        {
            return (code.len() + 2, vec![Word::Code(code.to_owned())]);
        }
        if before.is_some_and(continues) {
            return (one, Words::new());
        }
        for class in CLASSES {
            let Some(rest) = text.strip_prefix(class) else {
                continue;
            };
            let Some(inside) = balanced(rest) else {
                continue;
            };
            if typeset(inside, Notation::Html).is_some() {
                let taken = class.len() + inside.len() + 1;
                let inside = inside.to_owned();
                let words = match class {
                    "Θ(" => vec![Word::Theta(inside)],
                    _ => vec![
                        Word::Plain(class.to_owned()),
                        Word::Formula(inside),
                        Word::Plain(")".to_owned()),
                    ],
                };
                return (taken, words);
            }
        }
        if let Some((taken, words)) = condition(text) {
            return (taken, words);
        }
        if let Some(power) = power(text) {
            return (power.len(), vec![Word::Formula(power.to_owned())]);
        }
        let is_whole = |formula: &&String| {
            (text.strip_prefix(formula.as_str()))
                .is_some_and(|rest| !rest.chars().next().is_some_and(continues))
        };
        match self.formulas.iter().find(is_whole) {
            Some(formula) => (formula.len(), vec![Word::Formula(formula.clone())]),
            None => match call(text) {
                Some(call) => (call.len(), vec![Word::Formula(call.to_owned())]),
                None => (one, Words::new()),
            },
        }
    }
}

/// Whether a formula beside this character is a part of something else.
fn continues(c: char) -> bool {
    c.is_alphanumeric() || "_*/^(".contains(c)
}

/// A condition on sizes at the beginning of a text, and how long it is: `n ≥ 1`, `n, m ≥ 1`, `n = 2^k`,
/// `n = 3·k`. Of several names each stands by itself.
fn condition(text: &str) -> Option<(usize, Words)> {
    let mut words = Words::new();
    let mut at = 0;
    loop {
        let rest = &text[at..];
        let name = name(rest)?;
        let behind = &rest[name.len()..];
        if let Some(next) = behind.strip_prefix(", ") {
            words.push(Word::Formula(name.to_owned()));
            words.push(Word::Plain(", ".to_owned()));
            at = text.len() - next.len();
            continue;
        }
        let relation = [" ≥ ", " ≤ ", " = "].into_iter();
        let mut relation = relation.filter(|relation| behind.starts_with(relation));
        let relation = relation.next()?;
        let bound = &behind[relation.len()..];
        let taken = match relation {
            " = " => multiple(bound).or_else(|| power(bound))?.len(),
            _ => bound.len() - bound.trim_start_matches(|c: char| c.is_ascii_digit()).len(),
        };
        if taken == 0 || bound[taken..].chars().next().is_some_and(continues) {
            return None;
        }
        let end = at + name.len() + relation.len() + taken;
        words.push(Word::Formula(text[at..end].to_owned()));
        return Some((end, words));
    }
}

/// The name at the beginning of a text: of sizes, so that it begins with a small letter.
fn name(text: &str) -> Option<&str> {
    let end = text
        .find(|c: char| !c.is_alphanumeric())
        .unwrap_or(text.len());
    text.starts_with(char::is_lowercase).then(|| &text[..end])
}

/// A multiple such as `3·k` at the beginning of a text.
fn multiple(text: &str) -> Option<&str> {
    let (factor, rest) = text.split_once('·')?;
    let is_number = !factor.is_empty() && factor.chars().all(|c| c.is_ascii_digit());
    let letter = rest.chars().next().filter(char::is_ascii_lowercase)?;
    is_number.then(|| &text[..factor.len() + '·'.len_utf8() + letter.len_utf8()])
}

/// A function of a formula with its argument at the beginning of a text: `ceil(log(log(n)))`.
fn call(text: &str) -> Option<&str> {
    let (function, rest) = text.split_once('(')?;
    if !FUNCTIONS.contains(&function) {
        return None;
    }
    let call = &text[..function.len() + balanced(rest)?.len() + 2];
    typeset(call, Notation::Html).map(|_| call)
}

/// A power such as `2^k` at the beginning of a text, which the letter ends.
fn power(text: &str) -> Option<&str> {
    let (base, rest) = text.split_once('^')?;
    let is_name = !base.is_empty() && base.chars().all(|c| c.is_ascii_alphanumeric());
    let mut behind = rest.chars();
    let exponent = behind.next().filter(char::is_ascii_lowercase)?;
    let is_whole = is_name && !behind.next().is_some_and(continues);
    is_whole.then(|| &text[..base.len() + 1 + exponent.len_utf8()])
}

/// What stands before the bracket that closes.
fn balanced(text: &str) -> Option<&str> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return Some(&text[..at]),
            ')' => depth -= 1,
            _ => {}
        }
    }
    None
}
