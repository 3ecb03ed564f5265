//! The sweep of a report: the sizes asked for, those that confirm formulas, and what is still
//! missing when it is known what the program accepts.

use super::{Progress, ReportRequest};
use crate::diagnostic::Status;
use crate::complexity::residues::Tried;
use crate::pipeline::held_out::{Outcome, combinations, further};
use crate::pipeline::sizes::Variation;
use crate::pipeline::sweep::{Failed, Job, Sweep, Swept};

/// Runs every size.
pub(super) fn run(
    sweep: &Sweep,
    variations: &[Variation],
    request: &ReportRequest,
    progress: &(dyn Fn(Progress) + Sync),
) -> Swept {
    let threads = crate::pipeline::threads(request.threads);
    let (asked, added) = combinations(variations, sweep.roles);
    let job = |held_out| move |at| Job { at, held_out };
    let mut jobs: Vec<Job> = asked.into_iter().map(job(false)).collect();
    if request.add_sizes {
        jobs.extend(added.into_iter().map(job(true)));
    }
    let mut swept = sweep.run(jobs, threads, progress);
    if !request.add_sizes || swept.interrupted {
        return swept;
    }
    let largest = (swept.measured.iter().filter(|one| !one.held_out))
        .max_by_key(|one| one.at.iter().map(|n| i128::from(*n)).sum::<i128>());
    let Some(largest) = largest else {
        return swept;
    };
    let outcome = Outcome {
        tried: &tried(sweep, &swept),
        roles: sweep.roles,
        largest: &largest.at,
        instructions: largest.cost.instructions.work,
    };
    let is_new = |at: &Vec<i64>| {
        let ran = swept.measured.iter().any(|one| one.at == *at);
        !ran && !swept.failed.iter().any(|one| one.at == *at)
    };
    let jobs: Vec<Job> = further(&outcome)
        .into_iter()
        .filter(is_new)
        .map(job(true))
        .collect();
    if !jobs.is_empty() {
        swept.add(sweep.run(jobs, threads, progress));
    }
    swept
}

/// What was tried of each name that varies, the times of the machine aside. A run that reached a
/// limit says nothing about what the program accepts.
pub(super) fn tried(sweep: &Sweep, swept: &Swept) -> Vec<Tried> {
    let is_limit = |failed: &Failed| {
        let mut statuses = failed.diagnostics.iter().map(|problem| problem.code.status());
        statuses.any(|status| status == Status::Limit)
    };
    let of = |(place, name): (usize, &String)| {
        let ran: std::collections::BTreeSet<i64> =
            swept.measured.iter().map(|one| one.at[place]).collect();
        let failed = swept.failed.iter().filter(|failed| !is_limit(failed));
        let refused = failed.map(|failed| failed.at[place]);
        Tried {
            name: name.clone(),
            refused: refused.filter(|size| !ran.contains(size)).collect(),
            ran,
        }
    };
    let sizes = sweep.names.iter().enumerate();
    let sizes = sizes.filter(|(place, _)| !sweep.roles[*place].is_time());
    sizes.map(of).collect()
}
