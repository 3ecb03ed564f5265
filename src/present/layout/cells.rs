//! How single numbers, sizes and formulas of a report are worded.

use std::fmt::Write as _;

use super::prose::Prose;
use crate::network::Parameters;
use crate::present::document::{Word, Words, plain};
use crate::present::plot::number::short;
use crate::present::text::value::counted;
use crate::result::study::{
    Amount, FormulaStatus, HeldOut, Mean, QuantityGrowth, Size, SizeRange, SizeValue, Study,
};
use crate::source::file_name;

/// What stands where there is no number.
const NOTHING: &str = "—";
/// More sizes than this are counted only; the JSON names them all.
const FIRST_SIZES: usize = 24;

/// A count.
pub fn count(value: u64) -> Words {
    plain(value.to_string())
}

/// A count or a time, without rounding.
pub fn amount(value: Amount) -> Words {
    plain(value.to_string())
}

/// A mean, without rounding.
pub fn mean(value: Mean) -> Words {
    plain(value.text())
}

/// A real number in four digits.
pub fn real(value: Option<f64>) -> Words {
    plain(value.map_or_else(|| NOTHING.to_owned(), short))
}

/// A part of a whole.
pub fn percent(part: f64) -> String {
    format!("{}\u{a0}%", short(100.0 * part))
}

/// A part of a run, to a tenth of a percent.
pub fn share(part: f64) -> String {
    match 100.0 * part {
        0.0 => "0\u{a0}%".to_owned(),
        percent if percent < 0.05 => "<\u{a0}0.1\u{a0}%".to_owned(),
        percent => format!("{percent:.1}\u{a0}%"),
    }
}

/// `n = 16, p = 4`
pub fn size(size: &Size) -> String {
    let pairs: Vec<String> = size
        .iter()
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    pairs.join(", ")
}

/// `16`, or `(16, 4)` where several names vary.
pub fn short_size(size: &Size) -> String {
    let values: Vec<String> = size.values().map(SizeValue::to_string).collect();
    match values.as_slice() {
        [one] => one.clone(),
        several => format!("({})", several.join(", ")),
    }
}

/// `1, 2`
pub fn sizes(all: &[HeldOut]) -> String {
    let sizes = all.iter().map(|one| match one {
        HeldOut::One(value) => value.to_string(),
        HeldOut::Several(size) => short_size(size),
    });
    sizes.collect::<Vec<_>>().join(", ")
}

/// The same of the first ones, and how many there are.
pub fn first_sizes(all: &[HeldOut]) -> String {
    let mut text = sizes(&all[..all.len().min(FIRST_SIZES)]);
    if all.len() > FIRST_SIZES {
        let _ = write!(text, ", … ({} in all)", all.len());
    }
    text
}

/// The value of each name, for a row of a table.
pub fn values<'a>(names: &'a [String], size: &'a Size) -> impl Iterator<Item = Words> + 'a {
    names.iter().map(|name| {
        plain(
            size.get(name)
                .map_or_else(|| NOTHING.to_owned(), SizeValue::to_string),
        )
    })
}

/// What a class of a formula that was found hangs on.
pub const IF_IT_GOES_ON: &str = " if this continues";

/// The expression, or a dash.
pub fn formula(formula: Option<&QuantityGrowth>) -> Words {
    match formula.and_then(|formula| formula.formula.clone()) {
        Some(expression) => vec![Word::Formula(expression)],
        None => plain(NOTHING),
    }
}

/// Its class, what bounds it where they differ, or a dash.
pub fn theta(formula: Option<&QuantityGrowth>) -> Words {
    let Some(formula) = formula else {
        return plain(NOTHING);
    };
    let condition = |mut words: Words| {
        if formula.status == FormulaStatus::Found {
            words.extend(plain(IF_IT_GOES_ON));
        }
        words
    };
    if let Some(class) = &formula.theta {
        return condition(vec![Word::Theta(class.clone())]);
    }
    let mut words = Words::new();
    for (before, class) in [("O(", &formula.upper), ("Ω(", &formula.lower)] {
        if let Some(class) = class {
            let comma = if words.is_empty() { "" } else { ", " };
            words.push(Word::Plain(format!("{comma}{before}")));
            words.push(Word::Formula(class.clone()));
            words.push(Word::Plain(")".to_owned()));
        }
    }
    if words.is_empty() {
        plain(NOTHING)
    } else {
        condition(words)
    }
}

