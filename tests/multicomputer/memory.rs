//! Private memories: copies of scalars, owners of cells, what code outside of blocks may use.

use pram::pipeline::{Options, Tuning};

use super::{block, prints, run, run_with};

#[test]
fn scalars_from_outside_are_copied() {
    prints(
        "stroj prsten(p = 3, t_s = 1, t_w = 1);
program
    c = 5;
    paralelno (za svaki procesor i, i = 0, ..., p-1)
        c += i;
        ako (i > 0) ispisi(c);
    kraj_paralelno
    ispisi(\"outside \", c);
    paralelno (za svaki procesor i, i = 0, ..., p-1)
        tvrdi(c == 5);
    kraj_paralelno
kraj_programa",
        &["6", "7", "outside 5"],
    );
}

/// The owners of all cells, found by letting every processor write its number where it may.
#[track_caller]
fn owners(machine: &str, array: &str, expected: &str) {
    let name = &array[..1];
    let is_matrix = array[..array.find(']').expect("an array")].contains(',');
    let mut cells = Vec::new();
    let lengths: Vec<usize> = array[2..array.find(']').expect("an array")]
        .split(',')
        .map(|length| length.trim().parse().expect("a length"))
        .collect();
    for row in 0..lengths[0] {
        for column in 0..lengths.get(1).copied().unwrap_or(1) {
            cells.push(if is_matrix {
                format!("{name}[{row},{column}]")
            } else {
                format!("{name}[{row}]")
            });
        }
    }
    let p = 12;
    let owner = |cell: &String| {
        let may = |processor: &usize| {
            let text = format!(
                "stroj {machine};\nprogram\npolje {array};\n\
                 paralelno (za svaki procesor i, i = 0, ..., p-1)\nako (i == {processor}) {cell} = i;\n\
                 kraj_paralelno\nkraj_programa"
            );
            let told = run(&text);
            let said = told.run.as_ref().and_then(|run| run.network_fault.clone());
            assert!(
                told.codes.is_empty() || told.codes == ["E0510"],
                "{}",
                told.problems
            );
            told.codes.is_empty() && said.is_none()
        };
        let all: Vec<usize> = (0..p).filter(may).collect();
        // Of processors that the machine has not, no statement is executed.
        all[0].to_string()
    };
    let found: Vec<String> = cells.iter().map(owner).collect();
    assert_eq!(found.join(" "), expected, "{array}");
}

#[test]
fn every_clause_gives_each_cell_its_owner() {
    let four = "prsten(p = 4, t_s = 1, t_w = 1)";
    // ⌊jn/p⌋: 0, 1, 3, 5 of 7; 0, 0, 1, 2 of 3.
    owners(four, "A[7] = 0 po blokovima", "0 1 1 2 2 3 3");
    owners(four, "A[3] = 0 po blokovima", "1 2 3");
    owners(four, "A[6] = 0 redom", "0 1 2 3 0 1");
    owners(four, "A[6] = 0 po redom", "0 1 2 3 0 1");
    owners(four, "A[9] = 0 redom(2)", "0 0 1 1 2 2 3 3 0");
    owners(four, "A[2] = 0 na 3", "3 3");
    owners(four, "A[2,3] = 0 na 1 + 1", "2 2 2 2 2 2");
    // Rows 0 and 1 of two lie in processors 1 and 3.
    owners(four, "M[2,2] = 0 po recima", "1 1 3 3");
    owners(four, "M[2,2] = 0 po blokovima", "1 1 3 3");
    owners(four, "M[2,3] = 0 po stupcima", "1 2 3 1 2 3");
    // 2 × 2 processors: rows 0 | 1 2, columns 0 | 1 2.
    owners(four, "M[3,3] = 0 po kvadratima", "0 1 1 2 3 3 2 3 3");
    let mesh = "mreza(2, 3, t_s = 1, t_w = 1)";
    owners(mesh, "M[2,4] = 0 po kvadratima", "0 1 2 2 3 4 5 5");
}

#[test]
fn clauses_that_do_not_fit_are_refused() {
    let machine = "prsten(p = 3, t_s = 1, t_w = 1)";
    for (array, code) in [
        ("A[4] = 0 po recima", "E0303"),
        ("A[4] = 0 po stupcima", "E0303"),
        ("A[4] = 0 po kvadratima", "E0303"),
        ("M[4,4] = 0 po kvadratima", "E0303"),
        ("A[4] = 0 redom(0)", "E0303"),
        ("A[4] = 0 redom(-2)", "E0303"),
        ("A[4] = 0 na 3", "E0512"),
        ("A[4] = 0 na -1", "E0512"),
    ] {
        let text = format!("stroj {machine};\nprogram\npolje {array};\nkraj_programa");
        run(&text).ends_in(code);
    }
}

#[test]
fn a_processor_does_not_distribute_what_is_its_own() {
    let text = "stroj prsten(p = 2, t_s = 1, t_w = 1);
algoritam f()
    polje A[4] = 0 po blokovima;
    A[ja] = 1;
kraj_algoritma
program
    paralelno (za svaki i, i = 0, ..., 1)
        f();
    kraj_paralelno
kraj_programa
";
    let told = run(text).ends_in("E0204");
    for part in [
        "a processor distributes the array `A`, which is its own",
        "remove the clause",
    ] {
        assert!(told.problems.contains(part), "{}", told.problems);
    }
    run(&text.replace(" po blokovima", "")).ends_well();
}

#[test]
fn clauses_mean_nothing_where_memory_is_shared() {
    let text = "stroj EREW;\nulaz M[4,4] = konstanta(2) po kvadratima;\nprogram\n\
                polje A[3] = 1 po recima;\npolje B[3] = 1 na 99;\nparalelno (za svaki i od 0 do 2)\n\
                A[i] += B[i] + M[i, 0];\nkraj_paralelno\nispisi(A[]);\nkraj_programa";
    prints(text, &["[4, 4, 4]"]);
}

/// What stands behind a block that has written all of A but A[1].
fn behind(statement: &str) -> String {
    format!(
        "stroj prsten(p = 2, t_s = 1, t_w = 1);
program
    polje A[4] = 0 po blokovima;
    paralelno (za svaki procesor i, i = 0, ..., p-1)
        A[2*i] = 7;
        ako (i == 1) A[3] = 8;
    kraj_paralelno
    {statement}
kraj_programa"
    )
}

#[test]
fn code_outside_looks_at_what_a_block_wrote_only_from_outside() {
    prints(
        &behind("tvrdi(A[0] == 7); ispisi(A[0], A[]); izlaz A[];"),
        &["7[7, 0, 7, 8]"],
    );
    for statement in [
        "c = A[0]; ispisi(c);",
        "ako (A[2] == 7) ispisi(1);",
        "za j = 0 do A[0] ispisi(j);",
        "ponovi A[0] puta ispisi(1); kraj_ponovi",
        "X[] = A[]; ispisi(X[]);",
        "X[] = A[2 do 3] + 1; ispisi(X[]);",
        "polje X[A[3]] = 0; ispisi(X[]);",
        "paralelno (za svaki i od 0 do A[0] - 7) ispisi(i); kraj_paralelno",
        "polje X[3] = 0 na A[0] - 7; ispisi(X[]);",
    ] {
        let text = behind(statement);
        run(&text).ends_in("E0510");
        // The plainest way to execute it refuses the same.
        let plain = Options {
            tuning: Tuning::PLAIN,
            ..Options::default()
        };
        run_with(&text, plain, &[]).ends_in("E0510");
    }
    // What no block has written is known to all, and so is what this code writes itself.
    prints(&behind("c = A[1]; ispisi(c);"), &["0"]);
    prints(&behind("A[0] = 5; c = A[0] + 1; ispisi(c);"), &["6"]);
    prints(&behind("A[] = 5; c = A[3] + 1; ispisi(c);"), &["6"]);
}

#[test]
fn parameters_take_arrays_of_one_and_two_dimensions() {
    prints(
        "stroj prsten(p = 2, t_s = 1, t_w = 1);
algoritam salji(X[], i) posalji X[] prema 1 - i; kraj_algoritma
algoritam prvi(X[], Y[]) X[0, 1] = Y[0]; kraj_algoritma
program
    polje M[2,2] = 3 po recima;
    paralelno (za svaki procesor i, i = 0, ..., p-1)
        lokalno K[2,2] = 4;
        lokalno V[1] = 5;
        prvi(K[], V[]);
        salji(K[], i);
        primi K[] od 1 - i;
        salji(V[], i);
        primi M[i, 0] od 1 - i;
        M[i, 1] = K[0, 1] + K[1, 1];
    kraj_paralelno
    ispisi(M[]);
kraj_programa",
        &["[[5, 9], [5, 9]]"],
    );
}

/// Two processors send at every depth of a recursion, on the way down and on the way back, and each
/// call has cells of its own. With m a processor's number, level k adds what it received on the way
/// back, k + (1 - m), and Y[0], which is k and the sum S(k-1) of the levels below:
/// S(k) = S(k-1) + 2k + 1 - m, S(0) = 0, so S(K) = K(K + 1) + K(1 - m).
#[test]
fn calls_that_wait_keep_their_words_and_cells() {
    let text = "machine complete(p = 2, t_s = 100, t_w = 7);
input K;
algorithm descend(k, X[])
    local Y[2] = k;
    local r;
    if (k > 0) then
        send Y[0] to 1 - me;
        receive r from 1 - me;
        Y[1] = r + me;
        descend(k - 1, Y[]);
        send Y[1] to 1 - me;
        receive r from 1 - me;
        X[0] = X[0] + r + Y[0];
    end_if
end_algorithm
program
    parallel (for each processor i, i = 0, ..., 1)
        local Z[1] = 0;
        descend(K, Z[]);
        print(Z[0]);
    end_parallel
end_program";
    for depth in [0, 1, 2, 6, 7, 8, 9, 20, 300] {
        let given = depth.to_string();
        let told = run_with(text, Options::default(), &[("K", given.as_str())]);
        let sum = |m: u64| (depth * (depth + 1) + depth * (1 - m)).to_string();
        assert_eq!(told.ends_well().printed, [sum(0), sum(1)], "depth {depth}");
    }
}

/// Every processor draws its own numbers, whatever the network and its times are, and however the block
/// is executed.
#[test]
fn numbers_are_drawn_by_each_processor() {
    let body = "x = slucajno(0, 999); y = slucajno(1, x + 1);
        posalji x prema (i+1) mod p; primi z od (i-1+p) mod p;
        w = slucajno(0.0, 1.0);
        tvrdi(x >= 0 and x <= 999 and y >= 1 and y <= x + 1 and w >= 0.0 and w <= 1.0);
        ispisi(i, x, y, z, w);";
    let printed = |machine: &str| {
        let mut lines = run(&block(machine, body)).ends_well().printed;
        lines.sort();
        lines
    };
    let there = printed("prsten(p = 8, t_s = 100, t_w = 7)");
    assert_eq!(
        printed("hiperkocka(p = 8, t_s = 3, t_w = 1, t_h = 9)"),
        there
    );
    assert_eq!(
        printed("sabirnica(p = 8, t_s = 0, t_w = 1, slanje = spremnik, t_c = 0)"),
        there
    );
    let distinct: std::collections::BTreeSet<&String> = there.iter().collect();
    assert_eq!(distinct.len(), 8);
    // A draw is an instruction, and so is each assignment that has one; `x + 1` is another.
    let cost = run(&block(
        "prsten(p = 8, t_s = 100, t_w = 7)",
        "x = slucajno(0, 9); y = slucajno(0, x + 1);",
    ));
    let cost = cost.ends_well().network.expect("it is a multicomputer");
    assert_eq!(cost.time.to_string(), "3");
}
