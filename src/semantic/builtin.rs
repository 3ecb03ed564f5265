//! The built-in functions and the generators: one row each.

use crate::network::GridDirection;
use crate::program::{self, Constant, Generator};
use crate::syntax::formatter::FunctionNames;
use crate::syntax::keyword::{self, Concept};
use crate::syntax::vocabulary::Vocabulary;

/// What a built-in name does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Builtin {
    /// A function of scalars, elementwise on whole arrays.
    Function(program::Builtin),
    /// `duljina`: the length of an array.
    Length,
    /// `unatrag`: an array reversed, as a view.
    Reverse,
    /// `ima_poruke`: whether a message has arrived.
    HasMessage,
    /// `susjed`: the neighbour along a dimension of a hypercube.
    Neighbour,
    /// Makes the data of an input or of a new array.
    Generator(Generator),
}

/// A row of the table.
#[derive(Debug, PartialEq, Eq)]
pub struct Row {
    /// Its spellings: Croatian, English.
    pub names: &'static [&'static str],
    /// What it does.
    pub(in crate::semantic) builtin: Builtin,
    /// The least and the greatest number of arguments.
    pub arity: (usize, usize),
    /// How its arguments are written, for messages.
    arguments: &'static str,
}

impl Row {
    /// Its name in a vocabulary.
    pub fn name(&self, vocabulary: Vocabulary) -> &'static str {
        let [croatian, .., english] = self.names else {
            return self.names[0];
        };
        vocabulary.choose(croatian, english)
    }

    /// How it is written, for messages.
    pub fn usage(&self, vocabulary: Vocabulary) -> String {
        format!("{}{}", self.name(vocabulary), self.arguments)
    }
}

const MANY: usize = usize::MAX;

const fn function(
    names: &'static [&'static str],
    function: program::Builtin,
    arity: (usize, usize),
    arguments: &'static str,
) -> Row {
    Row {
        names,
        builtin: Builtin::Function(function),
        arity,
        arguments,
    }
}

const fn generator(
    names: &'static [&'static str],
    generator: Generator,
    arity: (usize, usize),
    arguments: &'static str,
) -> Row {
    Row {
        names,
        builtin: Builtin::Generator(generator),
        arity,
        arguments,
    }
}

/// Every built-in name.
pub(super) const TABLE: &[Row] = &[
    function(&["min"], program::Builtin::Min, (2, MANY), "(x, y, …)"),
    function(&["max"], program::Builtin::Max, (2, MANY), "(x, y, …)"),
    function(&["abs"], program::Builtin::Abs, (1, 1), "(x)"),
    function(&["sqrt"], program::Builtin::Sqrt, (1, 1), "(x)"),
    function(&["log"], program::Builtin::Log, (1, 1), "(x)"),
    function(&["ln"], program::Builtin::Ln, (1, 1), "(x)"),
    function(&["exp"], program::Builtin::Exp, (1, 1), "(x)"),
    function(&["sin"], program::Builtin::Sin, (1, 1), "(x)"),
    function(&["cos"], program::Builtin::Cos, (1, 1), "(x)"),
    function(&["tan"], program::Builtin::Tan, (1, 1), "(x)"),
    function(&["floor"], program::Builtin::Floor, (1, 1), "(x)"),
    function(&["ceil"], program::Builtin::Ceil, (1, 1), "(x)"),
    function(&["round"], program::Builtin::Round, (1, 1), "(x)"),
    function(&["bit"], program::Builtin::Bit, (2, 2), "(x, k)"),
    Row {
        names: &["duljina", "length"],
        builtin: Builtin::Length,
        arity: (1, 2),
        arguments: "(A[])",
    },
    Row {
        names: &["unatrag", "reverse"],
        builtin: Builtin::Reverse,
        arity: (1, 1),
        arguments: "(A[])",
    },
    Row {
        names: &["ima_poruke", "has_message"],
        builtin: Builtin::HasMessage,
        arity: (1, 1),
        arguments: "(j)",
    },
    Row {
        names: &["susjed", "neighbour"],
        builtin: Builtin::Neighbour,
        arity: (1, 1),
        arguments: "(k)",
    },
    generator(
        &["slucajno", "slučajno", "random"],
        Generator::Random,
        (2, 2),
        "(lo, hi)",
    ),
    generator(
        &["permutacija", "permutation"],
        Generator::Permutation,
        (0, 0),
        "",
    ),
    generator(&["iota"], Generator::Iota, (0, 0), ""),
    generator(&["lista", "list"], Generator::List, (0, 0), ""),
    generator(&["stablo", "tree"], Generator::Tree, (0, 0), ""),
    generator(&["sortirano", "sorted"], Generator::Sorted, (0, 2), ""),
    generator(
        &["konstanta", "constant"],
        Generator::Constant,
        (1, 1),
        "(c)",
    ),
];

