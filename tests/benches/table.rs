//! The table of ratios.

use comfy_table::{Cell, CellAlignment, Table as Grid, presets};

use crate::asynchronous;
use crate::bandwidth::Bandwidth;
use crate::contest::Contest;
use crate::ratio::{Measured, Spread};

/// The columns.
const HEADER: [&str; 10] = [
    "work",
    "n",
    "subscript tests",
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
    /// The asynchronous machine beside the synchronous one.
    pub asynchronous: Vec<asynchronous::Measured>,
}

impl Table {
    /// Whether nothing was measured.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.asynchronous.is_empty()
    }

    /// A row.
    pub fn add(&mut self, contest: &Contest, measured: &Measured) {
        let mut row = vec![
            contest.work.name.to_owned(),
            format!("2^{}", contest.exponent),
            contest.setting.subscript_tests.to_owned(),
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

    /// Prints it all, ratios as median [lower quartile, upper quartile].
    pub fn print(&self, bandwidth: Bandwidth) {
        println!(
            "\nTimes are medians; ratios are medians of neighbouring measurements with their \
             quartiles."
        );
        if !self.rows.is_empty() {
            println!("{}", grid(&HEADER, &self.rows));
        }
        if !self.asynchronous.is_empty() {
            println!("\nThe asynchronous machine beside the synchronous one.");
            println!("{}", self.machines());
        }
        if !self.moved.is_empty() {
            println!(
                "\nMemory: copy {:.1} GB/s, triad {:.1} GB/s. Bytes that the loop without checks \
                 moves, and the rate\nas a share of triad (over 100 %: the data stays in a cache).",
                bandwidth.copy / 1e9,
                bandwidth.triad / 1e9,
            );
            println!("{}", self.rates(bandwidth));
        }
    }

    fn machines(&self) -> Grid {
        let row = |measured: &asynchronous::Measured| {
            vec![
                measured.name.into(),
                format!("2^{}", measured.exponent),
                milliseconds(measured.asynchronous),
                milliseconds(measured.synchronous),
                spread(measured.ratio),
            ]
        };
        let rows: Vec<Vec<String>> = self.asynchronous.iter().map(row).collect();
        grid(&["work", "n", "aPRAM ms", "PRAM ms", "aPRAM/PRAM"], &rows)
    }

    fn rates(&self, bandwidth: Bandwidth) -> Grid {
        let share = |bytes: u64, time: Spread| {
            let rate = bytes as f64 / time.median;
            format!(
                "{:.1} ({:.0} %)",
                rate / 1e9,
                100.0 * rate / bandwidth.triad
            )
        };
        let row = |moved: &Moved| {
            vec![
                moved.name.clone(),
                format!("{:.1}", moved.bytes as f64 / 1e6),
                share(moved.bytes, moved.twin),
                share(moved.bytes, moved.engine),
            ]
        };
        let rows: Vec<Vec<String>> = self.moved.iter().map(row).collect();
        grid(&["work", "MB", "unchecked GB/s", "engine GB/s"], &rows)
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
