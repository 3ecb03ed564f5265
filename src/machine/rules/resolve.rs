//! The contents of cells after a step with concurrent writes, by the rule of the model.

use std::hint::black_box;
use std::sync::atomic::Ordering::Relaxed;

use super::merged::MergeNote;
use super::model::WriteRule;
use super::store::{array_info, differ, mix};
use crate::code::algorithm::ArrayInfo;
use crate::code::operation::Binary;
use crate::engine::arithmetic;
use crate::engine::memory::{Memory, Stamp};
use crate::machine::acting::{Acting, Writes};
use crate::machine::cause::binary_fault;
use crate::machine::configuration::Configuration;
use crate::machine::fault::FaultKind;
use crate::machine::names::{TeamNames, TeamProcessor};
use crate::machine::ranks;
use crate::program::Type;
use crate::source::Span;

/// A combination of written values that fails.
pub struct CombinationFailure {
    /// Why.
    pub kind: Box<FaultKind>,
    /// The write in the source.
    pub span: Span,
    /// The processor whose value could not be combined with the others.
    pub processor: TeamProcessor,
}

/// Executes the writes of a step with concurrent writes, in processor order, by the rule of the model.
/// If the rule does not define the result (an illegal exclusive or common write), one of them wins as
/// with the arbitrary rule. Returns what is to be noted for each group.
pub fn resolve(
    memory: &mut Memory,
    acting: &[Acting<'_>],
    rules: &Configuration,
    step: u64,
    names: TeamNames<'_>,
) -> Result<Vec<MergeNote>, Box<CombinationFailure>> {
    let epoch = memory.next_epochs(DIFFERED + 1);
    let mut stamps = memory.take_writers();
    let mut resolution = Resolution {
        memory,
        stamps: &mut stamps,
        epoch,
        lots: Lots::new(rules.seed, step),
        notes: vec![MergeNote::default(); acting.len()],
    };
    let resolved = resolution.all(acting, rules, names);
    let notes = resolution.notes;
    memory.put_writers(stamps);
    resolved.map(|()| notes)
}

/// The writes of a step while they are resolved.
struct Resolution<'a> {
    memory: &'a Memory,
    /// By cell, the stamp of its last writer: of `epoch` or later if that was in this step.
    stamps: &'a mut [Stamp],
    /// The epoch of a cell that one processor wrote.
    epoch: u32,
    lots: Lots,
    /// By group.
    notes: Vec<MergeNote>,
}

/// Added to the epoch for a single writer: two processors wrote the cell.
const MET: u32 = 1;
/// Added instead: they wrote different values.
const DIFFERED: u32 = 2;

/// Number of cells that are prefetched together.
const FETCHED: usize = 32;

