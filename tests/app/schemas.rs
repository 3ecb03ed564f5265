//! The JSON schemas in docs/schema say what the program writes.
//!
//! `UPDATE_SCHEMAS=1 cargo test schemas` writes them anew.

use std::path::Path;

use pram::diagnostic::json::ErrorsJson;
use pram::present::json::check::Check;
use pram::present::json::derivation::DerivationJson;
use pram::present::json::moments::MomentsJson;
use pram::present::json::run::RunJson;
use pram::present::json::trace::TraceJson;
use pram::result::study::Report;
use schemars::{Schema, schema_for};

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

#[test]
fn schemas_are_current() {
    is_current("run.json", &schema_for!(RunJson));
    is_current("check.json", &schema_for!(Check));
    is_current("report.json", &schema_for!(Report));
    is_current("trace.json", &schema_for!(TraceJson));
    is_current("trace-multicomputer.json", &schema_for!(MomentsJson));
    is_current("derive.json", &schema_for!(DerivationJson));
    is_current("error.json", &schema_for!(ErrorsJson));
}
