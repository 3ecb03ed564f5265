//! The models of the synchronous PRAM: which concurrent accesses are legal, and which write wins.
//!
//! Definition (Fortune & Wyllie 1978; JáJá, An Introduction to Parallel Algorithms, ch. 1): a step is a
//! read phase, a computation and a write phase. Exclusive read: no cell is read by two processors in one
//! read phase. Exclusive write: no cell is written by two in one write phase. A read and a write of one
//! cell in one step never conflict: reads come first.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use std::fmt;

/// The result of concurrent writes to one cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum WriteRule {
    /// Concurrent writes are illegal.
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
    /// Whether it combines all values, for example to their maximum; otherwise one of the values is
    /// stored.
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

    /// Whether several equal values result in another value, such as their sum.
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Model {
    pub concurrent_read: bool,
    /// The result of concurrent writes.
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
    /// Concurrent read and write, with a random winner: the model of `pram check`.
    pub const UNRESTRICTED: Self = Self {
        concurrent_read: true,
        write: WriteRule::Arbitrary,
    };

    /// Whether concurrent accesses of a cell at one moment are forbidden: writes, with values that agree
    /// or not, or reads.
    pub fn forbids(self, writes: bool, agree: bool) -> bool {
        if !writes {
            return !self.concurrent_read;
        }
        self.write == WriteRule::Exclusive || self.write == WriteRule::Common && !agree
    }

    /// Parses `erew`, `crcw`, `ercw-max`, in any case. `crcw` alone is `crcw-arbitrary`.
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

    /// The names of the rules for concurrent writes, as they are written after the hyphen.
    pub fn rules_of_writes() -> impl Iterator<Item = &'static str> {
        RULES.iter().map(|(name, _)| *name)
    }

    /// Whether everything that is legal on `weaker` is legal on this model, too.
    pub fn allows(self, weaker: Self) -> bool {
        let reads = self.concurrent_read || !weaker.concurrent_read;
        let writes = match weaker.write {
            WriteRule::Exclusive => true,
            WriteRule::Common => self.write != WriteRule::Exclusive,
            WriteRule::Arbitrary => !matches!(self.write, WriteRule::Exclusive | WriteRule::Common),
            // The result of the writes depends on the rule.
            rule => self.write == rule,
        };
        reads && writes
    }

    /// The weakest model for a run under `rule` that needed no more than this one, with the same result:
    /// if the rule determined the result of concurrent writes, the model includes it.
    #[must_use]
    pub fn with_result_of(self, rule: WriteRule) -> Self {
        let write = match (self.write, rule) {
            (WriteRule::Exclusive, _) => WriteRule::Exclusive,
            // Equal values result in the same value.
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

    /// The weakest model that allows what either one allows; the write rule of this one is kept if it
    /// has one.
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
    /// Whether the result of concurrent writes is specific to this rule: neither an arbitrary one of the
    /// values nor the value on which they agree.
    pub fn decides(self) -> bool {
        !matches!(self, Self::Exclusive | Self::Common | Self::Arbitrary)
    }

    /// Whether concurrent writes that are legal under this rule and another one may store different
    /// values under the two.
    pub fn may_leave_others(self, other: Self) -> bool {
        match (self, other) {
            (Self::Exclusive, _) | (_, Self::Exclusive) => false,
            // All write the same value.
            (Self::Common, rule) | (rule, Self::Common) => rule.changes_equal_values(),
            (one, other) => one != other,
        }
    }
}

/// Which accesses of a step are simultaneous.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Simultaneity {
    /// All reads of a step are simultaneous, and all writes.
    #[default]
    Step,
    /// The k-th read of a processor is simultaneous only with the k-th reads of the others.
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

    pub fn at(self, simultaneity: Simultaneity) -> Model {
        match simultaneity {
            Simultaneity::Step => self.step,
            Simultaneity::Access => self.access,
        }
    }
}
