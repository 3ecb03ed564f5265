//! Results that are there are not made again: after a change, after a kill, and by several shards.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use super::{REFERENCE, SEQUENTIAL, WALLS, class_folder, files, pram, said};

const ITEMS: &str = "[[test]]\nname = \"t\"\ninputs = [\"n=2..5\"]\npoints = 2\n";

/// How many submissions a class has; all are different.
const CLASS: usize = 12;

fn class(name: &str) -> std::path::PathBuf {
    let folder = class_folder(name, &files(ITEMS));
    for number in 0..CLASS {
        let text = if number % 2 == 0 {
            REFERENCE
        } else {
            SEQUENTIAL
        };
        let text = format!("// {number}\n{text}");
        fs::write(folder.join(format!("submissions/s{number}.pram")), text).unwrap();
    }
    folder
}

/// The files of a folder of results by their paths, without what workers used, which is no part of results, and
/// without files that somebody was writing.
fn results(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    fn add(folder: &Path, prefix: &str, found: &mut BTreeMap<String, Vec<u8>>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = format!("{prefix}{}", path.file_name().unwrap().to_string_lossy());
            if path.is_dir() && name != "used" {
                add(&path, &format!("{name}/"), found);
            } else if path.is_file() && path.extension().is_none_or(|ending| ending != "part") {
                found.insert(name, fs::read(path).unwrap());
            }
        }
    }
    let mut found = BTreeMap::new();
    add(folder, "", &mut found);
    found
}

fn grade(folder: &Path, results: &str, more: &[&str]) -> String {
    let words = [
        &[
            "grade",
            "exercise",
            "submissions",
            WALLS,
            "--results",
            results,
        ],
        more,
    ]
    .concat();
    let graded = pram(folder, &words);
    assert_eq!(graded.status.code(), Some(0), "{}", said(&graded));
    said(&graded)
}

#[test]
fn only_what_has_changed_is_graded_again() {
    let folder = class("changed");
    let first = grade(&folder, "results", &[]);
    assert!(first.contains("12 submissions graded;"), "{first}");
    let again = grade(&folder, "results", &[]);
    assert!(
        again.contains("0 submissions graded, 12 unchanged"),
        "{again}"
    );
    fs::write(folder.join("submissions/s1.pram"), REFERENCE).unwrap();
    let changed = grade(&folder, "results", &[]);
    assert!(
        changed.contains("1 submission graded, 11 unchanged"),
        "{changed}"
    );
    let all = grade(&folder, "results", &["--again", "all"]);
    assert!(all.contains("12 submissions graded;"), "{all}");
    // Another exercise: all of them.
    let toml = fs::read_to_string(folder.join("exercise/exercise.toml")).unwrap();
    fs::write(
        folder.join("exercise/exercise.toml"),
        toml.replace("points = 2", "points = 3"),
    )
    .unwrap();
    let changed = grade(&folder, "results", &[]);
    assert!(changed.contains("12 submissions graded;"), "{changed}");
    // Equal files are graded once.
    fs::write(folder.join("submissions/s3.pram"), REFERENCE).unwrap();
    let equal = grade(&folder, "results", &[]);
    assert!(
        equal.contains("0 submissions graded, 12 unchanged"),
        "{equal}"
    );
}

#[test]
fn shards_make_what_one_call_makes() {
    let folder = class("shards");
    grade(&folder, "one", &[]);
    for index in 0..4 {
        let shard = format!("{index}/4");
        let shown = grade(&folder, "four", &["--shard", &shard]);
        assert_eq!(shown, format!("shard {shard}: 3 of 3 units\n"));
    }
    let last = grade(&folder, "four", &[]);
    assert!(
        last.contains("0 submissions graded, 12 unchanged"),
        "{last}"
    );
    assert_eq!(results(&folder.join("one")), results(&folder.join("four")));
    for wrong in ["4/4", "0/0", "1", "a/b", "0/10001", "-1/2"] {
        let shard = format!("--shard={wrong}");
        let refused = pram(&folder, &["grade", "exercise", "submissions", &shard]);
        assert_eq!(refused.status.code(), Some(2), "{wrong}");
    }
}

