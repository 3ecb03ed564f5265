//! `--max-work`, and a `check` that answers soon whatever the program would do.

use std::fs;
use std::time::{Duration, Instant};

use super::process::{folder, shell};

#[test]
fn the_work_of_a_run_is_limited_exactly() {
    let folder = folder("work");
    // 100 processors in each of 7 steps, and 1 in the first.
    let text = "program\npolje A[100];\nx = 1;\nparalelno (za svaki i od 0 do 99)\n\
                za k = 1 do 7\nA[i] = k;\nkraj_paralelno\nkraj_programa\n";
    fs::write(folder.join("case.pram"), text).unwrap();
    for threads in [1, 4] {
        let run = |limit: u32| {
            let line = format!("$PRAM run case.pram --max-work {limit} --threads {threads}");
            let output = shell(&folder, &line);
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            (output.status.code(), said)
        };
        assert_eq!(run(701).0, Some(0));
        for (limit, done) in [
            (700, 701),
            (601, 701),
            (600, 601),
            (100, 101),
            (1, 101),
            (0, 1),
        ] {
            let (status, said) = run(limit);
            assert_eq!(status, Some(4), "{limit}: {said}");
            let what = format!("would bring the work to {done} steps");
            assert!(
                said.contains("E0607") && said.contains(&what),
                "{limit}: {said}"
            );
            assert!(said.contains("--max-work"), "{said}");
        }
    }
    let output = shell(&folder, "$PRAM run case.pram --max-work 300 --format json");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["error"]["code"], "E0607");
}

/// No two processors meet, as 5 and 4 to the power of n have no common divisor, which no proof
/// finds; and the work is 4 to the power of n.
const EXPLODES: &str = "ulaz n = 3;
program
polje A[4^n] = 0;
paralelno (za svaki i od 0 do 4^n - 1)
    za k = 1 do 100
        A[(5 * i) % 4^n] = A[(5 * i) % 4^n] + k;
kraj_paralelno
izlaz A[];
kraj_programa
";

#[test]
fn a_check_answers_soon_and_says_what_it_left_out() {
    let folder = folder("check_soon");
    fs::write(folder.join("case.pram"), EXPLODES).unwrap();
    let started = Instant::now();
    let output = shell(&folder, "$PRAM check case.pram");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(
        started.elapsed() < Duration::from_mins(1),
        "{:?}",
        started.elapsed()
    );
    assert!(
        said.contains("tried: n = 1 to ") && said.contains("omitted"),
        "{said}"
    );
    let output = shell(&folder, "$PRAM check case.pram --format json");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let sizes = &json["sizes"];
    let count = |name: &str| sizes[name].as_array().unwrap().len();
    assert_eq!(sizes["names"], serde_json::json!(["n"]));
    // Beyond 16 come sizes that the number 100 in the text points to.
    let names = ["tried", "cut"].map(|name| sizes[name].as_array().unwrap().clone());
    let all: Vec<i64> = names
        .concat()
        .iter()
        .filter_map(serde_json::Value::as_i64)
        .collect();
    assert!(all.starts_with(&(1..=16).collect::<Vec<i64>>()), "{sizes}");
    assert!(all.contains(&101), "{sizes}");
    assert!(count("tried") > 2 && count("cut") > 2, "{sizes}");
}

#[test]
fn a_check_of_a_large_size_is_limited() {
    let folder = folder("check_limited");
    fs::write(folder.join("case.pram"), EXPLODES).unwrap();
    let output = shell(&folder, "$PRAM check case.pram n=12");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{said}");
    assert!(
        said.contains("E0607") && said.contains("--max-work"),
        "{said}"
    );
    let output = shell(&folder, "$PRAM check case.pram n=2 --max-work 1599");
    assert_eq!(output.status.code(), Some(4));
}
