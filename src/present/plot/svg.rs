//! A plot as SVG: axes with readable ticks, a legend above, light and dark by the reader's choice.

use std::fmt::Write as _;

use super::axis::Span;
use super::{Plot, Series, Style, number};

/// Colours that readers with any colour vision tell apart (Okabe and Ito 2008), for light and for
/// dark paper.
const COLOURS: [(&str, &str); 6] = [
    ("#0072b2", "#56b4e9"),
    ("#d55e00", "#ff8c42"),
    ("#008060", "#2fc79a"),
    ("#b0508c", "#e39ac7"),
    ("#946f00", "#f0c24b"),
    ("#5a5f66", "#b4bac2"),
];

const WIDTH: f64 = 460.0;
const PLOT_HEIGHT: f64 = 220.0;
const MARGIN: f64 = 12.0;
const LINE_HEIGHT: f64 = 19.0;
/// The sample of a series in the legend.
const SAMPLE: f64 = 24.0;
const MOST_TICKS: usize = 8;
const Y_TICKS: usize = 6;
/// Points from which on marks would only make a line thicker.
const MARKED_UP_TO: usize = 60;
const MARK: f64 = 3.6;

/// Who gives the drawing its colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Surroundings {
    /// The page that it stands on: it holds [`style`].
    Page,
    /// Nobody: it is a file of its own.
    Alone,
}

/// The rules that drawings need, for the page that they stand on.
pub fn style() -> String {
    let mut light = String::new();
    let mut dark = String::new();
    for (index, (on_light, on_dark)) in COLOURS.iter().enumerate() {
        let _ = write!(light, "--series-{index}:{on_light};");
        let _ = write!(dark, "--series-{index}:{on_dark};");
    }
    let dark = format!("--ink:#e4e8ec;--faint:#9aa4af;--grid:#333b45;--paper:#14181d;{dark}");
    // A page may be in another theme than the system; a file of its own is not.
    let mut text = format!(
        ".plot{{--ink:#22272e;--faint:#66707b;--grid:#e3e6ea;--paper:#fff;{light}\
         font-family:system-ui,-apple-system,\"Segoe UI\",Roboto,\"DejaVu Sans\",sans-serif;\
         font-size:13px}}\n\
         @media screen and (prefers-color-scheme:dark){{.plot:not([data-theme=light] *){{{dark}}}}}\n\
         @media screen{{[data-theme=dark] .plot{{{dark}}}}}\n\
         .plot text{{fill:var(--ink)}}\n\
         .plot .title{{font-weight:600;font-size:14px}}\n\
         .plot .tick text{{fill:var(--faint)}}\n\
         .plot .grid{{stroke:var(--grid);stroke-width:1}}\n\
         .plot .axis{{stroke:var(--faint);stroke-width:1;fill:none}}\n\
         .plot .line{{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}}\n\
         .plot .dashed{{stroke-dasharray:6 5}}\n\
         .plot .hollow{{fill:var(--paper);stroke-width:2}}\n"
    );
    for index in 0..COLOURS.len() {
        let _ = writeln!(
            text,
            ".plot .s{index}{{stroke:var(--series-{index})}}\
             .plot .f{index}{{fill:var(--series-{index})}}"
        );
    }
    text
}

/// The drawing.
pub fn svg(plot: &Plot, surroundings: Surroundings) -> String {
    let layout = Layout::new(plot);
    let mut text = format!(
        "<svg class=\"plot\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" \
         role=\"img\" aria-label=\"{}\">\n",
        WIDTH,
        short(layout.height),
        escaped(&plot.title)
    );
    if surroundings == Surroundings::Alone {
        let _ = writeln!(
            text,
            "<style>\n{}</style>\n<rect width=\"100%\" height=\"100%\" style=\"fill:var(--paper)\"/>",
            style()
        );
    }
    let _ = writeln!(
        text,
        "<text class=\"title\" x=\"{MARGIN}\" y=\"20\">{}</text>",
        escaped(&plot.title)
    );
    layout.legend(plot, &mut text);
    layout.axes(plot, &mut text);
    if plot.is_empty() {
        let _ = writeln!(
            text,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">there is nothing to draw</text>",
            short(f64::midpoint(layout.left, layout.right)),
            short(layout.top + PLOT_HEIGHT / 2.0)
        );
    }
    // Areas lie below lines, and what was measured above what it is compared with.
    let order = [Style::Area, Style::Line, Style::Measured, Style::Dashed];
    for style in order {
        for (index, series) in plot.signed() {
            if series.style == style {
                layout.series(plot, series, index, &mut text);
            }
        }
    }
    text.push_str("</svg>\n");
    text
}

