//! The words of every warning in English: what is odd, where, which rule makes it so, a way out.

mod layout;

use super::{
    LostFraction, NameKind, RangeKind, Warning, WrittenBy, WrittenTogether, ways_to_combine,
};
use crate::diagnostic::Words;
use crate::language::Voice;
use crate::semantic::builtin::UnboundName;
use crate::source::{Sources, Span};
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabulary;

/// A warning in words.
#[expect(
    clippy::too_many_lines,
    reason = "one arm per warning, each of a few lines"
)]
pub(super) fn words(warning: &Warning, sources: &Sources, vocabulary: Vocabulary) -> Words {
    match warning {
        Warning::MisleadingIndent(misleading) => layout::misleading_indent(misleading, sources),
        Warning::MisleadingElse(misbound) => {
            layout::misleading_else(*misbound, sources, vocabulary)
        }
        Warning::UnknownAllow(misspelt) => layout::unknown_allow(misspelt),
        Warning::Directive(directive) => layout::directive(directive, vocabulary),
        Warning::LookAlike(found) => layout::look_alike(found),
        Warning::ReadAs(found) => layout::read_as(found, vocabulary),
        Warning::LostFraction { span, why } => lost_fraction(sources.text(*span), why),
        Warning::Placeholder { placeholder, .. } => Words::new(
            format!("`{placeholder}` is printed as it stands"),
            "no value is put here",
        )
        .help(format!(
            "close the text, and write the value between two commas: `{}(\"x = \", x)`",
            vocabulary.word(Concept::Print)
        )),
        Warning::EmptyRange {
            from,
            to,
            step,
            is_step_written,
            kind,
            ..
        } => {
            let step = is_step_written.then_some(*step);
            empty_range([*from, *to], step, *kind, vocabulary)
        }
        Warning::CountsUp { to, kind, from, .. } => {
            counts_up(sources.text(*from), *to, *kind, vocabulary)
        }
        Warning::NeverRead {
            name, kind, meant, ..
        } => never_read(name, *kind, meant.as_deref()),
        Warning::SubscriptInName { name, cell, .. } => subscript_in_name(name, cell),
        Warning::ReadUnassigned { name, meaning, .. } => {
            read_unassigned(name, *meaning, vocabulary)
        }
        Warning::ChangedInPlace {
            array,
            kept,
            algorithm,
            ..
        } => {
            let algorithm = sources.text(*algorithm);
            Words::new(
                format!("`{array}` is no longer what it was before `{algorithm}`"),
                "read here",
            )
            .label(format!("this changes `{array}`; `{kept}` gets the same"))
            .note(format!(
                "an algorithm without `{}` works on the array that it is given, and gives it",
                vocabulary.word(Concept::Return)
            ))
            .help(format!(
                "to keep `{array}`, let the algorithm work on a copy: `{kept}[] = {array}[];` \
                 first, then `{algorithm}` with `{kept}`"
            ))
        }
        Warning::ChangedInput {
            input, procedure, ..
        } => {
            let procedure = sources.text(*procedure);
            Words::new(
                format!("the input `{input}` is no longer what it was before `{procedure}`"),
                "read here",
            )
            .label(format!("this changes `{input}`"))
            .note("the parameters of a `procedure` are passed by reference")
            .help(format!(
                "to keep `{input}`, give it a copy: `m = {input};` first, then `{procedure}` \
            with `m`"
            ))
        }
        Warning::RoundedInt {
            function, divides, ..
        } => {
            let words = Words::new(
                format!("`{function}` of a whole number changes nothing"),
                "its argument is an int",
            );
            if *divides {
                words
                    .note(
                        "`/` of two ints is floored; only where it is the last operator of the \
                         argument is it taken as a fraction",
                    )
                    .help(format!(
                        "round the quotient alone, as in `{function}(a/b) + 1`, or divide \
                         reals: `{function}(a/(b*1.0) + 1)`"
                    ))
            } else {
                words.help(format!("remove `{function}`"))
            }
        }
        Warning::LostWrites {
            place,
            first,
            cells,
            steps,
        } => lost_writes(*place, first, (*cells, *steps)),
        Warning::ManyUpdates {
            first,
            others,
            steps,
            model,
            combines,
            instead,
            rule,
            ..
        } => {
            let ways = ways_to_combine(instead.as_deref(), *rule, Voice::english(vocabulary));
            let own = match instead {
                _ if !rule.is_some_and(|rule| model.ends_with(&format!("-{rule}"))) => None,
                Some(instead) => Some(format!("`{instead}`")),
                None => Some("`x = e` instead of `x += e`".to_owned()),
            };
            let words = many_updates(first, others, *steps);
            let cell = &first.cell;
            if *combines {
                words
                    .note(format!(
                        "all of them read `{cell}` before any writes; {model} combines what they \
                         write, and the old value counts once for each of them"
                    ))
                    .help(match own {
                        Some(own) => format!("let each processor write its own part only: {own}"),
                        None => ways,
                    })
            } else {
                words
                    .note(format!(
                        "all of them read `{cell}` before any writes; under {model} one of the new \
                         values stays, and the other updates are lost"
                    ))
                    .help(ways)
            }
        }
        Warning::PartialWarp { items, warp, .. } => {
            let (warps, idle) = (items.div_ceil(*warp), warp - items % warp);
            let has = match warps {
                1 => format!("has one warp, and {idle} of its {warp} lanes"),
                _ => format!("has {warps} warps, and {idle} of the {warp} lanes of the last one"),
            };
            let verb = if idle == 1 { "does" } else { "do" };
            Words::new(
                format!("a group of {items} items {has} {verb} nothing"),
                "this kernel",
            )
            .help(format!("let the number of items be a multiple of {warp}"))
        }
        Warning::GoesRound {
            sender,
            receiver,
            links,
            is_line,
            ..
        } => {
            let [shape, closed] = if *is_line {
                ["line", vocabulary.choose("prsten", "ring")]
            } else {
                ["mesh", "torus"]
            };
            Words::new(
                format!("this message goes from one end of a {shape} to the other, and no link connects them"),
                format!("from processor {sender} to processor {receiver}: {links} links"),
            )
            .note("all other messages of this statement go to the next processor")
            .help(format!(
                "on a `{closed}` it is one link, too; or let the processors at the ends do \
                 something else"
            ))
        }
    }
}

