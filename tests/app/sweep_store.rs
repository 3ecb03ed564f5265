//! `pram report --store`: shards and a last call give what one call gives, byte for byte.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::files::fresh_folder;

/// Standard output, standard error and status of `pram report` in the project's folder.
fn report(words: &[&str]) -> (String, String, i32) {
    let output = Command::new(env!("CARGO_BIN_EXE_pram"))
        .arg("report")
        .args(words)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    let status = output.status.code().expect("no signal ended it");
    (text(output.stdout), text(output.stderr), status)
}

/// The files of a store with their contents.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.insert(path.clone(), fs::read(&path).unwrap());
        }
    }
    found
}

/// Each machine; inputs drawn at random with several seeds; sizes that fail; claims; two names; a comparison.
#[test]
fn shards_and_a_last_call_give_what_one_call_gives() {
    let cases: [(&str, &[&str]); 7] = [
        (
            "prescan",
            &["programs/prescan.pram", "--vary", "n=2^2..2^6"],
        ),
        (
            "sizes-that-fail",
            &["programs/prescan.pram", "--vary", "n=2..9"],
        ),
        (
            "seeds",
            &[
                "programs/list_head.pram",
                "--vary",
                "n=2^3..2^5",
                "--repeat",
                "3",
            ],
        ),
        (
            "two-names",
            &[
                "programs/reduction_p.pram",
                "--vary",
                "n=2^4..2^6",
                "--vary",
                "p=1,2,4",
            ],
        ),
        (
            "apram",
            &[
                "programs/apram_scan.pram",
                "--vary",
                "n=2^3..2^5",
                "--vary",
                "d=2,4",
            ],
        ),
        (
            "network",
            &[
                "programs/network/tree_sum.pram",
                "--vary",
                "p=2^2..2^4",
                "--format",
                "json",
            ],
        ),
        (
            "gpu",
            &[
                "programs/gpu/copy.pram",
                "programs/gpu/copy_shifted.pram",
                "--vary",
                "n=2^8..2^10",
                "--format",
                "json",
            ],
        ),
    ];
    for (name, words) in cases {
        let whole = report(words);
        let folder = fresh_folder("sweep-store", name);
        let store = folder.join("store");
        let with = |more: &[&str]| {
            let store = ["--store", store.to_str().unwrap()];
            report(&[words, &store[..], more].concat())
        };
        // The second round finds the plan of the sizes that are asked for complete, the third one that of the sizes
        // that are added.
        for round in 0..3 {
            for shard in ["2/3", "0/3", "1/3"] {
                let (text, error, status) = with(&["--shard", shard]);
                assert_eq!(status, 0, "{name} {shard}: {error}");
                assert!(text.starts_with(&format!("shard {shard}: ")), "{text}");
                assert_eq!(text.lines().count(), 1, "{text}");
                assert!(round < 2 || !text.contains("other shards"), "{text}");
            }
        }
        let before = files(&store);
        assert_eq!(with(&[]), whole, "{name}");
        // And once more, from the store alone.
        let after = files(&store);
        assert!(
            before
                .iter()
                .all(|(path, bytes)| after.get(path) == Some(bytes)),
            "{name}"
        );
        assert_eq!(with(&[]), whole, "{name}");
        assert_eq!(files(&store), after, "{name}");
    }
}

#[test]
fn a_plan_lists_the_sizes_the_largest_first() {
    let folder = fresh_folder("sweep-store", "plan");
    let store = folder.join("store");
    let store = store.to_str().unwrap();
    let words = [
        "programs/prescan.pram",
        "--vary",
        "n=4,8,16",
        "--no-added-sizes",
        "--store",
        store,
    ];
    let plan = |more: &[&str]| report(&[&words[..], more].concat()).0;
    let lines = |text: &str| -> Vec<String> {
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        text.lines().map(words).collect()
    };
    assert_eq!(
        lines(&plan(&["--plan"])),
        [
            "0 programs/prescan.pram n = 16 missing",
            "1 programs/prescan.pram n = 8 missing",
            "2 programs/prescan.pram n = 4 missing",
        ]
    );
    assert_eq!(
        plan(&["--shard", "0/2"]),
        "shard 0/2: 2 of 2 units; sizes that are added follow when the other shards are done\n"
    );
    assert_eq!(
        lines(&plan(&["--plan", "--shard", "1/2"])),
        ["1 programs/prescan.pram n = 8 missing"]
    );
    assert_eq!(plan(&["--shard", "1/2"]), "shard 1/2: 1 of 1 unit\n");
    assert!(!plan(&["--plan"]).contains("missing"));
    assert_eq!(files(Path::new(store)).len(), 3);
}