/// How sure it is.
pub fn status(formula: Option<&QuantityGrowth>, varied: &[String]) -> Words {
    let Some(formula) = formula else {
        return plain("not known in this unit");
    };
    let text = match formula.status {
        FormulaStatus::Derived => match (&formula.holds_for, formula.compared) {
            (None, _) => "as given".to_owned(),
            (Some(holds_for), compared) => {
                let compared = compared.map_or_else(String::new, |count| {
                    format!("; compared at {}", counted(count as u64, "size"))
                });
                format!("derived for {holds_for}{compared}")
            }
        },
        FormulaStatus::Found => {
            let range = formula.range.as_ref().map(SizeRange::text);
            let on = range.map_or_else(String::new, |range| format!(" on all {range}"));
            match formula.deviating.as_slice() {
                [] => format!("found{on}"),
                deviating => format!("found{on}; not at {}", sizes(deviating)),
            }
        }
        FormulaStatus::Here => {
            let names = match formula.fails_at.first() {
                Some(HeldOut::Several(size)) => {
                    let names: Vec<&str> = size.keys().map(String::as_str).collect();
                    format!("({})", names.join(", "))
                }
                _ => varied
                    .first()
                    .map_or_else(|| "sizes".to_owned(), Clone::clone),
            };
            match &formula.missing {
                Some(missing) => format!("on these sizes only: {missing}"),
                None => format!(
                    "on some sizes only; fails at {names} = {}",
                    first_sizes(&formula.fails_at)
                ),
            }
        }
        FormulaStatus::Fitted => {
            let mut text = "a fit".to_owned();
            if let Some(error) = &formula.error {
                let (mean, most) = (percent(error.cross_validated), percent(error.largest));
                let _ = write!(text, ", off by {mean} on sizes left out, {most} at most");
            }
            if formula.suggests.is_some() {
                text += "; these sizes suggest ";
            }
            text
        }
        FormulaStatus::Inconclusive => "inconclusive".to_owned(),
    };
    let mut words = Prose::of_formulas([formula]).words(&text);
    if let (FormulaStatus::Fitted, Some(class)) = (formula.status, &formula.suggests) {
        words.push(Word::Formula(class.clone()));
        words.extend(plain(", and prove nothing"));
    }
    words
}

/// The same in a few words, without how it was confirmed.
pub fn brief_status(formula: &QuantityGrowth) -> Words {
    let text = match formula.status {
        FormulaStatus::Derived => match &formula.holds_for {
            None => "as given".to_owned(),
            Some(holds_for) => format!("derived for {holds_for}"),
        },
        FormulaStatus::Found => {
            let range = formula.range.as_ref().map(SizeRange::text);
            range.map_or_else(
                || "found".to_owned(),
                |range| format!("found on all {range}"),
            )
        }
        FormulaStatus::Here => "on these sizes only".to_owned(),
        FormulaStatus::Fitted => match &formula.error {
            Some(error) => format!("a fit, off by {}", percent(error.cross_validated)),
            None => "a fit".to_owned(),
        },
        FormulaStatus::Inconclusive => "inconclusive".to_owned(),
    };
    Prose::of_formulas([formula]).words(&text)
}

/// The title of a table that is about one run of each size, of which there may be several.
pub fn with_seed(study: &Study, title: &str) -> String {
    if study.series.iter().any(|row| row.spread.is_some()) {
        format!("{title}, with the first seed")
    } else {
        title.to_owned()
    }
}

/// How SU, S and E are called in a table; where W stands in for SU they are quotients of the
/// program's own measures, and SU has no column.
pub fn against_sequential(study: &Study) -> impl Iterator<Item = &'static str> {
    let names: &'static [&str] = if study.sequential.is_known() {
        &["SU", "S", "E"]
    } else {
        &["W/T", "W/C"]
    };
    names.iter().copied()
}

/// What tells the machines apart: `B = 8`.
fn machine_names(studies: &[&Study]) -> Vec<String> {
    let of = |study: &Study| -> Vec<Option<String>> {
        let machine = &study.machine;
        let time = |name: &str| {
            let time = machine.network.as_ref()?.parameters.get(name)?;
            Some(format!("{name} = {time}"))
        };
        let mut parts = vec![Some(machine.model.clone())];
        parts.extend(Parameters::NAMES.map(time));
        parts.extend([
            machine.delay.map(|delay| format!("d = {delay}")),
            machine
                .barrier
                .as_ref()
                .map(|barrier| format!("B = {barrier}")),
            machine
                .processors
                .map(|processors| format!("p = {processors}")),
        ]);
        parts
    };
    let all: Vec<Vec<Option<String>>> = studies.iter().map(|study| of(study)).collect();
    let differs = |at: usize| all.iter().any(|one| one[at] != all[0][at]);
    let named = |one: &Vec<Option<String>>| {
        let parts = one.iter().enumerate().filter(|(at, _)| differs(*at));
        let parts: Vec<&str> = parts.filter_map(|(_, part)| part.as_deref()).collect();
        parts.join(", ")
    };
    all.iter().map(named).collect()
}

/// A short name for each program, none twice.
pub fn study_names(studies: &[&Study]) -> Vec<String> {
    let all_differ = |names: &[String]| {
        names
            .iter()
            .enumerate()
            .all(|(index, name)| !names[..index].contains(name))
    };
    let entries: Vec<String> = studies.iter().map(|study| study.entry.clone()).collect();
    let files: Vec<String> = studies.iter().map(|study| study.file.clone()).collect();
    let short: Vec<String> = files
        .iter()
        .map(|file| file_name(file).to_owned())
        .collect();
    let machines = machine_names(studies);
    let with_machines: Vec<String> = (entries.iter().zip(&machines))
        .map(|(entry, machine)| format!("{entry}, {machine}"))
        .collect();
    if all_differ(&entries) {
        entries
    } else if all_differ(&short) {
        short
    } else if all_differ(&files) {
        files
    } else if all_differ(&machines) {
        machines
    } else if all_differ(&with_machines) {
        with_machines
    } else {
        let numbered = studies.iter().enumerate();
        numbered
            .map(|(index, study)| format!("{} ({})", study.entry, index + 1))
            .collect()
    }
}
