//! `pram report`

use std::fmt::Write as _;
use std::path::Path;

use super::arguments::{Format, ReportArguments, ReportFormat};
use super::compared_machine::ComparedMachine;
use super::files::Disk;
use super::problem::{AssignmentKind, CommandProblem, DiskProblem};
use super::progress::Bar;
use super::report_files::{self, Extent, Page, Target};
use super::run::{claim_fails, failed};
use super::sweep_store::{self, SweepFolder};
use super::{Ended, allocator, interrupt, program, screen, warnings};
use crate::diagnostic::{Diagnostic, Status};
use crate::pipeline::Request;
use crate::pipeline::progress::Progress;
use crate::present::text::value::counted;
use crate::result::study::Report;
use crate::source::{Sources, shown_path};
use crate::study::store::{DoneShare, StoreShare};
use crate::study::{self, Created, ReportRequest};
use crate::syntax::include::Files;

/// Runs programs over many sizes and writes what that says about their complexity.
pub fn report(arguments: &ReportArguments) -> Ended {
    let format = match arguments.format {
        Some(ReportFormat::Json) => Format::Json,
        _ => Format::Text,
    };
    allocator::tell_json(format == Format::Json);
    let nowhere = Sources::default();
    let target = report_files::target(arguments.output.as_deref(), arguments.format)
        .map_err(|problems| failed(&problems, &nowhere, format))?;
    let page = page(arguments, &target).map_err(|problems| failed(&problems, &nowhere, format))?;
    let request = request(arguments)
        .and_then(|request| spares_inputs(request, arguments))
        .map_err(|problems| failed(&problems, &nowhere, format))?;
    let disk = program::disk(&arguments.execution)
        .map_err(|problems| failed(&problems, &nowhere, format))?;
    let store = arguments
        .store
        .as_deref()
        .map(SweepFolder::open)
        .transpose();
    let store = store.map_err(|problems| failed(&problems, &nowhere, format))?;
    let mut sources = Sources::default();
    let bar = Bar::new("running the first sizes".to_owned());
    let owns = |place| !arguments.plan && arguments.shard.is_none_or(|shard| shard.has(place));
    let is_share = arguments.plan || arguments.shard.is_some();
    let share = store.as_ref().map(|store| StoreShare {
        store,
        owns: is_share.then_some(&owns),
    });
    // Results that are in a store are there for the next call, which a scheduler may ask for by SIGTERM.
    let interrupt = match &store {
        Some(_) => interrupt::flag_of_signals(),
        None => interrupt::flag(),
    };
    let hear = |progress| bar.show(progress);
    let watched = (&*interrupt, &hear as &(dyn Fn(Progress) + Sync));
    let created = study::create_with(&request, &mut sources, &disk, watched, share);
    drop(bar);
    let created = created.map_err(|problems| failed(&problems, &sources, format))?;
    if let Some(problem) = store.and_then(SweepFolder::failed) {
        return Err(failed(&[problem], &nowhere, format));
    }
    let mut report = match created {
        Created::Report(report) => *report,
        Created::Share(share) => return show_share(&share, arguments),
    };
    if arguments.execution.no_warnings {
        report.warnings.clear();
        report.diagnostics.clear();
    }
    show(&report, &page, &target)?;
    if format == Format::Text {
        screen::warn(&report.diagnostics, &sources);
    }
    warnings::ended(
        report.status().map_or(Ok(()), Err),
        &report.diagnostics,
        &arguments.execution,
    )
}

/// Shows what was done of a report, or is to be done.
fn show_share(share: &DoneShare, arguments: &ReportArguments) -> Ended {
    let text = match arguments.shard {
        Some(shard) if !arguments.plan => sweep_store::done(share, shard),
        shard => sweep_store::plan(share, shard),
    };
    screen::print(&text)?;
    if share.interrupted {
        return Err(Status::Limit);
    }
    Ok(())
}

/// Which page is written; what reads data has no use for a short one, or for an author.
fn page(arguments: &ReportArguments, target: &Target) -> Result<Page, Vec<Diagnostic>> {
    let data = match target {
        Target::Output(format) | Target::File(_, format) | Target::Folder(_, Some(format)) => {
            format.is_data()
        }
        Target::Folder(_, None) => false,
    };
    let option = match (arguments.short, &arguments.author) {
        (true, _) => "--short",
        (false, Some(_)) => "--author",
        (false, None) => "",
    };
    if data && !option.is_empty() {
        return Err(vec![CommandProblem::PageOfData { option }.diagnostic()]);
    }
    let is_for_terminal = *target == Target::Output(ReportFormat::Text);
    Ok(Page {
        extent: match (arguments.short, arguments.full) {
            (true, _) => Extent::Short,
            (false, false) if is_for_terminal => Extent::Screen,
            _ => Extent::Full,
        },
        author: arguments.author.clone(),
    })
}

