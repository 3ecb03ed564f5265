//! The numbers of a GPU.

/// A GPU. A word is a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gpu {
    /// w: items of a warp; a power of two, 64 at most.
    pub warp: u64,
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
    /// Whether what warps issue is recorded.
    pub records: bool,
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
        records: false,
    };

    /// k·w, the p of the machine.
    pub fn processors(&self) -> u64 {
        self.units.saturating_mul(self.warp)
    }

    /// Sets a number. The usual s and b follow from w.
    pub fn set(&mut self, number: &GpuNumber, value: u64) {
        *(number.place)(self) = value;
        if number.name == WARP {
            (self.segment, self.banks) = (value, value);
        }
    }
}

/// The items of a warp.
pub const WARP: &str = "w";

/// A number of a GPU.
#[derive(Debug, Clone, Copy)]
pub struct GpuNumber {
    /// As files, options and claims name it.
    pub name: &'static str,
    /// The least and the largest that it may be.
    pub range: [u64; 2],
    /// Whether it must be a power of two.
    pub is_power: bool,
    place: fn(&mut Gpu) -> &mut u64,
}

/// Every number of a GPU, in the order of the manual.
pub static NUMBERS: [GpuNumber; 13] = [
    number(WARP, [1, 64], |gpu| &mut gpu.warp).power(),
    number("k", [1, MOST_UNITS], |gpu| &mut gpu.units),
    number("s", POSITIVE, |gpu| &mut gpu.segment).power(),
    number("b", POSITIVE, |gpu| &mut gpu.banks),
    number("l_g", POSITIVE, |gpu| &mut gpu.global_latency),
    number("l_s", POSITIVE, |gpu| &mut gpu.group_latency),
    number("q", POSITIVE, |gpu| &mut gpu.channels),
    number("t_k", [0, LARGEST], |gpu| &mut gpu.launch),
    number("G_u", POSITIVE, |gpu| &mut gpu.residency.groups),
    number("V_u", POSITIVE, |gpu| &mut gpu.residency.warps),
    number("M_u", POSITIVE, |gpu| &mut gpu.residency.words),
    number("R_u", POSITIVE, |gpu| &mut gpu.residency.registers),
    number("L_max", POSITIVE, |gpu| &mut gpu.group_max),
];

/// Larger numbers are taken for mistakes; sums of times stay exact.
const LARGEST: u64 = 1 << 32;
const POSITIVE: [u64; 2] = [1, LARGEST];
/// More units than this are not simulated.
const MOST_UNITS: u64 = 1 << 16;

const fn number(name: &'static str, range: [u64; 2], place: fn(&mut Gpu) -> &mut u64) -> GpuNumber {
    GpuNumber {
        name,
        range,
        is_power: false,
        place,
    }
}

impl GpuNumber {
    const fn power(mut self) -> Self {
        self.is_power = true;
        self
    }

    /// The number of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        NUMBERS.iter().find(|number| number.name == name)
    }

    /// Whether it may have this value.
    pub fn accepts(&self, value: u64) -> bool {
        let [least, most] = self.range;
        (least..=most).contains(&value) && (!self.is_power || value.is_power_of_two())
    }

    /// Its value.
    pub fn of(&self, mut gpu: Gpu) -> u64 {
        *(self.place)(&mut gpu)
    }
}
