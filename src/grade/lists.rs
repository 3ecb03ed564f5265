//! What depends on who handed in and when: names, lateness, points that a person gives.

use indexmap::IndexMap;

use super::english;
use super::points::Points;

/// Names and times by id.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Roster(pub IndexMap<String, RosterRow>);

/// A student.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RosterRow {
    /// The name, if it is given.
    pub name: Option<String>,
    /// How many days were begun after the deadline; none if times are missing.
    pub days_late: Option<u32>,
}

/// Points that a person gives: by id, then by criterion.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ManualPoints(pub IndexMap<String, IndexMap<String, Points>>);

impl Roster {
    /// Reads a table with the columns id, name, submitted and due, of which id is needed; or why it is none.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let table = Table::read(bytes)?;
        let mut rows = IndexMap::new();
        for (line, id, row) in table.rows() {
            let time = |column: &str| match table.cell(row, column) {
                None => Ok(None),
                Some(text) => minutes(text)
                    .map(Some)
                    .ok_or_else(|| english::no_time(line, text)),
            };
            let days_late = match (time("submitted")?, time("due")?) {
                (Some(submitted), Some(due)) => {
                    const DAY: i64 = 24 * 60;
                    let late = (submitted - due).max(0);
                    Some(u32::try_from((late + DAY - 1) / DAY).unwrap_or(u32::MAX))
                }
                _ => None,
            };
            let name = table.cell(row, "name").map(str::to_owned);
            if rows
                .insert(id.to_owned(), RosterRow { name, days_late })
                .is_some()
            {
                return Err(english::twice(line, id));
            }
        }
        Ok(Self(rows))
    }
}

impl ManualPoints {
    /// Reads a table with a column id and one for each criterion, with at most these points; or why it is none.
    pub fn read(bytes: &[u8], criteria: &[(&str, Points)]) -> Result<Self, String> {
        let table = Table::read(bytes)?;
        let known = |name: &str| name == "id" || criteria.iter().any(|(known, _)| *known == name);
        if let Some(foreign) = table.columns.iter().find(|name| !known(name)) {
            let names: Vec<&str> = criteria.iter().map(|(name, _)| *name).collect();
            return Err(english::no_criterion(foreign, &names));
        }
        let mut all = IndexMap::new();
        for (line, id, row) in table.rows() {
            let mut given = IndexMap::new();
            for (name, most) in criteria {
                let Some(text) = table.cell(row, name) else {
                    continue;
                };
                let number = text.replace(',', ".").parse().ok();
                let points = number
                    .and_then(Points::written)
                    .filter(|points| points <= most);
                let points = points.ok_or_else(|| english::no_points(line, text, *most))?;
                given.insert((*name).to_owned(), points);
            }
            if all.insert(id.to_owned(), given).is_some() {
                return Err(english::twice(line, id));
            }
        }
        Ok(Self(all))
    }
}

/// A table with a heading.
struct Table {
    columns: Vec<String>,
    rows: Vec<csv::StringRecord>,
}

impl Table {
    fn read(bytes: &[u8]) -> Result<Self, String> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        // Spreadsheets whose numbers have a decimal comma divide cells by semicolons.
        let heading = bytes.split(|byte| *byte == b'\n').next().unwrap_or(bytes);
        let delimiter = if heading.contains(&b';') && !heading.contains(&b',') {
            b';'
        } else {
            b','
        };
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(delimiter)
            .trim(csv::Trim::All)
            .from_reader(bytes);
        let heading = reader.headers().map_err(|error| error.to_string())?;
        let columns: Vec<String> = heading.iter().map(str::to_owned).collect();
        if !columns.iter().any(|name| name == "id") {
            return Err(english::no_ids());
        }
        let rows: Result<_, _> = reader.into_records().collect();
        Ok(Self {
            columns,
            rows: rows.map_err(|error| error.to_string())?,
        })
    }

    /// The rows with their lines and ids.
    fn rows(&self) -> impl Iterator<Item = (usize, &str, &csv::StringRecord)> {
        let rows = self.rows.iter().enumerate();
        rows.filter_map(|(at, row)| Some((at + 2, self.cell(row, "id")?, row)))
    }

    /// What a column holds in a row; none if it is empty or there is no such column.
    fn cell<'r>(&self, row: &'r csv::StringRecord, column: &str) -> Option<&'r str> {
        let at = self.columns.iter().position(|name| name == column)?;
        row.get(at).filter(|text| !text.is_empty())
    }
}

/// Minutes since 1970 of `2026-11-30T23:59`, with or without seconds and a difference to UTC.
fn minutes(text: &str) -> Option<i64> {
    let (date, time) = text.split_once(['T', ' ']).unwrap_or((text, "00:00"));
    let mut parts = date.split('-').map(|part| part.parse::<i64>().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    let is_date = parts.next().is_none() && (1..=12).contains(&month) && (1..=31).contains(&day);
    let (time, difference) = match time.trim_end_matches('Z').find(['+', '-']) {
        Some(at) => (
            &time[..at],
            clock(&time[at + 1..])? * if time.as_bytes()[at] == b'-' { -1 } else { 1 },
        ),
        None => (time.trim_end_matches('Z'), 0),
    };
    // Days from the civil date, as H. Hinnant's `days_from_civil`: the year begins in March.
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + day - 1;
    let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468;
    is_date.then_some(days * 24 * 60 + clock(time)? - difference)
}

/// Minutes of `23:59` or `23:59:30`; begun minutes count.
fn clock(text: &str) -> Option<i64> {
    let mut parts = text.split(':').map(|part| part.parse::<f64>().ok());
    let (hours, minutes) = (parts.next()??, parts.next()??);
    let seconds = parts.next().unwrap_or(Some(0.0))?;
    let is_time = (0.0..=24.0).contains(&hours)
        && (0.0..60.0).contains(&minutes)
        && (0.0..=60.0).contains(&seconds);
    is_time.then(|| (hours * 60.0 + minutes + (seconds / 60.0).ceil()) as i64)
}
