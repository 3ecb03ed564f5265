//! Recorded traces that are looked at without the program.

use pram::pipeline::Options;
use pram::present::replay::json;
use pram::session::conversation::Conversation;
use pram::session::recorded::{Recorded, read};
use pram::session::replay::record;
use pram::source::Sources;

use super::{SUM, manner, never, request};
use crate::files::NoFiles;

/// A word from 0 to 1, which is there at t = 1 + 10 + 1.
const MESSAGE: &str = "machine complete(p = 2, t_s = 10, t_w = 1);
program
    parallel (for each processor i, i = 0, ..., p-1)
        if (i == 0)
            send 5 to 1;
        else {
            receive x from 0;
            print x;
        }
    end_parallel
end_program
";

/// A program's run as data.
pub fn trace(text: &str, bytes: usize) -> String {
    let request = request(text, &[], Options::default());
    let mut sources = Sources::default();
    let recorded = record(&request, &mut sources, &NoFiles, &never(), manner(bytes));
    json(&recorded.expect("it is a program").trace)
}

/// What is answered to these lines.
pub fn answers(trace: &str, lines: &[&str]) -> Vec<String> {
    let trace = read("run.json", trace.as_bytes());
    let trace = trace.unwrap_or_else(|problems| panic!("{}", problems[0].message));
    let mut recorded = Recorded::new(trace);
    lines
        .iter()
        .map(|line| recorded.answer(line).text)
        .collect()
}

/// What an array begins with is there in front of step 1, which changes A only; B[0] comes from no step.
#[test]
fn what_an_array_begins_with_is_no_change() {
    let text = "program
    array A[2] = {10, 20};
    array B[2] = {1, 2};
    parallel (for each i from 0 to 1)
        A[i] = B[i] + 100;
    end_parallel
end_program
";
    let said = answers(
        &trace(text, 1 << 20),
        &["next", "watch A[0]", "look", "why A[0]", "back", "next"],
    );
    assert!(said[0].contains("A = [*101, *102]\n"), "{}", said[0]);
    assert!(!said[0].contains("B = ["), "{}", said[0]);
    assert!(said[2].contains("A[0] = 101 (was 10)"), "{}", said[2]);
    assert!(
        said[3].contains("  B[0] = 1: no step wrote it; its array has held it since step 1\n"),
        "{}",
        said[3]
    );
    assert_eq!(said[0].lines().next(), said[5].lines().next());
}

/// The sums of pairs of 0 1 2 3 are 1 and 5; then A[0] = 1 + 5.
#[test]
fn steps_are_told_as_they_were() {
    let said = answers(
        &trace(SUM, 1 << 20),
        &[
            "next",
            "watch A[0]",
            "goto end",
            "why A[0]",
            "back",
            "view memory",
            "goto start",
            "break read A[2]",
            "continue",
            "continue",
            "reverse",
        ],
    );
    let step = "Step 1 of 2, line 6, `A[i] = A[i] + A[i + 2^d]`: 2 processors (i = 0, 2) read A[0, 2] and \
                A[1, 3] and write A[0, 2].\n  i = 0: reads A[0] = 0, A[1] = 1; writes A[0] = 1\n  i = 2: reads \
                A[2] = 2, A[3] = 3; writes A[2] = 5\n  A = [*1, 1, *5, 3]\n";
    assert!(said[0].starts_with(step), "{}", said[0]);
    assert!(said[2].contains("  A[0] = 6 (was 1)\n"), "{}", said[2]);
    assert!(
        said[2].ends_with("The run came to its end and broke no rule.\n"),
        "{}",
        said[2]
    );
    assert_eq!(
        said[3],
        "A[0] = 6: written in step 2, line 6 by i = 0, from A[0] = 1, A[2] = 5\n  A[0] = 1: written in step 1, \
         line 6 by i = 0, from A[0] = 0, A[1] = 1\n    A[0] = 0: from before the first step that is told\n    \
         A[1] = 1: from before the first step that is told\n  A[2] = 5: written in step 1, line 6 by i = 2, from \
         A[2] = 2, A[3] = 3\n    A[2] = 2: from before the first step that is told\n    A[3] = 3: from before the \
         first step that is told\n"
    );
    assert_eq!(said[5], "A = [*1, 1, *5, 3]\n");
    assert!(
        said[8].starts_with("Breakpoint 2. Step 1 of 2"),
        "{}",
        said[8]
    );
    assert!(
        said[9].starts_with("Breakpoint 2. Step 2 of 2"),
        "{}",
        said[9]
    );
    assert!(
        said[10].starts_with("Breakpoint 2. Step 1 of 2"),
        "{}",
        said[10]
    );
}

