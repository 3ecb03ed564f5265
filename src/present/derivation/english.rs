//! Why there is no formula, in English.

use crate::derivation::{Dependence, Reason, Unfollowed};

/// `the number of iterations depends on A`, and what would help: if no assumption about the sizes is made
/// yet, one may.
pub(super) fn reason(reason: &Reason, is_assuming: bool) -> (String, Option<&'static str>) {
    let assumption = |help| (!is_assuming).then_some(help);
    match reason {
        Reason::Iterations(on) => (
            format!("the number of iterations depends on {}", dependence(on)),
            Some(
                "a bound on the iterations, claimed as the first statement of the loop's body, gives an \
                 upper formula",
            ),
        ),
        Reason::DependsOn(on) => (
            format!("a value that counts depends on {}", dependence(on)),
            None,
        ),
        Reason::Branch => (
            "which branch is taken depends on sizes in a way that cannot be resolved".to_owned(),
            assumption(
                "powers of two were tried; another assumption may decide it, such as --assume '2 | n'",
            ),
        ),
        Reason::Empty => (
            "whether there is an iteration or a processor depends on sizes in a way that cannot be \
             resolved"
                .to_owned(),
            assumption(
                "powers of two were tried; another assumption may decide it, such as --assume '2 | n'",
            ),
        ),
        Reason::Endless => (
            "this loop never ends: its condition holds in every iteration".to_owned(),
            Some("change a variable of its condition in its body"),
        ),
        Reason::NoStep => (
            "the step of this range is 0: it would never end".to_owned(),
            None,
        ),
        Reason::NameOfMachine(name) => (
            format!(
                "the input `{name}` is called like a time of the machine, which is `{name}` in formulas"
            ),
            Some("give the input another name"),
        ),
        Reason::Sum => (
            "a sum that has no closed form here".to_owned(),
            assumption(
                "powers of two were tried; another assumption may give it one, such as --assume '2 | n'",
            ),
        ),
        Reason::Longest => (
            "which processor takes longest is not known".to_owned(),
            None,
        ),
        Reason::Recursion(name) => (
            format!("`{name}` calls itself in a way of which no recurrence is solved"),
            Some(
                "solved is what divides one of its parameters, or what lies between two, by a \
                 number in every call, or takes a number away from it",
            ),
        ),
        Reason::Mutual(name) => (
            format!("`{name}` is called by an algorithm that it calls itself"),
            None,
        ),
        Reason::NotWhole => (
            "a bound that need not be a whole number".to_owned(),
            assumption(
                "powers of two were tried; another assumption may make it one, such as --assume '2 | n'",
            ),
        ),
        Reason::Unfollowed(what) => (format!("{} is not followed", unfollowed(*what)), None),
        Reason::TooLarge => ("the formulas become too large".to_owned(), None),
        Reason::Effort => (
            "what is derived up to here takes more than one derivation may do".to_owned(),
            Some(
                "derive one measure alone, such as --measure T --unit rounds, or one algorithm of the \
                 program, --entry NAME",
            ),
        ),
        Reason::Warps => (
            "it depends on all items of a warp together: on when they part, and on the cells that they access \
             at once"
                .to_owned(),
            Some("`pram report` finds a formula from counted sizes"),
        ),
        Reason::Scheduling => (
            "how often the processors of the machine have to act for a step has no closed form"
                .to_owned(),
            Some("assert a bound for the active processors, or omit p"),
        ),
    }
}

/// What a value depends on.
fn dependence(on: &Dependence) -> &str {
    match on {
        Dependence::Name(name) => name,
        Dependence::Truth => "a truth value",
        Dependence::Number => "a number",
        Dependence::Quotient => "a quotient",
        Dependence::RealQuotient => "a quotient of reals",
        Dependence::Remainder => "a remainder",
        Dependence::Power => "a power",
        Dependence::Shift => "a shift",
        Dependence::RealComparison => "a comparison of reals",
        Dependence::Bits => "an operator on bits",
        Dependence::RealOperation => "an operation on reals",
        Dependence::Function => "a function",
        Dependence::RealNumber => "a real number",
        Dependence::Random => "a random number",
        Dependence::Unwritten => "an unwritten scalar",
        Dependence::Call => "the result of a call",
        Dependence::Changing => "values that change in it",
        Dependence::OldValue => "the value before an atomic",
    }
}

/// What is not followed.
fn unfollowed(what: Unfollowed) -> &'static str {
    match what {
        Unfollowed::MixedBlocks => "a block inside a block, of which one is asynchronous,",
        Unfollowed::LeavesInnerBlock => "leaving the processors of a block inside a block",
        Unfollowed::LeavesAsynchronousBlock => "leaving an asynchronous block early",
        Unfollowed::LeavesLoop => "leaving a loop or an iteration early",
        Unfollowed::LastBarrier => "a barrier after which perhaps nothing is executed",
        Unfollowed::PartialBarrier => "a barrier of a part of the processors",
        Unfollowed::BarrierOutside => "a barrier outside of an asynchronous block",
        Unfollowed::ConditionalBarrier => "a barrier under a condition",
        Unfollowed::BarrierInLoop => {
            "a barrier in a loop whose number of iterations depends on data"
        }
        Unfollowed::ChangingLength => "an array whose length changes between iterations",
        Unfollowed::SerialBranch => {
            "a branch whose sides are executed one after the other, in iterations that \
             processors make unequally often,"
        }
        Unfollowed::ContinueWithUpdate => {
            "continuing with the next iteration of a loop with an update"
        }
        Unfollowed::CallInCondition => {
            "a call in the condition of a loop on the asynchronous machine"
        }
        Unfollowed::RecursionInBlock => {
            "a recursive call by processors of a block on the asynchronous machine"
        }
        Unfollowed::SharedCounter => "a loop that counts with a shared scalar",
        Unfollowed::PartJustRead => "a part of an array that holds what was just read",
        Unfollowed::NeverHolds => "a condition that never holds",
        Unfollowed::Messages => "messages between processors",
        Unfollowed::WarpBarriers => "barriers of warps",
    }
}
