//! Scalars whose values are a line, constant or affine in the lane, for a part of a team's processors.
//!
//! What all processors of a team hold is kept as a line if it is one. Where only some of them have
//! assigned a scalar, such as the variable of a loop that the others are not in, it is kept value
//! by value; that it is a line for the processors that assigned it is recorded here.

use super::selection::Selection;
use super::shape::RegisterShape;

/// The most lines that are kept; the oldest is dropped for a new one.
const MOST: usize = 16;

/// The lines of a team's scalars.
#[derive(Debug, Default, Clone)]
pub struct ShapesOfParts {
    lines: Vec<Line>,
}

#[derive(Debug, Clone)]
struct Line {
    slot: usize,
    lanes: Selection,
    shape: RegisterShape,
}

impl ShapesOfParts {
    /// The line of a scalar for exactly these lanes, if it is recorded.
    pub fn of(&self, slot: usize, lanes: &Selection) -> Option<RegisterShape> {
        let fits = |line: &&Line| line.slot == slot && line.lanes.is_same_list(lanes);
        self.lines.iter().rev().find(fits).map(|line| line.shape)
    }

    /// Records what these lanes have assigned to a scalar. A single lane needs no line.
    pub fn assign(&mut self, slot: usize, lanes: &Selection, shape: RegisterShape) {
        self.lines.retain(|line| line.slot != slot);
        if let (Selection::List(list), true) = (lanes, shape.is_known())
            && list.len() > 1
        {
            self.add(Line {
                slot,
                lanes: lanes.clone(),
                shape,
            });
        }
    }

    /// Copies the lines of `whole` for a part of its lanes that goes on by itself.
    pub fn part(&mut self, whole: &Selection, part: &Selection) {
        if self.lines.is_empty() || part.len() <= 1 || whole.is_same_list(part) {
            return;
        }
        let of_whole = |line: &&Line| line.lanes.is_same_list(whole);
        let of_part = |line: &Line| Line {
            lanes: part.clone(),
            ..line.clone()
        };
        let more: Vec<Line> = self.lines.iter().filter(of_whole).map(of_part).collect();
        for line in more {
            self.add(line);
        }
    }

    fn add(&mut self, line: Line) {
        if self.lines.len() == MOST {
            self.lines.remove(0);
        }
        self.lines.push(line);
    }
}
