//! The strip of time as SVG: a bar for each row. What a processor did is told by colour, by height
//! and by a title at each piece of a bar.

use std::fmt::Write as _;

use super::{ACTIVITIES, shown};
use crate::present::plot::svg::escaped;
use crate::result::strip::ProcessorTimeline;

/// Stretches of time in a row.
const COLUMNS: usize = 240;
/// How wide a stretch is.
const STRETCH: f64 = 3.0;
const ROW_HEIGHT: f64 = 20.0;
const BAR_HEIGHT: f64 = 14.0;
const MARGIN: f64 = 64.0;
const HEAD: f64 = 30.0;

/// The rules that strips need beside those of plots, for the page that they stand on.
pub fn style() -> &'static str {
    ".wide{overflow-x:auto}\n.strip{width:100%;min-width:36rem;max-width:56rem;height:auto}\n\
     @media print{.strip{min-width:0;break-inside:avoid}}\n"
}

/// The drawing.
pub fn svg(timeline: &ProcessorTimeline) -> String {
    let rows = timeline.rows(COLUMNS);
    let width = MARGIN + COLUMNS as f64 * STRETCH + 12.0;
    let foot = HEAD + rows.len() as f64 * ROW_HEIGHT;
    let mut text = format!(
        "<svg class=\"plot strip\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {}\" \
         role=\"img\" aria-label=\"what each processor did from 0 to T\">\n",
        foot + 24.0
    );
    let mut left = MARGIN;
    for activity in ACTIVITIES {
        let (name, colour, share) = shown(activity);
        let height = BAR_HEIGHT * share;
        let _ = writeln!(
            text,
            "<rect class=\"f{colour}\" x=\"{left}\" y=\"{:.1}\" width=\"24\" height=\"{height:.1}\"/>\
             <text x=\"{}\" y=\"17\">{name}</text>",
            5.0 + BAR_HEIGHT - height,
            left + 30.0
        );
        left += 120.0;
    }
    let time_at = |column: usize| match column {
        0 => "0".to_owned(),
        COLUMNS => "1".to_owned(),
        column => format!("{:.3}", column as f64 / COLUMNS as f64),
    };
    for (at, row) in rows.iter().enumerate() {
        let base = HEAD + at as f64 * ROW_HEIGHT + BAR_HEIGHT;
        let label = escaped(&row.label());
        let _ = writeln!(
            text,
            "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
            MARGIN - 8.0,
            base - 2.0
        );
        for (activity, [from, behind]) in row.runs() {
            let (name, colour, share) = shown(activity);
            let height = BAR_HEIGHT * share;
            let _ = writeln!(
                text,
                "<rect class=\"f{colour}\" x=\"{}\" y=\"{:.1}\" width=\"{}\" height=\"{height:.1}\">\
                 <title>{label} {name} from {} T to {} T</title></rect>",
                MARGIN + from as f64 * STRETCH,
                base - height,
                (behind - from) as f64 * STRETCH,
                time_at(from),
                time_at(behind)
            );
        }
    }
    let _ = writeln!(
        text,
        "<g class=\"tick\"><text x=\"{MARGIN}\" y=\"{0}\">0</text>\
         <text x=\"{1}\" y=\"{0}\" text-anchor=\"end\">T = {2}</text></g>\n</svg>",
        foot + 16.0,
        width - 12.0,
        timeline.time
    );
    text
}
