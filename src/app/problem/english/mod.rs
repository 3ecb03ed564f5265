//! What is wrong with commands, in English.

pub(super) mod file;
pub(super) mod mistake;

use super::{AssignmentKind, CommandProblem, OfOneProgram, OfWholeRuns, known_places};
use crate::diagnostic::Words;
use crate::language::Language;
use crate::pipeline::machine::RunForm;
use crate::source::shown_name;

/// A problem in words.
#[expect(
    clippy::too_many_lines,
    reason = "one arm per problem, each of a few lines"
)]
pub(super) fn words(problem: &CommandProblem) -> Words {
    match problem {
        CommandProblem::UnknownCode { written, near } => {
            let words = Words::message(format!("there is no code `{written}`"));
            let names = near
                .iter()
                .map(|code| format!("`{}` ({})", code.id(), code.title()));
            let names: Vec<String> = names.collect();
            words.help(if names.is_empty() {
                "`pram explain` lists every code".to_owned()
            } else {
                format!("did you mean {}?", Language::English.alternatives(&names))
            })
        }
        CommandProblem::NoManual { name, commands } => {
            Words::message(format!("there is no command `{name}`"))
                .help(format!("the commands are {}", commands.join(", ")))
        }
        CommandProblem::NoSuchProgram { name, meant } => {
            let name = shown_name(name);
            let message = format!("no program that comes with pram is called `{name}`");
            Words::message(message).help(match meant {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => "`pram programs` lists them".to_owned(),
            })
        }
        CommandProblem::WatchedInput => Words::message("standard input cannot be watched")
            .help("give the name of a file"),
        CommandProblem::InputOfRecording { input } => Words::message(format!(
            "a recorded run is over, so `{input}` cannot change it"
        ))
        .help(
            "debug the program itself: `pram debug FILE.pram n=8`; or the trace without inputs",
        ),
        CommandProblem::OptionOfRecording { option } => Words::message(format!(
            "a recorded run is over, so {option} cannot change it"
        ))
        .help(format!(
            "debug the program itself: `pram debug FILE.pram {option} …`; or the trace without {option}"
        )),
        CommandProblem::NoCommandInTrace { trace } => Words::message(format!(
            "`{trace}` does not say how its run was recorded"
        ))
        .help("`pram replay FILE.pram -o run.json` records it again"),
        CommandProblem::NoPlace { place } => {
            let known = known_places();
            Words::message(format!("`--at {place}` is no place to begin")).help(format!(
                "{known}; `--at conflict` is the step before the first illegal access"
            ))
        }
        CommandProblem::SharedInput => Words::message(
            "the program and the commands cannot both be read from standard input",
        )
        .help(
            "name a file for one of them: `pram debug FILE.pram --script -`, \
             `pram debug - --script FILE`",
        ),
        CommandProblem::OfWholeRuns { option, file } => of_whole_runs(*option, file),
        CommandProblem::StepsOfPage => Words::message(
            "`--steps` chooses the steps of a figure; a page and a trace have all of them",
        )
        .help("write a figure: `-o steps.svg` or `-o steps.tex`"),
        CommandProblem::CellsOutside {
            array,
            cells: [first, last],
            length,
        } => Words::message(format!(
            "`--cells {array}[{first} to {last}]` is outside of `{array}`"
        ))
        .help(format!(
            "`{array}` has the cells 0 to {}, counted row by row",
            length.saturating_sub(1)
        )),
        CommandProblem::NoSuchArray { array, known } => {
            Words::message(format!("`--cells`: this run has no array `{array}`")).help(
                match known.as_slice() {
                    [] => "it has none".to_owned(),
                    names => format!("its arrays are {}", names.join(", ")),
                },
            )
        }
        CommandProblem::NotDrawn { reason } => Words::message(reason),
        CommandProblem::NoKind { name } => {
            Words::message(format!("`{name}` does not say what to write")).help(
                "name it `replay.html` for a page, `replay.json` for the trace as data, `step.svg` or \
                 `step.tex` for a figure",
            )
        }
        CommandProblem::OfOneProgram { what, folder } => of_one_program(what, folder),
        CommandProblem::NoAssumption { written } => {
            Words::message(format!("`{written}` is no assumption that can be made")).help(
                "write `--assume 'n = 2^k'`, `--assume 'n = 3^k'`, `--assume 'n = d^k'`, \
                 `--assume 'p | n'` or `--assume 'n > m'`",
            )
        }
        CommandProblem::ImpossibleAssumptions { written } => Words::message(format!(
            "no size meets the assumption {}",
            written.join(" and ")
        ))
        .help("sizes are whole numbers from 0 on"),
        CommandProblem::PageOfData { option } => Words::message(format!(
            "`{option}` is about a page to read, and csv and json are data"
        ))
        .help("choose a page: `--format html`, md, latex or text"),
        CommandProblem::NoProgram => Words::message("no program is named")
            .help("name one or several files: `pram report reduction.pram --vary n=2^4..2^14`"),
        CommandProblem::NoSizes { file } => Words::message(
            "a report is made of runs over many sizes, and none are named",
        )
        .help(format!(
            "say which input grows, and how far: `pram report {file} --vary n=2^4..2^10`"
        )),
        CommandProblem::NoFormat { name } => Words::message(format!(
            "the name `{}` does not say which format the report has",
            shown_name(name)
        ))
        .help(
            "let it end with .txt, .md, .html, .tex, .csv or .json, or with / for a folder; \
             or give --format",
        ),
        CommandProblem::NoFolder { folder } => Words::message(format!("`{folder}` is not a folder"))
            .help("--include-dir names a folder from which programs may be included"),
        CommandProblem::NoAssignment { word, given } => {
            let word = shown_name(word);
            let (form, help) = match given {
                AssignmentKind::Inputs => (
                    "NAME=VALUE",
                    "give inputs as in `n=1024` or `A=3,1,7,0`, without spaces around the `=`",
                ),
                AssignmentKind::Sizes => ("NAME=SIZES", SIZES),
            };
            Words::message(format!("`{word}` is not of the form {form}")).help(help)
        }
        CommandProblem::BlanksAroundEquals {
            name,
            value,
            assignment,
            given,
        } => {
            let (name, value) = (shown_name(name), shown_name(value));
            Words::message(format!("`{name} = {value}` has blanks around its `=`")).help(
                match given {
                    AssignmentKind::Inputs => format!("write `{assignment}`"),
                    AssignmentKind::Sizes => SIZES.to_owned(),
                },
            )
        }
        CommandProblem::SecondProgram { word, given } => Words::message(format!(
            "`{}` is a second program, and this command takes one",
            shown_name(word)
        ))
        .help(match given {
            AssignmentKind::Inputs => "`pram report` takes several and compares them",
            AssignmentKind::Sizes => SIZES,
        }),
        CommandProblem::NoEffect {
            option,
            forms,
            machine,
        } => {
            let (about, instead) = match forms {
                [RunForm::Messages] => ("multicomputers", "ring"),
                [RunForm::Launches] => ("GPUs", "gpu"),
                [RunForm::Steps, ..] => ("machines with shared memory", "pram"),
                _ => ("asynchronous machines", "apram"),
            };
            Words::message(format!(
                "`{option}` is about {about}, and this run is on {machine}"
            ))
            .help(format!(
                "remove it, or give `--machine {instead}` as well"
            ))
        }
        CommandProblem::Port { port, error } => Words::message(format!(
            "port {port} of this computer cannot be opened: {error}"
        ))
        .help("omit `--port` to use a free port"),
        CommandProblem::NotPlayed { program } => Words::message(format!(
            "`{program}` is no program of `programs/`"
        ))
        .help(
            "name one as in `pram play prescan` or `pram play network/ring_broadcast`; other programs are \
             pasted into the page",
        ),
    }
}

