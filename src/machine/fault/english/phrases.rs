//! Parts of the sentences that tell a fault, in English.

use crate::machine::fault::MemoryUse;
use crate::machine::time::deadlock::{NAMED, WaitReport};

/// `i = 0 waits for i = 1, i = 1 for i = 0`
pub(super) fn in_a_ring(waits: &[WaitReport]) -> String {
    let parts = waits.iter().take(NAMED).enumerate().map(|(number, wait)| {
        let (who, whom) = (bracketed(&wait.processor), bracketed(&wait.waits_for));
        let verb = if number == 0 { "waits " } else { "" };
        format!("{who} {verb}for {whom}")
    });
    let parts: Vec<String> = parts.collect();
    let more = waits.len().saturating_sub(NAMED);
    let more = if more == 0 {
        String::new()
    } else {
        format!(", and so on through {more} more, back to the first")
    };
    format!("{}{more}", parts.join(", "))
}

/// Several indices (`i = 3, j = 0`) are bracketed, or the sentence would be unreadable.
pub(super) fn bracketed(processor: &str) -> String {
    if processor.contains(',') {
        format!("({processor})")
    } else {
        processor.to_owned()
    }
}

/// Why a processor does not belong to a part of a block of `width` processors.
pub(super) fn not_in_part(from: i64, to: i64, width: u32) -> String {
    if from > to {
        "which are none".to_owned()
    } else if from < 0 || to >= i64::from(width) {
        format!("and the block only has 0 to {}", width - 1)
    } else {
        "and is none of these".to_owned()
    }
}

/// Several indices (`i = 3, j = 0`) are bracketed, or a list of processors would be unreadable.
pub(super) fn never_comes(absent: &[String], more: usize) -> String {
    let bracketed = absent.iter().map(|processor| {
        if processor.contains(',') {
            format!("({processor})")
        } else {
            processor.clone()
        }
    });
    let mut listed: Vec<String> = bracketed.collect();
    if more > 0 {
        listed.push(format!("{more} more"));
    }
    match listed.as_slice() {
        [one] => format!("the processor {one} never reaches this barrier"),
        [before @ .., last] => {
            let before = before.join(", ");
            format!("the processors {before} and {last} never reach this barrier")
        }
        [] => "some processors never reach this barrier".to_owned(),
    }
}

/// `2.5 is not a whole number`
pub(super) fn not_integral(value: f64, logarithm_of: Option<f64>) -> String {
    match logarithm_of {
        None => format!("{value} is not a whole number"),
        Some(number) => format!(
            "log {number} is {value}, which is not a whole number: {number} is no power of two"
        ),
    }
}

/// Which step would bring the work over its limit.
pub(super) fn over_work(done: u64, active: u64, limit: u64) -> String {
    let each = if active == 1 {
        "processor"
    } else {
        "processors"
    };
    format!(
        "this step of {active} {each} would bring the work to {} steps, which is over the limit of \
         {limit}",
        u128::from(done) + u128::from(active)
    )
}

/// An amount of memory in the largest unit that it reaches.
pub(crate) fn bytes(count: u128) -> String {
    const UNITS: [(&str, u32); 4] = [("TiB", 40), ("GiB", 30), ("MiB", 20), ("KiB", 10)];
    for (unit, bits) in UNITS {
        let (whole, rest) = (count >> bits, count & ((1 << bits) - 1));
        match (whole, rest) {
            (0, _) => {}
            (_, 0) => return format!("{whole} {unit}"),
            _ => return format!("about {whole}.{} {unit}", (rest * 10) >> bits),
        }
    }
    format!("{count} bytes")
}

/// A number of processors; the largest number stands for all that are larger.
pub(super) fn many(count: u128) -> String {
    if count == u128::MAX {
        return "more than 10^38".to_owned();
    }
    count.to_string()
}

/// An assertion that does not hold, with the message that the program gives for it.
pub(super) fn assertion(message: Option<&str>) -> String {
    match message {
        Some(message) => format!("assertion failed: {message}"),
        None => "assertion failed".to_owned(),
    }
}

/// The iteration of a loop that begins, and the most iterations that its body claims.
pub(super) fn over_iterations(turns: i64, most: i64) -> String {
    let claimed = match most {
        ..=0 => "none".to_owned(),
        1 => "1 iteration at most".to_owned(),
        _ => format!("{most} iterations at most"),
    };
    format!("the loop begins iteration {turns}, but its claim allows {claimed}")
}

/// What takes memory.
pub(super) fn memory_use(what: &MemoryUse) -> String {
    let text = match what {
        MemoryUse::Array(name) => return name.clone(),
        MemoryUse::Output(name) => return format!("the output of {name}"),
        MemoryUse::Processors(1) => "a processor with what it holds",
        MemoryUse::Processors(count) => {
            return format!("{count} processors with what each of them holds");
        }
        MemoryUse::SharedScalar => "a shared scalar",
        MemoryUse::Inputs => "the inputs",
        MemoryUse::Printed => "what the program prints",
        MemoryUse::Meetings => "finding out which processors met in this step",
        MemoryUse::Message => "a message",
        MemoryUse::Unreceived => "what is sent and not received",
        MemoryUse::MessageRecord => "what is written down of the messages",
        MemoryUse::KernelAccesses => "the accesses of a kernel",
        MemoryUse::GroupMemory => "the memory of a group",
    };
    text.to_owned()
}