/// Where things stand.
struct Layout {
    x: Span,
    y: Span,
    left: f64,
    right: f64,
    top: f64,
    height: f64,
    /// Where each entry of the legend begins.
    entries: Vec<(f64, f64)>,
}

impl Layout {
    fn new(plot: &Plot) -> Self {
        let (_, y) = plot.spans(MOST_TICKS, Y_TICKS);
        let widest = y
            .ticks
            .iter()
            .map(|tick| width(&tick.label))
            .max_by(f64::total_cmp);
        let left = MARGIN + widest.unwrap_or(0.0) + 8.0;
        let right = WIDTH - MARGIN - 10.0;
        let x = ticks_that_fit(plot, right - left);
        let mut entries = Vec::new();
        let (mut at, mut line) = (MARGIN, 42.0);
        for (_, series) in plot.named() {
            let needs = SAMPLE + 6.0 + width(&series.name);
            if at > MARGIN && at + needs > WIDTH - MARGIN {
                at = MARGIN;
                line += LINE_HEIGHT;
            }
            entries.push((at, line));
            at += needs + 18.0;
        }
        // Without a legend the label of the axis takes its place.
        let lines = if entries.is_empty() { 1.0 } else { 2.0 };
        let top = line + lines * LINE_HEIGHT;
        Self {
            x,
            y,
            left,
            right,
            top,
            height: top + PLOT_HEIGHT + 46.0,
            entries,
        }
    }

    fn place(&self, point: (f64, f64)) -> (f64, f64) {
        let across = self.x.position(point.0);
        let up = self.y.position(point.1);
        (
            self.left + across * (self.right - self.left),
            self.top + (1.0 - up) * PLOT_HEIGHT,
        )
    }

    fn legend(&self, plot: &Plot, text: &mut String) {
        for ((index, series), (x, y)) in plot.named().zip(&self.entries) {
            let colour = index % COLOURS.len();
            let middle = y - 4.5;
            if series.style == Style::Area {
                let _ = writeln!(
                    text,
                    "<rect class=\"f{colour}\" x=\"{}\" y=\"{}\" width=\"{SAMPLE}\" height=\"9\"/>",
                    short(*x),
                    short(middle - 4.5)
                );
            } else {
                let _ = writeln!(
                    text,
                    "<path class=\"line {}s{colour}\" d=\"M{} {}h{SAMPLE}\"/>",
                    dashed(series.style),
                    short(*x),
                    short(middle)
                );
            }
            if series.style == Style::Measured {
                let mark = mark((x + SAMPLE / 2.0, middle), index);
                text.push_str(&mark);
                text.push_str("/>\n");
            }
            let _ = writeln!(
                text,
                "<text x=\"{}\" y=\"{}\">{}</text>",
                short(x + SAMPLE + 6.0),
                short(*y),
                escaped(&series.name)
            );
        }
    }

    fn axes(&self, plot: &Plot, text: &mut String) {
        let bottom = self.top + PLOT_HEIGHT;
        let (left, right) = (short(self.left), short(self.right));
        for tick in &self.y.ticks {
            let y = self.top + (1.0 - self.y.position(tick.value)) * PLOT_HEIGHT;
            let _ = writeln!(
                text,
                "<g class=\"tick\"><path class=\"grid\" d=\"M{left} {y}H{right}\"/>\
                 <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text></g>",
                short(self.left - 7.0),
                short(y + 4.5),
                tick.label,
                y = short(y),
            );
        }
        for tick in &self.x.ticks {
            let x = self.left + self.x.position(tick.value) * (self.right - self.left);
            let _ = writeln!(
                text,
                "<g class=\"tick\"><path class=\"axis\" d=\"M{x} {}v5\"/>\
                 <text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{}</text></g>",
                short(bottom),
                short(bottom + 19.0),
                tick.label,
                x = short(x),
            );
        }
        let _ = writeln!(
            text,
            "<path class=\"axis\" d=\"M{left} {}V{}H{right}\"/>",
            short(self.top),
            short(bottom)
        );
        let _ = writeln!(
            text,
            "<text x=\"{MARGIN}\" y=\"{}\">{}</text>",
            short(self.top - 12.0),
            escaped(&plot.y.label)
        );
        let _ = writeln!(
            text,
            "<text x=\"{right}\" y=\"{}\" text-anchor=\"end\">{}</text>",
            short(bottom + 38.0),
            escaped(&plot.x.label)
        );
    }

