//! Why an option does not accept a value, in English.

use super::ValueProblem;
use crate::machine::simt::configuration::GpuNumber;
use crate::network::DecimalError;
use crate::pipeline::gpu::english as gpu;

/// Why, to follow `is no value for …`.
pub(super) fn sentence(problem: &ValueProblem) -> String {
    match problem {
        ValueProblem::TooLong(text) => format!("{text} does not fit into 64 bits"),
        ValueProblem::NotWhole(text) => {
            format!("`{text}` is not a whole number such as 1024 or 2^20")
        }
        ValueProblem::Expression(why) => why.clone(),
        ValueProblem::Negative(value) => format!("{value} is negative, and a count is not"),
        ValueProblem::Time(DecimalError::Endless) => format!(
            "it {}: times are added up exactly, so write as many digits as are wanted, such as \
             0.333",
            DecimalError::Endless
        ),
        ValueProblem::Time(error) => format!("it {error}"),
        ValueProblem::TooMuch(most) => format!("at most {most}"),
        ValueProblem::NoProcessor => "a machine has at least one processor".to_owned(),
        ValueProblem::NoDelay => "a global access takes at least one unit of time".to_owned(),
        ValueProblem::NoThread => "it takes at least one thread".to_owned(),
        ValueProblem::NoRepeat => "each size is run at least once".to_owned(),
        ValueProblem::Efficiency => {
            "an efficiency lies above 0 and is at most 1, such as 0.8".to_owned()
        }
        ValueProblem::Memory {
            text,
            is_number: true,
        } => format!("`{text}` is no amount of memory"),
        ValueProblem::Memory {
            text,
            is_number: false,
        } => format!("`{text}` is no amount of memory such as 4GiB or 512MiB"),
        ValueProblem::MemoryTooLong(text) => format!("`{text}` is more than 64 bits can count"),
        ValueProblem::Cells(text) => format!(
            "`{text}` names no cells: they are counted from 0, as in `A[100 to 163]` or `A[5]`"
        ),
        ValueProblem::Steps(text) => {
            format!("`{text}` names no steps: they are counted from 1, as in 3 or 2..5")
        }
        ValueProblem::NotOneOf(words) => format!("it is one of {}", words.join(", ")),
        ValueProblem::Machine(name) => format!("no machine is called `{name}`"),
        ValueProblem::NoSizes(name) => {
            format!("`{name}` is no network and takes no sizes, as `mesh:2x8` does")
        }
        ValueProblem::Size { size, least, most } => {
            format!("the size of a network is a whole number from {least} to {most}, not {size}")
        }
        ValueProblem::Model => {
            "there is no such model: it is one of EREW, CREW, ERCW and CRCW, also with a rule \
                                 for writes as in `CRCW-common`, or apram"
                .to_owned()
        }
        ValueProblem::Gpu(name) => GpuNumber::named(name).map_or_else(String::new, gpu::range),
        ValueProblem::Residency => "it is four numbers: groups, warps, words, registers".to_owned(),
        ValueProblem::Order => "it is one of lockstep, ascending, descending, ahead:NUMBER, \
                                behind:NUMBER, random:SEED, turns:NUMBER,NUMBER,…"
            .to_owned(),
        ValueProblem::Pace(pace) => format!(
            "`{pace}` is no pace; give uniform, random, or whole numbers from 1 such as 1,1,4"
        ),
        ValueProblem::Truth => "it is true or false".to_owned(),
    }
}
