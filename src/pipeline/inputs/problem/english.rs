//! What is wrong with inputs, in English.

use super::{InputProblem, Part};
use crate::diagnostic::Words;
use crate::language::Language;
use crate::language::Voice;
use crate::pipeline::inputs::PROCESSORS;
use crate::pipeline::inputs::array_text::ArrayTextError;
use crate::pipeline::quantity;
use crate::present::text::value::{counted, dimensions_text};
use crate::program::Generator;
use crate::semantic;
use crate::syntax::include::Unreadable;
use crate::syntax::vocabulary::Vocabulary;

/// A problem in words.
#[expect(
    clippy::too_many_lines,
    reason = "one arm per problem, each of a few lines"
)]
pub(super) fn words(problem: &InputProblem, vocabulary: Vocabulary) -> Words {
    const DECLARED: &str = "the input is declared here";
    match problem {
        InputProblem::GivenTwice { name } => {
            Words::message(format!("`{name}` is given a value twice"))
        }
        InputProblem::Unknown {
            name,
            value,
            known,
            meant,
        } => {
            let mut words = Words::message(format!("there is no input `{name}`"));
            if let Some(meant) = meant {
                words = words.help(format!("did you mean `{meant}={value}`?"));
            }
            if *name == PROCESSORS {
                words = words.help(format!(
                    "`p`, the processors of the machine, is set by `-p {value}`"
                ));
            }
            words.note(if known.is_empty() {
                "this program has no inputs".to_owned()
            } else {
                format!("the inputs are {}", listed(known))
            })
        }
        InputProblem::Missing { formal, example } => {
            let name = &formal.name;
            let help = match &formal.dimensions {
                Some(dimensions) => {
                    let elements = match dimensions.len() {
                        1 => "3,1,7,0",
                        2 => "1,2;3,4",
                        3 => "1,2;3,4;;5,6;7,8",
                        _ => "1,2;3,4;;5,6;7,8;;;1,2;3,4;;5,6;7,8",
                    };
                    let random = semantic::generator_name(Generator::Random, vocabulary);
                    format!(
                        "give its elements, `{name}={elements}`, or a generator, \
            `{name}={random}(0,99)`"
                    )
                }
                None if name == PROCESSORS => format!(
                    "give it one: `{name}={example}`, or give the machine as many processors: \
                     `-p {example}`"
                ),
                None => format!("give it one: `{name}={example}`"),
            };
            Words::new(
                format!("the input `{name}` has no value"),
                "declared here, without a default",
            )
            .help(help)
        }
        InputProblem::Waits { name, needed, .. } => Words::new(
            format!("the value of `{name}` waits for {}", listed(needed)),
            "this value needs another one, which has none yet",
        )
        .help("give one of them as a number"),
        InputProblem::Word { name, word, .. } => Words::new(
            format!("`{name}={word}` is no value: a number is needed"),
            "neither a number nor the name of an input that has a value",
        )
        .help(format!(
            "write a number such as `{name}=16`, or an expression such as `{name}=2^10`"
        )),
        InputProblem::SeveralValues { formal } => Words::new(
            format!("`{}` is a scalar, and takes one value", formal.name),
            DECLARED,
        )
        .help(format!("such as `{}=8`", formal.name)),
        InputProblem::IsScalar { formal } => {
            Words::new(format!("`{}` is a scalar", formal.name), DECLARED)
        }
        InputProblem::NoFile { name } => Words::message(format!("`{name}=@` names no file"))
            .help(format!("such as `{name}=@data.csv`")),
        InputProblem::Unreadable { name, path, reason } => {
            let words = Words::message(format!(
                "`{path}`, the value of `{name}`, cannot be read: {}",
                reason.words(Language::English)
            ));
            match reason {
                Unreadable::TooLarge { .. } => words.help(
                    "take a smaller file, or raise the limit with --max-memory, half of which may \
            go to a file",
                ),
                Unreadable::NoMemory => words.help("take a smaller file"),
                Unreadable::NotFound
                | Unreadable::Denied
                | Unreadable::NoFile(_)
                | Unreadable::Other(_) => words,
            }
        }
        InputProblem::BadArray {
            formal,
            error,
            path,
        } => {
            let (name, reason) = (&formal.name, array_text(error));
            let words = match error {
                ArrayTextError::TooMany { .. } => Words::new(
                    format!("`{name}` does not fit into memory: {reason}"),
                    "this input",
                )
                .help("take fewer elements, or raise the limit with --max-memory"),
                _ => Words::new(format!("`{name}` cannot take this value: {reason}"), DECLARED),
            };
            let words = match error {
                ArrayTextError::TooLarge { .. } => {
                    words.help("write it as a real, `1.0e30`, if it need not be exact")
                }
                ArrayTextError::Several { .. } => words
                    .help("separate elements by commas: `3,1,7,0`; in a file each may have a line"),
                ArrayTextError::NotText => words.help("save the file as UTF-8"),
                _ => words,
            };
            match path {
                Some(path) => words.note(format!("read from `{path}`")),
                None => words,
            }
        }
        InputProblem::BadList { name, error, .. } => Words::new(
            format!("the value of `{name}` does not fit: {}", array_text(error)),
            "this list",
        ),
        InputProblem::BadGenerator { name, error, .. } => {
            let error = error.message(Voice::english(vocabulary));
            Words::new(
                format!("the value of `{name}` cannot be made: {error}"),
                "this generator",
            )
        }
        InputProblem::BadFilling { formal, error } => {
            let error = error.message(Voice::english(vocabulary));
            Words::new(
                format!("`{}` cannot be made: {error}", formal.name),
                DECLARED,
            )
        }
        InputProblem::MemoryRefused { formal, bytes } => Words::new(
            format!(
                "the system refuses the memory for `{}`, {}",
                formal.name,
                quantity::bytes_text(*bytes)
            ),
            "this input",
        )
        .help("choose a smaller size, or give the process more memory (`ulimit -v`)"),
        InputProblem::TooMuchMemory {
            formal,
            lengths,
            bytes,
            limit,
        } => {
            let lengths: Vec<String> = lengths.iter().map(usize::to_string).collect();
            let needed = bytes.map_or_else(
                || "more bytes than 64 bits can count".to_owned(),
                quantity::bytes_text,
            );
            Words::new(
                format!(
                    "the inputs do not fit into memory: with the {} elements of `{}` they take \
            {needed}",
                    lengths.join("×"),
                    formal.name
                ),
                "this input",
            )
            .note(format!("a run may use {}", quantity::bytes_text(*limit)))
            .help(match bytes {
                Some(bytes) => format!(
                    "choose a smaller size, or raise the limit: `--max-memory {}GiB`",
                    bytes.div_ceil(1 << 30).saturating_mul(2)
                ),
                None => "choose a smaller size".to_owned(),
            })
        }
        InputProblem::OtherRank {
            formal, other, own, ..
        } => {
            let [other, own] = [other, own].map(|rank| counted(*rank, "dimension"));
            let message = format!(
                "`{}` has {other} in the file's input, and {own} in the entry",
                formal.name
            );
            Words::new(message, other).label(own).help(format!(
                "write both with as many subscripts, or give the array on the command line: \
                 `{}=…`",
                formal.name
            ))
        }
        InputProblem::OtherProcessors {
            formal,
            of_length: p,
            processors,
        } => Words::new(
            format!(
                "`{}` makes p {p} by its length, and the machine has {}",
                formal.name,
                counted(*processors, "processor")
            ),
            DECLARED,
        )
        .help(format!(
            "give it the length for p = {processors}, or the machine other processors: `-p \
            {p}`"
        )),
        InputProblem::TwoLengths {
            formal,
            part,
            scalar,
            known,
            by,
        } => {
            let by = if *by == formal.name {
                "its rows".to_owned()
            } else {
                format!("the length of `{by}`")
            };
            Words::new(
                format!(
                    "`{}` has {}, and is declared with `{scalar}`, which is {known} by {by}",
                    formal.name,
                    counted_part(*part)
                ),
                DECLARED,
            )
        }
        InputProblem::NegativeLength { formal, n } => Words::new(
            format!("`{}` cannot have the length n = {n}", formal.name),
            DECLARED,
        ),
        InputProblem::NoLength { formal, .. } => {
            let name = &formal.name;
            Words::new(
                format!("nothing says how long `{name}` is to be"),
                "this generator fills an array of any length",
            )
            .label("declared without a length")
            .help(format!(
                "declare it with its length, `{name}[n]`, or give its elements one by one: \
                 `{name}=3,1,7,0`"
            ))
        }
        InputProblem::OtherLength {
            formal,
            part,
            declared,
            scalar,
            ..
        } => {
            let name = &formal.name;
            let wanted = counted_part(Part {
                length: *declared,
                ..*part
            });
            let other = match scalar {
                Some(scalar) => format!("`{scalar}={}`", part.length),
                None => "another length in its declaration".to_owned(),
            };
            Words::new(
                format!(
                    "`{name}` has {}, and is declared with {declared}",
                    counted_part(*part)
                ),
                format!("this length is {declared}"),
            )
            .help(format!("give `{name}` {wanted}, or {other}"))
        }
        InputProblem::DeclaredOtherwise {
            formal,
            length,
            scalar,
            known,
            by,
            ..
        } => Words::new(
            format!(
                "`{}` is declared with {length}, and the entry gives it the length `{scalar}`, which is \
                 {known} by `{by}`",
                formal.name
            ),
            format!("this length is {length}"),
        )
        .label(format!("here its length is `{scalar}`")),
    }
}

