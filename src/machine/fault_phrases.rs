//! Parts of the sentences that report a fault.

/// Why a processor does not belong to a part of a block of `width` processors.
pub fn not_in_part(from: i64, to: i64, width: u32) -> String {
    if from > to {
        "which are none".to_owned()
    } else if from < 0 || to >= i64::from(width) {
        format!("and the block only has 0 to {}", width - 1)
    } else {
        "and is none of these".to_owned()
    }
}

/// Several indices (`i = 3, j = 0`) are put in brackets; otherwise a list of processors would be
/// unreadable.
pub fn never_comes(absent: &[String], more: usize) -> String {
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
        [one] => format!("the processor {one} never comes to this barrier"),
        [before @ .., last] => {
            let before = before.join(", ");
            format!("the processors {before} and {last} never come to this barrier")
        }
        [] => "some processors never come to this barrier".to_owned(),
    }
}

/// `2.5 is not a whole number`
pub fn not_integral(value: f64, logarithm_of: Option<f64>) -> String {
    match logarithm_of {
        None => format!("{value} is not a whole number"),
        Some(number) => format!(
            "log {number} is {value}, which is not a whole number: {number} is no power of two"
        ),
    }
}

/// Which step would exceed the limit of the work.
pub fn over_work(done: u64, active: u64, limit: u64) -> String {
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
pub fn bytes(count: u128) -> String {
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

/// A number of processors; the largest `u128` stands for all larger numbers.
pub fn many(count: u128) -> String {
    if count == u128::MAX {
        return "more than 10^38".to_owned();
    }
    count.to_string()
}

/// An assertion that does not hold, with the message that the program gives for it.
pub fn assertion(message: Option<&str>) -> String {
    match message {
        Some(message) => format!("assertion failed: {message}"),
        None => "assertion failed".to_owned(),
    }
}

/// The iteration of a loop that exceeds the number that its body claims.
pub fn over_iterations(iterations: i64, most: i64) -> String {
    let claimed = match most {
        ..=0 => "no turn at all".to_owned(),
        1 => "1 turn at most".to_owned(),
        _ => format!("{most} turns at most"),
    };
    format!("the loop begins its turn {iterations}, and its claim allows {claimed}")
}
