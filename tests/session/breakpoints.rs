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

/// A name may be `hit`; a hit without its number, or the hit 0, says how it is written.
#[test]
fn which_hit_is_said_by_a_number() {
    let lines = [
        "break 7 hit",
        "break 7 hit 0",
        "break if d > 2 hit",
        "break write hit",
        "info",
    ];
    let said = answers(SCAN, &[], &lines);
    assert_eq!(
        said[0],
        "say which hit; `break 7 hit 3` stops the third time, the sixth, and so on\n"
    );
    assert_eq!(
        said[1],
        "there is no hit `0`: they are counted from 1; `break 7 hit 3` stops the third time, the sixth, \
         and so on\n"
    );
    begins(&said[2], "say which hit; `break if d > 2 hit 3` stops");
    begins(&said[3], "there is no array or shared scalar `hit`");
    begins(&said[4], "There are no breakpoints");
}

/// Of several breakpoints that stop at a step, conditions among them, the numbers ascend.
#[test]
fn breakpoints_are_named_in_the_order_of_their_numbers() {
    let lines = [
        "break if d > 0",
        "break 7",
        "break write A[5]",
        "goto step 2",
        "c",
    ];
    let said = answers(SCAN, &[], &lines);
    begins(&said[4], "Breakpoints 1, 2 and 3. Step 3,");
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

/// There is no processor i = 2.
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
    let said = answers(text, &[], &["break if x > 5 for i = 2", "c"]);
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

/// Line 7 is executed in steps 3, 6 and 9: every second time is step 6, on the way there and back.
#[test]
fn going_back_stops_where_going_on_does() {
    let lines = ["break 7 hit 2", "c", "c", "reverse", "reverse", "c"];
    let said = answers(SCAN, &[], &lines);
    begins(&said[1], "Breakpoint 1. Step 6,");
    begins(&said[2], "Step 11 of 11");
    begins(&said[3], "Breakpoint 1. Step 6 of 11,");
    begins(&said[4], "Before the first step");
    begins(&said[5], "Breakpoint 1. Step 6 of 11,");
    // Set in step 4, the hits behind it are in steps 6 and 9.
    let lines = [
        "goto step 4",
        "break 7 hit 2",
        "goto end",
        "reverse",
        "reverse",
    ];
    let said = answers(SCAN, &[], &lines);
    begins(&said[3], "Breakpoint 1. Step 9 of 11,");
    begins(&said[4], "Before the first step");
}

#[test]
fn a_line_that_no_step_executes_is_refused() {
    let said = answers(SCAN, &[], &["break 6", "break 11", "break 99", "info"]);
    assert_eq!(
        said[0],
        "No step executes line 6; the next line that one executes is 7.\n"
    );
    assert_eq!(said[1], "No step executes line 11.\n");
    assert_eq!(said[2], "the program has 11 lines\n");
    begins(&said[3], "There are no breakpoints");
}

#[test]
fn a_number_is_no_condition() {
    let said = answers(
        SCAN,
        &[],
        &["break if 3", "break if A[0]", "break if A[0] > 3"],
    );
    begins(&said[0], "`3` is a number and no condition");
    begins(&said[1], "`A[0]` is a number and no condition");
    begins(
        &said[2],
        "Breakpoint 1: where A[0] > 3; it stops wherever that holds.",
    );
}

/// B comes to be there in front of step 2, which writes it, and step 3 reads it.
#[test]
fn breakpoints_wait_for_arrays() {
    let text = "program
    x = 1;
    array B[2];
    B[1] = x;
    y = B[1];
end_program
";
    let lines = ["break write B[1]", "break read B[1]", "c", "c", "reverse"];
    let said = answers(text, &[], &lines);
    assert_eq!(
        said[0],
        "Breakpoint 1: where B[1] is written, once it is there.\n"
    );
    begins(&said[2], "Breakpoint 1. Step 2, line 4");
    begins(&said[3], "Breakpoint 2. Step 3");
    begins(&said[4], "Breakpoint 1. Step 2");
}

#[test]
fn watched_values_are_removed_by_their_numbers() {
    let lines = [
        "break 7",
        "watch A[5]",
        "info",
        "delete 2",
        "info",
        "delete 7",
        "delete",
        "info",
    ];
    let said = answers(SCAN, &[], &lines);
    assert_eq!(
        said[2],
        "Breakpoint 1: where line 7 is executed.\nWatched 2: A[5].\n"
    );
    assert_eq!(said[3], "One watched value removed.\n");
    assert_eq!(said[4], "Breakpoint 1: where line 7 is executed.\n");
    begins(&said[5], "There is nothing of this number");
    assert_eq!(said[6], "One breakpoint removed.\n");
    begins(&said[7], "There are no breakpoints");
}

/// Each step takes 2B + 2d + 1 = 13 units of time with d = 2, B = 4.
#[test]
fn the_time_of_an_asynchronous_machine_is_gone_to() {
    let text = "machine apram(d = 2, B = 4, p = 4);
program
    array A[4] = 1;
    parallel (for each i from 0 to 3)
        A[i] = A[i] + 1;
        A[i] = A[i] + 2;
        A[i] = A[i] + 3;
    end_parallel
end_program
";
    let lines = ["goto T apram = 14", "break T apram > 26", "c"];
    let said = answers(text, &[], &lines);
    begins(&said[0], "Step 2,");
    assert!(said[0].contains("aPRAM T = 26,"), "{}", said[0]);
    begins(&said[2], "Breakpoint 1. Step 3");
    let said = answers(SCAN, &[], &["goto T apram = 14", "break W apram > 3"]);
    begins(&said[0], "aPRAM time passes on the asynchronous PRAM only");
    begins(&said[1], "aPRAM time passes on the asynchronous PRAM only");
}

#[test]
fn a_processor_that_is_not_there_is_said_to_be_so() {
    let text = "program
    array M[2,2];
    parallel (for each i from 0 to 1, j from 0 to 1)
        x = i + j;
        M[i,j] = x;
    end_parallel
end_program
";
    let said = answers(
        text,
        &[],
        &[
            "next",
            "watch x for i = 7, j = 1",
            "watch x for i = 1, j = 1",
        ],
    );
    begins(
        &said[1],
        "Watched: x of i = 7, j = 1, which is not there at this step",
    );
    assert_eq!(said[2], "x of i = 1, j = 1 = 2 (was _)\n");
}

/// In step 1 the processors set their x to 1, 5, 9 and 2.
const DOUBLED: &str = "machine EREW;
input A[4] = {1, 5, 9, 2};
program
    parallel (for each i from 0 to 3)
        x = A[i];
        A[i] = x * 2;
    end_parallel
end_program
";

#[test]
fn a_condition_on_what_one_processor_holds_is_asked_of_it() {
    let lines = [
        "break write x",
        "break read x",
        "break if x > 9 for i=2",
        "break if A[i] > 9 for i=2",
        "break if x > 4 for i = 1",
        "continue",
        "continue",
    ];
    let said = answers(DOUBLED, &[], &lines);
    for said in &said[..2] {
        begins(said, "`x` is no cell of shared memory");
    }
    begins(&said[5], "Breakpoint 3. Step 1,");
    // A[2] is 18.
    begins(&said[6], "Breakpoints 2 and 3. Step 2,");
}

/// x > 4 holds for i = 1 and i = 2 behind both steps, A[i] > 15 for i = 2 behind the second.
#[test]
fn a_condition_on_what_processors_hold_stops_where_it_holds_for_any() {
    let lines = [
        "break if x > 4",
        "break if A[i] > 15",
        "break if x > 100",
        "continue",
        "continue",
        "reverse",
        "back",
        "delete",
        "break if x",
        "continue",
    ];
    let said = answers(DOUBLED, &[], &lines);
    assert_eq!(
        said[0],
        "Breakpoint 1: where x > 4; it stops wherever that holds.\n"
    );
    begins(&said[3], "Breakpoint 1. Step 1,");
    assert!(
        said[3].ends_with("Breakpoint 1: i = 1: x is 5.\n"),
        "{}",
        said[3]
    );
    begins(&said[4], "Breakpoints 1 and 2. Step 2,");
    assert!(
        said[4].contains("Breakpoint 1: i = 1: x is 5.\nBreakpoint 2: i = 2: i is 2.\n"),
        "{}",
        said[4]
    );
    begins(&said[5], "Breakpoint 1. Step 1");
    assert!(
        said[9].contains("Breakpoint 1 had no value at any step: it is a number and no condition"),
        "{}",
        said[9]
    );
}

/// Steps 1, 2 and 5, 6 are those of f, 3 and 4 those of g, whose m lies where the first l was.
const TWO_CALLS: &str = "algorithm f(X[], k)
    array l[2] = 0;
    l[0] = k;
    X[5] = l[0];
end_algorithm
algorithm g(X[])
    array m[2] = 0;
    m[0] = 9;
    X[0] = m[0];
end_algorithm
program
    array A[6] = 0;
    f(A[], 1);
    g(A[]);
    f(A[], 2);
end_program
";

#[test]
fn a_breakpoint_on_an_array_of_a_call_applies_to_every_call_and_no_other_array() {
    let lines = [
        "next",
        "break write l[0]",
        "c",
        "reverse",
        "delete",
        "break read l",
        "c",
        "c",
        "c",
    ];
    let said = answers(TWO_CALLS, &[], &lines);
    assert_eq!(
        said[1],
        "Breakpoint 1: where l[0] is written, in each call of `f`.\n"
    );
    begins(&said[2], "Breakpoint 1. Step 5,");
    begins(&said[3], "Breakpoint 1. Step 1,");
    begins(&said[6], "Breakpoint 1. Step 2,");
    begins(&said[7], "Breakpoint 1. Step 6");
    begins(&said[8], "Step 6 of 6,");
}

#[test]
fn a_breakpoint_on_an_array_to_come_stops_at_each_of_its_name() {
    let said = answers(TWO_CALLS, &[], &["break write l", "c", "c", "c"]);
    assert_eq!(
        said[0],
        "Breakpoint 1: where l is written, once it is there.\n"
    );
    begins(&said[1], "Breakpoint 1. Step 1,");
    begins(&said[2], "Breakpoint 1. Step 5,");
    begins(&said[3], "Step 6 of 6,");
}

/// f writes A[5] as X[5], g writes A[0] as X[0]; the X of g is the same array.
#[test]
fn a_breakpoint_on_an_array_stops_at_its_other_names() {
    let lines = ["next", "break write A[5]", "c", "c", "c"];
    let said = answers(TWO_CALLS, &[], &lines);
    assert_eq!(said[1], "Breakpoint 1: where A[5] is written.\n");
    begins(&said[2], "Breakpoint 1. Step 2,");
    begins(&said[3], "Breakpoint 1. Step 6");
    begins(&said[4], "Step 6 of 6,");
    // As a parameter it means what is passed to that algorithm only.
    let lines = ["goto step 3", "break write X", "c", "c"];
    let said = answers(TWO_CALLS, &[], &lines);
    assert_eq!(
        said[1],
        "Breakpoint 1: where X is written, in each call of `g`.\n"
    );
    begins(&said[2], "Breakpoint 1. Step 4,");
    begins(&said[3], "Step 6 of 6,");
}

/// Each call writes X[0] of the half that it is passed: A[0] at depth 1 and, in its own calls, A[0] and
/// A[1]. The inner ones come first; of a part the whole array is named.
#[test]
fn a_breakpoint_in_a_recursion_applies_to_each_of_its_calls() {
    let text = "algorithm halve(X[], n)
    if (n > 1) {
        halve(X[0 to n/2-1], n/2);
        halve(X[n/2 to n-1], n/2);
    }
    X[0] = n;
end_algorithm
program
    array A[2] = 0;
    halve(A[], 2);
    A[1] = 5;
end_program
";
    let said = answers(text, &[], &["break write X[0]", "c", "c", "c", "c"]);
    for (said, cell) in said[1..4].iter().zip(["A[0]", "A[1]", "X[0]"]) {
        begins(said, "Breakpoint 1. Step ");
        assert!(said.contains(&format!("writes {cell}")), "{said}");
    }
    assert!(!said[4].starts_with("Breakpoint"), "{}", said[4]);
}

#[test]
fn what_no_array_to_come_can_have_is_refused() {
    let text = "algorithm f(k)
    array q[3];
    shared s = 0;
    q[0] = k + s;
end_algorithm
program
    f(1);
end_program
";
    let lines = [
        "break write q[-1]",
        "watch q[99,99]",
        "break read q[1,2,3,4,5]",
        "break write s[2]",
        "break write q[2]",
        "info",
    ];
    let said = answers(text, &[], &lines);
    assert_eq!(
        said[0],
        "`q[-1]` has the subscript -1, and they are counted from 0: say `q[0]`\n"
    );
    assert_eq!(said[1], "`q` has one subscript, not 2: say `q[0]`\n");
    assert_eq!(said[2], "`q` has one subscript, not 5: say `q[0]`\n");
    begins(&said[3], "`s` is a shared scalar");
    assert_eq!(
        said[4],
        "Breakpoint 1: where q[2] is written, once it is there.\n"
    );
    assert_eq!(said[5], said[4].replace(", once it is there", ""));
}

/// In step 1 the second elements of the processors' b become 1, 5, 9 and 2.
#[test]
fn an_array_that_a_processor_holds_is_watched() {
    let text = "machine EREW;
input A[4] = {1, 5, 9, 2};
program
    parallel (for each i from 0 to 3)
        local b[2] = 0;
        b[1] = A[i];
        A[i] = b[1] * 2;
    end_parallel
end_program
";
    let lines = [
        "next",
        "watch b[1] for i = 2",
        "watch b[0] for i = 3",
        "watch b[1]",
        "break read b[1]",
        "break write b[0]",
    ];
    let said = answers(text, &[], &lines);
    begins(&said[1], "b[1] of i = 2 = 9");
    begins(&said[2], "b[0] of i = 3 = 0");
    assert_eq!(
        said[3],
        "`b` is each processor's own: say whose, as in `watch b[1] for i = 0`\n"
    );
    begins(&said[4], "`b` is local, so its reads are not recorded");
    assert_eq!(said[5], "Breakpoint 3: where b[0] is written.\n");
}
