//! Every keyword in both vocabularies: one row each.
//!
//! From this table come the rules of `grammar/keyword.pest` and the lists of keywords in the cheat
//! sheets (`UPDATE_KEYWORDS=1` writes them, a test compares), what the parser makes of a rule, the
//! formatter's translation, and the colours of the playground.

use std::collections::HashMap;
use std::sync::LazyLock;

macro_rules! keywords {
    ($($class:ident {
        $($variant:ident $name:literal $standing:ident $croatian:expr, $english:expr;)*
    })*) => {
        /// What a keyword means, whichever vocabulary it is taken from.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Concept {
            $($(#[doc = concat!("`", $name, "`")] $variant,)*)*
        }

        /// The table.
        pub const KEYWORDS: &[Keyword] = &[
            $($(Keyword {
                concept: Concept::$variant,
                name: $name,
                class: Class::$class,
                standing: Standing::$standing,
                croatian: &$croatian,
                english: &$english,
            },)*)*
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
    /// Where it is used.
    pub class: Class,
    /// Whether it may be a name, too.
    pub standing: Standing,
    /// Croatian spellings; the first is the one to write.
    pub croatian: &'static [&'static str],
    /// English spellings; the first is the one to write.
    pub english: &'static [&'static str],
}

impl Keyword {
    /// All its spellings; one that both vocabularies have is there twice.
    pub fn spellings(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.croatian.iter().chain(self.english).copied()
    }
}

/// Where a keyword is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// It begins an item of a file, or belongs to one.
    Item,
    /// It belongs to the head of a block, a loop or a branch.
    Construct,
    /// A noun in the head of a parallel block.
    Noun,
    /// It begins a simple statement.
    Statement,
    /// It belongs to a message.
    Message,
    /// It says in which processors the cells of an array lie.
    Distribution,
    /// It is a value.
    Value,
    /// It ends a construct; its two halves may be written apart.
    End,
}

impl Class {
    /// What an editor calls it that has the tags of Lezer.
    pub fn highlighting(self) -> &'static str {
        match self {
            Self::Item => "definitionKeyword",
            Self::Construct | Self::End => "controlKeyword",
            Self::Noun | Self::Statement | Self::Message | Self::Distribution => "keyword",
            Self::Value => "bool",
        }
    }
}

/// Whether a keyword may be a name, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Never: it begins, divides or ends a statement wherever it is.
    Reserved,
    /// Where no statement of its own follows.
    Free,
}

