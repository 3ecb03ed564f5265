//! Formats a text and translates its keywords; its meaning stays the same.
//!
//! The layout follows the nesting of the text, four spaces a level and one statement a line, and
//! leaves to the author what carries meaning for readers: comments and their columns, single blank
//! lines, line breaks inside a statement, whether `n-1` is written close or wide, and whether the
//! one statement of an `ako`, `za` or `dok` stands beside its head or below it. Line ends stay
//! what the first of them is, and a byte order mark stays.

mod atom;
mod bound;
mod comment;
mod english;
mod layout;
mod prose;
mod shape;
mod spacing;
mod tokens;
mod vocabulary;
mod wording;

pub use crate::syntax::vocabulary::Vocabulary;
pub use vocabulary::{FunctionNames, MachineWords, Translation};
pub use wording::translate_words;

use super::aside;
use super::ast::Item;
use super::block::{self, Outline, Placed};
use super::dialect;
use super::in_order;
use super::nesting;
use super::parser::Place;
use super::problem::Problem;
use super::text::Text;
use crate::diagnostic::{Code, Diagnostic, Places};
use crate::language::Language;
use crate::source::{FileId, Sources};
use atom::{Atom, AtomKind};
use shape::Mark;

/// The text of a file as it should look, or what is wrong with it.
pub fn format(
    sources: &Sources,
    file: FileId,
    translation: Option<&Translation>,
) -> Result<String, Vec<Diagnostic>> {
    // Without a translation a printed listing stays as it is printed.
    let written = &sources.get(file).text;
    let has_listing = dialect::read(file, written, |_| true, &[]).is_some();
    let own = if has_listing {
        super::in_own_spelling(sources, file)?
    } else {
        None
    };
    if own.is_some() && translation.is_none() {
        return Ok(written.to_string());
    }
    let source = own.as_deref().unwrap_or(written);
    let read = read(file, source).map_err(|problems| in_order(&problems, sources))?;
    let (mut atoms, items) = (read.atoms, read.items);
    let shape = shape::shape(&items);
    if let Some(translation) = translation {
        vocabulary::translate(&mut atoms, translation, &bound::bound(&items));
        prose::translate(&mut atoms, translation.vocabulary);
    }
    spacing::settle(&mut atoms);
    let text = in_the_manner_of(source, &layout::lay_out(&atoms));
    let is_same = translation.is_none()
        && (text == source
            || !has_listing && !read.is_by_layout && tokens::are_the_same(&text, &atoms));
    debug_assert!(
        !is_same || reads_like(&text, &atoms, &shape),
        "the same tokens are read the same"
    );
    if is_same || reads_like(&text, &atoms, &shape) {
        Ok(text)
    } else {
        Err(vec![unlike(&sources.get(file).name)])
    }
}

/// A text in pieces.
struct Read {
    atoms: Vec<Atom>,
    items: Vec<Item>,
    /// Whether its lines or their indentation decide anything.
    is_by_layout: bool,
}

fn read(file: FileId, source: &str) -> Result<Read, Vec<Problem>> {
    let (text, mut problems) = Text::new(file, source);
    let outline = match nesting::too_deep(&text) {
        Some(problem) => {
            problems.push(problem);
            Outline::default()
        }
        None => block::outline(&text, &mut problems),
    };
    problems.extend(aside::contradictions(source, &text, &outline.elses));
    if problems.is_empty() {
        let is_listing = |(placed, _): &(Placed, _)| placed.place == Place::Listing;
        Ok(Read {
            is_by_layout: text.is_by_column() || outline.pieces.iter().any(is_listing),
            atoms: atom::atoms(source, &text, &outline.pieces),
            items: outline.items,
        })
    } else {
        Err(problems)
    }
}

/// With the byte order mark and the line ends of the user's text.
fn in_the_manner_of(source: &str, text: &str) -> String {
    let mark = if source.starts_with('\u{FEFF}') {
        "\u{FEFF}"
    } else {
        ""
    };
    let carriage = source
        .lines()
        .next()
        .is_some_and(|first| source[first.len()..].starts_with("\r\n"));
    if carriage {
        format!("{mark}{}", text.replace('\n', "\r\n"))
    } else {
        format!("{mark}{text}")
    }
}

/// Whether a text consists of exactly these tokens and comments, each read as here, with statements
/// that are nested as here.
fn reads_like(text: &str, atoms: &[Atom], shape: &[Mark]) -> bool {
    let nested = |atom: &Atom| atom.piece.map(|placed| placed.depth);
    read(FileId::default(), text).is_ok_and(|read| {
        shape::shape(&read.items) == shape
            && read.atoms.len() == atoms.len()
            && read
                .atoms
                .iter()
                .zip(atoms)
                .all(|(new, old)| match old.kind {
                    AtomKind::Token(_) => {
                        new.kind == old.kind && new.text == old.text && nested(new) == nested(old)
                    }
                    _ => comment::same(&new.text, &old.text),
                })
    })
}

fn unlike(name: &str) -> Diagnostic {
    let words = match Language::default() {
        Language::English | Language::Croatian => english::unlike(name),
    };
    Places::nowhere(Code::BadOption).with(words)
}
