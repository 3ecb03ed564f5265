//! The first screen of a page on one program: verdicts, measures, how the time comes about, and the
//! program.

use super::{Table, Words};
use crate::present::plot::Plot;

/// What a page shows first of a program.
#[derive(Debug, Clone, PartialEq)]
pub struct Overview {
    /// In a few words each, after a mark.
    pub verdicts: Vec<Words>,
    /// The measures.
    pub cards: Vec<Card>,
    /// The statements that make up the time, where it was derived.
    pub way: Option<Table>,
    /// The plot that says most.
    pub plot: Option<Plot>,
    /// The program, from its first line that is no comment.
    pub listing: Vec<ListedLine>,
    /// The included files that take part in its time or work, in the same way.
    pub included: Vec<IncludedListing>,
}

/// A measure in large type.
#[derive(Debug, Clone, PartialEq)]
pub struct Card {
    /// What it is.
    pub title: Words,
    /// The formula or the number.
    pub value: Words,
    /// How it is known, or for which size it is.
    pub note: Words,
}

/// A file that the program includes.
#[derive(Debug, Clone, PartialEq)]
pub struct IncludedListing {
    /// Its name.
    pub name: String,
    /// The part of the work that it holds: `51 % of W`.
    pub share: String,
    /// Its lines.
    pub lines: Vec<ListedLine>,
}

/// A line of a program.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedLine {
    /// Its number in the file, from 1.
    pub number: usize,
    /// Its text.
    pub text: String,
    /// `50 % of W`, where it holds much of it.
    pub share: Option<String>,
}