keywords! {
    Item {
        Algorithm "algorithm" Reserved ["algoritam"], ["algorithm"];
        Program "program" Free ["program"], ["program"];
        Machine "machine" Free ["stroj"], ["machine"];
        Include "include" Free ["ukljuci", "uključi"], ["include"];
        Input "input" Free ["ulaz"], ["input"];
        Claim "claim" Free ["tvrdnja"], ["claim"];
        Passes "passes" Free ["prolaza", "iteracija"], ["iterations", "turns"];
        Issued "issued" Free ["izdano"], ["issued"];
        Transactions "transactions" Free ["transakcija"], ["transactions"];
        Conflicts "conflicts" Free ["sukoba"], ["conflicts"];
        Divergent "divergent" Free ["razilazenja", "razilaženja"], ["divergent"];
        Launches "launches" Free ["pokretanja"], ["launches"];
        Sequential "sequential" Free ["slijedno"], ["sequential"];
        Neutral "neutral" Free ["neutralni"], ["neutral"];
    }
    Construct {
        Parallel "parallel" Reserved ["paralelno"], ["parallel"];
        Async "async" Free ["asinkrono"], ["async"];
        Tasks "tasks" Free ["zadaci"], ["tasks"];
        Each "each" Free ["svaki", "svaku", "svako"], ["each"];
        Repeat "repeat" Reserved ["ponovi"], ["repeat"];
        For "for" Reserved ["za"], ["for"];
        While "while" Reserved ["dok"], ["while"];
        Times "times" Free ["puta"], ["times"];
        From "from" Free ["od"], ["from"];
        To "to" Free ["do"], ["to"];
        Step "step" Free ["korak"], ["step"];
        If "if" Reserved ["ako"], ["if"];
        Then "then" Reserved ["onda"], ["then"];
        Else "else" Reserved ["inace", "inače"], ["else"];
    }
    Noun {
        Index "index" Free ["indeks"], ["index"];
        Processor "processor" Free ["procesor"], ["processor"];
        Element "element" Free ["element"], ["element"];
        GroupRange "group_range" Free ["grupu", "grupa"], ["group"];
        ItemRange "item_range" Free ["dretvu", "dretva", "jedinicu", "jedinica"], ["item", "thread"];
    }
    Statement {
        Array "array" Free ["polje"], ["array"];
        Local "local" Free ["lokalno"], ["local"];
        Shared "shared" Free ["globalno"], ["shared"];
        Group "group" Free ["grupno"], ["group"];
        Return "return" Reserved ["vrati"], ["return"];
        Break "break" Reserved ["prekini"], ["break"];
        Continue "continue" Reserved ["nastavi"], ["continue"];
        Barrier "barrier" Free ["ograda"], ["barrier"];
        WarpBarrier "warp_barrier" Free ["ograda_vala"], ["warp_barrier"];
        Atomic "atomic" Free ["nedjeljivo"], ["atomic"];
        Print "print" Free ["ispisi", "ispiši"], ["print"];
        Assert "assert" Free ["tvrdi"], ["assert"];
        Output "output" Free ["izlaz"], ["output"];
    }
    Message {
        Send "send" Free ["posalji", "pošalji"], ["send"];
        SendNow "send_now" Free ["posalji_odmah", "pošalji_odmah"], ["send_now"];
        SendSync "send_sync" Free ["posalji_sinkrono", "pošalji_sinkrono"], ["send_sync"];
        Receive "receive" Free ["primi"], ["receive", "recv"];
        Towards "towards" Free ["prema"], ["to"];
        Anyone "anyone" Free ["bilo_koga"], ["anyone"];
        As "as" Free ["kao"], ["as"];
        Tag "tag" Free ["oznaka"], ["tag"];
        Channel "channel" Free ["kanal"], ["channel"];
    }
    Distribution {
        By "by" Free ["po"], ["by"];
        Blocks "blocks" Free ["blokovima"], ["blocks"];
        Turns "turns" Free ["redom"], ["turns"];
        Rows "rows" Free ["recima"], ["rows"];
        Columns "columns" Free ["stupcima"], ["columns"];
        Squares "squares" Free ["kvadratima"], ["squares"];
        On "on" Free ["na"], ["on"];
    }
    Value {
        True "true" Reserved ["istina"], ["true"];
        False "false" Reserved ["laz", "laž"], ["false"];
    }
    End {
        EndAlgorithm "end_algorithm" Reserved ["kraj_algoritma"], ["end_algorithm"];
        EndProgram "end_program" Reserved ["kraj_programa"], ["end_program"];
        EndParallel "end_parallel" Reserved ["kraj_paralelno"], ["end_parallel"];
        EndRepeat "end_repeat" Reserved ["kraj_ponovi"], ["end_repeat"];
        EndIf "end_if" Reserved ["kraj_ako"], ["end_if"];
    }
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
        // Of a spelling in two rows the first one counts: a later entry replaces an earlier one.
        let entries = (KEYWORDS.iter().rev())
            .flat_map(|row| row.spellings().map(|spelling| (spelling, row.concept)));
        entries.collect()
    });
    CONCEPTS.get(word).copied()
}

/// The keyword that the rule of this name in the grammar reads: `kw_parallel`.
pub fn of_rule(rule: &str) -> Option<Concept> {
    let name = rule.strip_prefix("kw_")?;
    let row = KEYWORDS.iter().find(|row| row.name == name)?;
    Some(row.concept)
}

/// The keyword that a misspelt word probably is: another case, or one letter changed, missing, doubled or
/// swapped with its neighbour, of longer words two.
pub fn nearest(word: &str) -> Option<&'static str> {
    let word: String = word.to_lowercase().chars().take(LONGEST + 3).collect();
    let length = word.chars().count();
    let limit = match length {
        0..3 => 0,
        3..6 => 1,
        _ => 2,
    };
    let spellings = KEYWORDS.iter().flat_map(Keyword::spellings);
    // Two short words differ in one letter by chance.
    let spellings = spellings
        .filter(|spelling| length > 3 || spelling.chars().count() > length || **spelling == word);
    let near = spellings.map(|spelling| (strsim::osa_distance(&word, spelling), spelling));
    let (distance, spelling) = near.min()?;
    (distance <= limit).then_some(spelling)
}

/// The end word that a mixture of both vocabularies means, in the vocabulary of what it ends: `kraj_parallel`,
/// `end_paralelno`; and the one that `fi` means.
pub fn ended(word: &str) -> Option<&'static str> {
    if word == "fi" {
        return Some(Concept::EndIf.keyword().english[0]);
    }
    let begun = word
        .strip_prefix("kraj")
        .or_else(|| word.strip_prefix("end"))?;
    let begun = begun.trim_start_matches('_');
    let is_end = |row: &&Keyword| row.class == Class::End;
    let ends = |spelling: &&str| spelling.rsplit('_').next() == Some(begun);
    let mut spellings = KEYWORDS.iter().filter(is_end).flat_map(Keyword::spellings);
    spellings.find(ends)
}

/// No keyword has more letters.
const LONGEST: usize = 24;
