//! The results of a file's claims in runs: at the requested sizes, and at small ones. A claim that fails
//! in one run fails, whatever holds for other sizes.

use indexmap::IndexMap;

use super::progress::Watcher;
use super::{ExecutedProgram, ProgramText, Request, check, execute_text};
use crate::machine::value::Value;
use crate::program::Constant;
use crate::result::claim::ClaimOutcome;
use crate::result::run::Run;
use crate::source::Sources;
use crate::syntax::include::Files;

/// The largest size of these runs.
const LARGEST_SIZE: i64 = 9;
/// The work in steps of all together.
const WORK_IN_ALL: u64 = 1 << 20;

/// A run that reached its end, and the results of the claims.
#[derive(Debug, Clone)]
pub struct ClaimedRun {
    /// The inputs that are integers, the processors, `p`, and `d` and `B` of the machine.
    pub numbers: IndexMap<String, i64>,
    /// Those of them that are sizes.
    pub sizes: Vec<String>,
    /// Those of them that do not depend on the sizes: `p` if it is given, `d` and `B`.
    pub given: Vec<&'static str>,
    /// Of each claim.
    pub claims: Vec<ClaimOutcome>,
}

impl ClaimedRun {
    fn of(run: &Run, sizes: &[String]) -> Self {
        let number = |(name, value): (&String, &Value)| match value {
            Value::Scalar(Constant::Int(value)) => Some((name.clone(), *value)),
            _ => None,
        };
        let mut numbers: IndexMap<String, i64> = run.inputs.iter().filter_map(number).collect();
        let mut of_machine = vec![("p", run.processors())];
        if let Some(machine) = run.configuration.asynchronous() {
            of_machine.push(("d", machine.delay));
            let barrier = machine.barrier.time(run.processors());
            of_machine.extend(barrier.map(|barrier| ("B", barrier)));
        }
        let mut given = Vec::new();
        for (name, value) in of_machine {
            let value = i64::try_from(value).unwrap_or(i64::MAX);
            let of_run = *numbers.entry(name.to_owned()).or_insert(value);
            // A length of an input may have this name, too.
            if of_run == value && (name != "p" || run.configuration.processors.is_some()) {
                given.push(name);
            }
        }
        Self {
            numbers,
            sizes: sizes.to_vec(),
            given,
            claims: run.claims.clone(),
        }
    }

    /// The sizes in words: `n = 3, m = 3`.
    pub fn at(&self) -> String {
        let size = |name: &String| Some(format!("{name} = {}", self.numbers.get(name)?));
        let sizes: Vec<String> = self.sizes.iter().filter_map(size).collect();
        sizes.join(", ")
    }
}

/// The requested run, and those at small sizes that the program accepts.
pub(super) fn runs(
    request: &Request,
    text: &ProgramText,
    (asked, sizes): (&Run, &[String]),
    sources: &Sources,
    files: &dyn Files,
    watcher: Watcher<'_>,
) -> Vec<ClaimedRun> {
    let mut runs = vec![ClaimedRun::of(asked, sizes)];
    let mut work = 0;
    for size in 1..=LARGEST_SIZE {
        if sizes.is_empty() || work > WORK_IN_ALL || watcher.interrupts() {
            break;
        }
        let smaller = check::smaller(request, sizes, size, 0);
        let mut sources = sources.clone();
        let executed = execute_text(text, &smaller, &mut sources, files, watcher);
        let Ok((ExecutedProgram { run, .. }, _)) = executed else {
            // The program does not accept this size.
            continue;
        };
        work += run.cost.steps.work.max(1);
        if run.error.is_none() {
            runs.push(ClaimedRun::of(&run, sizes));
        }
    }
    runs
}
