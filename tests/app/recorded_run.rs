//! `pram debug run.json`: a run is taken again from its trace, and answers as it does live.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::files::fresh_folder;

/// Said in every session; what a machine does not have is refused alike.
const SCRIPT: &str = "next
next 2
access
access back
back
round
round back
out
section
break conflict
break processors > 1
info
continue
reverse
delete
goto 50%
goto line 10
goto T = 3
watch A[0]
watch s for 1
follow i = 0
view network
view memory
view processors
view time
view sections
why A[0]
why s for 1
as crew
list
look
printed
goto end
why A[1]
export of.svg
help
nothing
";

fn pram(folder: &Path, words: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_pram"))
        .args(words)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    let status = output.status.code().expect("no signal ended it");
    (status, String::from_utf8_lossy(&said).into_owned())
}

/// A program of the repository by its path.
fn program(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("programs")
        .join(path);
    path.display().to_string()
}

fn folder(name: &str) -> PathBuf {
    let folder = fresh_folder("recorded_run", name);
    fs::write(folder.join("said.txt"), SCRIPT).unwrap();
    folder
}

/// What is said of a run by itself, and of its trace.
#[track_caller]
fn answers_alike(folder: &Path, program: &str, words: &[&str]) -> String {
    let recorded = [&["replay", program, "-o", "run.json"], words].concat();
    let (status, said) = pram(folder, &recorded);
    assert_eq!(status, 0, "{said}");
    let script = ["--script", "said.txt"];
    let live = pram(folder, &[&["debug", program], words, &script].concat());
    let file = pram(folder, &[&["debug", "run.json"][..], &script].concat());
    assert_eq!(file.0, 0, "{}", file.1);
    // The commands that are advised begin with the command that was given.
    let said = |text: &str| {
        let lines = text.lines().filter(|line| !line.contains(": `pram "));
        lines.map(str::to_owned).collect::<Vec<String>>()
    };
    assert_eq!(said(&file.1), said(&live.1));
    live.1
}

#[test]
fn a_trace_answers_as_the_run_itself() {
    let folder = folder("alike");
    let said = answers_alike(&folder, &program("prescan.pram"), &["n=8"]);
    assert!(said.contains("Step 13 of 13"), "{said}");
    answers_alike(
        &folder,
        &program("list_ranking.pram"),
        &["n=6", "--model", "erew"],
    );
    answers_alike(
        &folder,
        &program("radix_sort.pram"),
        &["n=8", "--seed", "7"],
    );
    answers_alike(
        &folder,
        &program("reduction.pram"),
        &["n=8", "--machine", "apram", "--d", "2", "--B", "8"],
    );
    let said = answers_alike(&folder, &program("network/mesh_broadcast.pram"), &[]);
    assert!(said.contains("Moment 1 of "), "{said}");
}

/// Illegal on the model that is given, by a file of inputs, in a folder that is gone.
#[test]
fn a_trace_needs_no_other_file() {
    let folder = folder("alone");
    let text = "include \"double.pram\";\ninput A[n];\nprogram\n parallel (for each i from 0 to n-1)\n  \
        A[0] = twice(A[i]);\n end_parallel\nend_program\n";
    fs::write(folder.join("given.pram"), text).unwrap();
    let double = "algorithm twice(x)\n return 2*x;\nend_algorithm\n";
    fs::write(folder.join("double.pram"), double).unwrap();
    fs::write(folder.join("a.csv"), "3,1,2\n").unwrap();
    let words = ["A=@a.csv", "--on-violation", "continue"];
    let said = answers_alike(&folder, "given.pram", &words);
    assert!(said.contains("i = 0 writes 6, i = 1 writes 2"), "{said}");
    for name in ["given.pram", "double.pram", "a.csv"] {
        fs::remove_file(folder.join(name)).unwrap();
    }
    let (status, alone) = pram(&folder, &["debug", "run.json", "--script", "said.txt"]);
    assert_eq!(status, 0, "{alone}");
    assert!(alone.starts_with(said.lines().next().unwrap()), "{alone}");
}

/// A trace that leaves steps out tells them all in a session.
#[test]
fn what_a_trace_leaves_out_is_taken_again() {
    let folder = folder("left_out");
    let text = "program\n array A[1] = 0;\n for i = 1 to 400\n  A[0] = A[0] + i;\nend_program\n";
    fs::write(folder.join("long.pram"), text).unwrap();
    let words = ["--max-trace", "20KiB"];
    let (status, said) = pram(
        &folder,
        &[&["replay", "long.pram", "-o", "run.json"][..], &words].concat(),
    );
    assert_eq!(status, 0, "{said}");
    assert!(said.contains("left out"), "{said}");
    fs::write(folder.join("said.txt"), "goto step 200\nwhy A[0]\n").unwrap();
    let (status, said) = pram(&folder, &["debug", "run.json", "--script", "said.txt"]);
    assert_eq!(status, 0, "{said}");
    // 1 + … + 200.
    assert!(said.contains("A[0] = 20100: written in step 200"), "{said}");
}

#[test]
fn a_command_that_records_nothing_is_refused() {
    let folder = folder("refused");
    fs::write(
        folder.join("one.pram"),
        "program\n array A[1] = 0;\n A[0] = 1;\nend_program\n",
    )
    .unwrap();
    assert_eq!(
        pram(&folder, &["replay", "one.pram", "-o", "run.json"]).0,
        0
    );
    let trace = fs::read_to_string(folder.join("run.json")).unwrap();
    for (old, new, why) in [
        (
            "\"command\":[\"replay\"",
            "\"command\":[\"learn\"",
            "does not say how its run was recorded",
        ),
        (
            "\"command\":[\"replay\"",
            "\"command\":[\"--no\"",
            "does not say how its run was recorded",
        ),
        (
            "\"files\":[{",
            "\"files\":[],\"were\":[{",
            "the trace holds no file",
        ),
    ] {
        assert!(trace.contains(old), "{trace}");
        fs::write(folder.join("damaged.json"), trace.replacen(old, new, 1)).unwrap();
        let (status, said) = pram(&folder, &["debug", "damaged.json"]);
        assert_eq!(status, 2, "{said}");
        assert!(said.contains(why), "{said}");
    }
}
