//! A complexity report as CSV: one table per kind of row, numbers in full.

use csv::Writer;

use super::complexity::{
    AsynchronousRow, Formula, HeldOut, MeasureName, PerUnit, Range, Report, Row, Size, Status,
    Study, UnitName,
};

/// A table under the name of its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Csv {
    /// `series.csv`
    pub name: &'static str,
    /// Its text.
    pub text: String,
}

/// Every table; the first one is what was measured, by size.
pub fn tables(report: &Report) -> Vec<Csv> {
    let mut tables = vec![
        Csv {
            name: "series.csv",
            text: series(report),
        },
        Csv {
            name: "formulas.csv",
            text: formulas(report),
        },
        Csv {
            name: "terms.csv",
            text: terms(report),
        },
        Csv {
            name: "verdicts.csv",
            text: verdicts(report),
        },
        Csv {
            name: "curves.csv",
            text: curves(report),
        },
        Csv {
            name: "optima.csv",
            text: optima(report),
        },
        Csv {
            name: "isoefficiency.csv",
            text: isoefficiency(report),
        },
        Csv {
            name: "lines.csv",
            text: lines(report),
        },
        Csv {
            name: "profile.csv",
            text: profile(report),
        },
        Csv {
            name: "failed.csv",
            text: failed(report),
        },
    ];
    if report.studies().any(|study| study.sections.is_some()) {
        tables.push(Csv {
            name: "sections.csv",
            text: sections(report),
        });
    }
    tables
}

/// The units that any of the programs counts in; the asynchronous machine's last.
fn units(report: &Report) -> Vec<UnitName> {
    let mut units = UnitName::COUNTED.to_vec();
    if report
        .studies()
        .any(|study| study.machine.is_asynchronous())
    {
        units.push(UnitName::Apram);
    }
    units
}

/// The value in each unit; an empty cell in one in which this program does not count.
fn in_units<T>(
    units: &[UnitName],
    study: &Study,
    values: &PerUnit<T>,
    text: impl Fn(&T) -> String,
) -> Vec<String> {
    let known = |unit: &UnitName| study.units().contains(unit);
    let cell = |unit: &UnitName| known(unit).then(|| text(values.get(*unit)));
    units
        .iter()
        .map(|unit| cell(unit).unwrap_or_default())
        .collect()
}

/// Rows that begin with the program they are about.
struct Rows(Writer<Vec<u8>>);

impl Rows {
    fn new<Title: AsRef<str>>(columns: impl IntoIterator<Item = Title>) -> Self {
        let mut rows = Self(Writer::from_writer(Vec::new()));
        let columns = columns.into_iter().map(|title| title.as_ref().to_owned());
        let beginning = ["file", "entry"].map(str::to_owned);
        rows.write(beginning.into_iter().chain(columns));
        rows
    }

    fn add(&mut self, study: &Study, cells: impl IntoIterator<Item = String>) {
        let beginning = [study.file.clone(), study.entry.clone()];
        self.write(beginning.into_iter().chain(cells));
    }

    fn write(&mut self, cells: impl Iterator<Item = String>) {
        let cells: Vec<String> = cells.collect();
        self.0
            .write_record(&cells)
            .expect("a vector takes every row, and all rows of a table are equally long");
    }

    fn text(self) -> String {
        let bytes = self.0.into_inner().expect("a vector takes every byte");
        String::from_utf8(bytes).expect("all cells are text")
    }
}

fn series(report: &Report) -> String {
    let names = varied(report);
    let units = units(report);
    let mut columns = names.clone();
    columns.push("processors".to_owned());
    for measure in ["T", "W", "C", "SU", "S", "E"] {
        columns.extend(units.iter().map(|unit| format!("{measure}_{}", unit.key())));
    }
    let is_asynchronous = units.contains(&UnitName::Apram);
    if is_asynchronous {
        columns
            .extend(["d_apram", "B_apram", "waiting_apram", "sections_apram"].map(str::to_owned));
    }
    columns.push("held_out".to_owned());
    let repeated =
        (report.studies().flat_map(|study| &study.series)).any(|row| row.spread.is_some());
    if repeated {
        for measure in ["T", "W", "C"] {
            for unit in &units {
                columns.extend(RANGE.map(|end| format!("{measure}_{}_{end}", unit.key())));
            }
        }
    }
    let mut rows = Rows::new(columns);
    for study in report.studies() {
        for row in &study.series {
            let mut cells = values(&names, &row.inputs);
            cells.push(row.processors.to_string());
            for counts in [&row.time, &row.work, &row.cost] {
                cells.extend(in_units(&units, study, counts, u64::to_string));
            }
            for reals in [&row.sequential, &row.speedup, &row.efficiency] {
                cells.extend(in_units(&units, study, reals, |real| text(*real)));
            }
            if is_asynchronous {
                let known =
                    |value: fn(&AsynchronousRow) -> u64| text(row.apram.as_ref().map(value));
                cells.push(known(|row| row.delay));
                cells.push(known(|row| row.barrier));
                cells.push(known(|row| row.waiting));
                cells.push(known(|row| row.sections));
            }
            cells.push(row.held_out.to_string());
            if repeated {
                cells.extend(spread(study, row, &units));
            }
            rows.add(study, cells);
        }
    }
    rows.text()
}

