//! What the listings of many books have: signs, functions, words.

use super::interpretation::Interpretation;
use super::listing::Listing;
use super::{Book, Row};
use crate::syntax::token::Kind;

/// What many books print.
pub const BOOK: Book = Book {
    name: None,
    tokens: &[
        Row {
            interpretation: Interpretation::Logarithm,
            rewrite: logarithm,
        },
        Row {
            interpretation: Interpretation::Product,
            rewrite: product,
        },
        Row {
            interpretation: Interpretation::Power,
            rewrite: power,
        },
        Row {
            interpretation: Interpretation::Root,
            rewrite: root,
        },
        Row {
            interpretation: Interpretation::RootInSubscript,
            rewrite: root_in_subscript,
        },
        Row {
            interpretation: Interpretation::Sign,
            rewrite: sign,
        },
        Row {
            interpretation: Interpretation::Parity,
            rewrite: parity,
        },
        Row {
            interpretation: Interpretation::Extreme,
            rewrite: extreme,
        },
        Row {
            interpretation: Interpretation::Nil,
            rewrite: nil,
        },
        Row {
            interpretation: Interpretation::Infinity,
            rewrite: infinity,
        },
        Row {
            interpretation: Interpretation::TruthWords,
            rewrite: word,
        },
    ],
    statements: &[Row {
        interpretation: Interpretation::RoundedDown,
        rewrite: whole,
    }],
};

fn logarithm(listing: &mut Listing<'_>, at: &[usize]) -> bool {
    let is_it = matches!(
        listing.written(at[0]),
        "lg" | "ld" | "log₂" | "log_2" | "Log"
    );
    let follows = matches!(listing.tokens.get(at[0] + 1), Some(next) if matches!(next.kind, Kind::Word | Kind::Number))
        || listing.is(at[0] + 1, "(");
    if is_it && follows {
        listing.put(at[0], "log");
    }
    is_it && follows
}

/// A number that touches what it multiplies.
fn product(listing: &mut Listing<'_>, at: &[usize]) -> bool {
    let at = at[0];
    let next = listing.tokens.get(at + 1);
    let is_exponent = listing.written(at + 1).starts_with(['e', 'E', 'x'])
        && listing.written(at + 1)[1..].starts_with(|c: char| c.is_ascii_digit());
    // `A(i, l)B(l, j)`
    if (listing.is(at, ")") || listing.is(at, "]"))
        && listing.touches(at)
        && listing.tokens[at + 1].kind == Kind::Word
        && listing.is(at + 2, "(")
    {
        listing.after(at, "*");
        return true;
    }
    let multiplies = next.is_some_and(|next| next.kind == Kind::Word)
        || matches!(listing.text(at + 1), "(" | "⌊" | "⌈" | "√");
    let is_ordinal = matches!(listing.written(at + 1), "st" | "nd" | "rd" | "th");
    let is_it = listing.tokens[at].kind == Kind::Number
        && listing.touches(at)
        && multiplies
        && !is_exponent
        && !is_ordinal;
    if is_it {
        listing.after(at, "*");
    }
    is_it
}

fn power(listing: &mut Listing<'_>, at: &[usize]) -> bool {
    let at = at[0];
    if listing.is(at, "^") && listing.is(at + 1, "{") {
        let end = listing.lines[listing.tokens[at].line].end;
        if let Some(close) = listing.closing(at + 1, end) {
            listing.put(at + 1, "(");
            listing.put(close, ")");
            return true;
        }
    }
    let power = match listing.written(at) {
        "²" => "^2",
        "³" => "^3",
        _ => return false,
    };
    listing.put(at, power);
    true
}

fn root(listing: &mut Listing<'_>, at: &[usize]) -> bool {
    let at = at[0];
    if !listing.is(at, "√") {
        return false;
    }
    if listing.is(at + 1, "(") {
        listing.put(at, "sqrt");
    } else {
        listing.put(at, "sqrt(");
        listing.after(at + 1, ")");
    }
    true
}

/// `A[i mod sqrt(p)]`
fn root_in_subscript(listing: &mut Listing<'_>, at: &[usize]) -> bool {
    let at = at[0];
    if !listing.text(at).starts_with("sqrt") {
        return false;
    }
    let line = listing.lines[listing.tokens[at].line].clone();
    let depth = (line.start..at).fold(0_i32, |depth, at| {
        depth + i32::from(listing.is(at, "[")) - i32::from(listing.is(at, "]"))
    });
    // `√n` has its bracket in its own token.
    let last = if listing.is(at + 1, "(") {
        listing.closing(at + 1, line.end)
    } else {
        listing.text(at).ends_with('(').then_some(at + 1)
    };
    let Some(last) = last.filter(|_| depth > 0) else {
        return false;
    };
    listing.before(at, "floor(");
    listing.after(last, ")");
    true
}

