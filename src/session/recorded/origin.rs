//! Where a value of a trace comes from: the step that wrote it, the cells from which it was computed,
//! and those again.

use std::fmt::Write as _;

use super::stops::Origin;
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
        let mut open = vec![Asked {
            node: Node::Cell(cell),
            stop: self.at,
            depth: 0,
        }];
        let (mut answer, mut lines) = (String::new(), 0);
        while let Some(Asked { node, stop, depth }) = open.pop() {
            let indent = "  ".repeat(depth);
            if lines == ORIGINS {
                let _ = writeln!(answer, "  … and more; ask `why` of one of them");
                break;
            }
            lines += 1;
            let found = match &node {
                Node::Cell(cell) => {
                    let origin = trace.origin(stop, *cell);
                    origin
                        .ok_or_else(|| trace.cell_name(*cell))
                        .map(|origin| (trace.cell_name(*cell), "written", origin))
                }
                Node::Result(origin, name) => Ok((visible(name), "returned", origin.clone())),
            };
            let (name, made, origin) = match found {
                Ok(found) => found,
                Err(name) => {
                    let _ = writeln!(
                        answer,
                        "{indent}{name}: from before the first step that is told"
                    );
                    continue;
                }
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
            let results = origin.results.iter();
            let results: Vec<_> = results
                .filter_map(|call| trace.result(origin.stop - 1, *call, &origin.processor))
                .collect();
            let names = results.iter().map(|(_, name)| visible(name));
            let reads: Vec<String> = reads.chain(names).collect();
            let from = if reads.is_empty() {
                String::new()
            } else {
                format!(", from {}", reads.join(", "))
            };
            let line = origin.at.line;
            let _ = writeln!(
                answer,
                "{indent}{name}: {made} in step {number}, line {line}{by}{from}"
            );
            if depth < DEPTH {
                let cells = origin.reads.iter().map(|(cell, _)| Node::Cell(*cell));
                let results = results.into_iter();
                let results = results.map(|(origin, name)| Node::Result(origin, name));
                let inner: Vec<Node> = cells.chain(results).collect();
                open.extend(inner.into_iter().rev().map(|node| Asked {
                    node,
                    stop: origin.stop - 1,
                    depth: depth + 1,
                }));
            }
        }
        answer
    }
}

/// What is asked for, up to a stop.
struct Asked {
    node: Node,
    stop: usize,
    depth: usize,
}

/// What comes from somewhere.
enum Node {
    /// A cell.
    Cell((usize, i64)),
    /// The result of a call, where it was returned, with its value.
    Result(Origin, String),
}
