//! Sessions on a GPU: instructions with times worked out by hand, and records that agree with the counts of the run.

use std::fs;

use pram::pipeline::{self, Options};
use pram::present::json::recorded::RecordedJson;
use pram::present::json::warps::{InstructionJson, WarpsJson};
use pram::session::conversation::Conversation;
use pram::session::open::{Opened, open};
use pram::session::replay::record;
use pram::session::warps::Warps;
use pram::source::Sources;

use super::{NoOutside, manner, never, request};
use crate::files::NoFiles;

/// Two warps of four items. The reads are issued at t = 0 and 1 and take one transaction and `l_g` = 5 each, so that the
/// warps are ready at 5 and 6; then each writes in one pass, ready at 6 and 7. After warp 0 comes warp 1, so warp 0
/// comes to the barrier at 7 and warp 1 at 8: both go on at 9. Cells 0, 4, 1 and 5 are in banks 0, 0, 1 and 1: two passes.
pub const TWO_WARPS: &str = "machine gpu(w = 4, l_g = 5);
input A[8] = iota;
program
    array B[8];
    parallel (for each group g from 0 to 0, item t from 0 to 7)
        group S[8];
        S[t] = A[t];
        barrier;
        if (t < 4)
            B[t] = S[t/2 + 4*(t mod 2)];
    end_parallel
    print(B[0]);
end_program
";

pub fn answers(text: &str, lines: &[&str]) -> Vec<String> {
    let mut sources = Sources::default();
    let request = request(text, &[], Options::default());
    let opened = open(&request, &mut sources, &NoFiles, &never()).expect("it is a program");
    let Opened::Warps(run, history, gpu) = &opened else {
        panic!("it is a GPU");
    };
    let parts = (&**run, &**history, *gpu);
    let mut warps = Conversation::new(Warps::new(parts, &sources, Box::new(NoOutside)));
    lines.iter().map(|line| warps.answer(line).text).collect()
}

fn traced(text: &str, bytes: usize) -> WarpsJson {
    let request = request(text, &[], Options::default());
    let mut sources = Sources::default();
    let recorded = record(&request, &mut sources, &NoFiles, &never(), manner(bytes));
    match recorded.expect("it is a program").trace {
        RecordedJson::Warps(trace) => *trace,
        other => panic!("it is a GPU: {other:?}"),
    }
}

/// `(time, warp, does, ready)`
fn told(one: &InstructionJson) -> (u64, u32, &'static str, u64) {
    (one.time, one.warp, one.does, one.ready)
}

#[test]
fn times_worked_out_by_hand() {
    let trace = traced(TWO_WARPS, 1 << 20);
    let told: Vec<_> = trace.instructions.iter().map(told).collect();
    assert_eq!(
        told,
        [
            (0, 0, "read", 5),
            (1, 1, "read", 6),
            (5, 0, "write", 6),
            (6, 1, "write", 7),
            (7, 0, "barrier", 9),
            (8, 1, "barrier", 9),
            (9, 0, "compute", 10),
            (10, 1, "compute", 11),
            (11, 0, "read", 13),
            (13, 0, "write", 18),
        ]
    );
    let read = &trace.instructions[8];
    assert_eq!((read.memory, read.served), (Some("group"), Some(2)));
    let places: Vec<u64> = read.cells.iter().map(|cell| cell.place).collect();
    assert_eq!(places, [0, 4, 1, 5]);
    assert_eq!(read.cells[1].cell, "S[4]");
    assert_eq!(trace.instructions[1].cells[2].cell, "A[6]");
    assert_eq!(trace.ending.cost[0], 18);
    assert_eq!(trace.printed, ["0"]);
}

#[test]
fn what_is_too_long_ends_at_a_time() {
    let whole = traced(TWO_WARPS, 1 << 20);
    assert_eq!(whole.cut_at, None);
    let cut = traced(TWO_WARPS, 4000);
    let count = cut.instructions.len();
    assert!((1..10).contains(&count), "{count}");
    assert_eq!(cut.instructions, whole.instructions[..count]);
    assert_eq!(cut.cut_at, Some(whole.instructions[count].time));
}

