//! Verifies the claims of a file for the one size that ran.

use std::fmt::Write as _;

use super::expression::{self, Names};
use super::logarithm;
use super::machine::MachineModel;
use crate::complexity::bounds::Rounding;
use crate::complexity::formula;
use crate::cost::processor_time;
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::rules::model::Simultaneity;
use crate::network::Parameters;
use crate::present::model::model_name;
use crate::program::Constant;
use crate::result::machine::MachineKind;
use crate::result::run::{ClaimOutcome, Run};
use crate::semantic::did_you_mean;
use crate::semantic::enclosure::Enclosure;
use crate::source::Sources;
use crate::syntax::ast::{Claim, ClaimKind, Expr, Ident, Measure, Relation, Unit};

/// The names that the asynchronous PRAM gives values to; a multicomputer has a B where it is given.
pub const ASYNCHRONOUS: [&str; 2] = ["d", "B"];

/// What the claims of a file are about.
#[derive(Debug, Clone, Copy)]
pub struct Subject {
    /// This entry.
    pub is_entry: bool,
    /// The machine that the file names; the synchronous PRAM where it names none.
    pub machine: MachineKind,
}

/// What came out of each claim; `names` are the inputs.
pub fn outcomes(
    claims: &[&Claim],
    subject: Subject,
    run: &Run,
    mut names: Names,
    sources: &Sources,
) -> Vec<ClaimOutcome> {
    names.add_processors(run.processors());
    if let Some(machine) = run.configuration.asynchronous() {
        names.add_times(machine.delay, machine.barrier.time(run.processors()));
    }
    let in_units = run.configuration.multicomputer().map(|machine| {
        let mut in_units = names.clone();
        in_units.add_units(&machine.parameters);
        names.add_parameters(&machine.parameters);
        in_units
    });
    claims
        .iter()
        .map(|claim| {
            let (holds, evidence) = if subject.is_entry {
                match &in_units {
                    Some(in_units) => verify_messages(claim, run, &names, in_units, sources),
                    None => verify(claim, subject, run, &names, sources),
                }
            } else {
                (None, format!("it is not about the entry `{}`", run.entry))
            };
            ClaimOutcome {
                claim: words(sources.text(claim.span)),
                span: claim.span,
                holds,
                evidence,
            }
        })
        .collect()
}

/// What is wrong with claims that no run could verify: names that nothing declares, formulas that
/// are none. `names` are the inputs of the entry.
pub fn unreadable(claims: &[&Claim], names: Names) -> Vec<Diagnostic> {
    let names = with_machine(names);
    let mut found = Vec::new();
    for claim in claims {
        found.extend(unknown_sizes(claim, &names));
        match &claim.kind {
            ClaimKind::Model(name) => found.extend(unknown_model(name)),
            ClaimKind::Exact { formula, .. } => {
                found.extend(expression::unreadable(formula, &names));
            }
            ClaimKind::Growth { formula, .. } => {
                let unreadable = expression::unreadable(formula, &names);
                let is_readable = unreadable.is_empty();
                found.extend(unreadable);
                found.extend(never_positive(formula).filter(|_| is_readable));
            }
        }
    }
    found
}

/// What is wrong with claims whatever the sizes are: they are about no class, or about names that
/// nothing declares. `names` are the inputs of the entry.
pub fn without_class(claims: &[&Claim], names: Names) -> Vec<Diagnostic> {
    let names = with_machine(names);
    let mut found = Vec::new();
    for claim in claims {
        found.extend(unknown_sizes(claim, &names));
        if let ClaimKind::Growth { formula, .. } = &claim.kind {
            let mut unreadable = expression::unreadable(formula, &names);
            // A name may get its value from what is varied.
            unreadable.retain(|problem| {
                !problem
                    .notes
                    .iter()
                    .any(|it| it == expression::NAMES_OF_FORMULAS)
            });
            let is_readable = unreadable.is_empty();
            found.extend(unreadable);
            found.extend(never_positive(formula).filter(|_| is_readable));
        }
    }
    found
}

