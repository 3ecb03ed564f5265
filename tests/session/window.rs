//! Which cells a trace tells that does not tell all, and how long it may be.

use pram::pipeline::Options;
use pram::pipeline::quantity::cells;
use pram::present::json::trace::TraceJson;
use pram::present::replay::json;
use pram::program::Constant;
use pram::session::replay::{RecordingManner, record};
use pram::source::Sources;
use pram::trace::Tier;

use super::{SUM, manner, never, request};
use crate::files::NoFiles;

/// 1000 processors write a cell each, then two of them the same one, behind the first 64.
const MEET: &str = "machine CRCW-common;
program
    array A[1000] = 0;
    parallel (for each i from 0 to 999)
        A[i] = 7 * i mod 1000;
    end_parallel
    parallel (for each i from 0 to 1)
        A[900] = 1;
    end_parallel
end_program
";

fn traced(manner: RecordingManner) -> TraceJson {
    let request = request(MEET, &[], Options::default());
    let mut sources = Sources::default();
    let recorded = record(&request, &mut sources, &NoFiles, &never(), manner);
    let trace = recorded.expect("it is a program").trace;
    trace.steps().expect("it has steps").clone()
}

#[test]
fn accesses_to_cells_in_which_processors_meet_are_always_told() {
    let trace = traced(manner(5_000));
    let shown = (trace.arrays[0].first_shown, trace.arrays[0].shown);
    assert_eq!((trace.tier, shown), (Tier::Window, (0, 64)));
    let site = &trace.steps[1].step.groups[0].sites[0];
    assert_eq!(
        (site.count, site.cells.iter().collect::<Vec<i64>>()),
        (2, vec![900, 900])
    );
    // Of the others only those in the window.
    assert_eq!(trace.steps[0].step.groups[0].sites[0].cells.len(), 64);
}

#[test]
fn cells_that_are_asked_for_are_told() {
    let trace = traced(RecordingManner {
        cells: vec![cells("A[896 to 903]").expect("these are cells")],
        ..manner(4_000)
    });
    let shown = (trace.arrays[0].first_shown, trace.arrays[0].shown);
    assert_eq!((trace.tier, shown), (Tier::Window, (896, 8)));
    assert_eq!(
        trace.steps[0].changes[0].cells.iter().collect::<Vec<i64>>(),
        (896..904).collect::<Vec<i64>>()
    );
    let changed = &trace.steps[1].changes[0];
    assert_eq!(changed.cells.iter().collect::<Vec<i64>>(), [900]);
}

