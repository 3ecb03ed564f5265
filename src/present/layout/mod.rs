//! Lays a complexity report out as a document: what is told, in which order, in which words.

mod anatomy;
mod cells;
mod claims;
mod comparison;
mod derived;
mod growth;
mod measured;
mod model_formula;
mod network;
mod over;
mod overview;
mod prose;
mod scaling;
pub mod screen;
mod sections;
pub mod short;
mod summary;
mod verdict;

use std::fmt::Write as _;

use prose::Prose;

use crate::language::Language;
use crate::machine::configuration::Branches;
use crate::machine::rules::model::{Model, Simultaneity};
use crate::present::document::{Block, Document, Word, Words, plain};
use crate::present::text::value::counted;
use crate::result::machine::MachineKind;
use crate::result::model::{asynchronous_name, model_name};
use crate::result::study::{Report, SequentialSource, Size, Study};
use crate::source::file_name;

/// Sizes named before the rest is only counted.
const SIZES_NAMED: usize = 12;

/// The report as a document: first what is to be said, then how it is known, last what only the
/// curious want.
pub fn document(report: &Report) -> Document {
    let studies: Vec<&Study> = report.studies().collect();
    let names = cells::study_names(&studies);
    let mut document = Document {
        title: title(&studies),
        author: None,
        is_compact: false,
        blocks: Vec::new(),
    };
    let blocks = &mut document.blocks;
    comparison::refused(&report.refused, blocks);
    if let [study] = studies.as_slice() {
        lay_out(study, blocks);
        return document;
    }
    comparison::lay_out(&studies, &names, &report.crossings, blocks);
    for (study, name) in studies.iter().zip(&names) {
        blocks.push(Block::Part(name.clone()));
        lay_out(study, blocks);
    }
    document
}

/// Every program once.
fn title(studies: &[&Study]) -> String {
    let mut titles: Vec<String> = Vec::new();
    for study in studies {
        let title = format!("{} · {}", file_name(&study.file), study.entry);
        if !titles.contains(&title) {
            titles.push(title);
        }
    }
    Language::English.listed(&titles)
}

fn lay_out(study: &Study, blocks: &mut Vec<Block>) {
    let prose = Prose::of(study);
    blocks.extend(summary::lead(study));
    blocks.extend(summary::description(study));
    blocks.extend(overview::lay_out(study));
    growth::verdicts(study, &prose, blocks);
    claims::lay_out(study, &prose, blocks);
    network::lay_out(study, blocks);
    growth::lay_out(study, &prose, blocks);
    derived::lay_out(study, blocks);
    if !study.notes.is_empty() {
        let notes = study.notes.iter().map(|note| prose.words(note));
        blocks.push(Block::List(notes.collect()));
    }
    blocks.push(Block::Heading("Measured".to_owned()));
    blocks.push(Block::List(facts(study)));
    measured::lay_out(study, blocks);
    model_formula::lay_out(study, blocks);
    scaling::lay_out(study, blocks);
    if let Some(timed) = &study.timeline {
        let mut heading = format!("Time of the run of {}", cells::size(&timed.inputs));
        if !timed.inputs.contains_key("p") {
            let _ = write!(heading, " on p = {}", timed.processors);
        }
        blocks.push(Block::Strip(heading, timed.timeline.clone()));
    }
    if let Some(anatomy) = &study.anatomy {
        anatomy::lay_out(anatomy, study, blocks);
    }
    if let Some(sections) = &study.sections {
        sections::lay_out(sections, study, blocks);
    }
    let curious = [
        ("In the other units", other_units(study)),
        ("How the formulas were confirmed", growth::confirmed(study)),
        ("Measured against claimed", claims::ratios(study)),
        (
            "Isoefficiency, Amdahl and Gustafson",
            scaling::further(study),
        ),
    ];
    for (title, inside) in curious {
        if !inside.is_empty() {
            blocks.push(Block::Folded(title.to_owned(), inside));
        }
    }
}

