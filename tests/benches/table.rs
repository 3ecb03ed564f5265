//! The table of ratios.

use comfy_table::{Cell, CellAlignment, Table as Grid, presets};

use crate::bandwidth::Bandwidth;
use crate::contest::Contest;
use crate::ratio::{Measured, Spread};

/// The columns.
const HEADER: [&str; 10] = [
    "work",
    "n",
    "proofs",
    "threads",
    "turns",
    "engine ms",
    "unchecked ms",
    "engine/unchecked",
    "checked ms",
    "engine/checked",
];

/// How fast memory-bound works move their bytes.
struct Moved {
    name: String,
    bytes: u64,
    engine: Spread,
    twin: Spread,
}

/// The rows so far.
#[derive(Default)]
pub struct Table {
    rows: Vec<Vec<String>>,
    moved: Vec<Moved>,
}

impl Table {
    /// Whether nothing was measured.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// A row.
    pub fn add(&mut self, contest: &Contest, measured: Measured) {
        let mut row = vec![
            contest.work.name.to_owned(),
            format!("2^{}", contest.exponent),
            contest.setting.proofs.to_owned(),
            contest.setting.threads.to_owned(),
            measured.turns.to_string(),
            milliseconds(measured.engine),
        ];
        for against in &measured.against {
            row.push(milliseconds(against.twin));
            row.push(spread(against.ratio));
        }
        row.resize(HEADER.len(), "–".to_owned());
        if let (Some(bytes), Some(against)) = (contest.work.bytes, measured.against.first()) {
            self.moved.push(Moved {
                name: format!("{} 2^{}", contest.work.name, contest.exponent),
                bytes: bytes(1 << contest.exponent),
                engine: measured.engine,
                twin: against.twin,
            });
        }
        self.rows.push(row);
    }

    /// The text: ratios as median [lower quartile, upper quartile].
    pub fn render(&self, bandwidth: Bandwidth) -> String {
        let ratios = grid(&HEADER, &self.rows);
        let share = |bytes: u64, time: Spread| {
            let rate = bytes as f64 / time.median;
            format!("{:.1} ({:.0} %)", rate / 1e9, 100.0 * rate / bandwidth.triad)
        };
        let rows: Vec<Vec<String>> = (self.moved.iter())
            .map(|moved| {
                vec![
                    moved.name.clone(),
                    format!("{:.1}", moved.bytes as f64 / 1e6),
                    share(moved.bytes, moved.twin),
                    share(moved.bytes, moved.engine),
                ]
            })
            .collect();
        let moved = grid(&["work", "MB", "unchecked GB/s", "engine GB/s"], &rows);
        format!(
            "\nTimes are medians; ratios are medians of neighbouring measurements with their \
             quartiles.\n{ratios}\n\nMemory: copy {:.1} GB/s, triad {:.1} GB/s. Bytes that the \
             loop without checks moves, and the rate\nas a share of triad (over 100 %: the data \
             stays in a cache).\n{moved}",
            bandwidth.copy / 1e9,
            bandwidth.triad / 1e9,
        )
    }
}

fn grid(header: &[&str], rows: &[Vec<String>]) -> Grid {
    let mut grid = Grid::new();
    grid.load_style(presets::ASCII_MARKDOWN).set_header(header);
    for row in rows {
        let cells = row.iter().enumerate().map(|(column, text)| {
            let side = if column == 0 {
                CellAlignment::Left
            } else {
                CellAlignment::Right
            };
            Cell::new(text).set_alignment(side)
        });
        grid.add_row(cells);
    }
    grid
}

fn milliseconds(seconds: Spread) -> String {
    significant(seconds.median * 1e3)
}

fn spread(ratio: Spread) -> String {
    format!(
        "{} [{}, {}]",
        significant(ratio.median),
        significant(ratio.lower),
        significant(ratio.upper)
    )
}

/// Three digits that say something.
fn significant(number: f64) -> String {
    let digits = 2 - number.abs().max(1e-3).log10().floor() as i32;
    format!("{number:.*}", digits.clamp(0, 5) as usize)
}
