//! `pram fmt`: the layout is the same on every pass, and what a program means never changes.

mod translated;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use pram::semantic::translated_names;
use pram::source::Sources;
use pram::syntax::formatter::{Translation, Vocabulary, format};
use pram::syntax::parse;
use proptest::prelude::*;

use crate::collection;
use crate::differential::generated::machine;
use crate::differential::generator::{Generated, generate};
use crate::differential::setting::synchronous_setting;
use crate::syntax::show;

/// A text laid out, or the codes of what is wrong with it.
fn formatted(text: &str, vocabulary: Option<Vocabulary>) -> Result<String, Vec<&'static str>> {
    let mut sources = Sources::default();
    let file = sources.add("case.pram", text);
    let translation = vocabulary.map(|vocabulary| Translation {
        vocabulary,
        functions: translated_names(),
        machines: Vec::new(),
        processors: Vec::new(),
        defined: HashSet::new(),
    });
    format(&sources, file, translation.as_ref())
        .map_err(|problems| problems.iter().map(|problem| problem.code.id()).collect())
}

/// The tree of a text without its places; none where something is wrong.
fn tree(text: &str) -> Option<String> {
    let mut sources = Sources::default();
    let file = sources.add("case.pram", text);
    let (tree, problems) = parse(&sources, file);
    problems.is_empty().then(|| show::file(&tree))
}

/// A tree with the built-in functions under their Croatian names.
fn in_croatian(tree: &str) -> String {
    let mut out = String::new();
    let mut word = String::new();
    for c in tree.chars().chain(['\n']) {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        let names = translated_names();
        let known = names
            .iter()
            .find(|names| names.english == word || names.croatian.contains(&word.as_str()));
        let word_of_any = if word == "anyone" { "bilo_koga" } else { &word };
        out.push_str(known.map_or(word_of_any, |names| names.croatian[0]));
        out.push(c);
        word.clear();
    }
    out
}

