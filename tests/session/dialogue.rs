//! What a debugger's user is answered, worked out by hand.

use std::collections::HashSet;

use pram::language::{Vocabulary, Voice};
use pram::pipeline::{Options, Request, load};
use pram::session::Session;
use pram::session::conversation::Conversation;
use pram::session::dialogue::Dialogue;
use pram::source::Sources;

use super::{NoOutside, SUM, never, request};
use crate::files::NoFiles;

/// The answers to these lines.
pub fn answers(text: &str, inputs: &[(&str, &str)], lines: &[&str]) -> Vec<String> {
    answers_to(&request(text, inputs, Options::default()), lines)
}

/// The same with these options.
pub fn answers_with(text: &str, options: Options, lines: &[&str]) -> Vec<String> {
    answers_to(&request(text, &[], options), lines)
}

fn answers_to(request: &Request, lines: &[&str]) -> Vec<String> {
    let mut sources = Sources::default();
    let loaded = load(request, &mut sources, &NoFiles).expect("it is a program");
    let interrupt = never();
    let session = Session::new(&loaded, &interrupt);
    let dialogue = Dialogue::new(
        session,
        &sources,
        Voice::english(Vocabulary::English),
        Box::new(NoOutside),
    );
    let mut dialogue = Conversation::new(dialogue);
    lines
        .iter()
        .map(|line| dialogue.answer(line).text)
        .collect()
}

/// A = 0 1 2 3. In the first round 0 + 1 and 2 + 3, in the second 1 + 5. A statement is one step of
/// four instructions: two reads, an addition, a write.
const FIRST: &str = "\
Step 1, line 6, `A[i] = A[i] + A[i + 2^d]`: 2 processors (i = 0, 2) read A[0, 2] and A[1, 3] and \
write A[0, 2]; a block of 2 begins.
  i = 0: reads A[0] = 0, A[1] = 1; writes A[0] = 1
  i = 2: reads A[2] = 2, A[3] = 3; writes A[2] = 5
  A = [*1, 1, *5, 3]
  so far: T = 1 round, 1 step, 4 instructions; W = 2, 2, 8
";

const SECOND: &str = "\
Step 2 of 2, line 6, `A[i] = A[i] + A[i + 2^d]`: processor i = 0 reads A[0] and A[2] and writes \
A[0]; a block of 1 begins.
  A = [*6, 1, 5, 3]
  so far: T = 2 rounds, 2 steps, 8 instructions; W = 3, 3, 12
";

#[test]
fn steps_forward_and_back_are_told() {
    let lines = [
        "next",
        "next 5",
        "back",
        "goto end",
        "next",
        "goto start",
        "back",
    ];
    let answers = answers(SUM, &[], &lines);
    assert_eq!(answers[0], FIRST);
    let end = format!("{SECOND}The run ends here.\n(the result)\n");
    assert_eq!(answers[1], end);
    assert_eq!(answers[2], FIRST.replace("Step 1,", "Step 1 of 2,"));
    assert_eq!(answers[3], end);
    assert!(answers[4].starts_with("There is no further step"));
    let start = "Before the first step of 2.\n  \
                 so far: T = 0 rounds, 0 steps, 0 instructions; W = 0, 0, 0\n";
    assert_eq!(answers[5], start);
    assert_eq!(
        answers[6],
        "This is the beginning: there is no step before it.\n"
    );
}

#[test]
fn the_moments_of_a_step_are_two_reads_computing_and_writing() {
    let lines = ["n", "i", "access", "i", "i", "i", "I", "I", "I", "I"];
    let answers = answers(SUM, &[], &lines);
    let moment = |at: usize, text: &str| format!("Step 1, moment {at} of 4: {text}");
    let reads = "everybody reads.\n  i = 0 reads A[0] = 0\n  i = 2 reads A[2] = 2\n";
    let others = "everybody reads.\n  i = 0 reads A[1] = 1\n  i = 2 reads A[3] = 3\n";
    let computes = "everybody computes; memory is as it was.\n";
    let writes = "everybody writes.\n  i = 0 writes A[0] = 1\n  i = 2 writes A[2] = 5\n";
    assert_eq!(answers[1], moment(1, reads));
    assert_eq!(answers[2], moment(2, others));
    assert_eq!(answers[3], moment(3, computes));
    assert_eq!(answers[4], moment(4, writes));
    assert_eq!(answers[5], "The step is over; `next` takes the next one.\n");
    assert_eq!(answers[6], moment(3, computes));
    assert_eq!(answers[8], moment(1, reads));
    assert_eq!(answers[9], "This is the first moment of the step.\n");
}

