//! Groups of processors that part and meet again (language.md, section 6).

use super::example::example;

#[test]
fn the_shorter_branch_waits_for_the_longer() {
    let outcome = example(
        "algoritam f(A[])
             paralelno (za svaki i od 0 do 3)
                 ako (i % 2 == 0) { A[i] = 1; A[i] = 2; A[i] = 3; } inace { A[i] = 5; }
                 A[i] += 10;
             kraj_paralelno
         kraj_algoritma",
        &["A=0,0,0,0"],
    );
    assert_eq!(outcome.output("A"), "[13, 15, 13, 15]");
    // Test by 4 (two operators), then 4, 2, 2 write, then 4 read, add and write.
    outcome.assert_counts(
        (1, 4),
        (5, 4 + 4 + 2 + 2 + 4),
        (2 + 1 + 1 + 1 + 3, 8 + 4 + 2 + 2 + 12),
    );
    assert_eq!(outcome.steps.histogram, [(2, 2), (4, 3)].into());
}

#[test]
fn a_loop_goes_on_until_the_last_is_done() {
    let outcome = example(
        "algoritam f(A[])
             paralelno (za svaki i od 0 do 3)
                 za j = 1 do i { A[i] += 1; }
                 A[i] += 10;
             kraj_paralelno
         kraj_algoritma",
        &["A=0,0,0,0"],
    );
    assert_eq!(outcome.output("A"), "[10, 11, 12, 13]");
    // The body of the block is a round of 4; its loop's are rounds of 3, 2, 1.
    outcome.assert_counts((4, 10), (4, 10), (12, 30));
}

#[test]
fn rounds_of_groups_stand_side_by_side() {
    let outcome = example(
        "algoritam f(A[])
             paralelno (za svaki i od 0 do 3)
                 ako (i < 3) { za j = 1 do 3 A[i] += 1; } inace { za j = 1 do 5 A[i] += 1; }
                 za j = 1 do 2 A[i] += 10;
             kraj_paralelno
         kraj_algoritma",
        &["A=0,0,0,0"],
    );
    assert_eq!(outcome.output("A"), "[23, 23, 23, 25]");
    // Side by side 3 of 3 and 5 of 1: 4, 4, 4, 1, 1; then 2 of 4.
    assert_eq!(outcome.rounds.histogram, [(4, 5), (1, 2)].into());
    assert_eq!((outcome.rounds.time, outcome.rounds.work), (7, 22));
    assert_eq!((outcome.steps.time, outcome.steps.work), (1 + 7, 4 + 22));
}

#[test]
fn prekini_leaves_the_loop() {
    let outcome = example(
        "algoritam f(A[])
             paralelno (za svaki i od 0 do 3)
                 za j = 0 do 3 {
                     ako (j == i) prekini;
                     A[i] += 1;
                 }
                 A[i] += 100;
             kraj_paralelno
         kraj_algoritma",
        &["A=0,0,0,0"],
    );
    assert_eq!(outcome.output("A"), "[100, 101, 102, 103]");
    // Tests by 4, 3, 2, 1; updates by 3, 2, 1; then all 4.
    assert_eq!((outcome.steps.time, outcome.steps.work), (8, 10 + 6 + 4));
    // The block's body, and the loop's by 4, 3, 2, 1.
    assert_eq!((outcome.rounds.time, outcome.rounds.work), (5, 14));
}

#[test]
fn nastavi_leaves_one_execution_of_the_body() {
    let outcome = example(
        "algoritam f(A[])
             paralelno (za svaki i od 0 do 3)
                 za j = 0 do 3 {
                     ako (j == i) nastavi;
                     A[i] += 1;
                 }
             kraj_paralelno
         kraj_algoritma",
        &["A=0,0,0,0"],
    );
    assert_eq!(outcome.output("A"), "[3, 3, 3, 3]");
    assert_eq!((outcome.steps.time, outcome.steps.work), (8, 4 * (4 + 3)));
    assert_eq!((outcome.rounds.time, outcome.rounds.work), (4, 16));
}

#[test]
fn vrati_leaves_the_block() {
    let outcome = example(
        "algoritam f(A[])
             paralelno (za svaki i od 0 do 3)
                 dok (istina) {
                     ako (A[i] >= i) vrati;
                     A[i] += 1;
                 }
                 A[i] = 99;
             kraj_paralelno
             A[0] += 7;
         kraj_algoritma",
        &["A=0,0,0,0"],
    );
    assert_eq!(outcome.output("A"), "[7, 1, 2, 3]");
    // Iteration k (from 0): two tests by the 4-k left, the update by one fewer; then one step.
    assert_eq!(
        (outcome.steps.time, outcome.steps.work),
        (3 + 3 + 3 + 2 + 1, 11 + 8 + 5 + 2 + 1)
    );
}

