//! Splices included files into the file that includes them.
//!
//! A path is relative to the including file. A file counts once however often it is named, and
//! gives its algorithms and neutral elements only: its inputs, program, machine and claims are
//! about itself.

use std::path::{Path, PathBuf};

use super::ast::{self, Include, Item};
use super::keyword::Concept;
use super::vocabulary::Vocabularies;
use super::{decode, parse};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Sources, Span};

/// Larger files are no programs; spans count their bytes in 32 bits.
pub const LARGEST_PROGRAM: u64 = 256 << 20;
/// Files that include files that include files.
const DEEPEST: usize = 100;

/// Where texts come from, so that nothing here touches the disk.
pub trait Files {
    /// The bytes of a file of at most so many, or why there are none.
    fn read(&self, path: &Path, at_most: u64) -> Result<Vec<u8>, String>;

    /// The same for every path that leads to the same file.
    fn identity(&self, path: &Path) -> PathBuf;
}

/// The main file with the algorithms of everything that it includes, and what is wrong with any
/// of them.
pub fn splice(
    sources: &mut Sources,
    main: FileId,
    files: &dyn Files,
) -> (ast::File, Vec<Diagnostic>) {
    let path = PathBuf::from(&sources.get(main).name);
    let mut splicer = Splicer {
        sources,
        files,
        open: Vec::new(),
        known: Vec::new(),
        diagnostics: Vec::new(),
    };
    let mut items = Vec::new();
    splicer.file(main, &path, None, &mut items);
    let diagnostics = splicer.diagnostics;
    let vocabularies = Vocabularies::of(sources);
    let file = ast::File {
        items,
        vocabularies,
    };
    (file, diagnostics)
}

struct Splicer<'a> {
    sources: &'a mut Sources,
    files: &'a dyn Files,
    /// The files that are being read, outermost first, each with the place that includes it.
    open: Vec<(PathBuf, Option<Span>)>,
    /// Every file that was begun.
    known: Vec<PathBuf>,
    diagnostics: Vec<Diagnostic>,
}

impl Splicer<'_> {
    fn file(&mut self, id: FileId, path: &Path, from: Option<Span>, items: &mut Vec<Item>) {
        let identity = self.files.identity(path);
        self.known.push(identity.clone());
        self.open.push((identity, from));
        let (file, diagnostics) = parse(self.sources, id);
        self.diagnostics.extend(diagnostics);
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
        let path = from.parent().unwrap_or(Path::new("")).join(&include.path);
        let identity = self.files.identity(&path);
        if let Some(at) = self.open.iter().position(|(open, _)| *open == identity) {
            self.report_cycle(include, at);
            return;
        }
        if self.known.contains(&identity) {
            return;
        }
        if self.open.len() > DEEPEST {
            self.diagnostics.push(
                Diagnostic::new(
                    Code::Include,
                    format!("more than {DEEPEST} files include one another"),
                    include.span,
                    "this one is not read any more",
                )
                .help("include in one file what now includes itself step by step"),
            );
            return;
        }
        let text = self
            .files
            .read(&path, LARGEST_PROGRAM)
            .and_then(|bytes| decode(&bytes).map_err(|error| error.to_string()));
        match text {
            Ok(text) => {
                let id = self.sources.add(path.display().to_string(), text);
                self.file(id, &path, Some(include.span), items);
            }
            Err(reason) => {
                self.known.push(identity);
                self.diagnostics.push(
                    Diagnostic::new(
                        Code::Include,
                        format!("`{}` cannot be included", include.path),
                        include.span,
                        reason,
                    )
                    .note(format!(
                        "looked for as `{}`: the path is relative to the file that includes it",
                        path.display()
                    )),
                );
            }
        }
    }

    /// The file at this position of the open ones is included once more.
    fn report_cycle(&mut self, include: &Include, at: usize) {
        let mut diagnostic = Diagnostic::new(
            Code::Include,
            format!("`{}` includes itself", include.path),
            include.span,
            if at + 1 == self.open.len() {
                "this is the file itself"
            } else {
                "this file is still being included …"
            },
        );
        let vocabularies = Vocabularies::of(self.sources);
        for (_, from) in &self.open[at + 1..] {
            if let Some(span) = from {
                let include = vocabularies.at(span.file).word(Concept::Include);
                diagnostic = diagnostic.label(*span, format!("… by way of this `{include}`"));
            }
        }
        self.diagnostics.push(
            diagnostic.help("take what both files need into a third, and include that in both"),
        );
    }
}
