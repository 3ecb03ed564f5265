//! Pictures of an instruction: the warps of its group as rows of lanes, segments and banks, cells with values.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{Warps, english};
use crate::machine::simt::history::{LaneCell, WarpAction};
use crate::machine::simt::schedule::Issued;
use crate::present::text::sparkline::sparkline;
use crate::present::text::value::scalar_text;
use crate::session::command::Picture;

/// Columns of the line of time.
const COLUMNS: usize = 60;

impl Warps<'_> {
    pub(super) fn drawn(&self, picture: Picture, lines: usize) -> String {
        match picture {
            Picture::Processors => self.warps(lines),
            Picture::Memory => self.cells(),
            Picture::Network => match self.instruction().map(|one| one.what.issued) {
                Some(Issued::Group(_)) => self.banks(),
                _ => self.segments(),
            },
            Picture::Segments => self.segments(),
            Picture::Banks => self.banks(),
            Picture::Time => {
                let issued = sparkline(&self.issued_over_time(COLUMNS), COLUMNS);
                format!("{}\n{issued}\n", english::over_time(self.history.end))
            }
            Picture::Sections => {
                format!("{}\n", english::NO_SECTIONS)
            }
        }
    }

    /// The warps of the group as rows of lanes: those of the last instruction of each.
    pub(super) fn warps(&self, lines: usize) -> String {
        let states = self.states();
        let mut text = String::new();
        let rows = self.last_of_warps().into_iter().zip(states);
        for ((warp, last), (_, state)) in rows.take(lines) {
            let lanes = last.map_or_else(String::new, |one| self.lanes(one));
            let width = self.gpu.warp as usize;
            let _ = writeln!(
                text,
                "warp {warp:<3} {lanes:<width$}  {}",
                english::state(state)
            );
        }
        if text.is_empty() {
            let _ = writeln!(text, "{}", english::NOTHING_YET);
        }
        text
    }

    /// The cells of the access with their values, lane by lane.
    pub(super) fn cells(&self) -> String {
        let mut text = String::new();
        for cell in self.accessed() {
            let value = cell
                .value
                .map_or_else(String::new, |value| format!(" = {}", scalar_text(value)));
            let _ = writeln!(text, "lane {:<3} {}{value}", cell.lane, cell.name);
        }
        if text.is_empty() {
            let _ = writeln!(text, "{}", english::NO_ACCESS);
        }
        text
    }

    /// The segments of an access of global memory, with the lanes in each.
    fn segments(&self) -> String {
        let Some(Issued::Global(transactions)) = self.instruction().map(|one| one.what.issued)
        else {
            return format!("{}\n", english::NOT_GLOBAL);
        };
        let segment = self.gpu.segment;
        self.parts(
            |cell| cell.place / segment,
            |part| english::segment(part, [part * segment, (part + 1) * segment - 1]),
            &english::transactions(transactions, segment),
        )
    }

    /// The banks of an access of group memory, with the cells in each.
    fn banks(&self) -> String {
        let Some(Issued::Group(passes)) = self.instruction().map(|one| one.what.issued) else {
            return format!("{}\n", english::NOT_OF_GROUP);
        };
        let banks = self.gpu.banks;
        self.parts(
            |cell| cell.place % banks,
            |bank| format!("bank {bank}"),
            &english::passes(passes, banks),
        )
    }

    /// The cells of the access by part of memory.
    fn parts(
        &self,
        part_of: impl Fn(&LaneCell) -> u64,
        named: impl Fn(u64) -> String,
        head: &str,
    ) -> String {
        let mut parts: BTreeMap<u64, Vec<String>> = BTreeMap::new();
        for cell in self.accessed() {
            let own = format!("{} (lane {})", cell.name, cell.lane);
            parts.entry(part_of(cell)).or_default().push(own);
        }
        let mut text = format!("{head}\n");
        for (part, cells) in parts {
            let _ = writeln!(text, "  {}: {}", named(part), cells.join(", "));
        }
        text
    }

    fn accessed(&self) -> &[LaneCell] {
        match self.instruction().map(|one| &one.what.action) {
            Some(WarpAction::Access(access)) => &access.cells,
            _ => &[],
        }
    }
}
