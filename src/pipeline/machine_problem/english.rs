//! What is wrong with a machine, in English.

use super::{BadBarrier, MachineProblem};
use crate::diagnostic::Words;
use crate::machine::rules::model::Model;
use crate::machine::simt::configuration::NUMBERS;
use crate::network::{DecimalError, Grid, MAX_PROCESSORS, TopologyError};
use crate::pipeline::machine::{AskedMachine, RunForm};
use crate::pipeline::network::{BARRIER, NetworkName, OPTIONS, TIMES};
use crate::result::model::MachineModel;
use crate::source::Span;
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabulary;

/// A problem in words.
#[expect(
    clippy::too_many_lines,
    reason = "one arm per problem, each of a few lines"
)]
pub(super) fn words(problem: &MachineProblem, vocabulary: Vocabulary) -> Words {
    let machine_word = vocabulary.word(Concept::Machine);
    match problem {
        MachineProblem::SecondMachine { .. } => {
            Words::new("the file names two machines", "the second").label("the first")
        }
        MachineProblem::GivenTwice { name, .. } => {
            Words::new(format!("the machine is given `{name}` twice"), "the second")
                .label("the first")
        }
        MachineProblem::Contradiction { asked, model } => contradiction(*asked, *model),
        MachineProblem::UnknownMachine { name, meant, .. } => {
            let words = Words::new(format!("there is no machine `{name}`"), "this name");
            match (rules_of_writes(name), meant) {
                (Some(rules), _) => words.help(rules),
                (None, Some(meant)) => words.help(format!("did you mean `{meant}`?")),
                (None, None) => words.help(format!(
                    "the machines are EREW, CREW, ERCW and CRCW (where writes may meet, a rule can be \
                     named: `CRCW-common`, `ERCW-max`), the asynchronous `apram` and `apram-cr`, \
                     multicomputers, `{}`, and `gpu`",
                    NetworkName::shapes(vocabulary).join("`, `")
                )),
            }
        }
        MachineProblem::NoSize { machine, .. } => {
            let words = Words::new(
                "this machine takes no size",
                "a parameter has its name before it, such as `p = 4`",
            );
            match rules_of_writes(machine) {
                Some(help) if ["CRCW", "ERCW"].contains(&machine.to_ascii_uppercase().as_str()) => {
                    words.help(help)
                }
                _ => words,
            }
        }
        MachineProblem::UnknownParameter { name, .. } => Words::new(
            format!("a machine has no parameter `{name}`"),
            "only p, the number of processors, and on the asynchronous PRAM d and B",
        ),
        MachineProblem::NoNumberOfProcessors { .. } => Words::new(
            "the number of processors is a whole number, at least 1",
            "this is none",
        ),
        MachineProblem::SeveralSizes { network, count } => {
            Words::message(format!("`--machine {network}` is given {count} sizes")).help(format!(
                "{}; `mesh:2x8` and `torus:2x3x4` have a size for each dimension",
                one_size(*network)
            ))
        }
        MachineProblem::SecondSize { network, .. } => {
            Words::new(one_size(*network), "a second size").help(
                "`mreza(2, 3)` (`mesh`) and `torus(2, 3)` have one for each of their dimensions",
            )
        }
        MachineProblem::BadSize {
            least,
            is_too_large,
            ..
        } => {
            let (range, label) = if *is_too_large {
                (format!("at most {MAX_PROCESSORS}"), "this is more")
            } else {
                (format!("at least {least}"), "this is none")
            };
            Words::new(
                format!("the size of a network is a whole number, {range}"),
                label,
            )
        }
        MachineProblem::OtherProcessors {
            of_sizes,
            asked,
            machine,
        } => {
            let words = match machine {
                Some(_) => Words::new(
                    format!(
                        "the sizes of this network make {of_sizes} processors, and p is {asked}"
                    ),
                    "this machine",
                ),
                None => Words::message(format!(
                    "the network has {of_sizes} processors, and p is {asked}"
                )),
            };
            words.help("give the sizes alone, or p alone")
        }
        MachineProblem::NoTopology { error, machine } => {
            no_topology(error, *machine, vocabulary)
        }
        MachineProblem::NoProcessors { machine, network } => {
            let ring = vocabulary.choose("prsten", "ring");
            let network = network.as_deref().unwrap_or(ring);
            placed(
                "nothing says how many processors the network has",
                machine.map(|_| ""),
            )
            .help(format!(
                "give `-p 16` on the command line, or `{machine_word} {network}(p = 16, t_s = 100, t_w = 7);` in \
                 the file"
            ))
        }
        MachineProblem::NoTimes { missing, machine } => {
            no_times(missing, machine.as_ref(), vocabulary)
        }
        MachineProblem::TimesApart { error, machine } => {
            placed(error.to_string(), machine.map(|_| ""))
        }
        MachineProblem::BadTime { name, error, .. } => {
            let words = Words::new(
                format!("{name} {error}"),
                "a time is a number that is not negative",
            );
            match error {
                DecimalError::Endless => words.help(
                    "times are added up exactly: write as many digits as are wanted, such as \
                     `0.333`, or take a smaller unit for all times",
                ),
                _ => words,
            }
        }
        MachineProblem::UnknownValue { name, known, .. } => {
            let known: Vec<String> = known.iter().map(|word| format!("`{word}`")).collect();
            Words::new(format!("`{name}` has no such value"), "this value")
                .help(format!("the values are {}", known.join(", ")))
        }
        MachineProblem::UnknownNetworkParameter { name, network, .. } => {
            let words = Words::new(
                format!("a network has no parameter `{name}`"),
                "this parameter",
            )
            .help(format!(
                "its parameters are p, {}, {BARRIER}, and {}",
                TIMES.join(", "),
                OPTIONS.map(|names| names.join(" (") + ")").join(", ")
            ));
            let sizes = match network {
                NetworkName::Torus | NetworkName::Mesh => "2, 3",
                NetworkName::Hypercube => "3",
                _ => return words,
            };
            let network = network.word(vocabulary);
            words.note(format!(
                "sizes have no names and stand first: `{network}({sizes}, t_s = 100, t_w = 7)`"
            ))
        }
        MachineProblem::BadGpuNumber { needs, .. } => Words::new(needs.clone(), "this is none"),
        MachineProblem::UnknownGpuParameter { name, .. } => {
            let numbers: Vec<&str> = NUMBERS.iter().map(|number| number.name).collect();
            Words::new(format!("a GPU has no parameter `{name}`"), "this parameter")
                .help(format!("its parameters are {} and {} ({})",
                    numbers.join(", "),
                    vocabulary.choose("valovi", "warps"),
                    vocabulary.choose("zasebno, zajedno", "apart, together")))
        }
        MachineProblem::NoDelay { .. } => Words::new(
            "d, the time of a global access, is a whole number, at least 1",
            "this is none",
        ),
        MachineProblem::NoParameters {
            has_delay,
            has_barrier,
            machine,
        } => {
            let what = match (has_delay, has_barrier) {
                (false, false) => {
                    "d, the time of a global access, and B, the time of a barrier, are not given"
                }
                (false, true) => "d, the time of a global access, is not given",
                (true, _) => "B, the time of a barrier, is not given",
            };
            placed(
                format!("the asynchronous PRAM has two parameters: {what}"),
                machine.map(|_| "this machine"),
            )
            .help(format!(
                "give them on the command line, such as `--d 3 --B 32` or `--d 3 --B 'sqrt(p)' -p 1024`, \
                 or in the file: `{machine_word} apram(d = 3, B = sqrt(p), p = 1024);`"
            ))
        }
        MachineProblem::BarrierOfProcessors { .. } => Words::new(
            "B depends on `p`, and nothing says how many processors the machine has",
            "the time of a barrier",
        )
        .help(format!(
            "give `-p 1024` on the command line, or `{machine_word} apram(d = 3, B = sqrt(p), p = 1024);` \
             in the file"
        )),
        MachineProblem::BadBarrier {
            why, processors, ..
        } => {
            let place = match processors {
                Some(processors) => format!(" for p = {processors}"),
                None => String::new(),
            };
            let what = match why {
                BadBarrier::NoValue(_) => "has no value".to_owned(),
                BadBarrier::TooLong(longest) => format!("is more than {longest}"),
                BadBarrier::Negative(value) => format!("is negative ({value})"),
            };
            let words = Words::new(
                format!("B, the time of a barrier, {what}{place}"),
                "this formula",
            );
            match why {
                BadBarrier::NoValue(Some(reason)) => words.note(reason),
                _ => words,
            }
        }
    }
}

