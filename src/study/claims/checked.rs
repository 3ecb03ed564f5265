//! What a check tells, with the claims of a file that the formulas derived from its text decide by
//! themselves, without a sweep.

use std::collections::BTreeSet;

use super::derived::sizes_of;
use crate::claims::expression;
use crate::claims::growth::decided_growth;
use crate::complexity::class::GrowthClass;
use crate::derivation::claimed::{self, About, ClaimVerdict};
use crate::derivation::{Need, ProcessorCount};
use crate::diagnostic::Status;
use crate::pipeline::check;
use crate::pipeline::machine::MachineKind;
use crate::pipeline::small_claims::ClaimedRun;
use crate::present::json::check::Check;
use crate::present::text;
use crate::present::text::shown::Shown;
use crate::quantity::{Measure, Unit};
use crate::result::claim::sweep::{Says, SweepEvidence};
use crate::result::claim::{ClaimOutcome, Evidence};
use crate::result::derivation::{CheckedDerivation, Derivation};
use crate::result::formulas::{DecidedClaim, Formulas};
use crate::source::Sources;
use crate::study::axes::{Axes, Fixed};
use crate::study::derived::{Derivations, evidence, expression_of};
use crate::study::role::Role;
use crate::syntax::ast::{Claim, ClaimKind, Expr, Growth};

/// Above every least value that a formula assumes.
const LARGE: i128 = i64::MAX as i128;

/// What `pram check` reports about a program with shared memory, as data: the accesses, the formulas that were derived,
/// and what both say to the claims.
pub fn report(checked: &check::Checked, name: &str, sources: &Sources) -> Check {
    let mut check = Check::new(&checked.examined(), name, sources);
    let decided = decide(
        checked.derivation.clone().unwrap_or_default(),
        (&checked.claims, &checked.claimed_runs),
        checked.machine,
        sources,
    );
    check.claims = decided.claims;
    if checked.derivation.is_some() {
        check.formulas = Some(decided.formulas);
    }
    check.claims.extend(checked.claims_of_models(sources));
    check.claims.sort_by_key(|claim| claim.line);
    check
}

/// The same for the terminal.
pub fn text(check: &Check, checked: &check::Checked, shown: Shown, sources: &Sources) -> String {
    let mut text = text::check::text(check, &checked.examined(), shown, sources);
    if let Some(derivation) = &checked.derivation {
        text.push_str(&text::check::derived(derivation, shown, sources));
    }
    text + &text::check::claims(&check.claims)
}

/// How a check ends that found this, if it found something wrong.
pub fn status(check: &Check, checked: &check::Checked) -> Option<Status> {
    let is_refuted = check.claims.iter().any(|claim| claim.holds == Some(false));
    if checked.breaks_rule() {
        Some(Status::Access)
    } else {
        is_refuted.then_some(Status::Program)
    }
}

/// What is derived of a program, and what that says to its claims.
struct Decided {
    formulas: Formulas,
    /// About T, W and C.
    claims: Vec<DecidedClaim>,
}

/// Decides what can be decided of the claims of a file. Claims without a unit are in the first one of
/// the machine.
fn decide(
    derivation: Derivation,
    (claims, runs): (&[Claim], &[ClaimedRun]),
    machine: MachineKind,
    sources: &Sources,
) -> Decided {
    let derivations = Derivations::of(derivation, &[], sources);
    let units = machine.row().units;
    let decided = claims
        .iter()
        .filter_map(|claim| decided(claim, &derivations, runs, units, sources));
    Decided {
        claims: decided.collect(),
        formulas: derivations.formulas,
    }
}

