//! The numbers of a GPU in English, as help and messages show them.

use crate::machine::simt::configuration::GpuNumber;

pub const ITEMS_OF_A_WARP: &str = "Items of a warp, a power of two [default: 32]";
pub const UNITS: &str = "Units of the GPU, k [default: 1]";
pub const SEGMENT: &str = "Words of a segment of global memory, s, a power of two [default: w]";
pub const BANKS: &str = "Banks of the memory of a group, b [default: w]";
pub const GLOBAL_LATENCY: &str = "Latency of global memory, l_g [default: 100]";
pub const GROUP_LATENCY: &str = "Latency of the memory of a group, l_s [default: 1]";
pub const CHANNELS: &str =
    "Transactions that global memory begins in one unit of time, q [default: 1]";
pub const LAUNCH: &str = "Time of a launch itself, t_k [default: 0]";
pub const RESIDENCY: &str =
    "Groups, warps, words of group memory and registers that a unit holds at a time";
pub const GROUP_MAX: &str = "Items of a group at most, L_max [default: 1024]";
pub const ORDER: &str = "Whether items of a warp may rely on its lockstep [default: apart]";
pub const APART: &str = "Only a barrier of the warp orders the accesses of its items";
pub const TOGETHER: &str = "Items of a warp may rely on its lockstep";

/// The values that a number may have.
pub fn range(number: &GpuNumber) -> String {
    let kind = if number.is_power {
        "a power of two"
    } else {
        "a whole number"
    };
    let [least, most] = number.range;
    format!("{} is {kind} from {least} to {most}", number.name)
}
