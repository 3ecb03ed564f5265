//! Tables of reports in a spreadsheet, which takes cells that begin with `=`, `+`, `-` or `@` for formulas.

use std::fs;
use std::process::Command;

use crate::files::fresh_folder;

/// T = n rounds and n - 1 of work: coefficients of both signs; one size fails with a message of the program.
const PROGRAM: &str = "stroj EREW;
ulaz n = 8;
ulaz A[n] = iota;
algoritam +_reduce(A[], n)
    za i = 1 do n-1
        A[0] = A[0] + A[i];
    tvrdi(n != 5, \"=HYPERLINK(A1)\");
kraj_algoritma
program
    +_reduce(A, n);
kraj_programa
";

#[test]
fn no_cell_of_a_table_is_a_formula_and_numbers_stay_numbers() {
    let folder = fresh_folder("spreadsheets", "cells");
    for name in ["=1+1.pram", "+2.pram", "-3.pram", "@SUM(1).pram"] {
        fs::write(folder.join(name), PROGRAM).unwrap();
        let name = format!("./{name}");
        let path = name.strip_prefix("./").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_pram"));
        command
            .current_dir(&folder)
            .args(["report", "--vary", "n=2..16", "--entry", "+_reduce"]);
        let output = "tables/";
        let ran = command
            .args(["--format", "csv", "-o", output, "--", path])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&ran.stderr);
        assert!(folder.join(output).is_dir(), "{path}: {said}");
        let (mut quoted, mut negative, mut rows) = (0, 0, 0);
        for entry in fs::read_dir(folder.join(output)).unwrap() {
            let file = entry.unwrap().path();
            for record in csv::Reader::from_path(&file).unwrap().records() {
                let record = record.unwrap();
                rows += 1;
                assert_eq!(&record[0], format!("'{path}"), "{}", file.display());
                assert_eq!(&record[1], "'+_reduce");
                for cell in &record {
                    let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']);
                    assert!(!is_formula || cell.parse::<f64>().is_ok(), "{cell}");
                    negative += usize::from(is_formula);
                    quoted += usize::from(cell.starts_with('\''));
                }
            }
        }
        assert!(
            rows > 20 && quoted >= 2 * rows,
            "{path}: {quoted} of {rows}"
        );
        // W = n - 1.
        assert!(negative > 0, "{path}");
    }
}
