//! The basis: the terms among which closed forms are searched.
//!
//! In one variable n: n^a·log^b n for a, b ≤ 3, the same with ⌈log n⌉ and ⌊log n⌋; √n and its
//! roundings, alone and with n or a logarithm; log log n and its roundings, alone and with n or
//! log n; ⌈log(n − 1)⌉, alone and with n; 2^⌈log n⌉ and 2^⌊log n⌋, alone and with ⌈log n⌉ or ⌊log n⌋; ⌈n/2⌉, ⌊n/2⌋; 3^log n;
//! 2^n and n·2^n; 1/n; and 1.
//!
//! In two variables n, p: what the analyses of algorithms on p processors are made of: products of
//! 1, n, n², log n, n·log n and √n with powers of p and log p and their quotients; n/p rounded
//! either way, its logarithm, and products of these with p, log p and log n.
//!
//! The times d and B of the asynchronous machine take the place of p in these terms if nothing simpler
//! fits (see [`super::affine`]). Then follow trees whose nodes have d or B children: the number of
//! levels, alone and times d or B, and the number of children of the root.

use super::atom::{Atom, Function};
use super::term::Term;
use super::tree::Tree;

/// The terms, most likely first, in the first `sizes` variables (none, one or two) and in the times of
/// the asynchronous machine at the given positions.
pub fn basis(sizes: usize, times: &[u8]) -> Vec<Term> {
    let mut terms = match (sizes, times) {
        (0, []) => vec![Term::one()],
        (0, [time]) => in_one(*time),
        (0, [one, two, ..]) => in_two(*one, *two),
        (1, _) => in_one(0),
        _ => [in_two(0, 1), logs_of_shares()].concat(),
    };
    for time in times {
        match sizes {
            0 => {}
            1 => terms.extend(in_two(0, *time)),
            _ => terms.extend([0, 1].into_iter().flat_map(|size| products(size, *time))),
        }
    }
    sorted(terms)
}

/// Terms for algorithms on trees whose nodes have d or B children, most likely first, in the first
/// `sizes` variables and the `times` that follow them.
pub fn trees(sizes: usize, times: usize) -> Vec<Term> {
    let mut terms = vec![Term::one()];
    let times = sizes as u8..(sizes + times) as u8;
    terms.extend(times.clone().map(Term::variable));
    for size in 0..sizes as u8 {
        terms.push(Term::variable(size));
        terms.push(atom(Function::Log, size));
        terms.push(atom(Function::CeilingLog, size));
        for time in times.clone() {
            let of = |tree| Term::power(Atom::of_tree(tree, size, time), 1);
            let each = Term::variable(time);
            terms.extend([Tree::Height, Tree::Levels, Tree::Root].map(of));
            terms.extend([Tree::Height, Tree::Levels].map(|tree| each.times(&of(tree))));
            let groups = Atom::of_quotient(Function::Ceiling, size, time);
            terms.push(Term::power(groups, 1));
        }
    }
    if sizes == 2 {
        let share = Atom::of_quotient(Function::Ceiling, 0, 1);
        terms.push(Term::power(share, 1));
    }
    sorted(terms)
}

fn sorted(mut terms: Vec<Term>) -> Vec<Term> {
    terms.sort_by_key(|term| (term.weight(), term.clone()));
    terms.dedup();
    terms
}

fn atom(function: Function, variable: u8) -> Term {
    Term::power(Atom::of(function, variable), 1)
}

fn power(term: &Term, exponent: u32) -> Term {
    (0..exponent).fold(Term::one(), |product, _| product.times(term))
}

