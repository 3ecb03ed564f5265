//! The network of the last steps in text, drawn by hand.

use super::dialogue::answers;

/// A, B and the table M stand side by side, and arrows lead from B to A and back.
#[test]
fn arrays_stand_side_by_side_with_their_names() {
    let text = "machine EREW;
input n = 2;
program
    array A[n] = {10, 20};
    array B[n] = {1, 2};
    array M[2,2] = 0;
    parallel (for each i from 0 to n-1)
        A[i] = B[i] + 100;
        B[1-i] = A[i];
        M[1, i] = i;
    end_parallel
end_program
";
    let said = answers(text, &[], &["next 3", "view network"]);
    let expected = "                        A             B             M
                        0     1       0     1     0,0   0,1   1,0   1,1
                        ●◀────┼───────○     │       │     │     │     │
                        │     ●◀──────┼─────○       │     │     │     │
step 1 line 8        *101  *102       1     2       0     0     0     0
                        ○─────┼───────┼────▶●       │     │     │     │
                        │     ○──────▶●     │       │     │     │     │
step 2 line 9         101   102    *102  *101       0     0     0     0
step 3 line 10        101   102     102   101       0     0    *0    *1
* written in this step; ○──▶● read there, written here
";
    assert_eq!(said[1], expected);
}

/// The cells in which processors meet lie in an array that the step only reads.
#[test]
fn a_conflict_is_marked_in_whichever_array() {
    let text = "machine EREW;
program
    array A[2] = {5, 6};
    array B[2] = 0;
    parallel (for each i from 0 to 1)
        B[i] = A[1];
    end_parallel
end_program
";
    let said = answers(text, &[], &["next", "view network"]);
    assert!(
        said[1].contains("\nstep 1 line 6 ✗         5    ✗6       0     0\n"),
        "{}",
        said[1]
    );
}

/// Of several cells in which different values are written, each is marked, in the arrays as well.
#[test]
fn every_cell_of_a_common_conflict_is_marked() {
    let text = "machine CRCW-common;
program
    array C[3] = 0;
    parallel (for each i from 0 to 5)
        C[i mod 3] = i mod 3 * (i/3);
    end_parallel
end_program
";
    // C[0] gets 0 and 0, C[1] 0 and 1, C[2] 0 and 2.
    let said = answers(text, &[], &["next", "view network"]);
    assert!(said[0].contains("C = [0, ✗0, ✗0]"), "{}", said[0]);
    assert!(
        said[0].contains("✗ C[1]: i = 1 writes 0, i = 4 writes 1; processors meet so in 2 cells"),
        "{}",
        said[0]
    );
    assert!(
        said[1].contains("\nstep 1 line 5 ✗         0    ✗0    ✗0\n"),
        "{}",
        said[1]
    );
}

#[test]
fn a_step_of_two_groups_has_both_lines_and_wide_values_stay_apart() {
    let text = "machine CREW;
program
    array B[2] = 0;
    parallel (for each i from 0 to 1) {
        if (i == 1)
            B[i] = 123456;
        else
            B[i] = 654321;
    }
    end_parallel
end_program
";
    let said = answers(text, &[], &["next 2", "view network"]);
    assert!(
        said[1].contains("\nstep 2 lines 6, 8   *654321 *123456\n"),
        "{}",
        said[1]
    );
}

/// 1024 cells of A and of B in four buckets each.
#[test]
fn buckets_of_several_arrays_stand_side_by_side() {
    let text = "machine CRCW-common;
input n = 1024;
program
    array A[n] = 1;
    array B[n] = 2;
    parallel (for each i from 0 to n - 1)
        A[i] = B[i];
        if (i < 512)
            B[i] = 7;
    end_parallel
end_program
";
    let said = answers(text, &[], &["next 3", "view network"]);
    let lines: Vec<&str> = said[1].lines().collect();
    assert_eq!(
        lines[0], "                    A, by 256                     B, by 256",
        "{}",
        said[1]
    );
    let row = "step 1 line 7         *256   *256   *256   *256        ·      ·      ·      ·";
    assert!(lines.contains(&row), "{}", said[1]);
    let row = "step 3 line 9            ·      ·      ·      ·     *256   *256      ·      ·";
    assert!(lines.contains(&row), "{}", said[1]);
}
