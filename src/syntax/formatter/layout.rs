//! Puts tokens and comments onto lines.

use std::collections::HashMap;

use super::atom::{Atom, AtomKind};
use super::{comment, spacing};
use crate::syntax::block::{Placed, Stand};

/// Columns a level.
const INDENT: usize = 4;
/// Blanks before a comment that cannot stay in its column.
const COMMENT_GAP: usize = 2;

/// The text of these atoms, each line ended by a line feed.
pub fn lay_out(atoms: &[Atom]) -> String {
    let mut page = Page {
        atoms,
        next_tokens: next_tokens(atoms),
        lines: Vec::new(),
        heads: HashMap::new(),
        columns: Vec::new(),
        last_in_column: HashMap::new(),
        base: 0,
        piece_begin: 0,
    };
    for (at, atom) in atoms.iter().enumerate() {
        match (atom.is_comment(), &atom.piece) {
            (true, _) => page.comment(at),
            (false, Some(placed)) => page.piece(at, placed),
            (false, None) => page.token(at),
        }
        page.last_in_column.insert(atom.column, at);
        debug_assert_eq!(page.columns.len(), at + 1, "every atom has its column");
    }
    page.text()
}

/// For each atom the first token from it on, if there is one.
fn next_tokens(atoms: &[Atom]) -> Vec<Option<usize>> {
    let mut next = None;
    let from_the_end = atoms.iter().enumerate().rev().map(|(at, atom)| {
        if !atom.is_comment() {
            next = Some(at);
        }
        next
    });
    let mut tokens: Vec<_> = from_the_end.collect();
    tokens.reverse();
    tokens
}

struct Page<'a> {
    atoms: &'a [Atom],
    /// For each atom the first token from it on.
    next_tokens: Vec<Option<usize>>,
    lines: Vec<Line>,
    /// The line on which each piece begins, by its place.
    heads: HashMap<usize, usize>,
    /// The column of each atom so far.
    columns: Vec<usize>,
    /// The last atom of the piece that the author put into each column.
    last_in_column: HashMap<usize, usize>,
    /// The column of the piece that is being written.
    base: usize,
    /// Its first atom.
    piece_begin: usize,
}

struct Line {
    level: usize,
    indent: usize,
    /// May go on over several lines where a comment does.
    text: String,
    comment: Option<Trailing>,
    /// An empty line before it.
    blank: bool,
    /// Nothing may follow in it.
    full: bool,
    /// Holds nothing but comments, before a statement.
    leading: bool,
}

/// A comment after the tokens of a line.
struct Trailing {
    text: String,
    column: usize,
    blanks: usize,
}

