//! What the process takes that runs a small program: little memory, and no threads to compute.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write, pipe};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// Bytes that a pipe holds at most, see pipe(7).
const PIPE: usize = 1 << 16;
/// Kilobytes that a run of eight elements may take of its own. The pages of the executable and of
/// libraries, which processes share, come on top.
const MOST_MEMORY: u64 = 4 << 10;
/// The main thread, and the one that waits for Ctrl-C.
const MOST_THREADS: u64 = 2;
/// Who has slept for so many looks in a row waits for its output to be read.
const LOOKS: usize = 20;

/// `/proc/PID/status` of a running process: `VmHWM` is the most memory that it has had so far.
fn status(process: u32) -> BTreeMap<String, String> {
    let text = fs::read_to_string(format!("/proc/{process}/status")).expect("the process runs");
    let lines = text.lines().filter_map(|line| line.split_once(':'));
    lines
        .map(|(name, value)| (name.to_owned(), value.trim().to_owned()))
        .collect()
}

fn number(status: &BTreeMap<String, String>, name: &str) -> u64 {
    let value = status[name].trim_end_matches(" kB");
    value.parse().expect("a number")
}

#[test]
fn a_small_run_is_a_small_process() {
    // Into a full pipe nothing can be written: the process does all its work, and then waits.
    let (mut reader, writer) = pipe().expect("a pipe");
    let mut filler = writer.try_clone().expect("another end");
    let fill = thread::spawn(move || filler.write_all(&vec![b'.'; PIPE]));
    thread::sleep(Duration::from_millis(50));
    let mut child = Command::new(env!("CARGO_BIN_EXE_pram"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["run", "programs/prescan.pram", "--threads", "4"])
        .stdin(Stdio::null())
        .stdout(writer)
        .spawn()
        .expect("the binary runs");

    let mut asleep = 0;
    let mut seen = status(child.id());
    while asleep < LOOKS {
        thread::sleep(Duration::from_millis(5));
        seen = status(child.id());
        let is_asleep = seen["State"].starts_with('S');
        asleep = if is_asleep { asleep + 1 } else { 0 };
        assert!(!seen["State"].starts_with('Z'), "it wrote into a full pipe");
    }
    let mut output = Vec::new();
    reader.read_to_end(&mut output).expect("all is written");
    fill.join().expect("no panic").expect("the pipe was read");
    assert!(child.wait().expect("it ends").success());
    let shown = String::from_utf8_lossy(&output[PIPE..]);
    assert!(shown.contains("work W              14\n"), "{shown}");

    // File pages stay once they are there, so that the rest of the most is the process's own.
    let shared = number(&seen, "RssFile") + number(&seen, "RssShmem");
    let (memory, threads) = (number(&seen, "VmHWM") - shared, number(&seen, "Threads"));
    assert!(memory > 1 << 9, "{memory} kB is not what a process takes");
    assert!(memory <= MOST_MEMORY, "{memory} kB at the most");
    assert!(threads <= MOST_THREADS, "{threads} threads");
}
