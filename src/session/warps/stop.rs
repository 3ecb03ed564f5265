//! The description of an instruction, and of the warps around it.

use std::fmt::Write as _;

use super::state::WarpState;
use super::{Warps, english};
use crate::language::Language;
use crate::machine::simt::history::{TimedInstruction, WarpAction};
use crate::present::text::step::statement;
use crate::present::text::warp::sentence;
use crate::session::source_text::line_of;

impl Warps<'_> {
    /// The stop: a sentence, and details below it.
    pub(super) fn described(&self) -> String {
        let mut text = format!("{}\n", self.sentence());
        let Some(one) = self.instruction() else {
            return text;
        };
        let _ = writeln!(text, "  lanes {}", self.lanes(one));
        let states = self.states();
        let mut counts = [0; 4];
        for (_, state) in &states {
            match state {
                WarpState::Memory(_) => counts[0] += 1,
                WarpState::Barrier(_) => counts[1] += 1,
                WarpState::Ready | WarpState::First => counts[2] += 1,
                WarpState::Ended => counts[3] += 1,
                WarpState::Issues => {}
            }
        }
        let _ = writeln!(text, "  {}", english::others(one.unit, counts));
        if let Some(followed) = self.followed.filter(|followed| *followed != one.warp)
            && let Some((_, state)) = states.iter().find(|(warp, _)| *warp == followed)
        {
            let _ = writeln!(text, "  warp {followed} {}", english::state(*state));
        }
        let _ = writeln!(text, "  {}", english::so_far(&self.cost_lines()));
        text
    }

    /// `Instruction 5 of 70, t = 5, line 23, …: warp 0 of group 0 writes S[0], …`
    pub(super) fn sentence(&self) -> String {
        let length = self.length();
        let Some(one) = self.instruction() else {
            return english::before_first(length);
        };
        let is_broken = self.at == length && !self.run.finished() && self.history.cut_at.is_none();
        let mark = if is_broken { " ✗" } else { "" };
        let (at, time) = (self.at, one.issued);
        let place = line_of(self.sources, one.what.span);
        let code = statement(self.sources, one.what.span);
        let said = sentence(self.history, one, Language::English);
        format!("Instruction {at} of {length}{mark}, t = {time}, {place}, `{code}`: {said}.")
    }

    /// A sign for each lane of a warp: `■` active, `·` not, and nothing where there is no item.
    pub(super) fn lanes(&self, one: &TimedInstruction) -> String {
        let items = self.history.launches[one.launch as usize].items;
        let first = u64::from(one.warp) * self.gpu.warp;
        let width = items.saturating_sub(first).min(self.gpu.warp);
        let sign = |lane: u64| {
            let is_active = one.what.lanes.iter().any(|own| u64::from(*own) == lane);
            if is_active { '■' } else { '·' }
        };
        (0..width).map(sign).collect()
    }

    /// The last instruction of each warp of the current group, up to now.
    pub(super) fn last_of_warps(&self) -> Vec<(u32, Option<&TimedInstruction>)> {
        let Some(here) = self.instruction() else {
            return Vec::new();
        };
        let is_here =
            |one: &&TimedInstruction| (one.launch, one.group) == (here.launch, here.group);
        let items = self.history.launches[here.launch as usize].items;
        let warps = items.div_ceil(self.gpu.warp) as u32;
        let mut last: Vec<(u32, Option<&TimedInstruction>)> =
            (0..warps).map(|warp| (warp, None)).collect();
        for one in self.history.instructions[..self.at].iter().filter(is_here) {
            if let Some(own) = last.get_mut(one.warp as usize) {
                own.1 = Some(one);
            }
        }
        last
    }

    /// What each warp of the current group does.
    pub(super) fn states(&self) -> Vec<(u32, WarpState)> {
        let Some(here) = self.instruction() else {
            return Vec::new();
        };
        let now = here.issued;
        let is_over = |warp: u32| {
            let later = &self.history.instructions[self.at..];
            self.history.cut_at.is_none()
                && later
                    .iter()
                    .all(|one| (one.launch, one.group, one.warp) != (here.launch, here.group, warp))
        };
        let state = |(warp, last): (u32, Option<&TimedInstruction>)| {
            let state = match last {
                _ if warp == here.warp => WarpState::Issues,
                None => WarpState::First,
                Some(one) if one.ready > now => match one.what.action {
                    WarpAction::Barrier => WarpState::Barrier(one.ready),
                    _ => WarpState::Memory(one.ready),
                },
                Some(_) if is_over(warp) => WarpState::Ended,
                Some(_) => WarpState::Ready,
            };
            (warp, state)
        };
        self.last_of_warps().into_iter().map(state).collect()
    }

    /// Time and instructions so far.
    pub(super) fn cost_lines(&self) -> Vec<String> {
        let lanes = self.history.instructions[..self.at].iter();
        let lanes: usize = lanes.map(|one| one.what.lanes.len()).sum();
        vec![
            format!("t = {} of {}", self.time(), self.history.end),
            format!("{} issued", self.at),
            format!("{lanes} lanes"),
        ]
    }

    /// How many instructions are issued in each of some equal parts of the time.
    pub(super) fn issued_over_time(&self, parts: usize) -> Vec<f64> {
        let mut counts = vec![0.0; parts.max(1)];
        let end = self.history.end.max(1);
        for one in &self.history.instructions {
            let part = one.issued as usize * counts.len() / end as usize;
            if let Some(count) = counts.get_mut(part) {
                *count += 1.0;
            }
        }
        counts
    }
}
