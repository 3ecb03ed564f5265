//! What processors of a block do side by side: the k-th turns of their loops, though some make more of them than
//! others, and the statements in which groups of them meet.

use super::{T_INSTRUCTIONS, T_STEPS, W_INSTRUCTIONS, W_STEPS, WRITES, of_text};

/// Time of statements of n processors.
fn time(statements: &str) -> String {
    let text = format!(
        "machine CREW;\ninput n = 8, b = 2;\nprogram\nparallel (for each i from 0 to n-1)\n{statements}\n\
         end_parallel\nend_program\n"
    );
    of_text(&text, T_STEPS)
}

/// Processor i makes the turns 0 … i, each in the same step as the others that still make one: a turn takes a
/// second step where some processor that makes it writes.
#[test]
fn branches_in_turns_that_some_processors_make() {
    let time = |condition: &str| time(&format!("for j = 0 to i {{\nif ({condition}) s = j;\n}}"));
    // The even ones of n turns.
    assert_eq!(time("j mod 2 == 0"), "n + ceil(n/2) for every n ≥ 1");
    // Only the last processor makes the last turn, only the first one has i + j = 0.
    assert_eq!(time("j == n - 1"), "n + 1 for every n ≥ 1");
    assert_eq!(time("i + j == 0"), "n + 1 for every n ≥ 1");
    // In turn j < n/2 there is a processor below n/2, in later ones there is none.
    assert_eq!(time("i < n/2"), "n + floor(n/2) for every n ≥ 1");
    // Processor j is in its last turn then.
    assert_eq!(time("i == j"), "2*n for every n ≥ 1");
    // i + j is below n where 2·j is: in ⌈n/2⌉ turns.
    assert_eq!(time("i + j < n"), "n + ceil(n/2) for every n ≥ 1");
}

/// Of n rows and m columns the shorter ones have as many cells on the diagonal; of a square of n rows there
/// are 2·b + 1 in each row up to b beside it, but for b·(b + 1)/2 in each of two corners.
#[test]
fn diagonals_and_bands() {
    let program = |condition: &str, columns: &str| {
        format!(
            "machine CREW;\ninput n = 8, m = 5, b = 2;\nprogram\narray A[n,{columns}];\n\
             parallel (for each i from 0 to n-1, j from 0 to {columns}-1)\nif ({condition}) A[i,j] = 1;\n\
             end_parallel\nend_program\n"
        )
    };
    let diagonal = program("i == j", "m");
    assert_eq!(of_text(&diagonal, WRITES), "min(n, m) for every n, m ≥ 0");
    assert_eq!(
        of_text(&diagonal, W_STEPS),
        "m*n + min(n, m) for every n, m ≥ 0"
    );
    let others = program("i != j", "m");
    assert_eq!(
        of_text(&others, WRITES),
        "m*n - min(n, m) for every n, m ≥ 0"
    );
    let band = program("abs(i - j) <= b", "n");
    assert_eq!(
        of_text(&band, WRITES),
        "2*b*n - b^2 + n - b for every n, b ≥ 0; n ≥ b"
    );
}

/// The k-th turns of all processors are at the same time, and take as long as the longest of them.
#[test]
fn loops_in_turns_that_some_processors_make() {
    // Turn t has t + 1 turns for all processors that make it: 1 + 2 + … + n.
    let squares = time("for j = i to n-1\nfor k = i to j\ns = k;");
    assert_eq!(squares, "(n^2 + n)/2 for every n ≥ 1");
    // Turn t has n − i − t turns for processor i, the most for i = 0: n + (n − 1) + … + 1.
    let triples = time("for j = i to n-1\nfor k = j to n-1\ns = k;");
    assert_eq!(triples, "(n^2 + n)/2 for every n ≥ 1");
    // Turn j is made by processors from j on, of which j itself has the most turns inside, n − j.
    let crossed = time("for j = 0 to i\nfor k = 0 to n-i-1\ns = k;");
    assert_eq!(crossed, "(n^2 + n)/2 for every n ≥ 1");
    // The outer loop runs down: in its turn t again n − t turns at most, of a test and perhaps a step.
    let down = time("for j = i to 0 step -1\nfor k = 0 to n-i-1\nif (k > j) s = k;");
    assert_eq!(down, "(n^2 + n)/2 to n^2 + n for every n ≥ 1");
    // Tiles of b by b.
    let tiles = time("for j = i to i+b-1\nfor k = i to i+b-1\ns = i;");
    assert_eq!(tiles, "b^2 for every n ≥ 1; b ≥ 0");
}

