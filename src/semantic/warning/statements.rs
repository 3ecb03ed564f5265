//! What single statements look like: empty ranges, placeholders in texts.

use crate::program::Constant;
use crate::semantic::constant::{self, Nothing};
use crate::semantic::names::Routine;
use crate::source::{Sources, Span};
use crate::syntax::ast::visit::bodies;
use crate::syntax::ast::{BinaryOp, Expr, ExprKind, ParallelHeader, PrintPart, Stmt, StmtKind};

use super::{RangeKind, Warning};

/// Looks at every statement of a routine.
pub(super) fn check(routine: &Routine<'_>, sources: &Sources) -> Vec<Warning> {
    let mut warnings = Vec::new();
    each(routine.body, &mut |statement| match &statement.kind {
        StmtKind::For { from, to, step, .. } => {
            warnings.extend(empty(from, to, step.as_ref(), RangeKind::Loop));
            warnings.extend(counts_up(from, to, step.as_ref(), RangeKind::Loop));
        }
        StmtKind::Parallel(parallel) => {
            if let ParallelHeader::Ranges(ranges) = &parallel.header {
                for range in ranges {
                    let (from, to, step) = (&range.from, &range.to, range.step.as_ref());
                    warnings.extend(empty(from, to, step, RangeKind::Block));
                    warnings.extend(counts_up(from, to, step, RangeKind::Block));
                }
            }
        }
        StmtKind::Print(parts) => {
            let texts = parts.iter().filter_map(|part| match part {
                PrintPart::Text(text) => placeholder(text),
                PrintPart::Value(_) => None,
            });
            warnings.extend(texts.map(|placeholder| Warning::Placeholder {
                placeholder: placeholder.to_owned(),
                span: in_literal(sources, statement.span, placeholder),
            }));
        }
        _ => {}
    });
    warnings
}

/// A range of constants that holds none.
fn empty(from: &Expr, to: &Expr, step: Option<&Expr>, kind: RangeKind) -> Option<Warning> {
    let int = |expr: &Expr| match constant::exact(expr, &Nothing::default()) {
        Ok(Constant::Int(value)) => Some(value),
        _ => None,
    };
    let (first, last) = (int(from)?, int(to)?);
    let stride = step.map_or(Some(1), int)?;
    let is_empty = (stride > 0 && first > last) || (stride < 0 && first < last);
    is_empty.then(|| Warning::EmptyRange {
        from: first,
        to: last,
        step: stride,
        is_step_written: step.is_some(),
        kind,
        span: from.span.to(step.unwrap_or(to).span),
    })
}

/// A range such as that of `for h = log n to 0`, which books print where it counts down.
fn counts_up(from: &Expr, to: &Expr, step: Option<&Expr>, kind: RangeKind) -> Option<Warning> {
    let ExprKind::Int(last @ (0 | 1)) = to.kind else {
        return None;
    };
    (step.is_none() && is_size(from)).then(|| Warning::CountsUp {
        to: last,
        kind,
        from: from.span,
        span: from.span.to(to.span),
    })
}

/// Whether an expression is a name, or made of one as sizes are: `n - 1`, `log n`, `n/2`.
fn is_size(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Name(_) | ExprKind::WholeArray(_) => true,
        ExprKind::Call(_, arguments) => matches!(arguments.as_slice(), [one] if is_size(one)),
        ExprKind::Binary(BinaryOp::Subtract | BinaryOp::Divide, _, left, right) => {
            is_size(left) && matches!(right.kind, ExprKind::Int(_))
        }
        _ => false,
    }
}

/// The first placeholder of C in a text: `%d`, `%-5.2f`, `%lld`.
fn placeholder(text: &str) -> Option<&str> {
    let mut from = 0;
    while let Some(offset) = text[from..].find('%') {
        let start = from + offset;
        let rest = &text[start + 1..];
        if let Some(behind) = rest.strip_prefix('%') {
            from = text.len() - behind.len();
            continue;
        }
        let flags = rest.trim_start_matches(['-', '+', '#', '0']);
        let width = flags.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = width.strip_prefix('.').unwrap_or(width);
        let digits = digits.trim_start_matches(|c: char| c.is_ascii_digit());
        let length = digits.trim_start_matches(['h', 'l', 'z']);
        let mut letters = length.chars();
        let is_conversion = (letters.next()).is_some_and(|c| "diufFeEgGxXoscp".contains(c))
            && !letters
                .next()
                .is_some_and(|c| c.is_alphanumeric() || c == '_');
        // 100%-c is no placeholder: a value before the sign makes it a percentage.
        let is_percentage = text[..start].ends_with(|c: char| c.is_ascii_digit());
        if is_conversion && !is_percentage {
            let end = text.len() - length.len() + 1;
            return Some(&text[start..end]);
        }
        from = start + 1;
    }
    None
}

/// Where a placeholder stands in a literal of a statement; the statement where that cannot be said.
fn in_literal(sources: &Sources, statement: Span, placeholder: &str) -> Span {
    let text = sources.text(statement);
    let (mut is_literal, mut is_escaped) = (false, false);
    for (at, c) in text.char_indices() {
        match c {
            '"' if !is_escaped => is_literal = !is_literal,
            '%' if is_literal && text[at..].starts_with(placeholder) => {
                let start = statement.start + at as u32;
                return Span {
                    start,
                    end: start + placeholder.len() as u32,
                    ..statement
                };
            }
            _ => {}
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    statement
}

/// Calls `look` with every statement, in the order of the text.
fn each<'f>(statements: &'f [Stmt], look: &mut dyn FnMut(&'f Stmt)) {
    for statement in statements {
        look(statement);
        for body in bodies(statement) {
            each(body, look);
        }
    }
}
