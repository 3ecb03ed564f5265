//! How texts for the terminal look.

use anstyle::{AnsiColor, Style};

/// A heading.
pub(super) const HEADING: Style = Style::new().bold();
/// What explains rather than tells.
pub(super) const FAINT: Style = Style::new().dimmed();
/// What holds.
pub(super) const GOOD: Style = AnsiColor::Green.on_default().bold();
/// What does not.
pub(super) const BAD: Style = AnsiColor::Red.on_default().bold();
/// How wide the names at the left edge are.
pub(super) const MARGIN: usize = 13;

/// A name at the left edge, with the spaces up to what it is about.
pub(super) fn margin(name: &str) -> String {
    let spaces = " ".repeat(MARGIN.saturating_sub(name.len()));
    format!("{HEADING}{name}{HEADING:#}{spaces}")
}
