//! Blocks of several ranges: n·n·n processors, in either vocabulary.

use pram::quantity::{Measure, Unit};
use pram::result::study::FormulaStatus;

use super::reports::{exact, report, text};

/// Each of n³ processors writes a cell of its own, in one step: T = 1, W = p = C = n³.
const CROATIAN: &str = "
    ulaz n = 4;
    tvrdnja W = Θ(n^3);
    algoritam kocka(n)
        polje D[n*n*n];
        paralelno (za svaki i od 0 do n-1, j od 0 do n-1, k od 0 do n-1)
            D[(i*n + j)*n + k] = i + j + k;
        kraj_paralelno
        izlaz D[];
    kraj_algoritma
";
const ENGLISH: &str = "
    input n = 4;
    claim W = Θ(n^3);
    algorithm cube(n)
        array D[n*n*n];
        parallel (for each i from 0 to n-1, j from 0 to n-1, k from 0 to n-1)
            D[(i*n + j)*n + k] = i + j + k;
        end_parallel
        output D[];
    end_algorithm
";

#[test]
fn three_ranges_ask_for_the_cube_of_n() {
    for program in [CROATIAN, ENGLISH] {
        let report = report(text(program), &["n=2..16"]);
        let study = &report.study;
        assert!(study.failed.is_empty(), "{:?}", study.failed);
        for row in &study.series {
            let n = row.inputs["n"].scaled(0).expect("a whole size") as u64;
            assert_eq!(row.processors, n.pow(3));
            assert_eq!(
                (
                    row.counts.get(Measure::T).get(Unit::Steps).units,
                    row.counts.get(Measure::W).get(Unit::Steps).units,
                    row.counts.get(Measure::C).get(Unit::Steps).units
                ),
                (1, n.pow(3), n.pow(3))
            );
        }
        exact(study.processors.as_ref().expect("not fixed"), "n^3", "n^3");
        exact(
            study.formulas.get(Measure::W).get(Unit::Rounds),
            "n^3",
            "n^3",
        );
        exact(
            study.formulas.get(Measure::C).get(Unit::Steps),
            "n^3",
            "n^3",
        );
        exact(study.formulas.get(Measure::T).get(Unit::Rounds), "1", "1");
        // Two operators and a write: 3 instructions each.
        exact(
            study.formulas.get(Measure::W).get(Unit::Instructions),
            "3*n^3",
            "n^3",
        );
        assert_eq!(study.claims[0].holds, Some(true));
        let fastest = study.scaling.get(Unit::Rounds).fastest_processors.as_ref();
        let fastest = fastest.expect("T(p) is known for all p");
        assert_eq!(
            (fastest.formula.as_deref(), fastest.status),
            (Some("n^3"), FormulaStatus::Here)
        );
    }
}

/// Ranges of their own lengths multiply.
#[test]
fn ranges_of_different_lengths_multiply() {
    let program = CROATIAN
        .replace("k od 0 do n-1", "k od 0 do 2*n-1")
        .replace("D[n*n*n]", "D[2*n*n*n]")
        .replace("(i*n + j)*n + k", "(i*n + j)*2*n + k");
    let report = report(text(&program), &["n=2..16"]);
    let study = &report.study;
    exact(
        study.processors.as_ref().expect("not fixed"),
        "2*n^3",
        "n^3",
    );
    exact(
        study.formulas.get(Measure::C).get(Unit::Rounds),
        "2*n^3",
        "n^3",
    );
}
