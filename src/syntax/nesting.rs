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
    for (at, byte) in text.clean.bytes().enumerate() {
        if in_string {
            in_string = byte != b'"' || escaped;
            escaped = byte == b'\\' && !escaped;
            continue;
        }
        match byte {
            b'"' => in_string = true,
            // No bracketed expression reaches across a `;`, so brackets left open before it by
            // mistake do not count.
            b';' => open = 0,
            b'(' | b'[' | b'{' => open += 1,
            b')' | b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        if open > BRACKET_LIMIT {
            return Some(Problem::BracketsTooDeep {
                span: text.span(at, at + 1),
                limit: BRACKET_LIMIT,
            });
        }
    }
    None
}
