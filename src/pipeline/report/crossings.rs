//! Where one program overtakes another.

use super::growths::{Axes, Growths};
use crate::complexity::closed_form::ClosedForm;
use crate::report::complexity::{Crossing, MeasureName, Row, Size, Study, UnitName};

/// A program that is compared.
pub(super) struct Contender<'a> {
    pub study: &'a Study,
    pub growths: &'a Growths,
    pub axes: &'a Axes,
}

/// Every change of the lead between the first program and each other one, over one varied name.
pub(super) fn crossings(contenders: &[Contender]) -> Vec<Crossing> {
    let mut found = Vec::new();
    let Some((first, others)) = contenders.split_first() else {
        return found;
    };
    for (at, other) in others.iter().enumerate() {
        let comparable = first.axes.varied.len() == 1 && first.axes.varied == other.axes.varied;
        if !comparable {
            continue;
        }
        for measure in MeasureName::ALL {
            for unit in UnitName::ALL {
                found.extend(between(first, other, at + 1, measure, unit));
            }
        }
    }
    found
}

fn between(
    first: &Contender,
    other: &Contender,
    place: usize,
    measure: MeasureName,
    unit: UnitName,
) -> Vec<Crossing> {
    let variable = &first.axes.varied[0];
    let mut lead: Option<(bool, i64)> = None;
    let mut found = Vec::new();
    for row in &first.study.series {
        let Some(same) = (other.study.series.iter()).find(|same| same.inputs == row.inputs) else {
            continue;
        };
        let (one, two) = (of(row, measure, unit), of(same, measure, unit));
        let Some(size) = row.inputs.values().next().copied() else {
            continue;
        };
        if one == two {
            continue;
        }
        let first_leads = one < two;
        if let Some((led, before)) = lead
            && led != first_leads
        {
            let exact = exactly(first, other, measure, unit, first_leads, before, size);
            let at = exact.unwrap_or(size);
            let (below, from) = if first_leads { (place, 0) } else { (0, place) };
            let name = |index: usize| {
                let study = if index == 0 { first.study } else { other.study };
                format!("`{}` of {}", study.entry, study.file)
            };
            let text = format!(
                "from {variable} = {at} on {} takes less {} in {} than {}",
                name(from),
                match measure {
                    MeasureName::T => "time",
                    MeasureName::W => "work",
                    MeasureName::C => "cost",
                },
                unit.name(),
                name(below),
            );
            found.push(Crossing {
                measure,
                unit,
                better_below: below,
                better_from: from,
                at: Size::from([(variable.clone(), at)]),
                computed: exact.is_some(),
                text,
            });
        }
        lead = Some((first_leads, size));
    }
    found
}

fn of(row: &Row, measure: MeasureName, unit: UnitName) -> u64 {
    *match measure {
        MeasureName::T => row.time.get(unit),
        MeasureName::W => row.work.get(unit),
        MeasureName::C => row.cost.get(unit),
    }
}

/// The first size between two at which the lead has changed, from exact forms that have exact
/// values at every size between.
fn exactly(
    first: &Contender,
    other: &Contender,
    measure: MeasureName,
    unit: UnitName,
    first_leads: bool,
    before: i64,
    size: i64,
) -> Option<i64> {
    const WIDEST: i64 = 1 << 16;
    let form = |contender: &Contender| -> Option<ClosedForm> {
        // What was only seen on powers of two says nothing about the sizes between them.
        let mut sizes = (contender.study.series.iter()).flat_map(|row| row.inputs.values());
        if sizes.all(|size| size.count_ones() == 1) {
            return None;
        }
        let known = contender.growths.measures.get(measure).get(unit);
        // Sizes between that were not run may deviate as small ones do.
        let from = known.deviation.as_ref().map(|deviation| deviation.from);
        known
            .form
            .clone()
            .filter(|_| from.is_none_or(|from| before + 1 >= from))
    };
    let (one, two) = (form(first)?, form(other)?);
    let span = size.checked_sub(before)?;
    if span > WIDEST {
        return None;
    }
    let mut at = None;
    for candidate in (before + 1..=size).rev() {
        let left = one.exact(&first.axes.at(&[candidate]))?;
        let right = two.exact(&other.axes.at(&[candidate]))?;
        if left == right || (left < right) != first_leads {
            break;
        }
        at = Some(candidate);
    }
    at
}
