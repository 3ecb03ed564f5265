//! Names of machines in English.

/// The GPU in a sentence.
pub const THE_GPU: &str = "the GPU";
/// One of them, after other machines were mentioned.
pub const A_GPU: &str = "a GPU";
/// The option with which a program runs on it.
pub const GPU_OPTION: &str = "`--machine gpu`";
