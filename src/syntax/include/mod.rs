//! Splices included files into the file that includes them.
//!
//! A path is relative to the including file. A file counts once however often it is named, and
//! gives its algorithms and neutral elements only: its inputs, program, machine and claims are
//! about itself. Messages show lines of programs only: what else a path leads to may be private.

mod problem;
mod unreadable;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

pub use unreadable::{NoFile, Unreadable};

use problem::FileProblem;

use super::ast::{self, Include, Item};
use super::vocabulary::Vocabularies;
use super::{Asides, NotText, decode, parse_with_asides};
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Sources, Span, shown_path};

/// A program is no larger than this, with all that it includes.
pub const LARGEST_PROGRAM: u64 = 16 << 20;
/// How the names of programs end.
const EXTENSION: &str = "pram";
/// Files that include files that include files.
const DEEPEST: usize = 100;

/// Why a file is not included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotIncluded {
    /// No file is there.
    NotThere,
    /// Programs are not read from there.
    Outside,
    /// With it the program would be too large.
    TooLarge,
    /// It is no text.
    NotText(NotText),
    /// It is no file, or may not be read.
    Unreadable(Unreadable),
}

/// Where texts come from, so that nothing here touches the disk.
pub trait Files {
    /// The bytes of a file of at most so many, or why there are none.
    fn read(&self, path: &Path, at_most: u64) -> Result<Vec<u8>, Unreadable>;

    /// The same for every path that leads to the same file.
    fn identity(&self, path: &Path) -> PathBuf;

    /// The file that `name` means in the file `from`, where the program itself is the file `main`.
    fn included(&self, name: &Path, from: &Path, main: &Path) -> Result<PathBuf, NotIncluded> {
        let _ = main;
        Ok(beside(name, from))
    }

    /// The shipped program that a misspelt name probably means, as an inclusion names it.
    fn meant(&self, name: &Path) -> Option<PathBuf> {
        let _ = name;
        None
    }
}

/// A path that is relative to the folder of a file.
pub fn beside(name: &Path, from: &Path) -> PathBuf {
    from.parent().unwrap_or(Path::new("")).join(name)
}

/// A file with the algorithms of everything that it includes.
#[derive(Debug)]
pub struct Spliced {
    /// The tree.
    pub file: ast::File,
    /// What the texts without errors say beside, the main file's first.
    pub asides: Vec<Asides>,
    /// What is wrong with any of the texts.
    pub diagnostics: Vec<Diagnostic>,
}

/// The main file with the algorithms of everything that it includes.
pub fn splice(sources: &mut Sources, main: FileId, files: &dyn Files) -> Spliced {
    let path = PathBuf::from(&sources.get(main).name);
    let room = LARGEST_PROGRAM.saturating_sub(sources.get(main).text.len() as u64);
    let mut splicer = Splicer {
        sources,
        files,
        main: &path,
        room,
        open: Vec::new(),
        known: Vec::new(),
        asides: Vec::new(),
        diagnostics: Vec::new(),
    };
    let mut items = Vec::new();
    splicer.file(main, &path, None, &mut items);
    let Splicer {
        asides,
        diagnostics,
        ..
    } = splicer;
    let vocabularies = Vocabularies::of(sources);
    Spliced {
        file: ast::File {
            items,
            vocabularies,
        },
        asides,
        diagnostics,
    }
}

/// The names of the algorithms of a file and of what it includes, as far as that can be read.
pub fn defined_names(sources: &Sources, file: FileId, files: &dyn Files) -> HashSet<String> {
    let source = sources.get(file);
    let mut spliced = Sources::default();
    let main = spliced.add(source.name.clone(), source.text.clone());
    let tree = splice(&mut spliced, main, files).file;
    let names = tree.items.into_iter().filter_map(|item| match item {
        Item::Algorithm(algorithm) => Some(algorithm.name.stem),
        _ => None,
    });
    names.collect()
}

struct Splicer<'a> {
    sources: &'a mut Sources,
    files: &'a dyn Files,
    /// The program itself.
    main: &'a Path,
    /// How many bytes more the included files may have together.
    room: u64,
    /// The files that are being read, outermost first, each with the place that includes it.
    open: Vec<(PathBuf, Option<Span>)>,
    /// Every file that was begun.
    known: Vec<PathBuf>,
    asides: Vec<Asides>,
    diagnostics: Vec<Diagnostic>,
}