/// With the names of the machine. Any number will do: only names and spellings are looked at.
fn with_machine(mut names: Names) -> Names {
    names.add_processors(1);
    for name in ASYNCHRONOUS.into_iter().chain(Parameters::OF_MESSAGES) {
        let entry = names.scalars.entry(name.to_owned());
        entry.or_insert(Constant::Int(1));
    }
    names
}

/// Names in `T(n, m)` that no formula of a claim could hold.
fn unknown_sizes(claim: &Claim, names: &Names) -> Vec<Diagnostic> {
    let known: Vec<&str> = names.scalars.keys().map(String::as_str).collect();
    let unknown = (claim.sizes.iter()).filter(|size| !known.contains(&size.text.as_str()));
    unknown
        .map(|size| {
            let name = &size.text;
            let message = format!("the claim is about `{name}`, and nothing here is called so");
            let diagnostic = Diagnostic::new(Code::Claim, message, size.span, "unknown here")
                .note(expression::NAMES_OF_FORMULAS)
                .note(format!("known are: {}", known.join(", ")));
            match did_you_mean(name, known.iter().copied()) {
                Some(meant) => diagnostic.help(format!("did you mean `{meant}`?")),
                None => diagnostic,
            }
        })
        .collect()
}

/// What no time is O( ) of: 0, or what is negative.
fn never_positive(formula: &Expr) -> Option<Diagnostic> {
    let mut names: Vec<String> = Vec::new();
    for name in expression::names_in(formula) {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    let variables = formula::Names {
        variables: &names,
        constants: &[],
        bounded: false,
    };
    let bounds = formula::bounds(formula, variables, Rounding::Added)?;
    let is_positive = bounds.parts.iter().any(|part| part.high > 0.into());
    (!is_positive).then(|| {
        let message = "a claim about growth compares with what is never positive";
        Diagnostic::new(
            Code::Claim,
            message,
            formula.span,
            "0 or less for all sizes",
        )
        .help(
            "a class is one of a positive function: `O(1)` says that there is a constant bound, \
             `O(n)` a linear one",
        )
    })
}

fn unknown_model(name: &Ident) -> Option<Diagnostic> {
    let text = name.text.to_ascii_lowercase();
    if MachineModel::parse(&text).is_some() {
        return None;
    }
    let models = MachineModel::names();
    let message = format!(
        "a claim names the model `{}`, which does not exist",
        name.text
    );
    let diagnostic = Diagnostic::new(Code::Claim, message, name.span, "this name");
    let meant = did_you_mean(&text, models.iter().map(AsRef::as_ref));
    Some(match meant {
        Some(model) => diagnostic.help(format!("did you mean `{model}`?")),
        None => diagnostic.help(
            "the models are EREW, CREW, ERCW and CRCW; where writes may meet, a rule can be \
             named: `CRCW-common`, `ERCW-max`",
        ),
    })
}

fn verify(
    claim: &Claim,
    subject: Subject,
    run: &Run,
    names: &Names,
    sources: &Sources,
) -> (Option<bool>, String) {
    let is_asynchronous = run.configuration.is_asynchronous();
    match &claim.kind {
        ClaimKind::Growth { .. } => (
            None,
            "a claim about growth; one run of one size cannot decide it".to_owned(),
        ),
        ClaimKind::Model(name) => verify_model(&name.text, run),
        // T without a unit is the time of the machine that the file names.
        ClaimKind::Exact { unit: None, .. } if subject.machine == MachineKind::Multicomputer => (
            None,
            "it is about the multicomputer that the file names".to_owned(),
        ),
        ClaimKind::Exact { unit: None, .. }
            if subject.machine == MachineKind::Apram && !is_asynchronous =>
        {
            (
                None,
                "it is about the asynchronous PRAM that the file names".to_owned(),
            )
        }
        ClaimKind::Exact {
            measure,
            unit,
            relation,
            formula,
        } => {
            let formula = Formula {
                text: words(sources.text(formula.span)),
                expression: formula,
                relation: *relation,
                sources,
            };
            if unit.is_none() && is_asynchronous {
                verify_time(*measure, &formula, run, names)
            } else {
                verify_exact(*measure, *unit, &formula, run, names)
            }
        }
    }
}

/// The right side of a claim.
struct Formula<'a> {
    text: String,
    expression: &'a Expr,
    relation: Relation,
    sources: &'a Sources,
}