impl Page<'_> {
    /// The first token of a piece.
    fn piece(&mut self, at: usize, placed: &Placed) {
        let atom = &self.atoms[at];
        let before = at.checked_sub(1).map(|before| &self.atoms[before]);
        let behind = |mark| before.is_some_and(|before| before.is(mark));
        let beside = match placed.stand {
            Stand::Line | Stand::Else => false,
            Stand::Joined => true,
            Stand::Body => atom.breaks == 0,
            Stand::Close => behind("{"),
            Stand::SingleElse(head) => {
                let last = self.lines.len().wrapping_sub(1);
                behind("}") || atom.breaks == 0 && self.heads.get(&head) == Some(&last)
            }
        };
        let led = atom.breaks == 0 && self.lines.last().is_some_and(|line| line.leading);
        let inner = matches!(
            placed.stand,
            Stand::Close | Stand::Else | Stand::SingleElse(_)
        );
        if (beside || led) && self.is_open() {
            self.append(at);
        } else {
            let blank = !inner && atom.breaks > 1;
            self.begin(
                placed.depth,
                placed.depth * INDENT,
                blank,
                atom.text.clone(),
            );
        }
        self.heads.insert(placed.at, self.lines.len() - 1);
        self.base = placed.depth * INDENT;
        self.piece_begin = at;
        self.last_in_column.clear();
    }

    /// A further token of a piece: the author's line breaks stay.
    fn token(&mut self, at: usize) {
        let atom = &self.atoms[at];
        if atom.breaks == 0 && self.is_open() {
            self.append(at);
        } else {
            let indent = self.continuation(at);
            self.begin(self.base / INDENT + 1, indent, false, atom.text.clone());
        }
    }

    /// Where a piece continues in a new line: below what it was below, else as far from the piece's
    /// beginning as it was, and at least a level.
    fn continuation(&self, at: usize) -> usize {
        let atom = &self.atoms[at];
        let is_closer = matches!(atom.text.as_str(), ")" | "]" | "}");
        let least = self.base + if is_closer { 0 } else { INDENT };
        let first = &self.atoms[self.piece_begin];
        let wanted = match self.last_in_column.get(&atom.column) {
            Some(&above) => self.columns[above],
            None if first.breaks > 0 || self.piece_begin == 0 => {
                (atom.column + self.base).saturating_sub(first.column)
            }
            None => least,
        };
        wanted.max(least)
    }

    fn comment(&mut self, at: usize) {
        let atom = &self.atoms[at];
        let next = self.atoms.get(at + 1);
        let ends_line =
            atom.kind == AtomKind::LineComment || next.is_none_or(|next| next.breaks > 0);
        let begins_line = atom.breaks > 0 || self.lines.is_empty();
        let leads = !ends_line && !atom.text.contains('\n');
        if begins_line || leads && next.is_some_and(begins_statement) {
            let (level, indent) = self.place_of_comment(at);
            let text = comment::moved(&atom.text, atom.column, indent);
            self.begin(level, indent, atom.breaks > 1, text);
            let line = self.last();
            line.full = !leads;
            line.leading = leads;
        } else if ends_line {
            let column = atom.column;
            let blanks = atom.blanks;
            let text = atom.text.clone();
            let line = self.last();
            match &mut line.comment {
                Some(comment) => {
                    comment.text.push(' ');
                    comment.text.push_str(&text);
                }
                None => {
                    line.comment = Some(Trailing {
                        text,
                        column,
                        blanks,
                    });
                }
            }
            // Where it ends up is settled with the lines around it.
            self.columns.push(column);
        } else {
            self.append(at);
        }
    }

    /// The level and column of a comment on a line of its own: those of what follows it; in front
    /// of an end, those of what is ended.
    fn place_of_comment(&self, at: usize) -> (usize, usize) {
        let next = self.next_tokens[at];
        let level = match next.map(|next| &self.atoms[next].piece) {
            Some(Some(placed)) => match placed.stand {
                Stand::Close | Stand::Else => placed.depth + 1,
                _ => placed.depth,
            },
            Some(None) => {
                return (self.base / INDENT + 1, self.continuation(at));
            }
            None if self.atoms[at].column == 0 => 0,
            None => self.lines.last().map_or(0, |line| line.level),
        };
        (level, level * INDENT)
    }

    fn is_open(&self) -> bool {
        self.lines
            .last()
            .is_some_and(|line| !line.full && line.comment.is_none())
    }

    /// Puts an atom after the one before it.
    fn append(&mut self, at: usize) {
        let atom = &self.atoms[at];
        let spaced = at > 0 && spacing::between(&self.atoms[at - 1], atom);
        let column = self.last().width() + usize::from(spaced);
        self.columns.push(column);
        let line = self.last();
        if spaced {
            line.text.push(' ');
        }
        line.text.push_str(&if atom.is_comment() {
            comment::moved(&atom.text, atom.column, column)
        } else {
            atom.text.clone()
        });
    }

    fn begin(&mut self, level: usize, indent: usize, blank: bool, text: String) {
        // What a head opens begins right below it.
        self.columns.push(indent);
        let below_head = self.lines.last().is_none_or(|before| level > before.level);
        self.lines.push(Line {
            level,
            indent,
            text,
            comment: None,
            blank: blank && !below_head,
            full: false,
            leading: false,
        });
    }

    fn last(&mut self) -> &mut Line {
        self.lines.last_mut().expect("a line was begun")
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let mut at = 0;
        while at < self.lines.len() {
            let group = self.aligned(at);
            let column = comment_column(group);
            for line in group {
                if line.blank {
                    text.push('\n');
                }
                text.extend(std::iter::repeat_n(' ', line.indent));
                text.push_str(&line.text);
                if let Some(comment) = &line.comment {
                    text.extend(std::iter::repeat_n(' ', column - line.width()));
                    text.push_str(&comment::moved(&comment.text, comment.column, column));
                }
                text.push('\n');
            }
            at += group.len();
        }
        text
    }

    /// The line at `at` with those directly below whose comments stood in the same column.
    fn aligned(&self, at: usize) -> &[Line] {
        let column = |line: &Line| line.comment.as_ref().map(|comment| comment.column);
        let first = column(&self.lines[at]);
        let more = self.lines[at + 1..]
            .iter()
            .take_while(|line| first.is_some() && column(line) == first && !line.blank)
            .count();
        &self.lines[at..=at + more]
    }
}

impl Line {
    /// The column after its text.
    fn width(&self) -> usize {
        match self.text.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => self.indent + self.text.chars().count(),
        }
    }
}

/// Where the comments of these lines begin: where they were, if there is room.
fn comment_column(lines: &[Line]) -> usize {
    let widest = lines.iter().map(Line::width).max().unwrap_or_default();
    let Some(comment) = lines.first().and_then(|line| line.comment.as_ref()) else {
        return widest;
    };
    if lines.len() == 1 && (1..=COMMENT_GAP).contains(&comment.blanks) {
        widest + comment.blanks
    } else if comment.column > widest {
        comment.column
    } else {
        widest + COMMENT_GAP
    }
}

/// Whether a statement on a new line begins with this atom.
fn begins_statement(atom: &Atom) -> bool {
    atom.piece
        .is_some_and(|placed| matches!(placed.stand, Stand::Line | Stand::Else | Stand::Close))
}
