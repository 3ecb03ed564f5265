//! What is written is there as a whole or not at all: with a limit on the size of files, with signals at any
//! moment, in folders that are there and in new ones.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::files::fresh_folder;

/// A program whose reports are quickly made.
const PROGRAM: &str = "stroj EREW;
ulaz n = 8;
ulaz A[n] = iota;
program
    paralelno (za svaki i od 0 do n-1)
        A[i] = A[i] + 1;
    kraj_paralelno
    izlaz A[];
kraj_programa
";
/// Its report, as words of the command line.
const REPORT: [&str; 6] = [
    "report",
    "ones.pram",
    "--vary",
    "n=2^2..2^6",
    "--threads",
    "1",
];

/// A folder with the program.
fn folder(name: &str) -> PathBuf {
    let folder = fresh_folder("whole_files", name);
    fs::write(folder.join("ones.pram"), PROGRAM).unwrap();
    folder
}

fn pram(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pram"));
    command.args(words).current_dir(folder).stdin(Stdio::null());
    command
}

/// Runs a command line of a shell, in which `$PRAM` is the command.
fn shell(folder: &Path, line: &str) -> Output {
    let mut command = Command::new("sh");
    command
        .args(["-c", line])
        .env("PRAM", env!("CARGO_BIN_EXE_pram"))
        .current_dir(folder)
        .stdin(Stdio::null());
    command.output().unwrap()
}

/// All files below a folder with their contents, and its folders, by path.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(contents(&path));
            found.insert(path, None);
        } else {
            let bytes = fs::read(&path).unwrap();
            found.insert(path, Some(bytes));
        }
    }
    found
}

/// Programs of more bytes than the smallest limit allows, laid out in another way than `pram fmt` does.
fn long_program() -> String {
    let lines: Vec<String> = (0..200).map(|k| format!("x{k}=  {k};\n")).collect();
    format!("program\n{}kraj_programa\n", lines.concat())
}

/// The system would end the process at the limit, with a part of the file written.
#[test]
fn a_limit_on_the_size_of_files_leaves_everything_as_it_was() {
    let folder = folder("limit");
    fs::write(folder.join("long.pram"), long_program()).unwrap();
    fs::create_dir(folder.join("there")).unwrap();
    fs::write(folder.join("there/report.txt"), "an earlier one").unwrap();
    fs::write(folder.join("there/notes.txt"), "mine").unwrap();
    let before = contents(&folder);
    let report = REPORT.join(" ");
    for words in [
        "fmt long.pram".to_owned(),
        "replay ones.pram -o page.html".to_owned(),
        "replay ones.pram -o trace.json".to_owned(),
        format!("{report} -o report.html"),
        format!("{report} -o report.json"),
        format!("{report} -o new/"),
        format!("{report} -o new/deep/er/"),
        format!("{report} -o there/"),
    ] {
        // In units of 512 bytes.
        let ended = shell(&folder, &format!("ulimit -f 1; exec \"$PRAM\" {words}"));
        let said = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(2), "{words}: {said}");
        assert!(said.contains("cannot be written"), "{words}: {said}");
        assert!(
            said.contains("larger than the system allows"),
            "{words}: {said}"
        );
        assert!(contents(&folder) == before, "{words}");
    }
    // Standard output has what fits into it.
    let line = "ulimit -f 1; exec \"$PRAM\" run ones.pram n=1000 --format json > out.json";
    let ended = shell(&folder, line);
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(2), "{said}");
    assert!(said.contains("larger than the system allows"), "{said}");
}

/// Waits for a process, for at most a minute.
fn wait(child: &mut Child) {
    let began = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(began.elapsed() < Duration::from_mins(1), "it does not end");
        thread::sleep(Duration::from_millis(1));
    }
}

