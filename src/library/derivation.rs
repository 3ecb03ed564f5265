//! Formulas from a program's text.

use super::{Error, Program, written};
use crate::pipeline::derive;
use crate::present::derivation::document::document;
use crate::present::derivation::formula::Style;
use crate::present::derivation::rows::joined;
use crate::present::derivation::{html, latex};
use crate::present::document::formula::Notation;
use crate::present::document::markdown::{self, Drawings};
use crate::present::json::derivation::DerivationJson;
use crate::present::text::derivation::text;
use crate::quantity::Quantity;
use crate::result::derivation::Derivation;
use crate::source::Sources;

/// Formulas for T, W, C, p, reads and writes, as far as they follow from a program's text.
#[derive(Debug)]
pub struct DerivedFormulas {
    derivation: Derivation,
    sources: Sources,
    file: String,
}

impl Program {
    /// Derives every measure that the machine has, and compares the formulas with counted runs.
    ///
    /// # Errors
    ///
    /// Why nothing is derived of the program.
    pub fn derive(&self) -> Result<DerivedFormulas, Error> {
        let mut sources = Sources::default();
        let derivation = derive::derive(
            &self.request,
            &Quantity::all(),
            &[],
            &mut sources,
            &*self.files,
            self.watcher(),
        )
        .map_err(|problems| self.error(problems, &sources))?;
        Ok(DerivedFormulas {
            derivation,
            sources,
            file: self.request.name.clone(),
        })
    }
}

impl DerivedFormulas {
    /// The formulas as data.
    pub fn data(&self) -> DerivationJson {
        DerivationJson::new(&self.derivation, &self.file, &self.sources)
    }

    /// What `pram derive` prints, with ANSI styles.
    pub fn text(&self) -> String {
        text(&self.derivation, &self.file, &self.sources)
    }

    /// What `pram derive --format json` prints.
    pub fn json(&self) -> String {
        written(&self.data())
    }

    /// As Markdown.
    pub fn markdown(&self) -> String {
        let shown = joined(&self.derivation, Style::Text, &self.sources);
        let document = document(&shown, &self.file, &self.derivation.entry);
        markdown::render(&document, Drawings::Inside).0
    }

    /// As a page.
    pub fn html(&self) -> String {
        let style = Style::Typeset(Notation::Html);
        let shown = joined(&self.derivation, style, &self.sources);
        let main = self.sources.files().next();
        let listing = main.map_or("", |file| &self.sources.get(file).text);
        html::render(&shown, &self.file, &self.derivation.entry, listing)
    }

    /// As LaTeX.
    pub fn latex(&self) -> String {
        let style = Style::Typeset(Notation::Latex);
        let shown = joined(&self.derivation, style, &self.sources);
        latex::render(&shown, &self.file, &self.derivation.entry)
    }
}
