//! Converts iterations that end early into branches: the statements after a branch with `nastavi` belong
//! to its other side.

use crate::derivation::branches::leaving::skips_iterations;
use crate::program::{Stmt, StmtKind};

/// The statements of an iteration of sequential code without `nastavi`. None if one occurs other than in
/// branches.
pub(in crate::derivation) fn without_skips(body: &[Stmt]) -> Option<Vec<Stmt>> {
    let skips = |statement: &Stmt| skips_iterations(std::slice::from_ref(statement));
    let Some(at) = body.iter().position(skips) else {
        return Some(body.to_vec());
    };
    let mut all = body[..at].to_vec();
    let rest = &body[at + 1..];
    match &body[at].kind {
        StmtKind::Continue => {}
        StmtKind::If {
            condition,
            charge,
            then,
            otherwise,
        } => {
            let ends = |side: &[Stmt]| {
                let last = side.last().map(|last| &last.kind);
                matches!(last, Some(StmtKind::Continue))
            };
            // The following branches would be duplicated on both sides.
            if !ends(then) && !ends(otherwise) && rest.iter().any(skips) {
                return None;
            }
            let side = |side: &[Stmt]| without_skips(&[side, rest].concat());
            all.push(Stmt {
                kind: StmtKind::If {
                    condition: condition.clone(),
                    charge: *charge,
                    then: side(then)?,
                    otherwise: side(otherwise)?,
                },
                span: body[at].span,
            });
        }
        _ => return None,
    }
    Some(all)
}
