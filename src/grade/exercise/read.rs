//! From `exercise.toml` and the files beside it to an exercise, or to what is wrong, with its line.

use std::collections::HashSet;
use std::ops::Range;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toml::{Spanned, Value};

use super::problem::ExerciseProblem;
use super::raw::{RawClaim, RawCriterion, RawExercise, RawLimits, RawTest, RawTitle};
use super::{
    Asks, CostClaim, Exercise, ExerciseItem, ExerciseLimits, Expected, FILE, FORMAT, Late,
    ModelClaim, SUBMISSION, Test, Visibility, sizes,
};
use crate::diagnostic::{Code, Diagnostic};
use crate::grade::points::Points;
use crate::machine::configuration::Limits;
use crate::pipeline::quantity;
use crate::pipeline::value_problem::ValueProblem;
use crate::source::{FileId, Sources, Span};
use crate::syntax::ast::{ClaimKind, Item};
use crate::syntax::{self, keyword};

/// `exercise.toml` is no larger than this.
pub const LARGEST_EXERCISE: u64 = 1 << 20;
/// The judge, unless the exercise names another file.
const JUDGE: &str = "judge.pram";
/// The solution that gets all points.
const REFERENCE: &str = "reference.pram";
/// What submissions may include lies there.
const INCLUDES: &str = "include/";
/// Other submissions, with what they must get.
const EXAMPLES: &str = "examples/";
/// Runs of one test.
const MOST_RUNS: usize = 4096;

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
    let file = sources.add(FILE, files.toml.as_str());
    let mut reader = Reader {
        file,
        problems: Vec::new(),
    };
    let raw: RawExercise = match toml::from_str(&files.toml) {
        Ok(raw) => raw,
        Err(error) => {
            let message = error.message().to_owned();
            reader.report(error.span().unwrap_or(0..0), ExerciseProblem::Toml(message));
            return Err(reader.problems);
        }
    };
    let exercise = reader.exercise(raw, files);
    if reader.problems.is_empty() {
        Ok(exercise)
    } else {
        Err(reader.problems)
    }
}

struct Reader {
    file: FileId,
    problems: Vec<Diagnostic>,
}

impl Reader {
    fn report(&mut self, place: Range<usize>, problem: ExerciseProblem) {
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
            self.report(raw.format.span(), ExerciseProblem::Format(format));
        }
        let id = raw.id.get_ref();
        let is_fine = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if id.is_empty() || id.len() > 64 || !id.chars().all(is_fine) {
            self.report(raw.id.span(), ExerciseProblem::BadId(id.clone()));
        }
        let rounding = raw.rounding.map_or(Points::written(0.001), |rounding| {
            let step = Points::written(*rounding.get_ref()).filter(|step| *step > Points::ZERO);
            if step.is_none() {
                self.report(rounding.span(), ExerciseProblem::Rounding);
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
                self.report(late.span(), ExerciseProblem::Late);
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
        if files.reference().is_none() {
            let missing =
                ExerciseProblem::MissingFile(REFERENCE.to_owned(), "it is not there".to_owned());
            self.report(raw.id.span(), missing);
        }
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
                self.report(place, ExerciseProblem::DoubledName(item.name.clone()));
            }
            items.push(item);
        }
        if items.is_empty() {
            self.report(raw.id.span(), ExerciseProblem::NoItems);
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
            self.report(place, ExerciseProblem::NoTitle);
        }
        title
    }