#[test]
fn moments_are_told_as_they_were() {
    let said = answers(
        &trace(MESSAGE, 1 << 20),
        &[
            "next",
            "goto T = 12",
            "goto end",
            "break 7",
            "reverse",
            "break write x",
            "why x",
        ],
    );
    assert!(
        said[0].contains("processor 0 sends 1 word to 1: 5"),
        "{}",
        said[0]
    );
    let counts = |left, received| {
        format!(
            "so far: 1 message sent, {left} on the way, 0 arrived and not yet received, {received} received\n"
        )
    };
    assert!(said[0].ends_with(&counts(1, 0)), "{}", said[0]);
    assert!(said[1].contains(&counts(0, 1)), "{}", said[1]);
    assert!(
        said[1].contains("processor 1 receives 1 word from 0: 5"),
        "{}",
        said[1]
    );
    assert!(
        said[2].starts_with("Moment 2 of 2, t = 12.\n"),
        "{}",
        said[2]
    );
    assert!(said[2].contains("processor 1 prints: 5"), "{}", said[2]);
    assert!(
        said[4].starts_with("Breakpoint 1. Moment 1 of 2"),
        "{}",
        said[4]
    );
    assert!(
        said[5].starts_with("a recorded trace stops at lines"),
        "{}",
        said[5]
    );
}

/// What is held, and what is new, is the same whichever way a moment is come to.
#[test]
fn moments_are_the_same_forward_and_back() {
    let text = "machine ring(p = 4, t_s = 10, t_w = 1);
program
    parallel (for each processor i, i = 0, ..., p-1)
        x = i;
        s = i;
        repeat p - 1 times
            send x to (i+1) mod p;
            receive x from (i-1+p) mod p;
            s += x;
        end_repeat
    end_parallel
end_program
";
    let trace = trace(text, 1 << 20);
    let forward = answers(
        &trace,
        &[
            "watch s for 2",
            "next",
            "next",
            "next",
            "next",
            "next",
            "next",
        ],
    );
    let back = answers(
        &trace,
        &[
            "watch s for 2",
            "goto end",
            "back",
            "back",
            "back",
            "back",
            "back",
            "back",
        ],
    );
    assert_eq!(back[7], forward[1]);
    assert_eq!(back[2], forward[6]);
    assert_eq!(back[4], forward[4]);
    // 2 sends its own 2 at t = 2 and has 1 at t = 13: s = 2 + 1, when it sends that on at t = 14.
    assert!(forward[2].contains("  s of 2 = 2\n"), "{}", forward[2]);
    assert!(
        forward[3].contains("  *2: s = 3\n") || forward[3].contains("s of 2 = 3 (was 2)"),
        "{}",
        forward[3]
    );
}

/// A trace that leaves out the middle says so where the gap is.
#[test]
fn what_is_left_out_is_said() {
    let text = "input n = 64;
program
    array A[n] = 0;
    for d = 1 to 200
        parallel (for each i from 0 to n - 1)
            A[i] = A[n - 1 - i] + d;
        end_parallel
    output A[];
end_program
";
    let trace = trace(text, 20_000);
    let said = answers(
        &trace,
        &[
            "goto end",
            "goto step 100",
            "view memory",
            "goto 50%",
            "back",
            "goto 0%",
            "goto 100%",
        ],
    );
    // Half of 200 steps is in the gap.
    assert!(
        said[3].contains("Step 100 is left out of the trace, as are all from "),
        "{}",
        said[3]
    );
    assert_eq!(said[3], said[1]);
    let (number, _) = said[4]["Step ".len()..].split_once(' ').unwrap();
    let first = number.parse::<u64>().unwrap() + 1;
    assert!(
        said[3].contains(&format!("all from {first} to ")),
        "{}",
        said[3]
    );
    assert!(said[5].starts_with("Before the first step"), "{}", said[5]);
    assert!(said[6].starts_with("Step 200 of 200"), "{}", said[6]);
    assert!(said[0].starts_with("Step 200 of 200"), "{}", said[0]);
    assert!(
        said[1].contains("are left out of the trace)"),
        "{}",
        said[1]
    );
}

fn refusal(bytes: &[u8]) -> String {
    match read("run.json", bytes) {
        Ok(_) => String::new(),
        Err(problems) => problems[0].message.clone(),
    }
}

