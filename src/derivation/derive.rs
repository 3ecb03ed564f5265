//! Derives a measure of a program under the weakest assumption that gives a formula.

use std::sync::Arc;

use super::cost::CostBounds;
use super::obstacle::{Helpful, Need, Obstacle, Reason};
use super::subject::{Assumption, DerivedCost, NoFormula, ProcessorCount, Subject, roughness};
use super::walker::DerivedMeasure;
use crate::derivation::algebra::formula::Radix;
use crate::source::Span;

/// The largest least value that is tried for all numbers together.
const LARGEST_LEAST: i128 = 3;
/// How far the least value of a number that conditions raised is lowered again.
const MOST_STEPS_BACK: usize = 4;
/// Least values are lowered one by one if the program has at most this many numbers.
const MOST_LOWERED: usize = 4;
/// How often least values are raised to where conditions are decided.
const MOST_RAISED: usize = 2;
/// How many of the assumptions that loops suggested are tried.
const MOST_HELPFUL: usize = 3;
/// The most inputs and statements together of a program that is derived: the time grows with the square
/// of their number.
const LONGEST_PROGRAM: usize = 1500;
/// The most branches of which either side may be taken.
const MOST_OPEN: usize = 4;
/// The most assumptions about classes of numbers.
const MOST_NEEDS: usize = 4;

/// Derives the formula of a measure. The assumptions in `assumed` are kept unless the only formula found
/// is one for all sizes.
pub fn derive(
    subject: &Subject<'_>,
    counted: DerivedMeasure,
    assumed: &[Need],
) -> Result<DerivedCost, NoFormula> {
    let found = assuming(subject, counted, assumed);
    if assumed.is_empty() || (found.as_ref()).is_ok_and(|found| found.cost.is_exact()) {
        return found;
    }
    match under(
        subject,
        counted,
        Assumption::default(),
        &mut Helpful::default(),
    ) {
        Ok(general)
            if general.assumption.needs.is_empty()
                && (general.cost.is_exact() || found.is_err()) =>
        {
            Ok(general)
        }
        _ => found,
    }
}

/// Derives a measure under the given assumptions, and further ones if they are needed.
fn assuming(
    subject: &Subject<'_>,
    counted: DerivedMeasure,
    assumed: &[Need],
) -> Result<DerivedCost, NoFormula> {
    if subject.inputs.len() + subject.statements() > LONGEST_PROGRAM {
        let entry = &subject.program.algorithms[subject.program.entry.index()];
        return Err(NoFormula {
            span: entry.span,
            reason: Reason::Effort,
        });
    }
    let mut helpful = Helpful::default();
    let first = under(subject, counted, Assumption::of(assumed), &mut helpful);
    let asks_for_shares = || {
        let mut needs = helpful.needs.iter();
        needs.any(|need| matches!(need, Need::Divides(_, Radix::Name(_))))
    };
    let may_be_exact = match &first {
        Ok(found) => !found.cost.is_exact() && (found.is_coarse || asks_for_shares()),
        Err(without) => !depends_on_data(&without.reason) || !helpful.needs.is_empty(),
    };
    if !may_be_exact {
        return first;
    }
    // For powers of two, rounded values that have no closed sum may disappear.
    let names = subject.names();
    let single = names.iter().map(|name| vec![Need::power_of_two(name)]);
    let all = names.iter().map(Need::power_of_two);
    let all: Vec<Need> = all.collect();
    let undecided = helpful.undecided;
    let helpful = helpful.needs.into_iter().filter(|need| !all.contains(need));
    let helpful = helpful.take(MOST_HELPFUL).map(|need| vec![need]);
    // n = 4^k is a special case of n = 2^k.
    let is_of_two = |needs: &Vec<Need>| needs.iter().all(Need::is_power_of_a_power_of_two);
    let (narrower, mut attempts): (Vec<_>, Vec<_>) = helpful.partition(is_of_two);
    // Quotients by a number of processors that is a power of two as well.
    let shares = attempts.iter().filter_map(|needs| match needs.as_slice() {
        [Need::Divides(_, Radix::Name(by))] => Some([&[Need::power_of_two(by)], &**needs].concat()),
        _ => None,
    });
    let shares: Vec<Vec<Need>> = shares.collect();
    attempts.extend(single);
    attempts.extend(narrower);
    attempts.extend(shares);
    if names.len() > 1 {
        attempts.push(all.clone());
    }
    // Brent's theorem divides by the number of processors of the machine.
    if subject.processors == ProcessorCount::Any
        && let [processors, size] = names.as_slice()
    {
        let divides = Need::Divides(Arc::clone(size), Radix::Name(Arc::clone(processors)));
        attempts.push(all.into_iter().chain([divides]).collect());
    }
    let with = |attempt: &[Need]| {
        let needs = Assumption::of(&[assumed, attempt].concat());
        let mut helpful = Helpful::default();
        under(subject, counted, needs, &mut helpful)
            .ok()
            .filter(|found| found.cost.is_exact() || first.is_err())
            .filter(DerivedCost::holds_for_several)
            .ok_or(helpful)
    };
    // With several powers, the result may depend on which one is larger.
    let mut ordered = None;
    let mut bounds = None;
    for attempt in attempts {
        match with(&attempt) {
            Ok(found) if found.cost.is_exact() => return Ok(found),
            Ok(found) => bounds = bounds.or(Some(found)),
            Err(helpful) if attempt.len() > 1 => {
                let mut needs = helpful.needs.into_iter();
                let compares = needs.find(|need| matches!(need, Need::Compares(_)));
                ordered = ordered.or(compares.map(|need| [attempt, vec![need]].concat()));
            }
            Err(_) => {}
        }
    }
    if let Some(found) = ordered.and_then(|attempt| with(&attempt).ok()).or(bounds) {
        return Ok(found);
    }
    first.or_else(|without| with_open(subject, counted, assumed, undecided).ok_or(without))
}

