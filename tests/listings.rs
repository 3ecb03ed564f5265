//! Listings typed as books and lecture texts print them, in `tests/cases/listings/`: each runs with the few
//! lines that declare its inputs and prints its results, or a message at the right line says why it cannot run.
//!
//! A case is a Markdown file with fences: the `listing`; its `driver`, whose lines below `# above` come before
//! the listing and those below `# below` after it (without such a line all come after it); the options of
//! its `run` (values of inputs, `--model`, `-p`); and either the lines of `output` or a `message`: code (`?`
//! for any) and line of the listing, then, one on a line, words that the message contains. Expected results
//! were computed from what each algorithm is for.
//!
//! `open.txt` names the cases that are not read yet. It can only shrink: a case in it must fail.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use pram::diagnostic::Diagnostic;
use pram::pipeline::inputs::Assignment;
use pram::pipeline::machine::MachineModel;
use pram::pipeline::{Options, Request, execute};
use pram::present::messages::violation;
use pram::source::Sources;
use pram::syntax::vocabulary::Vocabularies;

use crate::files::Disk;

/// A listing, the lines around it, and the expected outcome.
struct Case {
    above: String,
    listing: String,
    below: String,
    options: String,
    expected: Expected,
}

enum Expected {
    /// The lines that are printed.
    Output(String),
    /// A message.
    Message {
        /// Its code; none if any will do.
        code: Option<String>,
        /// Its line, counted in the listing.
        line: usize,
        /// Words that it contains.
        words: Vec<String>,
    },
}

/// The outcome of a run.
struct Outcome {
    printed: String,
    problems: Vec<Diagnostic>,
    sources: Sources,
}

