//! The sizes of a sweep: what `--vary` asks for, and what is added to confirm formulas on.

use super::expression::{self, Names};
use super::inputs::Assignment;
use crate::diagnostic::{Code, Diagnostic};
use crate::semantic::program::Constant;
use crate::source::Sources;
use crate::syntax::ast::{BinaryOp, Expr, ExprKind};

/// Runs of one sweep.
pub const MOST_SIZES: usize = 4096;
/// Sizes that are added for confirmation.
const ADDED: usize = 8;
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

/// Every combination of sizes, and those to confirm formulas on.
pub fn combinations(variations: &[Variation]) -> (Vec<Vec<i64>>, Vec<Vec<i64>>) {
    let mut asked: Vec<Vec<i64>> = vec![Vec::new()];
    for variation in variations {
        asked = asked
            .iter()
            .flat_map(|at| (variation.values.iter()).map(|value| [&at[..], &[*value]].concat()))
            .collect();
    }
    let others: Vec<Vec<i64>> = (variations.iter())
        .map(|variation| {
            let between = between(&variation.values);
            if between.is_empty() {
                variation.values.clone()
            } else {
                between
            }
        })
        .collect();
    let longest = others.iter().map(Vec::len).max().unwrap_or(0);
    let mut added: Vec<Vec<i64>> = Vec::new();
    for at in 0..ADDED.min(longest) {
        let values = others.iter().map(|values| values[at % values.len()]);
        let size: Vec<i64> = values.collect();
        if !asked.contains(&size) && !added.contains(&size) {
            added.push(size);
        }
    }
    (asked, added)
}

/// Sizes of other kinds than those asked for, between the smallest and the largest: powers of two
/// alone cannot tell n from 2^⌈log n⌉.
fn between(values: &[i64]) -> Vec<i64> {
    let (Some(low), Some(high)) = (values.first(), values.last()) else {
        return Vec::new();
    };
    if *low < 1 || high - low < 2 {
        return Vec::new();
    }
    let mut candidates = vec![24, 100];
    let ratio = *high as f64 / *low as f64;
    for at in 1..=ADDED as i32 {
        // Evenly over the orders of magnitude; the largest sizes are dear.
        let near = *low as f64 * ratio.powf(f64::from(at) / f64::from(ADDED as i32 + 1));
        let near = near as i64;
        let power = 1_i64 << near.max(1).ilog2();
        candidates.push(match at % 4 {
            0 => power.saturating_add(1),
            1 => power + power / 2,
            2 => near | 1,
            _ => power.saturating_mul(2) - 1,
        });
        candidates.push(power);
    }
    let mut added: Vec<i64> = Vec::new();
    for candidate in candidates {
        let fits = candidate > *low && candidate < *high;
        if fits && !values.contains(&candidate) && !added.contains(&candidate) {
            added.push(candidate);
        }
    }
    // Powers of two and others in turn, as many as are wanted.
    let (powers, others): (Vec<i64>, Vec<i64>) =
        added.into_iter().partition(|size| size.count_ones() == 1);
    let mut kept: Vec<i64> = others.into_iter().take(ADDED - 2).collect();
    kept.extend(powers.into_iter().take(ADDED - kept.len()));
    kept.sort_unstable();
    kept
}