/// What `--vary` says.
const SIZES: &str = "say which input varies and over which sizes: `--vary n=2^4..2^14`, \
                     `--vary 'n=10..1000 step 90'`, `--vary p=1,2,4`";

/// An option about whole runs, given to a command that goes step by step.
fn of_whole_runs(option: OfWholeRuns, file: &str) -> Words {
    const ORDERS: &str =
        "orders the single accesses of asynchronous blocks, and a session goes by whole statements";
    const PRINTS: &str = "is about what a whole run prints";
    const PACE: &str = "; `--pace` changes which processors are ahead here, too";
    let (option, why, instead) = match option {
        OfWholeRuns::Schedule => ("--schedule …", ORDERS, PACE),
        OfWholeRuns::Explore => ("--explore …", ORDERS, PACE),
        OfWholeRuns::Strict => (
            "--strict",
            "judges which other messages a run could have received, and a session shows one run",
            "",
        ),
        OfWholeRuns::Trace => (
            "--trace",
            "lists the messages of a whole run",
            "; step by step, `view network` lists those on their way",
        ),
        OfWholeRuns::Topology => ("--topology", "describes a network before the run", ""),
        OfWholeRuns::Sections => (
            "--sections",
            "lists the sections of a whole run",
            "; step by step, `view sections` shows them",
        ),
        OfWholeRuns::Quiet => ("--quiet", PRINTS, ""),
        OfWholeRuns::Format => (
            "--format …",
            PRINTS,
            "; `pram replay FILE -o run.json` writes its steps as data",
        ),
    };
    let name = option.trim_end_matches(" …");
    Words::message(format!("`{name}` {why}")).help(format!(
        "`pram run {file} {option}` shows the result{instead}"
    ))
}

/// What is about one program, and a folder is named.
fn of_one_program(what: &OfOneProgram, folder: &str) -> Words {
    let one = "name one program instead of the folder";
    match what {
        OfOneProgram::Input(word) => Words::message(format!(
            "`{word}` is an input of one program, and `{folder}` is a folder: each of its programs runs \
             with the inputs that it declares"
        ))
        .help(one),
        OfOneProgram::Entry => Words::message(format!(
            "`--entry` is about one program, and `{folder}` is a folder"
        ))
        .help(one),
        OfOneProgram::Steps => Words::message(
            "`--steps` chooses the steps of a figure; the pages of a folder have all of them",
        )
        .help(one),
        OfOneProgram::Output(output) => Words::message(format!(
            "`{output}` names one file, and `{folder}` is a folder of programs, which have a page each"
        ))
        .help("name a folder for the pages: `-o replays/`"),
    }
}
