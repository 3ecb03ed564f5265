//! Words that agree with a number.

use crate::language::Language;
use crate::present::plot::number::grouped;

/// A word that agrees with a number: a noun that is counted, or the verb of such a noun.
#[derive(Debug, Clone, Copy)]
pub struct Agreeing {
    /// With 1, and with any other number.
    pub english: [&'static str; 2],
    /// With 1 and 21, with 2 to 4 and 22 to 24, and with any other number.
    pub croatian: [&'static str; 3],
}

impl Agreeing {
    /// Its form with a number: `processors`, `procesora`.
    pub fn with(&self, count: u64, language: Language) -> &'static str {
        match language {
            Language::English => self.english[usize::from(count != 1)],
            Language::Croatian => self.croatian[croatian_form(count)],
        }
    }

    /// The number and its form: `4 processors`, `4 procesora`.
    pub fn counted(&self, count: u64, language: Language) -> String {
        format!("{} {}", grouped(count), self.with(count, language))
    }
}

/// Which form of a word stands with a number in Croatian.
fn croatian_form(count: u64) -> usize {
    match (count % 10, count % 100) {
        (1, last) if last != 11 => 0,
        (2..=4, last) if !(12..=14).contains(&last) => 1,
        _ => 2,
    }
}

/// `processor`, `procesor`
pub const PROCESSOR: Agreeing = Agreeing {
    english: ["processor", "processors"],
    croatian: ["procesor", "procesora", "procesora"],
};

/// `task`, `zadatak`
pub const TASK: Agreeing = Agreeing {
    english: ["task", "tasks"],
    croatian: ["zadatak", "zadatka", "zadataka"],
};

/// `word`, `riječ`: what a message consists of.
pub const WORD: Agreeing = Agreeing {
    english: ["word", "words"],
    croatian: ["riječ", "riječi", "riječi"],
};

/// `message`, `poruka`
pub const MESSAGE: Agreeing = Agreeing {
    english: ["message", "messages"],
    croatian: ["poruka", "poruke", "poruka"],
};

/// `step`, `korak`
pub const STEP: Agreeing = Agreeing {
    english: ["step", "steps"],
    croatian: ["korak", "koraka", "koraka"],
};

/// `moment`, `trenutak`
pub const MOMENT: Agreeing = Agreeing {
    english: ["moment", "moments"],
    croatian: ["trenutak", "trenutka", "trenutaka"],
};
