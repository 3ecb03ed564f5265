//! A race in words, in English.

use super::{KnownRace, WayOut, WhereManyRead};
use crate::diagnostic::Words;
use crate::language::{Vocabulary, Voice};
use crate::machine::rules::races::{Race, RaceAccess};
use crate::present::text::value::scalar_text;
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::with_article;

/// What happened, by which rule it is illegal, and what would order the two accesses.
pub(super) fn words(known: &KnownRace<'_>, voice: Voice) -> Words {
    let Race {
        cell,
        earlier,
        later,
        ..
    } = known.race;
    let mut words = Words::message(title(known.race));
    if let [_] = known.sites().as_slice() {
        let (first, second) = (did(cell, earlier), did(cell, later));
        words = words.label(format!("(1) {first}, (2) {second} here"));
    } else {
        words = words
            .label(format!("(1) {} here", did(cell, earlier)))
            .label(format!("(2) {} here", did(cell, later)));
    }
    words = words.note(rule(known.concurrent_read));
    words = words.note(if known.race.reads_only {
        format!("under apram, a read is an access, too; no processor wrote `{cell}` in this section so far")
    } else {
        "processors run at their own pace: in this run (1) came first, in another run (2) may".to_owned()
    });
    if known.others > 0 {
        words = words.note(format!(
            "illegal accesses in this run besides this one: {}",
            known.others
        ));
    }
    words = words.help(way_out(known, voice.vocabulary));
    words = match &known.where_many_read {
        None => words,
        Some(WhereManyRead::Legal) => words
            .help("the model apram-cr allows many processors to read a cell that none writes in the section"),
        Some(WhereManyRead::Illegal(write, line)) => words.help(format!(
            "under apram-cr, where many may read a cell that nobody writes, this run is illegal too: \
             {} in line {line}",
            did(cell, write)
        )),
    };
    let ways = known.advice.map(|advice| advice.ways(voice));
    ways.unwrap_or_default()
        .into_iter()
        .fold(words, Words::help)
}

fn title(race: &Race) -> String {
    let Race {
        section,
        cell,
        earlier,
        later,
        ..
    } = race;
    let verb = |access: &RaceAccess| match access.written {
        Some(_) => "writes",
        None => "reads",
    };
    let (first, second) = (bracketed(&earlier.processor), bracketed(&later.processor));
    if verb(earlier) == verb(later) {
        let both = verb(later).trim_end_matches('s');
        return format!(
            "{first} and {second} both {both} `{cell}` in section {section}, with no barrier between \
             them"
        );
    }
    format!(
        "{first} {} `{cell}` and {second} {} it in section {section}, with no barrier between them",
        verb(earlier),
        verb(later)
    )
}

/// `i = 3 writes 7 into A[5]`
pub(super) fn did(cell: &str, access: &RaceAccess) -> String {
    let processor = bracketed(&access.processor);
    match access.written {
        Some(value) => format!("{processor} writes {} into {cell}", scalar_text(value)),
        None => format!("{processor} reads {cell}"),
    }
}

/// Several indices (`i = 3, j = 0`) are put in brackets, so that the sentence stays readable.
fn bracketed(processor: &str) -> String {
    if processor.contains(',') {
        format!("({processor})")
    } else {
        processor.to_owned()
    }
}

fn rule(concurrent_read: bool) -> &'static str {
    if concurrent_read {
        "the rule of apram-cr: between two barriers, a cell that is written may be accessed by one \
         processor only; a cell that is only read may be read by many"
    } else {
        "the rule of apram: between two barriers, only one processor may access a cell, reading \
         included"
    }
}

/// What would order the two accesses, if anything can.
fn way_out(known: &KnownRace<'_>, vocabulary: Vocabulary) -> String {
    let [barrier, if_word] = vocabulary.words([Concept::Barrier, Concept::If]);
    let barrier = with_article(barrier);
    let cell = &known.race.cell;
    match known.way_out {
        WayOut::Barrier { line, in_loop } => {
            let place = if in_loop { " in the loop" } else { "" };
            format!(
                "{barrier} after line {line}{place} would order them; all processors of the block \
                 have to reach it"
            )
        }
        WayOut::InPlaceOfWait { read, write } => format!(
            "a loop that waits until another processor writes `{cell}` orders nothing here: replace \
             it (line {read}) by {barrier} that all processors of the block reach, after the write in \
             line {write}"
        ),
        WayOut::Branches(line) => format!(
            "the two accesses are in different branches of one `{if_word}`, and no barrier fits between \
             them: end the `{if_word}` after line {line}, write {barrier}, and put the other access \
             into a second `{if_word}`"
        ),
        WayOut::Update => format!(
            "both read `{cell}` and then write it, so an update can be lost, and no barrier fits between: \
             let each processor update its own cell, and combine these cells in one processor or in a tree \
             after {barrier}"
        ),
        WayOut::Reads => format!(
            "both accesses are in the same statement, so no barrier fits between: give each processor \
             its own copy of `{cell}`"
        ),
        WayOut::Writes => "both accesses are in the same statement, so no barrier can help: each \
                           processor needs its own cell to write"
            .to_owned(),
        WayOut::ReadAndWrite => format!(
            "both accesses are in the same statement: read into a private variable first, then \
             {barrier}, then write"
        ),
    }
}
