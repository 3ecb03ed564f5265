//! Steps that break a rule or fail: what they were about to do, and what is forbidden in it.

use pram::language::{Vocabulary, Voice};
use pram::pipeline::{OnViolation, Options, load};
use pram::session::Session;
use pram::session::conversation::{Conversation, ViewSize};
use pram::session::dialogue::Dialogue;
use pram::source::Sources;

use super::dialogue::{answers, answers_with};
use super::{NoOutside, never, request};
use crate::files::NoFiles;

/// In step 2 processor 2 divides by 0, and nobody has written.
const FAULT: &str = "machine EREW;
program
    array S[4];
    parallel (for each i from 0 to 3)
        S[i] = i;
        S[i] = S[i] / (i - 2);
    end_parallel
end_program
";

/// Step 1 reads A[0] 4 times, and so does step 3, where EREW forbids it; the run goes on behind each.
#[test]
fn a_session_may_go_on_behind_illegal_accesses() {
    let text = "machine EREW;
input A[4] = iota;
program
    parallel (for each i from 0 to 3)
        local x = A[0];
        x = 1;
        x = A[0];
        A[i] = x;
    end_parallel
end_program
";
    let options = Options {
        on_violation: OnViolation::Continue,
        ..Options::default()
    };
    let lines = ["break conflict", "c", "c", "c", "reverse"];
    let said = answers_with(text, options, &lines);
    let begins = |answer: &str, beginning: &str| assert!(answer.starts_with(beginning), "{answer}");
    begins(&said[1], "Breakpoint 1. Step 1 ✗, line 5, ");
    assert!(
        said[1].contains("\n  ✗ A[0]: i = 0 reads 0, i = 1 reads 0"),
        "{}",
        said[1]
    );
    begins(&said[2], "Breakpoint 1. Step 3 ✗, line 7, ");
    begins(&said[3], "Step 4 of 4, line 8, ");
    assert!(said[3].contains("A = [*0, *0, *0, *0]"), "{}", said[3]);
    begins(&said[4], "Breakpoint 1. Step 3 of 4 ✗, line 7, ");
}

#[test]
fn a_step_that_fails_is_shown_with_its_statement_and_who_fails() {
    let lines = ["goto end", "look", "list", "access", "view memory"];
    let said = answers(FAULT, &[], &lines);
    let stop = "Step 2 of 2 ✗, line 6, `S[i] = S[i] / (i - 2)`: 4 processors (i = 0 to 3) read S[0..3].\n  \
                ✗ i = 2: division by zero\n";
    assert!(said[0].starts_with(stop), "{}", said[0]);
    assert!(said[1].starts_with(stop), "{}", said[1]);
    assert!(said[2].contains("\n>   6 "), "{}", said[2]);
    assert!(
        said[3].starts_with("Step 2, moment 1 of 2: everybody reads.\n  i = 0 reads S[0] = 0\n"),
        "{}",
        said[3]
    );
    assert_eq!(said[4], "S = [0, 1, 2, 3]\n");
}

/// Processor 0 reads in step 3 what processors 1, 2 and 3 wrote in step 1.
const RACE: &str = "machine apram(d = 3, B = 4, p = 4);
program
    array S[4];
    parallel async (for each i from 0 to 3)
        S[i] = i;
        if (i == 0)
            S[0] = S[1] + S[2] + S[3];
    end_parallel
end_program
";

#[test]
fn a_race_is_shown_with_its_two_accesses_and_arrows() {
    let lines = [
        "goto end",
        "access",
        "view network",
        "as apram-cr",
        "as apram",
    ];
    let said = answers(RACE, &[], &lines);
    let stop = "Step 3 of 3 ✗, line 7, `S[0] = S[1] + S[2] + S[3]`: processor i = 0 reads S[1], S[2] and \
                S[3] and writes S[0].\n  \
                ✗ S[1]: i = 1 writes it in step 1, i = 0 reads it in step 3, with no barrier between them\n  \
                S = [0, ✗1, 2, 3]\n";
    assert!(said[0].starts_with(stop), "{}", said[0]);
    assert!(said[1].contains("i = 0 reads S[1] = 1"), "{}", said[1]);
    let network: Vec<&str> = said[2].lines().collect();
    let at = network
        .iter()
        .position(|line| line.starts_with("step 3 line 7 ✗"));
    let at = at.unwrap_or_else(|| panic!("{}", said[2]));
    assert!(
        network[at - 1].contains('●') && network[at - 1].contains('○'),
        "{}",
        said[2]
    );
    assert!(
        network[at].contains("✗1") && !network[at].contains('*'),
        "{}",
        said[2]
    );
    assert_eq!(
        said[3],
        "Under aPRAM-CR step 3 is illegal by a race; `goto step 3` shows it.\n"
    );
    assert_eq!(
        said[4],
        "Under aPRAM step 3 is illegal by a race; `goto step 3` shows it.\n"
    );
}

