//! Texts that no one writes on purpose, or someone does: they end in a diagnostic, soon.

use std::time::{Duration, Instant};

use pram::source::Sources;
use pram::syntax;

use super::{codes, read};

/// The codes of a text that must not take long.
fn soon(text: &str) -> Vec<&'static str> {
    let start = Instant::now();
    let codes = codes(text).into_iter().map(|(code, _)| code).collect();
    let took = start.elapsed();
    assert!(
        took < Duration::from_secs(20),
        "took {took:?} for {:?}…",
        text.chars().take(20).collect::<String>()
    );
    codes
}

/// A program around a statement.
fn program(statement: &str) -> String {
    format!("program\n{statement}\nkraj_programa\n")
}

#[test]
fn nothing_is_a_file_too() {
    for text in [
        "",
        "\n",
        "   ",
        "// only a comment",
        "/* one */ # two\r\n",
        "\u{FEFF}",
        "\u{FEFF}// c\n",
    ] {
        assert_eq!(read(text), "", "{text:?}");
    }
}

#[test]
fn line_ends_and_marks_of_editors_do_not_matter() {
    let plain = read("program\n  x = 1;\nkraj_programa");
    for text in [
        "\u{FEFF}program\n  x = 1;\nkraj_programa",
        "program\r\n  x = 1;\r\nkraj_programa\r\n",
        "program\n\u{A0}\tx\u{2003}=\u{200B}1;\nkraj_programa\n",
        "program/* a\nb */x = 1;# c\nkraj_programa",
    ] {
        assert_eq!(read(text), plain, "{text:?}");
    }
}

#[test]
fn spans_count_the_bytes_of_the_user() {
    let mut sources = Sources::default();
    let text =
        "\u{FEFF}program\nc\u{30C}a\u{30C} = 1; inac\u{30C}e\u{30C} = c\u{30C} $ 2;\nkraj_programa";
    let file = sources.add("case.pram", text);
    let (_, diagnostics) = syntax::parse(&sources, file);
    let place = diagnostics[0].primary.as_ref().unwrap().span;
    assert_eq!(sources.text(place), "$");
}

#[test]
fn decomposed_letters_are_the_composed_ones() {
    let composed = read("program\n ako (š == 1) x = 1; inače x = 2;\nkraj_programa");
    let decomposed =
        read("program\n ako (s\u{30C} == 1) x = 1; inac\u{30C}e x = 2;\nkraj_programa");
    assert_eq!(decomposed, composed);
    assert!(composed.contains("else"));
}

#[test]
fn control_characters_are_named() {
    assert_eq!(
        codes("program\n x = 1;\0\n y \u{1} = 2;\nkraj_programa"),
        [("E0101", 2), ("E0101", 3)]
    );
}

#[test]
fn bytes_that_are_no_text_are_placed() {
    assert_eq!(
        syntax::decode(b"abc\n\xFFd"),
        Err(syntax::NotText { line: 2, offset: 4 })
    );
    assert!(syntax::decode(&[0xFF, 0xFE, b'a', 0]).is_err());
    assert!(syntax::decode("\u{FEFF}program".as_bytes()).is_ok());
}

#[test]
fn deep_brackets_end_in_a_diagnostic() {
    for (open, close) in [
        ("(", ")"),
        ("A[", "]"),
        ("A[1 do ", "]"),
        ("A[", " do 2]"),
        ("f(", ")"),
        ("{", "}"),
        ("-(", ")"),
        ("log (", ")"),
        ("not (", ")"),
    ] {
        let deep = |depth: usize| {
            program(&format!(
                "x = {}1{};",
                open.repeat(depth),
                close.repeat(depth)
            ))
        };
        assert_eq!(soon(&deep(150)), [""; 0], "{open}");
        assert_eq!(soon(&deep(100_000)), ["E0104"], "{open}");
        assert_eq!(
            soon(&program(&format!("x = {}", open.repeat(100_000)))),
            ["E0104"],
            "{open}"
        );
    }
}