/// `PRAM_KILLS=50` kills at as many moments.
#[test]
fn what_was_killed_continues() {
    let folder = class("killed");
    grade(&folder, "whole", &[]);
    let whole = results(&folder.join("whole"));
    let kills: u64 = std::env::var("PRAM_KILLS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(4);
    for kill in 0..kills {
        let results_of = folder.join("killed");
        let _ = fs::remove_dir_all(&results_of);
        let mut child = Command::new(env!("CARGO_BIN_EXE_pram"))
            .args([
                "grade",
                "exercise",
                "submissions",
                WALLS,
                "--results",
                "killed",
            ])
            .current_dir(&folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Moments that are spread over the run, and not the same in each.
        thread::sleep(Duration::from_millis(40 + kill * 731 % 900));
        if kill % 2 == 1 {
            // A worker ends early: its task is tried again, and nothing is lost.
            for worker in workers_of(child.id()) {
                let _ = Command::new("kill")
                    .args(["-9", &worker.to_string()])
                    .stderr(Stdio::null())
                    .status();
            }
            child.wait().unwrap();
        } else {
            child.kill().unwrap();
            child.wait().unwrap();
        }
        grade(&folder, "killed", &[]);
        assert_eq!(results(&results_of), whole, "kill {kill}");
    }
}

/// Time is the teacher's affair: what takes too much of it is not graded, and gets no silent 0.
#[cfg(target_os = "linux")]
#[test]
fn what_takes_too_long_is_ungraded_and_named() {
    let mut own = files(ITEMS);
    own.toml = own.toml.replace(
        "steps = \"2000\", work = \"20000\"",
        "steps = \"10^15\", work = \"10^15\"",
    );
    own.toml = own.toml.replace("cpu = \"60s\"", "cpu = \"2s\"");
    let folder = class_folder("slow", &own);
    let slow = "algorithm maximum(A[], n)\n    while (true)\n        A[0] = A[0];\nend_algorithm\n";
    fs::write(folder.join("submissions/slow.pram"), slow).unwrap();
    fs::write(folder.join("submissions/right.pram"), REFERENCE).unwrap();
    let graded = pram(&folder, &["grade", "exercise", "submissions", WALLS]);
    let text = said(&graded);
    assert_eq!(graded.status.code(), Some(5), "{text}");
    assert!(
        text.contains("note: slow: This submission is not graded"),
        "{text}"
    );
    assert!(text.contains("2/2  graded"), "{text}");
    // The same command does not spend the time again.
    let again = pram(&folder, &["grade", "exercise", "submissions", WALLS]);
    assert_eq!(again.status.code(), Some(5));
    assert!(
        said(&again).contains("0 submissions graded, 2 unchanged"),
        "{}",
        said(&again)
    );
    let failed = pram(
        &folder,
        &[
            "grade",
            "exercise",
            "submissions",
            WALLS,
            "--again",
            "failed",
        ],
    );
    assert!(
        said(&failed).contains("1 submission graded, 1 unchanged"),
        "{}",
        said(&failed)
    );
}

/// The processes that a process started, as far as the system says.
fn workers_of(parent: u32) -> Vec<u32> {
    let Ok(entries) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    let stats = entries.flatten().filter_map(|entry| {
        let id = entry.file_name().to_str()?.parse().ok()?;
        let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
        // After the name in brackets: the state, and the parent.
        let of = stat
            .rsplit_once(')')?
            .1
            .split_whitespace()
            .nth(1)?
            .parse::<u32>()
            .ok()?;
        (of == parent).then_some(id)
    });
    stats.collect()
}

#[test]
fn a_folder_of_something_else_stays_as_it_is() {
    let folder = class("other");
    fs::create_dir(folder.join("mine")).unwrap();
    fs::write(folder.join("mine/thesis.txt"), "mine").unwrap();
    let refused = pram(
        &folder,
        &[
            "grade",
            "exercise",
            "submissions",
            WALLS,
            "--results",
            "mine",
        ],
    );
    assert_eq!(refused.status.code(), Some(2), "{}", said(&refused));
    assert!(said(&refused).contains("E0709"), "{}", said(&refused));
    let shown = pram(&folder, &["grade", "show", "mine"]);
    assert!(said(&shown).contains("E0709"), "{}", said(&shown));
    assert_eq!(fs::read_dir(folder.join("mine")).unwrap().count(), 1);
    let none = pram(&folder, &["grade", "show", "nowhere"]);
    assert_eq!(none.status.code(), Some(2), "{}", said(&none));
}

/// A disk may lose the end of a file, whatever was flushed.
#[test]
fn what_is_damaged_is_made_again_and_what_is_sound_is_not_written() {
    use std::os::unix::fs::MetadataExt;

    let folder = class("damaged");
    grade(&folder, "results", &[]);
    let whole = results(&folder.join("results"));
    let exercise = || {
        fs::metadata(folder.join("results/exercise.json"))
            .unwrap()
            .ino()
    };
    let before = exercise();
    // `ab/`, 32 digits and `.json`.
    let outcome = whole.keys().find(|name| name.len() == 40).unwrap();
    let entry = whole
        .keys()
        .find(|name| name.starts_with("index/"))
        .unwrap();
    let key = outcome.split(['/', '.']).nth(1).unwrap();
    for (damaged, graded) in [
        (outcome.as_str(), 1),
        (entry, 0),
        (&format!("used/{key}"), 0),
    ] {
        fs::write(folder.join("results").join(damaged), "{\"form").unwrap();
        let shown = pram(&folder, &["grade", "show", "results"]);
        // What was used is no result.
        let status = if damaged.starts_with("used") { 0 } else { 2 };
        assert_eq!(
            shown.status.code(),
            Some(status),
            "{damaged}: {}",
            said(&shown)
        );
        let again = grade(&folder, "results", &[]);
        let kept = CLASS - graded;
        let expected = format!("graded, {kept} unchanged");
        assert!(again.contains(&expected), "{damaged}: {again}");
        assert_eq!(results(&folder.join("results")), whole, "{damaged}");
    }
    assert_eq!(exercise(), before, "it was written again");
}

#[test]
fn an_exercise_whose_reference_fails_grades_nobody() {
    let mut own = files(ITEMS);
    own.programs.insert(
        "reference.pram".to_owned(),
        "algorithm maximum(A[], n)\n    A[0] = -1;\nend_algorithm\n".to_owned(),
    );
    let folder = class_folder("faulty", &own);
    fs::write(folder.join("submissions/a.pram"), REFERENCE).unwrap();
    let refused = pram(&folder, &["grade", "exercise", "submissions", WALLS]);
    assert_eq!(refused.status.code(), Some(1), "{}", said(&refused));
    assert!(!folder.join("results").exists());
}

#[test]
fn the_exercise_itself_is_tested() {
    let mut own = files(ITEMS);
    let example = |points: &str, fails: &str| {
        format!(
            "// grade: {points} of 2\n// fails: {fails}\nalgorithm maximum(A[], n)\n    A[0] = -1;\nend_algorithm\n"
        )
    };
    own.programs
        .insert("examples/wrong.pram".to_owned(), example("0", "t"));
    let folder = class_folder("tested", &own);
    let tested = pram(&folder, &["grade", "test", "exercise"]);
    if said(&tested).contains("E0710") {
        println!("skipped: this kernel lacks a wall");
        return;
    }
    assert_eq!(tested.status.code(), Some(0), "{}", said(&tested));
    assert!(
        said(&tested).contains("✓ reference.pram: 2 of 2"),
        "{}",
        said(&tested)
    );
    fs::write(
        folder.join("exercise/examples/wrong.pram"),
        example("1", "t"),
    )
    .unwrap();
    let tested = pram(&folder, &["grade", "test", "exercise"]);
    assert_eq!(tested.status.code(), Some(1), "{}", said(&tested));
    fs::write(
        folder.join("exercise/examples/wrong.pram"),
        example("0", "u"),
    )
    .unwrap();
    let tested = pram(&folder, &["grade", "test", "exercise"]);
    assert!(said(&tested).contains("no item `u`"), "{}", said(&tested));
}
