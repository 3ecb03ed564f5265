//! The conditions under which a class may be stated for a formula that reproduces every count.

use std::collections::BTreeSet;

use super::atom::{Atom, AtomArgument, Function};
use super::class::GrowthClass;
use super::closed_form::ClosedForm;
use super::further::goes_on;
use super::joint::{Pairs, UnmetPair};
use super::residues::{Tried, Unmet};
use super::series::{Point, Series};
use super::tree::Tree;

/// Why no class is stated for an exact formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unearned {
    /// Sizes with certain residues did not confirm the formula.
    Unmet(Unmet),
    /// Sizes with a certain pair of residues of two names did not confirm the formula.
    UnmetPair(UnmetPair),
    /// The formula becomes negative or falls below 1, so it holds for these sizes only.
    Ends,
    /// This term takes so few values at these sizes that it only separates small sizes from large ones.
    Flat(String),
    /// The formula is constant: a quantity that does not grow at these sizes may grow at larger ones.
    Constant,
}

/// The number of values that ⌈log n⌉ and the levels of a tree have to take.
const FEWEST_LOGARITHMS: usize = 3;
/// The number of sizes at which ⌈log(n − 1)⌉ has to differ from ⌈log n⌉.
const FEWEST_DIFFERENT: usize = 2;

/// The class of a form that reproduces every count of a series from the size `from` on. It is stated if
/// the sizes tried for each name cover all residues that the program accepts and, for two names, all
/// pairs of residues; `refused` contains the sizes that the program does not accept.
pub fn earned(
    form: &ClosedForm,
    series: &Series,
    tried: &[Tried],
    refused: &[Vec<i64>],
    from: Option<i64>,
    class: impl FnOnce() -> Option<GrowthClass>,
) -> Result<GrowthClass, Unearned> {
    for (place, tried) in tried.iter().enumerate() {
        let from = from.filter(|_| place == 0).unwrap_or(i64::MIN);
        let unmet = tried.unmet(from);
        if !unmet.is_sufficient() {
            return Err(Unearned::Unmet(unmet));
        }
    }
    if let [one, two] = tried {
        let pair = |at: &[i64]| [at[0], at[1]];
        let pairs = Pairs {
            ran: (series.points.iter().chain(&series.beside))
                .map(|point| pair(&point.at))
                .collect(),
            refused: refused.iter().map(|at| pair(at)).collect(),
            second_is_bounded: series.second_is_bounded,
        };
        if let Some(unmet) = pairs.unmet([&one.name, &two.name]) {
            return Err(Unearned::UnmetPair(unmet));
        }
    }
    if form.terms.iter().all(|(_, term)| term.factors.is_empty()) {
        return Err(Unearned::Constant);
    }
    if let Some(flat) = flat(form, series, from) {
        return Err(Unearned::Flat(flat));
    }
    if !goes_on(form, series) {
        return Err(Unearned::Ends);
    }
    class().ok_or(Unearned::Ends)
}

/// A term that takes few values at these sizes. ⌊log log n⌋ is 2 up to n = 255 and 3 up to 65535, so any
/// two formulas can be joined by it; ⌈log n/log 32⌉ is 1 up to n = 32 and 2 up to 1024, so it only tells
/// whether n > 32; and on powers of two ⌈log(n − 1)⌉ is log n except for n = 2.
fn flat(form: &ClosedForm, series: &Series, from: Option<i64>) -> Option<String> {
    let points = series.points.iter().chain(&series.beside);
    let followed = points.filter(|point| from.is_none_or(|from| point.at[0] >= from));
    let followed: Vec<&Point> = followed.collect();
    let varies = |variable: u8| {
        let place = usize::from(variable);
        followed
            .windows(2)
            .any(|two| two[0].at[place] != two[1].at[place])
    };
    let is_flat = |atom: &Atom| {
        // Other slowly growing functions take the same values as log log n.
        if matches!(
            atom.function,
            Function::LogLog | Function::CeilingLogLog | Function::FloorLogLog
        ) {
            return true;
        }
        let is_constant = match atom.argument {
            AtomArgument::Variable(variable) => !varies(variable),
            AtomArgument::Quotient(over, under) => !varies(over) && !varies(under),
            AtomArgument::Tree(_, leaves, children) => !varies(leaves) && !varies(children),
        };
        // An atom of a name that does not vary is a constant.
        if is_constant {
            return false;
        }
        if atom.function == Function::CeilingLogBefore {
            let plain = Atom {
                function: Function::CeilingLog,
                ..*atom
            };
            let differs = |point: &&&Point| plain.exact(&point.at) != atom.exact(&point.at);
            return followed.iter().filter(differs).count() < FEWEST_DIFFERENT;
        }
        let fewest = fewest_values(*atom);
        let values = followed.iter().filter_map(|point| atom.exact(&point.at));
        values.collect::<BTreeSet<_>>().len() < fewest
    };
    let mut atoms = form.terms.iter().flat_map(|(_, term)| &term.factors);
    let (flat, _) = atoms.find(|(atom, _)| is_flat(atom))?;
    Some(flat.text(&series.variables))
}

/// The number of values that a function has to take before it can describe growth.
fn fewest_values(atom: Atom) -> usize {
    let is_levels = matches!(atom.argument, AtomArgument::Tree(Tree::Levels, ..));
    match atom.function {
        Function::CeilingLog
        | Function::FloorLog
        | Function::NextTwoPower
        | Function::LastTwoPower => FEWEST_LOGARITHMS,
        Function::Identity if is_levels => FEWEST_LOGARITHMS,
        Function::Identity
        | Function::Ceiling
        | Function::Floor
        | Function::CeilingHalf
        | Function::FloorHalf
        | Function::Log
        | Function::CeilingLogBefore
        | Function::LogLog
        | Function::CeilingLogLog
        | Function::FloorLogLog
        | Function::Root
        | Function::CeilingRoot
        | Function::FloorRoot
        | Function::ThreeToLog
        | Function::Exponential => 0,
    }
}
