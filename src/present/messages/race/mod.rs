//! A race: both accesses, both processors, the section, the barrier that is missing.

mod english;

use std::cmp::Ordering;

use super::branches::{are_beside, is_loop_condition};
use crate::diagnostic::{Code, Diagnostic, Places};
use crate::language::{Language, Voice};
use crate::machine::rules::races::{Race, RaceAccess};
use crate::result::advice::Advice;
use crate::result::run::Run;
use crate::source::{Sources, Span};
use crate::syntax::vocabulary::Vocabularies;

/// What is known of a race.
struct KnownRace<'r> {
    race: &'r Race,
    /// Whether the machine lets many read a cell that nobody writes.
    concurrent_read: bool,
    /// Illegal accesses of the run besides this one.
    others: u64,
    way_out: WayOut,
    /// What happens on such a machine, if the race is one of reads.
    where_many_read: Option<WhereManyRead<'r>>,
    advice: Option<&'r Advice>,
}

/// What would order the two accesses, if anything can.
enum WayOut {
    /// A barrier after this line.
    Barrier {
        /// The last line before it.
        line: usize,
        /// Whether both execute the same statement of a loop.
        in_loop: bool,
    },
    /// A barrier in place of a loop that waits for the other processor's write.
    InPlaceOfWait {
        /// The line of the loop's condition.
        read: usize,
        /// The last line of the write.
        write: usize,
    },
    /// The accesses are in different branches, of which the first ends with this line.
    Branches(usize),
    /// Both update the cell.
    Update,
    /// Both read it in one statement.
    Reads,
    /// Both write it in one statement.
    Writes,
    /// One reads it, the other writes it, in one statement.
    ReadAndWrite,
}

/// What becomes of a race of reads where many may read a cell that nobody writes.
enum WhereManyRead<'r> {
    /// It is legal.
    Legal,
    /// Another write makes it illegal, too: its access and its line.
    Illegal(&'r RaceAccess, usize),
}

/// The message for the race of a run.
pub fn diagnostic(
    race: &Race,
    run: &Run,
    sources: &Sources,
    advice: Option<&Advice>,
) -> Diagnostic {
    let asynchronous = run.configuration.asynchronous();
    let known = KnownRace {
        race,
        concurrent_read: asynchronous.is_some_and(|machine| machine.concurrent_read),
        others: run.illegal_count().saturating_sub(1),
        way_out: way_out(race, run, sources),
        where_many_read: where_many_read(race, advice, sources),
        advice,
    };
    Vocabularies::of(sources).word(|voice| known.diagnostic(voice))
}

impl KnownRace<'_> {
    /// Where the cell is accessed: once if both execute the same place.
    fn sites(&self) -> Vec<Span> {
        let Race { earlier, later, .. } = self.race;
        let mut sites = vec![earlier.span, later.span];
        sites.dedup();
        sites
    }

    fn diagnostic(&self, voice: Voice) -> Diagnostic {
        let Race { earlier, later, .. } = self.race;
        let mut places = Places::nowhere(Code::Race).and(self.sites());
        let mut words = match voice.language {
            Language::English | Language::Croatian => english::words(self, voice),
        };
        places = places.and(later.trace.places());
        words = words.and(later.trace.words(Some(&self.race.cell), voice));
        if earlier.trace != later.trace {
            places = places.and(earlier.trace.places());
            words = words.and(earlier.trace.words(None, voice));
        }
        let mut diagnostic = places.in_step(later.step).with(words);
        diagnostic.processor = Some(later.processor.clone());
        diagnostic
    }
}

/// `i = 3 writes 7 into A[5]`
pub(in crate::present) fn did(cell: &str, access: &RaceAccess) -> String {
    match Language::default() {
        Language::English | Language::Croatian => english::did(cell, access),
    }
}

/// What becomes of the run where many may read a cell that nobody writes, as far as it was tried.
fn where_many_read<'r>(
    race: &Race,
    advice: Option<&'r Advice>,
    sources: &Sources,
) -> Option<WhereManyRead<'r>> {
    let advice = advice.filter(|_| race.reads_only)?;
    if advice.model.is_some() {
        return Some(WhereManyRead::Legal);
    }
    let race = advice.wider_race.as_ref()?;
    let write = [&race.earlier, &race.later]
        .into_iter()
        .find(|access| access.written.is_some())?;
    let line = sources.position(write.span).line;
    Some(WhereManyRead::Illegal(write, line))
}

