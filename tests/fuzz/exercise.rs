//! What the fuzz targets do with their bytes; the tests do the same with the corpus.
//!
//! The bytes are a program. Where its first line begins with `//>`, the words behind that are a
//! command line: `//> n=8 --model=crew --explore=3`. What follows a line `//@` is what every other
//! file holds: what the program includes, and what `A=@data.csv` reads.

// Every user of this file calls some of it.
#![allow(dead_code)]

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use pram::diagnostic::Diagnostic;
use pram::diagnostic::json::ErrorsJson;
use pram::diagnostic::render::{read_on, render};
use pram::machine::rules::model::Simultaneity;
use pram::pipeline::advice::legal_alternatives;
use pram::pipeline::check::check as classify;
use pram::pipeline::inputs::Assignment;
use pram::pipeline::machine::{AskedMachine, MachineKind, MachineModel};
use pram::pipeline::{
    Branches, ExecutedProgram, Interleaving, Limits, OnViolation, Options, Pace, Request, Tuning,
    execute,
};
use pram::present::json;
use pram::present::json::check::Check;
use pram::present::json::run::RunJson;
use pram::present::messages::race;
use pram::present::messages::violation;
use pram::present::text;
use pram::present::text::asynchronous;
use pram::present::text::exploration;
use pram::present::text::shown::Shown;
use pram::result::advice::Advice;
use pram::result::check::Examined;
use pram::semantic::translated_names;
use pram::source::{FileId, Sources};
use pram::syntax::formatter::{self, Translation, Vocabulary};
use pram::syntax::include::{Files, Unreadable};
use pram::syntax::vocabulary::Vocabularies;
use pram::syntax::{ast, decode};

/// Wide enough for tables, and not too wide to break them.
const WIDTH: usize = 80;

/// Runs that end soon whatever they do.
const LIMITS: Limits = Limits {
    steps: 2_000,
    memory: 4 << 20,
    output: 50_000,
    processors: 2_000,
    depth: 60,
    work: 200_000,
};

/// Reads the bytes as a program, and shows what is wrong with it.
pub fn parse(data: &[u8]) {
    let Some((sources, file)) = text(data) else {
        return;
    };
    let (_, problems) = pram::syntax::parse(&sources, file);
    show(&problems, &sources);
}

/// Checks and classifies the program.
pub fn check(data: &[u8]) {
    let (request, beside) = request(data);
    let mut sources = Sources::default();
    match classify(&request, &mut sources, &beside, &AtomicBool::new(false)) {
        Ok(checked) => {
            let examined = Examined {
                run: &checked.run,
                accesses: &checked.accesses,
                demand: checked.demand,
                is_asked: checked.is_asked,
                lost: checked.lost.as_ref(),
                findings: &checked.findings,
                meetings: &checked.meetings,
                sizes: &checked.sizes,
            };
            let check = Check::new(&examined, &request.name, &sources);
            json(&check);
            text::check::text(&check, &examined, Shown::at_width(WIDTH), &sources);
            show(checked.run.error.as_slice(), &sources);
        }
        Err(problems) => {
            show(&problems, &sources);
        }
    }
}

/// Runs the program, twice: a run is a function of what it is given.
pub fn run(data: &[u8]) {
    let (request, beside) = request(data);
    let once = ran(&request, &beside);
    let twice = ran(&request, &beside);
    assert_eq!(once, twice, "the same run ended differently");
}

/// A run as JSON and as text.
fn ran(request: &Request, beside: &Beside<'_>) -> String {
    let mut sources = Sources::default();
    match execute(request, &mut sources, beside, &AtomicBool::new(false)) {
        Ok(ExecutedProgram { run, .. }) => {
            let mut text = json(&RunJson::new(&run, &request.name, &sources));
            text.push_str(&text::run::render(
                &run,
                &request.name,
                Shown::at_width(WIDTH),
            ));
            text.push_str(&text::run::with_printed(
                &run,
                &request.name,
                Shown::at_width(80),
            ));
            text.push_str(&asynchronous::sections(&run, &sources));
            text.extend(asynchronous::range_warning(&run));
            if let Some(found) = &run.exploration {
                text.push_str(&exploration::render(
                    found,
                    &sources,
                    Shown::at_width(WIDTH),
                ));
            }
            let tried = legal_alternatives(request, &run, false, beside, &AtomicBool::new(false));
            let advice = Advice {
                model: tried.model,
                by_access: tried.by_access,
                ..Advice::default()
            };
            let mut problems =
                violation::folded(&run.violations, Some(&advice), &Vocabularies::of(&sources));
            problems.extend(
                (run.race.as_ref())
                    .map(|race| race::diagnostic(race, &run, &sources, Some(&advice))),
            );
            problems.extend(run.error);
            text + &show(&problems, &sources)
        }
        Err(problems) => show(&problems, &sources),
    }
}