/// What a formula comes to in a run.
struct Claimed {
    value: f64,
    /// The value as it is shown: a whole one to its last digit.
    shown: String,
    enclosure: Option<Enclosure>,
    relation: Relation,
    /// How the evidence begins.
    evidence: String,
    /// Why it comes to no whole number.
    not_whole: Option<String>,
}

impl Formula<'_> {
    /// What it claims, or why it claims nothing.
    fn value(&self, names: &Names) -> Result<Claimed, String> {
        let value = expression::formula(self.expression, names).map_err(|problems| {
            let first = problems.into_iter().next();
            let reason = first.map_or_else(String::new, |first| first.message);
            format!("{} has no value here: {reason}", self.text)
        })?;
        let enclosure = expression::enclosure(self.expression, names);
        let whole = enclosure.as_ref().and_then(Enclosure::whole);
        let shown = whole.map_or_else(|| value.to_string(), |whole| whole.to_string());
        let evidence = if self.text.parse::<f64>().is_ok() {
            format!("claimed {shown}")
        } else {
            format!("{} = {shown}", self.text)
        };
        Ok(Claimed {
            value,
            shown,
            enclosure,
            relation: self.relation,
            evidence,
            not_whole: logarithm::not_whole(self.expression, names, self.sources),
        })
    }
}

impl Claimed {
    /// Whether a count stands in the claimed relation; none where rounding hides it.
    fn holds(&self, measured: u128) -> Option<bool> {
        (self.enclosure.as_ref()?).compares(measured, self.relation)
    }

    /// How the evidence goes on: `, measured 6`, `, measured 6 ≤ 7`.
    fn measured(&self, measured: u128) -> String {
        let (relation, value) = (self.relation, &self.shown);
        match self.holds(measured) {
            None => format!(", measured {measured}, too close to tell with doubles"),
            Some(_) if relation == Relation::Equal => format!(", measured {measured}"),
            Some(true) => format!(", measured {measured} {} {value}", relation.sign()),
            Some(false) => format!(", measured {measured} {} {value}", relation.opposite()),
        }
    }

    /// How the evidence ends where the claim fails: `; log 10 is no whole number: …`.
    fn reason(&self, holds: Option<bool>) -> String {
        match (&self.not_whole, holds) {
            (Some(reason), Some(false)) => format!("; {reason}"),
            _ => String::new(),
        }
    }
}

/// Whether a run is legal on the model of this name, and what shows it.
pub(super) fn verify_model(name: &str, run: &Run) -> (Option<bool>, String) {
    let claimed = match MachineModel::parse(name) {
        None => return (None, format!("no model is called {name}")),
        Some(MachineModel::Asynchronous { concurrent_read }) => {
            return verify_section_model(concurrent_read, run);
        }
        Some(MachineModel::Multicomputer(_)) => {
            return (None, "a network is no model of shared memory".to_owned());
        }
        Some(MachineModel::Synchronous(_)) if run.configuration.multicomputer().is_some() => {
            let evidence = "it is about the synchronous PRAM; this run is on a multicomputer";
            return (None, evidence.to_owned());
        }
        Some(MachineModel::Synchronous(_)) if run.configuration.is_asynchronous() => {
            return (
                None,
                "it is about the synchronous PRAM; this run is on the asynchronous one".to_owned(),
            );
        }
        Some(MachineModel::Synchronous(claimed)) => claimed,
    };
    let simultaneity = run.configuration.simultaneity;
    let (legal_on, how) = match simultaneity {
        Simultaneity::Step => (run.legal_on.step, "step by step"),
        Simultaneity::Access => (run.legal_on.access, "access by access"),
    };
    let observed = model_name(legal_on);
    let violated = run.violation_count > 0 && run.configuration.model == claimed;
    if violated || !claimed.allows(legal_on) {
        let first = run
            .breaks
            .iter()
            .chain(&run.violations)
            .find(|one| one.model == claimed && one.simultaneity == simultaneity);
        let place = first.map_or_else(String::new, |violation| {
            format!("; step {} breaks it at {}", violation.step, violation.cell)
        });
        return (
            Some(false),
            format!("{how}, this run needs {observed}{place}"),
        );
    }
    if !run.finished() {
        return (None, "the run did not come to its end".to_owned());
    }
    (
        Some(true),
        format!("this run is legal on {observed}, {how}"),
    )
}