#[test]
fn what_is_no_trace_is_refused() {
    let whole = trace(SUM, 1 << 20);
    for cut in (1..whole.len() - 2).step_by(37) {
        let message = refusal(&whole.as_bytes()[..cut]);
        assert!(message.contains("ends in the middle"), "{cut}: {message}");
    }
    let newer = whole.replacen("\"version\":1", "\"version\":2", 1);
    assert!(refusal(newer.as_bytes()).contains("version 2"));
    assert!(refusal(b"{}").contains("is no trace"));
    for other in [&b"[1, 2]"[..], b"7", b"\"text\"", b"{\"format\": 5}"] {
        assert!(refusal(other).contains("is no trace"), "{other:?}");
    }
    assert!(refusal(b" \n").contains("is empty"));
    let broken = whole.replacen("\"cells\":[0,1,4]", "\"cells\":\"0,1\"", 1);
    assert_ne!(broken, whole);
    let message = refusal(broken.as_bytes());
    assert!(
        message.contains("numbers are `[from, step, count]` or"),
        "{message}"
    );
    assert!(refusal(b"\x00\xff").contains("cannot be read"));
}

/// Numbers that no run writes: nothing overflows, hangs, or is made as large as they say.
#[test]
fn impossible_numbers_do_no_harm() {
    let whole = trace(SUM, 1 << 20);
    let huge = "9223372036854775807";
    let forged = [
        whole.replace(
            "\"dimensions\":[4]",
            &format!("\"dimensions\":[{huge},{huge}]"),
        ),
        whole.replace("\"dimensions\":[4]", "\"dimensions\":[0]"),
        whole.replace(
            "\"cells\":[0,2,2]",
            &format!("\"cells\":[{huge},{huge},{huge}]"),
        ),
        whole.replace("\"cells\":[0,2,2]", &format!("\"cells\":[0,0,{huge}]")),
        whole.replace(
            "\"positions\":[0,1,2]",
            &format!("\"positions\":[-5,3,{huge}]"),
        ),
        whole.replace("\"array\":0", "\"array\":77"),
        whole.replace("\"line\":6", "\"line\":0"),
        whole.replace("\"source\":0", "\"source\":9"),
        whole.replace("\"number\":2", &format!("\"number\":{huge}")),
    ];
    for text in forged {
        assert_ne!(text, whole);
        let said = answers(
            &text,
            &[
                "next",
                "goto end",
                "why A[0]",
                "why A[2,3]",
                "view memory",
                "break write A[2]",
                "break 6",
                "reverse",
                "goto 50%",
                "list",
                "watch A[1]",
                "goto line 6",
            ],
        );
        assert!(said.iter().all(|answer| answer.ends_with('\n')));
    }
}

/// Cells go back as they came, and those far from the beginning of an array are known too.
#[test]
fn cells_go_back_as_they_came() {
    let text = "input n = 100;
program
    array A[n] = 0;
    for k = 1 to 5
        A[n - k] = k;
end_program
";
    let moves = [
        "watch A[97]",
        "break write A[97]",
        "continue",
        "back",
        "next",
        "goto end",
        "goto step 1",
    ];
    let said = answers(&trace(text, 1 << 20), &moves);
    let value = |at: usize| {
        let line = said[at].lines().find(|line| line.contains("A[97] ="));
        line.unwrap_or_default().trim().to_owned()
    };
    let seen: Vec<String> = (2..moves.len()).map(value).collect();
    let written = "A[97] = 3 (was 0)";
    assert_eq!(
        seen,
        [written, "A[97] = 0", written, "A[97] = 3", "A[97] = 0"]
    );
}

/// f(A[], k) = A[k] + 1: S[2] = 2 + 1.
#[test]
fn why_goes_through_the_result_of_a_call() {
    let text = "machine EREW;
input A[4] = iota;
algorithm f(A[], k)
    return A[k] + 1;
end_algorithm
program
    array S[4];
    parallel (for each i from 0 to 3)
        S[i] = f(A[], i);
    end_parallel
end_program
";
    let said = answers(&trace(text, 1 << 20), &["goto end", "why S[2]"]);
    let expected = "\
S[2] = 3: written in step 2, line 9 by i = 2, from f(…) = 3
  f(…) = 3: returned in step 1, line 4 by i = 2, from A[2] = 2, k of i = 2
    A[2] = 2: from before the first step that is told
    k of i = 2: no step assigned it: a size, a parameter or the count of a loop
";
    assert_eq!(said[1], expected);
}

