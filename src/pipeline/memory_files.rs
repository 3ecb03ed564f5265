//! Files in memory, with the built-in programs behind them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::shipped;
use crate::syntax::include::{Files, NotIncluded, Unreadable, beside};

/// Texts by their paths, such as `library/scan.pram`. The programs that come with pram lie below `programs/`,
/// unless another text has their path.
#[derive(Debug, Clone, Default)]
pub struct MemoryFiles {
    texts: BTreeMap<PathBuf, Cow<'static, [u8]>>,
}

impl MemoryFiles {
    /// With this text beside the others.
    #[must_use]
    pub fn with(mut self, path: impl Into<PathBuf>, text: impl Into<Cow<'static, [u8]>>) -> Self {
        self.texts.insert(path.into(), text.into());
        self
    }

    fn text(&self, path: &Path) -> Option<&[u8]> {
        let built_in = |path: &Path| shipped::text(path).map(str::as_bytes);
        if path.starts_with(shipped::FOLDER) {
            return built_in(path);
        }
        let path = shipped::plain(path)?;
        if let Some(own) = self.texts.get(&path) {
            return Some(own);
        }
        let inside = path.strip_prefix(shipped::ON_DISK).ok()?;
        built_in(&Path::new(shipped::FOLDER).join(inside))
    }
}

impl Files for MemoryFiles {
    fn read(&self, path: &Path, at_most: u64) -> Result<Vec<u8>, Unreadable> {
        match self.text(path) {
            None => Err(Unreadable::NotFound),
            Some(text) if text.len() as u64 > at_most => Err(Unreadable::TooLarge { at_most }),
            Some(text) => Ok(text.to_vec()),
        }
    }

    fn identity(&self, path: &Path) -> PathBuf {
        shipped::plain(path).unwrap_or_else(|| path.to_owned())
    }

    fn included(&self, name: &Path, from: &Path, _: &Path) -> Result<PathBuf, NotIncluded> {
        if from.starts_with(shipped::FOLDER) {
            return shipped::beside(name, from).ok_or(NotIncluded::NotThere);
        }
        // `programs/x.pram` from wherever the program lies.
        let below = shipped::below_programs(name);
        let below = below.map(|inside| Path::new(shipped::ON_DISK).join(inside));
        let mut candidates = std::iter::once(beside(name, from)).chain(below);
        let found = candidates.find(|path| self.text(path).is_some());
        found.ok_or(NotIncluded::NotThere)
    }

    fn meant(&self, name: &Path) -> Option<PathBuf> {
        shipped::meant(name)
    }
}