impl Splicer<'_> {
    fn file(&mut self, id: FileId, path: &Path, from: Option<Span>, items: &mut Vec<Item>) {
        let identity = self.files.identity(path);
        let is_named_so = identity.extension().is_some_and(|name| name == EXTENSION);
        self.known.push(identity.clone());
        self.open.push((identity, from));
        let (file, asides) = parse_with_asides(self.sources, id);
        let diagnostics = match asides {
            Ok(asides) => {
                self.asides.push(asides);
                Vec::new()
            }
            Err(diagnostics) => diagnostics,
        };
        let is_program = diagnostics.is_empty() || (is_named_so && !file.items.is_empty());
        match from {
            Some(span) if !is_program => self.report_no_program(path, span),
            _ => self.diagnostics.extend(diagnostics),
        }
        for item in file.items {
            match item {
                Item::Include(include) => self.include(&include, path, items),
                Item::Algorithm(_) | Item::Neutral(_) => items.push(item),
                _ if from.is_none() => items.push(item),
                _ => {}
            }
        }
        self.open.pop();
    }

    fn include(&mut self, include: &Include, from: &Path, items: &mut Vec<Item>) {
        let found = (self.files).included(Path::new(&include.path), from, self.main);
        let path = match found {
            Ok(path) => path,
            Err(why) => return self.report_not_included(include, from, why),
        };
        let identity = self.files.identity(&path);
        if let Some(at) = self.open.iter().position(|(open, _)| *open == identity) {
            self.report_cycle(include, at);
            return;
        }
        if self.known.contains(&identity) {
            return;
        }
        if self.open.len() > DEEPEST {
            self.report(&FileProblem::TooDeep {
                span: include.span,
                most: DEEPEST,
            });
            return;
        }
        let text = match self.files.read(&path, self.room) {
            Ok(bytes) => decode(&bytes).map_err(NotIncluded::NotText),
            Err(Unreadable::TooLarge { .. }) => Err(NotIncluded::TooLarge),
            Err(other) => Err(NotIncluded::Unreadable(other)),
        };
        match text {
            Ok(text) => {
                self.room = self.room.saturating_sub(text.len() as u64);
                let id = self.sources.add(path.display().to_string(), text);
                self.file(id, &path, Some(include.span), items);
            }
            Err(why) => {
                self.known.push(identity);
                self.report_not_included(include, from, why);
            }
        }
    }

    fn report(&mut self, problem: &FileProblem) {
        let vocabularies = Vocabularies::of(self.sources);
        let diagnostic = vocabularies.word(|voice| problem.diagnostic(voice));
        self.diagnostics.push(diagnostic);
    }

    fn report_not_included(&mut self, include: &Include, from: &Path, why: NotIncluded) {
        let meant = (why == NotIncluded::NotThere)
            .then(|| self.files.meant(Path::new(&include.path)))
            .flatten()
            .filter(|meant| self.files.included(meant, from, self.main).is_ok());
        self.report(&FileProblem::NotIncluded {
            path: include.path.clone(),
            span: include.span,
            why,
            meant: meant.map(|meant| shown_path(&meant)),
            looked_for: shown_path(&beside(Path::new(&include.path), from)),
        });
    }

    /// A file that is included is something else than a program.
    fn report_no_program(&mut self, path: &Path, span: Span) {
        self.report(&FileProblem::NoProgram {
            name: shown_path(path),
            span,
        });
    }

    /// The file at this position of the open ones is included once more.
    fn report_cycle(&mut self, include: &Include, at: usize) {
        let vocabularies = Vocabularies::of(self.sources);
        let by = self.open[at + 1..].iter().filter_map(|(_, from)| *from);
        let by = by.map(|span| (span, vocabularies.at(span.file)));
        self.report(&FileProblem::Cycle {
            path: include.path.clone(),
            span: include.span,
            by: by.collect(),
            is_direct: at + 1 == self.open.len(),
        });
    }
}
