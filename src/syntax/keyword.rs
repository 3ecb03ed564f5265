//! Every keyword in both vocabularies: one row each.
//!
//! `grammar/keyword.pest` holds the same spellings for the parser; a test compares the two.

use std::collections::HashMap;
use std::sync::LazyLock;

macro_rules! keywords {
    ($($variant:ident $name:literal $croatian:expr, $english:expr;)*) => {
        /// What a keyword means, whichever vocabulary it is taken from.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Concept {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
        }

        /// The table.
        pub const KEYWORDS: &[Keyword] = &[
            $(Keyword { concept: Concept::$variant, name: $name, croatian: &$croatian, english: &$english },)*
        ];
    };
}

/// A row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Keyword {
    /// What it means.
    pub concept: Concept,
    /// The name of its rule in the grammar, without `kw_`.
    pub name: &'static str,
    /// Croatian spellings; the first is the one to write.
    pub croatian: &'static [&'static str],
    /// English spellings; the first is the one to write.
    pub english: &'static [&'static str],
}

keywords! {
    Algorithm "algorithm" ["algoritam"], ["algorithm"];
    Program "program" ["program"], ["program"];
    Machine "machine" ["stroj"], ["machine"];
    Include "include" ["ukljuci", "uključi"], ["include"];
    Input "input" ["ulaz"], ["input"];
    Claim "claim" ["tvrdnja"], ["claim"];
    Passes "passes" ["prolaza"], ["turns"];
    Sequential "sequential" ["slijedno"], ["sequential"];
    Neutral "neutral" ["neutralni"], ["neutral"];

    Parallel "parallel" ["paralelno"], ["parallel"];
    Async "async" ["asinkrono"], ["async"];
    Tasks "tasks" ["zadaci"], ["tasks"];
    Each "each" ["svaki", "svaku", "svako"], ["each"];
    Repeat "repeat" ["ponovi"], ["repeat"];
    For "for" ["za"], ["for"];
    While "while" ["dok"], ["while"];
    Times "times" ["puta"], ["times"];
    From "from" ["od"], ["from"];
    To "to" ["do"], ["to"];
    Step "step" ["korak"], ["step"];
    If "if" ["ako"], ["if"];
    Then "then" ["onda"], ["then"];
    Else "else" ["inace", "inače"], ["else"];

    Index "index" ["indeks"], ["index"];
    Processor "processor" ["procesor"], ["processor"];
    Element "element" ["element"], ["element"];

    Array "array" ["polje"], ["array"];
    Local "local" ["lokalno"], ["local"];
    Shared "shared" ["globalno"], ["shared"];
    Return "return" ["vrati"], ["return"];
    Break "break" ["prekini"], ["break"];
    Continue "continue" ["nastavi"], ["continue"];
    Barrier "barrier" ["ograda"], ["barrier"];
    Print "print" ["ispisi", "ispiši"], ["print"];
    Assert "assert" ["tvrdi"], ["assert"];
    Output "output" ["izlaz"], ["output"];

    Send "send" ["posalji", "pošalji"], ["send"];
    SendNow "send_now" ["posalji_odmah", "pošalji_odmah"], ["send_now"];
    SendSync "send_sync" ["posalji_sinkrono", "pošalji_sinkrono"], ["send_sync"];
    Receive "receive" ["primi"], ["receive", "recv"];
    Towards "towards" ["prema"], ["to"];
    Anyone "anyone" ["bilo_koga"], ["anyone"];
    As "as" ["kao"], ["as"];
    Tag "tag" ["oznaka"], ["tag"];
    Channel "channel" ["kanal"], ["channel"];

    By "by" ["po"], ["by"];
    Blocks "blocks" ["blokovima"], ["blocks"];
    Turns "turns" ["redom"], ["turns"];
    Rows "rows" ["recima"], ["rows"];
    Columns "columns" ["stupcima"], ["columns"];
    Squares "squares" ["kvadratima"], ["squares"];
    On "on" ["na"], ["on"];

    True "true" ["istina"], ["true"];
    False "false" ["laz", "laž"], ["false"];

    EndAlgorithm "end_algorithm" ["kraj_algoritma"], ["end_algorithm"];
    EndProgram "end_program" ["kraj_programa"], ["end_program"];
    EndParallel "end_parallel" ["kraj_paralelno"], ["end_parallel"];
    EndRepeat "end_repeat" ["kraj_ponovi"], ["end_repeat"];
    EndIf "end_if" ["kraj_ako"], ["end_if"];
}

impl Concept {
    /// Its row.
    pub fn keyword(self) -> &'static Keyword {
        &KEYWORDS[self as usize]
    }
}

/// What the word means as a keyword, in either vocabulary.
pub fn find(word: &str) -> Option<Concept> {
    static CONCEPTS: LazyLock<HashMap<&str, Concept>> = LazyLock::new(|| {
        let spellings = |row: &'static Keyword| row.croatian.iter().chain(row.english);
        // Of a spelling in two rows the first one counts: a later entry replaces an earlier one.
        let entries = (KEYWORDS.iter().rev())
            .flat_map(|row| spellings(row).map(|spelling| (*spelling, row.concept)));
        entries.collect()
    });
    CONCEPTS.get(word).copied()
}

/// The keyword that a misspelt word probably is: another case, or one letter changed, missing,
/// doubled or swapped.
pub fn nearest(word: &str) -> Option<&'static str> {
    let spellings = || {
        KEYWORDS
            .iter()
            .flat_map(|row| row.croatian.iter().chain(row.english))
            .copied()
    };
    let word = word.to_lowercase();
    let limit = match word.chars().count() {
        0..4 => 0,
        4 | 5 => 1,
        _ => 2,
    };
    let near = spellings()
        .map(|spelling| (distance(&word, spelling), spelling))
        .min()?;
    (near.0 <= limit).then_some(near.1)
}

/// Levenshtein's distance.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().take(40).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &b) in other.iter().enumerate() {
            let changed = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}
