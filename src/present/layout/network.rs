//! T and C on a multicomputer by its parameters, and what its rows say beside T, W and C.

use super::cells;
use crate::present::document::{Block, Table, Word, Words, numbers, plain, sentences, words};
use crate::present::text::value::counted;
use crate::result::study::{Decomposed, HeldOut, NetworkRow, Row, Size, Study};

/// The columns of [`cells`].
pub const COLUMNS: [&str; 7] = [
    "waiting",
    "messages",
    "words",
    "word·hops",
    "busiest link",
    "link waits",
    "port waits",
];

/// What a row says beside T, W and C.
pub fn cells(row: &Row) -> Vec<Words> {
    let Some(network) = &row.multicomputer else {
        return vec![plain("—"); COLUMNS.len()];
    };
    let busiest = network.busiest_link.as_ref();
    vec![
        cells::amount(network.waiting),
        cells::count(network.messages),
        cells::count(network.words),
        cells::count(network.word_hops),
        plain(busiest.map_or_else(
            || "—".to_owned(),
            |busiest| format!("{}: {}", busiest.link, counted(busiest.words, "word")),
        )),
        cells::count(network.link_waits),
        cells::count(network.port_waits),
    ]
}

/// `7 t_s + 21 t_w`
pub fn decomposition(row: &Row) -> Words {
    plain(
        row.multicomputer
            .as_ref()
            .map_or_else(String::new, Decomposed::of_row),
    )
}

/// The section on T by parameters.
pub fn lay_out(study: &Study, blocks: &mut Vec<Block>) {
    if study.decompositions.is_empty() {
        return;
    }
    blocks.push(Block::Heading(
        "Time by the machine's parameters".to_owned(),
    ));
    let changes = study.decompositions.len() > 1;
    if changes {
        blocks.push(Block::Paragraph(plain(
            "Which path is critical changes with the parameters that vary, and the coefficients \
             with it.",
        )));
    }
    for one in &study.decompositions {
        let condition = one.parameters.as_ref();
        let condition = condition.map_or_else(String::new, |values| format!(" for {values}"));
        let own = format!("{condition}{}", how_sure(one.from.as_ref(), &one.held_out));
        let work = one.work.as_ref();
        let of_work = work.map(|work| how_sure(work.from.as_ref(), &work.held_out));
        let known = [
            ("T", one.time.as_ref(), own.clone()),
            (
                "W",
                work.map(|work| &work.formula),
                of_work.unwrap_or_default(),
            ),
            ("C", one.cost.as_ref(), own),
        ];
        let known = known.into_iter().filter_map(|(measure, formula, sure)| {
            Some(vec![
                Word::Plain(format!("{measure} = ")),
                Word::Formula(formula?.clone()),
                Word::Plain(sure),
            ])
        });
        let known: Vec<Words> = known.collect();
        if one.time.is_some() || work.is_some() {
            blocks.push(Block::List(known));
        }
        if one.time.is_none() {
            blocks.push(Block::Paragraph(plain(format!(
                "T{condition} has no formula, since one of its coefficients has none."
            ))));
        }
        blocks.push(Block::Table(coefficients(study, one, &condition)));
    }
    if !changes {
        blocks.push(Block::Paragraph(vec![Word::Faint(about_parameters(study))]));
    }
}

/// A count of a size.
type Count = dyn Fn(&NetworkRow) -> u64;

/// T by parameters on each network, and what the links carried there.
pub fn side_by_side(studies: &[&Study], names: &[String], blocks: &mut Vec<Block>) {
    let all = || studies.iter().zip(names);
    if studies.iter().any(|study| study.machine.network.is_none()) {
        return;
    }
    let times = all().flat_map(|(study, name)| {
        let times = study.decompositions.iter();
        times.filter_map(move |one| {
            let condition = one.parameters.as_ref();
            let condition = condition.map_or_else(String::new, |values| format!(" for {values}"));
            let formula = Word::Formula(one.time.clone()?);
            let sure = how_sure(one.from.as_ref(), &one.held_out);
            Some(vec![
                Word::Plain(format!("{name}: T = ")),
                formula,
                Word::Plain(format!("{condition}{sure}")),
            ])
        })
    });
    let times: Vec<Words> = times.collect();
    if !times.is_empty() {
        blocks.push(Block::List(times));
    }
    let varied = &studies[0].varied;
    let busiest = |one: &NetworkRow| one.busiest_link.as_ref().map_or(0, |busiest| busiest.words);
    let counts: [(&str, &Count); 3] = [
        ("word·hops on the links", &|one| one.word_hops),
        ("words on the busiest link", &busiest),
        ("waits on the links", &|one| one.link_waits),
    ];
    let tables = counts.map(|(caption, count)| {
        let columns = varied.iter().chain(names).map(numbers);
        let mut table = Table::new(caption, columns);
        for row in &studies[0].series {
            let counted = studies.iter().map(|study| {
                let same = study.series.iter().find(|same| same.inputs == row.inputs);
                let network = same.and_then(|same| same.multicomputer.as_ref());
                network.map_or_else(|| plain("—"), |one| cells::count(count(one)))
            });
            let size = cells::values(varied, &row.inputs);
            table.rows.push(size.chain(counted).collect());
        }
        Block::Table(table)
    });
    blocks.push(Block::Beside(tables.into()));
}

/// `: found, confirmed on 5 held-out sizes`
fn how_sure(from: Option<&Size>, held_out: &[HeldOut]) -> String {
    let from = from.map_or_else(String::new, |size| {
        let bounds = size
            .iter()
            .map(|(name, value)| format!(" for {name} ≥ {value}"));
        bounds.collect()
    });
    match held_out.len() {
        0 => format!(": found{from}"),
        count => format!(
            ": found{from}, confirmed on {}",
            counted(count as u64, "held-out size")
        ),
    }
}

fn coefficients(study: &Study, one: &Decomposed, condition: &str) -> Table {
    let known = study.machine.network.as_ref();
    let columns = [
        words(""),
        numbers("value"),
        words("coefficient in T"),
        words("class"),
    ];
    let mut table = Table::new(
        format!("how often each parameter enters T{condition}"),
        columns.into_iter().chain([sentences("how sure")]),
    );
    for (name, formula) in &one.coefficients {
        let value = known.and_then(|known| known.parameters.get(name));
        table.rows.push(vec![
            vec![Word::Formula(name.clone())],
            value.map_or_else(|| plain("varies"), |value| cells::amount(*value)),
            cells::formula(Some(formula)),
            cells::theta(Some(formula)),
            cells::status(Some(formula), &study.varied),
        ]);
    }
    table
}

/// For which parameters the coefficients hold.
fn about_parameters(study: &Study) -> String {
    let known = study.machine.network.as_ref();
    let fixed: Vec<String> = (known.into_iter().flat_map(|known| &known.parameters))
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    let varied: Vec<&str> = (study.decompositions.iter())
        .flat_map(|one| one.coefficients.keys())
        .filter(|name| study.varied.contains(name))
        .map(String::as_str)
        .collect();
    match (varied.is_empty(), fixed.is_empty()) {
        (true, _) => format!(
            "The coefficients are those of a critical path for {}: with other parameters another \
             path may be critical.",
            fixed.join(", ")
        ),
        (false, true) => "The coefficients are the same for all parameters that ran.".to_owned(),
        (false, false) => format!(
            "The coefficients are the same for all values of {} that ran, with {}.",
            varied.join(", "),
            fixed.join(", ")
        ),
    }
}
