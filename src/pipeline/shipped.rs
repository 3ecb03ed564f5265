//! The shipped programs, built in: `ukljuci "programs/prescan.pram"` works without a folder, too.

use std::path::{Component, Path, PathBuf};

use crate::semantic::did_you_mean;
use crate::source::BUILT_IN;
use crate::syntax::include;
use crate::syntax::vocabulary::Vocabulary;

/// The prefix of the paths of built-in programs.
pub const FOLDER: &str = BUILT_IN;
/// The folder of the same programs, as includes name it.
pub const ON_DISK: &str = "programs";
/// What students begin with, in the folder of its exercise.
const STARTER: &str = "/starter";
/// The vocabulary in which they are written.
pub const VOCABULARY: Vocabulary = Vocabulary::Croatian;

macro_rules! programs {
    ($($name:literal,)*) => {
        /// Their names and texts.
        const PROGRAMS: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../programs/", $name)))),*];
    };
}

programs! {
    "allocation.pram",
    "apram_broadcast.pram",
    "apram_list_head.pram",
    "apram_list_ranking.pram",
    "apram_matrix_vector.pram",
    "apram_prescan.pram",
    "apram_scan.pram",
    "apram_tree_sum.pram",
    "apram_tree_sum_p.pram",
    "big_addition.pram",
    "binary_search.pram",
    "bitonic_sort.pram",
    "bracket_matching.pram",
    "brackets.pram",
    "breadth_first.pram",
    "broadcast_crew.pram",
    "broadcast_erew.pram",
    "collatz.pram",
    "collectives/chains.pram",
    "collectives/complete.pram",
    "collectives/hypercube.pram",
    "collectives/mesh.pram",
    "collectives/ring.pram",
    "common_ancestors.pram",
    "components.pram",
    "concurrent_write_on_erew.pram",
    "exercises/barrier_in_a_branch/reference.pram",
    "exercises/barrier_in_a_branch/starter.pram",
    "exercises/counting/reference.pram",
    "exercises/counting/starter.pram",
    "exercises/differences/reference.pram",
    "exercises/differences/starter.pram",
    "exercises/doubling/reference.pram",
    "exercises/doubling/starter.pram",
    "exercises/end_of_the_list/reference.pram",
    "exercises/end_of_the_list/starter.pram",
    "exercises/enough_rounds/reference.pram",
    "exercises/enough_rounds/starter.pram",
    "exercises/missing_barrier/reference.pram",
    "exercises/missing_barrier/starter.pram",
    "exercises/one_past_the_end/reference.pram",
    "exercises/one_past_the_end/starter.pram",
    "exercises/reduction_for_every_n/reference.pram",
    "exercises/reduction_for_every_n/starter.pram",
    "exercises/split_turned_round/reference.pram",
    "exercises/split_turned_round/starter.pram",
    "exercises/whoever_writes_last/reference.pram",
    "exercises/whoever_writes_last/starter.pram",
    "exercises/whose_t/reference.pram",
    "exercises/whose_t/starter.pram",
    "exercises/work_optimal_sum/reference.pram",
    "exercises/work_optimal_sum/starter.pram",
    "expression_tree.pram",
    "faulty/all_broadcast_mesh.pram",
    "faulty/all_broadcast_ring_sync.pram",
    "faulty/circular_broadcasts.pram",
    "faulty/crossed_broadcasts.pram",
    "faulty/first_from_anyone.pram",
    "faulty/fox_downwards.pram",
    "faulty/personal_own_part.pram",
    "faulty/pool_loses_results.pram",
    "faulty/reduce_turned_round.pram",
    "floyd_warshall.pram",
    "forest_roots.pram",
    "game_of_life.pram",
    "gauss_jordan.pram",
    "gpu/compaction.pram",
    "gpu/copy.pram",
    "gpu/copy_shifted.pram",
    "gpu/copy_strided.pram",
    "gpu/histogram.pram",
    "gpu/histogram_zeros.pram",
    "gpu/matrix_product.pram",
    "gpu/matrix_product_tiled.pram",
    "gpu/pi.pram",
    "gpu/prescan.pram",
    "gpu/prescan_padded.pram",
    "gpu/reduction_divergent.pram",
    "gpu/reduction_first_sum.pram",
    "gpu/reduction_halves.pram",
    "gpu/reduction_last_warp.pram",
    "gpu/reduction_strided.pram",
    "gpu/scan.pram",
    "gpu/stencil.pram",
    "gpu/transpose.pram",
    "gpu/transpose_padded.pram",
    "gpu/transpose_tiled.pram",
    "gpu/vector_sum.pram",
    "inclusive_scan.pram",
    "independent_set.pram",
    "last_seen.pram",
    "lcs.pram",
    "library.pram",
    "library/broadcast.pram",
    "library/euler_tour.pram",
    "library/list_ranking.pram",
    "library/merge.pram",
    "library/pack.pram",
    "library/prescan.pram",
    "library/reduction.pram",
    "library/scan.pram",
    "library/segmented_prescan.pram",
    "library/segmented_reduction.pram",
    "library/segmented_scan.pram",
    "library/split.pram",
    "line_of_sight.pram",
    "list_head.pram",
    "list_ranking.pram",
    "list_ranking_erew.pram",
    "list_ranking_optimal.pram",
    "matrix_matrix.pram",
    "matrix_product_crcw.pram",
    "matrix_product_erew.pram",
    "matrix_product_n3.pram",
    "matrix_product_n3_erew.pram",
    "matrix_vector.pram",
    "maximum.pram",
    "maximum_crcw.pram",
    "maximum_doubly_log.pram",
    "merge_sort.pram",
    "merge_sort_ranking.pram",
    "merge_sort_tasks.pram",
    "network/atmosphere.pram",
    "network/atmosphere_2d.pram",
    "network/butterfly.pram",
    "network/cannon.pram",
    "network/cannon_shifts.pram",
    "network/chain_reduction.pram",
    "network/cube_all_broadcast.pram",
    "network/cube_all_reduce.pram",
    "network/cube_broadcast.pram",
    "network/cube_gather.pram",
    "network/cube_pairwise_exchange.pram",
    "network/cube_prefix_sums.pram",
    "network/cube_reduce.pram",
    "network/cube_scatter.pram",
    "network/cube_scatter_broadcast.pram",
    "network/cube_shift.pram",
    "network/cube_shift_gray.pram",
    "network/cube_shift_signed.pram",
    "network/cube_total_exchange.pram",
    "network/finite_differences.pram",
    "network/fox.pram",
    "network/jacobi.pram",
    "network/line_all_broadcast.pram",
    "network/mesh_all_broadcast.pram",
    "network/mesh_broadcast.pram",
    "network/mesh_reduction.pram",
    "network/mesh_shift.pram",
    "network/mesh_total_exchange.pram",
    "network/naive_broadcast.pram",
    "network/naive_reduction.pram",
    "network/odd_even_blocks.pram",
    "network/pairwise_interactions.pram",
    "network/pi_collected.pram",
    "network/pi_pool.pram",
    "network/pi_reduced.pram",
    "network/pool_of_tasks.pram",
    "network/ring_all_broadcast.pram",
    "network/ring_broadcast.pram",
    "network/ring_reduction.pram",
    "network/ring_total_exchange.pram",
    "network/strips_columns.pram",
    "network/strips_rows.pram",
    "network/tasks_by_blocks.pram",
    "network/tasks_by_turns.pram",
    "network/tasks_jacobi.pram",
    "network/tasks_on_one.pram",
    "network/tree_broadcast.pram",
    "network/tree_reduction.pram",
    "network/tree_sum.pram",
    "network/unit_time_sum.pram",
    "number_transform.pram",
    "odd_even_merge_sort.pram",
    "odd_even_transposition.pram",
    "one_sweep_scan.pram",
    "or_crcw.pram",
    "or_erew.pram",
    "p_ary_search.pram",
    "p_ary_search_erew.pram",
    "pi_at_random.pram",
    "polynomial.pram",
    "prescan.pram",
    "prescan_p.pram",
    "quicksort_scans.pram",
    "radix_sort.pram",
    "rank_sort.pram",
    "rank_sort_crcw.pram",
    "recurrence.pram",
    "reduction.pram",
    "reduction_any_n.pram",
    "reduction_p.pram",
    "sample_sort.pram",
    "scan_generic.pram",
    "sieve.pram",
    "sortedness.pram",
    "spanning_forest.pram",
    "split.pram",
    "sum_by_columns.pram",
    "sum_by_rows.pram",
    "sum_p.pram",
    "three_colouring.pram",
    "transitive_closure.pram",
    "tree_numbers.pram",
    "tree_sum_tasks.pram",
    "word_comparison.pram",
}