#[test]
fn why_is_a_tree_of_the_steps_that_wrote() {
    let expected = "\
A[0] = 6: written in step 2, line 6 by i = 0, from A[0] = 1, A[2] = 5
  A[0] = 1: written in step 1, line 6 by i = 0, from A[0] = 0, A[1] = 1
    A[0] = 0: no step wrote it, so it is an input or what the array was filled with
    A[1] = 1: no step wrote it, so it is an input or what the array was filled with
  A[2] = 5: written in step 1, line 6 by i = 2, from A[2] = 2, A[3] = 3
    A[2] = 2: no step wrote it, so it is an input or what the array was filled with
    A[3] = 3: no step wrote it, so it is an input or what the array was filled with
";
    assert_eq!(answers(SUM, &[], &["goto end", "why A[0]"])[1], expected);
    let first = &answers(SUM, &[], &["next", "why A[2*1]"])[1];
    assert!(
        first.starts_with("A[2*1] = 5: written in step 1, line 6 by i = 2"),
        "{first}"
    );
}

/// Each way to stop, by the step where it does: A[0] is written in both steps, A[2] in the first
/// and read in the second; 2 processors are active in the first.
#[test]
fn breakpoints_stop_where_they_say() {
    let stops = [
        ("break 6", 1),
        ("break line 6 hit 2", 2),
        ("break write A[0]", 1),
        ("break write A[0] hit 2", 2),
        ("break read A[2] hit 2", 2),
        ("break if A[0] == 6", 2),
        ("break if A[2] > A[3] + 1", 1),
        ("break T rounds >= 2", 2),
        ("break T > log n - 1", 2),
        ("break T instructions == 4", 1),
        ("break W steps > 2", 2),
        ("break processors > 1", 1),
    ];
    for (stop, step) in stops {
        let answers = answers(
            SUM,
            &[],
            &[stop, "continue", "c", "reverse", "info", "delete 1"],
        );
        let expected = format!("Breakpoint 1. Step {step}");
        assert!(answers[1].starts_with(&expected), "{stop}: {}", answers[1]);
        assert!(
            answers[4].starts_with("Breakpoint 1: where"),
            "{stop}: {}",
            answers[4]
        );
        assert_eq!(answers[5], "One breakpoint removed.\n");
    }
    let end = &answers(SUM, &[], &["break conflict", "c"])[1];
    assert!(end.contains("The run ends here."), "{end}");
}

#[test]
fn rounds_blocks_and_places_are_gone_to() {
    let places = [
        ("round", "Step 1"),
        ("out", "Step 2 of 2"),
        ("goto step 2", "Step 2"),
        ("g 2", "Step 2"),
        ("goto 50%", "Step 1 of 2"),
        ("goto round 2", "Step 2"),
        ("goto T = 2", "Step 2"),
        ("goto T instructions = 5", "Step 2"),
        ("goto line 6", "Step 1"),
        ("goto line 7", "No step executes line 7."),
        ("goto line 99", "the program has 10 lines"),
        (
            "goto nowhere",
            "`nowhere` is no place in a run: `goto step 12`",
        ),
        (
            "section",
            "Sections are there on the asynchronous PRAM only",
        ),
    ];
    for (place, expected) in places {
        let said = &answers(SUM, &[], &[place])[0];
        assert!(said.starts_with(expected), "{place}: {said}");
    }
    let lines = [
        "goto end",
        "round back",
        "round back",
        "out",
        "out back",
        "out back",
    ];
    let back = answers(SUM, &[], &lines);
    assert!(back[1].starts_with("Step 1 of 2"), "{}", back[1]);
    assert!(back[2].starts_with("Before the first step"), "{}", back[2]);
    assert!(back[4].starts_with("Step 1 of 2"), "{}", back[4]);
    assert!(back[5].starts_with("Before the first step"), "{}", back[5]);
}

