//! Which processors of several these are, in words.

use super::step::numbers;
use crate::language::Language;
use crate::trace::Index;
use crate::trace::group::processor_name;

/// Processors that are named one by one.
const NAMED: usize = 4;

/// `i = 0 to i = 3` where all between them belong to it; else `i = 0 and i = 3`, `i = 0, 2, 5`, or
/// `i = 0, j = 0; i = 1, j = 2; … i = 8, j = 1`.
pub fn which(indices: &[Index], language: Language) -> String {
    let count = indices.first().map_or(0, |index| index.values.len());
    let name = |position: usize| processor_name(indices, position);
    match count {
        0 => return String::new(),
        1 => return name(0),
        2 => return format!("{} {} {}", name(0), language.choose("and", "i"), name(1)),
        _ => {}
    }
    let last = name(count - 1);
    if is_range(indices) {
        return format!("{} {} {last}", name(0), language.choose("to", "do"));
    }
    if let [Index { name, values }] = indices {
        let values = numbers(values, |value| value.to_string());
        return match name.as_str() {
            "" => values,
            index => format!("{index} = {values}"),
        };
    }
    let shown = if count > NAMED { NAMED - 1 } else { count };
    let mut names: Vec<String> = (0..shown).map(name).collect();
    if count > shown {
        names.push(format!("… {last}"));
    }
    names.join("; ")
}

/// Whether processors with distinct names, the first of them with the least values, are all that there are
/// between the least and the greatest value of each index.
fn is_range(indices: &[Index]) -> bool {
    let count = indices.first().map_or(0, |index| index.values.len());
    let spans = indices.iter().map(|Index { values, .. }| {
        let (least, most) = (values.iter().min()?, values.iter().max()?);
        (values.at(0) == least && values.at(count - 1) == most).then_some(most.abs_diff(least))
    });
    let sizes = spans.map(|span| Some(u128::from(span?) + 1));
    let all = sizes.reduce(|all, size| all?.checked_mul(size?)).flatten();
    all == Some(count as u128)
}