fn sign(listing: &mut Listing<'_>, at: &[usize]) -> bool {
    let read_as = match listing.written(at[0]) {
        "∧" => "and",
        "∨" => "or",
        "∗" => "*",
        "⇐" | "⟵" | "<-" => "=",
        _ => return false,
    };
    listing.put(at[0], read_as);
    true
}

fn parity(listing: &mut Listing<'_>, at: &[usize]) -> bool {
    let at = at[0];
    let rest = match listing.word(at).as_str() {
        "odd" => Some(1),
        "even" => Some(0),
        _ => None,
    };
    if let Some(rest) = rest
        && listing.is(at + 1, "(")
        && !listing.own_names.contains(listing.written(at))
        && let Some(close) = listing.closing(at + 1, listing.lines[listing.tokens[at].line].end)
    {
        listing.put(at, "(");
        listing.after(close, &format!(" mod 2 == {rest})"));
        return true;
    }
    let rest = match listing.word(at + 1).as_str() {
        "odd" | "neparan" => 1,
        "even" | "paran" => 0,
        _ => return false,
    };
    if !matches!(listing.word(at).as_str(), "is" | "je") {
        return false;
    }
    // What stands before it is one value, or the sum before it is put in brackets.
    let line = listing.lines[listing.tokens[at].line].clone();
    let first = (line.start..at).rev().find(|&before| {
        matches!(
            listing.word(before).as_str(),
            "if" | "ako" | "while" | "dok" | "and" | "or" | "not" | "then" | "else"
        ) || matches!(listing.text(before), ":=" | "=" | "←" | "," | ";")
    });
    let first = first.map_or(line.start, |before| before + 1);
    if first < at && at - first > 1 {
        listing.tokens[first].before.insert(0, '(');
        listing.after(at - 1, ")");
    }
    listing.put(at, "mod");
    listing.put(at + 1, format!("2 == {rest}"));
    true
}

fn extreme(listing: &mut Listing<'_>, at: &[usize]) -> bool {
    let at = at[0];
    if !matches!(listing.word(at).as_str(), "max" | "min") || !listing.is(at + 1, "{") {
        return false;
    }
    let end = listing.lines[listing.tokens[at].line].end;
    let Some(close) = listing.closing(at + 1, end) else {
        return false;
    };
    listing.put(at + 1, "(");
    listing.put(close, ")");
    true
}

fn nil(listing: &mut Listing<'_>, at: &[usize]) -> bool {
    let is_it = matches!(listing.written(at[0]), "NIL" | "nil" | "null" | "Λ");
    if is_it {
        listing.put(at[0], "(-1)");
    }
    is_it
}

fn infinity(listing: &mut Listing<'_>, at: &[usize]) -> bool {
    let is_it = listing.is(at[0], "∞");
    if is_it {
        listing.put(at[0], "1000000000000000");
    }
    is_it
}

fn word(listing: &mut Listing<'_>, at: &[usize]) -> bool {
    let read_as = match listing.written(at[0]) {
        "TRUE" | "True" => "true",
        "FALSE" | "False" => "false",
        "modulo" | "MOD" => "mod",
        "DIV" | "div" => "/",
        _ => return false,
    };
    listing.put(at[0], read_as);
    true
}

/// `q := √n`, where q is part of a subscript or of the range of a loop.
fn whole(listing: &mut Listing<'_>, tokens: &[usize]) -> bool {
    let [name, mark, function, rest @ ..] = tokens else {
        return false;
    };
    let assigns = matches!(listing.text(*mark), "=" | ":=" | "←");
    let is_function =
        listing.text(*function).starts_with("sqrt") || listing.text(*function) == "log";
    let is_alone = rest.len() == 1
        || rest.len() > 1 && {
            let open = rest[0];
            listing.is(open, "(")
                && listing.closing(open, rest[rest.len() - 1] + 1) == rest.last().copied()
        };
    if !(assigns && is_function && is_alone && counts(listing, listing.text(*name))) {
        return false;
    }
    listing.before(*function, "floor(");
    listing.after(tokens[tokens.len() - 1], ")");
    true
}

/// Whether a name is part of a subscript or of the head of a loop.
fn counts(listing: &Listing<'_>, name: &str) -> bool {
    listing.lines.iter().any(|line| {
        let mut depth = 0_usize;
        let is_head = line.clone().next().is_some_and(|first| {
            matches!(
                listing.word(first).as_str(),
                "for" | "za" | "forall" | "parfor"
            )
        });
        line.clone().any(|at| {
            match listing.text(at) {
                "[" => depth += 1,
                "]" => depth = depth.saturating_sub(1),
                text => return text == name && (depth > 0 || is_head),
            }
            false
        })
    })
}
