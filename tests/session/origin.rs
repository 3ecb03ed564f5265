//! Where a value comes from, asked of a run that is executed.

use super::TWO_ARRAYS_AT_ONE_PLACE;
use super::dialogue::answers;

/// What `why` says of a value behind the last step.
fn why(text: &str, asked: &str) -> String {
    let line = format!("why {asked}");
    let mut said = answers(text, &[], &["goto end", &line]);
    said.pop().unwrap_or_default()
}

/// The program assigns s, and every processor reads it; n is a size and is not told.
#[test]
fn why_goes_to_scalars_of_the_code_around_a_block() {
    let text = "machine EREW;
input n = 4;
input A[n] = iota;
program
    s = A[3];
    array B[n];
    parallel (for each i from 0 to n - 1)
        B[i] = s + i + n;
    end_parallel
end_program
";
    let expected = "\
B[2] = 9: written in step 2, line 8 by i = 2, from s = 3
  s = 3: assigned in step 1, line 5, from A[3] = 3
    A[3] = 3: no step wrote it, so it is an input or what the array was filled with
";
    assert_eq!(why(text, "B[2]"), expected);
}

/// x of i = 1 is read by the processors of the block inside.
#[test]
fn why_goes_to_scalars_of_the_processor_around() {
    let text = "machine CREW;
input A[2] = {7, 8};
program
    array M[2,2];
    parallel (for each i from 0 to 1)
        x = A[i];
        parallel (for each j from 0 to 1)
            M[i,j] = x * j;
        end_parallel
    end_parallel
end_program
";
    let expected = "\
M[1,1] = 8: written in step 2, line 8 by i = 1, j = 1, from x of i = 1 = 8
  x of i = 1 = 8: assigned in step 1, line 6 by i = 1, from A[1] = 8
    A[1] = 8: no step wrote it, so it is an input or what the array was filled with
";
    assert_eq!(why(text, "M[1,1]"), expected);
}

/// The k of the second call is not that of the first, which assigned its own in step 2.
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
A[5] = 5: written in step 3, line 2, from k = 5
  k = 5: passed before step 3, line 8, from constants, sizes and indices
";
    assert_eq!(why(text, "A[5]"), expected);
}

#[test]
fn why_ends_where_an_array_begins() {
    let said = why(TWO_ARRAYS_AT_ONE_PLACE, "A[1]");
    let filled =
        "  T[1] = 7: no step wrote it, so it is an input or what the array was filled with\n";
    assert!(said.contains(filled), "{said}");
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
    A[2] = 2: no step wrote it, so it is an input or what the array was filled with
  M[3] = 9: written in step 1, line 6 by i = 3, from A[3] = 3
    A[3] = 3: no step wrote it, so it is an input or what the array was filled with
";
    assert_eq!(why(text, "M[0]"), expected);
}

/// Four processors write s, and the rule adds what they write; what a processor has for itself is named.
#[test]
fn why_goes_through_what_each_of_several_writers_has_for_itself() {
    let text = "machine CRCW-sum;
input A[4] = iota;
program
    array S[1];
    parallel (for each i from 0 to 3)
        local own[2];
        own[1] = A[i];
        S[0] = own[1];
    end_parallel
end_program
";
    let head =
        "S[0] = 6: written in step 2, line 8 by 4 processors, of whose values the rule makes one";
    let writers = (0..4).map(|i| {
        let own = format!("own[1] of i = {i} = {i}");
        format!(
            "
  i = {i} writes {i}, from {own}
    {own}: written in step 1, line 7 by i = {i}, from A[{i}] = {i}
      A[{i}] = {i}: no step wrote it, so it is an input or what the array was filled with"
        )
    });
    let expected = format!("{head}{}\n", writers.collect::<String>());
    assert_eq!(why(text, "S[0]"), expected);
}

/// `return y` takes no step: the result comes from y.
#[test]
fn why_goes_through_results_that_processors_hold() {
    let expected = "\
R[1] = 27: written in step 3, line 10 by i = 1, from y of i = 1 = 27
  y of i = 1 = 27: assigned in step 2, line 4 by i = 1, from x of i = 1 = 9
    x of i = 1 = 9: passed in step 1, line 10 by i = 1, from A[1] = 9
      A[1] = 9: no step wrote it, so it is an input or what the array was filled with
";
    assert_eq!(why(super::TRIPLED, "R[1]"), expected);
}

