//! Moves over sections, loops and calls, and where values come from across calls.

use super::dialogue::answers;

fn begins(answer: &str, beginning: &str) {
    assert!(answer.starts_with(beginning), "{beginning}: {answer}");
}

/// Steps: a, b, then c and e twice, f.
const LOOP: &str = "program
    a = 1;
    b = 2;
    for k = 1 to 2 {
        c = k;
        e = c + 1;
    }
    f = 3;
end_program
";

#[test]
fn out_stays_where_it_is_meant() {
    let lines = [
        "next",
        "out",
        "goto step 3",
        "out",
        "out",
        "out back",
        "out back",
        "out back",
    ];
    let said = answers(LOOP, &[], &lines);
    // Outside of the loop: to the end of the program.
    begins(&said[1], "Step 7 of 7, line 8");
    // In the first turn: to its end, then to that of the second.
    begins(&said[3], "Step 4 of 7, line 6");
    begins(&said[4], "Step 6 of 7, line 6");
    // Back to what is in front of the second turn, in front of the loop, and at the beginning.
    begins(&said[5], "Step 4 of 7, line 6");
    begins(&said[6], "Step 2 of 7, line 3");
    begins(&said[7], "Before the first step of 7");
}

/// Steps 1, 2 and 3, and 4 are the sections.
const SECTIONS: &str = "machine apram(d = 2, B = 4, p = 2);
program
    array S[2], R[2];
    parallel async (for each i from 0 to 1)
        S[i] = i;
        barrier;
        x = S[1 - i];
        R[i] = x;
        barrier;
        R[i] = R[i] + 1;
    end_parallel
end_program
";

#[test]
fn sections_end_in_front_of_their_barriers() {
    let lines = ["section", "s", "s", "section back", "S", "S"];
    let said = answers(SECTIONS, &[], &lines);
    begins(&said[0], "Step 1, line 5");
    begins(&said[1], "Step 3, line 8");
    begins(&said[2], "Step 4 of 4, line 10");
    begins(&said[3], "Step 3 of 4, line 8");
    begins(&said[4], "Step 1 of 4, line 5");
    begins(&said[5], "Before the first step of 4");
}

/// The step of the synchronous block has no number, as in messages about races.
#[test]
fn sections_of_asynchronous_blocks_are_numbered() {
    let text = "machine apram(d = 2, B = 4, p = 2);
program
    array S[2];
    parallel (for each i from 0 to 1)
        S[i] = i;
    end_parallel
    parallel async (for each i from 0 to 1)
        S[i] = 2*i;
    end_parallel
end_program
";
    let said = answers(text, &[], &["goto end", "view sections"]);
    let table: Vec<&str> = said[1].lines().rev().take(2).collect();
    begins(table[0], "section 1: asynchronous, ");
    begins(table[1], "adapted step, ");
}

/// f(A[], k) = 2 A[k] + 1. S[1] is 2·1 + 1 = 3; the second call, with S, gives 2·3 + 1 = 7.
const RETURNS: &str = "machine EREW;
input A[4] = iota;
algorithm f(A[], k)
    t = A[k] * 2;
    return t + 1;
end_algorithm
program
    array S[4];
    parallel (for each i from 0 to 3)
        S[i] = f(A[], i);
    end_parallel
    s = f(S[], 1) + f(A[], 2);
end_program
";

#[test]
fn why_goes_through_the_results_of_calls() {
    let said = answers(RETURNS, &[], &["goto end", "why S[1]", "why s"]);
    let expected = "\
S[1] = 3: written in step 3, line 10 by i = 1, from f(…) = 3
  f(…) = 3: returned in step 2, line 5 by i = 1, from t of i = 1 = 2
    t of i = 1 = 2: assigned in step 1, line 4 by i = 1, from A[1] = 1, k of i = 1 = 1
      A[1] = 1: no step wrote it, so it is an input or what the array was filled with
      k of i = 1 = 1: passed before step 1, line 10 by i = 1, from constants, sizes and indices
";
    assert_eq!(said[1], expected);
    // 7 + (2·2 + 1) = 12, each from its own call.
    let lines: Vec<&str> = said[2].lines().collect();
    begins(
        lines[0],
        "s = 12: assigned in step 8, line 12, from f(…) = 7, f(…) = 5",
    );
    begins(
        lines[1],
        "  f(…) = 7: returned in step 5, line 5, from t = 6",
    );
    // The algorithm knows S as A.
    begins(
        lines[2],
        "    t = 6: assigned in step 4, line 4, from A[1] = 3",
    );
}

/// g(3) = 3 + g(2), g(2) = 2 + g(1), g(1) = 1: each call has an `m` of its own.
#[test]
fn why_tells_the_calls_of_a_recursion_apart() {
    let text = "algorithm g(n)
    if (n == 1)
        return 1;
    m = n;
    r = g(n - 1);
    return m + r;
end_algorithm
program
    s = g(3);
end_program
";
    let said = answers(text, &[], &["goto end", "why s"]);
    let lines: Vec<&str> = said[1].lines().collect();
    begins(lines[0], "s = 6: assigned in ");
    begins(lines[1], "  g(…) = 6: returned in ");
    assert!(lines[1].ends_with("from m = 3, r = 3"), "{}", said[1]);
    begins(lines[2], "    m = 3: assigned in ");
}

/// Two tasks call `total`, which has a shared scalar x.
#[test]
fn shared_scalars_of_calls_say_whose_they_are() {
    let text = "machine CREW;
input A[4] = iota;
algorithm total(A[], lo, hi)
    if (hi - lo == 1)
        return A[lo];
    x = 0;
    y = 0;
    parallel {
        x = total(A[], lo, (lo + hi) / 2);
        y = total(A[], (lo + hi) / 2, hi);
    }
    return x + y;
end_algorithm
program
    s = total(A[], 0, 4);
end_program
";
    let said = answers(
        text,
        &[],
        &["goto step 7", "view memory", "watch x for task = 1"],
    );
    let of_x: Vec<&str> = said[1]
        .lines()
        .filter(|line| line.starts_with("x = "))
        .collect();
    let mut distinct = of_x.clone();
    distinct.dedup();
    assert!(
        of_x.len() > 1 && distinct.len() == of_x.len(),
        "{}",
        said[1]
    );
    assert!(said[1].contains("(total)"), "{}", said[1]);
    assert!(
        said[1].contains("(total at depth 2, task = 1)"),
        "{}",
        said[1]
    );
    assert!(said[2].starts_with("x of task = 1 = "), "{}", said[2]);
}

/// Three processors of the machine for the seven of the step, A = 0 1 2 … 7: two rows of three and one
/// of one.
#[test]
fn a_slot_of_the_machine_says_what_its_processors_do() {
    let text = "machine EREW(p = 3);
input A[8] = iota;
program
    parallel (for each i from 1 to 7)
        A[i] = A[i] + 1;
    end_parallel
end_program
";
    let said = answers(text, &[], &["next", "access", "access", "access"]);
    let expected = "\
Step 1, moment 2 of 3: the 3 processors of the machine take the place of processors 4 to 6 of the step.
  i = 4: reads A[4] = 4; writes A[4] = 5
  i = 5: reads A[5] = 5; writes A[5] = 6
  i = 6: reads A[6] = 6; writes A[6] = 7
";
    assert_eq!(said[2], expected);
    begins(
        &said[3],
        "Step 1, moment 3 of 3: the 3 processors of the machine take the place of processor 7 of",
    );
}
