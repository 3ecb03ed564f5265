//! Arrays that each processor of a block has for itself: in traces, figures and sessions.

use pram::pipeline::Options;
use pram::present::figure::{Figure, Kind, Shape, figure};
use pram::present::json::recorded::RecordedJson;
use pram::present::json::trace::TraceJson;
use pram::session::replay::record;
use pram::source::Sources;
use pram::trace::Progression;

use super::{dialogue, manner, never, request};
use crate::files::NoFiles;

/// Processor i writes 5 + i into its T[0], twice that into its T[1], and this into R[i].
const OWN: &str = "machine EREW;
program
    array R[2] = 0;
    parallel (for each i from 0 to 1)
        array T[2] = 0;
        T[0] = i + 5;
        T[1] = T[0] * 2;
        R[i] = T[1];
    end_parallel
end_program
";

/// The arrays have different lengths, so that they are no table.
const UNEQUAL: &str = "machine EREW;
program
    array R[2] = 0;
    parallel (for each i from 0 to 1)
        array T[i+1] = 0;
        T[i] = i;
    end_parallel
end_program
";

fn recorded_run(text: &str) -> RecordedJson {
    let request = request(text, &[], Options::default());
    let (mut sources, manner) = (Sources::default(), manner(1 << 20));
    let recorded = record(&request, &mut sources, &NoFiles, &never(), manner);
    recorded.expect("it is a program").trace
}

fn trace(text: &str) -> TraceJson {
    let recorded = recorded_run(text);
    recorded.steps().expect("it has steps").clone()
}

fn texts(figure: &Figure, wanted: Kind) -> Vec<&str> {
    let nodes = figure.shapes.iter().filter_map(|shape| match shape {
        Shape::Node { text, kind, .. } if *kind == wanted => Some(text.as_str()),
        _ => None,
    });
    nodes.collect()
}

fn labels(figure: &Figure) -> Vec<&str> {
    let labels = figure.shapes.iter().filter_map(|shape| match shape {
        Shape::Label { text, .. } => Some(text.as_str()),
        _ => None,
    });
    labels.collect()
}

/// T is a table with a row for each processor: cells 0 and 1 are those of i = 0, 2 and 3 those of i = 1.
#[test]
fn a_trace_tells_the_rows_of_processors_apart() {
    let trace = trace(OWN);
    let own = &trace.arrays[1];
    assert_eq!((own.name.as_str(), &own.dimensions[..]), ("T", &[2, 2][..]));
    let names = [0, 1, 2, 3].map(|place| own.cell_name(place));
    assert_eq!(
        names,
        [
            "T[0] (i = 0)",
            "T[1] (i = 0)",
            "T[0] (i = 1)",
            "T[1] (i = 1)"
        ]
    );
    let site = &trace.steps[0].step.groups[0].sites[0];
    assert_eq!((site.array, site.own), (Some(1), false));
    assert_eq!(site.cells, Progression::from_iter([0, 2]));
    let changed = &trace.steps[0].changes[0];
    assert_eq!(changed.cells.iter().collect::<Vec<i64>>(), [0, 2]);
}

#[test]
fn a_figure_draws_the_rows_of_processors_apart() {
    let figure = figure(&recorded_run(OWN), &(2..=2)).expect("there is a step");
    assert_eq!(texts(&figure, Kind::Read), ["5", "6"]);
    assert_eq!(texts(&figure, Kind::Written), ["10", "12"]);
    let labels = labels(&figure);
    assert!(
        labels.contains(&"T (i = 0)") && labels.contains(&"T (i = 1)"),
        "{labels:?}"
    );
}

#[test]
fn a_figure_says_which_accesses_it_leaves_out() {
    let trace = trace(UNEQUAL);
    let site = &trace.steps[0].step.groups[0].sites[0];
    assert_eq!((site.array, site.own), (None, true));
    let figure = figure(&recorded_run(UNEQUAL), &(1..=1)).expect("there is a step");
    let left_out = "… and 2 accesses to arrays of the processors' own";
    assert!(labels(&figure).contains(&left_out), "{:?}", labels(&figure));
}

#[test]
fn a_session_knows_whose_an_array_is() {
    let said = dialogue::answers(
        OWN,
        &[],
        &[
            "next",
            "view memory",
            "why T[0]",
            "goto end",
            "why T[1] for i = 1",
        ],
    );
    assert!(
        said[1].contains("T = [5, 0]  (i = 0)\nT = [6, 0]  (i = 1)\n"),
        "{}",
        said[1]
    );
    assert_eq!(
        said[2],
        "`T` is each processor's own: say whose, as in `why T[0] for i = 0`\n"
    );
    assert!(
        said[4].starts_with("T[1] of i = 1 = 12: written in step 2"),
        "{}",
        said[4]
    );
    assert!(
        said[4].contains("\n  T[0] = 6: written in step 1"),
        "{}",
        said[4]
    );
}

#[test]
fn a_sentence_says_that_processors_write_arrays_of_their_own() {
    let said = dialogue::answers(OWN, &[], &["next", "next"]);
    assert!(
        said[0].contains("2 processors (i = 0, 1) write T[0] of their own"),
        "{}",
        said[0]
    );
    assert!(
        said[1].contains("read T[0] of their own and write T[1] of their own"),
        "{}",
        said[1]
    );
}

/// T[0] is read in the second step.
#[test]
fn a_breakpoint_stops_where_processors_read_arrays_of_their_own() {
    let said = dialogue::answers(OWN, &[], &["break read T[0]", "continue"]);
    assert_eq!(
        said[0],
        "Breakpoint 1: where T[0] is read, once it is there.\n"
    );
    assert!(
        said[1].starts_with("Breakpoint 1. Step 2, line 7"),
        "{}",
        said[1]
    );
}