/// The result of the inner call is passed on by the outer one, in front of which another call is made.
#[test]
fn why_goes_through_results_that_wait_for_others() {
    let text = "algorithm f(x)
    y = x * 3;
    return y;
end_algorithm
algorithm g(x)
    return f(x);
end_algorithm
program
    array R[1];
    R[0] = g(4) + f(5);
end_program
";
    // y of f(4) in step 1, y of f(5) in step 2, the sum in step 3.
    let expected = "\
R[0] = 27: written in step 3, line 10, from y = 12, y = 15
  y = 12: assigned in step 1, line 2, from x = 4
    x = 4: passed before step 1, line 6, from x = 4
      x = 4: passed before step 1, line 10, from constants, sizes and indices
  y = 15: assigned in step 2, line 2, from x = 5
    x = 5: passed before step 2, line 10, from constants, sizes and indices
";
    assert_eq!(why(text, "R[0]"), expected);
}

/// Two processors write each of 120 cells; S[115] is 115 + 235.
#[test]
fn why_tells_of_every_cell_of_whose_values_the_rule_makes_one() {
    let text = "machine ERCW-sum;
program
    array S[120];
    parallel (for each i from 0 to 239)
        S[i mod 120] = i;
    end_parallel
end_program
";
    let expected = "\
S[115] = 350: written in step 1, line 5 by 2 processors, of whose values the rule makes one
  i = 115 writes 115, from constants, sizes and indices
  i = 235 writes 235, from constants, sizes and indices
";
    assert_eq!(why(text, "S[115]"), expected);
}

/// Of six writers the first four are told with what they read.
#[test]
fn why_tells_all_of_whose_values_the_rule_makes_one() {
    let given = "no step wrote it, so it is an input or what the array was filled with";
    let expected = format!(
        "\
R[0] = 9: written in step 1, line 6 by 6 processors, of whose values the rule makes one
  i = 0 writes 5, from A[0] = 5
    A[0] = 5: {given}
  i = 1 writes 9, from A[1] = 9
    A[1] = 9: {given}
  i = 2 writes 2, from A[2] = 2
    A[2] = 2: {given}
  i = 3 writes 7, from A[3] = 7
    A[3] = 7: {given}
  … and 2 other processors
"
    );
    assert_eq!(why(super::GREATEST, "R[0]"), expected);
}

/// Equal values are summed up, too.
#[test]
fn why_tells_all_whose_equal_values_are_summed_up() {
    let text = "machine ERCW-sum;
program
    array R[1] = 0;
    parallel (for each i from 0 to 1)
        R[0] = 1;
    end_parallel
end_program
";
    let expected = "\
R[0] = 2: written in step 1, line 5 by 2 processors, of whose values the rule makes one
  i = 0 writes 1, from constants, sizes and indices
  i = 1 writes 1, from constants, sizes and indices
";
    assert_eq!(why(text, "R[0]"), expected);
}

/// Five steps one behind the other: the tree has four of them, and says how to see the rest.
#[test]
fn why_says_where_the_tree_is_cut() {
    let text = "program
    array A[1] = 0;
    for k = 1 to 5
        A[0] = A[0] + 1;
end_program
";
    let expected = "\
A[0] = 5: written in step 5, line 4, from A[0] = 4
  A[0] = 4: written in step 4, line 4, from A[0] = 3
    A[0] = 3: written in step 3, line 4, from A[0] = 2
      A[0] = 2: written in step 2, line 4, from A[0] = 1 … `goto step 2` and `why A[0]` tell more
";
    assert_eq!(why(text, "A[0]"), expected);
}

