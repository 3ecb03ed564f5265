//! A program while it is written: what is wrong with it, and what it asks for.

use serde::Serialize;

use super::{Error, FoundProblems, Inputs, Program};
use crate::diagnostic::Status;
use crate::pipeline::outline::outline;
use crate::source::{Sources, Span};
use crate::syntax::vocabulary::{Vocabularies, Vocabulary};

/// Bounds of the run in a look: no more than a moment.
const STEPS: u64 = 20_000;
const WORK: u64 = 1 << 20;
const MESSAGES: u64 = 20_000;
const MEMORY: u64 = 64 << 20;
const OUTPUT: u64 = 1 << 20;

/// What is wrong with a program, and what it asks for.
#[derive(Debug)]
pub struct Look {
    /// What is wrong or odd, as far as a short run shows it.
    pub problems: FoundProblems,
    /// The vocabulary of the text.
    pub vocabulary: Vocabulary,
    /// What the program asks for; none where it cannot be read.
    pub outline: Option<ProgramDeclarations>,
}

/// What a program asks for.
#[derive(Debug, Clone, Serialize)]
pub struct ProgramDeclarations {
    /// The algorithm that a run begins with.
    pub entry: String,
    /// The algorithms of the program's own file.
    pub algorithms: Vec<String>,
    /// The inputs of the entry, and names that only give lengths of them.
    pub inputs: Vec<DeclaredInput>,
    /// `pram`, `apram`, `multicomputer` or `gpu`.
    pub kind: &'static str,
}

/// An input, as the file declares it.
#[derive(Debug, Clone, Serialize)]
pub struct DeclaredInput {
    /// Its name.
    pub name: String,
    /// None for a scalar; the lengths of an array as written, empty where none is.
    pub dimensions: Option<Vec<String>>,
    /// Its default as written.
    pub default: Option<String>,
}

impl Program {
    /// What the program asks for.
    ///
    /// # Errors
    ///
    /// What its text has that the grammar does not allow, and an entry or a machine that cannot be.
    pub fn outline(&self) -> Result<ProgramDeclarations, Error> {
        let mut sources = Sources::default();
        let found = outline(&self.request, &mut sources, &*self.files)
            .map_err(|problems| self.error(problems, &sources))?;
        let written = |span: Span| sources.text(span).to_owned();
        let inputs = found.inputs.iter().map(|formal| DeclaredInput {
            name: formal.name.clone(),
            dimensions: formal.dimensions.as_ref().map(|lengths| {
                let texts = lengths
                    .iter()
                    .map(|length| length.as_ref().map(|one| written(one.span)));
                texts.map(Option::unwrap_or_default).collect()
            }),
            default: (formal.default.as_ref().or(formal.fallback.as_ref()))
                .map(|default| written(default.span)),
        });
        Ok(ProgramDeclarations {
            inputs: inputs.collect(),
            kind: found.machine.form().usual().row().name,
            entry: found.entry,
            algorithms: found.algorithms,
        })
    }

    /// Looks at the program while it is written. Besides what the checks of the text find, it is run within
    /// narrow limits, since every warning and every illegal access is found by a run; what such a run does not
    /// reach is left to a whole one.
    pub fn look(&self, inputs: impl Into<Inputs>) -> Look {
        let mut short = self.clone();
        let options = &mut short.request.options;
        options.limits.steps = STEPS;
        options.limits.work = WORK;
        options.limits.memory = MEMORY;
        options.limits.output = OUTPUT;
        options.network.max_messages = Some(MESSAGES);
        let outline = short.outline();
        let found = match &outline {
            Err(error) => error.problems.clone(),
            Ok(_) => match short.run(inputs) {
                Ok(outcome) => outcome.problems,
                Err(error) => error.run.map_or(error.problems, |outcome| outcome.problems),
            },
        };
        Look {
            vocabulary: Vocabularies::of(&found.sources).main(),
            // That a limit of the look was reached says nothing about the program.
            problems: found.without(Status::Limit),
            outline: outline.ok(),
        }
    }
}