/// What a result depends on, and a file that is no record.
#[test]
fn other_requests_have_other_results_and_damaged_ones_are_made_again() {
    let folder = fresh_folder("sweep-store", "damage");
    let data = folder.join("A.csv");
    fs::write(&data, "1,2,3,4\n").unwrap();
    let program = folder.join("own.pram");
    let text = |step: &str| {
        format!(
            "input n = 4;\ninput A[];\nprogram\n    x = 0;\n    for i = 1 to n {{\n        x = x + A[0];\n        {step}\n    }}\n    print x;\nend_program\n"
        )
    };
    fs::write(&program, text("")).unwrap();
    let store = folder.join("store");
    let given = format!("A=@{}", data.display());
    let words = [
        program.to_str().unwrap(),
        &given,
        "--vary",
        "n=4,8",
        "--no-added-sizes",
        "--store",
        store.to_str().unwrap(),
        "--format",
        "csv",
    ];
    let count = |more: &[&str]| {
        let (_, error, status) = report(&[&words[..], more].concat());
        assert_eq!(status, 0, "{error}");
        files(&store).len()
    };
    assert_eq!(count(&[]), 2);
    assert_eq!(
        count(&["--threads", "1"]),
        2,
        "no result depends on threads"
    );
    assert_eq!(count(&["--seed", "1"]), 4);
    assert_eq!(count(&["--repeat", "2"]), 6);
    fs::write(&data, "2,2,3,4\n").unwrap();
    assert_eq!(count(&[]), 8, "the contents of a file of values");
    fs::write(&program, text("x = x + 1;")).unwrap();
    assert_eq!(count(&[]), 10, "the program");
    let sound = report(&words);
    let records = files(&store);
    for damage in [
        "",
        "{}",
        "{\"format\": \"pram-sweep/1\", \"pram\": \"0.0.0\", \"measured\": {}}",
        "\u{0}",
    ] {
        for path in records.keys() {
            fs::write(path, damage).unwrap();
        }
        assert_eq!(report(&words), sound, "{damage:?}");
    }
}

#[test]
fn a_store_that_cannot_be_and_shards_that_are_none_are_refused() {
    let folder = fresh_folder("sweep-store", "refused");
    let file = folder.join("file");
    fs::write(&file, "").unwrap();
    let words = ["programs/prescan.pram", "--vary", "n=4"];
    let refused = |more: &[&str]| {
        let (text, error, status) = report(&[&words[..], more].concat());
        assert_eq!((text.as_str(), status), ("", 2), "{more:?}: {error}");
        error
    };
    let file = file.to_str().unwrap();
    assert!(refused(&["--store", file]).contains("file"));
    let store = folder.join("store");
    let store = store.to_str().unwrap();
    for shard in [
        "3/3", "4/3", "0/0", "1/10001", "-1/3", "1", "a/b", "1/2/3", "",
    ] {
        refused(&["--store", store, "--shard", shard]);
    }
    assert!(refused(&["--shard", "0/3"]).contains("--store"));
    assert!(refused(&["--plan"]).contains("--store"));
}

/// `docs/cluster.md` has it; where GNU parallel is not installed, this says so.
#[test]
#[cfg(unix)]
fn the_script_for_gnu_parallel_gives_what_one_call_gives() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/cluster.md")).unwrap();
    let script = |name: &str| {
        let blocks = page.split("```bash\n").skip(1);
        let mut blocks = blocks.filter_map(|block| block.split("```").next());
        let is_this = |block: &&str| block.contains(&format!("# {name} "));
        blocks
            .find(is_this)
            .unwrap_or_else(|| panic!("the page has no {name}"))
            .to_owned()
    };
    let folder = fresh_folder("sweep-store", "scripts");
    for name in ["parallel.sh", "sweep.sbatch", "grade.sbatch"] {
        fs::write(folder.join(name), script(name)).unwrap();
        let parsed = Command::new("bash")
            .arg("-n")
            .arg(folder.join(name))
            .status();
        assert!(parsed.is_ok_and(|status| status.success()), "{name}");
    }
    if Command::new("parallel").arg("--version").output().is_err() {
        println!("GNU parallel is not installed: its script was not run");
        return;
    }
    let program = Path::new(env!("CARGO_BIN_EXE_pram"));
    let path = std::env::join_paths(std::iter::once(program.parent().unwrap().to_owned()).chain(
        std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()),
    ));
    let prescan = root.join("programs/prescan.pram").display().to_string();
    let words = [&prescan, "--vary", "n=2^2..2^5", "--format", "csv"];
    let output = Command::new("bash")
        .arg("parallel.sh")
        .arg("store")
        .args(words)
        .current_dir(&folder)
        .env("PATH", path.unwrap())
        // It asks for a citation on its first call.
        .env("PARALLEL_HOME", &folder)
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    assert_eq!(error.matches("shard ").count(), 16, "{error}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), report(&words).0);
}

/// A scheduler ends tasks by SIGTERM, a person by Ctrl-C: the sizes that ran are kept, counted and not run again.
#[test]
#[cfg(unix)]
fn a_share_that_is_ended_keeps_what_is_done() {
    let folder = fresh_folder("sweep-store", "ended");
    let program = folder.join("long.pram");
    fs::write(&program, "input n;\nprogram\n    x = 0;\n    for i = 1 to n\n        x = x + i;\n    print x;\nend_program\n")
        .unwrap();
    for signal in ["TERM", "INT"] {
        let store = folder.join(signal);
        let mut child = Command::new(env!("CARGO_BIN_EXE_pram"))
            .args([
                "report",
                program.to_str().unwrap(),
                "--vary",
                "n=10,20,10^12",
                "--no-added-sizes",
            ])
            .args([
                "--max-steps",
                "10^14",
                "--max-work",
                "10^14",
                "--shard",
                "0/1",
                "--store",
            ])
            .arg(&store)
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        while !store.is_dir() || files(&store).len() < 2 {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        let id = child.id().to_string();
        assert!(
            Command::new("kill")
                .args(["-s", signal, &id])
                .status()
                .unwrap()
                .success()
        );
        assert_eq!(child.wait().unwrap().code(), Some(4), "{signal}");
        let mut text = String::new();
        std::io::Read::read_to_string(&mut child.stdout.take().unwrap(), &mut text).unwrap();
        assert_eq!(text, "shard 0/1: 2 of 3 units\n", "{signal}");
        assert_eq!(files(&store).len(), 2, "no unfinished file is left");
    }
}
