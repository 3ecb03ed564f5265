//! The table of options. Help lists the frequent ones of each group first, then the others, in this order.

use super::read::{gpu_number, machine, model, pace, residency, schedule, truth};
use super::row::{Choice, Group, RunOption, choices, choose, put, some};
use crate::engine::tuning::SubscriptTests;
use crate::machine::configuration::{Branches, OnViolation};
use crate::machine::rules::model::Simultaneity;
use crate::pipeline::gpu::{ORDERS, english as gpu_words};
use crate::pipeline::machine::{AskedMachine, MachineModel, RunForm};
use crate::pipeline::network::{Collectives, DUPLEXES, PORTS, ROUTINGS, SENDINGS};
use crate::pipeline::quantity;
use crate::pipeline::word::{OptionWord, word};

const ALL: &[RunForm] = &[
    RunForm::Steps,
    RunForm::Sections,
    RunForm::Messages,
    RunForm::Launches,
];
/// Not on a GPU, which has k·w processors.
const NUMBERED: &[RunForm] = &[RunForm::Steps, RunForm::Sections, RunForm::Messages];
const SHARED: &[RunForm] = &[RunForm::Steps, RunForm::Sections];
/// What blocks that are no kernels do on a GPU, too.
const IN_STEPS: &[RunForm] = &[RunForm::Steps, RunForm::Sections, RunForm::Launches];
const KERNELS: &[RunForm] = &[RunForm::Launches];
const ASYNCHRONOUS: &[RunForm] = &[RunForm::Sections];
const EXPLORED: &[RunForm] = &[RunForm::Sections, RunForm::Messages];
const NETWORK: &[RunForm] = &[RunForm::Messages];

/// The option of this name that sets one number of a GPU. The reader of a row is a function of its own, which the name of
/// the number has to be written into.
macro_rules! gpu {
    ($name:literal, $number:literal, $help:path) => {
        RunOption {
            name: $name,
            help: $help,
            read: |options, text| gpu_number(options, $number, text),
            ..KERNEL
        }
    };
}

