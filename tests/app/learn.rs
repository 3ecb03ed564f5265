//! `pram learn`, as a student uses it: an attempt is saved, a hint is asked for, one goes on.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use crate::files::fresh_folder;

/// How long something may take that takes a moment.
const PATIENCE: Duration = Duration::from_mins(1);

/// A fresh folder.
fn folder(name: &str) -> PathBuf {
    fresh_folder("learn", name)
}

/// What `pram learn attempts` with options ends with: standard output, standard error, status.
fn learn(folder: &Path, options: &str) -> (String, String, i32) {
    let output = Command::new(env!("CARGO_BIN_EXE_pram"))
        .args(["learn", "attempts"])
        .args(options.split(' '))
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("it runs");
    (
        String::from_utf8(output.stdout).expect("text"),
        String::from_utf8(output.stderr).expect("text"),
        output.status.code().expect("no signal ended it"),
    )
}

fn solution(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("programs/exercises")
        .join(name)
        .join("reference.pram");
    let text = fs::read_to_string(path).expect("a solution");
    text.replace("\"../../", "\"programs/")
}

/// The names in the list, without their marks.
fn names(list: &str) -> Vec<String> {
    let lines = list.lines().filter(|line| !line.contains("are solved"));
    lines
        .map(|line| line.split_whitespace().last().unwrap())
        .map(|file| file.strip_suffix(".pram").expect(file).to_owned())
        .collect()
}

#[test]
fn every_exercise_is_open_at_first_and_solved_by_its_solution() {
    let folder = folder("learn-all");
    let all = names(&learn(&folder, "--list").0);
    let mut files: Vec<String> = fs::read_dir("programs/exercises")
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    let mut sorted = all.clone();
    sorted.sort();
    assert_eq!(sorted, files);
    for (index, name) in all.iter().enumerate() {
        // That no starter is enough is tested with the exercises.
        if index == 0 {
            let (shown, _, status) = learn(&folder, "--next");
            assert_eq!(status, 1, "{name} is not solved by its starter: {shown}");
        }
        let attempt = folder.join(format!("attempts/{name}.pram"));
        assert!(attempt.exists(), "{name}");
        fs::write(&attempt, solution(name)).unwrap();
        let (shown, said, status) = learn(&folder, "--next");
        assert_eq!(status, 0, "{name}: {shown}{said}");
        let solved = index + 1;
        assert!(
            shown.contains(&format!("{solved} of 13")),
            "{name}: {shown}"
        );
    }
    let (list, _, _) = learn(&folder, "--list");
    assert!(list.ends_with("13 of 13 are solved\n"), "{list}");
}

/// Starters and solutions are copied and printed in the vocabulary that is asked for.
#[test]
fn every_exercise_is_given_in_english() {
    let folder = folder("learn-english");
    let all = names(&learn(&folder, "--list --vocabulary en").0);
    for name in all {
        let file = format!("attempts/{name}.pram");
        let in_english = |file: &str| {
            let mut pram = Command::new(env!("CARGO_BIN_EXE_pram"));
            pram.args(["fmt", "--check", "--vocabulary", "en", file]);
            pram.current_dir(&folder).status().unwrap().success()
        };
        assert!(in_english(&file), "{name}");
        // The vocabulary is remembered.
        let (solution, _, _) = learn(&folder, "--solution");
        fs::write(folder.join(&file), solution).unwrap();
        assert!(in_english(&file), "the solution of {name}");
        learn(&folder, "--skip");
    }
}