/// Formulas and measures in the units in which nothing is judged.
fn other_units(study: &Study) -> Vec<Block> {
    let mut blocks = Vec::new();
    growth::in_other_units(study, &mut blocks);
    derived::in_other_units(study, &mut blocks);
    measured::in_other_units(study, &mut blocks);
    blocks
}

/// What was run on which machine, and against what it is measured.
fn facts(study: &Study) -> Vec<Words> {
    let machine = &study.machine;
    let mut text = match Model::parse(&machine.model) {
        _ if machine.network.is_some() => format!("machine: {}", machine.model),
        Some(model) => format!("machine: {} PRAM", model_name(model)),
        None => format!("machine: {}", asynchronous_name(&machine.model)),
    };
    match (machine.kind != MachineKind::Pram, machine.parameters()) {
        (true, Some(parameters)) => {
            let _ = write!(text, " with {parameters}");
        }
        _ => {
            if let Some(processors) = machine.processors {
                let _ = write!(text, " with {}", counted(processors, "processor"));
            }
        }
    }
    for travel in machine.network.iter().flat_map(|network| &network.travel) {
        let _ = write!(text, ", {travel}");
    }
    if machine.simultaneity != Simultaneity::Step {
        text += ", judged per access";
    }
    if machine.branches != Branches::Mimd {
        text += ", branches one after the other";
    }
    if machine.seed != 0 {
        let _ = write!(text, ", seed {}", machine.seed);
    }
    let mut facts = vec![plain(text), plain(sizes(study))];
    for (name, value) in &study.fixed {
        facts.push(vec![
            Word::Plain("input: ".to_owned()),
            Word::Code(format!("{name} = {value}")),
        ]);
    }
    let sequential = &study.sequential;
    let name = sequential.name.clone().unwrap_or_default();
    facts.push(match sequential.source {
        SequentialSource::Algorithm => vec![
            Word::Plain("SU: time of the sequential algorithm ".to_owned()),
            Word::Code(name),
        ],
        SequentialSource::Formula => {
            vec![
                Word::Plain("SU: as given, ".to_owned()),
                Word::Formula(name),
            ]
        }
        SequentialSource::Work => {
            let mut words =
                plain("SU: not known, so W/T and W/C are shown in place of speedup and efficiency");
            if let Some(why) = &sequential.not_run {
                words.extend(Prose::of(study).words(&format!(": {why}")));
            }
            words
        }
    });
    let others = match study.units() {
        [_] => "",
        _ => "; the other units are also shown",
    };
    facts.push(plain(format!(
        "verdicts: judged in {}{others}",
        study.unit.name()
    )));
    facts
}

fn sizes(study: &Study) -> String {
    let names = match study.varied.as_slice() {
        [one] => one.clone(),
        several => format!("({})", several.join(", ")),
    };
    let all: Vec<&Size> = study.series.iter().map(|row| &row.inputs).collect();
    if all.is_empty() {
        return "sizes: none ran to its end".to_owned();
    }
    let mut text = format!(
        "{}: {names} = {}",
        counted(all.len() as u64, "size"),
        named(&all)
    );
    let held_out = study.series.iter().filter(|row| row.held_out);
    let held_out: Vec<&Size> = held_out.map(|row| &row.inputs).collect();
    if !held_out.is_empty() {
        let _ = write!(text, "; held out: {}", named(&held_out));
    }
    text
}

/// All of them, or the first and the last.
fn named(sizes: &[&Size]) -> String {
    let short = |sizes: &[&Size]| {
        let sizes: Vec<String> = sizes.iter().map(|size| cells::short_size(size)).collect();
        sizes.join(", ")
    };
    match sizes {
        [first @ .., last] if sizes.len() > SIZES_NAMED => {
            format!(
                "{}, …, {}",
                short(&first[..SIZES_NAMED - 2]),
                cells::short_size(last)
            )
        }
        _ => short(sizes),
    }
}