fn show(report: &Report, page: &Page, target: &Target) -> Ended {
    allocator::tell_json(false);
    let written = match target {
        Target::Output(format) => {
            let text = report_files::single(report, page, *format, screen::width());
            return match format {
                ReportFormat::Text => screen::print(&text),
                _ => screen::print_bytes(text.as_bytes()),
            };
        }
        Target::File(path, format) => report_files::write_file(report, page, path, *format),
        Target::Folder(path, format) => report_files::write_folder(report, page, path, *format),
    };
    match written {
        Ok(message) => {
            screen::say(&message);
            screen::say(&failing(report));
            Ok(())
        }
        Err(problems) => Err(screen::report(&problems, &Sources::default())),
    }
}

/// What of a written report makes the exit status another one than 0, a line each: the claims that fail, and
/// that sizes ended early.
fn failing(report: &Report) -> String {
    let mut text = String::new();
    for study in report.studies() {
        for claim in study
            .claims
            .iter()
            .filter(|claim| claim.holds == Some(false))
        {
            text.push_str(&claim_fails(&study.file, &claim.claim, &claim.evidence));
        }
        let ended = study
            .failed
            .iter()
            .filter(|failed| failed.status().is_some());
        let ended = ended.count() as u64;
        if ended > 0 {
            let sizes = counted(ended, "size");
            let _ = writeln!(
                text,
                "{}: {sizes} did not run to the end; the report lists them",
                study.file
            );
        }
    }
    text
}

fn request(arguments: &ReportArguments) -> Result<ReportRequest, Vec<Diagnostic>> {
    let (inputs, files): (Vec<String>, Vec<String>) = arguments
        .words
        .iter()
        .cloned()
        .partition(|word| is_input(word));
    if files.is_empty() {
        return Err(vec![CommandProblem::NoProgram.diagnostic()]);
    }
    if arguments.vary.is_empty() {
        let file = files[0].clone();
        return Err(vec![CommandProblem::NoSizes { file }.diagnostic()]);
    }
    let assignments = program::assignments(&inputs, AssignmentKind::Inputs)?;
    let mut entries: Vec<Option<String>> = arguments.entry.iter().cloned().map(Some).collect();
    if entries.is_empty() {
        entries.push(None);
    }
    let compared = arguments.compare.iter();
    let mut machines: Vec<ComparedMachine> = compared.flat_map(|some| some.0.clone()).collect();
    if machines.is_empty() {
        machines.push(ComparedMachine::default());
    }
    let mut programs = Vec::new();
    for file in &files {
        let (name, bytes) = program::text(Path::new(file))?;
        let options = program::options(&arguments.execution, Path::new(file))?;
        for entry in &entries {
            programs.extend(machines.iter().map(|machine| Request {
                name: name.clone(),
                bytes: bytes.clone(),
                entry: entry.clone(),
                assignments: assignments.clone(),
                options: machine.options(&options),
            }));
        }
    }
    Ok(ReportRequest {
        vary: program::assignments(&arguments.vary, AssignmentKind::Sizes)?,
        unit: arguments.unit.map(Into::into),
        efficiency: arguments.efficiency,
        sequential: arguments.sequential.clone(),
        model_formulas: arguments.model_formula.clone(),
        repeat: arguments.repeat,
        add_sizes: !arguments.no_added_sizes,
        threads: programs.first().and_then(|one| one.options.threads),
        programs,
    })
}

/// The request, unless its report would be written over what it is made from.
fn spares_inputs(
    request: ReportRequest,
    arguments: &ReportArguments,
) -> Result<ReportRequest, Vec<Diagnostic>> {
    let Some(output) = &arguments.output else {
        return Ok(request);
    };
    let disk = Disk::default();
    let written = disk.identity(output);
    let mut read = (arguments.words.iter()).map(|word| match word.split_once("=@") {
        Some((_, data)) => data,
        None => word,
    });
    if read.any(|file| disk.identity(Path::new(file)) == written) {
        let name = shown_path(output);
        return Err(vec![DiskProblem::OverItsInput { name }.diagnostic()]);
    }
    Ok(request)
}

/// Whether a word is `NAME=VALUE` rather than a file.
fn is_input(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        let name = name.trim_end_matches("[]");
        !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_')
    })
}
