//! The sizes of a sweep: what `--vary` asks for.

use crate::diagnostic::{Code, Diagnostic};
use crate::pipeline::expression::{self, Names};
use crate::pipeline::inputs::Assignment;
use crate::program::Constant;
use crate::source::Sources;
use crate::syntax::ast::{BinaryOp, Expr, ExprKind};

/// Runs of one sweep.
pub const MOST_SIZES: usize = 4096;
/// Words between two bounds and their stride.
const STRIDE_WORDS: [&str; 2] = ["step", "korak"];

/// A name and the values it takes, ascending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variation {
    /// The name.
    pub name: String,
    /// Its values.
    pub values: Vec<i64>,
}

/// Reads `--vary NAME=SIZES`.
pub fn read(vary: &Assignment, sources: &mut Sources) -> Result<Variation, Vec<Diagnostic>> {
    let mut values = Vec::new();
    for part in vary.value.split(',') {
        values.extend(part_sizes(vary, part.trim(), sources)?);
        if values.len() > MOST_SIZES {
            return Err(bad(
                vary,
                &format!("gives more than {MOST_SIZES} sizes"),
                "give a stride, as in `10..1000 step 90`, or powers, as in `2^4..2^14`",
            ));
        }
    }
    values.sort_unstable();
    values.dedup();
    if values.is_empty() {
        return Err(bad(
            vary,
            "gives no size: the range is empty",
            "write the smaller bound first, as in `2^4..2^14`",
        ));
    }
    Ok(Variation {
        name: vary.name.clone(),
        values,
    })
}

/// One size or one range.
fn part_sizes(
    vary: &Assignment,
    text: &str,
    sources: &mut Sources,
) -> Result<Vec<i64>, Vec<Diagnostic>> {
    let Some((from, rest)) = text.split_once("..") else {
        return Ok(vec![size(vary, text, sources)?.0]);
    };
    let rest = rest.trim_start_matches('.');
    let stride = STRIDE_WORDS
        .iter()
        .find_map(|word| rest.split_once(&format!(" {word} ")));
    let (to, stride) = match stride {
        Some((to, stride)) => (to, Some(stride.trim())),
        None => (rest, None),
    };
    let ((from, from_base), (to, to_base)) = (size(vary, from, sources)?, size(vary, to, sources)?);
    if let Some(stride) = stride {
        if let Some(factor) = stride.strip_prefix('*') {
            let factor = size(vary, factor, sources)?.0;
            return powers(vary, from, to, factor);
        }
        let stride = size(vary, stride, sources)?.0;
        if stride < 1 {
            return Err(bad(
                vary,
                &format!("has a stride of {stride}"),
                "a stride is at least 1",
            ));
        }
        return Ok(stepped(from, to, stride));
    }
    match (from_base, to_base) {
        (Some(base), Some(same)) if base == same => powers(vary, from, to, base),
        // 1 = 2^0, whoever writes it so.
        _ => Ok(stepped(from, to, 1)),
    }
}

/// From one bound to the other, one more than may be run at most.
fn stepped(from: i64, to: i64, stride: i64) -> Vec<i64> {
    std::iter::successors(Some(from), |size| size.checked_add(stride))
        .take_while(|size| *size <= to)
        .take(MOST_SIZES + 1)
        .collect()
}

fn powers(vary: &Assignment, from: i64, to: i64, factor: i64) -> Result<Vec<i64>, Vec<Diagnostic>> {
    if factor < 2 || from < 1 {
        return Err(bad(
            vary,
            "does not grow",
            "multiply by at least 2, beginning with at least 1",
        ));
    }
    let sizes = std::iter::successors(Some(from), |size| size.checked_mul(factor));
    Ok(sizes.take_while(|size| *size <= to).collect())
}

/// A size, and the base where it is written as a power.
fn size(
    vary: &Assignment,
    text: &str,
    sources: &mut Sources,
) -> Result<(i64, Option<i64>), Vec<Diagnostic>> {
    let text = text.trim();
    let no_size = |reason: &str| {
        let what = if text.is_empty() {
            "has an empty place, which is no size".to_owned()
        } else {
            format!("has `{text}`, which is no size{reason}")
        };
        bad(
            vary,
            &what,
            "sizes are whole numbers: `8,16,32`, `2^4..2^14`, `10..1000 step 90`",
        )
    };
    let expression = expression::parse(text, &vary.name, sources).map_err(|_| no_size(""))?;
    let value = expression::evaluate(&expression, &Names::default()).map_err(|problems| {
        let reason = problems.into_iter().next();
        no_size(&reason.map_or_else(String::new, |problem| format!(": {}", problem.message)))
    })?;
    let value = match value {
        Constant::Int(value) => value,
        Constant::Real(value) if value.fract() == 0.0 && value.abs() < 2_f64.powi(62) => {
            value as i64
        }
        _ => return Err(no_size("")),
    };
    Ok((value, base(&expression)))
}

fn base(expression: &Expr) -> Option<i64> {
    match &expression.kind {
        ExprKind::Binary(BinaryOp::Power, _, base, _) => match base.kind {
            ExprKind::Int(base) if base > 1 => Some(base),
            _ => None,
        },
        _ => None,
    }
}

fn bad(vary: &Assignment, what: &str, help: &str) -> Vec<Diagnostic> {
    let message = format!("`--vary {}={}` {what}", vary.name, vary.value);
    vec![Diagnostic::without_place(Code::BadOption, message).help(help)]
}
