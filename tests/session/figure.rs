//! Figures for slides: shapes counted by hand, and the picture in the README.

use std::path::Path;

use pram::pipeline::{Options, Request};
use pram::present::figure::{Figure, Kind, Shape, figure, svg, tikz};
use pram::present::json::recorded::RecordedJson;
use pram::session::replay::record;
use pram::source::Sources;

use super::{SUM, manner, never, request};
use crate::files::NoFiles;

fn traced(text: &str) -> RecordedJson {
    recorded(&request(text, &[], Options::default()))
}

fn recorded(request: &Request) -> RecordedJson {
    let (mut sources, bounds) = (Sources::default(), manner(1 << 20));
    let recorded = record(request, &mut sources, &NoFiles, &never(), bounds);
    recorded.expect("it is a program").trace
}

fn nodes(figure: &Figure, wanted: Kind) -> Vec<&str> {
    let nodes = figure.shapes.iter().filter_map(|shape| match shape {
        Shape::Node { text, kind, .. } if *kind == wanted => Some(text.as_str()),
        _ => None,
    });
    nodes.collect()
}

fn arrows(figure: &Figure, wanted: Kind) -> usize {
    let is_one = |shape: &&Shape| matches!(shape, Shape::Arrow { kind, .. } if *kind == wanted);
    figure.shapes.iter().filter(is_one).count()
}

/// A = 0 1 2 3: processors 0 and 2 read two cells each and write one, then processor 0 does.
#[test]
fn a_step_is_its_reads_and_writes() {
    let figure = figure(&traced(SUM), &(1..=1)).expect("there is a step");
    assert_eq!(nodes(&figure, Kind::Read), ["0", "1", "2", "3"]);
    assert_eq!(nodes(&figure, Kind::Written), ["1", "5"]);
    assert_eq!(nodes(&figure, Kind::Cell), ["1", "3"]);
    assert_eq!(nodes(&figure, Kind::Processor), ["i = 0", "i = 2"]);
    assert_eq!(
        (arrows(&figure, Kind::Read), arrows(&figure, Kind::Written)),
        (4, 2)
    );
}

/// The tree of the sum: two sums of pairs, each from two cells, and theirs.
#[test]
fn several_steps_are_a_network() {
    let figure = figure(&traced(SUM), &(1..=2)).expect("there are two steps");
    assert_eq!(nodes(&figure, Kind::Cell), ["0", "1", "2", "3"]);
    assert_eq!(nodes(&figure, Kind::Written), ["1", "5", "6"]);
    // Each is a sum.
    assert_eq!(nodes(&figure, Kind::Processor), ["+", "+", "+"]);
    assert_eq!(arrows(&figure, Kind::Read), 6);
}

/// A[1] gets what A[0] held when t was assigned, in the first row; A[0] is written again in between.
#[test]
fn values_go_through_scalars_of_processors() {
    let text = "input A[2] = {5, 6};
program
    parallel (for each i from 0 to 0)
        t = A[0];
        A[0] = 9;
        A[1] = t;
    end_parallel
end_program
";
    let figure = figure(&traced(text), &(1..=3)).expect("there are three steps");
    let arrows = figure.shapes.iter().filter_map(|shape| match shape {
        Shape::Arrow { from, to, .. } => Some((from[1], to[1])),
        _ => None,
    });
    let [(from, to)] = arrows.collect::<Vec<_>>()[..] else {
        panic!("one value goes from a cell to another: {:?}", figure.shapes);
    };
    let rows = figure.shapes.iter().filter_map(|shape| match shape {
        Shape::Node { at, text, .. } => Some((text.as_str(), at[1])),
        _ => None,
    });
    let row = |wanted: &str| {
        let mut rows = rows.clone().filter(|(text, _)| *text == wanted);
        rows.next_back().expect("the value is drawn").1
    };
    // 5 stands in the first row, and in the last one, in A[1].
    assert!(from < row("9") && row("9") < to, "{from}, {to}");
}

/// The subscript is no source of the value.
#[test]
fn no_arrow_comes_from_a_subscript() {
    let text = "input B[2] = {1, 0};
program
    array A[2] = 0;
    parallel (for each i from 0 to 1)
        A[B[i]] = i;
    end_parallel
end_program
";
    let figure = figure(&traced(text), &(1..=1)).expect("there is a step");
    let network = pram::present::figure::figure(
        &traced(&text.replace("= i;", "= i;\n        A[i] = A[i] + 1;")),
        &(1..=2),
    );
    let network = network.expect("there are two steps");
    assert_eq!(nodes(&figure, Kind::Written), ["1", "0"]);
    // Each A[i] comes from itself alone.
    assert_eq!(arrows(&network, Kind::Read), 2);
}