/// Both read S[0]: illegal only where just one processor may access a cell.
#[test]
fn reads_of_one_cell_are_judged_under_both_asynchronous_models() {
    let text = "machine apram(d = 1, B = 1, p = 2);
program
    array S[1] = 3;
    parallel async (for each i from 0 to 1)
        x = S[0];
    end_parallel
end_program
";
    let said = answers(
        text,
        &[],
        &["goto end", "as apram", "as apram-cr", "as crew"],
    );
    assert!(
        said[0].contains("✗ S[0]: i = 0 reads it in step 1, i = 1 reads it in step 1"),
        "{}",
        said[0]
    );
    assert_eq!(
        said[1],
        "Under aPRAM step 1 is illegal by a race; `goto step 1` shows it.\n"
    );
    assert_eq!(said[2], "Until here the run is legal under aPRAM-CR.\n");
    assert!(
        said[3].starts_with("CREW is a model of the synchronous PRAM"),
        "{}",
        said[3]
    );
}

/// 1024 processors; those of 700 and 701 write A[700] in the second step, as 701/701 is 1, and A[701]
/// nobody. There are 8 columns of 128 cells each; A[700] is in that from 640 to 767.
#[test]
fn a_long_array_is_shown_in_buckets_and_a_conflict_always() {
    let text = "machine EREW;
program
    array A[1024] = 0;
    parallel (for each i from 0 to 1023)
        A[i] = i;
        A[i - i/701 + i/702] = i;
    end_parallel
end_program
";
    let said = answers(text, &[], &["next", "view network", "next", "view network"]);
    let cells = |said: &str, label: &str| -> String {
        let line = said.lines().find_map(|line| line.strip_prefix(label));
        let line = line.unwrap_or_else(|| panic!("{label}: {said}"));
        line.split_whitespace().collect::<Vec<&str>>().join(" ")
    };
    assert!(said[1].starts_with("A, by 128 "), "{}", said[1]);
    let first = ["*128"; 8].join(" ");
    assert_eq!(cells(&said[1], "step 1 line 5 "), first);
    assert!(
        said[1].contains("… 1024 processors alike: `A[i] = i`"),
        "{}",
        said[1]
    );
    assert_eq!(
        cells(&said[3], "step 2 line 6 ✗"),
        "128 128 128 128 128 ✗127 128 128"
    );
    assert!(
        said[3].contains("✗ A[700]: i = 700 writes 700, i = 701 writes 701\n"),
        "{}",
        said[3]
    );
}

/// Eight groups, one for each task: the sentence and five lines.
#[test]
fn a_stop_with_many_groups_has_five_lines() {
    let text = "machine CRCW;
program
    array S[8];
    parallel (for each i from 0 to 7) {
        if (i < 1) S[0] = 1;
        else if (i < 2) S[1] = 2;
        else if (i < 3) S[2] = 3;
        else if (i < 4) S[3] = 4;
        else S[i] = 5;
    }
    end_parallel
end_program
";
    let said = answers(text, &[], &["next"; 12]);
    for answer in &said {
        let stop = answer
            .split("The run ends here.")
            .next()
            .unwrap_or_default();
        assert!(stop.lines().count() <= 6, "{answer}");
    }
}

/// B[0] = 0 is read by both processors, which EREW forbids: nothing is written, so that there is nothing
/// behind the step.
#[test]
fn memory_of_a_step_that_breaks_off_is_as_it_was() {
    let text = "machine EREW;
program
    array B[1] = 0, C[2] = 5;
    parallel (for each i from 0 to 1)
        C[i] = B[0];
    end_parallel
end_program
";
    let memory = memory_at_end(text);
    assert_eq!(memory, ["before  B = [✗0]", "C = [5, 5]"]);
}

/// What the pane of the memory shows at the end of a run.
fn memory_at_end(text: &str) -> Vec<String> {
    let request = request(text, &[], Options::default());
    let mut sources = Sources::default();
    let loaded = load(&request, &mut sources, &NoFiles).expect("it is a program");
    let interrupt = never();
    let session = Session::new(&loaded, &interrupt);
    let dialogue = Dialogue::new(
        session,
        &sources,
        Voice::english(Vocabulary::English),
        Box::new(NoOutside),
    );
    let mut dialogue = Conversation::new(dialogue);
    dialogue.answer("goto end");
    let room = ViewSize {
        width: 60,
        processors: 4,
        picture: 10,
        timeline: 10,
    };
    dialogue.scene(room, None).memory
}

