//! Every way through the grammar is gone, by a program written by hand and by the random programs:
//! each alternative, each optional part and its absence, each repetition with none, one, two, three
//! items and more.
//!
//! The list of ways is read from the files in `grammar/`, so a new rule asks for its cases: a
//! program in `tests/cases/differential/`, which machine and slow twin run and whose results are
//! known, and a line of a random generator. What only leads to an explanation needs a case in
//! `tests/cases/syntax/`. `tables.rs` lists what is excepted, and why; an exception that is not
//! needed fails too.

mod chains;
pub mod corpus;
mod lost;
mod reader;
mod table;
mod tables;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::differential::dimensions::generate as generate_dimensions;
use crate::differential::generator::{generate, generate_asynchronous};
use crate::differential::spmd::blocks::Blocks;
use crate::differential::spmd::generator::generate as generate_messages;
use crate::differential::spmd::setting::setting;
use corpus::{clean, pieces, programs};
use table::{Grammar, Way};
use tables::{EXPLAINED, NOT_GENERATED, Row, UNREACHABLE};

/// Programs that are run, with results that are known.
const RUN: [&str; 4] = [
    "tests/cases/differential",
    "tests/cases/messages",
    "tests/cases/kernels",
    "programs",
];
/// Programs about which something is said.
const TOLD: [&str; 4] = [
    "tests/cases/syntax",
    "tests/cases/semantic",
    "tests/cases/format",
    "tests/cases/command_line",
];

fn grammar() -> Grammar {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammar");
    let names = ["keyword", "lexical", "expression", "program", "listing"];
    let files = names.map(|name| {
        fs::read_to_string(folder.join(name).with_extension("pest")).expect("the file is there")
    });
    Grammar::read(&files.join("\n"))
}

/// The ways that these texts go, and those of them that could not be read to their end.
fn gone(grammar: &Grammar, texts: impl Iterator<Item = String>) -> (BTreeSet<Way>, Vec<String>) {
    let mut ways = BTreeSet::new();
    let mut unread = Vec::new();
    for text in texts {
        let text = clean(&text);
        let (steps, places) = pieces(grammar, &text);
        let whole = steps.iter().filter(|step| step.item.is_none());
        ways.extend(whole.map(|step| step.way));
        unread.extend(
            places
                .iter()
                .map(|&at| text[at..].chars().take(60).collect::<String>()),
        );
    }
    (ways, unread)
}

fn texts(folders: &[&str]) -> Vec<String> {
    let files = folders.iter().flat_map(|folder| programs(folder));
    files
        .map(|path| fs::read_to_string(&path).expect("a program is a text"))
        .collect()
}

/// The rows that a way is in.
fn rows<'t>(grammar: &Grammar, way: Way, table: &'t [Row]) -> Vec<&'t Row> {
    let told = grammar.told(way).to_string();
    table
        .iter()
        .filter(|(row, _)| told.starts_with(row))
        .collect()
}

/// Those that are not gone and are excepted nowhere; then exceptions that are none.
fn missing(
    grammar: &Grammar,
    gone: &BTreeSet<Way>,
    wanted: &[Way],
    tables: &[&[Row]],
) -> Vec<String> {
    let mut needed: BTreeSet<&str> = BTreeSet::new();
    let mut problems = Vec::new();
    for &way in wanted.iter().filter(|way| !gone.contains(way)) {
        let rows: Vec<&Row> = tables
            .iter()
            .flat_map(|table| rows(grammar, way, table))
            .collect();
        needed.extend(rows.iter().map(|(row, _)| *row));
        if rows.is_empty() {
            problems.push(format!("no case goes {}", grammar.told(way)));
        }
    }
    let all = tables.iter().flat_map(|table| table.iter());
    let not_needed = all.filter(|(row, _)| !needed.contains(row));
    problems.extend(not_needed.map(|(row, _)| format!("is gone, or is not there: {row}")));
    problems
}

