//! The models of the synchronous PRAM: which concurrent accesses are legal, and which write wins.
//!
//! Definition (Fortune & Wyllie 1978; JáJá, An Introduction to Parallel Algorithms, ch. 1):
//! a step is a read phase, a computation and a write phase. Exclusive read: no cell is read by
//! two processors in one read phase. Exclusive write: no cell is written by two in one write
//! phase. A read and a write of one cell in one step never meet: reads come first.

use schemars::JsonSchema;
use serde::Serialize;

use std::fmt;

/// How concurrent writes into one cell end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum WriteRule {
    /// There are none: they are illegal.
    Exclusive,
    /// All must write the same value.
    Common,
    /// One of them wins, drawn from the seed.
    Arbitrary,
    /// The lowest processor number wins.
    Priority,
    /// Their sum.
    Sum,
    /// Their product.
    Product,
    /// Their maximum.
    Max,
    /// Their minimum.
    Min,
    /// Their conjunction (bitwise on ints).
    And,
    /// Their disjunction (bitwise on ints).
    Or,
    /// Their exclusive or (bitwise on ints).
    Xor,
}

impl WriteRule {
    /// Whether it makes one value of all, such as the greatest; else that of one of them stays.
    pub fn combines(self) -> bool {
        match self {
            Self::Sum
            | Self::Product
            | Self::Max
            | Self::Min
            | Self::And
            | Self::Or
            | Self::Xor => true,
            Self::Exclusive | Self::Common | Self::Arbitrary | Self::Priority => false,
        }
    }

    /// Whether it makes another value of several equal ones, such as their sum.
    pub fn changes_equal_values(self) -> bool {
        match self {
            Self::Sum | Self::Product | Self::Xor => true,
            Self::Exclusive
            | Self::Common
            | Self::Arbitrary
            | Self::Priority
            | Self::Max
            | Self::Min
            | Self::And
            | Self::Or => false,
        }
    }
}

/// A model of access.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Model {
    /// Whether several processors may read one cell in one step.
    pub concurrent_read: bool,
    /// What happens to concurrent writes.
    pub write: WriteRule,
}

const RULES: [(&str, WriteRule); 10] = [
    ("common", WriteRule::Common),
    ("arbitrary", WriteRule::Arbitrary),
    ("priority", WriteRule::Priority),
    ("sum", WriteRule::Sum),
    ("prod", WriteRule::Product),
    ("max", WriteRule::Max),
    ("min", WriteRule::Min),
    ("and", WriteRule::And),
    ("or", WriteRule::Or),
    ("xor", WriteRule::Xor),
];

impl Model {
    /// Exclusive read, exclusive write.
    pub const EREW: Self = Self {
        concurrent_read: false,
        write: WriteRule::Exclusive,
    };
    /// Concurrent read, exclusive write.
    pub const CREW: Self = Self {
        concurrent_read: true,
        write: WriteRule::Exclusive,
    };
    /// Concurrent read and write, one random winner: what `pram check` runs under.
    pub const UNRESTRICTED: Self = Self {
        concurrent_read: true,
        write: WriteRule::Arbitrary,
    };

    /// Whether processors must not meet in a cell at one moment: in writing it, with values that agree or
    /// not, or in reading it.
    pub fn forbids(self, writes: bool, agree: bool) -> bool {
        if !writes {
            return !self.concurrent_read;
        }
        self.write == WriteRule::Exclusive || self.write == WriteRule::Common && !agree
    }

