//! What README.md and docs/ show is what the program does.
//!
//! Each document has a folder of its own with a copy of `programs/`; its blocks are taken in
//! order:
//!
//! * `pram`: a whole program, which must run and end well; with `fails=E0501` it must end with
//!   that code instead. With `warns=W0202` it must warn of that; otherwise of nothing.
//! * `console`: lines `$ pram …` and what they print, standard output first; `$ echo $?` prints
//!   the exit status of the command before; a line `…` stands for any lines.
//! * `sh`: its lines that begin with `pram` must end well, whatever they print; with
//!   `fails=E0601` they must end with that code instead.
//! * a block of any language with `file=NAME` is a file from there on.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use pram::source::Sources;
use pram::syntax::keyword::KEYWORDS;
use pram::syntax::vocabulary::{Vocabularies, Vocabulary};
use serde_json::Value;

use crate::collection;

/// A fenced block.
pub struct Block {
    /// The first word behind the fence.
    pub language: String,
    /// The words after it, split by commas.
    attributes: Vec<String>,
    /// Its lines, each with its end.
    pub text: String,
    /// The line of its fence, from 1.
    pub line: usize,
}

impl Block {
    /// The value of `NAME=VALUE` behind the fence.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes
            .iter()
            .find_map(|attribute| attribute.strip_prefix(name)?.strip_prefix('='))
    }
}

/// The fenced blocks of a document.
pub fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut is_open = false;
    for (number, line) in text.lines().enumerate() {
        match line.strip_prefix("```") {
            Some(_) if is_open => is_open = false,
            Some(info) => {
                is_open = true;
                let mut words = info.split(',').map(|word| word.trim().to_owned());
                blocks.push(Block {
                    language: words.next().unwrap_or_default(),
                    attributes: words.collect(),
                    text: String::new(),
                    line: number + 1,
                });
            }
            None if is_open => {
                let block = blocks.last_mut().expect("an open block was begun");
                block.text.push_str(line);
                block.text.push('\n');
            }
            None => {}
        }
    }
    blocks
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// README.md and every page of docs/, those in Croatian too.
fn documents() -> Vec<PathBuf> {
    let mut documents = vec![root().join("README.md")];
    for folder in ["docs", "docs/hr"] {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "md") {
                documents.push(path);
            }
        }
    }
    documents.sort();
    documents
}

/// A fresh folder with a copy of `programs/`.
pub fn folder_for(document: &Path) -> PathBuf {
    let own = document.strip_prefix(root()).unwrap_or(document);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("documentation")
        .join(own.with_extension(""));
    let _ = fs::remove_dir_all(&folder);
    for path in collection::programs() {
        let copy = folder.join(path.strip_prefix(root()).unwrap());
        fs::create_dir_all(copy.parent().unwrap()).unwrap();
        fs::copy(&path, copy).unwrap();
    }
    folder
}

/// How a command ended.
struct Ended {
    /// Standard output, then standard error.
    shown: String,
    /// The exit status.
    status: i32,
}

/// Runs `pram` with these words; `<` is followed by the file that standard input comes from.
fn pram(folder: &Path, words: &[String]) -> Ended {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pram"));
    command.current_dir(folder).stdin(Stdio::null());
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if word == "<" {
            let file = words.next().expect("a file follows <");
            command.stdin(fs::File::open(folder.join(file)).unwrap());
        } else {
            command.arg(word);
        }
    }
    let mut output = command.output().expect("the binary runs");
    if String::from_utf8_lossy(&output.stderr).contains("error[E0710]") {
        println!("this kernel lacks a wall of `pram grade`: run without it");
        output = command
            .arg("--sandbox=best")
            .output()
            .expect("the binary runs");
    }
    Ended {
        shown: String::from_utf8(output.stdout).unwrap()
            + &String::from_utf8(output.stderr).unwrap(),
        status: output.status.code().expect("no signal ended the run"),
    }
}

