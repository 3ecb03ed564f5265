//! A plot as a pgfplots axis.

use std::fmt::Write as _;

use super::{Axis, Origin, Plot, Scale, Style};

/// Points from which on marks would only make a line thicker.
const MARKED_UP_TO: usize = 60;
/// The colours of the SVG drawings, for light paper, in pgfplots' own model.
const COLOURS: [(u8, u8, u8); 6] = [
    (0x00, 0x72, 0xb2),
    (0xd5, 0x5e, 0x00),
    (0x00, 0x80, 0x60),
    (0xb0, 0x50, 0x8c),
    (0x94, 0x6f, 0x00),
    (0x5a, 0x5f, 0x66),
];
const MARKS: [&str; 6] = ["*", "square*", "triangle*", "o", "square", "triangle"];

/// The definitions of the colours, for the preamble.
pub fn preamble() -> String {
    let mut text = String::new();
    for (index, (red, green, blue)) in COLOURS.iter().enumerate() {
        let _ = writeln!(
            text,
            "\\definecolor{{series{index}}}{{RGB}}{{{red},{green},{blue}}}"
        );
    }
    text
}

/// The picture; `word` makes LaTeX of labels.
pub fn picture(plot: &Plot, word: impl Fn(&str) -> String) -> String {
    let mut text = String::from("\\begin{tikzpicture}\n\\begin{axis}[\n");
    let _ = writeln!(text, "  title={{{}}},", word(&plot.title));
    axis("x", &plot.x, &word, &mut text);
    axis("y", &plot.y, &word, &mut text);
    text.push_str(
        "  width=0.97\\linewidth, height=0.62\\linewidth, grid=major, grid style={gray!20},\n  \
         axis lines=left, scaled ticks=false,\n  \
         legend style={at={(0.5,-0.34)}, anchor=north, draw=none, fill=none, font=\\small, \
         /tikz/every even column/.append style={column sep=1em}},\n  \
         legend columns=2, legend cell align=left]\n",
    );
    let mut is_empty = true;
    for (index, series) in plot.signed() {
        let points: Vec<(f64, f64)> = plot.drawable(series).collect();
        if points.is_empty() {
            continue;
        }
        is_empty = false;
        let colour = index % COLOURS.len();
        let style = match series.style {
            Style::Measured if points.len() <= MARKED_UP_TO => {
                format!(
                    "thick, mark={}, mark size=1.6pt",
                    MARKS[index % MARKS.len()]
                )
            }
            Style::Measured | Style::Line => "thick, mark=none".to_owned(),
            Style::Dashed => "thick, dashed, mark=none".to_owned(),
            Style::Area => format!("fill=series{colour}, fill opacity=0.3, mark=none"),
        };
        let _ = writeln!(text, "\\addplot[series{colour}, {style}] coordinates {{");
        for chunk in points.chunks(6) {
            let line: Vec<String> = chunk
                .iter()
                .map(|(x, y)| format!("({},{})", exact(*x), exact(*y)))
                .collect();
            let _ = writeln!(text, "  {}", line.join(" "));
        }
        let closed = if series.style == Style::Area {
            " \\closedcycle"
        } else {
            ""
        };
        let _ = writeln!(text, "}}{closed};");
        if !series.name.is_empty() {
            let _ = writeln!(text, "\\addlegendentry{{{}}}", word(&series.name));
        }
    }
    if is_empty {
        text.push_str("\\node at (axis cs:0.5,0.5) {there is nothing to draw};\n");
    }
    text.push_str("\\end{axis}\n\\end{tikzpicture}\n");
    text
}

fn axis(name: &str, axis: &Axis, word: &impl Fn(&str) -> String, text: &mut String) {
    let _ = write!(text, "  {name}label={{{}}}", word(&axis.label));
    match (axis.scale, axis.origin) {
        (Scale::Logarithmic, _) => {
            let _ = write!(text, ", {name}mode=log, log basis {name}=2");
        }
        (Scale::Linear, Origin::Zero) => {
            let _ = write!(text, ", {name}min=0");
        }
        (Scale::Linear, Origin::Values) => {}
    }
    text.push_str(",\n");
}

/// A coordinate without loss, in a form that TeX reads.
fn exact(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        format!("{value:.0}")
    } else if (1e-4..1e15).contains(&value.abs()) {
        super::number::trimmed(&format!("{value:.9}"))
    } else {
        format!("{value:e}")
    }
}
