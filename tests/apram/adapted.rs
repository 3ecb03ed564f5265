//! Synchronous programs, adapted: read, barrier, compute, write, barrier.

use super::account::Account;
use super::{program, text};

/// One statement, executed by a processors.
fn statement(statement: &str) -> String {
    format!(
        "ulaz a = 8;
         ulaz A[4*a] = iota;
         program
             polje R[a];
             paralelno (za svaki i od 0 do a-1)
                 {statement}
             kraj_paralelno
         kraj_programa"
    )
}

#[test]
fn one_read_one_operator_one_write_take_2b_2d_1() {
    for (d, b) in [(3, 4), (2, 2), (5, 32)] {
        let mut account = Account::new(d, b);
        account.adapted(8, 8, 1, 1, true);
        assert_eq!(account.time, 2 * b + 2 * d + 1);
        text(&statement("R[i] = A[i] + 1;"), d, b, &["-p", "8"]).costs(&account);
    }
}

#[test]
fn virtual_processors_are_pipelined() {
    for (a, p, d, b) in [
        (8, 4, 3, 4),
        (8, 1, 3, 4),
        (100, 8, 2, 7),
        (1000, 32, 3, 32),
    ] {
        let mut account = Account::new(d, b);
        account.adapted(p, a, 1, 1, true);
        let v = a.div_ceil(p);
        assert_eq!(account.time, (d + v - 1) + b + v + (d + v - 1) + b);
        let (a, p) = (format!("a={a}"), p.to_string());
        text(&statement("R[i] = A[i] + 1;"), d, b, &[&a, "-p", &p]).costs(&account);
    }
}

#[test]
fn k_independent_reads_take_d_plus_kv_minus_1() {
    let (d, b) = (3, 4);
    for (a, p) in [(8, 8), (8, 4), (10, 4)] {
        let mut account = Account::new(d, b);
        account.adapted(p, a, 3, 2, true);
        let each = a.div_ceil(p);
        let (reads, write) = (d + 3 * each - 1, d + each - 1);
        assert_eq!(account.time, reads + b + 2 * each + write + b);
        let (size, processors) = (format!("a={a}"), p.to_string());
        let three = statement("R[i] = A[i] + A[i+a] + A[i+2*a];");
        text(&three, d, b, &[&size, "-p", &processors]).costs(&account);
    }
}

#[test]
fn barriers_are_left_out_where_nothing_global_is_done() {
    let (d, b) = (3, 4);
    // (statement, reads, local instructions, writes)
    for (source, reads, locals, writes) in [
        ("R[i] = 5;", 0, 0, true),
        ("R[i] = 2*i + 1;", 0, 2, true),
        ("x = A[i];", 1, 0, false),
        ("x = 2*i;", 0, 1, false),
        ("x = i;", 0, 1, false),
    ] {
        let mut account = Account::new(d, b);
        account.adapted(8, 8, reads, locals, writes);
        text(&statement(source), d, b, &["-p", "8"]).costs(&account);
    }
}

#[test]
fn an_address_that_is_read_needs_a_run_of_its_own() {
    // A[A[i]]: d for the address, d for the value; the write follows the barrier.
    let mut account = Account::new(3, 4);
    account.adapted(8, 8, 1, 0, true).alone(0);
    account.time += 3;
    account.work += 8 * 3;
    text(&statement("R[i] = A[A[i]];"), 3, 4, &["-p", "8"]).costs(&account);
}

#[test]
fn groups_side_by_side_are_shared_in_processor_order() {
    // Processors 0, 3 and 6 read twice, add and write; the others multiply, add and write.
    let source = statement(
        "ako (i % 3 == 0)
             R[i] = A[i] + A[i+a];
         inace
             R[i] = 2*i + 1;",
    );
    // Everyone alone: 3+1 for two reads, then 1+3; or 2+3.
    let (yes, no) = ((4, 4), (0, 5));
    let mut alone = Account::new(3, 4);
    alone.adapted(7, 7, 0, 2, false);
    alone.phases(&[yes, no, no, yes, no, no, yes], true);
    text(&source, 3, 4, &["a=7"]).costs(&alone);
    // Three execute 0 1 2, 3 4 and 5 6, in each of which one reads: 3+1. The first then has
    // 1+2·2 local instructions and a run of three writes, 3+2; the others 1+2 and 3+1.
    let mut shared = Account::new(3, 4);
    shared.adapted(3, 7, 0, 2, false);
    shared.phases(&[(4, 10), (4, 7), (4, 7)], true);
    text(&source, 3, 4, &["a=7", "-p", "3"]).costs(&shared);
}

#[test]
fn who_skips_a_read_saves_its_time() {
    // Even processors: 1 read; %, ==, and, > are 4. Odd ones: %, ==, and.
    let source = statement("ako (i % 2 == 0 and A[i] > 3) x = 1;");
    // Two execute 0 1 2 and 3 4: two reads 3+1 and 4+3+4; one read 3 and 3+4. Then the last
    // processor alone, which the first real one executes.
    for (paces, times) in [
        ("uniform", [(4, 11), (3, 7)]),
        ("1,2", [(4, 11), (2 * 3, 2 * 7)]),
    ] {
        let mut account = Account::new(3, 4);
        account.phases(&times, false);
        account.adapted(2, 1, 0, 1, false);
        let words = ["a=5", "-p", "2", "--pace", paces];
        text(&source, 3, 4, &words).costs(&account);
    }
    // Everyone alone: 3 and 4, or 0 and 3.
    let mut account = Account::new(3, 4);
    account.phases(&[(3, 4), (0, 3), (3, 4), (0, 3), (3, 4)], false);
    account.adapted(5, 1, 0, 1, false);
    text(&source, 3, 4, &["a=5"]).costs(&account);
}

#[test]
fn prescan_runs_as_it_stands() {
    for (n, d, b) in [(8, 3, 4), (64, 2, 8), (256, 3, 16)] {
        let p = n / 2;
        let mut account = Account::new(d, b);
        let levels = u64::from(u64::ilog2(n));
        for level in 0..levels {
            account.adapted(p, n >> (level + 1), 2, 1, true); // A[right] += A[left];
        }
        account.alone(d); // A[n-1] = 0;
        for level in (0..levels).rev() {
            let nodes = n >> (level + 1);
            account.adapted(p, nodes, 1, 0, false); // t = A[left];
            account.adapted(p, nodes, 1, 0, true); // A[left] = A[right];
            account.adapted(p, nodes, 1, 1, true); // A[right] += t;
        }
        // A level up: 2d + 2 + 2B. A level down: (d + B) + (2d + 2B) + (2d + 1 + 2B).
        assert_eq!(account.time, levels * (7 * d + 3 + 7 * b) + d);
        let words = [n, d, b, p].map(|value| value.to_string());
        let given = format!("n={}", words[0]);
        let options = ["--machine", "apram", "--d", &words[1], "--B", &words[2]];
        let inputs = [given.as_str(), "-p", &words[3]];
        program("prescan", &[&inputs[..], &options].concat())
            .costs(&account)
            .legal_on(Some("apram"));
    }
}

#[test]
fn concurrent_reads_of_a_step_need_apram_cr() {
    let source = statement("R[i] = A[0] + 1;");
    let ran = text(&source, 3, 4, &[]).ends(3);
    assert_eq!(ran.json["violations"][0]["code"], "E0501");
    let mut account = Account::new(3, 4);
    account.adapted(8, 8, 1, 1, true);
    text(&source, 3, 4, &["--model", "apram-cr"])
        .costs(&account)
        .legal_on(Some("apram-cr"));
}