#[test]
fn values_are_watched_and_pictures_shown() {
    let lines = [
        "watch A[0]",
        "watch d",
        "next",
        "view memory",
        "view network",
        "view processors",
        "view time",
        "follow i = 2",
        "list",
        "info",
        "view nothing",
        "watch B[0]",
        "watch A[9]",
    ];
    let answers = answers(SUM, &[], &lines);
    assert_eq!(answers[0], "A[0] = 0\n");
    assert!(
        answers[2].contains("  A[0] = 1 (was 0); d = 0\n"),
        "{}",
        answers[2]
    );
    assert_eq!(answers[3], "A = [1, 1, 5, 3]\n");
    assert!(
        answers[4].contains("step 1 line 6          *1     1    *5     3"),
        "{}",
        answers[4]
    );
    assert!(answers[5].contains("i = 2"), "{}", answers[5]);
    assert!(
        answers[6].starts_with("active processors"),
        "{}",
        answers[6]
    );
    let followed = answers[7].lines().nth(2);
    assert_eq!(
        followed,
        Some("  i = 2: reads A[2] = 2, A[3] = 3; writes A[2] = 5")
    );
    assert!(
        answers[8].contains(">   6              A[i] = A[i] + A[i + 2^d];"),
        "{}",
        answers[8]
    );
    assert!(answers[9].contains("Watched 1: A[0]."), "{}", answers[9]);
    assert!(answers[10].starts_with("the views are"), "{}", answers[10]);
    assert!(
        answers[11].starts_with("B[0]: there is no array"),
        "{}",
        answers[11]
    );
    assert!(
        answers[12].contains("outside of `A`, which has 4 elements"),
        "{}",
        answers[12]
    );
}

/// Processors 0, 1 and 2 read A[0] in the first step.
const SHARED: &str = "input A[3] = {5, 6, 7};
program
    array B[3];
    parallel (for each i from 0 to 2)
        B[i] = A[0];
    end_parallel
end_program
";

#[test]
fn a_step_that_breaks_a_rule_is_shown_before_it_writes() {
    let answers = answers(
        SHARED,
        &[],
        &["continue", "view memory", "as erew", "as crew", "next"],
    );
    let stop = "Step 1 of 1 ✗, line 5, `B[i] = A[0]`: 3 processors (i = 0 to 2) read A[0] and write \
                B[0..2]; a block of 3 begins.\n";
    assert!(answers[0].starts_with(stop), "{}", answers[0]);
    assert!(
        answers[0].contains("The run cannot go on"),
        "{}",
        answers[0]
    );
    assert_eq!(answers[1], "A = [5, 6, 7]\nB = [_, _, _]\n");
    let erew = "Under EREW step 1 is illegal: A[0] is accessed by i = 0; i = 1; i = 2; `goto step 1` \
                shows it.\n";
    assert_eq!(answers[2], erew);
    assert_eq!(answers[3], "Until here the run is legal under CREW.\n");
    assert!(
        answers[4].starts_with("There is no further step"),
        "{}",
        answers[4]
    );
}

/// Two processors write 1 into B[0], and one writes 2.
#[test]
fn writes_that_differ_are_illegal_where_all_must_write_the_same() {
    let text = "machine CRCW-priority;
program
    array B[2] = 0;
    parallel (for each i from 0 to 2)
        B[0] = i / 2 + 1;
    end_parallel
end_program
";
    let answers = answers(
        text,
        &[],
        &["goto end", "as crcw-common", "as crcw-max", "as crew"],
    );
    let illegal = |model: &str| {
        format!(
            "Under {model} step 1 is illegal: B[0] is accessed by i = 0; i = 1; i = 2; `goto step 1` \
             shows it.\n"
        )
    };
    assert_eq!(answers[1], illegal("CRCW-common"));
    let legal = "Until here the run is legal under CRCW-max.";
    assert!(answers[2].starts_with(legal), "{}", answers[2]);
    assert_eq!(answers[3], illegal("CREW"));
}