/// A claim that a program is legal on `apram`, or on `apram-cr`.
fn verify_section_model(concurrent_read: bool, run: &Run) -> (Option<bool>, String) {
    if !run.configuration.is_asynchronous() {
        return (
            None,
            "it is about the asynchronous PRAM; this run is on a synchronous one".to_owned(),
        );
    }
    match run.section_model() {
        None => (
            Some(false),
            "in this run processors met in a cell, and one of them wrote".to_owned(),
        ),
        Some("apram-cr") if !concurrent_read => (Some(false), "this run needs apram-cr".to_owned()),
        _ if !run.finished() => (None, "the run did not come to its end".to_owned()),
        Some(model) => (
            Some(true),
            format!("this run is legal on {model}, section by section"),
        ),
    }
}

/// A claim about the time, work or cost of the asynchronous PRAM, in its own units.
fn verify_time(
    measure: Measure,
    formula: &Formula<'_>,
    run: &Run,
    names: &Names,
) -> (Option<bool>, String) {
    if !run.finished() {
        return (None, "the run did not come to its end".to_owned());
    }
    let claimed = match formula.value(names) {
        Ok(claimed) => claimed,
        Err(reason) => return (None, reason),
    };
    let (time, work) =
        (run.cost.asynchronous.as_ref()).map_or((0, 0), |cost| (cost.time, cost.work));
    let measured = match measure {
        Measure::T => time.into(),
        Measure::W => work.into(),
        Measure::C => processor_time(run.processors(), time),
    };
    let holds = claimed.holds(measured);
    let (evidence, measures) = (&claimed.evidence, claimed.measured(measured));
    let reason = claimed.reason(holds);
    let evidence = format!("{evidence}{measures} on the asynchronous PRAM{reason}");
    (holds, evidence)
}

/// A claim in a run on a multicomputer. `names` has its parameters as they are, `in_units` as whole
/// numbers, so that decimals compare exactly.
fn verify_messages(
    claim: &Claim,
    run: &Run,
    names: &Names,
    in_units: &Names,
    sources: &Sources,
) -> (Option<bool>, String) {
    let (measure, unit, relation, formula) = match &claim.kind {
        ClaimKind::Growth { .. } => {
            let evidence = "a claim about growth; one run of one size cannot decide it";
            return (None, evidence.to_owned());
        }
        ClaimKind::Model(name) => return verify_model(&name.text, run),
        ClaimKind::Exact {
            measure,
            unit,
            relation,
            formula,
        } => (*measure, *unit, *relation, formula),
    };
    if unit.is_some() {
        let evidence = "rounds, steps and instructions are no measure of a multicomputer";
        return (None, evidence.to_owned());
    }
    let named = expression::names_in(formula);
    let is_time = |name: &&str| ASYNCHRONOUS.contains(name) && !names.scalars.contains_key(*name);
    if let Some(name) = named.iter().copied().find(is_time) {
        let evidence = match name {
            "B" => "nothing says how long a barrier takes: `--B 50`".to_owned(),
            _ => format!("it is about the asynchronous PRAM: only that has a `{name}`"),
        };
        return (None, evidence);
    }
    let Some(cost) = run.network.as_ref().filter(|_| run.finished()) else {
        return (None, "the run did not come to its end".to_owned());
    };
    let measured = match measure {
        Measure::T => cost.time,
        Measure::W => cost.work,
        Measure::C => cost.cost,
    };
    let formula = Formula {
        text: words(sources.text(formula.span)),
        expression: formula,
        relation,
        sources,
    };
    let (claimed, whole) = match (formula.value(names), formula.value(in_units)) {
        (Ok(claimed), Ok(whole)) => (claimed, whole),
        (Err(reason), _) | (_, Err(reason)) => return (None, reason),
    };
    let parameters = run
        .configuration
        .multicomputer()
        .map(|machine| machine.parameters);
    let digits = parameters.and_then(|parameters| parameters.scaled().ok());
    let digits = digits.map_or(0, |units| units.digits);
    // A sum of multiples of the parameters grows as they do.
    let scale = 10_f64.powi(digits as i32);
    let is_linear = (whole.value - claimed.value * scale).abs() <= 1e-9 * whole.value.abs();
    let judged = if is_linear { &whole } else { &claimed };
    let count = measured.scaled(if is_linear { digits } else { 0 });
    let count = count.and_then(|count| u128::try_from(count).ok());
    let holds = count.and_then(|count| judged.holds(count));
    let value = &claimed.shown;
    let evidence = match holds {
        None => format!(
            "{}, measured {measured}: too close to tell",
            claimed.evidence
        ),
        Some(_) if relation == Relation::Equal => {
            format!("{}, measured {measured}", claimed.evidence)
        }
        Some(true) => format!(
            "{}, measured {measured} {} {value}",
            claimed.evidence,
            relation.sign()
        ),
        Some(false) => {
            format!(
                "{}, measured {measured} {} {value}",
                claimed.evidence,
                relation.opposite()
            )
        }
    };
    (holds, evidence + &claimed.reason(holds))
}

