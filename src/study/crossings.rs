//! Where one program overtakes another.

use super::axes::Axes;
use super::growths::Growths;
use crate::complexity::closed_form::ClosedForm;
use crate::quantity::{Measure, Unit};
use crate::result::claim::size_text;
use crate::result::study::{Crossing, Study};
use crate::source::file_name;

/// A program that is compared.
pub(super) struct Contender<'a> {
    pub study: &'a Study,
    pub growths: &'a Growths,
    pub axes: &'a Axes,
}

/// Every change of the lead between the first program and each other one, over the first name
/// that varies, for each choice of the others.
pub(super) fn crossings(contenders: &[Contender]) -> Vec<Crossing> {
    let mut found = Vec::new();
    let Some((first, others)) = contenders.split_first() else {
        return found;
    };
    for (at, other) in others.iter().enumerate() {
        if first.axes.varied != other.axes.varied {
            continue;
        }
        let in_both = |unit: &&Unit| other.axes.units.contains(unit);
        let units: Vec<Unit> = first.axes.units.iter().filter(in_both).copied().collect();
        for measure in Measure::IN_UNITS {
            for unit in &units {
                for rest in rests(first) {
                    let race = Race {
                        first,
                        other,
                        place: at + 1,
                        measure,
                        unit: *unit,
                        rest,
                    };
                    found.extend(race.changes());
                }
            }
        }
    }
    found
}

/// Every choice of the names that vary besides the first, of the sizes asked for.
fn rests(first: &Contender) -> Vec<Vec<i64>> {
    let asked = first.study.series.iter().filter(|row| !row.held_out);
    let mut rests: Vec<Vec<i64>> = asked
        .filter_map(|row| Some(first.axes.units_of(&row.inputs)?.split_first()?.1.to_vec()))
        .collect();
    rests.sort_unstable();
    rests.dedup();
    rests
}

/// Two programs in one measure.
struct Race<'a> {
    first: &'a Contender<'a>,
    other: &'a Contender<'a>,
    /// Which the other one is.
    place: usize,
    measure: Measure,
    unit: Unit,
    /// The values of the names that vary besides the first.
    rest: Vec<i64>,
}

impl Race<'_> {
    fn changes(&self) -> Vec<Crossing> {
        let mut lead: Option<(bool, i64)> = None;
        let mut found = Vec::new();
        for row in &self.first.study.series {
            let mut others = self.other.study.series.iter();
            let Some(same) = others.find(|same| same.inputs == row.inputs) else {
                continue;
            };
            let values = self.first.axes.units_of(&row.inputs).unwrap_or_default();
            let [size, rest @ ..] = values.as_slice() else {
                continue;
            };
            if rest != self.rest {
                continue;
            }
            let (one, two) = (
                *row.counts.get(self.measure).get(self.unit),
                *same.counts.get(self.measure).get(self.unit),
            );
            if one.compare(two).is_eq() {
                continue;
            }
            let first_leads = one.compare(two).is_lt();
            if let Some((led, before)) = lead
                && led != first_leads
            {
                found.push(self.crossing(first_leads, before, *size));
            }
            lead = Some((first_leads, *size));
        }
        found
    }

    fn crossing(&self, first_leads: bool, before: i64, size: i64) -> Crossing {
        let exact = self.exactly(first_leads, before, size);
        let (below, from) = if first_leads {
            (self.place, 0)
        } else {
            (0, self.place)
        };
        let at = [&[exact.unwrap_or(size)], self.rest.as_slice()].concat();
        let at = self.first.axes.size(&at);
        let what = self.measure.noun();
        let text = format!(
            "from {} on {} takes less {what} in {} than {}",
            size_text(&at),
            self.name(from),
            self.unit.name(),
            self.name(below),
        );
        Crossing {
            measure: self.measure,
            unit: self.unit,
            better_below: below,
            better_from: from,
            at,
            computed: exact.is_some(),
            text,
        }
    }

    fn name(&self, place: usize) -> String {
        let (one, two) = (self.first.study, self.other.study);
        let (own, against) = if place == 0 { (one, two) } else { (two, one) };
        let file = match file_name(&own.file) {
            // The folders tell them apart.
            short if short == file_name(&against.file) => &own.file,
            short => short,
        };
        let name = format!("`{}` of {file}", own.entry);
        let is_same = (&own.entry, &own.file) == (&against.entry, &against.file);
        match own.machine.parameters() {
            Some(parameters) if is_same && own.machine.network.is_some() => {
                format!("{name} on {} with {parameters}", own.machine.model)
            }
            Some(parameters) if is_same => format!("{name} with {parameters}"),
            _ => name,
        }
    }

    /// The first size between two at which the lead has changed, from exact forms that have exact
    /// values at every size between.
    fn exactly(&self, first_leads: bool, before: i64, size: i64) -> Option<i64> {
        const WIDEST: i64 = 1 << 16;
        let form = |contender: &Contender| -> Option<ClosedForm> {
            // What was only seen on powers of two says nothing about the sizes between them.
            let rows = contender.study.series.iter();
            let mut sizes = rows.filter_map(|row| row.inputs.values().next()?.scaled(0));
            if sizes.all(|size| size.count_ones() == 1) {
                return None;
            }
            let measures = &contender.growths.measures;
            let known = measures.get(self.measure).get(self.unit);
            // Sizes between that were not run may deviate as small ones do.
            let from = known.deviation.as_ref().map(|deviation| deviation.from);
            let digits = contender.axes.digits(self.unit);
            let form = known
                .form
                .as_ref()
                .and_then(|form| form.with_digits(digits));
            form.filter(|_| from.is_none_or(|from| before + 1 >= from))
        };
        let (one, two) = (form(self.first)?, form(self.other)?);
        let span = size.checked_sub(before)?;
        if span > WIDEST {
            return None;
        }
        let mut at = None;
        for candidate in (before + 1..=size).rev() {
            let candidates = [&[candidate], self.rest.as_slice()].concat();
            let left = one.exact(&self.first.axes.at(&candidates))?;
            let right = two.exact(&self.other.axes.at(&candidates))?;
            if left == right || (left < right) != first_leads {
                break;
            }
            at = Some(candidate);
        }
        at
    }
}
