//! `why` where one name means several things, and several names one thing.

use super::dialogue;

/// The first words, up to the values it is from, of each line that `why` says at the end of a run.
fn why(text: &str, asked: &str) -> Vec<String> {
    let line = format!("why {asked}");
    let said = dialogue::answers(text, &[], &["goto end", line.as_str()]);
    let lines = said[1].lines();
    lines
        .map(|line| line.split(", from ").next().unwrap_or_default().to_owned())
        .collect()
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
    let said = why(text, "A[5]");
    assert_eq!(said[0], "A[5] = 5: written in step 3, line 2");
    assert!(
        said[1].starts_with("  k = 5: passed before step 3, line 8"),
        "{said:?}"
    );
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
    let said = why(text, "A[0]");
    assert_eq!(said[0], "A[0] = 18: written in step 2, line 8 by i = 3");
    assert_eq!(said[1], "  Y[3] = 9: written in step 1, line 4 by i = 3");
}

/// M is the array that the call made: 4 + 9.
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
    let said = why(text, "M[0]");
    assert_eq!(said[0], "M[0] = 13: written in step 2, line 12");
    assert_eq!(said[1], "  M[2] = 4: written in step 1, line 6 by i = 2");
    assert_eq!(said[3], "  M[3] = 9: written in step 1, line 6 by i = 3");
}

/// `total` has a scalar s of its own in shared memory while the program's is there: 2 + (0 + 1 + 2 + 3).
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
    let said = why(text, "s");
    assert!(
        said[0].starts_with("s = 8: written in step ") && said[0].ends_with("line 16"),
        "{said:?}"
    );
    assert!(
        said[1].starts_with("  s = 2: written in step ") && said[1].contains("line 13"),
        "{said:?}"
    );
}

/// A cell of an array that a processor has for itself.
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
    let said = why(text, "B[1]");
    assert_eq!(said[0], "B[1] = 6: written in step 2, line 6 by i = 1");
    assert_eq!(
        said[1],
        "  own[1] of i = 1 = 6: written in step 1, line 5 by i = 1"
    );
}