/// Of every kernel on the shelf: the instructions and lanes that are recorded are those that are counted, so are
/// transactions and passes, and the last warp is ready when the run ends.
#[test]
fn records_agree_with_counts() {
    for entry in fs::read_dir("programs/gpu").expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        let text = fs::read_to_string(&path).expect("it is text");
        let trace = traced(&text, 64 << 20);
        let request = request(&text, &[], Options::default());
        let executed = pipeline::execute(&request, &mut Sources::default(), &NoFiles, &never());
        let run = executed.expect("it is a program").run;
        let cost = run.cost.gpu.expect("it is a GPU");
        let told = &trace.instructions;
        let name = path.display();
        assert_eq!(told.len() as u64, cost.counts.issued(), "{name}");
        let lanes: usize = told.iter().map(|one| one.lanes.len()).sum();
        assert_eq!(lanes as u64, cost.counts.lanes, "{name}");
        let served = |memory: &str| {
            let own = told.iter().filter(|one| one.memory == Some(memory));
            own.filter_map(|one| one.served).map(u64::from).sum::<u64>()
        };
        assert_eq!(served("global"), cost.counts.transactions, "{name}");
        assert_eq!(served("group"), cost.counts.passes, "{name}");
        let end = told.iter().map(|one| one.ready).max();
        assert_eq!(end, Some(cost.time), "{name}");
    }
}

/// Each step of a plain block is a launch: the steps of the prescan are those of the PRAM.
#[test]
fn steps_of_other_blocks_are_recorded() {
    let text = "machine gpu(w = 4, l_g = 5);\ninput A[8] = iota;\nprogram\n    parallel (for each i from 0 to 7)\n        \
                A[i] = A[i] + A[7-i];\n    end_parallel\nend_program\n";
    let trace = traced(text, 1 << 20);
    assert!(trace.launches[0].adapted);
    // Two warps read twice, add and write.
    assert_eq!(trace.instructions.len(), 8);
    assert_eq!(trace.instructions[0].cells[3].cell, "A[3]");
}

#[test]
fn a_race_is_the_last_instruction() {
    let text = TWO_WARPS.replace(
        "        barrier;\n        if (t < 4)\n",
        "        if (t > 0)\n",
    );
    let text = text.replace("S[t/2 + 4*(t mod 2)]", "S[t-1]");
    let trace = traced(&text, 1 << 20);
    assert!(!trace.ending.outcome.succeeded);
    assert!(
        trace.ending.outcome.message.contains("E0513"),
        "{}",
        trace.ending.outcome.message
    );
    let last = trace.instructions.last().expect("there are instructions");
    // The statement that races was issued as a whole.
    assert_eq!(trace.places[last.at].text, "B[t] = S[t-1]");
}

#[test]
fn a_session_by_warps() {
    let answers = answers(
        TWO_WARPS,
        &[
            "next",
            "segments",
            "warp 1",
            "goto T = 11",
            "banks",
            "view processors",
            "back",
            "break 8",
            "reverse",
        ],
    );
    let first = &answers[0];
    assert!(
        first.starts_with("Instruction 1 of 10, t = 0, line 7, `S[t] = A[t]`: warp 0 of group 0 reads A[0], A[1], A[2], A[3]: 1 transaction, done at t = 5.\n  lanes ■■■■\n"),
        "{first}"
    );
    assert_eq!(
        answers[1],
        "1 transaction of 4 words\n  segment 0 (cells 0 to 3): A[0] (lane 0), A[1] (lane 1), A[2] (lane 2), A[3] (lane 3)\n"
    );
    assert!(
        answers[3].contains("Instruction 9 of 10, t = 11"),
        "{}",
        answers[3]
    );
    assert!(answers[3].contains("warp 1 has ended"), "{}", answers[3]);
    assert_eq!(
        answers[4],
        "2 passes over 4 banks\n  bank 0: S[0] (lane 0), S[4] (lane 1)\n  bank 1: S[1] (lane 2), S[5] (lane 3)\n"
    );
    assert_eq!(
        answers[5],
        "warp 0   ■■■■  issues this instruction\nwarp 1   ■■■■  has ended\n"
    );
    assert!(
        answers[6].starts_with("Instruction 8 of 10"),
        "{}",
        answers[6]
    );
    assert!(
        answers[8].starts_with("Breakpoint 1. Instruction 6 of 10"),
        "{}",
        answers[8]
    );
}