#[test]
fn programs_that_are_run_go_every_way() {
    let grammar = grammar();
    let (ways, unread) = gone(&grammar, texts(&RUN).into_iter());
    assert_eq!(unread, Vec::<String>::new(), "what runs can be read");
    let problems = missing(&grammar, &ways, &grammar.ways(), &[EXPLAINED, UNREACHABLE]);
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn what_is_explained_goes_every_other_way() {
    let grammar = grammar();
    let (ways, _) = gone(&grammar, texts(&RUN).into_iter().chain(texts(&TOLD)));
    let problems = missing(&grammar, &ways, &grammar.ways(), &[UNREACHABLE]);
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Random programs, a third of them asynchronous, and a third of processors that exchange messages.
fn random(count: usize) -> Vec<String> {
    let mut runner = TestRunner::deterministic();
    let settings = setting();
    let strategy = proptest::collection::vec(any::<u16>(), 400..900);
    let mut program = |number: usize| {
        let choices = strategy
            .new_tree(&mut runner)
            .expect("there are values")
            .current();
        match number % 3 {
            0 => generate(&choices).text,
            1 => generate_asynchronous(&choices).text,
            _ => {
                let network = settings.new_tree(&mut runner);
                let network = network.expect("there are values").current();
                let blocks = [Blocks::Processors, Blocks::Tasks][number / 3 % 2];
                generate_messages(&choices, &network, blocks)
            }
        }
    };
    (0..count).map(&mut program).collect()
}

/// Random programs about arrays of three and four dimensions.
fn random_of_many_dimensions(count: usize) -> Vec<String> {
    let mut runner = TestRunner::deterministic();
    let choices = proptest::collection::vec(any::<u16>(), 0..160);
    let mut program = |_| {
        let choices = choices.new_tree(&mut runner).expect("there are values");
        generate_dimensions(&choices.current()).text
    };
    (0..count).map(&mut program).collect()
}

/// What one text is made of is not looked at here: characters of a name, digits, what is held back.
#[test]
fn random_programs_go_every_way() {
    let grammar = grammar();
    let (ways, unread) = gone(
        &grammar,
        random(4000)
            .into_iter()
            .chain(random_of_many_dimensions(30)),
    );
    assert_eq!(
        unread,
        Vec::<String>::new(),
        "what is generated can be read"
    );
    let wanted: Vec<Way> = grammar
        .ways()
        .into_iter()
        .filter(|way| grammar.is_structure(*way))
        .collect();
    let tables = [EXPLAINED, UNREACHABLE, NOT_GENERATED];
    let rows_of_structure = |table: &[Row]| -> Vec<Row> {
        let used = |row: &&Row| {
            let mut ways = wanted.iter();
            ways.any(|way| grammar.told(*way).to_string().starts_with(row.0))
        };
        table.iter().filter(used).copied().collect()
    };
    let tables = tables.map(rows_of_structure);
    let tables: Vec<&[Row]> = tables.iter().map(Vec::as_slice).collect();
    let problems = missing(&grammar, &ways, &wanted, &tables);
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// The random programs of the proofs are of other forms, and for their blocks.
#[test]
fn random_programs_of_proofs_have_blocks_of_any_number_of_ranges() {
    let grammar = grammar();
    let mut runner = TestRunner::deterministic();
    let strategy = (proptest::collection::vec(any::<u16>(), 200), any::<bool>());
    let random = (0..500).map(|_| {
        let (choices, native) = strategy
            .new_tree(&mut runner)
            .expect("there are values")
            .current();
        crate::proofs::generator::generate(&choices, native)
    });
    let (ways, _) = gone(&grammar, random);
    let wanted = grammar.ways().into_iter().filter(|way| {
        grammar
            .told(*way)
            .to_string()
            .starts_with("each_ranges: (comma ~ index_range)*")
    });
    let wanted: Vec<Way> = wanted.collect();
    assert_eq!(wanted.len(), 4);
    assert_eq!(missing(&grammar, &ways, &wanted, &[]), Vec::<String>::new());
}

/// A list with a hole would ask for nothing.
#[test]
fn a_way_that_no_program_goes_is_noticed() {
    let grammar = Grammar::read(
        "WHITESPACE = _{ \" \" }
        top_piece = { \"a\" ~ (\",\" ~ \"a\")* ~ (\"b\" | \"c\" ~ \"d\"?)? }
        body_piece = { top_piece }",
    );
    let (ways, unread) = gone(&grammar, ["a, a, a c", "a b"].map(String::from).into_iter());
    assert!(unread.is_empty());
    let problems = missing(&grammar, &ways, &grammar.ways(), &[]);
    assert_eq!(
        problems,
        [
            "no case goes top_piece: (\",\" ~ \"a\")* 1 times",
            "no case goes top_piece: (\",\" ~ \"a\")* 3 times or more",
            "no case goes top_piece: without (\"b\" | \"c\" ~ \"d\"?)?",
            "no case goes top_piece: with (\"d\")?",
        ]
    );
}
