//! Escapes in texts.

use pram::source::Sources;
use pram::syntax::formatter::format;

use super::codes;
use crate::files::NoFiles;
use crate::session::{never, request};
use pram::pipeline::{Options, execute};

#[test]
fn escapes_that_stand_for_no_character_are_errors() {
    for (text, escapes) in [
        (r#"ispisi("a\n\t\\\"b");"#, 0),
        (r#"ispisi("100\%", "\q");"#, 2),
        (r#"tvrdi(1, "\0");"#, 1),
        (r#"ispisi("\\q");"#, 0),
        (r#"ispisi("\\\q");"#, 1),
        (r#"ispisi("\č");"#, 1),
    ] {
        let program = format!("program\n{text}\nkraj_programa\n");
        assert_eq!(codes(&program), vec![("E0107", 2); escapes], "{text}");
    }
    assert_eq!(codes("ukljuci \"lib\\x.pram\";\n"), [("E0107", 1)]);
}

#[test]
fn escapes_are_printed_as_their_characters() {
    let text = r#"program
    ispisi("a\n\tb", 1, "\\n\"");
kraj_programa
"#;
    let asked = request(text, &[], Options::default());
    let ended = execute(&asked, &mut Sources::default(), &NoFiles, &never()).expect("it runs");
    assert_eq!(ended.run.printed, ["a\n\tb1\\n\""]);
}

#[test]
fn the_formatter_keeps_escapes_as_written() {
    let text = "program\n    ispisi(\"a\\n\\t\\\\\\\"b\");\nkraj_programa\n";
    let mut sources = Sources::default();
    let file = sources.add("case.pram", text);
    assert_eq!(format(&sources, file, None).unwrap(), text);
}
