//! Parts of long arrays and of many processors, for accesses that a trace does not list one by one.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{Array, Progression, Site};

/// The most buckets of an array, and of a group's processors.
const MOST: usize = 16;

/// How many neighbouring ones of so many are a bucket: a power of two.
pub fn bucket_size(count: usize) -> usize {
    count.div_ceil(MOST).max(1).next_power_of_two()
}

/// The accesses of a site by buckets: the processors' one, that of the cells, and how many accesses.
pub(super) fn counted(
    site: &Site,
    (array, processors): (&Array, usize),
    place: &dyn Fn(usize) -> i64,
) -> Vec<[usize; 3]> {
    let (own, cells) = (bucket_size(processors), bucket_size(array.length()));
    let mut counts: BTreeMap<[usize; 2], usize> = BTreeMap::new();
    for access in 0..site.len() {
        let from = site.positions.at(access) as usize / own;
        *counts
            .entry([from, place(access) as usize / cells])
            .or_default() += 1;
    }
    let counts = counts.into_iter();
    counts
        .map(|([from, to], count)| [from, to, count])
        .collect()
}

/// Where the accesses of a site are: its positions, and for each the array with the bucket of its cell.
pub(super) struct BucketedSite<'s> {
    /// The site.
    pub site: &'s Site,
    /// The number of its array.
    pub array: usize,
    /// The bucket of the cell of each access.
    pub buckets: Vec<usize>,
}

/// From which buckets processors read what they write to which: array and bucket, array and bucket.
pub(super) fn edges(read: &[BucketedSite<'_>], written: &[BucketedSite<'_>]) -> Vec<[usize; 4]> {
    let mut edges: BTreeSet<[usize; 4]> = BTreeSet::new();
    for from in read {
        let mut by_position: HashMap<i64, Vec<usize>> = HashMap::new();
        for to in written {
            let mut last = None;
            let mut add = |source: usize, target: usize| {
                // Neighbours mostly read and write the same buckets.
                if last.replace([source, target]) != Some([source, target]) {
                    edges.insert([from.array, source, to.array, target]);
                }
            };
            if is_one_each(from.site) && from.site.positions == to.site.positions {
                for (source, target) in from.buckets.iter().zip(&to.buckets) {
                    add(*source, *target);
                }
                continue;
            }
            if by_position.is_empty() {
                for (position, bucket) in from.site.positions.iter().zip(&from.buckets) {
                    by_position.entry(position).or_default().push(*bucket);
                }
            }
            for (position, target) in to.site.positions.iter().zip(&to.buckets) {
                for source in by_position.get(&position).into_iter().flatten() {
                    add(*source, *target);
                }
            }
        }
    }
    edges.into_iter().collect()
}

/// Whether it is known without a look at all positions that each processor has one access.
fn is_one_each(site: &Site) -> bool {
    matches!(site.positions, Progression::Line { step, .. } if step != 0)
}
