//! Programs in one vocabulary, whichever they are written in.

use std::path::{Path, PathBuf};

use super::files::{Disk, is_program};
use crate::pipeline::shipped::{self, FOLDER};
use crate::pipeline::{self, Request};
use crate::source::{FileId, Sources};
use crate::syntax::decode;
use crate::syntax::formatter::{self, Translation, Vocabulary};
use crate::syntax::include::{Files, NotIncluded, Unreadable, defined_names};
use crate::syntax::keyword::Concept;

/// What a file is translated with; `files` has what it includes.
pub fn translation(
    vocabulary: Vocabulary,
    sources: &Sources,
    file: FileId,
    files: &dyn Files,
) -> Translation {
    pipeline::translation::translation(vocabulary, defined_names(sources, file, files))
}

/// A program that comes with pram, in a vocabulary. It can be saved anywhere: what it includes is named as
/// every folder knows it, `"programs/prescan.pram"`.
pub fn shipped(name: &str, text: &str, vocabulary: Vocabulary) -> String {
    let path = Path::new(FOLDER).join(name);
    let translated = Translated {
        files: &Disk::default(),
        vocabulary: Some(vocabulary),
    };
    let text = translated.text(&path.to_string_lossy(), text.into());
    let text = String::from_utf8(text).expect("the translation of a text is a text");
    let include = format!("{} \"", vocabulary.word(Concept::Include));
    let lines = text.split_inclusive('\n').map(|line| {
        let (own, rest) = line.strip_prefix(&include)?.split_once('"')?;
        let found = shipped::beside(Path::new(own), &path)?;
        let found = found.strip_prefix(FOLDER).ok()?.display();
        Some(format!("{include}programs/{found}\"{rest}"))
    });
    (lines.zip(text.split_inclusive('\n')))
        .map(|(changed, line)| changed.unwrap_or_else(|| line.to_owned()))
        .collect()
}

/// Files, of which programs are given in one vocabulary, laid out as `pram fmt` does. A text with
/// errors stays as it is: its messages are about what the user wrote.
pub struct Translated<'a> {
    /// Where the texts come from.
    pub files: &'a dyn Files,
    /// The vocabulary; none leaves all texts as they are.
    pub vocabulary: Option<Vocabulary>,
}

impl Translated<'_> {
    /// The request with its program in the vocabulary.
    pub fn request(&self, request: Request) -> Request {
        Request {
            bytes: self.text(&request.name, request.bytes),
            ..request
        }
    }

    /// A text in the vocabulary.
    pub fn text(&self, name: &str, bytes: Vec<u8>) -> Vec<u8> {
        let (Some(vocabulary), Ok(text)) = (self.vocabulary, decode(&bytes)) else {
            return bytes;
        };
        let mut sources = Sources::default();
        let file = sources.add(name, text);
        let translation = translation(vocabulary, &sources, file, self.files);
        match formatter::format(&sources, file, Some(&translation)) {
            Ok(text) => text.into_bytes(),
            Err(_) => bytes,
        }
    }
}

impl Files for Translated<'_> {
    fn read(&self, path: &Path, at_most: u64) -> Result<Vec<u8>, Unreadable> {
        let bytes = self.files.read(path, at_most)?;
        if !is_program(path) {
            return Ok(bytes);
        }
        let bytes = self.text(&path.display().to_string(), bytes);
        if bytes.len() as u64 > at_most {
            return Err(Unreadable::TooLarge { at_most });
        }
        Ok(bytes)
    }

    fn identity(&self, path: &Path) -> PathBuf {
        self.files.identity(path)
    }

    fn included(&self, name: &Path, from: &Path, main: &Path) -> Result<PathBuf, NotIncluded> {
        self.files.included(name, from, main)
    }

    fn meant(&self, name: &Path) -> Option<PathBuf> {
        self.files.meant(name)
    }
}
