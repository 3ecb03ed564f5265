//! The words of every warning: what is odd, where, which rule makes it so, a way out.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Sources, Span};
use crate::language::{Vocabulary, Voice};
use crate::syntax::keyword::Concept;

use super::fraction::lost_fraction;
use super::layout_wording::{
    look_alike, misleading_else, misleading_indent, read_as, unknown_allow,
};
use super::{NameKind, RangeKind, Warning, WrittenBy, WrittenTogether};

impl Warning {
    /// As a diagnostic. Keywords are named in the vocabulary of the file.
    pub fn diagnostic(&self, sources: &Sources, voice: Voice) -> Diagnostic {
        let vocabulary = voice.vocabulary;
        let at =
            |message: String, span, label: &str| Diagnostic::new(self.code(), message, span, label);
        match self {
            Self::MisleadingIndent(misleading) => misleading_indent(misleading, sources),
            Self::MisleadingElse(misbound) => misleading_else(*misbound, sources, vocabulary),
            Self::UnknownAllow(misspelt) => unknown_allow(misspelt),
            Self::LookAlike(found) => look_alike(found),
            Self::ReadAs(found) => read_as(found),
            Self::LostFraction { span, why } => lost_fraction(*span, why, sources),
            Self::Placeholder { placeholder, span } => at(
                format!("`{placeholder}` is printed as it stands"),
                *span,
                "no value is put here",
            )
            .help(format!(
                "close the text, and write the value between two commas: `{}(\"x = \", x)`",
                vocabulary.word(Concept::Print)
            )),
            Self::EmptyRange { .. } => self.empty_range(vocabulary),
            Self::CountsUp {
                to,
                kind,
                from,
                span,
            } => counts_up(sources.text(*from), *to, *kind, *span, vocabulary),
            Self::NeverRead { name, span, kind } => never_read(name, *span, *kind),
            Self::SubscriptInName {
                name,
                cell,
                span,
                array,
            } => subscript_in_name(name, cell, *span, *array),
            Self::ReadUnassigned {
                name,
                meaning,
                read,
                assigned,
            } => read_unassigned(name, meaning, *read, *assigned),
            Self::ChangedInPlace {
                array,
                kept,
                read,
                call,
                algorithm,
            } => {
                let algorithm = sources.text(*algorithm);
                at(
                    format!("`{array}` is no longer what it was before `{algorithm}`"),
                    *read,
                    "read here",
                )
                .label(
                    *call,
                    format!("this changes `{array}`; `{kept}` gets the same"),
                )
                .note(format!(
                    "an algorithm without `{}` works on the array that it is given, and gives it",
                    vocabulary.word(Concept::Return)
                ))
                .help(format!(
                    "to keep `{array}`, let the algorithm work on a copy: `{kept}[] = {array}[];` \
                     first, then `{algorithm}` with `{kept}`"
                ))
            }
            Self::ChangedInput {
                input,
                read,
                call,
                procedure,
            } => {
                let procedure = sources.text(*procedure);
                at(
                    format!("the input `{input}` is no longer what it was before `{procedure}`"),
                    *read,
                    "read here",
                )
                .label(*call, format!("this changes `{input}`"))
                .note("the parameters of a `procedure` are passed by reference")
                .help(format!(
                    "to keep `{input}`, give it a copy: `m = {input};` first, then `{procedure}` with `m`"
                ))
            }
            Self::RoundedInt {
                function,
                divides,
                span,
            } => {
                let diagnostic = at(
                    format!("`{function}` of a whole number changes nothing"),
                    *span,
                    "its argument is an int",
                );
                if *divides {
                    diagnostic
                        .note(
                            "`/` of two ints is floored; only where it is the last operator of the \
                             argument is it taken as a fraction",
                        )
                        .help(format!(
                            "round the quotient alone, as in `{function}(a/b) + 1`, or divide \
                             reals: `{function}(a/(b*1.0) + 1)`"
                        ))
                } else {
                    diagnostic.help(format!("leave `{function}` away"))
                }
            }
            Self::LostWrites {
                place,
                first,
                cells,
                steps,
            } => lost_writes(*place, first, (*cells, *steps)),
            Self::ManyUpdates { .. } => self.many_updates(vocabulary),
            Self::GoesRound {
                span,
                sender,
                receiver,
                links,
                is_line,
            } => {
                let [shape, closed] = if *is_line {
                    ["line", vocabulary.choose("prsten", "ring")]
                } else {
                    ["mesh", "torus"]
                };
                at(
                    format!("this message goes round a {shape}, which has no link from end to end"),
                    *span,
                    &format!("from processor {sender} to processor {receiver}: {links} links"),
                )
                .note("all other messages of this statement go to the next processor")
                .help(format!(
                    "on a `{closed}` it is one link, too; or let the processors at the ends do \
                     something else"
                ))
            }
        }
    }

