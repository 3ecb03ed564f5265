//! How long arrays are, in English.

use crate::machine::fault::extent::{ArrayExtent, LengthOwner};

/// `8 elements (0 to 7)`, `2 rows and 3 columns`
pub(super) fn shown(extent: &ArrayExtent) -> String {
    match extent {
        ArrayExtent::Array(lengths) => array(lengths),
        ArrayExtent::ArrayAlong { lengths, axis } => {
            let whole = array(lengths);
            let which = ["first", "second", "third", "fourth"][*axis];
            match lengths[*axis] {
                0 => format!("{whole}: none along the {which} dimension"),
                n => format!("{whole}: its {which} subscript goes from 0 to {}", n - 1),
            }
        }
        ArrayExtent::Section(lengths) => match lengths[..] {
            [rows, columns] => format!(
                "{} and {}",
                counted(rows, "row"),
                counted(columns, "column")
            ),
            [_] | [] => counted(lengths.iter().product(), "element"),
            _ => format!("{} elements", product(lengths)),
        },
        ArrayExtent::Dimension {
            rank,
            dimension,
            length,
        } => match (rank, dimension) {
            (3.., _) => format!("length {length} along dimension {dimension}"),
            (_, 0) => counted((*length).into(), "row"),
            _ => counted((*length).into(), "column"),
        },
        ArrayExtent::List(values) => format!("{values} values"),
    }
}

/// What has another length.
pub(super) fn operand(operand: &LengthOwner) -> &str {
    match operand {
        LengthOwner::Array(name) => name,
        LengthOwner::List => "its list",
        LengthOwner::Value => "the value",
    }
}

fn array(lengths: &[usize]) -> String {
    match lengths {
        [0] => "no elements".into(),
        [1] => "1 element (0)".into(),
        [n] => format!("{n} elements (0 to {})", n - 1),
        [rows, columns] => format!("{rows} rows and {columns} columns"),
        lengths => format!("{} elements", product(lengths)),
    }
}

fn counted(count: i64, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// `2×3×4`
fn product<N: ToString>(lengths: &[N]) -> String {
    let lengths: Vec<String> = lengths.iter().map(N::to_string).collect();
    lengths.join("×")
}