/// What the formulas say to a claim about a measure.
fn decided(
    claim: &Claim,
    derivations: &Derivations,
    runs: &[ClaimedRun],
    units: &'static [Unit],
    sources: &Sources,
) -> Option<DecidedClaim> {
    let (measure, unit) = match &claim.kind {
        ClaimKind::Exact { measure, unit, .. } | ClaimKind::Growth { measure, unit, .. } => {
            (*measure, unit.unwrap_or(units[0]))
        }
        ClaimKind::Model(_) => return None,
    };
    let text = sources.text(claim.span);
    let mut decided = DecidedClaim {
        claim: text.split_whitespace().collect::<Vec<_>>().join(" "),
        line: sources.position(claim.span).line,
        holds: None,
        evidence: SweepEvidence::NotDerived.into(),
    };
    let failed = failure(claim, runs);
    if let Some((compared, holds_for)) = derivations.found(measure.in_unit(unit)) {
        let mut shown = evidence(measure, compared, holds_for);
        let formula = match &claim.kind {
            ClaimKind::Exact { formula, .. } | ClaimKind::Growth { formula, .. } => Some(formula),
            ClaimKind::Model(_) => None,
        };
        let names = formula.map_or_else(Vec::new, expression::names_in);
        let fixed = |name: &str| {
            let number = of_machine(runs, name).filter(|_| !names.contains(&name));
            number.map(i128::from)
        };
        let other_p = formula.and_then(|it| other_p(measure, compared, it, runs));
        if other_p.is_none() {
            let numbers = with_numbers(compared, &fixed);
            shown
                .says
                .extend(Some(numbers).filter(|all| !all.is_empty()).map(Says::With));
        }
        decided.holds = match &claim.kind {
            ClaimKind::Exact {
                relation, formula, ..
            } => {
                let about = About {
                    fixed: &fixed,
                    is_asynchronous: units.contains(&Unit::Apram),
                };
                let judged = claimed::judge(&compared.found, *relation, formula, &about);
                if let (Some(ClaimVerdict::FailsAt(sizes)), None) = (&judged, &failed) {
                    shown.says.push(Says::AlsoFailsAt(sizes_of(sizes)));
                }
                judged.map(|judged| judged == ClaimVerdict::Holds)
            }
            ClaimKind::Growth {
                growth, formula, ..
            } => grows(compared, *growth, formula, runs, units),
            ClaimKind::Model(_) => None,
        };
        let grows_in = match &claim.kind {
            ClaimKind::Growth { formula, .. } => growing(compared, formula, runs),
            ClaimKind::Exact { .. } | ClaimKind::Model(_) => None,
        };
        let is_beyond = |run: &ClaimedRun| is_beyond(compared, grows_in.as_deref(), run);
        if let Some(why) = other_p {
            decided.holds = None;
            shown.says.push(why);
        }
        // `n >= m` leaves sizes open, however large.
        let needs = &compared.found.assumption.needs;
        let is_open = runs.iter().any(is_beyond)
            || needs.iter().any(|need| matches!(need, Need::Compares(_)))
            || (grows_in.is_none() && starts_behind_runs(compared, runs));
        if decided.holds == Some(true) && is_open {
            decided.holds = None;
            shown.says.push(Says::OthersOpen);
        }
        decided.evidence = SweepEvidence::Derived(shown).into();
    }
    if let Some((at, outcome)) = failed {
        decided.holds = Some(false);
        let in_run = SweepEvidence::RunAt(at, Box::new(outcome.evidence.clone()));
        decided.evidence = Evidence::from(in_run).and(decided.evidence);
    }
    Some(decided)
}

/// The first run in which a claim fails.
fn failure<'r>(claim: &Claim, runs: &'r [ClaimedRun]) -> Option<(String, &'r ClaimOutcome)> {
    runs.iter().find_map(|run| {
        let mut outcomes = run.claims.iter();
        let fails =
            |outcome: &&ClaimOutcome| outcome.span == claim.span && outcome.holds == Some(false);
        Some((run.at(), outcomes.find(fails)?))
    })
}

/// Whether the program came to its end at sizes of another kind than those that a formula assumes. A
/// claim about growth is about large sizes in the names that grow, and about every value of the others.
fn is_beyond(compared: &CheckedDerivation, grows_in: Option<&[String]>, run: &ClaimedRun) -> bool {
    let size = |name: &str| run.numbers.get(name).map(|number| i128::from(*number));
    let found = &compared.found;
    let mut names = found.numbers.by_name.keys();
    let is_known = names.all(|name| size(name).is_some());
    if !is_known {
        return false;
    }
    if claimed::is_narrowed(found) {
        return match grows_in {
            Some(_) => !claimed::is_of_kind(found, &size),
            None => !claimed::applies(found, &size),
        };
    }
    let large = |name: &str| match grows_in {
        Some(grows_in) if grows_in.iter().any(|other| other == name) => Some(LARGE),
        _ => size(name),
    };
    grows_in.is_some() && !claimed::applies(found, &large)
}

/// Why a formula decides no claim whose p is another number than its own: the formula is about a given number
/// of processors, or about an input called p; the claim about as many processors as the program asks for.
fn other_p(
    measure: Measure,
    compared: &CheckedDerivation,
    claimed: &Expr,
    runs: &[ClaimedRun],
) -> Option<Says> {
    compared.found.numbers.by_name.get("p")?;
    let is_input = matches!(compared.found.processors, ProcessorCount::Number(_));
    let is_of_machine = !is_input && (runs.is_empty() || is_given(runs, "p"));
    let names_p = expression::names_in(claimed).contains(&"p");
    if names_p && !is_of_machine {
        Some(Says::OfInputP)
    } else if !names_p && is_of_machine && measure != Measure::W {
        Some(Says::OfGivenP)
    } else {
        None
    }
}

