//! The JSON schemas in docs/schema say what the program writes.
//!
//! `UPDATE_SCHEMAS=1 cargo test schemas` writes them anew.

use std::path::Path;

use pram::diagnostic::json::ErrorsJson;
use pram::grade::exercise::raw::RawExercise;
use pram::grade::outcome::GradeOutcome;
use pram::grade::show::ClassResults;
use pram::present::json::check::Check;
use pram::present::json::derivation::DerivationJson;
use pram::present::json::moments::MomentsJson;
use pram::present::json::run::RunJson;
use pram::present::json::trace::TraceJson;
use pram::present::json::warps::WarpsJson;
use pram::result::study::Report;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

fn is_current(name: &str, schema: &Schema) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("docs/schema")
        .join(name);
    let current = serde_json::to_string_pretty(schema).expect("a schema is JSON") + "\n";
    if std::env::var_os("UPDATE_SCHEMAS").is_some() {
        std::fs::write(&path, &current).expect("docs/schema can be written");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == current,
        "docs/schema/{name} is not current: run the tests once with UPDATE_SCHEMAS=1"
    );
}

/// The schema of what is written, which leaves out what is empty, not of what could be read.
fn schema_of<T: JsonSchema>() -> Schema {
    let generator = SchemaSettings::default().for_serialize().into_generator();
    generator.into_root_schema_for::<T>()
}

#[test]
fn schemas_are_current() {
    is_current("run.json", &schema_of::<RunJson>());
    is_current("check.json", &schema_of::<Check>());
    is_current("report.json", &schema_of::<Report>());
    is_current("trace.json", &schema_of::<TraceJson>());
    is_current("trace-multicomputer.json", &schema_of::<MomentsJson>());
    is_current("trace-gpu.json", &schema_of::<WarpsJson>());
    is_current("derive.json", &schema_of::<DerivationJson>());
    is_current("error.json", &schema_of::<ErrorsJson>());
    is_current("grade.json", &schema_of::<ClassResults>());
    is_current("grade-result.json", &schema_of::<GradeOutcome>());
    // What is read, not what is written.
    is_current("exercise.json", &schemars::schema_for!(RawExercise));
}

/// A field that is left out where it is empty is not required.
#[test]
fn what_is_left_out_is_not_required() {
    let errors = schema_of::<ErrorsJson>();
    let required = errors.get("required").expect("there is an error always");
    assert_eq!(required, &serde_json::json!(["error"]));
}
