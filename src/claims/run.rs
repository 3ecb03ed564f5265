//! The results of a file's claims in a single run of one size.

use super::about::JudgedRuns;
use super::expression::{self, ExpressionNames};
use super::logarithm;
use crate::machine::rules::model::{Model, Simultaneity};
use crate::quantity::{Measure, Unit};
use crate::result::claim::{ClaimOutcome, Evidence, Measured, MeasuredUnit};
use crate::result::kinds::RunForm;
use crate::result::machine::MachineKind;
use crate::result::model::MachineModel;
use crate::result::run::Run;
use crate::semantic::enclosure::Enclosure;
use crate::source::Sources;
use crate::syntax::ast::{Claim, ClaimKind, Expr, Relation};

/// What the claims of a file are about.
#[derive(Debug, Clone, Copy)]
pub struct ClaimSubject {
    /// This entry.
    pub is_entry: bool,
    /// The machine that the file names, if any.
    pub machine: Option<MachineKind>,
}

/// Whether a claim holds, if that is decided, and the evidence.
type Judged = (Option<bool>, Evidence);

/// The result of each claim; `names` are the inputs.
pub fn outcomes(
    claims: &[&Claim],
    subject: ClaimSubject,
    run: &Run,
    mut names: ExpressionNames,
    sources: &Sources,
) -> Vec<ClaimOutcome> {
    names.add_processors(run.processors());
    if let Some(machine) = run.configuration.asynchronous() {
        names.add_times(machine.delay, machine.barrier.time(run.processors()));
    }
    if let Some(gpu) = run.configuration.gpu() {
        names.add_gpu(gpu);
    }
    let in_units = run.configuration.multicomputer().map(|machine| {
        let mut in_units = names.clone();
        in_units.add_units(&machine.parameters);
        names.add_parameters(&machine.parameters);
        in_units
    });
    let names = AllNames {
        names,
        in_units,
        sources,
    };
    let judged = |claim: &Claim| {
        if subject.is_entry {
            verify(claim, subject.machine, run, &names)
        } else {
            (None, Evidence::OtherEntry(run.entry.clone()))
        }
    };
    let outcomes = claims.iter().map(|claim| {
        let (holds, evidence) = judged(claim);
        ClaimOutcome {
            claim: words(sources.text(claim.span)),
            span: claim.span,
            holds,
            evidence,
        }
    });
    outcomes.collect()
}

/// The names that formulas may contain.
struct AllNames<'s> {
    names: ExpressionNames,
    /// On a multicomputer the same with its parameters as integers in the smallest unit of time, so that
    /// decimals compare exactly.
    in_units: Option<ExpressionNames>,
    sources: &'s Sources,
}

fn verify(claim: &Claim, declared: Option<MachineKind>, run: &Run, names: &AllNames<'_>) -> Judged {
    let machine = MachineKind::of(&run.configuration);
    let (measure, unit, relation, formula) = match &claim.kind {
        ClaimKind::Growth { .. } => return (None, Evidence::Growth),
        ClaimKind::Model(name) => return verify_model(&name.text, run),
        ClaimKind::Exact {
            measure,
            unit,
            relation,
            formula,
        } => (*measure, *unit, *relation, formula),
    };
    let runs = JudgedRuns {
        machine,
        declared,
        are_many: false,
        has_value: &|name| names.names.scalars.contains_key(name),
    };
    if let Err(elsewhere) = runs.formula(measure, unit, formula) {
        return (None, elsewhere);
    }
    let claimed = Claimed {
        formula,
        relation,
        sources: names.sources,
    };
    if let Some(in_units) = &names.in_units {
        return verify_messages(measure, &claimed, run, (&names.names, in_units));
    }
    let own = match machine.row().form {
        RunForm::Sections => Some((Unit::Apram, Some(MeasuredUnit::Asynchronous))),
        RunForm::Launches => Some((Unit::Gpu, None)),
        RunForm::Steps | RunForm::Messages => None,
    };
    if let (None, Some(own)) = (unit, own) {
        return verify_time((measure, own), &claimed, run, &names.names);
    }
    verify_exact((measure, unit), &claimed, run, &names.names)
}

