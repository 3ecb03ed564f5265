//! What a text says beside its program: which warnings it allows, how its lines are indented,
//! which vocabulary it speaks.

use super::block::{BoundElse, Follower, Follows, Reading};
use super::contradiction::Contradiction;
use super::dialect::ReadAs;
use super::directive::Directive;
use super::formatter::Vocabulary;
use super::look_alike::{LookAlike, look_alikes};
use super::parser::line_number;
use super::problem::Problem;
use super::text::{Text, is_word};
use crate::diagnostic::Code;
use crate::source::{FileId, Sources, Span};

/// What a text says beside its program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asides {
    /// The warnings that its comments allow, each with the comment.
    pub allowed: Vec<(Code, Span)>,
    /// What its comments fail to allow.
    pub misspelt: Vec<Misspelt>,
    /// Its comments that are directives in C.
    pub directives: Vec<Directive>,
    /// The statements that look as if a head before them governed them.
    pub misleading: Vec<Misleading>,
    /// Every `inace` that looks as if it belonged to another `ako`.
    pub misbound: Vec<Misbound>,
    /// Its names with letters that look like others.
    pub look_alikes: Vec<LookAlike>,
    /// How its listings were read.
    pub read_as: Option<ReadAs>,
    /// The vocabulary of most of its keywords.
    pub vocabulary: Vocabulary,
}

/// A word of a comment for pram that means nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misspelt {
    /// The word, or the comment where it lacks one.
    pub span: Span,
    /// As written.
    pub written: String,
    /// What is wrong with it.
    pub kind: MisspeltKind,
}

/// What is wrong with a comment for pram.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MisspeltKind {
    /// Not `allow`.
    Word,
    /// No code in round brackets after `allow`.
    NoCode,
    /// No code of a warning, and none of an error.
    UnknownCode,
    /// The code of an error.
    ErrorCode,
}

/// A statement that looks as if a head before it governed it, or did not, and is read the other way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Misleading {
    /// The word that governs.
    pub head: Span,
    /// The first word of its one statement.
    pub body: Span,
    /// The first word of the next statement.
    pub next: Span,
    /// How that one looks.
    pub looks: Looks,
}

/// How the statement after the first one of a head looks, other than it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Looks {
    /// Governed, by its indentation, and it is not.
    Governed,
    /// Governed, as it is in the line of the head, and it is not.
    GovernedInLine,
    /// Not governed, as the head has its statement in its line, and it is.
    Behind,
}

/// An `inace` that is indented like another `ako` than the one that it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Misbound {
    /// The `inace`.
    pub word: Span,
    /// The `ako` that it belongs to.
    pub inner: Span,
    /// The `ako` around it that it is indented like.
    pub outer: Span,
}

/// What a file says beside its program; the file was read without problems.
pub(super) fn asides(
    sources: &Sources,
    file: FileId,
    (text, reading): (&Text, &Reading),
    read_as: Option<ReadAs>,
) -> Asides {
    let raw = &sources.get(file).text;
    let mut asides = Asides {
        allowed: Vec::new(),
        misspelt: Vec::new(),
        directives: (text.comments.iter())
            .filter_map(|comment| Directive::read(sources.text(*comment), *comment))
            .collect(),
        misleading: (reading.followers.iter())
            .filter_map(|follower| misleading(raw, text, *follower))
            .collect(),
        misbound: (reading.elses.iter())
            .filter_map(|bound| misbound(raw, text, bound))
            .collect(),
        look_alikes: look_alikes(text),
        read_as,
        vocabulary: Vocabulary::of(text).unwrap_or_default(),
    };
    // A statement in several heads is reported once: for the innermost that it seems to be part of.
    asides.misleading.dedup_by_key(|misleading| misleading.next);
    for comment in &text.comments {
        asides.comment(sources.text(*comment), *comment);
    }
    asides
}

impl Asides {
    /// Reads `pram: allow(W0101, W0202)` in a comment.
    fn comment(&mut self, written: &str, comment: Span) {
        let at = |from: usize, length: usize| Span {
            file: comment.file,
            start: comment.start + from as u32,
            end: comment.start + (from + length) as u32,
        };
        let Some(mark) = written.find(MARK) else {
            return;
        };
        let leads = |c: char| matches!(c, '/' | '*' | '#') || c.is_whitespace();
        let is_first = written[..mark].chars().all(leads);
        let behind = mark + MARK.len();
        let word = behind + (written[behind..].len() - written[behind..].trim_start().len());
        let length = written[word..]
            .find(|c| !is_word(c))
            .unwrap_or(written.len() - word);
        let name = &written[word..word + length];
        let open = written[word + length..].trim_start();
        // In the middle of a sentence it may be about something else.
        if name.is_empty() || !(open.starts_with('(') || is_first && name == ALLOW) {
            return;
        }
        let mut misspelt = |span, written: &str, kind| {
            self.misspelt.push(Misspelt {
                span,
                written: written.to_owned(),
                kind,
            });
        };
        if name != ALLOW {
            return misspelt(at(word, length), name, MisspeltKind::Word);
        }
        let Some(inside) = open.strip_prefix('(') else {
            return misspelt(at(word, length), name, MisspeltKind::NoCode);
        };
        let from = written.len() - inside.len();
        let inside = &inside[..inside.find([')', '\n']).unwrap_or(inside.len())];
        let mut is_empty = true;
        let mut next = from;
        for piece in inside.split([',', ' ', '\t']) {
            let start = next;
            next += piece.len() + 1;
            let id = piece.trim();
            if id.is_empty() {
                continue;
            }
            is_empty = false;
            let known = (Code::ALL.iter()).find(|code| code.id() == id.to_uppercase());
            match known {
                Some(code) if code.is_warning() => self.allowed.push((*code, comment)),
                Some(_) => misspelt(at(start, piece.len()), id, MisspeltKind::ErrorCode),
                None => misspelt(at(start, piece.len()), id, MisspeltKind::UnknownCode),
            }
        }
        if is_empty {
            misspelt(at(word, length), name, MisspeltKind::NoCode);
        }
    }
}

