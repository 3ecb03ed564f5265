//! Blocks on the asynchronous PRAM: their results for every size, and under every order.

use super::{inputs, list, numbers, run};

const SIZES: [u64; 9] = [1, 2, 3, 4, 5, 8, 13, 16, 33];

#[test]
fn a_scan_in_one_sweep_has_one_barrier_a_round() {
    for n in SIZES {
        let a = numbers(n, 10);
        let sums: Vec<i64> = (0..a.len()).map(|i| a[..=i].iter().sum()).collect();
        for options in [
            &[][..],
            &["--d", "2", "--B", "5"],
            &["--schedule", "random:3"],
        ] {
            run("apram_scan", &inputs(&a), options)
                .succeeds()
                .gives("A", sums.clone());
        }
    }
}

#[test]
fn ranks_are_found_without_a_clock() {
    for n in SIZES {
        let order = super::lists::shuffled(n);
        let mut next = vec![-1; n as usize];
        for pair in order.windows(2) {
            next[pair[0]] = pair[1] as i64;
        }
        let mut ranks = vec![0; n as usize];
        for (rank, &element) in order.iter().rev().enumerate() {
            ranks[element] = rank as i64;
        }
        let given = [("n", n.to_string()), ("next", list(&next))];
        for options in [
            &[][..],
            &["--d", "2", "--B", "5"],
            &["--schedule", "random:3"],
        ] {
            run("apram_list_ranking", &given, options)
                .succeeds()
                .gives("result", ranks.clone());
        }
    }
}

#[test]
fn rows_are_multiplied_with_copies_of_a_vector() {
    for (n, m) in [(1_usize, 1_usize), (1, 5), (4, 1), (5, 7), (16, 9)] {
        let cells: Vec<i64> = numbers((n * m) as u64, 19).iter().map(|x| x - 9).collect();
        let vector = numbers(m as u64, 9);
        let text =
            |rows: &mut dyn Iterator<Item = &[i64]>| rows.map(list).collect::<Vec<_>>().join(";");
        let product = |row: &[i64]| row.iter().zip(&vector).map(|(a, x)| a * x).sum::<i64>();
        let expected: Vec<i64> = cells.chunks(m).map(product).collect();
        let given = [
            ("n", n.to_string()),
            ("m", m.to_string()),
            ("X", text(&mut cells.chunks(m))),
            ("V", text(&mut std::iter::repeat_n(&vector[..], n))),
        ];
        run("apram_matrix_vector", &given, &[])
            .succeeds()
            .gives("result", expected);
    }
    run("apram_matrix_vector", &[("m", "0".to_owned())], &[]).ends(1);
}
