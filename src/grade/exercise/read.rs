//! From `exercise.toml` and the files beside it to an exercise, or to what is wrong, with its line.

use std::collections::HashSet;
use std::ops::Range;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toml::{Spanned, Value};

use super::problem::{ExerciseProblem, NOT_THERE, TomlText};
use super::raw::{RawClaim, RawCriterion, RawExercise, RawLimits, RawTest, RawTitle};
use super::{Exercise, ExerciseLimits, FILE, FORMAT, Late, SUBMISSION, Visibility};
use crate::diagnostic::Diagnostic;
use crate::grade::points::Points;
use crate::machine::configuration::Limits;
use crate::pipeline::quantity;
use crate::pipeline::value_problem::ValueProblem;
use crate::source::{FileId, Sources, Span};
use crate::syntax;
use crate::syntax::ast::Item;

/// `exercise.toml` is no larger than this.
pub const LARGEST_EXERCISE: u64 = 1 << 20;
/// The judge, unless the exercise names another file.
const JUDGE: &str = "judge.pram";
/// The solution that gets all points.
const REFERENCE: &str = "reference.pram";
/// What students are given.
const STARTER: &str = "starter.pram";
/// What submissions may include lies there.
const INCLUDES: &str = "include/";
/// Other submissions, with what they must get.
const EXAMPLES: &str = "examples/";

/// The files of an exercise, as they are kept with results.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExerciseFiles {
    /// The text of `exercise.toml`.
    pub toml: String,
    /// Its programs by their paths in its folder.
    pub programs: IndexMap<String, String>,
}

impl ExerciseFiles {
    /// The submission that gets all points.
    pub fn reference(&self) -> Option<&str> {
        self.programs.get(REFERENCE).map(String::as_str)
    }

    /// What a student is given.
    pub fn starter(&self) -> Option<&str> {
        self.programs.get(STARTER).map(String::as_str)
    }

    /// What submissions may include: the paths below `include/`, and the texts.
    pub fn includes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.below(INCLUDES)
    }

    /// Other submissions: their names and texts.
    pub fn examples(&self) -> impl Iterator<Item = (&str, &str)> {
        self.below(EXAMPLES)
    }

    fn below(&self, folder: &'static str) -> impl Iterator<Item = (&str, &str)> {
        let files = self.programs.iter();
        files.filter_map(move |(path, text)| Some((path.strip_prefix(folder)?, text.as_str())))
    }
}

/// Reads an exercise. Its text is added to `sources`, for showing what is wrong.
pub fn read(files: &ExerciseFiles, sources: &mut Sources) -> Result<Exercise, Vec<Diagnostic>> {
    read_for(files, sources, |exercise| exercise, |_| true)
}

/// Reads what students may try of an exercise: its public items. The reference has to be there only if outputs are
/// compared with its own, so that a folder without it can be given to students.
pub fn read_public(
    files: &ExerciseFiles,
    sources: &mut Sources,
) -> Result<Exercise, Vec<Diagnostic>> {
    read_for(files, sources, Exercise::public, Exercise::compares_outputs)
}

fn read_for(
    files: &ExerciseFiles,
    sources: &mut Sources,
    chosen: impl FnOnce(Exercise) -> Exercise,
    needs_reference: impl FnOnce(&Exercise) -> bool,
) -> Result<Exercise, Vec<Diagnostic>> {
    let file = sources.add(FILE, files.toml.as_str());
    let mut reader = Reader {
        file,
        problems: Vec::new(),
    };
    let raw: RawExercise = match toml::from_str(&files.toml) {
        Ok(raw) => raw,
        Err(error) => {
            let place = error.span().unwrap_or(0..0);
            let problem = ExerciseProblem::Toml {
                message: error.message().to_owned(),
                written: TomlText::of(
                    files.toml.get(..place.start).unwrap_or_default(),
                    files.toml.get(place.clone()).unwrap_or_default(),
                ),
            };
            reader.report(place, &problem);
            return Err(reader.problems);
        }
    };
    let place = raw.id.span();
    let exercise = chosen(reader.exercise(raw, files));
    if files.reference().is_none() && needs_reference(&exercise) {
        let missing = ExerciseProblem::MissingFile(REFERENCE.to_owned(), NOT_THERE.to_owned());
        reader.report(place, &missing);
    }
    if reader.problems.is_empty() {
        Ok(exercise)
    } else {
        Err(reader.problems)
    }
}

