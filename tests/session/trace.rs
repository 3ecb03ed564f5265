//! Whole runs as traces and pages.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use pram::pipeline::Options;
use pram::present::json::count::CountJson;
use pram::present::json::moments::{AskedJson, MomentsJson};
use pram::present::json::recorded::RecordedJson;
use pram::present::json::trace::TraceJson;

use pram::present::replay;
use pram::session::replay::record;
use pram::source::Sources;
use pram::trace::{Cells, Tier, Word};
use sha2::{Digest, Sha256};

use super::{SUM, manner, never, request};
use crate::files::NoFiles;

fn recorded(text: &str, inputs: &[(&str, &str)], bytes: usize) -> RecordedJson {
    let request = request(text, inputs, Options::default());
    let mut sources = Sources::default();
    record(&request, &mut sources, &NoFiles, &never(), manner(bytes))
        .expect("it is a program")
        .trace
}

fn traced(text: &str, inputs: &[(&str, &str)], bytes: usize) -> TraceJson {
    let trace = recorded(text, inputs, bytes);
    trace.steps().expect("it has steps").clone()
}

fn exchanged(text: &str) -> MomentsJson {
    match recorded(text, &[], 1 << 20) {
        RecordedJson::Moments(trace) => *trace,
        RecordedJson::Steps(_) | RecordedJson::Warps(_) => panic!("it has moments"),
    }
}

/// The same as it is written.
fn written(trace: &TraceJson) -> RecordedJson {
    RecordedJson::Steps(Box::new(trace.clone()))
}

/// What the cells hold that changes fill one after the other.
fn filled<'c>(changes: impl Iterator<Item = &'c Cells>) -> BTreeMap<(usize, i64), String> {
    let mut cells = BTreeMap::new();
    for change in changes {
        for (cell, value) in change.cells.iter().zip(change.values.iter()) {
            let value = serde_json::to_string(&value.map(Word)).expect("a value is JSON");
            cells.insert((change.array, cell), value);
        }
    }
    cells
}

#[test]
fn the_changes_of_a_trace_lead_from_the_inputs_to_the_outputs() {
    let trace = traced(SUM, &[("n", "8"), ("A", "3,1,4,1,5,9,2,6")], 1 << 20);
    assert_eq!(
        (trace.tier, trace.length, trace.steps.len()),
        (Tier::Full, 3, 3)
    );
    let changes = trace
        .steps
        .iter()
        .flat_map(|step| step.given.iter().chain(&step.changes));
    let cells = filled(trace.before.iter().chain(changes));
    // 3+1, 4+1, 5+9, 2+6; then 4+5, 14+8; then 9+22.
    let expected = ["31", "1", "5", "1", "22", "9", "8", "6"];
    let expected = (0..)
        .zip(expected)
        .map(|(at, value)| ((0, at), value.to_owned()));
    assert_eq!(cells, expected.collect());
    let active: Vec<u64> = trace.steps.iter().map(|step| step.cost.active).collect();
    assert_eq!(active, [4, 2, 1]);
    // T = 3 and W = 4 + 2 + 1 in rounds and steps; p = 4.
    assert_eq!(trace.steps[2].cost.rounds, [3, 7]);
    assert_eq!(trace.steps[2].cost.instructions, [12, 28]);
    assert_eq!(
        (trace.ending.processors, trace.ending.cost),
        (4, [12, 12, 48].map(CountJson))
    );
    assert!(trace.ending.outcome.succeeded);
}

#[test]
fn a_trace_that_is_too_long_tells_less() {
    let inputs = [("n", "2^10"), ("A", "random(0,99)")];
    let full = traced(SUM, &inputs, 1 << 20);
    assert_eq!(full.tier, Tier::Full);
    let window = traced(SUM, &inputs, 20_000);
    assert_eq!((window.tier, window.arrays[0].shown), (Tier::Window, 64));
    assert_eq!(window.steps[0].step.groups[0].sites[0].count, 512);
    let shape = traced(SUM, &inputs, 10_000);
    assert_eq!((shape.tier, shape.steps.len()), (Tier::Shape, 10));
    assert!(shape.steps.iter().all(|step| step.changes.is_empty()));
    let ends = traced(SUM, &inputs, 4_000);
    let told: Vec<u64> = ends.steps.iter().map(|told| told.step.number).collect();
    assert!(
        told.len() < 10 && told.first() == Some(&1) && told.last() == Some(&10),
        "{told:?}"
    );
    assert_eq!(ends.length, 10);
}

/// Two processors write 1, one writes 2: they meet and do not agree.
const MEETS: &str = "machine CRCW-priority;
program
    array B[2] = 0;
    parallel (for each i from 0 to 2)
        B[0] = i / 2 + 1;
    end_parallel
    output B[];
end_program
";

