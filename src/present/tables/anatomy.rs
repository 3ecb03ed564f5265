//! Where the time goes: lines, active processors, sections.

use super::Rows;
use crate::quantity::Unit;
use crate::result::study::Report;

pub(super) fn lines(report: &Report) -> String {
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

pub(super) fn profile(report: &Report) -> String {
    let mut rows = Rows::new(["unit", "active", "time"]);
    for study in report.studies() {
        if let Some(anatomy) = &study.anatomy {
            for unit in Unit::COUNTED {
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

pub(super) fn sections(report: &Report) -> String {
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
            let cells = [one.kind.name().to_owned(), one.file.clone()]
                .into_iter()
                .chain(lines);
            rows.add(study, cells.chain(counts.map(|count| count.to_string())));
        }
    }
    rows.text()
}
