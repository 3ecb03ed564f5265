//! Words that a session cannot follow, and what it says instead.

use pram::present::text::array::array_line;
use pram::program::Constant;

use super::SUM;
use super::dialogue::answers;

#[test]
fn words_behind_a_command_that_takes_none_are_refused() {
    let said = answers(
        SUM,
        &[],
        &["continue hit 3", "look x", "quit now", "info 1"],
    );
    assert!(
        said[0].starts_with(
            "`continue` goes to the next breakpoint of all and takes nothing after it"
        ),
        "{}",
        said[0]
    );
    assert!(said[0].contains("`break 8 hit 3`"), "{}", said[0]);
    assert_eq!(said[1], "`look` takes nothing after it\n");
    assert_eq!(said[2], "`quit` takes nothing after it\n");
    assert_eq!(said[3], "`info` takes nothing after it\n");
}

#[test]
fn help_of_a_synchronous_machine_is_about_that() {
    let said = answers(SUM, &[], &["help", "goto nowhere"]);
    assert!(!said[0].contains("apram"), "{}", said[0]);
    assert!(said[0].contains("goto T instructions = 100"), "{}", said[0]);
    assert!(
        said[1].contains("`goto T instructions = 100`"),
        "{}",
        said[1]
    );
    assert!(
        said[1]
            .trim_end()
            .ends_with("on the asynchronous PRAM also `goto T apram = 31`"),
        "{}",
        said[1]
    );
}

/// The call in line 5 begins in front of step 2, which executes line 4; the product is step 4.
const PRODUCT: &str = "machine CREW;
input A[1] = {1};
algorithm f(x)
    if (x == 0) return 1;
    return f(x - 1) * x;
end_algorithm
program
    y = f(1);
    A[0] = y;
end_program
";

#[test]
fn a_line_is_executed_by_its_own_steps() {
    let said = answers(PRODUCT, &[], &["break 5", "continue"]);
    assert!(
        said[1].starts_with("Breakpoint 1. Step 3, line 5"),
        "{}",
        said[1]
    );
}

/// The watched values stand in one line, and the stop has five lines below its sentence.
#[test]
fn watched_values_leave_a_stop_its_size() {
    let said = answers(
        SUM,
        &[],
        &[
            "watch A[0]",
            "watch A[1]",
            "watch A[2]",
            "watch A[3]",
            "next",
        ],
    );
    let lines: Vec<&str> = said[4].lines().collect();
    assert_eq!(lines.len(), 6, "{}", said[4]);
    assert_eq!(
        lines[4],
        "  A[0] = 1 (was 0); A[1] = 1; A[2] = 5 (was 2); A[3] = 3"
    );
}

/// However narrow a line is, a cell of the array is in it.
#[test]
fn a_narrow_line_has_a_cell() {
    let cell = |at: usize| Some(Constant::Int(at as i64 + 100));
    let line = array_line("A", (1, &[]), &cell, 64, (&[], '*'), 10);
    assert_eq!(line, "A = [100, … 63 more]");
}
