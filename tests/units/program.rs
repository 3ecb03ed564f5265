//! Places of cells in row order.

use pram::program::row_order::place;

/// In 2×3×4 cells, [1,2,3] is the last: 1·12 + 2·4 + 3 = 23.
#[test]
fn places_are_counted_row_by_row() {
    assert_eq!(place(&[2, 3, 4], &[1, 2, 3]), Some(23));
    assert_eq!(place(&[2, 3, 4], &[1, 0, 3]), Some(15));
    assert_eq!(place(&[5], &[4]), Some(4));
    assert_eq!(place(&[], &[]), Some(0));
}

#[test]
fn what_lies_outside_has_no_place() {
    assert_eq!(place(&[5], &[5]), None);
    assert_eq!(place(&[5], &[-1]), None);
    assert_eq!(place(&[2, 3], &[1]), None);
    assert_eq!(place(&[usize::MAX, usize::MAX], &[i64::MAX, 0]), None);
}