/// Of an attempt nothing is lost, and a starter is none.
#[test]
fn another_vocabulary_translates_what_is_still_as_it_was_given() {
    let folder = folder("learn-translated");
    let attempt = folder.join("attempts/one_past_the_end.pram");
    let given = |options: &str| {
        learn(&folder, options);
        fs::read_to_string(&attempt).unwrap()
    };
    // Nobody is asked at the end of a pipe, and English is not remembered as an answer.
    let first = given("--list");
    assert!(first.contains("\n    for i = 0 to n-1\n"), "{first}");
    let progress = fs::read_to_string(folder.join("attempts/progress.json")).unwrap();
    assert!(!progress.contains("vocabulary"), "{progress}");
    let croatian = given("--list --vocabulary hr");
    assert!(croatian.contains("\n    za i = 0 do n-1\n"), "{croatian}");
    let english = given("--list --vocabulary en");
    assert!(english.contains("\n    for i = 0 to n-1\n"), "{english}");
    assert_eq!(given("--reset"), english);
    assert!(!folder.join("attempts/one_past_the_end.pram.old").exists());
    // A solution may be in the other vocabulary.
    fs::write(&attempt, solution("one_past_the_end")).unwrap();
    let (shown, said, status) = learn(&folder, "--check");
    assert_eq!(status, 0, "{shown}{said}");
    assert_eq!(
        given("--list --vocabulary en"),
        solution("one_past_the_end")
    );
}

