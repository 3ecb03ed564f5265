//! From which sizes on the engine takes another way to the same result.
//!
//! No result, count or message depends on any of these values (a property test holds that): they
//! only decide what is worth its preparation. [`Tuning::SHIPPED`] is what runs;
//! [`Tuning::TINY`] makes even the smallest programs take every way.

/// Thresholds of the fast paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tuning {
    /// One statement at a time: nothing is joined, deferred, handed to the interpreter of
    /// sequential code or executed in lock step.
    pub plain: bool,
    /// Processors whose registers are filled together, so that they stay in the cache.
    pub chunk_lanes: usize,
    /// Groups of fewer processors execute their statements one by one.
    pub min_lanes_to_join: usize,
    /// Trips of a loop are joined where its processors execute it at least this many times in all.
    pub min_executions_to_join_trips: usize,
    /// Joined statements that are executed fewer times in all are not divided into tiles.
    pub min_executions_to_tile: usize,
    /// The fewest cells that a tile touches.
    pub min_tile_cells: i64,
    /// The most cells that a tile touches, if there are processors for as many tiles.
    pub max_tile_cells: i64,
    /// The most accesses of a section that are compared with each other instead of stamped cell by
    /// cell.
    pub max_compared_accesses: usize,
    /// Guarded stretches of a statement that are told apart by the bits of one word; 64 at most.
    pub max_guards_in_word: usize,
    /// Runs of accesses that the clocks keep without asking whether a processor is in them.
    pub max_idle_runs: usize,
    /// Strided sets of more cells are kept as such where they are initialised, instead of cell by
    /// cell.
    pub min_strided_cells: usize,
    /// From this extent on, in cells, the cells of concurrent writes are fetched in groups before they
    /// are resolved.
    pub min_cells_to_fetch: usize,
    /// Executions of joined statements that are worth a thread.
    pub min_executions_per_thread: usize,
    /// Processors of one step that are worth a thread.
    pub min_lanes_per_thread: usize,
    /// Processors of one step for which sleeping threads are woken at once; for fewer, only once the
    /// work so far amounts to as much.
    pub min_lanes_to_wake: usize,
    /// Blocks of fewer processors that exchange messages are executed event by event.
    pub min_processors_in_lock_step: u32,
    /// How many times less filling a place costs than executing a statement.
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

    /// Values with which every way is taken for a few processors already.
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

    /// The values that ship, but one statement at a time.
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

/// Whether the subscripts of accesses are tested for whether two processors can meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SubscriptTests {
    /// Accesses whose subscripts cannot meet are not checked cell by cell.
    #[default]
    On,
    /// Every access is checked cell by cell.
    Off,
}
