//! A run with every step, or every moment on a multicomputer: the trace that `pram replay` writes, as
//! data and as a page.

use std::sync::atomic::AtomicBool;

use pram::diagnostic::render::render_all;
use pram::present::replay as pages;
use pram::session::replay::{RecordedRun, RecordingManner, record};
use pram::source::Sources;
use pram::syntax::vocabulary::Vocabulary;
use serde::Serialize;

use crate::command_line;
use crate::mark::marks;
use crate::question::{Asked, Language};
use crate::run::Answer;
use crate::shelf::Shelf;

/// Bytes of a trace; of longer ones steps or moments are left out. The page holds it several times.
const LONGEST_TRACE: usize = 4 << 20;

/// The steps of a run, or why there are none.
#[derive(Serialize)]
pub struct Replayed {
    /// Its JSON is the trace.
    #[serde(flatten)]
    answer: Answer,
    /// The page that `pram replay` writes; empty where there is no trace.
    html: String,
}

/// Runs a program and records its steps.
pub fn replay(asked: &Asked, language: Language) -> Replayed {
    let mut words = command_line::words("replay", asked);
    words.extend(["-o".to_owned(), "replay.html".to_owned()]);
    let command = command_line::line(words.clone());
    let mut sources = Sources::default();
    let manner = RecordingManner {
        bytes: LONGEST_TRACE,
        language: Vocabulary::from(language).into(),
        cells: Vec::new(),
        words,
    };
    let interrupt = AtomicBool::new(false);
    let recorded = asked
        .request()
        .and_then(|request| record(&request, &mut sources, &Shelf, &interrupt, manner));
    match recorded {
        Err(problems) => Replayed {
            answer: Answer::failed(&problems, &sources, &asked.name, command),
            html: String::new(),
        },
        Ok(RecordedRun {
            trace,
            problems,
            status,
        }) => Replayed {
            html: pages::html(&trace),
            answer: Answer {
                problems: render_all(&problems, &sources),
                json: pages::json(&trace),
                status: status.map_or(0, |status| status as u8),
                marks: marks(&problems, &sources, &asked.name),
                command,
                ..Answer::default()
            },
        },
    }
}
