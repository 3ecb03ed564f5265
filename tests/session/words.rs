//! Answers that were wrong once, each with the program that showed it.

use super::dialogue::answers;
use super::{SUM, exchange};

/// Two processors fill arrays of their own.
const OWN: &str = "input n = 24;
program
    parallel (for each i from 1 to 2)
        local own[n];
        for k = 0 to n - 1
            own[k] = 100000000*i + k;
    end_parallel
end_program
";

/// The end of a long array fits into a line, and nothing is told behind its last cell. The arrays of
/// processors say whose they are, and the sentence that each writes its own.
#[test]
fn the_last_cells_of_a_long_array_end_its_line() {
    let said = answers(OWN, &[], &["goto step 23", "next", "goto step 1"]);
    assert!(
        said[0].contains("2 processors (i = 1, 2) write own[22] of their own"),
        "{}",
        said[0]
    );
    assert!(
        said[0].contains("  own[20] … = [100000020, 100000021, *100000022, _]  (i = 1)\n"),
        "{}",
        said[0]
    );
    assert!(
        said[1].contains("  own[21] … = [200000021, 200000022, *200000023]  (i = 2)\n"),
        "{}",
        said[1]
    );
    let unwritten = ", _".repeat(23);
    assert!(
        said[2].contains(&format!("  own = [*100000000{unwritten}]  (i = 1)\n")),
        "{}",
        said[2]
    );
}

/// What is no expression is refused, and a name that the program does not have; others may come later.
#[test]
fn a_condition_that_cannot_be_read_is_refused() {
    let said = answers(
        OWN,
        &[],
        &[
            "break if own[",
            "break T > 2*",
            "break if own[0] > later",
            "break if own[0] > k for i = 0",
            "info",
        ],
    );
    assert_eq!(said[0], "a `]` is missing\n");
    assert!(!said[1].starts_with("Breakpoint"), "{}", said[1]);
    assert_eq!(said[2], "there is no `later` in this program\n");
    assert_eq!(
        said[4],
        "Breakpoint 1: where own[0] > k for i = 0; it stops wherever that holds.\n"
    );
}