/// On a terminal the vocabulary is asked for once. (`script` gives the process a terminal.)
#[cfg(target_os = "linux")]
#[test]
fn the_vocabulary_is_asked_for_once() {
    let folder = folder("learn-asked");
    let shown = |typed: &str| {
        let command = concat!(env!("CARGO_BIN_EXE_pram"), " learn attempts --list");
        let mut script = Command::new("script");
        script.args(["-qec", command, "/dev/null"]);
        script
            .current_dir(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut process = script.spawn().expect("`script` of util-linux runs");
        let mut input = process.stdin.take().unwrap();
        input.write_all(typed.as_bytes()).unwrap();
        let output = process.wait_with_output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let question = "Which keywords should the exercises have?";
    // `de` is none, so it is asked again.
    assert_eq!(shown("de\nen\n").matches(question).count(), 2);
    let given = fs::read_to_string(folder.join("attempts/one_past_the_end.pram")).unwrap();
    assert!(given.contains("end_program"), "{given}");
    assert!(!shown("").contains(question));
}

/// Checks an attempt at the exercise that one works on: what is shown, and the status.
fn checked(folder: &Path, name: &str, attempt: &str) -> (String, i32) {
    fs::write(folder.join(format!("attempts/{name}.pram")), attempt).unwrap();
    let (shown, said, status) = learn(folder, "--check");
    assert_eq!(said, "", "what is found of an attempt is the result");
    (shown, status)
}

/// The machine and the program of a file are those of the student.
#[test]
fn only_the_algorithm_is_checked() {
    let folder = folder("learn-algorithm");
    for _ in 1..4 {
        learn(&folder, "--skip");
    }
    // A file without a program of its own is enough.
    let tree = "algorithm count_even(A[], n)
        array is_even[n];
        parallel (for each i from 0 to n-1)
            is_even[i] = 1 - A[i] mod 2;
        end_parallel
        for d = 0 to ceil(log n) - 1
            parallel (for each i from 0 to n-1 - 2^d step 2^(d+1))
                is_even[i] += is_even[i + 2^d];
            end_parallel
        return is_even[0];
    end_algorithm\n";
    let (shown, status) = checked(&folder, "counting", tree);
    assert_eq!(status, 0, "{shown}");
    // On another machine than the task's it is not right, whatever machine the file names.
    let sum = "machine CRCW-sum;
        algorithm count_even(A[], n)
            even = 0;
            parallel (for each i from 0 to n-1)
                if (A[i] mod 2 == 0)
                    even = 1;
            end_parallel
            return even;
        end_algorithm\n";
    let (shown, status) = checked(&folder, "counting", sum);
    assert_eq!(status, 1, "{shown}");
    assert!(
        shown.contains("an access is illegal:\nerror[E050"),
        "{shown}"
    );
    // A program that never ends is no solution, and is not waited for.
    let endless = "algorithm count_even(A[], n)
            even = 0;
            while (even == 0)
                even = 0;
            return even;
        end_algorithm\n";
    let (shown, status) = checked(&folder, "counting", endless);
    assert_eq!(status, 1, "{shown}");
    assert!(
        shown.contains("a limit is reached:\nerror[E0601]"),
        "{shown}"
    );
    // What ends every item is told once.
    let (shown, status) = checked(&folder, "counting", "algorithm count_even(A[], n\n");
    assert_eq!(status, 1, "{shown}");
    assert_eq!(shown.matches("the file is no correct program").count(), 1);
    assert!(!shown.contains("legal on EREW"), "{shown}");
}

#[test]
fn a_sequential_loop_solves_no_exercise_about_rounds() {
    let folder = folder("learn-sequential");
    learn(&folder, "--skip");
    let sequential = "algorithm differences(A[], R[], n)
        for i = 0 to n-2
            R[i] = A[i+1] - A[i];
    end_algorithm\n";
    let (shown, status) = checked(&folder, "differences", sequential);
    assert_eq!(status, 1, "{shown}");
    assert!(shown.contains("✓ legal on EREW\n"), "{shown}");
    // n - 1 rounds are 5 for n = 6, the first size with more than 4.
    assert!(
        shown.contains("at most 4 rounds:\nIt does not hold: with n=6: claimed 4, measured 5"),
        "{shown}"
    );
    // Two blocks are a few rounds.
    let blocks = "algorithm differences(A[], R[], n)
        parallel (for each i from 0 to n-2)
            R[i] = -A[i];
        end_parallel
        parallel (for each i from 0 to n-2)
            R[i] += A[i+1];
        end_parallel
    end_algorithm\n";
    let (shown, status) = checked(&folder, "differences", blocks);
    assert_eq!(status, 0, "{shown}");
}

/// What is right for the elements of a starter is compared for others, too.
#[test]
fn a_result_that_is_right_for_one_input_solves_nothing() {
    let folder = folder("learn-constants");
    for _ in 1..4 {
        learn(&folder, "--skip");
    }
    // Every second of 0, 1, 2, … is even.
    let constant = "algorithm count_even(A[], n)\n    return (n + 1) / 2;\nend_algorithm\n";
    let (shown, status) = checked(&folder, "counting", constant);
    assert_eq!(status, 1);
    assert!(shown.contains("is right"), "{shown}");
    assert!(
        shown.contains("✗ counting.pram is not solved yet.\n"),
        "{shown}"
    );
}

/// Behind the last exercise comes the first that is open, and that is said.
#[test]
fn skipping_the_last_exercise_says_where_it_goes_on() {
    let folder = folder("learn-round");
    for _ in 1..13 {
        let (shown, _, _) = learn(&folder, "--skip");
        assert!(!shown.contains("That was the last one"), "{shown}");
    }
    let (shown, _, _) = learn(&folder, "--skip");
    assert!(
        shown.starts_with(
            "That was the last one; this is the first that is still open.\n\nExercise 1 of 13"
        ),
        "{shown}"
    );
}

#[test]
fn hints_come_one_by_one_and_a_new_beginning_keeps_the_attempt() {
    let folder = folder("learn-hints");
    let count = |text: &str| {
        text.lines()
            .filter(|line| line.starts_with("hint "))
            .count()
    };
    for expected in [1, 2, 3, 3] {
        let (shown, _, _) = learn(&folder, "--hint");
        assert_eq!(count(&shown), expected, "{shown}");
    }
    let attempt = folder.join("attempts/one_past_the_end.pram");
    let given = fs::read_to_string(&attempt).unwrap();
    fs::write(&attempt, "mine").unwrap();
    learn(&folder, "--reset");
    assert_eq!(fs::read_to_string(&attempt).unwrap(), given);
    let kept = folder.join("attempts/one_past_the_end.pram.old");
    assert_eq!(fs::read_to_string(kept).unwrap(), "mine");
    // What says where one is may be spoilt.
    fs::write(folder.join("attempts/progress.json"), "{").unwrap();
    let (_, said, status) = learn(&folder, "--list");
    assert_eq!(status, 2);
    assert!(said.contains("E0701"), "{said}");
}

/// Every attempt that was ever begun anew is kept, and what is as it was given is not kept again.
#[test]
fn each_new_beginning_keeps_the_attempt_before_it() {
    let folder = folder("learn-resets");
    learn(&folder, "--list");
    let attempt = folder.join("attempts/one_past_the_end.pram");
    let given = fs::read_to_string(&attempt).unwrap();
    let kept =
        [".old", ".old.2", ".old.3"].map(|end| format!("attempts/one_past_the_end.pram{end}"));
    for (number, kept) in kept.iter().enumerate() {
        fs::write(&attempt, format!("mine {number}")).unwrap();
        let (shown, said, status) = learn(&folder, "--reset");
        assert_eq!(status, 0, "{said}");
        assert!(
            shown.contains(&format!("your attempt is in {kept}\n")),
            "{shown}"
        );
        let (shown, _, _) = learn(&folder, "--reset");
        assert!(!shown.contains("your attempt"), "{shown}");
        assert_eq!(fs::read_to_string(&attempt).unwrap(), given);
    }
    for (number, kept) in kept.iter().enumerate() {
        assert_eq!(
            fs::read_to_string(folder.join(kept)).unwrap(),
            format!("mine {number}")
        );
    }
    // A link to what is missing is an attempt as well: nothing is written to where it points.
    #[cfg(unix)]
    {
        fs::remove_file(&attempt).unwrap();
        std::os::unix::fs::symlink("nowhere", &attempt).unwrap();
        learn(&folder, "--reset");
        assert_eq!(fs::read_to_string(&attempt).unwrap(), given);
        assert!(folder.join(format!("{}.4", kept[0])).is_symlink());
    }
}

/// What lies in the folder of attempts is kept by all sessions together.
#[test]
fn sessions_side_by_side_lose_nothing_of_each_other() {
    let folder = folder("learn-sessions");
    let mut first = Working::new(&folder);
    first.wait_for("Save the file");
    // The first one is at the first exercise, and the others are at work.
    learn(&folder, "--skip");
    learn(&folder, "--hint");
    fs::write(
        folder.join("attempts/differences.pram"),
        solution("differences"),
    )
    .unwrap();
    assert_eq!(learn(&folder, "--check").2, 0);
    let attempt = folder.join("attempts/one_past_the_end.pram");
    fs::write(&attempt, solution("one_past_the_end")).unwrap();
    first.wait_for("✓ one_past_the_end.pram is solved");
    first.types("hint");
    first.wait_for("hint 1 of");
    let progress = fs::read_to_string(folder.join("attempts/progress.json")).unwrap();
    let kept: serde_json::Value = serde_json::from_str(&progress).unwrap();
    assert_eq!(kept["exercise"], "differences");
    assert_eq!(
        kept["solved"],
        serde_json::json!(["differences", "one_past_the_end"])
    );
    let hints = serde_json::json!({"differences": 1, "one_past_the_end": 1});
    assert_eq!(kept["hints"], hints);
    // It goes on behind what the others have solved.
    first.types("next");
    first.wait_for("Exercise 3 of 13: whose_t");
    // It would write down where it is while the folder is emptied.
    drop(first);
    // Several at the same moment: each hint counts.
    for _ in 0..4 {
        let _ = fs::remove_dir_all(folder.join("attempts"));
        let hints: Vec<_> = (0..3)
            .map(|_| {
                let folder = folder.clone();
                thread::spawn(move || learn(&folder, "--hint"))
            })
            .collect();
        let mut shown: Vec<usize> = (hints.into_iter())
            .map(|hint| {
                let (shown, said, status) = hint.join().unwrap();
                assert_eq!(status, 0, "{said}");
                shown
                    .lines()
                    .filter(|line| line.starts_with("hint "))
                    .count()
            })
            .collect();
        shown.sort_unstable();
        assert_eq!(shown, [1, 2, 3]);
    }
}

/// Nobody is at the other end of a pipe, and a device has no end.
#[cfg(unix)]
#[test]
fn what_is_no_file_is_refused_and_not_waited_for() {
    let folder = folder("learn-pipes");
    learn(&folder, "--list");
    let pipe = |name: &str| {
        let path = folder.join("attempts").join(name);
        let _ = fs::remove_file(&path);
        assert!(
            Command::new("mkfifo")
                .arg(&path)
                .status()
                .unwrap()
                .success()
        );
        path
    };
    for (name, options) in [
        (
            "progress.json",
            &["--list", "--hint", "--check", "--reset"][..],
        ),
        (".progress.lock", &["--list", "--next"]),
        ("one_past_the_end.pram", &["--check", "--next"]),
    ] {
        let path = pipe(name);
        for option in options {
            let (shown, said, status) = learn(&folder, option);
            assert_ne!(status, 0, "{name} {option}: {shown}");
            assert!(said.contains("it is a pipe"), "{name} {option}: {said}");
        }
        fs::remove_file(path).unwrap();
    }
    let attempt = pipe("one_past_the_end.pram");
    let (_, said, status) = learn(&folder, "--reset");
    assert_eq!(status, 0, "{said}");
    assert!(attempt.is_file());
    let progress = folder.join("attempts/progress.json");
    let _ = fs::remove_file(&progress);
    std::os::unix::fs::symlink("/dev/zero", &progress).unwrap();
    let (_, said, status) = learn(&folder, "--list");
    assert_eq!(status, 2);
    assert!(said.contains("it is a device"), "{said}");
}

/// A student at work, and what is shown line by line.
struct Working {
    process: Child,
    typed: ChildStdin,
    shown: Receiver<String>,
}

impl Working {
    fn new(folder: &Path) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_pram"))
            .args(["learn", "attempts"])
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let (sender, shown) = channel();
        let output = process.stdout.take().expect("it is piped");
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self {
            typed: process.stdin.take().expect("it is piped"),
            process,
            shown,
        }
    }

    fn wait_for(&self, beginning: &str) {
        loop {
            let line = self.shown.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|_| panic!("no line begins with `{beginning}`"));
            if line.starts_with(beginning) {
                return;
            }
        }
    }

    fn types(&mut self, word: &str) {
        writeln!(self.typed, "{word}").expect("it reads");
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn an_attempt_is_checked_when_it_is_saved() {
    let folder = folder("learn-saved");
    let mut working = Working::new(&folder);
    working.wait_for("Exercise 1 of 13: one_past_the_end");
    working.wait_for("✗ one_past_the_end.pram");
    working.wait_for("Save the file");
    working.types("next");
    working.wait_for("It is not solved yet");
    let attempt = folder.join("attempts/one_past_the_end.pram");
    fs::write(&attempt, solution("one_past_the_end")).unwrap();
    working.wait_for("✓ one_past_the_end.pram is solved");
    working.types("next");
    working.wait_for("Exercise 2 of 13: differences");
    working.types("hint");
    working.wait_for("hint 1 of 3: Fault:");
    working.types("solution");
    working.wait_for("Really show a solution?");
    working.types("list");
    working.wait_for("1 of 13 are solved");
    working.types("solution");
    working.wait_for("Really show a solution?");
    working.types("yes");
    working.wait_for("// Solution of differences.");
    working.types("s");
    working.wait_for("Exercise 3 of 13: whose_t.pram");
    working.types("quit");
    let status = working.process.wait().expect("it ends");
    assert!(status.success());
    // The next time goes on there.
    let again = Working::new(&folder);
    again.wait_for("Exercise 3 of 13: whose_t.pram");
}
