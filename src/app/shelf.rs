//! `pram programs`: the programs that come with pram.

use super::problem::CommandProblem;
use super::{Ended, screen};
use crate::pipeline::shipped;
use crate::pipeline::translation::of_shipped;
use crate::present::document::{Block, Document, Table, plain, sentences, text, words};
use crate::semantic::did_you_mean;
use crate::source::Sources;
use crate::syntax::vocabulary::Vocabulary;

/// The page that lists them by chapters, with what reports found of each.
const PAGE: &str = include_str!("../../docs/programs.md");

/// Lists them, or prints one: in a vocabulary, or as it is written.
pub fn programs(name: Option<&str>, vocabulary: Option<Vocabulary>) -> Ended {
    let Some(name) = name else {
        return screen::print(&list(PAGE, screen::width()));
    };
    if let Some((path, text)) = shipped::named(name) {
        let vocabulary = vocabulary.unwrap_or(shipped::VOCABULARY);
        let text = of_shipped(path, text, vocabulary);
        return screen::print_bytes(text.as_bytes());
    }
    let known = shipped::programs().map(|(path, _)| shipped::name(path));
    let problem = CommandProblem::NoSuchProgram {
        name: name.to_owned(),
        meant: did_you_mean(name, known),
    };
    Err(screen::report(&[problem.diagnostic()], &Sources::default()))
}

/// The tables of the page, as text of this width.
fn list(page: &str, width: usize) -> String {
    let mut blocks = Vec::new();
    let mut table = empty();
    let mut heads: Vec<&str> = Vec::new();
    for line in page.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            add(&mut blocks, &mut table);
            blocks.push(Block::Heading(title.to_owned()));
            continue;
        }
        let cells = line
            .split(" | ")
            .map(|cell| cell.trim_matches(['|', ' ', '`']));
        let cells: Vec<&str> = cells.collect();
        let Some(path) = cells[0].strip_suffix(".pram") else {
            if cells[0] == "file" {
                add(&mut blocks, &mut table);
                heads = cells;
            }
            continue;
        };
        let of = |names: &[&str]| {
            let place = heads.iter().position(|head| names.contains(head));
            place
                .and_then(|place| cells.get(place))
                .map_or("—", |cell| *cell)
        };
        let about = of(&["algorithm", "task", "fault"]);
        if heads.contains(&"algorithm") || about != "—" {
            let cells = [
                shipped::name(path),
                of(&["model", "network"]),
                of(&["T"]),
                of(&["W"]),
                about,
            ];
            if table.rows.len() == text::SHOWN_WHOLE {
                add(&mut blocks, &mut table);
            }
            table.rows.push(cells.map(plain).to_vec());
        }
    }
    add(&mut blocks, &mut table);
    let document = Document {
        title: "The programs that come with pram, with T and W in rounds".to_owned(),
        author: None,
        is_compact: false,
        blocks,
    };
    let list = text::render(&document, width);
    format!(
        "{list}\n`pram programs NAME` prints a program, in English keywords with `--vocabulary en`; `pram run NAME` \
         runs it.\n"
    )
}

fn empty() -> Table {
    let columns = [
        words("name"),
        words("model"),
        words("T"),
        words("W"),
        sentences("what it does"),
    ];
    Table::new("", columns)
}

/// Puts a table after its heading, if it has rows.
fn add(blocks: &mut Vec<Block>, table: &mut Table) {
    if !table.rows.is_empty() {
        blocks.push(Block::Table(std::mem::replace(table, empty())));
    }
}
