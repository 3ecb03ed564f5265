//! A derivation as a LaTeX file that compiles as it is: a table of statements, each with its line, in
//! which long formulas are broken.

use std::fmt::Write as _;

use super::shown::{End, Shown, note_set, title};
use crate::present::document::formula::Notation;
use crate::present::document::latex::{CLASS, escaped, in_math};
use crate::source::file_name;

/// What derivations need besides.
const PREAMBLE: &str = "\
\\usepackage{array,longtable}
\\setlength{\\parindent}{0pt}
\\setlength{\\parskip}{4pt}
\\renewcommand{\\arraystretch}{1.4}
";

/// How much of a line's width a character of a place takes, about.
const OF_CHARACTER: f64 = 0.0115;
/// How many characters of a place have room beside the other columns: the number of a line.
const CHARACTERS: usize = 4;

/// Line, statement, way and cost: formulas in paragraphs are broken at their operators. Where the place has a
/// file's name, too, the statement and the way are narrower.
fn columns(measure: &Shown) -> String {
    let places = measure.rows.iter().map(|row| row.place().chars().count());
    let more = places.max().unwrap_or(0).saturating_sub(CHARACTERS);
    let narrower = (more as f64 * OF_CHARACTER / 2.0).min(0.15);
    let paragraph = |width: f64| format!(">{{\\raggedright}}p{{{width:.3}\\linewidth}}");
    let (statement, way) = (paragraph(0.32 - narrower), paragraph(0.34 - narrower));
    format!("@{{}}r{statement}{way}>{{\\raggedright\\arraybackslash}}p{{0.2\\linewidth}}@{{}}")
}

/// The file.
pub fn render(measures: &[Shown], file: &str, entry: &str) -> String {
    let mut text = [CLASS, PREAMBLE].concat();
    let heading = escaped(&format!("{} · {entry}", file_name(file)));
    let _ = writeln!(
        text,
        "\\title{{{heading}}}\n\\author{{}}\n\\date{{}}\n\\begin{{document}}\n\\maketitle"
    );
    for measure in measures {
        add(measure, &mut text);
    }
    text.push_str("\n\\end{document}\n");
    text
}

fn add(measure: &Shown, text: &mut String) {
    let _ = writeln!(text, "\n\\section*{{{}}}", escaped(&title(measure)));
    let name = match measure.name {
        "reads" | "writes" => format!("\\text{{{}}}", measure.name),
        name => name.to_owned(),
    };
    let result = match &measure.end {
        End::Exact { formula, .. } => format!("{name} = {formula}"),
        End::Bounded { lower, upper, .. } => format!("{lower} \\le {name} \\le {upper}"),
        other => {
            let _ = writeln!(text, "{}", escaped(&other.without_formula()));
            if let Some(help) = other.help() {
                let _ = writeln!(text, "\nHelp: {}.", escaped(help));
            }
            return;
        }
    };
    if !measure.rows.is_empty() {
        let columns = columns(measure);
        let _ = writeln!(text, "\\begin{{longtable}}{{{columns}}}");
        for row in &measure.rows {
            let way = row.way.as_ref();
            let _ = writeln!(
                text,
                "{} & \\leftskip {}em\\texttt{{{}}} & {} & $= {}$ \\\\",
                escaped(&row.place()),
                row.depth,
                escaped(&row.source),
                way.map_or_else(String::new, |way| format!("$\\displaystyle {way}$")),
                row.cost,
            );
        }
        text.push_str("\\end{longtable}\n");
    }
    let _ = writeln!(text, "$\\displaystyle {result}$\\quad");
    if let Some(note) = measure.end.note() {
        let set = |condition: &str| format!("${}$", in_math(condition));
        let note = note_set(note, Notation::Latex, set, escaped);
        let _ = writeln!(text, "{note}");
    }
}
