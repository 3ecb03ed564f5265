//! The built-in functions and the generators: one row each.

use super::program::{self, Generator};
use crate::syntax::formatter::FunctionNames;

/// What a built-in name does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Builtin {
    /// A function of scalars, elementwise on whole arrays.
    Function(program::Builtin),
    /// `duljina`: the length of an array.
    Length,
    /// `unatrag`: an array reversed, as a view.
    Reverse,
    /// Makes the data of an input or of a new array.
    Generator(Generator),
}

/// A row of the table.
pub(super) struct Row {
    /// Its spellings: Croatian, English.
    pub names: &'static [&'static str],
    /// What it does.
    pub builtin: Builtin,
    /// The least and the greatest number of arguments.
    pub arity: (usize, usize),
    /// How it is written, for messages.
    pub usage: &'static str,
}

const MANY: usize = usize::MAX;

const fn function(
    names: &'static [&'static str],
    function: program::Builtin,
    arity: (usize, usize),
    usage: &'static str,
) -> Row {
    Row {
        names,
        builtin: Builtin::Function(function),
        arity,
        usage,
    }
}

const fn generator(
    names: &'static [&'static str],
    generator: Generator,
    arity: (usize, usize),
    usage: &'static str,
) -> Row {
    Row {
        names,
        builtin: Builtin::Generator(generator),
        arity,
        usage,
    }
}

/// Every built-in name.
pub(super) const TABLE: &[Row] = &[
    function(&["min"], program::Builtin::Min, (2, MANY), "min(x, y, …)"),
    function(&["max"], program::Builtin::Max, (2, MANY), "max(x, y, …)"),
    function(&["abs"], program::Builtin::Abs, (1, 1), "abs(x)"),
    function(&["sqrt"], program::Builtin::Sqrt, (1, 1), "sqrt(x)"),
    function(&["log"], program::Builtin::Log, (1, 1), "log(x)"),
    function(&["floor"], program::Builtin::Floor, (1, 1), "floor(x)"),
    function(&["ceil"], program::Builtin::Ceil, (1, 1), "ceil(x)"),
    function(&["round"], program::Builtin::Round, (1, 1), "round(x)"),
    function(&["bit"], program::Builtin::Bit, (2, 2), "bit(x, k)"),
    Row {
        names: &["duljina", "length"],
        builtin: Builtin::Length,
        arity: (1, 2),
        usage: "duljina(A[])",
    },
    Row {
        names: &["unatrag", "reverse"],
        builtin: Builtin::Reverse,
        arity: (1, 1),
        usage: "unatrag(A[])",
    },
    generator(
        &["slucajno", "slučajno", "random"],
        Generator::Random,
        (2, 2),
        "slucajno(lo, hi)",
    ),
    generator(
        &["permutacija", "permutation"],
        Generator::Permutation,
        (0, 0),
        "permutacija",
    ),
    generator(&["iota"], Generator::Iota, (0, 0), "iota"),
    generator(&["lista", "list"], Generator::List, (0, 0), "lista"),
    generator(&["stablo", "tree"], Generator::Tree, (0, 0), "stablo"),
    generator(
        &["sortirano", "sorted"],
        Generator::Sorted,
        (0, 2),
        "sortirano",
    ),
    generator(
        &["konstanta", "constant"],
        Generator::Constant,
        (1, 1),
        "konstanta(c)",
    ),
];

/// What a program may ask about its machine, unless it binds the name itself.
pub(super) const MACHINE_NAMES: &[(&str, &str)] = &[
    ("p", "the number of processors of the machine"),
    ("d", "the time of a global access on the asynchronous PRAM"),
    ("B", "the time of a barrier on the asynchronous PRAM"),
];

/// The row of a name.
pub(super) fn find(name: &str) -> Option<&'static Row> {
    TABLE.iter().find(|row| row.names.contains(&name))
}

/// The functions and generators whose names differ between the vocabularies.
pub fn translated_names() -> Vec<FunctionNames> {
    let names = TABLE.iter().filter_map(|row| match row.names {
        [croatian @ .., english] if !croatian.is_empty() => {
            Some(FunctionNames { croatian, english })
        }
        _ => None,
    });
    names.collect()
}

/// The generator of this name.
pub(crate) fn generator_named(name: &str) -> Option<Generator> {
    match find(name)?.builtin {
        Builtin::Generator(generator) => Some(generator),
        _ => None,
    }
}
