//! Comments: where they are in a stretch without tokens, and how they move.

use crate::syntax::token;

/// Every comment in a stretch of text that holds nothing else but blanks: offset and length.
///
/// An end word may be such a stretch too; it holds no slash and no `#`.
pub fn all_in(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(offset) = text[at..].find(['/', '#']) {
        let start = at + offset;
        // What begins here and is none is a slash alone, and no such stretch holds one.
        let (length, _) = token::comment(&text[start..]).unwrap_or((1, true));
        found.push((start, length));
        at = start + length;
    }
    found
}

/// A comment without the blanks after its last line, and with plain line ends.
pub fn clean(written: &str) -> String {
    written.trim_end().replace("\r\n", "\n")
}

/// A comment whose first line moved by so many columns: the lines below move along.
pub fn moved(text: &str, from: usize, to: usize) -> String {
    let mut lines = text.split('\n');
    let mut out = lines.next().unwrap_or_default().to_owned();
    for line in lines {
        out.push('\n');
        if to > from && !line.trim().is_empty() {
            out.extend(std::iter::repeat_n(' ', to - from));
        }
        let indent = line.len() - line.trim_start_matches(' ').len();
        out.push_str(&line[indent.min(from.saturating_sub(to))..]);
    }
    out
}

/// Whether two comments say the same, however far their lines are indented.
pub fn same(one: &str, other: &str) -> bool {
    one.lines().map(str::trim).eq(other.lines().map(str::trim))
}