/// With the label of its place, where it has one.
fn placed(message: impl Into<String>, label: Option<&str>) -> Words {
    let words = Words::message(message);
    match label {
        Some(label) => words.label(label),
        None => words,
    }
}

/// A list of the rules for concurrent writes by their names, if a name begins with a PRAM that takes one.
fn rules_of_writes(name: &str) -> Option<String> {
    let name = name.to_ascii_uppercase();
    let base = ["CRCW", "ERCW"]
        .into_iter()
        .find(|base| name.starts_with(base))?;
    let rules: Vec<String> = (Model::rules_of_writes())
        .map(|rule| format!("`{base}-{rule}`"))
        .collect();
    Some(format!(
        "the rule for concurrent writes follows a hyphen: {}",
        rules.join(", ")
    ))
}

fn contradiction(asked: AskedMachine, model: MachineModel) -> Words {
    let row = asked.kind().row();
    let (message, help) = match asked {
        AskedMachine::Gpu(name) => (
            format!("`--machine {name}` asks for a GPU, and `--model` names another machine"),
            ": on a GPU, `--model` is a synchronous one, for blocks that are no kernels",
        ),
        AskedMachine::Network(name) => (
            format!(
                "`--machine {name}` asks for a multicomputer, and `--model` names rules for shared \
                 memory"
            ),
            ": processors that exchange messages share no memory",
        ),
        AskedMachine::Shared(_) => (
            format!(
                "`--machine {}` asks for {}, and `--model` names {}",
                row.name,
                row.the,
                model.form().usual().row().one
            ),
            match row.form {
                RunForm::Sections => "; the models of the asynchronous PRAM are apram and apram-cr",
                RunForm::Steps | RunForm::Messages | RunForm::Launches => {
                    "; a synchronous model is erew, crew, ercw-… or crcw-…"
                }
            },
        ),
    };
    Words::message(message).help(format!("omit one of the two{help}"))
}

