//! Sessions on a multicomputer: moments worked out by hand, and properties of all programs.

use std::path::Path;

use pram::language::{Vocabulary, Voice};
use pram::machine::network::record::Recording;
use pram::pipeline::{self, Options};
use pram::present::json::moments::AskedJson;
use pram::present::json::recorded::RecordedJson;
use pram::result::moments::{Event, Moments};
use pram::result::run::Run;
use pram::session::conversation::Conversation;
use pram::session::exchange::Exchange;
use pram::session::replay::record;
use pram::source::Sources;

use super::{NoOutside, manner, never, request};
use crate::files::NoFiles;

/// One word from 0 to 1. The test of `i` is an instruction: both processors come to their messages at
/// t = 1. The message takes 10 + 1 = 11 from its start, so that it is there at t = 12, when its
/// sender goes on, too. There x += 1 takes until t = 13.
pub const ONE_WORD: &str = "machine complete(p = 2, t_s = 10, t_w = 1);
program
    parallel (for each processor i, i = 0, ..., p-1)
        local x = 5;
        if (i == 0)
            send x to 1;
        else {
            receive x from 0;
            x += 1;
        }
    end_parallel
end_program
";

fn run(text: &str, sources: &mut Sources) -> Run {
    let mut options = Options::default();
    options.network.recording = Recording::History;
    let request = request(text, &[], options);
    pipeline::execute(&request, sources, &NoFiles, &never())
        .expect("it is a program")
        .run
}

pub fn answers(text: &str, lines: &[&str]) -> Vec<String> {
    let mut sources = Sources::default();
    let mut run = run(text, &mut sources);
    let moments = Moments::take(&mut run).expect("it is a multicomputer");
    let (parts, outside) = ((&run, &moments), Box::new(NoOutside));
    let exchange = Exchange::new(
        parts,
        &sources,
        Voice::english(Vocabulary::English),
        outside,
    );
    let mut exchange = Conversation::new(exchange);
    lines
        .iter()
        .map(|line| exchange.answer(line).text)
        .collect()
}

/// `x = 5` takes an instruction, too: all is one later than without it.
#[test]
fn one_word_is_two_moments_and_an_end() {
    let mut sources = Sources::default();
    let mut run = run(ONE_WORD, &mut sources);
    let moments = Moments::take(&mut run).expect("its history was written down");
    let times: Vec<i128> = moments.moments.iter().map(|moment| moment.time).collect();
    assert_eq!(times, [2, 13, 14]);
    let kinds = |at: usize| {
        let events = moments.moments[at].events.iter();
        let kinds = events.map(|event| match event {
            Event::Receives(_) => "receives",
            Event::Arrives(_) => "arrives",
            Event::Sends(_) => "sends",
            Event::Waits(_) => "waits",
            Event::Meets(_) => "meets",
            Event::Prints(_) => "prints",
            Event::Breaks(_) => "breaks",
            Event::Ends(_) => "ends",
        });
        kinds.collect::<Vec<&str>>()
    };
    assert_eq!(kinds(0), ["sends", "waits"]);
    assert_eq!(kinds(1), ["receives", "ends"]);
    assert_eq!(kinds(2), ["ends"]);
}

/// D = 0 1 2 3 lies with its processors before the block begins, cells 2 and 3 with processor 1. That writes D[2] only,
/// behind its message: t = 13, when the block is over for it. Nothing writes D[3].
#[test]
fn what_lies_there_at_the_beginning_is_not_written() {
    let text = "machine complete(p = 2, t_s = 10, t_w = 1);
input D[4] = iota by blocks;
program
    parallel (for each processor i, i = 0, ..., p-1)
        local x = 5;
        if (i == 0)
            send x to 1;
        else {
            receive x from 0;
            D[2] = x;
        }
    end_parallel
end_program
";
    let lines = [
        "watch D[2] for 1",
        "break write D[3]",
        "c",
        "why D[2] for 1",
        "why D[3] for 1",
        "reverse",
        "break write D[2]",
        "c",
        "watch D for 1",
    ];
    let said = answers(text, &lines);
    assert_eq!(said[0], "Watching D[2] of 1 = 2.\n");
    assert!(said[2].starts_with("Moment 3 of 3"), "{}", said[2]);
    assert!(
        said[3].starts_with("D[2] of 1 is 5, first when it came to the end"),
        "{}",
        said[3]
    );
    assert!(
        said[3].contains("before that D[2] was 2, as at the beginning"),
        "{}",
        said[3]
    );
    assert_eq!(
        said[4],
        "D[3] of 1 is 3, as at the beginning of the block.\n"
    );
    assert!(said[7].starts_with("Breakpoint 3. Moment"), "{}", said[7]);
    assert!(said[7].contains("D[2] of 1 = 5 (was 2)"), "{}", said[7]);
    assert!(
        said[8].contains("`D` is an array; say which cell, as in `D[0]`"),
        "{}",
        said[8]
    );
}

