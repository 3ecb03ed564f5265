//! Trees: the programs of `programs/` that are written for the asynchronous PRAM.

use super::account::Account;
use super::{Ran, program, text};

/// The tree over n values of which processor i keeps the i-th: a node with c children reads them
/// in one run, adds c times, and writes.
fn tree(account: &mut Account, n: u64, b: u64) {
    let mut w = 1;
    while w < n {
        let time = |i: u64| {
            if i % (b * w) != 0 {
                return 0;
            }
            let children = (b - 1).min((n - 1 - i) / w);
            account.run(children) + children + account.run(1)
        };
        let times: Vec<u64> = (0..n).map(time).collect();
        account.section(times);
        w *= b;
    }
}

/// `apram_tree_sum`: everyone reads its element; then the tree.
fn tree_sum(n: u64, d: u64, b: u64) -> Account {
    let mut account = Account::new(d, b);
    account.section((0..n).map(|_| d)); // s = A[i]; ograda;
    tree(&mut account, n, b);
    account
}

fn run_tree_sum(n: u64, p: u64, d: u64, b: u64) -> Ran {
    let [n, p, d, b] = [n, p, d, b].map(|value| value.to_string());
    let n = format!("n={n}");
    program(
        "apram_tree_sum",
        &[&n, "A=constant(1)", "-p", &p, "--d", &d, "--B", &b],
    )
}

#[test]
fn a_tree_of_b_children_sums_as_the_lectures_count() {
    // d = 3, B = 32, p = n = 1024. One level: a node reads 31 children (3 + 31 - 1 = 33), adds 31
    // times, writes (3), and the barrier: 33 + 31 + 3 + 32 = 99 = 3B + 2d - 3. Two levels: 198.
    // Before them everyone reads its own element: 3 + 32 = 35. T = 35 + 198 = 233.
    // W: 1024 · 3, then 32 nodes of 67, then one: 3072 + 2144 + 67 = 5283.
    // Waiting: nobody, then 992 · 67, then 1023 · 67: 135005.
    let account = tree_sum(1024, 3, 32);
    assert_eq!(
        (account.time, account.work, account.waiting),
        (233, 5283, 135_005)
    );
    let ran = run_tree_sum(1024, 1024, 3, 32).costs(&account);
    assert_eq!(ran.json["outputs"]["A"][0], 1024);
    assert_eq!(ran.json["cost"]["apram"]["d"], 3);
    assert_eq!(ran.json["cost"]["apram"]["B"], 32);
    ran.legal_on(Some("apram"));
}

#[test]
fn a_tree_sums_every_size() {
    for (n, d, b) in [
        (1, 2, 2),
        (2, 2, 2),
        (3, 2, 3),
        (7, 3, 4),
        (8, 1, 2),
        (16, 3, 4),
        (64, 4, 4),
        (100, 3, 10),
        (1000, 5, 10),
        (81, 2, 9),
    ] {
        let account = tree_sum(n, d, b);
        // Where n is a power of B: L levels of 3B + 2d - 3 behind the first d + B.
        let levels = (0..20).find(|level| b.pow(*level) == n);
        if let Some(levels) = levels.filter(|levels| *levels > 0) {
            let each = 3 * b + 2 * d - 3;
            assert_eq!(account.time, d + b + u64::from(levels) * each);
        }
        // The file's claim is about powers of B: others end with status 1 for it, and so the
        // program is run from its own text without claims.
        let source = without_claims("apram_tree_sum");
        let (given, p) = (format!("n={n}"), n.to_string());
        let ran = text(&source, d, b, &[&given, "A=constant(1)", "-p", &p]).costs(&account);
        assert_eq!(ran.json["outputs"]["A"][0], n, "n = {n}");
    }
}

