//! Bad inputs by every command: each is explained, with a way out, soon and without a panic.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::files::fresh_folder;

/// Nothing takes longer, however busy the computer is.
const SOON: Duration = Duration::from_mins(1);

fn folder(name: &str) -> PathBuf {
    fresh_folder("hostile", name)
}

/// The exit status of a command in a folder, and what it said on standard error.
#[track_caller]
fn pram(folder: &Path, words: &[&str]) -> (i32, String) {
    let started = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_pram"))
        .args(words)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        started.elapsed() < SOON,
        "{words:?} took {:?}",
        started.elapsed()
    );
    assert!(!said.contains("panicked"), "{words:?}: {said}");
    assert!(said.len() < 50_000, "{words:?} said {} bytes", said.len());
    (output.status.code().expect("no signal ended it"), said)
}

#[test]
fn files_that_are_no_programs() {
    let folder = folder("files");
    let chain = "1 + ".repeat(2_500_000);
    let blocks = |depth: usize| {
        format!(
            "{}x = 1;{}",
            "ako (1) onda\n".repeat(depth),
            "kraj_ako\n".repeat(depth)
        )
    };
    let program = |body: &str| format!("program\n{body}\nkraj_programa\n").into_bytes();
    let parens = format!("x = {}1{};", "(".repeat(100_000), ")".repeat(100_000));
    let cases: [(&str, Vec<u8>, i32, &str); 8] = [
        ("empty.pram", Vec::new(), 1, "E0206"),
        ("binary.pram", (0..=255).collect(), 1, "E0103"),
        ("utf16.pram", vec![0xFF, 0xFE, b'p', 0, b'r', 0], 1, "E0103"),
        (
            "one_line.pram",
            program(&format!("x = {chain}1;")),
            1,
            "E0104",
        ),
        ("parens.pram", program(&parens), 1, "E0104"),
        ("blocks.pram", program(&blocks(100_000)), 1, "E0104"),
        (
            "signs.pram",
            program(&format!("x = {}1;", "- ".repeat(100_000))),
            1,
            "E0104",
        ),
        ("lone_end.pram", b"kraj_programa".to_vec(), 1, "E01"),
    ];
    for (name, bytes, status, code) in cases {
        fs::write(folder.join(name), bytes).unwrap();
        for words in [
            vec!["run", name],
            vec!["check", name],
            vec!["report", name, "--vary", "n=1..4"],
        ] {
            let (ended, said) = pram(&folder, &words);
            assert_eq!(ended, status, "{words:?}: {said}");
            assert!(said.contains(code), "{words:?}: {said}");
        }
        let before = fs::read(folder.join(name)).unwrap();
        pram(&folder, &["fmt", name]);
        assert_eq!(
            fs::read(folder.join(name)).unwrap(),
            before,
            "{name} was changed"
        );
    }
    fs::create_dir(folder.join("folder.pram")).unwrap();
    for name in ["folder.pram", "missing.pram"] {
        for words in [
            vec!["run", name],
            vec!["check", name],
            vec!["fmt", name],
            vec!["report", name, "--vary", "n=1..4"],
        ] {
            let (ended, said) = pram(&folder, &words);
            assert_eq!(
                (ended, said.contains("E0701")),
                (2, true),
                "{words:?}: {said}"
            );
        }
    }
}

#[test]
fn a_name_without_end() {
    let folder = folder("names");
    let text = format!(
        "program\nx{0} = 1;\nx = y{0};\nkraj_programa\n",
        "z".repeat(100_000)
    );
    fs::write(folder.join("case.pram"), text).unwrap();
    for command in ["run", "check"] {
        let (status, said) = pram(&folder, &[command, "case.pram"]);
        assert_eq!((status, said.contains("E0201")), (1, true), "{said}");
    }
    // A long name is a name all the same.
    let text = format!(
        "program\nx{0} = 1;\nizlaz x{0};\nkraj_programa\n",
        "z".repeat(100_000)
    );
    fs::write(folder.join("case.pram"), text).unwrap();
    assert_eq!(pram(&folder, &["run", "case.pram"]).0, 0);
}

#[test]
fn includes_that_go_round_or_too_deep() {
    let folder = folder("includes");
    for at in 0..150 {
        let text = format!(
            "ukljuci \"deep{}.pram\";\nalgoritam f{at}(n) vrati n;\n",
            at + 1
        );
        fs::write(folder.join(format!("deep{at}.pram")), text).unwrap();
    }
    fs::write(
        folder.join("round.pram"),
        "ukljuci \"back.pram\";\nprogram x = 1; kraj_programa",
    )
    .unwrap();
    fs::write(folder.join("back.pram"), "ukljuci \"round.pram\";\n").unwrap();
    fs::write(
        folder.join("dir.pram"),
        "ukljuci \".\";\nprogram x = 1; kraj_programa",
    )
    .unwrap();
    for (name, what) in [
        ("deep0.pram", "more than 100 files"),
        ("round.pram", "includes itself"),
        ("dir.pram", "it is a directory"),
    ] {
        let (status, said) = pram(&folder, &["run", name]);
        assert_eq!(status, 1, "{said}");
        assert!(said.contains("E0106") && said.contains(what), "{said}");
    }
}

