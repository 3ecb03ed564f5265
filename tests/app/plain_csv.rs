//! CSV files of plain numbers: the one pass gives what the reader of all files gives.

use pram::machine::value::ArrayValue;
use pram::pipeline::inputs::{array_text, plain_csv, rows};
use proptest::prelude::*;

/// What the reader of all files makes of one, or what is wrong with it.
fn read(bytes: &[u8], rank: usize, most: usize) -> Result<ArrayValue, array_text::ArrayTextError> {
    array_text::csv(bytes, most).and_then(|rows| rows::array(rows, rank))
}

fn agrees(text: &str, rank: usize, most: usize) {
    if let Some(array) = plain_csv::array(text.as_bytes(), rank, most) {
        let read = read(text.as_bytes(), rank, most);
        assert_eq!(Ok(array), read, "{text:?} of rank {rank}");
    }
}

/// Parts of files, usual ones and others.
const PARTS: &[&str] = &[
    "0",
    "7",
    "12",
    "-3",
    "+5",
    "-0",
    "007",
    "3.25",
    "0.1",
    "-0.0",
    "1.",
    ".5",
    "1e5",
    "-2.5E-3",
    "123456789012345678",
    "1234567890123456789",
    "9223372036854775807",
    "-9223372036854775808",
    "9223372036854775808",
    "0.30000000000000004",
    "9007199254740993.0",
    "90071992.54740993",
    "0.1234567890123456789",
    "1.5.2",
    "1e400",
    "true",
    "laz",
    "laž",
    "x",
    "-",
    "\"1\"",
    "1\"",
    "",
    " ",
    "\t",
    "\u{a0}",
    "\u{feff}",
    "#",
    "# 1,2\n",
    ",",
    ",",
    ",",
    ";",
    "\n",
    "\n",
    "\n",
    "\r\n",
    "\r",
    "\0",
];

proptest! {
    #![proptest_config(crate::cases::config(4096))]

    #[test]
    fn any_file_is_read_alike(
        parts in prop::collection::vec(prop::sample::select(PARTS), 0..24),
        rank in 1..3_usize,
        most in prop_oneof![Just(usize::MAX), 0..12_usize],
    ) {
        agrees(&parts.concat(), rank, most);
    }

    #[test]
    fn tables_are_read_alike(
        rows in prop::collection::vec(
            prop::collection::vec(prop::sample::select(&PARTS[..22]), 1..4),
            0..6,
        ),
        separator in prop::sample::select(&[",", ";", "\t", " , ", ",\t"][..]),
        end in prop::sample::select(&["\n", "\r\n", ",\n", ";\n", " \n", "\n\n"][..]),
        rank in 1..3_usize,
    ) {
        let rows: Vec<String> = rows.iter().map(|row| row.join(separator)).collect();
        agrees(&rows.join(end), rank, usize::MAX);
        agrees(&(rows.join(end) + end), rank, usize::MAX);
    }

    #[test]
    fn decimals_are_the_nearest_reals(bits: u64, digits in 0..18_usize, scale in -30..30_i32) {
        let value = f64::from_bits(bits);
        let small = (bits >> 11) as f64 * 10_f64.powi(scale);
        for value in [value, small].into_iter().filter(|value| value.is_finite()) {
            for text in [format!("{value:?}"), format!("{value:.digits$}")] {
                let Some(array) = plain_csv::array(text.as_bytes(), 1, 1) else { continue };
                // Without a point it may be an int.
                if let Ok(int) = text.parse::<i64>() {
                    prop_assert_eq!(array.words[0], int);
                } else {
                    let nearest: f64 = text.parse().expect("Rust reads what it writes");
                    prop_assert_eq!(array.words[0] as u64, nearest.to_bits(), "{}", text);
                }
            }
        }
    }
}

#[test]
fn usual_files_need_one_pass() {
    let cases = [
        ("", 1),
        ("1,2,3", 1),
        ("1\n2\r\n-3\n", 1),
        ("1, 2, 3 ,\n", 1),
        ("1;2\n# more\n\n3;4", 2),
        ("1\t2.5\n-3\t+4.125", 2),
        ("\u{FEFF}true,false", 1),
        ("0.30000000000000004,1e-7,9223372036854775807", 1),
    ];
    for (text, rank) in cases {
        assert!(
            plain_csv::array(text.as_bytes(), rank, 100).is_some(),
            "{text:?}"
        );
        agrees(text, rank, 100);
    }
}

#[test]
fn whatever_is_wrong_is_left_to_the_reader_of_all_files() {
    let cases = [
        ("1,,2", 1),
        ("1,x", 1),
        ("1,true", 1),
        ("1,2\n3,4", 1),
        ("1,2\n3", 2),
        ("9223372036854775808", 1),
        ("1 2", 1),
        ("  \n1", 1),
    ];
    for (text, rank) in cases {
        assert_eq!(
            plain_csv::array(text.as_bytes(), rank, 100),
            None,
            "{text:?}"
        );
        assert!(read(text.as_bytes(), rank, 100).is_err(), "{text:?}");
    }
    assert_eq!(plain_csv::array(b"1,2,3", 1, 2), None);
}
