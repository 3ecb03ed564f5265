//! The table of the kinds of machines: what those who count, judge and show have to know of each.

use super::machine::MachineKind;
use crate::network::Parameters;
use crate::quantity::Unit;

/// A kind of machine.
pub struct Row {
    /// Which one.
    pub kind: MachineKind,
    /// Its name in a sentence: `the asynchronous PRAM`.
    pub the: &'static str,
    /// One of the kind: `an asynchronous PRAM`.
    pub a: &'static str,
    /// The same where PRAMs were spoken of: `the asynchronous one`.
    pub one: &'static str,
    /// In which units time, work and cost are counted on it, its own first.
    pub units: &'static [Unit],
    /// The numbers of the machine that formulas may hold, beside `p`.
    pub numbers: &'static [&'static str],
    /// Those of them that no other kind has.
    pub own_numbers: &'static [&'static str],
}

/// All kinds.
pub const KINDS: [Row; 3] = [
    Row {
        kind: MachineKind::Pram,
        the: "the synchronous PRAM",
        a: "a synchronous PRAM",
        one: "a synchronous one",
        units: &Unit::COUNTED,
        numbers: &[],
        own_numbers: &[],
    },
    Row {
        kind: MachineKind::Apram,
        the: "the asynchronous PRAM",
        a: "an asynchronous PRAM",
        one: "the asynchronous one",
        units: &[Unit::Apram, Unit::Rounds, Unit::Steps, Unit::Instructions],
        numbers: &["d", "B"],
        // A multicomputer has a B where it is given.
        own_numbers: &["d", "B"],
    },
    Row {
        kind: MachineKind::Multicomputer,
        the: "the multicomputer",
        a: "a multicomputer",
        one: "a multicomputer",
        units: &[Unit::Multicomputer],
        numbers: &Parameters::NAMES,
        own_numbers: &Parameters::OF_MESSAGES,
    },
];

impl MachineKind {
    /// Its row.
    pub fn row(self) -> &'static Row {
        match self {
            Self::Pram => &KINDS[0],
            Self::Apram => &KINDS[1],
            Self::Multicomputer => &KINDS[2],
        }
    }
}
