//! The files of a report: one, or a folder of them.

use std::io;
use std::path::{Path, PathBuf};

use super::arguments::ReportFormat;
use super::problem::{CommandProblem, DiskProblem, FileContents};
use super::whole;
use crate::diagnostic::Diagnostic;
use crate::present::document::Document;
use crate::present::document::markdown::Drawings;
use crate::present::document::{html, latex, markdown, text};
use crate::present::json;
use crate::present::layout;
use crate::present::plot::svg::{Surroundings, svg};
use crate::present::tables;
use crate::result::study::Report;
use crate::source::shown_path;

/// How wide text in a file is.
const WIDTH: usize = 100;
/// The formats in the order in which a folder is filled.
const ALL: [ReportFormat; 6] = [
    ReportFormat::Text,
    ReportFormat::Md,
    ReportFormat::Html,
    ReportFormat::Latex,
    ReportFormat::Csv,
    ReportFormat::Json,
];

/// Which page on a report is written, beside the formats that are data.
#[derive(Debug, Clone)]
pub struct Page {
    /// How much of what is known.
    pub extent: Extent,
    /// Whose it is.
    pub author: Option<String>,
}

/// How much of what is known a page holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// What fits on the screen of a terminal.
    Screen,
    /// One page for handing in.
    Short,
    /// All.
    Full,
}

impl Page {
    fn document(&self, report: &Report) -> Document {
        let document = match self.extent {
            Extent::Screen => layout::screen::document(report),
            Extent::Short => layout::short::document(report),
            Extent::Full => layout::document(report),
        };
        Document {
            author: self.author.clone(),
            ..document
        }
    }
}

/// Where a report goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// Standard output.
    Output(ReportFormat),
    /// A file.
    File(PathBuf, ReportFormat),
    /// A folder, in one format or in all.
    Folder(PathBuf, Option<ReportFormat>),
}

/// Where a report is to go; made sure of before a long sweep, not after it.
pub fn target(
    output: Option<&Path>,
    format: Option<ReportFormat>,
) -> Result<Target, Vec<Diagnostic>> {
    let Some(path) = output else {
        return Ok(Target::Output(format.unwrap_or(ReportFormat::Text)));
    };
    let name = path.as_os_str().to_string_lossy();
    if path.is_dir() || name.ends_with('/') || name.ends_with(std::path::MAIN_SEPARATOR) {
        return match whole::try_folder(path, "report.txt") {
            Ok(()) => Ok(Target::Folder(path.to_owned(), format)),
            Err(error) => Err(vec![not_written(path, &error)]),
        };
    }
    let Some(format) = format.or_else(|| format_of(path)) else {
        let name = name.into_owned();
        return Err(vec![CommandProblem::NoFormat { name }.diagnostic()]);
    };
    match whole::try_file(path) {
        Ok(()) => Ok(Target::File(path.to_owned(), format)),
        Err(error) => Err(vec![not_written(path, &error)]),
    }
}

/// The report in a format, as one text.
pub fn single(report: &Report, page: &Page, format: ReportFormat, width: usize) -> String {
    match format {
        ReportFormat::Text => text::render(&page.document(report), width),
        ReportFormat::Md => markdown::render(&page.document(report), Drawings::Inside).0,
        ReportFormat::Html => html::render(&page.document(report)),
        ReportFormat::Latex => latex::render(&page.document(report)),
        ReportFormat::Csv => tables::tables(report).swap_remove(0).text,
        ReportFormat::Json => json(report),
    }
}

/// Writes one file; says which.
pub fn write_file(
    report: &Report,
    page: &Page,
    path: &Path,
    format: ReportFormat,
) -> Result<String, Vec<Diagnostic>> {
    write(path, &unstyled(report, page, format))?;
    Ok(format!("wrote {}\n", shown_path(path)))
}

/// Fills a folder, with all files or with none; says with what.
pub fn write_folder(
    report: &Report,
    page: &Page,
    folder: &Path,
    format: Option<ReportFormat>,
) -> Result<String, Vec<Diagnostic>> {
    let formats = format.map_or(ALL.to_vec(), |format| vec![format]);
    let is_page = |format: &ReportFormat| page.extent != Extent::Short || !format.is_data();
    let formats = formats.into_iter().filter(is_page);
    let mut files: Vec<(String, String)> = Vec::new();
    for format in formats {
        match format {
            ReportFormat::Csv => files.extend(
                tables::tables(report)
                    .into_iter()
                    .map(|table| (table.name.to_owned(), table.text)),
            ),
            ReportFormat::Md => {
                let document = page.document(report);
                let (text, plots) = markdown::render(&document, Drawings::Beside);
                files.push(("report.md".to_owned(), text));
                let drawn = |(name, plot)| (name, svg(plot, Surroundings::Alone));
                files.extend(plots.into_iter().map(drawn));
            }
            _ => files.push((
                format!("report.{}", extension(format)),
                unstyled(report, page, format),
            )),
        }
    }
    whole::write_folder(folder, &files).map_err(|error| vec![not_written(folder, &error)])?;
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    Ok(format!(
        "wrote {} into {}\n",
        names.join(", "),
        shown_path(folder)
    ))
}

fn unstyled(report: &Report, page: &Page, format: ReportFormat) -> String {
    let text = single(report, page, format, WIDTH);
    if format == ReportFormat::Text {
        anstream::adapter::strip_str(&text).to_string()
    } else {
        text
    }
}

fn json(report: &Report) -> String {
    let mut bytes = Vec::new();
    json::write(&mut bytes, report).expect("a vector takes every byte");
    String::from_utf8(bytes).expect("JSON is text")
}

fn extension(format: ReportFormat) -> &'static str {
    match format {
        ReportFormat::Text => "txt",
        ReportFormat::Md => "md",
        ReportFormat::Html => "html",
        ReportFormat::Latex => "tex",
        ReportFormat::Csv => "csv",
        ReportFormat::Json => "json",
    }
}

fn format_of(path: &Path) -> Option<ReportFormat> {
    let own = path.extension()?.to_string_lossy().to_lowercase();
    match own.as_str() {
        "htm" => Some(ReportFormat::Html),
        "markdown" => Some(ReportFormat::Md),
        "text" => Some(ReportFormat::Text),
        own => ALL.into_iter().find(|format| extension(*format) == own),
    }
}

/// Writes a result into a file.
pub(super) fn write(path: &Path, text: &str) -> Result<(), Vec<Diagnostic>> {
    whole::write(path, text.as_bytes()).map_err(|error| vec![not_written(path, &error)])
}

fn not_written(path: &Path, error: &io::Error) -> Diagnostic {
    DiskProblem::not_written(path, error, FileContents::Output).diagnostic()
}
