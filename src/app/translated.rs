//! Programs in one vocabulary, whichever they are written in.

use std::path::{Path, PathBuf};

use super::files::is_program;
use crate::pipeline::Request;
use crate::pipeline::translation::translated;
use crate::syntax::decode;
use crate::syntax::include::{Files, NotIncluded, Unreadable};
use crate::syntax::vocabulary::Vocabulary;

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
        translated(name, &text, self.files, vocabulary).into_bytes()
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