/// The moments of `ONE_WORD` are at t = 2, 13 and 14; the machine counts in whole units.
#[test]
fn times_may_have_fractions() {
    let said = answers(
        ONE_WORD,
        &[
            "goto T = 2.5",
            "goto T = 2",
            "break T > 2.5",
            "goto start",
            "c",
        ],
    );
    assert!(said[0].starts_with("Moment 2 of 3, t = 13"), "{}", said[0]);
    assert!(said[1].starts_with("Moment 1 of 3, t = 2"), "{}", said[1]);
    assert!(
        said[4].starts_with("Breakpoint 1. Moment 2 of 3"),
        "{}",
        said[4]
    );
}

#[test]
fn a_session_goes_forward_and_back() {
    let said = answers(
        ONE_WORD,
        &[
            "next",
            "next",
            "back",
            "goto T = 14",
            "goto start",
            "goto line 8",
            "goto line 4",
        ],
    );
    let begins = |at: usize, with: &str| {
        assert!(said[at].starts_with(with), "{at}: {}", said[at]);
    };
    begins(
        0,
        "Moment 1 of 3, t = 2.\n  line 6, `send x to 1`: processor 0 sends 1 word to 1: 5\n",
    );
    begins(
        1,
        "Moment 2 of 3, t = 13.\n  line 8, `receive x from 0`: processor 1 receives 1 word from 0: 5\n  processor 0 is done\n  processor 1 then makes x = 6, up to t = 14\n",
    );
    assert_eq!(said[2], said[0]);
    begins(3, "Moment 3 of 3, t = 14, processor 1 is done.");
    assert!(
        said[3].contains("The run ends here.\n(the result)\n"),
        "{}",
        said[3]
    );
    begins(4, "Before the first moment of 3.");
    begins(5, "Moment 1 of 3");
    let next = "Nothing is sent or received on line 4; the next line where that happens is 6.\n";
    assert_eq!(said[6], next);
}

#[test]
fn values_are_those_of_the_statement_at_which_a_processor_stands() {
    let said = answers(
        ONE_WORD,
        &[
            "watch x for 1",
            "next",
            "goto end",
            "why x for 1",
            "watch y for 1",
            "watch x for 7",
            "why x",
        ],
    );
    assert_eq!(said[0], "Watching x of 1: it has executed nothing yet.\n");
    assert!(said[1].contains("  x of 1 = 5\n"), "{}", said[1]);
    assert!(said[2].contains("  x of 1 = 6 (was 5)\n"), "{}", said[2]);
    assert_eq!(
        said[3],
        "x of 1 is 6, first when it came to the end of the block, t = 14.\n  before that 1 received 1 \
         word from 0 at t = 13 (line 8): 5; sent at t = 2, line 6\n    before that 0 had received nothing\n  \
         before that x was 5, first when it came to line 8, t = 2.\n    before that 1 had received nothing\n"
    );
    assert_eq!(said[4], "there is no `y` in this program\n");
    assert_eq!(
        said[5],
        "there is no processor `7`; they have the numbers 0 to 1\n"
    );
    assert!(
        said[6].starts_with("Say whose, as in `why x for 3`"),
        "{}",
        said[6]
    );
}

