//! The write phase of a step: who meets whom in a cell, and what the cell holds afterwards.

use std::sync::atomic::Ordering::Relaxed;

use super::cause::binary_fault;
use super::configuration::Configuration;
use super::evaluate::Output;
use super::fault::FaultKind;
use super::form::Form;
use super::lanes::Lanes;
use super::merged::Note;
use super::model::WriteRule;
use super::naming::{Cast, Processor};
use super::plan::Cells;
use super::threads::Threads;
use super::witness::{self, Acting, Ranks, Writes};
use crate::code::control::ArrayInfo;
use crate::code::operation::Binary;
use crate::engine::arithmetic::{self, Operand, Outcome, Positions};
use crate::engine::memory::{Cell, Memory, Stamp};
use crate::program::Type;
use crate::source::Span;

/// Writes values into cells, of which no two are the same.
pub fn store(memory: &Memory, lanes: &Lanes, cells: &Output, values: &Output, threads: &Threads) {
    if lanes.len() == 1 {
        return memory.write(cells.at(lanes, 0) as usize, values.at(lanes, 0));
    }
    let line = match cells.form {
        Form::Affine { from, stride } => Some(Cells::Line { from, stride }),
        _ => None,
    };
    let extent = line.map_or(0..Cell::MAX, |line| line.extent(lanes.span()));
    let is_complete = memory.written.is_complete(&extent);
    threads.run(threads.share(lanes.len(), 1), |positions| {
        let extent = extent.clone();
        match (cells.form, values.form, lanes) {
            (Form::Varying, Form::Varying, _) => memory.store(
                extent,
                cells.column[positions.clone()]
                    .iter()
                    .map(|cell| *cell as usize),
                values.column[positions].iter().copied(),
            ),
            (Form::Affine { from, stride }, Form::Varying, Lanes::All(_)) if is_complete => {
                let first = (from + stride * positions.start as i64) as usize;
                let values = values.column[positions].iter().copied();
                memory.store_line(first, stride, values);
            }
            (Form::Affine { from, stride }, Form::Varying, Lanes::All(_)) => memory.store(
                extent,
                (positions.start as i64..positions.end as i64)
                    .map(|lane| (from + stride * lane) as usize),
                values.column[positions].iter().copied(),
            ),
            (Form::Affine { from, stride }, Form::Varying, Lanes::Some(list)) => memory.store(
                extent,
                (list[positions.clone()].iter())
                    .map(|lane| (from + stride * i64::from(*lane)) as usize),
                values.column[positions].iter().copied(),
            ),
            _ => memory.store(
                extent,
                (positions.clone()).map(|position| cells.at(lanes, position) as usize),
                positions.map(|position| values.at(lanes, position)),
            ),
        }
    });
}

/// Does the writes of a step in which no two processors met, unless in a race: then the value of
/// the last processor stays.
pub fn store_all(memory: &Memory, acting: &[Acting<'_>], cast: Cast<'_>, threads: &Threads) {
    let by_processor = acting.len() > 1;
    for actor in acting.iter().filter(|actor| actor.is_write()) {
        let [cells, values] = actor.results.outputs.as_slice() else {
            unreachable!("a write has a cell and a value")
        };
        let lanes = &actor.group.lanes;
        match actor.stamped {
            false => store(memory, lanes, cells, values, threads),
            true if by_processor => {}
            true => store(memory, lanes, cells, values, &Threads::alone()),
        }
    }
    if !by_processor || !acting.iter().any(|actor| actor.stamped) {
        return;
    }
    for (group, position) in witness::in_order(cast, acting) {
        let actor = &acting[group];
        if let Some(writes) = actor.writes().filter(|_| actor.stamped) {
            let cell = writes.cells[position] as usize;
            memory.write(cell, writes.values[position]);
        }
    }
}

/// Whether two words stand for different values: reals have two zeros, which are one value.
#[expect(
    clippy::float_cmp,
    reason = "the same value, whatever its sign bit says of zero"
)]
pub fn differ(a: i64, b: i64, ty: Type) -> bool {
    a != b && !(ty == Type::Real && f64::from_bits(a as u64) == f64::from_bits(b as u64))
}

