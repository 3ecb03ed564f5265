//! The allocator of the command: where the system refuses memory, the process ends as at any other
//! limit, with an error and exit status 4. Without it, it would be aborted by a signal.
//!
//! Who can do without what it allocates says so (see [`crate::engine::refusal::attempt`]), and is
//! told that there is none. All others need what they ask for.
#![expect(
    unsafe_code,
    reason = "an allocator is unsafe by its definition; each block names what it relies on"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::diagnostic::Status;
use crate::engine::refusal;

/// The allocator of the system, which never lets a failed allocation come back to those who need it.
///
/// What an allocator has to hold, it holds because the one of the system does: every call is handed
/// on unchanged, and so is what comes back.
#[derive(Debug)]
pub struct Allocator;

/// The error, as standard error shows it.
pub const TEXT: &str = concat!(
    "error[E0602]: the system refuses the memory that this takes\n",
    " |\n",
    " = help: use a smaller size or fewer threads (--threads 1), or give the process more memory ",
    "(`ulimit -v`)\n",
    "\n",
    "More about this: `pram explain E0602`\n"
);
/// The same as the JSON of a command that cannot give its result.
pub const JSON: &str = concat!(
    r#"{"error":{"code":"E0602","message":"the system refuses the memory that this takes","#,
    r#""file":null,"line":null,"column":null,"processor":null,"step":null,"places":[],"#,
    r#""notes":[],"help":["use a smaller size or fewer threads (--threads 1), or give the "#,
    r#"process more memory (`ulimit -v`)"]}}"#,
    "\n"
);

/// Whether the result is JSON, and none of it was written yet.
static TELLS_JSON: AtomicBool = AtomicBool::new(false);
/// Whether a thread ends the process already.
static ENDS: AtomicBool = AtomicBool::new(false);

/// What the stack of the first thread may come to need.
const STACK: usize = 1 << 19;

/// Takes the stack of the first thread at once. The system enlarges it only when it is used, and
/// where it refuses that, because the address space is taken by then, ends the process by a signal.
pub fn hold_stack() {
    if !refusal::is_granted(2 * STACK as u128) {
        end();
    }
    touch_stack(STACK / PAGE);
}

/// Bytes that the stack grows by at least.
const PAGE: usize = 4096;

/// Writes to so many pages of the stack.
#[inline(never)]
fn touch_stack(pages: usize) {
    let mut page = [0_u8; PAGE];
    std::hint::black_box(&mut page);
    if pages > 1 {
        touch_stack(pages - 1);
    }
    // The frame lasts until here: the call is not the last thing that is done.
    std::hint::black_box(&page);
}

/// Sets whether an error is reported as JSON.
pub fn tell_json(is_json: bool) {
    TELLS_JSON.store(is_json, Ordering::Relaxed);
}

// SAFETY: every method hands its arguments on to the allocator of the system, and gives back what
// comes from there, under the same contract. None unwinds.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc`.
        given(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc_zeroed`.
        given(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `realloc`; `memory` came from this allocator,
        // and so from that of the system.
        given(unsafe { System.realloc(memory, layout, size) })
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`; `memory` came from there.
        unsafe { System.dealloc(memory, layout) }
    }
}

fn given(memory: *mut u8) -> *mut u8 {
    if memory.is_null() && !refusal::is_attempting() {
        end();
    }
    memory
}

/// Ends the process. Nothing here allocates.
#[cold]
fn end() -> ! {
    if ENDS.swap(true, Ordering::Relaxed) {
        // Another thread says it.
        loop {
            std::thread::sleep(Duration::from_secs(1));
        }
    }
    if TELLS_JSON.load(Ordering::Relaxed) {
        say(1, JSON);
    } else {
        say(2, TEXT);
    }
    std::process::exit(Status::Limit as i32);
}

/// Writes to standard output (1) or standard error (2), past whatever this thread holds locked.
#[cfg(unix)]
fn say(stream: i32, text: &str) {
    use std::fs::File;
    use std::io::Write;
    use std::mem::ManuallyDrop;
    use std::os::fd::FromRawFd;

    // SAFETY: both streams are open as long as the process, and this one is not closed here.
    let mut file = ManuallyDrop::new(unsafe { File::from_raw_fd(stream) });
    // If this cannot be written, there is no other way to report it.
    let _ = file.write_all(text.as_bytes());
}

/// Writes to standard output (1) or standard error (2).
#[cfg(not(unix))]
fn say(stream: i32, text: &str) {
    use std::io::Write;

    // If this cannot be written, there is no other way to report it.
    let _ = match stream {
        1 => std::io::stdout().write_all(text.as_bytes()),
        _ => std::io::stderr().write_all(text.as_bytes()),
    };
}
