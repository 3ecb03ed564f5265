//! Formulas of reports over n, p, d and B, derived by hand.

use super::account::Account;
use super::reports::{report, report_on, whole};

/// ⌈log n/log b⌉, by multiplying.
fn levels(n: u64, b: u64) -> u32 {
    (0..64).find(|level| b.pow(*level) >= n).unwrap()
}

#[test]
fn a_native_prescan_grows_with_all_of_n_d_and_b() {
    // A level up takes (d + 1) + 1 + d and a barrier, a level down (d + 2) + 1 + d and a barrier:
    // 4d + 5 + 2B a level, and d for A[n-1] = 0.
    let vary = [
        "--vary",
        "n=2^2..2^8",
        "--vary",
        "d=2..5",
        "--vary",
        "B=4,8,16",
    ];
    let ran = report("apram_prescan", &vary).ends(0);
    let formula = "2*B*log n + 4*d*log n + d + 5*log n";
    ran.grows("T", formula, "B*log n + d*log n");
    // W: n - 1 nodes of 2d + 2 up, n - 1 of 2d + 3 down, and d.
    ran.grows("W", "4*d*n + 5*n - 3*d - 5", "n*d");
    assert_eq!(ran.json["varied"], serde_json::json!(["n", "d", "B"]));
    assert_eq!(ran.json["unit"], "apram");
    let asked = ran.rows().iter().filter(|row| row["held_out"] == false);
    assert_eq!(asked.count(), 7 * 4 * 3);
    for row in ran.rows() {
        let [n, d, b] = ["n", "d", "B"].map(|name| whole(&row["inputs"][name]));
        let log = u64::from(n.ilog2());
        assert_eq!(whole(&row["T"]["apram"]), (4 * d + 5 + 2 * b) * log + d);
        assert_eq!(whole(&row["C"]["apram"]), n / 2 * whole(&row["T"]["apram"]));
        let apram = &row["apram"];
        let known = [&apram["d"], &apram["B"], &apram["sections"]].map(whole);
        assert_eq!(known, [d, b, 2 * log]);
    }
    let claims = ran.json["claims"].as_array().unwrap();
    assert!(
        claims.iter().all(|claim| claim["holds"] == true),
        "{claims:?}"
    );
}

#[test]
fn a_tree_of_b_children_is_exact_for_every_n() {
    // Everyone reads its element: d + B. A full level takes 3B + 2d - 3, and the root with c
    // children 2(c - 1) + 2d - 1 + B: with L levels (3B + 2d - 3)·L + 2c + d - B in all.
    let tree = |n: u64, d: u64, b: u64| {
        let l = levels(n, b);
        let c = n.div_ceil(b.pow(l - 1));
        (3 * b + 2 * d - 3) * u64::from(l) + 2 * c + d - b
    };
    assert_eq!(tree(1024, 3, 32), 35 + 2 * 99);
    let words = ["--vary", "n=2^2..2^11", "--B", "4", "-p", "4096"];
    let ran = report("apram_tree_sum", &words).ends(1);
    let formula = "15*ceil(log(n)/log(4)) + 2*ceil(n/4^(ceil(log(n)/log(4)) - 1)) - 1";
    ran.grows("T", formula, "log n");
    // The file's claim is about powers of B.
    let sizes = ran.rows().iter().map(|row| whole(&row["inputs"]["n"]));
    let other = sizes.into_iter().find(|n| 4_u64.pow(levels(*n, 4)) != *n);
    let claim = &ran.json["claims"][0];
    assert_eq!(claim["holds"], false);
    assert_eq!(claim["first_failure"]["n"].as_u64(), other);
    let words = [
        "--vary",
        "n=17..900 step 63",
        "--vary",
        "B=2,3,5,8,16,32",
        "-p",
        "1024",
    ];
    let ran = report("apram_tree_sum", &words).ends(1);
    assert_eq!(ran.json["formulas"]["T"]["apram"]["status"], "found");
    // With more elements than processors it is another count.
    for row in ran
        .rows()
        .iter()
        .filter(|row| whole(&row["inputs"]["n"]) <= 1024)
    {
        let [n, b] = ["n", "B"].map(|name| whole(&row["inputs"][name]));
        assert_eq!(whole(&row["T"]["apram"]), tree(n, 3, b), "n = {n}, B = {b}");
    }
    // n = 1024 and B = 32: (93 + 2d)·2 + 64 + d - 32.
    let ran = report("apram_tree_sum", &["--vary", "d=2..8"]).ends(0);
    ran.grows("T", "5*d + 218", "d");
}

