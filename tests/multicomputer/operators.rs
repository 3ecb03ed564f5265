//! Operators of the program's own (`neutralni f = …;`), which are calls, in the code of processors.

use super::run;

/// The larger of two as an operator; the algorithm ⊕_spoji does this to L and R of each processor.
fn program(body: &str, machine: &str, start: &str) -> String {
    format!(
        "stroj {machine};
algoritam veci(a, b)
ako (a > b) vrati a;
vrati b;
kraj_algoritma
neutralni veci = -9;
algoritam ⊕_spoji(X[], Y[])
{body}
kraj_algoritma
program
paralelno (za svaki procesor i, i = 0, ..., p-1)
lokalno L[4] = {{5, 1, 4, 2}};
lokalno R[4] = {{3, 1, 0, 7}};
{start}
veci_spoji(L[], R[]);
ispisi(L[0], \" \", L[1], \" \", L[2], \" \", L[3]);
kraj_paralelno
kraj_programa
"
    )
}

const RING: &str = "prsten(p = 4, t_s = 100, t_w = 7)";

#[track_caller]
fn printed(body: &str, expected: &str) -> String {
    let told = run(&program(body, RING, ""));
    assert!(told.problems.is_empty(), "{body}: {}", told.problems);
    let run = told.run.expect("it ran");
    assert_eq!(run.printed, [expected; 4], "{body}");
    run.network.expect("it has a network").time.to_string()
}

/// All elements are computed before the first is written.
#[test]
fn whole_arrays_are_combined_element_by_element() {
    // The larger of 5 1 4 2 and 3 1 0 7.
    printed("X[] ⊕= Y[];", "5 1 4 7");
    printed("X[] = Y[] ⊕ X[];", "5 1 4 7");
    printed("X[] = neutralni(⊕) ⊕ X[] ⊕ 3;", "5 3 4 3");
    // 5 1 4 moves one place up: 1, 4, 2 against 5, 1, 4; one after the other would give 5 5 5 5.
    printed("X[1 do 3] ⊕= X[0 do 2];", "5 5 4 4");
    printed("X[1 do 3] = X[0 do 2] ⊕ X[1 do 3];", "5 5 4 4");
    // 5 1 4 2 against 2 4 1 5.
    printed("X[] ⊕= unatrag(X[]);", "5 4 4 5");
    printed("Z[] = X[] ⊕ Y[]; X[] = Z[];", "5 1 4 7");
    printed("X[2 do 1] ⊕= Y[2 do 1];", "5 1 4 2");
}

/// A statement of n elements is n besides the calls, as one statement for each is.
#[test]
fn whole_arrays_take_as_long_as_a_loop() {
    let whole = printed("X[] ⊕= Y[];", "5 1 4 7");
    let loops = printed("za k = 0 do 3 X[k] = X[k] ⊕ Y[k];", "5 1 4 7");
    assert_eq!(whole, loops);
}

#[test]
fn scalars_and_cells_are_combined() {
    printed(
        "s = neutralni(⊕); za k = 0 do 3 s ⊕= X[k]; X[0] = s + 1;",
        "6 1 4 2",
    );
    printed("za k = 0 do 3 X[k] ⊕= Y[k];", "5 1 4 7");
}

/// The same code outside of blocks, and on one shared memory.
#[test]
fn the_same_outside_of_blocks() {
    for machine in [RING, "CREW(p = 4)"] {
        let text = program("X[1 do 3] ⊕= X[0 do 2];", machine, "");
        let head = text.find("paralelno (").expect("it has a block");
        let end = text.find("kraj_paralelno").expect("it ends");
        let line = text[head..].find('\n').expect("the head is a line");
        let alone = format!(
            "{}{}{}",
            &text[..head],
            &text[head + line..end],
            &text[end + 14..]
        );
        let told = run(&alone.replace("lokalno ", "polje "));
        assert!(told.problems.is_empty(), "{machine}: {}", told.problems);
        assert_eq!(told.run.expect("it ran").printed, ["5 5 4 4"], "{machine}");
    }
}

/// Reals and truth values too, whose type is known only after the first look at the algorithm.
#[test]
fn elements_of_other_types() {
    let told = run(&program(
        "X[] ⊕= Y[];",
        RING,
        "lokalno F[2] = {1.5, 0.5};\nlokalno G[2] = {1.0, 2.0};\nveci_spoji(F[], G[]);\n\
         ispisi(F[0], \" \", F[1]);",
    ));
    assert!(told.problems.is_empty(), "{}", told.problems);
    let printed = told.run.expect("it ran").printed;
    assert_eq!(printed.len(), 8);
    assert!(printed.contains(&"1.5 2.0".to_owned()), "{printed:?}");
}
