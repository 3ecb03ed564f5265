//! The table of docs/programs.md: T and W are formulas that `pram report` found, and runs at other
//! sizes hold them.
//!
//! `UPDATE_PROGRAMS=1` lets the reports write the columns anew. What depends on two inputs, or on p,
//! and the times of the asynchronous PRAM are written by hand, and held in the same way.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::collection;

/// A line of the table.
struct Row {
    name: String,
    algorithm: String,
    model: String,
    /// T and W in rounds, in the language; a dash where the data decide.
    formulas: [String; 2],
    /// ✓, ✗, or a dash where there is no sequential algorithm to compare with.
    is_work_optimal: String,
}

const DASH: &str = "—";

fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/programs.md")
}

fn is_row(line: &str) -> bool {
    line.starts_with("| `") && line.matches(" | ").count() == 5
}

fn parse(line: &str) -> Row {
    let cells: Vec<&str> = line.trim_matches(['|', ' ']).split(" | ").collect();
    let [name, algorithm, model, time, work, optimal] = cells[..] else {
        panic!("six columns: {line}");
    };
    let plain = |cell: &str| cell.trim_matches('`').to_owned();
    Row {
        name: plain(name).trim_end_matches(".pram").to_owned(),
        algorithm: algorithm.to_owned(),
        model: model.to_owned(),
        formulas: [plain(time), plain(work)],
        is_work_optimal: optimal.to_owned(),
    }
}

fn written(row: &Row) -> String {
    let cell = |formula: &String| match formula.as_str() {
        DASH => DASH.to_owned(),
        formula => format!("`{formula}`"),
    };
    let [time, work] = [&row.formulas[0], &row.formulas[1]].map(cell);
    format!(
        "| `{}.pram` | {} | {} | {time} | {work} | {} |",
        row.name, row.algorithm, row.model, row.is_work_optimal
    )
}

/// The sizes of the report; none where the row is written by hand.
fn swept(name: &str) -> Option<&'static str> {
    match name {
        "matrix_product_erew"
        | "matrix_product_n3"
        | "matrix_product_n3_erew"
        | "matrix_product_crcw"
        | "transitive_closure"
        | "floyd_warshall"
        | "gauss_jordan" => Some("n=2..9"),
        "maximum_crcw" | "rank_sort" | "rank_sort_crcw" | "sieve" => Some("n=2^1..2^5"),
        _ if by_hand(name).is_empty() => Some("n=2^1..2^6"),
        _ => None,
    }
}

/// Inputs and processors at which formulas of several names, or of p, are tried.
fn by_hand(name: &str) -> &'static [&'static str] {
    match name {
        "reduction_p" | "prescan_p" | "sum_p" => &["n=8 -p 4", "n=33 -p 8", "n=100 -p 1"],
        "sum_by_columns" | "sum_by_rows" => &["n=8 -p 4", "n=64 -p 8", "n=16 -p 1"],
        "sample_sort" | "p_ary_search" | "p_ary_search_erew" => &["n=64 -p 4", "n=100 -p 8"],
        "matrix_vector" => &["n=2 m=3", "n=4 m=4", "n=5 m=9"],
        "matrix_matrix" => &["n=2 l=3 m=4", "n=1 l=1 m=1", "n=5 l=4 m=2"],
        "game_of_life" => &["n=3 m=4 K=2", "n=1 m=1 K=1"],
        "radix_sort" => &["n=4 b=3", "n=16 b=7"],
        "apram_matrix_vector" => &["m=4 --d 2 --B 5", "m=9 --d 4 --B 4"],
        "apram_broadcast" => &["n=16 --d 4 --B 8", "n=27 --d 3 --B 5"],
        "apram_tree_sum" => &["n=16 --d 2 --B 4", "n=25 --d 3 --B 5"],
        "apram_tree_sum_p" => &["n=64 -p 16 --d 2 --B 4"],
        name if name.starts_with("apram") => &["n=8 --d 2 --B 4", "n=16 --d 3 --B 7"],
        "allocation"
        | "binary_search"
        | "bracket_matching"
        | "common_ancestors"
        | "components"
        | "breadth_first"
        | "independent_set"
        | "spanning_forest"
        | "expression_tree"
        | "concurrent_write_on_erew"
        | "word_comparison"
        | "lcs" => &[""],
        _ => &[],
    }
}

