//! The text of `pram check`.

use std::fmt::Write as _;

use super::gpu::english;
use super::run::depends_on_rule;
use super::shown::{Lists, Shown, Units};
use super::style::{BAD, FAINT, GOOD, HEADING, MARGIN, margin};
use crate::diagnostic::Code;
use crate::machine::rules::model::Simultaneity;
use crate::machine::rules::violation::Violation;
use crate::present::derivation::formula::Style;
use crate::present::derivation::rows;
use crate::present::derivation::shown::{End, note_text, title};
use crate::present::json::check::{Check, CheckedAccess, Counterexample, LegalOnVerdict};
use crate::present::messages::violation::processors_text;
use crate::present::text::asynchronous;
use crate::program::accesses::AccessKind;
use crate::quantity::{Measure, Quantity, Unit};
use crate::result::advice::LostUpdates;
use crate::result::check::{Examined, OtherResult, TriedSizes, Verdict, other_results};
use crate::result::demand::Demand;
use crate::result::derivation::Derivation;
use crate::result::formulas::DecidedClaim;
use crate::result::model::{demanded_name, model_name};
use crate::result::run::Run;
use crate::source::{Sources, shown_name};

/// Accesses listed in text.
const ACCESSES_SHOWN: usize = 40;
/// Processors of a counterexample that are named.
const PROCESSORS_SHOWN: usize = 2;

/// What a check found, for people.
pub fn text(check: &Check, examined: &Examined, shown: Shown, sources: &Sources) -> String {
    let run = examined.run;
    let mut text = format!(
        "{HEADING}{}{HEADING:#} {FAINT}·{FAINT:#} {}\n\n{}{}{}",
        shown_name(&check.file),
        check.entry,
        verdict(check, examined),
        (check.sizes.as_ref()).map_or_else(String::new, sizes_text),
        legality(check, examined)
    );
    if let Some(race) = &check.race {
        let _ = writeln!(
            text,
            "\n{HEADING}what breaks the model apram{HEADING:#}\n  {}",
            race.message
        );
    }
    let others = other_results(run);
    if !run.breaks.is_empty() || !others.is_empty() {
        let _ = writeln!(text, "\n{HEADING}what breaks the weaker models{HEADING:#}");
        for violation in &run.breaks {
            if !is_repeated(violation, &run.breaks) {
                text.push_str(&break_text(violation, sources));
            }
        }
        for other in &others {
            text.push_str(&other_text(*other, run));
        }
    }
    let _ = writeln!(text, "\n{HEADING}accesses to shared memory{HEADING:#}");
    if check.accesses.is_empty() {
        text.push_str("  none\n");
    }
    let listed = match shown.lists {
        Lists::Elided => ACCESSES_SHOWN.min(check.accesses.len()),
        Lists::Whole => check.accesses.len(),
    };
    for access in &check.accesses[..listed] {
        text.push_str(&access_text(access, &check.file, examined));
    }
    let more = check.accesses.len() - listed;
    if more > 0 {
        let _ = writeln!(text, "  … {more} more; --full shows all");
    }
    text
}

/// What the program costs for every input, as far as that follows from its text.
pub fn derived(derivation: &Derivation, shown: Shown, sources: &Sources) -> String {
    let mut text = format!(
        "\n{HEADING}costs that follow from the text{HEADING:#} {FAINT}(pram derive shows each \
         step){FAINT:#}\n"
    );
    let mut reasons: Vec<String> = Vec::new();
    let measures = derivation
        .measures
        .iter()
        .zip(rows::shown(derivation, Style::Text, sources));
    for ((quantity, _), measure) in measures {
        if !is_listed(*quantity, shown.units) {
            continue;
        }
        let (title, name) = (title(&measure), measure.name);
        match &measure.end {
            End::Exact { formula, note } => {
                let for_which = note_text(note);
                let _ = writeln!(
                    text,
                    "  {title:<15} {name} = {formula}   {FAINT}{for_which}{FAINT:#}"
                );
            }
            End::Bounded { lower, upper, note } => {
                let for_which = note_text(note);
                let _ = writeln!(
                    text,
                    "  {title:<15} {lower} ≤ {name} ≤ {upper}   {FAINT}{for_which}{FAINT:#}"
                );
            }
            End::None { .. } | End::Wrong { .. } => {
                let reason = measure.end.without_formula();
                if !reasons.contains(&reason) {
                    reasons.push(reason);
                }
            }
        }
    }
    for reason in reasons {
        let _ = writeln!(text, "  {reason}");
    }
    text
}

