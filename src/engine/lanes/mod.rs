//! Selections of the processors of a team, and what these processors hold.

pub mod column;
pub mod division;
pub mod lane_view;
pub mod selection;
pub mod shape;
pub mod shapes_of_parts;
pub mod target;
pub mod team;
