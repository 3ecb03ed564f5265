//! Runs worked out by hand: T, what is along the path, what all processors did, and the traffic.

use serde_json::{Value, json};

use super::on;

/// A run and what it must count.
struct Count {
    name: &'static str,
    p: u64,
    inputs: &'static str,
    time: u64,
    /// `t_s`, `t_w`, `t_c` along one path.
    path: [u64; 3],
    /// `Σ T_R`, `Σ T_K`, `Σ T_C`.
    sums: [u64; 3],
    /// Messages, words, words times links.
    traffic: [u64; 3],
}

const fn count(
    name: &'static str,
    p: u64,
    inputs: &'static str,
    time: u64,
    path: [u64; 3],
    sums: [u64; 3],
    traffic: [u64; 3],
) -> Count {
    Count {
        name,
        p,
        inputs,
        time,
        path,
        sums,
        traffic,
    }
}

/// The communication alone, `t_c = 0`, is the formula of the lecture: 847 = 7 (100 + 3·7).
#[rustfmt::skip]
const COUNTS: [Count; 23] = [
    count("ring_all_broadcast", 8, "m=3", 847, [7, 21, 30], [0, 6776, 0], [56, 168, 168]),
    count("ring_all_broadcast", 16, "m=10", 2550, [15, 150, 180], [0, 40800, 0], [240, 2400, 2400]),
    count("mesh_broadcast", 16, "m=5", 540, [4, 20, 29], [0, 2025, 6615], [15, 75, 100]),
    count("mesh_broadcast", 64, "m=5", 810, [6, 30, 39], [0, 8505, 43335], [63, 315, 540]),
    count("cube_broadcast", 8, "source=5 m=5", 405, [3, 15, 29], [0, 945, 2295], [7, 35, 35]),
    count("cube_broadcast", 64, "source=5 m=5", 810, [6, 30, 50], [0, 8505, 43335], [63, 315, 315]),
    count("cube_reduce", 8, "m=3", 378, [3, 9, 15], [59, 847, 2118], [7, 21, 21]),
    count("cube_reduce", 16, "m=3", 503, [4, 12, 19], [123, 1815, 6110], [15, 45, 45]),
    count("ring_total_exchange", 8, "m=3", 1288, [7, 84, 48], [0, 10304, 0], [56, 672, 672]),
    count("ring_total_exchange", 5, "m=4", 680, [4, 40, 40], [0, 3400, 0], [20, 200, 200]),
    count("cube_shift", 16, "shift=5 m=2", 114, [1, 2, 0], [0, 1824, 0], [16, 32, 92]),
    count("cube_shift", 64, "shift=5 m=2", 114, [1, 2, 0], [0, 7296, 0], [64, 128, 428]),
    count("cube_shift", 16, "shift=8 m=2", 114, [1, 2, 0], [0, 1824, 0], [16, 32, 32]),
    count("strips_rows", 4, "n=8", 892, [3, 48, 256], [1024, 2544, 0], [12, 192, 192]),
    count("strips_rows", 8, "n=16", 3292, [7, 224, 1024], [8192, 18144, 0], [56, 1792, 1792]),
    count("fox", 16, "n=16", 2944, [11, 176, 612], [8992, 20352, 17760], [96, 1536, 1792]),
    count("fox", 4, "n=16", 3830, [3, 192, 2186], [8488, 4384, 2448], [8, 512, 512]),
    count("fox", 64, "n=16", 4232, [31, 124, 264], [14464, 114_688, 141_696], [896, 3584, 4864]),
    count("tree_reduction", 8, "", 337, [3, 3, 16], [71, 749, 1876], [7, 7, 7]),
    count("tree_reduction", 64, "", 673, [6, 6, 31], [631, 6741, 35700], [63, 63, 63]),
    count("pool_of_tasks", 3, "tasks=4 load=1000", 4763, [7, 7, 4014], [8026, 1284, 4979], [12, 12, 12]),
    count("pool_of_tasks", 5, "tasks=12 load=1000", 7199, [11, 11, 6022], [24066, 3424, 8505], [32, 32, 32]),
    count("finite_differences", 8, "K=10", 2181, [20, 20, 41], [328, 17120, 0], [160, 160, 160]),
];

#[test]
fn runs_count_what_was_worked_out() {
    for count in &COUNTS {
        let run = on(
            &format!("network/{}", count.name),
            count.p,
            count.inputs,
            &[],
        );
        let run = run.keeps_its_claims();
        let here = format!("{} on {}, {}", count.name, count.p, count.inputs);
        assert_eq!(*run.counted("time"), json!(count.time), "{here}");
        let path = run.counted("decomposition");
        let path = ["t_s", "t_w", "t_c"].map(|parameter| path[parameter].clone());
        assert_eq!(path, count.path.map(Value::from), "{here}");
        let sums =
            ["computation", "communication", "waiting"].map(|what| run.counted(what).clone());
        assert_eq!(sums, count.sums.map(Value::from), "{here}");
        let traffic = ["messages", "words", "word_hops"].map(|what| run.counted(what).clone());
        assert_eq!(traffic, count.traffic.map(Value::from), "{here}");
        // C is the time of all processors.
        assert_eq!(
            count.sums.iter().sum::<u64>(),
            count.p * count.time,
            "{here}"
        );
    }
}