/// What reads an exercise, and what is wrong with it so far.
pub(super) struct Reader {
    file: FileId,
    problems: Vec<Diagnostic>,
}

impl Reader {
    pub(super) fn report(&mut self, place: Range<usize>, problem: &ExerciseProblem) {
        let span = Span {
            file: self.file,
            start: place.start as u32,
            end: place.end as u32,
        };
        self.problems.push(problem.diagnostic(Some(span)));
    }

    fn exercise(&mut self, raw: RawExercise, files: &ExerciseFiles) -> Exercise {
        if raw.format.get_ref() != FORMAT {
            let format = raw.format.get_ref().clone();
            self.report(raw.format.span(), &ExerciseProblem::Format(format));
        }
        let id = raw.id.get_ref();
        let is_fine = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if id.is_empty() || id.len() > 64 || !id.chars().all(is_fine) {
            self.report(raw.id.span(), &ExerciseProblem::BadId(id.clone()));
        }
        let rounding = raw.rounding.map_or(Points::written(0.001), |rounding| {
            let step = Points::written(*rounding.get_ref()).filter(|step| *step > Points::ZERO);
            if step.is_none() {
                self.report(rounding.span(), &ExerciseProblem::Rounding);
            }
            step
        });
        let late = raw.late.map(|late| {
            let Late {
                percent_per_day,
                days,
            } = Late {
                percent_per_day: late.get_ref().percent_per_day,
                days: late.get_ref().days,
            };
            if percent_per_day > 100 || days == 0 {
                self.report(late.span(), &ExerciseProblem::Late);
            }
            Late {
                percent_per_day,
                days,
            }
        });
        let place = raw.judge.as_ref().map_or(raw.id.span(), Spanned::span);
        let judge = raw
            .judge
            .map_or_else(|| JUDGE.to_owned(), Spanned::into_inner);
        let judge = self.judge(judge, place.clone(), files);
        // The items in the order of the file, whatever their kinds.
        let tests = raw
            .test
            .into_iter()
            .map(|one| (one.span().start, RawItem::Test(one)));
        let claims = raw
            .claim
            .into_iter()
            .map(|one| (one.span().start, RawItem::Claim(one)));
        let criteria = raw.criterion.into_iter();
        let criteria = criteria.map(|one| (one.span().start, RawItem::Criterion(one)));
        let mut raw_items: Vec<(usize, RawItem)> = tests.chain(claims).chain(criteria).collect();
        raw_items.sort_by_key(|(start, _)| *start);
        let mut names = HashSet::new();
        let mut items = Vec::new();
        for (_, raw) in raw_items {
            let (item, place) = match raw {
                RawItem::Test(raw) => self.test(raw),
                RawItem::Claim(raw) => self.claim(raw),
                RawItem::Criterion(raw) => self.criterion(raw),
            };
            if !names.insert(item.name.clone()) {
                self.report(place, &ExerciseProblem::DoubledName(item.name.clone()));
            }
            items.push(item);
        }
        if items.is_empty() {
            self.report(raw.id.span(), &ExerciseProblem::NoItems);
        }
        Exercise {
            title: self.title(raw.title),
            files: self.files(raw.files),
            id: raw.id.into_inner(),
            judge,
            secret: raw.secret.unwrap_or_default(),
            rounding: rounding.unwrap_or_default(),
            limits: self.limits(raw.limits.unwrap_or_default()),
            late,
            items,
        }
    }

    fn title(&mut self, raw: Spanned<RawTitle>) -> IndexMap<String, String> {
        let place = raw.span();
        let title = match raw.into_inner() {
            RawTitle::One(title) => IndexMap::from([("en".to_owned(), title)]),
            RawTitle::Several(titles) => titles,
        };
        if title.values().all(|title| title.trim().is_empty()) {
            self.report(place, &ExerciseProblem::NoTitle);
        }
        title
    }