/// Bounds that cover both sides of branches that sizes do not decide, beginning with the branch
/// `undecided`.
fn with_open(
    subject: &Subject<'_>,
    counted: DerivedMeasure,
    assumed: &[Need],
    mut undecided: Option<Span>,
) -> Option<DerivedCost> {
    let mut assumption = Assumption::of(assumed);
    while assumption.open.len() < MOST_OPEN {
        assumption.open.push(undecided?);
        let mut helpful = Helpful::default();
        if let Ok(found) = under(subject, counted, assumption.clone(), &mut helpful) {
            return Some(found);
        }
        undecided = (helpful.undecided).filter(|span| !assumption.open.contains(span));
    }
    None
}

/// The product of two measures under an assumption under which both are derived.
pub fn product(
    subject: &Subject<'_>,
    [one, other]: [DerivedMeasure; 2],
    assumption: &Assumption,
) -> Result<DerivedCost, NoFormula> {
    let entry = &subject.program.algorithms[subject.program.entry.index()];
    let without = |obstacle| match obstacle {
        Obstacle::Reason(span, reason) => NoFormula { span, reason },
        _ => NoFormula {
            span: entry.span,
            reason: Reason::Branch,
        },
    };
    let one = subject
        .follow(one, assumption, &mut Helpful::default())
        .map_err(without)?;
    let other = subject
        .follow(other, assumption, &mut Helpful::default())
        .map_err(without)?;
    let cost = (one.cost.lower.times(&other.cost.lower))
        .zip(one.cost.upper.times(&other.cost.upper))
        .map(|(lower, upper)| CostBounds { lower, upper });
    let cost = cost.ok_or(NoFormula {
        span: entry.span,
        reason: Reason::TooLarge,
    })?;
    Ok(DerivedCost {
        cost,
        lines: Vec::new(),
        used: one.used.union(&other.used).cloned().collect(),
        ..one
    })
}

/// Whether no assumption about sizes can remove this reason.
fn depends_on_data(reason: &Reason) -> bool {
    matches!(
        reason,
        Reason::Effort
            | Reason::Iterations(_)
            | Reason::Endless
            | Reason::NoStep
            | Reason::NameOfMachine(_)
            | Reason::DependsOn(_)
            | Reason::Recursion(_)
            | Reason::Mutual(_)
            | Reason::Unfollowed(_)
    )
}

/// Derives under an assumption, which is extended as needed. Chooses the least sizes for which the
/// formula is simplest; larger ones if conditions on sizes are decided only there.
fn under(
    subject: &Subject<'_>,
    counted: DerivedMeasure,
    mut assumption: Assumption,
    helpful: &mut Helpful,
) -> Result<DerivedCost, NoFormula> {
    let mut found = for_small_sizes(subject, counted, &mut assumption, helpful);
    for _ in 0..MOST_RAISED {
        let rough = (found.as_ref()).map_or(usize::MAX, |found| rank(&found.cost));
        // At larger sizes a condition may be decided, or which of several values is the maximum or
        // minimum.
        let is_plain = (found.as_ref())
            .is_ok_and(|found| found.cost.is_exact() && !found.cost.upper.holds_extreme());
        helpful.leasts.retain(|_, least| *least > LARGEST_LEAST);
        if is_plain || helpful.leasts == assumption.raised || subject.memory.is_exhausted() {
            break;
        }
        assumption.raised.clone_from(&helpful.leasts);
        let other = for_small_sizes(subject, counted, &mut assumption, helpful);
        let is_plainer = |other: &DerivedCost| other.cost.is_exact() && rank(&other.cost) < rough;
        if found.is_err() || other.as_ref().is_ok_and(is_plainer) {
            found = other;
        }
    }
    found.map(|found| for_less_raised(subject, counted, found))
}

