//! What is legal, what is not, and what concurrent writes leave (machines.md, section 2).

use super::example::{example, example_on, inputs, run_text};
use super::{Config, End, Model, OnViolation, Simultaneity};

const BROADCAST: &str = "algoritam f(A[], B[])
    paralelno (za svaki i od 0 do 3)
        B[i] = A[i] + 1;
        B[i] = A[1];
    kraj_paralelno
kraj_algoritma";

const COUNT: &str = "algoritam f(A[], S[])
    paralelno (za svaki i od 0 do 3)
        S[0] = A[i];
    kraj_paralelno
kraj_algoritma";

fn violation(code: &'static str, step: u64, cell: &str, processors: &[i64]) -> End {
    let processors = processors.iter().map(|&each| vec![each]).collect();
    End::Violation {
        code,
        step,
        cell: cell.to_owned(),
        processors,
    }
}

#[test]
fn concurrent_reads() {
    let given = &["A=1,2,3,4", "B=0,0,0,0"];
    let illegal = violation("E0501", 2, "A[1]", &[0, 1, 2, 3]);
    assert_eq!(example_on("erew", BROADCAST, given).end, illegal);
    assert_eq!(example_on("ercw-max", BROADCAST, given).end, illegal);
    assert_eq!(example_on("crew", BROADCAST, given).end, End::Completed);
    assert_eq!(example(BROADCAST, given).legal_on, ("crew", "crew"));
}

#[test]
fn concurrent_writes() {
    let given = &["A=3,9,2,5", "S=7,"];
    let after = |model| example_on(model, COUNT, given).output("S");
    assert_eq!(
        example_on("crew", COUNT, given).end,
        violation("E0502", 1, "S[0]", &[0, 1, 2, 3])
    );
    let uncommon = violation("E0503", 1, "S[0]", &[0, 1, 2, 3]);
    assert_eq!(example_on("crcw-common", COUNT, given).end, uncommon);
    assert_eq!(after("ercw-priority"), "[3]");
    assert_eq!(after("crcw-sum"), "[19]");
    assert_eq!(after("crcw-prod"), "[270]");
    assert_eq!(after("crcw-max"), "[9]");
    assert_eq!(after("crcw-min"), "[2]");
    // 0011, 1001, 0010, 0101
    assert_eq!(after("crcw-and"), "[0]");
    assert_eq!(after("crcw-or"), "[15]");
    assert_eq!(after("crcw-xor"), "[13]");
    assert_eq!(
        example(COUNT, given).legal_on,
        ("ercw-arbitrary", "ercw-arbitrary")
    );
}

/// A weaker model is named only where the result is the same under it.
#[test]
fn what_the_rule_decides_is_legal_on_that_rule() {
    let on = |model: &str, values: &str| example_on(model, COUNT, &[values, "S=7,"]).legal_on.0;
    for rule in ["sum", "prod", "max", "min", "and", "or", "xor", "priority"] {
        let model = format!("ercw-{rule}");
        assert_eq!(on(&model, "A=3,9,2,5"), model);
        // 4 AND 4 is 4, as under `common`; 4 + 4 + 4 + 4 is not.
        let own = matches!(rule, "sum" | "prod" | "xor");
        let expected = if own { model.as_str() } else { "ercw-common" };
        assert_eq!(on(&model, "A=4,4,4,4"), expected);
    }
}

#[test]
fn common_writes_that_agree() {
    let given = &["A=4,4,4,4", "S=0,"];
    let outcome = example_on("crcw-common", COUNT, given);
    assert_eq!(
        (outcome.end.clone(), outcome.output("S").as_str()),
        (End::Completed, "[4]")
    );
    assert_eq!(outcome.legal_on, ("ercw-common", "ercw-common"));
}

#[test]
fn the_winner_is_drawn_from_the_seed() {
    let winner = |seed| {
        let config = Config {
            seed,
            ..Config::default()
        };
        run_text(COUNT, &inputs(&["A=3,9,2,5", "S=7,"]), &config).output("S")
    };
    let winners: std::collections::BTreeSet<String> = (0..64).map(winner).collect();
    assert_eq!(winners.len(), 4);
    assert_eq!(winner(5), winner(5));
}