/// Whether the machine has a number whatever the sizes are.
fn is_given(runs: &[ClaimedRun], name: &str) -> bool {
    runs.iter().any(|run| run.given.contains(&name))
}

/// Whether sizes that are too small for a formula lie above those that were run.
fn starts_behind_runs(compared: &CheckedDerivation, runs: &[ClaimedRun]) -> bool {
    if claimed::is_narrowed(&compared.found) {
        return false;
    }
    let mut symbols = compared.found.numbers.symbols.iter();
    symbols.any(|(symbol, least)| {
        let run = runs.iter().filter_map(|run| run.numbers.get(&*symbol.name));
        let largest = run.map(|number| i128::from(*number)).max();
        largest.is_some_and(|largest| largest + 1 < *least)
    })
}

/// The numbers of a formula that have one value only.
fn with_numbers(
    compared: &CheckedDerivation,
    fixed: &dyn Fn(&str) -> Option<i128>,
) -> Vec<(String, i128)> {
    let cost = compared.cost();
    let expressions = [&cost.lower, &cost.upper].map(expression_of);
    let names: BTreeSet<&str> = (expressions.iter().flatten())
        .flat_map(expression::names_in)
        .collect();
    let numbers = names.into_iter();
    numbers
        .filter_map(|name| Some((name.to_owned(), fixed(name)?)))
        .collect()
}

/// A number of the machine, its processors or times, where it is the same in all runs.
fn of_machine(runs: &[ClaimedRun], name: &str) -> Option<i64> {
    let mut numbers = runs.iter().map(|run| {
        let number = run.numbers.get(name).copied();
        number.filter(|_| run.given.contains(&name))
    });
    let first = numbers.next()??;
    numbers.all(|number| number == Some(first)).then_some(first)
}

/// The names in which a measure is claimed to grow: those of the claim, and of its formula all but the
/// times of the machine.
fn growing(
    compared: &CheckedDerivation,
    claimed: &Expr,
    runs: &[ClaimedRun],
) -> Option<Vec<String>> {
    let cost = compared.cost();
    let (lower, upper) = (expression_of(&cost.lower)?, expression_of(&cost.upper)?);
    let mut names: Vec<String> = Vec::new();
    let of_claim = expression::names_in(claimed);
    let of_formula = (expression::names_in(&lower).into_iter())
        .chain(expression::names_in(&upper))
        .filter(|name| of_machine(runs, name).is_none());
    for name in of_claim.into_iter().chain(of_formula) {
        if !names.iter().any(|other| other == name) {
            names.push(name.to_owned());
        }
    }
    Some(names)
}

/// Whether a measure grows as it is claimed to, in all the names of its formula and of the claim.
fn grows(
    compared: &CheckedDerivation,
    growth: Growth,
    claimed: &Expr,
    runs: &[ClaimedRun],
    units: &'static [Unit],
) -> Option<bool> {
    let cost = compared.cost();
    let (lower, upper) = (expression_of(&cost.lower)?, expression_of(&cost.upper)?);
    let mut names = growing(compared, claimed, runs)?;
    let is_size = |name: &str| compared.found.numbers.by_name.contains_key(name);
    if !names.iter().all(|name| is_size(name)) {
        return None;
    }
    if names.is_empty() {
        // Constants are of one class in whatever name.
        names.push("n".to_owned());
    }
    let role = |name: &str| match name {
        "p" if is_given(runs, name) => Role::Processors,
        "d" if is_given(runs, name) => Role::Delay,
        "B" if is_given(runs, name) => Role::Barrier,
        _ => Role::Input,
    };
    let varied = names.iter().map(|name| (name.clone(), role(name)));
    let axes = Axes::new(varied.collect(), Fixed::default(), units);
    let constant = |name: &str| Some((name.to_owned(), of_machine(runs, name)?));
    let is_constant = |name: &&str| !names.iter().any(|other| other == name);
    let constants = ["p"]
        .iter()
        .chain(MachineKind::Apram.row().numbers)
        .copied()
        .filter(is_constant);
    let constants: Vec<_> = constants.filter_map(constant).collect();
    let class = |of: &Expr| -> Option<GrowthClass> { axes.class_of_formula(of, &constants) };
    let claimed = class(claimed)?;
    let bounds = [class(&lower), class(&upper)];
    match decided_growth(growth, &claimed, [&bounds[0], &bounds[1]]) {
        (_, true) => Some(false),
        (true, _) => Some(true),
        _ => None,
    }
}
