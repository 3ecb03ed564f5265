//! A figure as SVG: a file of its own, light or dark as its reader wishes.

use std::fmt::Write as _;

use super::{Figure, Kind, Shape};
use crate::present::plot::svg::escaped;

const STYLE: &str = "text{font:13px \"DejaVu Sans\",Arial,sans-serif;fill:#1a1a1a}\
.node text{text-anchor:middle;dominant-baseline:central}.middle{text-anchor:middle}\
rect{fill:#fff;stroke:#767676}.read rect{fill:#dcedf8;stroke:#0067a3}\
.written rect{fill:#fdebd6;stroke:#a64b00;stroke-width:2}\
.illegal rect{fill:#fde3e6;stroke:#b00020;stroke-width:2;stroke-dasharray:4 2}\
.processor rect{fill:#f3f5f7;stroke:#1a1a1a}\
path{fill:none;stroke:#0067a3;stroke-width:1.4}path.written{stroke:#a64b00}\
path.illegal{stroke:#b00020;stroke-dasharray:5 3}\
.cross{fill:#b00020;font-weight:bold;text-anchor:middle;dominant-baseline:central}";

/// The drawing.
pub fn svg(figure: &Figure) -> String {
    let (width, height) = (figure.width, figure.height);
    let title = escaped(&figure.title);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\" aria-label=\"{title}\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n<defs>\n"
    );
    for (name, colour) in [
        ("read", "#0067a3"),
        ("written", "#a64b00"),
        ("illegal", "#b00020"),
    ] {
        let _ = writeln!(
            text,
            "<marker id=\"{name}\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" \
             markerHeight=\"7\" orient=\"auto\"><polygon points=\"0,0 8,4 0,8\" fill=\"{colour}\"/></marker>"
        );
    }
    text.push_str("</defs>\n");
    let _ = writeln!(
        text,
        "<rect width=\"{width:.0}\" height=\"{height:.0}\" style=\"stroke:none\"/>"
    );
    for shape in &figure.shapes {
        let _ = match shape {
            Shape::Node {
                at: [x, y],
                size: [width, height],
                text: words,
                kind,
            } => {
                let round = if *kind == Kind::Processor {
                    height / 2.0
                } else {
                    2.0
                };
                writeln!(
                    text,
                    "<g class=\"node {}\"><rect x=\"{:.1}\" y=\"{:.1}\" width=\"{width:.1}\" \
                     height=\"{height:.1}\" rx=\"{round:.0}\"/><text x=\"{x:.1}\" y=\"{y:.1}\">{}</text></g>",
                    class(*kind),
                    x - width / 2.0,
                    y - height / 2.0,
                    escaped(words)
                )
            }
            Shape::Arrow {
                from: [x1, y1],
                to: [x2, y2],
                kind,
            } => writeln!(
                text,
                "<path class=\"{0}\" d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\" marker-end=\"url(#{0})\"/>",
                class(*kind)
            ),
            Shape::Label {
                at: [x, y],
                text: words,
                begins,
            } => {
                let class = if *begins { "" } else { " class=\"middle\"" };
                writeln!(
                    text,
                    "<text{class} x=\"{x:.1}\" y=\"{y:.1}\">{}</text>",
                    escaped(words)
                )
            }
            Shape::Cross { at: [x, y] } => {
                writeln!(
                    text,
                    "<text class=\"cross\" x=\"{x:.1}\" y=\"{y:.1}\">✗</text>"
                )
            }
        };
    }
    text.push_str("</svg>\n");
    text
}

fn class(kind: Kind) -> &'static str {
    match kind {
        Kind::Cell => "cell",
        Kind::Read => "read",
        Kind::Written => "written",
        Kind::Illegal => "illegal",
        Kind::Processor => "processor",
    }
}