/// Every option of a run.
pub static OPTIONS: &[RunOption] = &[
    RunOption {
        name: "seed",
        example: "7",
        default: Some("0"),
        group: Group::Inputs,
        is_frequent: true,
        help: "Seed of all random numbers",
        long_help: Some("Where all random choices come from; the same seed gives the same run"),
        read: |options, text| put(&mut options.seed, quantity::whole(text)),
        ..COUNT
    },
    RunOption {
        name: "machine",
        value: Some("MACHINE"),
        choices: machines,
        example: "mesh:2x8",
        is_frequent: true,
        help: "The kind of machine: pram, apram, mesh:2x8, …",
        long_help: Some(
            "The machine, instead of the one that the file names [default: pram]. Those \
               besides pram and apram are multicomputers, with their sizes after a colon: mesh:2x8",
        ),
        read: machine,
        ..ROW
    },
    RunOption {
        name: "processors",
        short: Some('p'),
        aliases: &["p"],
        example: "8",
        forms: NUMBERED,
        is_frequent: true,
        help: "Processors of the machine, `p` in the program",
        long_help: Some(
            "Processors of the machine: the program's `p`; blocks of more processors are \
               scheduled on them by Brent's principle, but not on a multicomputer",
        ),
        read: |options, text| some(&mut options.processors, quantity::processors(text)),
        ..COUNT
    },
    RunOption {
        name: "d",
        example: "3",
        forms: SHARED,
        group: Group::Asynchronous,
        is_frequent: true,
        help: "Time of an access to global memory",
        long_help: Some(
            "Time of an access to global memory on the asynchronous PRAM: the program's `d`",
        ),
        read: |options, text| some(&mut options.delay, quantity::delay(text)),
        ..COUNT
    },
    RunOption {
        name: "B",
        // In links to the playground it has this name.
        aliases: &["barrier"],
        value: Some("EXPR"),
        example: "sqrt(p)",
        group: Group::Asynchronous,
        is_frequent: true,
        help: "Time of a barrier: 32, 'sqrt(p)'",
        long_help: Some(
            "Time of a barrier, a formula in p such as 32 or 'sqrt(p)'; rounded up it is the \
               program's `B`. On a multicomputer, without it barriers are messages",
        ),
        read: |options, text| some(&mut options.barrier, Ok(text.to_owned())),
        ..ROW
    },
    RunOption {
        name: "ts",
        is_frequent: true,
        help: "Start-up time of a message, t_s",
        long_help: Some("`t_s`, the start-up time of a message"),
        read: |options, text| some(&mut options.network.t_s, quantity::time(text)),
        ..TIME
    },
    RunOption {
        name: "tw",
        is_frequent: true,
        help: "Time of a word of a message, t_w",
        long_help: Some("`t_w`, the time of a word of a message"),
        read: |options, text| some(&mut options.network.t_w, quantity::time(text)),
        ..TIME
    },
    RunOption {
        name: "th",
        help: "`t_h`, the time of a message's header at each link [default: 0]",
        read: |options, text| some(&mut options.network.t_h, quantity::time(text)),
        ..TIME
    },
    RunOption {
        name: "tc",
        help: "`t_c`, the time of an instruction [default: 1]",
        read: |options, text| some(&mut options.network.t_c, quantity::time(text)),
        ..TIME
    },
    RunOption {
        name: "to",
        help: "`t_o`, the time that each send and receive takes on its processor [default: 0]",
        read: |options, text| some(&mut options.network.t_o, quantity::time(text)),
        ..TIME
    },
    RunOption {
        name: "routing",
        value: Some("cut_through|store_and_forward"),
        choices: || choices(ROUTINGS),
        example: "store_and_forward",
        help: "How messages pass the switches on their way [default: `cut_through`]",
        read: |options, text| some(&mut options.network.routing, choose(ROUTINGS, text)),
        ..MESSAGES
    },
    RunOption {
        name: "ports",
        value: Some("one|all"),
        choices: || choices(PORTS),
        example: "all",
        help: "How many messages a processor sends and receives at a time [default: one]",
        read: |options, text| some(&mut options.network.ports, choose(PORTS, text)),
        ..MESSAGES
    },
    RunOption {
        name: "duplex",
        value: Some("full|half"),
        choices: || choices(DUPLEXES),
        example: "half",
        help: "Whether a link works in both directions at once [default: full]",
        read: |options, text| some(&mut options.network.duplex, choose(DUPLEXES, text)),
        ..MESSAGES
    },
    RunOption {
        name: "sending",
        value: Some("buffered|sync"),
        choices: || choices(SENDINGS),
        example: "sync",
        help: "When the sender of a message continues [default: buffered]",
        read: |options, text| some(&mut options.network.sending, choose(SENDINGS, text)),
        ..MESSAGES
    },
    RunOption {
        name: "collectives",
        value: Some("async|sync"),
        choices: || choices(COLLECTIVES),
        example: "sync",
        default: Some("async"),
        help: "Whether collective communication makes all processors wait for each other",
        read: |options, text| put(&mut options.network.collectives, choose(COLLECTIVES, text)),
        ..MESSAGES
    },
    gpu!("w", "w", gpu_words::ITEMS_OF_A_WARP),
    gpu!("gpu-units", "k", gpu_words::UNITS),
    gpu!("segment", "s", gpu_words::SEGMENT),
    gpu!("banks", "b", gpu_words::BANKS),
    gpu!("lg", "l_g", gpu_words::GLOBAL_LATENCY),
    gpu!("ls", "l_s", gpu_words::GROUP_LATENCY),
    gpu!("channels", "q", gpu_words::CHANNELS),
    gpu!("tk", "t_k", gpu_words::LAUNCH),
    RunOption {
        name: "residency",
        value: Some("G,V,M,R"),
        example: "8,48,24576,65536",
        help: gpu_words::RESIDENCY,
        read: residency,
        ..KERNEL
    },
    gpu!("group-max", "L_max", gpu_words::GROUP_MAX),
    RunOption {
        name: "warps",
        value: Some("apart|together"),
        choices: || choices(ORDERS),
        example: "together",
        help: gpu_words::ORDER,
        read: |options, text| some(&mut options.gpu.order, choose(ORDERS, text)),
        ..KERNEL
    },
    RunOption {
        name: "max-messages",
        value: Some("N"),
        example: "1000",
        group: Group::Limits,
        help: "Give up after this many messages [default: 100000000]",
        read: |options, text| some(&mut options.network.max_messages, quantity::whole(text)),
        ..MESSAGES
    },
    RunOption {
        name: "branches",
        value: Some("mimd|simd"),
        choices: || choices(BRANCHES),
        example: "simd",
        default: Some("mimd"),
        forms: IN_STEPS,
        help: "How the branches of an `if` (`ako`) share the time: side by side, or one after the \
               other as on a GPU",
        read: |options, text| put(&mut options.branches, choose(BRANCHES, text)),
        ..ROW
    },
    RunOption {
        name: "max-steps",
        group: Group::Limits,
        example: "10^6",
        help: "Give up after this many steps [default: 100000000]",
        read: |options, text| put(&mut options.limits.steps, quantity::whole(text)),
        ..COUNT
    },
    RunOption {
        name: "max-work",
        group: Group::Limits,
        example: "10^9",
        is_frequent: true,
        help: "Most work, in steps",
        long_help: Some(
            "Give up before the processors have taken more steps than this together, which is \
               the work W in steps; on a multicomputer instructions, sends and receives [default: \
               10^10; 10^7 for `check`]",
        ),
        read: |options, text| put(&mut options.limits.work, quantity::whole(text)),
        ..COUNT
    },
    RunOption {
        name: "max-memory",
        group: Group::Limits,
        help: "Give up rather than use more memory: 4GiB, 512MiB, or a number of bytes [default: \
               4GiB]",
        read: |options, text| put(&mut options.limits.memory, quantity::bytes(text)),
        ..BYTES
    },
    RunOption {
        name: "max-output",
        group: Group::Limits,
        example: "1GiB",
        help: "Give up where the program prints more: 64MiB, 1GiB, or a number of bytes [default: \
               64MiB]",
        read: |options, text| put(&mut options.limits.output, quantity::bytes(text)),
        ..BYTES
    },
    RunOption {
        name: "max-processors",
        group: Group::Limits,
        example: "2^20",
        help: "Give up where blocks ask for more processors at one time [default: 2^26]",
        read: |options, text| put(&mut options.limits.processors, quantity::whole(text)),
        ..COUNT
    },
    RunOption {
        name: "max-depth",
        group: Group::Limits,
        example: "100",
        help: "Give up where calls are nested deeper [default: 10000]",
        read: |options, text| put(&mut options.limits.depth, quantity::depth(text)),
        ..COUNT
    },
    RunOption {
        name: "threads",
        group: Group::Limits,
        example: "2",
        help: "Use at most this many threads of this computer; no result depends on it [default: all]",
        read: |options, text| some(&mut options.threads, quantity::threads(text)),
        ..COUNT
    },
    RunOption {
        name: "subscript-tests",
        // Its former name.
        aliases: &["proofs"],
        value: Some("on|off"),
        choices: || choices(SUBSCRIPT_TESTS),
        example: "off",
        default: Some("on"),
        group: Group::Limits,
        help: "Whether accesses whose subscripts show that they meet no other are spared the check \
               cell by cell; no result depends on it",
        read: |options, text| put(&mut options.subscript_tests, choose(SUBSCRIPT_TESTS, text)),
        ..ROW
    },
    RunOption {
        name: "model",
        value: Some("MODEL"),
        choices: || {
            MachineModel::names()
                .into_iter()
                .map(Choice::from)
                .collect()
        },
        example: "crcw-max",
        is_frequent: true,
        help: "The access model: erew, crew, crcw-common, …",
        long_help: Some(
            "The access model, instead of the one that the file names [default: erew]: \
             erew, crew, ercw, crcw. Concurrent writes resolve by -arbitrary (the default: one \
             random winner), -common (all must write the same), -priority (the lowest processor \
             wins), or combine by -sum, -prod, -max, -min, -and, -or, -xor: crcw-common, ercw-max. \
             On the asynchronous PRAM: apram, or apram-cr, where many processors may read a cell that none \
             writes in the section",
        ),
        read: model,
        ..ROW
    },
    RunOption {
        name: "simultaneity",
        value: Some("step|access"),
        choices: || choices(SIMULTANEITIES),
        example: "access",
        default: Some("step"),
        forms: SHARED,
        help: "Which accesses count as simultaneous: all of a step, or only the k-th with the k-th",
        read: |options, text| put(&mut options.simultaneity, choose(SIMULTANEITIES, text)),
        ..ROW
    },
    RunOption {
        name: "on-violation",
        value: Some("stop|continue"),
        choices: || choices(ON_VIOLATION),
        example: "continue",
        default: Some("stop"),
        help: "What an illegal access does: end the run, or be recorded while the run continues",
        read: |options, text| put(&mut options.on_violation, choose(ON_VIOLATION, text)),
        ..ROW
    },
    RunOption {
        name: "explore",
        example: "20",
        forms: EXPLORED,
        group: Group::Asynchronous,
        is_frequent: true,
        help: "Try N orders of accesses or messages",
        long_help: Some(
            "On the asynchronous PRAM, try N orders of the accesses (all side by side, one \
               processor far ahead of the others, one far behind, then random ones) and show two \
               that end differently; on a multicomputer, N outcomes of its receives from anyone",
        ),
        read: |options, text| put(&mut options.explore, quantity::whole(text)),
        ..COUNT
    },
    RunOption {
        name: "strict",
        example: "true",
        forms: NETWORK,
        group: Group::Multicomputer,
        help: "On a multicomputer, a receive from anyone that could take the message of another \
               sender is an error",
        read: |options, text| put(&mut options.strict, truth(text)),
        ..ROW
    },
    RunOption {
        name: "schedule",
        value: Some("ORDER"),
        example: "turns:0,1,1,0",
        forms: ASYNCHRONOUS,
        group: Group::Asynchronous,
        help: "On the asynchronous PRAM, the order of the accesses, as --explore names it: \
               lockstep, ascending, descending, ahead:3, behind:0, random:7; or processor by \
               processor: turns:0,1,1,0",
        read: schedule,
        ..ROW
    },
    RunOption {
        name: "pace",
        value: Some("PACE"),
        example: "1,1,4",
        forms: ASYNCHRONOUS,
        group: Group::Asynchronous,
        help: "On the asynchronous PRAM, how fast the processors are: uniform, random, or a list \
               of how long each takes for one unit of work, such as 1,1,4",
        read: |options, text| put(&mut options.pace, pace(text)),
        ..ROW
    },
];

