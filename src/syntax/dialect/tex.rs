//! TeX that stays in a copied text: `$x \\le y$`, `my\\_id`, `\\sqrt{n}`.

use super::interpretation::Interpretation;
use super::listing::Listing;
use crate::syntax::token::Kind;

/// Reads the commands that print one sign or one word; others stay.
pub fn read(listing: &mut Listing<'_>) {
    if !listing.raw.contains(['\\', '$']) {
        return;
    }
    for at in 0..listing.tokens.len() {
        if listing.is(at, "$") {
            listing.set(at, "", Interpretation::Tex);
        }
        if listing.is(at, "\\") && listing.touches(at) && listing.tokens[at + 1].kind == Kind::Word
        {
            command(listing, at);
        }
    }
}

fn command(listing: &mut Listing<'_>, at: usize) {
    let name = listing.written(at + 1);
    if name.starts_with('_') {
        // `my\\_id` is one name.
        if at > 0 && listing.touches(at - 1) && listing.tokens[at - 1].kind == Kind::Word {
            let joined = format!("{}{name}", listing.text(at - 1));
            listing.set(at - 1, joined, Interpretation::Tex);
            listing.drop(at..at + 2);
        }
        return;
    }
    let sign = match name {
        "le" | "leq" => "≤",
        "ge" | "geq" => "≥",
        "ne" | "neq" => "≠",
        "lceil" => "⌈",
        "rceil" => "⌉",
        "lfloor" => "⌊",
        "rfloor" => "⌋",
        "cdot" | "times" => "*",
        "in" => "∈",
        "leftarrow" | "gets" => "←",
        "wedge" | "land" => "and",
        "vee" | "lor" => "or",
        "oplus" => "⊕",
        "ldots" | "dots" => "...",
        "bmod" | "mod" => "mod",
        "log" | "lg" | "sqrt" | "min" | "max" | "text" | "mathrm" | "mathit" => "",
        _ => return,
    };
    listing.set(at, sign, Interpretation::Tex);
    if !sign.is_empty() {
        listing.put(at + 1, "");
        return;
    }
    let end = listing.lines[listing.tokens[at].line].end;
    let is_text = matches!(name, "text" | "mathrm" | "mathit");
    if is_text {
        listing.put(at + 1, "");
    }
    if listing.is(at + 2, "{")
        && let Some(close) = listing.closing(at + 2, end)
    {
        let [open, closed] = if is_text { ["", ""] } else { ["(", ")"] };
        listing.put(at + 2, open);
        listing.put(close, closed);
    }
}