#[test]
fn breakpoints_stop_forward_and_back() {
    let said = answers(
        ONE_WORD,
        &[
            "break receive 1",
            "break write x for 1",
            "continue",
            "continue",
            "reverse",
            "reverse",
            "delete 1",
            "delete",
            "continue",
            "continue",
        ],
    );
    assert!(
        said[2].starts_with("Breakpoint 2. Moment 1 of 3"),
        "{}",
        said[2]
    );
    assert!(
        said[3].starts_with("Breakpoint 1. Moment 2 of 3"),
        "{}",
        said[3]
    );
    assert!(
        said[4].starts_with("Breakpoint 2. Moment 1 of 3"),
        "{}",
        said[4]
    );
    assert!(
        said[5].starts_with("Before the first moment"),
        "{}",
        said[5]
    );
    assert_eq!(said[7], "One breakpoint removed.\n");
    assert!(said[8].starts_with("Moment 3 of 3"), "{}", said[8]);
    assert!(
        said[9].starts_with("There is no further moment"),
        "{}",
        said[9]
    );
}

#[test]
fn each_word_is_answered() {
    let said = answers(
        ONE_WORD,
        &[
            "access",
            "round",
            "section",
            "out",
            "as crew",
            "break conflict",
            "break read x",
            "break T > 3",
            "break processors > 3",
            "break send 9",
            "break if x > 5 for 1",
            "break if x > 5",
            "info",
            "follow 1",
            "follow",
            "list",
            "look",
            "view network",
            "view memory",
            "view processors",
            "view time",
            "view sections",
            "export run.svg",
            "goto round 3",
            "help",
            "nonsense",
        ],
    );
    for answer in &said {
        assert!(answer.ends_with('\n') && answer.len() > 2, "{answer:?}");
    }
    // Nothing of this ended the session or moved it.
    assert!(
        said[16].starts_with("Before the first moment of 3."),
        "{}",
        said[16]
    );
}

/// A fault and a deadlock are moments like others, with what each processor waits for.
#[test]
fn what_breaks_off_is_a_moment() {
    let fault = ONE_WORD.replace("x += 1;", "x = x / (x - 5);");
    let said = answers(&fault, &["goto end"]);
    assert!(
        said[0].starts_with("Moment 2 of 2 ✗, t = 13."),
        "{}",
        said[0]
    );
    assert!(said[0].contains("The run cannot go on.\n"), "{}", said[0]);
    let deadlock = ONE_WORD.replace("send x to 1;", "receive x from 1;");
    let said = answers(&deadlock, &["goto end", "view processors"]);
    assert!(
        said[0].contains("waiting: 0 for 1, 1 for 0\n"),
        "{}",
        said[0]
    );
    assert!(
        said[1].contains("processor 1 waits since t = 2 for a message of 0, line 8; "),
        "{}",
        said[1]
    );
}

fn programs() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/network");
    let files = std::fs::read_dir(folder).expect("the folder is there");
    let paths = files.map(|file| file.expect("it can be listed").path());
    let programs = paths.filter(|path| path.extension().is_some_and(|it| it == "pram"));
    let mut programs: Vec<(String, Vec<u8>)> = programs
        .map(|path| {
            let bytes = std::fs::read(&path).expect("it can be read");
            (path.display().to_string(), bytes)
        })
        .collect();
    programs.sort();
    assert!(programs.len() > 30);
    programs
}

/// Of every program: as many messages as were counted, each received when it was there, moments up to
/// T, and a trace that holds them all.
#[test]
fn all_programs_have_their_moments() {
    for (name, bytes) in programs() {
        let mut request = request("", &[], Options::default());
        (request.name, request.bytes) = (name.clone(), bytes);
        let disk = crate::files::Disk;
        let mut sources = Sources::default();
        let recorded = record(&request, &mut sources, &disk, &never(), manner(64 << 20));
        let recorded = recorded.expect("it is a program");
        let RecordedJson::Moments(trace) = recorded.trace else {
            panic!("{name} is no multicomputer");
        };
        request.options.network.recording = Recording::History;
        let run = pipeline::execute(&request, &mut Sources::default(), &disk, &never());
        let mut run = run.expect("it is a program").run;
        let moments = Moments::take(&mut run).expect("its history was written down");
        let cost = run.network.as_ref().expect("it is a multicomputer");
        let counted = moments.messages.iter().filter(|message| !message.is_local);
        let words: u64 = counted.clone().map(|message| message.count).sum();
        assert_eq!(counted.count() as u64, cost.traffic.messages, "{name}");
        assert_eq!(words, cost.traffic.words, "{name}");
        for message in &moments.messages {
            let [start, arrival] = message.way.expect("it left");
            let received = message.received.expect("it was received");
            assert!(
                message.asked <= start && start <= arrival && arrival <= received,
                "{name}"
            );
        }
        assert_eq!(moments.decimal(moments.end()), cost.time, "{name}");
        assert_eq!(trace.messages.len(), moments.messages.len(), "{name}");
        assert_eq!(trace.moments.len(), moments.moments.len(), "{name}");
        assert!(trace.has_values && trace.cut_at.is_none(), "{name}");
    }
}

