//! Faults of kernels in English.

use super::{KernelFault, KernelRace, RacingAccess, RacingKind};
use crate::diagnostic::Words;
use crate::machine::simt::counts::ExceededLimit;
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabulary;

/// The message, in one sentence.
pub(super) fn message(fault: &KernelFault, vocabulary: Vocabulary) -> String {
    match fault {
        KernelFault::Race(race) => {
            let KernelRace {
                cell,
                group,
                accesses: [first, second],
            } = race.as_ref();
            let (first, second) = (&first.who, &second.who);
            match group {
                Some(group) => format!(
                    "items {first} and {second} of group {group} access `{cell}`, and no barrier \
                     lies between"
                ),
                None => format!(
                    "groups {first} and {second} access `{cell}` in one kernel, and nothing orders \
                     groups"
                ),
            }
        }
        KernelFault::Barrier {
            reached, of, group, ..
        } => format!("a barrier that only {reached} of {of} items of group {group} reach"),
        KernelFault::DoesNotFit {
            limit,
            items,
            needed,
            most,
            ..
        } => {
            let why = match limit {
                ExceededLimit::Items => format!("at most {most}"),
                ExceededLimit::Warps => format!("it has {needed} warps, and a unit holds {most}"),
                ExceededLimit::Words => {
                    format!("it needs {needed} words of group memory, and a unit has {most}")
                }
                ExceededLimit::Registers => {
                    format!("it needs {needed} registers, and a unit has {most}")
                }
            };
            format!("a group of {items} items does not fit into a unit: {why}")
        }
        KernelFault::NoItems => "a group of 0 items".to_owned(),
        KernelFault::Outside => {
            let parallel = vocabulary.word(Concept::Parallel);
            format!("a statement of kernels is executed outside of a `{parallel}` of groups")
        }
    }
}

/// The fault in words.
pub(super) fn words(fault: &KernelFault, vocabulary: Vocabulary) -> Words {
    let [barrier, atomic, end_if] =
        vocabulary.words([Concept::Barrier, Concept::Atomic, Concept::EndIf]);
    let message = message(fault, vocabulary);
    match fault {
        KernelFault::Race(race) => {
            let [first, second] = &race.accesses;
            let words = if first.span == second.span {
                Words::new(
                    message,
                    format!("(1) and (2) {}, here", both(first, second)),
                )
            } else {
                Words::new(message, format!("(2) {} here", does(second)))
                    .label(format!("(1) {} here", does(first)))
            };
            if race.group.is_none() {
                return words.help(format!(
                    "use `{atomic}`, or two kernels, one after the other"
                ));
            }
            let between = format!("`{barrier};` between (1) and (2) orders them");
            words.help(match [first.kind, second.kind] {
                _ if first.span == second.span => {
                    format!("let each item use a cell of its own, or use `{atomic}`")
                }
                [RacingKind::Read, RacingKind::Atomic] | [RacingKind::Atomic, RacingKind::Read] => {
                    format!("{between}; `{atomic} A[i] += e;` reads and changes a cell as one access")
                }
                _ => between,
            })
        }
        KernelFault::Barrier { .. } => Words::new(message, "this barrier")
            .label("other items are here, or have ended")
            .help(format!(
                "move the `{barrier}` after `{end_if}`, so that items without work reach it too; in a loop, let \
                 all items execute equally many iterations"
            )),
        KernelFault::DoesNotFit { limit, largest, .. } => {
            let option = match limit {
                ExceededLimit::Items => "`--group-max` sets L_max",
                ExceededLimit::Warps | ExceededLimit::Words | ExceededLimit::Registers => {
                    "`--residency` sets what a unit holds"
                }
            };
            let fits = match largest {
                0 => "no group of this kernel fits".to_owned(),
                1 => "the largest group that fits has 1 item".to_owned(),
                largest => format!("the largest group that fits has {largest} items"),
            };
            Words::new(message, "this kernel").help(format!("{fits}; {option}"))
        }
        KernelFault::NoItems => Words::new(message, "the range of items is empty here")
            .help("a group has at least one item; a kernel without groups executes nothing"),
        KernelFault::Outside => Words::new(message, "not here"),
    }
}

fn does(access: &RacingAccess) -> String {
    let who = &access.who;
    match access.kind {
        RacingKind::Read => format!("{who} reads it"),
        RacingKind::Write => format!("{who} writes it"),
        RacingKind::Atomic => format!("{who} changes it atomically"),
    }
}

fn both(first: &RacingAccess, second: &RacingAccess) -> String {
    if first.kind == second.kind {
        match first.kind {
            RacingKind::Read => "both read it".to_owned(),
            RacingKind::Write => "write different values into it".to_owned(),
            RacingKind::Atomic => "change it atomically".to_owned(),
        }
    } else {
        format!("{} and {}", does(first), does(second))
    }
}
