//! A figure as a `TikZ` picture, to be put into slides by `\input`.

use std::fmt::Write as _;

use super::{Figure, Kind, Shape};
use crate::present::document::latex::escaped;

/// How long a point of a figure is on paper.
const POINT: f64 = 0.5;

/// The picture. Its document needs `tikz` with the library `arrows.meta`, and `amssymb` and
/// `textcomp` for signs.
pub fn picture(figure: &Figure) -> String {
    let mut text = format!(
        "% {}\n% needs \\usepackage{{tikz}}, \\usetikzlibrary{{arrows.meta}}, \\usepackage{{amssymb, textcomp}}\n\
         \\begin{{tikzpicture}}[x=0.5pt, y=-0.5pt, font=\\scriptsize,\n  \
         cell/.style={{draw=gray}}, read/.style={{draw=blue, fill=blue!8}},\n  \
         written/.style={{draw=orange!80!black, thick, fill=orange!12}},\n  \
         illegal/.style={{draw=red, thick, dashed, fill=red!8}},\n  \
         processor/.style={{draw, rounded corners=3pt, fill=gray!8}},\n  \
         arrow/.style={{-{{Stealth[length=4pt]}}}}]\n",
        figure.title.replace(['\n', '\r'], " ")
    );
    // Nodes lie in front of arrows and behind their texts.
    for shape in &figure.shapes {
        let _ = match shape {
            Shape::Node {
                at: [x, y],
                size: [width, height],
                text: words,
                kind,
            } => writeln!(
                text,
                "\\node[{}, inner sep=0pt, minimum width={:.1}pt, minimum height={:.1}pt] at ({x:.1},{y:.1}) {{{}}};",
                style(*kind),
                width * POINT,
                height * POINT,
                escaped(words)
            ),
            Shape::Arrow {
                from: [x1, y1],
                to: [x2, y2],
                kind,
            } => {
                let colour = match kind {
                    Kind::Written => "orange!80!black",
                    Kind::Illegal => "red, dashed",
                    Kind::Read | Kind::Cell | Kind::Processor => "blue",
                };
                writeln!(
                    text,
                    "\\draw[arrow, {colour}] ({x1:.1},{y1:.1}) -- ({x2:.1},{y2:.1});"
                )
            }
            Shape::Label {
                at: [x, y],
                text: words,
                begins,
            } => {
                let anchor = if *begins { "base west" } else { "base" };
                writeln!(
                    text,
                    "\\node[anchor={anchor}, inner sep=0pt] at ({x:.1},{y:.1}) {{{}}};",
                    escaped(words)
                )
            }
            Shape::Cross { at: [x, y] } => writeln!(
                text,
                "\\node[red, inner sep=0pt] at ({x:.1},{y:.1}) {{{}}};",
                escaped("✗")
            ),
        };
    }
    text.push_str("\\end{tikzpicture}\n");
    text
}

fn style(kind: Kind) -> &'static str {
    match kind {
        Kind::Cell => "cell",
        Kind::Read => "read",
        Kind::Written => "written",
        Kind::Illegal => "illegal",
        Kind::Processor => "processor",
    }
}
