//! A report over sizes, in every format.

use std::sync::atomic::AtomicBool;

use pram::diagnostic::Status;
use pram::diagnostic::render::render_all;
use pram::pipeline::inputs::Assignment;
use pram::pipeline::progress::Progress;
use pram::present::document::markdown::Drawings;
use pram::present::document::{html, latex, markdown};
use pram::present::{layout, tables};
use pram::source::Sources;
use pram::study::{self, ReportRequest};
use serde::Serialize;

use crate::boundary::progress;
use crate::command_line;
use crate::mark::marks;
use crate::question::{Asked, Sweep};
use crate::run::{Answer, written};
use crate::shelf::Shelf;

/// A report, or why there is none.
#[derive(Serialize)]
pub struct Reported {
    /// Errors and warnings, its JSON and the native command.
    #[serde(flatten)]
    answer: Answer,
    /// The report as a page; empty where there is none.
    html: String,
    markdown: String,
    latex: String,
    csv: String,
}

/// Runs a program over many sizes.
pub fn report(asked: &Asked, sweep: &Sweep) -> Reported {
    let vary = assignments(&sweep.vary);
    let mut words = command_line::words("report", asked);
    for varied in &vary {
        let value = format!("{}={}", varied.name, varied.value);
        words.extend(["--vary".to_owned(), value]);
    }
    let command = command_line::line(words);
    let mut sources = Sources::default();
    let request = match asked.request() {
        Ok(request) => request,
        Err(problems) => return Answer::failed(&problems, &sources, &asked.name, command).into(),
    };
    let request = ReportRequest {
        programs: vec![request],
        vary,
        unit: None,
        efficiency: None,
        sequential: Vec::new(),
        model_formulas: Vec::new(),
        repeat: 1,
        add_sizes: true,
        threads: Some(1),
    };
    let interrupt = AtomicBool::new(false);
    let number = |parts: u64| usize::try_from(parts).unwrap_or(usize::MAX);
    let told = |far: Progress| progress(number(far.done), number(far.total));
    let created = study::create(&request, &mut sources, &Shelf, &interrupt, &told);
    let report = match created {
        Ok(report) => report,
        Err(problems) => return Answer::failed(&problems, &sources, &asked.name, command).into(),
    };
    let document = layout::document(&report);
    let status = report.status();
    Reported {
        html: html::render(&document),
        markdown: markdown::render(&document, Drawings::Inside).0,
        latex: latex::render(&document),
        csv: tables::tables(&report).swap_remove(0).text,
        answer: Answer {
            problems: render_all(&report.diagnostics, &sources),
            json: written(&report),
            status: status.map_or(0, |status| status as u8),
            limit: status == Some(Status::Limit),
            marks: marks(&report.diagnostics, &sources, &asked.name),
            command,
            ..Answer::default()
        },
    }
}

impl From<Answer> for Reported {
    fn from(answer: Answer) -> Self {
        Self {
            answer,
            html: String::new(),
            markdown: String::new(),
            latex: String::new(),
            csv: String::new(),
        }
    }
}

/// `n=2^4..2^10; p=1,2,4` as what varies.
fn assignments(vary: &str) -> Vec<Assignment> {
    let parts = vary.split(';').filter(|part| !part.trim().is_empty());
    let split = parts.map(|part| {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        Assignment {
            name: name.trim().to_owned(),
            value: value.trim().to_owned(),
        }
    });
    split.collect()
}
