//! Synchronous blocks on the asynchronous machine: "every statement becomes read – barrier –
//! compute – write – barrier".

use super::access::Deed;
use super::asynchronous::{Account, Asynchronous, shares};

/// What a statement costs that these processors of the program execute, in order, on `real` ones.
pub fn statement(deeds: &[&Deed], real: u64, machine: &Asynchronous, account: &mut Account) {
    // "A run of k consecutive global accesses d + k − 1."
    let run = |accesses: usize| match accesses as u64 {
        0 => 0,
        k => machine.delay + k - 1,
    };
    let (mut reading, mut computing) = (Vec::new(), Vec::new());
    for (processor, share) in shares(deeds.len(), real).into_iter().enumerate() {
        let pace = machine.pace(processor as u64);
        let virtuals = &deeds[share];
        // A read whose address is read follows in a run of its own.
        let depths = virtuals.iter().flat_map(|deed| &deed.depths);
        let deepest = depths.clone().copied().max().unwrap_or(0);
        let runs =
            (0..=deepest).map(|depth| run(depths.clone().filter(|at| **at == depth).count()));
        reading.push(pace * runs.sum::<u64>());
        let locals: u64 = virtuals.iter().map(|deed| deed.locals()).sum();
        let writes = virtuals.iter().filter(|deed| deed.write.is_some()).count();
        computing.push(pace * (locals + run(writes)));
    }
    let barrier = machine.barrier.of(real);
    // "The read barrier is left out where nothing global is read, the write barrier where nothing
    // is written."
    if deeds.iter().any(|deed| !deed.reads.is_empty()) {
        account.section(&reading, Some(barrier));
    }
    let writes = deeds.iter().any(|deed| deed.write.is_some());
    account.section(&computing, writes.then_some(barrier));
}
