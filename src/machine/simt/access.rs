//! What an access of a warp costs: transactions of global memory, passes of group memory, rounds of an atomic.

/// How often a memory serves one access of a warp, and the different words that it asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Served {
    /// Transactions of global memory, or passes of group memory.
    pub times: u64,
    /// Different words.
    pub words: u64,
}

impl Served {
    fn and(self, other: Self) -> Self {
        Self {
            times: self.times + other.times,
            words: self.words + other.words,
        }
    }
}

/// The transactions of a read or write of global memory: the number of different segments among the
/// lanes. The cells are counted from the beginnings of their arrays, with a number of the array.
pub fn transactions(cells: &mut Vec<(u32, u64)>, segment: u64) -> Served {
    cells.sort_unstable();
    cells.dedup();
    let words = cells.len() as u64;
    let segments = cells.iter().map(|(array, cell)| (*array, cell / segment));
    let mut times = 0;
    let mut last = None;
    for segment in segments {
        times += u64::from(last != Some(segment));
        last = Some(segment);
    }
    Served { times, words }
}

/// The passes of a read or write of group memory: the most different cells that are in one bank.
pub fn passes(cells: &mut Vec<u64>, banks: u64) -> Served {
    cells.sort_unstable();
    cells.dedup();
    let words = cells.len() as u64;
    let mut of_bank: Vec<u64> = cells.iter().map(|cell| cell % banks).collect();
    of_bank.sort_unstable();
    let longest = of_bank.chunk_by(|a, b| a == b).map(<[u64]>::len).max();
    Served {
        times: longest.unwrap_or(0) as u64,
        words,
    }
}

/// The rounds of an atomic: each takes of every cell still wanted its lowest lane, and is served as an
/// ordinary write of these lanes.
pub fn in_rounds<T: Copy + Ord>(wanted: &[T], serve: impl Fn(&mut Vec<T>) -> Served) -> Served {
    let mut left = wanted.to_vec();
    let mut served = Served::default();
    while !left.is_empty() {
        let mut round: Vec<T> = Vec::new();
        left.retain(|cell| {
            let waits = round.contains(cell);
            if !waits {
                round.push(*cell);
            }
            waits
        });
        served = served.and(serve(&mut round));
    }
    served
}
