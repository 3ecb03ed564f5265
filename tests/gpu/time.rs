//! The time of a launch on the twin: every unit of time is gone through with a list of warps.

use super::kernel::Machine;

/// An issued instruction, for the schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Issue {
    Operator,
    OfGroup(u64),
    Global(u64),
    Barrier,
}

/// A warp in a unit.
struct Placed {
    stream: Vec<Issue>,
    next: usize,
    ready: Option<u64>,
    group: usize,
    has_ended: bool,
}

/// The time of the launch, unit of time by unit of time.
pub fn time(machine: &Machine, streams: Vec<Vec<Vec<Issue>>>) -> u64 {
    let mut waiting = streams.into_iter().enumerate();
    let mut units: Vec<(Vec<Placed>, Option<usize>, u64)> =
        (0..machine.k).map(|_| (Vec::new(), None, 0)).collect();
    let place = |warps: &mut Vec<Placed>, (group, streams): (usize, Vec<Vec<Issue>>), now: u64| {
        warps.extend(streams.into_iter().map(|stream| Placed {
            stream,
            next: 0,
            ready: Some(now),
            group,
            has_ended: false,
        }));
    };
    for _ in 0..machine.groups {
        for (warps, _, _) in &mut units {
            if let Some(group) = waiting.next() {
                place(warps, group, 0);
            }
        }
    }
    let (mut now, mut global_free, mut end) = (0, 0, 0);
    loop {
        for (warps, last, group_free) in &mut units {
            // Groups that have ended make room.
            for at in 0..warps.len() {
                let warp = &warps[at];
                let is_over =
                    warp.next == warp.stream.len() && warp.ready.is_some_and(|at| at <= now);
                if warp.has_ended || !is_over {
                    continue;
                }
                warps[at].has_ended = true;
                end = end.max(now);
                let group = warps[at].group;
                if warps
                    .iter()
                    .all(|warp| warp.group != group || warp.has_ended)
                    && let Some(group) = waiting.next()
                {
                    place(warps, group, now);
                }
            }
            let first = last.map_or(0, |last| last + 1);
            let order = (first..warps.len()).chain(0..first.min(warps.len()));
            let is_ready = |warp: &Placed| {
                !warp.has_ended
                    && warp.next < warp.stream.len()
                    && warp.ready.is_some_and(|at| at <= now)
            };
            let Some(chosen) = order.into_iter().find(|at| is_ready(&warps[*at])) else {
                continue;
            };
            *last = Some(chosen);
            let warp = &mut warps[chosen];
            let issue = warp.stream[warp.next];
            warp.next += 1;
            match issue {
                Issue::Operator => warp.ready = Some(now + 1),
                Issue::OfGroup(passes) => {
                    let begin = now.max(*group_free);
                    *group_free = begin + passes;
                    warp.ready = Some(begin + passes + machine.l_s - 1);
                }
                Issue::Global(transactions) => {
                    global_free = (machine.q * now).max(global_free) + transactions;
                    warp.ready = Some(global_free.div_ceil(machine.q) + machine.l_g - 1);
                }
                Issue::Barrier => {
                    warp.ready = None;
                    let group = warp.group;
                    // Every warp of these kernels comes to every barrier.
                    let own = || warps.iter().filter(|warp| warp.group == group);
                    let barriers = |warp: &Placed| {
                        warp.stream[..warp.next]
                            .iter()
                            .filter(|one| **one == Issue::Barrier)
                            .count()
                    };
                    let most = own().map(barriers).max();
                    if own().all(|warp| warp.ready.is_none() && Some(barriers(warp)) == most) {
                        for warp in warps.iter_mut().filter(|warp| warp.group == group) {
                            warp.ready = Some(now + 1);
                        }
                    }
                }
            }
        }
        if units
            .iter()
            .all(|(warps, ..)| warps.iter().all(|warp| warp.has_ended))
        {
            return end;
        }
        now += 1;
    }
}