/// Both processors read A[0], which EREW forbids; B gets nothing.
#[test]
fn what_a_rule_forbids_is_marked() {
    let text = "machine EREW;
program
    array A[1] = 7, B[2] = 0;
    parallel (for each i from 0 to 1)
        B[i] = A[0];
    end_parallel
    output B[];
end_program
";
    let figure = figure(&traced(text), &(1..=1)).expect("there is a step");
    assert_eq!(arrows(&figure, Kind::Illegal), 2);
    // A[0] is the cell where they meet; nothing is written, so that B stays as it was.
    assert_eq!(nodes(&figure, Kind::Illegal), ["7"]);
    assert_eq!(nodes(&figure, Kind::Cell), ["7", "0", "0", "0", "0"]);
    assert!(nodes(&figure, Kind::Written).is_empty());
    assert_eq!(crosses(&figure), 1);
    assert!(figure.title.contains('✗'), "{}", figure.title);
}

fn crosses(figure: &Figure) -> usize {
    let is_cross = |shape: &&Shape| matches!(shape, Shape::Cross { .. });
    figure.shapes.iter().filter(is_cross).count()
}

/// 0 and 1 write 1 into A[0], and 2 alone 2 into A[1]: of the cells only A[0] is illegal.
#[test]
fn of_a_step_that_breaks_off_only_the_conflict_is_illegal() {
    let text = "machine EREW;
program
    array A[2] = 0;
    parallel (for each i from 0 to 2)
        A[i/2] = 1 + i/2;
    end_parallel
    output A[];
end_program
";
    let trace = traced(text);
    let step = figure_of_first(&trace);
    assert_eq!(nodes(&step, Kind::Illegal), ["0"]);
    assert_eq!(nodes(&step, Kind::Cell), ["0", "0", "0"]);
    assert_eq!((arrows(&step, Kind::Illegal), crosses(&step)), (2, 1));
    assert!(svg::svg(&step).contains("class=\"cross\""));
    assert!(tikz::picture(&step).contains("node[red"));
}

/// The network of arrays that come to be in the program begins with what they hold, and its title is not
/// wider than it.
#[test]
fn a_network_begins_with_what_arrays_begin_with() {
    let text = "machine CRCW-common;
program
    array A[2] = {5, 6};
    parallel (for each i from 0 to 1)
        A[i] = A[i] + 1;
    end_parallel
    array C[1] = 9;
    parallel (for each i from 0 to 1)
        C[0] = A[i];
    end_parallel
end_program
";
    let network = figure(&traced(text), &(1..=2)).expect("there are two steps");
    assert_eq!(nodes(&network, Kind::Cell), ["5", "6", "9"]);
    assert_eq!(nodes(&network, Kind::Written), ["6", "7"]);
    assert_eq!(nodes(&network, Kind::Illegal), ["9"]);
    assert_eq!((arrows(&network, Kind::Illegal), crosses(&network)), (2, 1));
    let letters = network.title.chars().count() as f64;
    assert!(
        network.width > 7.0 * letters,
        "{} {}",
        network.width,
        network.title
    );
}

/// The processors of an asynchronous block race without breaking a rule of single steps.
#[test]
fn a_race_is_marked_at_its_accesses() {
    let text = "machine apram(d = 2, B = 4, p = 2);
program
    array S[2] = 0;
    parallel async (for each processor i, i = 0, ..., 1)
        S[i] = i;
        y = S[(i + 1) mod 2];
    end_parallel
end_program
";
    let trace = traced(text);
    let race = trace.steps().and_then(|steps| steps.race.clone());
    for access in race.expect("there is a race").accesses {
        let figure = figure(&trace, &(access.step..=access.step)).expect("there is the step");
        assert!(arrows(&figure, Kind::Illegal) > 0 && crosses(&figure) > 0);
    }
}

#[test]
fn a_run_without_steps_has_no_figure() {
    let trace = traced("program\n array A[2] = 0;\n output A[];\nend_program\n");
    let said = figure(&trace, &(1..=trace.length())).expect_err("there is no step");
    assert!(said.contains("takes no step"), "{said}");
}

#[test]
fn steps_that_are_not_there_are_named() {
    let trace = traced(SUM);
    for (steps, words) in [(0..=0, "from 1"), (3..=3, "has 2 steps"), (1..=9, "step 9")] {
        let said = figure(&trace, &steps).expect_err("there are no such steps");
        assert!(said.contains(words), "{said}");
    }
}

