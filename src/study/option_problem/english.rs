//! What is wrong with the options of a report, in English.

use super::{BadSizes, NoSize, OptionProblem};
use crate::diagnostic::Words;
use crate::result::study::SizeValue;
use crate::study::role::Role;
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabulary;

/// A problem in words.
pub(super) fn words(problem: &OptionProblem, vocabulary: Vocabulary) -> Words {
    match problem {
        OptionProblem::NothingVaries => Words::message("a report needs sizes to run over")
            .help("say which input varies: `--vary n=2^4..2^14`"),
        OptionProblem::TooManyNames { count, most } => {
            Words::message(format!("{count} names vary, and at most {most} can"))
                .help("leave the others at one value: `m=64`")
        }
        OptionProblem::TooManySizeNames { count, most } => Words::message(format!(
            "{count} names vary, and at most {most} can"
        ))
        .help(
            "leave the others at one value: `m=64`; on the asynchronous PRAM `d` and `B` can vary \
                 besides",
        ),
        OptionProblem::VariesTwice { name } => Words::message(format!("`{name}` varies twice"))
            .help("give all its sizes at once: `--vary n=8,16,2^5..2^10`"),
        OptionProblem::TimeVariesTwice { name } => Words::message(format!("`{name}` varies twice"))
            .help("give all its values at once: `--vary t_s=1,10,100`"),
        OptionProblem::VariesAndGiven { name, value } => Words::message(format!(
            "`{name}` varies, and is given one value as well: `{name}={value}`"
        ))
        .help("omit one of the two"),
        OptionProblem::TooManySizes { count, most } => Words::message(format!(
            "that makes {count} sizes, and at most {most} are run"
        ))
        .help("give larger strides, or powers: `2^4..2^14`"),
        OptionProblem::ArrayVaries { name, length } => {
            let words = Words::message(format!("`{name}` is an array, and only numbers vary"));
            if let Some(length) = length {
                words.help(format!("vary its length: `--vary {length}=2^4..2^14`"))
            } else {
                let input = vocabulary.word(Concept::Input);
                words.help(format!(
                    "give the array a length that can vary: `{input} n = 8, {name}[n];`"
                ))
            }
        }
        OptionProblem::BadGpuNumber { needs } => Words::message(needs.to_string()),
        OptionProblem::NoSuchTime { name, role } => {
            let (what, others) = match role {
                Role::Delay => ("the time of a global access", "--B 32"),
                _ => ("the time of a barrier", "--d 3"),
            };
            Words::message(format!(
                "`{name}`, {what}, cannot vary on a synchronous PRAM, which has no such time"
            ))
            .help(format!(
                "`--machine apram {others}` runs the program on the asynchronous PRAM; on a synchronous one \
                 inputs and `p` can vary"
            ))
        }
        OptionProblem::NotWhole { name, value } => Words::message(format!(
            "`--vary {name}=…` has {value}, and `{name}` takes whole numbers only"
        ))
        .help(
            "the times of a message and an instruction of a multicomputer may be decimals: `--vary \
             t_w=0.5,1,2.25`",
        ),
        OptionProblem::OutOfRange {
            name,
            value,
            role,
            most,
        } => out_of_range(name, value, *role, *most),
        OptionProblem::BadSizes { vary, why } => {
            let [what, help] = bad_sizes(why);
            Words::message(format!("`--vary {}={}` {what}", vary.name, vary.value)).help(help)
        }
        OptionProblem::BadEfficiency(efficiency) => {
            Words::message(format!("an efficiency of {efficiency} cannot be asked for"))
                .help("it lies above 0 and is at most 1: `--efficiency 0.8`")
        }
        OptionProblem::NoProgram => Words::message("there is no program to report on"),
        OptionProblem::NoUnit(unit) => Words::message(format!(
            "`--unit {}` is no unit of a multicomputer",
            unit.key()
        ))
        .help("remove it: times of a multicomputer are in the unit of its parameters"),
        OptionProblem::TwoFormulas(unit) => {
            Words::message(format!("SU is given twice in {}", unit.name())).help(
                "give one formula for each unit: `--sequential 'steps = 2*n' --sequential \
                 'instructions = 4*n'`",
            )
        }
        OptionProblem::UnknownName {
            option,
            text,
            name,
            known,
        } => {
            let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
            Words::message(format!(
                "`{option} {text}` names `{name}`, which is no input"
            ))
            .help(format!("it may use {} and `p`", known.join(", ")))
        }
        OptionProblem::NegativeTime { text, value, sizes } => Words::message(format!(
            "`--sequential {text}` is {value} at {}, and no time is negative",
            sizes.join(", ")
        ))
        .help("let the sizes begin where the formula holds, or write `max(0, …)`"),
        OptionProblem::UnknownUnit {
            text,
            name,
            has_one,
        } => Words::message(format!(
            "`--sequential {text}`: `{name}` is no unit of this machine"
        ))
        .help(if *has_one {
            "its times have no name: `--sequential 't_c*n'`"
        } else {
            "the units are rounds, steps and instructions, and on the asynchronous PRAM apram, its \
             own: `--sequential 'steps = 2*n'`"
        }),
        OptionProblem::UnknownMeasure { text, name } => Words::message(format!(
            "`--model-formula {text}`: `{name}` is none of T, W and C"
        ))
        .help("a formula is one of time, work or cost: `--model-formula 'T = n/p + log p'`"),
        OptionProblem::TimesTooLong => {
            Words::message("the times of this run have more digits than 64 bits can count")
                .help("give the times of the machine with fewer digits, or take a smaller input")
        }
        OptionProblem::CostTooLarge => {
            Words::message("the cost C = p·T exceeds the 64 bits with which reports count").help(
                "take fewer processors, smaller times of the machine, or fewer seeds \
            (`--repeat`)",
            )
        }
        OptionProblem::Interrupted => {
            Words::message("interrupted before any size had run to its end")
        }
        OptionProblem::RunInterrupted => Words::message("interrupted"),
    }
}