#[test]
fn deep_blocks_end_in_a_diagnostic() {
    for (open, close) in [
        ("{\n", "}\n"),
        ("ako (a) onda\n", "kraj_ako\n"),
        ("ponovi 2 puta\n", "kraj_ponovi\n"),
        ("paralelno (za svaki i od 0 do 1)\n", "kraj_paralelno\n"),
        ("ako (a) ", ""),
        ("dok (a) ", ""),
        ("za i = 0 do 1 ", ""),
        ("ako (a) x = 1; inace ", ""),
    ] {
        let deep = |depth: usize| {
            program(&format!(
                "{}x = 1;{}",
                open.repeat(depth),
                close.repeat(depth)
            ))
        };
        assert_eq!(soon(&deep(150)), [""; 0], "{open}");
        assert_eq!(soon(&deep(100_000)), ["E0104"], "{open}");
    }
}

#[test]
fn long_rows_of_operators_end_in_a_diagnostic() {
    for row in [
        "1+",
        "2^",
        "- ",
        "not ",
        "! ",
        "log ",
        "1==",
        "a[1] ⊕ ",
        "x and not ",
    ] {
        let long = |length: usize| program(&format!("x = {}1;", row.repeat(length)));
        if row != "1==" {
            assert_eq!(soon(&long(240)), [""; 0], "{row}");
        }
        assert!(soon(&long(10_000)).contains(&"E0104"), "{row}");
        assert!(
            soon(&long(10_000_000 / row.len())).contains(&"E0104"),
            "{row}"
        );
    }
}

#[test]
fn long_files_take_a_moment() {
    let statements = program(&"x = A[i+1] * (y - 2); ".repeat(50_000));
    assert_eq!(soon(&statements), [""; 0]);
    let list = program(&format!("polje A[100000] = {{{}1}};", "1,".repeat(99_999)));
    assert_eq!(soon(&list), [""; 0]);
    assert_eq!(
        soon(&program(&format!(
            "polje A[] = {{{}1}};",
            "1,".repeat(5_000_000)
        ))),
        ["E0104"]
    );
    for noise in [
        "x ",
        "x\n",
        "((;",
        ") ",
        "kraj_ako ",
        "inace ",
        "\"",
        "\0",
        "/*",
        "ako ",
        "paralelno (",
        "1 2 ",
        "x = (\n",
        "; } ",
        "č ",
    ] {
        assert!(
            !soon(&noise.repeat(10_000_000 / noise.len())).is_empty(),
            "{noise:?}"
        );
    }
    assert_eq!(soon(&"# čž\n".repeat(1_000_000)), [""; 0]);
    assert_eq!(soon(&format!("/*{}*/", "x".repeat(10_000_000))), [""; 0]);
    assert_eq!(
        soon(&program(&format!("{} = 1;", "x".repeat(1_000_000)))),
        [""; 0]
    );
}

/// A pseudorandom sequence (splitmix64) that is the same on every run.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[test]
fn no_garbled_text_makes_the_parser_panic() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/syntax");
    let mut words = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path
            .extension()
            .is_some_and(|extension| extension == "pram")
        {
            let text = std::fs::read_to_string(path).unwrap();
            words.extend(
                text.split_inclusive([' ', '\n', '(', ')', '[', ']', ';', ',', '"', '='])
                    .map(str::to_owned),
            );
        }
    }
    words.sort();
    let mut state = 1;
    for _ in 0..1500 {
        let length = random(&mut state) % 40;
        let mut text: String = (0..length)
            .map(|_| words[random(&mut state) as usize % words.len()].as_str())
            .collect();
        if random(&mut state).is_multiple_of(2) {
            text.insert_str(0, "program\n");
        }
        read(&text);
    }
}

#[test]
fn every_beginning_of_a_program_is_read() {
    let text = include_str!("../cases/syntax/everything_in_both_vocabularies.pram");
    for (at, _) in text.char_indices().step_by(7) {
        read(&text[..at]);
        // The rest without its beginning.
        read(&text[at..]);
    }
}
