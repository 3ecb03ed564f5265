//! The table of commands. Lines are parsed with it, the help text is generated from it, the screen takes
//! its keys from it, and it says which commands a debugger lacks.

use std::fmt::Write as _;

use super::command::{DebuggerCommand, OfSteps, Picture, TravelDirection};
use super::line::{self, UserLine};
use super::warps::english as gpu;
use ScreenKey::{Begins, Whole};
use Takes::{Count, Nothing, Text, Way};

/// The debuggers, by the kind of machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Debugger {
    /// Runs of the synchronous PRAM.
    Synchronous,
    /// Runs of the asynchronous PRAM.
    Asynchronous,
    /// Runs of a multicomputer.
    Multicomputer,
    /// Runs of a GPU.
    Gpu,
}

impl Debugger {
    /// The name of its stops: `step`, `moment`.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Synchronous | Self::Asynchronous => "step",
            Self::Multicomputer => "moment",
            Self::Gpu => "instruction",
        }
    }
}

/// Every debugger.
pub const ALL: &[Debugger] = &[
    Debugger::Synchronous,
    Debugger::Asynchronous,
    Debugger::Multicomputer,
    Debugger::Gpu,
];
const PRAM: &[Debugger] = &[Debugger::Synchronous, Debugger::Asynchronous];
const SYNCHRONOUS: &[Debugger] = &[Debugger::Synchronous];
const APRAM: &[Debugger] = &[Debugger::Asynchronous];
const MULTICOMPUTER: &[Debugger] = &[Debugger::Multicomputer];
const GPU: &[Debugger] = &[Debugger::Gpu];
const OTHERS: &[Debugger] = &[
    Debugger::Synchronous,
    Debugger::Asynchronous,
    Debugger::Multicomputer,
];

/// A command.
pub struct CommandRow {
    /// Its name, then its other words. Words of one character are short forms, which help lists.
    pub words: &'static [&'static str],
    /// What its short forms do as keys of the screen.
    pub key: ScreenKey,
    /// What may follow its word.
    takes: Takes,
    /// What the debuggers print about it: at least one entry for each that has the command.
    help: [Option<Help>; 4],
}

/// What a key of the screen does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScreenKey {
    /// Executes the command.
    Whole,
    /// Begins the command; the rest is typed.
    Begins,
    /// Nothing, or something that only the screen knows.
    None,
}

