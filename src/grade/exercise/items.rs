//! The items of an exercise: tests, claims, criteria.

use std::ops::Range;

use toml::{Spanned, Value};

use super::problem::ExerciseProblem;
use super::raw::{RawClaim, RawCriterion, RawTest};
use super::read::Reader;
use super::{CostClaim, ExerciseItem, ExpectedResult, ItemDemand, ModelClaim, Test, sizes};
use crate::diagnostic::Code;
use crate::grade::points::Points;
use crate::pipeline::inputs::Assignment;
use crate::source::Sources;
use crate::study::sizes::Variation;
use crate::syntax::ast::{ClaimKind, Item};
use crate::syntax::{self, keyword};

/// Runs of one test.
const MOST_RUNS: usize = 4096;

impl Reader {
    pub(super) fn test(&mut self, raw: Spanned<RawTest>) -> (ExerciseItem, Range<usize>) {
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
                Err(problem) => self.report(lines_at.clone(), &problem),
            }
        }
        let repeat = raw.repeat.map_or(1, Spanned::into_inner);
        let count = inputs.len().saturating_mul(repeat as usize);
        if count == 0 || count > MOST_RUNS {
            self.report(
                lines_at,
                &ExerciseProblem::Runs {
                    count,
                    most: MOST_RUNS,
                },
            );
        }
        let expect = match raw.expect.as_ref().map(|raw| raw.get_ref().as_str()) {
            None | Some("asserts") => ExpectedResult::Asserts,
            Some("reference") => ExpectedResult::Reference,
            Some(_) => {
                self.unknown(raw.expect, KNOWN);
                ExpectedResult::Asserts
            }
        };
        let item = ExerciseItem {
            name: raw.name.into_inner(),
            points: self.points(&raw.points),
            visibility: self.visibility(raw.visibility),
            gate: self.gate(raw.gate),
            asks: ItemDemand::Test(Test {
                inputs,
                repeat,
                expect,
                share: raw.share,
            }),
        };
        (item, place)
    }

    pub(super) fn claim(&mut self, raw: Spanned<RawClaim>) -> (ExerciseItem, Range<usize>) {
        let raw = raw.into_inner();
        let place = raw.text.span();
        let text = raw.text.into_inner();
        let kind = read_claim(&text);
        let kind =
            kind.map_err(|message| self.report(place.clone(), &ExerciseProblem::BadClaim(message)));
        let asks = match kind {
            Ok(ClaimKind::Model(model)) => {
                if let Some(sizes) = raw.sizes {
                    self.report(sizes.span(), &ExerciseProblem::SizesOfModel);
                }
                let [proved, observed] = self.points_by(&raw.points, &["proved", "observed"]);
                ItemDemand::Model(ModelClaim {
                    text: text.clone(),
                    model: model.text,
                    proved,
                    observed,
                })
            }
            Ok(kind) => {
                let sizes = self.sizes(raw.sizes, place.clone());
                let keys = &["derived", "measured", "growth"];
                let [derived, measured, growth] = self.points_by(&raw.points, keys);
                let ends = sizes.as_ref().map_or([0, 0], |(_, sizes)| {
                    [sizes.values[0], sizes.values[sizes.values.len() - 1]]
                });
                let sizes = sizes.map_or_else(Default::default, |(written, _)| {
                    (written.name, written.value.to_string())
                });
                ItemDemand::Claim(CostClaim {
                    text: text.clone(),
                    sizes,
                    ends,
                    is_growth: matches!(kind, ClaimKind::Growth { .. }),
                    derived,
                    measured,
                    growth,
                })
            }
            Err(()) => ItemDemand::Manual,
        };
        let points = match &asks {
            ItemDemand::Model(claim) => claim.proved.max(claim.observed),
            ItemDemand::Claim(claim) => claim.derived.max(claim.measured).max(claim.growth),
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

    /// The sizes of a claim about a cost.
    fn sizes(
        &mut self,
        raw: Option<Spanned<String>>,
        claim: Range<usize>,
    ) -> Option<(Assignment, Variation)> {
        let Some(raw) = raw else {
            self.report(claim, &ExerciseProblem::NoSizes);
            return None;
        };
        let read = sizes::of_claim(raw.get_ref());
        read.map_err(|problem| self.report(raw.span(), &problem))
            .ok()
    }

    /// Points by how sure a claim is; a plain number means the same for all.
    fn points_by<const N: usize>(
        &mut self,
        raw: &Spanned<Value>,
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
                    self.report(place.clone(), &ExerciseProblem::PointsKey { key, known });
                }
                known.map(|key| {
                    let points = table.get(key).map_or(Some(Points::ZERO), number);
                    if points.is_none() {
                        self.report(place.clone(), &ExerciseProblem::BadPoints);
                    }
                    points.unwrap_or_default()
                })
            }
            value => {
                let points = number(value);
                if points.is_none() {
                    self.report(place, &ExerciseProblem::BadPoints);
                }
                [points.unwrap_or_default(); N]
            }
        }
    }

    pub(super) fn criterion(&mut self, raw: Spanned<RawCriterion>) -> (ExerciseItem, Range<usize>) {
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
                self.report(
                    given.span(),
                    &ExerciseProblem::ForeignKey(key, kind.clone()),
                );
            }
        }
        let asks = match kind.as_str() {
            "format" => ItemDemand::Layout,
            "no-warnings" => ItemDemand::NoWarnings(raw.deny.map(|codes| self.codes(&codes))),
            "uses" => ItemDemand::Uses {
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
                        &ExerciseProblem::MissingKey("name", kind.clone()),
                    );
                }
                ItemDemand::Manual
            }
            _ => {
                self.unknown(Some(raw.kind.clone()), KNOWN);
                ItemDemand::Manual
            }
        };
        // One that only has a gate gives no points.
        if raw.points.is_none() && raw.gate.is_none() {
            self.report(
                place.clone(),
                &ExerciseProblem::MissingKey("points", kind.clone()),
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

    fn codes(&mut self, raw: &Spanned<Vec<String>>) -> Vec<Code> {
        let mut codes = Vec::new();
        for id in raw.get_ref() {
            let known = Code::ALL
                .iter()
                .find(|code| code.is_warning() && code.id() == id);
            match known {
                Some(code) => codes.push(*code),
                None => self.report(raw.span(), &ExerciseProblem::NoWarning(id.clone())),
            }
        }
        codes
    }

    fn constructs(&mut self, raw: Spanned<Vec<String>>) -> Vec<String> {
        for word in raw.get_ref() {
            let is_name = !word.is_empty() && !word.contains(char::is_whitespace);
            if !is_name && keyword::find(word).is_none() {
                self.report(raw.span(), &ExerciseProblem::NoConstruct(word.clone()));
            }
        }
        raw.into_inner()
    }
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