/// Begins what a comment says to pram.
const MARK: &str = "pram:";
/// The one thing that it can say.
const ALLOW: &str = "allow";

/// How wide tabs may be.
const TABS: [usize; 7] = [2, 3, 4, 5, 6, 7, WIDEST_TAB];
const WIDEST_TAB: usize = 8;

/// Whether a statement looks as if the head before it governed it: it is indented more than the
/// head, however wide the reader's tabs are, and either stands right below the head's own
/// statement, or that one is in the head's line. Blanks and tabs exactly like those of the
/// head's own statement stand right below it for every reader.
fn misleading(raw: &str, text: &Text, follower: Follower) -> Option<Misleading> {
    let Follower {
        head,
        body,
        next,
        read,
    } = follower;
    let that = |looks| Misleading {
        head: text.token_span(head),
        body: text.token_span(body),
        next: text.token_span(next),
        looks,
    };
    let misleading = that(Looks::Governed);
    if text.token(next) == ";" {
        return None;
    }
    let of = |span: Span| Line::of(raw, span.start as usize);
    let (head, body, next) = (
        of(misleading.head),
        of(misleading.body),
        of(misleading.next),
    );
    if read == Follows::BehindInListing && next.start == head.start {
        return Some(that(Looks::GovernedInLine));
    }
    if !next.is_first || next.start <= body.start {
        return None;
    }
    if read == Follows::Governed {
        // Below the first statement, which is in the line of the head, it looks governed.
        let first = misleading.body.start as usize;
        let stands_below = |tab| next.column(tab) == body.column_of(raw, first, tab);
        let is_in_line = body.start == head.start && !body.is_first;
        return (is_in_line && !TABS.into_iter().any(stands_below)).then(|| that(Looks::Behind));
    }
    let is_deeper = |tab| next.column(tab) > head.column(tab);
    let looks_governed = if body.is_first && body.blanks == next.blanks {
        is_deeper(WIDEST_TAB)
    } else {
        let stands_below = || {
            TABS.into_iter()
                .any(|tab| next.column(tab) == body.column(tab))
        };
        TABS.into_iter().all(is_deeper) && (!body.is_first || stands_below())
    };
    looks_governed.then_some(misleading)
}

/// Every `inace` whose indentation contradicts its place before a `kraj_ako`.
pub(super) fn contradictions(raw: &str, text: &Text, elses: &[BoundElse]) -> Vec<Problem> {
    let found = elses.iter().filter_map(|bound| {
        let Misbound { word, inner, outer } = misbound(raw, text, bound)?;
        let ended = text.token_span(bound.ended?);
        let with_line = |span: Span| (span, text.line(span));
        (outer == ended).then(|| {
            Problem::Contradiction(Contradiction {
                word,
                inner: with_line(inner),
                outer: with_line(outer),
            })
        })
    });
    found.collect()
}

/// Whether an `inace` looks as if it belonged to another `ako`: it begins a line, which is indented
/// less than that of its own `ako`, and as far as that of one around it.
fn misbound(raw: &str, text: &Text, bound: &BoundElse) -> Option<Misbound> {
    let line = |at: usize| Line::of(raw, text.token_span(at).start as usize);
    let (word, inner) = (line(bound.word), line(bound.inner));
    let is_left = |tab| word.column(tab) < inner.column(tab);
    if !word.is_first || !TABS.into_iter().all(is_left) {
        return None;
    }
    let is_level = |at: usize| {
        let outer = line(at);
        TABS.into_iter()
            .any(|tab| word.column(tab) == outer.column(tab))
    };
    let outer = bound.outer.iter().copied().find(|&at| is_level(at))?;
    Some(Misbound {
        word: text.token_span(bound.word),
        inner: text.token_span(bound.inner),
        outer: text.token_span(outer),
    })
}

/// The line of a word.
struct Line<'t> {
    start: usize,
    /// The blanks at its beginning, with its number.
    blanks: &'t str,
    /// Whether the word is the first in it.
    is_first: bool,
}

impl<'t> Line<'t> {
    fn of(raw: &'t str, at: usize) -> Self {
        let start = raw[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let line = &raw[start..];
        let is_blank = |c: char| c.is_whitespace() || c == '\u{FEFF}';
        let rest = line.trim_start_matches(is_blank);
        // The number of a line is none of its words.
        let number = rest.split_inclusive('\n').next().and_then(line_number);
        let rest = number.map_or(rest, |length| rest[length..].trim_start_matches(is_blank));
        let blanks = &line[..line.len() - rest.len()];
        Self {
            start,
            blanks,
            is_first: start + blanks.len() >= at,
        }
    }

    /// How far a place in it is from its beginning.
    fn column_of(&self, raw: &str, at: usize, tab: usize) -> usize {
        let first = self.start + self.blanks.len();
        self.column(tab) + raw[first..at].chars().count()
    }

    /// How far it is indented where tabs are so wide.
    fn column(&self, tab: usize) -> usize {
        self.blanks.chars().fold(0, |column, c| match c {
            '\t' => (column / tab + 1) * tab,
            '\u{FEFF}' => column,
            _ => column + 1,
        })
    }
}
