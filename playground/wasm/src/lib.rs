//! pram as a WebAssembly module: a question in JSON goes in, an answer in JSON comes out.
//!
//! | module | does |
//! |---|---|
//! | `boundary` | the functions that the page's script calls, and those that it provides |
//! | `question` | what can be asked, and the program as the page's fields say it |
//! | `answer` | what the commands of the same names print, with places for the editor |
//!
//! Results cross as texts: the JSON of a run is the very text that the native program prints, so no
//! count is ever turned into a floating-point number on its way.

mod answer;
mod boundary;
mod question;

use question::Question;

/// The answer to a question, both as JSON.
fn answer(question: &[u8]) -> String {
    let answer = match serde_json::from_slice(question) {
        Ok(Question::Catalogue) => serde_json::to_string(&pram::Catalogue::new()),
        Ok(Question::Look { program }) => serde_json::to_string(&answer::look(&program)),
        Ok(Question::Run { program, width }) => {
            serde_json::to_string(&answer::run(&program, width))
        }
        Ok(Question::Replay { program, language }) => {
            serde_json::to_string(&answer::replay(&program, language))
        }
        Ok(Question::Check { program, width }) => {
            serde_json::to_string(&answer::check(&program, width))
        }
        Ok(Question::Report { program, sweep }) => {
            serde_json::to_string(&answer::report(&program, &sweep))
        }
        Ok(Question::Reword {
            name,
            text,
            vocabulary,
        }) => serde_json::to_string(&answer::reword(&name, &text, vocabulary)),
        Ok(Question::Explain { code, vocabulary }) => {
            serde_json::to_string(&answer::explain(&code, vocabulary))
        }
        Ok(Question::Exercise {
            exercise,
            vocabulary,
        }) => serde_json::to_string(&answer::exercise(exercise, vocabulary)),
        Ok(Question::Attempt {
            exercise,
            text,
            vocabulary,
        }) => serde_json::to_string(&answer::attempt(exercise, text, vocabulary)),
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