/// All leave two branches at once: what was a round in the inner one stays one.
#[test]
fn rounds_of_branches_that_everyone_leaves() {
    let outcome = example(
        "algoritam f(A[])
             paralelno (za svaki i od 0 do 2)
                 ako (i < 3) {
                     ako (i < 4) {
                         za j = 1 do 4 A[i] += 1;
                         vrati;
                     }
                 }
             kraj_paralelno
         kraj_algoritma",
        &["A=0,0,0"],
    );
    outcome.assert_counts((4, 12), (6, 18), (2 + 12, 6 + 36));
}

#[test]
fn tests_of_dok_are_steps() {
    let outcome = example(
        "algoritam f(A[])
             paralelno (za svaki i od 0 do 2)
                 dok (A[i] < i) A[i] += 1;
             kraj_paralelno
         kraj_algoritma",
        &["A=0,0,0"],
    );
    // 3 test, 2 update, 2 test, 1 updates, 1 tests: read and compare 2, update 3.
    outcome.assert_counts((2, 3), (5, 9), (2 + 3 + 2 + 3 + 2, 6 + 6 + 4 + 3 + 2));
}

#[test]
fn nested_sets_run_together() {
    let outcome = example(
        "algoritam f(B[])
             paralelno (za svaki i od 0 do 2)
                 paralelno (za svaki j od 0 do i)
                     B[i*3+j] = i;
                 kraj_paralelno
                 B[i*3+2] = 7;
             kraj_paralelno
         kraj_algoritma",
        &["B=9,9,9,9,9,9,9,9,9"],
    );
    assert_eq!(outcome.output("B"), "[0, 9, 7, 1, 1, 7, 2, 2, 7]");
    outcome.assert_counts((2, 9), (2, 9), (2, 9));
    assert_eq!(outcome.processors, 6);
}

#[test]
fn inner_processors_of_all_sets_meet_at_an_ako() {
    let outcome = example(
        "algoritam f(B[])
             paralelno (za svaki i od 0 do 1)
                 paralelno (za svaki j od 0 do 1)
                     ako (i == 1 and j == 1) { B[3] = 1; B[3] = 2; }
                     B[i*2+j] += 10;
                 kraj_paralelno
             kraj_paralelno
         kraj_algoritma",
        &["B=0,0,0,0"],
    );
    assert_eq!(outcome.output("B"), "[10, 10, 10, 12]");
    // Test by 4, two writes by 1, then 4.
    assert_eq!(outcome.steps.histogram, [(1, 2), (4, 2)].into());
}

#[test]
fn recursion_inside_a_block() {
    let outcome = example(
        "algoritam povecaj(A[], i, k)
             ako (k > 0) {
                 A[i] += 1;
                 povecaj(A, i, k-1);
             }
         kraj_algoritma
         algoritam f(A[])
             paralelno (za svaki i od 0 do 2)
                 povecaj(A, i, i);
                 A[i] += 10;
             kraj_paralelno
         kraj_algoritma",
        &["A=0,0,0"],
    );
    assert_eq!(outcome.output("A"), "[10, 11, 12]");
    // Test 3, update 2, test 2, update 1, test 1, then 3.
    assert_eq!(
        (outcome.steps.time, outcome.steps.work),
        (6, 3 + 2 + 2 + 1 + 1 + 3)
    );
    // Only the block's own body is one.
    assert_eq!((outcome.rounds.time, outcome.rounds.work), (1, 3));
}

#[test]
fn a_call_behind_and_is_made_where_it_is_needed() {
    let outcome = example(
        "algoritam pozitivan(A[], i)
             vrati A[i] > 0;
         kraj_algoritma
         algoritam f(A[], B[])
             paralelno (za svaki i od 0 do 3)
                 ako (i < 2 and pozitivan(A, i)) B[i] = 1;
             kraj_paralelno
         kraj_algoritma",
        &["A=5,0,5,0", "B=0,0,0,0"],
    );
    assert_eq!(outcome.output("B"), "[1, 0, 0, 0]");
    // The left side by 4, `vrati` by 2, the right side by 2, the test by 4, the write by 1.
    assert_eq!(
        (outcome.steps.time, outcome.steps.work),
        (5, 4 + 2 + 2 + 4 + 1)
    );
}

#[test]
fn printing_is_in_the_order_of_processors_statement_by_statement() {
    let outcome = example(
        "algoritam f(A[])
             paralelno (za svaki i od 0 do 2)
                 ispisi(i, \":\", A[i]);
                 A[i] = A[(i+1) % 3];
                 ispisi(A[i]);
             kraj_paralelno
         kraj_algoritma",
        &["A=4,5,6"],
    );
    assert_eq!(outcome.printed, ["0:4", "1:5", "2:6", "5", "6", "4"]);
    assert_eq!(outcome.steps.time, 1);
}
