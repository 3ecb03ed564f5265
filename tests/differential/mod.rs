//! The machine against its slow twin: one program, one input, one result.

pub mod load;
