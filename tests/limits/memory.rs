//! What a process really takes is `--max-memory` and a constant at most, whatever the program does.

use std::fmt::Write as _;
use std::fs;

use super::process::{finish, folder, said, start};

/// The limit.
const LIMIT: u64 = 64 << 20;
/// The process itself: its code, and what it needs for any program.
const CONSTANT: u64 = 28 << 20;

/// Every run takes more than this.
const LEAST_SEEN: u64 = 1 << 22;
/// How often a run is watched until that is seen.
const LOOKS: usize = 10;

/// Runs a program under the limit; gives the exit status and what was said.
#[track_caller]
fn within(name: &str, program: &str, words: &[&str]) -> (Option<i32>, String) {
    let folder = folder(name);
    fs::write(folder.join("case.pram"), program).unwrap();
    let limit = LIMIT.to_string();
    let mut words = words.to_vec();
    if words.is_empty() {
        words = vec!["run", "case.pram"];
    }
    words.extend(["--max-memory", &limit]);
    // On a busy computer a process may be over before anybody has looked at it.
    let seen = |(status, peak): &(Option<i32>, u64)| *status != Some(0) || *peak > LEAST_SEEN;
    let mut runs = (0..LOOKS).map(|_| finish(&mut start(&folder, &words)));
    let (status, peak) = runs
        .find(seen)
        .expect("the memory of the process was never seen");
    assert!(
        peak <= LIMIT + CONSTANT,
        "{name} took {} MiB",
        peak.div_ceil(1 << 20)
    );
    let said = said(&folder);
    assert!(matches!(status, Some(0 | 3 | 4)), "{status:?} {said}");
    if status == Some(4) {
        assert!(
            said.contains("E0602") && said.contains("--max-memory"),
            "{said}"
        );
    }
    (status, said)
}

/// The program's statements.
fn program(statements: &str) -> String {
    format!("program\n{statements}\nkraj_programa\n")
}

#[test]
fn of_calls_of_processors_that_wait() {
    // 2048 processors wait in a thousand calls each: over a hundred bytes a call.
    let text = "
        stroj prsten(p = 2048, t_s = 1, t_w = 1, t_c = 1);
        algoritam silazi(k, i)
            ako (k > 0)
                silazi(k-1, i);
            inace {
                posalji i prema (i+1) mod p;
                primi x od (i-1+p) mod p;
            }
        kraj_algoritma
        program
            paralelno (za svaki procesor i, i = 0, ..., p-1)
                silazi(1000, i);
            kraj_paralelno
        kraj_programa
    ";
    let (status, said) = within("waiting_calls", text, &[]);
    assert_eq!(status, Some(4), "{said}");
}

#[test]
fn of_huge_arrays() {
    // A cell takes 25 bytes with its stamps, its copy for `izlaz` 9: two million do not fit.
    let text =
        "ulaz n = 8;\nulaz A[n] = slucajno(0, 99);\n".to_owned() + &program("A[0] = 1; izlaz A[];");
    let run = |name: &str, n: &str, format: &str| {
        within(name, &text, &["run", "case.pram", n, "--format", format]).0
    };
    assert_eq!(run("arrays_fit", "n=1400000", "text"), Some(0));
    assert_eq!(run("arrays_fit_as_json", "n=1400000", "json"), Some(0));
    assert_eq!(run("arrays_do_not_fit", "n=2000000", "text"), Some(4));
    let growing = program("polje A[5000] = 1; za k = 1 do 300 f(k);")
        + "algoritam f(k)\npolje B[10000*k] = 1;\nkraj_algoritma\n";
    assert_eq!(within("arrays_that_grow", &growing, &[]).0, Some(4));
}

