//! Messages round a line or mesh, which has no links there.

use super::{block, run};

fn warned(machine: &str, body: &str) -> Option<String> {
    let run = run(&block(machine, body)).ends_well();
    let found: Vec<_> = (run.warnings.iter())
        .filter(|warning| warning.code.id() == "W0504")
        .collect();
    assert!(found.len() <= 1, "{found:?}");
    let label = found.first()?.primary.as_ref();
    Some(label.expect("it has a place").text.clone())
}

const TIMES: &str = "t_s = 100, t_w = 7, t_h = 1, t_c = 0";

#[test]
fn a_shift_is_warned_of_where_the_ends_have_no_link() {
    let up = "posalji i prema (i + 1) mod p; primi x od (i - 1) mod p;";
    let down = "posalji i prema (i - 1) mod p; primi x od (i + 1) mod p;";
    for (machine, body, label) in [
        (
            "lanac(8, {})",
            up,
            Some("from processor 7 to processor 0: 7 links"),
        ),
        (
            "lanac(8, {})",
            down,
            Some("from processor 0 to processor 7: 7 links"),
        ),
        ("prsten(8, {})", up, None),
        // The ends of two are neighbours.
        ("lanac(2, {})", up, None),
        (
            "lanac(3, {})",
            up,
            Some("from processor 2 to processor 0: 2 links"),
        ),
        ("hiperkocka(3, {})", up, None),
        // From row to row the columns change as well: no message goes along one dimension.
        ("mreza(3, 3, {})", up, None),
    ] {
        let machine = machine.replace("{}", TIMES);
        assert_eq!(warned(&machine, body).as_deref(), label, "{machine} {body}");
    }
}

#[test]
fn rows_columns_and_layers_of_a_mesh_are_told_apart() {
    let shift = |stride: u32, side: u32| {
        format!(
            "k = (i/{stride}) mod {side};
             posalji i prema i - k*{stride} + ((k + 1) mod {side})*{stride};
             primi x od i - k*{stride} + ((k - 1) mod {side})*{stride};"
        )
    };
    let mesh = format!("mreza(3, 2, 4, {TIMES})");
    assert_eq!(
        warned(&mesh, &shift(1, 4)).as_deref(),
        Some("from processor 3 to processor 0: 3 links")
    );
    assert_eq!(warned(&mesh, &shift(4, 2)), None);
    assert_eq!(
        warned(&mesh, &shift(8, 3)).as_deref(),
        Some("from processor 16 to processor 0: 2 links")
    );
    let torus = mesh.replace("mreza", "torus");
    assert_eq!(warned(&torus, &shift(1, 4)), None);
}

#[test]
fn only_statements_that_otherwise_reach_neighbours_are_warned_of() {
    let line = format!("lanac(4, {TIMES})");
    // All to the first: the last one is far away, and so is the second last.
    let gather = "ako (i > 0) posalji i prema 0; inace za j = 1 do p-1 { primi x od j; }";
    assert_eq!(warned(&line, gather), None);
    // The ends alone.
    let ends = "ako (i == 3) posalji i prema 0; inace ako (i == 0) primi x od 3;";
    assert_eq!(warned(&line, ends), None);
    // Exchanges across: 0 and 3, 1 and 2.
    let across = "posalji i prema 3 - i; primi x od 3 - i;";
    assert_eq!(warned(&line, across), None);
    let allowed = "posalji i prema (i + 1) mod p; // pram: allow(W0504)\nprimi x od (i - 1) mod p;";
    assert_eq!(warned(&line, allowed), None);
}