fn verify_exact(
    measure: Measure,
    unit: Option<Unit>,
    formula: &Formula<'_>,
    run: &Run,
    names: &Names,
) -> (Option<bool>, String) {
    if !run.finished() {
        return (None, "the run did not come to its end".to_owned());
    }
    let unknown = |name: &&str| ASYNCHRONOUS.contains(name) && !names.scalars.contains_key(*name);
    let named = expression::names_in(formula.expression);
    let is_of_messages =
        |name: &&str| Parameters::OF_MESSAGES.contains(name) && !names.scalars.contains_key(*name);
    if let Some(name) = named.iter().copied().find(is_of_messages) {
        let evidence = format!("it is about a multicomputer: only that has a `{name}`");
        return (None, evidence);
    }
    if let Some(name) = named.iter().copied().find(unknown) {
        let evidence = format!("it is about the asynchronous PRAM: only that has a `{name}`");
        return (None, evidence);
    }
    let claimed = match formula.value(names) {
        Ok(claimed) => claimed,
        Err(reason) => return (None, reason),
    };
    // A formula without p is about as many processors as the program asks for.
    let asked = run.cost.processors();
    let is_scheduled = run.processors() < asked && !named.contains(&"p");
    let processors = if is_scheduled {
        asked
    } else {
        run.processors()
    };
    // Lectures count in rounds where they name no unit.
    let judged = unit.unwrap_or(Unit::Rounds);
    let measured = run.measure_on(processors, measure, judged);
    let holds = claimed.holds(measured);
    let mut evidence = format!("{}{}", claimed.evidence, claimed.measured(measured));
    if unit.is_none() {
        evidence += " in rounds";
        let others = [Unit::Steps, Unit::Instructions];
        let elsewhere = others
            .into_iter()
            .find(|other| claimed.holds(run.measure_on(processors, measure, *other)) == Some(true));
        if let (Some(false), Some(other)) = (holds, elsewhere) {
            let other = unit_name(other);
            let _ = write!(
                evidence,
                "; it holds in {other}: write that unit after the measure"
            );
        }
    }
    if is_scheduled {
        let _ = write!(evidence, " on the {asked} processors that it asks for");
    }
    evidence += &claimed.reason(holds);
    (holds, evidence)
}

fn unit_name(unit: Unit) -> &'static str {
    match unit {
        Unit::Rounds => "rounds",
        Unit::Steps => "steps",
        Unit::Instructions => "instructions",
    }
}

/// A piece of source on one line.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}
