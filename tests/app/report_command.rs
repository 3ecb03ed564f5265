//! `pram report` as a process: exit statuses, outputs that cannot be written, Ctrl-C.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("report_command");
    fs::create_dir_all(&folder).expect("the folder of the tests can be made");
    folder
}

/// A program of this name in the folder of the tests.
fn program(name: &str, text: &str) -> PathBuf {
    let path = folder().join(name);
    fs::write(&path, text).expect("the program can be written");
    path
}

fn report(path: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pram"));
    command
        .arg("report")
        .arg(path)
        .args(words)
        .current_dir(folder());
    command
}

fn ended(command: &mut Command) -> (i32, String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().expect("the binary runs");
    let text = |bytes| String::from_utf8(bytes).expect("it is text");
    (
        status.code().expect("no signal ended it"),
        text(stdout),
        text(stderr),
    )
}

const FAULTS: &str = "
ulaz n = 8;
tvrdnja T steps = n + 1;
program
    x = 100 / (n - 16);
    za i = 1 do n
        x = x + 1;
kraj_programa
";

#[test]
fn a_size_that_faults_is_named_and_the_rest_reported() {
    let path = program("faults.pram", FAULTS);
    let (status, text, _) = ended(&mut report(&path, &["--full", "--vary", "n=2^2..2^9"]));
    assert_eq!(status, 1);
    assert!(text.contains("E0402"), "{text}");
    assert!(text.contains("T steps = n + 1"), "{text}");
    // Of a report in a file what gave the status is told beside its name.
    let words = ["--vary", "n=2^2..2^5", "-o", "faults.html"];
    let (status, text, error) = ended(&mut report(&path, &words));
    assert_eq!((status, text.as_str()), (1, ""));
    assert!(
        error.contains("1 size did not run to the end; the report lists them"),
        "{error}"
    );
    let wrong = program(
        "wrong.pram",
        &FAULTS.replace("T steps = n + 1", "T steps = n"),
    );
    let (status, _, error) = ended(&mut report(
        &wrong,
        &["--vary", "n=2..8", "-o", "wrong.html"],
    ));
    assert_eq!(status, 1);
    assert!(
        error.contains("wrong.pram: T steps = n does not hold: "),
        "{error}"
    );
    // A size that the tool added by itself may fault without harm: 33 is one behind a power of two.
    let added = FAULTS.replace("n - 16", "n - 33");
    let path = program("added.pram", &added);
    let (status, text, _) = ended(&mut report(&path, &["--vary", "n=8,32,64,128,256,512"]));
    assert_eq!((status, text.contains("E0402")), (0, true), "{text}");
    // The only size faults: there is nothing to report.
    let path = program("faults.pram", FAULTS);
    let (status, text, error) = ended(&mut report(&path, &["--vary", "n=16"]));
    assert_eq!((status, text.as_str()), (1, ""));
    assert!(error.contains("E0402"), "{error}");
}

#[test]
fn sizes_past_a_limit_end_with_its_status() {
    let path = program("long.pram", &FAULTS.replace("n - 16", "n + 1"));
    let (status, text, _) = ended(&mut report(
        &path,
        &["--vary", "n=2^2..2^9", "--max-steps", "300"],
    ));
    assert_eq!(status, 4);
    assert!(text.contains("E0601"), "{text}");
}

#[test]
fn claims_that_no_size_can_judge_and_claims_that_fail() {
    let unknown = FAULTS
        .replace("n + 1;", "m + 1;")
        .replace("n - 16", "n + 1");
    let (status, text, _) = ended(&mut report(
        &program("unknown.pram", &unknown),
        &["--full", "--vary", "n=2^2..2^9"],
    ));
    assert_eq!(status, 0, "{text}");
    assert!(text.contains(" m "), "{text}");
    let fails = FAULTS.replace("n + 1;", "n;").replace("n - 16", "n + 1");
    let (status, text, _) = ended(&mut report(
        &program("fails.pram", &fails),
        &["--vary", "n=2^2..2^9"],
    ));
    assert_eq!(status, 1);
    assert!(text.contains("n = 4"), "{text}");
}

