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

/// The inner processors are named by the index of the outer block, too.
#[test]
fn a_processor_of_a_block_in_a_block_has_the_indices_of_both() {
    let text = "program
    array A[4] = iota;
    parallel (for each i from 0 to 1)
        x = A[i];
        parallel (for each j from 0 to 1)
            A[2*i + j] = x + j;
        end_parallel
    end_parallel
end_program
";
    let lines = [
        "follow j = 1",
        "next 2",
        "follow j = 1",
        "follow i = 1",
        "delete",
        "break if x + j > 1",
        "goto start",
        "c",
        "c",
    ];
    let said = answers(text, &[], &lines);
    let part = "`j = 1` names no single processor: those of this block have the indices i and j; \
                say `i = 0, j = 1`.\n";
    assert_eq!(said[0], part);
    assert_eq!(said[2], part);
    begins(&said[3], "Following processor i = 1.\n");
    // Processor 1 has x = 1, and its second inner one j = 1.
    assert!(
        said[7].contains("Breakpoint 1: i = 1, j = 1: x is 1, j is 1.\n"),
        "{}",
        said[7]
    );
    assert!(!said[8].contains("had no value"), "{}", said[8]);
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

/// The block is one of a call: its processors hold x and an array of two elements.
const BLOCK_OF_A_CALL: &str = "algorithm work(A[], n)
    parallel (for each i from 0 to n-1)
        local b[2] = 0;
        x = A[i];
        b[1] = x + 1;
        A[i] = b[1];
    end_parallel
end_algorithm
program
    array A[3] = iota;
    work(A[], 3);
end_program
";

#[test]
fn what_processors_of_a_call_hold_is_shown_with_their_arrays() {
    let lines = ["next 2", "view processors", "back", "view processors"];
    let said = answers(BLOCK_OF_A_CALL, &[], &lines);
    assert_eq!(
        said[1],
        "next for 3 processors, i = 0 to i = 2: line 6, `A[i] = b[1]`
work: n = 3
i = 0, in work: i = 0, x = 0, b = [0, 1]
i = 1, in work: i = 1, x = 1, b = [0, 2]
i = 2, in work: i = 2, x = 2, b = [0, 3]
"
    );
    assert!(
        said[3].contains("i = 2, in work: i = 2, x = 2, b = [0, 0]\n"),
        "{}",
        said[3]
    );
}

/// Behind the last statement of a block its processors are at its end, and not in front of it again.
#[test]
fn processors_at_the_end_of_their_block() {
    let said = answers(BLOCK_OF_A_CALL, &[], &["next 3", "view processors"]);
    begins(
        &said[1],
        "at the end of `parallel (for each i from 0 to n-1)`, line 2: 3 processors, i = 0 to i = 2\n",
    );
}

/// Of twelve reads four are written out, and a line stands for the others.
#[test]
fn a_moment_has_at_most_five_lines() {
    let text = "program\narray A[12] = 1;\nparallel (for each i from 0 to 11)\nA[i] = A[i] + 1;\n\
        end_parallel\nend_program\n";
    let said = answers(text, &[], &["next", "access", "access", "access"]);
    for answer in [&said[1], &said[3]] {
        assert_eq!(answer.lines().count(), 6, "{answer}");
        assert!(answer.contains("… and 8 other"), "{answer}");
    }
}

#[test]
fn places_that_are_none() {
    let said = answers(TABLE, &[], &["goto 500%", "goto step x", "goto"]);
    begins(&said[0], "`500%` is no place in a run: `goto step 12`, ");
    begins(&said[1], "`step x` is no place in a run: ");
    begins(&said[2], "`goto step 12`, ");
}

/// 1000 cells of B are written, and none of A, which ends within its last bucket.
#[test]
fn a_bucket_ends_with_its_array() {
    let text = "machine EREW;\nprogram\narray A[1000] = 0;\narray B[1000] = 0;\n\
        parallel (for each i from 0 to 999)\nB[i] = A[i] + 1;\nend_parallel\nend_program\n";
    let said = answers(text, &[], &["next", "view network"]);
    let written = said[1]
        .split_whitespace()
        .filter_map(|word| word.strip_prefix('*'));
    let written: Vec<usize> = written.filter_map(|many| many.parse().ok()).collect();
    assert_eq!(written.iter().sum::<usize>(), 1000, "{}", said[1]);
    assert!(written.len() <= 4, "{}", said[1]);
    assert!(!said[1].contains('✗'), "{}", said[1]);
}

/// The first task has two tasks of its own.
#[test]
fn tasks_in_tasks_are_named_by_both_numbers() {
    let text = "program
    array A[3] = 0;
    parallel {
        parallel { A[0] = 1; A[1] = 2; }
        A[2] = 3;
    }
end_program
";
    let said = answers(text, &[], &["next 9"]);
    for task in [
        "task 1 of task 1 writes A[0]",
        "task 2 of task 1 writes A[1]",
        "task 2 writes A[2]",
    ] {
        assert!(said[0].contains(task), "{}", said[0]);
    }
}