    fn files(&mut self, raw: Spanned<Vec<String>>) -> Vec<String> {
        if raw.get_ref().is_empty() {
            self.report(raw.span(), &ExerciseProblem::NoFiles);
        }
        for name in raw.get_ref() {
            let stem = name.strip_suffix(".pram").unwrap_or_default();
            let is_fine = !stem.is_empty() && !name.contains(['/', '\\']);
            if !is_fine {
                self.report(raw.span(), &ExerciseProblem::BadFile(name.clone()));
            }
        }
        raw.into_inner()
    }

    /// The judge: it is there, can be read, and includes what was handed in.
    fn judge(
        &mut self,
        name: String,
        place: Range<usize>,
        files: &ExerciseFiles,
    ) -> (String, String) {
        let Some(text) = files.programs.get(&name) else {
            let missing = ExerciseProblem::MissingFile(name.clone(), NOT_THERE.to_owned());
            self.report(place, &missing);
            return (name, String::new());
        };
        let mut sources = Sources::default();
        let file = sources.add(name.as_str(), text.as_str());
        let (tree, problems) = syntax::parse(&sources, file);
        if let Some(problem) = problems.first() {
            let line = problem
                .primary
                .as_ref()
                .map_or(1, |label| sources.position(label.span).line);
            let message = format!("{name}:{line}: {}", problem.message);
            self.report(place, &ExerciseProblem::BadProgram(message));
        } else if !(tree.items.iter())
            .any(|item| matches!(item, Item::Include(include) if include.path == SUBMISSION))
        {
            self.report(place, &ExerciseProblem::NotIncluded(name.clone()));
        }
        (name, text.clone())
    }

    fn limits(&mut self, raw: RawLimits) -> ExerciseLimits {
        let mut number = |name, value: Option<Spanned<Value>>, usual: u64, read: ReadLimit| {
            let Some(value) = value else { return usual };
            let text = match value.get_ref() {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            match read(&text) {
                Ok(number) => number,
                Err(reason) => {
                    self.report(
                        value.span(),
                        &ExerciseProblem::BadLimit(name, reason.to_string()),
                    );
                    usual
                }
            }
        };
        let run = Limits {
            steps: number("steps", raw.steps, 1_000_000, quantity::whole),
            work: number("work", raw.work, 100_000_000, quantity::whole),
            memory: number("memory", raw.memory, 256 << 20, quantity::bytes),
            output: number("output", raw.output, 64 << 10, quantity::bytes),
            processors: number("processors", raw.processors, 1 << 20, quantity::whole),
            ..Limits::default()
        };
        ExerciseLimits {
            run,
            source: number("source", raw.source, 64 << 10, quantity::bytes),
            cpu: number("cpu", raw.cpu, 20, |text| {
                quantity::whole(text.trim().trim_end_matches('s'))
            }),
        }
    }

    pub(super) fn points(&mut self, raw: &Spanned<f64>) -> Points {
        let points = Points::written(*raw.get_ref());
        if points.is_none() {
            self.report(raw.span(), &ExerciseProblem::BadPoints);
        }
        points.unwrap_or_default()
    }

    pub(super) fn gate(&mut self, raw: Option<Spanned<f64>>) -> Option<Points> {
        raw.map(|raw| self.points(&raw))
    }

    pub(super) fn visibility(&mut self, raw: Option<Spanned<String>>) -> Visibility {
        const KNOWN: &[&str] = &["public", "after", "hidden"];
        match raw.as_ref().map(|raw| raw.get_ref().as_str()) {
            None | Some("public") => Visibility::Public,
            Some("after") => Visibility::After,
            Some("hidden") => Visibility::Hidden,
            Some(_) => {
                self.unknown(raw, KNOWN);
                Visibility::Public
            }
        }
    }

    pub(super) fn unknown(&mut self, raw: Option<Spanned<String>>, known: &'static [&'static str]) {
        if let Some(raw) = raw {
            let value = raw.get_ref().clone();
            self.report(raw.span(), &ExerciseProblem::UnknownValue { value, known });
        }
    }
}

type ReadLimit = fn(&str) -> Result<u64, ValueProblem>;

/// An item as it is written.
enum RawItem {
    Test(Spanned<RawTest>),
    Claim(Spanned<RawClaim>),
    Criterion(Spanned<RawCriterion>),
}