/// Over the seeds, of T, W and C in each unit.
const RANGE: [&str; 3] = ["best", "average", "worst"];

fn spread(study: &Study, row: &Row, units: &[UnitName]) -> Vec<String> {
    let nothing = || vec![String::new(); RANGE.len()];
    let Some(spread) = &row.spread else {
        return vec![nothing(); MeasureName::ALL.len() * units.len()].concat();
    };
    let measures = [&spread.time, &spread.work, &spread.cost];
    let cells = |measure: &PerUnit<Range>, unit: UnitName| {
        if !study.units().contains(&unit) {
            return nothing();
        }
        let range = measure.get(unit);
        vec![
            range.best.to_string(),
            range.average.to_string(),
            range.worst.to_string(),
        ]
    };
    let of = |measure| units.iter().flat_map(move |unit| cells(measure, *unit));
    measures.into_iter().flat_map(of).collect()
}

/// A formula under the name of its quantity.
struct Named<'a> {
    quantity: String,
    unit: Option<UnitName>,
    formula: &'a Formula,
}

/// Every formula of a program.
fn named(study: &Study) -> Vec<Named<'_>> {
    let mut all = Vec::new();
    let mut add = |quantity: &str, unit: Option<UnitName>, formula| {
        all.push(Named {
            quantity: quantity.to_owned(),
            unit,
            formula,
        });
    };
    for measure in MeasureName::ALL {
        for unit in study.units().iter().copied() {
            let formula = study.formulas.get(measure).get(unit);
            add(measure.name(), Some(unit), formula);
        }
    }
    for unit in study.units().iter().copied() {
        if let Some(formula) = study.sequential.formulas.get(unit) {
            add("SU", Some(unit), formula);
        }
        let scaling = study.scaling.get(unit);
        for (quantity, formula) in [
            ("T(n,p)", &scaling.time_on_powers_of_two),
            ("p_t", &scaling.fastest_processors),
            ("T_min", &scaling.least_time),
            ("psi_3", &scaling.fewest_processors),
        ] {
            if let Some(formula) = formula {
                add(quantity, Some(unit), formula);
            }
        }
        for one in &scaling.isoefficiency {
            if let Some(formula) = &one.formula {
                add(&format!("psi_1({})", one.efficiency), Some(unit), formula);
            }
        }
    }
    if let Some(formula) = &study.processors {
        add("p", None, formula);
    }
    all
}

fn status(formula: &Formula) -> &'static str {
    match formula.status {
        Status::Exact => "exact",
        Status::Fitted => "fitted",
        Status::Inconclusive => "inconclusive",
    }
}

fn formulas(report: &Report) -> String {
    let columns = [
        "quantity",
        "unit",
        "formula",
        "theta",
        "status",
        "held_out",
        "from",
        "deviating",
        "error",
        "largest_error",
    ];
    let mut rows = Rows::new(columns);
    for study in report.studies() {
        for one in named(study) {
            let formula = one.formula;
            let deviating = formula.deviating.iter().map(|size| match size {
                HeldOut::One(value) => value.to_string(),
                HeldOut::Several(size) => size_text(size),
            });
            let cells = [
                one.quantity,
                one.unit.map_or("", UnitName::key).to_owned(),
                formula.formula.clone().unwrap_or_default(),
                formula.theta.clone().unwrap_or_default(),
                status(formula).to_owned(),
                formula.held_out.len().to_string(),
                text(formula.from.as_ref().map(size_text)),
                deviating.collect::<Vec<_>>().join(";"),
                text(formula.error.map(|error| error.cross_validated)),
                text(formula.error.map(|error| error.largest)),
            ];
            rows.add(study, cells);
        }
    }
    rows.text()
}

/// `n=16`
fn size_text(size: &Size) -> String {
    let values = size.iter().map(|(name, value)| format!("{name}={value}"));
    values.collect::<Vec<_>>().join(" ")
}

fn terms(report: &Report) -> String {
    let columns = [
        "quantity",
        "unit",
        "status",
        "term",
        "coefficient",
        "fraction",
        "low",
        "high",
    ];
    let mut rows = Rows::new(columns);
    for study in report.studies() {
        for one in named(study) {
            for term in &one.formula.terms {
                let cells = [
                    one.quantity.clone(),
                    one.unit.map_or("", UnitName::key).to_owned(),
                    status(one.formula).to_owned(),
                    term.term.clone(),
                    term.coefficient.to_string(),
                    term.fraction.clone().unwrap_or_default(),
                    text(term.low),
                    text(term.high),
                ];
                rows.add(study, cells);
            }
        }
    }
    rows.text()
}

