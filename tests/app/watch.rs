//! `pram watch`, as somebody uses it who saves a file again and again.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// How long something may take that takes a moment.
const PATIENCE: Duration = Duration::from_mins(1);

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

/// A watching process, and what it writes line by line.
struct Watching {
    process: Child,
    shown: Receiver<String>,
    said: Receiver<String>,
}

fn lines(output: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

impl Watching {
    fn new(words: &[&str], folder: &PathBuf) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_pram"))
            .arg("watch")
            .args(words)
            .current_dir(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let shown = lines(process.stdout.take().expect("it is piped"));
        let said = lines(process.stderr.take().expect("it is piped"));
        Self {
            process,
            shown,
            said,
        }
    }

    /// Waits for a line of standard error that begins like this.
    fn wait_for(&self, beginning: &str) -> String {
        loop {
            let line = self.said.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|_| panic!("no line begins with `{beginning}`"));
            if line.starts_with(beginning) {
                return line;
            }
        }
    }

    fn next_shown(&self) -> String {
        self.shown.recv_timeout(PATIENCE).expect("a line comes")
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn it_runs_again_whenever_a_file_is_saved() {
    let folder = folder("watch");
    let save = |name: &str, text: &str| fs::write(folder.join(name), text).expect("it is saved");
    save("part.pram", "algoritam f(x)\n    vrati x + 1;\n");
    save("data.csv", "5,6\n");
    let program = |text: &str| {
        format!(
            "ukljuci \"part.pram\";\nulaz A[2] = 0;\nprogram\n    {text}(f(1), A[]);\nkraj_programa\n"
        )
    };
    save("main.pram", &program("ispisi"));
    let watching = Watching::new(&["main.pram", "A=@data.csv", "--quiet"], &folder);
    assert_eq!(watching.next_shown(), "2[5, 6]");
    watching.wait_for("exit status 0 after ");
    let files = "watching data.csv, main.pram, part.pram; Ctrl-C ends it";
    assert_eq!(watching.wait_for("watching "), files);

    save("part.pram", "algoritam f(x)\n    vrati x + 100;\n");
    watching.wait_for("part.pram was saved");
    assert_eq!(watching.next_shown(), "101[5, 6]");
    watching.wait_for("watching ");

    save("data.csv", "7,8,9\n");
    watching.wait_for("data.csv was saved");
    watching.wait_for("error[");
    watching.wait_for("exit status ");
    watching.wait_for("watching ");
    save("data.csv", "70,80\n");
    watching.wait_for("watching ");
    assert_eq!(watching.next_shown(), "101[70, 80]");

    save("main.pram", &program("isipsi"));
    watching.wait_for("error[");
    watching.wait_for("watching ");
    // An editor that saves a file by giving another one its name.
    save("beside", &program("    ispisi"));
    fs::rename(folder.join("beside"), folder.join("main.pram")).expect("it is renamed");
    watching.wait_for("main.pram was saved");
    assert_eq!(watching.next_shown(), "101[70, 80]");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it() {
    let folder = folder("watch_ends");
    fs::write(
        folder.join("main.pram"),
        "program\n    ispisi(1);\nkraj_programa\n",
    )
    .expect("it is saved");
    let mut watching = Watching::new(&["main.pram", "-q"], &folder);
    assert_eq!(watching.next_shown(), "1");
    watching.wait_for("watching main.pram");
    let sent = Command::new("kill")
        .args(["-INT", &watching.process.id().to_string()])
        .status();
    assert!(sent.expect("kill is there").success());
    let ended = watching.process.wait().expect("it ends");
    assert_eq!(ended.code(), Some(0));
}

#[test]
fn standard_input_cannot_be_watched() {
    let ran = Command::new(env!("CARGO_BIN_EXE_pram"))
        .args(["watch", "-"])
        .stdin(Stdio::null())
        .output()
        .expect("it starts");
    assert_eq!(ran.status.code(), Some(2));
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(said.contains("standard input cannot be watched"), "{said}");
}
