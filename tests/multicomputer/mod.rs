//! The multicomputer: counts worked out by hand, what is an error and how it is told, the language of
//! messages, sections and distributions; tasks and channels.

mod barriers;
mod counts;
mod errors;
mod families;
mod hostile;
mod lectures;
mod listings;
mod memory;
mod messages;
mod neighbours;
mod operators;
mod sections;
mod task_errors;
mod task_times;
mod tasks;
mod tasks_at_random;
mod worked;
mod wraparound;

use std::sync::atomic::AtomicBool;

use pram::diagnostic::Diagnostic;
use pram::diagnostic::render::render;
use pram::pipeline::inputs::Assignment;
use pram::pipeline::{Options, Request, Run, execute, messages as pipeline_messages};
use pram::result::messages::MessageVerdict;
use pram::source::Sources;

use crate::app::plain;
use crate::files::NoFiles;

/// What became of a program.
pub struct Told {
    /// The run, unless the program was refused.
    pub run: Option<Run>,
    /// Its problems as they are shown, and their codes.
    pub problems: String,
    pub codes: Vec<&'static str>,
}

fn request(text: &str, options: Options, given: &[(&str, &str)]) -> Request {
    let assignments = given.iter().map(|(name, value)| Assignment {
        name: (*name).to_owned(),
        value: (*value).into(),
    });
    Request {
        name: "program.pram".to_owned(),
        bytes: text.as_bytes().to_vec(),
        entry: None,
        assignments: assignments.collect(),
        options,
    }
}

/// What a check says of the messages of a program.
#[track_caller]
fn verdict(text: &str, options: Options) -> MessageVerdict {
    let request = request(text, options, &[]);
    let interrupt = AtomicBool::new(false);
    let checked = pipeline_messages::check(&request, &mut Sources::default(), &NoFiles, &interrupt);
    let checked = checked.expect("the program is not refused");
    checked.expect("it is a multicomputer").verdict
}

pub fn run_with(text: &str, options: Options, given: &[(&str, &str)]) -> Told {
    let request = request(text, options, given);
    let mut sources = Sources::default();
    let interrupt = AtomicBool::new(false);
    let executed = execute(&request, &mut sources, &NoFiles, &interrupt);
    let (run, problems): (Option<Run>, Vec<Diagnostic>) = match executed {
        Ok(executed) => {
            let problems = executed.run.error.iter().cloned().collect();
            (Some(executed.run), problems)
        }
        Err(problems) => (None, problems),
    };
    let shown = problems.iter().map(|each| plain(&render(each, &sources)));
    Told {
        run,
        problems: shown.collect::<Vec<_>>().join("\n"),
        codes: problems.iter().map(|each| each.code.id()).collect(),
    }
}

pub fn run(text: &str) -> Told {
    run_with(text, Options::default(), &[])
}

/// The processors 0 to p-1 do this, each with an array L of four zeros of its own.
pub fn block(machine: &str, body: &str) -> String {
    format!(
        "stroj {machine};
program
paralelno (za svaki procesor i, i = 0, ..., p-1)
lokalno L[4] = 0;
{body}
kraj_paralelno
kraj_programa
"
    )
}

/// Four processors in a ring; `t_s` = 100, `t_w` = 7, `t_c` = 1.
pub fn ring(body: &str) -> String {
    block("prsten(p = 4, t_s = 100, t_w = 7)", body)
}

impl Told {
    /// The run, which must have come to its end.
    #[track_caller]
    pub fn ends_well(self) -> Run {
        assert!(self.codes.is_empty(), "{}", self.problems);
        self.run.expect("the program was not refused")
    }

    /// The run must have ended in this.
    #[track_caller]
    pub fn ends_in(self, code: &str) -> Self {
        assert_eq!(self.codes, [code], "{}", self.problems);
        self
    }
}

/// What was printed, without what ends the lines.
#[track_caller]
pub fn prints(text: &str, expected: &[&str]) {
    let run = run(text).ends_well();
    assert_eq!(run.printed, expected);
}

/// T, and how often `t_s`, `t_w`, `t_h` and `t_c` enter it.
#[track_caller]
pub fn costs(text: &str, time: &str, [t_s, t_w, t_h, t_c]: [u64; 4]) -> Run {
    let run = run(text).ends_well();
    let cost = run.network.as_ref().expect("it is a multicomputer");
    let path = cost.path;
    assert_eq!(
        (
            cost.time.to_string().as_str(),
            path.t_s,
            path.t_w,
            path.t_h,
            path.t_c
        ),
        (time, t_s, t_w, t_h, t_c)
    );
    run
}
