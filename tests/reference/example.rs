//! Small programs as text, run by the twin: what its own tests are written with.

use indexmap::IndexMap;
use pram::source::Sources;

use super::{Config, Datum, End, Model, Outcome, Value, run};

/// Inputs written as on the command line: `n=8`, `A=3,1,7`, `x=0.5`.
pub fn inputs(given: &[&str]) -> IndexMap<String, Datum> {
    let value = |text: &str| match text.parse::<i64>() {
        Ok(value) => Value::Int(value),
        Err(_) => Value::Real(text.parse().expect("a number")),
    };
    given
        .iter()
        .map(|each| {
            let (name, text) = each.split_once('=').expect("NAME=VALUE");
            let datum = if text.contains(',') {
                let cells: Vec<Option<Value>> = text
                    .split(',')
                    .filter(|part| !part.is_empty())
                    .map(|part| Some(value(part)))
                    .collect();
                Datum::Array {
                    dimensions: vec![cells.len()],
                    cells,
                }
            } else {
                Datum::Scalar(Some(value(text)))
            };
            (name.to_owned(), datum)
        })
        .collect()
}

/// An array of ints as an input.
pub fn ints(values: impl IntoIterator<Item = i64>) -> Datum {
    let cells: Vec<Option<Value>> = values
        .into_iter()
        .map(|each| Some(Value::Int(each)))
        .collect();
    Datum::Array {
        dimensions: vec![cells.len()],
        cells,
    }
}

pub fn run_text(text: &str, inputs: &IndexMap<String, Datum>, config: &Config) -> Outcome {
    let mut sources = Sources::default();
    let file = sources.add("<example>", text);
    let (file, problems) = pram::syntax::parse(&sources, file);
    assert!(problems.is_empty(), "{problems:?}\n{text}");
    run(&file, inputs, config)
}

/// Under a model, else without restriction.
pub fn example(text: &str, given: &[&str]) -> Outcome {
    run_text(text, &inputs(given), &Config::default())
}

pub fn example_on(model: &str, text: &str, given: &[&str]) -> Outcome {
    let config = Config {
        model: Model::parse(model).expect("a model"),
        ..Config::default()
    };
    run_text(text, &inputs(given), &config)
}

impl Outcome {
    /// An output as text: `5`, `[1, 2, _]`.
    pub fn output(&self, name: &str) -> String {
        let shown = |value: &Option<Value>| match value {
            None => "_".to_owned(),
            Some(Value::Int(value)) => value.to_string(),
            Some(Value::Real(value)) => format!("{value:?}"),
            Some(Value::Bool(value)) => value.to_string(),
        };
        match self.outputs.get(name) {
            None => format!("no output {name}, end {:?}", self.end),
            Some(Datum::Scalar(value)) => shown(value),
            Some(Datum::Array { cells, .. }) => {
                format!(
                    "[{}]",
                    cells.iter().map(shown).collect::<Vec<_>>().join(", ")
                )
            }
        }
    }

    /// Time and work: rounds, steps, instructions.
    #[track_caller]
    pub fn assert_counts(&self, rounds: (u64, u64), steps: (u64, u64), instructions: (u64, u64)) {
        assert_eq!(self.end, End::Completed);
        let found = [&self.rounds, &self.steps, &self.instructions];
        assert_eq!(
            found.map(|unit| (unit.time, unit.work)),
            [rounds, steps, instructions]
        );
    }
}