/// What may follow the word of a command, and the resulting command.
enum Takes {
    Nothing(DebuggerCommand),
    /// A number, else 1.
    Count(fn(u64) -> DebuggerCommand),
    /// `back`; without it, forward.
    Way(fn(TravelDirection) -> OfSteps),
    /// A text that this function reads.
    Text(fn(UserLine<'_>) -> Result<DebuggerCommand, String>),
}

/// What some debuggers print about a command.
#[derive(Clone, Copy)]
enum Help {
    /// An entry of help: how the command is typed, and what it does, in one or more lines.
    Does(&'static [Debugger], &'static str, &'static str),
    /// How it is typed. The entry of the previous row says what both commands do.
    Shared(&'static [Debugger], &'static str),
    /// The answer to the command on debuggers that lack it.
    Lacks(&'static [Debugger], &'static str),
}

/// The answer of a multicomputer to `round` and `section`.
const NO_ROUNDS: &str = "A multicomputer has no rounds and no sections: its processors go on by themselves; \
                         `goto T = 31` goes to a time.";
/// The help for `follow`.
const FOLLOWS: &str = "show one processor at every stop";

/// All commands, in the order of help.
pub const COMMANDS: &[CommandRow] = &[
    // An empty line is `next`.
    row(&["next", "n", ""], Whole, Count(DebuggerCommand::Next))
        .does(PRAM, "next [3]", "steps on, steps back")
        .does(
            MULTICOMPUTER,
            "next [3]",
            "moments on, moments back: a moment is a time at which a message leaves,\n\
                 arrives or is received, or a processor begins to wait, or is done",
        )
        .does(GPU, "next [3]", gpu::NEXT),
    row(&["back", "b"], Whole, Count(DebuggerCommand::Back)).shared(ALL, "back [3]"),
    row(&["access", "i", "I"], Whole, Way(OfSteps::Access))
        .does(
            PRAM,
            "access, access back",
            "the moments inside a step: reads, computing, writing",
        )
        .lacks(
            MULTICOMPUTER,
            "Processors of a multicomputer have no steps; `next` goes to the next moment at \
             which a message leaves, arrives or is received.",
        )
        .lacks(GPU, gpu::NO_STEPS),
    row(&["round", "r", "R"], Whole, Way(OfSteps::Round))
        .does(
            PRAM,
            "round, round back",
            "to the end of the round, to the end of the one before",
        )
        .lacks(MULTICOMPUTER, NO_ROUNDS)
        .lacks(GPU, gpu::NO_STEPS),
    row(&["out", "o", "O"], Whole, Way(OfSteps::Out))
        .does(
            PRAM,
            "out, out back",
            "to the end or beginning of the call, block or iteration of a loop",
        )
        .lacks(
            MULTICOMPUTER,
            "Each processor is in its own calls and loops; `goto line 10` goes to where a \
             line sends or receives.",
        )
        .lacks(GPU, gpu::NO_STEPS),
    row(&["section", "s", "S"], Whole, Way(OfSteps::Section))
        .does(APRAM, "section, section back", "from barrier to barrier")
        .lacks(
            SYNCHRONOUS,
            "Sections are there on the asynchronous PRAM only (`--machine apram`); `round` goes \
             from round to round.",
        )
        .lacks(MULTICOMPUTER, NO_ROUNDS)
        .lacks(GPU, gpu::NO_STEPS),
    row(&["continue", "c"], Whole, Text(line::go_on)).does(
        ALL,
        "continue",
        "to the next or previous breakpoint, else to the end or start",
    ),
    row(&["reverse", "C"], Whole, Text(line::reverse)).shared(ALL, "reverse"),
    row(&["goto", "g"], Begins, Text(line::goto))
        .does(
            PRAM,
            "goto step 12",
            "also goto 50%, goto line 10, goto round 3, goto T = 31,\n\
                 goto T instructions = 100, goto start, goto end",
        )
        .does(
            APRAM,
            "goto T apram = 31",
            "to a time of this machine; break T apram > 20 stops after one",
        )
        .does(
            MULTICOMPUTER,
            "goto moment 12",
            "also goto 50%, goto line 10, goto T = 31, goto start, goto end",
        )
        .does(GPU, "goto 12", gpu::GOTO),
    row(&["break", "B"], Begins, Text(line::stop))
        .does(
            PRAM,
            "break 8",
            "stop where line 8 is executed; also break write A[5], break read A[5],\n\
                 break conflict, break if A[5] > 3, break T steps > 2*log n,\n\
                 break processors > 100; after each: hit 3",
        )
        .does(
            MULTICOMPUTER,
            "break 8",
            "stop where line 8 sends or receives; also break send 3, break receive 3,\n\
                 break write s, break write s for 3, break if s > 3 for 2,\n\
                 break T > 50; after each: hit 3",
        )
        .does(GPU, "break 8", gpu::BREAK),
    row(&["info"], ScreenKey::None, Nothing(DebuggerCommand::Info)).does(
        ALL,
        "info",
        "breakpoints and watched values; remove one, or all",
    ),
    row(&["delete"], ScreenKey::None, Text(line::delete)).shared(ALL, "delete 1"),
    row(
        &["printed"],
        ScreenKey::None,
        Nothing(DebuggerCommand::Printed),
    )
    .does(ALL, "printed", "what was printed until here"),
    row(&["print", "p"], Begins, Text(line::print))
        .does(
            PRAM,
            "print A[5] + 1",
            "the value of an expression; print A, print x, print x for i = 3",
        )
        .does(
            MULTICOMPUTER,
            "print s for 3",
            "the value of an expression; print s shows it of all",
        )
        .lacks(GPU, gpu::NO_VALUES),
    row(&["watch", "w"], Begins, Text(line::watch))
        .does(
            PRAM,
            "watch A[5]",
            "show a value at every stop; watch x for i = 3",
        )
        .does(
            MULTICOMPUTER,
            "watch s for 3",
            "show a value at every stop; watch s shows it of all",
        )
        .lacks(GPU, gpu::NO_VALUES),
    row(&["why", "y"], Begins, Text(line::why))
        .does(
            PRAM,
            "why A[5]",
            "which step and processor wrote it, from which values, and those; also\n\
                 why x for i = 3, why b[1] for i = 3",
        )
        .does(
            MULTICOMPUTER,
            "why s for 3",
            "since when processor 3 holds it, and the messages that it comes from",
        )
        .lacks(GPU, gpu::NO_VALUES),
    row(
        &["follow", "f"],
        Begins,
        Text(|line| Ok(line::follow(line))),
    )
    .does(PRAM, "follow i = 3", FOLLOWS)
    .does(MULTICOMPUTER, "follow 3", FOLLOWS)
    .lacks(GPU, gpu::FOLLOW_WARPS),
    row(&["warp"], Begins, Text(|line| Ok(line::follow(line))))
        .does(GPU, "warp 2", gpu::WARP)
        .lacks(OTHERS, gpu::NO_WARPS),
    row(
        &["segments"],
        ScreenKey::None,
        Nothing(DebuggerCommand::View(Picture::Segments)),
    )
    .does(GPU, "segments", gpu::PARTS)
    .lacks(OTHERS, gpu::NO_WARPS),
    row(
        &["banks"],
        ScreenKey::None,
        Nothing(DebuggerCommand::View(Picture::Banks)),
    )
    .shared(GPU, "banks")
    .lacks(OTHERS, gpu::NO_WARPS),
    // As a key, `v` shows the next picture.
    row(&["view", "v"], ScreenKey::None, Text(line::view))
        .does(PRAM, "view memory", "also network, processors, time")
        .does(
            APRAM,
            "view sections",
            "what each processor did between two barriers",
        )
        .does(
            MULTICOMPUTER,
            "view network",
            "messages on their way, and those that wait; also memory, processors,\ntime",
        )
        .does(GPU, gpu::VIEW_TYPED, gpu::VIEW),
    row(&["as", "M"], Begins, Text(line::judged_as))
        .does(
            PRAM,
            "as crew",
            "judge the run until here under another model",
        )
        .lacks(
            MULTICOMPUTER,
            "Nothing is shared on a multicomputer, so there is no model to judge by.",
        )
        .lacks(GPU, gpu::NO_MODELS),
    row(&["export", "e"], Begins, Text(line::export))
        .does(
            PRAM,
            "export step.svg",
            "a figure of this step; `export steps.svg 2..5` of several; also .tex for\n\
                 LaTeX, .html and .json for the whole run",
        )
        .does(
            MULTICOMPUTER,
            "export run.html",
            "the whole run as a page; also .json, and .svg and .tex as a figure",
        )
        .does(GPU, "export run.html", gpu::EXPORT),
    row(
        &["look", "l"],
        ScreenKey::None,
        Nothing(DebuggerCommand::Look),
    )
    .does(ALL, "look", "this stop again; the source around it"),
    row(&["list"], ScreenKey::None, Nothing(DebuggerCommand::List)).shared(ALL, "list"),
    row(&["explain", "?"], Whole, Nothing(DebuggerCommand::Explain)).does(
        ALL,
        "explain",
        "what the line does that is executed here, and what it costs",
    ),
    row(&["help", "h"], Whole, Nothing(DebuggerCommand::Help)).does(
        ALL,
        "help",
        "these lines; the end",
    ),
    row(
        &["quit", "q", "exit"],
        Whole,
        Nothing(DebuggerCommand::Quit),
    )
    .shared(ALL, "quit"),
];

/// A row to which help is added.
const fn row(words: &'static [&'static str], key: ScreenKey, takes: Takes) -> CommandRow {
    let help = [None; 4];
    CommandRow {
        words,
        key,
        takes,
        help,
    }
}

impl CommandRow {
    const fn does(self, on: &'static [Debugger], typed: &'static str, does: &'static str) -> Self {
        self.with(Help::Does(on, typed, does))
    }

    const fn shared(self, on: &'static [Debugger], typed: &'static str) -> Self {
        self.with(Help::Shared(on, typed))
    }

    const fn lacks(self, on: &'static [Debugger], answer: &'static str) -> Self {
        self.with(Help::Lacks(on, answer))
    }

    const fn with(mut self, help: Help) -> Self {
        let mut at = 0;
        while self.help[at].is_some() {
            at += 1;
        }
        self.help[at] = Some(help);
        self
    }

    /// Its short words.
    pub fn short_words(&self) -> impl Iterator<Item = &'static str> {
        let words = self.words.iter().copied();
        words.filter(|word| word.chars().count() == 1)
    }

    /// The answer if the debugger does not have it.
    pub fn refusal(&self, debugger: Debugger) -> Option<&'static str> {
        self.help.iter().flatten().find_map(|help| match help {
            Help::Lacks(on, answer) if on.contains(&debugger) => Some(*answer),
            _ => None,
        })
    }
}

