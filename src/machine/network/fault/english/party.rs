//! The names of the parties of a message in faults: a processor by its number, a task with its
//! processor.

/// `3`, or `task 3 (on processor 1)` if it is a task.
pub(super) fn party(number: u32, task_on: Option<u32>) -> String {
    match task_on {
        None => number.to_string(),
        Some(processor) => format!("task {number} (on processor {processor})"),
    }
}

/// The names of two of them, with the processors of both if they are tasks.
pub(super) fn parties(numbers: [u32; 2], placed: Option<[u32; 2]>) -> [String; 2] {
    std::array::from_fn(|at| party(numbers[at], placed.map(|placed| placed[at])))
}

/// `processor 3`, or `task 3 (on processor 1)`.
pub(super) fn whole_party(number: u32, task_on: Option<u32>) -> String {
    match task_on {
        None => format!("processor {number}"),
        Some(_) => party(number, task_on),
    }
}
