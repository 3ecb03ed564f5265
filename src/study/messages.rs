//! What runs on a multicomputer come to, as whole numbers that formulas are searched for.

use serde::{Deserialize, Serialize};

use super::option_problem::OptionProblem;
use crate::cost::{Cost, NetworkTimes};
use crate::diagnostic::Diagnostic;
use crate::language::Voice;
use crate::machine::configuration::Multicomputer;
use crate::network::{Decimal, Parameters};
use crate::result::network::NetworkCost;
use crate::result::run::Run;
use crate::result::study::{Amount, BusiestLink, NetworkRow};
use crate::source::Sources;
use crate::study::swept::{Failed, Measured, Swept};

/// What a run took on a multicomputer, and the parameters of that.
#[derive(Serialize, Deserialize)]
pub(super) struct Exchanged {
    pub cost: NetworkCost,
    pub parameters: Parameters,
}

impl Exchanged {
    /// That of a run; none on other machines.
    pub fn of(run: &Run) -> Option<Self> {
        Some(Self {
            cost: run.network.clone()?,
            parameters: run.configuration.multicomputer()?.parameters,
        })
    }

    /// About as many instructions as it took to execute: those of the critical path, on every
    /// processor, and the words on their way.
    pub fn effort(&self, cost: &Cost) -> u64 {
        let traffic = &self.cost.traffic;
        let on_path = cost.network.map_or(0, |times| times.path.t_c);
        let processors = self.cost.processors.len() as u64;
        (on_path.saturating_mul(processors))
            .saturating_add(traffic.messages)
            .saturating_add(traffic.word_hops)
    }
}

/// The most digits after the point of times: with more, 64 bits would hold no whole unit of time.
const MOST_DIGITS: u32 = 19;

/// Time and work of a run; none on other machines, and where they have more digits than are held.
pub(super) fn times(run: &Run) -> Option<NetworkTimes> {
    let cost = run.network.as_ref()?;
    let digits = digits(run.configuration.multicomputer()?)?;
    if digits > MOST_DIGITS {
        return None;
    }
    // T and W are at most C.
    whole(cost.cost, digits)?;
    Some(NetworkTimes {
        time: whole(cost.time, digits)?,
        work: whole(cost.work, digits)?,
        digits,
        path: cost.path,
        work_counts: cost.work_counts,
    })
}

/// Whether the times of a run are more than 64 bits can count.
pub(super) fn is_too_long(run: &Run) -> bool {
    run.configuration.multicomputer().is_some() && run.cost.network.is_none()
}

pub(super) fn too_long() -> Diagnostic {
    OptionProblem::TimesTooLong.diagnostic(Voice::default())
}

fn digits(machine: &Multicomputer) -> Option<u32> {
    machine.parameters.scaled().ok().map(|units| units.digits)
}

fn whole(time: Decimal, digits: u32) -> Option<u64> {
    u64::try_from(time.scaled(digits)?).ok()
}

/// Gives all counts of a sweep the same digits after the point, and says how many these are.
/// Sizes whose counts do not fit then have failed.
pub(super) fn level(swept: &mut Swept, sources: &Sources) -> u32 {
    let all = || swept.measured.iter().chain(&swept.beside);
    let own = |one: &Measured| one.cost.network.map_or(0, |times| times.digits);
    let digits = all().map(own).max().unwrap_or(0);
    let (kept, failed) = std::mem::take(&mut swept.measured)
        .into_iter()
        .partition(|one| fits(one, digits));
    swept.measured = kept;
    swept.beside.retain(|one| fits(one, digits));
    let failed: Vec<Measured> = failed;
    swept.failed.extend(failed.into_iter().map(|one| Failed {
        at: one.at,
        held_out: one.held_out,
        diagnostics: vec![too_long()],
        sources: sources.clone(),
    }));
    let costs = |one| costs(one).filter_map(|cost| cost.network.as_mut());
    for times in swept
        .measured
        .iter_mut()
        .chain(&mut swept.beside)
        .flat_map(costs)
    {
        *times = times.with_digits(digits).unwrap_or(*times);
    }
    digits
}

fn fits(one: &Measured, digits: u32) -> bool {
    let sequential = one.sequential.iter().flatten();
    let costs = std::iter::once(&one.cost).chain(&one.others);
    let mut costs = costs.chain(sequential).chain(&one.sequential_of_others);
    costs.all(|cost| {
        cost.network
            .is_none_or(|times| times.with_digits(digits).is_some())
    })
}

fn costs(one: &mut Measured) -> impl Iterator<Item = &mut Cost> {
    let sequential = one.sequential.iter_mut().flatten();
    let costs = std::iter::once(&mut one.cost).chain(&mut one.others);
    costs.chain(sequential).chain(&mut one.sequential_of_others)
}

/// What the rows of a report say of a run besides T, W and C.
pub(super) fn row(one: &Measured) -> Option<NetworkRow> {
    let network = one.network.as_ref()?;
    let cost = &network.cost;
    let amount = |time: Decimal| Amount::of(time).unwrap_or_default();
    let parameters = network.parameters.given();
    Some(NetworkRow {
        parameters: parameters
            .map(|(name, time)| (name.to_owned(), amount(time)))
            .collect(),
        decomposition: (network.parameters.given().zip(cost.path.counts()))
            .map(|((name, _), count)| (name.to_owned(), count))
            .collect(),
        computation: amount(cost.computation),
        communication: amount(cost.communication),
        waiting: amount(cost.waiting),
        messages: cost.traffic.messages,
        words: cost.traffic.words,
        word_hops: cost.traffic.word_hops,
        busiest_link: (cost.busiest.clone()).map(|(link, words)| BusiestLink { link, words }),
        link_waits: cost.traffic.link_waits,
        port_waits: cost.traffic.port_waits,
        largest_buffer: cost.traffic.largest_buffer_words,
    })
}
