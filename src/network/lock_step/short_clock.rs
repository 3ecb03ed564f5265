//! Clocks of blocks in lock step, in half the memory; lock step is given up if a value does not fit.

use crate::network::clock::{Clock, Decomposition};
use crate::network::occupancy::Until;
use crate::network::parameters::{Overflow, Units};
use crate::network::processors::Now;

/// A component of time, by its place among the counts of a [`Decomposition`].
#[derive(Clone, Copy, Debug)]
pub enum ClockPart {
    StartUp,
    Word,
    Header,
    Instruction,
    Call,
}

/// The scaled parameters, as far as they fit.
#[derive(Clone, Copy, Debug)]
pub struct ShortUnits([i64; 6]);

/// A [`Clock`] whose time and counts fit.
#[derive(Clone, Copy, Debug, Default)]
pub struct ShortClock {
    pub time: i64,
    path: [u32; 6],
}

impl ShortUnits {
    pub fn of(units: &Units) -> Result<Self, Overflow> {
        let Units {
            t_s,
            t_w,
            t_h,
            t_c,
            t_o,
            barrier,
            ..
        } = *units;
        let mut short = [0; 6];
        for (short, unit) in short.iter_mut().zip([t_s, t_w, t_h, t_c, t_o, barrier]) {
            *short = unit.try_into().map_err(|_| Overflow)?;
        }
        Ok(Self(short))
    }

    /// `count` times the value of a parameter.
    #[inline]
    pub fn time(&self, part: ClockPart, count: u64) -> Result<i64, Overflow> {
        let count = i64::try_from(count).map_err(|_| Overflow)?;
        self.0[part as usize].checked_mul(count).ok_or(Overflow)
    }
}

impl ShortClock {
    pub fn of(clock: &Clock) -> Result<Self, Overflow> {
        let mut path = [0; 6];
        for (short, count) in path.iter_mut().zip(clock.path.counts()) {
            *short = count.try_into().map_err(|_| Overflow)?;
        }
        let time = clock.time.try_into().map_err(|_| Overflow)?;
        Ok(Self { time, path })
    }

    #[inline]
    pub fn long(&self) -> Clock {
        Clock {
            time: self.time.into(),
            path: self.path(),
        }
    }

    #[inline]
    pub fn path(&self) -> Decomposition {
        let [t_s, t_w, t_h, t_c, t_o, barriers] = self.path.map(u64::from);
        Decomposition {
            t_s,
            t_w,
            t_h,
            t_c,
            t_o,
            barriers,
        }
    }

    /// This clock, advanced by `count` times a parameter.
    #[inline]
    pub fn after(
        mut self,
        part: ClockPart,
        count: u64,
        units: &ShortUnits,
    ) -> Result<Self, Overflow> {
        self.pass(part, count, units)?;
        Ok(self)
    }

    /// Advances this clock by `count` times a parameter.
    #[inline]
    pub fn pass(
        &mut self,
        part: ClockPart,
        count: u64,
        units: &ShortUnits,
    ) -> Result<(), Overflow> {
        let more = u32::try_from(count).map_err(|_| Overflow)?;
        let own = &mut self.path[part as usize];
        *own = own.checked_add(more).ok_or(Overflow)?;
        let time = self.time.checked_add(units.time(part, count)?);
        self.time = time.ok_or(Overflow)?;
        Ok(())
    }
}

impl Now for ShortClock {
    #[inline]
    fn time(&self) -> i128 {
        self.time.into()
    }

    fn clock(&self) -> Clock {
        self.long()
    }
}

impl Until for ShortClock {
    fn is_after(&self, time: i128, _: &Units) -> bool {
        i128::from(self.time) > time
    }
}
