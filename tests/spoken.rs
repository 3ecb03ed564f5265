//! What is said about a program, as text without colours.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use pram::diagnostic::render::render_all;
use pram::pipeline::{self, Options, Request};
use pram::present::messages::violation;
use pram::source::Sources;
use pram::syntax::include::{Files, Unreadable};
use pram::syntax::vocabulary::Vocabularies;

/// Files that are there without a disk.
struct Given<'a>(&'a [(&'a str, &'a str)]);

impl Files for Given<'_> {
    fn read(&self, path: &Path, _at_most: u64) -> Result<Vec<u8>, Unreadable> {
        let found = self.0.iter().find(|(name, _)| Path::new(name) == path);
        found
            .map(|(_, text)| text.as_bytes().to_vec())
            .ok_or_else(|| Unreadable::Other("there is none".to_owned()))
    }

    fn identity(&self, path: &Path) -> PathBuf {
        path.to_owned()
    }
}

/// Everything that is said when a program is run, beside which there are these files.
pub fn messages(text: &str, files: &[(&str, &str)]) -> String {
    let request = Request {
        name: "case.pram".to_owned(),
        bytes: text.as_bytes().to_vec(),
        entry: None,
        assignments: Vec::new(),
        options: Options::default(),
    };
    let mut sources = Sources::default();
    let never = AtomicBool::new(false);
    let diagnostics = match pipeline::execute(&request, &mut sources, &Given(files), &never) {
        Err(diagnostics) => diagnostics,
        Ok(executed) => {
            let vocabularies = Vocabularies::of(&sources);
            let mut said = violation::folded(&executed.run.violations, None, &vocabularies);
            said.extend(executed.run.error);
            said
        }
    };
    anstream::adapter::strip_str(&render_all(&diagnostics, &sources)).to_string()
}
