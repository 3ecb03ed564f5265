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

use super::atom::{Atom, Function};
use super::term::Term;

/// Terms, the likeliest first.
pub fn basis(variables: usize) -> Vec<Term> {
    let mut terms = if variables == 1 { in_one(0) } else { in_two() };
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

fn in_two() -> Vec<Term> {
    let (n, p) = (Term::variable(0), Term::variable(1));
    let per_p = Term::power(Atom::of(Function::Identity, 1), -1);
    let one = Term::one();
    let log_n = atom(Function::Log, 0);
    let of_n = [
        one.clone(),
        n.clone(),
        power(&n, 2),
        log_n.clone(),
        power(&log_n, 2),
        n.times(&log_n),
        atom(Function::Root, 0),
        atom(Function::CeilingLog, 0),
        atom(Function::FloorLog, 0),
        n.times(&atom(Function::CeilingLog, 0)),
    ];
    let log_p = atom(Function::Log, 1);
    let of_p = [
        one.clone(),
        p.clone(),
        power(&p, 2),
        log_p.clone(),
        power(&log_p, 2),
        p.times(&log_p),
        atom(Function::Root, 1),
        atom(Function::CeilingLog, 1),
        p.times(&atom(Function::CeilingLog, 1)),
        atom(Function::FloorLog, 1),
        per_p.clone(),
        per_p.times(&log_p),
        per_p.times(&atom(Function::CeilingLog, 1)),
        atom(Function::NextTwoPower, 1),
    ];
    let mut terms = Vec::new();
    for one in &of_n {
        for other in &of_p {
            terms.push(one.times(other));
        }
    }
    let quotient = |function| Term::power(Atom::of_quotient(function), 1);
    for rounded in [Function::Ceiling, Function::Floor] {
        let share = quotient(rounded);
        terms.push(power(&share, 2));
        for factor in [
            &one,
            &p,
            &log_p,
            &log_n,
            &atom(Function::CeilingLog, 1),
            &atom(Function::CeilingLog, 0),
        ] {
            terms.push(share.times(factor));
        }
    }
    for log in [Function::CeilingLog, Function::FloorLog] {
        for factor in [&one, &p, &quotient(Function::Ceiling)] {
            terms.push(quotient(log).times(factor));
        }
    }
    terms.push(n.times(&per_p).times(&n.times(&per_p)));
    terms
}
