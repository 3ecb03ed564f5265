//! The record of one size: what was measured, or why it did not run to its end.

use serde::{Deserialize, Serialize};

use super::FORMAT;
use crate::diagnostic::Diagnostic;
use crate::source::Sources;
use crate::study::swept::{Failed, Job, Measured};

/// The file. Its result is no enum: serde reads those by way of values that have no numbers of 128 bits and no
/// numbers as keys.
#[derive(Serialize, Deserialize)]
struct Record<M> {
    format: String,
    pram: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    measured: Option<M>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failed: Option<FailedSize>,
}

/// A size that did not run to its end.
#[derive(Serialize, Deserialize)]
struct FailedSize {
    at: Vec<i64>,
    held_out: bool,
    diagnostics: Vec<Diagnostic>,
    /// Names and texts of what its diagnostics may refer to besides the texts of the program.
    texts: Vec<(String, String)>,
}

/// A result as it is kept; `known` are the texts of the program.
pub fn written(result: &Result<Measured, Failed>, known: &Sources) -> Vec<u8> {
    let failed = result.as_ref().err().map(|failed| FailedSize {
        at: failed.at.clone(),
        held_out: failed.held_out,
        diagnostics: failed.diagnostics.clone(),
        texts: (failed.sources.iter().skip(known.files().count()))
            .map(|(_, source)| (source.name.clone(), source.text.to_string()))
            .collect(),
    });
    let record = Record {
        format: FORMAT.to_owned(),
        pram: crate::VERSION.to_owned(),
        measured: result.as_ref().ok(),
        failed,
    };
    serde_json::to_vec(&record).expect("a record is made of texts and numbers")
}

/// The result of a job that a record holds; `None` if it is no record of this job.
pub fn read(bytes: &[u8], job: &Job, known: &Sources) -> Option<Result<Measured, Failed>> {
    let record: Record<Measured> = serde_json::from_slice(bytes).ok()?;
    if record.format != FORMAT || record.pram != crate::VERSION {
        return None;
    }
    let result = match (record.measured, record.failed) {
        (Some(measured), None) => Ok(measured),
        (None, Some(failed)) => {
            let mut sources = known.clone();
            for (name, text) in failed.texts {
                sources.add(name, text);
            }
            Err(Failed {
                at: failed.at,
                held_out: failed.held_out,
                diagnostics: failed.diagnostics,
                sources,
            })
        }
        _ => return None,
    };
    let at = match &result {
        Ok(measured) => &measured.at,
        Err(failed) => &failed.at,
    };
    (*at == job.at).then_some(result)
}
