//! The threads of the host that share the processors of a large step.
//!
//! Each thread takes one stretch of neighbouring processors, so what comes out does not depend on
//! how many threads there are. They are started when the first step is worth it.

use std::ops::Range;
use std::sync::OnceLock;

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Fewer processors than this are not worth a thread; in tests nearly all are.
const LEAST: usize = if cfg!(debug_assertions) { 8 } else { 1 << 13 };

/// Threads of the host.
#[derive(Debug, Default)]
pub struct Threads {
    count: usize,
    pool: OnceLock<Option<ThreadPool>>,
}

impl Threads {
    /// So many, 1 at least.
    pub fn new(count: usize) -> Self {
        Self {
            count: count.max(1),
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

    /// None where the host gives no threads: then one does all.
    fn pool(&self) -> Option<&ThreadPool> {
        let start = || {
            ThreadPoolBuilder::new()
                .num_threads(self.count)
                .build()
                .ok()
        };
        self.pool.get_or_init(start).as_ref()
    }
}
