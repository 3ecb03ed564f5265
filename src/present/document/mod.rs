//! A report as a document: headings, paragraphs, tables and plots, the same for every markup.
//!
//! What a report says is decided once, where it becomes a document; text, Markdown, HTML and LaTeX
//! only write the document down.

pub mod formula;
pub mod html;
pub mod latex;
pub mod markdown;
pub mod overview;
pub mod text;

use crate::present::plot::Plot;
use crate::result::strip::ProcessorTimeline;
use overview::Overview;

/// A document.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Document {
    /// What it is about.
    pub title: String,
    /// Who hands it in.
    pub author: Option<String>,
    /// Whether it is to be printed on one page where it can.
    pub is_compact: bool,
    /// From top to bottom.
    pub blocks: Vec<Block>,
}

/// A part of a document.
#[derive(Debug, Clone, PartialEq)]
pub enum Block {
    /// The beginning of a part on one program, where there are several.
    Part(String),
    /// The beginning of a section.
    Heading(String),
    /// What the whole says in one sentence.
    Lead(Words),
    /// A paragraph.
    Paragraph(Words),
    /// One line each.
    List(Vec<Words>),
    /// A table.
    Table(Table),
    /// Plots that stand side by side where there is room.
    Plots(Vec<Plot>),
    /// A table and a plot, which a terminal shows side by side where there is room.
    Beside(Vec<Block>),
    /// What a page shows first of a program. Other formats tell it in their tables.
    Overview(Box<Overview>),
    /// A strip of time below its heading. Only pages draw it; as text `pram run` shows one.
    Strip(String, ProcessorTimeline),
    /// The lines of a program, which are numbered from 1.
    Listing(Vec<String>),
    /// What only the curious want, below its title: closed where a format can open it.
    Folded(String, Vec<Block>),
}

/// A piece of a line.
#[derive(Debug, Clone, PartialEq)]
pub enum Word {
    /// Text as it is.
    Plain(String),
    /// What explains rather than tells.
    Faint(String),
    /// A name, an option, a piece of source.
    Code(String),
    /// An expression of the language.
    Formula(String),
    /// Θ of an expression.
    Theta(String),
    /// Whether something holds; open where that is not known.
    Mark(Option<bool>),
}

/// A line, or a cell of a table.
pub type Words = Vec<Word>;

/// A table.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// What its rows are.
    pub caption: String,
    /// From left to right.
    pub columns: Vec<Column>,
    /// From top to bottom, each with a cell for every column.
    pub rows: Vec<Vec<Words>>,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// Its head.
    pub title: String,
    /// To which side its cells stand.
    pub side: Side,
}

/// To which side the cells of a column stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Words.
    Left,
    /// Numbers.
    Right,
    /// Sentences, which may take several lines.
    Wrapped,
}

impl Table {
    /// A table without rows.
    pub fn new(caption: impl Into<String>, columns: impl IntoIterator<Item = Column>) -> Self {
        Self {
            caption: caption.into(),
            columns: columns.into_iter().collect(),
            rows: Vec::new(),
        }
    }
}

/// A column of numbers.
pub fn numbers(title: impl Into<String>) -> Column {
    Column {
        title: title.into(),
        side: Side::Right,
    }
}

/// A column of words.
pub fn words(title: impl Into<String>) -> Column {
    Column {
        title: title.into(),
        side: Side::Left,
    }
}

/// A column of sentences.
pub fn sentences(title: impl Into<String>) -> Column {
    Column {
        title: title.into(),
        side: Side::Wrapped,
    }
}

/// Text as one line.
pub fn plain(text: impl Into<String>) -> Words {
    vec![Word::Plain(text.into())]
}

/// A name, an option or a piece of source as one line.
pub fn code(text: impl Into<String>) -> Words {
    vec![Word::Code(text.into())]
}