#[test]
fn of_many_processors() {
    let mut privates = String::from("paralelno (za svaki i od 0 do 299999)\n");
    for name in 0..16 {
        writeln!(privates, "x{name} = i;").unwrap();
    }
    let privates = program(&(privates.clone() + "kraj_paralelno\n" + &privates + "kraj_paralelno"));
    assert_eq!(within("privates", &privates, &[]).0, Some(0));
    let nested = "paralelno (za svaki i od 0 do 999)
        paralelno (za svaki j od 0 do 799)
            x = i * j; ako (x > 7) y = x; inace y = 3;
        kraj_paralelno
    kraj_paralelno";
    assert_eq!(within("nested", &program(nested), &[]).0, Some(0));
    let recursion = program(
        "paralelno (za svaki i od 0 do 199999)\nx = f(i, i + 1);\nkraj_paralelno",
    ) + "algoritam f(a, b)\nako (a < 1) vrati 0;\nc = a + b; d = f(a / 2, b / 2); vrati c + d;\n\
         kraj_algoritma\n";
    within("recursion_of_many", &recursion, &[]);
    let deep = program("x = f(9000); izlaz x;")
        + "algoritam f(n)\npolje A[100];\nako (n < 1) vrati 0;\nvrati f(n - 1) + 1;\nkraj_algoritma\n";
    assert_eq!(within("recursion", &deep, &[]).0, Some(0));
}

#[test]
fn of_many_who_meet() {
    let meeting = program(
        "polje A[1000] = 0;
        paralelno (za svaki i od 0 do 999999)
            x = i;
            ako (x % 3 == 0) x = A[i % 1000]; inace ako (x % 3 == 1) x = A[0] + A[i % 7]; inace A[i % 5] = x;
        kraj_paralelno",
    );
    within(
        "meeting",
        &meeting,
        &["run", "case.pram", "--model", "crcw"],
    );
    within("meeting_observed", &meeting, &["check", "case.pram"]);
    let words = [
        "run",
        "case.pram",
        "--model",
        "crcw",
        "--simultaneity",
        "access",
    ];
    within("meeting_by_access", &meeting, &words);
    let adapted = [
        "run",
        "case.pram",
        "--machine",
        "apram",
        "--d",
        "3",
        "--B",
        "5",
    ];
    within("meeting_adapted", &meeting, &adapted);
}

/// Every access to a cell in which processors meet is written down to say who they are: in so many
/// ways that would take more than the limit.
#[test]
fn of_the_records_of_who_met() {
    let program = |statement: &str| {
        program(&format!(
            "polje A[1000] = 0;\nparalelno (za svaki i od 0 do 999999)\n{statement}\nkraj_paralelno"
        ))
    };
    let both = "ako (i % 2 == 0) A[i % 7] = 1; inace A[i % 5] = A[i % 3];";
    for (name, statement, model) in [
        ("read", "x = A[0];", "crew"),
        ("read_anywhere", "x = A[i % 7];", "crew"),
        ("read_twice", "x = A[i % 7] + A[i % 3];", "crew"),
        ("read_illegally", "x = A[i % 7];", "erew"),
        ("written_illegally", "A[i % 7] = 1;", "erew"),
        ("written_alike", "A[i % 7] = 1;", "crcw-common"),
        ("written_differently", "A[i % 7] = i;", "crcw-common"),
        ("written_by_lot", "A[i % 7] = i;", "crcw"),
        ("added_up", "A[i % 7] = i;", "crcw-sum"),
        ("in_branches", both, "crcw-common"),
    ] {
        let text = program(statement);
        for how in ["step", "access"] {
            let name = format!("records_{name}_{how}");
            let simultaneity = ["--simultaneity", how];
            let run = ["run", "case.pram", "--model", model];
            within(&name, &text, &[&run[..], &simultaneity].concat());
            within(
                &name,
                &text,
                &[&["check", "case.pram"][..], &simultaneity].concat(),
            );
        }
    }
    let sections = "stroj apram(d = 3, B = 4);\n".to_owned()
        + &program("A[0] = i; x = A[i % 7]; ograda; A[i % 5] = x;");
    within("records_of_sections", &sections, &[]);
}

#[test]
fn of_whole_arrays() {
    let whole = program(
        "polje A[300000] = 1; B[] = A[] + 1; C[] = f(A[] * 2); D[] = f(f(A[] + B[]) * C[]);",
    ) + "algoritam f(X[])\nY[] = X[] + 1;\nvrati Y[];\nkraj_algoritma\n";
    within("whole_arrays", &whole, &[]);
}

