//! The answers: what the commands of the same names print, with places for the editor.

use std::sync::atomic::AtomicBool;

use pram::{
    Error, FoundProblems, Look, ProblemMark, ProgramDeclarations, Status, SweepRequest, Vocabulary,
};
use serde::Serialize;

use crate::boundary::progress;
use crate::question::{Asked, AskedExercise, Language, Sizes, program};

/// Bytes of a trace; of longer ones steps or moments are left out. The page holds it several times.
const LONGEST_TRACE: usize = 4 << 20;

/// What came of a command.
#[derive(Serialize, Default)]
pub struct Answer {
    /// The result in words, with ANSI styles.
    text: String,
    /// Errors and warnings in words, with ANSI styles.
    problems: String,
    /// The JSON that the native program prints.
    json: String,
    /// The exit status of the native program.
    status: u8,
    /// Whether a limit was reached.
    limit: bool,
    /// Errors and warnings with their places.
    marks: Vec<ProblemMark>,
    /// The native command.
    command: String,
}

/// What was seen of a program while it is written.
#[derive(Serialize)]
pub struct Looked {
    marks: Vec<ProblemMark>,
    /// `hr` or `en`.
    vocabulary: &'static str,
    outline: Option<ProgramDeclarations>,
}

/// The steps of a run, or why there are none.
#[derive(Serialize)]
pub struct Replayed {
    /// Its JSON is the trace.
    #[serde(flatten)]
    answer: Answer,
    /// The page that `pram replay` writes; empty where there is no trace.
    html: String,
}

/// A report, or why there is none.
#[derive(Serialize, Default)]
pub struct Reported {
    /// Errors and warnings, its JSON and the native command.
    #[serde(flatten)]
    answer: Answer,
    /// The report as a page; empty where there is none.
    html: String,
    markdown: String,
    latex: String,
    csv: String,
}

/// A new text, or why there is none.
#[derive(Serialize)]
pub struct Reworded {
    text: Option<String>,
    problems: String,
    marks: Vec<ProblemMark>,
}

/// The page of a code.
#[derive(Serialize)]
pub struct Explained {
    /// In Markdown; none where there is no such code.
    markdown: Option<String>,
}

/// What an exercise asks, or why it cannot be read.
#[derive(Serialize, Default)]
pub struct ShownExercise {
    /// Its title in the language of the vocabulary.
    title: String,
    /// The name under which the program is handed in.
    file: String,
    task: String,
    hints: Vec<String>,
    starter: String,
    /// With ANSI styles; empty where it can be read.
    problems: String,
}

/// What an attempt does of what is asked.
#[derive(Serialize, Default)]
pub struct Attempted {
    is_solved: bool,
    /// What messages call the program.
    file: String,
    items: Vec<AttemptedItem>,
    /// Why nothing was tried, with ANSI styles.
    problems: String,
}

/// An item of an exercise.
#[derive(Serialize)]
struct AttemptedItem {
    name: String,
    /// `✓`, `~`, `✗` or `?`
    mark: &'static str,
    text: String,
}

impl Answer {
    fn of(problems: &FoundProblems, status: Option<Status>, json: String) -> Self {
        Self {
            text: String::new(),
            problems: problems.styled(),
            json,
            status: status.map_or(0, |status| status as u8),
            limit: status == Some(Status::Limit),
            marks: problems.marks(),
            command: String::new(),
        }
    }
}

/// Why there is no result.
impl From<Error> for Answer {
    fn from(error: Error) -> Self {
        Self::of(&error.problems, Some(error.status()), error.problems.json())
    }
}

impl From<Error> for Looked {
    fn from(error: Error) -> Self {
        Self {
            marks: error.problems.marks(),
            vocabulary: short_name(Vocabulary::default()),
            outline: None,
        }
    }
}

/// Looks at a program.
pub fn look(asked: &Asked) -> Looked {
    let looked = asked.program().map(|program| program.look(asked.inputs()));
    looked.map_or_else(Looked::from, |look| {
        let Look {
            problems,
            vocabulary,
            outline,
        } = look;
        Looked {
            marks: problems.marks(),
            vocabulary: short_name(vocabulary),
            outline,
        }
    })
}

/// What the page calls a vocabulary.
fn short_name(vocabulary: Vocabulary) -> &'static str {
    vocabulary.choose("hr", "en")
}

/// Runs a program.
pub fn run(asked: &Asked, width: usize) -> Answer {
    let program = match asked.program() {
        Ok(program) => program,
        Err(error) => return error.into(),
    };
    let command = program.command("run", asked.inputs());
    let outcome = match program.run(asked.inputs()) {
        Ok(outcome) => outcome,
        Err(Error {
            run: Some(outcome), ..
        }) => *outcome,
        Err(error) => {
            return Answer {
                command,
                ..error.into()
            };
        }
    };
    Answer {
        text: outcome.text(width),
        command,
        ..Answer::of(&outcome.problems, outcome.status(), outcome.json())
    }
}

