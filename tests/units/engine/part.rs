//! Parts of arrays whose cells lie side by side.

use pram::engine_for_tests::{Handle, NoPart, Taken, part};

fn table() -> Handle {
    Handle::of_dimensions(100, &[3, 4])
}

#[test]
fn a_part_of_a_row_is_a_vector() {
    // Row 2 begins at 100 + 2·4, its element 1 is one further.
    let found = part(table(), &[Taken::At(2), Taken::Range(1, 3)]);
    assert_eq!(found, Ok(Handle::of_dimensions(109, &[3])));
}

#[test]
fn some_rows_are_a_table() {
    let found = part(table(), &[Taken::Range(1, 2), Taken::All]);
    assert_eq!(found, Ok(Handle::of_dimensions(104, &[2, 4])));
}

#[test]
fn a_part_of_an_array_of_three_dimensions() {
    // 2×3×4: layer 1 begins at 100 + 12, its row 2 another 8 further.
    let space = Handle::of_dimensions(100, &[2, 3, 4]);
    let layer = part(space, &[Taken::At(1), Taken::All, Taken::All]);
    assert_eq!(layer, Ok(Handle::of_dimensions(112, &[3, 4])));
    let row = part(space, &[Taken::At(1), Taken::At(2), Taken::Range(1, 2)]);
    assert_eq!(row, Ok(Handle::of_dimensions(121, &[2])));
    let outside = part(space, &[Taken::At(1), Taken::At(3), Taken::All]);
    assert_eq!(outside, Err(NoPart::Outside));
}

#[test]
fn empty_parts_lie_anywhere_and_reversed_ones_nowhere() {
    let vector = Handle::of_dimensions(100, &[4]);
    let of = |from, to| part(vector, &[Taken::Range(from, to)]);
    assert_eq!(of(4, 3).map(Handle::cells), Ok(0));
    assert_eq!(of(0, -1).map(Handle::cells), Ok(0));
    assert_eq!(of(3, 4), Err(NoPart::Outside));
    assert_eq!(of(-1, 2), Err(NoPart::Outside));
    assert_eq!(of(3, 0), Err(NoPart::Reversed { below: 2 }));
    assert!(of(i64::MAX, i64::MIN).is_err());
}