#[test]
fn meetings_are_told_with_their_winner() {
    let trace = traced(MEETS, &[], 1 << 20);
    let step = trace.steps.last().expect("there are steps");
    let [met] = step.met.as_slice() else {
        panic!("they meet in one cell: {:?}", step.met);
    };
    assert_eq!(
        (met.cell.as_str(), met.writes, met.agree, met.count),
        ("B[0]", true, false, 3)
    );
    assert_eq!(met.winner.as_deref(), Some("i = 0"));
}

#[test]
fn text_of_a_program_is_no_markup() {
    let text = "// </script><script>alert(1)</script> <!-- \nprogram\n    print(\"</style><b>\");\nend_program\n";
    let page = replay::html(&written(&traced(text, &[], 1 << 20)));
    assert!(
        !page.contains("</script><script>alert"),
        "the program's text is escaped"
    );
    assert!(!page.contains("</style><b>") && !page.contains("<!-- \\n"));
    assert!(page.contains("\\u003c/script>\\u003cscript>alert(1)"));
}

#[test]
fn a_run_that_breaks_a_rule_ends_with_its_message() {
    let text = "input A[3] = {5, 6, 7};
program
    array B[3];
    parallel (for each i from 0 to 2)
        B[i] = A[0];
    end_parallel
end_program
";
    let trace = traced(text, &[], 1 << 20);
    let last = trace.steps.last().expect("there is the step");
    assert!(last.broken && last.changes.is_empty());
    assert_eq!(
        (last.met[0].cell.as_str(), last.met[0].at_once),
        ("A[0]", true)
    );
    assert_eq!(trace.ending.outcome.problems[0].code, "E0501");
    assert!(
        trace.ending.outcome.message.contains("EREW"),
        "{}",
        trace.ending.outcome.message
    );
}

/// Arrays are there with what they begin with in front of the step that reads them: what a step changes
/// is only what it writes.
#[test]
fn what_an_array_begins_with_is_no_change_of_a_step() {
    let text = "program
    array A[2] = {10, 20};
    array B[2] = {1, 2};
    parallel (for each i from 0 to 1)
        A[i] = B[i] + 100;
    end_parallel
    array C[2] = 101;
    parallel (for each i from 0 to 1)
        C[i] = 101;
    end_parallel
end_program
";
    let trace = traced(text, &[], 1 << 20);
    let [first, second] = &trace.steps[..] else {
        panic!("it has two steps")
    };
    let cells = |array: usize, values: [&'static str; 2]| {
        let values = (0..).zip(values);
        values.map(move |(at, value)| ((array, at), value.to_owned()))
    };
    assert!(trace.before.is_empty());
    let begun = cells(0, ["10", "20"]).chain(cells(1, ["1", "2"]));
    assert_eq!(filled(first.given.iter()), begun.collect());
    assert_eq!(
        filled(first.changes.iter()),
        cells(0, ["101", "102"]).collect()
    );
    // C begins with 101, which the step writes again.
    assert_eq!(
        filled(second.given.iter()),
        cells(2, ["101", "101"]).collect()
    );
    assert!(second.changes.is_empty());
}

/// Of a step that breaks off no value stays.
#[test]
fn a_conflict_that_breaks_off_the_run_has_no_winner() {
    let text = "machine CRCW-common;
program
    array C[1] = 0;
    parallel (for each i from 0 to 1)
        C[0] = i;
    end_parallel
end_program
";
    let trace = traced(text, &[], 1 << 20);
    let last = trace.steps.last().expect("there is the step");
    let met = &last.met[0];
    assert!(last.broken && !met.agree);
    assert_eq!((met.cell.as_str(), met.winner.as_deref()), ("C[0]", None));
}

/// Processor 1 writes S[1], which 0 reads in the same section.
#[test]
fn a_race_is_told_with_its_two_accesses() {
    let text = "machine apram(d = 2, B = 4, p = 2);
program
    array S[2] = 0;
    parallel async (for each processor i, i = 0, ..., 1)
        S[i] = i;
        y = S[(i + 1) mod 2];
    end_parallel
end_program
";
    let trace = traced(text, &[], 1 << 20);
    let race = trace.race.expect("there is a race");
    let [earlier, later] = &race.accesses;
    assert_ne!(earlier.processor, later.processor);
    assert_ne!(earlier.writes, later.writes);
    assert!(
        earlier.step <= later.step && race.cell.starts_with("S["),
        "{race:?}"
    );
    let accesses = |step: u64, writes: bool| {
        let step = &trace.steps[step as usize - 1];
        let sites = step.step.sites().filter(|(_, site)| site.writes == writes);
        sites.count()
    };
    for access in &race.accesses {
        assert!(accesses(access.step, access.writes) > 0, "{access:?}");
    }
}