/// Two processors write each of the cells, each its own number: the one that is named is the one
/// whose number stays. The arbitrary rule chooses by the seed.
#[test]
fn why_names_the_processor_whose_write_stays() {
    const CROWDED: &str = "machine CRCW-arbitrary;
        program
            array B[2] = 0;
            parallel (for each i from 0 to 7)
                B[i % 2] = i;
            end_parallel
            output B[];
        end_program";
    let mut stayed = HashSet::new();
    for seed in 0..12 {
        let options = Options {
            seed,
            ..Options::default()
        };
        for cell in ["B[0]", "B[1]"] {
            let lines = ["goto end", &format!("why {cell}")];
            let told = answers_with(CROWDED, options.clone(), &lines).remove(1);
            let value = told.strip_prefix(&format!("{cell} = "));
            let value = value
                .and_then(|rest| rest.split(':').next())
                .expect("its value");
            assert!(told.contains(&format!(" by i = {value}, ")), "{told}");
            stayed.insert((cell, value.to_owned()));
        }
    }
    assert!(stayed.len() > 4, "{stayed:?}");
}

/// Without steps this one, which is the first.
#[test]
fn files_are_of_this_step_or_of_those_that_are_named() {
    let lines = ["next", "export step.svg", "e my steps.tex 1..2"];
    let told = answers(SUM, &[], &lines);
    assert_eq!(
        told[1..],
        ["step.svg of steps 1..=1\n", "my steps.tex of steps 1..=2\n"]
    );
}

#[test]
fn what_is_no_command_is_answered() {
    let lines = [
        "jump",
        "next x",
        "back -1",
        "break",
        "break write",
        "break T",
        "break processors 3",
        "delete 7",
        "why",
        "why A",
        "why 3",
        "why A[",
        "as foo",
        "goto",
        "goto 101%",
        "goto step",
        "access sideways",
        "\u{1b}[2J",
        "watch",
        "follow",
        "export",
        "export x.svg",
        "export x.svg 5..2",
        "goto step 99999999999999999999",
    ];
    for (line, answer) in lines.iter().zip(answers(SUM, &[], &lines)) {
        assert!(
            answer.ends_with('\n') && answer.len() > 10,
            "{line}: {answer}"
        );
        assert!(!answer.contains('\u{1b}'), "{line}");
    }
}

/// B[1] = (A[1] + 1)·2 goes through `t`, which each processor holds for itself.
#[test]
fn why_goes_through_what_processors_hold_for_themselves() {
    let text = "input A[3] = iota;
program
    array B[3];
    parallel (for each i from 0 to 2)
        t = A[i] + 1;
        B[i] = t * 2;
    end_parallel
    output B[];
end_program
";
    let said = answers(
        text,
        &[],
        &[
            "goto end",
            "why B[1]",
            "back",
            "why t for i = 2",
            "why t for i = 7",
            "why t",
        ],
    );
    assert_eq!(
        said[1],
        "B[1] = 4: written in step 2, line 6 by i = 1, from t of i = 1 = 2\n  t of i = 1 = 2: assigned in \
         step 1, line 5 by i = 1, from A[1] = 1\n    A[1] = 1: no step wrote it, so it is an input or what \
         the array was filled with\n"
    );
    assert!(
        said[3]
            .starts_with("t for i = 2 = 3: assigned in step 1, line 5 by i = 2, from A[2] = 2\n"),
        "{}",
        said[3]
    );
    assert_eq!(said[4], "`i = 7` holds no `t` here\n");
    assert!(!said[5].starts_with("t = "), "{}", said[5]);
}

/// Pairs 0, 1 and 2, 3 go side by side; then 0 and 2. Each wire ends under the last character of its
/// column.
#[test]
fn the_network_has_an_edge_from_each_read_to_its_write() {
    let said = answers(SUM, &[], &["goto end", "view network"]);
    let lines: Vec<&str> = said[1].lines().collect();
    let indent = " ".repeat(24);
    assert_eq!(lines[1], format!("{indent}●◀────○     ●◀────○"));
    assert_eq!(lines[2], "step 1 line 6          *1     1    *5     3");
    assert_eq!(lines[3], format!("{indent}●◀────┼─────○     │"));
    assert_eq!(lines[4], "step 2 line 6          *6     1     5     3");
}

