//! The complexity report in every format, from hand-made data.

mod example;
mod formats;
mod plots;
mod reader;
mod strip;