fn verdicts(report: &Report) -> String {
    let mut rows = Rows::new(["verdict", "unit", "holds", "evidence"]);
    for study in report.studies() {
        let verdicts = &study.verdicts;
        let unit = verdicts.unit.key().to_owned();
        for (name, verdict) in [
            ("work-optimal", &verdicts.work_optimal),
            ("cost-optimal", &verdicts.cost_optimal),
            ("SU <= W <= C", &verdicts.bounds_hold),
        ] {
            let evidence = verdict.evidence.clone();
            let cells = [name.to_owned(), unit.clone(), text(verdict.holds), evidence];
            rows.add(study, cells);
        }
        for claim in &study.claims {
            let unit = claim.unit.map_or("", UnitName::key).to_owned();
            let evidence = claim.evidence.clone();
            rows.add(
                study,
                [claim.claim.clone(), unit, text(claim.holds), evidence],
            );
        }
    }
    rows.text()
}

fn curves(report: &Report) -> String {
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
                    cells.extend([point.p, point.time, point.cost].map(|count| count.to_string()));
                    let reals = [
                        point.speedup,
                        point.efficiency,
                        point.amdahl,
                        point.gustafson,
                        point.karp_flatt,
                    ];
                    cells.extend(reals.map(text));
                    rows.add(study, cells);
                }
            }
        }
    }
    rows.text()
}

fn optima(report: &Report) -> String {
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

fn isoefficiency(report: &Report) -> String {
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

fn lines(report: &Report) -> String {
    let mut rows = Rows::new([
        "algorithm",
        "source_file",
        "line",
        "source",
        "executions",
        "time_steps",
        "time_instructions",
        "work_steps",
        "work_instructions",
        "reads",
        "writes",
        "time_share",
        "work_share",
    ]);
    for study in report.studies() {
        for line in study.anatomy.iter().flat_map(|anatomy| &anatomy.lines) {
            let share = &line.share;
            let cells = [
                line.algorithm.clone(),
                line.file.clone(),
                line.line.to_string(),
                line.source.clone(),
                share.executions.to_string(),
                share.time_steps.to_string(),
                share.time_instructions.to_string(),
                share.work_steps.to_string(),
                share.work_instructions.to_string(),
                share.reads.to_string(),
                share.writes.to_string(),
                share.time_share.to_string(),
                share.work_share.to_string(),
            ];
            rows.add(study, cells);
        }
    }
    rows.text()
}

fn profile(report: &Report) -> String {
    let mut rows = Rows::new(["unit", "active", "time"]);
    for study in report.studies() {
        if let Some(anatomy) = &study.anatomy {
            for unit in UnitName::COUNTED {
                for entry in anatomy.profile.get(unit) {
                    let unit = unit.key().to_owned();
                    rows.add(
                        study,
                        [unit, entry.active.to_string(), entry.time.to_string()],
                    );
                }
            }
        }
    }
    rows.text()
}

fn failed(report: &Report) -> String {
    let names = varied(report);
    let columns = ["code", "source_file", "line", "message"];
    let mut rows = Rows::new(names.iter().map(String::as_str).chain(columns));
    for study in report.studies() {
        for failure in &study.failed {
            let mut cells = values(&names, &failure.inputs);
            cells.push(failure.code.clone());
            cells.push(failure.file.clone().unwrap_or_default());
            cells.push(text(failure.line));
            cells.push(failure.message.clone());
            rows.add(study, cells);
        }
    }
    rows.text()
}

fn sections(report: &Report) -> String {
    let mut rows = Rows::new([
        "kind",
        "source_file",
        "from_line",
        "to_line",
        "executions",
        "time",
        "barriers",
        "work",
        "waiting",
    ]);
    for study in report.studies() {
        for one in study
            .sections
            .iter()
            .flat_map(|sections| &sections.sections)
        {
            let lines = [one.from_line, one.to_line].map(|line| line.to_string());
            let counts = [
                one.executions,
                one.time,
                one.barriers,
                one.work,
                one.waiting,
            ];
            let cells = [one.kind.clone(), one.file.clone()]
                .into_iter()
                .chain(lines);
            rows.add(study, cells.chain(counts.map(|count| count.to_string())));
        }
    }
    rows.text()
}

/// The names that vary in any of the programs.
fn varied(report: &Report) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in report.studies().flat_map(|study| &study.varied) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

fn values(names: &[String], size: &Size) -> Vec<String> {
    names.iter().map(|name| text(size.get(name))).collect()
}

/// The value, or an empty cell.
fn text(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}
