//! Diagnostics as text with source excerpts, drawn as rustc draws them.
//!
//! The excerpt is rebuilt from the lines that matter, each cut to a readable width, so that a
//! file of one endless line costs no more than any other. The text carries ANSI colours; who
//! prints it strips them where nobody wants them.

use std::borrow::Cow;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet, renderer::DecorStyle};

use super::{Code, Diagnostic, Label, Status, english};
use crate::source::{FileId, Sources, Span, shown_name};

/// Longer lines are cut around what is marked in them.
const LINE_WIDTH: usize = 200;
/// What stays of such a line before the first mark.
const BEFORE_MARK: usize = 60;
/// Longer sentences lose their middle.
const SENTENCE_WIDTH: usize = 800;
/// Codes that are named as worth reading about.
const CODES_NAMED: usize = 3;
/// Lines around a mark that may be shown; annotate-snippets folds the others.
const NEIGHBOURHOOD: usize = 3;
/// Marks that are further apart, in lines, are shown in excerpts of their own.
const FARTHEST: usize = 10_000;

/// All of them, each followed by an empty line.
pub fn render_all(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    diagnostics
        .iter()
        .map(|diagnostic| render(diagnostic, sources) + "\n")
        .collect()
}

/// One diagnostic: title, excerpts with labels, notes, ways out. Ends with a newline.
pub fn render(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let level = if diagnostic.code.is_warning() {
        Level::WARNING
    } else {
        Level::ERROR
    };
    let title = level
        .primary_title(readable(&diagnostic.message))
        .id(diagnostic.code.id());
    let mut group = Group::with_title(title);
    for (file, labels) in labels_by_file(diagnostic) {
        for excerpt in excerpts(sources, file, &labels) {
            group = group.element(
                Snippet::source(excerpt.text)
                    .line_start(excerpt.first_line)
                    .path(shown_name(&sources.get(file).name).into_owned())
                    .annotations(excerpt.marks.into_iter().map(|mark| {
                        let kind = if mark.primary {
                            AnnotationKind::Primary
                        } else {
                            AnnotationKind::Context
                        };
                        let annotation = kind.span(mark.range);
                        if mark.text.is_empty() {
                            annotation
                        } else {
                            annotation.label(readable(&mark.text).into_owned())
                        }
                    })),
            );
        }
    }
    if let Some(circumstances) = circumstances(diagnostic) {
        group = group.element(Level::NOTE.message(circumstances));
    }
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(readable(note)));
    }
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(readable(help)));
    }
    let renderer = Renderer::styled().decor_style(DecorStyle::Ascii);
    let mut text = renderer.render(&[group]);
    text.push('\n');
    text
}

/// A sentence that names something endless without its middle.
fn readable(text: &str) -> Cow<'_, str> {
    if text.len() <= SENTENCE_WIDTH {
        return text.into();
    }
    let head = text.floor_char_boundary(SENTENCE_WIDTH / 2);
    let tail = text.ceil_char_boundary(text.len() - SENTENCE_WIDTH / 4);
    format!("{} … {}", &text[..head], &text[tail..]).into()
}

/// Where to read more about what went wrong, on one line; each code is named once. `options` go
/// after each code.
pub fn read_on(diagnostics: &[Diagnostic], options: &str) -> String {
    let mut codes: Vec<Code> = Vec::new();
    for diagnostic in diagnostics {
        if !codes.contains(&diagnostic.code) {
            codes.push(diagnostic.code);
        }
    }
    let commands: Vec<String> = codes
        .iter()
        .take(CODES_NAMED)
        .map(|code| format!("`pram explain {}{options}`", code.id()))
        .collect();
    english::read_on(&commands)
}

/// Who met it and when, for what happens during a run; an illegal access tells that itself.
fn circumstances(diagnostic: &Diagnostic) -> Option<String> {
    if diagnostic.code.status() == Status::Access {
        return None;
    }
    english::circumstances(
        diagnostic.processor.as_deref(),
        diagnostic.step,
        diagnostic.code == Code::BarrierNotReached,
    )
}

/// The labels of each file, the primary's file first; the first of a list is the primary where
/// there is one.
fn labels_by_file(diagnostic: &Diagnostic) -> Vec<(FileId, Vec<(&Label, bool)>)> {
    let mut files: Vec<(FileId, Vec<(&Label, bool)>)> = Vec::new();
    let primary = diagnostic.primary.iter().map(|label| (label, true));
    let secondary = diagnostic.secondary.iter().map(|label| (label, false));
    for (label, is_primary) in primary.chain(secondary) {
        let file = label.span.file;
        match files.iter_mut().find(|(known, _)| *known == file) {
            Some((_, labels)) => labels.push((label, is_primary)),
            None => files.push((file, vec![(label, is_primary)])),
        }
    }
    files
}