/// The layout keeps the meaning and is final, in the text's own words and in both vocabularies.
#[track_caller]
fn keeps_its_meaning(text: &str) {
    let Some(meaning) = tree(text) else {
        assert!(formatted(text, None).is_err(), "{text}");
        return;
    };
    for vocabulary in [None, Some(Vocabulary::Croatian), Some(Vocabulary::English)] {
        let once = formatted(text, vocabulary).unwrap_or_else(|codes| panic!("{codes:?}\n{text}"));
        let read = tree(&once).unwrap_or_else(|| panic!("cannot be read:\n{once}"));
        match vocabulary {
            None => assert_eq!(read, meaning, "{once}"),
            Some(_) => assert_eq!(in_croatian(&read), in_croatian(&meaning), "{once}"),
        }
        assert_eq!(
            formatted(&once, vocabulary).as_deref(),
            Ok(once.as_str()),
            "a second pass"
        );
        assert_eq!(
            formatted(&once, None).as_deref(),
            Ok(once.as_str()),
            "another pass"
        );
    }
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The texts of a folder's programs by name.
fn programs(name: &str) -> Vec<(String, String)> {
    let mut programs = Vec::new();
    for entry in std::fs::read_dir(folder(name)).unwrap() {
        let path = entry.unwrap().path();
        if path
            .extension()
            .is_some_and(|extension| extension == "pram")
        {
            let stem = path.file_stem().unwrap().to_str().unwrap().to_owned();
            programs.push((stem, std::fs::read_to_string(&path).unwrap()));
        }
    }
    programs.sort();
    programs
}

/// The texts of `programs/` and its folders by name.
fn collected() -> Vec<(String, String)> {
    (collection::programs()
        .into_iter()
        .chain(collection::judging()))
    .map(|path| {
        let text = std::fs::read_to_string(&path).unwrap();
        (collection::name(&path), text)
    })
    .collect()
}

#[test]
fn the_programs_are_in_croatian_and_laid_out_as_they_should_be() {
    for (name, text) in collected() {
        assert_eq!(
            formatted(&text, Some(Vocabulary::Croatian)).as_deref(),
            Ok(text.as_str()),
            "{name}"
        );
    }
}

#[test]
fn every_program_keeps_its_meaning() {
    for (_, text) in collected() {
        keeps_its_meaning(&text);
    }
    for name in [
        "tests/cases/syntax",
        "tests/cases/semantic",
        "tests/cases/format",
    ] {
        for (_, text) in programs(name) {
            keeps_its_meaning(&text);
        }
    }
}

#[test]
fn a_translation_and_its_way_back_give_the_same_text() {
    for (name, text) in collected() {
        let there = formatted(&text, Some(Vocabulary::English)).unwrap();
        assert_ne!(there, text, "{name}");
        assert_eq!(
            formatted(&there, Some(Vocabulary::Croatian)).unwrap(),
            text,
            "{name}"
        );
    }
}

#[test]
fn programs_without_their_layout_keep_their_meaning() {
    for (_, text) in collected() {
        let margin: Vec<&str> = text.lines().map(str::trim).collect();
        keeps_its_meaning(&margin.join("\n"));
        keeps_its_meaning(&text.replace('\n', "  \n\n\n\t"));
    }
}

/// How the lines of a listing are numbered.
#[derive(Debug, Clone, Copy)]
enum Numbers {
    None,
    /// The numbers begin in the first column, and a blank stands behind them.
    Left,
    /// What stands behind them is in its column.
    Padded,
    /// Lines of the bodies have none.
    OfHeads,
    /// Steps with their parts, as `Step 1.2:`.
    Steps,
}

/// A listing; `begin` stands so much further in than its head, the bodies so much further, and its
/// constructs end with words, or where the layout says so.
fn listing(numbers: Numbers, begin: Option<usize>, body: usize, has_ends: bool) -> String {
    let mut lines: Vec<(usize, &str)> = vec![
        (0, "procedure G(y, n)"),
        (0, "begin"),
        (2, "for k := 0 to n-1 do"),
    ];
    let block = |lines: &mut Vec<(usize, &'static str)>, end| {
        lines.extend(begin.map(|further| (2 + further, "begin")));
        lines.extend([(2 + body, "y[k] := k+5"), (2 + body, "y[k] := y[k] + 1;")]);
        match begin {
            Some(further) => lines.push((2 + further, if has_ends { "end;" } else { end })),
            None if has_ends => lines.push((2, end)),
            None => {}
        }
    };
    block(&mut lines, "endfor;");
    lines.extend([(2, "k := 0;"), (2, "while k < n do")]);
    block(&mut lines, "endwhile");
    lines.extend([
        (2, "y[0] := 1;"),
        (2, "if n > 2 then"),
        (2 + body, "y[1] := 2"),
    ]);
    lines.extend([(2, "else"), (2 + body, "y[1] := 3")]);
    if has_ends {
        lines.push((2, "endif"));
    }
    lines.extend([
        (2, "for all i in y do in parallel"),
        (2 + body, "y[i] := 0"),
    ]);
    if has_ends {
        lines.push((2, "endfor"));
    }
    lines.push((0, "end G"));
    let numbered = lines.iter().zip(1..).map(|(&(indent, text), number)| {
        let indent = " ".repeat(indent);
        match numbers {
            Numbers::None => format!("{indent}{text}\n"),
            Numbers::Left => format!("{number}. {indent}{text}\n"),
            Numbers::Padded => format!("{:<4}{indent}{text}\n", format!("{number}.")),
            Numbers::OfHeads if text.starts_with('y') => format!("    {indent}{text}\n"),
            Numbers::OfHeads => format!("{:<4}{indent}{text}\n", format!("{number}.")),
            Numbers::Steps => {
                let number = format!("Step {}.{}:", number / 10, number % 10);
                format!("{number:<12}{indent}{text}\n")
            }
        }
    });
    numbered.collect()
}

#[test]
fn listings_in_every_layout_keep_their_meaning() {
    // `begin … end` around the whole body changes nothing.
    let levels = |tree: &str| -> Vec<(usize, String)> {
        let body = tree.lines().skip(1).filter(|line| *line != "  block");
        let levels: Vec<_> = body
            .map(|line| (line.len() - line.trim_start().len(), line.trim().to_owned()))
            .collect();
        let first = levels[0].0;
        levels
            .into_iter()
            .map(|(indent, line)| (indent - first, line))
            .collect()
    };
    let usual = levels(&tree(&listing(Numbers::None, Some(0), 4, true)).unwrap());
    let plain = levels(&tree(&listing(Numbers::None, None, 4, true)).unwrap());
    for numbers in [
        Numbers::None,
        Numbers::Left,
        Numbers::Padded,
        Numbers::OfHeads,
        Numbers::Steps,
    ] {
        for begin in [None, Some(0), Some(1), Some(2), Some(3)] {
            for (body, has_ends) in (0..4).flat_map(|body| [(body, true), (body, false)]) {
                let text = listing(numbers, begin, body, has_ends);
                let wanted = if begin.is_some() { &usual } else { &plain };
                match tree(&text) {
                    Some(meaning) => assert_eq!(&levels(&meaning), wanted, "{text}"),
                    // What stands no further in than its head is not inside.
                    None => assert!(
                        !has_ends && body < 2,
                        "{numbers:?} {begin:?} {body}\n{text}"
                    ),
                }
                keeps_its_meaning(&text);
            }
        }
    }
}

#[test]
fn every_case_is_laid_out_as_recorded() {
    let cases = folder("tests/cases/format");
    insta::with_settings!({ snapshot_path => &cases, prepend_module_to_snapshot => false, omit_expression => true }, {
        for (name, text) in programs("tests/cases/format") {
            insta::assert_snapshot!(name, formatted(&text, None).unwrap());
        }
    });
}

#[test]
fn line_ends_and_byte_order_mark_stay() {
    let text = "\u{FEFF}program\r\n  x=1; // one\r\n  /* two\r\n     lines */\r\nkraj_programa";
    let expected = "\u{FEFF}program\r\n    x = 1; // one\r\n    /* two\r\n       lines */\r\nkraj_programa\r\n";
    assert_eq!(formatted(text, None).as_deref(), Ok(expected));
    assert_eq!(formatted("", None).as_deref(), Ok(""));
    assert_eq!(formatted(" \n\n", None).as_deref(), Ok(""));
    assert_eq!(formatted("// only", None).as_deref(), Ok("// only\n"));
}

#[test]
fn many_comments_are_laid_out_in_their_order() {
    // Twice the lines take twice as long: with the square of them this case would take minutes.
    let many = 100_000;
    let below = "# a\n".repeat(many);
    let text = format!("{below}program\nx = 1 +\n{below}1;\nkraj_programa\n{below}");
    let inside = "        # a\n".repeat(many);
    let expected =
        format!("{below}program\n    x = 1 +\n{inside}        1;\nkraj_programa\n{below}");
    assert!(formatted(&text, None).is_ok_and(|text| text == expected));
}

#[test]
fn what_cannot_be_read_is_not_laid_out() {
    assert_eq!(
        formatted("program\n x = ;\nkraj_programa\n", None),
        Err(vec!["E0101"])
    );
    assert_eq!(formatted("program\n x = 1;\n", None), Err(vec!["E0102"]));
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 150,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn generated_programs_keep_their_meaning(
        choices in proptest::collection::vec(any::<u16>(), 0..400),
        setting in synchronous_setting(),
    ) {
        let generated = generate(&choices);
        keeps_its_meaning(&generated.text);
        let run = machine(&generated, &setting);
        for vocabulary in [None, Some(Vocabulary::English)] {
            let text = formatted(&generated.text, vocabulary).unwrap();
            let same = Generated { text, ..generated.clone() };
            prop_assert_eq!(&machine(&same, &setting), &run, "{}", same.text);
        }
    }

    #[test]
    fn damaged_programs_are_laid_out_or_explained(
        which in any::<prop::sample::Index>(),
        damage in proptest::collection::vec((any::<prop::sample::Index>(), 0..12_usize), 1..6),
    ) {
        let all = programs("tests/cases/format");
        let mut text: Vec<char> = which.get(&all).1.chars().collect();
        for (place, with) in damage {
            let place = place.index(text.len());
            match [' ', '\n', '/', '*', '{', '}', ';', '(', '-', 'č', '\t', '#'][with] {
                '#' => { text.remove(place); }
                other => text.insert(place, other),
            }
        }
        keeps_its_meaning(&text.iter().collect::<String>());
    }
}
