//! Memory that the system refuses: asked for where that can be told with its place.
//!
//! The command ends with an error wherever an allocation fails (see `app::allocator`), but only
//! knows that it was one. What is large is therefore tried first.

use std::cell::Cell;

thread_local! {
    /// How many attempts this thread is in the midst of.
    static ATTEMPTS: Cell<u32> = const { Cell::new(0) };
}

/// Fewer bytes are not asked for beforehand.
const WORTH_ASKING: u128 = 1 << 20;

/// Allocates what the caller can do without, so that it may be refused.
pub fn attempt<T>(allocate: impl FnOnce() -> T) -> T {
    struct Over;

    impl Drop for Over {
        fn drop(&mut self) {
            ATTEMPTS.set(ATTEMPTS.get() - 1);
        }
    }

    ATTEMPTS.set(ATTEMPTS.get() + 1);
    let _over = Over;
    allocate()
}

/// Whether this thread can do without what it allocates: asked by the command's allocator.
#[cfg(feature = "cli")]
pub fn is_attempting() -> bool {
    ATTEMPTS.get() > 0
}

/// Whether the system would give so many bytes now.
pub fn is_granted(bytes: u128) -> bool {
    if bytes < WORTH_ASKING {
        return true;
    }
    let room = |bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok();
    usize::try_from(bytes).is_ok_and(|bytes| attempt(|| room(bytes)))
}
