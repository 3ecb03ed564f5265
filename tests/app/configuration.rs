//! `pram.toml`: which settings it has, and what goes before it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::files::fresh_folder;

/// Standard output, standard error and status of a command in a folder.
fn pram(folder: &Path, arguments: &[&str]) -> (String, String, i32) {
    let output = Command::new(env!("CARGO_BIN_EXE_pram"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    let status = output.status.code().expect("no signal ended it");
    (text(output.stdout), text(output.stderr), status)
}

/// Both processors read `A[0]`: legal on a CREW PRAM.
const READS: &str = "parallel (for each i from 0 to 1)\n        B[i] = A[0];\n    end_parallel\n";

/// A folder with this configuration, a program that names no machine, and a folder with one that names EREW.
fn course(name: &str, configuration: &str) -> PathBuf {
    let folder = fresh_folder("configuration", name);
    let program = |machine: &str| {
        format!(
            "{machine}input A[2] = iota;\nprogram\n    array B[2];\n    {READS}    output B[];\nend_program\n"
        )
    };
    fs::write(folder.join("pram.toml"), configuration).unwrap();
    fs::write(folder.join("free.pram"), program("")).unwrap();
    fs::create_dir(folder.join("week")).unwrap();
    fs::write(folder.join("week/erew.pram"), program("machine EREW;\n")).unwrap();
    folder
}

#[test]
fn the_command_line_goes_before_the_program_and_that_before_the_file() {
    let folder = course("order", "model = \"CREW\"\n");
    let run = |arguments: &[&str]| pram(&folder, &[&["run"], arguments].concat()).2;
    assert_eq!(run(&["free.pram"]), 0, "CREW of the file");
    assert_eq!(run(&["week/erew.pram"]), 3, "EREW of the program");
    assert_eq!(
        run(&["free.pram", "--model", "erew"]),
        3,
        "EREW of the command line"
    );
    assert_eq!(
        run(&["week/erew.pram", "--model", "crew"]),
        0,
        "CREW of the command line"
    );
    // Above the program, from wherever the command is given.
    let week = folder.join("week");
    fs::write(
        week.join("free.pram"),
        fs::read(folder.join("free.pram")).unwrap(),
    )
    .unwrap();
    assert_eq!(pram(&week, &["run", "free.pram"]).2, 0);
    // The nearest file counts, and no other.
    fs::write(week.join("pram.toml"), "seed = 3\n").unwrap();
    assert_eq!(pram(&folder, &["run", "week/free.pram"]).2, 3);
    // A network is no matter of the file's model.
    fs::write(
        folder.join("ring.pram"),
        "machine ring(p = 2, t_s = 1, t_w = 1);\nprogram\n    parallel (for each processor k, k = 0, ..., p-1)\n        local x;\n        x = \
         k;\n    end_parallel\nend_program\n",
    )
    .unwrap();
    assert_eq!(run(&["ring.pram"]), 0);
}

#[test]
fn every_setting_is_shown_with_where_it_comes_from() {
    let folder = course(
        "shown",
        "# Ours.\nmodel = \"CREW\"\nseed = 7\n\nmax-steps = \"10^6\"\nvocabulary = \"hr\"\n",
    );
    let shown = |arguments: &[&str]| {
        let (text, error, status) = pram(&folder, &[&["run", "--show-config"], arguments].concat());
        assert_eq!(status, 0, "{error}");
        let rows = text
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        rows.collect::<Vec<_>>()
    };
    let rows = shown(&["free.pram", "--seed", "8"]);
    for row in [
        "model CREW ./pram.toml, line 2",
        "seed 8 command line",
        "max-steps 10^6 ./pram.toml, line 5",
        "max-work 10^10 default",
        "max-memory 4GiB default",
        "threads all default",
        "simultaneity step default",
        "branches mimd default",
        "on-violation stop default",
        "vocabulary hr ./pram.toml, line 6",
    ] {
        assert!(rows.iter().any(|shown| shown == row), "{row}: {rows:#?}");
    }
    let rows = shown(&["week/erew.pram"]);
    assert!(
        rows.contains(&"model erew the program".to_owned()),
        "{rows:#?}"
    );
}

#[test]
fn faults_name_the_file_the_line_and_a_way_out() {
    for (name, configuration, said, hint) in [
        (
            "unknown",
            "seed = 1\nmodle = \"CREW\"\n",
            "`./pram.toml` has no setting `modle`",
            "did you mean `model`?",
        ),
        (
            "one-program",
            "\np = 4\n",
            "`p` is no setting of `./pram.toml`",
            "on the command line",
        ),
        (
            "value",
            "seed = 1\nmodel = \"XYZ\"\n",
            "`XYZ` is no value for `model`",
            "line 2",
        ),
        (
            "negative",
            "seed = 1\nmax-steps = -1\n",
            "`-1` is no value for `max-steps`",
            "line 2",
        ),
        (
            "section",
            "seed = 1\n[run]\nmodel = \"CREW\"\n",
            "has no section `[run]`",
            "line 2",
        ),
        (
            "list",
            "seed = 1\nmodel = [\"CREW\"]\n",
            "takes a text, a number",
            "line 2",
        ),
        (
            "vocabulary",
            "seed = 1\nvocabulary = \"de\"\n",
            "`de` in `./pram.toml` is no vocabulary",
            "`hr`",
        ),
        (
            "twice",
            "seed = 1\nseed = 2\n",
            "is not TOML: duplicate key",
            "line 2",
        ),
        ("no-toml", "seed = 1\nseed 7\n", "is not TOML", "line 2"),
        ("empty-key", "= 1\n", "is not TOML", "line 1"),
        (
            "large",
            &"#".repeat(70_000),
            "is larger than 65536 bytes",
            "",
        ),
    ] {
        let folder = course(name, configuration);
        for command in ["run", "check", "derive"] {
            let (text, error, status) = pram(&folder, &[command, "free.pram"]);
            assert_eq!((text.as_str(), status), ("", 2), "{name}: {error}");
            assert!(
                error.contains(said) && error.contains(hint),
                "{name}: {error}"
            );
        }
    }
    // Not the bytes of a text, and empty.
    let folder = course("bytes", "");
    assert_eq!(
        pram(&folder, &["run", "week/erew.pram", "--model", "crew"]).2,
        0
    );
    fs::write(folder.join("pram.toml"), [0xff, 0xfe]).unwrap();
    assert_eq!(pram(&folder, &["run", "free.pram"]).2, 2);
}

/// A trace is taken again where the configuration is not.
#[test]
fn a_trace_holds_what_the_configuration_set() {
    let folder = course("trace", "model = \"CREW\"\nseed = 7\n");
    let (_, error, status) = pram(
        &folder,
        &["replay", "free.pram", "--seed", "8", "-o", "run.json"],
    );
    assert_eq!(status, 0, "{error}");
    let elsewhere = fresh_folder("configuration", "elsewhere");
    fs::copy(folder.join("run.json"), elsewhere.join("run.json")).unwrap();
    let trace = fs::read_to_string(elsewhere.join("run.json")).unwrap();
    let trace: serde_json::Value = serde_json::from_str(&trace).unwrap();
    let words = [
        "replay",
        "free.pram",
        "--seed",
        "8",
        "-o",
        "run.json",
        "--model",
        "CREW",
    ];
    assert_eq!(trace["request"]["command"], serde_json::json!(words));
    fs::write(elsewhere.join("script"), "end\nprint B[1]\n").unwrap();
    let (text, error, status) = pram(&elsewhere, &["debug", "run.json", "--script", "script"]);
    assert_eq!(status, 0, "{text}{error}");
    assert!(!text.contains("E0501"), "{text}");
}

#[test]
fn what_is_written_for_a_student_is_in_its_vocabulary() {
    let folder = fresh_folder("configuration", "keywords");
    let printed = |arguments: &[&str]| pram(&folder, arguments).0;
    for (written, own, other) in [
        ("hr", "paralelno", "parallel ("),
        ("en", "parallel (", "paralelno"),
    ] {
        fs::write(
            folder.join("pram.toml"),
            format!("vocabulary = \"{written}\"\n"),
        )
        .unwrap();
        for command in [["explain", "E0501"], ["programs", "prescan"]] {
            let text = printed(&command);
            assert!(
                text.contains(own) && !text.contains(other),
                "{command:?}: {text}"
            );
        }
        let (_, error, status) = pram(&folder, &["new", written]);
        assert_eq!(status, 0, "{error}");
        let text = fs::read_to_string(folder.join(format!("{written}.pram"))).unwrap();
        assert!(text.contains(own) && !text.contains(other), "{text}");
    }
    // An option goes before it.
    let text = printed(&["explain", "E0501", "--vocabulary", "hr"]);
    assert!(text.contains("paralelno"), "{text}");
    fs::write(folder.join("pram.toml"), "vocabulary = 1\n").unwrap();
    assert_eq!(pram(&folder, &["explain", "E0501"]).2, 2);
}