    fn empty_range(&self, vocabulary: Vocabulary) -> Diagnostic {
        let Self::EmptyRange {
            from,
            to,
            step,
            is_step_written,
            kind,
            span,
        } = self
        else {
            unreachable!("called for empty ranges")
        };
        let label = match kind {
            RangeKind::Loop => "the body of this loop never runs",
            RangeKind::Block => "this block has no processors",
        };
        let keyword = vocabulary.word(Concept::Step);
        let message = format!("the range from {from} to {to} is empty");
        let diagnostic = Diagnostic::new(self.code(), message, *span, label);
        if *is_step_written {
            let other = step.checked_neg().unwrap_or(-1);
            diagnostic
                .note(format!("a step of {step} leads away from {to}"))
                .help(format!(
                    "exchange the two bounds, or turn the step: `{keyword} {other}`"
                ))
        } else {
            diagnostic
                .note("without a step, a range counts up by 1")
                .help(format!("to count down, write the step: `{keyword} -1`"))
        }
    }

    fn many_updates(&self, vocabulary: Vocabulary) -> Diagnostic {
        let Self::ManyUpdates {
            place,
            first,
            others,
            steps,
            model,
            combines,
            instead,
            rule,
        } = self
        else {
            unreachable!("called for updates")
        };
        let cell = &first.cell;
        let wrote = |one: &WrittenBy| format!("{} wrote {}", one.processor, one.value);
        let mut label = format!("{} here", wrote(&first.winner));
        if others.is_empty() {
            label = format!("{label}, {}", wrote(&first.other));
        }
        let mut diagnostic = Diagnostic::new(
            self.code(),
            format!(
                "{} processors updated `{cell}` in one step, each from its old value",
                first.processors
            ),
            *place,
            label,
        );
        for other in others {
            diagnostic = diagnostic.label(other.span, format!("{} here", wrote(other)));
        }
        diagnostic.step = Some(first.step);
        if *steps > 1 {
            diagnostic = diagnostic.note(format!("in all, it happened in {steps} steps"));
        }
        let is_of_rule = rule.is_some_and(|rule| model.ends_with(&format!("-{rule}")));
        let machine = vocabulary.word(Concept::Machine);
        let combine = ways_to_combine(instead.as_deref(), *rule, machine);
        if *combines {
            let help = match instead {
                Some(instead) if is_of_rule => {
                    format!("let each processor write its own part only: `{instead}`")
                }
                None if is_of_rule => {
                    "let each processor write its own part only: `x = e` instead of `x += e`"
                        .to_owned()
                }
                _ => combine,
            };
            diagnostic
                .note(format!(
                    "all of them read `{cell}` before any writes; {model} combines what they \
                     write, and the old value counts once for each of them"
                ))
                .help(help)
        } else {
            diagnostic
                .note(format!(
                    "all of them read `{cell}` before any writes; under {model} one of the new \
                     values stays, and the other updates are lost"
                ))
                .help(combine)
        }
    }
}

/// How updates that many processors make of one cell are done instead. `instead` writes the part of
/// one processor alone; `rule` combines the parts as the updates would; `machine` is the keyword.
pub fn ways_to_combine(instead: Option<&str>, rule: Option<&'static str>, machine: &str) -> String {
    let Some(rule) = rule else {
        return "let each processor write its part into a cell of its own, and combine these in a \
                tree"
            .to_owned();
    };
    let instead = instead.unwrap_or("x = e");
    format!(
        "combine the parts in a tree, or let the machine combine them: `{instead}` on `{machine} \
         CRCW-{rule}`, where the old value takes no part and every concurrent write is combined"
    )
}

