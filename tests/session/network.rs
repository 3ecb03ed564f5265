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

/// Buckets, cells in reverse, subscripts that are no line, a step without memory and several groups.
const MIXED: &str = "machine CRCW-priority;
input n = 512;
program
    array A[n] = 1;
    array B[n] = 2;
    parallel (for each i from 0 to n-1)
        A[n-1-i] = B[i];
        x = A[i];
        if (i mod 3 == 0)
            B[i] = A[i*i mod n] + x;
        else
            A[0] = B[i];
        B[i/2] = x;
    end_parallel
    A[5] = B[7];
end_program
";

/// Going back shows the pictures that were shown on the way forward, and those of a session that goes to a
/// step at once.
#[test]
fn a_network_is_the_same_whichever_way_a_session_came() {
    for text in [
        MIXED,
        super::SUM,
        super::TWO_ARRAYS_AT_ONE_PLACE,
        super::TRIPLED,
    ] {
        let forward = answers(text, &[], &["next", "view network"].repeat(8));
        let back = answers(text, &[], &["goto end"]);
        assert!(back[0].contains("The run ends here."), "{}", back[0]);
        let back = ["view network", "back"].repeat(8);
        let back = [vec!["goto end"], back].concat();
        let back = answers(text, &[], &back);
        let stop = |said: &str| {
            let head = said.split(['\n', ',']).next().unwrap_or("");
            head.split(" of ").next().unwrap_or("").to_owned()
        };
        for (at, said) in back.iter().enumerate().filter(|(at, _)| at % 2 == 0) {
            let here = stop(said);
            let known = forward.iter().position(|one| stop(one) == here);
            let (Some(known), Some(picture)) = (known, back.get(at + 1)) else {
                continue;
            };
            assert_eq!(picture, &forward[known + 1], "{here}");
            let number = here.trim_start_matches("Step ").to_owned();
            let at_once = answers(text, &[], &[&format!("goto step {number}"), "view network"]);
            assert_eq!(picture, &at_once[1], "{here}");
        }
    }
}