/// A = 0 1 … 7. The first call doubles A[4], which is 8 then; the second adds that to A[4] to A[7].
#[test]
fn cells_of_a_part_have_the_names_of_the_whole() {
    let text = "machine CREW;
input A[8] = iota;
algorithm half(X[], m)
    parallel (for each i from 0 to m - 1)
        X[i] = X[i] + X[0];
    end_parallel
end_algorithm
algorithm twice(Z[])
    half(Z[1 to 4], 1);
    half(Z[1 to 4], 4);
end_algorithm
program
    twice(A[3 to 7]);
end_program
";
    let told = answers(text, &[], &["next", "next", "why A[5]", "look"]);
    assert!(
        told[0].contains("reads A[4] and writes A[4]"),
        "{}",
        told[0]
    );
    assert!(
        told[1].contains("A = [0, 1, 2, 3, *16, *13, *14, *15]"),
        "{}",
        told[1]
    );
    let [written, first, ..] = told[2].lines().collect::<Vec<_>>()[..] else {
        panic!("{}", told[2]);
    };
    assert!(
        written
            .starts_with("A[5] = 13: written in step 2, line 5 by i = 1, from A[5] = 5, A[4] = 8"),
        "{written}"
    );
    assert!(first.contains("A[5] = 5: no step wrote it"), "{first}");
}

/// What nobody wrote is no input.
#[test]
fn why_of_a_cell_that_was_never_written_says_so() {
    let text = "program
    array B[2];
    x = 0;
    parallel (for each i from 0 to 1)
        B[i] = x;
    end_parallel
end_program
";
    let said = answers(text, &[], &["next", "why B[1]"]);
    assert_eq!(said[1], "B[1] = _: no step has written it\n");
}

/// Characters that turn the direction of writing round are written out.
#[test]
fn what_hides_text_is_shown() {
    let text = "program
    x = 1; // \u{202e}gnirts\u{2066}
    print \"a\u{202e}b\";
end_program
";
    let said = answers(text, &[], &["next 2", "list"]).concat();
    assert!(!said.contains('\u{202e}'), "{said}");
    assert!(said.contains("// \\u{202e}gnirts\\u{2066}"), "{said}");
    assert!(said.contains("prints: a\\u{202e}b"), "{said}");
}

/// A step back or on to a stop that was seen shows what it showed, and the pictures around it too.
#[test]
fn stops_that_were_seen_are_shown_again() {
    let lines = [
        "next",
        "view network",
        "next",
        "view network",
        "back",
        "look",
        "view network",
    ];
    let said = answers(SUM, &[], &lines);
    let known = |text: &str| text.replace(" of 2,", ",");
    assert_eq!(said[1], said[6]);
    assert_eq!(known(&said[4]), FIRST);
    assert_eq!(said[4], said[5]);
    assert!(
        said[3].starts_with(said[1].lines().next().unwrap()),
        "{}",
        said[3]
    );
    assert_ne!(said[1], said[3]);
}

/// After step 1 A = 1 1 5 3, d = 0 and n = 4.
#[test]
fn print_shows_the_value_of_an_expression() {
    let lines = [
        "next",
        "print A[2] + n",
        "print A",
        "print d",
        "print i",
        "print i for i = 2",
        "print A[9]",
        "print",
    ];
    let answers = answers(SUM, &[], &lines);
    let shown = [
        "A[2] + n = 9\n",
        "A = [1, 1, 5, 3]\n",
        "d = 0\n",
        "i = 0 for i = 0, 2 for i = 2\n",
        "i = 2\n",
    ];
    assert_eq!(answers[1..6], shown);
    assert_eq!(
        answers[7],
        "say what to print: `print A[5]`, `print x for i = 3`\n"
    );
}

/// Both processors read two cells and write one: two reads, an addition and a write are 4 instructions.
#[test]
fn a_question_mark_explains_the_line() {
    let answers = answers(SUM, &[], &["?", "next", "?"]);
    assert!(
        answers[0].starts_with("No step is executed yet. The first executes line "),
        "{}",
        answers[0]
    );
    let explained = "\
line 6, `A[i] = A[i] + A[i + 2^d]`: 2 processors (i = 0, 2) read A[0, 2] and A[1, 3] and write A[0, 2].
  Each of them reads up to 2 cells of shared memory, computes, then writes up to 1 cell; all reads of a step \
come before its writes.
  It adds 1 round, 1 step and 4 instructions to T, and 2, 2 and 8 to W.
";
    assert!(answers[2].starts_with(explained), "{}", answers[2]);
}
