//! The problems found so far.

use std::collections::HashSet;

use super::{Defined, Problem};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::vocabulary::Vocabularies;

/// Problems up to which similar names are looked for.
const MOST_COMPARED: usize = 100;

/// Problems, each said once, in the vocabulary of its file.
#[derive(Debug)]
pub(in crate::semantic) struct Problems {
    vocabularies: Vocabularies,
    found: Vec<Diagnostic>,
    said: HashSet<Identity>,
    muted: bool,
}

impl Problems {
    /// None so far.
    pub fn new(vocabularies: &Vocabularies) -> Self {
        Self {
            vocabularies: vocabularies.clone(),
            found: Vec::new(),
            said: HashSet::new(),
            muted: false,
        }
    }

    /// None so far, in the vocabularies of these.
    pub fn sibling(&self) -> Self {
        Self::new(&self.vocabularies)
    }

    /// The vocabulary of every file.
    pub fn vocabularies(&self) -> &Vocabularies {
        &self.vocabularies
    }

    /// Adds a problem, unless the same was found at the same place.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "a problem is made where it is reported"
    )]
    pub fn report(&mut self, problem: Problem) {
        if !self.muted {
            self.report_always(&problem);
        }
    }

    /// Adds that a name is defined at two places.
    pub fn defined_twice(&mut self, what: Defined, name: &str, [first, second]: [Span; 2]) {
        self.report(Problem::DefinedTwice {
            what,
            name: name.to_owned(),
            first,
            second,
        });
    }

    /// Adds a problem also while types are not final yet.
    pub fn report_always(&mut self, problem: &Problem) {
        let diagnostic = (self.vocabularies).word(|voice| problem.diagnostic(voice));
        self.add(diagnostic);
    }

    /// Adds what is a diagnostic already.
    pub fn add(&mut self, diagnostic: Diagnostic) {
        if self.said.insert(identity(&diagnostic)) {
            self.found.push(diagnostic);
        }
    }

    /// Adds all of these.
    pub fn extend(&mut self, others: Self) {
        for diagnostic in others.found {
            self.add(diagnostic);
        }
    }

    /// Of these, what the others have too.
    pub fn in_common(mut self, others: &Self) -> Self {
        self.found
            .retain(|diagnostic| others.said.contains(&identity(diagnostic)));
        self
    }

    /// Whether there are so many that no more similar names are looked for: comparing each unknown name
    /// with all others would take time that grows with the square of the text.
    pub fn are_many(&self) -> bool {
        self.found.len() >= MOST_COMPARED
    }

    /// Whether problems are ignored: what looks wrong while types are not final may not be.
    pub fn mute(&mut self, muted: bool) {
        self.muted = muted;
    }

    /// All of them in the order of the source; or the value where there are none.
    pub fn or<T>(mut self, value: T) -> Result<T, Vec<Diagnostic>> {
        if self.found.is_empty() {
            return Ok(value);
        }
        self.found
            .sort_by_key(|diagnostic| diagnostic.primary.as_ref().map(|label| label.span));
        Err(self.found)
    }
}

/// What makes two problems one.
type Identity = (Code, Option<Span>);

fn identity(diagnostic: &Diagnostic) -> Identity {
    let place = diagnostic.primary.as_ref().map(|label| label.span);
    (diagnostic.code, place)
}