fn in_one(variable: u8) -> Vec<Term> {
    let n = Term::variable(variable);
    let of = |function| atom(function, variable);
    let mut terms = Vec::new();
    for log in [Function::Log, Function::CeilingLog, Function::FloorLog] {
        for a in 0..=3 {
            for b in 0..=3 {
                terms.push(power(&n, a).times(&power(&of(log), b)));
            }
        }
    }
    for (root, log) in [
        (Function::Root, Function::Log),
        (Function::CeilingRoot, Function::CeilingLog),
        (Function::FloorRoot, Function::FloorLog),
    ] {
        terms.push(of(root));
        terms.push(of(root).times(&n));
        terms.push(of(root).times(&of(log)));
    }
    for (log_log, log) in [
        (Function::LogLog, Function::Log),
        (Function::CeilingLogLog, Function::CeilingLog),
        (Function::FloorLogLog, Function::FloorLog),
    ] {
        terms.push(of(log_log));
        terms.push(of(log_log).times(&n));
        terms.push(of(log_log).times(&of(log)));
    }
    for (two, log) in [
        (Function::NextTwoPower, Function::CeilingLog),
        (Function::LastTwoPower, Function::FloorLog),
    ] {
        terms.push(of(two));
        terms.push(of(two).times(&of(log)));
    }
    terms.push(of(Function::CeilingLogBefore));
    terms.push(of(Function::CeilingLogBefore).times(&n));
    terms.push(of(Function::CeilingHalf));
    terms.push(of(Function::FloorHalf));
    terms.push(of(Function::ThreeToLog));
    terms.push(of(Function::Exponential));
    terms.push(of(Function::Exponential).times(&n));
    terms.push(Term::power(Atom::of(Function::Identity, variable), -1));
    terms
}

/// Products of terms in a size and a time.
fn products(size: u8, time: u8) -> Vec<Term> {
    let each = Term::variable(time);
    let of = |function| atom(function, size);
    let log = of(Function::Log);
    [
        Term::one(),
        Term::variable(size),
        log.clone(),
        of(Function::CeilingLog),
        of(Function::FloorLog),
        Term::variable(size).times(&log),
    ]
    .map(|factor| each.times(&factor))
    .into()
}

/// Terms in n and p, or another pair of variables.
fn in_two(first: u8, second: u8) -> Vec<Term> {
    let (n, p) = (Term::variable(first), Term::variable(second));
    let per_p = Term::power(Atom::of(Function::Identity, second), -1);
    let one = Term::one();
    let log_n = atom(Function::Log, first);
    let of_n = [
        one.clone(),
        n.clone(),
        power(&n, 2),
        log_n.clone(),
        power(&log_n, 2),
        n.times(&log_n),
        atom(Function::Root, first),
        atom(Function::CeilingLog, first),
        atom(Function::FloorLog, first),
        n.times(&atom(Function::CeilingLog, first)),
    ];
    let log_p = atom(Function::Log, second);
    let of_p = [
        one.clone(),
        p.clone(),
        power(&p, 2),
        log_p.clone(),
        power(&log_p, 2),
        p.times(&log_p),
        atom(Function::Root, second),
        atom(Function::CeilingLog, second),
        p.times(&atom(Function::CeilingLog, second)),
        atom(Function::FloorLog, second),
        per_p.clone(),
        per_p.times(&log_p),
        per_p.times(&atom(Function::CeilingLog, second)),
        atom(Function::NextTwoPower, second),
    ];
    let mut terms = Vec::new();
    for one in &of_n {
        for other in &of_p {
            terms.push(one.times(other));
        }
    }
    let quotient = |function| Term::power(Atom::of_quotient(function, first, second), 1);
    for rounded in [Function::Ceiling, Function::Floor] {
        let share = quotient(rounded);
        terms.push(power(&share, 2));
        for factor in [
            &one,
            &p,
            &log_p,
            &log_n,
            &atom(Function::CeilingLog, second),
            &atom(Function::CeilingLog, first),
        ] {
            terms.push(share.times(factor));
        }
    }
    terms.push(n.times(&per_p).times(&n.times(&per_p)));
    terms
}

/// Logarithms of n/p.
fn logs_of_shares() -> Vec<Term> {
    let quotient = |function| Term::power(Atom::of_quotient(function, 0, 1), 1);
    let mut terms = Vec::new();
    for log in [Function::CeilingLog, Function::FloorLog] {
        for factor in [Term::one(), Term::variable(1), quotient(Function::Ceiling)] {
            terms.push(quotient(log).times(&factor));
        }
    }
    terms
}
