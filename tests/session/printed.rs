//! What programs print that exchange messages, in sessions and in traces.

use pram::pipeline::Options;
use pram::present::replay::json;
use pram::session::replay::record;
use pram::source::Sources;

use super::{exchange, manner, never, request};
use crate::files::NoFiles;

/// The processors send at t = 1 and have what they receive at t = 1 + 10 + 1.
const AROUND: &str = "machine ring(p = 2, t_s = 10, t_w = 1);
program
    print(\"begin\");
    parallel (for each processor i, i = 0, ..., p-1)
        x = i;
        send x to (i+1) mod p;
        receive x from (i-1+p) mod p;
        print(\"got \", x);
    end_parallel
    print(\"end\");
end_program
";

const BEFORE: &str = "begin\n";
const BEHIND: &str = "begin\nprocessor 0: got 1\nprocessor 1: got 0\nend\n";

#[test]
fn what_is_printed_outside_of_blocks_is_told_too() {
    let lines = ["printed", "next", "printed", "goto end", "printed"];
    let said = exchange::answers(AROUND, &lines);
    assert_eq!(said[0], BEFORE);
    assert_eq!(said[2], BEFORE);
    assert_eq!(said[4], BEHIND);
}

#[test]
fn a_trace_holds_what_was_printed() {
    let printed = |text: &str| {
        let request = request(text, &[], Options::default());
        let mut sources = Sources::default();
        let recorded = record(&request, &mut sources, &NoFiles, &never(), manner(1 << 20));
        let trace = json(&recorded.expect("it is a program").trace);
        let trace: serde_json::Value = serde_json::from_str(&trace).expect("a trace is JSON");
        trace["printed"].clone()
    };
    let expected = serde_json::json!([
        { "time": 0, "program": null, "text": "begin" },
        { "time": 12, "program": 0, "text": "got 1" },
        { "time": 12, "program": 1, "text": "got 0" },
        { "time": 12, "program": null, "text": "end" },
    ]);
    assert_eq!(printed(AROUND), expected);
    let alone = "machine ring(p = 2, t_s = 10, t_w = 1);
program
    print(\"only\");
end_program
";
    let expected = serde_json::json!([{ "time": 0, "program": null, "text": "only" }]);
    assert_eq!(printed(alone), expected);
}
