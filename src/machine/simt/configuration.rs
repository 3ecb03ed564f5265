//! The numbers of a GPU.

/// A GPU. A word is a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gpu {
    /// w: items of a warp; a power of two, 64 at most.
    pub warp: u32,
    /// k: units.
    pub units: u64,
    /// s: words of a segment of global memory, a power of two.
    pub segment: u64,
    /// b: banks of group memory.
    pub banks: u64,
    /// `l_g`: latency of global memory.
    pub global_latency: u64,
    /// `l_s`: latency of group memory.
    pub group_latency: u64,
    /// q: transactions that global memory begins in one unit of time.
    pub channels: u64,
    /// `t_k`: the time of a launch itself.
    pub launch: u64,
    /// What one unit holds at a time.
    pub residency: Residency,
    /// `L_max`: the most items of a group.
    pub group_max: u64,
    /// Whether items of one warp may rely on its lockstep.
    pub order: WarpOrder,
}

/// What one unit holds at a time, at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Residency {
    /// `G_u`
    pub groups: u64,
    /// `V_u`
    pub warps: u64,
    /// `M_u`: words of group memory.
    pub words: u64,
    /// `R_u`
    pub registers: u64,
}

/// Whether items of one warp may rely on its lockstep.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WarpOrder {
    /// Only a barrier of the warp orders them.
    #[default]
    Apart,
    /// Its statements are in order.
    Together,
}

impl Gpu {
    /// The values for all that is not given.
    pub const USUAL: Self = Self {
        warp: 32,
        units: 1,
        segment: 32,
        banks: 32,
        global_latency: 100,
        group_latency: 1,
        channels: 1,
        launch: 0,
        residency: Residency {
            groups: 16,
            warps: 64,
            words: 12288,
            registers: 65536,
        },
        group_max: 1024,
        order: WarpOrder::Apart,
    };

    /// k·w, the p of the machine.
    pub fn processors(&self) -> u64 {
        self.units.saturating_mul(self.warp.into())
    }
}
