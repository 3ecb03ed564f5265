//! The command line, as its documented examples show it.
//!
//! `TRYCMD=overwrite cargo test command_line` writes what the program says now.

#[test]
fn examples_say_what_the_program_says() {
    trycmd::TestCases::new().case("tests/cases/command_line/*.md");
}

/// Names of files are bytes: one that is no text can be run, and the hints that repeat the command
/// line can be given.
#[cfg(unix)]
#[test]
fn a_file_whose_name_is_no_text_is_run() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::path::Path;
    use std::process::Command;

    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no_text");
    std::fs::create_dir_all(&folder).unwrap();
    let name = OsStr::from_bytes(b"x\xff.pram");
    let race = "program\npolje A[1];\nparalelno (za svaki i od 0 do 1)\nA[0] = i;\nkraj_paralelno\nkraj_programa";
    for (text, status) in [("program\nx = 1;\nkraj_programa", 0), (race, 3)] {
        std::fs::write(folder.join(name), text).unwrap();
        let ran = Command::new(env!("CARGO_BIN_EXE_pram"))
            .current_dir(&folder)
            .arg("run")
            .arg(name)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(status), "{said}");
    }
}

/// The former name of `--subscript-tests`: accepted with the same values, and not shown.
#[test]
fn the_former_name_of_subscript_tests_is_accepted() {
    use std::process::Command;

    let pram = |words: &[&str]| {
        let ran = Command::new(env!("CARGO_BIN_EXE_pram"))
            .args(words)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        let shown = String::from_utf8_lossy(&ran.stdout).into_owned();
        (ran.status.code(), shown, said)
    };
    let program = "programs/prescan.pram";
    let usual = pram(&["run", program]);
    assert_eq!(usual.0, Some(0), "{}", usual.2);
    for name in ["--subscript-tests", "--proofs"] {
        for value in ["on", "off"] {
            assert_eq!(
                pram(&["run", program, name, value]),
                usual,
                "{name} {value}"
            );
        }
        let (status, _, said) = pram(&["run", program, name, "perhaps"]);
        assert_eq!(status, Some(2), "{said}");
        assert!(said.contains("--subscript-tests"), "{said}");
    }
    let shown = [
        &["run", "--help"][..],
        &["completions", "bash"],
        &["man", "run"],
    ];
    for words in shown {
        let (_, text, _) = pram(words);
        let plain = text.replace('\\', "");
        assert!(plain.contains("--subscript-tests"), "{words:?}: {text}");
        assert!(!plain.contains("--proofs"), "{words:?}: {text}");
    }
}

/// The help of `run` has every option of a run, with its text.
#[test]
fn every_option_of_a_run_is_in_the_help_of_run() {
    use pram::pipeline::options::OPTIONS;
    use std::process::Command;

    let ran = Command::new(env!("CARGO_BIN_EXE_pram"))
        .args(["run", "--help"])
        .output()
        .unwrap();
    let help = String::from_utf8(ran.stdout).unwrap();
    let unfolded = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let help = unfolded(&help);
    for option in OPTIONS {
        let name = format!("--{}", option.name);
        let value = option
            .value
            .map_or(String::new(), |value| format!("<{value}> "));
        let text = option.long_help.unwrap_or(option.help);
        let row = unfolded(&format!("{name} {value}{text}"));
        assert!(help.contains(&row), "{row}: {help}");
    }
}

/// `-h` of a command, as a terminal of 80 columns shows it.
fn short_help(command: &str) -> String {
    let ran = std::process::Command::new(env!("CARGO_BIN_EXE_pram"))
        .env("COLUMNS", "80")
        .args([command, "-h"])
        .output()
        .unwrap();
    assert!(ran.status.success(), "{command}");
    String::from_utf8(ran.stdout).unwrap()
}

#[test]
fn short_help_fits_on_one_screen() {
    let commands = [
        "run",
        "watch",
        "check",
        "debug",
        "replay",
        "derive",
        "report",
        "fmt",
        "explain",
        "play",
        "learn",
        "programs",
        "new",
        "completions",
        "man",
    ];
    for command in commands {
        let help = short_help(command);
        assert!(help.lines().count() <= 40, "{command}: {help}");
        let widest = help.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(80), "{command}: {help}");
    }
}

/// The groups of options come in one order in all commands.
#[test]
fn options_are_grouped_by_what_they_are_about() {
    let groups = [
        "Inputs",
        "Machine",
        "Asynchronous PRAM",
        "Multicomputer",
        "Limits",
        "Output",
    ];
    for command in ["run", "check", "debug", "replay", "derive", "report"] {
        let help = short_help(command);
        let headings = help.lines().filter_map(|line| line.strip_suffix(':'));
        let headings: Vec<&str> = headings
            .filter(|heading| !heading.starts_with("Example") && *heading != "Arguments")
            .collect();
        assert_eq!(headings, groups, "{command}: {help}");
    }
}