/// What is printed behind the last step belongs to it.
#[test]
fn the_last_step_holds_what_is_printed_behind_it() {
    let text = "program
    array A[1];
    print(\"first\");
    A[0] = 2;
    print(\"last \", A[0]);
end_program
";
    let said = answers(&trace(text, 1 << 20), &["goto end", "goto step 9"]);
    assert!(said[0].contains("prints: first"), "{}", said[0]);
    assert!(said[0].contains("prints: last 2"), "{}", said[0]);
    assert!(
        said[1].contains("There is no step 9: the trace ends before it.\n"),
        "{}",
        said[1]
    );
}

/// A run without steps is over before the first one, with all that it printed.
#[test]
fn what_a_run_without_steps_prints_is_told() {
    let text = "program
    print(\"one\");
    print(\"two \", 1 + 1);
end_program
";
    let said = answers(&trace(text, 1 << 20), &["look", "goto end"]);
    let printed = "  prints: one\n  prints: two 2\n";
    assert!(said[0].contains(printed), "{}", said[0]);
    assert!(said[1].contains(printed), "{}", said[1]);
}

/// f writes A[0] as X[0] in step 1, and step 3 writes B only; step 4 reads A[1].
#[test]
fn a_trace_stops_where_any_cell_of_an_array_is_touched() {
    let text = "algorithm f(X[])
    X[0] = 5;
end_algorithm
program
    array A[2] = 1;
    array B[2] = 0;
    f(A[]);
    A[1] = 6;
    B[0] = 7;
    B[1] = A[1];
end_program
";
    let lines = ["next", "break write A", "goto start", "c", "c", "c"];
    let said = answers(&trace(text, 1 << 20), &lines);
    assert_eq!(said[1], "Breakpoint 1: where A is written.\n");
    assert!(
        said[3].starts_with("Breakpoint 1. Step 1 of 4"),
        "{}",
        said[3]
    );
    assert!(
        said[4].starts_with("Breakpoint 1. Step 2 of 4"),
        "{}",
        said[4]
    );
    assert!(said[5].starts_with("Step 4 of 4"), "{}", said[5]);
    let lines = ["break read A", "c", "c"];
    let said = answers(&trace(text, 1 << 20), &lines);
    assert!(
        said[1].starts_with("Breakpoint 1. Step 4 of 4"),
        "{}",
        said[1]
    );
    assert!(
        said[2].starts_with("There is no further stop"),
        "{}",
        said[2]
    );
}

/// In the last step processors 0 and 1 read A[0], 2 and 3 read A[1]; nothing is written.
#[test]
fn a_conflict_is_marked_in_a_recorded_run() {
    let text = "machine EREW;
input A[4] = {5, 6, 7, 8};
program
    array B[4] = 0;
    array R[2];
    parallel (for each i from 0 to 3)
        B[i] = A[i/2];
    end_parallel
end_program
";
    let said = answers(&trace(text, 1 << 20), &["goto end", "view memory"]);
    let expected = "\
Step 1 of 1 ✗, line 7, `B[i] = A[i/2]`: 4 processors (i = 0 to 3) read A[0, 0, 1, 1] and write B[0..3].
  ✗ A[0]: i = 0 reads 5, i = 1 reads 5; processors meet so in 2 cells
  i = 0: reads A[0] = 5; writes B[0] = 5
  i = 1: reads A[0] = 5; writes B[1] = 5  … and 2 other processors
  A = [✗5, ✗6, 7, 8]
";
    assert!(said[0].starts_with(expected), "{}", said[0]);
    assert_eq!(
        said[1],
        "A = [✗5, ✗6, 7, 8]\nB = [0, 0, 0, 0]\nR = [_, _]\n"
    );
}

/// What fails behind the last step, or breaks off a moment, is marked.
#[test]
fn what_fails_is_marked_in_a_recorded_run() {
    let fails = "program
    x = 3;
    assert(x == 4);
end_program
";
    let said = answers(&trace(fails, 1 << 20), &["goto end", "why x"]);
    let line = "\n  ✗ behind this step, line 3: ";
    assert!(said[0].contains(line), "{}", said[0]);
    assert_eq!(said[1], "x = 3: assigned in step 1, line 2\n");
    let waits = "machine complete(p = 2, t_s = 10, t_w = 1);
program
    parallel (for each processor i, i = 0, ..., p-1)
        receive x from 1 - i;
    end_parallel
end_program
";
    let said = answers(&trace(waits, 1 << 20), &["goto end"]);
    assert!(said[0].starts_with("Moment 1 of 1 ✗, t = 0"), "{}", said[0]);
}