/// Its accesses lie in steps 1 and 3.
#[test]
fn a_race_is_a_conflict_that_a_breakpoint_stops_at() {
    let lines = [
        "break conflict",
        "c",
        "delete",
        "break 7",
        "break conflict",
        "goto start",
        "c",
    ];
    let said = answers(RACE, &[], &lines);
    assert!(
        said[1].starts_with("Breakpoint 1. Step 3 of 3 ✗, "),
        "{}",
        said[1]
    );
    assert!(
        said[6].starts_with("Breakpoints 1 and 2. Step 3 of 3 ✗, "),
        "{}",
        said[6]
    );
}

/// Processors 0 and 1 wait for 2 and 3, which go on behind the test only when these have come.
#[test]
fn a_barrier_to_which_some_do_not_come_is_shown_behind_the_step() {
    let text = "machine apram(d = 2, B = 4, p = 4);
program
    array S[4];
    parallel async (for each processor i, i = 0, ..., 3)
        S[i] = i;
        if (i < 2)
            barrier;
        S[i] = S[i] + 1;
    end_parallel
end_program
";
    let breach = "  ✗ after this step, line 7, `barrier`: i = 0 waits, and the processors i = 2 and i = 3 \
                  never reach this barrier\n";
    let end = "The run cannot continue: it ends with an error after this step.\n(the result)\n";
    let lines = ["continue", "back", "next", "next", "view network"];
    let said = answers(text, &[], &lines);
    for said in [&said[0], &said[2]] {
        assert!(said.starts_with("Step 2 of 2, "), "{said}");
        assert!(said.contains(breach), "{said}");
    }
    assert!(said[0].ends_with(end), "{}", said[0]);
    assert!(!said[1].contains('✗'), "{}", said[1]);
    assert!(
        said[3].starts_with("There is no further step"),
        "{}",
        said[3]
    );
    assert!(said[4].contains("never reach this barrier"), "{}", said[4]);
}

/// Only where nothing breaks off the run is that said.
#[test]
fn a_search_for_a_conflict_says_where_none_was_met() {
    let breach = |text: &str| {
        let request = request(text, &[], Options::default());
        let mut sources = Sources::default();
        let loaded = load(&request, &mut sources, &NoFiles).expect("it is a program");
        let interrupt = never();
        let session = Session::new(&loaded, &interrupt);
        let dialogue = Dialogue::new(
            session,
            &sources,
            Voice::english(Vocabulary::English),
            Box::new(NoOutside),
        );
        let mut dialogue = Conversation::new(dialogue);
        dialogue.breach()
    };
    let said = breach(super::SUM);
    assert!(
        said.starts_with("No conflict was met: this is the end of the run.\nStep 2 of 2, "),
        "{said}"
    );
    assert!(breach(RACE).starts_with("Step 3 of 3 ✗, "));
    assert!(breach(FAULT).starts_with("Step 2 of 2 ✗, "));
}

/// Processor 2 reads A[3] before processor 3 fails at A[4].
const PAST_THE_END: &str = "machine EREW;
input A[4] = iota;
program
    array R[4] = 0;
    parallel (for each i from 0 to 3)
        if (i < 2)
            R[i] = A[i] + 1;
        else
            R[i] = A[i + 1];
    end_parallel
end_program
";

#[test]
fn a_step_that_fails_tells_what_was_read_before_that() {
    let said = answers(PAST_THE_END, &[], &["goto end"]);
    assert!(
        said[0].contains("line 9, `R[i] = A[i + 1]`: 2 processors (i = 2, 3) read A[3]\n"),
        "{}",
        said[0]
    );
    assert!(
        said[0].contains("✗ i = 3: A[4] lies outside A, which has 4 elements (0 to 3)\n"),
        "{}",
        said[0]
    );
}

/// Both processors read A[0] as their second read.
const SECOND_READS_MEET: &str = "machine EREW;
input A[3] = iota;
program
    array B[2];
    parallel (for each i from 0 to 1)
        B[i] = A[i + 1] + A[0];
    end_parallel
end_program
";

#[test]
fn the_moment_of_a_conflict_has_its_cross() {
    let said = answers(
        SECOND_READS_MEET,
        &[],
        &["goto end", "access", "access", "access"],
    );
    let has_cross: Vec<bool> = said[1..].iter().map(|text| text.contains('✗')).collect();
    assert_eq!(has_cross, [false, true, false], "{said:?}");
    assert!(
        said[2].starts_with("Step 1, moment 2 of 4: everybody reads."),
        "{}",
        said[2]
    );
}