/// Lays the program out: the second time changes nothing, and the tree stays what it was.
pub fn format(data: &[u8]) {
    let Some((mut sources, file)) = text(data) else {
        return;
    };
    let (tree, problems) = pram::syntax::parse(&sources, file);
    let plain = formatter::format(&sources, file, None);
    assert_eq!(plain.is_ok(), problems.is_empty(), "what reads is laid out");
    let Ok(plain) = plain else { return };
    let again = sources.add("again.pram", plain.clone());
    let (same, _) = pram::syntax::parse(&sources, again);
    assert_eq!(meaning(&same), meaning(&tree), "the meaning stays");
    assert_eq!(
        formatter::format(&sources, again, None).as_ref(),
        Ok(&plain)
    );
    for vocabulary in [Vocabulary::Croatian, Vocabulary::English] {
        let translation = Translation {
            vocabulary,
            functions: translated_names(),
            machines: Vec::new(),
            processors: Vec::new(),
            defined: HashSet::new(),
        };
        // A name may stand in the way of a translation; that is an error with words to it.
        match formatter::format(&sources, file, Some(&translation)) {
            Ok(text) => {
                let file = sources.add("translated.pram", text.clone());
                let twice = formatter::format(&sources, file, Some(&translation));
                assert_eq!(twice.as_ref(), Ok(&text), "a second pass");
            }
            Err(problems) => {
                show(&problems, &sources);
            }
        }
    }
}

/// A tree without its places.
pub fn meaning(tree: &ast::File) -> String {
    let shown = format!("{tree:?}");
    let mut text = String::with_capacity(shown.len());
    let mut rest = shown.as_str();
    while let Some(at) = rest.find("Span {") {
        text.push_str(&rest[..at]);
        rest = rest[at..].find('}').map_or("", |end| &rest[at + end..]);
    }
    // Where a statement ends moves with the text, too.
    let mut places = (text + rest)
        .split(", end: ")
        .map(str::to_owned)
        .collect::<Vec<_>>();
    for place in places.iter_mut().skip(1) {
        *place = place
            .trim_start_matches(|c: char| c.is_ascii_digit())
            .to_owned();
    }
    places.concat()
}

fn text(data: &[u8]) -> Option<(Sources, FileId)> {
    let mut sources = Sources::default();
    let file = sources.add("fuzz.pram", decode(data).ok()?);
    Some((sources, file))
}

/// Every file but the program itself.
struct Beside<'a>(&'a [u8]);

impl Files for Beside<'_> {
    fn read(&self, _: &Path, at_most: u64) -> Result<Vec<u8>, Unreadable> {
        if self.0.len() as u64 > at_most {
            return Err(Unreadable::TooLarge { at_most });
        }
        Ok(self.0.to_vec())
    }

    fn identity(&self, path: &Path) -> PathBuf {
        path.to_owned()
    }
}

/// The program, and what other files hold.
fn parts(data: &[u8]) -> (&[u8], &[u8]) {
    const DIVIDER: &[u8] = b"\n//@\n";
    let found = data
        .windows(DIVIDER.len())
        .position(|window| window == DIVIDER);
    found.map_or((data, &[]), |at| {
        (&data[..=at], &data[at + DIVIDER.len()..])
    })
}

fn request(data: &[u8]) -> (Request, Beside<'_>) {
    let (data, beside) = parts(data);
    let first = data.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let words = std::str::from_utf8(first)
        .ok()
        .and_then(|line| line.strip_prefix("//>"))
        .unwrap_or_default();
    let mut request = Request {
        name: "fuzz.pram".to_owned(),
        bytes: data.to_vec(),
        entry: None,
        assignments: Vec::new(),
        options: Options {
            limits: LIMITS,
            tuning: Tuning::TINY,
            ..Options::default()
        },
    };
    for word in words.split_whitespace() {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        match name.strip_prefix("--") {
            Some("entry") => request.entry = Some(value.to_owned()),
            Some(option) => set(&mut request.options, option, value),
            None => request.assignments.push(Assignment {
                name: name.to_owned(),
                value: value.into(),
            }),
        }
    }
    (request, Beside(beside))
}

fn set(options: &mut Options, option: &str, value: &str) {
    match option {
        "pram" => options.machine = Some(AskedMachine::Shared(MachineKind::Pram)),
        "apram" => options.machine = Some(AskedMachine::Shared(MachineKind::Apram)),
        "model" => options.model = MachineModel::parse(value),
        "access" => options.simultaneity = Simultaneity::Access,
        "simd" => options.branches = Branches::Simd,
        "continue" => options.on_violation = OnViolation::Continue,
        "p" => options.processors = value.parse().ok().filter(|p| *p > 0),
        "d" => {
            options.delay = value
                .parse()
                .ok()
                .filter(|d| (1..=1_000_000_000).contains(d));
        }
        "B" => options.barrier = Some(value.to_owned()),
        "seed" => options.seed = value.parse().unwrap_or_default(),
        "explore" => options.explore = value.parse().map_or(1, |orders: u64| orders % 8),
        "schedule" => options.interleaving = Interleaving::parse(value),
        "pace" => {
            options.pace = match value {
                "random" => Pace::Random,
                _ => Pace::List((value.split(',')).map(pace).collect()),
            }
        }
        _ => {}
    }
}

/// What the command line takes for a pace.
fn pace(word: &str) -> u64 {
    word.parse().map_or(1, |pace: u64| pace.clamp(1, 1_000_000))
}

fn json(value: &impl serde::Serialize) -> String {
    let mut bytes = Vec::new();
    json::write(&mut bytes, value).expect("everything has a JSON form");
    String::from_utf8(bytes).expect("JSON is text")
}

/// The diagnostics as people and programs see them.
fn show(problems: &[Diagnostic], sources: &Sources) -> String {
    let mut text = String::new();
    for problem in problems.iter().take(20) {
        text.push_str(&render(problem, sources));
    }
    text.push_str(&read_on(problems, ""));
    if let Some(errors) = ErrorsJson::new(problems, sources) {
        text.push_str(&json(&errors));
    }
    text
}
