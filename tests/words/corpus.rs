//! What is said of many programs: those of the pages of codes in both vocabularies, and those of `tests/cases/`.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use pram::diagnostic::{Code, Diagnostic};
use pram::pipeline::machine::AskedMachine;
use pram::pipeline::{ExecutedProgram, Limits, Options, Request, execute};
use pram::present::messages::{race, violation};
use pram::source::Sources;
use pram::syntax::vocabulary::{Vocabularies, Vocabulary};

use crate::collection::programs_in;
use crate::documentation::blocks;
use crate::explain::page;
use crate::files::Disk;

/// A program of the corpus.
pub struct Case {
    /// The page or the file that it stands in.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Every program.
pub fn programs() -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let found = programs_in(root.join("tests/cases"));
    let files = found.into_iter().filter_map(|path| {
        Some(Case {
            text: fs::read_to_string(&path).ok()?,
            name: path.display().to_string(),
        })
    });
    let pages = Code::ALL.iter().flat_map(|code| {
        [Vocabulary::Croatian, Vocabulary::English].map(|vocabulary| (*code, vocabulary))
    });
    let shown = pages.flat_map(|(code, vocabulary)| {
        let shown = blocks(&page(code, vocabulary));
        let programs = shown
            .into_iter()
            .filter(|block| block.language == "pram" || block.attribute("file").is_some());
        programs.map(move |block| Case {
            name: format!("{} {vocabulary:?}", code.id()),
            text: block.text,
        })
    });
    files.chain(shown).collect()
}

/// The machines on which each program is run, with few steps.
pub fn machines() -> Vec<Options> {
    let limits = Limits {
        steps: 2000,
        work: 20_000,
        ..Limits::default()
    };
    let usual = Options {
        limits,
        ..Options::default()
    };
    let on = |name: &str| Options {
        machine: AskedMachine::parse(name),
        processors: Some(4),
        ..usual.clone()
    };
    vec![usual.clone(), on("apram"), on("ring")]
}

/// What is said when a program runs on a machine.
pub fn said(case: &Case, options: &Options) -> (Vec<Diagnostic>, Sources) {
    let request = Request {
        name: case.name.clone(),
        bytes: case.text.as_bytes().to_vec(),
        entry: None,
        assignments: Vec::new(),
        options: options.clone(),
    };
    let mut sources = Sources::default();
    let never = AtomicBool::new(false);
    match execute(&request, &mut sources, &Disk, &never) {
        Err(problems) => (problems, sources),
        Ok(ExecutedProgram { run, .. }) => {
            let vocabularies = Vocabularies::of(&sources);
            let mut said = violation::folded(&run.violations, None, &vocabularies);
            said.extend((run.race.iter()).map(|one| race::diagnostic(one, &run, &sources, None)));
            said.extend(run.warnings.iter().cloned());
            said.extend(run.error);
            (said, sources)
        }
    }
}