/// The meaning of the size of a network that has one.
fn one_size(network: NetworkName) -> String {
    let what = match network {
        NetworkName::Hypercube => "its number of dimensions",
        _ => "its number of processors",
    };
    format!("a network of this kind has one size, {what}")
}

fn no_topology(error: &TopologyError, machine: Option<Span>, vocabulary: Vocabulary) -> Words {
    let message = format!("there is no such network: {error}");
    let words = placed(message, machine.map(|_| "this machine"));
    match *error {
        TopologyError::NoPowerOfTwo { processors } => {
            let above = processors.next_power_of_two();
            let below = above / 2;
            words.help(format!(
                "hypercubes and trees have 1, 2, 4, 8, … processors: try {below} or {above}"
            ))
        }
        TopologyError::NoSquare { grid, processors } => {
            let (network, name) = match grid {
                Grid::Mesh => (NetworkName::Mesh, vocabulary.choose("mreza", "mesh")),
                Grid::Torus => (NetworkName::Torus, "torus"),
            };
            let word = vocabulary.word(Concept::Machine);
            let rows = (1..=processors.isqrt())
                .rev()
                .find(|rows| processors.is_multiple_of(*rows));
            let rows = rows.unwrap_or(1);
            let columns = processors / rows;
            let side = processors.isqrt();
            words.help(format!(
                "give rows and columns in the file, as in \
                 `{word} {name}({rows}, {columns}, t_s = 100, t_w = 7);`, or on the command line, \
                 `--machine {network}:{rows}x{columns}`, or {} or {} processors",
                side * side,
                (side + 1) * (side + 1)
            ))
        }
        TopologyError::NoProcessor | TopologyError::TooManyProcessors => words,
    }
}

fn no_times(
    missing: &[&'static str],
    machine: Option<&(Span, String)>,
    vocabulary: Vocabulary,
) -> Words {
    // The meaning, and a value to begin with.
    let described = |name: &str| match name {
        "t_s" => ("t_s, the start-up time of a message,", "100"),
        "t_w" => ("t_w, the time of a word,", "7"),
        _ => ("t_c, the time of an instruction,", "0.02"),
    };
    let listed: Vec<&str> = missing.iter().map(|name| described(name).0).collect();
    let are = if listed.len() == 1 { "is" } else { "are" };
    let message = format!(
        "a network needs its times: {} {are} not given",
        listed.join(" and ")
    );
    let flags: Vec<String> = (missing.iter())
        .map(|name| format!("--{} {}", name.replace('_', ""), described(name).1))
        .collect();
    let arguments: Vec<String> = (missing.iter())
        .map(|name| format!("{name} = {}", described(name).1))
        .collect();
    let word = vocabulary.word(Concept::Machine);
    let (network, others) = match machine {
        Some((_, name)) => (name.as_str(), "…"),
        None => (vocabulary.choose("prsten", "ring"), "p = 8"),
    };
    placed(message, machine.map(|_| "this machine")).help(format!(
        "give `{}` on the command line, or `{word} {network}({others}, {});` in the \
            file",
        flags.join(" "),
        arguments.join(", ")
    ))
}