/// b[1] = A[i] = 9, b[0] = 10 and A[i] = 20 for i = 2.
#[test]
fn arrays_of_a_processor_are_gone_through() {
    let text = "machine EREW;
input A[4] = {1, 5, 9, 2};
program
    parallel (for each i from 0 to 3)
        local b[2] = 0;
        b[1] = A[i];
        b[0] = b[1] + 1;
        A[i] = b[i mod 2] * 2;
    end_parallel
end_program
";
    let lines = [
        "goto end",
        "why A[2]",
        "why b[0] for i = 2",
        "why b[1]",
        "why A[2] for i = 1",
        "why b[2] for i = 2",
        "why c for i = 2",
    ];
    let said = answers(text, &[], &lines);
    let own = "b[0] of i = 2 = 10: written in step 2, line 7 by i = 2, from b[1] of i = 2 = 9
  b[1] of i = 2 = 9: written in step 1, line 6 by i = 2, from A[2] = 9
    A[2] = 9: no step wrote it, so it is an input or what the array was filled with
";
    let deeper: Vec<String> = own.lines().map(|line| format!("  {line}")).collect();
    let all = format!(
        "A[2] = 20: written in step 3, line 8 by i = 2, from b[0] of i = 2 = 10\n{}\n",
        deeper.join("\n")
    );
    assert_eq!(said[1], all);
    assert_eq!(said[2], own);
    assert_eq!(
        said[3],
        "`b` is each processor's own: say whose, as in `why b[1] for i = 0`\n"
    );
    assert_eq!(said[4], all);
    assert!(said[5].contains("outside of `b`"), "{}", said[5]);
    assert_eq!(said[6], "`i = 2` holds no `c` here\n");
}

/// In the second turn nobody writes b, which lies where it lay in the first.
#[test]
fn an_array_of_a_processor_is_another_one_in_the_next_block() {
    let text = "machine EREW;
program
    array A[2] = 7;
    for t = 0 to 1 {
        parallel (for each i from 0 to 1)
            local b[1] = 0;
            if (t == 0)
                b[0] = 0;
            A[i] = b[0];
        end_parallel
    }
end_program
";
    let said = answers(text, &[], &["goto end", "why A[1]"]);
    assert!(
        said[1].ends_with(
            "\n  b[0] of i = 1 = 0: no step wrote it, so it is what the array was filled with\n"
        ),
        "{}",
        said[1]
    );
}

/// The call gets b as X: what it reads there was written outside of it.
#[test]
fn an_array_of_a_processor_is_known_by_its_name_in_a_call() {
    let text = "machine EREW;
input A[2] = {4, 6};
algorithm twice(X[], k)
    y = X[k] * 2;
    return y;
end_algorithm
program
    parallel (for each i from 0 to 1)
        local b[2] = 0;
        b[1] = A[i];
        A[i] = twice(b[], 1);
    end_parallel
end_program
";
    let said = answers(text, &[], &["goto end", "why A[1]"]);
    assert!(
        said[1].contains("X[1] of i = 1 = 6: written in step 1, line 10 by i = 1, from A[1] = 6\n"),
        "{}",
        said[1]
    );
}

/// Between 3 and 3 there is one number only.
const DRAWN: &str = "program
    array A[2] = 0;
    r = random(3, 3);
    A[0] = r;
    A[1] = A[0] + random(3, 3);
end_program
";

#[test]
fn why_says_what_was_drawn_at_random() {
    let expected = "\
A[1] = 6: written in step 3, line 5, from A[0] = 3, a number drawn at random
  A[0] = 3: written in step 2, line 4, from r = 3
    r = 3: assigned in step 1, line 3, from a number drawn at random
";
    assert_eq!(why(DRAWN, "A[1]"), expected);
}

/// The greatest of equal values is of all of them, too.
#[test]
fn why_tells_all_of_whose_equal_values_the_greatest_is_taken() {
    let text = "machine ERCW-max;
program
    array R[1] = 0;
    parallel (for each i from 0 to 1)
        R[0] = 1;
    end_parallel
end_program
";
    let expected = "\
R[0] = 1: written in step 1, line 5 by 2 processors, of whose values the rule makes one
  i = 0 writes 1, from constants, sizes and indices
  i = 1 writes 1, from constants, sizes and indices
";
    assert_eq!(why(text, "R[0]"), expected);
}