#[test]
fn a_d_ary_broadcast_is_exact_for_every_n_and_d() {
    // A full level: one read and d - 1 writes, 2d - 1, and B. At the last level the first
    // processor writes to c - 1 others: d + c - 1 + B.
    let words = ["--vary", "n=9..300 step 29", "--vary", "d=2..6", "--B", "8"];
    let ran = report("apram_broadcast", &words);
    assert_eq!(ran.json["formulas"]["T"]["apram"]["status"], "found");
    for row in ran.rows() {
        let [n, d] = ["n", "d"].map(|name| whole(&row["inputs"][name]));
        let l = levels(n, d);
        let c = n.div_ceil(d.pow(l - 1));
        let time = (2 * d - 1 + 8) * u64::from(l - 1) + d + c - 1 + 8;
        assert_eq!(whole(&row["T"]["apram"]), time, "n = {n}, d = {d}");
    }
}

#[test]
fn an_adapted_statement_has_four_variables() {
    // v = ⌈n/p⌉: (d + v - 1) + B + v + (d + v - 1) + B = 3v + 2d + 2B - 2.
    let text = "ulaz n = 8;
        ulaz A[n] = iota;
        program
            polje R[n];
            paralelno (za svaki i od 0 do n-1)
                R[i] = A[i] + 1;
            kraj_paralelno
        kraj_programa";
    let mut words = vec!["--machine", "apram"];
    for vary in ["n=20..100 step 16", "p=3,4,7", "d=2,3,5", "B=8,9"] {
        words.extend(["--vary", vary]);
    }
    let ran = report_on(text, &words).ends(0);
    ran.grows("T", "2*B + 2*d + 3*ceil(n/p) - 2", "B + d + n/p");
    assert_eq!(ran.json["scaling"]["apram"]["source"], "runs");
    // Where p does not vary, no profile stands in for it.
    let words = [
        "--machine",
        "apram",
        "--vary",
        "n=8..64",
        "--d",
        "3",
        "--B",
        "4",
    ];
    let ran = report_on(text, &words).ends(0);
    assert_eq!(ran.json["scaling"]["apram"]["source"], "unknown");
    assert_eq!(
        ran.json["scaling"]["apram"]["curves"],
        serde_json::json!([])
    );
    assert_eq!(ran.json.get("anatomy"), None);
    assert_eq!(ran.json["sections"]["sections"][0]["kind"], "adapted step");
}

#[test]
fn an_adapted_reduction_is_found_on_powers_of_two() {
    // Level k has n/2^(k+1) nodes, each on every processor v = ⌈n/(2^(k+1)·p)⌉ times: two reads,
    // an addition, a write, 4v + 2d - 2 + 2B. The v sum up to n/p - 1 + log p.
    let mut words = vec!["--machine", "apram", "--no-added-sizes"];
    for vary in ["n=2^4..2^8", "p=1,2,4,8", "d=2,3,4", "B=8,16"] {
        words.extend(["--vary", vary]);
    }
    let ran = report("reduction", &words);
    let known = &ran.json["formulas"]["T"]["apram"];
    // Nothing says that only powers of two are accepted, and only those ran.
    assert_eq!(known["status"], "derived");
    assert_eq!(known["holds_for_all"], false);
    for row in ran.rows() {
        let [n, p, d, b] = ["n", "p", "d", "B"].map(|name| whole(&row["inputs"][name]));
        let mut account = Account::new(d, b);
        for level in 0..n.ilog2() {
            account.adapted(p, n >> (level + 1), 2, 1, true);
        }
        let [log_n, log_p] = [n, p].map(|one| u64::from(one.ilog2()));
        let time = (2 * d - 2 + 2 * b) * log_n + 4 * (n / p - 1 + log_p);
        assert_eq!(account.time, time);
        assert_eq!(whole(&row["T"]["apram"]), time);
        assert_eq!(whole(&row["W"]["apram"]), account.work);
        assert_eq!(whole(&row["apram"]["waiting"]), account.waiting);
    }
}

#[test]
fn b_may_be_a_formula_in_p_that_follows_n() {
    let text = "stroj apram(d = 2, B = sqrt(p), p = n);
        ulaz n = 16;
        program
            polje A[n];
            paralelno asinkrono (za svaki i od 0 do n-1)
                A[i] = i;
            kraj_paralelno
        kraj_programa";
    let ran = report_on(text, &["--vary", "n=9..200 step 13"]).ends(0);
    assert_eq!(ran.json["machine"]["B"], "sqrt(p)");
    for row in ran.rows() {
        let n = whole(&row["inputs"]["n"]);
        let b = (0..n).find(|b| b * b >= n).unwrap();
        assert_eq!(whole(&row["apram"]["B"]), b);
        assert_eq!(whole(&row["T"]["apram"]), 2 + b);
    }
    ran.grows("T", "ceil(sqrt(n)) + 2", "sqrt(n)");
}
