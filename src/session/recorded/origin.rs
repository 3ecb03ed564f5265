//! Where a value of a trace comes from: the step that wrote it, the cells from which it was computed,
//! and those again.

use std::fmt::Write as _;

use super::{Recorded, Trace};
use crate::present::text::visible::visible;

/// Lines of the tree of origins at most, and how deep it goes.
const ORIGINS: usize = 30;
const DEPTH: usize = 3;

impl Recorded {
    /// The tree of the steps that wrote a cell and those from which it was computed.
    pub(super) fn why(&self, text: &str) -> String {
        let Trace::Steps(trace) = &self.trace else {
            return "Take the program itself for that: `pram debug FILE.pram`.\n".to_owned();
        };
        let cell = match trace.cell(text.trim()) {
            Ok(cell) => cell,
            Err(why) => return format!("{why}\n"),
        };
        let mut open = vec![(cell, self.at, 0)];
        let (mut answer, mut lines) = (String::new(), 0);
        while let Some((cell, stop, depth)) = open.pop() {
            let indent = "  ".repeat(depth);
            let name = trace.cell_name(cell);
            if lines == ORIGINS {
                let _ = writeln!(answer, "  … and more; ask `why` of one of them");
                break;
            }
            lines += 1;
            let Some(origin) = trace.origin(stop, cell) else {
                let _ = writeln!(
                    answer,
                    "{indent}{name}: from before the first step that is told"
                );
                continue;
            };
            let number = trace.steps[origin.stop - 1].number;
            let by = match origin.processor.as_str() {
                "" => String::new(),
                processor => format!(" by {}", visible(processor)),
            };
            let reads = origin
                .reads
                .iter()
                .map(|(cell, value)| match value.as_str() {
                    "" => trace.cell_name(*cell),
                    value => format!("{} = {}", trace.cell_name(*cell), visible(value)),
                });
            let reads: Vec<String> = reads.collect();
            let from = if reads.is_empty() {
                String::new()
            } else {
                format!(", from {}", reads.join(", "))
            };
            let line = origin.at.line;
            let _ = writeln!(
                answer,
                "{indent}{name}: written in step {number}, line {line}{by}{from}"
            );
            if depth < DEPTH {
                for (cell, _) in origin.reads.iter().rev() {
                    open.push((*cell, origin.stop - 1, depth + 1));
                }
            }
        }
        answer
    }
}