/// A row to be filled in.
const ROW: RunOption = RunOption {
    name: "",
    short: None,
    aliases: &[],
    value: None,
    choices: Vec::new,
    example: "",
    default: None,
    forms: ALL,
    group: Group::Machine,
    is_frequent: false,
    help: "",
    long_help: None,
    read: |_, _| Ok(()),
};

/// An option with a number.
const COUNT: RunOption = RunOption {
    value: Some("N"),
    example: "2^4",
    ..ROW
};

/// An option with an amount of memory.
const BYTES: RunOption = RunOption {
    value: Some("BYTES"),
    example: "512MiB",
    ..ROW
};

/// An option about the messages of a multicomputer.
const MESSAGES: RunOption = RunOption {
    forms: NETWORK,
    group: Group::Multicomputer,
    ..ROW
};

/// An option about a GPU.
const KERNEL: RunOption = RunOption {
    forms: KERNELS,
    group: Group::Gpu,
    example: "8",
    ..COUNT
};

/// An option with a time.
const TIME: RunOption = RunOption {
    value: Some("TIME"),
    example: "2.5",
    ..MESSAGES
};

const COLLECTIVES: &[OptionWord<Collectives>] = &[
    word(
        "async",
        Some("asinkrono"),
        "A processor continues as soon as the algorithm lets it",
        Collectives::Asynchronous,
    ),
    word(
        "sync",
        Some("sinkrono"),
        "Each call first waits until all processors have reached it, which takes no time; programs \
         that rely on anything else end in a deadlock",
        Collectives::Synchronous,
    ),
];

const BRANCHES: &[OptionWord<Branches>] = &[
    word(
        "mimd",
        None,
        "Both branches at the same time, step by step",
        Branches::Mimd,
    ),
    word("simd", None, "One after the other", Branches::Simd),
];

const SUBSCRIPT_TESTS: &[OptionWord<SubscriptTests>] = &[
    word(
        "on",
        None,
        "Check what the subscripts leave open",
        SubscriptTests::On,
    ),
    word("off", None, "Check everything", SubscriptTests::Off),
];

const SIMULTANEITIES: &[OptionWord<Simultaneity>] = &[
    word(
        "step",
        None,
        "All reads of a step are one moment, and all its writes another",
        Simultaneity::Step,
    ),
    word(
        "access",
        None,
        "The k-th read of one processor meets only the k-th reads of the others",
        Simultaneity::Access,
    ),
];

const ON_VIOLATION: &[OptionWord<OnViolation>] = &[
    word("stop", None, "End the run", OnViolation::Stop),
    word(
        "continue",
        None,
        "Record it and go on",
        OnViolation::Continue,
    ),
];

fn machines() -> Vec<Choice> {
    let names = AskedMachine::names().map(str::to_owned);
    names.map(Choice::from).collect()
}
