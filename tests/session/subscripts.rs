//! A value does not come from the subscripts of the cell into which it is written.

use super::dialogue;

/// Writes A[2] by a scalar, A[3] by a cell, and reads by a cell.
const WRITES: &str = "input B[2] = {3, 1};
program
    array A[4] = 0;
    k = 2;
    A[k] = 7;
    A[B[0]] = k;
    A[0] = A[B[1] + 1];
end_program
";

/// The first line that `why` says of a cell at the end of a run.
fn why(cell: &str) -> String {
    let line = format!("why {cell}");
    let said = dialogue::answers(WRITES, &[], &["goto end", line.as_str()]);
    said[1].lines().next().unwrap_or_default().to_owned()
}

#[test]
fn subscripts_of_what_is_written_are_no_source() {
    // Steps: k = 2; A[2] = 7; A[3] = k; A[0] = A[2].
    let said = why("A[2]");
    assert!(
        said.starts_with("A[2] = 7: written in step 2, line 5"),
        "{said}"
    );
    assert!(!said.contains("k = 2"), "{said}");
    let said = why("A[3]");
    assert!(
        said.contains("step 3, line 6") && said.ends_with("from k = 2"),
        "{said}"
    );
}

/// Which cell is read depends on the subscript, and so does the value.
#[test]
fn subscripts_of_what_is_read_are_sources() {
    let said = why("A[0]");
    assert!(
        said.contains("B[1] = 1") && said.contains("A[2] = 7"),
        "{said}"
    );
}