/// A table's cells are named by row and column; what SVG and TeX give a meaning is escaped.
#[test]
fn text_stays_text() {
    let text = "program
    array M_1[2,3] = 1;
    parallel (for each i from 0 to 1)
        if (M_1[i,2] < 5 && i > 0) M_1[i,2] = 100 % 7;
    end_parallel
    output M_1[,];
end_program
";
    let trace = traced(text);
    let figure = figure(&trace, &(1..=trace.length())).expect("there are steps");
    let drawing = svg::svg(&figure);
    assert!(
        drawing.contains(">1,2</text>") && drawing.contains(">M_1</text>"),
        "{drawing}"
    );
    let step = figure_of_first(&trace);
    assert!(svg::svg(&step).contains("M_1[i,2] &lt; 5 &amp;&amp; i &gt; 0"));
    let picture = tikz::picture(&step);
    let words = "M\\_1{[}i,2{]} \\textless{} 5 \\&\\& i \\textgreater{} 0";
    assert!(picture.contains(words), "{picture}");
}

fn figure_of_first(trace: &RecordedJson) -> Figure {
    figure(trace, &(1..=1)).expect("there is a step")
}

/// A thousand cells and processors do not fit: the others are counted.
#[test]
fn of_many_the_first_are_drawn() {
    let text = "program
    array A[1000] = iota;
    parallel (for each i from 0 to 999)
        A[i] = A[i] + 1;
    end_parallel
    output A[];
end_program
";
    let figure = figure_of_first(&traced(text));
    assert_eq!(nodes(&figure, Kind::Processor).len(), 32);
    assert_eq!(nodes(&figure, Kind::Written).len(), 32);
    let told = figure.shapes.iter().any(|shape| {
        matches!(shape, Shape::Label { text, .. } if text == "… and 968 more processors, 968 more cells")
    });
    assert!(told);
}

/// The picture that the README shows is what the tool draws; `UPDATE_PICTURES=1` draws it anew.
#[test]
fn the_picture_in_the_readme_is_drawn_by_the_tool() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let name = "programs/one_sweep_scan.pram";
    let text = std::fs::read_to_string(root.join(name)).expect("the program is there");
    let mut request = request(&text, &[("n", "8")], Options::default());
    request.name = name.to_owned();
    let trace = recorded(&request);
    let drawn = svg::svg(&figure(&trace, &(1..=trace.length())).expect("it has steps"));
    let path = root.join("docs/images/scan.svg");
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        std::fs::write(&path, &drawn).expect("the folder can be written");
    }
    let kept = std::fs::read_to_string(&path).expect("the picture is there");
    assert!(kept == drawn, "UPDATE_PICTURES=1 draws it anew");
}

/// Processors 0 and 1 execute one line, 2 and 3 the other.
#[test]
fn a_row_names_the_lines_of_all_groups() {
    let text = "machine CREW;
program
    array A[4] = 0;
    parallel (for each i from 0 to 3)
        if (i < 2)
            A[i] = 1;
        else
            A[i] = 2;
    end_parallel
end_program
";
    let trace = traced(text);
    let figure = figure(&trace, &(1..=trace.length())).expect("there are steps");
    assert!(
        labels(&figure).contains(&"2, lines 6, 8"),
        "{:?}",
        labels(&figure)
    );
}

fn labels(figure: &Figure) -> Vec<&str> {
    let labels = figure.shapes.iter().filter_map(|shape| match shape {
        Shape::Label { text, .. } => Some(text.as_str()),
        _ => None,
    });
    labels.collect()
}

/// What the first step behind a gap reads comes from the gap: no arrow leads over it.
#[test]
fn arrows_begin_at_steps_that_are_left_out() {
    let text = "program
    array A[2] = 1;
    for k = 1 to 40
        A[0] = A[0] + A[1];
end_program
";
    let request = request(text, &[], Options::default());
    let mut sources = Sources::default();
    let trace = record(&request, &mut sources, &NoFiles, &never(), manner(3000));
    let trace = trace.expect("it is a program").trace;
    let figure = figure(&trace, &(1..=40)).expect("there are steps");
    let gap = figure.shapes.iter().find_map(|shape| match shape {
        Shape::Label { at, text, .. } if text.starts_with("… ") => Some(at[1] - 4.0),
        _ => None,
    });
    let gap = gap.expect("some steps are left out");
    let leads_over = |shape: &&Shape| matches!(shape, Shape::Arrow { from, to, .. } if from[1] < gap && gap < to[1]);
    assert_eq!(figure.shapes.iter().filter(leads_over).count(), 0);
}
