//! A session of every program that comes with pram.

use std::fs;
use std::process::Command;

use crate::collection;
use crate::files::fresh_folder;

const SCRIPT: &str = "next\nnext 4\nview network\nview sections\ngoto 30%\nview processors\naccess\naccess\n\
                      goto end\nview memory\nview network\nview time\nback\nback 3\nlist\ngoto start\n\
                      view network\n";

/// Each answers everything, to the end and back.
#[test]
fn every_program_is_gone_through() {
    let folder = fresh_folder("session", "shelf");
    let script = folder.join("script.txt");
    fs::write(&script, SCRIPT).unwrap();
    let mut ended = Vec::new();
    // Kernels are not shown step by step yet.
    let programs = collection::programs().into_iter();
    for program in programs.filter(|path| !collection::has_kernels(path)) {
        let output = Command::new(env!("CARGO_BIN_EXE_pram"))
            .arg("debug")
            .arg(&program)
            .arg("--script")
            .arg(&script)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let is_whole = said.matches("\n> view network\n").count() == 3;
        if output.status.code() != Some(0) || !is_whole {
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            ended.push(format!("{}: {error}", program.display()));
        }
    }
    assert!(ended.is_empty(), "{}", ended.join("\n"));
}
