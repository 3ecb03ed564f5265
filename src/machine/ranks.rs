//! The order of all processors of a step.

use super::acting::Acting;
use super::names::TeamNames;

/// The numbers of all processors of a step.
pub struct Ranks {
    count: usize,
    /// By group and position; `None` for a single group, where the position is the number.
    table: Option<Vec<Vec<u32>>>,
}

impl Ranks {
    /// Of the processors of these groups.
    pub fn of(names: TeamNames<'_>, acting: &[Acting<'_>]) -> Self {
        let count = acting.iter().map(|actor| actor.group.lanes.len()).sum();
        if acting.len() == 1 {
            return Self { count, table: None };
        }
        let mut table: Vec<Vec<u32>> = acting
            .iter()
            .map(|actor| vec![0; actor.group.lanes.len()])
            .collect();
        for (rank, (group, position)) in in_order(names, acting).into_iter().enumerate() {
            table[group][position] = rank as u32;
        }
        Self {
            count,
            table: Some(table),
        }
    }

    /// The number of processors.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The number of the processor at a position of a group.
    pub fn rank(&self, group: usize, position: u32) -> u32 {
        match &self.table {
            None => position,
            Some(table) => table[group][position as usize],
        }
    }
}

/// Group and position of every processor of a step, in processor order.
pub fn in_order(names: TeamNames<'_>, acting: &[Acting<'_>]) -> Vec<(usize, usize)> {
    let one_team = acting
        .windows(2)
        .all(|pair| pair[0].group.team == pair[1].group.team);
    if one_team {
        return sorted(acting, |actor, position| actor.group.lanes.at(position));
    }
    sorted(acting, |actor, position| {
        names.path(actor.processor(position))
    })
}

fn sorted<K: Ord>(
    acting: &[Acting<'_>],
    key: impl Fn(&Acting<'_>, usize) -> K,
) -> Vec<(usize, usize)> {
    let mut order: Vec<(K, u32, u32)> = Vec::new();
    for (group, actor) in acting.iter().enumerate() {
        for position in 0..actor.group.lanes.len() {
            order.push((key(actor, position), group as u32, position as u32));
        }
    }
    order.sort_unstable();
    order
        .into_iter()
        .map(|(_, group, position)| (group as usize, position as usize))
        .collect()
}
