//! What is nested in what in a listing: from its layout, its end words and its `begin`s.
//!
//! Every head gets a brace, and what it governs a closing one. Which lines it governs is said by the layout,
//! where every head that ends its line has something further in below it; else by the end words alone.

mod ends;
mod pieces;

use crate::source::FileId;
use crate::syntax::dialect::listing::Listing;
use crate::syntax::dialect::open::{Misfit, Open};
use crate::syntax::dialect::region::Region;
use crate::syntax::dialect::span;
use crate::syntax::dialect::words::{Word, ends_head};
use crate::syntax::problem::Problem;
use crate::syntax::token::Kind;

#[derive(Debug, Clone)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own about what the frame holds so far"
)]
struct Frame {
    open: Open,
    /// That of its head.
    column: usize,
    /// That of the `else` in whose line an `if` is.
    chained: Option<usize>,
    /// That of its `begin`.
    begun: Option<usize>,
    has_body: bool,
    /// What closes it.
    close: String,
    /// Whether a task was spawned in it that was not awaited yet, and whether others follow.
    spawned: bool,
    has_rest: bool,
    /// Whether nothing but the end of the line ends its head.
    is_bare: bool,
    /// Whether its body begins in the line of its head.
    is_in_line: bool,
}

impl Frame {
    fn new(open: Open, column: usize, close: &str) -> Self {
        Self {
            open,
            column,
            chained: None,
            begun: None,
            has_body: false,
            close: close.to_owned(),
            spawned: false,
            has_rest: false,
            is_bare: false,
            is_in_line: false,
        }
    }
}

/// After what a line continues.
const OPEN: [&str; 14] = [
    "+", "-", "−", "*", "/", "·", "×", "=", ":=", "←", ",", "and", "or", "^",
];

/// Puts braces around what each head of a listing governs. Where that cannot be told, the result is the token
/// at which it failed.
pub fn nest(listing: &mut Listing<'_>, region: &Region) -> Result<(), Option<usize>> {
    let list = listing.meaningful(region.body.clone());
    let Some(&last) = list.last() else {
        return Err(None);
    };
    let mut whole = Frame::new(Open::Listing, 0, "");
    // The first `begin` of another listing is that of its body.
    whole.has_body = region.is_group;
    let mut nesting = Nesting {
        by_layout: is_laid_out(listing, &list),
        name: (region.heading.as_ref())
            .map(|heading| listing.text(heading.name.start).to_lowercase()),
        listing,
        list,
        at: 0,
        frames: vec![whole],
        last: None,
        closed: None,
    };
    let is_nested = nesting.run();
    let at = nesting.list.get(nesting.at).copied().unwrap_or(last);
    is_nested.map_err(|Misfit| Some(at))
}

/// The heads that end their lines, each with the first token below it.
fn heads<'a>(
    listing: &'a Listing<'_>,
    list: &'a [usize],
) -> impl Iterator<Item = (usize, usize)> + 'a {
    let is_head = |at| {
        let word = Word::of(listing, at);
        matches!(
            word,
            Some(Word::For | Word::ForAll | Word::ParFor | Word::While | Word::If)
        )
    };
    list.iter().enumerate().filter_map(move |(k, &at)| {
        let line = listing.tokens[at].line;
        let begins = k == 0 || listing.tokens[list[k - 1]].line != line;
        let ends = || {
            listing
                .last(line)
                .is_some_and(|last| ends_head(listing, last))
        };
        let below = || {
            list[k..]
                .iter()
                .find(|&&next| listing.tokens[next].line > line)
        };
        (begins && is_head(at) && ends())
            .then(below)?
            .map(|&below| (at, below))
    })
}

/// Whether what is below a head is no further in than that head.
fn is_bare(listing: &Listing<'_>, (head, below): (usize, usize)) -> bool {
    let is_begin = Word::of(listing, below) == Some(Word::Begin);
    listing.tokens[below].column <= listing.tokens[head].column && !is_begin
}

/// Whether the layout says what each head governs: what is below it is further in.
fn is_laid_out(listing: &Listing<'_>, list: &[usize]) -> bool {
    let mut heads = heads(listing, list).peekable();
    let columns = || list.iter().map(|&at| listing.tokens[at].column);
    let has_columns = || columns().any(|column| Some(column) != columns().next());
    (heads.peek().is_some() || has_columns()) && heads.all(|head| !is_bare(listing, head))
}

/// The heads of a listing without anything further in below them.
pub fn bare_heads(file: FileId, listing: &Listing<'_>, region: &Region) -> Vec<Problem> {
    let list = listing.meaningful(region.body.clone());
    let bare = heads(listing, &list).filter(|&head| is_bare(listing, head));
    let problem = |(head, next)| Problem::NothingFurtherIn {
        head: span(file, listing, head, head),
        next: span(file, listing, next, next),
        is_end: matches!(Word::of(listing, next), Some(Word::End(_) | Word::Else)),
    };
    bare.map(problem).collect()
}

