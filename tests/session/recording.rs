//! What a trace holds of the run that it tells: the command, and every file that was read.

use std::path::{Path, PathBuf};

use pram::language::Language;
use pram::pipeline::{self, Options};
use pram::present::json::request::{ContentJson, RequestJson};
use pram::present::replay::json;
use pram::session::recording::{VERSION, read};
use pram::session::replay::{RecordingManner, record};
use pram::source::Sources;
use pram::syntax::include::{Files, NotIncluded, Unreadable, beside};

use super::{SUM, manner, never, request};
use crate::files::NoFiles;

/// Files in a folder, each of which has a second path.
struct Folder;

impl Files for Folder {
    fn read(&self, path: &Path, _: u64) -> Result<Vec<u8>, Unreadable> {
        match self.identity(path).to_str() {
            Some("sub/helper.pram") => Ok(b"include \"../deep.pram\";\n\
                algorithm helper(x)\n return deep(x) + 1;\nend_algorithm\n"
                .to_vec()),
            Some("deep.pram") => Ok(b"algorithm deep(x)\n return 10*x;\nend_algorithm\n".to_vec()),
            Some("a.csv") => Ok(b"3,4\n".to_vec()),
            Some("large.csv") => Ok("0,".repeat(1 << 20).into_bytes()),
            _ => Err(Unreadable::Other("there is no such file".to_owned())),
        }
    }

    fn identity(&self, path: &Path) -> PathBuf {
        let path = path.display().to_string();
        PathBuf::from(
            path.replace("./", "")
                .replace("sub/.deep", "deep")
                .replace("sub/../", ""),
        )
    }

    fn included(&self, name: &Path, from: &Path, _: &Path) -> Result<PathBuf, NotIncluded> {
        Ok(beside(name, from))
    }
}

fn asked(text: &str, inputs: &[(&str, &str)], files: &dyn Files) -> RequestJson {
    let request = request(text, inputs, Options::default());
    let words = ["replay", "given.pram", "-o", "run.json"];
    let manner = RecordingManner {
        words: words.map(str::to_owned).to_vec(),
        ..manner(64 << 20)
    };
    let recorded = record(&request, &mut Sources::default(), files, &never(), manner);
    let recorded = recorded.unwrap_or_else(|problems| panic!("{}", problems[0].message));
    let trace = json(&recorded.trace);
    let read = read("run.json", trace.as_bytes());
    read.unwrap_or_else(|problems| panic!("{}", problems[0].message))
}

#[test]
fn a_trace_holds_the_command_and_the_program() {
    let asked = asked(SUM, &[], &NoFiles);
    assert_eq!(asked.command, ["replay", "given.pram", "-o", "run.json"]);
    let (name, bytes) = asked.program().expect("the program is there");
    assert_eq!((name.as_str(), &bytes[..]), ("given.pram", SUM.as_bytes()));
}

/// helper(4) = 10·4 + 1; `deep.pram` is included by two paths, and is there once.
#[test]
fn a_trace_holds_what_is_included_and_read() {
    let text = "include \"deep.pram\";\ninclude \"sub/helper.pram\";\ninclude \"./deep.pram\";\n\
        input A[2];\nprogram\n r = helper(A[1]);\n output r;\nend_program\n";
    let inputs = [("A", "@a.csv")];
    let asked = asked(text, &inputs, &Folder);
    let paths: Vec<&str> = asked.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths.len(), 4, "{paths:?}");
    let again = request(text, &inputs, Options::default());
    let run = pipeline::execute(&again, &mut Sources::default(), &asked, &never());
    let run = run
        .unwrap_or_else(|problems| panic!("{}", problems[0].message))
        .run;
    assert_eq!(format!("{:?}", run.outputs), {
        let run = pipeline::execute(&again, &mut Sources::default(), &Folder, &never());
        format!("{:?}", run.expect("it runs").run.outputs)
    });
    assert!(
        format!("{:?}", run.outputs).contains("41"),
        "{:?}",
        run.outputs
    );
}

/// 2^21 bytes do not fit beside the steps of one.
#[test]
fn a_file_that_is_too_large_is_left_out_and_named() {
    let text = "input A[n];\nprogram\n output n;\nend_program\n";
    let asked = asked(text, &[("A", "@large.csv")], &Folder);
    assert_eq!(asked.files[1].content, ContentJson::LeftOut(1 << 21));
    let refused = asked
        .read(Path::new("large.csv"), u64::MAX)
        .expect_err("it is not there");
    let refused = refused.words(Language::English);
    assert!(refused.contains("2097152 bytes"), "{refused}");
}

fn refusal(bytes: &[u8]) -> String {
    let problems = read("run.json", bytes).expect_err("it is no trace");
    problems[0].message.clone()
}

#[test]
fn what_is_no_trace_is_refused() {
    assert!(refusal(b"").contains("is empty"));
    assert!(refusal(b"  \n").contains("is empty"));
    assert!(refusal(b"{}").contains("is no trace of a run"));
    assert!(refusal(b"[1, 2]").contains("is no trace of a run"));
    assert!(refusal(b"\x00\xff\x7f").contains("cannot be read as a trace"));
    assert!(refusal(b"{\"format\": \"pram-trace\", \"version\": 1}").contains("of version 1"));
    let whole = {
        let request = request(SUM, &[], Options::default());
        let sources = &mut Sources::default();
        let recorded = record(&request, sources, &NoFiles, &never(), manner(1 << 20));
        json(&recorded.expect("it is a program").trace)
    };
    assert!(whole.contains(&format!("\"version\":{VERSION}")));
    let half = &whole.as_bytes()[..whole.len() / 2];
    assert!(refusal(half).contains("is incomplete"));
    let without = whole.replace("\"request\"", "\"demand\"");
    assert!(refusal(without.as_bytes()).contains("missing field `request`"));
}
