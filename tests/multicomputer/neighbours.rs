//! Neighbours by their names.

use super::{block, prints, run};

/// What the processors print, in the order of their numbers: all at the same time.
#[track_caller]
fn are(machine: &str, name: &str, expected: &[&str]) {
    prints(
        &block(
            &format!("{machine}t_s = 1, t_w = 1)"),
            &format!("ispisi({name});"),
        ),
        expected,
    );
}

#[test]
fn on_rings_lines_and_grids() {
    are(
        "prsten(p = 3, ",
        "lijevo, \" \", desno",
        &["2 1", "0 2", "1 0"],
    );
    are("prsten(p = 1, ", "left, \" \", right", &["0 0"]);
    // Rows 0 1 2 and 3 4 5.
    are(
        "torus(2, 3, ",
        "lijevo, desno, gore, dolje",
        &["2133", "0244", "1055", "5400", "3511", "4322"],
    );
    let inner = "i == 4) ispisi(left, right, up); ako (i == 1) ispisi(down";
    // Processor 1 makes a second test.
    prints(
        &block("mreza(2, 3, t_s = 1, t_w = 1)", &format!("ako ({inner});")),
        &["351", "4"],
    );
    are(
        "hiperkocka(2, ",
        "susjed(0), susjed(1)",
        &["12", "03", "30", "21"],
    );
}

#[test]
fn what_a_processor_has_not() {
    for (machine, name) in [
        ("lanac(p = 2, ", "lijevo"),
        ("lanac(p = 2, ", "gore"),
        ("prsten(p = 2, ", "dolje"),
        ("mreza(2, 2, ", "gore"),
        ("hiperkocka(2, ", "susjed(2)"),
        ("hiperkocka(2, ", "susjed(-1)"),
        ("hiperkocka(2, ", "lijevo"),
        ("prsten(p = 2, ", "susjed(0)"),
        ("potpuni(p = 2, ", "desno"),
        ("stablo(p = 2, ", "desno"),
        ("zvijezda(p = 2, ", "gore"),
        ("sabirnica(p = 2, ", "lijevo"),
    ] {
        let text = block(
            &format!("{machine}t_s = 1, t_w = 1)"),
            &format!("ispisi({name});"),
        );
        run(&text).ends_in("E0512");
    }
}

#[test]
fn a_neighbour_behind_a_guard_is_not_looked_for() {
    let machine = "lanac(p = 3, t_s = 1, t_w = 1)";
    let body = "ako (i > 0 and lijevo < i) ispisi(lijevo); ako (i == 0 or lijevo == i - 1) ;";
    prints(&block(machine, body), &["0", "1"]);
}
