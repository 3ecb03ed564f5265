//! The table of the kinds of machines: what has to be known of each to count, judge and show its runs.

use super::english;
use super::machine::MachineKind;
use crate::network::Parameters;
use crate::quantity::Unit;

/// A kind of machine.
pub struct MachineKindRow {
    /// The kind of machine.
    pub kind: MachineKind,
    /// The form of its runs.
    pub form: RunForm,
    /// Its name in data, and for `--machine`; multicomputers are named by their networks there.
    pub name: &'static str,
    /// Its name in a sentence: `the asynchronous PRAM`.
    pub the: &'static str,
    /// A phrase for one of them after PRAMs were mentioned: `an asynchronous one`.
    pub one: &'static str,
    /// The options with which a program runs on it.
    pub options: &'static str,
    /// The units in which time, work and cost are counted on it, its own first.
    pub units: &'static [Unit],
    /// Whether formulas of its costs are derived from the text of a program.
    pub is_derived: bool,
    /// The names for the machine's numbers that formulas may contain, besides `p`.
    pub numbers: &'static [&'static str],
    /// Those of them that no other kind has.
    pub own_numbers: &'static [&'static str],
}

/// The form of the runs of a kind of machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunForm {
    /// Steps of all processors in lock step.
    Steps,
    /// Sections, between barriers, of processors that each have their own pace.
    Sections,
    /// Local computations of processors, and messages.
    Messages,
    /// Launches of kernels.
    Launches,
}

/// All kinds; of those with the same form the default is the first.
pub const KINDS: [MachineKindRow; 4] = [
    MachineKindRow {
        kind: MachineKind::Pram,
        form: RunForm::Steps,
        name: "pram",
        the: "the synchronous PRAM",
        one: "a synchronous one",
        options: "`--machine pram`",
        units: &Unit::COUNTED,
        is_derived: true,
        numbers: &[],
        own_numbers: &[],
    },
    MachineKindRow {
        kind: MachineKind::Apram,
        form: RunForm::Sections,
        name: "apram",
        the: "the asynchronous PRAM",
        one: "an asynchronous one",
        options: "`--machine apram` with --d and --B",
        units: &[Unit::Apram, Unit::Rounds, Unit::Steps, Unit::Instructions],
        is_derived: true,
        numbers: &["d", "B"],
        // A multicomputer has a B if it is given.
        own_numbers: &["d", "B"],
    },
    MachineKindRow {
        kind: MachineKind::Multicomputer,
        form: RunForm::Messages,
        name: "multicomputer",
        the: "the multicomputer",
        one: "a multicomputer",
        options: "`--machine ring` with --ts and --tw",
        units: &[Unit::Multicomputer],
        is_derived: false,
        numbers: &Parameters::NAMES,
        own_numbers: &Parameters::OF_MESSAGES,
    },
    MachineKindRow {
        kind: MachineKind::Gpu,
        form: RunForm::Launches,
        name: "gpu",
        the: english::THE_GPU,
        one: english::A_GPU,
        options: english::GPU_OPTION,
        units: &[Unit::Gpu],
        is_derived: true,
        numbers: &["w", "k", "b", "l_g", "l_s", "q", "t_k"],
        own_numbers: &["l_g", "l_s", "t_k"],
    },
];

impl MachineKind {
    /// Its row.
    pub fn row(self) -> &'static MachineKindRow {
        let row = KINDS.iter().find(|row| row.kind == self);
        row.expect("every kind has a row")
    }
}

impl RunForm {
    /// The default kind with this form of runs.
    pub fn usual(self) -> MachineKind {
        let row = KINDS.iter().find(|row| row.form == self);
        row.expect("every form is that of some kind").kind
    }
}