/// Sends a signal to a command at moments spread over the time that it takes; `check` looks at the folder after
/// each. A process that has ended gets none.
fn at_moments(folder: &Path, words: &[&str], moments: u32, mut check: impl FnMut(&str)) {
    let start = || {
        let mut command = pram(folder, words);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().unwrap()
    };
    let began = Instant::now();
    wait(&mut start());
    let whole = began.elapsed();
    check("at the end");
    for moment in 0..moments {
        let signal = ["-INT", "-TERM", "-HUP"][moment as usize % 3];
        let mut child = start();
        thread::sleep(whole * moment / moments);
        let id = child.id().to_string();
        // Ctrl-C asks to end with what there is; the second one ends at once.
        for _ in 0..2 {
            if child.try_wait().unwrap().is_none() {
                let _ = Command::new("kill")
                    .args([signal, &id])
                    .stderr(Stdio::null())
                    .status();
            }
        }
        wait(&mut child);
        check(&format!("{signal} at {moment} of {moments}"));
    }
}

#[test]
fn a_signal_leaves_a_folder_whole_or_not_there() {
    let folder = folder("signals_folder");
    let words = [&REPORT[..], &["-o", "reports/new/"]].concat();
    let reports = folder.join("reports/new");
    let mut usual = None;
    at_moments(&folder, &words, 24, |when| {
        let found = contents(&folder);
        let text = |name: &str| fs::read_to_string(reports.join(name)).expect(when);
        if found.len() > 1 {
            // After Ctrl-C it may be a whole report on fewer sizes, with fewer plots: those that it shows.
            let is_plot = |path: &&PathBuf| path.extension().is_some_and(|end| end == "svg");
            let others: Vec<&PathBuf> = found.keys().filter(|path| !is_plot(path)).collect();
            let others: Vec<PathBuf> = others.into_iter().cloned().collect();
            let usual = usual.get_or_insert_with(|| others.clone());
            assert_eq!(*usual, others, "{when}");
            let shown = text("report.md").matches(".svg)").count();
            assert_eq!(shown, found.keys().filter(is_plot).count(), "{when}");
            assert!(text("report.html").ends_with("</html>\n"), "{when}");
            assert!(text("report.json").ends_with("}\n"), "{when}");
        }
        let _ = fs::remove_dir_all(folder.join("reports"));
    });
    assert!(usual.is_some_and(|files| files.len() > 10));
}

/// In a folder that is there, its files are the new ones or the old ones, and others stay.
#[test]
fn a_signal_leaves_the_files_of_a_folder_as_they_were_or_new() {
    let folder = folder("signals_files");
    let words = [&REPORT[..], &["-o", "reports/"]].concat();
    let reports = folder.join("reports");
    let old = || {
        let _ = fs::remove_dir_all(&reports);
        fs::create_dir(&reports).unwrap();
        for name in ["report.txt", "report.html", "series.csv", "notes.txt"] {
            fs::write(reports.join(name), "old").unwrap();
        }
    };
    old();
    at_moments(&folder, &words, 24, |when| {
        let found = contents(&reports);
        let is_old = |name: &str| found[&reports.join(name)].as_deref() == Some(b"old");
        assert!(is_old("notes.txt"), "{when}");
        let replaced = ["report.txt", "report.html", "series.csv"];
        let count = replaced.iter().filter(|name| is_old(name)).count();
        assert!(count == 0 || count == replaced.len(), "{when}: {count}");
        let more = found.len() > 4;
        assert_eq!(more, count == 0, "{when}");
        let is_hidden = |path: &PathBuf| {
            path.file_name()
                .unwrap()
                .as_encoded_bytes()
                .starts_with(b".")
        };
        assert!(!found.keys().any(is_hidden), "{when}");
        old();
    });
}

