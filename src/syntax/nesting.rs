//! How deep brackets may be nested: the grammar recurses on them, and on nothing else.

use super::problem::Problem;
use super::text::Text;

/// How many brackets may be open at once.
pub const BRACKET_LIMIT: usize = 200;

/// The first bracket too many, if there is one.
pub fn too_deep(text: &Text) -> Option<Problem> {
    let mut open = 0usize;
    let mut in_string = false;
    let mut escaped = false;
    for (at, c) in text.clean.char_indices() {
        if in_string {
            in_string = c != '"' || escaped;
            escaped = c == '\\' && !escaped;
            continue;
        }
        match c {
            '"' => in_string = true,
            // No bracketed expression reaches across a `;`, so brackets left open before it by
            // mistake do not count.
            ';' => open = 0,
            '(' | '[' | '{' | '⌈' | '⌊' => open += 1,
            ')' | ']' | '}' | '⌉' | '⌋' => open = open.saturating_sub(1),
            _ => {}
        }
        if open > BRACKET_LIMIT {
            return Some(Problem::BracketsTooDeep {
                span: text.span(at, at + c.len_utf8()),
                limit: BRACKET_LIMIT,
            });
        }
    }
    None
}
