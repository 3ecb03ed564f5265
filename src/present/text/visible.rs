//! Text of programs and of what they print, in which nothing is hidden.

/// A text without control characters other than tabs, with those that turn the direction of writing
/// round written out: `\u{202e}`.
pub fn visible(text: &str) -> String {
    let mut visible = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            c if turns_direction(c) => visible.extend(c.escape_unicode()),
            c if c.is_control() && c != '\t' => visible.push('\u{fffd}'),
            c => visible.push(c),
        }
    }
    visible
}

/// Whether a character of Unicode changes the direction in which the text around it is shown.
fn turns_direction(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
