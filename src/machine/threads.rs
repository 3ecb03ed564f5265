//! The threads of the host that share the processors of a large step.
//!
//! Each thread takes one stretch of neighbouring processors, so what comes out does not depend on
//! how many threads there are. They are started when the first step is worth it.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Fewer processors than this are not worth a thread; in tests nearly all are.
const LEAST: usize = if cfg!(debug_assertions) { 8 } else { 1 << 13 };
/// More threads than this are not started, however many are asked for.
const MOST: usize = 256;

/// The threads that were started so far, by how many: runs one after the other share them. None
/// where the host gives none.
static STARTED: Mutex<BTreeMap<usize, Option<Arc<ThreadPool>>>> = Mutex::new(BTreeMap::new());

/// Threads of the host.
#[derive(Debug, Default)]
pub struct Threads {
    count: usize,
    pool: OnceLock<Option<Arc<ThreadPool>>>,
}

impl Threads {
    /// So many, 1 at least.
    pub fn new(count: usize) -> Self {
        Self {
            count: count.clamp(1, MOST),
            pool: OnceLock::new(),
        }
    }

    /// Divides positions 0 … total − 1 into stretches, each but the last a multiple of `chunk`.
    pub fn share(&self, total: usize, chunk: usize) -> Vec<Range<usize>> {
        let parts = self.count.min(total / LEAST).max(1);
        let each = total.div_ceil(parts).next_multiple_of(chunk);
        (0..total)
            .step_by(each.max(1))
            .map(|start| start..(start + each).min(total))
            .collect()
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

    /// Those that are there, if they were started.
    pub fn started(&self) -> Option<Arc<ThreadPool>> {
        self.pool.get()?.clone()
    }

    /// None where the host gives no threads: then one does all.
    fn pool(&self) -> Option<&ThreadPool> {
        let shared = || {
            // A run that panicked has left the table as it was.
            let mut started = STARTED.lock().unwrap_or_else(PoisonError::into_inner);
            let start = || ThreadPoolBuilder::new().num_threads(self.count).build();
            let pool = started.entry(self.count);
            pool.or_insert_with(|| start().ok().map(Arc::new)).clone()
        };
        self.pool.get_or_init(shared).as_deref()
    }
}
