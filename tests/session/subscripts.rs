//! A value does not come from the subscripts of the cell into which it is written: neither live, nor from a
//! file.

use super::dialogue;
use super::recorded;

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

/// The first line that `why` says of a cell at the end of a run, live and from a file.
fn why(cell: &str) -> [String; 2] {
    let line = format!("why {cell}");
    let lines = ["goto end", line.as_str()];
    let live = dialogue::answers(WRITES, &[], &lines);
    let file = recorded::answers(&recorded::trace(WRITES, 1 << 20), &lines);
    [live, file].map(|said| {
        let first = said[1].lines().next().unwrap_or_default();
        first.to_owned()
    })
}

#[test]
fn subscripts_of_what_is_written_are_no_source() {
    // Steps: k = 2; A[2] = 7; A[3] = k; A[0] = A[2].
    let [live, file] = why("A[2]");
    assert!(
        live.starts_with("A[2] = 7: written in step 2, line 5"),
        "{live}"
    );
    assert!(
        !live.contains("k = 2") && !file.contains("k = 2"),
        "{live}\n{file}"
    );
    let [live, file] = why("A[3]");
    for said in [&live, &file] {
        assert!(
            said.contains("step 3, line 6") && said.ends_with("from k = 2"),
            "{said}"
        );
    }
}

/// Which cell is read depends on the subscript, and so does the value.
#[test]
fn subscripts_of_what_is_read_are_sources() {
    for said in why("A[0]") {
        assert!(
            said.contains("B[1] = 1") && said.contains("A[2] = 7"),
            "{said}"
        );
    }
}