#[test]
fn an_illegal_access_on_some_size_ends_with_its_status() {
    let text = "
        ulaz n = 8;
        algoritam sudar(n)
            polje A[n] = 0;
            paralelno (za svaki i od 0 do n-1)
                A[max(i, 20) - 20] = i;
            kraj_paralelno
        kraj_algoritma
    ";
    let path = program("sudar.pram", text);
    let (status, text, _) = ended(&mut report(&path, &["--vary", "n=1,2,4"]));
    assert_eq!(status, 3, "{text}");
    assert!(text.contains("E0502"), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn outputs_that_take_nothing_end_with_a_message() {
    let path = program("sum.pram", &FAULTS.replace("n - 16", "n + 1"));
    for format in ["text", "md", "html", "latex", "csv", "json"] {
        let words = ["--vary", "n=2^2..2^6", "--format", format];
        let full = fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .expect("Linux has it");
        let (status, _, error) = ended_into(&mut report(&path, &words), full.into());
        assert_eq!(status, 2, "{format}: {error}");
        assert!(error.contains("cannot be written"), "{error}");
        let into = [&words[..], &["--output", "/dev/full"]].concat();
        let (status, _, error) = ended(&mut report(&path, &into));
        assert_eq!(status, 2, "{format}");
        assert!(error.contains("E0707"), "{error}");
        // Nobody reads: like other filters it stops quietly.
        let (reader, writer) = std::io::pipe().expect("the system has pipes");
        drop(reader);
        let (status, _, error) = ended_into(&mut report(&path, &words), writer.into());
        assert_eq!((status, error.as_str()), (0, ""), "{format}");
    }
}

#[cfg(target_os = "linux")]
fn ended_into(command: &mut Command, output: Stdio) -> (i32, String, String) {
    let child = command
        .stdout(output)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let output = child.wait_with_output().expect("it ends");
    let error = String::from_utf8(output.stderr).expect("it is text");
    (
        output.status.code().expect("no signal ended it"),
        String::new(),
        error,
    )
}

/// The largest size would run for hours; the others are reported when it is interrupted.
#[cfg(unix)]
#[test]
fn ctrl_c_reports_what_there_is() {
    let text = "
        ulaz n = 8;
        program
            x = 0;
            ponovi n puta
                x = x + 1;
            kraj_ponovi
        kraj_programa
    ";
    let path = program("hours.pram", text);
    let vary = "n=2^2..2^9,2^60";
    let mut command = report(
        &path,
        &[
            "--vary",
            vary,
            "--full",
            "--no-added-sizes",
            "--threads",
            "1",
        ],
    );
    command.args(["--max-steps", "2^62"]);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    // Small sizes take no time: all this is for the process to begin with the large one.
    std::thread::sleep(Duration::from_secs(3));
    let id = child.id().to_string();
    let sent = Command::new("kill")
        .args(["-INT", &id])
        .status()
        .expect("there is a kill");
    assert!(sent.success());
    let begun = Instant::now();
    let status = child.wait().expect("it ends");
    assert!(begun.elapsed() < Duration::from_secs(20));
    let mut text = String::new();
    let mut output = child.stdout.take().expect("it is piped");
    output.read_to_string(&mut text).expect("it is text");
    assert_eq!(status.code(), Some(4), "{text}");
    assert!(
        text.contains("interrupted: the report is about the sizes that ran before"),
        "{text}"
    );
    assert!(
        text.contains("8 sizes: n = 4, 8, 16, 32, 64, 128, 256, 512"),
        "{text}"
    );
    assert!(text.contains("── Growth"), "{text}");
}

/// Machines that count in different units are not put side by side size by size: their formulas are,
/// each with its unit.
#[test]
fn machines_without_a_common_unit() {
    let body = |name: &str, machine: &str| {
        let text = format!(
            "stroj {machine};\nulaz n = 4;\nprogram\n\
             paralelno (za svaki procesor i, i = 0, ..., p-1)\n    s = 0;\n    za k = 1 do n\n        \
             s += k;\n    tvrdi(s == n*(n+1)/2);\nkraj_paralelno\nkraj_programa\n"
        );
        program(name, &text)
    };
    let synchronous = body("sum_pram.pram", "EREW(p = 2)");
    let others = [
        body("sum_apram.pram", "apram(p = 2, d = 1, B = 1)"),
        body("sum_ring.pram", "prsten(p = 2, t_s = 1, t_w = 1)"),
    ];
    let others = others
        .each_ref()
        .map(|path| path.to_str().expect("a path in ASCII"));
    let mut command = report(
        &synchronous,
        &[others[0], others[1], "--full", "--vary", "n=1..8"],
    );
    let (_, text, problems) = ended(&mut command);
    let section = text.split("Side by side").nth(1).unwrap_or_default();
    assert!(
        section.contains("These machines count in different units"),
        "{text}{problems}"
    );
    let lines = section.lines().filter(|line| line.contains("sum_"));
    assert!(lines.count() >= 3, "{section}");
    assert!(!section.contains("overtake"), "{section}");
}