/// How updates that many processors make of one cell are done instead. `instead` writes the part of
/// one processor alone; `rule` combines the parts as the updates would.
pub(super) fn to_combine(
    instead: Option<&str>,
    rule: Option<&'static str>,
    vocabulary: Vocabulary,
) -> String {
    let Some(rule) = rule else {
        return "let each processor write its part into its own cell, and combine these cells in a \
                tree"
            .to_owned();
    };
    let instead = instead.unwrap_or("x = e");
    let machine = vocabulary.word(Concept::Machine);
    format!(
        "combine the parts in a tree, or let the machine combine them: `{instead}` on `{machine} \
         CRCW-{rule}`, where the old value takes no part and every concurrent write is combined"
    )
}

/// `for i = 5 to 1`; the step where the program writes one.
fn empty_range(
    [from, to]: [i64; 2],
    step: Option<i64>,
    kind: RangeKind,
    vocabulary: Vocabulary,
) -> Words {
    let label = match kind {
        RangeKind::Loop => "the body of this loop never runs",
        RangeKind::Block => "this block has no processors",
    };
    let keyword = vocabulary.word(Concept::Step);
    let message = format!("the range from {from} to {to} is empty");
    let words = Words::new(message, label);
    if let Some(step) = step {
        let other = step.checked_neg().unwrap_or(-1);
        words
            .note(format!("a step of {step} leads away from {to}"))
            .help(format!(
                "swap the bounds or reverse the step: `{keyword} {other}`"
            ))
    } else {
        words
            .note("without a step, a range counts up by 1")
            .help(format!("to count down, write the step: `{keyword} -1`"))
    }
}

/// What happened and where, of updates that many processors made of one cell.
fn many_updates(first: &WrittenTogether, others: &[WrittenBy], steps: u64) -> Words {
    let cell = &first.cell;
    let wrote = |one: &WrittenBy| format!("{} wrote {}", one.processor, one.value);
    let mut label = format!("{} here", wrote(&first.winner));
    if others.is_empty() {
        label = format!("{label}, {}", wrote(&first.other));
    }
    let message = format!(
        "{} processors updated `{cell}` in one step, each from its old value",
        first.processors
    );
    let mut words = Words::new(message, label);
    for other in others {
        words = words.label(format!("{} here", wrote(other)));
    }
    if steps > 1 {
        words = words.note(format!("in all, it happened in {steps} steps"));
    }
    words
}

/// `for h = log n to 0`
fn counts_up(from: &str, to: i64, kind: RangeKind, vocabulary: Vocabulary) -> Words {
    let message = format!("this range is empty if {from} > {to}: ranges count up");
    let label = match kind {
        RangeKind::Loop => "then the body of this loop does not run",
        RangeKind::Block => "then this block has no processors",
    };
    Words::new(message, label)
        .note("without a step, a range counts up by 1")
        .help(format!(
            "to count down, write the step: `{} -1`",
            vocabulary.word(Concept::Step)
        ))
}

