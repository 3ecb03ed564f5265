//! Sections on machines that share their memory and on those that do not.

use super::{prints, ring, run};

/// The same on one processor of a network, and in sequential code of the PRAM.
#[track_caller]
fn leaves(body: &str, array: &str) {
    let arrays = "polje A[4] = {1, 2, 3, 4} na 0;";
    let on_pram =
        format!("stroj EREW;\nprogram\n{arrays}\n{body}\nispisi({array}[]);\nkraj_programa");
    let ran = run(&on_pram).ends_well().printed;
    let on_network = format!(
        "stroj prsten(p = 2, t_s = 1, t_w = 1);\nprogram\n{arrays}\n\
         paralelno (za svaki i od 0 do 0)\n{body}\nkraj_paralelno\nispisi({array}[]);\nkraj_programa"
    );
    prints(&on_network, &[ran[0].as_str()]);
}

#[track_caller]
fn gives(body: &str, array: &str, expected: &str) {
    let text = format!(
        "stroj CREW;\nprogram\nk = 1;\npolje A[4] = {{1, 2, 3, 4}}; polje M[2,3] = 0;\n\
         M[0, ] = A[0 do 2]; M[1, ] = A[1 do 3] + 2;\n{body}\nispisi({array}[]);\nkraj_programa"
    );
    prints(&text, &[expected]);
}

#[test]
fn parts_are_assigned() {
    gives("A[1 do 2] = 9;", "A", "[1, 9, 9, 4]");
    gives("A[k do k + 1] += A[k + 1 do k + 2];", "A", "[1, 5, 7, 4]");
    gives("A[0 do 2] = M[1, ];", "A", "[4, 5, 6, 4]");
    gives("M[ , 2] = A[0 do 1];", "M", "[[1, 2, 1], [4, 5, 2]]");
    gives(
        "M[0 do 1, 0 do 1] = M[0 do 1, 1 do 2];",
        "M",
        "[[2, 3, 3], [5, 6, 6]]",
    );
    gives(
        "X[] = A[1 do 3]; A[0] = X[2] + duljina(X);",
        "A",
        "[7, 2, 3, 4]",
    );
    gives("M[1, 1 do 2] *= 2;", "M", "[[1, 2, 3], [4, 10, 12]]");
}

#[test]
fn the_right_side_is_read_first() {
    gives("A[1 do 3] = A[0 do 2];", "A", "[1, 1, 2, 3]");
    gives("A[0 do 2] = A[1 do 3];", "A", "[2, 3, 4, 4]");
    leaves("A[1 do 3] = A[0 do 2];", "A");
    leaves("A[0 do 2] = A[1 do 3] * 2;", "A");
}

#[test]
fn an_empty_section_checks_no_bounds() {
    gives("A[3 do 2] = 9;", "A", "[1, 2, 3, 4]");
    gives("A[9 do 8] = A[-5 do -6];", "A", "[1, 2, 3, 4]");
    leaves("A[9 do 8] = A[-5 do -6];", "A");
    run(&ring("posalji L[9 do 8] prema i; primi L[-3 do -4] od i;")).ends_well();
}

#[test]
fn what_is_wrong_with_a_section() {
    for (statement, code) in [
        // It ends more than one in front of its start.
        ("A[3 do 1] = 9;", "E0403"),
        ("A[0 do 4] = 9;", "E0403"),
        ("A[-1 do 0] = 9;", "E0403"),
        ("k = A[0]; A[0 do 1] = A[0 do 2];", "E0408"),
        ("A[0 do 1] = A[];", "E0408"),
        ("M[0, ] = A[];", "E0408"),
        ("M[0 do 1, 0 do 1] = M[ , ];", "E0408"),
    ] {
        let text = format!(
            "stroj CREW;\nprogram\npolje A[4] = 1; polje M[2,3] = 0;\n{statement}\nizlaz A[], M[];\nkraj_programa"
        );
        run(&text).ends_in(code);
    }
    for (statement, code) in [
        ("L[3 do 1] = 9;", "E0403"),
        ("L[0 do 4] = 9;", "E0403"),
        ("L[0 do 1] = L[0 do 2];", "E0408"),
        ("posalji L[3 do 1] prema i; primi L[0] od i;", "E0403"),
        ("posalji L[2 do 4] prema i; primi L[0 do 2] od i;", "E0403"),
        ("posalji L[2 do 3] prema i; primi L[0 do 2] od i;", "E0509"),
        ("posalji L[2 do 3] prema i; primi L[3 do 4] od i;", "E0403"),
    ] {
        run(&ring(statement)).ends_in(code);
    }
}

#[test]
fn a_section_statement_is_one_step_with_a_processor_an_element() {
    let text = "stroj EREW;\nprogram\npolje A[8] = 1;\nA[0 do 3] = A[4 do 7] + 1;\nizlaz A[];\nkraj_programa";
    let run = run(text).ends_well();
    let p = run.processors();
    assert_eq!(p, 4);
    // A read, an operator and a write of four processors.
    let [rounds, steps, instructions] = [&run.cost.rounds, &run.cost.steps, &run.cost.instructions]
        .map(|unit| (unit.time_on(p), unit.work));
    assert_eq!(rounds, (1, 4));
    assert_eq!(steps, (1, 4));
    assert_eq!(instructions, (3, 12));
}
