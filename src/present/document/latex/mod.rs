//! A document as a LaTeX file that compiles as it is: booktabs tables, pgfplots drawings.

mod letters;

use std::fmt::Write as _;

use super::formula::{Notation, typeset};
use super::{Block, Document, Side, Table, Word, Words};
use crate::present::plot::{pgf, strip};

pub use letters::{escaped, greek, in_math};

/// The class, the encodings and the mathematics of every file.
pub const CLASS: &str = "\
\\documentclass[a4paper,10pt]{article}
\\usepackage[utf8]{inputenc}
\\usepackage[T1]{fontenc}
\\usepackage[margin=2.2cm]{geometry}
\\usepackage{amsmath,amssymb}
";

/// What reports need besides.
const PREAMBLE: &str = "\
\\usepackage{array,booktabs,longtable}
\\usepackage{pgfplots}
\\pgfplotsset{compat=1.16}
\\setlength{\\parindent}{0pt}
\\setlength{\\parskip}{4pt}
\\setlength{\\tabcolsep}{4.5pt}
\\setlength{\\LTleft}{0pt}
\\setlength{\\LTpre}{4pt}
\\setlength{\\LTpost}{4pt}
";

/// What makes a compact document take one page where it can: small letters, headings in their size, no
/// numbers of pages.
const COMPACT: &str = "\
\\geometry{margin=1.5cm}
\\pagestyle{empty}
\\let\\small\\footnotesize
\\let\\footnotesize\\scriptsize
\\let\\large\\normalsize
\\let\\medskip\\smallskip
\\makeatletter
\\renewcommand\\section{\\@startsection{section}{1}{0pt}{4pt}{2pt}{\\normalsize\\bfseries}}
\\renewcommand\\maketitle{{\\Large\\@title\\hfill\\normalsize\\@author\\par}}
\\makeatother
";

/// Tables with more rows are broken between pages.
const LONGEST_WHOLE: usize = 20;
/// How wide the text is, in points.
const LINE: f64 = 472.0;
/// What lies between two columns.
const GAP: f64 = 9.0;
/// Sizes of letters from the largest on, each with how wide a letter is on average.
const LETTERS: [(&str, f64); 4] = [
    ("\\small", 4.9),
    ("\\footnotesize", 4.45),
    ("\\scriptsize", 4.05),
    ("\\tiny", 3.3),
];
/// Letters that a column of sentences needs on each line.
const NARROWEST: usize = 22;

/// The file.
pub fn render(document: &Document) -> String {
    let mut text = [CLASS, PREAMBLE].concat();
    if document.is_compact {
        text.push_str(COMPACT);
    }
    text.push_str(&pgf::preamble());
    let title = escaped(&document.title);
    let author = escaped(document.author.as_deref().unwrap_or_default());
    let _ = writeln!(
        text,
        "\\title{{{title}}}\n\\author{{{author}}}\n\\date{{}}\n\\begin{{document}}\n\\maketitle"
    );
    blocks(&document.blocks, document.is_compact, &mut text);
    text.push_str("\n\\end{document}\n");
    text
}

fn blocks(all: &[Block], is_compact: bool, text: &mut String) {
    for block in all {
        if !matches!(block, Block::Overview(_)) {
            text.push('\n');
        }
        match block {
            Block::Part(title) => {
                let _ = writeln!(text, "\\section*{{\\Large {}}}", escaped(title));
            }
            Block::Heading(title) => {
                let _ = writeln!(text, "\\section*{{{}}}", escaped(title));
            }
            Block::Lead(words) => {
                let _ = writeln!(text, "{{\\large {}\\par}}", line(words));
            }
            Block::Paragraph(words) => {
                let _ = writeln!(text, "{}", line(words));
            }
            Block::List(lines) => {
                text.push_str("\\begin{itemize}\n");
                for words in lines {
                    let _ = writeln!(text, "\\item {{}}{}", line(words));
                }
                text.push_str("\\end{itemize}\n");
            }
            Block::Table(table) => text.push_str(&grid(table)),
            // Its tables tell the same.
            Block::Overview(_) => {}
            Block::Strip(title, timeline) => {
                let picture = strip::pgf::picture(timeline, escaped);
                let _ = writeln!(
                    text,
                    "\\section*{{{}}}\n\\noindent\n{picture}",
                    escaped(title)
                );
            }
            Block::Plots(plots) => {
                for pair in plots.chunks(2) {
                    text.push_str("\\noindent");
                    for (index, plot) in pair.iter().enumerate() {
                        if index > 0 {
                            text.push_str("\\hfill");
                        }
                        let _ = writeln!(
                            text,
                            "\\begin{{minipage}}[t]{{0.48\\linewidth}}\n{}\\end{{minipage}}%",
                            pgf::picture(plot, escaped)
                        );
                    }
                    text.push_str("\\par\n");
                }
            }
            Block::Listing(lines) => listing(lines, is_compact, text),
            Block::Beside(inside) => blocks(inside, is_compact, text),
            Block::Folded(title, inside) => {
                let _ = writeln!(text, "\\section*{{{}}}", escaped(title));
                blocks(inside, is_compact, text);
            }
        }
    }
}

