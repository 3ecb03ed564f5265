//! How time, cost and efficiency change with the processors.

use super::{Rows, text, values, varied};
use crate::result::study::{Amount, Report};

pub(super) fn curves(report: &Report) -> String {
    let names = varied(report);
    let names: Vec<String> = names.into_iter().filter(|name| name != "p").collect();
    let measures = [
        "unit",
        "p",
        "T",
        "C",
        "S",
        "E",
        "amdahl",
        "gustafson",
        "karp_flatt",
    ];
    let mut rows = Rows::new(names.iter().map(String::as_str).chain(measures));
    for study in report.studies() {
        for unit in study.units().iter().copied() {
            for curve in &study.scaling.get(unit).curves {
                for point in &curve.points {
                    let mut cells = values(&names, &curve.inputs);
                    cells.push(unit.key().to_owned());
                    cells.extend(
                        [point.p.into(), point.time, point.cost]
                            .map(|count: Amount| count.to_string()),
                    );
                    cells.extend(point.measures().map(text));
                    rows.add(study, cells);
                }
            }
        }
    }
    rows.text()
}

pub(super) fn optima(report: &Report) -> String {
    let names = varied(report);
    let names: Vec<String> = names.into_iter().filter(|name| name != "p").collect();
    let quantities = ["unit", "p_t", "T_min", "psi_3", "f_s"];
    let mut rows = Rows::new(names.iter().map(String::as_str).chain(quantities));
    for study in report.studies() {
        for unit in study.units().iter().copied() {
            for optimum in &study.scaling.get(unit).optima {
                let mut cells = values(&names, &optimum.inputs);
                cells.push(unit.key().to_owned());
                cells.push(optimum.fastest_processors.to_string());
                cells.push(optimum.least_time.to_string());
                cells.push(optimum.fewest_processors.to_string());
                cells.push(text(optimum.serial_fraction));
                rows.add(study, cells);
            }
        }
    }
    rows.text()
}

pub(super) fn isoefficiency(report: &Report) -> String {
    let mut rows = Rows::new(["unit", "efficiency", "p", "n", "computed"]);
    for study in report.studies() {
        for unit in study.units().iter().copied() {
            for one in &study.scaling.get(unit).isoefficiency {
                for point in &one.points {
                    let cells = [
                        unit.key().to_owned(),
                        one.efficiency.to_string(),
                        point.p.to_string(),
                        text(point.n),
                        point.computed.to_string(),
                    ];
                    rows.add(study, cells);
                }
            }
        }
    }
    rows.text()
}
