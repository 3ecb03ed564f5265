//! Orders of execution, paces, and barriers of a part of a block.

use serde_json::json;

use super::ran;

const MACHINE: [&str; 6] = ["run", "-", "--machine", "apram", "--d", "3"];

/// Everyone passes its value on to its neighbour, with a barrier between or without.
fn passing_on(barrier: &str) -> String {
    format!(
        "program\npolje A[4] = {{0, 1, 2, 3}};\n\
         paralelno asinkrono (za svaki procesor i, i = 0, ..., 3)\n\
         x = A[i];\n{barrier}\nA[(i+1) % 4] = x;\nkraj_paralelno\nizlaz A[];\nkraj_programa"
    )
}

fn words<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&MACHINE[..], &["--B", "4"], more].concat()
}

#[test]
fn a_race_ends_differently_in_another_order() {
    let race = ran(&passing_on(""), &words(&["--explore", "20"]));
    assert_eq!(race.status, 3);
    let explored = &race.json["exploration"];
    assert_eq!(explored["same"], false);
    // In lockstep all read before anyone writes: the values go round by one.
    assert_eq!(explored["different"][0]["schedule"], "lockstep");
    assert_eq!(
        explored["different"][0]["outputs"]["A"],
        json!([3, 0, 1, 2])
    );
    // One after the other, 0 writes its 0 into A[1], 1 reads that, and so on.
    assert_eq!(explored["different"][1]["schedule"], "ascending");
    assert_eq!(
        explored["different"][1]["outputs"]["A"],
        json!([0, 0, 0, 0])
    );
}

#[test]
fn a_token_repeats_an_order() {
    // 3 begins: A[0] = 3. Then 2: A[3] = 2; 1: A[2] = 1; and 0 reads the 3: A[1] = 3.
    for (token, expected) in [
        ("lockstep", [3, 0, 1, 2]),
        ("ascending", [0, 0, 0, 0]),
        ("descending", [3, 3, 1, 2]),
        // 0 alone: A[1] = 0. The others in lockstep: 1 reads that 0.
        ("ahead:0", [3, 0, 0, 2]),
        // All but 1 in lockstep: A[1] = 0, A[3] = 2, A[0] = 3. Then 1 reads that 0.
        ("behind:1", [3, 0, 0, 2]),
    ] {
        let words = words(&["--schedule", token, "--on-violation", "continue"]);
        let run = ran(&passing_on(""), &words);
        assert_eq!(run.json["outputs"]["A"], json!(expected), "{token}");
        assert_eq!(run.status, 3, "{token}");
    }
}

#[test]
fn what_is_legal_ends_the_same_in_every_order() {
    let legal = ran(&passing_on("ograda;"), &words(&["--explore", "40"]));
    assert_eq!(legal.status, 0, "{}", legal.stderr);
    assert_eq!(
        legal.json["exploration"],
        json!({"tried": 40, "same": true, "different": []})
    );
    assert_eq!(legal.json["outputs"]["A"], json!([3, 0, 1, 2]));
}

#[test]
fn time_follows_the_paces() {
    // Read 3; write 3, its subscript is free; a barrier of 4 behind each. The list is data.
    let uniform = ran(&passing_on("ograda;"), &words(&["--pace", "uniform"]));
    assert_eq!(uniform.json["cost"]["apram"]["time"], 14);
    // Processor 2 takes five times as long for both: 15 + 4 and 15 + 4.
    let slow = ran(&passing_on("ograda;"), &words(&["--pace", "1,1,5,1"]));
    assert_eq!(slow.json["cost"]["apram"]["time"], 38);
    // Work: three processors 6, one 30. Waiting: three times 12 in each section.
    assert_eq!(slow.json["cost"]["apram"]["work"], 48);
    assert_eq!(slow.json["cost"]["apram"]["waiting"], 72);
}

/// Pairs exchange sums behind a barrier of the pair, then everyone behind one of all.
const PAIRS: &str = "program
    polje A[4] = {0, 1, 2, 3};
    polje S[4];
    paralelno (za svaki procesor i, i = 0, ..., 3)
        x = A[i];
        S[i] = x + 1;
        ograda(od i - i%2 do i - i%2 + 1);
        y = S[PARTNER];
        ograda(od i - i%2 do i - i%2 + 1);
        S[i] = x + y;
        ograda;
        A[i] = S[(i+2) % 4];
    kraj_paralelno
    izlaz A[];
kraj_programa";

#[test]
fn a_barrier_of_a_part_costs_what_its_number_does() {
    let program = PAIRS.replace("PARTNER", "i - i%2 + (i+1) % 2");
    // With B = p + 1 a barrier of 2 costs 3, one of 4 costs 5.
    // read 3, add 1, write 3; barrier 3; read 3; barrier 3; add 1, write 3: 20. Barrier 5.
    // read and write in one run: 4. Barrier 5.
    let run = ran(
        &program,
        &[&MACHINE[..], &["--B", "p + 1", "-p", "4"]].concat(),
    );
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert_eq!(run.json["cost"]["apram"]["time"], 20 + 5 + 4 + 5);
    assert_eq!(run.json["cost"]["apram"]["work"], 4 * (7 + 3 + 4 + 4));
    assert_eq!(run.json["cost"]["apram"]["waiting"], 0);
    // x + y: 0+2, 1+1, 2+4, 3+3; then everyone takes that of the processor two further on.
    assert_eq!(run.json["outputs"]["A"], json!([6, 6, 2, 2]));
}

#[test]
fn a_barrier_of_a_part_orders_nobody_else() {
    let program = PAIRS.replace("PARTNER", "(i+2) % 4");
    let run = ran(&program, &words(&[]));
    assert_eq!(run.status, 3);
    assert_eq!(run.json["race"]["cell"], "S[2]");
}

#[test]
fn a_barrier_of_others_is_refused() {
    let program = "program\nparalelno (za svaki procesor i, i = 0, ..., 3)\nx = i;\n\
                   ograda(od 0 do 1);\nkraj_paralelno\nkraj_programa";
    let run = ran(program, &words(&[]));
    assert_eq!(run.status, 1);
    assert_eq!(run.json["error"]["code"], "E0414");
    assert_eq!(run.json["error"]["processor"], "i = 2");
}