/// The words of a command line: split at blanks, with '…' around what holds some, up to a `#`.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_quoted = false;
    let mut before = ' ';
    for c in line.chars() {
        match c {
            '\'' => is_quoted = !is_quoted,
            '#' if before == ' ' && !is_quoted => break,
            ' ' if !is_quoted => words.push(String::new()),
            _ => words.last_mut().expect("there is a first word").push(c),
        }
        before = c;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The program must end well, or with the code that the block announces.
pub fn check_program(block: &Block, folder: &Path) -> Result<(), String> {
    let name = block.attribute("file").unwrap_or("example.pram");
    fs::write(folder.join(name), &block.text).unwrap();
    ends_as_announced(block, &pram(folder, &["run".to_owned(), name.to_owned()]))
}

/// A command must end well, or with the code that its block announces and no other.
fn ends_as_announced(block: &Block, ended: &Ended) -> Result<(), String> {
    let codes = |level: &str| {
        let parts = ended.shown.split(level).skip(1);
        let mut codes: Vec<&str> = parts
            .filter_map(|rest| Some(rest.split_once(']')?.0))
            .collect();
        codes.dedup();
        codes
    };
    let errors = codes("error[");
    let fails_as_announced = match block.attribute("fails") {
        Some(code) => errors == [code] && ended.status != 0,
        None => errors.is_empty() && ended.status == 0,
    };
    let warnings = codes("warning[");
    let warns_as_announced = match block.attribute("warns") {
        Some(code) => warnings == [code],
        // What fails need not be whole otherwise.
        None => warnings.is_empty() || !errors.is_empty(),
    };
    if fails_as_announced && warns_as_announced {
        Ok(())
    } else {
        let announced = block.attribute("fails").or(block.attribute("warns"));
        let expected = announced.unwrap_or("no error and no warning");
        Err(format!("expected {expected}, got:\n{}", ended.shown))
    }
}

/// Each command must print exactly what follows it.
fn check_console(block: &Block, folder: &Path) -> Result<(), String> {
    let mut status = 0;
    let mut actual = String::new();
    for line in block.text.lines() {
        let Some(command) = line.strip_prefix("$ ") else {
            continue;
        };
        actual.push_str(line);
        actual.push('\n');
        if command == "echo $?" {
            let _ = writeln!(actual, "{status}");
            continue;
        }
        let words = words(command);
        assert_eq!(
            words[0], "pram",
            "line {}: only pram can be run",
            block.line
        );
        let ended = pram(folder, &words[1..]);
        status = ended.status;
        actual.push_str(&ended.shown);
    }
    if is_shown(&actual, &block.text) {
        Ok(())
    } else {
        Err(format!("the real output is:\n{actual}"))
    }
}

/// Whether a text is what the document shows of it.
fn is_shown(actual: &str, shown: &str) -> bool {
    let lines = |text: &str| -> String {
        text.trim_end()
            .lines()
            .flat_map(|line| [line.trim_end(), "\n"])
            .collect()
    };
    let shown = lines(shown);
    let mut parts = shown.split("…\n");
    let actual = lines(actual);
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = actual.strip_prefix(first) else {
        return false;
    };
    let mut is_open = false;
    for part in parts {
        let Some(at) = rest.find(part) else {
            return false;
        };
        rest = &rest[at + part.len()..];
        is_open = part.is_empty();
    }
    rest.is_empty() || is_open
}

/// Every `pram` line must end as announced.
pub fn check_shell(block: &Block, folder: &Path) -> Result<(), String> {
    for line in block.text.lines() {
        let words = words(line);
        if words.first().is_some_and(|word| word == "pram") {
            ends_as_announced(block, &pram(folder, &words[1..]))
                .map_err(|problem| format!("`{line}`: {problem}"))?;
        }
    }
    Ok(())
}

#[test]
fn every_block_does_what_it_shows() {
    let mut problems = String::new();
    for document in documents() {
        let folder = folder_for(&document);
        for block in blocks(&fs::read_to_string(&document).unwrap()) {
            if let Some(name) = block.attribute("file") {
                let file = folder.join(name);
                fs::create_dir_all(file.parent().unwrap()).unwrap();
                fs::write(file, &block.text).unwrap();
            }
            let outcome = match block.language.as_str() {
                "pram" => check_program(&block, &folder),
                "console" => check_console(&block, &folder),
                "sh" => check_shell(&block, &folder),
                _ => Ok(()),
            };
            if let Err(problem) = outcome {
                let place = format!("{}:{}", document.display(), block.line);
                let _ = writeln!(problems, "{place}: {problem}");
            }
        }
    }
    assert!(problems.is_empty(), "{problems}");
}

#[test]
fn the_set_up_is_what_is_tried_before_every_change() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let tried = fs::read_to_string(root().join(".ci/run")).unwrap();
    let tried = tried.replace(" --locked", "");
    let set_up = blocks(&readme)
        .into_iter()
        .find(|block| block.language == "sh")
        .expect("the README begins with the set-up");
    assert_eq!(set_up.text.lines().count(), 2);
    for command in set_up.text.lines() {
        assert!(
            tried.lines().any(|line| line == command),
            "`{command}` is not in .ci/run"
        );
    }
}

