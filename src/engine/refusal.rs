//! Memory that the system refuses: large allocations are tried first, where an error can name the
//! position in the program.
//!
//! The command ends with an error whenever an allocation fails (see `app::allocator`), but that error
//! cannot name the allocation.

use std::cell::Cell;

thread_local! {
    /// Number of [`attempt`]s that this thread is executing.
    static ATTEMPTS: Cell<u32> = const { Cell::new(0) };
}

/// Allocations of fewer bytes are not tried beforehand.
const WORTH_ASKING: u128 = 1 << 20;

/// Makes an optional allocation, which may be refused.
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

/// Whether the allocations of this thread are optional; used by the command's allocator.
#[cfg(feature = "cli")]
pub fn is_attempting() -> bool {
    ATTEMPTS.get() > 0
}

/// Whether the system would grant an allocation of `bytes` bytes now.
pub fn is_granted(bytes: u128) -> bool {
    if bytes < WORTH_ASKING {
        return true;
    }
    let room = |bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok();
    usize::try_from(bytes).is_ok_and(|bytes| attempt(|| room(bytes)))
}