/// `sin = sin + 1;`
/// What a name means that no program binds.
fn unbound(meaning: UnboundName, vocabulary: Vocabulary) -> String {
    let text = match meaning {
        UnboundName::Processors => "the number of processors of the machine",
        UnboundName::Delay => "the time of a global access on the asynchronous PRAM",
        UnboundName::BarrierTime => "the time of a barrier on the asynchronous PRAM",
        UnboundName::Pi => "the number π",
        UnboundName::Function(row) => {
            return format!("the function `{}`", row.usage(vocabulary));
        }
    };
    text.to_owned()
}

fn read_unassigned(name: &str, meaning: UnboundName, vocabulary: Vocabulary) -> Words {
    let meaning = unbound(meaning, vocabulary);
    let message = format!("`{name}` is a variable here, but it has no value yet");
    let label = "read before it gets a value";
    Words::new(message, label)
        .label("this makes it a variable")
        .note(format!(
            "where a program or an algorithm binds this name nowhere, `{name}` is {meaning}"
        ))
        .help("give the variable another name, or a value first")
}

/// `A_i`
fn subscript_in_name(name: &str, cell: &str) -> Words {
    let message = format!("`{name}` is a separate variable, not a cell of an array");
    let label = "a scalar begins to exist here";
    Words::new(message, label)
        .label("it is not one of these cells")
        .help(format!(
            "the cell is written `{cell}`; if a variable is meant, give it another name"
        ))
}

fn never_read(name: &str, kind: NameKind, meant: Option<&str>) -> Words {
    let (message, label) = match kind {
        NameKind::Variable => (
            format!("the value of `{name}` is never read"),
            "assigned but never read",
        ),
        NameKind::Parameter => (
            format!("the parameter `{name}` is never read"),
            "its value has no effect",
        ),
        NameKind::Array => (
            format!("the array `{name}` is never read"),
            "its elements are changed but never used",
        ),
    };
    let words = Words::new(message, label);
    let words = match meant {
        Some(meant) => words.help(format!("did you mean `{meant}`?")),
        None => words,
    };
    words.help(format!(
        "use it or remove it; a name that begins with `_`, such as `_{name}`, may \
            stay unread"
    ))
}

fn lost_writes(place: Span, first: &WrittenTogether, (cells, steps): (u64, u64)) -> Words {
    let WrittenTogether {
        cell,
        processors,
        winner,
        ..
    } = first;
    let message = format!(
        "{processors} processors wrote different values into `{cell}`, {} won",
        winner.processor
    );
    let mut words = Words::message(message);
    for (_, written) in first.by_place(place) {
        let told = written.into_iter().map(|(written, stays)| {
            let fate = if stays {
                "which stays"
            } else {
                "which is lost"
            };
            format!("{} wrote {}, {fate}", written.processor, written.value)
        });
        let told: Vec<String> = told.collect();
        words = words.label(if told.is_empty() {
            "another value was written here".to_owned()
        } else {
            told.join("; ")
        });
    }
    if cells > 1 {
        let plural = if steps == 1 { "step" } else { "steps" };
        words = words.note(format!(
            "in all, values were lost here {cells} times (each cell of each step counts once), in \
             {steps} {plural}"
        ));
    }
    words
        .note(
            "under the arbitrary rule one of the writers wins at random: another `--seed` may let another \
             one win",
        )
        .help(
            "to keep all values, combine them: in a tree, or by a rule such as sum or \
             max, which then combines every concurrent write of the program",
        )
        .help("if any of the values will do, say so in the line: `// pram: allow(W0501)`")
}

/// An int quotient where that of reals seems to be meant.
fn lost_fraction(written: &str, why: &LostFraction) -> Words {
    let floored = |message: String, label: &str| {
        Words::new(message, label).note("`/` of two ints is floored: 7/2 is 3")
    };
    match why {
        LostFraction::AlwaysZero => floored(
            format!("`{written}` is 0"),
            "a quotient of two ints, below 1",
        )
        .help("write one of them as a real: `1.0/2`"),
        LostFraction::OneOver { divisor } => floored(
            format!("`{written}` is 0 for every `{divisor}` above 1"),
            "a quotient of two ints",
        )
        .help(format!(
            "for the fraction write `1.0/{}`",
            behind_sign(divisor)
        )),
        LostFraction::FactorOfReal { .. } => floored(
            format!("`{written}` is a whole number, and its fraction is lost"),
            "a quotient of two ints",
        )
        .label("this product is one of reals")
        .help(
            "multiply first: `2.0*i/n`, or make an operand real: `i*1.0/n`; `floor(…)` around the \
             quotient says that it is meant",
        ),
    }
}

/// A divisor as it follows the sign: in brackets where it is more than a name or a number.
fn behind_sign(divisor: &str) -> String {
    if divisor.chars().all(|c| c.is_alphanumeric() || c == '_') {
        divisor.to_owned()
    } else {
        format!("({divisor})")
    }
}