/// Lowers the least sizes that conditions asked for as long as the formula stays the same.
fn for_less_raised(
    subject: &Subject<'_>,
    counted: DerivedMeasure,
    found: DerivedCost,
) -> DerivedCost {
    let mut best = found;
    for name in best.assumption.raised.clone().into_keys() {
        for _ in 0..MOST_STEPS_BACK {
            let mut lowered = best.assumption.clone();
            let raised = lowered.raised.entry(Arc::clone(&name)).or_default();
            *raised -= 1;
            if *raised < lowered.least {
                break;
            }
            match subject.follow(counted, &lowered, &mut Helpful::default()) {
                Ok(other) if other.cost == best.cost && other.given == best.given => best = other,
                _ => break,
            }
        }
    }
    best
}

/// Tries least sizes from 0 up to [`LARGEST_LEAST`] for all numbers that are not raised individually.
fn for_small_sizes(
    subject: &Subject<'_>,
    counted: DerivedMeasure,
    assumption: &mut Assumption,
    helpful: &mut Helpful,
) -> Result<DerivedCost, NoFormula> {
    let entry = &subject.program.algorithms[subject.program.entry.index()];
    let without = |span, reason| NoFormula { span, reason };
    let mut best: Option<(usize, DerivedCost)> = None;
    let mut last_without = without(entry.span, Reason::Branch);
    assumption.least = 0;
    while assumption.least <= LARGEST_LEAST {
        match subject.follow(counted, assumption, helpful) {
            Ok(found) => {
                let rough = rank(&found.cost);
                if best.as_ref().is_none_or(|(least, _)| rough < *least) {
                    best = Some((rough, found));
                }
                if rough == 0 {
                    break;
                }
            }
            Err(Obstacle::Need(need)) => {
                if assumption.needs.contains(&need) || assumption.needs.len() >= MOST_NEEDS {
                    return Err(without(entry.span, Reason::NotWhole));
                }
                assumption.needs.push(need);
                // These bounds were found for symbols that are now replaced.
                assumption.raised.clear();
                helpful.leasts.clear();
                assumption.least = 0;
                continue;
            }
            Err(Obstacle::Reason(span, reason)) => {
                if reason == Reason::Effort || subject.memory.is_exhausted() {
                    last_without = without(span, Reason::Effort);
                    break;
                }
                // At small sizes the reason is usually just that a loop has no iterations.
                last_without = without(span, reason);
            }
            Err(Obstacle::Split(..) | Obstacle::Exit(..) | Obstacle::Residues(..)) => {}
        }
        assumption.least += 1;
    }
    match best {
        Some((_, found)) => Ok(for_smaller(subject, counted, found, helpful)),
        None => Err(last_without),
    }
}

/// Lowers the least values of single numbers as long as the formula stays the same: all of them were
/// raised together.
fn for_smaller(
    subject: &Subject<'_>,
    counted: DerivedMeasure,
    found: DerivedCost,
    helpful: &mut Helpful,
) -> DerivedCost {
    let least = found.assumption.least;
    let symbols = found.numbers.symbols.iter();
    let names: Vec<Arc<str>> = symbols
        .map(|(symbol, _)| Arc::clone(&symbol.name))
        .collect();
    if least == 0 || !(2..=MOST_LOWERED).contains(&names.len()) {
        return found;
    }
    let mut best = found;
    let own = best.assumption.raised.clone();
    let mut assumption = best.assumption.clone();
    assumption.least = 0;
    for name in &names {
        let raised = assumption.raised.entry(Arc::clone(name)).or_default();
        *raised = least.max(*raised);
    }
    for name in names {
        // There is at least one processor.
        let smallest = i128::from(subject.processors == ProcessorCount::Any && *name == *"p");
        for lower in own.get(&name).copied().unwrap_or(smallest)..least {
            let mut lowered = assumption.clone();
            lowered.raised.insert(Arc::clone(&name), lower);
            match subject.follow(counted, &lowered, helpful) {
                // For smaller values an assertion of the file may exclude more.
                Ok(other) if other.cost == best.cost && other.given == best.given => {
                    (assumption, best) = (lowered, other);
                    break;
                }
                _ => {}
            }
        }
    }
    best
}

/// Orders results: exact formulas first, then by the number of rounded values.
fn rank(cost: &CostBounds) -> usize {
    let bounded = usize::from(!cost.is_exact()) * 1000;
    bounded + roughness(&cost.lower) + roughness(&cost.upper)
}
