//! The threads of the host that share the processors of a large step.
//!
//! Each thread takes a range of consecutive processors, so the results do not depend on the number of
//! threads. They are started for the first step that is large enough, or immediately if the inputs are
//! large.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::tuning::Tuning;
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::refusal::is_granted;

/// From this number of cells on, the threads are started before the first step.
const LARGE: u64 = 1 << 18;
/// The number of elements that threads concatenate as a unit.
const BLOCK: usize = 64;
/// The most threads that are started, regardless of the requested number.
const MOST: usize = 256;

/// The pools that were started so far, by their number of threads: successive runs share them. None if
/// the host provides no threads.
static STARTED: Mutex<BTreeMap<usize, Option<Arc<ThreadPool>>>> = Mutex::new(BTreeMap::new());

/// The bytes of a thread: its stack, and the allocations of the libraries for it.
const BYTES_PER_THREAD: u128 = (2 << 20) + (256 << 10);

/// Starts `count` threads. None if the host does not provide them. If the libraries cannot allocate the
/// memory of a thread, they end the process, so it is first checked whether the system grants that much.
pub fn thread_pool(count: usize) -> Option<ThreadPool> {
    let pool = || ThreadPoolBuilder::new().num_threads(count).build().ok();
    is_granted(BYTES_PER_THREAD * count as u128)
        .then(pool)
        .flatten()
}

/// Threads of the host.
#[derive(Debug)]
pub struct Threads {
    /// Number of threads.
    pub count: usize,
    /// The thresholds for the use of several threads.
    pub tuning: Tuning,
    pool: OnceLock<Option<Arc<ThreadPool>>>,
    /// The work so far, in lanes, that was large enough for several threads.
    alone: AtomicUsize,
}

impl Threads {
    /// One thread: that of the caller.
    pub fn alone() -> Self {
        Self::new(1, Tuning::SHIPPED)
    }

    /// `count` threads, 1 at least.
    pub fn new(count: usize, tuning: Tuning) -> Self {
        Self {
            tuning,
            count: count.clamp(1, MOST),
            pool: OnceLock::new(),
            alone: AtomicUsize::new(0),
        }
    }

    /// The number of threads for `total` processors.
    pub fn shares(&self, total: usize) -> usize {
        let shares = self
            .count
            .min(total / self.tuning.min_lanes_per_thread)
            .max(1);
        // Sleeping threads are woken once the work so far is large enough; before that, one thread does
        // everything.
        if shares > 1
            && self.alone.fetch_add(total, Relaxed) + total < self.tuning.min_lanes_to_wake
        {
            return 1;
        }
        shares
    }

    /// Divides positions 0 … total − 1 into stretches and does something for each.
    pub fn each_stretch(&self, total: usize, work: impl Fn(Range<usize>) + Sync + Send) {
        match self.shares(total) {
            1 => work(0..total),
            parts => {
                self.run(stretches(total, 1, parts), work);
            }
        }
    }

    /// Divides the positions 0 … total − 1 into ranges, each but the last a multiple of `chunk`, if the
    /// work is that of `work` processors in one step.
    pub fn share_work(&self, total: usize, chunk: usize, work: usize) -> Vec<Range<usize>> {
        stretches(total, chunk, self.shares(work))
    }

    /// As [`Self::share_work`], if the work of a position is as little as filling an element.
    pub fn share_little(&self, total: usize) -> Vec<Range<usize>> {
        self.share_work(total, 1, total / self.tuning.fills_per_execution)
    }

    /// Does the tasks side by side; the results are in their order.
    pub fn run<T: Send, R: Send>(
        &self,
        tasks: Vec<T>,
        work: impl Fn(T) -> R + Sync + Send,
    ) -> Vec<R> {
        let pool = (tasks.len() > 1).then(|| self.pool()).flatten();
        match pool {
            Some(pool) => pool.install(|| tasks.into_par_iter().map(work).collect()),
            None => tasks.into_iter().map(work).collect(),
        }
    }

    /// Sets every element of a column to its value, which is little work.
    pub fn fill(&self, column: &mut [i64], value: impl Fn(usize) -> i64 + Sync + Send) {
        let mut rest = column;
        let parts = self.share_little(rest.len()).into_iter().map(|positions| {
            let (part, others) = std::mem::take(&mut rest).split_at_mut(positions.len());
            rest = others;
            (positions, part)
        });
        self.run(parts.collect(), |(positions, part)| {
            for (position, place) in positions.zip(part) {
                *place = value(position);
            }
        });
    }

    /// Concatenates lists.
    pub fn concatenate<T: Copy + Default + Send + Sync>(&self, lists: &[&[T]]) -> Vec<T> {
        let total = lists.iter().map(|list| list.len()).sum();
        let pool = (lists.len() > 1 && self.shares(total) > 1).then(|| self.pool());
        let Some(pool) = pool.flatten() else {
            return lists.concat();
        };
        let ends: Vec<usize> = (lists.iter())
            .scan(0, |end, list| {
                *end += list.len();
                Some(*end)
            })
            .collect();
        // Each block starts in some list and continues in the following ones.
        let block = |number: usize| {
            let mut block = [T::default(); BLOCK];
            let mut filled = 0;
            let mut at = ends.partition_point(|end| *end <= number * BLOCK);
            while filled < BLOCK && at < lists.len() {
                let rest = ends[at] - (number * BLOCK + filled);
                let from = &lists[at][lists[at].len() - rest..];
                let count = rest.min(BLOCK - filled);
                block[filled..filled + count].copy_from_slice(&from[..count]);
                filled += count;
                at += 1;
            }
            block
        };
        let blocks = (0..total.div_ceil(BLOCK)).into_par_iter();
        let blocks = blocks
            .with_min_len(self.tuning.min_lanes_per_thread / BLOCK)
            .map(block);
        let mut all = pool.install(|| blocks.collect::<Vec<_>>()).into_flattened();
        all.truncate(total);
        all
    }

    /// Starts the threads if a memory of `cells` cells is large enough for its steps to use them.
    pub fn start_for(&self, cells: u64) {
        if self.count > 1 && cells >= LARGE {
            self.pool();
        }
    }

    /// The pool, if it was started.
    pub fn started(&self) -> Option<Arc<ThreadPool>> {
        self.pool.get()?.clone()
    }

    /// The pool, which is started or shared at its first use. None if the host provides no threads: one
    /// thread then does everything.
    fn pool(&self) -> Option<&ThreadPool> {
        let shared = || {
            // A run that panicked has not changed the table.
            let mut started = STARTED.lock().unwrap_or_else(PoisonError::into_inner);
            let start = || thread_pool(self.count);
            let pool = started.entry(self.count);
            pool.or_insert_with(|| start().map(Arc::new)).clone()
        };
        self.pool.get_or_init(shared).as_deref()
    }
}

/// Divides the positions 0 … total − 1 into at most `parts` ranges, each but the last a multiple of
/// `chunk`.
pub fn stretches(total: usize, chunk: usize, parts: usize) -> Vec<Range<usize>> {
    let each = total.div_ceil(parts).next_multiple_of(chunk);
    (0..total)
        .step_by(each.max(1))
        .map(|start| start..(start + each).min(total))
        .collect()
}
