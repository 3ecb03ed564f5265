//! `pram debug` as a process: its input, and signals.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::files::fresh_folder;

/// Four cells are doubled in one step.
const DOUBLE: &str = "machine EREW;
input n = 4;
input A[n] = iota;
program
    parallel (for each i from 0 to n-1)
        A[i] = 2*A[i];
    end_parallel
end_program
";

fn folder(name: &str) -> PathBuf {
    let folder = fresh_folder("debug", name);
    std::fs::write(folder.join("double.pram"), DOUBLE).unwrap();
    folder
}

fn debug(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pram"));
    command
        .arg("debug")
        .args(words)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

#[test]
fn program_and_commands_are_not_both_read_from_standard_input() {
    let folder = folder("both");
    let output = debug(&folder, &["-", "--script", "-"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains("the program and the commands cannot both be read from standard input"),
        "{said}"
    );
    assert!(said.contains("--script FILE"), "{said}");
}

/// A session waits for a command, and nothing runs that Ctrl-C could end.
#[cfg(unix)]
#[test]
fn ctrl_c_does_not_end_a_session_that_waits() {
    use std::io::{BufRead, BufReader, Write};
    use std::time::Duration;

    let folder = folder("interrupted");
    let mut child = debug(&folder, &["double.pram", "--plain"]).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let greeting = lines.next().unwrap().unwrap();
    assert_eq!(greeting, "Before the first step.");
    let id = child.id().to_string();
    for _ in 0..3 {
        // So that the session has come to wait, and each signal is handled by itself.
        std::thread::sleep(Duration::from_millis(300));
        let sent = Command::new("kill").args(["-INT", &id]).status().unwrap();
        assert!(sent.success());
    }
    std::thread::sleep(Duration::from_millis(300));
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"quit\n").unwrap();
    drop(input);
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(0));
}