/// Whether two processors write different values into one cell. The memory is as before
/// afterwards.
pub fn disagree(memory: &mut Memory, acting: &[Acting<'_>], cast: Cast<'_>) -> bool {
    let epoch = memory.next_epoch();
    let mut before = Vec::new();
    let mut disagreeing = false;
    for actor in acting {
        let Some(writes) = actor.checked_writes() else {
            continue;
        };
        let ty = array_info(&writes, actor, cast).element;
        for (cell, value) in writes.cells.iter().zip(writes.values) {
            let cell = *cell as usize;
            let word = memory.words()[cell].load(Relaxed);
            if memory.writer(cell).epoch == epoch {
                disagreeing |= differ(word, *value, ty);
            } else {
                memory.writer(cell).epoch = epoch;
                before.push((cell, word));
                memory.words()[cell].store(*value, Relaxed);
            }
        }
    }
    for (cell, word) in before {
        memory.words()[cell].store(word, Relaxed);
    }
    disagreeing
}

/// Whether in this step processors met while writing, and whether they disagreed.
pub fn disciplines(acting: &[Acting<'_>], ranks: &Ranks, cast: Cast<'_>) -> (bool, bool) {
    let touches = witness::writes(acting, ranks);
    let met = witness::meets(touches.clone());
    let disagrees = |run: &[witness::Touch]| witness::disagree(acting, run, cast);
    let disagreed = met && witness::meeting_that(touches, disagrees).is_some();
    (met, disagreed)
}

/// A combination of written values that fails.
pub struct CombinationFailure {
    /// Why.
    pub kind: Box<FaultKind>,
    /// The write in the source.
    pub span: Span,
    /// Who wrote the value that was one too many.
    pub processor: Processor,
}

/// Does the writes of a step in which processors met, in processor order, by the rule of the
/// model. Where the rule leaves no answer (an exclusive or common write that was illegal), one of
/// them wins as in the arbitrary rule. Gives what is to be noted of each group.
pub fn resolve(
    memory: &mut Memory,
    acting: &[Acting<'_>],
    rules: &Configuration,
    step: u64,
    cast: Cast<'_>,
) -> Result<Vec<Note>, CombinationFailure> {
    // A cell's stamp is of the epoch MET where two processors wrote it, of DIFFERED where they
    // wrote different values.
    let epoch = memory.next_epochs(DIFFERED + 1);
    let mut notes = vec![Note::default(); acting.len()];
    let mut write = |group: usize, position: usize| {
        let actor = &acting[group];
        let Some(writes) = actor.writes() else {
            return Ok(());
        };
        let cell = writes.cells[position] as usize;
        let value = writes.values[position];
        let processor = actor.processor(position);
        let number = cast.number(processor);
        let last = *memory.writer(cell);
        let state = last.epoch.wrapping_sub(epoch);
        if !writes.shared || state > DIFFERED {
            *memory.writer(cell) = Stamp {
                epoch,
                processor: number,
            };
            memory.write(cell, value);
            return Ok(());
        }
        let array = array_info(&writes, actor, cast);
        if state == 0 {
            memory.writer(cell).epoch = epoch + MET;
            notes[group].met.add(position);
        }
        let rule = combining(rules.model.write, array);
        if state < DIFFERED
            && matches!(rule, Combining::No)
            && differ(memory.words()[cell].load(Relaxed), value, array.element)
        {
            memory.writer(cell).epoch = epoch + DIFFERED;
            notes[group].differed.add(position);
        }
        match rule {
            Combining::With(operation) => {
                let mut out = [0];
                let old = memory.words()[cell].load(Relaxed);
                let (a, b) = (Operand::Uniform(old), Operand::Uniform(value));
                if arithmetic::binary(operation, a, b, &mut out, Positions::Dense(1))
                    == Outcome::Failed
                {
                    let kind = Box::new(binary_fault(operation, old, value));
                    return Err(CombinationFailure {
                        kind,
                        span: writes.span,
                        processor,
                    });
                }
                memory.write(cell, out[0]);
            }
            Combining::Undefined(kind) => {
                return Err(CombinationFailure {
                    kind: Box::new(kind),
                    span: writes.span,
                    processor,
                });
            }
            Combining::No if rules.model.write == WriteRule::Priority => {}
            Combining::No => {
                if lot(rules.seed, step, number) > lot(rules.seed, step, last.processor) {
                    memory.writer(cell).processor = number;
                    memory.write(cell, value);
                }
            }
        }
        Ok(())
    };
    if let [actor] = acting {
        (0..actor.group.lanes.len()).try_for_each(|position| write(0, position))?;
    } else {
        witness::in_order(cast, acting)
            .into_iter()
            .try_for_each(|(group, position)| write(group, position))?;
    }
    Ok(notes)
}

/// How many epochs behind the step's own: two processors wrote the cell.
const MET: u32 = 1;
/// They wrote different values.
const DIFFERED: u32 = 2;

/// The array that a group writes.
pub fn array_info<'a>(writes: &Writes<'_>, actor: &Acting<'_>, cast: Cast<'a>) -> &'a ArrayInfo {
    let team = &cast.teams[actor.group.team.0 as usize];
    &cast.code.algorithms[team.algorithm.index()].arrays[writes.array.index()]
}

/// What a rule does with two values that meet in a cell.
enum Combining {
    /// It lets one of them win.
    No,
    /// It makes one of both.
    With(Binary),
    /// It has no meaning on such values.
    Undefined(FaultKind),
}

/// What a rule does with the elements of an array. Truth values are combined as such: their sum
/// and maximum is `or`, their product and minimum `and`.
fn combining(rule: WriteRule, array: &ArrayInfo) -> Combining {
    use Binary::{
        AddInt, AddReal, And, MaxInt, MaxReal, MinInt, MinReal, MultiplyInt, MultiplyReal, Or, Xor,
    };
    let (on_int, on_real, on_bool) = match rule {
        WriteRule::Exclusive | WriteRule::Common | WriteRule::Arbitrary | WriteRule::Priority => {
            return Combining::No;
        }
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

/// The lot that a writer draws under the arbitrary rule: the highest wins. It depends on the
/// seed, the step and the processor's number in its block, and on nothing else.
fn lot(seed: u64, step: u64, number: u32) -> u64 {
    mix(mix(seed.wrapping_add(step.wrapping_mul(0x9E37_79B9_7F4A_7C15))) ^ u64::from(number))
}

/// The finaliser of splitmix64 (Steele, Lea & Flood 2014).
pub fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
