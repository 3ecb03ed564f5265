//! The sentence at the top of a comparison: what each program takes, and who takes less.

use super::cells;
use super::comparison::{Shared, formula};
use crate::language::Language;
use crate::present::document::{Block, Word, Words, plain};
use crate::present::text::value::counted;
use crate::quantity::{Measure, Unit};
use crate::result::study::{Amount, Crossing, FormulaStatus, Study};

/// The sentences; `None` if no size is shared.
pub fn lead(
    studies: &[&Study],
    names: &[String],
    crossings: &[Crossing],
    unit: Unit,
    shared: &Shared<'_>,
) -> Option<Block> {
    let ((first, _), (last, last_rows)) = (shared.rows.first()?, shared.rows.last()?);
    let mut words = Words::new();
    for (measure, verb, noun) in [
        (Measure::T, ["takes", "take"], unit.name()),
        (Measure::W, ["does", "do"], "work"),
    ] {
        for (place, (study, name)) in studies.iter().zip(names).enumerate() {
            let known = study.formulas.get(measure).get(unit);
            words.extend(plain(match place {
                0 => "",
                place if place + 1 == studies.len() => " and ",
                _ => ", ",
            }));
            words.push(Word::Code(name.clone()));
            words.extend(plain(if place == 0 {
                format!(" {} ", verb[0])
            } else {
                " ".to_owned()
            }));
            words.extend(if known.formula.is_some() {
                formula(known)
            } else {
                let count = last_rows[place].counts.get(measure).get(unit);
                plain(format!("{count} at {}", cells::size(last)))
            });
            if place == 0 {
                words.extend(plain(format!(" {noun}")));
            }
        }
        words.extend(plain(": "));
        let race = Race {
            names,
            measure,
            unit,
            shared,
            crossings,
        };
        words.extend(race.verdict(verb));
        words.extend(plain(". "));
    }
    let formulas = studies.iter().flat_map(|study| {
        [Measure::T, Measure::W].map(|measure| study.formulas.get(measure).get(unit))
    });
    let is_derived = formulas
        .into_iter()
        .all(|one| one.status == FormulaStatus::Derived);
    let source = if is_derived {
        "The formulas are derived from the programs; who takes less is measured"
    } else {
        "Measured"
    };
    let sizes = counted(shared.rows.len() as u64, "shared size");
    let range = match shared.varied {
        _ if first == last => cells::size(first),
        [name] => format!(
            "{name} = {} … {}",
            cells::short_size(first),
            cells::short_size(last)
        ),
        _ => format!("{} … {}", cells::size(first), cells::size(last)),
    };
    words.extend(plain(format!("{source} at {sizes}, {range}.")));
    Some(Block::Lead(words))
}

/// Programs in one measure, at the sizes that all ran.
struct Race<'a> {
    names: &'a [String],
    measure: Measure,
    unit: Unit,
    shared: &'a Shared<'a>,
    crossings: &'a [Crossing],
}

impl Race<'_> {
    /// Who takes less, and from which size on.
    fn verdict(&self, verb: [&str; 2]) -> Words {
        let winners: Vec<Vec<usize>> = (0..self.shared.rows.len())
            .map(|at| self.winners(at))
            .collect();
        let is_tie = |winners: &Vec<usize>| winners.len() == self.names.len();
        if winners.iter().all(is_tie) {
            return plain("the same at every shared size");
        }
        let less = if self.names.len() == 2 {
            "less"
        } else {
            "the least"
        };
        let is_led_by_one = winners[0].len() == 1 && winners.iter().all(|one| *one == winners[0]);
        if self.shared.varied.len() > 1 && !is_led_by_one {
            return self.counted(&winners, verb[0], less);
        }
        let last = &winners[winners.len() - 1];
        let from = winners
            .iter()
            .rposition(|other| other != last)
            .map_or(0, |before| before + 1);
        let names: Vec<&str> = last
            .iter()
            .map(|place| self.names[*place].as_str())
            .collect();
        let is_all = names.len() == self.names.len();
        let leads = format!(
            " {} {less}",
            if names.len() == 1 { verb[0] } else { verb[1] }
        );
        let mut words = match from {
            0 => Words::new(),
            _ => plain(format!("from {} on ", self.size_from(last, from))),
        };
        if is_all {
            words.extend(plain("the same"));
            return words;
        }
        words.push(Word::Code(Language::English.listed(&names)));
        words.extend(plain(leads));
        if from == 0 {
            words.extend(plain(" at every shared size"));
        }
        words
    }

    /// At how many sizes each takes the least.
    fn counted(&self, winners: &[Vec<usize>], takes: &str, less: &str) -> Words {
        let mut words = Words::new();
        for (place, name) in self.names.iter().enumerate() {
            let alone = winners
                .iter()
                .filter(|winners| **winners == [place])
                .count();
            if alone > 0 {
                words.extend(plain(if words.is_empty() { "" } else { ", " }));
                words.push(Word::Code(name.clone()));
                words.extend(plain(format!(
                    " {takes} {less} at {alone} of {} shared sizes",
                    winners.len()
                )));
            }
        }
        if words.is_empty() {
            plain("no program alone takes the least at any shared size")
        } else {
            words
        }
    }

    /// Those with the least count at a size.
    fn winners(&self, at: usize) -> Vec<usize> {
        let (_, rows) = &self.shared.rows[at];
        let counts: Vec<Amount> = rows
            .iter()
            .map(|row| *row.counts.get(self.measure).get(self.unit))
            .collect();
        let least = |place: &usize| {
            counts
                .iter()
                .all(|other| counts[*place].compare(*other).is_le())
        };
        (0..counts.len()).filter(least).collect()
    }

    /// The first size at which these lead: computed from exact formulas where they say it, else measured.
    fn size_from(&self, leaders: &[usize], at: usize) -> String {
        let computed = self.crossings.iter().rfind(|crossing| {
            crossing.computed
                && self.names.len() == 2
                && crossing.measure == self.measure
                && crossing.unit == self.unit
                && leaders == [crossing.better_from]
        });
        cells::size(computed.map_or(self.shared.rows[at].0, |crossing| &crossing.at))
    }
}
