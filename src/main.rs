//! The command `pram`.

use std::sync::atomic::{AtomicBool, Ordering};

use pram::app::Output;

/// Where the system refuses memory, the process ends as at any other limit.
#[global_allocator]
static ALLOCATOR: pram::app::allocator::Allocator = pram::app::allocator::Allocator;

/// Whether standard output was closed when the process started.
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Looks at standard output before `main`: until then the standard library has opened `/dev/null` in place of
/// a closed one. That cannot be told later from a `/dev/null` that somebody gave: Python and Node.js open theirs
/// in the same way, for reading and writing.
#[cfg(unix)]
#[ctor::ctor(unsafe)]
fn look_at_output() {
    let streams = std::path::Path::new(if cfg!(target_os = "linux") {
        "/proc/self/fd"
    } else {
        "/dev/fd"
    });
    // Neither opens a file, which could take the number of a closed stream.
    let is_known = streams.is_dir();
    let output = streams.join("1");
    let is_missing = std::fs::symlink_metadata(output)
        .is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound);
    IS_CLOSED.store(is_known && is_missing, Ordering::Relaxed);
}

fn main() -> std::process::ExitCode {
    pram::app::main(if IS_CLOSED.load(Ordering::Relaxed) {
        Output::Closed
    } else {
        Output::Open
    })
}