/// Every built-in program: its path below `programs/`, and its text.
pub fn programs() -> impl Iterator<Item = (&'static str, &'static str)> {
    PROGRAMS.iter().copied()
}

/// The text of a built-in program.
pub fn text(path: &Path) -> Option<&'static str> {
    let name = path.strip_prefix(FOLDER).ok()?.to_str()?;
    let found = PROGRAMS.iter().find(|(known, _)| *known == name);
    found.map(|(_, text)| *text)
}

/// The path of the built-in program that has this path below `programs/`.
pub fn path(inside: &Path) -> Option<PathBuf> {
    let path = Path::new(FOLDER).join(inside);
    text(&path).map(|_| path)
}

/// The path of the built-in program that `name` means in the built-in program `from`: next to it, or
/// `programs/prescan.pram` from everywhere.
pub fn beside(name: &Path, from: &Path) -> Option<PathBuf> {
    let near = plain(&include::beside(name, from)).filter(|path| text(path).is_some());
    near.or_else(|| path(&below_programs(name)?))
}

/// What follows `programs/` in a path, which may begin with `../`.
pub fn below_programs(name: &Path) -> Option<PathBuf> {
    let mut components = name
        .components()
        .skip_while(|component| matches!(component, Component::ParentDir | Component::CurDir));
    let first = components.next()?;
    (first.as_os_str() == ON_DISK).then(|| components.collect())
}