    fn files(&mut self, raw: Spanned<Vec<String>>) -> Vec<String> {
        if raw.get_ref().is_empty() {
            self.report(raw.span(), ExerciseProblem::NoFiles);
        }
        for name in raw.get_ref() {
            let is_fine = name.ends_with(".pram") && name.len() > 5 && !name.contains(['/', '\\']);
            if !is_fine {
                self.report(raw.span(), ExerciseProblem::BadFile(name.clone()));
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
            let missing = ExerciseProblem::MissingFile(name.clone(), "it is not there".to_owned());
            self.report(place, missing);
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
            self.report(place, ExerciseProblem::BadProgram(message));
        } else if !(tree.items.iter())
            .any(|item| matches!(item, Item::Include(include) if include.path == SUBMISSION))
        {
            self.report(place, ExerciseProblem::NotIncluded(name.clone()));
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
                        ExerciseProblem::BadLimit(name, reason.to_string()),
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

    fn points(&mut self, raw: &Spanned<f64>) -> Points {
        let points = Points::written(*raw.get_ref());
        if points.is_none() {
            self.report(raw.span(), ExerciseProblem::BadPoints);
        }
        points.unwrap_or_default()
    }

    fn gate(&mut self, raw: Option<Spanned<f64>>) -> Option<Points> {
        raw.map(|raw| self.points(&raw))
    }

    fn visibility(&mut self, raw: Option<Spanned<String>>) -> Visibility {
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

    fn unknown(&mut self, raw: Option<Spanned<String>>, known: &'static [&'static str]) {
        if let Some(raw) = raw {
            let value = raw.get_ref().clone();
            self.report(raw.span(), ExerciseProblem::UnknownValue { value, known });
        }
    }

    fn test(&mut self, raw: Spanned<RawTest>) -> (ExerciseItem, Range<usize>) {
        const KNOWN: &[&str] = &["asserts", "reference"];
        let place = raw.get_ref().name.span();
        let whole = raw.span();
        let raw = raw.into_inner();
        let mut inputs = Vec::new();
        let (lines, lines_at) = match raw.inputs {
            Some(lines) => (lines.get_ref().clone(), lines.span()),
            None => (vec![String::new()], whole),
        };
        for line in &lines {
            match sizes::expanded(line) {
                Ok(runs) => inputs.extend(runs),
                Err(problem) => self.report(lines_at.clone(), problem),
            }
        }
        let repeat = raw.repeat.map_or(1, Spanned::into_inner);
        let count = inputs.len().saturating_mul(repeat as usize);
        if count == 0 || count > MOST_RUNS {
            self.report(
                lines_at,
                ExerciseProblem::Runs {
                    count,
                    most: MOST_RUNS,
                },
            );
        }
        let expect = match raw.expect.as_ref().map(|raw| raw.get_ref().as_str()) {
            None | Some("asserts") => Expected::Asserts,
            Some("reference") => Expected::Reference,
            Some(_) => {
                self.unknown(raw.expect, KNOWN);
                Expected::Asserts
            }
        };
        let item = ExerciseItem {
            name: raw.name.into_inner(),
            points: self.points(&raw.points),
            visibility: self.visibility(raw.visibility),
            gate: self.gate(raw.gate),
            asks: Asks::Test(Test {
                inputs,
                repeat,
                expect,
                share: raw.share,
            }),
        };
        (item, place)
    }

    fn claim(&mut self, raw: Spanned<RawClaim>) -> (ExerciseItem, Range<usize>) {
        let raw = raw.into_inner();
        let place = raw.text.span();
        let text = raw.text.into_inner();
        let kind = read_claim(&text);
        let kind =
            kind.map_err(|message| self.report(place.clone(), ExerciseProblem::BadClaim(message)));
        let asks = match kind {
            Ok(ClaimKind::Model(model)) => {
                if let Some(sizes) = raw.sizes {
                    self.report(sizes.span(), ExerciseProblem::SizesOfModel);
                }
                let [proved, observed] = self.points_by(raw.points, &["proved", "observed"]);
                Asks::Model(ModelClaim {
                    text: text.clone(),
                    model: model.text.to_lowercase(),
                    proved,
                    observed,
                })
            }
            Ok(kind) => {
                let sizes = match raw.sizes {
                    Some(sizes) => match sizes::of_claim(sizes.get_ref()) {
                        Ok(read) => Some(read),
                        Err(problem) => {
                            self.report(sizes.span(), problem);
                            None
                        }
                    },
                    None => {
                        self.report(place.clone(), ExerciseProblem::NoSizes);
                        None
                    }
                };
                let keys = &["derived", "measured", "growth"];
                let [derived, measured, growth] = self.points_by(raw.points, keys);
                let ends = sizes.as_ref().map_or([0, 0], |(_, sizes)| {
                    [sizes.values[0], sizes.values[sizes.values.len() - 1]]
                });
                let sizes = sizes.map_or_else(Default::default, |(written, _)| {
                    (written.name, written.value.to_string())
                });
                Asks::Claim(CostClaim {
                    text: text.clone(),
                    sizes,
                    ends,
                    is_growth: matches!(kind, ClaimKind::Growth { .. }),
                    derived,
                    measured,
                    growth,
                })
            }
            Err(()) => Asks::Manual,
        };
        let points = match &asks {
            Asks::Model(claim) => claim.proved.max(claim.observed),
            Asks::Claim(claim) => claim.derived.max(claim.measured).max(claim.growth),
            _ => Points::ZERO,
        };
        let item = ExerciseItem {
            name: raw.name.unwrap_or(text),
            points,
            visibility: self.visibility(raw.visibility),
            gate: self.gate(raw.gate),
            asks,
        };
        (item, place)
    }

    /// Points by how sure a claim is; a plain number means the same for all.
    fn points_by<const N: usize>(
        &mut self,
        raw: Spanned<Value>,
        known: &'static [&'static str; N],
    ) -> [Points; N] {
        let place = raw.span();
        let number = |value: &Value| match value {
            Value::Integer(number) => Points::written(*number as f64),
            Value::Float(number) => Points::written(*number),
            _ => None,
        };
        match raw.get_ref() {
            Value::Table(table) => {
                let foreign = table.keys().find(|key| !known.contains(&key.as_str()));
                if let Some(key) = foreign {
                    let key = key.clone();
                    self.report(place.clone(), ExerciseProblem::PointsKey { key, known });
                }
                known.map(|key| {
                    let points = table.get(key).map_or(Some(Points::ZERO), number);
                    if points.is_none() {
                        self.report(place.clone(), ExerciseProblem::BadPoints);
                    }
                    points.unwrap_or_default()
                })
            }
            value => {
                let points = number(value);
                if points.is_none() {
                    self.report(place, ExerciseProblem::BadPoints);
                }
                [points.unwrap_or_default(); N]
            }
        }
    }

    fn criterion(&mut self, raw: Spanned<RawCriterion>) -> (ExerciseItem, Range<usize>) {
        const KNOWN: &[&str] = &["format", "no-warnings", "uses", "manual"];
        let raw = raw.into_inner();
        let place = raw.kind.span();
        let kind = raw.kind.get_ref().clone();
        let is_uses = kind == "uses";
        let foreign = [
            ("deny", raw.deny.as_ref().filter(|_| kind != "no-warnings")),
            ("require", raw.require.as_ref().filter(|_| !is_uses)),
            ("forbid", raw.forbid.as_ref().filter(|_| !is_uses)),
        ];
        for (key, given) in foreign {
            if let Some(given) = given {
                self.report(given.span(), ExerciseProblem::ForeignKey(key, kind.clone()));
            }
        }
        let asks = match kind.as_str() {
            "format" => Asks::Layout,
            "no-warnings" => Asks::NoWarnings(raw.deny.map(|codes| self.codes(codes))),
            "uses" => Asks::Uses {
                require: raw
                    .require
                    .map_or_else(Vec::new, |words| self.constructs(words)),
                forbid: raw
                    .forbid
                    .map_or_else(Vec::new, |words| self.constructs(words)),
            },
            "manual" => {
                if raw.name.is_none() {
                    self.report(
                        place.clone(),
                        ExerciseProblem::MissingKey("name", kind.clone()),
                    );
                }
                Asks::Manual
            }
            _ => {
                self.unknown(Some(raw.kind.clone()), KNOWN);
                Asks::Manual
            }
        };
        // One that only has a gate gives no points.
        if raw.points.is_none() && raw.gate.is_none() {
            self.report(
                place.clone(),
                ExerciseProblem::MissingKey("points", kind.clone()),
            );
        }
        let item = ExerciseItem {
            name: raw.name.unwrap_or(kind),
            points: raw
                .points
                .map_or(Points::ZERO, |points| self.points(&points)),
            visibility: self.visibility(raw.visibility),
            gate: self.gate(raw.gate),
            asks,
        };
        (item, place)
    }

    fn codes(&mut self, raw: Spanned<Vec<String>>) -> Vec<Code> {
        let mut codes = Vec::new();
        for id in raw.get_ref() {
            let known = Code::ALL
                .iter()
                .find(|code| code.is_warning() && code.id() == id);
            match known {
                Some(code) => codes.push(*code),
                None => self.report(raw.span(), ExerciseProblem::NoWarning(id.clone())),
            }
        }
        codes
    }

    fn constructs(&mut self, raw: Spanned<Vec<String>>) -> Vec<String> {
        for word in raw.get_ref() {
            let is_name = !word.is_empty() && !word.contains(char::is_whitespace);
            if !is_name && keyword::find(word).is_none() {
                self.report(raw.span(), ExerciseProblem::NoConstruct(word.clone()));
            }
        }
        raw.into_inner()
    }
}

type ReadLimit = fn(&str) -> Result<u64, ValueProblem>;

/// An item as it is written.
enum RawItem {
    Test(Spanned<RawTest>),
    Claim(Spanned<RawClaim>),
    Criterion(Spanned<RawCriterion>),
}

/// A claim as a program would have it, or why it is none.
fn read_claim(text: &str) -> Result<ClaimKind, String> {
    let mut sources = Sources::default();
    let file = sources.add("claim", format!("claim {text};"));
    let (tree, problems) = syntax::parse(&sources, file);
    if let Some(problem) = problems.first() {
        return Err(problem.message.clone());
    }
    let mut items = tree.items.into_iter();
    match (items.next(), items.next()) {
        (Some(Item::Claim(claim)), None) => Ok(claim.kind),
        _ => Err(text.to_owned()),
    }
}
