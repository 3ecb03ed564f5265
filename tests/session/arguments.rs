//! Where the arguments of calls come from: each from what it is computed from.

use super::dialogue::answers;

/// u = 2·a comes from a, and v = b + 1 from b; a is z, and b the constant 5.
const NESTED: &str = "machine CREW;
algorithm inner(R[], u, v)
    R[4] = u + v;
end_algorithm
algorithm outer(R[], a, b)
    inner(R[], 2 * a, b + 1);
end_algorithm
program
    array R[8] = 0;
    z = 2;
    outer(R[], z, 5);
end_program
";

#[test]
fn each_argument_has_its_own_sources() {
    let said = answers(NESTED, &[], &["goto end", "why R[4]"]);
    assert_eq!(
        said[1],
        "R[4] = 10: written in step 2, line 3, from u = 4, v = 6
  u = 4: passed before step 2, line 6, from a = 2
    a = 2: passed before step 2, line 11, from z = 2
      z = 2: assigned in step 1, line 10, from constants, sizes and indices
  v = 6: passed before step 2, line 6, from b = 5
    b = 5: passed before step 2, line 11, from constants, sizes and indices
"
    );
}

/// The call in the block computes from k, which is a parameter of the call around the block.
const AROUND: &str = "machine CREW;
algorithm leaf(R[], k, m)
    R[k] = k + m;
end_algorithm
algorithm mid(R[], k)
    q = 5;
    parallel (for each i from 0 to 1)
        leaf(R[], 2 * k + 1 + i, q);
    end_parallel
end_algorithm
program
    array R[16] = 0;
    z = 1;
    mid(R[], z);
end_program
";

#[test]
fn a_parameter_of_the_call_around_a_block_is_a_source() {
    let said = answers(AROUND, &[], &["goto end", "why R[4]"]);
    let lines: Vec<&str> = said[1].lines().collect();
    assert_eq!(
        lines[..4],
        [
            "R[4] = 9: written in step 3, line 3 by i = 1, from k of i = 1 = 4, m of i = 1 = 5",
            "  k of i = 1 = 4: passed before step 3, line 8 by i = 1, from k = 1",
            "    k = 1: passed before step 2, line 14, from z = 1",
            "      z = 1: assigned in step 1, line 13, from constants, sizes and indices",
        ]
    );
    assert_eq!(
        lines[4..],
        [
            "  m of i = 1 = 5: passed before step 3, line 8 by i = 1, from q = 5",
            "    q = 5: assigned in step 2, line 6, from constants, sizes and indices",
        ]
    );
}