/// One more, F2 on another size, and the atmosphere as its lecture has it.
#[test]
fn foster_s_examples_count_what_was_worked_out() {
    // K (2 (t_s + t_w) + 4 t_c) + t_c = 3 (214 + 4) + 1.
    let run = on("network/finite_differences", 16, "K=3", &[]);
    assert_eq!(*run.keeps_its_claims().counted("time"), json!(655));
    // 6 t_c N Z ⌈N/P⌉ + 2 t_s + 4 N Z t_w = 6·18·2·5 + 400 + 4·36·2; two of four processors have a
    // row of 36 points less.
    let run = on("network/atmosphere", 4, "N=18 Z=2", &[]).keeps_its_claims();
    assert_eq!(*run.counted("time"), json!(1768));
    assert_eq!(*run.counted("waiting"), json!(432));
    let path = run.counted("decomposition");
    assert_eq!((&path["t_s"], &path["t_w"]), (&json!(2), &json!(144)));
    assert_eq!(path["t_c"], json!(1080));
    // Cannon's alignment by direct messages: alone 8 t_s + 128 t_w, on a torus with waits.
    let run = on("network/cannon", 16, "n=16", &["--tc", "0"]).keeps_its_claims();
    assert_eq!(*run.counted("time"), json!(800 + 7 * 128));
    let run = on(
        "network/cannon",
        16,
        "n=16",
        &["--tc", "0", "--machine", "torus"],
    );
    assert_eq!(*run.counted("time"), json!(800 + 7 * 144));
    // 21 and 135 units of time.
    for (p, inputs, time) in [(8, "n=64", 21), (16, "n=1024", 135)] {
        let run = on("network/unit_time_sum", p, inputs, &[]).keeps_its_claims();
        assert_eq!(*run.counted("time"), json!(time));
    }
    for (p, inputs, time) in [(8, "n=64", 318), (16, "n=1024", 531)] {
        let run = on("network/unit_time_sum", p, inputs, &["--tw", "100"]);
        assert_eq!(*run.keeps_its_claims().counted("time"), json!(time));
    }
}

/// The same program on another network: what a message waits for.
#[test]
fn other_networks_cost_more() {
    // The hypercube's exchanges on a ring: 22 waits for links.
    let run = on(
        "network/cube_all_broadcast",
        8,
        "m=3",
        &["--machine", "ring"],
    );
    assert_eq!(*run.counted("time"), json!(3 * 100 + 57 * 7));
    assert_eq!(*run.counted("link_waits"), json!(22));
    // On a line with one port 11 message times instead of 7, with half duplex more of t_w.
    let run = on("network/line_all_broadcast", 8, "m=3", &["--ports", "one"]);
    assert_eq!(*run.counted("time"), json!(11 * (100 + 7 * 3)));
    let run = on(
        "network/line_all_broadcast",
        8,
        "m=3",
        &["--duplex", "half"],
    );
    assert_eq!(*run.counted("time"), json!(7 * 100 + 11 * 7 * 3));
    // Store-and-forward sends all words over each of the p - 1 links of the longest way.
    let stored = ["--routing", "store_and_forward"];
    let run = on("network/ring_broadcast", 8, "m=5", &stored);
    assert_eq!(*run.counted("time"), json!(3 * 100 + 7 * 7 * 5));
    // Scatter and gather wait for nothing on a ring and a mesh.
    for name in ["network/cube_scatter", "network/cube_gather"] {
        for machine in ["ring", "mesh"] {
            let run = on(name, 16, "m=3", &["--machine", machine]).keeps_its_claims();
            assert_eq!(*run.counted("link_waits"), json!(0));
        }
    }
}

/// The longest way of a shift by q has log p - γ links, 2^γ being the largest power that divides q.
#[test]
fn shifts_take_as_many_steps_as_was_worked_out() {
    let head = ["--th", "3"];
    for p in [4_u64, 8, 16] {
        for shift in 1..p {
            let links = u64::from(p.ilog2() - shift.trailing_zeros());
            let inputs = format!("shift={shift} m=2");
            let run = on("network/cube_shift", p, &inputs, &head).keeps_its_claims();
            assert_eq!(*run.counted("time"), json!(114 + 3 * links));
            assert_eq!(*run.counted("link_waits"), json!(0));
            // Two steps for each power of two, one for 1.
            let steps = 2 * shift.count_ones() - u32::try_from(shift % 2).unwrap();
            let run = on("network/cube_shift_gray", p, &inputs, &[]).keeps_its_claims();
            assert_eq!(*run.counted("time"), json!(114 * steps));
            on("network/cube_shift_signed", p, &inputs, &[]).keeps_its_claims();
        }
    }
    // The worst cases: 2 log p - 1 = 7 and log p = 4 messages.
    let run = on("network/cube_shift_gray", 16, "shift=15 m=2", &[]);
    assert_eq!(*run.counted("time"), json!(7 * 114));
    let run = on("network/cube_shift_signed", 16, "shift=6 m=2", &[]);
    assert_eq!(*run.counted("time"), json!(4 * 114));
    // √p + 1 on a torus: 5 with 16 processors, 9 with 64.
    for (p, inputs, steps) in [(16, "r=2 c=2 m=2", 5), (64, "r=4 c=4 m=2", 9)] {
        let run = on("network/mesh_shift", p, inputs, &[]).keeps_its_claims();
        assert_eq!(*run.counted("time"), json!(114 * steps));
    }
}