/// Rows above and below row k have the same turns at the same time: in round k a test of one instruction and n − k
/// turns of four, three reads and what is written, and one operator.
#[test]
fn both_sides_of_one_row() {
    let text = "machine CREW;\ninput n = 8;\ninput A[n,n] = random(0, 9);\nprogram\n\
        for k = 0 to n-1\nparallel (for each i from 0 to n-1)\nif (i != k)\n\
        for j = k to n-1\nA[i,j] -= A[k,j];\nend_parallel\nend_program\n";
    assert_eq!(of_text(text, T_INSTRUCTIONS), "2*n^2 + 3*n for every n ≥ 2");
}

/// Each of the two colours has a processor from n = 4 on, of a line and of a board; together they are the n − 2
/// inner ones of a line.
#[test]
fn colours_by_turns_of_a_short_loop() {
    let text = "machine CRCW;\ninput n = 8;\ninput U[n] = iota;\nprogram\nfor c = 0 to 1\n\
        parallel (for each i from 1 to n-2)\nif (i mod 2 == c)\nU[i] = U[i-1] + U[i+1];\nend_parallel\n\
        end_program\n";
    assert_eq!(of_text(text, T_STEPS), "4 for every n ≥ 4");
    assert_eq!(of_text(text, WRITES), "n - 2 for every n ≥ 2");
    let board = text.replace("i from 1 to n-2)", "i from 1 to n-2, j from 1 to n-2)");
    let board = board.replace("i mod 2 == c", "(i + j) mod 2 == c");
    assert_eq!(of_text(&board, T_STEPS), "4 for every n ≥ 4");
}

/// The boundary of a triangle: rows r have cells 0 and r, the first row has one: 1 + 2·(n − 1) of n·(n + 1)/2. The
/// others are written twice.
#[test]
fn a_boundary_whose_ends_meet() {
    let text = "machine CREW;\ninput n = 8;\nprogram\narray A[n,n];\nfor r = 0 to n-1\n\
        parallel (for each k from 0 to r)\nif (k == 0 or k == r) A[r,k] = 1;\n\
        else { A[r,k] = 1; A[r,k] = 2; }\nend_parallel\nend_program\n";
    assert_eq!(of_text(text, WRITES), "n^2 - n + 1 for every n ≥ 1");
}

/// Processors that change at turns of their own are in the others' turns meanwhile: n turns of three steps, and not
/// the longest first parts and the longest second ones one after the other. A loop that runs down
/// from i begins with another number in each: turn t is i − t, with n − i + t turns inside.
#[test]
fn turns_that_change_with_the_processor() {
    let body = "for k = i to n-1 {\nif (i + k < n) { s = 1; s = 2; } else { s = 1; }\n}";
    // Turn t is k = i + t; for i = 0 all of them have two steps behind the test.
    assert_eq!(time(body), "3*n for every n ≥ 1");
    let down = "for k = i to 0 step -1\nfor x = k to n-1\ns = 1;";
    // For i = 0 … n − 1 turn t has a processor i = t with x from 0: n turns of n steps.
    assert_eq!(time(down), "n^2 for every n ≥ 1");
    // The longest of the two loops inside are of different processors: n turns of i = t, and t' + 1 = n − t of n − 1.
    let of_others = "for k = i to 0 step -1 {\nfor x = k to n-1\ns = 1;\nfor x = 0 to k\ns = 1;\n}";
    assert_eq!(time(of_others), "(3*n^2 + n)/2 for every n ≥ 1");
    // By two indices the turns are not followed: each of the 2·n − 1 takes 2·n + 1 and 2·n − 1 at most, by
    // processors with different k.
    let by_two = "machine CREW;\ninput n = 4;\nprogram\n\
        parallel (for each i from 0 to n-1, j from 0 to n-1)\nfor k = i+j to 0 step -1 {\n\
        for x = k to 2*n\ns = 1;\nfor x = 0 to k\ns = 1;\n}\nend_parallel\nend_program\n";
    assert_eq!(of_text(by_two, T_STEPS), "0 to 8*n^2 - 4*n for every n ≥ 1");
    let together = "for k = n-1 to i step -1\nfor x = 0 to k\ns = 1;";
    assert_eq!(time(together), "(n^2 + n)/2 for every n ≥ 1");
}