#[test]
fn every_program_is_in_the_list_of_programs() {
    let list = fs::read_to_string(root().join("docs/programs.md")).unwrap();
    let rows = list.lines().filter(|line| line.starts_with("| `"));
    let listed: Vec<&str> = rows
        .flat_map(|row| row.split('`').filter_map(|word| word.strip_suffix(".pram")))
        .collect();
    let programs = collection::programs();
    let mut present: Vec<String> = programs.iter().map(|path| collection::name(path)).collect();
    present.sort();
    let mut sorted = listed.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, present);
}

/// Pages in `docs/hr/` have Croatian keywords in every program, all others English ones. Both are on the pages
/// about both vocabularies.
#[test]
fn every_page_has_one_vocabulary() {
    let errors = fs::read_dir(root().join("docs/errors")).unwrap();
    let pages = documents()
        .into_iter()
        .filter(|page| !page.ends_with("cheat-sheet.md"))
        .chain(errors.map(|entry| entry.unwrap().path()));
    for page in pages {
        let is_croatian = page.parent().is_some_and(|folder| folder.ends_with("hr"));
        let own = if is_croatian {
            Vocabulary::Croatian
        } else {
            Vocabulary::English
        };
        let text = fs::read_to_string(&page).unwrap();
        let programs = blocks(&text)
            .into_iter()
            .filter(|block| block.language == "pram");
        for block in programs {
            let mut sources = Sources::default();
            sources.add("page.pram", block.text.as_str());
            let found = Vocabularies::of(&sources).main();
            // The README's first program is in Croatian, with English next to it.
            let is_first = page.ends_with("README.md") && block.text.starts_with("stroj CREW;");
            let expected = if is_first { Vocabulary::Croatian } else { own };
            assert_eq!(found, expected, "{}:{}", page.display(), block.line);
        }
    }
}

#[test]
fn every_keyword_is_in_the_manual() {
    let manual = fs::read_to_string(root().join("docs/language.md")).unwrap();
    for keyword in KEYWORDS {
        for spelling in keyword.croatian.iter().chain(keyword.english) {
            let is_known = manual.match_indices(spelling).any(|(at, _)| {
                let before = manual[..at].chars().next_back();
                let after = manual[at + spelling.len()..].chars().next();
                let in_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
                !in_word(before) && !in_word(after)
            });
            assert!(is_known, "docs/language.md does not know `{spelling}`");
        }
    }
}

/// A page in Croatian is the English one of the same name: as many sections, and as many blocks of
/// each language.
#[test]
fn pages_in_croatian_have_the_parts_of_the_english_ones() {
    let parts = |path: &Path| {
        let text = fs::read_to_string(path).unwrap();
        let headings = text.lines().filter(|line| line.starts_with("## ")).count();
        let mut languages: Vec<String> = blocks(&text).into_iter().map(|b| b.language).collect();
        languages.sort();
        (headings, languages)
    };
    let translated: Vec<PathBuf> = (documents().into_iter())
        .filter(|path| path.parent().is_some_and(|folder| folder.ends_with("hr")))
        .collect();
    assert!(!translated.is_empty());
    for page in translated {
        let english = root().join("docs").join(page.file_name().unwrap());
        assert_eq!(parts(&page), parts(&english), "{}", page.display());
    }
}

#[test]
fn every_link_leads_to_a_file() {
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        for (at, _) in text.match_indices("](") {
            let target = text[at + 2..].split([')', '#']).next().unwrap_or_default();
            let is_here = target.is_empty()
                || target.starts_with("http")
                || document.parent().unwrap().join(target).exists();
            assert!(is_here, "{}: {target}", document.display());
        }
    }
}

#[test]
fn every_key_of_the_json_is_explained() {
    fn keys(schema: &Value, found: &mut BTreeSet<String>) {
        if let Some(properties) = schema["properties"].as_object() {
            found.extend(properties.keys().cloned());
        }
        if let Some(parts) = schema.as_object() {
            parts.values().for_each(|part| keys(part, found));
        }
    }
    let page = fs::read_to_string(root().join("docs/json.md")).unwrap();
    let mut found = BTreeSet::new();
    for name in ["run", "check", "error", "report", "derive"] {
        let path = root().join(format!("docs/schema/{name}.json"));
        keys(
            &serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap(),
            &mut found,
        );
    }
    for key in found {
        assert!(
            page.contains(&format!("`{key}`")),
            "`{key}` is not explained"
        );
    }
}