/// A statement has no more tokens than this: what is longer is a bracket that was never closed.
const LONGEST_STATEMENT: usize = 2000;

struct Nesting<'a, 't> {
    listing: &'a mut Listing<'t>,
    /// The tokens that mean something.
    list: Vec<usize>,
    /// Where reading continues in that list.
    at: usize,
    frames: Vec<Frame>,
    /// The name in the heading, in small letters.
    name: Option<String>,
    by_layout: bool,
    /// The last token of the last piece.
    last: Option<usize>,
    /// The `if` that just ended.
    closed: Option<Frame>,
}

impl Nesting<'_, '_> {
    pub(super) fn run(&mut self) -> Result<(), Misfit> {
        while self.at < self.list.len() {
            let closed = self.closed.take();
            match Word::of(self.listing, self.list[self.at]) {
                Some(Word::Begin) if !self.is_value() => self.begin()?,
                Some(Word::End(ends)) => {
                    if self.end(ends)? {
                        break;
                    }
                }
                Some(Word::Else | Word::ElseIf) => self.otherwise(closed)?,
                Some(Word::Until) => self.until()?,
                Some(Word::Then) => return Err(Misfit),
                Some(Word::While) if self.ends_repeat() => self.until()?,
                word => {
                    self.pop_by_layout();
                    self.piece(word)?;
                }
            }
        }
        self.close_above(0)?;
        self.end_tasks();
        Ok(())
    }

    /// The token at a place of the list.
    pub(super) fn token(&self, k: usize) -> usize {
        self.list[k]
    }

    pub(super) fn column(&self, k: usize) -> usize {
        self.listing.tokens[self.list[k]].column
    }

    pub(super) fn line(&self, k: usize) -> usize {
        self.listing.tokens[self.list[k]].line
    }

    pub(super) fn begins_line(&self, k: usize) -> bool {
        k == 0 || self.line(k) != self.line(k - 1)
    }

    /// One past the last token of the statement that begins at `k`: its line, and those that go on with it.
    pub(super) fn line_end(&self, k: usize) -> usize {
        let mut depth = 0_i32;
        let mut end = k;
        while end < self.list.len() {
            if end > k && self.begins_line(end) && depth <= 0 && !self.goes_on(end) {
                break;
            }
            if end - k > LONGEST_STATEMENT {
                break;
            }
            match self.listing.text(self.list[end]) {
                "(" | "[" | "⌊" | "⌈" => depth += 1,
                ")" | "]" | "⌋" | "⌉" => depth -= 1,
                _ => {}
            }
            end += 1;
        }
        end
    }

    /// Whether the line that begins at `k` continues the one before. A line with a number does not.
    pub(super) fn goes_on(&self, k: usize) -> bool {
        let before = self.listing.tokens.get(self.list[k].wrapping_sub(1));
        if before.is_some_and(|token| token.kind == Kind::LineNumber) {
            return false;
        }
        let before = self.listing.text(self.list[k - 1]);
        OPEN.contains(&before)
            || matches!(
                self.listing.text(self.list[k]),
                "and" | "or" | "+" | "∧" | "∨"
            )
    }

    /// Whether a brace opens a value: `x := {1, 2}`.
    pub(super) fn is_value(&self) -> bool {
        let at = self.token(self.at);
        self.listing.is(at, "{")
            && self.at > 0
            && matches!(self.listing.text(at - 1), "=" | ":=" | "←" | "(" | ",")
    }

    /// Ends what the line that begins here is not further in than.
    pub(super) fn pop_by_layout(&mut self) {
        if !self.by_layout || !self.begins_line(self.at) {
            return;
        }
        let column = self.column(self.at);
        while let Some(top) = self.frames.last() {
            let stays =
                top.open == Open::Listing || top.begun.is_some() || top.open == Open::Repeat;
            if stays || top.column < column || !top.has_body {
                return;
            }
            if self.close().is_err() {
                return;
            }
        }
    }

    pub(super) fn end_tasks(&mut self) {
        let Some(top) = self.frames.last_mut() else {
            return;
        };
        let (spawned, rest) = (top.spawned, top.has_rest);
        (top.spawned, top.has_rest) = (false, false);
        if let Some(last) = self.last
            && spawned
        {
            self.listing.after(last, if rest { " } }" } else { " }" });
        }
    }

    pub(super) fn close(&mut self) -> Result<Frame, Misfit> {
        self.end_tasks();
        let frame = self.frames.pop().ok_or(Misfit)?;
        if !frame.has_body || frame.open == Open::Listing {
            return Err(Misfit);
        }
        if let Some(last) = self.last {
            self.listing.after(last, &frame.close);
        }
        Ok(frame)
    }

    pub(super) fn close_above(&mut self, level: usize) -> Result<(), Misfit> {
        // Without a layout only end words end anything.
        if !self.by_layout && self.frames.len() > level + 1 {
            return Err(Misfit);
        }
        while self.frames.len() > level + 1 {
            self.close()?;
        }
        Ok(())
    }
}
