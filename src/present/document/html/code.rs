//! A program in a page: its lines in the colours of the language; what does not fit into a row goes on in
//! the next one.

use crate::present::plot::svg::escaped;
use crate::syntax::colour::{ColouredPart, coloured_lines};

/// The rules of the colours, and of the lines, which are elements with a number.
pub const STYLE: &str = "\
:root{--keyword:light-dark(#8a2061,#f2a3d0);--function:light-dark(#0e5f76,#7fd0e6);\
--literal:light-dark(#1d5c2f,#8fd6a4);--string:light-dark(#8a4b08,#f0b878);\
--comment:light-dark(#5d6875,#a3adb8)}\
.code-keyword{color:var(--keyword)}.code-function{color:var(--function)}\
.code-number{color:var(--literal)}.code-text{color:var(--string)}.code-comment{color:var(--comment)}\
[data-line]{display:block;white-space:pre-wrap;overflow-wrap:anywhere;\
padding-left:calc(3.2em + var(--in,2ch));text-indent:calc(-3.2em - var(--in,2ch))}\
[data-line]::before{content:attr(data-line);display:inline-block;width:2.2em;margin-right:1em;\
text-indent:0;text-align:right;color:var(--faint)}
";

/// Spaces at the beginning of a line, up to which its further rows are as far in.
const DEEPEST: usize = 24;

/// The attributes and the content of the elements that show the lines of a text; numbers are from `first`.
pub fn code_lines(text: &str, first: usize) -> Vec<[String; 2]> {
    let lines = coloured_lines(text);
    let lines = (first..).zip(&lines).map(|(number, parts)| {
        let depth: usize = (parts.first())
            .map_or(0, |part| part.text.len() - part.text.trim_start().len())
            .min(DEEPEST);
        let attributes = format!("data-line=\"{number}\" style=\"--in:{}ch\"", depth + 2);
        [attributes, parts.iter().map(coloured).collect()]
    });
    lines.collect()
}

fn coloured(part: &ColouredPart<'_>) -> String {
    let text = escaped(part.text);
    match part.colour {
        None => text,
        Some(colour) => format!("<span class=\"code-{}\">{text}</span>", colour.name()),
    }
}