#[test]
fn a_session_without_messages_has_a_beginning_and_an_end() {
    let text = "machine ring(p = 2, t_s = 1, t_w = 1);\nprogram\n    x = 1;\nend_program\n";
    let beginnings = [
        ("look", "Before the first moment of 0."),
        ("next", "There is no further moment"),
        ("view processors", "There are no processors."),
        ("view time", "No time passes in this run."),
    ];
    let lines = beginnings.map(|(line, _)| line);
    for ((_, beginning), answer) in beginnings.iter().zip(answers(text, &lines)) {
        assert!(answer.starts_with(beginning), "{answer}");
    }
}

/// A trace that is cut in time names the messages by their places among those that are left, tasks
/// that take turns included.
#[test]
fn what_is_left_of_a_cut_trace_belongs_together() {
    let mut cut = 0;
    for (name, bytes) in programs() {
        let mut request = request("", &[], Options::default());
        (request.name, request.bytes) = (name.clone(), bytes);
        let disk = crate::files::Disk;
        let mut sources = Sources::default();
        let bounds = manner(12_000);
        let recorded = record(&request, &mut sources, &disk, &never(), bounds);
        let RecordedJson::Moments(trace) = recorded.expect("it is a program").trace else {
            panic!("{name} is no multicomputer");
        };
        cut += usize::from(trace.cut_at.is_some());
        for stop in &trace.stops {
            let Some(message) = stop.message else {
                continue;
            };
            let message = &trace.messages[message];
            let whose = match stop.asks {
                AskedJson::Send => message.sender,
                _ => message.receiver,
            };
            assert_eq!(whose, stop.program, "{name}");
        }
    }
    assert!(cut > 20, "{cut}");
}

/// Where messages and instructions take no time, a message is sent before it is received.
#[test]
fn what_takes_no_time_is_sent_before_it_is_received() {
    let text = ONE_WORD.replace("t_s = 10, t_w = 1", "t_s = 0, t_w = 0, t_c = 0");
    let said = answers(&text, &["next"]);
    let place = |words: &str| said[0].find(words).expect("it is said");
    assert!(
        place("sends 1 word") < place("receives 1 word"),
        "{}",
        said[0]
    );
}

/// Each processor waits for a message of the other, and nobody sends: from when each has come there, until
/// the other does so at t = 1 later.
#[test]
fn waits_that_never_end_are_drawn_and_the_arrays_of_the_block_are_shown_in_a_call() {
    let text = "machine ring(p = 2, t_s = 10, t_w = 1);
algorithm g(X[], k)
    local own[1] = 7;
    if (k == 1)
        x = 3;
    receive y from 1 - k;
    return y + X[0] + own[0];
end_algorithm
program
    parallel (for each processor i, i = 0, ..., p-1)
        local B[2] = i;
        local C[1] = 5;
        C[0] = g(B[], i);
    end_parallel
end_program
";
    let said = answers(text, &["goto end", "view time", "view memory"]);
    let rows: Vec<&str> = said[1]
        .lines()
        .filter(|row| row.starts_with("  "))
        .collect();
    assert!(rows[0].trim_end().ends_with('·'), "{}", said[1]);
    for held in [
        "X[0] to X[1] = 0 0",
        "own[0] = 7",
        "B[0] to B[1] = 0 0",
        "C[0] = 5",
    ] {
        assert!(said[2].contains(held), "{held}: {}", said[2]);
    }
}