/// The access after whose statement a barrier would order the two, if there is such a place: one
/// processor reached its access while the other still had statements to execute before. Where the
/// processors go access by access, it is not known in which iteration of a loop each of them executes one
/// statement.
pub(in crate::present) fn missing_barrier<'r>(
    race: &'r Race,
    run: &Run,
    sources: &Sources,
) -> Option<&'r RaceAccess> {
    let Race { earlier, later, .. } = race;
    if are_beside(earlier.statement, later.statement, sources) {
        return None;
    }
    let asynchronous = run.configuration.asynchronous();
    let by_access = asynchronous.is_some_and(|machine| machine.interleaving.is_some());
    if by_access && earlier.statement == later.statement {
        return None;
    }
    match earlier.stage.cmp(&later.stage) {
        Ordering::Less => Some(earlier),
        Ordering::Equal => None,
        Ordering::Greater => Some(later),
    }
}

/// What would order the two accesses, if anything can.
fn way_out(race: &Race, run: &Run, sources: &Sources) -> WayOut {
    let (earlier, later) = (&race.earlier, &race.later);
    if let Some(first) = missing_barrier(race, run, sources) {
        return WayOut::Barrier {
            line: last_line(first.statement, sources),
            in_loop: earlier.statement == later.statement,
        };
    }
    if earlier.statement != later.statement {
        return match waited_for(race, sources) {
            Some((read, write)) => WayOut::InPlaceOfWait {
                read: sources.position(read.span).line,
                write: last_line(write.statement, sources),
            },
            None => WayOut::Branches(last_line(earlier.statement, sources)),
        };
    }
    if is_update(race, sources) {
        return WayOut::Update;
    }
    match (earlier.written, later.written) {
        (None, None) => WayOut::Reads,
        (Some(_), Some(_)) => WayOut::Writes,
        _ => WayOut::ReadAndWrite,
    }
}

/// Where one of the two, in another branch than the other, reads the cell again and again until
/// that one writes it: the read and the write.
fn waited_for<'r>(race: &'r Race, sources: &Sources) -> Option<(&'r RaceAccess, &'r RaceAccess)> {
    let Race { earlier, later, .. } = race;
    let (read, write) = match (earlier.written, later.written) {
        (None, Some(_)) => (earlier, later),
        (Some(_), None) => (later, earlier),
        (None, None) | (Some(_), Some(_)) => return None,
    };
    let is_wait = is_loop_condition(read.span, sources)
        && are_beside(read.statement, write.statement, sources);
    is_wait.then_some((read, write))
}

/// Whether both accesses are to the target of an assignment that reads its target too, such as
/// `s += 1` or `s = s + 1`.
fn is_update(race: &Race, sources: &Sources) -> bool {
    let statement = sources.text(race.earlier.statement);
    let accesses = [&race.earlier, &race.later];
    let is_target = |access: &RaceAccess| {
        let behind = statement.strip_prefix(sources.text(access.span));
        behind.is_some_and(|behind| is_assignment(behind.trim_start()))
    };
    accesses.iter().any(|access| access.written.is_none()) && accesses.into_iter().all(is_target)
}

/// Whether an operator that assigns comes first.
fn is_assignment(text: &str) -> bool {
    let is_operator = |next: char| !next.is_alphanumeric() && !" \t\r\n_([{".contains(next);
    let end = text.find(|next| !is_operator(next)).unwrap_or(text.len());
    let operator = &text[..end];
    let compares = ["==", "<=", ">=", "!="].contains(&operator);
    let updates =
        operator.ends_with('=') || operator.starts_with("++") || operator.starts_with("--");
    (updates && !compares) || (operator.starts_with('=') && !operator.starts_with("=="))
}

pub(in crate::present) fn last_line(span: Span, sources: &Sources) -> usize {
    let last = Span {
        start: span.end.saturating_sub(1).max(span.start),
        ..span
    };
    sources.position(last).line
}