/// Proves what can be proved of a program, runs it, and says under which model it is legal.
pub fn check(asked: &Asked, width: usize) -> Answer {
    let program = match asked.program() {
        Ok(program) => program,
        Err(error) => return error.into(),
    };
    let answer = match program.check(asked.inputs()) {
        Ok(check) => Answer {
            text: check.text(width),
            ..Answer::of(&check.problems, check.status(), check.json())
        },
        Err(error) => error.into(),
    };
    Answer {
        command: program.command("check", asked.inputs()),
        ..answer
    }
}

/// Runs a program and records its steps.
pub fn replay(asked: &Asked, language: Language) -> Replayed {
    let none = |answer| Replayed {
        answer,
        html: String::new(),
    };
    let program = match asked.program() {
        Ok(program) => program,
        Err(error) => return none(error.into()),
    };
    let command = program.command("replay", asked.inputs()) + " -o replay.html";
    let language = Vocabulary::from(language).into();
    match program.replay(asked.inputs(), language, LONGEST_TRACE) {
        Ok(replay) => Replayed {
            answer: Answer {
                command,
                limit: false,
                ..Answer::of(&replay.problems, replay.status(), replay.json())
            },
            html: replay.html(),
        },
        Err(error) => none(Answer {
            command,
            ..error.into()
        }),
    }
}

/// Runs a program over many sizes.
pub fn report(asked: &Asked, sizes: &Sizes) -> Reported {
    let none = |answer| Reported {
        answer,
        ..Reported::default()
    };
    let program = match asked.program() {
        Ok(program) => program,
        Err(error) => return none(error.into()),
    };
    let number = |parts: u64| usize::try_from(parts).unwrap_or(usize::MAX);
    let program = program.heard_by(move |far| progress(number(far.done), number(far.total)));
    let sweep = SweepRequest::over(sizes.vary());
    let command = program.report_command(asked.inputs(), &sweep);
    match program.report(asked.inputs(), &sweep) {
        Ok(report) => Reported {
            html: report.html(),
            markdown: report.markdown(),
            latex: report.latex(),
            csv: report.csv(),
            answer: Answer {
                command,
                ..Answer::of(&report.problems, report.status(), report.json())
            },
        },
        Err(error) => none(Answer {
            command,
            ..error.into()
        }),
    }
}

/// Formats a text, and translates it where a vocabulary is named.
pub fn reword(name: &str, text: &str, vocabulary: Option<Language>) -> Reworded {
    let program = program(name, text);
    let reworded = match vocabulary {
        None => program.format(),
        Some(vocabulary) => program.translate(vocabulary.into()),
    };
    match reworded {
        Ok(text) => Reworded {
            text: Some(text),
            problems: String::new(),
            marks: Vec::new(),
        },
        Err(error) => Reworded {
            text: None,
            problems: error.problems.styled(),
            marks: error.problems.marks(),
        },
    }
}

/// Explains a code, with examples in a vocabulary.
pub fn explain(code: &str, vocabulary: Language) -> Explained {
    Explained {
        markdown: pram::explanation(code, vocabulary.into()),
    }
}

/// Says what an exercise asks.
pub fn exercise(asked: AskedExercise, vocabulary: Language) -> ShownExercise {
    match asked.read(vocabulary) {
        Ok(None) => ShownExercise::default(),
        Ok(Some(exercise)) => ShownExercise {
            title: exercise
                .title(Vocabulary::from(vocabulary).into())
                .to_owned(),
            file: exercise.file().to_owned(),
            task: exercise.task(),
            hints: exercise.hints(),
            starter: exercise.starter().to_owned(),
            problems: String::new(),
        },
        Err(error) => ShownExercise {
            problems: error.problems.styled(),
            ..ShownExercise::default()
        },
    }
}

/// Tries a text.
pub fn attempt(asked: AskedExercise, text: String, vocabulary: Language) -> Attempted {
    let exercise = match asked.read(vocabulary) {
        Ok(exercise) => exercise,
        Err(error) => {
            return Attempted {
                problems: error.problems.styled(),
                ..Attempted::default()
            };
        }
    };
    // The page stops an attempt by ending the worker, so no flag is set.
    let never = AtomicBool::new(false);
    let Some(exercise) = exercise else {
        return Attempted::default();
    };
    let Some(attempt) = exercise.attempt(text, &never) else {
        return Attempted::default();
    };
    Attempted {
        is_solved: attempt.is_whole(),
        file: exercise.file().to_owned(),
        items: (attempt.items.iter())
            .map(|item| AttemptedItem {
                name: item.name.clone(),
                mark: item.mark(),
                text: item.text.clone(),
            })
            .collect(),
        problems: String::new(),
    }
}
