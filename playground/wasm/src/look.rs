//! A program while it is written: what is wrong with it, and which inputs it has.
//!
//! Beside what the checks of the text find, the program is run within small bounds, as every warning
//! and every illegal access is found by a run. What such a run cannot reach is left to a whole one.

use std::sync::atomic::AtomicBool;

use pram::diagnostic::{Diagnostic, Status};
use pram::pipeline::outline::{ProgramOutline, outline};
use pram::pipeline::{self, Request};
use pram::present::messages::problems;
use pram::source::{Sources, Span};
use pram::syntax::vocabulary::{Vocabularies, Vocabulary};
use serde::Serialize;

use crate::mark::{Mark, marks};
use crate::question::Asked;
use crate::shelf::Shelf;

/// Bounds of the run: no more than a moment.
const STEPS: u64 = 20_000;
const WORK: u64 = 1 << 20;
const MESSAGES: u64 = 20_000;
const MEMORY: u64 = 64 << 20;
const OUTPUT: u64 = 1 << 20;

/// What was seen.
#[derive(Serialize)]
pub struct Looked {
    /// What is wrong or odd.
    marks: Vec<Mark>,
    /// `hr` or `en`.
    vocabulary: &'static str,
    /// What the program asks for; none where it cannot be read.
    outline: Option<Wanted>,
}

/// What a program asks for.
#[derive(Serialize)]
struct Wanted {
    entry: String,
    algorithms: Vec<String>,
    inputs: Vec<Input>,
    /// `pram`, `apram` or `multicomputer`.
    kind: &'static str,
}

/// An input, as the file declares it.
#[derive(Serialize)]
struct Input {
    name: String,
    /// None for a number; the lengths of an array as written, empty where none is.
    dimensions: Option<Vec<String>>,
    /// Its default as written.
    default: Option<String>,
}

/// Looks at a program.
pub fn look(asked: &Asked) -> Looked {
    let mut request = match asked.request() {
        Ok(request) => request,
        Err(problems) => {
            let mut sources = Sources::default();
            sources.add(asked.name.as_str(), asked.text.as_str());
            return looked(&problems, &sources, &asked.name, None);
        }
    };
    bound(&mut request);
    let mut sources = Sources::default();
    let outlined = outline(&request, &mut sources, &Shelf);
    let outlined = match outlined {
        Ok(outlined) => outlined,
        Err(problems) => return looked(&problems, &sources, &asked.name, None),
    };
    let wanted = Wanted::new(&outlined, &sources);
    let mut sources = Sources::default();
    let interrupt = AtomicBool::new(false);
    let found = match pipeline::execute(&request, &mut sources, &Shelf, &interrupt) {
        Ok(executed) => {
            let run = executed.run;
            let mut found = problems::of_run(&run, None, &sources);
            found.extend(run.warnings);
            found
        }
        Err(problems) => problems,
    };
    // That these bounds were reached says nothing of the program.
    let found: Vec<Diagnostic> = (found.into_iter())
        .filter(|found| found.code.status() != Status::Limit)
        .collect();
    looked(&found, &sources, &asked.name, Some(wanted))
}

fn bound(request: &mut Request) {
    let limits = &mut request.options.limits;
    limits.steps = STEPS;
    limits.work = WORK;
    limits.memory = MEMORY;
    limits.output = OUTPUT;
    request.options.network.max_messages = Some(MESSAGES);
}

fn looked(found: &[Diagnostic], sources: &Sources, main: &str, outline: Option<Wanted>) -> Looked {
    let vocabulary = Vocabularies::of(sources).main();
    Looked {
        marks: marks(found, sources, main),
        vocabulary: short_name(vocabulary),
        outline,
    }
}

/// What the page calls a vocabulary.
fn short_name(vocabulary: Vocabulary) -> &'static str {
    vocabulary.choose("hr", "en")
}

impl Wanted {
    fn new(outline: &ProgramOutline, sources: &Sources) -> Self {
        let written = |span: Span| sources.text(span).to_owned();
        let inputs = outline.inputs.iter().map(|formal| Input {
            name: formal.name.clone(),
            dimensions: formal.dimensions.as_ref().map(|lengths| {
                let lengths = lengths.iter().map(Option::as_ref);
                let texts = lengths.map(|length| length.map(|one| written(one.span)));
                texts.map(Option::unwrap_or_default).collect()
            }),
            default: (formal.default.as_ref().or(formal.fallback.as_ref()))
                .map(|default| written(default.span)),
        });
        Self {
            entry: outline.entry.clone(),
            algorithms: outline.algorithms.clone(),
            inputs: inputs.collect(),
            kind: outline.machine.form().usual().row().name,
        }
    }
}
