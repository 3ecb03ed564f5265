//! Where a value of a recorded run comes from: through scalars, calls and other names of an array.

use super::TWO_ARRAYS_AT_ONE_PLACE;
use super::recorded::{answers, trace};

/// What `why` says of a value behind the last step.
fn why(text: &str, asked: &str) -> String {
    let line = format!("why {asked}");
    let mut said = answers(&trace(text, 1 << 20), &["goto end", &line]);
    said.pop().unwrap_or_default()
}

/// B[1] = 10*A[2] + 1, over x and y of i = 1.
#[test]
fn why_goes_through_scalars_of_processors() {
    let text = "machine EREW;
input A[4] = iota;
program
    array B[4];
    parallel (for each i from 0 to 3)
        x = A[3 - i];
        y = x * 10;
        B[i] = y + 1;
    end_parallel
end_program
";
    let expected = "\
B[1] = 21: written in step 3, line 8 by i = 1, from y of i = 1 = 20
  y of i = 1 = 20: assigned in step 2, line 7 by i = 1, from x of i = 1 = 2
    x of i = 1 = 2: assigned in step 1, line 6 by i = 1, from A[2] = 2
      A[2] = 2: from before the first step that is told
";
    assert_eq!(why(text, "B[1]"), expected);
}

/// The program assigns s, and every processor reads it.
#[test]
fn why_goes_to_scalars_of_the_code_around_a_block() {
    let text = "machine EREW;
input A[4] = iota;
program
    s = A[3];
    array B[4];
    parallel (for each i from 0 to 3)
        B[i] = s + i;
    end_parallel
end_program
";
    let expected = "\
B[2] = 5: written in step 2, line 7 by i = 2, from s = 3
  s = 3: assigned in step 1, line 4, from A[3] = 3
    A[3] = 3: from before the first step that is told
";
    assert_eq!(why(text, "B[2]"), expected);
}

/// The k of the second call is not that of the first, which assigned its own in step 1.
#[test]
fn why_tells_calls_of_one_algorithm_apart() {
    let text = "algorithm f(A[], k)
    A[k] = k;
    k = k + 1;
end_algorithm
program
    array A[8];
    f(A[], 1);
    f(A[], 5);
    A[0] = 0;
end_program
";
    let expected = "\
A[5] = 5: written in step 3, line 2, from k
  k: no step assigned it: a size, a parameter or the count of a loop
";
    assert_eq!(why(text, "A[5]"), expected);
}

/// `fill` knows A as X, and each processor calls `twice`, which knows it as Y: A[0] = 2*(3*3).
#[test]
fn why_knows_an_array_under_the_names_of_calls() {
    let text = "machine EREW;
algorithm fill(X[], n)
    parallel (for each i from 0 to n - 1)
        X[i] = i * i;
    end_parallel
end_algorithm
algorithm twice(Y[], k)
    Y[3 - k] = 2 * Y[k];
end_algorithm
program
    array A[4];
    fill(A[], 4);
    parallel (for each i from 2 to 3)
        twice(A[], i);
    end_parallel
end_program
";
    let expected = "\
A[0] = 18: written in step 2, line 8 by i = 3, from A[3] = 9, k of i = 3
  A[3] = 9: written in step 1, line 4 by i = 3
  k of i = 3: no step assigned it: a size, a parameter or the count of a loop
";
    assert_eq!(why(text, "A[0]"), expected);
}

/// M is the array that the call made.
#[test]
fn why_goes_into_a_call_that_gives_an_array() {
    let text = "machine EREW;
input A[4] = iota;
algorithm squares(A[], n)
    array Q[n];
    parallel (for each i from 0 to n - 1)
        Q[i] = A[i] * A[i];
    end_parallel
    return Q[];
end_algorithm
program
    M[] = squares(A[], 4);
    M[0] = M[2] + M[3];
end_program
";
    let expected = "\
M[0] = 13: written in step 2, line 12, from M[2] = 4, M[3] = 9
  M[2] = 4: written in step 1, line 6 by i = 2, from A[2] = 2
    A[2] = 2: from before the first step that is told
  M[3] = 9: written in step 1, line 6 by i = 3, from A[3] = 3
    A[3] = 3: from before the first step that is told
";
    assert_eq!(why(text, "M[0]"), expected);
}

#[test]
fn why_ends_where_an_array_begins() {
    let said = why(TWO_ARRAYS_AT_ONE_PLACE, "A[1]");
    assert!(
        said.contains("  T[1] = 7: no step wrote it; its array has held it since step "),
        "{said}"
    );
    assert!(!said.contains("line 4"), "{said}");
}

/// `total` has a scalar s of its own in shared memory while the program's is there.
#[test]
fn scalars_of_one_name_are_told_apart() {
    let text = "machine CRCW-sum;
input A[4] = iota;
algorithm total(A[], n)
    shared s = 100;
    parallel (for each i from 0 to n - 1)
        s = A[i];
    end_parallel
    return s;
end_algorithm
program
    shared s = 1;
    parallel (for each i from 0 to 0)
        s = 2;
    end_parallel
    t = total(A[], 4);
    s = s + t;
    output s;
end_program
";
    let said = answers(
        &trace(text, 1 << 20),
        &[
            "break write s",
            "goto line 6",
            "view memory",
            "goto end",
            "why s",
            "reverse",
        ],
    );
    assert_eq!(said[2], "A = [0, 1, 2, 3]\ns = 2\ns (total) = *6\n");
    assert!(
        said[4].starts_with("s = 8: written in step 7, line 16, from s = 2, t = 6\n"),
        "{}",
        said[4]
    );
    assert!(
        said[4].contains("\n  s = 2: written in step 2, line 13"),
        "{}",
        said[4]
    );
    // The write of the other s in between is no hit.
    assert!(
        said[5].starts_with("Breakpoint 1. Step 2 of 7"),
        "{}",
        said[5]
    );
}

