//! The JSON of all that is illegal in a run: accesses in steps, races in sections, deadlocks.

use schemars::JsonSchema;
use serde::Serialize;

use crate::present::json::deadlock::DeadlockJson;
use crate::present::json::network::MessageFaultJson;
use crate::present::json::race::RaceJson;
use crate::present::json::violation::ViolationJson;
use crate::result::run::Run;
use crate::source::Sources;

/// Something illegal, told apart by its `code`.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum IllegalJson {
    /// `E0501`, `E0502`, `E0503`: in a synchronous step.
    Access(ViolationJson),
    /// `E0504`: in a section of an asynchronous block.
    Race(RaceJson),
    /// `E0505`: at barriers of an asynchronous block.
    Deadlock(DeadlockJson),
    /// `E0506` to `E0512`: among the processors of a multicomputer.
    Message(MessageFaultJson),
}

/// What is illegal in a run, in the order in which it happened.
pub(super) fn illegal(run: &Run, sources: &Sources) -> Vec<IllegalJson> {
    let mut illegal: Vec<(u64, IllegalJson)> = (run.violations.iter())
        .map(|violation| {
            let json = ViolationJson::new(violation, sources);
            (violation.step, IllegalJson::Access(json))
        })
        .collect();
    illegal.extend(run.race.iter().map(|race| {
        let json = RaceJson::new(race, run, sources);
        (race.later.step, IllegalJson::Race(json))
    }));
    illegal.sort_by_key(|(step, _)| *step);
    let ended = run.deadlock.as_ref().zip(run.error.as_ref());
    let deadlock = ended.map(|(waits, error)| DeadlockJson::new(waits, error, run, sources));
    let illegal = illegal.into_iter().map(|(_, json)| json);
    let ended = run.network_fault.as_ref().zip(run.error.as_ref());
    let fault = ended.map(|(fault, error)| MessageFaultJson::new(fault, error, run, sources));
    let fault = fault.map(IllegalJson::Message);
    illegal
        .chain(deadlock.map(IllegalJson::Deadlock))
        .chain(fault)
        .collect()
}