fn out_of_range(name: &str, value: &SizeValue, role: Role, most: i64) -> Words {
    let (asks, rule) = match role {
        Role::Delay => (
            format!("asks for a global access that takes {value} units of time"),
            format!("d is at least 1 and at most {most}: `--vary d=2..8`"),
        ),
        Role::Barrier => (
            format!("asks for a barrier that takes {value} units of time"),
            format!("B is not negative and at most {most}: `--vary B=8,16,32`"),
        ),
        Role::Processors | Role::Input => (
            format!("asks for {value} processors"),
            "a machine has at least 1".to_owned(),
        ),
        _ => (
            format!("asks for a time of {value}"),
            format!("a time is not negative and at most {most}: `--vary t_s=1,10,100`"),
        ),
    };
    Words::message(format!("`--vary {name}=…` {asks}")).help(rule)
}

/// What the sizes have, and how they are written.
fn bad_sizes(why: &BadSizes) -> [String; 2] {
    let (what, help) = match why {
        BadSizes::TooManyDigits { digits, most } => {
            return [
                format!("has a value with {digits} digits after the point"),
                format!("values have at most {most}: `0.5,1,2.25`"),
            ];
        }
        BadSizes::TooMany { most } => (
            format!("gives more than {most} sizes"),
            "give a stride, as in `10..1000 step 90`, or powers, as in `2^4..2^14`",
        ),
        BadSizes::Empty => (
            "gives no size: the range is empty".to_owned(),
            "write the smaller bound first, as in `2^4..2^14`",
        ),
        BadSizes::Negative {
            text,
            bounds: [from, to],
        } => {
            return [
                format!("has `{text}`, which is negative"),
                format!("a range is written `{from}..{to}`"),
            ];
        }
        BadSizes::Factor(factor) => (
            format!("multiplies by {factor}"),
            "multiply by a whole number, at least 2",
        ),
        BadSizes::TooLarge(size) => (
            format!("has `{size}`, which is too large"),
            "64 bits hold a size, counted in the last digit of any of them",
        ),
        BadSizes::Stride(stride) => (
            format!("has a stride of {stride}"),
            "a stride is larger than 0",
        ),
        BadSizes::DoesNotGrow => (
            "does not grow".to_owned(),
            "multiply by at least 2, beginning with more than 0",
        ),
        BadSizes::NoSize { text, why } => {
            let reason = match why {
                None => String::new(),
                Some(NoSize::NoValue(message)) => format!(": {message}"),
                Some(NoSize::NoDecimal(error)) => format!(": it {error}"),
            };
            let what = if text.is_empty() {
                "has an empty place, which is no size".to_owned()
            } else {
                format!("has `{text}`, which is no size{reason}")
            };
            (
                what,
                "sizes are whole numbers: `8,16,32`, `2^4..2^14`, `10..1000 step 90`; times of a \
                 multicomputer may be decimals: `0.5,1,2.25`",
            )
        }
    };
    [what, help.to_owned()]
}
