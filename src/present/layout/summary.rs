//! The sentence at the top of a report: what one may say aloud of the program.
//!
//! It says what is known and no more: a class without a condition only where a formula is derived,
//! optimality only where it is proved, and what was measured on how many sizes.

use super::cells;
use super::prose::Prose;
use crate::machine::rules::model::Model;
use crate::present::document::{Block, Word, Words, plain};
use crate::present::text::value::counted;
use crate::quantity::Measure;
use crate::result::machine::MachineKind;
use crate::result::model::{asynchronous_name, model_name};
use crate::result::study::{FormulaStatus, QuantityGrowth, Study};

/// The sentence; `None` if nothing ran.
pub fn lead(study: &Study) -> Option<Block> {
    if study.series.is_empty() {
        return None;
    }
    let sizes = counted(study.series.len() as u64, "size");
    let is_derived = [Measure::T, Measure::W]
        .map(|measure| study.formulas.get(measure).get(study.unit).status)
        .iter()
        .all(|status| *status == FormulaStatus::Derived);
    let mut words = plain(if is_derived {
        format!("Derived from its text and measured on {sizes}, ")
    } else {
        format!("Measured on {sizes}, ")
    });
    words.push(Word::Code(name(study)));
    words.extend(plain(" takes "));
    let unit = format!(" {}", study.unit.name());
    words.extend(growth(study, Measure::T, &unit));
    words.extend(plain(" with work "));
    words.extend(growth(study, Measure::W, ""));
    words.extend(plain(" on "));
    words.extend(machine(study));
    words.extend(optimality(study));
    words.extend(plain(model(study)));
    Some(Block::Lead(words))
}

/// What the program is: the first sentence of the comment at the head of its file.
pub fn description(study: &Study) -> Option<Block> {
    let first = study.text.lines().next()?;
    let comment = |line: &str| -> Option<String> {
        let line = line.trim().trim_start_matches('\u{feff}');
        let text = line.strip_prefix("//").or_else(|| line.strip_prefix('#'))?;
        Some(text.trim().to_owned())
    };
    comment(first)?;
    let paragraph: Vec<String> = (study.text.lines())
        .map_while(comment)
        .take_while(|line| !line.is_empty())
        .collect();
    let paragraph = paragraph.join(" ");
    // `Task:`, `Idea:`: a list of remarks is no description.
    if paragraph.is_empty() || paragraph.split_once(' ')?.0 == "Task:" {
        return None;
    }
    let sentence = match paragraph.split_once(". ") {
        Some((sentence, _)) => format!("{sentence}."),
        None => paragraph,
    };
    Some(Block::Paragraph(Prose::of(study).words(&sentence)))
}

/// The algorithm, or the file where its `program` was run.
fn name(study: &Study) -> String {
    if study.entry == "program" {
        study.file.rsplit('/').next().unwrap_or_default().to_owned()
    } else {
        study.entry.clone()
    }
}

/// `T = Θ(log n) rounds`, or what else is known.
fn growth(study: &Study, measure: Measure, unit: &str) -> Words {
    let formula = study.formulas.get(measure).get(study.unit);
    let name = measure.name();
    let mut words = plain(format!("{name}\u{a0}=\u{a0}"));
    let mut after = String::new();
    let prose = Prose::of(study);
    let class = match (&formula.theta, &formula.upper) {
        (Some(class), _) => Some(vec![Word::Theta(class.clone())]),
        (None, Some(class)) => {
            let [before, after] = ["O(", ")"].map(|text| Word::Plain(text.to_owned()));
            Some(vec![before, Word::Formula(class.clone()), after])
        }
        (None, None) => None,
    };
    let holds_for = formula.holds_for.as_deref().unwrap_or_default();
    match (formula.status, class, &formula.formula) {
        (FormulaStatus::Derived, Some(class), _) => {
            words.extend(class);
            if !formula.is_for_all() {
                after = match fixed_in_formula(study, formula).as_slice() {
                    [] => format!(" for {holds_for},"),
                    names => format!(" with {} fixed, for {holds_for},", names.join(", ")),
                };
            }
        }
        (FormulaStatus::Derived, None, Some(shown)) => {
            words.push(Word::Formula(shown.clone()));
            after = format!(" for {holds_for},");
        }
        (FormulaStatus::Found, Some(class), _) => {
            words.extend(class);
            cells::IF_IT_GOES_ON.clone_into(&mut after);
        }
        _ if let Some((shown, assumption)) = derived_formula(study, measure) => {
            words.push(Word::Formula(shown.to_owned()));
            after = format!(" for {assumption},");
        }
        (FormulaStatus::Found, None, Some(shown)) => {
            words.push(Word::Formula(shown.clone()));
            " on these sizes".clone_into(&mut after);
        }
        (FormulaStatus::Fitted, _, Some(shown)) => {
            words = plain(format!("{name}\u{a0}≈\u{a0}"));
            words.push(Word::Formula(shown.clone()));
            " (a fit)".clone_into(&mut after);
        }
        _ => {
            words.extend(plain("?"));
            " (these sizes do not decide how it grows)".clone_into(&mut after);
        }
    }
    words.extend(prose.words(&format!("{unit}{after}")));
    words
}

