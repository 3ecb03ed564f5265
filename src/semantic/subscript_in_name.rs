//! Names that hold the subscript of an array, as a page prints it: `A_i`, `a_ij`, `Aᵢ`.

/// The name of an array and the subscripts after it that make up a name, as they are written in
/// brackets: one subscript, or one for each character.
pub fn cell_in_name(
    name: &str,
    is_array: impl Fn(&str) -> bool,
    is_index: impl Fn(&str) -> bool,
) -> Option<(&str, String)> {
    let (array, rest) = match name.find(|c| raised(c) != c) {
        Some(at) => name.split_at(at),
        None => name.rsplit_once('_')?,
    };
    let rest: String = rest.chars().map(raised).collect();
    if !is_array(array) || rest.is_empty() {
        return None;
    }
    if is_index(&rest) {
        return Some((array, rest));
    }
    let each: Vec<String> = rest.chars().map(String::from).collect();
    (each.iter().all(|one| is_index(one))).then(|| (array, each.join(", ")))
}

/// A letter or digit that is printed below the line, in the line; others stay.
fn raised(c: char) -> char {
    match c {
        '₀'..='₉' => char::from(b'0' + (c as u32 - '₀' as u32) as u8),
        'ᵢ' => 'i',
        'ⱼ' => 'j',
        'ₖ' => 'k',
        'ₘ' => 'm',
        'ₙ' => 'n',
        'ₚ' => 'p',
        other => other,
    }
}
