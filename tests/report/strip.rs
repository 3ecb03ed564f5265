//! The strip of time: its rows against sums done by hand, and the drawing.

use pram::network::{Activity, Decimal, Parameters, Segment, Units};
use pram::present::plot::strip::{pgf, svg, terminal};
use pram::result::strip::ProcessorTimeline;

use Activity::{Compute, Send, Wait};

fn units() -> Units {
    let [t_s, t_w, t_h, t_c, t_o] = [100, 7, 0, 1, 0].map(Decimal::from);
    let parameters = Parameters {
        t_s,
        t_w,
        t_h,
        t_c,
        t_o,
        barrier: None,
    };
    parameters.scaled().expect("they are whole numbers")
}

fn timeline(segments: &[(u32, Activity, i128, i128)]) -> Option<ProcessorTimeline> {
    let segments = segments
        .iter()
        .map(|&(processor, activity, from, to)| Segment {
            processor,
            activity,
            from,
            to,
        });
    ProcessorTimeline::new(&segments.collect::<Vec<_>>(), &units())
}

/// 0 computes 20 and sends 60 of 80 units, 1 waits up to the arrival at 70 and computes 10; ten
/// stretches of 8 units.
fn exchange() -> ProcessorTimeline {
    let done = [
        (0, Compute, 0, 20),
        (0, Send, 20, 80),
        (1, Wait, 0, 70),
        (1, Compute, 70, 80),
    ];
    timeline(&done).expect("time passes")
}

/// The third stretch of 0 is from 16 to 24: half computing, half sending, and computing comes first.
/// The ninth of 1 is from 64 to 72: 6 of it waiting.
#[test]
fn a_cell_is_what_took_most_of_its_time() {
    let rows = exchange().rows(10);
    let [first, second] = rows.as_slice() else {
        panic!("a row for each processor");
    };
    assert_eq!(first.runs(), [(Compute, [0, 3]), (Send, [3, 10])]);
    assert_eq!(second.runs(), [(Wait, [0, 9]), (Compute, [9, 10])]);
    assert_eq!((first.label(), second.label()), ("0".into(), "1".into()));
}

/// After its end a processor does nothing, and a gap divides what it does.
#[test]
fn nothing_is_shown_where_nothing_is_done() {
    let done = [(0, Compute, 0, 10), (0, Compute, 20, 30), (1, Send, 0, 40)];
    let rows = timeline(&done).expect("time passes").rows(4);
    assert_eq!(rows[0].cells, [Some(Compute), None, Some(Compute), None]);
    assert_eq!(rows[0].runs(), [(Compute, [0, 1]), (Compute, [2, 3])]);
}

/// 40 processors in rows of three: the last row has one. Of 0 to 2, two send.
#[test]
fn many_processors_share_rows() {
    let done: Vec<_> = (0..40)
        .map(|own| (own, if own % 3 == 0 { Wait } else { Send }, 0, 10))
        .collect();
    let rows = timeline(&done).expect("time passes").rows(2);
    assert_eq!(rows.len(), 14);
    assert_eq!(
        (rows[0].label(), rows[13].label()),
        ("0-2".into(), "39".into())
    );
    assert_eq!(rows[0].cells, [Some(Send); 2]);
    assert_eq!(rows[13].cells, [Some(Wait); 2]);
}

#[test]
fn without_time_there_is_no_strip() {
    assert_eq!(timeline(&[]), None);
}

/// Two pieces for each processor, each with its title; a legend; every element is closed.
#[test]
fn the_drawing_tells_each_piece() {
    let drawing = svg(&exchange());
    let titles: Vec<&str> = drawing
        .split("<title>")
        .skip(1)
        .map(|rest| rest.split("</title>").next().unwrap_or_default())
        .collect();
    let expected = [
        "0 computes from 0 T to 0.250 T",
        "0 sends from 0.250 T to 1 T",
        "1 waits from 0 T to 0.875 T",
        "1 computes from 0.875 T to 1 T",
    ];
    assert_eq!(titles, expected);
    for name in [
        ">computes</text>",
        ">sends</text>",
        ">waits</text>",
        ">T = 80</text>",
    ] {
        assert!(drawing.contains(name), "{name}");
    }
    for element in ["svg", "g", "text", "title"] {
        let opened = drawing.matches(&format!("<{element} ")).count()
            + drawing.matches(&format!("<{element}>")).count();
        assert_eq!(
            opened,
            drawing.matches(&format!("</{element}>")).count(),
            "{element}"
        );
    }
    let rectangles = drawing.matches("<rect ").count();
    let closed = drawing.matches("/>").count() + drawing.matches("</rect>").count();
    assert_eq!(rectangles, closed);
}

/// Ten columns beside a margin of one digit and three spaces.
#[test]
fn in_characters_each_column_is_a_mark() {
    let text = |width| {
        let drawing = terminal::drawing(&exchange(), width);
        anstream::adapter::strip_str(&drawing).to_string()
    };
    assert_eq!(text(15), "  0 ###>>>>>>>\n  1 ·········#\n");
    assert_eq!(text(14), "");
}

/// A rectangle for each piece of a bar and of the legend; 120 stretches are 80 units, so that 20 units
/// are 30 of them and 70 are 105.
#[test]
fn the_picture_has_a_rectangle_for_each_piece() {
    let picture = pgf::picture(&exchange(), str::to_owned);
    let fills: Vec<&str> = picture
        .lines()
        .filter(|line| line.starts_with("\\fill"))
        .collect();
    let expected = [
        "\\fill[series2] (0,0) rectangle (30,0.75);",
        "\\fill[series0] (30,0) rectangle (120,0.49);",
        "\\fill[series5] (0,-1) rectangle (105,-0.89);",
        "\\fill[series2] (105,-1) rectangle (120,-0.25);",
    ];
    assert_eq!(fills[3..], expected);
    assert!(picture.contains("{$T = 80$}"), "{picture}");
    assert!(picture.ends_with("\\end{tikzpicture}\n"));
}
