//! What a processor read for a value that it made: cells, what it holds for itself, and results of calls.

use super::Dialogue;
use super::makers::{indices_of, maker_in, position_of, read_by};
use super::origin::{Asked, Interrupted, Of};
use crate::machine::step_view::Temporary;
use crate::present::text::step::{statement, value_text};
use crate::program::Constant;
use crate::result::step::GroupRecord;
use crate::session::question::Question;
use crate::session::search::{Found, Wanted};

/// What a processor read.
pub(super) struct Sources {
    /// Values that can be asked for again.
    pub read: Vec<Asked>,
    /// Arrays of its own, in words.
    own: Vec<String>,
}

impl Dialogue<'_> {
    /// What a processor of a group reads behind a step: cells, what it holds for itself, and what it got
    /// from calls.
    pub(super) fn sources_of(
        &mut self,
        group: &GroupRecord,
        position: usize,
        place: (u64, usize),
    ) -> Result<Sources, Interrupted> {
        let own = group.own_reads.iter();
        let own = own.map(|read| format!("{} of its own", statement(self.sources, *read)));
        let mut sources = Sources {
            read: read_by(group, position, place),
            own: own.collect(),
        };
        let indices: Vec<i64> = indices_of(group, position).collect();
        for into in &group.temporaries {
            let result = self.result_of_call(*into, &indices, place)?;
            sources.read.extend(result.read);
            sources.own.extend(result.own);
        }
        Ok(sources)
    }

    /// What a processor got as the result of a call behind a step: where returning it took a step, that; else
    /// what was returned. Nothing where that scalar holds something else.
    fn result_of_call(
        &mut self,
        into: Temporary,
        indices: &[i64],
        (step, depth): (u64, usize),
    ) -> Result<Sources, Interrupted> {
        let none = Sources {
            read: Vec::new(),
            own: Vec::new(),
        };
        self.session.go_to(step + 1);
        if self.free_return(into, indices).is_none() {
            let wanted = Wanted {
                questions: vec![Question::Returns(into, indices.to_vec())],
                ..Wanted::default()
            };
            match self.session.find_previous(&wanted) {
                Found::At(returned, _) => self.session.go_to(returned),
                Found::Nothing => return Ok(none),
                Found::Interrupted(_) => return Err(Interrupted),
            };
            let of = Of::Result(into, indices.to_vec());
            let maker = self.session.step().and_then(|step| maker_in(step, &of));
            let result = maker.and_then(|(group, position)| {
                let returned = group.returned.as_ref()?;
                let value = Constant::from_word(returned.words.at(position), returned.ty);
                Some((format!("{}(…)", returned.algorithm), value))
            });
            if let Some((name, value)) = result {
                let value = value_text(Some(value));
                return Ok(Sources {
                    read: vec![Asked {
                        name,
                        of,
                        value,
                        step,
                        depth,
                    }],
                    ..none
                });
            }
        }
        let before = self.session.at() - 1;
        match self.free_return(into, indices) {
            Some((group, position)) => self.sources_of(&group, position, (before, depth)),
            None => Ok(none),
        }
    }

    /// The group that returned such a result in front of the step at which the session stands without a step
    /// of its own, and the position of the processor.
    fn free_return(&self, into: Temporary, indices: &[i64]) -> Option<(GroupRecord, usize)> {
        let mut returned = self.session.step()?.handed_before.iter().rev();
        returned.find_map(|group| {
            let is_it = group.returned.as_ref()?.into == into;
            let position = position_of(group, indices).filter(|_| is_it)?;
            Some((group.clone(), position))
        })
    }
}

impl Sources {
    /// `from A[0] = 1, x of i = 2 = 3`
    pub(super) fn phrase(&self) -> String {
        let read = self.read.iter();
        let read = read.map(|read| format!("{} = {}", read.name, read.value));
        let all: Vec<String> = read.chain(self.own.iter().cloned()).collect();
        if all.is_empty() {
            "from constants, sizes and indices".to_owned()
        } else {
            format!("from {}", all.join(", "))
        }
    }
}
