//! The values that programs hold, by their names in the program.

use super::Exchange;
use crate::language::Voice;
use crate::machine::network::history::Holding;
use crate::present::text::moment::noun;
use crate::program::{Constant, row_order};
use crate::semantic::constant::Lookup;
use crate::session::expression::{self, StopNames};

/// The names of what a program holds.
#[derive(Clone, Copy)]
pub(super) struct HeldNames<'v> {
    pub holds: &'v [Holding],
    pub voice: Voice,
}

impl Exchange<'_> {
    /// The program that a user names: `3`, or `i = 3`.
    pub(super) fn program(&self, name: &str) -> Result<u32, String> {
        let number = name.rsplit('=').next().unwrap_or(name).trim();
        let count = self.moments.programs;
        number
            .parse()
            .ok()
            .filter(|number| *number < count)
            .ok_or_else(|| match count {
                0 => "there are no processors: nothing is executed by several".to_owned(),
                _ => format!(
                    "there is no {} `{}`; they have the numbers 0 to {}",
                    noun(self.moments),
                    super::stop::shortened(number, 20),
                    count - 1
                ),
            })
    }

    /// The value of an expression for a program when it reached the statement at which it is at a time,
    /// in scaled units.
    pub(super) fn value(&self, program: u32, text: &str, time: i128) -> Result<Constant, String> {
        if let Some(stop) = self.moments.stop_of(program, time) {
            return self.value_at(stop, text);
        }
        let first = self.moments.stops_of(program).first();
        let held = first.and_then(|first| self.moments.stops[*first].held_first.as_deref());
        let held = held.unwrap_or_default();
        self.value_among(held, text).map_err(|why| {
            if is_array(held, text) {
                why
            } else {
                "it has executed nothing yet".to_owned()
            }
        })
    }

    /// The same at a stop.
    pub(super) fn value_at(&self, stop: usize, text: &str) -> Result<Constant, String> {
        let holds = &self.moments.stops[stop].holds;
        if holds.is_empty() && self.moments.is_without_values {
            return Err("what it holds is not written down: there is too much".to_owned());
        }
        self.value_among(holds, text)
    }

    /// The same for what a program holds.
    pub(super) fn value_among(&self, holds: &[Holding], text: &str) -> Result<Constant, String> {
        if is_array(holds, text) {
            return Err(format!(
                "`{text}` is an array; say which cell, as in `{text}[0]`"
            ));
        }
        let voice = self.voice;
        expression::value(text, &HeldNames { holds, voice })
    }
}

/// Whether a program holds an array of this name.
fn is_array(holds: &[Holding], name: &str) -> bool {
    let mut own = holds.iter().filter(|held| held.name == name);
    own.any(|held| held.cells.is_some())
}

impl StopNames for HeldNames<'_> {
    fn element(&self, array: &str, places: &[i64]) -> Result<Constant, String> {
        let mut is_known = false;
        for held in self.holds.iter().filter(|held| held.name == array) {
            let Some((dimensions, first)) = &held.cells else {
                continue;
            };
            is_known = true;
            let Some(place) = row_order::place(dimensions, places) else {
                let lengths: Vec<String> = dimensions.iter().map(usize::to_string).collect();
                return Err(format!("`{array}` has {} elements", lengths.join("×")));
            };
            let value = place.checked_sub(*first).and_then(|at| held.values.get(at));
            if let Some(value) = value {
                return value.ok_or_else(|| "nothing was written there".to_owned());
            }
        }
        Err(if is_known {
            format!("that cell of `{array}` is not its own")
        } else {
            format!("it holds no array `{array}` there")
        })
    }
}

impl Lookup for HeldNames<'_> {
    fn scalar(&self, name: &str) -> Option<Constant> {
        let mut scalars = self.holds.iter().filter(|held| held.cells.is_none());
        *scalars.find(|held| held.name == name)?.values.first()?
    }

    fn length(&self, name: &str, dimension: Option<u8>) -> Option<i64> {
        let mut arrays = self.holds.iter().filter(|held| held.name == name);
        let (dimensions, _) = arrays.find_map(|held| held.cells.as_ref())?;
        Some(match dimension {
            None => dimensions.iter().product::<usize>() as i64,
            Some(at) => *dimensions.get(usize::from(at))? as i64,
        })
    }

    fn voice(&self) -> Voice {
        self.voice
    }
}
