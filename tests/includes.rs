//! From where `ukljuci` reads, and what it never shows.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::collection;

/// What no message may show.
const SECRET: &str = "hunter2";
/// Nothing takes longer, however busy the computer is.
const SOON: Duration = Duration::from_mins(1);

/// A folder of its own for a test: `work/` with the programs, and beside it what they may not read.
fn folder(name: &str) -> PathBuf {
    // Not below the repository, whose `programs/` would be found.
    let folder = std::env::temp_dir().join(format!("pram-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("work")).unwrap();
    fs::write(folder.join("secret.txt"), format!("root:{SECRET}:0\n")).unwrap();
    fs::write(
        folder.join("outside.pram"),
        "algoritam outside(n)\nvrati n;\nkraj_algoritma\n",
    )
    .unwrap();
    folder
}

/// Runs a command in `work/`.
fn pram(folder: &Path, words: &[&str]) -> Output {
    let started = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_pram"))
        .args(words)
        .current_dir(folder.join("work"))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(started.elapsed() < SOON, "{words:?}");
    output
}

/// What a program that includes a path, and calls `f`, says and ends with.
fn including(folder: &Path, path: &str, more: &[&str]) -> (Option<i32>, String) {
    let text = format!("ukljuci \"{path}\";\nprogram\nx = 7;\nizlaz x;\nkraj_programa\n");
    fs::write(folder.join("work/case.pram"), text).unwrap();
    let mut words = vec!["run", "case.pram"];
    words.extend(more);
    let output = pram(folder, &words);
    let mut said = String::from_utf8_lossy(&output.stderr).into_owned();
    said.push_str(&String::from_utf8_lossy(&output.stdout));
    (output.status.code(), said)
}

#[track_caller]
fn refused(folder: &Path, path: &str, why: &str) {
    for format in ["text", "json"] {
        let (status, said) = including(folder, path, &["--format", format]);
        assert_eq!(status, Some(1), "{path}: {said}");
        assert!(
            said.contains("E0106") && said.contains(why),
            "{path}: {said}"
        );
        assert!(!said.contains(SECRET), "{path}: {said}");
    }
}

const OUTSIDE: &str = "it lies outside of the folders";

#[test]
fn nothing_is_read_outside_of_the_folder() {
    let folder = folder("outside");
    let absolute = folder.join("outside.pram");
    for path in [
        "/etc/passwd",
        "/etc/no_such_file",
        "../secret.txt",
        "../no_such_file",
        "../outside.pram",
        absolute.to_str().unwrap(),
        "/dev/zero",
        "/dev/stdin",
        "/proc/self/environ",
    ] {
        refused(&folder, path, OUTSIDE);
    }
    // Neither does a link lead out, nor one to a folder.
    symlink("../secret.txt", folder.join("work/link.pram")).unwrap();
    symlink("/", folder.join("work/root")).unwrap();
    symlink("/dev/zero", folder.join("work/zero.pram")).unwrap();
    for path in ["link.pram", "root/etc/passwd", "zero.pram"] {
        refused(&folder, path, OUTSIDE);
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_link_within_the_folder_is_followed() {
    let folder = folder("within");
    fs::create_dir(folder.join("work/lib")).unwrap();
    let text = fs::read(folder.join("outside.pram")).unwrap();
    fs::write(folder.join("work/lib/inside.pram"), text).unwrap();
    symlink("lib/inside.pram", folder.join("work/link.pram")).unwrap();
    let absolute = folder.join("work/lib/inside.pram");
    for path in [
        "link.pram",
        "lib/inside.pram",
        "./lib/../lib/inside.pram",
        absolute.to_str().unwrap(),
    ] {
        assert_eq!(including(&folder, path, &[]).0, Some(0), "{path}");
    }
    fs::remove_dir_all(folder).unwrap();
}

/// The library and programs in folders of their own include what lies beside them.
#[test]
fn built_in_programs_include_one_another() {
    let folder = folder("built-in");
    for path in collection::programs() {
        let name = format!("programs/{}.pram", collection::name(&path));
        let (_, said) = including(&folder, &name, &[]);
        assert!(!said.contains("E0106"), "{name}: {said}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn folders_can_be_added() {
    let folder = folder("added");
    refused(&folder, "../outside.pram", OUTSIDE);
    let added = ["--include-dir", ".."];
    for path in ["../outside.pram", "outside.pram"] {
        let (status, said) = including(&folder, path, &added);
        assert_eq!(status, Some(0), "{path}: {said}");
    }
    let (status, said) = including(&folder, "outside.pram", &["--include-dir", "nowhere"]);
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("E0705") && said.contains("nowhere"), "{said}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn pipes_devices_and_folders_are_no_programs() {
    let folder = folder("pipes");
    let made = Command::new("mkfifo")
        .arg(folder.join("work/pipe.pram"))
        .status();
    assert!(made.unwrap().success());
    refused(&folder, "pipe.pram", "it is a pipe");
    refused(&folder, ".", "it is a directory");
    // As a program or as data they are refused too, instead of being waited for.
    fs::write(
        folder.join("work/data.pram"),
        "ulaz A[];\nprogram\nizlaz A[];\nkraj_programa\n",
    )
    .unwrap();
    for (words, why) in [
        (&["run", "pipe.pram"][..], "it is a pipe"),
        (&["check", "/dev/zero"], "it is a device"),
        (&["fmt", "pipe.pram"], "it is a pipe"),
        (&["run", "data.pram", "A=@pipe.pram"], "it is a pipe"),
        (&["run", "data.pram", "A=@/dev/zero"], "it is a device"),
        (&["run", "data.pram", "A=@/dev/random"], "it is a device"),
    ] {
        let output = pram(&folder, words);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {said}");
        assert!(
            said.contains("E0701") && said.contains(why),
            "{words:?}: {said}"
        );
    }
    // What the shell has opened is read, and in a report once for all sizes.
    let shell = |line: &str| {
        let output = Command::new("sh")
            .args(["-c", line])
            .env("PRAM", env!("CARGO_BIN_EXE_pram"))
            .current_dir(folder.join("work"))
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{line}: {output:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let run = shell("echo 3,1,4 | $PRAM run data.pram A=@/dev/stdin");
    assert!(run.contains("3, 1, 4"), "{run}");
    let check = shell("echo 3,1,4 | $PRAM check data.pram A=@/dev/stdin");
    assert!(check.contains("legal on"), "{check}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn no_line_is_shown_of_what_is_no_program() {
    let folder = folder("lines");
    let work = folder.join("work");
    fs::write(work.join("passwords.txt"), format!("root:{SECRET}:0\n")).unwrap();
    fs::write(
        work.join("keys.pram"),
        format!("{SECRET} {SECRET}\n{SECRET}\n"),
    )
    .unwrap();
    symlink("passwords.txt", work.join("named.pram")).unwrap();
    for path in ["passwords.txt", "keys.pram", "named.pram"] {
        refused(&folder, path, "it does not read as a program");
    }
    // A program with a mistake is shown, and so is one by another name that has none.
    fs::write(
        work.join("mistake.pram"),
        "algoritam f(n)\nvrati n +;\nkraj_algoritma\n",
    )
    .unwrap();
    let (status, said) = including(&folder, "mistake.pram", &[]);
    assert_eq!(status, Some(1));
    assert!(said.contains("vrati n +;"), "{said}");
    let text = fs::read(folder.join("outside.pram")).unwrap();
    fs::write(work.join("fine.txt"), text).unwrap();
    assert_eq!(including(&folder, "fine.txt", &[]).0, Some(0));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn programs_are_limited_in_size() {
    let folder = folder("size");
    let work = folder.join("work");
    let long = format!("// {}\n", "x".repeat(9 << 20));
    for name in ["one.pram", "other.pram"] {
        fs::write(work.join(name), format!("{long}ukljuci \"other.pram\";\n")).unwrap();
    }
    refused(&folder, "one.pram", "larger than 16 MiB");
    fs::write(work.join("huge.pram"), "x".repeat((16 << 20) + 1)).unwrap();
    let output = pram(&folder, &["run", "huge.pram"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("larger than 16777216 bytes"), "{said}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_library_is_built_in() {
    let folder = folder("library");
    // 3 + 1 + 4 + 1 = 9.
    let text = |path: &str| {
        format!(
            "ukljuci \"{path}\";\nprogram\npolje A[4] = {{3, 1, 4, 1}};\n+_prescan(A[], 4);\n\
             izlaz A[];\nkraj_programa\n"
        )
    };
    let run = |path: &str| {
        fs::write(folder.join("work/case.pram"), text(path)).unwrap();
        let output = pram(&folder, &["run", "case.pram"]);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), said)
    };
    for path in ["programs/prescan.pram", "../programs/prescan.pram"] {
        let (status, said) = run(path);
        assert_eq!(status, Some(0), "{path}");
        assert!(said.contains("0, 3, 4, 8"), "{path}: {said}");
    }
    assert_eq!(run("programs/no_such.pram").0, Some(1));
    // A folder of that name comes before it, wherever it lies above.
    fs::create_dir(folder.join("programs")).unwrap();
    assert_eq!(run("programs/prescan.pram").0, Some(1));
    fs::write(
        folder.join("programs/prescan.pram"),
        "algoritam +_prescan(A[], n)\nA[0] = 42;\nkraj_algoritma\n",
    )
    .unwrap();
    let (status, said) = run("programs/prescan.pram");
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("42, 1, 4, 1"), "{said}");
    fs::remove_dir_all(folder).unwrap();
}
