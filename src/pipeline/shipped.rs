//! The shipped programs, built in: `ukljuci "programs/prescan.pram"` works without a folder too.

use std::path::{Path, PathBuf};

use crate::syntax::include::{Files, Unreadable};

/// What the paths of built-in programs begin with, as that of standard input is `<stdin>`.
pub const FOLDER: &str = "<programs>";

/// The shipped programs alone.
pub struct Shipped;

impl Files for Shipped {
    fn read(&self, path: &Path, _: u64) -> Result<Vec<u8>, Unreadable> {
        let text = text(path)
            .ok_or_else(|| Unreadable::Other("no program is shipped there".to_owned()))?;
        Ok(text.as_bytes().to_vec())
    }

    fn identity(&self, path: &Path) -> PathBuf {
        path.to_owned()
    }
}

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
    "apram_prescan.pram",
    "apram_tree_sum.pram",
    "apram_tree_sum_p.pram",
    "binary_search.pram",
    "broadcast_crew.pram",
    "broadcast_erew.pram",
    "collatz.pram",
    "collectives/chains.pram",
    "collectives/complete.pram",
    "collectives/hypercube.pram",
    "collectives/mesh.pram",
    "collectives/ring.pram",
    "faulty/all_broadcast_mesh.pram",
    "faulty/all_broadcast_ring_sync.pram",
    "faulty/circular_broadcasts.pram",
    "faulty/crossed_broadcasts.pram",
    "faulty/first_from_anyone.pram",
    "faulty/fox_downwards.pram",
    "faulty/personal_own_part.pram",
    "faulty/pool_loses_results.pram",
    "faulty/reduce_turned_round.pram",
    "inclusive_scan.pram",
    "last_seen.pram",
    "list_head.pram",
    "list_ranking.pram",
    "list_ranking_erew.pram",
    "matrix_matrix.pram",
    "matrix_vector.pram",
    "maximum.pram",
    "maximum_crcw.pram",
    "merge_sort.pram",
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
    "odd_even_transposition.pram",
    "one_sweep_scan.pram",
    "prescan.pram",
    "prescan_p.pram",
    "quicksort_scans.pram",
    "radix_sort.pram",
    "reduction.pram",
    "reduction_any_n.pram",
    "reduction_p.pram",
    "scan_generic.pram",
    "sortedness.pram",
    "split.pram",
    "sum_by_columns.pram",
    "sum_by_rows.pram",
    "sum_p.pram",
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_program_is_built_in() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs");
        let mut shipped = Vec::new();
        collect(&folder, &folder, &mut shipped);
        shipped.sort();
        let built_in: Vec<&str> = PROGRAMS.iter().map(|(name, _)| *name).collect();
        assert_eq!(built_in, shipped);
    }

    /// The programs in a folder and in the folders in it, as paths from `root`.
    fn collect(root: &Path, folder: &Path, programs: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(root, &path, programs);
            } else if path
                .extension()
                .is_some_and(|extension| extension == "pram")
            {
                let name = path.strip_prefix(root).unwrap();
                programs.push(name.to_str().unwrap().to_owned());
            }
        }
    }
}