#[test]
fn values_that_are_none() {
    let folder = folder("values");
    let text = "ulaz n = 4;\nulaz A[n] = iota;\nprogram\nizlaz A[];\nkraj_programa\n";
    fs::write(folder.join("case.pram"), text).unwrap();
    fs::create_dir(folder.join("folder")).unwrap();
    for (name, contents) in [
        ("cut.json", &b"[1, 2,"[..]),
        ("deep.json", "[".repeat(100_000).as_bytes()),
        ("object.json", b"{\"a\": 1}"),
        ("mixed.json", b"[1, [2]]"),
        ("more.json", b"[1] [2]"),
        ("huge.json", b"[1e400]"),
        ("nan.csv", b"1,NaN,inf"),
        ("bytes.csv", b"1,\xFF\xFE,3"),
        ("quote.csv", b"\"1,2\n3"),
        ("bool.csv", b"1,true"),
        ("long.csv", "9".repeat(100_000).as_bytes()),
        ("rows.csv", b"1,2\n3"),
    ] {
        fs::write(folder.join(name), contents).unwrap();
        let (status, said) = pram(&folder, &["run", "case.pram", &format!("A=@{name}")]);
        assert_eq!(status, 2, "{name}: {said}");
        assert!(said.contains("E0702"), "{name}: {said}");
    }
    for (words, status, code) in [
        (&["n=-1"][..], 2, "E0702"),
        (&["n=2^63"], 2, "E0702"),
        (&["n=2^62"], 4, "E0602"),
        (&["n=1/0"], 2, "E0702"),
        (&["n=1.5"], 2, "E0702"),
        (&["n="], 2, "E0702"),
        (&["n=n"], 2, "E0702"),
        (&["n"], 2, "E0702"),
        (&["=3"], 2, "E0702"),
        (&["n=3", "n=4"], 2, "E0702"),
        (&["n=3", "A=1,2"], 2, "E0702"),
        (&["zz=3"], 2, "E0704"),
        (&["A=@missing.csv"], 2, "E0701"),
        (&["A=@folder"], 2, "E0701"),
        (&["A=@"], 2, "E0701"),
        (&["A=nan"], 2, "E0702"),
        (&["A=1e999"], 2, "E0702"),
        (&["A=1,,2"], 2, "E0702"),
        (&["A=[1,2"], 2, "E0702"),
        (&["A=random(9,0)"], 2, "E0702"),
        (&["--entry", "nothing"], 2, "E0706"),
        (&["--nothing"], 2, "--nothing"),
        (&["--max-memory", "-5"], 2, "--max-memory"),
        (&["--max-output", "-5"], 2, "--max-output"),
        (&["--max-memory", "0"], 4, "E0602"),
    ] {
        for command in ["run", "check"] {
            let (ended, said) = pram(&folder, &[&[command, "case.pram"], words].concat());
            assert_eq!(ended, status, "{command} {words:?}: {said}");
            assert!(said.contains(code), "{command} {words:?}: {said}");
        }
    }
    let deep = format!("n={}", "(".repeat(100_000));
    assert_eq!(pram(&folder, &["run", "case.pram", &deep]).0, 2);
}

#[test]
fn more_threads_than_sizes_do_no_harm() {
    let folder = folder("threads");
    let text = "algoritam f(n)\npolje A[n] = 0;\nkraj_algoritma\n";
    fs::write(folder.join("case.pram"), text).unwrap();
    let words = [
        "report",
        "case.pram",
        "--vary",
        "n=1..4",
        "--threads",
        "1000000",
    ];
    assert_eq!(pram(&folder, &words).0, 0);
}

#[test]
fn printing_forever_ends() {
    let folder = folder("printing");
    let text = "program\ndok (1) ispisi(\"again\");\nkraj_programa\n";
    fs::write(folder.join("case.pram"), text).unwrap();
    let (status, said) = pram(&folder, &["run", "case.pram", "--max-output", "1MiB"]);
    assert_eq!(status, 4, "{said}");
    assert!(
        said.contains("E0606") && said.contains("--max-output"),
        "{said}"
    );
    // Six bytes a line: as many lines as fit, and not one more.
    let text = "program\nza i = 1 do 1000 ispisi(\"again\");\nkraj_programa\n";
    fs::write(folder.join("case.pram"), text).unwrap();
    assert_eq!(
        pram(&folder, &["run", "case.pram", "--max-output", "6000"]).0,
        0
    );
    assert_eq!(
        pram(&folder, &["run", "case.pram", "--max-output", "5999"]).0,
        4
    );
}