/// Lines of a file with their marks; lines that are not shown are empty.
struct Excerpt {
    text: String,
    first_line: usize,
    marks: Vec<Mark>,
}

/// A label within the text of an excerpt.
struct Mark {
    range: Range<usize>,
    text: String,
    primary: bool,
}

/// A label's place in its file: line by number (from 0), and bytes within that line.
struct Place<'a> {
    line: usize,
    range: Range<usize>,
    label: &'a Label,
    primary: bool,
}

/// The excerpts of one file, most often one; the primary's first, otherwise in the order of the text.
fn excerpts(sources: &Sources, file: FileId, labels: &[(&Label, bool)]) -> Vec<Excerpt> {
    let source = sources.get(file);
    let (source, line_starts) = (&source.text, source.line_starts());
    let line_start = |number: usize| line_starts[number] as usize;
    let line = |number: usize| {
        let next = line_starts.get(number + 1);
        let end = next.map_or(source.len(), |next| *next as usize - 1);
        source[line_start(number)..end].trim_end_matches('\r')
    };
    let mut places: Vec<Place> = labels
        .iter()
        .map(|&(label, primary)| {
            let (start, end) = on_boundaries(source, label.span);
            let number = line_starts.partition_point(|&first| first as usize <= start) - 1;
            let width = line(number).len();
            let from = (start - line_start(number)).min(width);
            // What goes on over several lines is marked on its first.
            let to = (end - line_start(number)).clamp(from, width);
            Place {
                line: number,
                range: from..to,
                label,
                primary,
            }
        })
        .collect();
    places.sort_by_key(|place| (place.line, place.range.start));

    let mut clusters: Vec<Vec<Place>> = Vec::new();
    for place in places {
        match clusters.last_mut() {
            Some(cluster)
                if cluster
                    .last()
                    .is_some_and(|last| place.line - last.line <= FARTHEST) =>
            {
                cluster.push(place);
            }
            _ => clusters.push(vec![place]),
        }
    }
    clusters.sort_by_key(|cluster| !cluster.iter().any(|place| place.primary));
    clusters
        .into_iter()
        .map(|cluster| excerpt(&cluster, line))
        .collect()
}

fn excerpt<'a>(cluster: &[Place], line: impl Fn(usize) -> &'a str) -> Excerpt {
    let first = cluster.first().map_or(0, |place| place.line);
    let last = cluster.last().map_or(0, |place| place.line);
    let mut text = String::new();
    let mut marks = Vec::new();
    for number in first..=last {
        let is_near = |place: &Place| place.line.abs_diff(number) <= NEIGHBOURHOOD;
        if !cluster.iter().any(is_near) {
            text.push('\n');
            continue;
        }
        let here = cluster.iter().filter(|place| place.line == number);
        let focus = here.clone().map(|place| place.range.start).min();
        let (cut, kept) = cut_line(line(number), focus.unwrap_or(0));
        let offset = text.len() + cut.lead;
        marks.extend(here.map(|place| {
            let start = place.range.start.clamp(kept.start, kept.end) - kept.start;
            let end = place.range.end.clamp(kept.start, kept.end) - kept.start;
            Mark {
                range: offset + start..offset + end,
                text: place.label.text.clone(),
                primary: place.primary,
            }
        }));
        text.push_str(&cut.text);
        text.push('\n');
    }
    text.pop();
    Excerpt {
        text,
        first_line: first + 1,
        marks,
    }
}

/// A line as it is shown.
struct CutLine {
    text: String,
    /// Bytes of the ellipsis before what was kept.
    lead: usize,
}

/// A line cut to a readable width around a byte of it, and which bytes of it were kept.
fn cut_line(line: &str, focus: usize) -> (CutLine, Range<usize>) {
    if line.len() <= LINE_WIDTH {
        let text = line.to_owned();
        return (CutLine { text, lead: 0 }, 0..line.len());
    }
    let start = line.floor_char_boundary(focus.saturating_sub(BEFORE_MARK));
    let end = line.ceil_char_boundary((start + LINE_WIDTH).min(line.len()));
    let before = if start > 0 { "… " } else { "" };
    let after = if end < line.len() { " …" } else { "" };
    let text = format!("{before}{}{after}", &line[start..end]);
    let lead = before.len();
    (CutLine { text, lead }, start..end)
}

/// The ends of a span, moved onto characters of the text.
fn on_boundaries(text: &str, span: Span) -> (usize, usize) {
    let start = text.floor_char_boundary((span.start as usize).min(text.len()));
    let end = text.ceil_char_boundary((span.end as usize).min(text.len()));
    (start, end.max(start))
}