impl Resolution<'_> {
    fn all(
        &mut self,
        acting: &[Acting<'_>],
        rules: &Configuration,
        names: TeamNames<'_>,
    ) -> Result<(), Box<CombinationFailure>> {
        if let [actor] = acting {
            let positions = 0..actor.group.lanes.len();
            return match Writer::new(actor, rules, names) {
                Some(writer) => self.group(0, &writer, positions),
                None => Ok(()),
            };
        }
        let writers: Vec<Option<Writer<'_>>> = (acting.iter())
            .map(|actor| Writer::new(actor, rules, names))
            .collect();
        for (group, position) in ranks::in_order(names, acting) {
            if let Some(writer) = &writers[group] {
                self.group(group, writer, position..position + 1)?;
            }
        }
        Ok(())
    }

    /// The writes of the processors at some positions of a group, in order.
    fn group(
        &mut self,
        group: usize,
        writer: &Writer<'_>,
        positions: std::ops::Range<usize>,
    ) -> Result<(), Box<CombinationFailure>> {
        if !writer.writes.shared {
            for position in positions {
                let cell = writer.writes.cells[position] as usize;
                self.first(
                    cell,
                    writer.writes.values[position],
                    writer.number(position),
                );
            }
            return Ok(());
        }
        match &writer.rule {
            Combining::First => self.each(group, writer, positions, |_, _, old, _| Ok(old)),
            Combining::Lots => self.each(group, writer, positions, |lots, stamp, old, new| {
                if lots.of(new.number) > lots.of(stamp.processor) {
                    stamp.processor = new.number;
                    Ok(new.value)
                } else {
                    Ok(old)
                }
            }),
            Combining::With(operation) => {
                let operation = *operation;
                self.each(group, writer, positions, move |_, _, old, new| {
                    match arithmetic::binary_word(operation, old, new.value) {
                        (settled, flag) if flag >= 0 => Ok(settled),
                        _ => Err(Box::new(binary_fault(operation, old, new.value))),
                    }
                })
            }
            Combining::Undefined(kind) => self.each(group, writer, positions, |_, _, _, _| {
                Err(Box::new(kind.clone()))
            }),
        }
    }

    /// The first write to a cell in this step.
    fn first(&mut self, cell: usize, value: i64, number: u32) {
        self.stamps[cell] = Stamp {
            epoch: self.epoch,
            processor: number,
        };
        self.memory.write(cell, value);
    }

    /// Writes to shared memory; `settle` decides what a cell holds that was written before.
    #[inline]
    fn each(
        &mut self,
        group: usize,
        writer: &Writer<'_>,
        positions: std::ops::Range<usize>,
        settle: impl Fn(&Lots, &mut Stamp, i64, New) -> Result<i64, Box<FaultKind>>,
    ) -> Result<(), Box<CombinationFailure>> {
        let keeps_one = matches!(writer.rule, Combining::First | Combining::Lots);
        for start in positions.clone().step_by(FETCHED) {
            let positions = start..positions.end.min(start + FETCHED);
            if writer.is_scattered {
                self.fetch(&writer.writes.cells[positions.clone()]);
            }
            for position in positions {
                let cell = writer.writes.cells[position] as usize;
                let value = writer.writes.values[position];
                let number = writer.number(position);
                let state = self.stamps[cell].epoch.wrapping_sub(self.epoch);
                if state > DIFFERED {
                    self.first(cell, value, number);
                    continue;
                }
                let word = &self.memory.words()[cell];
                let old = word.load(Relaxed);
                if state < DIFFERED {
                    let differs = keeps_one && differ(old, value, writer.array.element);
                    self.note(group, position, cell, differs);
                }
                let new = New { value, number };
                match settle(&self.lots, &mut self.stamps[cell], old, new) {
                    Ok(settled) => word.store(settled, Relaxed),
                    Err(kind) => return Err(Box::new(writer.failure(kind, position))),
                }
            }
        }
        Ok(())
    }

    /// Loads words and stamps of cells into the cache, all at the same time: what is done with a cell
    /// depends on its stamp, so one by one each would wait for the memory.
    #[inline]
    fn fetch(&self, cells: &[i64]) {
        let words = self.memory.words();
        let fetched = cells.iter().map(|cell| {
            let cell = *cell as usize;
            words[cell].load(Relaxed) ^ i64::from(self.stamps[cell].epoch)
        });
        black_box(fetched.fold(0, |all, word| all ^ word));
    }

    /// Notes a write to a cell that was written before in this step.
    fn note(&mut self, group: usize, position: usize, cell: usize, differs: bool) {
        let (stamp, note) = (&mut self.stamps[cell], &mut self.notes[group]);
        if stamp.epoch == self.epoch {
            stamp.epoch = self.epoch + MET;
            note.met.add(position);
        }
        if differs {
            stamp.epoch = self.epoch + DIFFERED;
            note.differed.add(position);
        }
    }
}

/// A write to a cell that was written before.
#[derive(Clone, Copy)]
struct New {
    value: i64,
    /// The writer's number in its innermost block.
    number: u32,
}

/// What all writes of a group have in common.
struct Writer<'a> {
    actor: &'a Acting<'a>,
    names: TeamNames<'a>,
    writes: Writes<'a>,
    array: &'a ArrayInfo,
    rule: Combining,
    /// Whether the extent of its cells is at least `Tuning::min_cells_to_fetch`: they do not all fit in
    /// a cache.
    is_scattered: bool,
    /// Whether its team is that of the innermost block: lanes are the processors' numbers.
    by_lane: bool,
}

