//! How much of a result text shows.

use crate::quantity::Unit;

/// How much of a result text shows, and how wide it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shown {
    /// Characters of a line.
    pub width: usize,
    /// What becomes of long arrays and lists.
    pub lists: Lists,
    /// In which units the cost is shown.
    pub units: Units,
}

/// What becomes of long arrays and lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lists {
    /// Their beginning and their end are shown.
    Elided,
    /// They are shown whole.
    Whole,
}

/// In which units the cost of a program is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Units {
    /// In rounds.
    Rounds,
    /// In rounds, steps and instructions.
    All,
}

impl Shown {
    /// The usual way at this width.
    pub fn at_width(width: usize) -> Self {
        Self {
            width,
            lists: Lists::Elided,
            units: Units::Rounds,
        }
    }

    /// The same with so many characters less, for what is indented.
    #[must_use]
    pub fn indented(self, by: usize) -> Self {
        Self {
            width: self.width.saturating_sub(by),
            ..self
        }
    }
}

impl Units {
    /// The units.
    pub fn list(self) -> &'static [Unit] {
        match self {
            Self::Rounds => &Unit::COUNTED[..1],
            Self::All => &Unit::COUNTED,
        }
    }
}