/// Runs pram in the folder of a program, from which includes are read.
fn pram(name: &str, words: &[&str], text: Option<&str>) -> (Option<i32>, Value) {
    let program = collection::folder().join(name);
    let mut child = Command::new(env!("CARGO_BIN_EXE_pram"))
        .current_dir(program.parent().expect("a folder"))
        .args(words)
        .args(["--format", "json", "--no-warnings"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin
        .write_all(text.unwrap_or_default().as_bytes())
        .unwrap();
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    let json = serde_json::from_slice(&output.stdout).unwrap_or(Value::Null);
    (output.status.code(), json)
}

/// The file of a program in its folder.
fn file_name(name: &str) -> String {
    format!("{}.pram", name.rsplit('/').next().expect("a name"))
}

/// The columns as the report has them.
fn reported(row: &mut Row, sizes: &str) {
    let file = file_name(&row.name);
    let (_, report) = pram(&row.name, &["report", &file, "--vary", sizes], None);
    for (formula, measure) in row.formulas.iter_mut().zip(["T", "W"]) {
        let found = &report["formulas"][measure]["rounds"];
        // What reports have no term for, such as the rounds of a scan, is what the file claims.
        if matches!(found["status"].as_str(), Some("derived" | "found")) {
            found["formula"]
                .as_str()
                .expect("a formula")
                .clone_into(formula);
        }
    }
    let verdict = match report["verdicts"]["work_optimal"]["holds"].as_bool() {
        Some(true) => "✓",
        Some(false) => "✗",
        None => DASH,
    };
    verdict.clone_into(&mut row.is_work_optimal);
}

/// Runs the program with the formulas as claims of its own; whether it takes such inputs.
fn is_held(row: &Row, inputs: &str) -> bool {
    let mut text = fs::read_to_string(collection::folder().join(format!("{}.pram", row.name)))
        .expect("the program is there");
    let is_timed = row.model.starts_with("aPRAM");
    for (measure, formula) in ["T", "W"].iter().zip(&row.formulas) {
        if formula != DASH {
            let unit = if is_timed { "" } else { " rounds" };
            let _ = write!(text, "\nclaim {measure}{unit} = {formula};");
        }
    }
    let mut words = vec!["run", "-"];
    words.extend(inputs.split_whitespace());
    let (status, run) = pram(&row.name, &words, Some(&text));
    let claims = run["claims"].as_array().cloned().unwrap_or_default();
    for claim in &claims {
        assert_ne!(claim["holds"], false, "{} {inputs}: {claim}", row.name);
    }
    status == Some(0)
}

/// W/SU in rounds at one size; nothing where the program does not take it.
fn ratio(row: &Row, sequential: &str, n: u64) -> Option<f64> {
    let file = file_name(&row.name);
    let size = format!("n={n}");
    let rounds = |options: &[&str], measure: &str| {
        let mut words = vec!["run", &file, &size];
        words.extend(options);
        let (status, run) = pram(&row.name, &words, None);
        let count = run["cost"]["rounds"][measure].as_f64();
        count.filter(|_| status == Some(0))
    };
    Some(rounds(&[], "work")? / rounds(&["--entry", sequential], "time")?)
}

/// The sequential algorithm that a file names.
fn sequential(text: &str) -> Option<&str> {
    let line = text.lines().find_map(|line| {
        let name = line.strip_prefix("slijedno ");
        name.or(line.strip_prefix("sequential "))
    })?;
    line.split(';').next()
}

#[test]
fn the_table_of_programs_says_what_is_counted() {
    let is_updated = std::env::var_os("UPDATE_PROGRAMS").is_some();
    let text = fs::read_to_string(page()).expect("docs/programs.md");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut rows = 0;
    for line in lines.iter_mut().filter(|line| is_row(line)) {
        let mut row = parse(line);
        rows += 1;
        let sizes = swept(&row.name);
        if let (true, Some(sizes)) = (is_updated, sizes) {
            reported(&mut row, sizes);
        }
        assert!(is_updated || written(&row) == *line, "{line}");
        *line = written(&row);
        let program = collection::folder().join(format!("{}.pram", row.name));
        let program = fs::read_to_string(program).expect("the program is there");
        let machine = program.lines().find_map(|line| {
            let name = line
                .strip_prefix("stroj ")
                .or(line.strip_prefix("machine "))?;
            name.split([';', '(']).next()
        });
        let machine = machine.map(|name| name.replace("apram", "aPRAM"));
        assert_eq!(machine.as_deref(), Some(row.model.as_str()), "{}", row.name);
        let tried: &[&str] = match by_hand(&row.name) {
            [] => &["n=5", "n=8", "n=16"],
            inputs => inputs,
        };
        let held = tried.iter().filter(|inputs| is_held(&row, inputs)).count();
        assert!(held > 0, "{} takes none of {tried:?}", row.name);
        // By a factor of 16 in n, a logarithm grows by two at least, a constant stays.
        let growth = sequential(&program).filter(|_| sizes == Some("n=2^1..2^6"));
        let ratios = growth.and_then(|alone| {
            let [small, large] = [8, 128].map(|n| ratio(&row, alone, n));
            Some(large? / small?)
        });
        if let (Some(growth), true) = (ratios, row.is_work_optimal != DASH) {
            assert_eq!(
                row.is_work_optimal == "✓",
                growth < 1.5,
                "{}: {growth}",
                row.name
            );
        }
    }
    assert!(rows >= 90, "only {rows}");
    if is_updated {
        fs::write(page(), lines.join("\n") + "\n").expect("docs/ can be written");
    }
}