/// Costs, reads and writes follow from the others, or are shown by `pram derive`.
fn is_listed(quantity: Quantity, units: Units) -> bool {
    let is_counted = |unit| Unit::COUNTED.contains(&unit);
    let is_in_unit = quantity
        .unit
        .is_none_or(|unit| !is_counted(unit) || units.list().contains(&unit));
    is_in_unit
        && matches!(
            quantity.measure,
            Measure::T | Measure::W | Measure::Processors
        )
}

/// The claims about measures, with what the formulas say to each.
pub fn claims(claims: &[DecidedClaim]) -> String {
    if claims.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{HEADING}claims{HEADING:#}\n");
    let width = claims.iter().map(|claim| claim.claim.chars().count()).max();
    let width = width.unwrap_or(0);
    for claim in claims {
        let mark = match claim.holds {
            Some(true) => format!("{GOOD}✓{GOOD:#}"),
            Some(false) => format!("{BAD}✗{BAD:#}"),
            None => "?".to_owned(),
        };
        let open = match claim.holds {
            Some(_) => "",
            None => "not decided; ",
        };
        let (text_of, evidence) = (&claim.claim, &claim.evidence);
        let _ = writeln!(
            text,
            "  {mark} {text_of:<width$}   {FAINT}{open}{evidence}{FAINT:#}"
        );
    }
    text
}

/// Whether the program keeps the rule that it is to keep.
fn verdict(check: &Check, examined: &Examined) -> String {
    let model = demanded_name(examined.demand);
    let kept = match examined.demand {
        Demand::Gpu(_) => english::FREE_OF_RACES.to_owned(),
        Demand::Synchronous(..) | Demand::Asynchronous { .. } => english::legal_on(&model),
    };
    let what = match check.verdict {
        Verdict::Proved => {
            format!("{GOOD}{kept}{GOOD:#} for every input and size (proved)")
        }
        Verdict::Refuted => {
            let example = (check.accesses.iter())
                .filter_map(|access| access.counterexample.as_ref())
                .min_by_key(|example| (example.inputs.is_empty(), example.inputs.values().max()));
            let place = example.map_or_else(String::new, |example| {
                format!(": {}", example_text(example))
            });
            let asked = if examined.is_asked {
                String::new()
            } else {
                format!(
                    "\n{}{FAINT}no model is named, so the exit status does not depend on \
                     it{FAINT:#}",
                    " ".repeat(MARGIN)
                )
            };
            format!("{BAD}illegal on {model}{BAD:#} (refuted){place}{asked}")
        }
        Verdict::Observed => {
            let open = (check.accesses.iter())
                .filter(|access| access.verdict == Verdict::Observed)
                .count();
            let accesses = if open == 1 {
                "1 access".to_owned()
            } else {
                format!("{open} accesses")
            };
            format!(
                "{kept} in every run that was tried; {accesses} could not be proved \
                 {FAINT}(observed){FAINT:#}"
            )
        }
    };
    format!("{}{what}\n", margin("verdict"))
}

/// `n = 1 to 9 were tried; n = 10 to 16 take too long and were left out`
fn sizes_text(sizes: &TriedSizes) -> String {
    let names = sizes.names.join(" = ");
    let of = |values: &[i64]| match values {
        [] => "none".to_owned(),
        [one] => format!("{names} = {one}"),
        [first, .., last] if values.len() as i64 == last - first + 1 => {
            format!("{names} = {first} to {last}")
        }
        _ => {
            let each: Vec<String> = values.iter().map(i64::to_string).collect();
            format!("{names} = {}", each.join(", "))
        }
    };
    format!(
        "{}tried: {}; omitted because they take too long: {}\n",
        margin("sizes"),
        of(&sizes.tried),
        of(&sizes.cut)
    )
}

/// `A[3] by i = 1 and i = 2 in step 1, with n = 3`
fn example_text(example: &Counterexample) -> String {
    let named: Vec<&str> = (example.processors.iter().map(String::as_str))
        .take(PROCESSORS_SHOWN)
        .collect();
    let mut text = format!("{} by {}", example.cell, named.join(" and "));
    if let Some(step) = example.step {
        let _ = write!(text, "{}", english::in_step(step));
    }
    let inputs: Vec<String> = (example.inputs.iter())
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    if !inputs.is_empty() {
        let _ = write!(text, ", with {}", inputs.join(", "));
    }
    text
}

/// The weakest models of the run, and how sure they are.
fn legality(check: &Check, examined: &Examined) -> String {
    let run = examined.run;
    let sure = |verdict: Verdict| match verdict {
        Verdict::Proved => format!("{GOOD}(proved){GOOD:#}"),
        _ => format!("{FAINT}(observed on this input){FAINT:#}"),
    };
    match &check.legal_on_verdict {
        None => depends_on_rule(run),
        Some(LegalOnVerdict::Asynchronous { section }) => {
            asynchronous::legality_with(run, &sure(*section))
        }
        Some(LegalOnVerdict::Synchronous { step, access }) => {
            let models = [run.legal_on.step, run.legal_on.access].map(model_name);
            let [per_step, per_access] = &models;
            let both = if per_step == per_access && step == access {
                format!(
                    "{GOOD}{per_step}{GOOD:#}, per step and per access {}",
                    sure(*step)
                )
            } else {
                format!(
                    "{GOOD}{per_step}{GOOD:#} per step {}, {GOOD}{per_access}{GOOD:#} per access \
                     {}",
                    sure(*step),
                    sure(*access)
                )
            };
            let lost = examined.lost.and_then(lost_text).unwrap_or_default();
            format!(
                "{}{both}\n{}{lost}",
                margin("legal on"),
                depends_on_rule(run)
            )
        }
    }
}

/// What a run lost, so that nobody takes its model for a way out.
fn lost_text(lost: &LostUpdates) -> Option<String> {
    let (cell, step) = (&lost.cell, lost.step);
    let processors = lost.certain.as_ref()?.processors;
    let indent = " ".repeat(MARGIN);
    Some(format!(
        "{indent}updates are lost: {processors} processors update `{cell}` in step {step}, each from \
         its old value\n"
    ))
}

/// `CRCW-common     from step 1 on it computes something else`
fn other_text(other: OtherResult, run: &Run) -> String {
    let model = model_name(other.model);
    let computes = if other.is_certain {
        "computes"
    } else {
        "may compute"
    };
    format!(
        "  {BAD}{model}{BAD:#}{}from step {} on it {computes} something else: there the rule `{}` \
         decides\n",
        " ".repeat(16_usize.saturating_sub(model.len()).max(2)),
        other.step,
        run.configuration.model.write
    )
}

fn access_text(access: &CheckedAccess, main_file: &str, examined: &Examined) -> String {
    let file = if access.file == main_file {
        String::new()
    } else {
        format!("{}:", shown_name(&access.file))
    };
    let place = format!("{file}{}:{}", access.line, access.column);
    let kind = match access.kind {
        AccessKind::Read => "read",
        AccessKind::Write => "write",
    };
    let model = demanded_name(examined.demand);
    let what = match (access.verdict, access.exclusive, &access.counterexample) {
        (Verdict::Refuted, _, Some(example)) => {
            format!("{BAD}refuted{BAD:#}: {}", example_text(example))
        }
        (Verdict::Proved, Some(Verdict::Proved), _) => format!("{GOOD}exclusive (proved){GOOD:#}"),
        (Verdict::Proved, None, _) => format!("{GOOD}{}{GOOD:#}", english::NO_RACE_PROVED),
        (_, None, _) => format!("{FAINT}{}{FAINT:#}", english::NO_RACE_OBSERVED),
        (Verdict::Proved, Some(Verdict::Refuted), _) => {
            format!("{GOOD}shared{GOOD:#}, which {model} allows (proved)")
        }
        (Verdict::Proved, _, _) => {
            format!("{GOOD}legal (proved){GOOD:#}, {FAINT}exclusive (observed){FAINT:#}")
        }
        (_, Some(Verdict::Refuted), _) => format!("{FAINT}legal (observed){FAINT:#}"),
        _ => format!("{FAINT}exclusive (observed){FAINT:#}"),
    };
    format!("  {place:<8} {kind:<6} {:<24} {what}\n", access.cell)
}

/// What breaks a model in the same step per access is not told a second time.
fn is_repeated(violation: &Violation, breaks: &[Violation]) -> bool {
    violation.simultaneity == Simultaneity::Access
        && breaks.iter().any(|other| {
            other.simultaneity == Simultaneity::Step
                && other.model == violation.model
                && other.step == violation.step
        })
}

fn break_text(violation: &Violation, sources: &Sources) -> String {
    let model = model_name(violation.model);
    let what = match violation.code {
        Code::ConcurrentRead => "read",
        Code::UncommonWrite => "written with different values",
        _ => "written",
    };
    let place = violation
        .accesses
        .first()
        .map_or_else(String::new, |access| {
            format!(" (line {})", sources.position(access.span).line)
        });
    let per = match violation.simultaneity {
        Simultaneity::Step => "",
        Simultaneity::Access => " (per access)",
    };
    format!(
        "  {BAD}{model}{BAD:#}{per}{}step {}: {} is {what} by {}{place}\n",
        " ".repeat(16_usize.saturating_sub(model.len() + per.len()).max(2)),
        violation.step,
        violation.cell,
        processors_text(violation),
    )
}
