//! Evidence over many sizes in words.

use std::fmt::{self, Display, Write as _};

use super::equations;
use crate::complexity::levelling::FEWEST;
use crate::result::claim::optimality::{Optimality, ShownCounts};
use crate::result::claim::sweep::{
    CountAndClaim, FormulaReach, KnownFormula, OpenRatios, ProvedFormula, Ratios, RatiosAlong,
    Says, ShownRatios, SweepEvidence, Trend, Undecided,
};
use crate::result::study::Size;
use crate::syntax::ast::Relation;

const AS_ASKED: &str = ", on as many processors as the program asks for";

impl Display for SweepEvidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Needs(model) => write!(f, "a run needs {model}"),
            Self::NeedsOtherMachine => {
                f.write_str("a run needs another machine: processors met in a cell, and one wrote")
            }
            Self::IllegalAccess(message) => {
                write!(f, "a run ended with an illegal access: {message}")
            }
            Self::Legal(sizes) => write!(f, "observed on {}", all_of(*sizes)),
            Self::NoValue { at, reason, others } => {
                write!(f, "it has no value at {}: {reason}", size_text(at))?;
                match others {
                    0 => Ok(()),
                    1 => f.write_str(", and at another size"),
                    more => write!(f, ", and at {more} other sizes"),
                }
            }
            Self::Holds {
                sizes,
                as_asked,
                tightest,
            } => {
                let as_asked = if *as_asked { AS_ASKED } else { "" };
                write!(f, "it holds on {}{as_asked}", all_of(*sizes))?;
                match tightest {
                    Some(one) => write!(f, "; tightest: {}", one.related(one.relation.sign())),
                    None => Ok(()),
                }
            }
            Self::Fails {
                first,
                not_whole,
                failing,
                sizes,
            } => {
                match first.relation {
                    Relation::Equal => write!(
                        f,
                        "claimed {}, measured {} at {}",
                        first.claimed,
                        first.measured,
                        size_text(&first.at)
                    )?,
                    Relation::AtMost | Relation::AtLeast => {
                        f.write_str(&first.related(first.relation.opposite()))?;
                    }
                }
                if let Some(reason) = not_whole {
                    write!(f, ": {reason}")?;
                }
                write!(f, "; it fails on {failing} of {sizes} sizes")
            }
            Self::TooClose(one) => write!(
                f,
                "measured {} and claimed {} at {} are too close to tell with doubles",
                one.measured,
                one.claimed,
                size_text(&one.at)
            ),
            Self::Formula(known) => known.fmt(f),
            Self::LikelyClass {
                formula,
                as_asked,
                class,
                holds,
            } => {
                let as_asked = if *as_asked { AS_ASKED } else { "" };
                let says = says(*holds);
                write!(
                    f,
                    "{formula}{as_asked}, which is {class} if this continues: {says}"
                )
            }
            Self::Undecided(why) => why.fmt(f),
            Self::Ratios(ratios) => ratios.fmt(f),
            Self::Derived(derived) => derived.fmt(f),
            Self::DerivedForSome(derived, others) => {
                write!(
                    f,
                    "{derived}: it holds for these sizes; for others: {others}"
                )
            }
            Self::NotDerived => f.write_str("no formula was derived for this measure"),
            Self::RunAt(size, evidence) => write!(f, "at {size}: {evidence}"),
        }
    }
}

impl CountAndClaim {
    fn related(&self, sign: &str) -> String {
        let (measured, claimed, at) = (&self.measured, self.claimed, size_text(&self.at));
        format!("measured {measured} {sign} {claimed} at {at}")
    }
}

impl Display for KnownFormula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { of, formula, reach } = self;
        match reach {
            FormulaReach::DerivedFor(inputs) => write!(f, "derived: {of} = {formula} for {inputs}"),
            FormulaReach::FoundOn(sizes) => write!(f, "found: {of} = {formula} on all {sizes}"),
        }
    }
}

impl Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OnlyBound(name, class) => {
                write!(f, "all that is proved of {name} is that it is {class}")
            }
            Self::Formula(known, Some(reason)) => write!(f, "{known}, but {reason}"),
            Self::Formula(known, None) => known.fmt(f),
            Self::NoFormula(name) => write!(f, "no formula for {name} is derived or found"),
            Self::ClaimedClass => f.write_str("the class of what is claimed is not known"),
            Self::Classes => f.write_str("the classes do not decide it"),
            Self::Derived(derived, Some(class)) => {
                write!(f, "{derived}, which is {class} and does not decide it")
            }
            Self::Derived(derived, None) => write!(f, "{derived}, whose class is not known"),
        }
    }
}

impl Display for ProvedFormula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, lower, holds_for) = (self.measure.name(), &self.lower, &self.holds_for);
        match &self.upper {
            None => write!(f, "derived: {name} = {lower} for {holds_for}")?,
            Some(upper) => write!(f, "derived: {lower} ≤ {name} ≤ {upper} for {holds_for}")?,
        }
        self.says.iter().try_for_each(|says| says.fmt(f))
    }
}

impl Display for Says {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Class(class, fixed) if fixed.is_empty() => write!(f, ", which is {class}"),
            Self::Class(class, fixed) => {
                write!(f, ", which is {class} with {} fixed", fixed.join(", "))
            }
            Self::Ratio(last) => write!(f, "; the ratio measured/claimed tends to {last:.3}"),
            Self::With(numbers) => write!(f, ", with {}", equations(pairs(numbers))),
            Self::FailsAt(sizes) => write!(f, ": it fails at {}", equations(pairs(sizes))),
            Self::AlsoFailsAt(sizes) => write!(f, "; it fails at {}", equations(pairs(sizes))),
            Self::OfInputP => {
                f.write_str(", of the input p; in claims p is the number of processors")
            }
            Self::OfGivenP => {
                f.write_str(", for a given p: it decides claims that name p, and those about work")
            }
            Self::OthersOpen => f.write_str(", where it holds; other sizes are open"),
        }
    }
}

