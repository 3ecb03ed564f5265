//! What processors of a multicomputer hold: where it comes from, where it changes, and what a fault leaves.

use super::exchange::answers;

/// Processor 0 adds up what the others send: 1, then 2.
const SUMMED: &str = "machine complete(p = 3, t_s = 10, t_w = 1);
program
    parallel (for each processor i, i = 0, ..., p-1)
        local X[2] = 0;
        s = 0;
        if (i == 0) {
            receive x from 1;
            s += x;
            receive x from 2;
            s += x;
            X[1] = s;
        } else
            send i to 0;
    end_parallel
end_program
";

/// Lines without the times in them.
fn without_times(text: &str) -> Vec<String> {
    let lines = text.lines().map(|line| {
        let mut parts = line.split("t = ");
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |all, part| {
            all + part.trim_start_matches(|c: char| c.is_ascii_digit())
        })
    });
    lines.collect()
}

#[test]
fn why_names_all_messages_that_a_sum_is_of() {
    let said = answers(SUMMED, &["goto end", "why s for 0"]);
    assert_eq!(
        without_times(&said[1]),
        [
            "s of 0 is 3, first when it came to the end of the block, .",
            "  before that 0 received 1 word from 2 at  (line 9): 2; sent at , line 13",
            "    before that 2 had received nothing",
            "  before that s was 1, first when it came to line 9, .",
            "    before that 0 received 1 word from 1 at  (line 7): 1; sent at , line 13",
            "  before that s was 0, first when it came to line 7, .",
            "    before that 0 had received nothing",
        ]
    );
}

/// Both cells of each X are filled before the first statement with messages; X[1] of 0 changes behind the last
/// one, at the end of the block.
#[test]
fn a_breakpoint_stops_where_cells_of_a_whole_array_change() {
    let said = answers(
        SUMMED,
        &["goto moment 2", "break write X for 0", "continue"],
    );
    assert_eq!(said[1], "Breakpoint 1: where X for 0 is written.\n");
    assert!(said[2].starts_with("Breakpoint 1. Moment"), "{}", said[2]);
    assert!(said[2].contains("processor 0 is done"), "{}", said[2]);
    let whole = answers(SUMMED, &["break write X[] for 0", "continue"]);
    assert!(
        whole[1].starts_with("Breakpoint 1. Moment 1"),
        "{}",
        whole[1]
    );
}

/// All send, then receive at t = 11; processor 1 divides by 0, which the others do not know.
const FAULT: &str = "machine ring(p = 4, t_s = 10, t_w = 1);
program
    parallel (for each processor i, i = 0, ..., p-1)
        send i to (i+1) mod p;
        receive x from (i-1+p) mod p;
        y = 10 / x;
        send y to (i+1) mod p;
        receive z from (i-1+p) mod p;
    end_parallel
end_program
";

#[test]
fn a_fault_is_the_last_moment() {
    let said = answers(FAULT, &["next", "next", "next"]);
    assert!(
        said[1].starts_with("Moment 2 of 2 ✗, t = 11."),
        "{}",
        said[1]
    );
    assert!(
        said[1].contains("processor 1 breaks off the run here"),
        "{}",
        said[1]
    );
    assert!(said[1].contains("The run cannot go on."), "{}", said[1]);
    assert!(!said[1].contains("until 1 receives"), "{}", said[1]);
    assert!(
        said[2].starts_with("There is no further moment"),
        "{}",
        said[2]
    );
}