/// A cell of an array that a processor has for itself is known where its subscript is a number.
#[test]
fn why_goes_to_arrays_of_a_processor() {
    let text = "program
    array B[2];
    parallel (for each i from 0 to 1)
        local own[2];
        own[1] = 5 + i;
        B[i] = own[1];
    end_parallel
end_program
";
    let expected = "\
B[1] = 6: written in step 2, line 6 by i = 1, from own[1] of i = 1 = 6
  own[1] of i = 1 = 6: written in step 1, line 5 by i = 1
";
    assert_eq!(why(text, "B[1]"), expected);
}

/// Of processors that write one cell it is the one whose value stays.
#[test]
fn why_names_the_processor_whose_value_stays() {
    let text = "machine CRCW-priority;
input A[4] = {4, 3, 2, 1};
program
    array B[1];
    parallel (for each i from 0 to 3)
        B[0] = A[3 - i];
    end_parallel
end_program
";
    let expected = "\
B[0] = 1: written in step 1, line 6 by i = 0, from A[3] = 1
  A[3] = 1: from before the first step that is told
";
    assert_eq!(why(text, "B[0]"), expected);
}

/// Of what four processors write into s the rule makes the sum.
#[test]
fn why_says_where_a_rule_makes_one_value_of_several() {
    let text = "machine CRCW-sum;
input A[4] = iota;
program
    array S[1];
    parallel (for each i from 0 to 3)
        S[0] = A[i];
    end_parallel
end_program
";
    let expected = "\
S[0] = 6: written in step 1, line 6 by 4 processors, of whose values the rule makes one
  i = 0 writes 0, from A[0] = 0
    A[0] = 0: from before the first step that is told
  i = 1 writes 1, from A[1] = 1
    A[1] = 1: from before the first step that is told
  i = 2 writes 2, from A[2] = 2
    A[2] = 2: from before the first step that is told
  i = 3 writes 3, from A[3] = 3
    A[3] = 3: from before the first step that is told
";
    assert_eq!(why(text, "S[0]"), expected);
}

/// `return y` takes no step: the result comes from y.
#[test]
fn why_goes_through_results_that_processors_hold() {
    let expected = "\
R[1] = 27: written in step 3, line 10 by i = 1, from y of i = 1 = 27
  y of i = 1 = 27: assigned in step 2, line 4 by i = 1, from x of i = 1 = 9
    x of i = 1 = 9: assigned in step 1, line 10 by i = 1, from A[1] = 9
      A[1] = 9: from before the first step that is told
";
    assert_eq!(why(super::TRIPLED, "R[1]"), expected);
}

/// Both of two writers, and where the tree is cut.
#[test]
fn why_tells_all_of_whose_values_the_rule_makes_one() {
    let expected = "\
R[0] = 9: written in step 1, line 6 by 6 processors, of whose values the rule makes one
  i = 0 writes 5, from A[0] = 5
    A[0] = 5: from before the first step that is told
  i = 1 writes 9, from A[1] = 9
    A[1] = 9: from before the first step that is told
  i = 2 writes 2, from A[2] = 2
    A[2] = 2: from before the first step that is told
  i = 3 writes 7, from A[3] = 7
    A[3] = 7: from before the first step that is told
  … and 2 other processors
";
    assert_eq!(why(super::GREATEST, "R[0]"), expected);
}

/// All 40 steps write A[0]; those told behind the gap are the last ones.
#[test]
fn why_does_not_look_in_front_of_steps_that_are_left_out() {
    let text = "program
    array A[2] = 1;
    for k = 1 to 40
        A[0] = A[0] + A[1];
end_program
";
    let said = answers(&trace(text, 3000), &["goto end", "why A[0]"]);
    let why = &said[1];
    assert!(
        why.contains("perhaps written in the steps before step"),
        "{why}"
    );
    for written in why.split("written in step ").skip(1) {
        let number: String = written.chars().take_while(char::is_ascii_digit).collect();
        assert!(number.parse::<u64>().unwrap() > 20, "{why}");
    }
}

/// The s of the call is gone when B comes to be, perhaps at its place in memory; it is written in the
/// first step only.
#[test]
fn a_scalar_that_is_gone_is_not_what_took_its_place() {
    let text = "algorithm f(A[])
    shared s = 7;
    A[0] = s;
end_algorithm
program
    array A[1] = 0;
    f(A[]);
    B[] = A[] + 1;
    B[0] = B[0] + 1;
    output B[];
end_program
";
    let trace = trace(text, 1 << 20);
    let said = answers(&trace, &["goto end", "why s", "watch s"]);
    assert_eq!(
        said[1],
        "there is no array or shared scalar `s` at this step\n"
    );
    assert!(said[2].contains("not there at this step"), "{}", said[2]);
}