    /// Reads `erew`, `crcw`, `ercw-max`, in any case. `crcw` alone is `crcw-arbitrary`.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.to_ascii_lowercase();
        let (base, rule) = match text.split_once('-') {
            Some((base, rule)) => (base, Some(rule)),
            None => (text.as_str(), None),
        };
        let concurrent_read = match base {
            "erew" | "ercw" => false,
            "crew" | "crcw" => true,
            _ => return None,
        };
        let write = match (&base[2..], rule) {
            ("ew", None) => WriteRule::Exclusive,
            ("cw", None) => WriteRule::Arbitrary,
            ("cw", Some(name)) => RULES.iter().find(|(known, _)| *known == name)?.1,
            _ => return None,
        };
        Some(Self {
            concurrent_read,
            write,
        })
    }

    /// The names of the rules for concurrent writes, as they stand behind the hyphen.
    pub fn rules_of_writes() -> impl Iterator<Item = &'static str> {
        RULES.iter().map(|(name, _)| *name)
    }

    /// Whether everything that is legal on `weaker` is legal on this model too.
    pub fn allows(self, weaker: Self) -> bool {
        let reads = self.concurrent_read || !weaker.concurrent_read;
        let writes = match weaker.write {
            WriteRule::Exclusive => true,
            WriteRule::Common => self.write != WriteRule::Exclusive,
            WriteRule::Arbitrary => !matches!(self.write, WriteRule::Exclusive | WriteRule::Common),
            // What the writes come to depends on the rule.
            rule => self.write == rule,
        };
        reads && writes
    }

    /// The weakest model for a run under `rule` that needed no more than this one, with the same
    /// result: where the rule decided what became of concurrent writes, it is named.
    #[must_use]
    pub fn with_result_of(self, rule: WriteRule) -> Self {
        let write = match (self.write, rule) {
            (WriteRule::Exclusive, _) => WriteRule::Exclusive,
            // Equal values give that value.
            (
                WriteRule::Common,
                WriteRule::Priority
                | WriteRule::Max
                | WriteRule::Min
                | WriteRule::And
                | WriteRule::Or,
            )
            | (_, WriteRule::Exclusive | WriteRule::Common | WriteRule::Arbitrary) => self.write,
            _ => rule,
        };
        Self { write, ..self }
    }

    /// The least model that allows what either allows; the write rule of this one is kept where
    /// it has one.
    #[must_use]
    pub fn joined(self, other: Self) -> Self {
        let write = match (self.write, other.write) {
            (WriteRule::Exclusive | WriteRule::Common, wider) => match (self.write, wider) {
                (WriteRule::Common, WriteRule::Exclusive) => WriteRule::Common,
                _ => wider,
            },
            (own, _) => own,
        };
        Self {
            concurrent_read: self.concurrent_read || other.concurrent_read,
            write,
        }
    }

    /// Every name that [`Model::parse`] reads, for messages and completions.
    pub fn names() -> Vec<String> {
        let mut names: Vec<String> = ["erew", "crew", "ercw", "crcw"].map(String::from).to_vec();
        for base in ["ercw", "crcw"] {
            names.extend(RULES.iter().map(|(rule, _)| format!("{base}-{rule}")));
        }
        names
    }
}

impl fmt::Display for WriteRule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = RULES.iter().find(|(_, rule)| rule == self);
        formatter.write_str(named.map_or("exclusive", |(name, _)| name))
    }
}

impl fmt::Display for Model {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.concurrent_read { "cr" } else { "er" })?;
        match self.write {
            WriteRule::Exclusive => formatter.write_str("ew"),
            rule => write!(formatter, "cw-{rule}"),
        }
    }
}

impl WriteRule {
    /// Whether the result of writes that meet is this rule's own: neither that of any of them nor
    /// the value on which they agree.
    pub fn decides(self) -> bool {
        !matches!(self, Self::Exclusive | Self::Common | Self::Arbitrary)
    }

    /// Whether writes that meet, legally under this rule and another one, may leave other values than under
    /// that.
    pub fn may_leave_others(self, other: Self) -> bool {
        match (self, other) {
            (Self::Exclusive, _) | (_, Self::Exclusive) => false,
            // All write the same.
            (Self::Common, rule) | (rule, Self::Common) => rule.changes_equal_values(),
            (one, other) => one != other,
        }
    }
}

/// Which accesses of a step happen at the same moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Simultaneity {
    /// All reads of a step are one moment, all writes another.
    #[default]
    Step,
    /// The k-th read of one processor meets only the k-th reads of the others.
    Access,
}

/// The weakest model that allows what was observed, under each simultaneity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Legality {
    /// Per step.
    pub step: Model,
    /// Per access.
    pub access: Model,
}

impl Legality {
    /// See [`Model::with_result_of`].
    #[must_use]
    pub fn with_result_of(self, rule: WriteRule) -> Self {
        Self {
            step: self.step.with_result_of(rule),
            access: self.access.with_result_of(rule),
        }
    }

    /// The model under one simultaneity.
    pub fn at(self, simultaneity: Simultaneity) -> Model {
        match simultaneity {
            Simultaneity::Step => self.step,
            Simultaneity::Access => self.access,
        }
    }
}