/// The right side of a claim.
struct Claimed<'a> {
    formula: &'a Expr,
    relation: Relation,
    sources: &'a Sources,
}

/// The value of a claim's formula in a run.
struct Value {
    number: f64,
    enclosure: Option<Enclosure>,
    /// An integer with all its digits.
    shown: String,
}

impl Claimed<'_> {
    fn text(&self) -> String {
        words(self.sources.text(self.formula.span))
    }

    /// The claimed value, or why there is none.
    fn value(&self, names: &ExpressionNames) -> Result<Value, Evidence> {
        let number = expression::formula(self.formula, names).map_err(|problems| {
            let first = problems.into_iter().next();
            Evidence::NoValue {
                formula: self.text(),
                reason: first.map_or_else(String::new, |first| first.message),
            }
        })?;
        let enclosure = expression::enclosure(self.formula, names);
        let whole = enclosure.as_ref().and_then(Enclosure::whole);
        Ok(Value {
            number,
            enclosure,
            shown: whole.map_or_else(|| number.to_string(), |whole| whole.to_string()),
        })
    }

    /// The claim compared with what was measured.
    fn beside(
        &self,
        value: &Value,
        measured: String,
        holds: Option<bool>,
        names: &ExpressionNames,
    ) -> Measured {
        let text = self.text();
        Measured {
            formula: text.parse::<f64>().is_err().then_some(text),
            claimed: value.shown.clone(),
            measured,
            relation: self.relation,
            holds,
            unit: None,
            asked: None,
            not_whole: logarithm::not_whole(self.formula, names, self.sources),
        }
    }

    /// Whether a count is in the claimed relation to a value; `None` if rounding hides it.
    fn holds(&self, value: &Value, measured: u128) -> Option<bool> {
        (value.enclosure.as_ref()?).compares(measured, self.relation)
    }
}

/// Whether a run is legal on the model of this name, and the evidence.
pub fn verify_model(name: &str, run: &Run) -> Judged {
    let runs = JudgedRuns {
        machine: MachineKind::of(&run.configuration),
        declared: None,
        are_many: false,
        has_value: &|_| false,
    };
    match runs.model(name) {
        Err(elsewhere) => (None, elsewhere),
        Ok(MachineModel::Synchronous(model)) => verify_step_model(model, run),
        Ok(MachineModel::Asynchronous { concurrent_read }) => {
            verify_section_model(concurrent_read, run)
        }
        Ok(MachineModel::Multicomputer(_) | MachineModel::Gpu(_)) => (None, Evidence::Network),
    }
}

/// A claim that a program is legal on a model of the synchronous PRAM.
fn verify_step_model(claimed: Model, run: &Run) -> Judged {
    let simultaneity = run.configuration.simultaneity;
    let model = match simultaneity {
        Simultaneity::Step => run.legal_on.step,
        Simultaneity::Access => run.legal_on.access,
    };
    let violated = run.violation_count > 0 && run.configuration.model == claimed;
    if violated || !claimed.allows(model) {
        let mut violations = run.breaks.iter().chain(&run.violations);
        let first = violations.find(|one| one.model == claimed && one.simultaneity == simultaneity);
        let broken = first.map(|violation| (violation.step, violation.cell.clone()));
        let evidence = Evidence::Needs {
            model,
            simultaneity,
            broken,
        };
        return (Some(false), evidence);
    }
    if !run.finished() {
        return (None, Evidence::Unfinished);
    }
    let evidence = Evidence::Legal {
        model,
        simultaneity,
    };
    (Some(true), evidence)
}

/// A claim that a program is legal on `apram`, or on `apram-cr`.
fn verify_section_model(concurrent_read: bool, run: &Run) -> Judged {
    match run.section_model() {
        None => (Some(false), Evidence::SectionRace),
        Some("apram-cr") if !concurrent_read => (Some(false), Evidence::SectionReads),
        _ if !run.finished() => (None, Evidence::Unfinished),
        Some(model) => (Some(true), Evidence::LegalSections(model)),
    }
}