/// `for h = log n to 0`
fn counts_up(
    from: &str,
    to: i64,
    kind: RangeKind,
    span: Span,
    vocabulary: Vocabulary,
) -> Diagnostic {
    let message = format!("the range from {from} to {to} is empty where {from} is more than {to}");
    let label = match kind {
        RangeKind::Loop => "then the body of this loop does not run",
        RangeKind::Block => "then this block has no processors",
    };
    Diagnostic::new(Code::EmptyRange, message, span, label)
        .note("without a step, a range counts up by 1")
        .help(format!(
            "to count down, write the step: `{} -1`",
            vocabulary.word(Concept::Step)
        ))
}

/// `sin = sin + 1;`
fn read_unassigned(name: &str, meaning: &str, read: Span, assigned: Span) -> Diagnostic {
    let message = format!("`{name}` is a variable here, and it has no value yet");
    let label = "read before it gets a value";
    Diagnostic::new(Code::ReadUnassigned, message, read, label)
        .label(assigned, "this makes it a variable")
        .note(format!(
            "where a program or an algorithm binds this name nowhere, `{name}` is {meaning}"
        ))
        .help("give the variable another name, or a value first")
}

/// `A_i`
fn subscript_in_name(name: &str, cell: &str, span: Span, array: Span) -> Diagnostic {
    let message = format!("`{name}` is a variable of its own and no cell of an array");
    let label = "a scalar begins to exist here";
    Diagnostic::new(Code::SubscriptInName, message, span, label)
        .label(array, "it is none of these cells")
        .help(format!(
            "the cell is written `{cell}`; if a variable is meant, give it another name"
        ))
}

fn never_read(name: &str, span: Span, kind: NameKind) -> Diagnostic {
    let (message, label) = match kind {
        NameKind::Variable => (
            format!("the value of `{name}` is never read"),
            "it gets a value, and nothing looks at it",
        ),
        NameKind::Parameter => (
            format!("the parameter `{name}` is never read"),
            "whatever is passed for it, nothing changes",
        ),
        NameKind::Array => (
            format!("the array `{name}` is never read"),
            "nothing looks at its elements but to change them",
        ),
    };
    Diagnostic::new(Code::NeverRead, message, span, label).help(format!(
        "use it, or leave it away; a name that begins with `_`, such as `_{name}`, may stay unread"
    ))
}

fn lost_writes(place: Span, first: &WrittenTogether, (cells, steps): (u64, u64)) -> Diagnostic {
    let WrittenTogether {
        cell,
        step,
        processors,
        winner,
        other,
    } = first;
    let mut labels: Vec<(Span, String)> = vec![(place, String::new())];
    let told = [(winner, "which stays"), (other, "which is lost")];
    for (written, fate) in told {
        let text = format!("{} wrote {}, {fate}", written.processor, written.value);
        match labels.iter_mut().find(|(span, _)| *span == written.span) {
            Some((_, known)) if known.is_empty() => *known = text,
            Some((_, known)) => *known = format!("{known}; {text}"),
            None => labels.push((written.span, text)),
        }
    }
    let mut labels = labels.into_iter();
    let (_, text) = labels.next().unwrap_or((place, String::new()));
    let text = if text.is_empty() {
        "another value was written here".to_owned()
    } else {
        text
    };
    let mut diagnostic = Diagnostic::new(
        Code::LostWrites,
        format!(
            "{processors} processors wrote different values into `{cell}`, {} won",
            winner.processor
        ),
        place,
        text,
    );
    for (span, text) in labels {
        diagnostic = diagnostic.label(span, text);
    }
    diagnostic.step = Some(*step);
    if cells > 1 {
        let plural = if steps == 1 { "step" } else { "steps" };
        diagnostic = diagnostic.note(format!(
            "in all, values were lost here {cells} times (each cell of each step counts once), in \
             {steps} {plural}"
        ));
    }
    diagnostic
        .note(
            "under the arbitrary rule one of the writers wins, drawn by the seed: with another \
             `--seed` it may be another",
        )
        .help(
            "where the values are all wanted, combine them: in a tree, or by a rule such as sum or \
             max, which then combines every concurrent write of the program",
        )
        .help("where any of them will do, say so in the line: `// pram: allow(W0501)`")
}
