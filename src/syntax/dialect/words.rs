//! The words of other books, by what they do in a listing.

use super::listing::Listing;
use crate::syntax::keyword::{self, Concept};
use crate::syntax::token::Kind;

/// What a word does in a listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Word {
    /// `for`, `za`
    For,
    /// `forall`
    ForAll,
    /// `parfor`
    ParFor,
    /// `pardo`, where it begins a head.
    Pardo,
    /// `parallel`
    Parallel,
    /// `in parallel for`
    In,
    /// `while`, `dok`
    While,
    /// `if`, `ako`
    If,
    /// `else`, `inace`
    Else,
    /// `elseif`
    ElseIf,
    /// `then`, `onda`
    Then,
    /// `do`
    Do,
    /// `repeat`, `ponovi`
    Repeat,
    /// `until`
    Until,
    /// `begin`, `{`
    Begin,
    /// `end for`, `od`, `}`
    End(Ends),
}

/// What an end word ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ends {
    /// What is innermost, or a `begin`.
    Any,
    /// A `for`, parallel or not.
    For,
    /// A parallel loop.
    Parallel,
    /// A `while`.
    While,
    /// Any loop.
    Loop,
    /// An `if`, or its `else`.
    If,
    /// An `else`.
    Else,
    /// A `repeat`.
    Repeat,
    /// All of the listing.
    Listing,
}

/// Words that begin a heading.
pub fn is_heading(word: &str) -> bool {
    matches!(
        word,
        "procedure"
            | "proc"
            | "procedura"
            | "postupak"
            | "function"
            | "funkcija"
            | "define"
            | "subprogram"
    )
}

/// Words that begin a caption with a number behind.
pub fn is_caption(word: &str) -> bool {
    matches!(
        word,
        "algorithm"
            | "algoritam"
            | "algoritmus"
            | "алгоритм"
            | "figure"
            | "fig"
            | "listing"
            | "slika"
            | "lis"
    )
}

/// Words that begin a line between a heading and its body.
pub fn is_declaring(word: &str) -> bool {
    matches!(
        word,
        "input"
            | "output"
            | "ulaz"
            | "izlaz"
            | "vstup"
            | "výstup"
            | "global"
            | "local"
            | "initial"
            | "final"
            | "given"
            | "action"
            | "parameter"
            | "parameters"
            | "require"
            | "ensure"
            | "model"
            | "requires"
            | "ensures"
            | "data"
            | "result"
            | "results"
            | "returns"
            | "precondition"
            | "postcondition"
            | "var"
            | "podaci"
            | "rezultat"
            | "ulazni"
            | "izlazni"
            | "výsledek"
            | "výsledok"
            | "вхід"
            | "вихід"
            | "дано"
            | "результат"
    )
}

impl Word {
    /// What the word at a token does, where it begins a piece.
    pub fn of(listing: &Listing<'_>, at: usize) -> Option<Self> {
        let token = listing.tokens.get(at)?;
        if token.kind == Kind::Mark {
            return match listing.text(at) {
                "{" => Some(Self::Begin),
                "}" => Some(Self::End(Ends::Any)),
                _ => None,
            };
        }
        let word = listing.word(at);
        Some(match word.as_str() {
            "forall" | "foreach" => Self::ForAll,
            "parfor" | "pfor" | "doall" => Self::ParFor,
            "pardo" => Self::Pardo,
            "in" if listing.word(at + 1) == "parallel" => Self::In,
            "elseif" | "elsif" | "elif" => Self::ElseIf,
            "until" => Self::Until,
            "do" | "radi" | "čini" | "cini" => Self::Do,
            "begin" | "početak" | "pocetak" => Self::Begin,
            _ if end_length(listing, at).is_some() => Self::End(end_length(listing, at)?.1),
            _ => match keyword::find(&word)? {
                Concept::For => Self::For,
                Concept::Parallel => Self::Parallel,
                Concept::While => Self::While,
                Concept::If => Self::If,
                Concept::Else => Self::Else,
                Concept::Then => Self::Then,
                Concept::Repeat => Self::Repeat,
                _ => return None,
            },
        })
    }
}

/// How many tokens the end word at a token has, and what it ends.
pub fn end_length(listing: &Listing<'_>, at: usize) -> Option<(usize, Ends)> {
    let word = listing.word(at);
    let next = listing.word(at + 1);
    let is_near = listing
        .tokens
        .get(at + 1)
        .is_some_and(|next| next.line == listing.tokens[at].line);
    let alone = match word.as_str() {
        "od" => {
            let is_last = !is_near || !listing.counts(at + 1) || listing.is(at + 1, ";");
            return is_last.then_some((1, Ends::Loop));
        }
        "fi" => return Some((1, Ends::If)),
        "end" | "kraj" => {
            let joined = is_near.then(|| ended(&next)).flatten();
            return Some(match joined {
                Some(ends) => (2, ends),
                None if is_near
                    && !next.is_empty()
                    && listing.first(listing.tokens[at].line) == Some(at) =>
                {
                    (2, Ends::Listing)
                }
                None => (1, Ends::Any),
            });
        }
        _ => word
            .strip_prefix("end")
            .or_else(|| word.strip_prefix("kraj"))?,
    };
    ended(alone.trim_start_matches(['_', '-'])).map(|ends| (1, ends))
}

fn ended(word: &str) -> Option<Ends> {
    Some(match word {
        "for" | "za" => Ends::For,
        "parallel" | "parfor" | "paralelno" | "forall" => Ends::Parallel,
        "while" | "dok" => Ends::While,
        "do" | "loop" => Ends::Loop,
        "if" | "ako" => Ends::If,
        "else" | "inace" | "inače" => Ends::Else,
        "repeat" | "ponovi" => Ends::Repeat,
        word if is_of_listing(word) => Ends::Listing,
        _ => return None,
    })
}

/// Whether `end` before this word ends a listing, whatever its name is.
pub fn is_of_listing(word: &str) -> bool {
    matches!(
        word,
        "procedure" | "function" | "algorithm" | "algoritma" | "procedura" | "funkcija"
    )
}

/// Whether a token ends the head of a loop of a listing: `do`, `pardo`, `in parallel`.
pub fn ends_head(listing: &Listing<'_>, at: usize) -> bool {
    matches!(
        listing.word(at).as_str(),
        "do" | "pardo" | "parallel" | "paralelno" | "paraleli" | "radi" | "čini" | "cini"
    )
}

/// Whether a heading of the text has this name.
pub fn defines(listing: &Listing<'_>, name: &str) -> bool {
    (1..listing.tokens.len()).any(|at| {
        let heads = is_heading(&listing.word(at - 1))
            || listing.concept(at - 1) == Some(Concept::Algorithm);
        heads && listing.word(at) == name
    })
}
