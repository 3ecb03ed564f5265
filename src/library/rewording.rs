//! The text of a program laid out again, or in the other vocabulary.

use super::{Error, Program};
use crate::pipeline::translation::reworded;
use crate::source::Sources;
use crate::syntax::decode;
use crate::syntax::vocabulary::Vocabulary;

impl Program {
    /// The text as `pram fmt` lays it out.
    ///
    /// # Errors
    ///
    /// What the text has that the grammar does not allow.
    pub fn format(&self) -> Result<String, Error> {
        self.reworded(None)
    }

    /// The text in a vocabulary, laid out again.
    ///
    /// # Errors
    ///
    /// What the text has that the grammar does not allow, and names of its own that are keywords there.
    pub fn translate(&self, vocabulary: Vocabulary) -> Result<String, Error> {
        self.reworded(Some(vocabulary))
    }

    fn reworded(&self, vocabulary: Option<Vocabulary>) -> Result<String, Error> {
        let mut sources = Sources::default();
        let text = decode(&self.request.bytes).expect("it was given as text");
        let file = sources.add(self.request.name.as_str(), text);
        reworded(&sources, file, &*self.files, vocabulary)
            .map_err(|problems| self.error(problems, &sources))
    }
}
