//! Text of programs and of what they print, in which nothing is hidden.

use crate::source::turns_direction;

/// A printed text with its lines, in each of which nothing is hidden.
pub fn visible_lines(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(visible).collect();
    lines.join("\n")
}

/// A text in one line, without control characters other than tabs, with those that turn the direction of
/// writing round written out: `\u{202e}`. Line breaks are `\n`.
pub fn visible(text: &str) -> String {
    let mut visible = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            c if turns_direction(c) => visible.extend(c.escape_unicode()),
            '\n' => visible.push_str("\\n"),
            c if c.is_control() && c != '\t' => visible.push('\u{fffd}'),
            c => visible.push(c),
        }
    }
    visible
}