/// What stands in comments and in printed texts are no names of the program.
#[test]
fn a_word_of_a_comment_is_no_name() {
    let text = "// the remark
program
    array A[2];
    A[0] = 1;   /* aside */
    print(\"a \\\" told \", A[0]);
    A[1] = 2;
end_program
";
    let lines = ["remark", "aside", "told", "A[0]"].map(|name| format!("break if {name} > 3"));
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let said = answers(text, &[], &lines);
    for (answer, name) in said.iter().zip(["remark", "aside", "told"]) {
        assert_eq!(answer, &format!("there is no `{name}` in this program\n"));
    }
    assert_eq!(
        said[3],
        "Breakpoint 1: where A[0] > 3; it stops wherever that holds.\n"
    );
}

/// Two lines that are printed stand below the end of a run without steps; of three the first, and how many
/// more there are.
#[test]
fn a_run_without_steps_shows_what_it_printed() {
    let text = "program
    print(\"one\");
    print(\"two\");
end_program
";
    let said = answers(text, &[], &["goto end"]);
    let lines: Vec<&str> = said[0].lines().take(3).collect();
    assert_eq!(lines[1..], ["  prints: one", "  prints: two"]);
    let text = text.replace("two\");", "two\");\n    print(\"three\");");
    let said = answers(&text, &[], &["goto end"]);
    let lines: Vec<&str> = said[0].lines().take(3).collect();
    assert_eq!(
        lines[1..],
        [
            "  prints: one",
            "  … and 2 more printed lines; `printed` shows all"
        ]
    );
}

#[test]
fn who_is_followed_and_takes_no_part_is_told() {
    let said = answers(OWN, &[], &["next", "follow i = 2", "follow i = 3"]);
    assert!(said[1].contains("\n  i = 2: writes"), "{}", said[1]);
    assert!(
        said[2].contains("\n  i = 3 takes no part in this step\n"),
        "{}",
        said[2]
    );
}

#[test]
fn times_are_counted_in_words() {
    let lines = [
        "break 6 hit 2",
        "break 6 hit 3",
        "break 6 hit 11",
        "break 6 hit 22",
    ];
    let said = answers(OWN, &[], &lines);
    for (answer, ordinal) in said.iter().zip(["2nd", "3rd", "11th", "22nd"]) {
        assert!(
            answer.ends_with(&format!("every {ordinal} time.\n")),
            "{answer}"
        );
    }
}

/// A value that is not there yet is watched, under its name.
#[test]
fn what_is_watched_has_its_name() {
    let said = answers(OWN, &[], &["watch later"]);
    assert!(said[0].starts_with("later: there is no"), "{}", said[0]);
}

/// A line of a multicomputer on which nothing is sent or received is no place to stop at.
#[test]
fn a_line_without_messages_is_no_breakpoint() {
    let text = "machine complete(p = 2, t_s = 10, t_w = 1);
program
    parallel (for each processor i, i = 0, ..., p-1)
        s = i;
        if (i == 0)
            send s to 1;
        else
            receive s from 0;
    end_parallel
end_program
";
    let said = exchange::answers(text, &["break 4", "break 6"]);
    let next = "Nothing is sent or received on line 4; the next line where that happens is 6.\n";
    assert_eq!(said[0], next);
    assert_eq!(said[1], "Breakpoint 1: where line 6 is executed.\n");
}

/// Both compute and write in the first section, which a barrier ends; then each reads what the other
/// wrote. The last step of the block has the block's own barrier behind it.
#[test]
fn a_section_is_a_strip_with_a_row_for_each_processor() {
    let text = "machine apram(d = 2, B = 4, p = 2);
program
    array A[2];
    parallel async (for each processor i, i = 0, ..., 1)
        x = i + 1;
        A[i] = x;
        barrier;
        if (i == 0)
            x = A[1];
    end_parallel
end_program
";
    let lines = [
        "view sections",
        "next 2",
        "view sections",
        "next",
        "view sections",
        "next 9",
        "view sections",
    ];
    let said = answers(text, &[], &lines);
    assert_eq!(said[0], "No section is over yet.\n");
    let legend = "r reads, w writes, x both, c computes, · waits, | barrier";
    // An instruction takes 1, an access d = 2, and the barrier B = 4.
    let first = "  i = 0  cww||||\n  i = 1  cww||||\n";
    assert_eq!(
        said[2],
        format!(
            "steps 1 to 2, a column for each unit of time: {legend}\n{first}No section is over yet.\n"
        )
    );
    assert!(said[4].starts_with("step 3, "), "{}", said[4]);
    assert!(
        said[6].contains("  i = 0  crr||||\n  i = 1  c··||||\n"),
        "{}",
        said[6]
    );
    assert!(
        said[6].contains("section 1: asynchronous, time 3"),
        "{}",
        said[6]
    );
}

/// A step of a synchronous block is read, barrier, compute, write, barrier.
#[test]
fn an_adapted_step_is_shown_in_its_parts() {
    let text = SUM.replacen("input", "machine apram(d = 2, B = 4);\ninput", 1);
    let said = answers(
        &text,
        &[],
        &["next", "view sections", "next", "view sections"],
    );
    assert!(
        said[1].contains("\n  i = 0  r|cw|\n  i = 2  r|cw|\nadapted step, "),
        "{}",
        said[1]
    );
    assert!(
        said[3].starts_with("step 2 in its parts: ")
            && said[3].contains("\n  i = 0  r|cw|\nadapted step, "),
        "{}",
        said[3]
    );
}

/// Steps that were drawn are kept, and none of them lies before the first.
#[test]
fn the_network_is_empty_again_before_the_first_step() {
    let lines = ["next 2", "view network", "goto start", "view network"];
    let said = answers(SUM, &[], &lines);
    assert_eq!(said[3], "There is no step yet; `next` takes the first.\n");
}

/// Processors 0 and 1 meet by themselves: the one that comes first waits, both pass, and the time of
/// the others stands still meanwhile.
#[test]
fn a_barrier_of_a_part_is_in_the_rows_of_that_part() {
    let text = "machine apram(d = 2, B = 3, p = 4);
program
    parallel async (for each processor i, i = 0, ..., 3)
        if (i == 0)
            x = 1;
        if (i < 2)
            barrier(from 0 to 1);
        x = 2;
    end_parallel
end_program
";
    let said = answers(
        text,
        &[],
        &["next 3", "view sections", "next", "view sections"],
    );
    // Each test and each assignment takes 1: i = 0 comes to the barrier at 3, i = 1 at 2; both pass it
    // at 6 and are done at 7, the others at 3.
    assert!(
        said[3].contains("\n  i = 0  ccc|||c|||\n  i = 1  cc·|||c|||\n  i = 2  ccc····|||\n"),
        "{}",
        said[3]
    );
}

/// Processors that compute for so many units of time in one section, at the end of which is B = 10.
fn computing(processors: u32, units: u32) -> String {
    format!(
        "machine apram(d = 2, B = 10);
program
    parallel async (for each i from 1 to {processors})
        for k = 1 to {units} {{
            x = k;
        }}
    end_parallel
end_program
"
    )
}

/// 100 processors, of which the followed one has a row too; 130 units of time in 44 columns of 3.
#[test]
fn long_sections_and_many_processors_are_drawn_in_part() {
    let said = answers(
        &computing(100, 120),
        &[],
        &["follow i = 77", "goto end", "view sections"],
    );
    let lines: Vec<&str> = said[2].lines().collect();
    assert!(
        lines[0].starts_with("steps 1 to 120, a column for each 3 units of time: "),
        "{}",
        said[2]
    );
    // 120 units of computing are 40 columns, 10 of the barrier 4.
    let row = format!("  i = 77  {}||||", "c".repeat(40));
    assert!(lines.contains(&row.as_str()), "{}", said[2]);
    assert_eq!(lines[17], "  … and 84 other processors", "{}", said[2]);
}

/// A followed processor that is none of the block's has no row.
#[test]
fn who_takes_no_part_in_a_section_has_no_row() {
    let said = answers(
        &computing(2, 3),
        &[],
        &["follow i = 7", "goto end", "view sections"],
    );
    // 3 units and a barrier of 10.
    let rows = format!(
        "  i = 1  ccc{0}\n  i = 2  ccc{0}\nsection 1",
        "|".repeat(10)
    );
    assert!(said[2].contains(&rows), "{}", said[2]);
    assert!(!said[2].contains("i = 7"), "{}", said[2]);
}

/// Of 300 steps the last 240 are drawn, from when they began.
#[test]
fn the_end_of_a_section_of_many_steps_is_drawn() {
    let said = answers(&computing(2, 300), &[], &["goto end", "view sections"]);
    // 240 units and a barrier of 10: 250 units are 50 columns of 5.
    let row = format!("  i = 1  {}||", "c".repeat(48));
    assert!(
        said[1].starts_with("steps 61 to 300, a column for each 5 units of time: "),
        "{}",
        said[1]
    );
    assert!(said[1].lines().any(|line| line == row), "{}", said[1]);
}

/// Both write A[0] in one section: what they did until then is drawn, and the two accesses are marked.
/// An assignment takes one unit, a write d = 2, and one more a unit behind it.
#[test]
fn a_race_has_its_section_in_front_of_it() {
    let text = "machine apram(d = 2, B = 4, p = 2);
program
    array A[2];
    parallel async (for each processor i, i = 0, ..., 1)
        x = i;
        A[i] = x;
        A[0] = x;
    end_parallel
end_program
";
    let said = answers(text, &[], &["goto end", "view sections"]);
    assert!(
        said[0].contains(
            "✗ A[0]: i = 0 writes it in step 2, i = 1 writes it in step 3, with no barrier"
        ),
        "{}",
        said[0]
    );
    assert!(said[1].starts_with("steps 1 to 3, "), "{}", said[1]);
    assert!(
        said[1].contains("✗ accesses of the race\n  i = 0  c✗ww\n  i = 1  cww✗\n"),
        "{}",
        said[1]
    );
}

/// Rounds are the two blocks: steps 2 and 3, and steps 6 and 7. The steps around them are in none.
#[test]
fn a_round_ends_with_its_body() {
    let text = "program
    array A[2] = 1;
    a = 1;
    parallel (for each i from 0 to 1)
        A[i] = A[i] + 1;
        A[i] = A[i] * 2;
    end_parallel
    b = 2;
    c = 3;
    parallel (for each i from 0 to 1)
        x = 3;
        A[i] = A[i] * x;
    end_parallel
    e = 3;
end_program
";
    let lines = [
        "round",
        "round",
        "round",
        "R",
        "R",
        "R",
        "goto round 0",
        "goto step 4",
        "R",
    ];
    let said = answers(text, &[], &lines);
    let at = |answer: &str, stop: &str| {
        assert!(answer.starts_with(stop), "{stop}: {answer}");
    };
    at(&said[0], "Step 3,");
    at(&said[1], "Step 7,");
    at(&said[2], "Step 8 of 8,");
    at(&said[3], "Step 7 of 8,");
    at(&said[4], "Step 3 of 8,");
    at(&said[5], "Before the first step");
    at(&said[6], "Rounds are counted from 1;");
    at(&said[8], "Step 3 of 8,");
}

/// i = 3 is in the second group.
#[test]
fn the_followed_processor_is_shown_in_whichever_group() {
    let text = "machine CREW;
program
    array B[4];
    parallel (for each i from 0 to 3) {
        if (i < 2)
            B[i] = 1;
        else
            B[i] = 2;
    }
    end_parallel
end_program
";
    let said = answers(text, &[], &["follow i = 3", "next 2"]);
    assert!(
        said[1].contains("\n  i = 3: writes B[3] = 2  … and 1 other processor\n"),
        "{}",
        said[1]
    );
}

/// Three lines are printed in front of the second step.
#[test]
fn what_was_printed_is_shown_in_full() {
    let text = "program
    array A[3] = 0;
    print(\"start\");
    parallel (for each i from 0 to 2) {
        A[i] = i;
        print(\"i=\", i);
    }
    end_parallel
    x = 1;
end_program
";
    let said = answers(
        text,
        &[],
        &["printed", "next", "printed", "next", "printed"],
    );
    assert_eq!(said[2], "start\n");
    assert!(
        said[3].contains("  … and 2 more printed lines; `printed` shows all\n"),
        "{}",
        said[3]
    );
    assert_eq!(said[4], "start\ni=0\ni=1\ni=2\n");
}

/// The reads of a step that would write outside of an array are told, and nothing is behind it.
#[test]
fn a_step_that_writes_outside_has_read() {
    let text = "input A[3] = iota;
program
    parallel (for each i from 0 to 2)
        A[i+1] = A[i] * 10;
    end_parallel
end_program
";
    let lines = ["next", "access", "access", "access"];
    let said = answers(text, &[], &lines);
    assert!(said[0].contains("\n  i = 1: reads A[1] = 1"), "{}", said[0]);
    assert!(said[1].contains("i = 2 reads A[2] = 2"), "{}", said[1]);
    assert_eq!(said[3], "The run ends here: this step breaks it off.\n");
}

/// Where the place is read, too, only that read is left out of the processor that fails. Processor 2 does: A[3]
/// is outside.
#[test]
fn a_step_that_updates_outside_has_read_what_it_adds() {
    let text = "program
    array B[3] = 5;
    array A[3] = 1;
    parallel (for each i from 0 to 2)
        A[i+1] += B[i];
    end_parallel
end_program
";
    let said = answers(text, &[], &["next"]);
    assert!(
        said[0].contains("3 processors (i = 0 to 2) read A[1, 2] and B[0..2]"),
        "{}",
        said[0]
    );
    assert!(
        said[0].contains("i = 1: reads A[2] = 1, B[1] = 5"),
        "{}",
        said[0]
    );
}

/// A page or a trace is of the whole run, whether a step is taken or not.
#[test]
fn pages_are_exported_before_the_first_step() {
    let said = answers(
        SUM,
        &[],
        &["export s.html", "export s.json", "export s.svg"],
    );
    assert!(said[0].starts_with("s.html of steps "), "{}", said[0]);
    assert!(said[1].starts_with("s.json of steps "), "{}", said[1]);
    assert!(said[2].starts_with("There is no step yet;"), "{}", said[2]);
}

/// Each of two calls at one time writes its own R: one is shown, the other counted.
#[test]
fn arrays_that_do_not_fit_are_counted() {
    let text = "machine CREW;
input A[4] = {3, 1, 7, 4};
algorithm sum(A[], lo, hi)
    if (lo == hi)
        return A[lo];
    m = (lo + hi) / 2;
    array R[2];
    parallel (for each i from 0 to 1) {
        if (i == 0)
            R[i] = sum(A[], lo, m);
        else
            R[i] = sum(A[], m + 1, hi);
    }
    end_parallel
    return R[0] + R[1];
end_algorithm
program
    s = sum(A[], 0, 3);
    output s;
end_program
";
    let said = answers(text, &[], &["goto step 9", "goto step 11"]);
    assert!(said[0].contains("  … and 1 more array\n"), "{}", said[0]);
    let groups: Vec<&str> = said[1]
        .lines()
        .filter(|line| line.contains("processor"))
        .collect();
    assert!(groups[0].contains("i = 0"), "{}", said[1]);
    assert!(groups[1].contains("i = 1"), "{}", said[1]);
}

/// A number is watched by nobody, and a whole array is neither above 1 nor not.
#[test]
fn what_never_has_a_value_is_refused() {
    let text = "program
    array A[4] = 0;
    array M[2,2] = 0;
    parallel (for each i from 0 to 3)
        A[i] = i;
    end_parallel
end_program
";
    let lines = [
        "watch 3",
        "break if A > 1",
        "break if 1 < M",
        "info",
        "next",
        "break if A > 1",
        "watch M",
    ];
    let said = answers(text, &[], &lines);
    assert!(said[0].starts_with("3: "), "{}", said[0]);
    assert_eq!(said[1], "`A` is an array: say which cell, as in `A[0]`\n");
    assert_eq!(said[2], "`M` is an array: say which cell, as in `M[0,0]`\n");
    assert_eq!(said[3], "There are no breakpoints and no watched values.\n");
    assert_eq!(said[5], said[1]);
    assert_eq!(said[6], format!("M: {}", said[2]));
}