fn without_claims(name: &str) -> String {
    let path = format!("{}/programs/{name}.pram", env!("CARGO_MANIFEST_DIR"));
    let source = std::fs::read_to_string(path).unwrap();
    let lines = source.lines().filter(|line| !line.starts_with("tvrdnja"));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn shares_of_t_elements_take_what_the_lectures_count() {
    // T = 64 elements to each of n/T = 16 processors, d = 3, B = 4: one run of 64 reads, 63
    // additions, the barrier: 66 + 63 + 4 = 133. The first element goes where the sum is kept.
    let shares = "ulaz A[1024] = konstanta(1);
        program
            paralelno asinkrono (za svaki procesor i, i = 0, ..., p-1)
                lokalno buf[64];
                s = A[64*i];
                za k = 1 do 63
                    buf[k] = A[64*i + k];
                za k = 1 do 63
                    s += buf[k];
                tvrdi(s == 64);
            kraj_paralelno
        kraj_programa";
    let mut account = Account::new(3, 4);
    let share = account.run(64) + 63;
    account.section((0..16).map(|_| share));
    assert_eq!(account.time, 133);
    text(shares, 3, 4, &["-p", "16"]).costs(&account);
}

#[test]
fn a_tree_over_shares_also_writes_their_sums() {
    // The program lets the others see the sums, one write more than the 133: 136. Then two levels
    // of a tree of 4 children, each (3 + 3 - 1) + 3 + 3 + 4 = 15, and S[0] is read at the end.
    for (n, p, d, b) in [
        (1024, 16, 3, 4),
        (64, 4, 3, 4),
        (512, 8, 2, 2),
        (27, 9, 5, 3),
    ] {
        let mut account = Account::new(d, b);
        let share = account.run(n / p) + (n / p - 1) + d;
        account.section((0..p).map(|_| share));
        tree(&mut account, p, b);
        account.alone(d);
        if n == 1024 {
            assert_eq!(account.time, 136 + 2 * 15 + 3);
        }
        let [size, p, d, b] = [n, p, d, b].map(|value| value.to_string());
        let size = format!("n={size}");
        let words = [
            size.as_str(),
            "A=constant(1)",
            "-p",
            &p,
            "--d",
            &d,
            "--B",
            &b,
        ];
        let ran = program("apram_tree_sum_p", &words).costs(&account);
        assert_eq!(ran.json["outputs"]["result"], n);
        ran.legal_on(Some("apram"));
    }
}

#[test]
fn broadcast_trees_hand_on_to_k_minus_1_others() {
    for (entry, n, d, b) in [
        ("broadcast_binary", 64, 4, 8),
        ("broadcast_binary", 1024, 3, 32),
        ("broadcast_d", 64, 4, 8),
        ("broadcast_d", 729, 3, 32),
    ] {
        let k = if entry == "broadcast_d" { d } else { 2 };
        // Each reads its value and writes to k - 1 others in the same run, as no address depends
        // on what was read: d + k - 1.
        let mut account = Account::new(d, b);
        let (mut w, mut levels) = (1, 0);
        while w < n {
            let time = account.run(k);
            account.section((0..w).map(|_| time));
            (w, levels) = (w * k, levels + 1);
        }
        assert_eq!(account.time, levels * (d + k - 1 + b));
        let source = without_claims("apram_broadcast");
        let given = format!("n={n}");
        let words = ["--entry", entry, given.as_str(), "A=constant(7)"];
        text(&source, d, b, &words)
            .costs(&account)
            .legal_on(Some("apram"));
    }
    // With B counted, 3-ary is 6 levels of 37 for 729 cells where binary takes 10 of 36.
}

#[test]
fn a_native_prescan_takes_one_barrier_a_level() {
    for (n, d, b) in [(8, 3, 4), (1, 3, 4), (64, 2, 8), (256, 4, 16)] {
        let mut account = Account::new(d, b);
        let levels = u64::from(u64::ilog2(n));
        for level in 0..levels {
            // A[right] += A[left]: two reads, an addition, a write.
            let time = account.run(2) + 1 + account.run(1);
            account.section((0..n >> (level + 1)).map(|_| time));
        }
        account.alone(d); // A[n-1] = 0;
        for level in (0..levels).rev() {
            // Two reads and a write in one run; an addition; a write.
            let time = account.run(3) + 1 + account.run(1);
            account.section((0..n >> (level + 1)).map(|_| time));
        }
        assert_eq!(account.time, (4 * d + 5 + 2 * b) * levels + d);
        let (given, d, b) = (format!("n={n}"), d.to_string(), b.to_string());
        let words = [given.as_str(), "A=iota", "--d", &d, "--B", &b];
        let ran = program("apram_prescan", &words).costs(&account);
        let sums: Vec<u64> = (0..n).map(|i| i * i.saturating_sub(1) / 2).collect();
        assert_eq!(ran.json["outputs"]["A"], serde_json::json!(sums));
    }
}