impl DebuggerCommand {
    /// Parses a line for a debugger. If it is no command, the error says in one sentence what would be
    /// one.
    pub fn read(line: &str, debugger: Debugger) -> Result<Self, String> {
        let line = UserLine::new(line);
        let (row, _) = row_of(line.word).ok_or_else(|| line.unknown())?;
        let command = match &row.takes {
            Nothing(command) => {
                line.alone()?;
                command.clone()
            }
            Count(command) => command(line.count()?),
            Way(command) => DebuggerCommand::OfSteps(command(line.direction()?)),
            Text(read) => read(line)?,
        };
        match row.refusal(debugger) {
            Some(answer) => Err(answer.to_owned()),
            None => Ok(command),
        }
    }
}

/// The command of a word, and the word as the table has it.
pub fn row_of(word: &str) -> Option<(&'static CommandRow, &'static str)> {
    COMMANDS.iter().find_map(|row| {
        let own = row.words.iter().find(|own| **own == word)?;
        Some((row, *own))
    })
}

/// Lists the commands of a debugger: how each is typed, what it does, and its short forms.
pub fn help(debugger: Debugger) -> String {
    /// The column of the descriptions.
    const TYPED: usize = 27;
    let mut entries: Vec<(String, &str, Vec<&str>)> = Vec::new();
    for row in COMMANDS {
        let mut short: Vec<&str> = row.short_words().collect();
        for help in row.help.iter().flatten() {
            match help {
                Help::Does(on, typed, does) if on.contains(&debugger) => {
                    entries.push(((*typed).to_owned(), does, std::mem::take(&mut short)));
                }
                Help::Shared(on, typed) if on.contains(&debugger) => {
                    if let Some((above, _, short_above)) = entries.last_mut() {
                        let _ = write!(above, ", {typed}");
                        short_above.append(&mut short);
                    }
                }
                _ => {}
            }
        }
    }
    let mut text = String::new();
    for (typed, does, short) in entries {
        let does = does.replace('\n', &format!("\n{:TYPED$}", ""));
        let short = match short[..] {
            [] => String::new(),
            _ => format!(" ({})", short.join(", ")),
        };
        let _ = writeln!(text, "{typed:<TYPED$}{does}{short}");
    }
    text
}
