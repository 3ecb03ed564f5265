//! Where processors stand: at statements, at the ends of these, and waiting for others.

use super::dialogue::answers;

/// Processors 0 and 1 take the branch, the others wait at its end.
const BRANCH: &str = "machine CREW;
program
    array B[4] = 0;
    parallel (for each i from 0 to 3)
        if (i < 2)
            B[i] = 1;
        B[i] = B[i] + 5;
    end_parallel
end_program
";

#[test]
fn processors_wait_at_the_end_of_a_branch() {
    let said = answers(
        BRANCH,
        &[],
        &["next", "view processors", "next", "view processors"],
    );
    let stands = |text: &str| text.lines().take(2).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(
        stands(&said[1]),
        [
            "next for 2 processors, i = 0 and i = 1: line 6, `B[i] = 1`",
            "waiting at the end of `if (i < 2)`, line 5: 2 processors, i = 2 and i = 3",
        ]
    );
    assert_eq!(
        stands(&said[3]),
        [
            "at the end of `if (i < 2)`, line 5: 2 processors, i = 0 and i = 1",
            "waiting at the end of `if (i < 2)`, line 5: 2 processors, i = 2 and i = 3",
        ]
    );
}

/// Processor i takes i turns: behind the first test processor 0 has left the loop.
const LOOP: &str = "machine CREW;
program
    array B[3] = 0;
    parallel (for each i from 0 to 2)
        k = 0;
        while (k < i)
            k = k + 1;
        B[i] = k;
    end_parallel
end_program
";

#[test]
fn processors_wait_at_the_end_of_a_loop() {
    let said = answers(
        LOOP,
        &[],
        &["next 2", "view processors", "next", "view processors"],
    );
    assert!(
        said[1].starts_with(
            "next for 2 processors, i = 1 and i = 2: line 7, `k = k + 1`
waiting at the end of `while (k < i)`, line 6: i = 0
"
        ),
        "{}",
        said[1]
    );
    assert!(
        said[3]
            .starts_with("at the end of `while (k < i)`, line 6: 2 processors, i = 1 and i = 2\n"),
        "{}",
        said[3]
    );
}

/// f(0) returns at once, and waits for f(1), which calls itself.
const RECURSION: &str = "machine CREW;
algorithm f(x)
    if (x == 0) return 1;
    return f(x - 1) * x;
end_algorithm
program
    array A[2] = 0;
    parallel (for each i from 0 to 1)
        A[i] = f(i);
    end_parallel
end_program
";

#[test]
fn who_has_returned_waits_for_the_others_of_the_call() {
    let said = answers(RECURSION, &[], &["next 2", "view processors"]);
    assert!(
        said[1].contains("waiting at the end of `f(i)`, line 9: i = 0\n"),
        "{}",
        said[1]
    );
}

/// The first task is done after one step, the second after two.
const TASKS: &str = "machine CREW;
program
    array A[2] = 0;
    parallel {
        A[0] = 1;
        { b = 2; A[1] = b; }
    }
end_program
";

#[test]
fn a_task_that_is_done_waits_for_the_others() {
    let said = answers(TASKS, &[], &["next 2", "view processors"]);
    assert!(
        said[1].starts_with(
            "at the end of `parallel`, line 4: task = 2
waiting at the end of `parallel`, line 4: task = 1
"
        ),
        "{}",
        said[1]
    );
}

/// `x` of the call is no variable of its tasks before these are there, nor behind them.
const FORKED: &str = "machine CREW;
algorithm total(R[], k, d)
    if (d > 0) then
        parallel {
            total(R[], 2*k + 1, d - 1);
            total(R[], 2*k + 2, d - 1);
        }
    end_if
    R[k] = d;
end_algorithm
program
    array R[3] = 0;
    total(R[], 0, 1);
end_program
";

#[test]
fn a_watched_variable_is_that_of_the_processor_alone() {
    let said = answers(
        FORKED,
        &[],
        &["watch k for task = 1", "next", "next", "next", "next"],
    );
    // Step 1 is the test of the outermost call, steps 2 and 3 are those of the tasks, step 4 is its write.
    let watched = |text: &str| {
        let mut lines = text.lines();
        lines
            .find(|line| line.contains("k of task"))
            .map(|line| line.trim().to_owned())
    };
    assert_eq!(watched(&said[1]).as_deref(), Some("k of task = 1 = _"));
    assert_eq!(
        watched(&said[2]).as_deref(),
        Some("k of task = 1 = 1 (was _)")
    );
    assert_eq!(watched(&said[3]).as_deref(), Some("k of task = 1 = 1"));
    assert_eq!(
        watched(&said[4]).as_deref(),
        Some("k of task = 1 = _ (was 1)")
    );
}

/// Processor 0 comes to its barrier first: the other one computes before.
const BARRIER: &str = "machine apram(d = 2, B = 4, p = 2);
input A[2] = iota;
program
    parallel async (for each processor i, i = 0, ..., 1)
        if (i == 1) then
            A[i] = 7;
            barrier;
        else
            barrier;
        end_if
    end_parallel
end_program
";

#[test]
fn a_processor_waits_at_a_barrier() {
    let said = answers(BARRIER, &[], &["next 2", "view processors"]);
    assert!(
        said[1].contains("waiting at `barrier`, line 9: i = 0\n"),
        "{}",
        said[1]
    );
}
