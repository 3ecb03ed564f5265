//! Starting the command, and watching it from outside.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::files::fresh_folder;

/// Nothing here takes longer, however busy the computer is.
const PATIENCE: Duration = Duration::from_mins(2);
/// How often the memory of a process is looked at.
const GLANCE: Duration = Duration::from_millis(1);

/// A folder of its own for a test, empty.
pub fn folder(name: &str) -> PathBuf {
    fresh_folder("limits", name)
}

/// The command in a folder, with both outputs in files, which never fill up.
pub fn start(folder: &Path, words: &[&str]) -> Child {
    let file = |name: &str| Stdio::from(fs::File::create(folder.join(name)).unwrap());
    Command::new(env!("CARGO_BIN_EXE_pram"))
        .args(words)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(file("stdout"))
        .stderr(file("stderr"))
        .spawn()
        .unwrap()
}

/// What the command in a folder said on standard error.
pub fn said(folder: &Path) -> String {
    fs::read_to_string(folder.join("stderr")).unwrap()
}

/// What it gave on standard output.
pub fn gave(folder: &Path) -> String {
    fs::read_to_string(folder.join("stdout")).unwrap()
}

/// Waits for a process; gives its exit status, and the most memory that was seen with it.
pub fn finish(child: &mut Child) -> (Option<i32>, u64) {
    let started = Instant::now();
    let mut peak = 0;
    loop {
        peak = peak.max(status(child.id(), "VmHWM:").map_or(0, |kib| kib << 10));
        if let Some(ended) = child.try_wait().unwrap() {
            return (ended.code(), peak);
        }
        if started.elapsed() > PATIENCE {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("the command does not end");
        }
        std::thread::sleep(GLANCE);
    }
}

/// A number from what the system says about a process.
fn status(process: u32, field: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let of = |field: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(field))?;
        line.split_whitespace().next()
    };
    // Before it is the command it is a part of the tests for a moment, with their memory.
    (of("Name:")? == "pram").then(|| of(field)?.parse().ok())?
}

/// Waits until a process handles Ctrl-C, and has done so for a moment.
pub fn until_it_listens(process: u32) {
    const INTERRUPT: u64 = 1 << (2 - 1);
    let started = Instant::now();
    let handles = || {
        let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        let caught = status
            .lines()
            .find_map(|line| line.strip_prefix("SigCgt:"))?;
        u64::from_str_radix(caught.trim(), 16).ok()
    };
    while handles().is_none_or(|caught| caught & INTERRUPT == 0) {
        assert!(started.elapsed() < PATIENCE, "nobody listens to Ctrl-C");
        std::thread::sleep(GLANCE);
    }
    std::thread::sleep(Duration::from_millis(300));
}

/// Sends Ctrl-C.
pub fn interrupt(process: u32) {
    signal(process, "-INT");
}

/// Sends the signal by which systems end processes.
pub fn terminate(process: u32) {
    signal(process, "-TERM");
}

fn signal(process: u32, name: &str) {
    let sent = Command::new("kill")
        .args([name, &process.to_string()])
        .status();
    assert!(sent.unwrap().success());
}

/// A shell's command line, in a folder; `$PRAM` is the command.
pub fn shell(folder: &Path, line: &str) -> Output {
    Command::new("sh")
        .args(["-c", line])
        .env("PRAM", env!("CARGO_BIN_EXE_pram"))
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}
