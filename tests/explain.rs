//! `pram explain`: every code has its page in docs/errors, and what a page shows is true.
//!
//! A page is written like the other documents; its blocks with `fails=` or `warns=` show what is
//! wrong, those without what is right. What cannot be shown to a test is named below.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use pram::diagnostic::Code;
use pram::pipeline::translation::translation;
use pram::present::messages::explanation::explanation;
use pram::syntax::keyword::KEYWORDS;
use pram::syntax::vocabulary::Vocabulary;

use crate::documentation::{Block, blocks, check_program, check_shell, folder_for};

/// Files of which a page speaks without showing them.
fn write_unshowable(folder: &Path) {
    let nested = format!("{}1{}", "(".repeat(300), ")".repeat(300));
    let arguments = vec!["1"; 1001].join(", ");
    let wide = format!(
        "algoritam f(x)\n    vrati x;\n\nprogram\n    ispisi(f({arguments}));\nkraj_programa\n"
    );
    let narrow = "algoritam f(A[], n)\n    vrati A[n-1];\n\nprogram\n    polje A[1001] = 1;\n    \
                  ispisi(f(A[], 1001));\nkraj_programa\n";
    let files: [(&str, &[u8]); 6] = [
        ("wide.pram", wide.as_bytes()),
        ("narrow.pram", narrow.as_bytes()),
        ("windows1250.pram", b"program\n    ispisi(\"\xe8\");\nkraj_programa\n"),
        ("utf8.pram", "program\n    ispisi(\"č\");\nkraj_programa\n".as_bytes()),
        ("deep.pram", &format!("program\n    x = {nested};\nkraj_programa\n").into_bytes()),
        ("flat.pram", b"program\n    x = 0;\n    ponovi 300 puta\n        x++;\n    kraj_ponovi\n    izlaz x;\nkraj_programa\n"),
    ];
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes).unwrap();
    }
}

/// What no program shows to a test: an interrupt, and a race of messages, for which a run looks only
/// where it is held to one outcome.
const NOT_SHOWN: [Code; 3] = [Code::Interrupted, Code::MessageRace, Code::Sandbox];

/// Both vocabularies in which a page is shown.
const VOCABULARIES: [Vocabulary; 2] = [Vocabulary::Croatian, Vocabulary::English];

/// A page in a vocabulary.
pub fn page(code: Code, vocabulary: Vocabulary) -> String {
    explanation(code, &translation(vocabulary, []))
}

/// The blocks of a page that are run.
fn examples(code: Code, vocabulary: Vocabulary) -> Vec<Block> {
    let mut blocks = blocks(&page(code, vocabulary));
    blocks.retain(|block| block.language != "text" || block.attribute("file").is_some());
    blocks
}

#[test]
fn every_example_does_what_its_page_says() {
    let mut problems = String::new();
    let pages =
        (Code::ALL.iter()).flat_map(|code| VOCABULARIES.map(|vocabulary| (code, vocabulary)));
    for (code, vocabulary) in pages {
        let folder = folder_for(Path::new(&format!("{}-{vocabulary:?}", code.id())));
        write_unshowable(&folder);
        for block in examples(*code, vocabulary) {
            if let Some(name) = block.attribute("file") {
                fs::write(folder.join(name), &block.text).unwrap();
            }
            let outcome = match block.language.as_str() {
                "pram" => check_program(&block, &folder),
                "sh" => check_shell(&block, &folder),
                _ => Ok(()),
            };
            if let Err(problem) = outcome {
                let (id, line) = (code.id(), block.line);
                let _ = writeln!(problems, "{id} {vocabulary:?} line {line}: {problem}");
            }
        }
    }
    assert!(problems.is_empty(), "{problems}");
}

#[test]
fn every_page_has_a_wrong_and_a_right_example() {
    for code in Code::ALL {
        let page = code.explanation();
        let title = format!("# {}: {}\n", code.id(), code.title());
        assert!(page.starts_with(&title), "{}", code.id());
        let wide = page.lines().find(|line| line.chars().count() > 100);
        assert_eq!(wide, None, "{}", code.id());
        if NOT_SHOWN.contains(code) {
            continue;
        }
        let shown: Vec<Option<String>> = examples(*code, Vocabulary::English)
            .iter()
            .filter(|block| block.language != "text")
            .map(|block| block.attribute("fails").or(block.attribute("warns")))
            .map(|code| code.map(str::to_owned))
            .collect();
        assert_eq!(shown, [Some(code.id().to_owned()), None], "{}", code.id());
    }
}