/// What a name means that no program binds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnboundName {
    /// The number of processors.
    Processors,
    /// The time of a global access.
    Delay,
    /// The time of a barrier.
    BarrierTime,
    /// π
    Pi,
    /// A built-in function.
    Function(&'static Row),
}

/// What a program may ask about its machine, unless it binds the name itself.
const MACHINE_NAMES: &[(&str, UnboundName)] = &[
    ("p", UnboundName::Processors),
    ("d", UnboundName::Delay),
    ("B", UnboundName::BarrierTime),
];

/// The constants, unless the program binds the name itself.
const CONSTANTS: &[(&str, f64, UnboundName)] = &[("pi", std::f64::consts::PI, UnboundName::Pi)];

/// The constant of this name.
pub(super) fn constant(name: &str) -> Option<Constant> {
    let row = CONSTANTS.iter().find(|(known, ..)| *known == name);
    row.map(|(_, value, _)| Constant::Real(*value))
}

/// What a name means where no program binds it.
pub(super) fn meaning(name: &str) -> Option<UnboundName> {
    let constants = CONSTANTS.iter().map(|(known, _, meaning)| (known, meaning));
    let machine = (MACHINE_NAMES.iter()).map(|(known, meaning)| (known, meaning));
    let mut all = machine.chain(constants);
    let named = all.find(|(known, _)| **known == name);
    named
        .map(|(_, meaning)| *meaning)
        .or_else(|| find(name).map(UnboundName::Function))
}

/// A processor of a multicomputer that has a name for each processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NamedProcessor {
    /// The processor itself.
    Own,
    /// A neighbour on a ring, line, mesh or torus.
    Neighbour(GridDirection),
}

/// Their Croatian and English names, unless the program binds the name itself.
const NAMED_PROCESSORS: [(NamedProcessor, [&str; 2]); 5] = [
    (NamedProcessor::Own, ["ja", "me"]),
    (
        NamedProcessor::Neighbour(GridDirection::Left),
        ["lijevo", "left"],
    ),
    (
        NamedProcessor::Neighbour(GridDirection::Right),
        ["desno", "right"],
    ),
    (NamedProcessor::Neighbour(GridDirection::Up), ["gore", "up"]),
    (
        NamedProcessor::Neighbour(GridDirection::Down),
        ["dolje", "down"],
    ),
];

/// The processor that a name stands for.
pub(super) fn named_processor(name: &str) -> Option<NamedProcessor> {
    let found = NAMED_PROCESSORS
        .iter()
        .find(|(_, names)| names.contains(&name));
    found.map(|(processor, _)| *processor)
}

/// Whether a name stands for any processor.
pub(super) fn is_anyone(name: &str) -> bool {
    keyword::find(name) == Some(Concept::Anyone)
}

/// The row of a name.
pub(super) fn find(name: &str) -> Option<&'static Row> {
    TABLE.iter().find(|row| row.names.contains(&name))
}

/// The names of the functions that formulas may call.
pub(super) fn functions_of_formulas() -> impl Iterator<Item = &'static str> {
    let is_function = |row: &&Row| match row.builtin {
        Builtin::Function(function) => function != program::Builtin::Bit,
        _ => false,
    };
    let rows = TABLE.iter().filter(is_function);
    rows.filter_map(|row| row.names.first().copied())
}

/// The function of scalars of this name.
pub(crate) fn function_named(name: &str) -> Option<program::Builtin> {
    match find(name)?.builtin {
        Builtin::Function(function) => Some(function),
        _ => None,
    }
}

/// Whether a call of this name is one of a built-in function or generator.
pub fn is_function(name: &str) -> bool {
    find(name).is_some()
}

/// The name of the function that gives an array's length.
pub(crate) fn length(vocabulary: Vocabulary) -> &'static str {
    name_of(Builtin::Length, vocabulary)
}

/// The name of the function that reverses an array.
pub(super) fn reverse(vocabulary: Vocabulary) -> &'static str {
    name_of(Builtin::Reverse, vocabulary)
}

/// The name of a generator.
pub(crate) fn generator_name(generator: Generator, vocabulary: Vocabulary) -> &'static str {
    name_of(Builtin::Generator(generator), vocabulary)
}

fn name_of(builtin: Builtin, vocabulary: Vocabulary) -> &'static str {
    let row = TABLE.iter().find(|row| row.builtin == builtin);
    row.expect("every built-in has its row").name(vocabulary)
}

/// Every spelling of every function and generator.
pub fn function_names() -> impl Iterator<Item = &'static str> {
    TABLE.iter().flat_map(|row| row.names).copied()
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

/// The Croatian and English names of a processor itself and of its neighbours in a network.
pub fn processor_names() -> Vec<[&'static str; 2]> {
    NAMED_PROCESSORS.iter().map(|(_, names)| *names).collect()
}

/// The generator of this name.
pub(crate) fn generator_named(name: &str) -> Option<Generator> {
    match find(name)?.builtin {
        Builtin::Generator(generator) => Some(generator),
        _ => None,
    }
}
