//! Places and words of a problem go together.

use pram::diagnostic::{Code, Places, Words};
use pram::source::{FileId, Span};

fn span(start: u32, end: u32) -> Span {
    let file = FileId(0);
    Span { file, start, end }
}

#[test]
fn labels_are_said_at_the_places_in_their_order() {
    let places = Places::at(Code::Syntax, span(1, 2)).and([span(3, 4), span(5, 6)]);
    let words = Words::new("message", "first")
        .label("second")
        .label("third")
        .note("note")
        .help("help");
    let diagnostic = places.in_step(7).with(words);
    let labels = (diagnostic.primary.iter()).chain(&diagnostic.secondary);
    let labels: Vec<(u32, &str)> = labels
        .map(|label| (label.span.start, label.text.as_str()))
        .collect();
    assert_eq!(labels, [(1, "first"), (3, "second"), (5, "third")]);
    assert_eq!(diagnostic.message, "message");
    assert_eq!(
        (diagnostic.notes, diagnostic.help, diagnostic.step),
        (vec!["note".to_owned()], vec!["help".to_owned()], Some(7))
    );
}

#[test]
fn what_has_no_place_has_no_label() {
    let diagnostic = Places::nowhere(Code::BadOption).with(Words::message("message"));
    assert_eq!((diagnostic.primary, diagnostic.secondary.len()), (None, 0));
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "each place has its label")]
fn a_place_without_a_label_is_found() {
    Places::at(Code::Syntax, span(1, 2)).with(Words::message("message"));
}
