//! Text without the signs that only some terminals have.

/// The text with the signs that pram draws written in ASCII; letters of the program stay as they
/// are.
pub fn ascii(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            // A small x stands for a step that reads and writes, a star for a cell that is written.
            '✗' => written.push('X'),
            '✓' => written.push_str("ok"),
            '…' => written.push_str("..."),
            '→' => written.push_str("->"),
            '←' => written.push_str("<-"),
            '·' => written.push('.'),
            '–' | '−' | '─' => written.push('-'),
            '│' => written.push('|'),
            '┼' => written.push('+'),
            '○' => written.push('o'),
            '●' => written.push('*'),
            '▶' => written.push('>'),
            '◀' => written.push('<'),
            '\u{202f}' => written.push(' '),
            '≤' => written.push_str("<="),
            '≥' => written.push_str(">="),
            '▁'..='█' => {
                const LEVELS: [char; 8] = ['_', '.', '-', '~', '=', '+', '*', '#'];
                written.push(LEVELS[(character as usize - '▁' as usize).min(7)]);
            }
            other => written.push(other),
        }
    }
    written
}
