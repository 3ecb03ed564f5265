//! Keys of results: SHA-256 over what a result is made from.

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::study::store::hexadecimal;

/// How many hexadecimal digits of the hash name a file.
const DIGITS: usize = 32;

/// The key of a result: 32 hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(String);

impl Key {
    /// A key that a file names; none if the text is no key.
    pub fn of_text(text: &str) -> Option<Self> {
        let is_digit = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
        (text.len() == DIGITS && text.chars().all(is_digit)).then(|| Self(text.to_owned()))
    }

    /// The key as it is written in files.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The file of the result: its folder is named by the first two digits.
    pub fn file(&self, folder: &Path) -> PathBuf {
        folder.join(&self.0[..2]).join(format!("{}.json", self.0))
    }
}

/// What a result is made from, part by part. The length of each part is hashed, too, so that the end of one is
/// not taken for the beginning of the next.
#[derive(Debug, Clone, Default)]
pub struct KeyParts(Sha256);

impl KeyParts {
    /// Adds a part.
    #[must_use]
    pub fn with(mut self, part: impl AsRef<[u8]>) -> Self {
        let part = part.as_ref();
        self.0.update((part.len() as u64).to_le_bytes());
        self.0.update(part);
        self
    }

    /// The key of all parts.
    pub fn key(self) -> Key {
        let mut digits = hexadecimal(&self.0.finalize());
        digits.truncate(DIGITS);
        Key(digits)
    }
}
