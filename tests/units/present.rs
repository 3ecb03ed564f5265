//! Words for readers.

use pram::language::Language;
use pram::present::agreeing::{PROCESSOR, STEP};
use pram::present::text::processors::which;
use pram::present::text::visible::{visible, visible_lines};
use pram::trace::Index;

fn named(indices: &[(&str, &[i64])]) -> String {
    let indices = indices.iter().map(|(name, values)| Index {
        name: (*name).to_owned(),
        values: values.iter().copied().collect(),
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

#[test]
fn what_turns_or_moves_text_is_written_out() {
    assert_eq!(visible("a\u{202e}b\u{2066}"), "a\\u{202e}b\\u{2066}");
    assert_eq!(visible("a\u{1b}[2Jb\tč"), "a\u{fffd}[2Jb\tč");
    assert_eq!(visible("a\nb"), "a\\nb");
    assert_eq!(visible_lines("a\u{1b}\n\tb\n"), "a\u{fffd}\n\tb\n");
}

#[test]
fn words_agree_with_their_number() {
    let croatian = |count| PROCESSOR.counted(count, Language::Croatian);
    assert_eq!(croatian(1), "1 procesor");
    assert_eq!(croatian(3), "3 procesora");
    assert_eq!(croatian(21), "21 procesor");
    assert_eq!(croatian(111), "111 procesora");
    assert_eq!(STEP.counted(1, Language::English), "1 step");
    assert_eq!(STEP.counted(0, Language::English), "0 steps");
}
