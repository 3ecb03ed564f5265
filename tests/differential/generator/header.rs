//! Random headers of blocks.

use std::fmt::Write as _;

use super::{Array, Tape};

/// The first line of a block.
pub struct Header {
    pub text: String,
    /// Its indices; the first one runs over an array.
    pub indices: Vec<String>,
    /// It names no range: the body says how long it is.
    pub is_open: bool,
}

/// Ranges of few values for all indices but the first.
const SHORT: [&str; 10] = [
    "od 0 do 1",
    "od 1 do 0 korak -1",
    "od 4 do 1 korak -2",
    "= 0, ..., 1",
    "= 0, 2, ..., 2",
    "= 0, 1, 2, ..., 1",
    "= 2, 1, 0, -1, ..., 1",
    "= 0 ... 1",
    "od 1 do 5 korak 3",
    // No value, so no processor.
    "od 1 do 0",
];

impl Tape<'_> {
    /// A block whose first index runs over an array.
    pub fn header(&mut self, depth: usize, index: &str, array: &Array) -> Header {
        let (name, length) = (&array.name, &array.length);
        let mut indices = vec![index.to_owned()];
        let mut is_open = false;
        let ranges = match self.choose(10) {
            7 => format!("element polja {name}, {index}"),
            8 => {
                is_open = true;
                let words = ["indeks ", "element vektora, ", "indeks, ", "element, "];
                format!("{}{index}", words[self.choose(4)])
            }
            0..=2 => format!("{index} od 0 do {length} - 1"),
            3 => format!("{index} od 1 do {length} - 2"),
            4 => format!("{index} od 0 do {length} - 1 korak {}", 2 + self.choose(2)),
            5 => format!("{index} od {length} - 1 do 0 korak -{}", 1 + self.choose(3)),
            _ => {
                let most = if depth > 1 { 2 } else { 3 };
                let nouns = [
                    "",
                    "procesor ",
                    "indeks ",
                    "element ",
                    "procesor {}, ",
                    "mali procesor {}, ",
                    "bilo koji mali procesor {}, ",
                ];
                let noun = nouns[self.choose(nouns.len())].replace("{}", index);
                let mut ranges = format!("{noun}{index} od 0 do {length} - 1");
                for _ in 0..self.choose(most + 1) {
                    let other = self.fresh("i");
                    let last = SHORT.len() - 1;
                    let short = if self.chance(12) {
                        last
                    } else {
                        self.choose(last)
                    };
                    let _ = write!(ranges, ", {other} {}", SHORT[short]);
                    indices.push(other);
                }
                ranges
            }
        };
        let each = ["za svaki", "za  svaki", "foreach"][self.choose(3)];
        let text = match self.choose(4) {
            0 => format!("paralelno {each} {ranges}"),
            1 => format!("in paralelno ({each} {ranges})"),
            _ => format!("paralelno ({each} {ranges})"),
        };
        Header {
            text,
            indices,
            is_open,
        }
    }
}
