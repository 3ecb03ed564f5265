//! pram as a WebAssembly module: a question in JSON goes in, an answer in JSON comes out.
//!
//! | module | does |
//! |---|---|
//! | `boundary` | the functions that the page's script calls, and those that it provides |
//! | `question` | what can be asked, and the machine as the page's fields say it |
//! | `command_line` | the command that asks the native program for the same |
//! | `shelf` | the shipped programs as the only files there are |
//! | `mark` | diagnostics with their places, for the editor |
//! | `look` | a program while it is written: what is wrong, and which inputs it has |
//! | `run`, `replay`, `check`, `report` | the commands of the same names |
//! | `reword` | formatting and translating |
//! | `catalogue` | vocabularies, models, codes and programs, for the page to offer |
//!
//! Results cross as texts: the JSON of a run is the very text that the native program prints, so no
//! count is ever turned into a floating-point number on its way.

mod boundary;
mod catalogue;
mod check;
mod command_line;
mod look;
mod mark;
mod question;
mod replay;
mod report;
mod reword;
mod run;
mod shelf;

use question::Question;

/// The answer to a question, both as JSON.
fn answer(question: &[u8]) -> String {
    let answer = match serde_json::from_slice(question) {
        Ok(Question::Catalogue) => serde_json::to_string(&catalogue::catalogue()),
        Ok(Question::Look { program }) => serde_json::to_string(&look::look(&program)),
        Ok(Question::Run { program, width }) => serde_json::to_string(&run::run(&program, width)),
        Ok(Question::Replay { program, language }) => {
            serde_json::to_string(&replay::replay(&program, language))
        }
        Ok(Question::Check { program, width }) => {
            serde_json::to_string(&check::check(&program, width))
        }
        Ok(Question::Report { program, sweep }) => {
            serde_json::to_string(&report::report(&program, &sweep))
        }
        Ok(Question::Reword {
            name,
            text,
            vocabulary,
        }) => serde_json::to_string(&reword::reword(&name, &text, vocabulary)),
        Ok(Question::Explain { code, vocabulary }) => {
            serde_json::to_string(&catalogue::explained(&code, vocabulary))
        }
        Err(error) => serde_json::to_string(&Misunderstood {
            misunderstood: error.to_string(),
        }),
    };
    answer.expect("answers are structures of texts, which are JSON")
}

/// The answer to what is no question: an error of the page's script.
#[derive(serde::Serialize)]
struct Misunderstood {
    misunderstood: String,
}
