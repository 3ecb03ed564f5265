//! Thresholds above which the engine uses another algorithm with the same result.
//!
//! No result, count or message depends on these values (a property test checks this): they only decide
//! when preparation pays off. [`Tuning::SHIPPED`] is used by default; [`Tuning::TINY`] makes even the
//! smallest programs use every algorithm.

/// Thresholds of the fast paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tuning {
    /// Executes one statement at a time: nothing is joined, deferred, executed by the interpreter of
    /// sequential code, or in lock step.
    pub plain: bool,
    /// Processors whose registers are filled together, so that they stay in the cache.
    pub chunk_lanes: usize,
    /// Groups of fewer processors execute their statements one by one.
    pub min_lanes_to_join: usize,
    /// Iterations of a loop are joined if its processors execute it at least this many times in total.
    pub min_executions_to_join_trips: usize,
    /// Joined statements with fewer executions in total are not divided into tiles.
    pub min_executions_to_tile: usize,
    /// The fewest cells that a tile touches.
    pub min_tile_cells: i64,
    /// The most cells that a tile touches, if there are enough processors for the resulting number of
    /// tiles.
    pub max_tile_cells: i64,
    /// The most accesses of a section that are compared with each other instead of being stamped cell by
    /// cell.
    pub max_compared_accesses: usize,
    /// The most guarded stretches of a statement that are represented by the bits of one word; at most
    /// 64.
    pub max_guards_in_word: usize,
    /// Runs of accesses that the clocks keep without checking whether a processor is in them.
    pub max_idle_runs: usize,
    /// Strided sets with more cells than this are recorded as sets when they are initialised, instead of
    /// cell by cell.
    pub min_strided_cells: usize,
    /// From this extent on, in cells, the cells of concurrent writes are fetched in groups before the
    /// writes are resolved.
    pub min_cells_to_fetch: usize,
    /// The executions of joined statements for which a thread is used.
    pub min_executions_per_thread: usize,
    /// The processors of one step for which a thread is used.
    pub min_lanes_per_thread: usize,
    /// The processors of one step for which sleeping threads are woken immediately; for fewer, they are
    /// woken once the work so far amounts to as much.
    pub min_lanes_to_wake: usize,
    /// Blocks of fewer processors that exchange messages are executed event by event.
    pub min_processors_in_lock_step: u32,
    /// The ratio of the cost of executing a statement to that of filling an element.
    pub fills_per_execution: usize,
}

impl Tuning {
    /// The values that ship.
    pub const SHIPPED: Self = Self {
        plain: false,
        chunk_lanes: 1024,
        min_lanes_to_join: 64,
        min_executions_to_join_trips: 16,
        min_executions_to_tile: 1 << 14,
        min_tile_cells: 1 << 12,
        max_tile_cells: 1 << 15,
        max_compared_accesses: 64,
        max_guards_in_word: 64,
        max_idle_runs: 1 << 12,
        min_strided_cells: 64,
        min_cells_to_fetch: 1 << 14,
        min_executions_per_thread: 1 << 18,
        min_lanes_per_thread: 1 << 13,
        min_lanes_to_wake: 1 << 18,
        min_processors_in_lock_step: 64,
        fills_per_execution: 8,
    };

    /// Values with which every algorithm is used even for a few processors.
    pub const TINY: Self = Self {
        plain: false,
        chunk_lanes: 3,
        min_lanes_to_join: 2,
        min_executions_to_join_trips: 4,
        min_executions_to_tile: 8,
        min_tile_cells: 4,
        max_tile_cells: 4,
        max_compared_accesses: 4,
        max_guards_in_word: 2,
        max_idle_runs: 3,
        min_strided_cells: 2,
        min_cells_to_fetch: 2,
        min_executions_per_thread: 10,
        min_lanes_per_thread: 10,
        min_lanes_to_wake: 20,
        min_processors_in_lock_step: 1,
        fills_per_execution: 1,
    };

    /// The default values, but one statement at a time.
    pub const PLAIN: Self = Self {
        plain: true,
        ..Self::SHIPPED
    };
}

impl Default for Tuning {
    fn default() -> Self {
        Self::SHIPPED
    }
}

/// Whether subscripts are tested to decide whether two processors can access the same cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SubscriptTests {
    /// Accesses whose subscripts prove that they are disjoint are not checked cell by cell.
    #[default]
    On,
    /// Every access is checked cell by cell.
    Off,
}
