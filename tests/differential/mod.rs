//! The machine against its slow twin: one program, one input, one result.

mod generator;
pub mod load;

use indexmap::IndexMap;
use proptest::prelude::*;
use proptest::strategy::ValueTree;

use crate::reference::example::run_text;
use crate::reference::{Config, Datum, End, Value};
use generator::{Generated, generate};

fn inputs(generated: &Generated) -> IndexMap<String, Datum> {
    let array = |cells: Vec<Value>| Datum::Array {
        dimensions: vec![cells.len()],
        cells: cells.into_iter().map(Some).collect(),
    };
    let ints = |values: &[i64]| array(values.iter().map(|&each| Value::Int(each)).collect());
    let reals = array(generated.reals.iter().map(|&each| Value::Real(each)).collect());
    [
        ("n", Datum::Scalar(Some(Value::Int(generated.n as i64)))),
        ("A", ints(&generated.ints[0])),
        ("B", ints(&generated.ints[1])),
        ("C", reals),
    ]
    .map(|(name, datum)| (name.to_owned(), datum))
    .into()
}

#[test]
fn survey() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let strategy = proptest::collection::vec(any::<u16>(), 100..400);
    let mut ends: std::collections::BTreeMap<String, u64> = Default::default();
    for _ in 0..400 {
        let tape = strategy.new_tree(&mut runner).unwrap().current();
        let generated = generate(&tape);
        let config = Config { max_steps: 20_000, ..Config::default() };
        let outcome = run_text(&generated.text, &inputs(&generated), &config);
        let end = match outcome.end { End::Completed => format!("completed {}", outcome.legal_on.0), End::Fault { code, .. } => code.to_owned(), ref other => format!("{other:?}") };
        if end == "ill-typed" { println!("{}\n{:?}", generated.text, outcome.end); }
        if outcome.steps.time > 300 { println!("long {} {}", outcome.steps.time, outcome.steps.work); }
        *ends.entry(end).or_default() += 1;
    }
    panic!("{ends:?}");
}
