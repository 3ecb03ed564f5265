//! The error of the command's allocator.

use pram::app::allocator::{JSON, TEXT};
use pram::diagnostic::json::ErrorsJson;
use pram::diagnostic::render::{read_on, render};
use pram::diagnostic::{Code, Places, Words};
use pram::source::Sources;

#[test]
fn it_is_told_as_every_error_is() {
    let words = Words::message("the system refuses the memory that this takes").help(
        "use a smaller size or fewer threads (--threads 1), or give the process more memory \
         (`ulimit -v`)",
    );
    let diagnostic = Places::nowhere(Code::TooMuchMemory).with(words);
    let sources = Sources::default();
    let problems = [diagnostic];
    let text = render(&problems[0], &sources) + "\n" + &read_on(&problems, "");
    assert_eq!(anstream::adapter::strip_str(&text).to_string(), TEXT);
    let json = ErrorsJson::new(&problems, &sources);
    assert_eq!(serde_json::to_string(&json).unwrap() + "\n", JSON);
}
