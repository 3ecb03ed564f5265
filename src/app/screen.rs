//! Standard output and standard error: colour where a terminal wants it, quiet when nobody reads.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

#[cfg(unix)]
use anstream::adapter::strip_str;
#[cfg(unix)]
use anstream::{AutoStream, ColorChoice};
use serde::Serialize;

use super::{Ended, allocator, problem};
use crate::diagnostic::render::{read_on, render};
use crate::diagnostic::{Diagnostic, Status};
use crate::present::json;
use crate::present::text::value::counted;
use crate::source::Sources;
use crate::syntax::vocabulary::Vocabularies;

/// Errors or warnings that are shown one by one before the rest is only counted.
const ERRORS_SHOWN: usize = 20;
/// How wide text is where there is no terminal.
const USUAL_WIDTH: usize = 100;
/// How wide it is at most.
const WIDEST: usize = 120;

/// The number of the system's error for a stream that is not open for what is done with it (POSIX: EBADF).
const NOT_OPEN: i32 = 9;

/// Whether standard output was closed when the process started.
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Says that standard output was closed when the process started: then every result fails. The standard
/// library puts `/dev/null` in its place, into which writing never fails.
pub fn output_is_closed() {
    IS_CLOSED.store(true, Ordering::Relaxed);
}

/// Writes a result; ANSI styles are stripped where nobody wants them.
pub fn print(text: &str) -> Ended {
    tell(text).map(|_| ())
}

/// Writes to standard output; false where its reader has closed it.
pub fn tell(text: &str) -> Result<bool, Status> {
    if text.is_empty() {
        return Ok(true);
    }
    let result = output().and_then(|mut output| write_styled(&mut output, text));
    let is_read = !matches!(&result, Err(error) if error.kind() == io::ErrorKind::BrokenPipe);
    written(result).map(|()| is_read)
}

/// Writes a result as one JSON object.
pub fn print_json(value: &impl Serialize) -> Ended {
    allocator::tell_json(false);
    written(output().and_then(|output| {
        let mut output = io::BufWriter::new(output);
        json::write(&mut output, value)?;
        output.flush()
    }))
}

/// Writes bytes as they are.
pub fn print_bytes(bytes: &[u8]) -> Ended {
    if bytes.is_empty() {
        return Ok(());
    }
    written(output().and_then(|mut output| {
        output.write_all(bytes)?;
        output.flush()
    }))
}

/// Standard output, as the file that it is: the standard library takes what it cannot write into a stream
/// that is open for reading only as written.
#[cfg(unix)]
fn output() -> io::Result<std::fs::File> {
    use std::os::fd::AsFd;

    if IS_CLOSED.load(Ordering::Relaxed) {
        return Err(io::Error::from_raw_os_error(NOT_OPEN));
    }
    Ok(io::stdout().as_fd().try_clone_to_owned()?.into())
}

/// Standard output.
#[cfg(not(unix))]
fn output() -> io::Result<io::Stdout> {
    Ok(io::stdout())
}

/// Writes a text at once, without its styles where nobody wants them.
#[cfg(unix)]
fn write_styled(output: &mut std::fs::File, text: &str) -> io::Result<()> {
    let is_plain = AutoStream::choice(&io::stdout()) == ColorChoice::Never;
    if is_plain {
        output.write_all(strip_str(text).to_string().as_bytes())
    } else {
        output.write_all(text.as_bytes())
    }
}

/// Writes a text without its styles where nobody wants them.
#[cfg(not(unix))]
fn write_styled(output: &mut io::Stdout, text: &str) -> io::Result<()> {
    let mut output = anstream::AutoStream::auto(output.lock());
    output.write_all(text.as_bytes())?;
    output.flush()
}

/// A reader who has gone (`| head`) is not an error; a full disk is.
fn written(result: io::Result<()>) -> Ended {
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let reason = match error.raw_os_error() {
                Some(NOT_OPEN) => "standard output is not open for writing".to_owned(),
                _ => problem::why_not_written(&error),
            };
            say(&format!("error: the result cannot be written: {reason}\n"));
            Err(Status::CommandLine)
        }
        _ => Ok(()),
    }
}

/// Writes what is not a result.
pub fn say(text: &str) {
    let mut output = anstream::stderr().lock();
    // If standard error cannot be written, there is no other way to report it.
    let _ = output
        .write_all(text.as_bytes())
        .and_then(|()| output.flush());
}

/// Shows diagnostics on standard error, and says which exit status the worst of them means.
pub fn report(diagnostics: &[Diagnostic], sources: &Sources) -> Status {
    show(diagnostics, sources, "further error");
    status(diagnostics)
}

/// Shows warnings on standard error.
pub fn warn(warnings: &[Diagnostic], sources: &Sources) {
    if !warnings.is_empty() {
        show(warnings, sources, "further warning");
    }
}

/// Shows diagnostics one by one; `more` is what those are called that are only counted.
fn show(diagnostics: &[Diagnostic], sources: &Sources, more: &str) {
    let shown = diagnostics.iter().take(ERRORS_SHOWN);
    let mut text = shown
        .map(|diagnostic| render(diagnostic, sources))
        .collect::<Vec<String>>()
        .join("\n");
    if diagnostics.len() > ERRORS_SHOWN {
        let rest = diagnostics.len() - ERRORS_SHOWN;
        text.push_str("\n… and ");
        text.push_str(&counted(rest as u64, more));
        text.push('\n');
    }
    text.push('\n');
    let vocabularies = Vocabularies::of(sources);
    let place = diagnostics.iter().find_map(|one| one.primary.as_ref());
    let vocabulary = place.map_or(vocabularies.main(), |label| {
        vocabularies.at(label.span.file)
    });
    let options = vocabulary.choose(" --vocabulary hr", "");
    text.push_str(&read_on(diagnostics, options));
    say(&text);
}

/// The exit status of what went wrong: the first one decides.
pub fn status(diagnostics: &[Diagnostic]) -> Status {
    diagnostics
        .first()
        .map_or(Status::Program, |diagnostic| diagnostic.code.status())
}

/// How many characters a line may have.
pub fn width() -> usize {
    if !io::stdout().is_terminal() {
        return USUAL_WIDTH;
    }
    terminal_size::terminal_size().map_or(USUAL_WIDTH, |(terminal_size::Width(width), _)| {
        usize::from(width).min(WIDEST)
    })
}

/// Help and version on standard output, misuse on standard error with exit status 2.
pub fn usage(error: &clap::Error) -> ExitCode {
    let text = error.render().ansi().to_string();
    let ended = if error.use_stderr() {
        say(&text);
        Err(Status::CommandLine)
    } else {
        print(&text)
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(status) => ExitCode::from(status as u8),
    }
}