    fn series(&self, plot: &Plot, series: &Series, index: usize, text: &mut String) {
        let colour = index % COLOURS.len();
        let points: Vec<(f64, f64)> = plot.drawable(series).collect();
        let Some((&first, &last)) = points.first().zip(points.last()) else {
            return;
        };
        let mut path = String::new();
        for (at, point) in points.iter().enumerate() {
            let (x, y) = self.place(*point);
            let command = if at == 0 { 'M' } else { 'L' };
            let _ = write!(path, "{command}{} {}", short(x), short(y));
        }
        if series.style == Style::Area {
            let bottom = short(self.top + PLOT_HEIGHT);
            let (from, to) = (self.place(first).0, self.place(last).0);
            let _ = writeln!(
                text,
                "<path class=\"f{colour}\" fill-opacity=\".35\" d=\"{path}V{bottom}H{}Z\"/>",
                short(from)
            );
            let _ = writeln!(text, "<path class=\"line s{colour}\" d=\"{path}\"/>");
            debug_assert!(from <= to, "points ascend");
            return;
        }
        let _ = writeln!(
            text,
            "<path class=\"line {}s{colour}\" d=\"{path}\"/>",
            dashed(series.style)
        );
        let is_marked = match series.style {
            Style::Measured => points.len() <= MARKED_UP_TO,
            _ => points.len() == 1,
        };
        if is_marked {
            for point in &points {
                let _ = writeln!(
                    text,
                    "{}><title>{}: {}, {}</title></{}>",
                    mark(self.place(*point), index),
                    escaped(&series.name),
                    number::short(point.0),
                    number::short(point.1),
                    mark_element(index),
                );
            }
        }
    }
}

/// The most ticks whose labels stand apart.
fn ticks_that_fit(plot: &Plot, room: f64) -> Span {
    let mut at_most = MOST_TICKS;
    loop {
        let (x, _) = plot.spans(at_most, Y_TICKS);
        let fits = x.ticks.windows(2).all(|pair| {
            let apart = (x.position(pair[1].value) - x.position(pair[0].value)) * room;
            apart >= f64::midpoint(width(&pair[0].label), width(&pair[1].label)) + 10.0
        });
        if fits || at_most <= 2 {
            return x;
        }
        at_most -= 1;
    }
}

fn mark_element(index: usize) -> &'static str {
    if index.is_multiple_of(3) {
        "circle"
    } else {
        "path"
    }
}

/// A mark, its element still open: circle, square, triangle in turn, filled, then hollow.
fn mark((x, y): (f64, f64), index: usize) -> String {
    let colour = index % COLOURS.len();
    let class = if (index / 3).is_multiple_of(2) {
        format!("f{colour}")
    } else {
        format!("hollow s{colour}")
    };
    match index % 3 {
        0 => format!(
            "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"{MARK}\"",
            short(x),
            short(y)
        ),
        1 => format!(
            "<path class=\"{class}\" d=\"M{} {}h{side}v{side}h-{side}z\"",
            short(x - MARK),
            short(y - MARK),
            side = short(2.0 * MARK)
        ),
        _ => format!(
            "<path class=\"{class}\" d=\"M{} {}l{half} {high}h-{side}z\"",
            short(x),
            short(y - MARK - 1.0),
            half = short(MARK + 0.8),
            high = short(2.0 * MARK + 0.8),
            side = short(2.0 * (MARK + 0.8))
        ),
    }
}

fn dashed(style: Style) -> &'static str {
    if style == Style::Dashed {
        "dashed "
    } else {
        ""
    }
}

/// How wide a text is at the size of labels, in the widest of the fonts: rather too much.
fn width(text: &str) -> f64 {
    let widths = text.chars().map(|c| match c {
        'm' | 'w' | 'M' | 'W' | '%' | '…' | '—' => 12.9,
        'f' | 'i' | 'j' | 'l' | 'r' | 't' | 'I' | ' ' | '.' | ',' | ':' | '(' | ')' | '|' => 5.4,
        c if c.is_uppercase() => 9.8,
        _ => 8.3,
    });
    widths.sum()
}

/// A coordinate to a tenth.
fn short(value: f64) -> String {
    number::trimmed(&format!("{value:.1}"))
}

/// Text with the characters that mean something in XML replaced.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // XML has no place for control characters.
            c if c.is_control() && c != '\n' && c != '\t' => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}
