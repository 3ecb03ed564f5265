//! Steps told in detail, against what a run without detail counts, and worked out by hand.

use std::sync::atomic::AtomicBool;

use pram::cost::Ledger;
use pram::machine::event::{FreeEvent, Observer, Part, Section, Stretch};
use pram::machine::meeting::{CellMeeting, Named};
use pram::machine::rules::model::{Simultaneity, WriteRule};
use pram::machine::step_site::SiteView;
use pram::machine::step_view::{GroupStep, StepView};
use pram::pipeline::{Request, load};
use pram::program::Constant;
use pram::source::Sources;
use proptest::prelude::*;

use crate::cases::cases;
use crate::differential::generated::request;
use crate::differential::generator::{Generated, generate, generate_asynchronous};
use crate::differential::setting::{Setting, asynchronous_setting, synchronous_setting};
use crate::files::NoFiles;

/// Everybody is named.
const ALL: Named = Named {
    cells: usize::MAX,
    processors: usize::MAX,
};

/// Counts as a ledger does, and keeps what is told in detail.
#[derive(Default)]
struct Detail {
    ledger: Ledger,
    /// Of the step that is told: reads and writes of shared memory.
    accesses: Option<(u64, u64)>,
    /// Whether the counts of some step were others than its accesses.
    differs: Vec<String>,
    steps: u64,
    readers_met: bool,
    writers_met: bool,
    /// Written cells with their values and processors, step by step.
    writes: Vec<Vec<(String, Option<Constant>, String)>>,
    reads: Vec<Vec<String>>,
    meetings: Vec<Vec<CellMeeting>>,
    free: Vec<String>,
}

impl Observer for Detail {
    fn wants_detail(&self) -> bool {
        true
    }

    fn detail(&mut self, step: &StepView<'_>) {
        self.steps += 1;
        let sites: Vec<(GroupStep<'_>, SiteView<'_>)> = (step.groups())
            .flat_map(|group| group.sites().into_iter().map(move |site| (group, site)))
            .collect();
        let count = |is_write: bool| {
            let counted = sites.iter().filter(|(_, site)| site.is_write() == is_write);
            let counted = counted.filter(|(_, site)| site.is_shared);
            counted.map(|(_, site)| site.count() as u64).sum()
        };
        self.accesses = Some((count(false), count(true)));
        let readers = step.readers_met(Simultaneity::Step, ALL).listed;
        let writers = step.writers_met(ALL).meetings.listed;
        self.readers_met |= !readers.is_empty();
        self.writers_met |= !writers.is_empty();
        self.meetings.push([readers, writers].concat());
        let accesses = |is_write: bool| {
            let chosen = sites
                .iter()
                .filter(move |(_, site)| site.is_write() == is_write);
            chosen.flat_map(|(group, site)| {
                site.positions().enumerate().map(move |(at, position)| {
                    let name = group.name(position);
                    (site.cell_name(at), site.value(at), name)
                })
            })
        };
        self.writes.push(accesses(true).collect());
        self.reads
            .push(accesses(false).map(|(cell, ..)| cell).collect());
    }

    fn free(&mut self, event: FreeEvent<'_>) {
        self.free.push(format!("{event:?}"));
    }

    fn step(&mut self, parts: &[Part]) {
        let counted: (u64, u64) = (
            parts.iter().map(|part| part.reads).sum(),
            parts.iter().map(|part| part.writes).sum(),
        );
        if let Some(told) = self.accesses.take()
            && told != counted
        {
            let step = self.steps;
            self.differs
                .push(format!("step {step}: {told:?} told, {counted:?} counted"));
        }
        self.ledger.step(parts);
    }

    fn stretch(&mut self, stretch: Stretch<'_>) {
        self.differs.push("a stretch is told in one".to_owned());
        self.ledger.stretch(stretch);
    }

    fn round(&mut self, clock: u64, active: u64) {
        self.ledger.round(clock, active);
    }

