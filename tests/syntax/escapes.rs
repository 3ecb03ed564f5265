//! Escapes in texts.

use pram::source::Sources;
use pram::syntax::formatter::format;

use super::codes;

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
fn the_formatter_keeps_escapes_as_written() {
    let text = "program\n    ispisi(\"a\\n\\t\\\\\\\"b\");\nkraj_programa\n";
    let mut sources = Sources::default();
    let file = sources.add("case.pram", text);
    assert_eq!(format(&sources, file, None).unwrap(), text);
}