#[test]
fn of_what_is_printed() {
    let line = "x".repeat(60);
    let lines = program(&format!("za i = 0 do 10^8 ispisi(\"{line}\", i);"));
    let words = ["run", "case.pram", "--max-output", "1GiB"];
    assert_eq!(within("lines", &lines, &words).0, Some(4));
    let waiting = program(&format!(
        "paralelno (za svaki i od 0 do 99999)
            ako (i % 2 == 0) za k = 0 do 10000 ispisi(\"{line}\", i); inace ispisi(i);
        kraj_paralelno"
    ));
    assert_eq!(within("waiting_lines", &waiting, &words).0, Some(4));
    let arrays = program("polje A[100000] = 1; za i = 0 do 10^8 ispisi(A[]);");
    assert_eq!(within("arrays_in_lines", &arrays, &words).0, Some(4));
}

#[test]
fn of_rounds_side_by_side() {
    let apart = program(
        "polje A[2] = 0;
        paralelno (za svaki i od 0 do 1)
            ako (i == 0) za k = 1 do 200000 A[0] = k; inace za k = 1 do 200000 A[1] = k;
        kraj_paralelno",
    );
    assert_eq!(within("rounds", &apart, &[]).0, Some(0));
}

#[test]
fn of_input_files() {
    let text = "ulaz A[];\n".to_owned() + &program("A[0] = 1;");
    for (name, separator, count, status) in [
        ("a_row.csv", ",", 1_400_000, 0),
        ("a_row_too_long.csv", ",", 2_500_000, 4),
        ("a_column.csv", "\n", 1_400_000, 0),
        ("a_column_too_long.csv", "\n", 2_500_000, 4),
        ("a_list.json", ",", 1_400_000, 0),
        ("a_list_too_long.json", ",", 2_500_000, 4),
    ] {
        let data = folder("data").join(name);
        let numbers = vec!["1"; count].join(separator);
        let is_json = data
            .extension()
            .is_some_and(|extension| extension == "json");
        fs::write(
            &data,
            if is_json {
                format!("[{numbers}]")
            } else {
                numbers
            },
        )
        .unwrap();
        let given = format!("A=@{}", data.display());
        let ended = within(name, &text, &["run", "case.pram", &given, "--quiet"]);
        fs::remove_file(&data).unwrap();
        assert_eq!(ended.0, Some(status), "{name}: {}", ended.1);
    }
}

#[test]
fn of_asynchronous_machines() {
    let text = "stroj apram(d = 3, B = 4, p = 50000);\n".to_owned()
        + &program(
            "polje A[50000] = 0;
            za k = 1 do 10
                paralelno asinkrono (za svaki i od 0 do 49999)
                    A[i] = i; x = A[i]; ograda; y = A[i] + x; A[i] = y;
                kraj_paralelno
            izlaz A[];",
        );
    assert_eq!(within("sections", &text, &[]).0, Some(0));
    let explored = "stroj apram(d = 3, B = 4, p = 5000);\n".to_owned()
        + &program(
            "polje A[5000] = 0;
            paralelno asinkrono (za svaki i od 0 do 4999)
                A[i] = i; x = A[(i + 1) % 5000]; ograda; A[i] = x;
            kraj_paralelno
            izlaz A[];",
        );
    within(
        "explored",
        &explored,
        &["run", "case.pram", "--explore", "6"],
    );
}

#[test]
fn of_sizes_side_by_side() {
    let text = "ulaz n = 8;\nalgoritam f(n)\npolje A[n] = 0;\nparalelno (za svaki i od 0 do n-1)\n\
                x = 1; A[i] = x;\nkraj_paralelno\nkraj_algoritma\n";
    let vary = "n=100000..500000 step 50000";
    let words = [
        "report",
        "case.pram",
        "--vary",
        vary,
        "--threads",
        "8",
        "--no-added-sizes",
    ];
    assert_eq!(within("sizes", text, &words).0, Some(0));
}
