//! Parts of arrays that become arrays of their own.

use crate::code::control::{Control, Instruction};
use crate::engine::lanes::column::Column;
use crate::engine::part::{NoPart, Taken, part, taken};
use crate::machine::fault::FaultKind;
use crate::machine::fault::extent::ArrayExtent;
use crate::machine::groups::Group;
use crate::machine::names::TeamProcessor;
use crate::machine::pram::{EarlyStop, Machine};

impl Machine<'_, '_> {
    /// Gives each processor of a group its own part of an array under a name.
    pub(crate) fn view_part(
        &mut self,
        group: &Group,
        instruction: &Instruction,
        columns: &[Column],
    ) -> Result<(), EarlyStop> {
        let span = instruction.span;
        let Control::View {
            slot,
            view,
            of,
            axes,
            ..
        } = &instruction.control
        else {
            return Ok(());
        };
        let mut handles = Vec::with_capacity(group.lanes.len());
        for (position, lane) in group.lanes.iter().enumerate() {
            let whole = self.handle(group, *of, lane, span)?;
            let outputs = columns
                .iter()
                .map(|column| column.at(&group.lanes, position));
            let places = taken(axes, outputs);
            let trouble = match part(whole, &places) {
                Ok(part) => {
                    handles.push(part);
                    continue;
                }
                Err(trouble) => trouble,
            };
            let team = &self.state.teams[group.team.0 as usize];
            let arrays = &self.algorithm(team.algorithm).arrays;
            let kind = match trouble {
                NoPart::Reversed { below } => FaultKind::ReversedSection {
                    section: arrays[view.index()].name.clone(),
                    below,
                },
                NoPart::Outside => FaultKind::SectionOutside {
                    section: arrays[view.index()].name.clone(),
                    places: places_text(&places),
                    array: arrays[of.id.index()].name.clone(),
                    extent: ArrayExtent::of(whole, arrays[of.id.index()].rank),
                },
            };
            let processor = TeamProcessor {
                team: group.team,
                lane,
            };
            return Err(self.fault_of(kind, span, processor));
        }
        self.bind(group, *slot, &handles, Vec::new());
        Ok(())
    }
}

/// The subscripts of a part with their values: `2, 4 … 9`.
fn places_text(places: &[Taken]) -> String {
    let places = places.iter().map(|place| match place {
        Taken::At(at) => at.to_string(),
        Taken::Range(from, to) => format!("{from} … {to}"),
        Taken::All => String::new(),
    });
    places.collect::<Vec<_>>().join(", ")
}
