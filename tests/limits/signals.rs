//! Ctrl-C and readers that have gone.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use super::process::{
    finish, folder, gave, interrupt, said, shell, start, terminate, until_it_listens,
};

const ENDLESS: &str = "algoritam f(n)\nx = 0;\ndok (x < 2)\nx = 1 - x;\nkraj_algoritma\n";
/// More steps, and more work, than anybody waits for.
const MANY: [&str; 4] = ["--max-steps", "2^60", "--max-work", "2^60"];

/// A search in a session that does not end by itself.
const SEARCH: &str = "next\ncontinue\ninfo\n";

/// The command that makes it.
fn searching() -> Vec<&'static str> {
    let words = ["debug", "case.pram", "n=1", "--script", "commands.txt"];
    [&words[..], &MANY[..]].concat()
}

/// Starts a command on a program, presses Ctrl-C, and gives its exit status.
#[track_caller]
fn interrupted(name: &str, program: &str, words: &[&str]) -> Option<i32> {
    interrupted_in(&folder(name), &[("case.pram", program)], words)
}

/// The same in a folder with these files.
#[track_caller]
fn interrupted_in(folder: &Path, files: &[(&str, &str)], words: &[&str]) -> Option<i32> {
    for (name, text) in files {
        fs::write(folder.join(name), text).unwrap();
    }
    let mut child = start(folder, words);
    until_it_listens(child.id());
    assert!(
        child.try_wait().unwrap().is_none(),
        "it ended by itself: {}",
        said(folder)
    );
    interrupt(child.id());
    let pressed = Instant::now();
    let (status, _) = finish(&mut child);
    assert!(
        pressed.elapsed() < Duration::from_secs(30),
        "it did not end soon"
    );
    status
}

#[test]
fn a_run_ends_with_what_was_counted() {
    let words = [&["run", "case.pram", "n=1"], &MANY[..]].concat();
    assert_eq!(interrupted("interrupted_run", ENDLESS, &words), Some(4));
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("limits/interrupted_run");
    assert!(said(&folder).contains("E0605"));
    assert!(gave(&folder).contains("counted so far"));
}

#[test]
fn a_check_ends() {
    let words = [&["check", "case.pram", "n=1"], &MANY[..]].concat();
    assert_eq!(interrupted("interrupted_check", ENDLESS, &words), Some(4));
}

#[test]
fn a_report_is_about_the_sizes_that_ran() {
    // Sizes up to 8 end soon, 10^12 does not.
    let text = "algoritam f(n)\npolje A[1] = 0;\nza k = 1 do n\nA[0] = k;\nkraj_algoritma\n";
    let vary = [
        "report",
        "case.pram",
        "--vary",
        "n=1..8,10^12",
        "--threads",
        "2",
    ];
    let words = [&vary[..], &["--no-added-sizes"], &MANY[..]].concat();
    assert_eq!(interrupted("interrupted_report", text, &words), Some(4));
    let folder =
        std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("limits/interrupted_report");
    let report = gave(&folder);
    assert!(
        report.contains("interrupted: the report is about the sizes that ran before"),
        "{report}"
    );
}

#[test]
fn what_was_cut_off_is_no_other_result() {
    // The first order ends, being on the machine's own pace as the run was; the second is cut off.
    let text = "stroj apram(d = 3, B = 4, p = 4);\nprogram\npolje A[4] = 0;\n\
                paralelno asinkrono (za svaki i od 0 do 3)\nza k = 1 do 300000\nA[i] = k;\n\
                kraj_paralelno\nizlaz A[];\nkraj_programa\n";
    let words = ["run", "case.pram", "--explore", "1000000"];
    interrupted("interrupted_exploration", text, &words);
    let folder =
        std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("limits/interrupted_exploration");
    assert!(
        !gave(&folder).contains("depends on the order"),
        "{}",
        gave(&folder)
    );
}

/// Ctrl-C stops a long search of a debugger where it is, and the session goes on.
#[test]
fn a_session_goes_on_behind_a_search() {
    let before = folder("interrupted_search");
    assert_eq!(
        interrupted_in(
            &before,
            &[("case.pram", ENDLESS), ("commands.txt", SEARCH)],
            &searching()
        ),
        Some(0)
    );
    let gave = gave(&before);
    assert!(gave.contains("Stopped by Ctrl-C.\n"), "{gave}");
    assert!(
        gave.contains("\n> info\nThere are no breakpoints"),
        "{gave}"
    );
}

/// The signal by which systems end processes ends a session in the middle of a search.
#[cfg(unix)]
#[test]
fn a_session_ends_when_it_is_told_to() {
    use std::os::unix::process::ExitStatusExt;

    let folder = folder("ended_search");
    fs::write(folder.join("case.pram"), ENDLESS).unwrap();
    fs::write(folder.join("commands.txt"), SEARCH).unwrap();
    let words = searching();
    let mut child = start(&folder, &words);
    until_it_listens(child.id());
    assert!(child.try_wait().unwrap().is_none(), "{}", said(&folder));
    terminate(child.id());
    let sent = Instant::now();
    finish(&mut child);
    assert!(
        sent.elapsed() < Duration::from_secs(30),
        "it did not end soon"
    );
    let status = child.wait().unwrap();
    assert_eq!(status.signal(), Some(15), "{status}");
    let gave = gave(&folder);
    assert!(gave.contains("Step 1, "), "{gave}");
    assert!(!gave.contains("> info"), "{gave}");
}

#[test]
fn a_reader_who_has_gone_is_no_error() {
    let folder = folder("gone");
    fs::write(
        folder.join("case.pram"),
        "program\nza i = 1 do 200000\nispisi(\"line \", i);\nkraj_programa\n",
    )
    .unwrap();
    let lines = [
        "$PRAM run case.pram",
        "$PRAM run case.pram --format json",
        "$PRAM check case.pram",
        "$PRAM explain E0501",
        "$PRAM completions bash",
        "$PRAM man",
        "$PRAM --help",
    ];
    for line in lines {
        let output = shell(&folder, &format!("({line}; echo $? >status) | head -c 1"));
        let status = fs::read_to_string(folder.join("status")).unwrap();
        assert_eq!(status.trim(), "0", "{line}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{line}");
    }
}
