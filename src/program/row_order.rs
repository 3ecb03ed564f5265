//! Cells of arrays in row order: the last subscript runs fastest.

/// The place of the cell at these subscripts, counted from 0 in row order, in an array of these
/// lengths; `None` if they lie outside, or are not as many as the lengths.
pub fn place(lengths: &[usize], subscripts: &[i64]) -> Option<usize> {
    if lengths.len() != subscripts.len() {
        return None;
    }
    let mut place: usize = 0;
    for (length, at) in lengths.iter().zip(subscripts) {
        let at = usize::try_from(*at).ok().filter(|at| at < length)?;
        place = place.checked_mul(*length)?.checked_add(at)?;
    }
    Some(place)
}
