//! Simple statements and conditions of listings: every book's rows, each tried on each of them.

use super::BOOKS;
use super::interpretation::Interpretation;
use super::listing::Listing;
use crate::syntax::operator;
use crate::syntax::token::Kind;

/// Reads a simple statement as the first row says that fits.
pub fn statement(listing: &mut Listing<'_>, tokens: &[usize]) {
    for book in BOOKS {
        for row in book.statements {
            if (row.rewrite)(listing, tokens) {
                listing.note(tokens[0], row.interpretation);
                listing.books.extend(book.name);
                return;
            }
        }
    }
    // Behind the assignment `=` compares.
    let assigns = |at: &usize| matches!(listing.text(*at), "=" | ":=" | "←");
    if let Some(first) = tokens.iter().position(assigns) {
        condition(listing, &tokens[first + 1..]);
    }
}

/// `=` between values compares, and `a ≤ i < b` compares twice.
pub fn condition(listing: &mut Listing<'_>, tokens: &[usize]) {
    // The last comparison in each bracket that is open.
    let mut compared: Vec<Option<usize>> = vec![None];
    for (k, &at) in tokens.iter().enumerate() {
        let Some(before) = compared.last_mut() else {
            break;
        };
        match listing.text(at) {
            "(" | "[" | "{" | "⌊" | "⌈" => compared.push(None),
            ")" | "]" | "}" | "⌋" | "⌉" => {
                compared.pop();
            }
            "and" | "or" | "AND" | "OR" | "&&" | "||" | "," | "i" | "ili"
                if listing.tokens[at].kind == Kind::Mark
                    || operator::find(&listing.word(at)).is_some() =>
            {
                *before = None;
            }
            "<" | ">" | "≤" | "≥" | "<=" | ">=" | "=" | "==" => {
                if let Some(before) = before.replace(k) {
                    let middle = text(listing, &tokens[before + 1..k]);
                    let sign = listing.text(at).to_owned();
                    let sign = if sign == "=" { "==".to_owned() } else { sign };
                    listing.set(
                        at,
                        format!("and {middle} {sign}"),
                        Interpretation::ChainOfComparisons,
                    );
                }
            }
            _ => {}
        }
    }
    for &at in tokens {
        if listing.is(at, "=") {
            listing.set(at, "==", Interpretation::EqualSignAsComparison);
        }
    }
}

/// The tokens between commas outside of brackets.
pub fn parts(listing: &Listing<'_>, tokens: &[usize]) -> Vec<Vec<usize>> {
    let mut parts = vec![Vec::new()];
    let mut depth = 0_usize;
    for &at in tokens {
        match listing.text(at) {
            "(" | "[" | "{" | "⌊" | "⌈" => depth += 1,
            ")" | "]" | "}" | "⌋" | "⌉" => depth = depth.saturating_sub(1),
            "," if depth == 0 => {
                parts.push(Vec::new());
                continue;
            }
            _ => {}
        }
        if let Some(part) = parts.last_mut() {
            part.push(at);
        }
    }
    parts
}

/// Tokens as they are read, with blanks between them.
pub fn text(listing: &Listing<'_>, tokens: &[usize]) -> String {
    let mut text = String::new();
    for (k, &at) in tokens.iter().enumerate() {
        let token = &listing.tokens[at];
        let gap = k > 0 && token.start > listing.tokens[tokens[k - 1]].end;
        if gap || k > 0 && token.kind == Kind::Word {
            text.push(' ');
        }
        text.push_str(&token.before);
        text.push_str(listing.text(at));
        text.push_str(&token.after);
    }
    text
}

/// Writes other text in the place of a statement.
pub fn replace(listing: &mut Listing<'_>, tokens: &[usize], text: &str) {
    for &at in tokens {
        let token = &mut listing.tokens[at];
        token.read_as = Some(String::new());
        if at != tokens[0] {
            token.before.clear();
        }
        token.after.clear();
    }
    if let Some(&first) = tokens.first() {
        listing.put(first, text);
    }
}

/// The statement that exchanges two values: `t = x; x = y; y = t`.
pub fn exchange(
    listing: &mut Listing<'_>,
    tokens: &[usize],
    one: &[usize],
    other: &[usize],
) -> bool {
    if one.is_empty() || other.is_empty() {
        return false;
    }
    assign_together(listing, tokens, &[one, other], &[other, one])
}

/// Assigns several values at once: all of them are computed before the first is assigned.
pub fn assign_together(
    listing: &mut Listing<'_>,
    tokens: &[usize],
    targets: &[&[usize]],
    values: &[&[usize]],
) -> bool {
    if targets.len() != values.len() || targets.iter().chain(values).any(|part| part.is_empty()) {
        return false;
    }
    let number = tokens[0];
    let mut parts: Vec<String> = Vec::new();
    for (k, value) in values.iter().enumerate() {
        parts.push(format!("t_{number}_{k} = {}", text(listing, value)));
    }
    for (k, target) in targets.iter().enumerate() {
        parts.push(format!("{} = t_{number}_{k}", text(listing, target)));
    }
    replace(listing, tokens, &parts.join("; "));
    true
}
