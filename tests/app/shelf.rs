//! Programs by their names, the list of them, and a program to begin with.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::files::fresh_folder;

/// What a command prints in a folder without programs, and its status.
fn pram(folder: &Path, arguments: &[&str]) -> (String, i32) {
    let output = Command::new(env!("CARGO_BIN_EXE_pram"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("it runs");
    let text = String::from_utf8(output.stdout).expect("text");
    (text, output.status.code().expect("no signal ended it"))
}

#[test]
fn a_program_that_comes_with_pram_runs_by_its_name() {
    let folder = fresh_folder("shelf", "by-name");
    let inputs = ["n=4", "A=3,1,7,0", "--quiet"];
    for name in ["prescan", "prescan.pram"] {
        let (text, status) = pram(&folder, &[&["run", name], &inputs[..2]].concat());
        assert_eq!(status, 0);
        // 0, 3, 3 + 1, 3 + 1 + 7
        assert!(text.contains("A = [0, 3, 4, 11]"), "{text}");
    }
    // A file of the name wins.
    fs::write(
        folder.join("prescan.pram"),
        "program\n    print(42);\nend_program\n",
    )
    .unwrap();
    assert_eq!(pram(&folder, &["run", "prescan.pram", "--quiet"]).0, "42\n");
}

#[test]
fn every_program_of_the_list_is_printed_by_its_name() {
    let folder = fresh_folder("shelf", "list");
    let (list, status) = pram(&folder, &["programs"]);
    assert_eq!(status, 0);
    let names: Vec<&str> = (list.lines())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "name")
        .collect();
    assert!(names.len() > 100, "{names:?}");
    for name in names {
        let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs");
        let files = [format!("{name}.pram"), format!("{name}/starter.pram")]
            .map(|path| programs.join(path));
        let own = files.iter().find_map(|file| fs::read_to_string(file).ok());
        let own = own.unwrap_or_else(|| panic!("{name} is no file"));
        let (printed, status) = pram(&folder, &["programs", name]);
        assert_eq!(status, 0, "{name}");
        assert_eq!(without_includes(&printed), without_includes(&own), "{name}");
    }
}

/// A program without the lines that name its files.
fn without_includes(text: &str) -> Vec<&str> {
    let lines = text.lines();
    lines.filter(|line| !line.starts_with("ukljuci ")).collect()
}

/// What is printed can be saved in any folder, and runs there, in both vocabularies.
#[test]
fn a_printed_program_runs_in_another_folder() {
    let folder = fresh_folder("shelf", "printed");
    for (name, status) in [
        ("prescan", 0),
        ("library", 0),
        ("network/pi_reduced", 0),
        ("collectives/ring", 0),
        // Two processors write one cell until it is solved.
        ("exercises/split_turned_round", 3),
    ] {
        let mut shown = Vec::new();
        for vocabulary in ["hr", "en"] {
            let printed = pram(&folder, &["programs", name, "--vocabulary", vocabulary]).0;
            fs::write(folder.join("mine.pram"), printed).unwrap();
            let in_vocabulary = ["fmt", "--check", "--vocabulary", vocabulary, "mine.pram"];
            assert_eq!(pram(&folder, &in_vocabulary).1, 0, "{name} {vocabulary}");
            let run = pram(&folder, &["run", "mine.pram", "--quiet"]);
            assert_eq!(run.1, status, "{name} {vocabulary}");
            shown.push(run.0);
        }
        assert_eq!(shown[0], shown[1], "{name}");
    }
}

#[test]
fn a_new_program_runs_keeps_its_claims_and_is_laid_out() {
    let folder = fresh_folder("shelf", "new");
    for (name, vocabulary) in [("mine", "en"), ("moj", "hr")] {
        let (said, status) = pram(&folder, &["new", name, "--vocabulary", vocabulary]);
        assert_eq!(
            (said, status),
            (
                format!("wrote {name}.pram; `pram run {name}.pram` runs it\n"),
                0
            )
        );
        let file = format!("{name}.pram");
        assert_eq!(
            pram(&folder, &["run", &file, "n=16", "--deny-warnings"]).1,
            0
        );
        assert_eq!(pram(&folder, &["fmt", "--check", &file]).1, 0);
        assert_eq!(
            pram(&folder, &["report", &file, "--vary", "n=2^2..2^8"]).1,
            0
        );
    }
}

/// A command that is advised can be pasted into a shell.
#[test]
fn the_name_of_a_new_program_is_quoted_where_a_shell_needs_it() {
    let folder = fresh_folder("shelf", "quoted");
    let (said, status) = pram(&folder, &["new", "my sum"]);
    assert_eq!(
        (said.as_str(), status),
        ("wrote my sum.pram; `pram run 'my sum.pram'` runs it\n", 0)
    );
}