/// A claim about the time, work or cost of a machine in its own unit, or about another of its counts.
fn verify_time(
    (measure, (unit, named)): (Measure, (Unit, Option<MeasuredUnit>)),
    claimed: &Claimed<'_>,
    run: &Run,
    names: &ExpressionNames,
) -> Judged {
    if !run.finished() {
        return (None, Evidence::Unfinished);
    }
    let value = match claimed.value(names) {
        Ok(value) => value,
        Err(reason) => return (None, reason),
    };
    let measured = run.count(measure.in_unit(unit));
    let holds = claimed.holds(&value, measured);
    let evidence = Measured {
        unit: named,
        ..claimed.beside(&value, measured.to_string(), holds, names)
    };
    (holds, Evidence::Measured(Box::new(evidence)))
}

/// A claim about the time, work or cost of a multicomputer. The first names have its parameters as they
/// are, the others as integers.
fn verify_messages(
    measure: Measure,
    claimed: &Claimed<'_>,
    run: &Run,
    (names, in_units): (&ExpressionNames, &ExpressionNames),
) -> Judged {
    let Some(cost) = run.network.as_ref().filter(|_| run.finished()) else {
        return (None, Evidence::Unfinished);
    };
    let measured = match measure {
        Measure::T => cost.time,
        Measure::W => cost.work,
        Measure::C => cost.cost,
        Measure::Processors | Measure::Reads | Measure::Writes => {
            unreachable!("claims are about T, W and C")
        }
        Measure::Issued
        | Measure::Transactions
        | Measure::Passes
        | Measure::Conflicts
        | Measure::Atomics
        | Measure::Divergent
        | Measure::Launches => unreachable!("claims of another machine were sorted out"),
    };
    let (value, whole) = match (claimed.value(names), claimed.value(in_units)) {
        (Ok(value), Ok(whole)) => (value, whole),
        (Err(reason), _) | (_, Err(reason)) => return (None, reason),
    };
    let machine = run.configuration.multicomputer();
    let units = machine.and_then(|machine| machine.parameters.scaled().ok());
    let digits = units.map_or(0, |units| units.digits);
    // A sum of multiples of the parameters grows as they do.
    let scale = 10_f64.powi(digits as i32);
    let is_linear = (whole.number - value.number * scale).abs() <= 1e-9 * whole.number.abs();
    let judged = if is_linear { &whole } else { &value };
    let count = measured.scaled(if is_linear { digits } else { 0 });
    let count = count.and_then(|count| u128::try_from(count).ok());
    let holds = count.and_then(|count| claimed.holds(judged, count));
    let evidence = claimed.beside(&value, measured.to_string(), holds, names);
    (holds, Evidence::Measured(Box::new(evidence)))
}

/// A claim about counts in a unit; without one it is about rounds, as in the lectures.
fn verify_exact(
    (measure, unit): (Measure, Option<Unit>),
    claimed: &Claimed<'_>,
    run: &Run,
    names: &ExpressionNames,
) -> Judged {
    if !run.finished() {
        return (None, Evidence::Unfinished);
    }
    let value = match claimed.value(names) {
        Ok(value) => value,
        Err(reason) => return (None, reason),
    };
    // A formula without p is about as many processors as the program asks for.
    let asked = run.cost.processors();
    let names_p = expression::names_in(claimed.formula).contains(&"p");
    let is_scheduled = run.processors() < asked && !names_p;
    let processors = if is_scheduled {
        asked
    } else {
        run.processors()
    };
    let measured = |unit| run.cost.count(measure.in_unit(unit), Some(processors));
    let count = measured(unit.unwrap_or(Unit::Rounds));
    let holds = claimed.holds(&value, count);
    let in_rounds = || {
        let mut others = [Unit::Steps, Unit::Instructions].into_iter();
        let elsewhere = others.find(|other| claimed.holds(&value, measured(*other)) == Some(true));
        MeasuredUnit::Rounds(elsewhere.filter(|_| holds == Some(false)))
    };
    let evidence = Measured {
        unit: unit.is_none().then(in_rounds),
        asked: is_scheduled.then_some(asked),
        ..claimed.beside(&value, count.to_string(), holds, names)
    };
    (holds, Evidence::Measured(Box::new(evidence)))
}

/// A piece of source on one line.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}