impl<'a> Writer<'a> {
    fn new(actor: &'a Acting<'a>, rules: &Configuration, names: TeamNames<'a>) -> Option<Self> {
        let writes = actor.writes()?;
        let array = array_info(&writes, actor, names);
        let address = actor.instruction.kernel().outputs[0];
        let cells = actor.results.analysis.cells(address);
        let extent = cells.extent(actor.group.lanes.range());
        Some(Self {
            actor,
            names,
            writes,
            array,
            rule: combining(rules.model.write, array),
            is_scattered: extent.len() >= rules.tuning.min_cells_to_fetch,
            by_lane: names.team(actor.group.team).block.0 != 0,
        })
    }

    /// The number of the processor at a position in its innermost block.
    #[inline]
    fn number(&self, position: usize) -> u32 {
        if self.by_lane {
            self.actor.group.lanes.at(position)
        } else {
            self.names.number(self.actor.processor(position))
        }
    }

    #[cold]
    fn failure(&self, kind: Box<FaultKind>, position: usize) -> CombinationFailure {
        CombinationFailure {
            kind,
            span: self.writes.span,
            processor: self.actor.processor(position),
        }
    }
}

/// What a rule does with two values that are written to the same cell.
enum Combining {
    /// The first in processor order stays.
    First,
    /// The value that draws the highest lot is stored.
    Lots,
    /// The operation combines both.
    With(Binary),
    /// The rule is not defined for such values.
    Undefined(FaultKind),
}

/// What a rule does with the elements of an array. Bools are combined as such: their sum and maximum is
/// `or`, their product and minimum `and`.
fn combining(rule: WriteRule, array: &ArrayInfo) -> Combining {
    use Binary::{
        AddInt, AddReal, And, MaxInt, MaxReal, MinInt, MinReal, MultiplyInt, MultiplyReal, Or, Xor,
    };
    let (on_int, on_real, on_bool) = match rule {
        WriteRule::Priority => return Combining::First,
        WriteRule::Exclusive | WriteRule::Common | WriteRule::Arbitrary => return Combining::Lots,
        WriteRule::Sum => (AddInt, Some(AddReal), Or),
        WriteRule::Product => (MultiplyInt, Some(MultiplyReal), And),
        WriteRule::Max => (MaxInt, Some(MaxReal), Or),
        WriteRule::Min => (MinInt, Some(MinReal), And),
        WriteRule::And => (And, None, And),
        WriteRule::Or => (Or, None, Or),
        WriteRule::Xor => (Xor, None, Xor),
    };
    match (array.element, on_real) {
        (Type::Int, _) => Combining::With(on_int),
        (Type::Bool, _) => Combining::With(on_bool),
        (Type::Real, Some(operation)) => Combining::With(operation),
        (Type::Real, None) => Combining::Undefined(FaultKind::CombinesReals {
            rule,
            array: array.name.clone(),
        }),
    }
}

/// The processor whose value is stored, of those that write the same cell, given by their numbers in the
/// block in processor order; `None` if the rule combines all values.
pub fn winner(rule: WriteRule, (seed, step): (u64, u64), numbers: &[u32]) -> Option<usize> {
    if rule == WriteRule::Priority {
        return Some(0);
    }
    if rule.decides() {
        return None;
    }
    let lots = Lots::new(seed, step);
    let drawn = numbers.iter().map(|number| lots.of(*number));
    // Of equal lots the first stays.
    let best = drawn
        .enumerate()
        .reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.map(|(at, _)| at)
}

/// The lots that writers draw under the arbitrary rule: the highest wins. They depend only on the seed,
/// the step and the processor's number in its block.
struct Lots {
    of_step: u64,
}

impl Lots {
    fn new(seed: u64, step: u64) -> Self {
        let of_step = mix(seed.wrapping_add(step.wrapping_mul(0x9E37_79B9_7F4A_7C15)));
        Self { of_step }
    }

    fn of(&self, number: u32) -> u64 {
        mix(self.of_step ^ u64::from(number))
    }
}