/// The exact formula that follows from the program's text, and for which inputs.
fn derived_formula(study: &Study, measure: Measure) -> Option<(&str, &str)> {
    let derived = study.derived.as_ref()?.get(measure.in_unit(study.unit))?;
    let formula = derived.formula.as_deref();
    let formula = formula.filter(|_| derived.given.is_empty());
    Some((formula?, derived.assumption.as_deref()?))
}

/// What does not vary and is named in the formula that follows from the program's text: its class is told
/// for each of its values alone.
fn fixed_in_formula(study: &Study, formula: &QuantityGrowth) -> Vec<String> {
    let formula = formula.formula.as_deref().unwrap_or_default();
    let mut names: Vec<String> = Vec::new();
    for word in formula.split(|c: char| !(c.is_alphanumeric() || c == '_')) {
        let is_fixed =
            study.fixed.contains_key(word) || word == "p" && study.machine.processors.is_some();
        let varies = study.varied.iter().any(|name| name == word);
        if is_fixed && !varies && !names.iter().any(|name| name == word) {
            names.push(word.to_owned());
        }
    }
    names
}

/// `p = n/2 processors of an EREW PRAM`
fn machine(study: &Study) -> Words {
    let described = &study.machine;
    let machine = match Model::parse(&described.model) {
        _ if described.network.is_some() => described.model.clone(),
        Some(model) => format!("{} PRAM", model_name(model)),
        None => asynchronous_name(&described.model).to_owned(),
    };
    let article = match machine.chars().next() {
        Some('a' | 'e' | 'i' | 'o' | 'A' | 'E' | 'I' | 'O') => "an",
        _ => "a",
    };
    let mut words = match (described.processors, processors_asked_for(study)) {
        (Some(1), _) => plain("one processor of "),
        (None, Some(formula)) if formula == "1" => plain("one processor of "),
        (Some(count), _) => plain(format!("p = {count} processors of ")),
        (None, Some(formula)) => vec![
            Word::Plain("p = ".to_owned()),
            Word::Formula(formula),
            Word::Plain(" processors of ".to_owned()),
        ],
        (None, None) if study.varied.iter().any(|name| name == "p") => plain("p processors of "),
        (None, None) => Words::new(),
    };
    words.extend(plain(format!("{article} {machine}")));
    words
}

/// What is known of optimality.
fn optimality(study: &Study) -> Words {
    if !study.sequential.is_known() {
        let why = match &study.sequential.not_run {
            Some(why) => why.as_str(),
            None => "no sequential algorithm is given",
        };
        let said = format!(": {why}, so optimality is not judged");
        return Prose::of(study).words(&said);
    }
    let verdicts = &study.verdicts;
    plain(
        match (verdicts.work_optimal.holds, verdicts.cost_optimal.holds) {
            (Some(true), Some(true)) => ": it is work- and cost-optimal",
            (work, Some(false)) if verdicts.cost_optimal_up_to.is_some() => {
                return limited(work, verdicts.cost_optimal_up_to.as_deref());
            }
            (Some(true), Some(false)) => ": it is work-optimal, but not cost-optimal",
            (Some(false), Some(false)) => ": it is neither work- nor cost-optimal",
            (Some(true), None) => ": it is work-optimal; whether cost-optimal is open",
            (Some(false), _) => ": it is not work-optimal",
            (None, Some(true)) => ": it is cost-optimal",
            (None, Some(false)) => ": it is not cost-optimal",
            (None, None) => ": whether it is work- or cost-optimal is open",
        },
    )
}

/// It is cost-optimal on fewer processors than it asks for.
fn limited(work: Option<bool>, class: Option<&str>) -> Words {
    let mut words = plain(match work {
        Some(true) => ": it is work-optimal, and cost-optimal on no more than ",
        Some(false) => ": it is not work-optimal, and cost-optimal on no more than ",
        None => ": it is cost-optimal on no more than ",
    });
    words.extend(class.map(|class| Word::Theta(class.to_owned())));
    words.extend(plain(" processors"));
    words
}

/// How many processors the program asks for, where a formula for that is derived or found.
pub fn processors_asked_for(study: &Study) -> Option<String> {
    let known = study.processors.as_ref()?;
    let is_known = matches!(known.status, FormulaStatus::Derived | FormulaStatus::Found);
    is_known.then(|| known.formula.clone())?
}

/// The name of the weakest model on which every run is legal.
pub fn weakest_model(study: &Study) -> Option<String> {
    let name = study.legal_on.as_deref()?;
    Some(Model::parse(name).map_or_else(|| asynchronous_name(name).to_owned(), model_name))
}

/// The model that the runs need.
fn model(study: &Study) -> String {
    match weakest_model(study) {
        Some(name)
            if !matches!(
                study.machine.kind,
                MachineKind::Multicomputer | MachineKind::Gpu
            ) =>
        {
            if matches!(name.as_str(), "EREW" | "aPRAM") {
                format!("; {name} is enough for these runs.")
            } else {
                format!("; these runs need {name}.")
            }
        }
        _ => ".".to_owned(),
    }
}
