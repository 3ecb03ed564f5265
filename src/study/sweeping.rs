//! The sweep of a report: the sizes asked for, those that confirm formulas, and what is still
//! missing when it is known what the program accepts.

use super::ReportRequest;
use crate::complexity::held_out::{FirstRuns, MOST_ADDED, above, between, further};
use crate::complexity::joint::Pairs;
use crate::complexity::residues::Tried;
use crate::diagnostic::Status;
use crate::pipeline::prepare::threads;
use crate::pipeline::progress::Progress;
use crate::study::role::Role;
use crate::study::sizes::Variation;
use crate::study::sweep::Sweep;
use crate::study::swept::{Failed, Job, Measured, Swept};

/// Times of the asynchronous machine that are added at most: counts are affine in them, unless the
/// program reads them.
const MOST_TIMES: usize = 8;

/// Instructions that the block of small sizes may take, if an element takes as many there as in the
/// largest size that ran.
const MOST_INSTRUCTIONS: f64 = 4e7;

/// Runs every size.
pub(super) fn run(
    sweep: &Sweep,
    variations: &[Variation],
    request: &ReportRequest,
    progress: &(dyn Fn(Progress) + Sync),
) -> Swept {
    let threads = threads(request.threads);
    let (asked, added) = combinations(variations, sweep.roles);
    let job = |held_out| {
        move |at| Job {
            at,
            held_out,
            left: None,
        }
    };
    let mut jobs: Vec<Job> = asked.into_iter().map(job(false)).collect();
    if request.add_sizes {
        jobs.extend(added.into_iter().map(job(true)));
    }
    let mut swept = sweep.run(jobs, threads, progress);
    let waits = swept.units.iter().any(|unit| !unit.is_done);
    if !request.add_sizes || swept.interrupted || waits {
        return swept;
    }
    let Some(largest) = largest(&swept) else {
        return swept;
    };
    let outcome = FirstRuns {
        tried: &tried(sweep, &swept),
        largest: &largest.at,
        instructions: largest.effort(),
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
    // The others follow one from the other: who makes the report runs them.
    if sweep.share.is_some_and(|share| share.owns.is_some()) {
        return swept;
    }
    run_above(sweep, &mut swept, progress);
    let jobs: Vec<Job> = block(sweep, &swept).into_iter().map(job(true)).collect();
    if !jobs.is_empty() {
        swept.add_beside(sweep.run(jobs, threads, progress));
    }
    swept
}

/// Runs sizes above the largest one after the other, as long as their work stays below that of the
/// sizes asked for: each with what is left of that.
fn run_above(sweep: &Sweep, swept: &mut Swept, progress: &(dyn Fn(Progress) + Sync)) {
    let asked = swept.measured.iter().filter(|one| !one.held_out);
    let mut left = (asked.map(Measured::work)).fold(0, u64::saturating_add);
    let Some(largest) = largest(swept) else {
        return;
    };
    let outcome = FirstRuns {
        tried: &tried(sweep, swept),
        largest: &largest.at,
        instructions: largest.effort(),
    };
    for at in above(&outcome) {
        if left == 0 || swept.interrupted {
            return;
        }
        let is_known = |known: &Vec<i64>| *known == at;
        let mut ran = swept.measured.iter().map(|one| &one.at);
        if ran.any(is_known) || swept.failed.iter().any(|one| is_known(&one.at)) {
            continue;
        }
        let job = Job {
            at,
            held_out: true,
            left: Some(left),
        };
        let one = sweep.run(vec![job], 1, progress);
        // Larger ones reach the limit too; that says nothing about the program.
        if one.failed.iter().any(is_limit) {
            return;
        }
        let work = one.measured.iter().map(Measured::work);
        left = left.saturating_sub(work.fold(0, u64::saturating_add));
        swept.add(one);
    }
}

/// The largest size asked for that ran.
fn largest(swept: &Swept) -> Option<&Measured> {
    let asked = swept.measured.iter().filter(|one| !one.held_out);
    asked.max_by_key(|one| one.at.iter().map(|n| i128::from(*n)).sum::<i128>())
}

/// Of two names that vary, small sizes with every pair of residues.
fn block(sweep: &Sweep, swept: &Swept) -> Vec<Vec<i64>> {
    let sizes = sweep.roles.iter().filter(|role| !role.is_time()).count();
    let largest = (swept.measured.iter()).max_by_key(|one| one.effort());
    let (2, Some(largest)) = (sizes, largest) else {
        return Vec::new();
    };
    let pair = |at: &Vec<i64>| [at[0], at[1]];
    let pairs = Pairs {
        ran: swept.measured.iter().map(|one| pair(&one.at)).collect(),
        refused: refused(swept).iter().map(pair).collect(),
        second_is_bounded: sweep.is_bounded(),
    };
    let per_size = largest.effort() as f64 / largest.at[0].max(1) as f64;
    let is_cheap = |block: &Vec<[i64; 2]>| {
        let sizes = block.iter().map(|at| at[0] as f64);
        sizes.sum::<f64>() * per_size <= MOST_INSTRUCTIONS
    };
    let asked = swept.measured.iter().filter(|one| !one.held_out);
    let least = asked.map(|one| one.at[0]).min().unwrap_or(1);
    let halved = std::iter::successors(Some(least), |least| (*least > 1).then_some(least / 2));
    let mut blocks = halved.map(|least| pairs.block(least));
    let block = blocks.find(is_cheap).unwrap_or_default();
    let of = |at: [i64; 2]| [&at[..], &largest.at[2..]].concat();
    let ran = |at: &Vec<i64>| swept.measured.iter().any(|one| one.at[..2] == at[..2]);
    block.into_iter().map(of).filter(|at| !ran(at)).collect()
}

/// Whether a run reached a limit, which says nothing about what the program accepts.
pub(super) fn is_limit(failed: &Failed) -> bool {
    let mut statuses = failed
        .diagnostics
        .iter()
        .map(|problem| problem.code.status());
    statuses.any(|status| status == Status::Limit)
}

/// The sizes that the program did not accept.
pub(super) fn refused(swept: &Swept) -> Vec<Vec<i64>> {
    let failed = swept.failed.iter().chain(&swept.failed_beside);
    let failed = failed.filter(|failed| !is_limit(failed));
    failed.map(|failed| failed.at.clone()).collect()
}

/// What was tried of each name that varies, the times of the machine aside.
pub(super) fn tried(sweep: &Sweep, swept: &Swept) -> Vec<Tried> {
    let refused = refused(swept);
    let of = |(place, name): (usize, &String)| {
        let counted = swept.measured.iter().chain(&swept.beside);
        let ran: std::collections::BTreeSet<i64> = counted.map(|one| one.at[place]).collect();
        let refused = refused.iter().map(|at| at[place]);
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

/// Every combination of sizes, and those to confirm formulas on.
fn combinations(variations: &[Variation], roles: &[Role]) -> (Vec<Vec<i64>>, Vec<Vec<i64>>) {
    let mut asked: Vec<Vec<i64>> = vec![Vec::new()];
    for variation in variations {
        asked = asked
            .iter()
            .flat_map(|at| (variation.values.iter()).map(|value| [&at[..], &[*value]].concat()))
            .collect();
    }
    let others: Vec<Vec<i64>> = (variations.iter().zip(roles))
        .map(|(variation, role)| {
            let mut between = between(&variation.values);
            if role.is_time() {
                between = thinned(between);
            }
            if between.is_empty() {
                variation.values.clone()
            } else {
                between
            }
        })
        .collect();
    let mut added: Vec<Vec<i64>> = Vec::new();
    let longest = others.iter().map(Vec::len).max().unwrap_or(0);
    for at in 0..longest.min(MOST_ADDED) {
        let values = others.iter().map(|values| values[at % values.len()]);
        let size: Vec<i64> = values.collect();
        if !asked.contains(&size) && !added.contains(&size) {
            added.push(size);
        }
    }
    (asked, added)
}

/// Some of the sizes, evenly.
fn thinned(sizes: Vec<i64>) -> Vec<i64> {
    let every = sizes.len().div_ceil(MOST_TIMES).max(1);
    sizes.into_iter().step_by(every).collect()
}
