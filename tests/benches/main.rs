//! How long the engine takes, beside native loops that do the same work.
//!
//! `cargo bench` measures every work of [`work::WORKS`] with criterion, and then engine and twins
//! by turns, from which the table of ratios at the end comes. docs/performance.md says how to
//! read it.

mod asynchronous;
mod bandwidth;
mod binary_search;
mod collatz;
mod concurrent;
mod contest;
mod list_ranking;
mod merge_sort;
mod messages;
mod one_sweep_scan;
mod ordinary;
mod prescan;
mod quicksort_scans;
mod ratio;
mod reduction;
mod setting;
mod shared;
mod sizes;
mod table;
mod work;

use std::hint::black_box;
use std::time::Duration;

use contest::Contest;
use criterion::{BatchSize, Criterion};
use table::Table;

/// What takes longer than this is measured for the table alone: criterion would take ten of it.
const LONGEST_SAMPLE: Duration = Duration::from_millis(500);

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(400))
        .configure_from_args();
    if let Some(filter) = sizes::filter() {
        // To criterion it is a regular expression, in which the ^ of a size is no letter.
        criterion = criterion.with_filter(filter.replace('^', r"\^"));
    }
    // Without `--bench`, or with one of the others, criterion only tries or lists its benchmarks.
    let has = |flag: &str| std::env::args().any(|argument| argument == flag);
    let measures = has("--bench") && !has("--test") && !has("--list");
    let mut table = Table::default();
    for work in work::WORKS {
        for exponent in sizes::up_to(work.exponents, work.usual_largest) {
            for setting in setting::SETTINGS {
                let name = format!("{}/2^{exponent}{}", work.name, setting.suffix());
                if !sizes::is_asked_for(&name) {
                    continue;
                }
                let contest = Contest::new(work, exponent, setting);
                let once = contest.agree();
                if once < LONGEST_SAMPLE {
                    sample(&mut criterion, &name, &contest);
                }
                if measures {
                    eprintln!("{name}: engine and twins by turns");
                    table.add(&contest, &ratio::measure(&contest));
                }
            }
        }
    }
    table.asynchronous = asynchronous::measure(&mut criterion, measures);
    criterion.final_summary();
    if measures && !table.is_empty() {
        table.print(bandwidth::measure());
    }
}

/// Criterion's own measurement of the engine and of each twin.
fn sample(criterion: &mut Criterion, name: &str, contest: &Contest) {
    let mut group = criterion.benchmark_group(name);
    group.bench_function("engine", |bencher| {
        bencher.iter_with_large_drop(|| contest.execute());
    });
    for twin in contest.twins() {
        group.bench_function(twin.name(), |bencher| {
            bencher.iter_batched(
                || contest.inputs(),
                |inputs| black_box(twin.run(black_box(inputs))),
                BatchSize::PerIteration,
            );
        });
    }
    group.finish();
}
