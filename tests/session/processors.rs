//! Processors as users name them, and what they hold.

use super::dialogue::answers;

fn begins(answer: &str, beginning: &str) {
    assert!(answer.starts_with(beginning), "{beginning}: {answer}");
}

const TABLE: &str = "program
    array M[3,2];
    parallel (for each i from 0 to 2, j from 0 to 1)
        x = i + j;
        M[i,j] = x;
    end_parallel
end_program
";

#[test]
fn a_processor_has_all_indices_of_its_block() {
    let lines = [
        "follow i = 2",
        "next",
        "follow i = 2",
        "watch x for j = 1",
        "watch x for j=1, i=2",
        "follow i = 9, j = 0",
        "follow i",
        "follow 7",
        "why x for i = 2",
    ];
    let said = answers(TABLE, &[], &lines);
    let part = "`i = 2` names no single processor: those of this block have the indices i and j; \
                say `i = 2, j = 0`.\n";
    assert_eq!(said[0], part);
    assert_eq!(said[2], part);
    begins(&said[3], "`j = 1` names no single processor");
    // Whatever the order in which they are said.
    assert_eq!(said[4], "x of i = 2, j = 1 = 3 (was _)\n");
    begins(
        &said[5],
        "Following processor i = 9, j = 0, which is not there at this step",
    );
    begins(
        &said[6],
        "`i` is the number of no processor; say which one as in `i = ",
    );
    begins(&said[7], "No processor has an index `7`");
    assert_eq!(said[8], part);
}

/// Three tasks, of which the second takes two steps.
const TASKS: &str = "program
    array A[4] = 0;
    parallel {
        A[0] = 1;
        { A[1] = 2; A[2] = 3; }
        A[3] = 4;
    }
end_program
";

#[test]
fn tasks_are_named_by_their_numbers() {
    let lines = [
        "follow 2",
        "next",
        "follow task 3",
        "follow task = 7",
        "watch x for 0",
        "view processors",
    ];
    let said = answers(TASKS, &[], &lines);
    begins(
        &said[0],
        "Following task = 2, which is not there at this step",
    );
    assert!(
        said[1].contains("line 4, `A[0] = 1`: task 1 writes A[0]\n"),
        "{}",
        said[1]
    );
    assert!(
        said[1].contains("task = 2: writes A[1] = 2\n"),
        "{}",
        said[1]
    );
    begins(&said[2], "Following task = 3.\n");
    assert_eq!(
        said[3],
        "There is no task 7: tasks have the numbers 1 to 3, as in `task = 3`.\n"
    );
    begins(&said[4], "There is no task 0:");
    assert!(
        said[5].contains("next for task = 2: line 5, `A[2] = 3`\n"),
        "{}",
        said[5]
    );
}
