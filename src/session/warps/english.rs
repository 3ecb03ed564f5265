//! What a session on a GPU says.

use super::state::WarpState;

/// What an instruction costs, wherever it is issued.
pub const RULES: &str = "  Each unit issues one instruction in each unit of time, that of the next ready warp. An operator \
                         takes 1; an access of group memory its passes and l_s - 1; one of global memory its \
                         transactions and l_g - 1, and its warp waits meanwhile.";
/// The answer to what asks for values.
pub const NO_VALUES: &str =
    "Values are recorded where warps access them; `view memory` shows those of this instruction.";
/// The answer to `round`, `section` and `out`.
pub const NO_STEPS: &str = "Warps of a GPU go at their own pace; `next` goes to the next instruction, `goto T = 31` to \
                            a time.";
/// The answer to `as`.
pub const NO_MODELS: &str = "A race on a GPU ends the run; `pram check` proves that there is none.";
/// The answer to `follow`.
pub const FOLLOW_WARPS: &str = "`warp 2` shows what warp 2 of each group does at every stop.";
/// The answer of other machines to what is about warps.
pub const NO_WARPS: &str = "Warps, segments and banks are there on a GPU only (`--machine gpu`).";

/// What the commands do.
pub const NEXT: &str = "instructions on, instructions back, in the order of time";
pub const GOTO: &str = "also goto 50%, goto line 10, goto T = 31, goto start, goto end";
pub const BREAK: &str = "stop where a warp executes line 8; also break T > 50; after each: hit 3";
pub const WARP: &str = "show what this warp of each group does, at every stop";
pub const PARTS: &str =
    "the segments of an access of global memory, the banks of one of group memory";
pub const VIEW_TYPED: &str = "view processors";
pub const VIEW: &str = "the warps of the group as rows of lanes; also memory, network, time";
pub const EXPORT: &str = "the whole run as a page; also .json";
/// What `next` does, in the greeting.
pub const GOES: &str = "goes to the next instruction of a warp";

pub const ENDS: &str = "The run ends here.";
pub const BROKEN: &str = "The run cannot go on.";
pub const NO_RACE: &str = "No race and no fault was met: this is the end of the run.";
pub const NO_ROUNDS: &str = "A GPU has no rounds; `goto T = 31` goes to a time.";
pub const NO_SECTIONS: &str =
    "A GPU has no sections; `view processors` shows the warps of the group.";
pub const BREAKPOINTS: &str = "here breakpoints are lines, `break 8`, and times, `break T > 50`";
pub const FOLLOWS_NONE: &str = "Following no warp.";
pub const NOTHING_YET: &str = "No instruction is issued yet.";
pub const NOTHING_AT_ALL: &str = "this run issues no instruction";
pub const NO_ACCESS: &str = "This instruction accesses no memory.";
pub const NOT_GLOBAL: &str = "This instruction does not access global memory.";
pub const NOT_OF_GROUP: &str = "This instruction does not access the memory of its group.";

pub fn cut(time: u64) -> String {
    format!("Nothing is recorded from t = {time} on: there is too much. The whole run:")
}

pub fn lines(count: usize) -> String {
    format!("the program has {count} lines")
}

pub fn nothing_on(line: usize) -> String {
    format!("no warp issues an instruction on line {line}")
}

pub fn follows(warp: u32) -> String {
    format!("Following warp {warp} of each group.")
}

pub fn which_warp(most: u32) -> String {
    format!("say a warp by its number in a group, 0 to {most}: `warp 0`")
}

pub fn before_first(length: usize) -> String {
    format!("Before the first instruction of {length}.")
}

/// How many of the other warps wait for memory, wait at a barrier, are ready, have ended.
pub fn others(unit: u32, [memory, barrier, ready, ended]: [u32; 4]) -> String {
    format!(
        "unit {unit}; the other warps of the group: {memory} wait for memory, {barrier} wait at a barrier, {ready} \
         ready, {ended} ended"
    )
}

pub fn so_far(costs: &[String]) -> String {
    format!("so far: {}", costs.join(", "))
}

pub fn over_time(end: u64) -> String {
    format!("instructions over t = 0 to {end}")
}

/// What a warp does.
pub fn state(state: WarpState) -> String {
    match state {
        WarpState::First => "has issued nothing yet".to_owned(),
        WarpState::Issues => "issues this instruction".to_owned(),
        WarpState::Ready => "is ready".to_owned(),
        WarpState::Memory(until) => format!("waits for memory until t = {until}"),
        WarpState::Barrier(until) => format!("waits at the barrier until t = {until}"),
        WarpState::Ended => "has ended".to_owned(),
    }
}

/// A segment, by its first and last cell.
pub fn segment(number: u64, [first, last]: [u64; 2]) -> String {
    format!("segment {number} (cells {first} to {last})")
}

pub fn transactions(count: u32, words: u64) -> String {
    let one = if count == 1 { "" } else { "s" };
    format!("{count} transaction{one} of {words} words")
}

pub fn passes(count: u32, banks: u64) -> String {
    let one = if count == 1 { "" } else { "es" };
    format!("{count} pass{one} over {banks} banks")
}
