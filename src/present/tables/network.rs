//! What only multicomputers have: T by their parameters, and what their links carried.

use super::formula::{size_text, status};
use super::{Rows, text, values, varied};
use crate::network::Parameters;
use crate::quantity::Measure;
use crate::result::study::{Report, Row, Study};

/// The columns of [`cells`].
pub(super) const COLUMNS: [&str; 19] = [
    "network",
    "parameters",
    "T_t_s",
    "T_t_w",
    "T_t_h",
    "T_t_c",
    "T_t_o",
    "T_B",
    "computation",
    "communication",
    "waiting",
    "messages",
    "words",
    "word_hops",
    "busiest_link",
    "busiest_link_words",
    "link_waits",
    "port_waits",
    "largest_buffer",
];

/// On which network, how often each parameter enters T, and what was sent.
pub(super) fn cells(study: &Study, row: &Row) -> Vec<String> {
    let Some(network) = &row.multicomputer else {
        return vec![String::new(); COLUMNS.len()];
    };
    let parameters = network.parameters.iter();
    let parameters: Vec<String> = parameters
        .map(|(name, time)| format!("{name}={time}"))
        .collect();
    let mut cells = vec![study.machine.model.clone(), parameters.join(" ")];
    cells.extend(Parameters::NAMES.map(|name| text(network.decomposition.get(name))));
    let times = [network.computation, network.communication, network.waiting];
    cells.extend(times.map(|time| time.to_string()));
    cells.extend(
        [network.messages, network.words, network.word_hops].map(|count| count.to_string()),
    );
    let busiest = network.busiest_link.as_ref();
    cells.push(text(busiest.map(|busiest| &busiest.link)));
    cells.push(text(busiest.map(|busiest| busiest.words)));
    let counts = [
        network.link_waits,
        network.port_waits,
        network.largest_buffer,
    ];
    cells.extend(counts.map(|count| count.to_string()));
    cells
}

/// T and C by parameters, and each coefficient.
pub(super) fn decompositions(report: &Report) -> String {
    let columns = [
        "network", "for", "quantity", "formula", "theta", "status", "held_out", "from",
    ];
    let mut rows = Rows::new(columns);
    for study in report.studies() {
        for one in &study.decompositions {
            let condition = text(one.parameters.as_ref());
            let work = one.work.as_ref();
            let of_work = work.map(|work| (&work.formula, work.from.as_ref(), &work.held_out));
            let own = |formula| (formula, one.from.as_ref(), &one.held_out);
            for (measure, known) in [
                (Measure::T, one.time.as_ref().map(own)),
                (Measure::W, of_work),
                (Measure::C, one.cost.as_ref().map(own)),
            ] {
                if let Some((formula, from, held_out)) = known {
                    let cells = [
                        study.machine.model.clone(),
                        condition.clone(),
                        measure.name().to_owned(),
                        formula.clone(),
                        String::new(),
                        "found".to_owned(),
                        held_out.len().to_string(),
                        text(from.map(size_text)),
                    ];
                    rows.add(study, cells);
                }
            }
            for (name, formula) in &one.coefficients {
                let cells = [
                    study.machine.model.clone(),
                    condition.clone(),
                    name.clone(),
                    formula.formula.clone().unwrap_or_default(),
                    formula.theta.clone().unwrap_or_default(),
                    status(formula).to_owned(),
                    formula.held_out.len().to_string(),
                    text(formula.from.as_ref().map(size_text)),
                ];
                rows.add(study, cells);
            }
        }
    }
    rows.text()
}

/// Formulas of the user's against what was measured.
pub(super) fn models(report: &Report) -> String {
    let names = varied(report);
    let columns = ["formula", "unit", "measured", "predicted", "difference"];
    let mut rows = Rows::new(names.iter().map(String::as_str).chain(columns));
    for study in report.studies() {
        for model in &study.models {
            for row in &model.rows {
                let mut cells = values(&names, &row.inputs);
                cells.push(format!("{} = {}", model.measure.name(), model.formula));
                cells.push(study.unit.key().to_owned());
                cells.push(row.measured.to_string());
                cells.push(row.predicted.to_string());
                cells.push(text(row.difference));
                rows.add(study, cells);
            }
        }
    }
    rows.text()
}