/// The lines with their numbers in the margin of the block; blanks stay as wide as they are.
fn listing(lines: &[String], is_compact: bool, text: &mut String) {
    let skip = if is_compact { "-5pt" } else { "-4pt" };
    text.push_str("{\\footnotesize\\leftskip=2.2em\n");
    for (index, line) in lines.iter().enumerate() {
        let line = escaped(&line.replace('\t', "    ")).replace(' ', "~");
        let number = index + 1;
        let _ = writeln!(
            text,
            "\\noindent\\llap{{\\textcolor{{gray}}{{{number}}}\\quad}}\\texttt{{{line}}}\\par\\vspace{{{skip}}}"
        );
    }
    text.push_str("\\par}\n\\medskip\n");
}

fn grid(table: &Table) -> String {
    let columns = &table.columns;
    let (size, share) = fitting(table);
    let sides: String = columns
        .iter()
        .map(|column| match column.side {
            Side::Left => "l".to_owned(),
            Side::Right => "r".to_owned(),
            Side::Wrapped => {
                format!(">{{\\raggedright\\arraybackslash}}p{{{share:.2}\\linewidth}}")
            }
        })
        .collect();
    let titles: Vec<String> = columns
        .iter()
        .map(|column| escaped(&column.title))
        .collect();
    let head = format!("\\toprule\n{} \\\\\n\\midrule\n", titles.join(" & "));
    let mut text = format!("{{{size}\n");
    if !table.caption.is_empty() {
        let _ = writeln!(text, "\\emph{{{}}}\\par\\nobreak", escaped(&table.caption));
    }
    let is_long = table.rows.len() > LONGEST_WHOLE;
    if is_long {
        let _ = writeln!(
            text,
            "\\begin{{longtable}}{{@{{}}{sides}@{{}}}}\n{head}\\endhead\n\\bottomrule\n\\endfoot"
        );
    } else {
        let _ = writeln!(text, "\\begin{{tabular}}{{@{{}}{sides}@{{}}}}\n{head}");
    }
    for row in &table.rows {
        let cells: Vec<String> = row.iter().map(line).collect();
        // A bracket at the beginning of a row would be an argument of the break before it.
        let _ = writeln!(text, "{{}}{} \\\\", cells.join(" & "));
    }
    text.push_str(if is_long {
        "\\end{longtable}}\n"
    } else {
        "\\bottomrule\n\\end{tabular}\\par}\n\\medskip\n"
    });
    text
}

/// The largest letters with which a table fits the line, and what a column of sentences then
/// takes of it.
fn fitting(table: &Table) -> (&'static str, f64) {
    let widths: Vec<(Side, usize)> = table
        .columns
        .iter()
        .enumerate()
        .map(|(index, column)| {
            let cells = table.rows.iter().map(|row| letters(&row[index]));
            let widest = cells.max().unwrap_or(0).max(column.title.chars().count());
            (column.side, widest)
        })
        .collect();
    let gaps = GAP * widths.len().saturating_sub(1) as f64;
    let is_sentence = |side: Side| side == Side::Wrapped;
    let sentences: Vec<usize> = (widths.iter())
        .filter(|(side, _)| is_sentence(*side))
        .map(|(_, width)| *width)
        .collect();
    let others: usize = (widths.iter())
        .filter(|(side, _)| !is_sentence(*side))
        .map(|(_, width)| *width)
        .sum();
    let least: usize = sentences.iter().map(|width| NARROWEST.min(*width)).sum();
    let (size, letter) = LETTERS
        .into_iter()
        .find(|(_, letter)| (others + least) as f64 * letter + gaps <= LINE)
        .unwrap_or(LETTERS[LETTERS.len() - 1]);
    let count = sentences.len().max(1) as f64;
    let longest = sentences.into_iter().max().unwrap_or(0) as f64 * letter / LINE;
    let left = (1.0 - (others as f64 * letter + gaps) / LINE) / count;
    (size, left.min(longest).max(0.1))
}

/// How many letters a cell has, roughly: formulas are narrower than their expressions.
fn letters(words: &Words) -> usize {
    let letters = words.iter().map(|word| match word {
        Word::Plain(text) | Word::Faint(text) | Word::Code(text) | Word::Formula(text) => {
            text.chars().count()
        }
        Word::Theta(class) => class.chars().count() + 3,
        Word::Mark(_) => 2,
    });
    letters.sum()
}

fn line(words: &Words) -> String {
    words
        .iter()
        .map(|word| match word {
            Word::Plain(text) => escaped(text),
            Word::Faint(text) => format!("\\textcolor{{gray}}{{{}}}", escaped(text)),
            Word::Code(text) => code(text),
            Word::Formula(text) => match typeset(text, Notation::Latex) {
                Some(set) => format!("${}$", in_math(&set)),
                None => code(text),
            },
            Word::Theta(class) => match typeset(class, Notation::Latex) {
                Some(set) => format!("$\\Theta({})$", in_math(&set)),
                None => format!("$\\Theta$({})", code(class)),
            },
            Word::Mark(Some(true)) => "$\\checkmark$".to_owned(),
            Word::Mark(Some(false)) => "$\\times$".to_owned(),
            Word::Mark(None) => "?".to_owned(),
        })
        .collect()
}

fn code(text: &str) -> String {
    format!("\\texttt{{{}}}", escaped(text))
}
