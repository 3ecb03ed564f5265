//! A result that cannot be written is a failure, whatever standard output is; one that nobody wants is none.

use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::files::fresh_folder;

/// Commands that write to standard output, in every format that they have.
const COMMANDS: [&str; 27] = [
    "run ones.pram",
    "run ones.pram --format json",
    "run prints.pram --quiet",
    "run wrong.pram --format json",
    "run ones.pram --explore 2",
    "check ones.pram",
    "check ones.pram --format json",
    "derive ones.pram",
    "derive ones.pram --format json",
    "derive ones.pram --format latex",
    "report ones.pram --vary n=1..3",
    "report ones.pram --vary n=1..3 --format md",
    "report ones.pram --vary n=1..3 --format html",
    "report ones.pram --vary n=1..3 --format latex",
    "report ones.pram --vary n=1..3 --format csv",
    "report ones.pram --vary n=1..3 --format json",
    "fmt - < ones.pram",
    "fmt --check crooked.pram",
    "debug ones.pram --script commands",
    "explain",
    "explain E0501",
    "learn attempts --list",
    "completions bash",
    "man",
    "man run",
    "--help",
    "--version",
];

fn folder(name: &str) -> PathBuf {
    let folder = fresh_folder("standard_output", name);
    let ones = "ulaz n = 4;\nprogram\n    polje A[n];\n    paralelno (za svaki i od 0 do n-1)\n        A[i] = 1;\n    kraj_paralelno\n    izlaz A[];\nkraj_programa\n";
    for (file, text) in [
        ("ones.pram", ones),
        ("prints.pram", "program\n    ispisi(1);\nkraj_programa\n"),
        ("wrong.pram", "program\n    x = ;\nkraj_programa\n"),
        ("crooked.pram", "program\nx=1;\nkraj_programa\n"),
        ("commands", "step\nquit\n"),
    ] {
        fs::write(folder.join(file), text).unwrap();
    }
    folder
}

fn shell(folder: &Path, line: &str) -> Output {
    let mut command = Command::new("sh");
    command
        .args(["-c", line])
        .env("PRAM", env!("CARGO_BIN_EXE_pram"))
        .current_dir(folder)
        .stdin(Stdio::null());
    command.output().unwrap()
}

/// Each writes something, or the tests below would say nothing about it.
#[test]
fn all_of_these_commands_write_to_standard_output() {
    let folder = folder("all");
    for words in COMMANDS {
        let ended = shell(&folder, &format!("exec \"$PRAM\" {words}"));
        let said = String::from_utf8_lossy(&ended.stderr);
        assert!(!ended.stdout.is_empty(), "{words}: {said}");
        let expected = i32::from(words.contains("wrong") || words.contains("crooked"));
        assert_eq!(ended.status.code(), Some(expected), "{words}: {said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_or_a_closed_output_is_a_failure_of_every_command() {
    let folder = folder("closed");
    for output in ["> /dev/full", ">&-", "1< ones.pram"] {
        for words in COMMANDS {
            let ended = shell(&folder, &format!("exec \"$PRAM\" {words} {output}"));
            let said = String::from_utf8_lossy(&ended.stderr);
            assert_eq!(ended.status.code(), Some(2), "{words} {output}: {said}");
            let told = "error: the result cannot be written: ";
            assert_eq!(said.matches(told).count(), 1, "{words} {output}: {said}");
        }
    }
    // Without anything to write there is no failure.
    for words in [
        "run ones.pram --quiet",
        "fmt --check ones.pram",
        "replay ones.pram -o page.html",
    ] {
        let ended = shell(&folder, &format!("exec \"$PRAM\" {words} >&-"));
        let said = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(0), "{words}: {said}");
    }
}

/// Python and Node.js open it for reading and writing where nobody wants a result, as the standard library
/// does where standard output is closed.
#[cfg(unix)]
#[test]
fn nobody_wants_a_result_into_dev_null() {
    let folder = folder("null");
    let opened = |options: &mut OpenOptions| -> File { options.open("/dev/null").unwrap() };
    for output in [
        opened(OpenOptions::new().write(true)),
        opened(OpenOptions::new().read(true).write(true)),
        opened(OpenOptions::new().append(true)),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pram"));
        command.args(["run", "ones.pram"]).current_dir(&folder);
        let status = command
            .stdin(Stdio::null())
            .stdout(output)
            .status()
            .unwrap();
        assert!(status.success());
    }
}

/// `| head` is no failure.
#[cfg(unix)]
#[test]
fn a_reader_who_has_gone_is_no_failure() {
    let folder = folder("gone");
    for words in COMMANDS
        .iter()
        .filter(|words| !words.contains("wrong") && !words.contains("crooked"))
    {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = Command::new("sh");
        command
            .args(["-c", &format!("exec \"$PRAM\" {words}")])
            .env("PRAM", env!("CARGO_BIN_EXE_pram"))
            .current_dir(&folder)
            .stdin(Stdio::null())
            .stdout(writer);
        let ended = command.output().unwrap();
        let said = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(0), "{words}: {said}");
        assert!(!said.contains("cannot be written"), "{words}: {said}");
    }
}
