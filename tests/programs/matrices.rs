//! Matrices: times a vector, times a matrix.

use serde_json::{Value, json};

use super::account::{Cost, does, round, statement};
use super::{Run, run};

/// Sizes of matrices: rows and columns, more of the one, more of the other.
const SHAPES: [(u64, u64); 7] = [(1, 1), (1, 5), (2, 2), (3, 4), (5, 5), (7, 33), (16, 16)];

/// An input as the run reports it.
fn matrix(run: &Run, name: &str) -> Vec<Vec<i64>> {
    let rows = run.json["inputs"][name].as_array().expect("rows");
    rows.iter().map(row).collect()
}

fn row(values: &Value) -> Vec<i64> {
    let values = values.as_array().expect("a row");
    values.iter().map(|x| x.as_i64().expect("an int")).collect()
}

/// The sum of the products of neighbours.
fn inner(one: &[i64], other: &[i64]) -> i64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

/// So many processors add up so many products each.
fn products(processors: u64, terms: u64) -> Cost {
    let mut cost = round(processors);
    cost += statement(processors, does(0, 0, 0)); // s = 0;
    for _ in 0..terms {
        cost += round(processors);
        cost += statement(processors, does(2, 2, 0)); // s += …*…;
    }
    cost += statement(processors, does(0, 0, 1)); // y[i] = s;
    let t = terms;
    cost.equals(
        (t + 1, processors * (t + 1)),
        (t + 2, processors * (t + 2)),
        (4 * t + 2, processors * (4 * t + 2)),
    );
    cost
}

#[test]
fn matrix_times_vector() {
    for (n, m) in SHAPES {
        let inputs = [("n", n.to_string()), ("m", m.to_string())];
        for (options, model) in [
            (&[][..], "erew"),
            (
                &["--entry", "matrix_vector_crew", "--model", "crew"],
                if n == 1 { "erew" } else { "crew" },
            ),
        ] {
            let run = run("matrix_vector", &inputs, options).succeeds();
            let x = row(&run.json["inputs"]["x"]);
            let y: Vec<i64> = matrix(&run, "M").iter().map(|row| inner(row, &x)).collect();
            assert_eq!(y.len() as u64, n);
            run.gives("result", y)
                .costs(&products(n, m))
                .legal_on(model, model);
        }
    }
}

#[test]
fn matrix_times_vector_without_common_reads_needs_enough_columns() {
    let inputs = [("n", "4".to_owned()), ("m", "3".to_owned())];
    let run = run("matrix_vector", &inputs, &[]).ends(1);
    assert_eq!(run.json["error"]["code"], json!("E0409"), "{}", run.json);
    // On a CREW machine the other algorithm takes this shape too.
    let options = ["--entry", "matrix_vector_crew", "--model", "crew"];
    let run = super::run("matrix_vector", &inputs, &options).succeeds();
    let x = row(&run.json["inputs"]["x"]);
    let y: Vec<i64> = matrix(&run, "M").iter().map(|row| inner(row, &x)).collect();
    run.gives("result", y).legal_on("crew", "crew");
}

#[test]
fn matrix_times_matrix() {
    for (n, l) in SHAPES {
        for m in [1, 3, 8] {
            let inputs = [
                ("n", n.to_string()),
                ("l", l.to_string()),
                ("m", m.to_string()),
            ];
            let run = run("matrix_matrix", &inputs, &[]).succeeds();
            let (x, y) = (matrix(&run, "X"), matrix(&run, "Y"));
            let column = |j: usize| -> Vec<i64> { y.iter().map(|row| row[j]).collect() };
            let product: Vec<Vec<i64>> = (x.iter())
                .map(|row| (0..m).map(|j| inner(row, &column(j))).collect())
                .collect();
            // Row i of X is read by m processors together, column j of Y by n.
            let model = if n == 1 && m == 1 { "erew" } else { "crew" };
            run.gives("result", json!(product))
                .costs(&products(n * m as u64, l))
                .legal_on(model, model);
        }
    }
}
