//! Which processors of several these are, in words.

use super::step::numbers;
use crate::present::language::Language;
use crate::result::progression::Progression;

/// Processors that are named one by one.
const NAMED: usize = 4;

/// The indices of processors, outermost first: a name, and a value for each processor.
pub type Indices = [(String, Progression)];

/// `i = 0 to i = 3` where all between them belong to it; else `i = 0 and i = 3`, `i = 0, 2, 5`, or
/// `i = 0, j = 0; i = 1, j = 2; … i = 8, j = 1`.
pub fn which(indices: &Indices, language: Language) -> String {
    let count = indices.first().map_or(0, |(_, values)| values.len());
    let name = |position: usize| {
        let parts = indices.iter().map(|(name, values)| {
            let value = values.at(position);
            match name.as_str() {
                "" => value.to_string(),
                name => format!("{name} = {value}"),
            }
        });
        parts.collect::<Vec<String>>().join(", ")
    };
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
    if let [(index, values)] = indices {
        let values = numbers(values, |value| value.to_string());
        return match index.as_str() {
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
fn is_range(indices: &Indices) -> bool {
    let count = indices.first().map_or(0, |(_, values)| values.len());
    let spans = indices.iter().map(|(_, values)| {
        let (least, most) = (values.iter().min()?, values.iter().max()?);
        (values.at(0) == least && values.at(count - 1) == most).then_some(most.abs_diff(least))
    });
    let sizes = spans.map(|span| Some(u128::from(span?) + 1));
    let all = sizes.reduce(|all, size| all?.checked_mul(size?)).flatten();
    all == Some(count as u128)
}

#[cfg(test)]
mod tests {
    use super::which;
    use crate::present::language::Language;

    fn named(indices: &[(&str, &[i64])]) -> String {
        let indices = indices.iter().map(|(name, values)| {
            let values = values.iter().copied().collect();
            ((*name).to_owned(), values)
        });
        which(&indices.collect::<Vec<_>>(), Language::English)
    }

    #[test]
    fn only_ranges_are_written_as_ranges() {
        assert_eq!(named(&[("i", &[3])]), "i = 3");
        assert_eq!(named(&[("i", &[0, 3])]), "i = 0 and i = 3");
        assert_eq!(named(&[("i", &[0, 1, 2])]), "i = 0 to i = 2");
        assert_eq!(named(&[("i", &[0, 2, 4])]), "i = 0, 2, 4");
        assert_eq!(named(&[("i", &[0, 1, 3, 4, 6, 9])]), "i = 0, 1, 3, … 9");
        assert_eq!(named(&[("", &[0, 1, 2])]), "0 to 2");
    }

    #[test]
    fn of_several_indices_all_in_a_box_are_a_range() {
        let all = [("i", &[0, 0, 1, 1][..]), ("j", &[5, 6, 5, 6])];
        assert_eq!(named(&all), "i = 0, j = 5 to i = 1, j = 6");
        let some = [("i", &[0, 1, 2, 3][..]), ("j", &[0, 2, 4, 0])];
        let expected = "i = 0, j = 0; i = 1, j = 2; i = 2, j = 4; i = 3, j = 0";
        assert_eq!(named(&some), expected);
        let many = [("i", &[0, 0, 0, 1, 1][..]), ("j", &[1, 2, 3, 2, 3])];
        let expected = "i = 0, j = 1; i = 0, j = 2; i = 0, j = 3; … i = 1, j = 3";
        assert_eq!(named(&many), expected);
    }
}