#[test]
fn every_page_belongs_to_a_code() {
    let pages = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/errors")).unwrap();
    assert_eq!(pages.count(), Code::ALL.len());
}

#[test]
fn wrong_and_right_programs_are_well_laid_out() {
    // What is wrong with the first program of W0101 is how it is laid out.
    let codes = Code::ALL
        .iter()
        .filter(|code| **code != Code::MisleadingIndent);
    for code in codes {
        for block in examples(*code, Vocabulary::Croatian) {
            let mut sources = pram::source::Sources::default();
            let file = sources.add("page.pram", block.text.as_str());
            let is_program = block.language == "pram" || block.attribute("file").is_some();
            if let (true, Ok(text)) = (
                is_program,
                pram::syntax::formatter::format(&sources, file, None),
            ) {
                assert_eq!(text, block.text, "{}", code.id());
            }
        }
    }
}

/// The words of a program, without its comments and texts.
fn words(program: &str) -> Vec<&str> {
    let code = program.lines().map(|line| line.split("//").next().unwrap());
    let code = code.flat_map(|line| line.split('"').step_by(2));
    code.flat_map(|part| part.split(|c: char| !(c.is_alphanumeric() || c == '_')))
        .collect()
}

/// A keyword is in one vocabulary only where no row of the table has it in the other.
#[test]
fn programs_of_a_page_hold_the_keywords_of_one_vocabulary() {
    let in_croatian = |word: &str| KEYWORDS.iter().any(|row| row.croatian.contains(&word));
    let in_english = |word: &str| KEYWORDS.iter().any(|row| row.english.contains(&word));
    let mut counted = 0;
    for code in Code::ALL {
        for vocabulary in VOCABULARIES {
            for block in examples(*code, vocabulary) {
                let is_program = block.language == "pram" || block.attribute("file").is_some();
                for word in words(&block.text).into_iter().filter(|_| is_program) {
                    let (croatian, english) = (in_croatian(word), in_english(word));
                    let foreign = match vocabulary {
                        Vocabulary::Croatian => english && !croatian,
                        Vocabulary::English => croatian && !english,
                    };
                    assert!(!foreign, "{} {vocabulary:?}: {word}", code.id());
                    counted += usize::from(croatian != english);
                }
            }
        }
    }
    assert!(counted > 500, "{counted}");
}

#[test]
fn sentences_of_a_page_quote_the_words_of_its_vocabulary() {
    let croatian = page(Code::MissingEnd, Vocabulary::Croatian);
    assert!(croatian.contains("`algoritam`, `program`, `paralelno`, `ponovi` and `ako … onda`"));
    // Options of the command line are no words of a program.
    let machine = page(Code::Race, Vocabulary::Croatian);
    assert!(machine.contains("`--model apram-cr`") && machine.contains("`ograda`"));
    let buffers = page(Code::MessageDeadlock, Vocabulary::Croatian);
    assert!(buffers.contains("`--sending sync`"), "{buffers}");
    // Names of files and what begins with `#` are none either.
    let work = page(Code::TooMuchWork, Vocabulary::Croatian);
    assert!(work.contains("The file `squares.pram`:"), "{work}");
    let comments = page(Code::Directive, Vocabulary::Croatian);
    assert!(
        comments.contains("`#include`, `#define` and `#pragma`"),
        "{comments}"
    );
}

/// Machines and their options too; code that goes on in the next line does not turn the prose after
/// it into code.
#[test]
fn pages_about_messages_name_machines_in_their_vocabulary() {
    let croatian = page(Code::MessageDeadlock, Vocabulary::Croatian);
    assert!(croatian.contains("stroj prsten("), "{croatian}");
    assert!(croatian.contains(", slanje = sinkrono);"), "{croatian}");
    assert!(
        croatian.contains("posalji i prema (i+1) mod p;"),
        "{croatian}"
    );
    let croatian = page(Code::TooFewProcessors, Vocabulary::Croatian);
    assert!(croatian.contains("stroj potpuni(p = 4"), "{croatian}");
    assert!(
        croatian.contains("there is more to do than processors"),
        "{croatian}"
    );
}