#[test]
fn more_processors_than_can_be_counted() {
    let folder = folder("processors");
    // Two processors open (2^64 - 1)^2 each: together more than 128 bits hold.
    let text = "program
        m = 9223372036854775807;
        paralelno (za svaki k od 0 do 1)
            paralelno (za svaki i od -m do m, j od -m do m)
                x = i;
            kraj_paralelno
        kraj_paralelno
    kraj_programa";
    fs::write(folder.join("case.pram"), text).unwrap();
    let (status, said) = pram(&folder, &["run", "case.pram"]);
    assert_eq!((status, said.contains("E0603")), (4, true), "{said}");
}

#[test]
fn more_cells_than_can_be_counted() {
    let folder = folder("cells");
    // 2^124 cells of 25 bytes: more than 128 bits hold.
    let text = "program\npolje A[2^62, 2^62];\nkraj_programa\n";
    fs::write(folder.join("case.pram"), text).unwrap();
    let (status, said) = pram(&folder, &["run", "case.pram"]);
    assert_eq!((status, said.contains("E0602")), (4, true), "{said}");
}

#[test]
fn ranges_wider_than_an_int_are_counted_right() {
    let folder = folder("ranges");
    // From -9 to 9 times 10^18 by 3 times 10^18: the last is 18 * 10^18 from the first, and ints
    // end at 9.2 * 10^18.
    let text = "program
        e = 10^18;
        polje A[7];
        paralelno (za svaki i od -9*e do 9*e korak 3*e)
            A[i / (3*e) + 3] = i;
        kraj_paralelno
        za k = 0 do 6
            tvrdi(A[k] == (k - 3) * 3 * e, \"in a block\");
        polje B[7];
        paralelno (za svaki i od -9*e do 9*e korak 3*e, j od 0 do 0)
            B[i / (3*e) + 3] = i;
        kraj_paralelno
        za k = 0 do 6
            tvrdi(B[k] == (k - 3) * 3 * e, \"in a block of two indices\");
        polje C[14];
        paralelno (za svaki k od 0 do 1)
            paralelno (za svaki i od -9*e do 9*e korak 3*e)
                C[7*k + i / (3*e) + 3] = i;
            kraj_paralelno
        kraj_paralelno
        za k = 0 do 13
            tvrdi(C[k] == (k % 7 - 3) * 3 * e, \"in a nested block\");
    kraj_programa";
    fs::write(folder.join("case.pram"), text).unwrap();
    let (status, said) = pram(&folder, &["run", "case.pram", "--model", "crew"]);
    assert_eq!(status, 0, "{said}");
}

#[test]
fn times_that_no_number_holds_are_said_to_be_so() {
    let folder = folder("times");
    // 10^6 times 10^9 for each of more than 40,000 accesses is over 4 * 10^19; 64 bits hold 2 * 10^19.
    let block = "(za svaki i od 0 do 7)";
    let own = "A[i] = i; y = A[i] * 2;";
    for (name, statements) in [
        (
            "native",
            format!("za r = 1 do 40000 paralelno asinkrono {block} {own} ograda; kraj_paralelno"),
        ),
        (
            "adapted",
            format!("za r = 1 do 40000 paralelno {block} {own} kraj_paralelno"),
        ),
        (
            "one_section",
            format!("paralelno asinkrono {block} za k = 1 do 40000 {{ {own} }} kraj_paralelno"),
        ),
    ] {
        let file = format!("{name}.pram");
        let text = format!("program\npolje A[8] = 0;\n{statements}\nkraj_programa\n");
        fs::write(folder.join(&file), text).unwrap();
        let words = ["run", &file, "--machine", "apram", "--d", "10^9"];
        let more = ["--B", "10^15", "--pace", "1000000"];
        let (status, said) = pram(&folder, &[&words[..], &more[..]].concat());
        assert_eq!(status, 4, "{name}: {said}");
        assert!(
            said.contains("E0601") && said.contains("64 bits"),
            "{name}: {said}"
        );
    }
    // Processors that have nothing to do are not counted one by one.
    let words = ["run", "adapted.pram", "--machine", "apram", "--d", "3"];
    let more = [
        "--B",
        "4",
        "-p",
        "2^62",
        "--pace",
        "random",
        "--max-steps",
        "10",
    ];
    assert_eq!(pram(&folder, &[&words[..], &more[..]].concat()).0, 4);
}

/// Each task makes two more, without an end: few of them hold much, all of them together do. Where
/// none takes a step, the first one goes as deep as it may.
#[test]
fn tasks_without_an_end_meet_a_limit() {
    let folder = folder("tasks");
    for (first, code) in [("ako (k < 0) vrati 0;", "E0602"), (";", "E0604")] {
        let text = format!(
            "algoritam f(k)
    {first}
    globalno a, b;
    paralelno {{
        a = f(k+1);
        b = f(k+1);
    }}
    vrati a + b;
kraj_algoritma
program
    x = f(0);
kraj_programa
"
        );
        fs::write(folder.join("case.pram"), text).unwrap();
        let (status, said) = pram(&folder, &["run", "case.pram", "--max-memory", "32MiB"]);
        assert_eq!((status, said.contains(code)), (4, true), "{said}");
    }
}