    fn settled(&mut self, clock: u64) {
        self.ledger.settled(clock);
    }

    fn section(&mut self, section: Section) {
        self.ledger.section(section);
    }

    fn block(&mut self, processors: u64) {
        self.ledger.block(processors);
    }

    fn printed(&mut self, line: String) {
        self.ledger.printed(line);
    }
}

/// A run in detail ends as any other, and tells the accesses that are counted.
fn check(generated: &Generated, setting: &Setting) -> Result<u64, String> {
    let request = request(generated, setting);
    let Ok(loaded) = load(&request, &mut Sources::default(), &NoFiles) else {
        return Ok(0);
    };
    let interrupt = AtomicBool::new(false);
    let (ending, detail) = loaded.observe(Detail::default(), &interrupt);
    let whole = loaded.execute(&interrupt);
    let text = &generated.text;
    if !detail.differs.is_empty() {
        return Err(format!("{:?}\n{setting:?}\n{text}", detail.differs));
    }
    let (legal, is_whole) = (
        ending.legal_on.step,
        ending.fault.is_none() && ending.violations.is_empty(),
    );
    let told = (detail.readers_met, detail.writers_met);
    let found = (legal.concurrent_read, legal.write != WriteRule::Exclusive);
    if is_whole && told != found {
        return Err(format!(
            "met {told:?}, found {found:?}\n{setting:?}\n{text}"
        ));
    }
    let (cost, printed) = detail.ledger.finish();
    let expected = format!("{:#?}", (whole.ending, whole.cost, whole.printed));
    let found = format!("{:#?}", (ending, cost, printed));
    if expected != found {
        return Err(format!(
            "expected {expected}\nfound {found}\n{setting:?}\n{text}"
        ));
    }
    Ok(detail.steps)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: cases("PROPTEST_CASES", 100),
        max_shrink_iters: 300,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn detail_changes_nothing_and_tells_what_is_counted(
        choices in proptest::collection::vec(any::<u16>(), 0..300),
        setting in synchronous_setting(),
    ) {
        check(&generate(&choices), &setting).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn detail_of_asynchronous_runs_tells_what_is_counted(
        choices in proptest::collection::vec(any::<u16>(), 0..300),
        setting in asynchronous_setting(),
    ) {
        check(&generate_asynchronous(&choices), &setting).map_err(TestCaseError::fail)?;
    }
}

fn told(text: &str, model: &'static str) -> Detail {
    let request = Request {
        name: "detail.pram".to_owned(),
        bytes: text.as_bytes().to_vec(),
        entry: None,
        assignments: Vec::new(),
        options: Setting::on(model).options(),
    };
    let loaded = load(&request, &mut Sources::default(), &NoFiles).expect("it is a program");
    loaded.observe(Detail::default(), &AtomicBool::new(false)).1
}

/// Processors 0 to 3 read A[0], A[0], A[1], A[1] and write their numbers into B[0], B[1], B[0], B[1].
const MEETINGS: &str = "program
    polje A[2] = 0, B[2] = 0;
    paralelno (za svaki i od 0 do 3)
        B[i % 2] = A[i / 2] + i;
    kraj_paralelno
    izlaz B[];
kraj_programa
";

/// Whether two processors met in a cell, whose number in memory may be any.
fn is_meeting(
    met: &CellMeeting,
    (cell, processors, agree, winner): (&str, [&str; 2], bool, Option<&str>),
) -> bool {
    let told = (met.cell.as_str(), met.count, met.agree);
    told == (cell, 2, agree) && met.processors == processors && met.winner.as_deref() == winner
}

#[test]
fn who_reads_and_writes_what_and_who_wins() {
    let detail = told(MEETINGS, "crcw-priority");
    // The arrays take no step.
    assert_eq!(detail.steps, 1);
    assert_eq!(detail.reads[0], ["A[0]", "A[0]", "A[1]", "A[1]"]);
    let written = |cell: &str, value, name: &str| {
        (cell.to_owned(), Some(Constant::Int(value)), name.to_owned())
    };
    let expected = [
        written("B[0]", 0, "i = 0"),
        written("B[1]", 1, "i = 1"),
        written("B[0]", 2, "i = 2"),
        written("B[1]", 3, "i = 3"),
    ];
    assert_eq!(detail.writes[0], expected);
    let expected = [
        ("A[0]", ["i = 0", "i = 1"], true, None),
        ("A[1]", ["i = 2", "i = 3"], true, None),
        ("B[0]", ["i = 0", "i = 2"], false, Some("i = 0")),
        ("B[1]", ["i = 1", "i = 3"], false, Some("i = 1")),
    ];
    assert_eq!(detail.meetings[0].len(), 4);
    for (met, expected) in detail.meetings[0].iter().zip(expected) {
        assert!(is_meeting(met, expected), "{met:?}");
    }
    assert_eq!(detail.free, ["Opened(4)", "Closed"]);
    // A sum has no winner.
    let summed = told(MEETINGS, "crcw-sum");
    assert!(
        summed.meetings[0]
            .iter()
            .all(|meeting| meeting.winner.is_none())
    );
}

/// Under the arbitrary rule the winner is the one whose value the cell holds afterwards.
#[test]
fn the_winner_is_whose_value_stays() {
    let detail = told(MEETINGS, "crcw-arbitrary");
    let text = MEETINGS.to_owned();
    let request = Request {
        name: "detail.pram".to_owned(),
        bytes: text.into_bytes(),
        entry: None,
        assignments: Vec::new(),
        options: Setting::on("crcw-arbitrary").options(),
    };
    let loaded = load(&request, &mut Sources::default(), &NoFiles).expect("it is a program");
    let outputs = loaded.execute(&AtomicBool::new(false)).ending.outputs;
    let winner = |cell: &str| {
        let mut meetings = detail.meetings[0].iter();
        let meeting = meetings.find(|meeting| meeting.cell == cell);
        let winner = meeting.and_then(|meeting| meeting.winner.clone());
        winner.expect("one wins").replace("i = ", "")
    };
    // Every processor wrote its number.
    let expected = format!("[{}, {}]", winner("B[0]"), winner("B[1]"));
    assert_eq!(outputs["B"].to_string(), expected);
}

/// An illegal step is told before it ends the run.
#[test]
fn an_illegal_step_is_told() {
    let detail = told(MEETINGS, "erew");
    assert_eq!(detail.steps, 1);
    assert!(detail.readers_met && detail.writers_met);
}

#[test]
fn what_takes_no_step_is_told() {
    let text = "algoritam f(x)
    vrati x + 1;
kraj_algoritma
program
    za k = 1 do 2
        y = f(k);
    polje A[3] = 0;
    paralelno (za svaki i od 0 do 2)
        ako (i == 0) A[i] = 1; inace A[i] = 2;
    kraj_paralelno
    izlaz A[], y;
kraj_programa
";
    let detail = told(text, "erew");
    let expected = [
        // Two turns, a call in each; behind the loop one processor goes on.
        "LoopBegun(1)",
        "LoopOver",
        "Iteration(1)",
        "Called(\"f\", 1)",
        "Returned",
        "Iteration(1)",
        "Called(\"f\", 1)",
        "Returned",
    ];
    let calls: Vec<&String> = (detail.free.iter())
        .filter(|event| !event.starts_with("Joined"))
        .collect();
    assert_eq!(calls.len(), 8 + 3, "{:?}", detail.free);
    let mut first: Vec<&str> = calls[..8].iter().map(|event| event.as_str()).collect();
    let mut expected = expected.to_vec();
    first.sort_unstable();
    expected.sort_unstable();
    assert_eq!(first, expected);
    assert_eq!(calls[8..], ["Opened(3)", "Parted(1, 2)", "Closed"]);
    // All three go on together behind the branch.
    assert!(
        detail.free.contains(&"Joined(3)".to_owned()),
        "{:?}",
        detail.free
    );
}