/// `rank[i] += rank[next[i]]` reads rank[i], next[i], rank[next[i]]: two processors read a cell,
/// but never as the same read in order.
#[test]
fn pointer_jumping_is_erew_per_access() {
    let text = "algoritam f(rank[], next[])
        paralelno (za svaki i od 0 do 3)
            ako (next[i] != -1) rank[i] += rank[next[i]];
        kraj_paralelno
    kraj_algoritma";
    let given = &["rank=1,1,1,0", "next=1,2,3,-1"];
    assert_eq!(example(text, given).legal_on, ("crew", "erew"));
    let config = Config {
        model: Model::parse("erew").expect("a model"),
        simultaneity: Simultaneity::Access,
        ..Config::default()
    };
    assert_eq!(run_text(text, &inputs(given), &config).end, End::Completed);
    // rank[1] is read by 0 (third) and by 1 (first).
    assert_eq!(
        example_on("erew", text, given).end,
        violation("E0501", 2, "rank[1]", &[0, 1])
    );
}

/// A processor may read a cell twice, and a cell that another writes in the same step.
#[test]
fn what_is_legal_everywhere() {
    let text = "algoritam f(A[])
        paralelno (za svaki i od 0 do 3)
            A[i] = A[(i+1) % 4] * A[(i+1) % 4];
        kraj_paralelno
    kraj_algoritma";
    let outcome = example_on("erew", text, &["A=1,2,3,4"]);
    assert_eq!(outcome.output("A"), "[4, 9, 16, 1]");
    assert_eq!(outcome.reads, 8);
}

/// s is assigned outside and inside: every access to it counts and is checked.
#[test]
fn a_shared_scalar_is_a_cell() {
    let text = "algoritam f(A[])
        s = 0;
        paralelno (za svaki i od 0 do 1)
            s = s + A[i];
        kraj_paralelno
        vrati s;
    kraj_algoritma";
    assert_eq!(
        example_on("erew", text, &["A=1,2"]).end,
        violation("E0501", 2, "s", &[0, 1])
    );
    assert_eq!(
        example_on("crew", text, &["A=1,2"]).end,
        violation("E0502", 2, "s", &[0, 1])
    );
    let sum = example_on("crcw-sum", text, &["A=1,2"]);
    assert_eq!(sum.output("result"), "3");
    // s = 0: a write. The block: 2 reads, an operator, a write each. `vrati s` reads: a step.
    sum.assert_counts((1, 2), (3, 4), (1 + 4 + 1, 1 + 8 + 1));
}

/// Reads are judged before writes; among the cells, that of the lowest processor.
#[test]
fn the_first_violation() {
    let text = "algoritam f(A[], B[])
        paralelno (za svaki i od 0 do 5)
            B[i/4] = A[max(1, (5-i)/2)];
        kraj_paralelno
    kraj_algoritma";
    let given = &["A=1,2,3,4", "B=0,0"];
    // Reads: A[2], A[2], A[1], A[1], A[1], A[1]. Writes: B[0] by 0 to 3, B[1] by 4 and 5.
    assert_eq!(
        example_on("erew", text, given).end,
        violation("E0501", 1, "A[2]", &[0, 1])
    );
    assert_eq!(
        example_on("crew", text, given).end,
        violation("E0502", 1, "B[0]", &[0, 1, 2, 3])
    );
    let config = Config {
        model: Model::parse("erew").expect("a model"),
        on_violation: OnViolation::Continue,
        ..Config::default()
    };
    let outcome = run_text(text, &inputs(given), &config);
    assert_eq!(outcome.violations.len(), 4);
    assert_eq!(outcome.end, End::Completed);
}

#[test]
fn processors_of_nested_blocks() {
    let text = "algoritam f(A[])
        paralelno (za svaki i od 1 do 2)
            x = i;
            paralelno (za svaki j od 5 do 6)
                x = j;
            kraj_paralelno
            A[i] = x;
        kraj_paralelno
    kraj_algoritma";
    // x: one cell for each outer processor, written by both of its inner ones.
    let End::Violation {
        code,
        step,
        cell,
        processors,
    } = example_on("crew", text, &["A=0,0,0"]).end
    else {
        panic!("no violation");
    };
    assert_eq!((code, step, cell.as_str()), ("E0502", 2, "x"));
    assert_eq!(processors, [[1, 5], [1, 6]]);
    assert_eq!(
        example_on("crcw-priority", text, &["A=0,0,0"]).output("A"),
        "[0, 5, 5]"
    );
}
