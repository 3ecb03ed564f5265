//! The boundary between the page's script and this module: three functions without pointers to
//! free. A plain C interface of texts needs no generated glue, and so no further tool in the build.
//!
//! The script calls [`question`] with a number of bytes, writes the question to the address that it
//! gets, calls [`answer`], and reads as many bytes as that says from [`answer_start`].
//!
//! What has to hold:
//!
//! * Between [`question`] and [`answer`] the script calls nothing else here, and writes only the bytes
//!   that it asked for. They are initialised, so the buffer is valid whatever it writes.
//! * Memory may grow during every call, so the script takes a new view of it after each.
//! * The module has one thread: a worker with an instance of its own asks one question at a time.

use std::cell::RefCell;

thread_local! {
    static QUESTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Reserves memory for a question of `length` bytes and returns its address.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn question(length: usize) -> *mut u8 {
    QUESTION.with_borrow_mut(|question| {
        question.clear();
        question.resize(length, 0);
        question.as_mut_ptr()
    })
}

/// Answers the question that was written; says how many bytes the answer has.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    page::tell_panics();
    let question = QUESTION.take();
    let text = crate::answer(&question);
    let length = text.len();
    ANSWER.set(text);
    length
}

/// Where the answer lies.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn answer_start() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

pub use page::progress;

/// What the page's script provides.
#[cfg(target_family = "wasm")]
mod page {
    use std::sync::Once;

    // SAFETY: the script provides functions of these types, which read what they are given and keep
    // no address.
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// How many sizes of a report are done, and how many there are.
        #[link_name = "progress"]
        safe fn tell_progress(done: usize, total: usize);
        /// A panic, with its message.
        #[link_name = "panicked"]
        safe fn tell_panic(message: *const u8, length: usize);
    }

    /// Tells the page how far a report has come.
    pub fn progress(done: usize, total: usize) {
        tell_progress(done, total);
    }

    /// From now on the page is told the message of a panic, before the module stops.
    pub fn tell_panics() {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            std::panic::set_hook(Box::new(|panic| {
                let message = panic.to_string();
                tell_panic(message.as_ptr(), message.len());
            }));
        });
    }
}

/// Outside of a browser, progress is not reported.
#[cfg(not(target_family = "wasm"))]
mod page {
    pub fn progress(_: usize, _: usize) {}
    pub fn tell_panics() {}
}
