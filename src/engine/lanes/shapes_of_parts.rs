//! Scalars whose values are constant or affine in the lane for a part of a team's processors.
//!
//! A scalar of a whole team is stored as a line if its values are one. If only some processors have
//! assigned it, such as the variable of a loop that the others have not entered, it is stored value by
//! value; the shape for the processors that assigned it is recorded here.

use super::selection::Selection;
use super::shape::RegisterShape;

/// The most shapes that are kept; the oldest is dropped for a new one.
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
    /// The shape of a scalar for exactly these lanes, if it is recorded.
    pub fn of(&self, slot: usize, lanes: &Selection) -> Option<RegisterShape> {
        let fits = |line: &&Line| line.slot == slot && line.lanes.is_same_list(lanes);
        self.lines.iter().rev().find(fits).map(|line| line.shape)
    }

    /// Records the shape that these lanes have assigned to a scalar. A single lane needs no record.
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

    /// Copies the shapes of `whole` for a part of its lanes that continues separately.
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