/// Each of four prints a line at t = 2, then all are done: two lines fit, and `printed` has all.
#[test]
fn what_was_printed_on_a_multicomputer_is_shown() {
    let text = "machine ring(p = 4, t_s = 10, t_w = 1);
program
    parallel (for each processor i, i = 0, ..., p-1)
        x = i;
        print(\"x=\", x);
    end_parallel
end_program
";
    let said = answers(text, &["goto end", "printed", "goto start", "printed"]);
    assert!(
        said[0].contains("more; `printed` shows what was printed"),
        "{}",
        said[0]
    );
    let all = "processor 0: x=0\nprocessor 1: x=1\nprocessor 2: x=2\nprocessor 3: x=3\n";
    assert_eq!(said[1], all);
    assert_eq!(said[3], "Nothing is printed yet.\n");
}

#[test]
fn a_deadlock_is_marked() {
    let deadlock = ONE_WORD.replace("send x to 1;", "receive x from 1;");
    let said = answers(&deadlock, &["goto end"]);
    assert!(
        said[0]
            .lines()
            .next()
            .is_some_and(|line| line.contains('✗')),
        "{}",
        said[0]
    );
}

/// All four assign x and come to the tests: 0 is at its loop from t = 2 to 42, tests and sends from 43 on; 1
/// waits from t = 4 on, 2 from t = 6 on, and 3 is done then. The word is there at t = 55.
const BUSY: &str = "machine ring(p = 4, t_s = 10, t_w = 2);
program
    parallel (for each processor i, i = 0, ..., p-1)
        x = i;
        if (i == 0)
            for k = 1 to 40
                x = x + k;
        if (i == 0)
            send x to 1;
        if (i == 1)
            receive x from 0;
        if (i == 1)
            send x to 2;
        if (i == 2)
            receive x from 1;
    end_parallel
end_program
";

#[test]
fn processors_are_active_that_compute_or_send() {
    let mut sources = Sources::default();
    let mut run = run(BUSY, &mut sources);
    let moments = Moments::take(&mut run).expect("its history was written down");
    let active = moments.activity(usize::try_from(moments.end()).unwrap());
    let expected = [4.0, 4.0, 4.0, 4.0, 3.0, 3.0, 1.0, 1.0];
    assert_eq!(active[..8], expected, "{active:?}");
    assert_eq!(active[42..56], [[1.0; 13].as_slice(), &[2.0]].concat());
}

/// A line on which processors only compute is no place; times are.
#[test]
fn breakpoints_say_which_lines_would_do_and_stop_at_times() {
    let said = answers(
        BUSY,
        &[
            "break 7",
            "goto line 16",
            "break T > 50",
            "info",
            "continue",
            "break T > x",
        ],
    );
    let next = "Nothing is sent or received on line 7; the next line where that happens is 9.\n";
    assert_eq!(said[0], next);
    let last = "Nothing is sent or received on line 16; the last line where that happens is 15.\n";
    assert_eq!(said[1], last);
    assert_eq!(
        said[2],
        "Breakpoint 1: where T > 50; it stops wherever that holds.\n"
    );
    assert_eq!(said[3], said[2]);
    assert!(said[4].starts_with("Breakpoint 1. Moment "), "{}", said[4]);
    assert!(said[4].contains(", t = 55"), "{}", said[4]);
    assert_eq!(said[5], "say a time as in `break T > 50`\n");
}

/// In a ring of 5 the way from 0 to 3 leads over 4, in a tree of 4 leaves that from 0 to 3 over switches 2,
/// 1 and 3, which are 4 + 2, 4 + 1 and 4 + 3; on a complete network one link leads there.
#[test]
fn messages_say_over_whom_they_go() {
    for (machine, expected) in [
        ("ring(p = 5", vec![4]),
        ("tree(p = 4", vec![6, 5, 7]),
        ("complete(p = 4", vec![]),
    ] {
        let text = format!(
            "machine {machine}, t_s = 10, t_w = 1);
program
    parallel (for each processor i, i = 0, ..., p-1)
        x = 7;
        if (i == 0) send x to 3;
        if (i == 3) receive x from 0;
    end_parallel
end_program
"
        );
        let request = request(&text, &[], Options::default());
        let mut sources = Sources::default();
        let recorded = record(&request, &mut sources, &NoFiles, &never(), manner(1 << 20));
        let RecordedJson::Moments(trace) = recorded.expect("it is a program").trace else {
            panic!("{machine} has moments");
        };
        assert_eq!(trace.messages.len(), 1);
        assert_eq!(trace.messages[0].via, expected, "{machine}");
    }
}