/// `3 rows`: what the length of a dimension counts.
fn counted_part(part: Part) -> String {
    let what = match (part.rank, part.axis) {
        (1, _) => "element",
        (2, 0) => "row",
        (2, _) => "column",
        (_, axis) => return format!("length {} along dimension {axis}", part.length),
    };
    counted(part.length as u64, what)
}

/// `a`, `b` and `c`, each as code.
fn listed(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    Language::English.listed(&quoted)
}

/// Why a text is no array.
fn array_text(error: &ArrayTextError) -> String {
    match error {
        ArrayTextError::NotANumber { text, position } => {
            format!("`{text}` (element {position}) is not a number, `true` or `false`")
        }
        ArrayTextError::TooLarge { text, position } => {
            format!("{text} (element {position}) does not fit into 64 bits")
        }
        ArrayTextError::Several { text, position } => {
            format!("`{text}` (element {position}) is several numbers")
        }
        ArrayTextError::EmptyElement { position } => format!("element {position} is empty"),
        ArrayTextError::Mixed { text, position } => {
            format!("numbers and truth values are mixed: element {position} is `{text}`")
        }
        ArrayTextError::Ragged { row, length, first } => {
            format!(
                "row {row} has {}, and the first row has {first}",
                counted(*length as u64, "element")
            )
        }
        ArrayTextError::TwoDimensions { rows } => {
            format!("it has {rows} rows, and the input has one dimension")
        }
        ArrayTextError::UnevenMatrices {
            matrix,
            rows,
            first,
        } => format!(
            "matrix {matrix} has {}, and the first one has {first}",
            counted(*rows as u64, "row")
        ),
        ArrayTextError::UnevenLists => "the lists of matrices have different lengths".to_owned(),
        ArrayTextError::TooDeep { given, rank } => {
            format!("it has {given} dimensions, and the input has {rank}")
        }
        ArrayTextError::OtherCount {
            elements,
            dimensions,
        } => format!(
            "it has {}, and its lengths are {}",
            counted(*elements as u64, "element"),
            dimensions_text(dimensions)
        ),
        ArrayTextError::TooMany { most } => {
            format!("it has more than {most} elements, which is what memory may hold")
        }
        ArrayTextError::NotText => "the file is not UTF-8 text".to_owned(),
        ArrayTextError::NotJson(why) => format!("it is not JSON: {why}"),
        ArrayTextError::MixedJson => "the JSON array mixes numbers and arrays".to_owned(),
        ArrayTextError::NoJsonArray => "the JSON is not an array".to_owned(),
    }
}
