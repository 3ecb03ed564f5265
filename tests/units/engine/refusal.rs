//! Memory that the system refuses.

use pram::engine_for_tests::{is_attempting, is_granted};

#[test]
fn what_no_system_has_is_refused() {
    assert!(is_granted(1 << 21));
    assert!(!is_granted(1 << 62));
    assert!(!is_granted(1 << 100));
    assert!(!is_attempting());
}