#[test]
fn a_signal_leaves_a_formatted_program_or_the_one_before() {
    let folder = folder("signals_fmt");
    let path = folder.join("long.pram");
    let before = long_program();
    fs::write(&path, &before).unwrap();
    let mut after = None;
    at_moments(&folder, &["fmt", "long.pram"], 30, |when| {
        let text = fs::read_to_string(&path).unwrap();
        if text != before {
            let after = after.get_or_insert_with(|| text.clone());
            assert_eq!(*after, text, "{when}");
        }
        assert_eq!(contents(&folder).len(), 2, "{when}");
        fs::write(&path, &before).unwrap();
    });
    assert!(after.is_some());
}

/// `nohup` ignores the signal of a closed terminal, and what it starts goes on ignoring it.
#[cfg(target_os = "linux")]
#[test]
fn signals_that_are_ignored_end_nothing() {
    let folder = folder("ignored");
    let line = format!(
        "trap '' HUP TERM; \"$PRAM\" {} -o new/ & child=$!
         while [ -d /proc/$child ]; do kill -HUP $child 2> /dev/null; kill -TERM $child 2> /dev/null; done
         wait $child",
        REPORT.join(" ")
    );
    let ended = shell(&folder, &line);
    assert_eq!(
        ended.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&ended.stderr)
    );
    assert!(folder.join("new/report.html").is_file());
}

#[test]
fn a_report_fills_new_folders_and_those_that_are_there() {
    let folder = folder("folders");
    let report = |output: &str| {
        let ended = pram(&folder, &[&REPORT[..], &["-o", output]].concat())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        (ended.status.code(), said)
    };
    for output in ["new/", "a/b/c/", "new/", "a/./d/"] {
        let (status, said) = report(output);
        assert_eq!(status, Some(0), "{output}: {said}");
        assert!(folder.join(output).join("series.csv").is_file(), "{output}");
    }
    // What is not there has nothing above it, and a file is no folder.
    for output in ["missing/../new2/", "ones.pram/", "ones.pram/new/"] {
        let before = contents(&folder);
        let (status, said) = report(output);
        assert_eq!(status, Some(2), "{output}: {said}");
        assert!(said.contains("E0707"), "{output}: {said}");
        assert!(contents(&folder) == before, "{output}");
    }
    // A folder stands where a file would go: none of the others is replaced.
    fs::remove_file(folder.join("new/failed.csv")).unwrap();
    fs::create_dir(folder.join("new/failed.csv")).unwrap();
    fs::write(folder.join("new/series.csv"), "old").unwrap();
    let before = contents(&folder);
    let (status, said) = report("new/");
    assert_eq!(status, Some(2), "{said}");
    assert!(contents(&folder) == before);
}

#[cfg(unix)]
#[test]
fn a_link_keeps_pointing_to_its_file_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = folder("links");
    fs::create_dir(folder.join("elsewhere")).unwrap();
    let target = folder.join("elsewhere/series.csv");
    fs::write(&target, "old").unwrap();
    fs::set_permissions(&target, PermissionsExt::from_mode(0o640)).unwrap();
    fs::create_dir(folder.join("there")).unwrap();
    symlink(&target, folder.join("there/series.csv")).unwrap();
    let words = [&REPORT[..], &["-o", "there/"]].concat();
    let ended = pram(&folder, &words).output().unwrap();
    assert!(ended.status.success());
    assert!(folder.join("there/series.csv").is_symlink());
    assert!(
        fs::read_to_string(&target)
            .unwrap()
            .starts_with("file,entry")
    );
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&target), 0o640);
    // New files are for whom the umask says: as one that a shell makes.
    let made = shell(
        &folder,
        "umask 027; exec \"$PRAM\" replay ones.pram -o page.html",
    );
    assert!(made.status.success());
    assert_eq!(mode(&folder.join("page.html")), 0o640);
    let report = REPORT.join(" ");
    let made = shell(
        &folder,
        &format!("umask 027; exec \"$PRAM\" {report} -o made/"),
    );
    assert!(made.status.success());
    assert_eq!(mode(&folder.join("made")), 0o750);
    assert_eq!(mode(&folder.join("made/report.txt")), 0o640);
}
