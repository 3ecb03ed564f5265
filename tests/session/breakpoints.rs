//! Breakpoints that wait for a hit, and those that would never stop.

use super::dialogue::answers;

/// d = 1, 2, 4. In each turn of the loop the test is a step, the statement of line 7 another and d *= 2 a
/// third, behind d = 1: line 7 is executed in steps 3, 6 and 9. A[5] is written there each time.
const SCAN: &str = "machine CREW;
input A[8] = iota;
program
    d = 1;
    while (d < 8) {
        parallel (for each i from d to 7)
            A[i] += A[i - d];
        end_parallel
        d *= 2;
    }
end_program
";

fn begins(answer: &str, beginning: &str) {
    assert!(answer.starts_with(beginning), "{beginning}: {answer}");
}

/// The third write is in step 9, where line 7 is executed too.
#[test]
fn a_breakpoint_that_waits_for_a_hit_hides_no_other() {
    let lines = [
        "break write A[5] hit 3",
        "break 7",
        "c",
        "c",
        "c",
        "reverse",
    ];
    let said = answers(SCAN, &[], &lines);
    assert_eq!(
        said[0],
        "Breakpoint 1: where A[5] is written, every 3rd time.\n"
    );
    begins(&said[2], "Breakpoint 2. Step 3,");
    begins(&said[3], "Breakpoint 2. Step 6,");
    begins(&said[4], "Breakpoints 1 and 2. Step 9,");
    begins(&said[5], "Breakpoint 2. Step 6,");
}

/// Hits are counted from where the breakpoint was set, whatever moves lie between; behind the start
/// again from there.
#[test]
fn hits_are_counted_through_other_moves() {
    let lines = ["break 7 hit 2", "goto step 4", "c", "goto start", "c"];
    let said = answers(SCAN, &[], &lines);
    begins(&said[2], "Breakpoint 1. Step 6,");
    begins(&said[4], "Breakpoint 1. Step 6,");
}

#[test]
fn what_the_program_does_not_name_is_refused() {
    let lines = [
        "break if foo > 3",
        "break T steps > q",
        "watch A[77]",
        "watch foo",
        "info",
        "goto step 99",
        "goto T = 99",
        "follow j = 1",
        "follow i = 99",
    ];
    let said = answers(SCAN, &[], &lines);
    assert_eq!(said[0], "there is no `foo` in this program\n");
    assert_eq!(said[1], "there is no `q` in this program\n");
    assert!(said[2].contains("outside of `A`"), "{}", said[2]);
    assert!(
        said[3].contains("no array or shared scalar `foo`"),
        "{}",
        said[3]
    );
    assert_eq!(said[4], "There are no breakpoints and no watched values.\n");
    // 1 + 3 · 3 steps, and the test that ends the loop.
    assert!(
        said[5].contains("There is no step 99: the run takes 11 steps.\n"),
        "{}",
        said[5]
    );
    assert!(
        said[6].contains("The run ends before that.\n"),
        "{}",
        said[6]
    );
    assert!(
        said[7].starts_with("No processor has an index `j`"),
        "{}",
        said[7]
    );
    assert!(
        said[8].starts_with("Following processor i = 99, which is not there"),
        "{}",
        said[8]
    );
}

/// Each processor has an `x` of its own, so that `x` alone has no value.
#[test]
fn a_condition_without_a_value_is_told_at_the_end() {
    let text = "program
    array S[2];
    parallel (for each i from 0 to 1)
        x = i;
        S[i] = x;
    end_parallel
end_program
";
    let said = answers(text, &[], &["break if x > 5", "c"]);
    assert!(
        said[1].contains("Breakpoint 1 had no value at any step: "),
        "{}",
        said[1]
    );
}

/// Before the first step the source is shown around what comes first.
#[test]
fn the_source_is_shown_before_the_first_step() {
    let said = &answers(SCAN, &[], &["list"])[0];
    assert!(said.contains("\n>   4      d = 1;\n"), "{said}");
}