/// Groups on one side of a branch wait for each other where they are in the same statements: two tests, and what
/// each of the two groups does in its own, 2 + 2; behind the outer test these are 7 for n > 5001. For small n
/// there is one group: 1 + 1 + 2 + 1.
#[test]
fn groups_of_a_side_that_meet_again() {
    let again =
        "if (i != 5000) {\nif (i < 5000) { s = 1; s = 2; }\nif (i > 5000) { s = 1; s = 2; }\n}";
    assert_eq!(time(again), "5 to 9 for every n ≥ 1");
    // Two sides that lead to the same statements by `and`: both groups are there, and the time of 1 + 1 + 2 + 1 + 2 lies
    // between.
    let both = "if (i > 5 and i < n-5) s = 0;\nelse {\nif (i <= 5) { s = 1; s = 2; }\n\
        if (i >= n-5) { s = 1; s = 2; }\n}";
    assert_eq!(time(both), "5 to 12 for every n ≥ 1");
    // Turns of the same loop: as many as the longer group's.
    let text = "machine CREW;\ninput n = 8;\nprogram\nfor k = 1 to n-2\n\
        parallel (for each i from 0 to n-1)\nif (i != k) {\ns = 0;\nfor x = 0 to i\ns += 1;\n}\n\
        end_parallel\nend_program\n";
    // n − 2 times a test, an assignment and n turns.
    assert_eq!(of_text(text, T_STEPS), "n^2 - 4 for every n ≥ 2");
}

/// What `and` skips is counted where the indices tell for whom: all test `i - j >= 0` (with `and` 3), those
/// from j on `i - j < n` too (2), and n of each j add a product (4).
#[test]
fn the_right_side_of_and_for_those_who_come_to_it() {
    let convolution = "machine CREW;\ninput n = 8, m = 3;\ninput x[n] = random(0, 9), h[m] = random(0, 9);\n\
        program\narray y[n+m-1];\nparallel (for each i from 0 to n+m-2)\ns = 0;\nfor j = 0 to m-1\n\
        if (i - j >= 0 and i - j < n)\ns += h[j]*x[i-j];\ny[i] = s;\nend_parallel\nend_program\n";
    assert_eq!(
        of_text(convolution, T_INSTRUCTIONS),
        "9*m + 2 for every n, m ≥ 1"
    );
    // 2·(n + m − 1) + 3·m·(n + m − 1) + 2·(m·(n + m − 1) − m·(m − 1)/2) + 4·m·n.
    assert_eq!(
        of_text(convolution, W_INSTRUCTIONS),
        "4*m^2 + 9*m*n + 2*n - 2*m - 2 for every n ≥ 0; m ≥ 1"
    );
    // A wave over a square: 2 for all in 2·n − 1 turns, 2 more for those below s, which are
    // 1 + … + (n − 1) + n·n, and 4 in each of n² cells. For s ≤ n the second condition always holds.
    let wave = "machine CREW;\ninput n = 6;\nprogram\narray L[n+1,n+1] = 0;\nfor s = 2 to 2*n\n\
        parallel (for each i from 1 to n)\nif (i < s and s - i <= n)\n\
        L[i,s-i] = max(L[i-1,s-i], L[i,s-i-1]);\nend_parallel\nend_program\n";
    assert_eq!(of_text(wave, T_INSTRUCTIONS), "16*n - 8 for every n ≥ 1");
    assert_eq!(
        of_text(wave, W_INSTRUCTIONS),
        "11*n^2 - 3*n for every n ≥ 1"
    );
}

/// Where some go on after one step of the inner branch and some after two, the steps behind it are not told apart: with
/// A = 5, 0, 0 the four reads of the ones are behind two steps, and those of the others behind three.
#[test]
fn steps_behind_a_branch_of_unequal_sides() {
    let text = "machine CREW;\ninput n = 8;\ninput A[n+4] = constant(0);\nprogram\n\
        parallel (for each i from 0 to n-1)\nif (A[i] > 4) {\nif (A[i] > 7) {\ns = 1;\ns = 2;\n} else {\ns = 1;\n}\n\
        s = A[0]+A[1]+A[2]+A[3];\n} else {\ns = 1;\ns = 1;\ns = 1;\ns = A[0]+A[1]+A[2]+A[3];\n}\n\
        end_parallel\nend_program\n";
    // 2 for the test; at most 2 + 2 + 7 of the one side and 3 + 7 of the other.
    assert_eq!(of_text(text, T_INSTRUCTIONS), "2 to 23 for every n ≥ 1");
}
