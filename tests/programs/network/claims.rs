//! The claims of the programs: exact at every size, under several parameters.

use super::{PARAMETERS, on};

/// A program, the numbers of processors and the inputs for which its claims are exact.
type Sizes = (&'static str, &'static [u64], &'static [&'static str]);

const CLAIMS: [Sizes; 39] = [
    ("naive_broadcast", &[1, 2, 5, 8], &["m=1", "m=5"]),
    ("naive_reduction", &[2, 3, 5, 8], &["m=1", "m=3"]),
    ("chain_reduction", &[3, 4, 8], &["sums=1", "sums=7"]),
    ("ring_broadcast", &[1, 2, 8, 32], &["m=0", "m=5"]),
    ("ring_reduction", &[1, 2, 8, 32], &["m=1", "m=3"]),
    ("mesh_broadcast", &[1, 4, 16, 64], &["m=1", "m=5"]),
    ("mesh_reduction", &[1, 4, 16, 64], &["m=1", "m=5"]),
    (
        "cube_broadcast",
        &[8, 16, 64],
        &["source=0 m=1", "source=7 m=5"],
    ),
    ("cube_reduce", &[1, 2, 8, 16], &["m=1", "m=3"]),
    ("tree_broadcast", &[1, 2, 8, 64], &["m=1", "m=5"]),
    ("tree_sum", &[1, 2, 8, 64], &["m=1", "m=5"]),
    ("tree_reduction", &[1, 2, 8, 64], &[""]),
    ("ring_all_broadcast", &[2, 3, 8, 16], &["m=1", "m=3"]),
    ("mesh_all_broadcast", &[4, 9, 16, 64], &["m=1", "m=3"]),
    ("cube_all_broadcast", &[1, 2, 8, 16], &["m=1", "m=3"]),
    ("cube_all_reduce", &[1, 2, 8, 16], &["m=0", "m=3"]),
    ("cube_prefix_sums", &[1, 2, 8, 16], &["m=1", "m=3"]),
    ("cube_scatter", &[1, 2, 8, 32], &["m=1", "m=3"]),
    ("cube_gather", &[1, 2, 8, 32], &["m=1", "m=3"]),
    ("cube_scatter_broadcast", &[1, 2, 8, 16], &["m=16", "m=64"]),
    ("ring_total_exchange", &[1, 2, 5, 8], &["m=1", "m=4"]),
    ("mesh_total_exchange", &[4, 9, 16, 25], &["m=1", "m=3"]),
    ("cube_total_exchange", &[1, 2, 8, 16], &["m=1", "m=3"]),
    ("cube_pairwise_exchange", &[1, 2, 8, 16], &["m=1", "m=3"]),
    (
        "mesh_shift",
        &[9, 16, 25, 64],
        &["r=-1 c=1 m=2", "r=1 c=-1 m=1", "r=0 c=1 m=1", "r=1 c=0 m=3"],
    ),
    ("fox", &[1, 4, 16], &["n=8", "n=16"]),
    ("cannon", &[1, 4, 9, 16], &["n=12", "n=24"]),
    ("cannon_shifts", &[1, 4, 9, 16], &["n=12", "n=24"]),
    ("strips_rows", &[1, 2, 4, 8], &["n=8", "n=16"]),
    ("strips_columns", &[1, 2, 4, 8], &["n=8", "n=16"]),
    ("finite_differences", &[2, 3, 8, 16], &["K=1", "K=10"]),
    ("jacobi", &[1, 4, 16], &["n=8 K=1", "n=12 K=3"]),
    ("atmosphere", &[1, 2, 3, 4], &["N=12 Z=1", "N=18 Z=2"]),
    ("atmosphere_2d", &[1, 4, 9], &["N=12 Z=1", "N=18 Z=2"]),
    ("odd_even_blocks", &[3, 4, 5, 8], &["n=120"]),
    ("butterfly", &[1, 2, 8, 16], &[""]),
    ("pairwise_interactions", &[2, 3, 8, 13], &[""]),
    ("unit_time_sum", &[1, 2, 8, 16], &["n=16", "n=100"]),
    ("pi_collected", &[2, 4, 8], &["points=800"]),
];

#[test]
fn claims_are_exact_at_every_size() {
    for (name, processors, inputs) in CLAIMS {
        for p in processors {
            for inputs in inputs {
                for parameters in &PARAMETERS {
                    on(&format!("network/{name}"), *p, inputs, parameters).keeps_its_claims();
                }
            }
        }
    }
}

/// Exact where the tasks take longer than the manager's messages.
#[test]
fn claims_about_pools_are_exact_for_long_tasks() {
    for parameters in [PARAMETERS[1], PARAMETERS[3]] {
        for (p, inputs) in [(3, "4"), (4, "12"), (5, "12"), (7, "12")] {
            let tasks = format!("tasks={inputs} load=4000");
            on("network/pool_of_tasks", p, &tasks, &parameters).keeps_its_claims();
            let tasks = format!("tasks={inputs} points=500");
            on("network/pi_pool", p, &tasks, &parameters).keeps_its_claims();
        }
    }
    // Short ones queue at the manager.
    on("network/pool_of_tasks", 5, "tasks=12 load=10", &[]).ends(1);
}

/// On a line, a claim about communication alone: its tests are not counted there.
#[test]
fn the_line_and_the_ring_take_the_same_time_where_nothing_goes_round() {
    for p in [1, 2, 3, 8] {
        for parameters in [PARAMETERS[0], PARAMETERS[2]] {
            on("network/line_all_broadcast", p, "m=3", &parameters).keeps_its_claims();
        }
    }
    for p in [4, 8, 32] {
        for name in ["ring_broadcast", "ring_reduction", "chain_reduction"] {
            for machine in ["ring", "line"] {
                let options = ["--machine", machine, "--th", "3", "--tc", "1"];
                on(&format!("network/{name}"), p, "", &options).keeps_its_claims();
            }
        }
    }
    for name in ["mesh_broadcast", "mesh_reduction"] {
        for machine in ["mesh", "torus"] {
            let options = ["--machine", machine, "--th", "3", "--tc", "1"];
            on(&format!("network/{name}"), 16, "", &options).keeps_its_claims();
        }
    }
}

/// The table of a term paper: T = 2n³/p τ + (p - 1)(α + w n²/(p β)) in seconds, here in µs for a
/// matrix that can be multiplied in a test, and what the claim gives for n = 1000.
#[test]
fn strips_have_the_model_of_their_lecture() {
    let parameters = [
        "--ts",
        "130",
        "--tw",
        "0.150929",
        "--tc",
        "0.00644262",
        "--th",
        "0",
    ];
    for name in ["network/strips_rows", "network/strips_columns"] {
        for p in [2_u64, 4, 8] {
            let n = 32_u64;
            let run = on(name, p, &format!("n={n}"), &parameters).keeps_its_claims();
            let path = run.counted("decomposition");
            assert_eq!(path["t_c"], 2 * n * n * n / p);
            assert_eq!(path["t_s"], p - 1);
            assert_eq!(path["t_w"], (p - 1) * n * n / p);
        }
    }
}
