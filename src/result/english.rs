//! Names of machines in English.

/// The GPU in a sentence.
pub const THE_GPU: &str = "the GPU";
/// One of them, after other machines were mentioned.
pub const A_GPU: &str = "a GPU";
/// The option with which a program runs on it.
pub const GPU_OPTION: &str = "`--machine gpu`";

/// An item in a counterexample: `t = 3 of group 0`.
pub fn item_of_group(item: &str, group: &str) -> String {
    format!("{item} of group {group}")
}

/// A group in a counterexample: `group g = 1`.
pub fn group(group: &str) -> String {
    format!("group {group}")
}