/// Lines, each with its end.
fn in_lines<'l>(lines: impl Iterator<Item = &'l str>) -> String {
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The text of a fence of this kind, if there is one.
fn fence(page: &str, kind: &str) -> Option<String> {
    let opening = format!("```{kind}");
    let mut lines = page.lines();
    lines.by_ref().find(|line| *line == opening)?;
    let inside = lines.take_while(|line| *line != "```");
    Some(in_lines(inside))
}

impl Case {
    fn read(path: &Path) -> Self {
        let page = fs::read_to_string(path).expect("the case can be read");
        let part = |kind| fence(&page, kind);
        let needed =
            |kind| part(kind).unwrap_or_else(|| panic!("{}: no {kind} fence", path.display()));
        let driver = needed("driver");
        let (above, below) = match driver.strip_prefix("# above\n") {
            Some(rest) => rest
                .split_once("# below\n")
                .unwrap_or_else(|| panic!("{}: no `# below`", path.display())),
            None => ("", driver.as_str()),
        };
        let expected = match (part("output"), part("message")) {
            (Some(output), None) => Expected::Output(output),
            (None, Some(message)) => Expected::message(&message),
            _ => panic!("{}: an output or a message, not both", path.display()),
        };
        Self {
            above: above.to_owned(),
            listing: needed("listing"),
            below: below.to_owned(),
            options: needed("run"),
            expected,
        }
    }

    fn request(&self) -> Request {
        let mut request = Request {
            name: "listing.pram".to_owned(),
            bytes: [&*self.above, &self.listing, &self.below]
                .concat()
                .into_bytes(),
            entry: None,
            assignments: Vec::new(),
            options: Options::default(),
        };
        let mut words = self.options.split_whitespace();
        while let Some(word) = words.next() {
            let mut value = || words.next().expect("an option has a value");
            match word {
                "--model" => {
                    request.options.model =
                        Some(MachineModel::parse(value()).expect("a model's name"));
                }
                "-p" => {
                    request.options.processors = Some(value().parse().expect("a number"));
                }
                _ => {
                    let (name, value) = word.split_once('=').expect("NAME=VALUE");
                    request.assignments.push(Assignment {
                        name: name.to_owned(),
                        value: value.into(),
                    });
                }
            }
        }
        request
    }

    fn run(&self) -> Outcome {
        let mut sources = Sources::default();
        let never = AtomicBool::new(false);
        match execute(&self.request(), &mut sources, &Disk, &never) {
            Err(problems) => Outcome {
                printed: String::new(),
                problems,
                sources,
            },
            Ok(executed) => {
                let run = executed.run;
                let vocabularies = Vocabularies::of(&sources);
                let mut problems = violation::folded(&run.violations, None, &vocabularies);
                problems.extend(run.error);
                Outcome {
                    printed: in_lines(run.printed.iter().map(String::as_str)),
                    problems,
                    sources,
                }
            }
        }
    }

    /// Compares the outcome of the run with the expected one; the error shows the difference.
    fn verdict(&self) -> Result<(), String> {
        let outcome = self.run();
        let told: Vec<_> = (outcome.problems.iter())
            .map(|problem| format!("{} {}", problem.code.id(), problem.message))
            .collect();
        let told = told.join("\n");
        match &self.expected {
            Expected::Output(output) if outcome.problems.is_empty() => {
                if *output == outcome.printed {
                    Ok(())
                } else {
                    Err(format!("it prints\n{}for\n{output}", outcome.printed))
                }
            }
            Expected::Output(_) => Err(told),
            Expected::Message { code, line, words } => {
                let line = line + self.above.lines().count();
                let as_expected = |problem: &&Diagnostic| {
                    code.as_ref().is_none_or(|code| problem.code.id() == code)
                        && (problem.primary.as_ref())
                            .is_some_and(|at| outcome.sources.position(at.span).line == line)
                        && words.iter().all(|words| text_of(problem).contains(words))
                };
                match outcome.problems.iter().find(as_expected) {
                    Some(_) => Ok(()),
                    None => Err(format!(
                        "no message with {words:?} at line {line}, but\n{told}{}",
                        outcome.printed
                    )),
                }
            }
        }
    }
}

impl Expected {
    fn message(text: &str) -> Self {
        let mut lines = text.lines();
        let head = lines.next().expect("a code and a line");
        let (code, line) = head.split_once(' ').expect("a code and a line");
        Self::Message {
            code: (code != "?").then(|| code.to_owned()),
            line: line.parse().expect("the number of a line"),
            words: lines.map(str::to_owned).collect(),
        }
    }
}

/// Everything that a message says, without the lines that it quotes.
fn text_of(problem: &Diagnostic) -> String {
    let labels = problem.primary.iter().chain(&problem.secondary);
    let mut text = problem.message.clone();
    let others = labels.map(|label| &label.text);
    for other in others.chain(&problem.notes).chain(&problem.help) {
        text.push('\n');
        text.push_str(other);
    }
    text
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/listings")
}

/// The cases, each with its name: `jaja/sum_in_work_time`.
fn cases() -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    for book in fs::read_dir(folder()).expect("the folder is there") {
        let book = book.expect("the folder can be read").path();
        if !book.is_dir() {
            continue;
        }
        for case in fs::read_dir(&book).expect("the folder is there") {
            let case = case.expect("the folder can be read").path();
            let name = case.strip_prefix(folder()).expect("a path in it");
            let name = name.with_extension("").to_string_lossy().replace('\\', "/");
            found.push((name, case));
        }
    }
    found.sort();
    found
}

#[test]
fn listings_are_read_as_printed() {
    let listed = fs::read_to_string(folder().join("open.txt")).expect("the list is there");
    let open: BTreeSet<_> = listed.lines().collect();
    let cases = cases();
    assert!(cases.len() >= 170, "{} cases", cases.len());
    let mut wrong = Vec::new();
    for (name, path) in &cases {
        match (Case::read(path).verdict(), open.contains(name.as_str())) {
            (Ok(()), true) => wrong.push(format!("{name} is read now: remove it from open.txt")),
            (Err(why), false) => wrong.push(format!("{name}: {why}")),
            _ => {}
        }
    }
    let names: BTreeSet<_> = cases.iter().map(|(name, _)| name.as_str()).collect();
    let unknown = open.difference(&names);
    wrong.extend(unknown.map(|name| format!("{name} is no case")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