/// 0 sends to 1 until the end of the run at t = 2 + 5 + 1; 1, which receives from 2, and 2, which receives
/// from 0, wait all that time.
#[test]
fn a_processor_that_waits_for_ever_waits_until_the_end() {
    let text = "machine ring(p = 3, t_s = 5, t_w = 1);
program
    parallel (for each processor i, i = 0, ..., p-1)
        x = i;
        if (i == 0)
            send x to 1;
        receive y from (i+1) mod p;
    end_parallel
end_program
";
    let trace = exchanged(text);
    for processor in 1..3 {
        let own = trace.activities.iter();
        let own = own.filter(|activity| activity.processor == processor);
        let last = own.max_by(|one, other| one.to.value().total_cmp(&other.to.value()));
        let last = last.expect("it does something");
        assert_eq!(last.does, "wait", "processor {processor}");
        assert!((last.to.value() - trace.end.value()).abs() < f64::EPSILON);
    }
}

/// What stands in a page between two texts, the first of them.
fn between<'p>(page: &'p str, before: &str, behind: &str) -> &'p str {
    let (_, rest) = page.split_once(before).expect("it begins");
    rest.split_once(behind).expect("it ends").0
}

#[test]
fn the_page_of_a_multicomputer_holds_its_trace_and_runs_its_own_script_only() {
    let text = "// </script><script>alert(1)</script> <!-- 
machine ring(p = 2, t_s = 1, t_w = 1);
program
    parallel (for each processor i, i = 0, ..., 1)
        print(\"</style><b>\");
    end_parallel
end_program
";
    let trace = recorded(text, &[], 1 << 20);
    let page = replay::html(&trace);
    let held = between(&page, "id=\"trace\">", "</script>");
    assert!(!held.contains('<'), "no text of the program becomes markup");
    let read = |json: &str| -> serde_json::Value { serde_json::from_str(json).expect("JSON") };
    let held = read(held);
    assert_eq!(held, read(&replay::json(&trace)));
    assert_eq!(held["machine"]["kind"], "multicomputer");
    assert_eq!(
        held["sources"][0]["lines"][0],
        "// </script><script>alert(1)</script> <!-- "
    );
    assert_eq!(held["printed"][0]["text"], "</style><b>");
    // What may run is what is there.
    let hash = |text: &str| STANDARD.encode(Sha256::digest(text));
    let style = hash(between(&page, "<style>", "</style>"));
    let script = hash(between(&page, "<script>", "</script>"));
    assert_eq!(
        between(&page, "Content-Security-Policy\" content=\"", "\">"),
        format!("default-src 'none'; style-src 'sha256-{style}'; script-src 'sha256-{script}'")
    );
}

/// 0 receives from 1 and then from anyone, 1 sends once: the second receive has no partner, and no
/// message comes.
#[test]
fn a_stop_tells_with_whom() {
    let text = "machine ring(p = 2, t_s = 1, t_w = 1);
program
    parallel (for each processor i, i = 0, ..., p-1)
        if (i == 1)
            send 7 to 0;
        else {
            receive x from 1;
            receive x from anyone;
        }
    end_parallel
end_program
";
    let trace = exchanged(text);
    let told = |program: u32| {
        let stops = trace
            .stops
            .iter()
            .filter(move |stop| stop.program == program);
        stops
            .map(|stop| (stop.asks, stop.partner, stop.message))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        told(0),
        [
            (AskedJson::Receive, Some(1), Some(0)),
            (AskedJson::ReceiveAny, None, None)
        ]
    );
    assert_eq!(told(1)[0], (AskedJson::Send, Some(0), Some(0)));
    assert!(!trace.ending.outcome.succeeded);
}

#[test]
fn a_run_without_blocks_has_no_moments() {
    let trace =
        exchanged("machine ring(p = 2, t_s = 1, t_w = 1);\nprogram\n    print(1);\nend_program\n");
    assert!(
        trace.moments.is_empty() && trace.messages.is_empty() && trace.ending.outcome.succeeded
    );
}

/// However short a trace is, it tells how the run ends.
#[test]
fn the_last_step_is_always_told() {
    let text = "machine EREW;
program
    array A[2] = 1;
    for k = 1 to 6
        A[0] = A[0] + A[1];
    parallel (for each i from 0 to 1)
        A[1] = i;
    end_parallel
end_program
";
    let trace = traced(text, &[], 100);
    let told: Vec<u64> = trace.steps.iter().map(|told| told.step.number).collect();
    assert_eq!((told, trace.length), (vec![1, 7], 7));
    assert!(trace.steps[1].broken);
}

/// Each processor puts i and 10·i into a local array of its own.
#[test]
fn local_arrays_of_a_block_are_told() {
    let text = "program
    array A[2] = 0;
    parallel (for each i from 0 to 1)
        local b[2];
        b[0] = i;
        b[1] = 10 * i;
        A[i] = b[1];
    end_parallel
end_program
";
    let trace = traced(text, &[], 1 << 20);
    let number = trace.arrays.iter().position(|array| array.name == "b");
    let number = number.expect("the array is told");
    assert_eq!(trace.arrays[number].dimensions, [2, 2]);
    let changes = trace.steps.iter().flat_map(|step| &step.changes);
    let held = filled(changes.filter(|change| change.array == number));
    let held: Vec<&str> = held.values().map(String::as_str).collect();
    assert_eq!(held, ["0", "0", "1", "10"]);
}
