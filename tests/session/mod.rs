//! Sessions: moves against fresh runs, what a debugger's user is answered, and whole runs as traces.

mod anything;
mod arguments;
mod breakpoints;
mod broken;
mod commands;
mod dialogue;
mod exchange;
mod figure;
mod held;
mod moves;
mod names;
mod network;
mod origin;
mod own_arrays;
mod printed;
mod processors;
mod recording;
mod refused;
mod rounds;
mod screen;
mod shelf;
mod stands;
mod subscripts;
mod trace;
mod walks;
mod warps;
mod window;
mod words;

use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;

use pram::language::Language;
use pram::pipeline::inputs::Assignment;
use pram::pipeline::{Options, Request};
use pram::session::conversation::SessionSurroundings;
use pram::session::replay::RecordingManner;

/// The sums of pairs, then their sum, worked out by hand where it is used.
pub const SUM: &str = "input n = 4;
input A[n] = iota;
program
    for d = 0 to log n - 1 {
        parallel (for each i from 0 to n - 1 step 2^(d+1))
            A[i] = A[i] + A[i + 2^d];
        end_parallel
    }
    output A[];
end_program
";

/// Both calls have an array T at the same place of memory; what the first wrote there is gone.
pub const TWO_ARRAYS_AT_ONE_PLACE: &str = "algorithm f(A[], k)
    array T[2] = 7;
    if (k == 0)
        T[1] = 5;
    A[k] = T[1];
end_algorithm
program
    array A[2];
    f(A[], 0);
    f(A[], 1);
    A[1] = A[1] + 1;
end_program
";

/// R[i] = 3·A[i], by a call that ends in `return y`. The call is a step, `y = x * 3` another, the write a
/// third.
pub const TRIPLED: &str = "input n = 4;
input A[n] = {5, 9, 2, 7};
algorithm g(x)
    y = x * 3;
    return y;
end_algorithm
program
    array R[n] = 0;
    parallel (for each i from 0 to n-1)
        R[i] = g(A[i]);
    end_parallel
end_program
";

/// R[0] is the greatest of what six processors write.
pub const GREATEST: &str = "machine ERCW-max;
input A[6] = {5, 9, 2, 7, 1, 3};
program
    array R[1] = 0;
    parallel (for each i from 0 to 5)
        R[0] = A[i];
    end_parallel
end_program
";

/// A request to run a text.
pub fn request(text: &str, inputs: &[(&str, &str)], options: Options) -> Request {
    let assignment = |(name, value): &(&str, &str)| Assignment {
        name: (*name).to_owned(),
        value: (*value).into(),
    };
    Request {
        name: "given.pram".to_owned(),
        bytes: text.as_bytes().to_vec(),
        entry: None,
        assignments: inputs.iter().map(assignment).collect(),
        options,
    }
}

/// A trace of at most so many bytes, in English.
pub fn manner(bytes: usize) -> RecordingManner {
    RecordingManner {
        bytes,
        language: Language::English,
        cells: Vec::new(),
        words: Vec::new(),
    }
}

/// A session without files.
pub struct NoOutside;

impl SessionSurroundings for NoOutside {
    fn ending(&mut self) -> String {
        "(the result)\n".to_owned()
    }

    fn export(&mut self, file: &str, steps: RangeInclusive<u64>) -> String {
        format!("{file} of steps {steps:?}\n")
    }
}

/// Nobody presses Ctrl-C.
pub fn never() -> AtomicBool {
    AtomicBool::new(false)
}