/// The built-in program that a misspelt name most probably means: `programs/libary.pram`.
pub fn meant(name: &Path) -> Option<PathBuf> {
    let inside = below_programs(name)?;
    let known = programs().map(|(known, _)| known);
    let meant = did_you_mean(inside.to_str()?, known)?;
    let above = name.to_str()?.strip_suffix(inside.to_str()?)?;
    Some(Path::new(above).join(meant))
}

/// A relative path without `.` and `..`; none where it leads out.
pub(super) fn plain(path: &Path) -> Option<PathBuf> {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                if !plain.pop() {
                    return None;
                }
            }
            Component::Normal(name) => plain.push(name),
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(plain)
}

/// The name of a built-in program, without its extension: `library/scan`. The starter of an exercise has the
/// name of its folder.
pub fn name(path: &str) -> &str {
    let stem = path.strip_suffix(".pram").unwrap_or(path);
    stem.strip_suffix(STARTER).unwrap_or(stem)
}

/// The built-in program of a name or path, with or without its extension; for those in folders the last part
/// of the name is enough if it is unique.
pub fn named(asked: &str) -> Option<(&'static str, &'static str)> {
    let asked = name(asked);
    if let Some(program) = programs().find(|(known, _)| name(known) == asked) {
        return Some(program);
    }
    let mut alike = programs().filter(|(known, _)| {
        let (_, last) = name(known).rsplit_once('/').unwrap_or_default();
        !last.is_empty() && last == asked
    });
    alike.next().filter(|_| alike.next().is_none())
}