impl Display for Ratios {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(holds) = self.holds {
            write!(f, "{}: ", says(holds))?;
        }
        let name = &self.name;
        match &self.shown {
            ShownRatios::AlongOne(trend, ends) => {
                write!(f, "{name} {}", does(*trend))?;
                let ends = ends
                    .iter()
                    .map(|(ratio, at)| format!("{ratio:.3} at {}", size_text(at)));
                let ends: Vec<String> = ends.collect();
                if ends.is_empty() {
                    return Ok(());
                }
                write!(f, ": {}", ends.join(", "))
            }
            ShownRatios::Decided(sides) => {
                let sides = sides
                    .iter()
                    .map(|along| format!("{name}: {}", joined(along)));
                f.write_str(&sides.collect::<Vec<_>>().join("; "))
            }
            ShownRatios::Open(reasons) if reasons.is_empty() => {
                write!(f, "{name} shows neither: no ratio has a value")
            }
            ShownRatios::Open(reasons) => write!(f, "{name} shows neither: {}", joined(reasons)),
        }
    }
}

impl Display for RatiosAlong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "along {} it {}", self.label, does(self.trend))?;
        let Some([first, last]) = self.ends else {
            return Ok(());
        };
        let word = if self.is_least { "at least" } else { "at most" };
        let (at, last_at) = (first.0, last.0);
        write!(
            f,
            ", {word} {:.3} at {at} and {:.3} at {last_at}",
            first.1, last.1
        )
    }
}

impl Display for OpenRatios {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unclear(along) => along.fmt(f),
            Self::Bounded(along, by) => write!(
                f,
                "{along}, where {} is at most {by}; larger sizes on as many elements for each \
                 processor would decide",
                along.label
            ),
            Self::TooFew(label, values) => write!(
                f,
                "{label} takes {values} values, and a trend shows on {FEWEST} at least"
            ),
        }
    }
}

impl Display for Optimality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSequential(word) => write!(
                f,
                "SU is not known: `{word} NAME;` in the file or `--sequential FORMULA` gives it"
            ),
            Self::SequentialNotRun(why) => {
                write!(f, "SU is not known: {why}; `--sequential FORMULA` gives it")
            }
            Self::UnknownIn(unit) => {
                let (unit, key) = (unit.name(), unit.key());
                write!(
                    f,
                    "SU is not known in {unit}: `--sequential '{key} = …'` gives it"
                )
            }
            Self::WorkAtMostCost(unknown) => write!(f, "W ≤ C on every size; {unknown}"),
            Self::Classes {
                measure,
                own,
                sequential,
                is_at_most,
                is_derived,
            } => {
                let measure = measure.name();
                let relation = if *is_at_most {
                    ", and "
                } else {
                    " grows faster than "
                };
                let classes = format!("{measure} = {own}{relation}SU = {sequential}");
                if *is_derived {
                    write!(f, "derived: {classes}")
                } else {
                    let says = says(*is_at_most);
                    write!(f, "if this continues, {classes}: {says}")
                }
            }
            Self::Ratios(why, ratios) => write!(f, "{why}; {ratios}"),
            Self::Broken(counts) => write!(
                f,
                "{counts}: there is a faster sequential algorithm, namely this one on one processor"
            ),
            Self::InOrder => f.write_str("SU ≤ W ≤ C on every size asked for"),
            Self::InOrderWithoutSequential => {
                f.write_str("W ≤ C on every size asked for; SU is not known in this unit")
            }
            Self::BrokenIn(unit, counts) => write!(f, "not so in {}: {counts}", unit.name()),
            Self::UpTo(class) => write!(f, "it is cost-optimal up to p = Θ({class})"),
        }
    }
}

impl Display for ShownCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (
            at,
            Self {
                sequential,
                work,
                cost,
                ..
            },
        ) = (size_text(&self.at), self);
        write!(f, "at {at} SU = {sequential}, W = {work}, C = {cost}")
    }
}

/// Whether sizes speak for something or against it.
fn says(holds: bool) -> &'static str {
    if holds {
        "consistent with it"
    } else {
        "these sizes speak against it"
    }
}

fn does(trend: Trend) -> &'static str {
    match trend {
        Trend::Falls => "falls",
        Trend::Sinks => "does not grow",
        Trend::Levels => "levels off",
        Trend::Grows => "keeps growing",
        Trend::Unclear => "does not show a clear trend",
    }
}

/// `n = 16, p = 4`
pub fn size_text(size: &Size) -> String {
    equations(size)
}

fn pairs(numbers: &[(String, i128)]) -> impl Iterator<Item = (&String, &i128)> {
    numbers.iter().map(|(name, value)| (name, value))
}

fn joined(items: &[impl Display]) -> String {
    let mut text = String::new();
    for (index, item) in items.iter().enumerate() {
        let _ = write!(text, "{}{item}", if index == 0 { "" } else { "; " });
    }
    text
}

/// `all 24 sizes`
fn all_of(sizes: usize) -> String {
    match sizes {
        1 => "the one size".to_owned(),
        _ => format!("all {sizes} sizes"),
    }
}