#[test]
fn cells_are_read_as_they_are_written() {
    let read = |text: &str| cells(text).map(|cells| (cells.array, cells.first, cells.last));
    let expected = Ok(("A".to_owned(), 100, 163));
    assert_eq!(read("A[100 to 163]"), expected);
    assert_eq!(read("A[100 do 163]"), expected);
    assert_eq!(read("A[100..163]"), expected);
    assert_eq!(read("A[5]"), Ok(("A".to_owned(), 5, 5)));
    for wrong in ["A", "A[]", "[5]", "A[5 to 4]", "A[x]"] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_trace_keeps_its_limit() {
    let inputs = [("n", "2^10"), ("A", "random(0,99)")];
    for bytes in [4_000, 6_000, 10_000, 20_000, 1 << 20] {
        let request = request(SUM, &inputs, Options::default());
        let mut sources = Sources::default();
        let recorded = record(&request, &mut sources, &NoFiles, &never(), manner(bytes));
        let length = json(&recorded.expect("it is a program").trace).len();
        assert!(length <= bytes, "{length} of {bytes}");
    }
}

/// R[2999] is beyond the first 64 cells; processors 2999 and 3000 meet there in the last step.
#[test]
fn cells_in_which_processors_meet_against_the_rules_are_told() {
    let text = "machine EREW;
input n = 4096;
input A[n] = iota;
program
    array R[n] = 0;
    parallel (for each i from 0 to n-1)
        for d = 1 to 2
            R[i] = R[i] + A[i] * d;
        R[i - i/3000 + i/3001] = A[i];
    end_parallel
end_program
";
    let request = request(text, &[], Options::default());
    let mut sources = Sources::default();
    let recorded = record(&request, &mut sources, &NoFiles, &never(), manner(60_000));
    let trace = recorded.expect("it is a program").trace;
    let steps = trace.steps().expect("it has steps");
    let array = steps.arrays.iter().find(|array| array.name == "R").unwrap();
    assert_eq!((steps.tier, &array.also_shown), (Tier::Window, &vec![2999]));
    // 2999·(1 + 2) is written in step 2, which the window tells of this cell.
    let mut written = steps.steps[1].step.sites().filter(|(_, site)| site.writes);
    let (_, site) = written.next().expect("R is written");
    let access = site.cells.place_of(2999).expect("it is told");
    assert_eq!(site.value(access), Some(Constant::Int(8997)));
}

/// 3000 processors read 1500 cells in pairs, and then all of them C[0].
#[test]
fn all_cells_in_which_processors_meet_are_counted() {
    let text = "machine CREW;
input n = 3000;
input A[n] = iota;
program
    array C[n] = 1;
    array R[n] = 0;
    parallel (for each i from 0 to n-1)
        R[i] = A[i/2] + C[0];
    end_parallel
end_program
";
    let request = request(text, &[], Options::default());
    let mut sources = Sources::default();
    let recorded = record(&request, &mut sources, &NoFiles, &never(), manner(30_000));
    let trace = recorded.expect("it is a program").trace;
    let steps = trace.steps().expect("it has steps");
    let first = |name: &str| {
        let array = steps.arrays.iter().find(|array| array.name == name);
        i64::from(array.expect("it is listed").first_cell)
    };
    let told = &steps.steps[0];
    assert_eq!((steps.tier, told.met.len()), (Tier::Window, 100));
    let pairs = first("A")..first("A") + 1500;
    assert_eq!(first("C"), first("A") + 3000);
    let all: Vec<i64> = pairs.chain([first("C")]).collect();
    for alike in [&told.met_cells.read, &told.met_cells.at_once] {
        assert_eq!(alike.count, 1501);
        assert_stands_for(&alike.cells.iter().collect::<Vec<i64>>(), &all, first("A"));
    }
    assert_eq!(told.met_cells.written.count, 0);
}

/// 5000 processors write i*i mod 4999 into a cell that nobody else writes but for its square: of numbers
/// that are no line a thousand at most stand for all.
#[test]
fn of_many_cells_that_are_no_line_some_stand_for_all() {
    let text = "machine CRCW-arbitrary;
input n = 4999;
program
    array A[n] = 0;
    parallel (for each i from 0 to n-1)
        A[i*i mod n] = i;
    end_parallel
end_program
";
    let request = request(text, &[], Options::default());
    let mut sources = Sources::default();
    let recorded = record(&request, &mut sources, &NoFiles, &never(), manner(60_000));
    let trace = recorded.expect("it is a program").trace;
    let written = &trace.steps().expect("it has steps").steps[0]
        .met_cells
        .written;
    // 4999 is a prime: each of (4999 - 1)/2 squares has two roots, and 0 has one.
    assert_eq!(written.count, 2499);
    let squares = (1..=2499_i64).map(|i| i * i % 4999);
    let first = i64::from(trace.steps().expect("it has steps").arrays[0].first_cell);
    let mut all: Vec<i64> = squares.map(|cell| first + cell).collect();
    all.sort_unstable();
    assert_stands_for(&written.cells.iter().collect::<Vec<i64>>(), &all, first);
}

/// At most a thousand numbers stand for more: the first of them, and one at least in each bucket of an
/// array of 3000 to 5000 cells, 256 or 512, in which there is any.
fn assert_stands_for(kept: &[i64], all: &[i64], first: i64) {
    assert!(kept.len() <= 1000 && all.len() > 1000, "{}", kept.len());
    assert_eq!(kept[..400], all[..400]);
    assert!(kept.iter().all(|number| all.binary_search(number).is_ok()));
    for size in [256, 512] {
        let buckets = |numbers: &[i64]| -> Vec<i64> {
            let mut buckets: Vec<i64> = numbers.iter().map(|cell| (cell - first) / size).collect();
            buckets.dedup();
            buckets
        };
        assert_eq!(buckets(kept), buckets(all));
    }
}

/// 1000 processors write the 1000 cells in turn: of both there are 16 buckets of 64, the last of 40.
#[test]
fn accesses_that_are_left_out_are_counted_by_buckets() {
    let trace = traced(manner(5_000));
    let group = &trace.steps[0].step.groups[0];
    let own = |bucket: usize| [bucket, bucket, if bucket == 15 { 40 } else { 64 }];
    assert_eq!(trace.tier, Tier::Window);
    assert_eq!(group.sites[0].buckets, (0..16).map(own).collect::<Vec<_>>());
    // Nothing is read, so no value goes from one bucket to another.
    assert_eq!(group.edges, Vec::<[usize; 4]>::new());
    // In the second step nothing is left out.
    assert_eq!(
        trace.steps[1].step.groups[0].sites[0].buckets,
        Vec::<[usize; 3]>::new()
    );
}

/// R[n-1-i] = A[i] for n = 1024: 64 cells are a bucket. Bucket b of R gets what the cells from
/// 1023 - 64b - 63 = 64·(15-b) on hold, which are bucket 15-b of A.
#[test]
fn values_go_from_bucket_to_bucket() {
    let text = "machine EREW;
input n = 1024;
input A[n] = iota;
program
    array R[n] = 0;
    parallel (for each i from 0 to n-1)
        R[n-1-i] = A[i] * i mod 1000;
    end_parallel
end_program
";
    let request = request(text, &[], Options::default());
    let mut sources = Sources::default();
    let recorded = record(&request, &mut sources, &NoFiles, &never(), manner(7_000));
    let trace = recorded.expect("it is a program").trace;
    let steps = trace.steps().expect("it has steps");
    let number = |name: &str| steps.arrays.iter().position(|array| array.name == name);
    let (a, r) = (
        number("A").expect("A is listed"),
        number("R").expect("R is listed"),
    );
    let told = &steps.steps[0].step.groups[0];
    assert_eq!(steps.tier, Tier::Window);
    let mut expected: Vec<[usize; 4]> = (0..16).map(|b| [a, 15 - b, r, b]).collect();
    expected.sort_unstable();
    assert_eq!(told.edges, expected);
    let counted: usize = told
        .sites
        .iter()
        .flat_map(|site| &site.buckets)
        .map(|[.., n]| n)
        .sum();
    assert_eq!(counted, 2048);
}
