//! Parts of the engine, which the library shows to these tests alone (`pram::engine_for_tests`).

mod access_relation;
mod memory;
mod part;
mod presence;
mod refusal;
mod strided_set;
mod tiling;
