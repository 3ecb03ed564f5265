//! The claims of the file, and the ratios that must level off.

use indexmap::IndexMap;

use super::prose::Prose;
use super::{cells, over};
use crate::present::document::{Block, Table, Word, Words, code, numbers, plain, sentences, words};
use crate::present::plot::{Axis, Plot, Series, arranged};
use crate::quantity::Unit;
use crate::result::study::{ClaimReport, Ratio, Size, Study};

/// Ratios under the name by which tables and plots call them.
struct Ratios<'a> {
    name: String,
    ratios: &'a [Ratio],
}

/// The section on claims.
pub fn lay_out(study: &Study, prose: &Prose, blocks: &mut Vec<Block>) {
    if !study.claims.is_empty() {
        blocks.push(Block::Heading("Claims".to_owned()));
        blocks.push(Block::Table(claims(&study.claims, prose)));
    }
}

/// A claim with its mark and its evidence.
pub fn row(claim: &ClaimReport, prose: &Prose) -> Vec<Words> {
    vec![
        vec![Word::Mark(claim.holds)],
        code(&claim.claim),
        prose.words(&claim.evidence.to_string()),
    ]
}

fn claims(claims: &[ClaimReport], prose: &Prose) -> Table {
    let fails = claims.iter().any(|claim| claim.first_failure.is_some());
    let mut columns = vec![words(""), words(""), words("claim"), words("unit")];
    if fails {
        columns.push(words("fails first at"));
    }
    columns.push(sentences("evidence"));
    let mut table = Table::new("", columns);
    for (index, claim) in claims.iter().enumerate() {
        let mut row = vec![
            vec![Word::Mark(claim.holds)],
            plain(number(index)),
            code(&claim.claim),
            plain(claim.unit.map_or("", Unit::name)),
        ];
        if fails {
            let first = claim.first_failure.as_ref();
            row.push(plain(first.map_or_else(String::new, cells::size)));
        }
        row.push(prose.words(&claim.evidence.to_string()));
        table.rows.push(row);
    }
    table
}

fn number(index: usize) -> String {
    format!("({})", index + 1)
}

/// The ratios that must level off.
pub fn ratios(study: &Study) -> Vec<Block> {
    let mut all: Vec<Ratios> = study
        .claims
        .iter()
        .enumerate()
        .map(|(index, claim)| Ratios {
            name: number(index),
            ratios: &claim.ratios,
        })
        .collect();
    all.push(Ratios {
        name: "W/SU".to_owned(),
        ratios: &study.verdicts.work_optimal.ratios,
    });
    all.push(Ratios {
        name: "C/SU".to_owned(),
        ratios: &study.verdicts.cost_optimal.ratios,
    });
    // An exact claim that holds has the ratio 1 everywhere, which its row has said.
    all.retain(|one| one.ratios.iter().any(|ratio| ratio.ratio != Some(1.0)));
    if all.is_empty() {
        return Vec::new();
    }
    let x = study.varied.first().map_or("", String::as_str);
    let series: Vec<Series> = all
        .iter()
        .filter_map(|one| {
            let points = one
                .ratios
                .iter()
                .filter_map(|ratio| Some((&ratio.inputs, ratio.ratio?)));
            // Of several varied names, the largest value of the others is where growth shows.
            over::series(x, points, &one.name).pop()
        })
        .collect();
    let plot = Plot {
        title: "Measured / claimed".to_owned(),
        x: Axis::fitting(x, over::across(&series)),
        y: Axis::from_zero("ratio"),
        series: arranged(over::some(series)),
    };
    vec![Block::Table(table(study, &all)), Block::Plots(vec![plot])]
}

fn table(study: &Study, all: &[Ratios]) -> Table {
    let columns = study.varied.iter().chain(all.iter().map(|one| &one.name));
    let mut table = Table::new(
        "measured / claimed: what is O( ) of the claim levels off",
        columns.map(numbers),
    );
    let mut rows: IndexMap<String, (&Size, Vec<Option<f64>>)> = IndexMap::new();
    for (index, one) in all.iter().enumerate() {
        for ratio in one.ratios {
            let row = rows
                .entry(cells::size(&ratio.inputs))
                .or_insert_with(|| (&ratio.inputs, vec![None; all.len()]));
            row.1[index] = ratio.ratio;
        }
    }
    for (size, ratios) in rows.into_values() {
        let mut row: Vec<_> = cells::values(&study.varied, size).collect();
        row.extend(ratios.into_iter().map(cells::real));
        table.rows.push(row);
    }
    table
}
